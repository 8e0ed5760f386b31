package pricelist

// Status has the outcome of a row's identifier.
type Status string

// The statuses of rows. A pending row waits for its product to be looked for.
const (
	Pending           Status = "pending"
	Matched           Status = "matched"
	Multiple          Status = "multiple"
	NotFound          Status = "not_found"
	InvalidIdentifier Status = "invalid_identifier"
	RowError          Status = "error"
)

func (Status) Words() []Status {
	return []Status{Pending, Matched, Multiple, NotFound, InvalidIdentifier, RowError}
}

// Verdict says whether to buy.
type Verdict string

// The verdicts.
const (
	Accept Verdict = "accept"
	Review Verdict = "review"
	Reject Verdict = "reject"
)

func (Verdict) Words() []Verdict { return []Verdict{Accept, Review, Reject} }

// Rule names a reason against accepting a product.
type Rule string

// The rules of verdicts: the first eight reject, the others ask for a review.
const (
	RuleRestricted        Rule = "restricted"
	RuleNotFound          Rule = "not_found"
	RuleInvalidIdentifier Rule = "invalid_identifier"
	RuleSkipped           Rule = "skipped"
	RuleROI               Rule = "roi_below_target"
	RuleProfit            Rule = "profit_below_minimum"
	RuleMargin            Rule = "margin_below_minimum"
	RuleNotProfitable     Rule = "not_profitable"
	RuleError             Rule = "error"
	RuleApproval          Rule = "approval_required"
	RuleMultiple          Rule = "multiple"
	RuleTitle             Rule = "title_differs"
	RulePack              Rule = "pack_unsure"
	RuleGap               Rule = "gap"
	RuleAlert             Rule = "alert"
	RuleROIHigh           Rule = "roi_above_200"
	RuleROILow            Rule = "roi_below_minus_300"
)

// Gap names a missing figure, or a figure that makes the result doubtful.
type Gap string

// The gaps.
const (
	NoCost   Gap = "no_cost"
	NoBuyBox Gap = "no_buy_box"
	// NoExchangeRate says that the expenses have no rate for the cost's currency.
	NoExchangeRate Gap = "exchange_rate_missing"
	// NoCurrency says that the sign of the cost names no currency for sure.
	NoCurrency  Gap = "currency_unknown"
	NoFees      Gap = "no_fees"
	NoPostage   Gap = "no_postage"
	NoASIN      Gap = "asin_not_found"
	SetOrBundle Gap = "set_or_bundle"
	NotApproved Gap = "approval_required"
	Restricted  Gap = "restricted"
	ROILow      Gap = "roi_below_minus_300"
	ROIHigh     Gap = "roi_above_200"
	Stale       Gap = "stale_data"
)

func (Gap) Words() []Gap {
	return []Gap{
		NoCost, NoCurrency, NoExchangeRate, NoBuyBox, NoFees, NoPostage, NoASIN, SetOrBundle, NotApproved, Restricted,
		ROILow, ROIHigh, Stale,
	}
}

// Level says how much an alert matters.
type Level string

// The levels. Danger asks for a review.
const (
	Info    Level = "info"
	Warning Level = "warning"
	Danger  Level = "danger"
)

// AlertCode names a risk of selling a product.
type AlertCode string

// The alerts.
const (
	Hazmat            AlertCode = "hazmat"
	Meltable          AlertCode = "meltable"
	Oversize          AlertCode = "oversize"
	Adult             AlertCode = "adult"
	PossibleMultipack AlertCode = "possible_multipack"
	AmazonSells       AlertCode = "amazon_sells"
	BuyBoxSuppressed  AlertCode = "buy_box_suppressed"
	PriceSpike        AlertCode = "price_spike"
	GenericBrand      AlertCode = "generic_brand"
)

// levels has how much each alert matters, in their order.
var levels = []struct {
	code  AlertCode
	level Level
}{
	{Hazmat, Danger}, {Meltable, Warning}, {Oversize, Info}, {Adult, Warning}, {PossibleMultipack, Warning}, {AmazonSells, Warning},
	{BuyBoxSuppressed, Danger}, {PriceSpike, Danger}, {GenericBrand, Info},
}

func (AlertCode) Words() []AlertCode {
	out := make([]AlertCode, len(levels))
	for i, l := range levels {
		out[i] = l.code
	}
	return out
}

// Level returns how much the alert matters.
func (a AlertCode) Level() Level {
	for _, l := range levels {
		if l.code == a {
			return l.level
		}
	}
	return Info
}

// Fulfillment says who ships: Amazon, the seller, or both ways to compare.
type Fulfillment string

// The ways to ship.
const (
	Both Fulfillment = "both"
	FBA  Fulfillment = "fba"
	FBM  Fulfillment = "fbm"
)

// Words lists them, the default first.
func (Fulfillment) Words() []Fulfillment { return []Fulfillment{Both, FBA, FBM} }

// Has reports whether a way is asked for.
func (f Fulfillment) Has(way Fulfillment) bool { return f == way || f == Both || f == "" }

// Basis names the price a row is sold at.
type Basis string

// The bases.
const (
	AtBuyBox    Basis = "buy_box"
	AtLowestFBA Basis = "lowest_fba"
	AtMean90    Basis = "avg_90d"
)

// Words lists them, the default first.
func (Basis) Words() []Basis { return []Basis{AtBuyBox, AtLowestFBA, AtMean90} }

// PriceSource names the origin of a row's price.
type PriceSource string

// The sources of prices.
const (
	FromBuyBox    PriceSource = "buy_box"
	FromLowestFBA PriceSource = "lowest_fba"
	FromLowestFBM PriceSource = "lowest_fbm"
	FromMean90    PriceSource = "avg_90d"
	FromEdit      PriceSource = "edited"
)

// PackSource names the origin of a pack.
type PackSource string

// The sources of packs.
const (
	PackByAttribute PackSource = "attribute"
	PackByTitle     PackSource = "title"
	PackEdited      PackSource = "edited"
	PackAssumed     PackSource = "assumed"
)

// Restriction says whether the team may sell a product.
type Restriction string

// The answers.
const (
	Allowed     Restriction = "ALLOWED_TO_SELL"
	Approval    Restriction = "APPROVAL_REQUIRED"
	NotEligible Restriction = "NOT_ELIGIBLE"
)

func (Restriction) Words() []Restriction { return []Restriction{Allowed, Approval, NotEligible} }
