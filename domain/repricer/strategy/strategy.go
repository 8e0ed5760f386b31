package strategy

import (
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
)

// ID identifies a strategy; 0 before it is stored.
type ID int64

// Values has the members of a strategy: its name, its schedule and its pricing rules. Amounts are
// in the currency of the row they are applied to.
type Values struct {
	Name string
	decision.Strategy
	// AllowLoss exempts the rows of the strategy from the loss guard of the settings.
	AllowLoss bool
	Schedule  []schedule.Window
}

func defaults() Values {
	return Values{Schedule: []schedule.Window{}, Strategy: decision.Strategy{
		Enabled:            true,
		MarketplaceIDs:     []marketplace.ID{},
		FallbackTargets:    []decision.Target{},
		ByType:             decision.ByAmount,
		OnNoCompetition:    decision.NoCompetitionKeep,
		OnBelowMin:         decision.BelowMinMin,
		OnOwnBuyBox:        decision.OwnBoxKeep,
		OnSuppressedBuyBox: decision.SuppressedKeep,
		OnLostAfterRaise:   decision.LostRevert,
		OnRestock:          decision.RestockKeep,
		StepType:           decision.ByAmount,
	}}
}

func cloneFilters(f decision.Filters) decision.Filters {
	f.IncludeSellers = append([]string{}, f.IncludeSellers...)
	f.ExcludeSellers = append([]string{}, f.ExcludeSellers...)
	f.Fulfillment = append([]decision.Fulfillment{}, f.Fulfillment...)
	f.ShipsFrom = append([]string{}, f.ShipsFrom...)
	f.ExcludeShipsFrom = append([]string{}, f.ExcludeShipsFrom...)
	return f
}

func (v Values) clone() Values {
	v.MarketplaceIDs = append([]marketplace.ID{}, v.MarketplaceIDs...)
	v.FallbackTargets = append([]decision.Target{}, v.FallbackTargets...)
	if f, ok := v.Filters.Get(); ok {
		v.Filters = optional.Some(cloneFilters(f))
	}
	v.Schedule = schedule.Clone(v.Schedule)
	return v
}

// NameKey returns equal keys for names that count as the same: letter case and repeated spaces do
// not matter. The stores keep it unique in a team.
func NameKey(name string) string {
	return strings.Map(func(r rune) rune {
		// The smallest of the runes that differ in letter case only.
		least := r
		for n := unicode.SimpleFold(r); n != r; n = unicode.SimpleFold(n) {
			least = min(least, n)
		}
		return least
	}, strings.Join(strings.Fields(name), " "))
}

// Coverage has the set of marketplaces that a strategy applies to.
type Coverage struct {
	ID           ID
	Marketplaces []marketplace.ID
}

// Serves reports whether rows of a marketplace may use the strategy.
func (r Coverage) Serves(m marketplace.ID) bool {
	return len(r.Marketplaces) == 0 || slices.Contains(r.Marketplaces, m)
}

// Strategy models a named way to find a price.
type Strategy struct {
	id        ID
	team      id.Team
	values    Values
	version   int64
	createdAt time.Time
	updatedAt time.Time
}

// Snapshot has all values of a strategy.
type Snapshot struct {
	ID        ID
	Team      id.Team
	Values    Values
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// New creates a strategy of version 1. Missing members have their defaults; name, type and the
// members that the type needs are required. Invalid faults list everything that is wrong;
// invalid_strategy is a contradiction between members.
func New(team id.Team, p Patch, now time.Time) (*Strategy, error) {
	values := p.over(defaults()).clone()
	if err := p.check(values); err != nil {
		return nil, err
	}
	return &Strategy{team: team, values: values, version: 1, createdAt: now, updatedAt: now}, nil
}

// Restore restores a stored strategy. It checks only that the values are well-formed.
func Restore(s Snapshot) (*Strategy, error) {
	v := s.Values
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || !words.Known(v.Type) || !words.Known(v.ByType) || !words.Known(v.StepType) ||
		!words.Known(v.OnNoCompetition) || !words.Known(v.OnBelowMin) || !words.Known(v.OnOwnBuyBox) ||
		!words.Known(v.OnSuppressedBuyBox) || !words.Known(v.OnLostAfterRaise) || !words.Known(v.OnRestock) {
		return nil, check.ErrShape
	}
	return &Strategy{
		id: s.ID, team: s.Team, values: v.clone(), version: s.Version, createdAt: s.CreatedAt, updatedAt: s.UpdatedAt,
	}, nil
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (s *Strategy) Snapshot() Snapshot {
	return Snapshot{
		ID: s.id, Team: s.team, Values: s.values.clone(), Version: s.version,
		CreatedAt: s.createdAt, UpdatedAt: s.updatedAt,
	}
}

// ID identifies the strategy.
func (s *Strategy) ID() ID { return s.id }

// Version counts changes, from 1.
func (s *Strategy) Version() int64 { return s.version }

// Coverage returns the set of marketplaces that the strategy applies to.
func (s *Strategy) Coverage() Coverage {
	return Coverage{ID: s.id, Marketplaces: append([]marketplace.ID{}, s.values.MarketplaceIDs...)}
}

// Patch changes the strategy and reports whether anything changed. Changing the type is
// invalid_state; otherwise it returns the faults of New. After a fault the strategy is unchanged.
// Rows that it no longer covers keep it and are not repriced until one of the two changes.
func (s *Strategy) Patch(p Patch, now time.Time) (bool, error) {
	values := p.over(s.values).clone()
	// Checked first: the other checks would ask for the members of the new type.
	if values.Type != s.values.Type && words.Known(values.Type) {
		return false, check.Rule(fault.CodeInvalidState, "/type", "The type of a strategy cannot change.")
	}
	if err := p.check(values); err != nil {
		return false, err
	}
	if reflect.DeepEqual(values, s.values) {
		return false, nil
	}
	s.values = values
	s.version++
	s.updatedAt = now
	return true, nil
}

// Unknown returns the fault for an unknown strategy id.
func Unknown() *fault.Error {
	return fault.New(fault.Rule, fault.CodeStrategyNotFound, "There is no such strategy.")
}
