package repricer

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// word is a closed list of words: a type whose values are known beforehand.
type word[T any] interface {
	~string
	words() []T
}

// Words lists the values of a closed list, the default first where there is one.
func Words[T word[T]]() []T {
	var zero T
	return slices.Clone(zero.words())
}

// Parse reads a word of a closed list: Parse[Mode]("auto"). Another word, also
// in another letter case, is an Invalid fault.
func Parse[T word[T]](s string) (T, error) {
	v := T(s)
	if known(v) {
		return v, nil
	}
	return v, fault.New(fault.Invalid, fault.CodeValidationFailed, choices[T]())
}

func known[T word[T]](v T) bool { return slices.Contains(v.words(), v) }

func choices[T word[T]]() string {
	var b strings.Builder
	b.WriteString("must be one of ")
	var zero T
	for i, w := range zero.words() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

// Mode is what the user wants done with a row.
type Mode string

// The modes: not evaluated; decided and suggested; decided and sent.
const (
	ModeOff    Mode = "off"
	ModeManual Mode = "manual"
	ModeAuto   Mode = "auto"
)

var modes = []Mode{ModeOff, ModeManual, ModeAuto}

func (Mode) words() []Mode { return modes }

// Priority is the lane of a row and with it the least time between two evaluations.
type Priority string

// The priorities.
const (
	PriorityNormal Priority = "normal"
	PriorityFast   Priority = "fast"
	PriorityLow    Priority = "low"
)

var priorities = []Priority{PriorityNormal, PriorityFast, PriorityLow}

func (Priority) words() []Priority { return priorities }

// Condition is the state of the goods; only offers of the row's own condition compete.
type Condition string

// The conditions.
const (
	ConditionNew         Condition = "new"
	ConditionUsed        Condition = "used"
	ConditionCollectible Condition = "collectible"
	ConditionRefurbished Condition = "refurbished"
	ConditionClub        Condition = "club"
)

var conditions = []Condition{ConditionNew, ConditionUsed, ConditionCollectible, ConditionRefurbished, ConditionClub}

func (Condition) words() []Condition { return conditions }

// MinPriceMode is how the floor of a row is found.
type MinPriceMode string

// The ways to a floor: the stored minimum, or calculated from cost and fees.
const (
	MinPriceManual MinPriceMode = "manual"
	MinPriceROI    MinPriceMode = "roi"
	MinPriceMargin MinPriceMode = "margin"
	MinPriceMarkup MinPriceMode = "markup"
)

var minPriceModes = []MinPriceMode{MinPriceManual, MinPriceROI, MinPriceMargin, MinPriceMarkup}

func (MinPriceMode) words() []MinPriceMode { return minPriceModes }

// Measure says whether a number is an amount in the row's currency or a percentage.
type Measure string

// The measures.
const (
	ByAmount  Measure = "amount"
	ByPercent Measure = "percent"
)

var measures = []Measure{ByAmount, ByPercent}

func (Measure) words() []Measure { return measures }

// MissingCostFallback is what a calculated floor does without cost or fees.
type MissingCostFallback string

// The fallbacks.
const (
	FallbackError        MissingCostFallback = "error"
	FallbackSkip         MissingCostFallback = "skip"
	FallbackMinPrice     MissingCostFallback = "min_price"
	FallbackCurrentPrice MissingCostFallback = "current_price"
)

var fallbacks = []MissingCostFallback{FallbackError, FallbackSkip, FallbackMinPrice, FallbackCurrentPrice}

func (MissingCostFallback) words() []MissingCostFallback { return fallbacks }

// Fulfillment says who ships an offer.
type Fulfillment string

// The fulfilments: by the marketplace, by the merchant.
const (
	FBA Fulfillment = "fba"
	FBM Fulfillment = "fbm"
)

var fulfillments = []Fulfillment{FBA, FBM}

func (Fulfillment) words() []Fulfillment { return fulfillments }

// BoxOwner says who has the buy box of a row's product.
type BoxOwner string

// The owners: this account, another account of the team, a rival, the
// marketplace itself, nobody, not known.
const (
	BoxOwn        BoxOwner = "own"
	BoxTeam       BoxOwner = "team"
	BoxCompetitor BoxOwner = "competitor"
	BoxAmazon     BoxOwner = "amazon"
	BoxNone       BoxOwner = "none"
	BoxUnknown    BoxOwner = "unknown"
)

var boxOwners = []BoxOwner{BoxUnknown, BoxOwn, BoxTeam, BoxCompetitor, BoxAmazon, BoxNone}

func (BoxOwner) words() []BoxOwner { return boxOwners }

// HoldReason is why safety froze a row.
type HoldReason string

// The reasons of a hold.
const (
	HoldListingIssue     HoldReason = "listing_issue"
	HoldExternalChange   HoldReason = "external_change_anomaly"
	HoldCircuitBreaker   HoldReason = "circuit_breaker"
	HoldSubmissionFailed HoldReason = "submission_failed"
	HoldCurrencyMismatch HoldReason = "currency_mismatch"
)

var holdReasons = []HoldReason{
	HoldListingIssue, HoldExternalChange, HoldCircuitBreaker, HoldSubmissionFailed, HoldCurrencyMismatch,
}

func (HoldReason) words() []HoldReason { return holdReasons }

// SubmissionMode says whether decided prices leave the house.
type SubmissionMode string

// The submission modes: compute only, or send.
const (
	SubmitSuggest SubmissionMode = "suggest"
	SubmitLive    SubmissionMode = "live"
)

var submissionModes = []SubmissionMode{SubmitSuggest, SubmitLive}

func (SubmissionMode) words() []SubmissionMode { return submissionModes }

// BreakerAction is what a tripped circuit breaker does.
type BreakerAction string

// BreakerHold freezes what the breaker watches until a person resumes it.
const BreakerHold BreakerAction = "hold"

var breakerActions = []BreakerAction{BreakerHold}

func (BreakerAction) words() []BreakerAction { return breakerActions }

// NotifyEvent is something people are told about.
type NotifyEvent string

// The events of a notification.
const (
	NotifyHold           NotifyEvent = "hold"
	NotifyCircuitBreaker NotifyEvent = "circuit_breaker"
	NotifyPriceRejected  NotifyEvent = "price_rejected"
)

var notifyEvents = []NotifyEvent{NotifyHold, NotifyCircuitBreaker, NotifyPriceRejected}

func (NotifyEvent) words() []NotifyEvent { return notifyEvents }
