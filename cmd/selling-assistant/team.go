package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// teamResult is the JSON output for a team.
type teamResult struct {
	ID         id.Team           `json:"id"`
	Name       string            `json:"name"`
	Tokens     int64             `json:"tokens_month"`
	PlanStatus domain.PlanStatus `json:"plan_status"`
	CostMethod domain.CostMethod `json:"cost_method"`
	// OverReceipt is null for no limit.
	OverReceipt *string `json:"over_receipt_percent"`
}

func teamResultOf(t domain.Team) teamResult {
	s := t.Snapshot()
	return teamResult{
		s.ID, s.Name, s.TokensMonth, s.PlanStatus, s.Settings.CostMethod,
		optional.Convert(optional.Of(s.Settings.OverReceiptPercent), money.Percent.String).Ptr(),
	}
}

func (v *verb) team(t domain.Team) error {
	r := teamResultOf(t)
	return v.print(r, "team %d: %s, %d tokens a month, %s", r.ID, r.Name, r.Tokens, r.PlanStatus)
}

func teamList(s *session) *cobra.Command {
	c := s.onData("list", "List all teams.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		teams, err := op.Teams.List(ctx)
		if err != nil {
			return err
		}
		return table(c, teams, "ID\tNAME\tTOKENS A MONTH\tPLAN", func(t domain.Team) (teamResult, string) {
			r := teamResultOf(t)
			return r, fmt.Sprintf("%d\t%s\t%d\t%s", r.ID, r.Name, r.Tokens, r.PlanStatus)
		})
	})
}

func teamCreate(s *session) *cobra.Command {
	c := s.onData("create", "Create a team.")
	name := c.String("name", "", "Name of the team.")
	tokens := c.Int64("tokens", 100_000, "Tokens a month.")
	status := c.planStatus("active")
	c.need("name")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		t, err := op.Teams.Create(ctx, identity.CreateTeam{
			Name: *name, Tokens: *tokens, PlanStatus: domain.PlanStatus(*status),
		})
		if err != nil {
			return err
		}
		return c.team(t)
	})
}

func (v *verb) planStatus(standard string) *string {
	return v.oneOf("plan-status", standard, "trialing,active,past_due,cancelled.", "trialing", "active", "past_due", "cancelled")
}

func teamSet(s *session) *cobra.Command {
	c, team := s.ofTeam("set", "Change a team's plan and what holds for its purchases.")
	tokens := c.Int64("tokens", 0, "Tokens a month.")
	status := c.planStatus("")
	method := c.oneOf("cost-method", "", "latest, or weighted_average: what receipts of purchase orders make of the cost of a product.", "latest", "weighted_average", "fifo", "")
	surplus := c.String("over-receipt-percent", "", "How much more than ordered may be received, 0 to 1000, or none for no limit.")
	var over optional.Field[money.Percent]
	c.check = func() error {
		if !c.Changed("tokens") && *status == "" && *method == "" && !c.Changed("over-receipt-percent") {
			return usageError{"team set needs --tokens or --plan-status, --cost-method or --over-receipt-percent"}
		}
		switch {
		case *surplus == "none":
			over = optional.Clear[money.Percent]()
		case c.Changed("over-receipt-percent"):
			percent, err := money.ParsePercent(*surplus)
			if err != nil {
				return usageError{"--over-receipt-percent must be a number, or none"}
			}
			over = optional.Put(percent)
		}
		return nil
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		plan := domain.Plan{OverReceipt: over}
		if *method != "" {
			plan.CostMethod = new(domain.CostMethod(*method))
		}
		if c.Changed("tokens") {
			plan.TokensMonth = tokens
		}
		if *status != "" {
			status := domain.PlanStatus(*status)
			plan.Status = &status
		}
		t, err := op.Teams.SetPlan(ctx, teamOf(*team), plan)
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		return c.team(t)
	})
}

// userResult is the JSON output for a user.
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
	role := c.oneOf("role", "", "owner, admin, member or viewer; the first user of a team is its owner.", "owner", "admin", "member", "viewer", "")
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

// teamOf is the operator acting for a team.
func teamOf(team int64) caller.Caller { return caller.Caller{Team: id.Team(team)} }
