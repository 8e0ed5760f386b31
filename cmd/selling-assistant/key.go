package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// keyResult encodes a key as JSON. Key occurs only for a new one.
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

func keyCreate(s *session) *cobra.Command {
	c, team := s.ofTeam("create", "Create an API key; it is shown once.")
	user := c.Int64("user", 0, "Id of the user.")
	name := c.String("name", "", "Name of the key.")
	scopes := c.StringSlice("scopes", []string{string(caller.Read), string(caller.Write)}, "read, write, or one group's: documents:read.")
	expires := c.Duration("expires", 0, "How long the key lives, such as 720h; without it, until it is revoked.")
	c.need("user", "name")
	c.check = func() error {
		if *expires < 0 {
			return usageError{"--expires must lie ahead"}
		}
		return nil
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		wish := identity.CreateKey{User: id.User(*user), Name: *name, Scopes: each[caller.Scope](*scopes)}
		if *expires > 0 {
			at := op.Clock.Now().Add(*expires)
			wish.ExpiresAt = &at
		}
		made, err := op.Keys.Create(ctx, teamOf(*team), wish)
		if err != nil {
			return absent(err, "Team %d has no user %d.", *team, *user)
		}
		r := keyResultOf(made.Key)
		r.Key = made.Secret.Reveal()
		return c.print(r, "key %d: %s\nIt is not shown again.", r.ID, r.Key)
	})
}

// rotatedKey encodes a new key beside the one that it replaces.
type rotatedKey struct {
	keyResult
	Replaced keyResult `json:"replaced"`
}

func keyRotate(s *session) *cobra.Command {
	c, team := s.ofTeam("rotate", "Create a key in place of another one; it is shown once.")
	c.command.Long = "The new key has the name, the user and the scopes of the old one, which works on for the overlap."
	key := c.id("key", "Id of the old key.")
	overlap := c.Duration("overlap", 24*time.Hour, "How long the old key works on; 0 revokes it at once.")
	c.check = func() error {
		if *overlap < 0 {
			return usageError{"--overlap must not be negative"}
		}
		return nil
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		done, err := op.Keys.Rotate(ctx, teamOf(*team), id.Key(*key), *overlap)
		if err != nil {
			return absent(err, "Team %d has no key %d.", *team, *key)
		}
		r := rotatedKey{keyResultOf(done.Key), keyResultOf(done.Old)}
		r.Key = done.Secret.Reveal()
		return c.print(r, "key %d: %s\nIt is not shown again. Key %d works until %s.", r.ID, r.Key, r.Replaced.ID,
			cmp.Or(r.Replaced.RevokedAt, r.Replaced.ExpiresAt).Format(time.RFC3339))
	})
}

func keyList(s *session) *cobra.Command {
	c, team := s.ofTeam("list", "List the keys of a team.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		keys, err := op.Keys.List(ctx, teamOf(*team))
		if err != nil {
			return err
		}
		return table(c, keys, "ID\tNAME\tKEY\tSCOPES\tLAST USED\tSTATE", func(k domain.Key) (keyResult, string) {
			r := keyResultOf(k)
			return r, fmt.Sprintf("%d\t%s\t%s…%s\t%s\t%s\t%s", r.ID, r.Name, r.Prefix, r.Last4,
				joinScopes(r.Scopes), day(r.LastUsedAt), state(k, op.Clock.Now()))
		})
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

func keyRevoke(s *session) *cobra.Command {
	c, team := s.ofTeam("revoke", "Revoke a key.")
	key := c.id("key", "Id of the key.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		k, err := op.Keys.Revoke(ctx, teamOf(*team), id.Key(*key))
		if err != nil {
			return absent(err, "Team %d has no key %d.", *team, *key)
		}
		return c.print(keyResultOf(k), "key %d is revoked", k.Snapshot().ID)
	})
}
