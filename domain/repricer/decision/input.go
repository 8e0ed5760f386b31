package decision

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Input is everything a decision is made from: equal inputs give equal
// decisions, so that a stored input can be decided again. Amounts are in the
// currency of the row.
type Input struct {
	// Now is the moment of the decision.
	Now time.Time
	// OffersAt is when the offers were like this, None when none were ever seen.
	OffersAt optional.Maybe[time.Time]
	// Killed is the switch that stops all repricing, of the process or of the cluster.
	Killed bool
	// Preview decides what would be decided: mode off, a hold and an unresolved
	// submission are passed over. Nothing of it may be sent.
	Preview bool
	// Policy is what the settings say, nil while they are absent.
	Policy *Policy
	Row    Row
	// Strategy is the row's own or the default strategy, nil without either.
	Strategy *Strategy
	// Window is the schedule window in force at Now, nil for none.
	Window *ActiveWindow
	Box    BoxReport
	Offers []Offer
	// Siblings are the other rows of the same seller account for the same
	// product, marketplace and condition that have stock and are not off.
	Siblings []Sibling
	// ExternalPrice is the competitive price outside the marketplace, shipping included.
	ExternalPrice optional.Maybe[money.Amount]
	// FeaturedExpected is the marketplace's own guess of the listing price that
	// wins the box.
	FeaturedExpected optional.Maybe[money.Amount]
}

// Policy is the part of the settings that decides.
type Policy struct {
	Enabled        bool
	SubmissionMode SubmissionMode
	// OwnSellers are all seller ids of the team, of the settings and of the
	// connected accounts.
	OwnSellers            []string
	MaxOfferAgeMinutes    int
	MaxChangesPerDay      int
	MaxDailyChangePercent optional.Maybe[money.Percent]
	AnomalyPercent        money.Percent
}

// Row are what is known of a row.
type Row struct {
	ID            ProductID
	SellerID      string
	MarketplaceID marketplace.ID
	Currency      money.Currency
	Condition     Condition
	Fulfillment   Fulfillment
	// Quantity is how many can be sold; not known counts as in stock.
	Quantity optional.Maybe[int64]
	Mode     Mode
	Hold     optional.Maybe[HoldReason]
	// PriceInFlight is a submission of which it is not known what became of it.
	PriceInFlight bool

	// Price is the live listing price, Shipping what the buyer pays on top.
	Price    money.Amount
	Shipping money.Amount
	// Cost of one unit with its sales tax, preparation and way to the warehouse.
	Cost optional.Maybe[money.Amount]
	Fees optional.Maybe[FeeTerms]
	// VATPercent is contained in the price; 0 where prices exclude tax.
	VATPercent money.Percent
	MapPrice   optional.Maybe[money.Amount]
	Limits     Limits

	// LastEventAt is the time of the offers that were decided last. None for a
	// decision without an event, such as after an edit: it may use them again.
	LastEventAt   optional.Maybe[time.Time]
	LastSubmitted optional.Maybe[money.Amount]
	// LastChangeAt and LastChange tell of the last price sent, LastChange "" for none.
	LastChangeAt optional.Maybe[time.Time]
	LastChange   Reason
	// LastWon is the last price that had the box.
	LastWon     optional.Maybe[money.Amount]
	SoftCeiling optional.Maybe[SoftCeiling]
	// FallsInWindow counts the falls of the price inside the strategy's war window.
	FallsInWindow int
	// PriceWarAt is when so many falls were last seen as make a war.
	PriceWarAt optional.Maybe[time.Time]
	// UnitsSold is counted over the strategy's window_days, from what the
	// marketplace tells of the account's orders; None is not known: the account was
	// not told of orders for the whole window, or the row was not there so long.
	UnitsSold optional.Maybe[int]
	// ChangesToday and DayPrice, the first price of the day, are of the day in
	// the settings' time zone.
	ChangesToday int
	DayPrice     optional.Maybe[money.Amount]
}

// FeeTerms are fees whose referral rate may differ above a price.
type FeeTerms struct {
	Fees
	// Upper is the second bracket, None where one rate holds for all prices.
	Upper optional.Maybe[UpperBracket]
}

// UpperBracket is the referral rate above a limit. A total (price and shipping)
// of exactly the limit still belongs to the first rate.
type UpperBracket struct {
	Above           money.Amount
	ReferralPercent money.Percent
	// Marginal charges the rate on the part above the limit only; otherwise it
	// is charged on the whole total.
	Marginal bool
}

// SoftCeiling is a price that was found to be the highest with the box.
type SoftCeiling struct {
	Price money.Amount
	// Until is when it is forgotten.
	Until time.Time
}

// SoftCeilingAge is how long a soft ceiling is remembered after a price of
// ReasonRevertToLastWin was sent.
const SoftCeilingAge = 24 * time.Hour

// ActiveWindow is a schedule window in force.
type ActiveWindow struct {
	Action WindowAction
	// Percent stands with WindowPercent.
	Percent money.Percent
	// Since is when the window began.
	Since time.Time
	// StartPrice is the price that was live then; None is not known.
	StartPrice optional.Maybe[money.Amount]
}

// BoxReport is what the source of the offers said of the buy box, apart from
// marks on offers.
type BoxReport struct {
	// Unknown is true where the source said nothing: then no marked offer does
	// not mean that there is no box.
	Unknown bool
	// Price is the landed price in the box; None, told and no marked offer means that
	// the box is empty.
	Price optional.Maybe[money.Amount]
}

// Offer is one offer for the row's product.
type Offer struct {
	SellerID string
	Price    money.Amount
	Shipping money.Amount
	// Points are given to the buyer; they count in yen only.
	Points       money.Amount
	Fulfillment  Fulfillment
	Condition    Condition
	SubCondition optional.Maybe[SubCondition]
	// BuyBox marks the offer that has the box, as far as the source tells.
	BuyBox   bool
	Featured bool
	// Amazon is the marketplace itself.
	Amazon        bool
	FeedbackCount optional.Maybe[int]
	RatingPercent optional.Maybe[money.Percent]
	HandlingHours optional.Maybe[int]
	// ShipsFrom is a country code, "" for not known.
	ShipsFrom    string
	AvailableNow optional.Maybe[bool]
}

// Sibling is another row of the same account for the same product.
type Sibling struct {
	ID          ProductID
	Fulfillment Fulfillment
	// Floor None comes after every floor.
	Floor optional.Maybe[money.Amount]
	// Landed is its live price with shipping.
	Landed money.Amount
}

// Decision is what became of an input.
type Decision struct {
	Verdict Verdict
	// Price is the new listing price of a change or suggestion, else the live price.
	Price  money.Amount
	Reason Reason
	// Adjustments stand in the order in which they were made; nil for none.
	Adjustments []Adjustment
	// TargetSellerID is the seller of the offer that was priced against, "" for none,
	// and TargetPrice its landed price.
	TargetSellerID string
	TargetPrice    optional.Maybe[money.Amount]
	// Floor and Ceiling are those of the row, None where the decision ended
	// before they were found, and no ceiling where none is set.
	Floor   optional.Maybe[money.Amount]
	Ceiling optional.Maybe[money.Amount]
	// BuyBox and Competitors are as seen; unknown and None where the decision
	// ended before offers were looked at.
	BuyBox      BuyBox
	Competitors optional.Maybe[int]
	// Trace is nil unless asked for.
	Trace *Trace
}

// ProductID identifies a row; 0 is one that is not stored yet.
type ProductID int64

// BuyBox is what was last seen of the box of a row's product.
type BuyBox struct {
	// Price is in the row's currency.
	Price optional.Maybe[money.Amount]
	Owner BoxOwner
	// Inferred is true when the owner was concluded, not told.
	Inferred bool
}

// Fees are what the marketplace keeps, in the row's currency.
type Fees struct {
	ReferralPercent money.Percent
	ReferralMin     money.Amount
	// Fixed sums fulfilment and closing fees.
	Fixed money.Amount
}

// Limits bound the price of a row. Amounts are in the row's currency.
type Limits struct {
	MinPrice  optional.Maybe[money.Amount]
	MaxPrice  optional.Maybe[money.Amount]
	MaxChange optional.Maybe[money.Amount]
	// MaxChangePercent is a percentage of the live price, above 0 and at most 100.
	MaxChangePercent optional.Maybe[money.Percent]
	MinPriceMode     MinPriceMode
	// TargetROI is a percentage of the cost, not below 0.
	TargetROI optional.Maybe[money.Percent]
	// TargetMargin is a percentage of the net price, not below 0 and below 100.
	TargetMargin optional.Maybe[money.Percent]
	// MinPriceMarkup is an amount or a percentage, as MinPriceMarkupType says; not below 0.
	MinPriceMarkup      optional.Maybe[money.Amount]
	MinPriceMarkupType  Measure
	MissingCostFallback MissingCostFallback
}

// DefaultLimits are limits in which nothing is set.
func DefaultLimits() Limits {
	return Limits{MinPriceMode: MinPriceManual, MinPriceMarkupType: ByAmount, MissingCostFallback: FallbackError}
}
