package repricer

import (
	"reflect"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

// Bounds of settings members.
const (
	MaxOwnSellerIDs    = 50
	MaxIntervalSeconds = 86_400
	MaxDailyChanges    = 10_000
)

var (
	mostAnomaly = money.MustParsePercent("1000")
	mostRise    = money.MustParsePercent("100000")
)

// SettingsPatch changes settings: absent keeps a member, null resets it to its default. Objects
// merge by member, lists are replaced.
type SettingsPatch struct {
	Enabled                 optional.Field[bool]
	SubmissionMode          optional.Field[decision.SubmissionMode]
	DefaultStrategyID       optional.Field[strategy.ID]
	DefaultMode             optional.Field[decision.Mode]
	DefaultPriority         optional.Field[Priority]
	DefaultLimits           optional.Field[LimitsPatch]
	DefaultOutboundShipping optional.Field[money.Amount]
	LossGuard               optional.Field[LossGuard]
	AvoidFeeCliffs          optional.Field[bool]
	OwnSellerIDs            optional.Field[[]string]
	MaxOfferAgeMinutes      optional.Field[int]
	MinIntervalSeconds      optional.Field[IntervalsPatch]
	MaxChangesPerDay        optional.Field[int]
	MaxDailyChangePercent   optional.Field[money.Percent]
	AnomalyPercent          optional.Field[money.Percent]
	MaxRisePercent          optional.Field[money.Percent]
	CircuitBreaker          optional.Field[BreakerPatch]
	SweepIntervalMinutes    optional.Field[int]
	Timezone                optional.Field[string]
	Schedules               optional.Field[[]schedule.Window]
	Pauses                  optional.Field[[]schedule.Pause]
	Notify                  optional.Field[NotifyPatch]
	// PlainWebhooks accepts a webhook at an http address too. It changes no member.
	PlainWebhooks bool
}

// IntervalsPatch changes intervals, in seconds.
type IntervalsPatch struct {
	Fast   optional.Field[int]
	Normal optional.Field[int]
	Low    optional.Field[int]
}

// BreakerPatch changes the circuit breaker.
type BreakerPatch struct {
	PerRowPercent     optional.Field[money.Percent]
	PerRunRowsPercent optional.Field[money.Percent]
	Action            optional.Field[breaker.Action]
}

// NotifyPatch changes which events are sent, and where.
type NotifyPatch struct {
	Email      optional.Field[string]
	WebhookURL optional.Field[string]
	Events     optional.Field[[]NotifyEvent]
}

// Check checks each member by itself. It returns one Invalid fault with every wrong member, also
// for a patch without members. Otherwise it returns invalid_settings for contradicting members of a
// window, or nil.
func (p SettingsPatch) Check() error {
	var f check.Faults
	plain := p.PlainWebhooks
	if p.PlainWebhooks = false; reflect.ValueOf(p).IsZero() {
		f.Add(fault.CodeTooFew, "", "at least one member is required")
	}
	check.FieldWord(&f, "/submission_mode", p.SubmissionMode)
	if v, ok := p.DefaultStrategyID.Given(); ok && v <= 0 {
		f.Add(fault.CodeOutOfRange, "/default_strategy_id", "must be above 0")
	}
	check.FieldWord(&f, "/default_mode", p.DefaultMode)
	check.FieldWord(&f, "/default_reprice_priority", p.DefaultPriority)
	if v, ok := p.DefaultLimits.Given(); ok {
		v.check(&f, "/default_limits")
	}
	if v, ok := p.OwnSellerIDs.Given(); ok {
		check.Texts(&f, "/own_seller_ids", v, MaxOwnSellerIDs, check.IsSellerID, "must be a seller id")
	}
	check.FieldInt(&f, "/max_offer_age_minutes", p.MaxOfferAgeMinutes, 1, decision.MaxMinutes)
	if v, ok := p.MinIntervalSeconds.Given(); ok {
		check.FieldInt(&f, "/min_interval_seconds/fast", v.Fast, 1, MaxIntervalSeconds)
		check.FieldInt(&f, "/min_interval_seconds/normal", v.Normal, 1, MaxIntervalSeconds)
		check.FieldInt(&f, "/min_interval_seconds/low", v.Low, 1, MaxIntervalSeconds)
	}
	check.FieldNotNegative(&f, "/default_outbound_shipping", p.DefaultOutboundShipping)
	check.FieldWord(&f, "/loss_guard", p.LossGuard)
	check.FieldInt(&f, "/max_changes_per_day", p.MaxChangesPerDay, 1, MaxDailyChanges)
	check.FieldShare(&f, "/max_daily_change_percent", p.MaxDailyChangePercent)
	if v, ok := p.AnomalyPercent.Given(); ok && (v.Cmp(money.Percent{}) <= 0 || v.Cmp(mostAnomaly) > 0) {
		f.Add(fault.CodeOutOfRange, "/anomaly_percent", "must be above 0 and at most 1000")
	}
	if v, ok := p.MaxRisePercent.Given(); ok && (v.Cmp(money.Percent{}) <= 0 || v.Cmp(mostRise) > 0) {
		f.Add(fault.CodeOutOfRange, "/max_rise_percent", "must be above 0 and at most 100000")
	}
	if v, ok := p.CircuitBreaker.Given(); ok {
		check.FieldShare(&f, "/circuit_breaker/per_row_percent", v.PerRowPercent)
		check.FieldShare(&f, "/circuit_breaker/per_run_rows_percent", v.PerRunRowsPercent)
		check.FieldWord(&f, "/circuit_breaker/action", v.Action)
	}
	check.FieldInt(&f, "/sweep_interval_minutes", p.SweepIntervalMinutes, 1, decision.MaxMinutes)
	if v, ok := p.Timezone.Given(); ok {
		schedule.CheckTimezone(&f, "/timezone", v)
	}
	if v, ok := p.Schedules.Given(); ok {
		schedule.Check(&f, "/schedules", v)
	}
	if v, ok := p.Pauses.Given(); ok {
		schedule.CheckPauses(&f, "/pauses", v)
	}
	if v, ok := p.Notify.Given(); ok {
		v.check(&f, "/notify", plain)
	}
	return f.Err(fault.CodeInvalidSettings)
}

func (p NotifyPatch) check(f *check.Faults, at string, plain bool) {
	if v, ok := p.Email.Given(); ok && !isEmail(v) {
		f.Add(fault.CodeInvalid, at+"/email", "must be an e-mail address")
	}
	if v, ok := p.WebhookURL.Given(); ok && !isWebhook(v, plain) {
		message := "must be an https address"
		if plain {
			message = "must be an http or https address"
		}
		f.Add(fault.CodeInvalid, at+"/webhook_url", message)
	}
	if v, ok := p.Events.Given(); ok {
		check.Words(f, at+"/events", v)
	}
}

// isEmail only requires one @ with text around it; more can only be found by sending.
func isEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && domain != "" && !strings.Contains(domain, "@") &&
		utf8.RuneCountInString(s) <= 254 && check.Printable(s) && !strings.ContainsAny(s, " <>,;\"")
}

// isWebhook checks the form only: https, or with plain also http. The webhook client checks where
// the address leads.
func isWebhook(s string, plain bool) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok && plain {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	host, _, _ := strings.Cut(rest, "/")
	return ok && host != "" && len(s) <= 2048 && check.Printable(s) && !strings.ContainsAny(s, " <>\"\\") &&
		!strings.Contains(host, "@")
}

func (p SettingsPatch) over(v SettingsValues) SettingsValues {
	d := DefaultSettings()
	return SettingsValues{
		Enabled:                 p.Enabled.OverDefault(v.Enabled, d.Enabled),
		SubmissionMode:          p.SubmissionMode.OverDefault(v.SubmissionMode, d.SubmissionMode),
		DefaultStrategyID:       p.DefaultStrategyID.Over(v.DefaultStrategyID),
		DefaultMode:             p.DefaultMode.OverDefault(v.DefaultMode, d.DefaultMode),
		DefaultPriority:         p.DefaultPriority.OverDefault(v.DefaultPriority, d.DefaultPriority),
		DefaultLimits:           optional.Merge(p.DefaultLimits, v.DefaultLimits, d.DefaultLimits, LimitsPatch.Over),
		DefaultOutboundShipping: p.DefaultOutboundShipping.Over(v.DefaultOutboundShipping),
		LossGuard:               p.LossGuard.OverDefault(v.LossGuard, d.LossGuard),
		AvoidFeeCliffs:          p.AvoidFeeCliffs.OverDefault(v.AvoidFeeCliffs, d.AvoidFeeCliffs),
		OwnSellerIDs:            p.OwnSellerIDs.OverDefault(v.OwnSellerIDs, d.OwnSellerIDs),
		MaxOfferAgeMinutes:      p.MaxOfferAgeMinutes.OverDefault(v.MaxOfferAgeMinutes, d.MaxOfferAgeMinutes),
		MinIntervalSeconds:      optional.Merge(p.MinIntervalSeconds, v.MinIntervalSeconds, d.MinIntervalSeconds, IntervalsPatch.over),
		MaxChangesPerDay:        p.MaxChangesPerDay.OverDefault(v.MaxChangesPerDay, d.MaxChangesPerDay),
		MaxDailyChangePercent:   p.MaxDailyChangePercent.Over(v.MaxDailyChangePercent),
		AnomalyPercent:          p.AnomalyPercent.OverDefault(v.AnomalyPercent, d.AnomalyPercent),
		MaxRisePercent:          p.MaxRisePercent.OverDefault(v.MaxRisePercent, d.MaxRisePercent),
		CircuitBreaker:          optional.Merge(p.CircuitBreaker, v.CircuitBreaker, d.CircuitBreaker, BreakerPatch.over),
		SweepIntervalMinutes:    p.SweepIntervalMinutes.OverDefault(v.SweepIntervalMinutes, d.SweepIntervalMinutes),
		Timezone:                p.Timezone.OverDefault(v.Timezone, d.Timezone),
		Schedules:               p.Schedules.OverDefault(v.Schedules, d.Schedules),
		Pauses:                  p.Pauses.OverDefault(v.Pauses, d.Pauses),
		Notify:                  optional.Merge(p.Notify, v.Notify, d.Notify, NotifyPatch.over),
	}
}

func (p IntervalsPatch) over(v Intervals) Intervals {
	d := DefaultSettings().MinIntervalSeconds
	return Intervals{
		Fast:   p.Fast.OverDefault(v.Fast, d.Fast),
		Normal: p.Normal.OverDefault(v.Normal, d.Normal),
		Low:    p.Low.OverDefault(v.Low, d.Low),
	}
}

func (p BreakerPatch) over(v breaker.Breaker) breaker.Breaker {
	d := defaultBreaker()
	return breaker.Breaker{
		PerRowPercent:     p.PerRowPercent.OverDefault(v.PerRowPercent, d.PerRowPercent),
		PerRunRowsPercent: p.PerRunRowsPercent.OverDefault(v.PerRunRowsPercent, d.PerRunRowsPercent),
		Action:            p.Action.OverDefault(v.Action, d.Action),
	}
}

func (p NotifyPatch) over(v Notify) Notify {
	return Notify{
		Email:      p.Email.Over(v.Email),
		WebhookURL: p.WebhookURL.Over(v.WebhookURL),
		Events:     p.Events.OverDefault(v.Events, []NotifyEvent{}),
	}
}
