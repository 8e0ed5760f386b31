package decision

// Verdict names the action on a row's price.
type Verdict string

// The verdicts: send the price, only record it, keep the live price after an evaluation, skip the
// evaluation, stop the row, report a configuration error.
const (
	VerdictChange  Verdict = "change"
	VerdictSuggest Verdict = "suggest"
	VerdictKeep    Verdict = "keep"
	VerdictSkip    Verdict = "skip"
	VerdictHold    Verdict = "hold"
	VerdictError   Verdict = "error"
)

func (Verdict) Words() []Verdict {
	return []Verdict{VerdictChange, VerdictSuggest, VerdictKeep, VerdictSkip, VerdictHold, VerdictError}
}

// Reason explains a decision.
type Reason string

// Reasons of the gates: the row is skipped or stopped.
const (
	ReasonSettingsAbsent       Reason = "settings_absent"
	ReasonRepricerDisabled     Reason = "repricer_disabled"
	ReasonModeOff              Reason = "mode_off"
	ReasonOnHold               Reason = "on_hold"
	ReasonStrategyMissing      Reason = "strategy_missing"
	ReasonStrategyDisabled     Reason = "strategy_disabled"
	ReasonMarketplaceNotServed Reason = "marketplace_not_served"
	ReasonOutOfStock           Reason = "out_of_stock"
	ReasonPendingSubmission    Reason = "pending_submission"
	ReasonSchedulePause        Reason = "schedule_pause"
	ReasonOutOfOrderEvent      Reason = "out_of_order_event"
	ReasonExternalChange       Reason = "external_change_anomaly"
)

// Reasons of the band: no floor, no live price, or no new price.
const (
	ReasonTargetUnreachable Reason = "target_unreachable"
	ReasonMissingMinPrice   Reason = "missing_min_price"
	ReasonMissingCost       Reason = "missing_cost"
	ReasonMissingFees       Reason = "missing_fees"
	ReasonWaitingForFees    Reason = "waiting_for_fees"
	ReasonMissingPrice      Reason = "missing_price"
	ReasonFloorAboveCeiling Reason = "floor_above_ceiling"
	ReasonRaisedToFloor     Reason = "raised_to_floor"
	ReasonLoweredToCeiling  Reason = "lowered_to_ceiling"
	ReasonNoCeiling         Reason = "no_ceiling"
)

// Reasons found before looking at offers.
const (
	ReasonStaleOffers     Reason = "stale_offers"
	ReasonDailyLimit      Reason = "daily_limit"
	ReasonScheduleMax     Reason = "schedule_use_max"
	ReasonScheduleMin     Reason = "schedule_use_min"
	ReasonSchedulePercent Reason = "schedule_percent"
	ReasonRestockMax      Reason = "restock_use_max"
	ReasonFixedPrice      Reason = "fixed_price"
	ReasonVelocityUp      Reason = "velocity_up"
	ReasonVelocityDown    Reason = "velocity_down"
	ReasonVelocityInBand  Reason = "velocity_in_band"
	ReasonVelocityLocked  Reason = "velocity_locked"
	ReasonVelocityUnknown Reason = "velocity_unknown"
)

// Reasons of the buy box and of missing competition.
const (
	ReasonSiblingBuyBox           Reason = "sibling_buy_box"
	ReasonFollowOwnSKU            Reason = "follow_own_sku"
	ReasonOwnBuyBoxKeep           Reason = "own_buy_box_keep"
	ReasonOwnBuyBoxRaise          Reason = "own_buy_box_raise_to_next"
	ReasonStepWait                Reason = "step_wait"
	ReasonOwnBuyBoxStepUp         Reason = "own_buy_box_step_up"
	ReasonBuyBoxUnknown           Reason = "buy_box_unknown"
	ReasonOffersIncomplete        Reason = "offers_incomplete"
	ReasonNoCompetitionKeep       Reason = "no_competition_keep"
	ReasonNoCompetitionMin        Reason = "no_competition_use_min"
	ReasonNoCompetitionMax        Reason = "no_competition_use_max"
	ReasonNoCompetitionAverage    Reason = "no_competition_use_average"
	ReasonSuppressedKeep          Reason = "suppressed_keep"
	ReasonSuppressedStepDown      Reason = "suppressed_step_down"
	ReasonSuppressedExternalPrice Reason = "suppressed_external_price"
	ReasonRevertToLastWin         Reason = "revert_to_last_win"
)

// Reasons of the target and of sending.
const (
	ReasonBeatTarget        Reason = "beat_target"
	ReasonMatchTarget       Reason = "match_target"
	ReasonAboveTarget       Reason = "above_target"
	ReasonFeaturedExpected  Reason = "featured_expected_price"
	ReasonPriceWarHold      Reason = "price_war_hold"
	ReasonPriceWarReset     Reason = "price_war_reset"
	ReasonBelowMinKeep      Reason = "below_min_keep"
	ReasonBelowMinMin       Reason = "below_min_use_min"
	ReasonBelowMinMax       Reason = "below_min_use_max"
	ReasonBelowMinAverage   Reason = "below_min_use_average"
	ReasonBelowMinNextAbove Reason = "below_min_next_above"
	ReasonAlreadyCheaper    Reason = "already_cheaper_not_winning"
	ReasonMaxChangeZero     Reason = "max_change_zero"
	ReasonBelowMinChange    Reason = "below_min_change"
	ReasonCircuitBreaker    Reason = "circuit_breaker"
)

func (Reason) Words() []Reason {
	return []Reason{
		ReasonSettingsAbsent, ReasonRepricerDisabled, ReasonModeOff, ReasonOnHold, ReasonStrategyMissing,
		ReasonStrategyDisabled, ReasonMarketplaceNotServed, ReasonOutOfStock, ReasonPendingSubmission, ReasonSchedulePause,
		ReasonOutOfOrderEvent, ReasonExternalChange, ReasonTargetUnreachable, ReasonMissingMinPrice, ReasonMissingCost,
		ReasonMissingFees, ReasonWaitingForFees, ReasonMissingPrice, ReasonFloorAboveCeiling, ReasonRaisedToFloor,
		ReasonLoweredToCeiling, ReasonNoCeiling, ReasonStaleOffers, ReasonDailyLimit, ReasonScheduleMax, ReasonScheduleMin,
		ReasonSchedulePercent, ReasonRestockMax, ReasonFixedPrice, ReasonVelocityUp, ReasonVelocityDown,
		ReasonVelocityInBand, ReasonVelocityLocked, ReasonVelocityUnknown, ReasonSiblingBuyBox, ReasonFollowOwnSKU,
		ReasonOwnBuyBoxKeep, ReasonOwnBuyBoxRaise, ReasonStepWait, ReasonOwnBuyBoxStepUp, ReasonBuyBoxUnknown,
		ReasonOffersIncomplete, ReasonNoCompetitionKeep, ReasonNoCompetitionMin, ReasonNoCompetitionMax,
		ReasonNoCompetitionAverage, ReasonSuppressedKeep, ReasonSuppressedStepDown, ReasonSuppressedExternalPrice,
		ReasonRevertToLastWin, ReasonBeatTarget, ReasonMatchTarget, ReasonAboveTarget, ReasonFeaturedExpected,
		ReasonPriceWarHold, ReasonPriceWarReset, ReasonBelowMinKeep, ReasonBelowMinMin, ReasonBelowMinMax,
		ReasonBelowMinAverage, ReasonBelowMinNextAbove, ReasonAlreadyCheaper, ReasonMaxChangeZero, ReasonBelowMinChange,
		ReasonCircuitBreaker,
	}
}

// Adjustment names a change of the target that a strategy names, or of the price that a rule asked
// for.
type Adjustment string

// The adjustments.
const (
	AdjustFallbackLowest   Adjustment = "fallback_lowest"
	AdjustFeeCliff         Adjustment = "fee_cliff"
	AdjustCeiling          Adjustment = "ceiling"
	AdjustFloor            Adjustment = "floor"
	AdjustMaxChange        Adjustment = "max_change"
	AdjustMaxChangePercent Adjustment = "max_change_percent"
	AdjustMaxDailyChange   Adjustment = "max_daily_change_percent"
	AdjustNoCeilingCap     Adjustment = "no_ceiling_cap"
	AdjustCapOverridden    Adjustment = "cap_overridden"
)

func (Adjustment) Words() []Adjustment {
	return []Adjustment{
		AdjustFallbackLowest, AdjustFeeCliff, AdjustCeiling, AdjustFloor, AdjustMaxChange, AdjustMaxChangePercent,
		AdjustMaxDailyChange, AdjustNoCeilingCap, AdjustCapOverridden,
	}
}

// Exclusion says why an offer does not compete.
type Exclusion string

// The exclusions, in the order of their checks; outlier is checked among the remaining offers.
const (
	ExcludedOwnTeam      Exclusion = "own_team"
	ExcludedZeroPrice    Exclusion = "zero_price"
	ExcludedCondition    Exclusion = "other_condition"
	ExcludedSeller       Exclusion = "excluded_seller"
	ExcludedNotIncluded  Exclusion = "not_included_seller"
	ExcludedAmazon       Exclusion = "amazon_excluded"
	ExcludedFulfillment  Exclusion = "fulfillment"
	ExcludedFeedback     Exclusion = "feedback_count"
	ExcludedRating       Exclusion = "rating"
	ExcludedHandling     Exclusion = "handling_time"
	ExcludedShipsFrom    Exclusion = "ships_from"
	ExcludedNotAvailable Exclusion = "not_available_now"
	ExcludedSubCondition Exclusion = "sub_condition"
	ExcludedNotFeatured  Exclusion = "not_featured"
	ExcludedOutlier      Exclusion = "outlier"
)

func (Exclusion) Words() []Exclusion {
	return []Exclusion{
		ExcludedOwnTeam, ExcludedZeroPrice, ExcludedCondition, ExcludedSeller, ExcludedNotIncluded, ExcludedAmazon,
		ExcludedFulfillment, ExcludedFeedback, ExcludedRating, ExcludedHandling, ExcludedShipsFrom, ExcludedNotAvailable,
		ExcludedSubCondition, ExcludedNotFeatured, ExcludedOutlier,
	}
}

// Evaluated reports whether the row was evaluated: not skipped, not stopped and not in error.
func (v Verdict) Evaluated() bool {
	return v == VerdictChange || v == VerdictSuggest || v == VerdictKeep
}
