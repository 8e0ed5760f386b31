package repricer

import (
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// Attention says why a row needs a person, the most urgent first.
type Attention string

// The reasons. Rows that are off need no attention.
const (
	AttentionHold       Attention = "hold"
	AttentionBreakEven  Attention = "under_break_even"
	AttentionPostage    Attention = "postage_unknown"
	AttentionError      Attention = "error" // also of a row that no strategy serves
	AttentionFloorLoses Attention = "at_floor_and_losing"
)

func (Attention) Words() []Attention {
	return []Attention{AttentionHold, AttentionBreakEven, AttentionPostage, AttentionError, AttentionFloorLoses}
}

// Act names a suggested action for a person.
type Act string

// The acts.
const (
	ActFixListing   Act = "fix_listing"
	ActCheckPrice   Act = "check_price_and_resume"
	ActResume       Act = "resume"
	ActFixCurrency  Act = "fix_currency"
	ActRaiseMin     Act = "raise_min_price"
	ActSetMin       Act = "set_min_price"
	ActSetCost      Act = "set_cost"
	ActSetPostage   Act = "set_outbound_shipping"
	ActWaitForFees  Act = "wait_for_fees"
	ActLowerTarget  Act = "lower_target"
	ActRaiseMax     Act = "raise_max_price"
	ActSetStrategy  Act = "set_strategy"
	ActReviewLimits Act = "review_limits"
)

func (Act) Words() []Act {
	return []Act{
		ActFixListing, ActCheckPrice, ActResume, ActFixCurrency, ActRaiseMin, ActSetMin, ActSetCost, ActSetPostage,
		ActWaitForFees, ActLowerTarget, ActRaiseMax, ActSetStrategy, ActReviewLimits,
	}
}

var (
	holdActs = map[decision.HoldReason]Act{
		decision.HoldListingIssue: ActFixListing, decision.HoldExternalChange: ActCheckPrice, decision.HoldCircuitBreaker: ActCheckPrice,
		decision.HoldSubmissionFailed: ActResume, decision.HoldCurrencyMismatch: ActFixCurrency,
	}
	errorActs = map[decision.Reason]Act{
		decision.ReasonMissingPrice: ActFixListing, decision.ReasonStrategyMissing: ActSetStrategy, decision.ReasonMarketplaceNotServed: ActSetStrategy,
		decision.ReasonMissingMinPrice: ActSetMin, decision.ReasonMissingCost: ActSetCost, decision.ReasonMissingFees: ActWaitForFees,
		decision.ReasonWaitingForFees:    ActWaitForFees,
		decision.ReasonTargetUnreachable: ActLowerTarget, decision.ReasonFloorAboveCeiling: ActRaiseMax,
	}
)

// Suggest returns the suggested action for a row that needs attention, by the reason of its stop or
// of its last decision.
func (a Attention) Suggest(hold optional.Maybe[decision.HoldReason], reason decision.Reason) Act {
	act, ok := ActReviewLimits, true
	switch a {
	case AttentionHold:
		act, ok = holdActs[hold.Or("")]
	case AttentionBreakEven:
		act = ActRaiseMin
	case AttentionPostage:
		act = ActSetPostage
	case AttentionError:
		act, ok = errorActs[reason]
	}
	if !ok {
		return ActReviewLimits
	}
	return act
}

// SubmissionsPerHour bounds the prices that a seller account can send in an hour by the patch
// route: Amazon allows five calls a second (patchListingsItem, Selling Partner API usage plan).
const SubmissionsPerHour = 5 * 3600
