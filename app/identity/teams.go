package identity

import (
	"context"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

// Teams creates and reads teams.
type Teams struct {
	tx    tx.Runner
	teams ports.Teams
	trail audit.Log
	clock clock.Clock
}

func NewTeams(run tx.Runner, teams ports.Teams, trail audit.Log, clk clock.Clock) *Teams {
	return &Teams{run, teams, trail, clk}
}

// CreateTeam describes a team to create. An empty PlanStatus means active.
type CreateTeam struct {
	Name       string
	Tokens     int64
	PlanStatus identity.PlanStatus
	// Settings replace the defaults of new teams.
	Settings identity.SettingsPatch
}

// Create creates a team. A bad name, allowance, status or setting is Invalid.
func (s *Teams) Create(ctx context.Context, request CreateTeam) (identity.Team, error) {
	now := s.clock.Now()
	t, err := identity.NewTeam(request.Name, request.Tokens, request.PlanStatus, now)
	if err == nil {
		t, err = t.With(request.Settings)
	}
	if err != nil {
		return identity.Team{}, err
	}
	return tx.Value(ctx, s.tx, func(ctx context.Context) (made identity.Team, err error) {
		snap := t.Snapshot()
		if snap.ID, err = s.teams.Add(ctx, t); err != nil {
			return made, err
		}
		if made, err = identity.RestoreTeam(snap); err != nil {
			return made, err
		}
		e := audit.For(caller.Caller{Team: snap.ID}, "team", int64(snap.ID), "created", now)
		e.Changes = map[string]audit.Change{
			"name":         {New: snap.Name},
			"tokens_month": {New: snap.TokensMonth},
			"plan_status":  {New: snap.PlanStatus},
			"currency":     {New: string(snap.Currency)},
		}
		return made, s.trail.Write(ctx, e)
	})
}

// List returns all teams by id, for the operator.
func (s *Teams) List(ctx context.Context) ([]identity.Team, error) { return s.teams.List(ctx) }

// Exists returns Missing unless the caller's team exists.
func (s *Teams) Exists(ctx context.Context, who caller.Caller) error {
	_, err := s.teams.Find(ctx, who.Team)
	return err
}

// Find reads the caller's team. An unknown team is Missing.
func (s *Teams) Find(ctx context.Context, who caller.Caller) (identity.Team, error) {
	return s.teams.Find(ctx, who.Team)
}

// Currency returns the default currency of the caller's team. An unknown team is Missing.
func (s *Teams) Currency(ctx context.Context, who caller.Caller) (money.Currency, error) {
	t, err := s.teams.Find(ctx, who.Team)
	return t.Snapshot().Currency, err
}

// Limits returns the plan limits of the caller's team. An unknown team is Missing.
func (s *Teams) Limits(ctx context.Context, who caller.Caller) (identity.Limits, error) {
	t, err := s.teams.Find(ctx, who.Team)
	return t.Limits(), err
}

// Home returns the marketplace of the caller's team for calls that name no marketplace. An unknown
// team is Missing.
func (s *Teams) Home(ctx context.Context, who caller.Caller) (marketplace.ID, error) {
	t, err := s.teams.Find(ctx, who.Team)
	return t.Snapshot().DefaultMarketplace, err
}
