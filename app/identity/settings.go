package identity

import (
	"context"
	"strings"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

// Settings changes the plans and the settings of teams.
type Settings struct {
	tx     tx.Runner
	teams  ports.Teams
	usage  ports.Usage
	trail  audit.Log
	clock  clock.Clock
	forget func(id.Team)
}

// NewSettings calls forget after every change of a team (Authenticator.ForgetTeam), because callers
// carry its default marketplace.
func NewSettings(
	run tx.Runner, teams ports.Teams, usage ports.Usage, trail audit.Log, clk clock.Clock, forget func(id.Team),
) *Settings {
	return &Settings{run, teams, usage, trail, clk, forget}
}

// Change describes a change of a team.
type Change struct {
	Patch identity.Patch
	// KeepAmounts confirms a new currency although records have amounts.
	KeepAmounts bool
	// IfMatch has the version that the caller saw, nil for any version.
	IfMatch *int64
}

// Changed has a team after a change. Currency is nil if the currency stays.
type Changed struct {
	Team     identity.Team
	Currency *identity.CurrencyChange
}

// Change changes the caller's team; members that are nil or absent keep. It returns the faults of
// Team.Change and TeamSnapshot.ChangeCurrency, the latter with blockers. An unknown team is
// Missing, another version fault.StaleVersion.
func (s *Settings) Change(ctx context.Context, who caller.Caller, c Change) (Changed, error) {
	return changing(ctx, s, who, func(ctx context.Context) (Changed, error) { return s.change(ctx, who, c) })
}

// changing runs a change of a team in a transaction, and then has its callers read anew.
func changing[T any](
	ctx context.Context, s *Settings, who caller.Caller, change func(context.Context) (T, error),
) (T, error) {
	out, err := tx.Value(ctx, s.tx, change)
	if err == nil {
		s.forget(who.Team)
	}
	return out, err
}

// change runs within a transaction.
func (s *Settings) change(ctx context.Context, who caller.Caller, c Change) (out Changed, err error) {
	now := s.clock.Now()
	if out.Team, err = s.teams.FindLocked(ctx, who.Team); err != nil {
		return out, err
	}
	before := out.Team.Snapshot()
	if c.IfMatch != nil && *c.IfMatch != before.Version {
		return out, fault.StaleVersion()
	}
	changed, err := out.Team.Change(c.Patch, now)
	if err != nil || !changed {
		return out, err
	}
	after := out.Team.Snapshot()
	if after.Currency != before.Currency {
		if out.Currency, err = s.currency(ctx, before, after.Currency, c.KeepAmounts); err != nil {
			return out, err
		}
	}
	if err := s.teams.Save(ctx, out.Team); err != nil {
		return out, err
	}
	return out, s.trail.Write(ctx, settingsEntry(who, before, after, now))
}

// ChangedView has a team after a change, as the account page shows it.
type ChangedView struct {
	TeamView
	Currency *identity.CurrencyChange
}

// ChangeShown changes the caller's team as Change does, and shows it in the same transaction.
func (s *Settings) ChangeShown(ctx context.Context, who caller.Caller, c Change, a *Account) (ChangedView, error) {
	return changing(ctx, s, who, func(ctx context.Context) (out ChangedView, err error) {
		done, err := s.change(ctx, who, c)
		if err != nil {
			return out, err
		}
		out.Currency = done.Currency
		out.TeamView, err = a.Team(ctx, who)
		return out, err
	})
}

// currency checks a new currency. A refusal names the records with amounts.
func (s *Settings) currency(
	ctx context.Context, before identity.TeamSnapshot, to money.Currency, confirmed bool,
) (*identity.CurrencyChange, error) {
	recorded, err := s.usage.Amounts(ctx, before.ID)
	if err != nil {
		return nil, err
	}
	change, err := before.ChangeCurrency(to, recorded, confirmed)
	if e, refused := fault.As(err); refused {
		blockers := make([]edit.Blocker, len(change.Kept))
		for i, k := range change.Kept {
			blockers[i] = edit.Blocker{Type: k.Kind, Count: k.Count, IDs: []int64{}}
		}
		return nil, e.With("blockers", blockers)
	}
	return &change, err
}

func settingsEntry(who caller.Caller, before, after identity.TeamSnapshot, now time.Time) audit.Entry {
	e := audit.For(who, "team", int64(who.Team), "updated", now)
	e.Changes = map[string]audit.Change{}
	was, is := teamMembers(before), teamMembers(after)
	for name, v := range is {
		if was[name] != v {
			e.Changes[name] = audit.Change{Old: was[name], New: v}
		}
	}
	return e
}

// teamMembers has the members of a team as the audit trail shows them. Unset members are nil.
func teamMembers(s identity.TeamSnapshot) map[string]any {
	e := s.Settings.DefaultExpenses
	return map[string]any{
		"name": s.Name, "tokens_month": s.TokensMonth, "plan_status": string(s.PlanStatus), "currency": string(s.Currency),
		"timezone": s.Timezone, "default_marketplace_id": string(s.DefaultMarketplace),
		"cost_method": string(s.Settings.CostMethod), "over_receipt_percent": shown(s.Settings.OverReceiptPercent),
		"prep_per_unit": shown(e.PrepPerUnit), "inbound_per_unit": shown(e.InboundPerUnit),
		"misc_per_unit": shown(e.MiscPerUnit), "sales_tax_percent": shown(e.SalesTaxPercent),
		"returns_percent": shown(e.ReturnsPercent), "storage_months": shown(e.StorageMonths),
		"vat_scheme": schemeText(e.VATScheme), "vat_flat_percent": shown(e.VATFlatPercent), "tax": taxText(s.Settings.Tax),
		"address": plainText(s.Settings.Address),
	}
}

// shown returns nil for nil.
func shown[T interface{ String() string }](v *T) any {
	if v == nil {
		return nil
	}
	return (*v).String()
}

func plainText(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

func schemeText(s *vat.Scheme) any {
	if s == nil {
		return nil
	}
	return string(*s)
}

// taxText writes registrations on one line: DE DE123456788 standard since 2024-01-01.
func taxText(t *identity.Tax) any {
	if t == nil {
		return nil
	}
	parts := []string{}
	for _, r := range t.Registrations {
		text := r.Country + " " + r.Number.Or("without a number") + " " + string(r.Scheme)
		if since, ok := r.Since.Get(); ok {
			text += " since " + since.String()
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		parts = append(parts, "no registration")
	}
	if t.PricesIncludeVAT {
		parts = append(parts, "prices include VAT")
	}
	return strings.Join(parts, "; ")
}
