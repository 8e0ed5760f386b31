package main

import (
	"context"

	"sellingassistant/app/identity"
	"sellingassistant/cmd/selling-assistant/compose"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

type teamCommands struct {
	Create teamCreate `cmd:"" help:"Create a team."`
	Set    teamSet    `cmd:"" help:"Change a team's plan."`
}

type teamCreate struct {
	output
	target
	Name       string `required:"" help:"Name of the team."`
	Tokens     int64  `default:"100000" help:"Tokens a month."`
	PlanStatus string `default:"active" enum:"trialing,active,past_due,cancelled" help:"${enum}."`
}

// teamResult is what a program reads of a team.
type teamResult struct {
	ID         id.Team           `json:"id"`
	Name       string            `json:"name"`
	Tokens     int64             `json:"tokens_month"`
	PlanStatus domain.PlanStatus `json:"plan_status"`
}

func teamResultOf(t domain.Team) teamResult {
	s := t.Snapshot()
	return teamResult{s.ID, s.Name, s.TokensMonth, s.PlanStatus}
}

// Run implements the command.
func (c teamCreate) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		t, err := op.Teams.Create(ctx, identity.CreateTeam{
			Name: c.Name, Tokens: c.Tokens, PlanStatus: domain.PlanStatus(c.PlanStatus),
		})
		if err != nil {
			return err
		}
		r := teamResultOf(t)
		return c.print(s, r, "team %d: %s, %d tokens a month, %s", r.ID, r.Name, r.Tokens, r.PlanStatus)
	})
}

type teamSet struct {
	output
	target
	Team       int64   `required:"" help:"Id of the team."`
	Tokens     *int64  `help:"Tokens a month."`
	PlanStatus *string `enum:"trialing,active,past_due,cancelled" help:"${enum}."`
}

// Run implements the command.
func (c teamSet) Run(s *session) error {
	if c.Tokens == nil && c.PlanStatus == nil {
		return usageError{"team set needs --tokens or --plan-status"}
	}
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		plan := domain.Plan{TokensMonth: c.Tokens}
		if c.PlanStatus != nil {
			status := domain.PlanStatus(*c.PlanStatus)
			plan.Status = &status
		}
		t, err := op.Teams.SetPlan(ctx, teamOf(c.Team), plan)
		if err != nil {
			return absent(err, "There is no team %d.", c.Team)
		}
		r := teamResultOf(t)
		return c.print(s, r, "team %d: %s, %d tokens a month, %s", r.ID, r.Name, r.Tokens, r.PlanStatus)
	})
}

type userCommands struct {
	Create userCreate `cmd:"" help:"Make a user of a team."`
}

type userCreate struct {
	output
	target
	Team  int64  `required:"" help:"Id of the team."`
	Email string `required:"" help:"Address of the user."`
	Name  string `required:"" help:"Name of the user."`
	Role  string `default:"" enum:"owner,admin,member,viewer," help:"owner, admin, member or viewer; the first user of a team is its owner."`
}

// userResult is what a program reads of a user.
type userResult struct {
	ID    id.User     `json:"id"`
	Email string      `json:"email"`
	Name  string      `json:"name"`
	Role  caller.Role `json:"role"`
}

// Run implements the command.
func (c userCreate) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		m, err := op.Users.Create(ctx, teamOf(c.Team), identity.CreateUser{
			Email: c.Email, Name: c.Name, Role: caller.Role(c.Role),
		})
		if err != nil {
			return absent(err, "There is no team %d.", c.Team)
		}
		r := userResult{m.User.ID, m.User.Email, m.User.Name, m.Role}
		return c.print(s, r, "user %d: %s <%s>, %s", r.ID, r.Name, r.Email, r.Role)
	})
}

// teamOf is the operator acting for a team.
func teamOf(team int64) caller.Caller { return caller.Caller{Team: id.Team(team)} }
