package manage

import (
	"encoding/json"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
	"sellingassistant/domain/repricer/strategy"
)

// settingsBody has the JSON document of present settings. The default strategy has a separate
// column.
type settingsBody struct {
	Enabled               bool                    `json:"enabled"`
	SubmissionMode        decision.SubmissionMode `json:"submission_mode"`
	DefaultMode           decision.Mode           `json:"default_mode"`
	DefaultPriority       repricer.Priority       `json:"default_reprice_priority"`
	DefaultLimits         limitsBody              `json:"default_limits"`
	DefaultPostage        *int64                  `json:"default_outbound_shipping"`
	LossGuard             repricer.LossGuard      `json:"loss_guard"`
	AvoidFeeCliffs        bool                    `json:"avoid_fee_cliffs"`
	OwnSellerIDs          []string                `json:"own_seller_ids"`
	MaxOfferAgeMinutes    int                     `json:"max_offer_age_minutes"`
	MinIntervalSeconds    intervalsBody           `json:"min_interval_seconds"`
	MaxChangesPerDay      int                     `json:"max_changes_per_day"`
	MaxDailyChangePercent *int64                  `json:"max_daily_change_percent"`
	AnomalyPercent        int64                   `json:"anomaly_percent"`
	MaxRisePercent        int64                   `json:"max_rise_percent"`
	CircuitBreaker        breakerBody             `json:"circuit_breaker"`
	SweepIntervalMinutes  int                     `json:"sweep_interval_minutes"`
	Timezone              string                  `json:"timezone"`
	Schedules             []windowBody            `json:"schedules"`
	Pauses                []pauseBody             `json:"pauses"`
	Notify                notifyBody              `json:"notify"`
}

// UnmarshalJSON sets members that an older document lacks to their defaults. Settings older than
// the loss guard or the avoidance of fee cliffs remain without them.
func (b *settingsBody) UnmarshalJSON(document []byte) error {
	type plain settingsBody
	*b = settingsBodyOf(repricer.DefaultSettings())
	b.LossGuard, b.AvoidFeeCliffs = repricer.LossGuardOff, false
	return json.Unmarshal(document, (*plain)(b))
}

type intervalsBody struct {
	Fast   int `json:"fast"`
	Normal int `json:"normal"`
	Low    int `json:"low"`
}

type breakerBody struct {
	PerRowPercent     int64          `json:"per_row_percent"`
	PerRunRowsPercent int64          `json:"per_run_rows_percent"`
	Action            breaker.Action `json:"action"`
}

type notifyBody struct {
	Email      *string                `json:"email"`
	WebhookURL *string                `json:"webhook_url"`
	Events     []repricer.NotifyEvent `json:"events"`
}

func settingsBodyOf(v repricer.SettingsValues) settingsBody {
	return settingsBody{
		Enabled: v.Enabled, SubmissionMode: v.SubmissionMode, DefaultMode: v.DefaultMode,
		DefaultPriority: v.DefaultPriority, DefaultLimits: limitsBodyOf(v.DefaultLimits), OwnSellerIDs: v.OwnSellerIDs,
		DefaultPostage: amountUnits(v.DefaultOutboundShipping), LossGuard: v.LossGuard, AvoidFeeCliffs: v.AvoidFeeCliffs,
		MaxOfferAgeMinutes: v.MaxOfferAgeMinutes, MinIntervalSeconds: intervalsBody(v.MinIntervalSeconds),
		MaxChangesPerDay: v.MaxChangesPerDay, MaxDailyChangePercent: percentUnits(v.MaxDailyChangePercent),
		AnomalyPercent: v.AnomalyPercent.Units(), MaxRisePercent: v.MaxRisePercent.Units(),
		CircuitBreaker: breakerBody{
			PerRowPercent:     v.CircuitBreaker.PerRowPercent.Units(),
			PerRunRowsPercent: v.CircuitBreaker.PerRunRowsPercent.Units(),
			Action:            v.CircuitBreaker.Action,
		},
		SweepIntervalMinutes: v.SweepIntervalMinutes, Timezone: v.Timezone, Schedules: windowBodies(v.Schedules), Pauses: pauseBodies(v.Pauses),
		Notify: notifyBody{Email: v.Notify.Email.Ptr(), WebhookURL: v.Notify.WebhookURL.Ptr(), Events: v.Notify.Events},
	}
}

func (b settingsBody) values(standard maybe[strategy.ID]) (repricer.SettingsValues, error) {
	schedules, err := windows(b.Schedules)
	if err != nil {
		return repricer.SettingsValues{}, err
	}
	pauses, err := pausesOf(b.Pauses)
	if err != nil {
		return repricer.SettingsValues{}, err
	}
	return repricer.SettingsValues{
		Enabled: b.Enabled, SubmissionMode: b.SubmissionMode, DefaultStrategyID: standard, DefaultMode: b.DefaultMode,
		DefaultPriority: b.DefaultPriority, DefaultLimits: b.DefaultLimits.limits(), OwnSellerIDs: b.OwnSellerIDs,
		DefaultOutboundShipping: amountOf(b.DefaultPostage), LossGuard: b.LossGuard, AvoidFeeCliffs: b.AvoidFeeCliffs,
		MaxOfferAgeMinutes: b.MaxOfferAgeMinutes, MinIntervalSeconds: repricer.Intervals(b.MinIntervalSeconds),
		MaxChangesPerDay: b.MaxChangesPerDay, MaxDailyChangePercent: percentOf(b.MaxDailyChangePercent),
		AnomalyPercent: money.PercentFromUnits(b.AnomalyPercent), MaxRisePercent: money.PercentFromUnits(b.MaxRisePercent),
		CircuitBreaker: breaker.Breaker{
			PerRowPercent:     money.PercentFromUnits(b.CircuitBreaker.PerRowPercent),
			PerRunRowsPercent: money.PercentFromUnits(b.CircuitBreaker.PerRunRowsPercent),
			Action:            b.CircuitBreaker.Action,
		},
		SweepIntervalMinutes: b.SweepIntervalMinutes, Timezone: b.Timezone, Schedules: schedules, Pauses: pauses,
		Notify: repricer.Notify{
			Email: optional.Of(b.Notify.Email), WebhookURL: optional.Of(b.Notify.WebhookURL), Events: b.Notify.Events,
		},
	}, nil
}
