package decision

import (
	"math/big"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer/decision/exact"
)

// Input is everything a decision depends on. Equal inputs give equal decisions, so a stored input
// can be decided again. Amounts are in the currency of the row.
type Input struct {
	// Now is the moment of the decision.
	Now time.Time
	// OffersAt is the time of the offers, None if none were ever seen.
	OffersAt optional.Maybe[time.Time]
	// Killed is the kill switch, of this process or of the cluster.
	Killed bool
	// Preview decides as if mode off, a hold and an unresolved submission did not matter. Its
	// result must not be sent.
	Preview bool
	// Policy is taken from the settings, nil while they are absent.
	Policy *Policy
	Row    Row
	// Strategy is the row's own or the default strategy, nil without either.
	Strategy *Strategy
	// Window is the schedule window in force at Now, nil for none.
	Window *ActiveWindow
	Box    BoxReport
	Offers []Offer
	// OffersIncomplete says that the source left offers or prices out, or contradicts itself. A
	// missing offer may exist.
	OffersIncomplete bool
	// Siblings are the other rows of the same seller account for the same
	// product, marketplace and condition that have stock and are not off.
	Siblings []Sibling
	// ExternalPrice is the competitive price outside the marketplace, shipping included.
	ExternalPrice optional.Maybe[money.Amount]
	// FeaturedExpected is the marketplace's estimate of the listing price that wins the box.
	FeaturedExpected optional.Maybe[money.Amount]
}

// Policy is the part of the settings that affects decisions.
type Policy struct {
	Enabled        bool
	SubmissionMode SubmissionMode
	// OwnSellers are all seller ids of the team: those of the settings and of the connected
	// accounts.
	OwnSellers            []string
	MaxOfferAgeMinutes    int
	MaxChangesPerDay      int
	MaxDailyChangePercent optional.Maybe[money.Percent]
	AnomalyPercent        money.Percent
	// MaxRisePercent switches the brake on, which stops a price that falls by more than AnomalyPercent
	// or rises by more than MaxRisePercent of the live price. It is off in
	// worked cases that do not name it, and in inputs from before it.
	MaxRisePercent optional.Maybe[money.Percent]
	// AvoidFeeCliffs keeps prices from earning less than the last one before a break point of the
	// fees.
	AvoidFeeCliffs bool
}

// Row is the state of a row that a decision uses.
type Row struct {
	ID            ProductID
	SellerID      string
	MarketplaceID marketplace.ID
	Currency      money.Currency
	Condition     Condition
	Fulfillment   Fulfillment
	// Quantity is how many can be sold; unknown counts as in stock.
	Quantity optional.Maybe[int64]
	// WasSoldOut is true if the quantity was 0 and no price was found since.
	WasSoldOut bool
	Mode       Mode
	Hold       optional.Maybe[HoldReason]
	// PriceInFlight is true while a sent price has no known outcome.
	PriceInFlight bool

	// Price is the live listing price, Shipping what the buyer pays on top.
	Price    money.Amount
	Shipping money.Amount
	// Cost is the cost of one unit, with sales tax, preparation and inbound shipping.
	Cost optional.Maybe[money.Amount]
	// Postage is what it costs to send one unit to its buyer; it counts for FBM only.
	// None is not known.
	Postage optional.Maybe[money.Amount]
	Fees    optional.Maybe[FeeTerms]
	// FeesTotal is the landed price whose fees they are, None if they hold at every price.
	FeesTotal optional.Maybe[money.Amount]
	// FeesTraced adds the fees to the trace. Inputs from before that keep their trace.
	FeesTraced bool
	// FeeBands are how the referral fee follows the price, nil if that is not known.
	FeeBands []FeeBand
	// Bounds has the prices that the row's fees at every price lead to. Without it they follow
	// from Fees.
	Bounds optional.Maybe[Bounds]
	// FeesBy names the source of the fees at the floor.
	FeesBy FeesBasis
	// VATPercent is contained in the price; 0 where prices exclude tax.
	VATPercent money.Percent
	// VATScheme is "" for the usual scheme of the marketplace. VATFlat is the rate of a flat scheme.
	VATScheme vat.Scheme
	VATFlat   money.Percent
	MapPrice  optional.Maybe[money.Amount]
	Limits    Limits
	// LossGuard keeps the floor from lying below break-even, as far as cost and fees
	// are known.
	LossGuard bool

	// LastEventAt is the time of the offers that were decided last. It is None if no event
	// triggered the decision, such as after an edit: the same offers may then be used again.
	LastEventAt   optional.Maybe[time.Time]
	LastSubmitted optional.Maybe[money.Amount]
	// Accepted passes the brake: the seller resumed the row because of this price, or it was the live
	// price before on_restock raised it.
	Accepted optional.Maybe[money.Amount]
	// LastChangeAt and LastChange are time and reason of the last price sent; LastChange is "" for
	// none.
	LastChangeAt optional.Maybe[time.Time]
	LastChange   Reason
	// LastWon is the last live price that had the box.
	LastWon     optional.Maybe[money.Amount]
	SoftCeiling optional.Maybe[SoftCeiling]
	// FallsInWindow counts the price falls within the strategy's price war window.
	FallsInWindow int
	// PriceWarAt is when the falls last amounted to a price war.
	PriceWarAt optional.Maybe[time.Time]
	// UnitsSold counts sales over the strategy's window_days. It is None if the account's orders
	// or the row do not cover the whole window.
	UnitsSold optional.Maybe[int]
	// ChangesToday and DayPrice, the first price of the day, refer to the day in the settings'
	// time zone.
	ChangesToday int
	DayPrice     optional.Maybe[money.Amount]
}

// Bounds has prices that were solved over all fees of a row.
type Bounds struct {
	// BreakEven is without profit or loss. Floor reaches the target of a calculated min_price_mode.
	BreakEven, Floor profit.Solution
}

// FeesBasis names the source of the fees at the floor.
type FeesBasis string

// The bases: Amazon's answer at the floor or fees of every price, the fee tables because
// Amazon does not answer, and no known fees: the row waits.
const (
	FeesByAnswer FeesBasis = ""
	FeesByTables FeesBasis = "tables"
	FeesAwaited  FeesBasis = "awaited"
)

// FeeTerms are fees with up to two referral brackets.
type FeeTerms struct {
	Fees
	// Upper is the second bracket, None if one rate holds for all prices.
	Upper optional.Maybe[UpperBracket]
}

// UpperBracket is the referral rate above a limit. A total (price and shipping) of exactly the
// limit belongs to the first rate.
type UpperBracket struct {
	Above           money.Amount
	ReferralPercent money.Percent
	// Marginal applies the rate only to the part above the limit; otherwise it applies to the
	// whole total.
	Marginal bool
}

// SoftCeiling is the highest price that is known to keep the box.
type SoftCeiling struct {
	Price money.Amount
	// Until is when it expires.
	Until time.Time
}

// SoftCeilingAge is how long a soft ceiling lasts after a price was sent for
// ReasonRevertToLastWin.
const SoftCeilingAge = 24 * time.Hour

// ActiveWindow is a schedule window in force.
type ActiveWindow struct {
	Action WindowAction
	// Percent is set for WindowPercent.
	Percent money.Percent
	// Since is when the window began.
	Since time.Time
	// StartPrice is the live price at Since; None if unknown.
	StartPrice optional.Maybe[money.Amount]
}

// BoxReport is what the source of the offers said about the buy box, apart from marks on offers.
type BoxReport struct {
	// Unknown is true if the source said nothing: a missing mark then does not mean that the box
	// is empty.
	Unknown bool
	// Price is the landed price in the box. If it is None, Unknown is false and no offer is
	// marked, the box is empty.
	Price optional.Maybe[money.Amount]
}

// Offer is one offer for the row's product.
type Offer struct {
	SellerID string
	Price    money.Amount
	Shipping money.Amount
	// Points are given to the buyer; only points in yen are deducted.
	Points       money.Amount
	Fulfillment  Fulfillment
	Condition    Condition
	SubCondition optional.Maybe[SubCondition]
	// BuyBox marks the offer with the box, if the source says so.
	BuyBox   bool
	Featured bool
	// Amazon marks Amazon's own offers.
	Amazon        bool
	FeedbackCount optional.Maybe[int]
	RatingPercent optional.Maybe[money.Percent]
	HandlingHours optional.Maybe[int]
	// ShipsFrom is a country code, "" if unknown.
	ShipsFrom    string
	AvailableNow optional.Maybe[bool]
}

// Sibling is another row of the same account for the same product.
type Sibling struct {
	ID          ProductID
	Fulfillment Fulfillment
	// Floor sorts last if it is None.
	Floor optional.Maybe[money.Amount]
	// Landed is its live landed price.
	Landed money.Amount
}

// Decision is the result for an input.
type Decision struct {
	Verdict Verdict
	// Price is the new listing price of a change or suggestion, else the live price.
	Price  money.Amount
	Reason Reason
	// Adjustments are in the order in which they were made; nil for none.
	Adjustments []Adjustment
	// TargetSellerID is the seller of the offer that was priced against, "" for none, and
	// TargetPrice its landed price.
	TargetSellerID string
	TargetPrice    optional.Maybe[money.Amount]
	// Floor and Ceiling are the row's, None if the decision ended before they were found; Ceiling
	// is also None if none is set.
	Floor   optional.Maybe[money.Amount]
	Ceiling optional.Maybe[money.Amount]
	// BuyBox and Competitors are what the offers showed; unknown and None if the decision ended
	// before looking at them.
	BuyBox      BuyBox
	Competitors optional.Maybe[int]
	Grounds     Grounds
	// Trace is nil unless asked for.
	Trace *Trace
}

// Grounds are the figures behind a decision that the sentences about it name. What a decision did
// not need is the zero value.
type Grounds struct {
	FloorBy FloorSource
	// Wanted is the exact listing price that the reason asks for, before floor, ceiling and limits of a change.
	Wanted optional.Maybe[money.Amount]
	// Reached is what floor, ceiling and limits leave of it, whether it is sent or not.
	Reached optional.Maybe[money.Amount]
	// Asked is what was priced against, Took the offer that replaced it because it is above the floor.
	Asked, Took Choice
	// Leader is the landed price of the own SKU that this one stays behind.
	Leader money.Amount
	// SoftCeiling is set where it bounds a raise.
	SoftCeiling optional.Maybe[money.Amount]
	// Cap is the limit of a change that floor or ceiling override, Allowed how far it lets the price move.
	Cap     Adjustment
	Allowed money.Amount
	// SmallForBox is whether the change is smaller than the least one and the buy box depends on it; it is
	// sent or waits.
	SmallForBox bool
	// Braked says why the price was wanted that the brake stopped.
	Braked Reason
	// Cliff is where the fees rise below the price that was asked for.
	Cliff optional.Maybe[FeeCliff]
}

// Choice is an offer or figure, the rule against it, and what that asks for.
type Choice struct {
	// Target is the word of the strategy that chose it, "" for none.
	Target Target
	// Seller is "" for the marketplace's figure.
	Seller string
	Landed money.Amount
	Rule   RivalRule
	Wanted money.Amount
}

// ProductID identifies a row; 0 before it is stored.
type ProductID int64

// BuyBox is the last known state of the buy box of a row's product.
type BuyBox struct {
	// Price is in the row's currency.
	Price optional.Maybe[money.Amount]
	Owner BoxOwner
	// SellerID is the seller that has it, "" for none and for one that is not known.
	SellerID string
	// Inferred is true if the owner was concluded from the offers, not named by the source.
	Inferred bool
}

// Fees are the marketplace's fees, in the row's currency.
type Fees struct {
	ReferralPercent money.Percent
	ReferralMin     money.Amount
	// Fixed sums fulfilment and closing fees.
	Fixed money.Amount
}

// At sums the fees at a total in ten-thousandths, without rounding them.
func (f Fees) At(total money.Amount) *big.Rat {
	return f.charged(f.flat(), total.Units()).Rat(exact.PercentUnit)
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

// DefaultLimits are limits with nothing set.
func DefaultLimits() Limits {
	return Limits{MinPriceMode: MinPriceManual, MinPriceMarkupType: ByAmount, MissingCostFallback: FallbackError}
}
