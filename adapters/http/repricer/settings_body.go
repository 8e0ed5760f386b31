package repricer

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/repricer"
)

// Settings are a team's repricer settings as clients see them.
type Settings struct {
	Enabled               bool           `json:"enabled" doc:"False stops all repricing."`
	SubmissionMode        string         `json:"submission_mode" doc:"suggest computes prices without sending them; live sends them."`
	DefaultStrategyID     *int64         `json:"default_strategy_id" doc:"Serves the rows without a strategy of their own."`
	DefaultMode           string         `json:"default_mode" doc:"Mode of new rows: off, manual or auto."`
	DefaultPriority       string         `json:"default_reprice_priority" doc:"Priority of new rows: normal, fast or low."`
	DefaultLimits         Limits         `json:"default_limits" doc:"Limits of new rows."`
	OwnSellerIDs          []string       `json:"own_seller_ids" doc:"Sellers that are never competition, beside the connected accounts."`
	MaxOfferAgeMinutes    int            `json:"max_offer_age_minutes" doc:"Older offers are stale."`
	MinIntervalSeconds    Intervals      `json:"min_interval_seconds" doc:"Least time between two evaluations of a row, by its priority."`
	MaxChangesPerDay      int            `json:"max_changes_per_day" doc:"Changes of one row in a day."`
	MaxDailyChangePercent *httpx.Percent `json:"max_daily_change_percent" doc:"How far a price may move in a day."`
	AnomalyPercent        httpx.Percent  `json:"anomaly_percent" doc:"A live price that moved further by itself freezes the row."`
	CircuitBreaker        Breaker        `json:"circuit_breaker" doc:"What counts as a runaway."`
	SweepIntervalMinutes  int            `json:"sweep_interval_minutes" doc:"Rows without an event are read again after this long."`
	Timezone              string         `json:"timezone" doc:"IANA name of the time zone of days and schedules."`
	Schedules             []Window       `json:"schedules" doc:"Windows that hold for all rows."`
	Notify                Notify         `json:"notify" doc:"Who is told of what."`
	UpdatedAt             httpx.Time     `json:"updated_at" doc:"When the settings last changed."`
	Version               int64          `json:"version" doc:"Counts the changes, resets included, for If-Match."`
}

// Intervals are seconds by priority.
type Intervals struct {
	Fast   int `json:"fast" doc:"Seconds for the priority fast."`
	Normal int `json:"normal" doc:"Seconds for the priority normal."`
	Low    int `json:"low" doc:"Seconds for the priority low."`
}

// Breaker says what counts as a runaway.
type Breaker struct {
	PerRowPercent     httpx.Percent `json:"per_row_percent" doc:"The largest fall of one price in one change."`
	PerRunRowsPercent httpx.Percent `json:"per_run_rows_percent" doc:"The largest share of all rows going down together."`
	Action            string        `json:"action" doc:"hold."`
}

// Notify says who is told of what.
type Notify struct {
	Email      *string  `json:"email" doc:"Address for mail; nothing is sent where the installation has no mail server."`
	WebhookURL *string  `json:"webhook_url" doc:"Address for calls: POST of a JSON object, signed as Standard Webhooks has it."`
	Events     []string `json:"events" doc:"What is told, gathered for a minute: hold (a row came into a hold), circuit_breaker (a breaker tripped), price_rejected (a price was refused or never seen live)."`
}

// SettingsPatch changes settings: what is absent stays, null puts a member
// back to its default, objects merge member by member and lists are replaced.
type SettingsPatch struct {
	Enabled               httpx.Field[bool]                  `json:"enabled,omitzero" doc:"Null is true."`
	SubmissionMode        httpx.Field[string]                `json:"submission_mode,omitzero" enum:"suggest,live" doc:"Null is suggest."`
	DefaultStrategyID     httpx.Field[StrategyID]            `json:"default_strategy_id,omitzero" doc:"A strategy of the team; null for none."`
	DefaultMode           httpx.Field[string]                `json:"default_mode,omitzero" enum:"off,manual,auto" doc:"Null is off."`
	DefaultPriority       httpx.Field[string]                `json:"default_reprice_priority,omitzero" enum:"normal,fast,low" doc:"Null is normal."`
	DefaultLimits         httpx.Field[LimitsPatch]           `json:"default_limits,omitzero" doc:"Null clears all of them."`
	OwnSellerIDs          httpx.Field[[]SellerID]            `json:"own_seller_ids,omitzero" maxItems:"50" doc:"Each named once; null is an empty list."`
	MaxOfferAgeMinutes    httpx.Field[int]                   `json:"max_offer_age_minutes,omitzero" minimum:"1" maximum:"43200" doc:"Null is 60."`
	MinIntervalSeconds    httpx.Field[IntervalsPatch]        `json:"min_interval_seconds,omitzero" doc:"Null puts all of them back."`
	MaxChangesPerDay      httpx.Field[int]                   `json:"max_changes_per_day,omitzero" minimum:"1" maximum:"10000" doc:"Null is 96."`
	MaxDailyChangePercent httpx.Field[httpx.PositivePercent] `json:"max_daily_change_percent,omitzero" maximum:"100" doc:"Null for no bound."`
	AnomalyPercent        httpx.Field[httpx.PositivePercent] `json:"anomaly_percent,omitzero" maximum:"1000" doc:"Null is 40."`
	CircuitBreaker        httpx.Field[BreakerPatch]          `json:"circuit_breaker,omitzero" doc:"Null puts all of it back."`
	SweepIntervalMinutes  httpx.Field[int]                   `json:"sweep_interval_minutes,omitzero" minimum:"1" maximum:"43200" doc:"Null is 360."`
	Timezone              httpx.Field[string]                `json:"timezone,omitzero" minLength:"1" maxLength:"64" doc:"IANA name; null is UTC."`
	Schedules             httpx.Field[[]NewWindow]           `json:"schedules,omitzero" maxItems:"50" doc:"Each named once; null is an empty list."`
	Notify                httpx.Field[NotifyPatch]           `json:"notify,omitzero" doc:"Null tells nobody."`
}

// TransformSchema asks for at least one member.
func (SettingsPatch) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return atLeast(1, s)
}

// IntervalsPatch changes intervals.
type IntervalsPatch struct {
	Fast   httpx.Field[int] `json:"fast,omitzero" minimum:"1" maximum:"86400" doc:"Null is 120."`
	Normal httpx.Field[int] `json:"normal,omitzero" minimum:"1" maximum:"86400" doc:"Null is 900."`
	Low    httpx.Field[int] `json:"low,omitzero" minimum:"1" maximum:"86400" doc:"Null is 3600."`
}

// BreakerPatch changes the circuit breaker.
type BreakerPatch struct {
	PerRowPercent     httpx.Field[httpx.PositivePercent] `json:"per_row_percent,omitzero" maximum:"100" doc:"Null is 25."`
	PerRunRowsPercent httpx.Field[httpx.PositivePercent] `json:"per_run_rows_percent,omitzero" maximum:"100" doc:"Null is 20."`
	Action            httpx.Field[string]                `json:"action,omitzero" enum:"hold" doc:"Null is hold."`
}

// NotifyPatch changes who is told of what.
type NotifyPatch struct {
	Email      httpx.Field[string]   `json:"email,omitzero" minLength:"3" maxLength:"254" doc:"Null for no mail. Taken, but not used, where the installation has no mail server."`
	WebhookURL httpx.Field[string]   `json:"webhook_url,omitzero" minLength:"9" maxLength:"2048" doc:"An https address of the public internet at port 443 or above 1023; redirects are not followed. Null for no calls."`
	Events     httpx.Field[[]string] `json:"events,omitzero" enum:"hold,circuit_breaker,price_rejected" maxItems:"3" doc:"Each named once; null is an empty list."`
}

func settingsOf(s repricer.SettingsSnapshot) Settings {
	v := s.Values
	return Settings{
		Enabled: v.Enabled, SubmissionMode: string(v.SubmissionMode),
		DefaultStrategyID: nullable(v.DefaultStrategyID, numberOf), DefaultMode: string(v.DefaultMode),
		DefaultPriority: string(v.DefaultPriority), DefaultLimits: limitsOf(v.DefaultLimits),
		OwnSellerIDs: words[string](v.OwnSellerIDs), MaxOfferAgeMinutes: v.MaxOfferAgeMinutes,
		MinIntervalSeconds: Intervals(v.MinIntervalSeconds), MaxChangesPerDay: v.MaxChangesPerDay,
		MaxDailyChangePercent: percentOf(v.MaxDailyChangePercent), AnomalyPercent: httpx.PercentOf(v.AnomalyPercent),
		CircuitBreaker: Breaker{
			PerRowPercent:     httpx.PercentOf(v.CircuitBreaker.PerRowPercent),
			PerRunRowsPercent: httpx.PercentOf(v.CircuitBreaker.PerRunRowsPercent),
			Action:            string(v.CircuitBreaker.Action),
		},
		SweepIntervalMinutes: v.SweepIntervalMinutes, Timezone: v.Timezone, Schedules: windowsOf(v.Schedules),
		Notify: Notify{
			Email: v.Notify.Email.Ptr(), WebhookURL: v.Notify.WebhookURL.Ptr(), Events: words[string](v.Notify.Events),
		},
		UpdatedAt: httpx.TimeOf(s.UpdatedAt), Version: s.Version,
	}
}

func (p SettingsPatch) patch() repricer.SettingsPatch {
	return repricer.SettingsPatch{
		Enabled:               fieldOf(p.Enabled, same),
		SubmissionMode:        fieldOf(p.SubmissionMode, word[repricer.SubmissionMode]),
		DefaultStrategyID:     fieldOf(p.DefaultStrategyID, strategyID[StrategyID]),
		DefaultMode:           fieldOf(p.DefaultMode, word[repricer.Mode]),
		DefaultPriority:       fieldOf(p.DefaultPriority, word[repricer.Priority]),
		DefaultLimits:         fieldOf(p.DefaultLimits, LimitsPatch.patch),
		OwnSellerIDs:          fieldOf(p.OwnSellerIDs, words[string, SellerID]),
		MaxOfferAgeMinutes:    fieldOf(p.MaxOfferAgeMinutes, same),
		MinIntervalSeconds:    fieldOf(p.MinIntervalSeconds, IntervalsPatch.patch),
		MaxChangesPerDay:      fieldOf(p.MaxChangesPerDay, same),
		MaxDailyChangePercent: fieldOf(p.MaxDailyChangePercent, httpx.PositivePercent.Percent),
		AnomalyPercent:        fieldOf(p.AnomalyPercent, httpx.PositivePercent.Percent),
		CircuitBreaker:        fieldOf(p.CircuitBreaker, BreakerPatch.patch),
		SweepIntervalMinutes:  fieldOf(p.SweepIntervalMinutes, same),
		Timezone:              fieldOf(p.Timezone, same),
		Schedules:             fieldOf(p.Schedules, newWindows),
		Notify:                fieldOf(p.Notify, NotifyPatch.patch),
	}
}

func (p IntervalsPatch) patch() repricer.IntervalsPatch {
	return repricer.IntervalsPatch{Fast: fieldOf(p.Fast, same), Normal: fieldOf(p.Normal, same), Low: fieldOf(p.Low, same)}
}

func (p BreakerPatch) patch() repricer.BreakerPatch {
	return repricer.BreakerPatch{
		PerRowPercent:     fieldOf(p.PerRowPercent, httpx.PositivePercent.Percent),
		PerRunRowsPercent: fieldOf(p.PerRunRowsPercent, httpx.PositivePercent.Percent),
		Action:            fieldOf(p.Action, word[repricer.BreakerAction]),
	}
}

func (p NotifyPatch) patch() repricer.NotifyPatch {
	return repricer.NotifyPatch{
		Email: fieldOf(p.Email, same), WebhookURL: fieldOf(p.WebhookURL, same),
		Events: fieldOf(p.Events, words[repricer.NotifyEvent, string]),
	}
}
