package repricer

import (
	"reflect"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Bounds of settings members.
const (
	MaxOwnSellerIDs    = 50
	MaxMinutes         = 43_200 // 30 days
	MaxIntervalSeconds = 86_400
	MaxDailyChanges    = 10_000
)

var mostAnomaly = money.MustParsePercent("1000")

// SettingsPatch changes settings: absent keeps a member, null puts its default
// back. Objects merge member by member, lists are replaced.
type SettingsPatch struct {
	Enabled               Field[bool]
	SubmissionMode        Field[SubmissionMode]
	DefaultStrategyID     Field[StrategyID]
	DefaultMode           Field[Mode]
	DefaultPriority       Field[Priority]
	DefaultLimits         Field[LimitsPatch]
	OwnSellerIDs          Field[[]string]
	MaxOfferAgeMinutes    Field[int]
	MinIntervalSeconds    Field[IntervalsPatch]
	MaxChangesPerDay      Field[int]
	MaxDailyChangePercent Field[money.Percent]
	AnomalyPercent        Field[money.Percent]
	CircuitBreaker        Field[BreakerPatch]
	SweepIntervalMinutes  Field[int]
	Timezone              Field[string]
	Schedules             Field[[]Window]
	Notify                Field[NotifyPatch]
}

// IntervalsPatch changes intervals, in seconds.
type IntervalsPatch struct {
	Fast   Field[int]
	Normal Field[int]
	Low    Field[int]
}

// BreakerPatch changes the circuit breaker.
type BreakerPatch struct {
	PerRowPercent     Field[money.Percent]
	PerRunRowsPercent Field[money.Percent]
	Action            Field[BreakerAction]
}

// NotifyPatch changes who is told of what.
type NotifyPatch struct {
	Email      Field[string]
	WebhookURL Field[string]
	Events     Field[[]NotifyEvent]
}

// Check looks at each member by itself and returns nil, one Invalid fault
// that lists all that is wrong (no members at all is wrong too), or
// invalid_settings for members of a window that do not go together.
func (p SettingsPatch) Check() error {
	var f faults
	if reflect.ValueOf(p).IsZero() {
		f.add(fault.CodeTooFew, "", "at least one member is required")
	}
	fieldWord(&f, "/submission_mode", p.SubmissionMode)
	if v, ok := p.DefaultStrategyID.Given(); ok && v <= 0 {
		f.add(fault.CodeOutOfRange, "/default_strategy_id", "must be above 0")
	}
	fieldWord(&f, "/default_mode", p.DefaultMode)
	fieldWord(&f, "/default_reprice_priority", p.DefaultPriority)
	if v, ok := p.DefaultLimits.Given(); ok {
		v.check(&f, "/default_limits")
	}
	if v, ok := p.OwnSellerIDs.Given(); ok {
		checkTexts(&f, "/own_seller_ids", v, MaxOwnSellerIDs, isSellerID, "must be a seller id")
	}
	fieldInt(&f, "/max_offer_age_minutes", p.MaxOfferAgeMinutes, 1, MaxMinutes)
	if v, ok := p.MinIntervalSeconds.Given(); ok {
		fieldInt(&f, "/min_interval_seconds/fast", v.Fast, 1, MaxIntervalSeconds)
		fieldInt(&f, "/min_interval_seconds/normal", v.Normal, 1, MaxIntervalSeconds)
		fieldInt(&f, "/min_interval_seconds/low", v.Low, 1, MaxIntervalSeconds)
	}
	fieldInt(&f, "/max_changes_per_day", p.MaxChangesPerDay, 1, MaxDailyChanges)
	fieldShare(&f, "/max_daily_change_percent", p.MaxDailyChangePercent)
	if v, ok := p.AnomalyPercent.Given(); ok && (v.Cmp(zeroPercent) <= 0 || v.Cmp(mostAnomaly) > 0) {
		f.add(fault.CodeOutOfRange, "/anomaly_percent", "must be above 0 and at most 1000")
	}
	if v, ok := p.CircuitBreaker.Given(); ok {
		fieldShare(&f, "/circuit_breaker/per_row_percent", v.PerRowPercent)
		fieldShare(&f, "/circuit_breaker/per_run_rows_percent", v.PerRunRowsPercent)
		fieldWord(&f, "/circuit_breaker/action", v.Action)
	}
	fieldInt(&f, "/sweep_interval_minutes", p.SweepIntervalMinutes, 1, MaxMinutes)
	if v, ok := p.Timezone.Given(); ok {
		checkTimezone(&f, "/timezone", v)
	}
	if v, ok := p.Schedules.Given(); ok {
		checkWindows(&f, "/schedules", v)
	}
	if v, ok := p.Notify.Given(); ok {
		v.check(&f, "/notify")
	}
	return f.err(fault.CodeInvalidSettings)
}

func (p NotifyPatch) check(f *faults, at string) {
	if v, ok := p.Email.Given(); ok && !isEmail(v) {
		f.add(fault.CodeInvalid, at+"/email", "must be an e-mail address")
	}
	if v, ok := p.WebhookURL.Given(); ok && !isWebhook(v) {
		f.add(fault.CodeInvalid, at+"/webhook_url", "must be an https address")
	}
	if v, ok := p.Events.Given(); ok {
		checkWords(f, at+"/events", v)
	}
}

// isEmail asks for one @ with text around it; only sending proves more.
func isEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && domain != "" && !strings.Contains(domain, "@") &&
		utf8.RuneCountInString(s) <= 254 && printable(s) && !strings.ContainsAny(s, " <>,;\"")
}

// isWebhook looks at the form only; whoever calls the address has to look at
// where it leads.
func isWebhook(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	host, _, _ := strings.Cut(rest, "/")
	return ok && host != "" && len(s) <= 2048 && printable(s) && !strings.ContainsAny(s, " <>\"\\") &&
		!strings.Contains(host, "@")
}

func (p SettingsPatch) over(v SettingsValues) SettingsValues {
	d := DefaultSettings()
	return SettingsValues{
		Enabled:               p.Enabled.OverDefault(v.Enabled, d.Enabled),
		SubmissionMode:        p.SubmissionMode.OverDefault(v.SubmissionMode, d.SubmissionMode),
		DefaultStrategyID:     p.DefaultStrategyID.Over(v.DefaultStrategyID),
		DefaultMode:           p.DefaultMode.OverDefault(v.DefaultMode, d.DefaultMode),
		DefaultPriority:       p.DefaultPriority.OverDefault(v.DefaultPriority, d.DefaultPriority),
		DefaultLimits:         merge(p.DefaultLimits, v.DefaultLimits, d.DefaultLimits, LimitsPatch.Over),
		OwnSellerIDs:          p.OwnSellerIDs.OverDefault(v.OwnSellerIDs, d.OwnSellerIDs),
		MaxOfferAgeMinutes:    p.MaxOfferAgeMinutes.OverDefault(v.MaxOfferAgeMinutes, d.MaxOfferAgeMinutes),
		MinIntervalSeconds:    merge(p.MinIntervalSeconds, v.MinIntervalSeconds, d.MinIntervalSeconds, IntervalsPatch.over),
		MaxChangesPerDay:      p.MaxChangesPerDay.OverDefault(v.MaxChangesPerDay, d.MaxChangesPerDay),
		MaxDailyChangePercent: p.MaxDailyChangePercent.Over(v.MaxDailyChangePercent),
		AnomalyPercent:        p.AnomalyPercent.OverDefault(v.AnomalyPercent, d.AnomalyPercent),
		CircuitBreaker:        merge(p.CircuitBreaker, v.CircuitBreaker, d.CircuitBreaker, BreakerPatch.over),
		SweepIntervalMinutes:  p.SweepIntervalMinutes.OverDefault(v.SweepIntervalMinutes, d.SweepIntervalMinutes),
		Timezone:              p.Timezone.OverDefault(v.Timezone, d.Timezone),
		Schedules:             p.Schedules.OverDefault(v.Schedules, d.Schedules),
		Notify:                merge(p.Notify, v.Notify, d.Notify, NotifyPatch.over),
	}
}

// merge applies an object's patch member by member; null puts the whole
// default back.
func merge[P, V any](p Field[P], current, standard V, over func(P, V) V) V {
	patch, ok := p.Given()
	switch {
	case ok:
		return over(patch, current)
	case p.Set:
		return standard
	}
	return current
}

func (p IntervalsPatch) over(v Intervals) Intervals {
	d := DefaultSettings().MinIntervalSeconds
	return Intervals{
		Fast:   p.Fast.OverDefault(v.Fast, d.Fast),
		Normal: p.Normal.OverDefault(v.Normal, d.Normal),
		Low:    p.Low.OverDefault(v.Low, d.Low),
	}
}

func (p BreakerPatch) over(v Breaker) Breaker {
	d := defaultBreaker()
	return Breaker{
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
