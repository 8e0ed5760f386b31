package decision

// Mode has the user's choice for a row.
type Mode string

// Off: not evaluated. Manual: decided and suggested. Auto: decided and sent.
const (
	ModeOff    Mode = "off"
	ModeManual Mode = "manual"
	ModeAuto   Mode = "auto"
)

func (Mode) Words() []Mode { return []Mode{ModeOff, ModeManual, ModeAuto} }

// Condition describes the goods; only offers of the row's own condition compete.
type Condition string

// The conditions.
const (
	ConditionNew         Condition = "new"
	ConditionUsed        Condition = "used"
	ConditionCollectible Condition = "collectible"
	ConditionRefurbished Condition = "refurbished"
	ConditionClub        Condition = "club"
)

func (Condition) Words() []Condition {
	return []Condition{ConditionNew, ConditionUsed, ConditionCollectible, ConditionRefurbished, ConditionClub}
}

// MinPriceMode names the source of the floor of a row.
type MinPriceMode string

// The stored minimum, or a floor calculated from cost and fees.
const (
	MinPriceManual MinPriceMode = "manual"
	MinPriceROI    MinPriceMode = "roi"
	MinPriceMargin MinPriceMode = "margin"
	MinPriceMarkup MinPriceMode = "markup"
)

func (MinPriceMode) Words() []MinPriceMode {
	return []MinPriceMode{MinPriceManual, MinPriceROI, MinPriceMargin, MinPriceMarkup}
}

// Measure says whether a number is an amount in the row's currency or a percentage.
type Measure string

// The measures.
const (
	ByAmount  Measure = "amount"
	ByPercent Measure = "percent"
)

func (Measure) Words() []Measure { return []Measure{ByAmount, ByPercent} }

// MissingCostFallback chooses the floor of a calculated mode without cost or fees.
type MissingCostFallback string

// The fallbacks.
const (
	FallbackError        MissingCostFallback = "error"
	FallbackSkip         MissingCostFallback = "skip"
	FallbackMinPrice     MissingCostFallback = "min_price"
	FallbackCurrentPrice MissingCostFallback = "current_price"
)

func (MissingCostFallback) Words() []MissingCostFallback {
	return []MissingCostFallback{FallbackError, FallbackSkip, FallbackMinPrice, FallbackCurrentPrice}
}

// Fulfillment names who ships an offer.
type Fulfillment string

// Shipped by the marketplace, or by the merchant.
const (
	FBA Fulfillment = "fba"
	FBM Fulfillment = "fbm"
)

func (Fulfillment) Words() []Fulfillment { return []Fulfillment{FBA, FBM} }

// BoxOwner names the owner of the buy box of a row's product.
type BoxOwner string

// This account, another account of the team, a rival, Amazon itself, an empty box, unknown.
const (
	BoxOwn        BoxOwner = "own"
	BoxTeam       BoxOwner = "team"
	BoxCompetitor BoxOwner = "competitor"
	BoxAmazon     BoxOwner = "amazon"
	BoxNone       BoxOwner = "none"
	BoxUnknown    BoxOwner = "unknown"
)

// Mine reports whether the team has the box.
func (o BoxOwner) Mine() bool { return o == BoxOwn || o == BoxTeam }

func (BoxOwner) Words() []BoxOwner {
	return []BoxOwner{BoxUnknown, BoxOwn, BoxTeam, BoxCompetitor, BoxAmazon, BoxNone}
}

// HoldReason says why a row was stopped.
type HoldReason string

// The reasons of a stop.
const (
	HoldListingIssue     HoldReason = "listing_issue"
	HoldExternalChange   HoldReason = "external_change_anomaly"
	HoldCircuitBreaker   HoldReason = "circuit_breaker"
	HoldSubmissionFailed HoldReason = "submission_failed"
	HoldCurrencyMismatch HoldReason = "currency_mismatch"
)

func (HoldReason) Words() []HoldReason {
	return []HoldReason{
		HoldListingIssue, HoldExternalChange, HoldCircuitBreaker, HoldSubmissionFailed, HoldCurrencyMismatch,
	}
}

// SubmissionMode says whether decided prices are sent to the marketplace.
type SubmissionMode string

// Suggest prices only, or send them.
const (
	SubmitSuggest SubmissionMode = "suggest"
	SubmitLive    SubmissionMode = "live"
)

func (SubmissionMode) Words() []SubmissionMode { return []SubmissionMode{SubmitSuggest, SubmitLive} }
