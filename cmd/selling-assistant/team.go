package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// teamResult encodes a team as JSON.
type teamResult struct {
	ID         id.Team           `json:"id"`
	Name       string            `json:"name"`
	Tokens     int64             `json:"tokens_month"`
	PlanStatus domain.PlanStatus `json:"plan_status"`
	CostMethod domain.CostMethod `json:"cost_method"`
	// OverReceipt may be null for no limit.
	OverReceipt *string `json:"over_receipt_percent"`
	// The following defaults of sales are null if unset.
	StorageMonths  *string     `json:"storage_months"`
	VATScheme      *vat.Scheme `json:"vat_scheme"`
	VATFlatPercent *string     `json:"vat_flat_percent"`
}

func teamResultOf(t domain.Team) teamResult {
	s := t.Snapshot()
	e := s.Settings.DefaultExpenses
	return teamResult{
		s.ID, s.Name, s.TokensMonth, s.PlanStatus, s.Settings.CostMethod,
		optional.Convert(optional.Of(s.Settings.OverReceiptPercent), money.Percent.String).Ptr(),
		optional.Convert(optional.Of(e.StorageMonths), money.Amount.String).Ptr(), e.VATScheme,
		optional.Convert(optional.Of(e.VATFlatPercent), money.Percent.String).Ptr(),
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
	c, team := s.ofTeam("set", "Change a team's plan, and its settings of purchases and sales.")
	tokens := c.Int64("tokens", 0, "Tokens a month.")
	status := c.planStatus("")
	method := c.oneOf("cost-method", "", "latest, or weighted_average: what receipts of purchase orders make of the cost of a product.", "latest", "weighted_average", "fifo", "")
	surplus := c.String("over-receipt-percent", "", "How much more than ordered may be received, 0 to 1000, or none for no limit.")
	months := c.String("storage-months", "", "Months in Amazon's warehouse, 0 to 120, or none to count 1.")
	scheme := c.oneOf("vat-scheme", "", "none, standard, not_registered, flat, or default for standard.",
		"none", "standard", "not_registered", "flat", "default", "")
	flat := c.String("vat-flat-percent", "", "Rate of the scheme flat, 0 to 100, or none.")
	var plan domain.Plan
	c.check = func() error {
		changes := []string{
			"tokens", "plan-status", "cost-method", "over-receipt-percent", "storage-months", "vat-scheme", "vat-flat-percent",
		}
		if !slices.ContainsFunc(changes, c.Changed) {
			return usageError{"team set needs --tokens or --plan-status, --cost-method or --over-receipt-percent, " +
				"--storage-months, --vat-scheme or --vat-flat-percent"}
		}
		var bad [3]error
		plan.OverReceipt, bad[0] = numberOrNone(c, "over-receipt-percent", *surplus, money.ParsePercent)
		plan.StorageMonths, bad[1] = numberOrNone(c, "storage-months", *months, money.Parse)
		plan.VATFlatPercent, bad[2] = numberOrNone(c, "vat-flat-percent", *flat, money.ParsePercent)
		return cmp.Or(bad[:]...)
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
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
		switch *scheme {
		case "":
		case "default":
			plan.VATScheme = optional.Clear[vat.Scheme]()
		default:
			plan.VATScheme = optional.Put(vat.Scheme(*scheme))
		}
		t, err := op.Teams.SetPlan(ctx, teamOf(*team), plan)
		if err != nil {
			return absent(err, "There is no team %d.", *team)
		}
		return c.team(t)
	})
}

// numberOrNone reads an option that keeps, clears with "none", or sets a number.
func numberOrNone[T any](c *verb, name, text string, parse func(string) (T, error)) (optional.Field[T], error) {
	switch {
	case !c.Changed(name):
		return optional.Field[T]{}, nil
	case text == "none":
		return optional.Clear[T](), nil
	}
	n, err := parse(text)
	if err != nil {
		return optional.Field[T]{}, usageError{"--" + name + " must be a number, or none"}
	}
	return optional.Put(n), nil
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

// teamOf returns the operator as a caller for a team.
func teamOf(team int64) caller.Caller { return caller.Caller{Team: id.Team(team)} }
