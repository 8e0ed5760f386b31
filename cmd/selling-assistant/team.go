package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/cmd/selling-assistant/settings"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// changedTeam encodes a team after a change as JSON.
type changedTeam struct {
	settings.Team
	CurrencyChange *settings.Currency `json:"currency_change"`
}

func (v *verb) team(t domain.Team) error {
	r := settings.TeamOf(t)
	return v.print(r, "team %d: %s, %d tokens a month, %s", r.ID, r.Name, r.Tokens, r.PlanStatus)
}

func teamList(s *session) *cobra.Command {
	c := s.onData("list", "List all teams.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		teams, err := op.Teams.List(ctx)
		if err != nil {
			return err
		}
		return table(c, teams, "ID\tNAME\tTOKENS A MONTH\tPLAN", func(t domain.Team) (settings.Team, string) {
			r := settings.TeamOf(t)
			return r, fmt.Sprintf("%d\t%s\t%d\t%s", r.ID, r.Name, r.Tokens, r.PlanStatus)
		})
	})
}

func teamCreate(s *session) *cobra.Command {
	c := s.onData("create", "Create a team.")
	name := c.String("name", "", "Name of the team.")
	tokens := c.Int64("tokens", 100_000, "Tokens a month.")
	status := c.planStatus("active")
	flags := settings.Add(c.FlagSet, c.oneOf)
	c.need("name")
	var patch domain.SettingsPatch
	c.check = func() (err error) {
		patch, err = flags.Patch()
		return asUsage(err)
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		t, err := op.Teams.Create(ctx, identity.CreateTeam{
			Name: *name, Tokens: *tokens, PlanStatus: domain.PlanStatus(*status), Settings: patch,
		})
		if err != nil {
			return err
		}
		return c.team(t)
	})
}

// asUsage turns a fault of flags into one of usage.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err.Error()}
}

func (v *verb) planStatus(standard string) *string {
	return v.oneOf("plan-status", standard, "trialing,active,past_due,cancelled.",
		"trialing", "active", "past_due", "cancelled")
}

func teamSet(s *session) *cobra.Command {
	c, team := s.ofTeam("set", "Change a team's plan and settings.")
	tokens := c.Int64("tokens", 0, "Tokens a month.")
	status := c.planStatus("")
	name := c.String("name", "", "Name of the team.")
	flags := settings.Add(c.FlagSet, c.oneOf)
	confirm := c.oneOf("confirm", "", "keep_amounts: let the currency change beside amounts; none is converted.",
		"keep_amounts", "")
	var patch domain.Patch
	c.check = func() (err error) {
		changes := append([]string{"tokens", "plan-status", "name"}, settings.Names...)
		if !slices.ContainsFunc(changes, c.Changed) {
			return usageError{"team set needs at least one of --" + strings.Join(changes, ", --")}
		}
		patch.Settings, err = flags.Patch()
		patch.Settings.Name = settings.Given[string](c.FlagSet, "name", *name)
		return asUsage(err)
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		if c.Changed("tokens") {
			patch.TokensMonth = tokens
		}
		if *status != "" {
			patch.Status = new(domain.PlanStatus(*status))
		}
		done, err := op.TeamSettings.Change(ctx, teamOf(*team), identity.Change{Patch: patch, KeepAmounts: *confirm != ""})
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		r := changedTeam{settings.TeamOf(done.Team), settings.CurrencyOf(done.Currency)}
		line := fmt.Sprintf("team %d: %s, %d tokens a month, %s", r.ID, r.Name, r.Tokens, r.PlanStatus)
		if change := done.Currency; change != nil {
			line += fmt.Sprintf("\n%s instead of %s: no amount was converted", change.To, change.From)
			for _, a := range change.ReadAnew {
				line += fmt.Sprintf("\nread in %s from now on: %d x %s", change.To, a.Count, a.Kind)
			}
		}
		return c.print(r, "%s", line)
	})
}

// userResult encodes a user as JSON.
type userResult struct {
	ID    id.User     `json:"id"`
	Email string      `json:"email"`
	Name  string      `json:"name"`
	Role  caller.Role `json:"role"`
}

func userResultOf(m domain.Member) userResult {
	return userResult{m.User.ID, m.User.Email, m.User.Name, m.Role}
}

func userList(s *session) *cobra.Command {
	c, team := s.ofTeam("list", "List the users of a team.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		members, err := op.Users.List(ctx, teamOf(*team))
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		return table(c, members, "ID\tEMAIL\tNAME\tROLE", func(m domain.Member) (userResult, string) {
			r := userResultOf(m)
			return r, fmt.Sprintf("%d\t%s\t%s\t%s", r.ID, r.Email, r.Name, r.Role)
		})
	})
}

func userCreate(s *session) *cobra.Command {
	c, team := s.ofTeam("create", "Make a user of a team.")
	email := c.String("email", "", "Address of the user.")
	name := c.String("name", "", "Name of the user.")
	role := c.oneOf("role", "", "owner, admin, member or viewer; the first user of a team is its owner.",
		"owner", "admin", "member", "viewer", "")
	c.need("email", "name")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		m, err := op.Users.Create(ctx, teamOf(*team), identity.CreateUser{
			Email: *email, Name: *name, Role: caller.Role(*role),
		})
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		r := userResultOf(m)
		return c.print(r, "user %d: %s <%s>, %s", r.ID, r.Name, r.Email, r.Role)
	})
}

// teamOf returns the operator as a caller for a team.
func teamOf(team int64) caller.Caller { return caller.Caller{Team: id.Team(team)} }
