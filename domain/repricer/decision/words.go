package decision

// Mode has the user's choice for a row.
type Mode string

// Off: not evaluated. Manual: decided and suggested. Auto: decided and sent.
const (
	ModeOff    Mode = "off"
	ModeManual Mode = "manual"
	ModeAuto   Mode = "auto"
)

var modes = []Mode{ModeOff, ModeManual, ModeAuto}

// Words lists the values.
func (Mode) Words() []Mode { return modes }

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

var conditions = []Condition{ConditionNew, ConditionUsed, ConditionCollectible, ConditionRefurbished, ConditionClub}

// Words lists the values.
func (Condition) Words() []Condition { return conditions }

// MinPriceMode names the source of the floor of a row.
type MinPriceMode string

// The stored minimum, or a floor calculated from cost and fees.
const (
	MinPriceManual MinPriceMode = "manual"
	MinPriceROI    MinPriceMode = "roi"
	MinPriceMargin MinPriceMode = "margin"
	MinPriceMarkup MinPriceMode = "markup"
)

var minPriceModes = []MinPriceMode{MinPriceManual, MinPriceROI, MinPriceMargin, MinPriceMarkup}

// Words lists the values.
func (MinPriceMode) Words() []MinPriceMode { return minPriceModes }

// Measure says whether a number is an amount in the row's currency or a percentage.
type Measure string

// The measures.
const (
	ByAmount  Measure = "amount"
	ByPercent Measure = "percent"
)

var measures = []Measure{ByAmount, ByPercent}

// Words lists the values.
func (Measure) Words() []Measure { return measures }

// MissingCostFallback chooses the floor of a calculated mode without cost or fees.
type MissingCostFallback string

// The fallbacks.
const (
	FallbackError        MissingCostFallback = "error"
	FallbackSkip         MissingCostFallback = "skip"
	FallbackMinPrice     MissingCostFallback = "min_price"
	FallbackCurrentPrice MissingCostFallback = "current_price"
)

var fallbacks = []MissingCostFallback{FallbackError, FallbackSkip, FallbackMinPrice, FallbackCurrentPrice}

// Words lists the values.
func (MissingCostFallback) Words() []MissingCostFallback { return fallbacks }

// Fulfillment names who ships an offer.
type Fulfillment string

// Shipped by the marketplace, or by the merchant.
const (
	FBA Fulfillment = "fba"
	FBM Fulfillment = "fbm"
)

var fulfillments = []Fulfillment{FBA, FBM}

// Words lists the values.
func (Fulfillment) Words() []Fulfillment { return fulfillments }

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

var boxOwners = []BoxOwner{BoxUnknown, BoxOwn, BoxTeam, BoxCompetitor, BoxAmazon, BoxNone}

// Words lists the values.
func (BoxOwner) Words() []BoxOwner { return boxOwners }

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

var holdReasons = []HoldReason{
	HoldListingIssue, HoldExternalChange, HoldCircuitBreaker, HoldSubmissionFailed, HoldCurrencyMismatch,
}

// Words lists the values.
func (HoldReason) Words() []HoldReason { return holdReasons }

// SubmissionMode says whether decided prices are sent to the marketplace.
type SubmissionMode string

// Suggest prices only, or send them.
const (
	SubmitSuggest SubmissionMode = "suggest"
	SubmitLive    SubmissionMode = "live"
)

var submissionModes = []SubmissionMode{SubmitSuggest, SubmitLive}

// Words lists the values.
func (SubmissionMode) Words() []SubmissionMode { return submissionModes }
