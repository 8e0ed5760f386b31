package repricer

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
)

// Settings shows a team's repricer settings to clients.
type Settings struct {
	Enabled                 bool          `json:"enabled" doc:"False stops all repricing of the team and withdraws prices that were not sent yet."`
	SubmissionMode          string        `json:"submission_mode" doc:"suggest: prices are decided and recorded, but not sent. live: they are sent."`
	DefaultStrategyID       *int64        `json:"default_strategy_id" doc:"The strategy of rows without a strategy of their own; null without a default."`
	DefaultMode             string        `json:"default_mode" doc:"Mode of new rows that name no mode: off, manual or auto."`
	DefaultPriority         string        `json:"default_reprice_priority" doc:"Priority of new rows that name no priority: normal, fast or low."`
	DefaultLimits           Limits        `json:"default_limits" doc:"Limits of new rows, where they name no limit."`
	DefaultOutboundShipping *body.Money   `json:"default_outbound_shipping" doc:"Postage of one unit to its buyer, for rows that the seller ships (fbm) and a cost without outbound_shipping. An amount in the currency of each row; null if unknown."`
	LossGuard               string        `json:"loss_guard" doc:"on: with cost and fees known no floor lies below the price without profit or loss, unless the row or its strategy has allow_loss. off: floors may."`
	AvoidFeeCliffs          bool          `json:"avoid_fee_cliffs" doc:"Whether a price above a break point of the referral fee falls to the last price before it, if it would earn less. It does not fall below the floor."`
	OwnSellerIDs            []string      `json:"own_seller_ids" doc:"Seller ids that never count as competition, in addition to the team's connected accounts."`
	MaxOfferAgeMinutes      int           `json:"max_offer_age_minutes" doc:"Offers older than this many minutes are stale: no price is decided from them."`
	MinIntervalSeconds      Intervals     `json:"min_interval_seconds" doc:"Minimum number of seconds between two evaluations of a row, by the row's priority."`
	MaxChangesPerDay        int           `json:"max_changes_per_day" doc:"Maximum number of price changes of a row in a day of the time zone. After that its price only moves to get back between floor and ceiling."`
	MaxDailyChangePercent   *body.Percent `json:"max_daily_change_percent" doc:"How far a price may move from the first price of the day, in percent of that price; null for no bound."`
	AnomalyPercent          body.Percent  `json:"anomaly_percent" doc:"A live price that differs from the price sent last by more than this percentage freezes the row (external_change_anomaly). So does a new price that is lower than the live price by more than this percentage (circuit_breaker)."`
	MaxRisePercent          body.Percent  `json:"max_rise_percent" doc:"A new price that is higher than the live price by more than this percentage is not sent and freezes the row (circuit_breaker). Only the maximum of on_restock is sent all the same."`
	CircuitBreaker          Breaker       `json:"circuit_breaker" doc:"When price drops are treated as a malfunction."`
	SweepIntervalMinutes    int           `json:"sweep_interval_minutes" doc:"Offers of a row about which no event came are read again after this many minutes."`
	Timezone                string        `json:"timezone" doc:"IANA name of the time zone in which days are counted and schedules are read."`
	Schedules               []Window      `json:"schedules" doc:"Time windows that apply to all rows of the team."`
	Pauses                  []Pause       `json:"pauses" doc:"Days on which rows are not evaluated (schedule_pause), such as holidays."`
	Notify                  Notify        `json:"notify" doc:"Which events are sent, and where."`
	UpdatedAt               body.Time     `json:"updated_at" doc:"When the settings last changed."`
	Version                 int64         `json:"version" doc:"Number of the settings' version, which each change and reset raises; for If-Match."`
}

// Intervals has seconds by priority.
type Intervals struct {
	Fast   int `json:"fast" doc:"Seconds for rows with priority fast."`
	Normal int `json:"normal" doc:"Seconds for rows with priority normal."`
	Low    int `json:"low" doc:"Seconds for rows with priority low."`
}

// Breaker sets the limits of the circuit breaker.
type Breaker struct {
	PerRowPercent     body.Percent `json:"per_row_percent" doc:"The largest drop of one price in one change, in percent of the live price (of the ceiling, if the live price is above it). A larger drop is not sent and freezes the row."`
	PerRunRowsPercent body.Percent `json:"per_run_rows_percent" doc:"The largest share of all rows, in percent, with a price that drops within 10 minutes. If more do, and at least 20, the prices not sent yet are withdrawn and their rows frozen."`
	Action            string       `json:"action" doc:"Action of the breaker. Always hold: the row is frozen."`
}

// Notify sets which events are sent, and the addresses.
type Notify struct {
	Email      *string  `json:"email" doc:"Address that alerts are mailed to; nothing is sent where the installation has no mail server. Null for no mail."`
	WebhookURL *string  `json:"webhook_url" doc:"Address that alerts are posted to, as a JSON object signed as Standard Webhooks describes; null for no calls."`
	Events     []string `json:"events" doc:"Events that are sent, collected for a minute.\n\nhold: a row was frozen. circuit_breaker: a breaker tripped. price_rejected: a price was refused, or sent and never seen live. account_shared: another team has connected the same seller account."`
}

// SettingsPatch changes settings. Absent members stay, and null restores the default. Objects merge
// member by member; lists are replaced.
type SettingsPatch struct {
	body.AtLeastOne
	Enabled                 body.Field[bool]                 `json:"enabled,omitzero" doc:"False stops all repricing of the team and withdraws prices that were not sent yet. Null restores the default, true."`
	SubmissionMode          body.Field[string]               `json:"submission_mode,omitzero" enum:"suggest,live" doc:"suggest: prices are decided and recorded, but not sent. live: they are sent. A change from live to suggest withdraws prices that were not sent yet. Null restores the default, suggest."`
	DefaultStrategyID       body.Field[StrategyID]           `json:"default_strategy_id,omitzero" doc:"A strategy of the team, for rows without a strategy of their own; null without a default."`
	DefaultMode             body.Field[string]               `json:"default_mode,omitzero" enum:"off,manual,auto" doc:"Mode of new rows that name no mode. Null restores the default, off."`
	DefaultPriority         body.Field[string]               `json:"default_reprice_priority,omitzero" enum:"normal,fast,low" doc:"Priority of new rows that name no priority. Null restores the default, normal."`
	DefaultLimits           body.Field[LimitsPatch]          `json:"default_limits,omitzero" doc:"Limits of new rows, where they name no limit; merged member by member. Null restores the defaults: no bounds."`
	DefaultOutboundShipping body.Field[body.Money]           `json:"default_outbound_shipping,omitzero" minimum:"0" doc:"Postage of one unit to its buyer, for rows that the seller ships (fbm) and a cost without outbound_shipping. It is in the currency of each row: with rows in several currencies name it in the costs instead. Null, the default, if unknown."`
	LossGuard               body.Field[string]               `json:"loss_guard,omitzero" enum:"on,off" doc:"on: with cost and fees known no floor is below the price without profit or loss, in any min_price_mode. A row or strategy with allow_loss is exempt. off: floors may be below it. Null restores the default, on."`
	AvoidFeeCliffs          body.Field[bool]                 `json:"avoid_fee_cliffs,omitzero" doc:"Whether a price above a break point of the referral fee falls to the last price before it, if it would earn less. It does not fall below the floor. It needs cost, fees and the product type of the listing. Null restores the default, true."`
	OwnSellerIDs            body.Field[[]SellerID]           `json:"own_seller_ids,omitzero" maxItems:"50" doc:"Seller ids that never count as competition, in addition to the connected accounts. Replaces the list; each at most once; null empties it."`
	MaxOfferAgeMinutes      body.Field[int]                  `json:"max_offer_age_minutes,omitzero" minimum:"1" maximum:"43200" doc:"Offers older than this many minutes are stale. Null restores the default, 60."`
	MinIntervalSeconds      body.Field[IntervalsPatch]       `json:"min_interval_seconds,omitzero" doc:"Minimum seconds between two evaluations of a row, by priority; merged member by member. Null restores the defaults."`
	MaxChangesPerDay        body.Field[int]                  `json:"max_changes_per_day,omitzero" minimum:"1" maximum:"10000" doc:"Maximum number of price changes of a row in a day. Null restores the default, 96."`
	MaxDailyChangePercent   body.Field[body.PositivePercent] `json:"max_daily_change_percent,omitzero" maximum:"100" doc:"How far a price may move from the first price of the day, in percent. Null for no bound, which is the default."`
	AnomalyPercent          body.Field[body.PositivePercent] `json:"anomaly_percent,omitzero" maximum:"1000" doc:"A live price that differs from the price sent last by more than this percentage freezes the row. So does a new price that is lower than the live price by more than this percentage. Null restores the default, 40."`
	MaxRisePercent          body.Field[body.PositivePercent] `json:"max_rise_percent,omitzero" maximum:"100000" doc:"A new price that is higher than the live price by more than this percentage freezes the row. Null restores the default, 100."`
	CircuitBreaker          body.Field[BreakerPatch]         `json:"circuit_breaker,omitzero" doc:"When price drops are treated as a malfunction; merged member by member. Null restores the defaults."`
	SweepIntervalMinutes    body.Field[int]                  `json:"sweep_interval_minutes,omitzero" minimum:"1" maximum:"43200" doc:"Offers of a row about which no event came are read again after this many minutes. Null restores the default, 360."`
	Timezone                body.Field[string]               `json:"timezone,omitzero" minLength:"1" maxLength:"64" doc:"IANA name of the time zone in which days are counted and schedules are read. Null restores the default, UTC."`
	Schedules               body.Field[[]NewWindow]          `json:"schedules,omitzero" maxItems:"50" doc:"Time windows that apply to all rows. Replaces the list; each at most once; null empties it."`
	Pauses                  body.Field[[]NewPause]           `json:"pauses,omitzero" maxItems:"50" doc:"Days on which rows are not evaluated (schedule_pause), such as holidays. Replaces the list; each at most once; null empties it."`
	Notify                  body.Field[NotifyPatch]          `json:"notify,omitzero" doc:"Events that are sent, and where; merged member by member. Null sends nothing."`
}

// IntervalsPatch changes intervals.
type IntervalsPatch struct {
	Fast   body.Field[int] `json:"fast,omitzero" minimum:"1" maximum:"86400" doc:"Seconds for rows with priority fast. Null restores the default, 120."`
	Normal body.Field[int] `json:"normal,omitzero" minimum:"1" maximum:"86400" doc:"Seconds for rows with priority normal. Null restores the default, 900."`
	Low    body.Field[int] `json:"low,omitzero" minimum:"1" maximum:"86400" doc:"Seconds for rows with priority low. Null restores the default, 3600."`
}

// BreakerPatch changes the circuit breaker.
type BreakerPatch struct {
	PerRowPercent     body.Field[body.PositivePercent] `json:"per_row_percent,omitzero" maximum:"100" doc:"The largest drop of one price in one change, in percent. Null restores the default, 25."`
	PerRunRowsPercent body.Field[body.PositivePercent] `json:"per_run_rows_percent,omitzero" maximum:"100" doc:"The largest share of all rows, in percent, with a price that drops within 10 minutes. Null restores the default, 20."`
	Action            body.Field[string]               `json:"action,omitzero" enum:"hold" doc:"Action of the breaker; hold is the only choice. Null restores the default, hold."`
}

// NotifyPatch changes which events are sent, and the addresses.
type NotifyPatch struct {
	Email      body.Field[string]   `json:"email,omitzero" minLength:"3" maxLength:"254" doc:"Address that alerts are mailed to; accepted but not used where the installation has no mail server. Null for no mail."`
	WebhookURL body.Field[string]   `json:"webhook_url,omitzero" minLength:"9" maxLength:"2048" doc:"Address that alerts are posted to: https, on the public internet, at port 443 or above 1023; redirects are not followed. Null for no calls."`
	Events     body.Field[[]string] `json:"events,omitzero" enum:"hold,circuit_breaker,price_rejected,account_shared" maxItems:"4" doc:"Events that are sent. Replaces the list; each at most once; null empties it."`
}

func settingsOf(s repricer.SettingsSnapshot) Settings {
	v := s.Values
	return Settings{
		Enabled: v.Enabled, SubmissionMode: string(v.SubmissionMode),
		DefaultStrategyID: body.Maybe(v.DefaultStrategyID, numberOf), DefaultMode: string(v.DefaultMode),
		DefaultPriority: string(v.DefaultPriority), DefaultLimits: limitsOf(v.DefaultLimits),
		DefaultOutboundShipping: moneyOf(v.DefaultOutboundShipping), LossGuard: string(v.LossGuard),
		AvoidFeeCliffs: v.AvoidFeeCliffs, OwnSellerIDs: body.Words[string](v.OwnSellerIDs), MaxOfferAgeMinutes: v.MaxOfferAgeMinutes,
		MinIntervalSeconds: Intervals(v.MinIntervalSeconds), MaxChangesPerDay: v.MaxChangesPerDay,
		MaxDailyChangePercent: percentOf(v.MaxDailyChangePercent), AnomalyPercent: body.PercentOf(v.AnomalyPercent),
		MaxRisePercent: body.PercentOf(v.MaxRisePercent),
		CircuitBreaker: Breaker{
			PerRowPercent:     body.PercentOf(v.CircuitBreaker.PerRowPercent),
			PerRunRowsPercent: body.PercentOf(v.CircuitBreaker.PerRunRowsPercent),
			Action:            string(v.CircuitBreaker.Action),
		},
		SweepIntervalMinutes: v.SweepIntervalMinutes, Timezone: v.Timezone, Schedules: windowsOf(v.Schedules),
		Pauses: pausesOf(v.Pauses),
		Notify: Notify{
			Email: v.Notify.Email.Ptr(), WebhookURL: v.Notify.WebhookURL.Ptr(), Events: body.Words[string](v.Notify.Events),
		},
		UpdatedAt: body.TimeOf(s.UpdatedAt), Version: s.Version,
	}
}

func (p SettingsPatch) patch() repricer.SettingsPatch {
	return repricer.SettingsPatch{
		Enabled:                 p.Enabled.Field,
		SubmissionMode:          optional.Map(p.SubmissionMode.Field, word[decision.SubmissionMode]),
		DefaultStrategyID:       optional.Map(p.DefaultStrategyID.Field, strategyID[StrategyID]),
		DefaultMode:             optional.Map(p.DefaultMode.Field, word[decision.Mode]),
		DefaultPriority:         optional.Map(p.DefaultPriority.Field, word[repricer.Priority]),
		DefaultLimits:           optional.Map(p.DefaultLimits.Field, LimitsPatch.patch),
		DefaultOutboundShipping: optional.Map(p.DefaultOutboundShipping.Field, body.Money.Amount),
		LossGuard:               optional.Map(p.LossGuard.Field, word[repricer.LossGuard]),
		AvoidFeeCliffs:          p.AvoidFeeCliffs.Field,
		OwnSellerIDs:            optional.Map(p.OwnSellerIDs.Field, body.Words[string, SellerID]),
		MaxOfferAgeMinutes:      p.MaxOfferAgeMinutes.Field,
		MinIntervalSeconds:      optional.Map(p.MinIntervalSeconds.Field, IntervalsPatch.patch),
		MaxChangesPerDay:        p.MaxChangesPerDay.Field,
		MaxDailyChangePercent:   optional.Map(p.MaxDailyChangePercent.Field, body.PositivePercent.Exact),
		AnomalyPercent:          optional.Map(p.AnomalyPercent.Field, body.PositivePercent.Exact),
		MaxRisePercent:          optional.Map(p.MaxRisePercent.Field, body.PositivePercent.Exact),
		CircuitBreaker:          optional.Map(p.CircuitBreaker.Field, BreakerPatch.patch),
		SweepIntervalMinutes:    p.SweepIntervalMinutes.Field,
		Timezone:                p.Timezone.Field,
		Schedules:               optional.Map(p.Schedules.Field, newWindows),
		Pauses:                  optional.Map(p.Pauses.Field, newPauses),
		Notify:                  optional.Map(p.Notify.Field, NotifyPatch.patch),
	}
}

func (p IntervalsPatch) patch() repricer.IntervalsPatch {
	return repricer.IntervalsPatch{Fast: p.Fast.Field, Normal: p.Normal.Field, Low: p.Low.Field}
}

func (p BreakerPatch) patch() repricer.BreakerPatch {
	return repricer.BreakerPatch{
		PerRowPercent:     optional.Map(p.PerRowPercent.Field, body.PositivePercent.Exact),
		PerRunRowsPercent: optional.Map(p.PerRunRowsPercent.Field, body.PositivePercent.Exact),
		Action:            optional.Map(p.Action.Field, word[breaker.Action]),
	}
}

func (p NotifyPatch) patch() repricer.NotifyPatch {
	return repricer.NotifyPatch{
		Email: p.Email.Field, WebhookURL: p.WebhookURL.Field,
		Events: optional.Map(p.Events.Field, body.Words[repricer.NotifyEvent, string]),
	}
}
