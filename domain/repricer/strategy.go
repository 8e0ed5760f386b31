package repricer

import (
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// StrategyID identifies a strategy; 0 is one that is not stored yet.
type StrategyID int64

// RivalRule replaces the strategy's rule against one kind of rival.
type RivalRule struct {
	Action RivalAction
	// By is an amount or a percentage, as ByType says; not below 0.
	By     money.Amount
	ByType Measure
}

// PriceWar says when a row stops following prices downward.
type PriceWar struct {
	MaxDrops        int
	WindowMinutes   int
	Action          WarAction
	CooldownMinutes int
}

// Filters say whose offers count.
type Filters struct {
	IncludeSellers             []string
	ExcludeSellers             []string
	ExcludeAmazon              bool
	Fulfillment                []Fulfillment
	MinFeedbackCount           Maybe[int]
	MinRatingPercent           Maybe[money.Percent]
	MaxHandlingHours           Maybe[int]
	ShipsFrom                  []string // ISO 3166 country codes in capitals
	ExcludeShipsFrom           []string
	FeaturedOnly               bool
	AvailableNowOnly           bool
	MinSubCondition            Maybe[SubCondition]
	IgnoreBelowPercentOfMedian Maybe[money.Percent]
}

// StrategyValues are the members of a strategy. Amounts are in the currency of
// the row they are applied to.
type StrategyValues struct {
	Name    string
	Type    StrategyType
	Enabled bool
	// MarketplaceIDs are where the strategy serves; none means everywhere.
	MarketplaceIDs []marketplace.ID

	CompeteWith     Maybe[Target]
	FallbackTargets []Target

	Action Maybe[Action]
	// By is an amount or a percentage, as ByType says; not below 0.
	By       money.Amount
	ByType   Measure
	VsAmazon Maybe[RivalRule]
	VsFBA    Maybe[RivalRule]
	VsFBM    Maybe[RivalRule]

	Filters Maybe[Filters]

	OnNoCompetition     OnNoCompetition
	OnBelowMin          OnBelowMin
	OnOwnBuyBox         OnOwnBuyBox
	OnSuppressedBuyBox  OnSuppressedBuyBox
	OnLostAfterRaise    OnLostAfterRaise
	RaiseWhenNotWinning bool
	// RaiseGap is how far below the next offer a raise stays; none means one
	// unit of the row's currency.
	RaiseGap Maybe[money.Amount]

	// Step is an amount or a percentage of the live price, as StepType says.
	Step                Maybe[money.Amount]
	StepType            Measure
	StepIntervalMinutes Maybe[int]
	MinChange           money.Amount

	PriceWar   Maybe[PriceWar]
	FixedPrice Maybe[money.Amount]

	// WindowDays is over how many days sales are counted; none means
	// DefaultWindowDays.
	WindowDays         Maybe[int]
	HighUnits          Maybe[int]
	LowUnits           Maybe[int]
	DaysOfSupplyTarget Maybe[int]
	LockDays           Maybe[int]

	Schedule []Window
}

func defaultStrategy() StrategyValues {
	return StrategyValues{
		Enabled:            true,
		MarketplaceIDs:     []marketplace.ID{},
		FallbackTargets:    []Target{},
		ByType:             ByAmount,
		OnNoCompetition:    NoCompetitionKeep,
		OnBelowMin:         BelowMinMin,
		OnOwnBuyBox:        OwnBoxKeep,
		OnSuppressedBuyBox: SuppressedKeep,
		OnLostAfterRaise:   LostRevert,
		StepType:           ByAmount,
		Schedule:           []Window{},
	}
}

func (f Filters) clone() Filters {
	f.IncludeSellers = cloneList(f.IncludeSellers)
	f.ExcludeSellers = cloneList(f.ExcludeSellers)
	f.Fulfillment = cloneList(f.Fulfillment)
	f.ShipsFrom = cloneList(f.ShipsFrom)
	f.ExcludeShipsFrom = cloneList(f.ExcludeShipsFrom)
	return f
}

func (v StrategyValues) clone() StrategyValues {
	v.MarketplaceIDs = cloneList(v.MarketplaceIDs)
	v.FallbackTargets = cloneList(v.FallbackTargets)
	if f, ok := v.Filters.Get(); ok {
		v.Filters = Some(f.clone())
	}
	v.Schedule = cloneWindows(v.Schedule)
	return v
}

// NameKey is what makes two names the same: letter case and the width of
// spaces do not count. The stores keep it unique in a team.
func NameKey(name string) string {
	return strings.Map(func(r rune) rune {
		// The smallest rune of the circle of letters that differ in case only.
		least := r
		for n := unicode.SimpleFold(r); n != r; n = unicode.SimpleFold(n) {
			least = min(least, n)
		}
		return least
	}, strings.Join(strings.Fields(name), " "))
}

// Reach is where a strategy serves.
type Reach struct {
	ID           StrategyID
	Marketplaces []marketplace.ID
}

// Serves reports whether rows of a marketplace may use the strategy.
func (r Reach) Serves(m marketplace.ID) bool {
	return len(r.Marketplaces) == 0 || slices.Contains(r.Marketplaces, m)
}

// Strategy is a named way to find a price.
type Strategy struct {
	id        StrategyID
	team      id.Team
	values    StrategyValues
	version   int64
	createdAt time.Time
	updatedAt time.Time
}

// StrategySnapshot is everything there is to know of a strategy.
type StrategySnapshot struct {
	ID        StrategyID
	Team      id.Team
	Values    StrategyValues
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// NewStrategy makes a strategy of version 1. Members not given have their
// defaults; name and type are required, and so are the parts that the type
// needs: Invalid faults list all that is wrong, invalid_strategy is a
// contradiction between members.
func NewStrategy(team id.Team, p StrategyPatch, now time.Time) (*Strategy, error) {
	values := p.over(defaultStrategy()).clone()
	if err := p.check(values); err != nil {
		return nil, err
	}
	return &Strategy{team: team, values: values, version: 1, createdAt: now, updatedAt: now}, nil
}

// RestoreStrategy makes a strategy from what was stored. It checks shape only.
func RestoreStrategy(s StrategySnapshot) (*Strategy, error) {
	v := s.Values
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || !known(v.Type) || !known(v.ByType) || !known(v.StepType) ||
		!known(v.OnNoCompetition) || !known(v.OnBelowMin) || !known(v.OnOwnBuyBox) ||
		!known(v.OnSuppressedBuyBox) || !known(v.OnLostAfterRaise) {
		return nil, errShape
	}
	return &Strategy{
		id: s.ID, team: s.Team, values: v.clone(), version: s.Version, createdAt: s.CreatedAt, updatedAt: s.UpdatedAt,
	}, nil
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (s *Strategy) Snapshot() StrategySnapshot {
	return StrategySnapshot{
		ID: s.id, Team: s.team, Values: s.values.clone(), Version: s.version,
		CreatedAt: s.createdAt, UpdatedAt: s.updatedAt,
	}
}

// ID identifies the strategy.
func (s *Strategy) ID() StrategyID { return s.id }

// Version counts changes, from 1.
func (s *Strategy) Version() int64 { return s.version }

// Reach is where the strategy serves.
func (s *Strategy) Reach() Reach {
	return Reach{ID: s.id, Marketplaces: cloneList(s.values.MarketplaceIDs)}
}

// Patch changes the strategy and reports whether anything changed. Another
// type is invalid_state; else the faults are those of NewStrategy. After a
// fault the strategy is as before. Rows that the strategy no longer serves
// keep it and are not repriced until one of the two changes.
func (s *Strategy) Patch(p StrategyPatch, now time.Time) (bool, error) {
	values := p.over(s.values).clone()
	// Before the other checks, which would ask for the parts of the new type.
	if values.Type != s.values.Type && slices.Contains(strategyTypes, values.Type) {
		return false, rule(fault.CodeInvalidState, "/type", "The type of a strategy cannot change.")
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

// UnknownStrategy refuses the id of a strategy that is not there.
func UnknownStrategy() *fault.Error {
	return fault.New(fault.Rule, fault.CodeStrategyNotFound, "There is no such strategy.")
}
