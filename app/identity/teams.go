package identity

import (
	"context"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

// Teams creates teams and changes their plans.
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
}

// Create creates a team. A bad name, allowance or status is Invalid.
func (s *Teams) Create(ctx context.Context, in CreateTeam) (identity.Team, error) {
	now := s.clock.Now()
	t, err := identity.NewTeam(in.Name, in.Tokens, in.PlanStatus, now)
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

// Find reads the caller's team. An unknown one is Missing.
func (s *Teams) Find(ctx context.Context, who caller.Caller) (identity.Team, error) {
	return s.teams.Find(ctx, who.Team)
}

// Currency returns the default currency of the caller's team. An unknown team is Missing.
func (s *Teams) Currency(ctx context.Context, who caller.Caller) (money.Currency, error) {
	t, err := s.teams.Find(ctx, who.Team)
	return t.Snapshot().Currency, err
}

// SetPlan changes the caller's team; members that are nil or absent keep. It returns the faults of
// Team.SetPlan; an unknown team is Missing.
func (s *Teams) SetPlan(ctx context.Context, who caller.Caller, in identity.Plan) (identity.Team, error) {
	now := s.clock.Now()
	return tx.Value(ctx, s.tx, func(ctx context.Context) (identity.Team, error) {
		t, err := s.teams.FindLocked(ctx, who.Team)
		if err != nil {
			return t, err
		}
		before := t.Snapshot()
		changed, err := t.SetPlan(in, now)
		if err != nil || !changed {
			return t, err
		}
		if err := s.teams.Save(ctx, t); err != nil {
			return t, err
		}
		return t, s.trail.Write(ctx, planChange(who, before, t.Snapshot(), now))
	})
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

func planChange(who caller.Caller, before, after identity.TeamSnapshot, now time.Time) audit.Entry {
	e := audit.For(who, "team", int64(who.Team), "updated", now)
	e.Changes = map[string]audit.Change{}
	if before.TokensMonth != after.TokensMonth {
		e.Changes["tokens_month"] = audit.Change{Old: before.TokensMonth, New: after.TokensMonth}
	}
	if before.PlanStatus != after.PlanStatus {
		e.Changes["plan_status"] = audit.Change{Old: before.PlanStatus, New: after.PlanStatus}
	}
	if was, is := before.Settings, after.Settings; was.CostMethod != is.CostMethod {
		e.Changes["cost_method"] = audit.Change{Old: was.CostMethod, New: is.CostMethod}
	}
	if was, is := before.Settings.OverReceiptPercent, after.Settings.OverReceiptPercent; optional.Of(was) != optional.Of(is) {
		e.Changes["over_receipt_percent"] = audit.Change{Old: percentText(was), New: percentText(is)}
	}
	sale(e.Changes, before.Settings.DefaultExpenses, after.Settings.DefaultExpenses)
	return e
}

// sale names the changed defaults of sales.
func sale(changes map[string]audit.Change, before, after identity.Expenses) {
	if was, is := before.StorageMonths, after.StorageMonths; optional.Of(was) != optional.Of(is) {
		changes["storage_months"] = audit.Change{Old: amountText(was), New: amountText(is)}
	}
	if was, is := optional.Of(before.VATScheme), optional.Of(after.VATScheme); was != is {
		changes["vat_scheme"] = audit.Change{Old: before.VATScheme, New: after.VATScheme}
	}
	if was, is := before.VATFlatPercent, after.VATFlatPercent; optional.Of(was) != optional.Of(is) {
		changes["vat_flat_percent"] = audit.Change{Old: percentText(was), New: percentText(is)}
	}
}

// amountText returns nil for nil.
func amountText(a *money.Amount) any {
	if a == nil {
		return nil
	}
	return a.String()
}

// percentText returns nil for nil.
func percentText(p *money.Percent) any {
	if p == nil {
		return nil
	}
	return p.String()
}
