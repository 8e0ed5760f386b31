package repricer

import (
	"reflect"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

// SettingsState says whether a team has settings. Without settings nothing is repriced.
type SettingsState string

// The states.
const (
	SettingsAbsent  SettingsState = "absent"
	SettingsPresent SettingsState = "present"
)

func (SettingsState) Words() []SettingsState { return []SettingsState{SettingsAbsent, SettingsPresent} }

// SettingsEvent names an event of the settings' state machine.
type SettingsEvent string

// The events.
const (
	SettingsRead    SettingsEvent = "read"
	SettingsPatched SettingsEvent = "patched"
	SettingsReset   SettingsEvent = "reset"
)

func (SettingsEvent) Words() []SettingsEvent {
	return []SettingsEvent{SettingsRead, SettingsPatched, SettingsReset}
}

// settingsMoves lists the transitions: every event is legal in every state.
var settingsMoves = map[SettingsState]map[SettingsEvent]SettingsState{
	SettingsAbsent: {
		SettingsRead:    SettingsAbsent,
		SettingsPatched: SettingsPresent,
		SettingsReset:   SettingsAbsent,
	},
	SettingsPresent: {
		SettingsRead:    SettingsPresent,
		SettingsPatched: SettingsPresent,
		SettingsReset:   SettingsAbsent,
	},
}

// Next returns the state after an event.
func (s SettingsState) Next(e SettingsEvent) SettingsState { return settingsMoves[s][e] }

// LossGuard says whether floors are kept from lying below break-even.
type LossGuard string

// The loss guards.
const (
	LossGuardOn  LossGuard = "on"
	LossGuardOff LossGuard = "off"
)

func (LossGuard) Words() []LossGuard { return []LossGuard{LossGuardOn, LossGuardOff} }

// Intervals sets the minimum seconds between two evaluations of a row, by priority.
type Intervals struct {
	Fast   int
	Normal int
	Low    int
}

// Notify says which events are sent, and where.
type Notify struct {
	Email      optional.Maybe[string]
	WebhookURL optional.Maybe[string]
	Events     []NotifyEvent
}

// SettingsValues has the members of present settings.
type SettingsValues struct {
	Enabled        bool
	SubmissionMode decision.SubmissionMode
	// DefaultStrategyID names the strategy of rows without their own.
	DefaultStrategyID optional.Maybe[strategy.ID]
	// DefaultMode, DefaultPriority and DefaultLimits are copied into new rows.
	DefaultMode     decision.Mode
	DefaultPriority Priority
	DefaultLimits   decision.Limits
	// DefaultOutboundShipping applies to a unit if its cost names no postage. It is in the currency
	// of each row.
	DefaultOutboundShipping optional.Maybe[money.Amount]
	LossGuard               LossGuard
	// AvoidFeeCliffs keeps prices below break points of the fees if those above earn less.
	AvoidFeeCliffs bool
	// OwnSellerIDs never compete, in addition to the connected accounts.
	OwnSellerIDs          []string
	MaxOfferAgeMinutes    int
	MinIntervalSeconds    Intervals
	MaxChangesPerDay      int
	MaxDailyChangePercent optional.Maybe[money.Percent]
	// AnomalyPercent bounds falls from the live price, and the difference between a live price and
	// the price sent last. MaxRisePercent bounds rises. A larger move freezes the row.
	AnomalyPercent       money.Percent
	MaxRisePercent       money.Percent
	CircuitBreaker       breaker.Breaker
	SweepIntervalMinutes int
	Timezone             string
	Schedules            []schedule.Window
	// Pauses lists days of Timezone on which rows are not evaluated.
	Pauses []schedule.Pause
	Notify Notify
}

// DefaultSettings returns the values of settings with nothing set.
func DefaultSettings() SettingsValues {
	return SettingsValues{
		Enabled:              true,
		SubmissionMode:       decision.SubmitSuggest,
		DefaultMode:          decision.ModeOff,
		DefaultPriority:      PriorityNormal,
		DefaultLimits:        decision.DefaultLimits(),
		LossGuard:            LossGuardOn,
		AvoidFeeCliffs:       true,
		OwnSellerIDs:         []string{},
		MaxOfferAgeMinutes:   60,
		MinIntervalSeconds:   Intervals{Fast: 120, Normal: 900, Low: 3600},
		MaxChangesPerDay:     96,
		AnomalyPercent:       money.MustParsePercent("40"),
		MaxRisePercent:       money.MustParsePercent("100"),
		CircuitBreaker:       defaultBreaker(),
		SweepIntervalMinutes: 360,
		Timezone:             "UTC",
		Schedules:            []schedule.Window{},
		Pauses:               []schedule.Pause{},
		Notify:               Notify{Events: []NotifyEvent{}},
	}
}

func defaultBreaker() breaker.Breaker {
	return breaker.Breaker{
		PerRowPercent:     money.MustParsePercent("25"),
		PerRunRowsPercent: money.MustParsePercent("20"),
		Action:            breaker.Hold,
	}
}

// Brake returns the brake on large moves.
func (v SettingsValues) Brake() decision.Brake {
	return decision.Brake{FallPercent: v.AnomalyPercent, RisePercent: v.MaxRisePercent}
}

// MaxOfferAge bounds the age of offers; with older offers a row is stale.
func (v SettingsValues) MaxOfferAge() time.Duration {
	return time.Duration(v.MaxOfferAgeMinutes) * time.Minute
}

func (v SettingsValues) clone() SettingsValues {
	v.OwnSellerIDs = append([]string{}, v.OwnSellerIDs...)
	v.Schedules, v.Pauses = schedule.Clone(v.Schedules), schedule.ClonePauses(v.Pauses)
	v.Notify.Events = append([]NotifyEvent{}, v.Notify.Events...)
	return v
}

// Settings models a team's repricer settings, present or absent.
type Settings struct {
	team      id.Team
	state     SettingsState
	version   int64
	updatedAt time.Time
	values    SettingsValues
}

// SettingsSnapshot has all values of settings. While the state is absent they are the defaults.
type SettingsSnapshot struct {
	Team  id.Team
	State SettingsState
	// Version counts patches and resets and never restarts; 0 means that the team never had
	// settings.
	Version   int64
	UpdatedAt time.Time
	Values    SettingsValues
}

// NewSettings returns the absent settings of a new team.
func NewSettings(team id.Team) *Settings {
	return &Settings{team: team, state: SettingsAbsent, values: DefaultSettings()}
}

// RestoreSettings restores stored settings. It checks only that the values are well-formed, and
// ignores the values of absent settings.
func RestoreSettings(s SettingsSnapshot) (*Settings, error) {
	if s.Team <= 0 || !words.Known(s.State) || s.Version < 0 {
		return nil, check.ErrShape
	}
	values := DefaultSettings()
	if s.State == SettingsPresent {
		values = s.Values.clone()
		if !words.Known(values.SubmissionMode) || !words.Known(values.DefaultMode) || !words.Known(values.DefaultPriority) ||
			!words.Known(values.LossGuard) || !wellFormed(values.DefaultLimits) {
			return nil, check.ErrShape
		}
	}
	return &Settings{team: s.Team, state: s.State, version: s.Version, updatedAt: s.UpdatedAt, values: values}, nil
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (s *Settings) Snapshot() SettingsSnapshot {
	return SettingsSnapshot{s.team, s.state, s.version, s.updatedAt, s.values.clone()}
}

// State says whether the settings are present.
func (s *Settings) State() SettingsState { return s.state }

// Version counts patches and resets.
func (s *Settings) Version() int64 { return s.version }

// DefaultStrategy returns the strategy of rows without their own; it is absent while the settings
// are absent.
func (s *Settings) DefaultStrategy() optional.Maybe[strategy.ID] { return s.values.DefaultStrategyID }

// Patch creates absent settings from the defaults, or changes present settings, and reports whether
// anything changed. A patch without members and a member out of its bounds are Invalid faults. A
// default minimum above the default maximum is invalid_limits. The settings are then unchanged. The
// caller checks that the default strategy exists.
func (s *Settings) Patch(p SettingsPatch, now time.Time) (bool, error) {
	if err := p.Check(); err != nil {
		return false, err
	}
	values := p.over(s.values).clone()
	if err := crossed(values.DefaultLimits, "/default_limits"); err != nil {
		return false, err
	}
	state := s.state.Next(SettingsPatched)
	if state == s.state && reflect.DeepEqual(values, s.values) {
		return false, nil
	}
	s.state, s.values = state, values
	s.touch(now)
	return true, nil
}

// Reset removes the settings and reports whether there were any. The version continues, so that a
// version read before the reset stays stale.
func (s *Settings) Reset(now time.Time) bool {
	state := s.state.Next(SettingsReset)
	if state == s.state {
		return false
	}
	s.state, s.values = state, DefaultSettings()
	s.touch(now)
	return true
}

// ReplaceDefaultStrategy replaces or removes a default strategy that is deleted, and reports
// whether old was the default.
func (s *Settings) ReplaceDefaultStrategy(old strategy.ID, with optional.Maybe[strategy.ID], now time.Time) bool {
	if s.values.DefaultStrategyID != optional.Some(old) {
		return false
	}
	s.values.DefaultStrategyID = with
	s.touch(now)
	return true
}

func (s *Settings) touch(now time.Time) {
	s.version++
	s.updatedAt = now
}

// Of returns the minimum time between two evaluations of a row of a priority.
func (i Intervals) Of(p Priority) time.Duration {
	n := i.Normal
	switch p {
	case PriorityFast:
		n = i.Fast
	case PriorityLow:
		n = i.Low
	}
	return time.Duration(n) * time.Second
}

// Guards reports whether the floor of a row is kept from lying below break-even. The settings ask
// for it, and neither the row nor its strategy (nil without a strategy) allows a loss.
func (v SettingsValues) Guards(rowAllowsLoss bool, plan *strategy.Values) bool {
	return v.LossGuard == LossGuardOn && !rowAllowsLoss && (plan == nil || !plan.AllowLoss)
}

// PolicyOf returns the decision policy of present settings. accounts lists the seller ids of the
// team's connected accounts.
func PolicyOf(v SettingsValues, accounts []string) decision.Policy {
	return decision.Policy{
		Enabled: v.Enabled, SubmissionMode: v.SubmissionMode,
		OwnSellers:         append(append([]string{}, v.OwnSellerIDs...), accounts...),
		MaxOfferAgeMinutes: v.MaxOfferAgeMinutes, MaxChangesPerDay: v.MaxChangesPerDay,
		MaxDailyChangePercent: v.MaxDailyChangePercent, AnomalyPercent: v.AnomalyPercent,
		MaxRisePercent: optional.Some(v.MaxRisePercent), AvoidFeeCliffs: v.AvoidFeeCliffs,
	}
}
