package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

type keyCommands struct {
	Create keyCreate `cmd:"" help:"Create an API key; it is shown once."`
	List   keyList   `cmd:"" help:"List the keys of a team."`
	Revoke keyRevoke `cmd:"" help:"Revoke a key."`
}

type keyCreate struct {
	output
	target
	Team    int64          `required:"" help:"Id of the team."`
	User    int64          `required:"" help:"Id of the user."`
	Name    string         `required:"" help:"Name of the key."`
	Scopes  []caller.Scope `default:"read,write" help:"read, write, or one group's: documents:read."`
	Expires time.Duration  `help:"How long the key lives, such as 720h; without it, until it is revoked."`
}

// keyResult is what a program reads of a key. Key is set only for a new one.
type keyResult struct {
	ID         id.Key         `json:"id"`
	Name       string         `json:"name"`
	User       id.User        `json:"user_id"`
	Prefix     string         `json:"prefix"`
	Last4      string         `json:"last4"`
	Scopes     []caller.Scope `json:"scopes"`
	CreatedAt  time.Time      `json:"created_at"`
	LastUsedAt *time.Time     `json:"last_used_at"`
	ExpiresAt  *time.Time     `json:"expires_at"`
	RevokedAt  *time.Time     `json:"revoked_at"`
	Key        string         `json:"key,omitempty"`
}

func keyResultOf(k domain.Key) keyResult {
	s := k.Snapshot()
	return keyResult{
		ID: s.ID, Name: s.Name, User: s.User, Prefix: s.Prefix, Last4: s.Last4, Scopes: s.Scopes,
		CreatedAt: s.CreatedAt, LastUsedAt: s.LastUsedAt, ExpiresAt: s.ExpiresAt, RevokedAt: s.RevokedAt,
	}
}

// Run implements the command.
func (c keyCreate) Run(s *session) error {
	if c.Expires < 0 {
		return usageError{"--expires must lie ahead"}
	}
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		wish := identity.CreateKey{User: id.User(c.User), Name: c.Name, Scopes: c.Scopes}
		if c.Expires > 0 {
			at := op.Clock.Now().Add(c.Expires)
			wish.ExpiresAt = &at
		}
		made, err := op.Keys.Create(ctx, teamOf(c.Team), wish)
		if err != nil {
			return absent(err, "Team %d has no user %d.", c.Team, c.User)
		}
		r := keyResultOf(made.Key)
		r.Key = made.Secret.Reveal()
		return c.print(s, r, "key %d: %s\nIt is not shown again.", r.ID, r.Key)
	})
}

type keyList struct {
	output
	target
	Team int64 `required:"" help:"Id of the team."`
}

// Run implements the command.
func (c keyList) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		keys, err := op.Keys.List(ctx, teamOf(c.Team))
		if err != nil {
			return err
		}
		rows, lines := make([]keyResult, 0, len(keys)), make([]string, 0, len(keys))
		for _, k := range keys {
			r := keyResultOf(k)
			rows = append(rows, r)
			lines = append(lines, fmt.Sprintf("%d\t%s\t%s…%s\t%s\t%s\t%s", r.ID, r.Name, r.Prefix, r.Last4,
				joinScopes(r.Scopes), day(r.LastUsedAt), state(k, op.Clock.Now())))
		}
		return c.table(s, rows, "ID\tNAME\tKEY\tSCOPES\tLAST USED\tSTATE", lines)
	})
}

func joinScopes(scopes []caller.Scope) string {
	words := make([]string, len(scopes))
	for i, s := range scopes {
		words[i] = string(s)
	}
	return strings.Join(words, ",")
}

func day(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.Format(time.RFC3339)
}

func state(k domain.Key, now time.Time) string {
	switch {
	case k.Snapshot().RevokedAt != nil:
		return "revoked"
	case !k.Usable(now):
		return "expired"
	}
	return "active"
}

type keyRevoke struct {
	output
	target
	Team int64 `required:"" help:"Id of the team."`
	Key  int64 `arg:"" help:"Id of the key."`
}

// Run implements the command.
func (c keyRevoke) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		k, err := op.Keys.Revoke(ctx, teamOf(c.Team), id.Key(c.Key))
		if err != nil {
			return absent(err, "Team %d has no key %d.", c.Team, c.Key)
		}
		return c.print(s, keyResultOf(k), "key %d is revoked", k.Snapshot().ID)
	})
}
