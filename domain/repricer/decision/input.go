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

// Input has everything a decision depends on. Equal inputs give equal decisions, so a stored input
// can be decided again. Amounts are in the currency of the row.
type Input struct {
	// Now dates the decision.
	Now time.Time
	// OffersAt dates the offers; it is absent if no offers were ever seen.
	OffersAt optional.Maybe[time.Time]
	// Killed reports the kill switch, of this process or of the cluster.
	Killed bool
	// Preview decides as if mode off, a stop and an unresolved submission did not matter. Its
	// result must not be sent.
	Preview bool
	// Policy comes from the settings, nil while they are absent.
	Policy *Policy
	Row    Row
	// Strategy has the row's own or the default strategy, nil without either.
	Strategy *Strategy
	// Window has the schedule window in force at Now, or nil.
	Window *ActiveWindow
	Box    BoxReport
	Offers []Offer
	// OffersIncomplete says that the source left offers or prices out, or contradicts itself. A
	// missing offer may exist.
	OffersIncomplete bool
	// Siblings lists the other rows of the same seller account for the same product, marketplace
	// and condition that have stock and are not off.
	Siblings []Sibling
	// ExternalPrice has the competitive price outside the marketplace, shipping included.
	ExternalPrice optional.Maybe[money.Amount]
	// FeaturedExpected has the marketplace's estimate of the listing price that wins the box.
	FeaturedExpected optional.Maybe[money.Amount]
}

// Policy has the part of the settings that affects decisions.
type Policy struct {
	Enabled        bool
	SubmissionMode SubmissionMode
	// OwnSellers lists all seller ids of the team, from the settings and from the connected
	// accounts.
	OwnSellers            []string
	MaxOfferAgeMinutes    int
	MaxChangesPerDay      int
	MaxDailyChangePercent optional.Maybe[money.Percent]
	AnomalyPercent        money.Percent
	// MaxRisePercent switches the brake on. The brake stops a price that falls by more than
	// AnomalyPercent or rises by more than MaxRisePercent of the live price. It is off in worked
	// cases that do not name it, and in inputs from before it.
	MaxRisePercent optional.Maybe[money.Percent]
	// AvoidFeeCliffs keeps prices from earning less than the last price before a break point of the
	// fees.
	AvoidFeeCliffs bool
}

// Row has the state of a row that a decision uses.
type Row struct {
	ID            ProductID
	SellerID      string
	MarketplaceID marketplace.ID
	Currency      money.Currency
	Condition     Condition
	Fulfillment   Fulfillment
	// Quantity counts the units for sale; unknown counts as in stock.
	Quantity optional.Maybe[int64]
	// WasSoldOut says that the quantity was 0 and no price was found since.
	WasSoldOut bool
	Mode       Mode
	Hold       optional.Maybe[HoldReason]
	// PriceInFlight says that a sent price has no known outcome yet.
	PriceInFlight bool

	// Price has the live listing price, Shipping the charge that the buyer pays on top.
	Price    money.Amount
	Shipping money.Amount
	// Cost has the cost of one unit, with sales tax, preparation and inbound shipping.
	Cost optional.Maybe[money.Amount]
	// Postage has the cost of sending one unit to its buyer, for FBM only. It is absent if unknown.
	Postage optional.Maybe[money.Amount]
	// FX says how Cost and Postage were converted. It is absent if they are in the row's currency.
	FX   optional.Maybe[FX]
	Fees optional.Maybe[FeeTerms]
	// FeesTotal has the landed price at which Fees apply. It is absent if they apply at every
	// price.
	FeesTotal optional.Maybe[money.Amount]
	// FeesTraced adds the fees to the trace. Inputs from before that keep their trace.
	FeesTraced bool
	// FeeBands gives the referral fee by price, nil if unknown.
	FeeBands []FeeBand
	// Bounds has the prices that the row's fees at every price lead to. Without it they follow
	// from Fees.
	Bounds optional.Maybe[Bounds]
	// FeesBy names the source of the fees at the floor.
	FeesBy FeesBasis
	// VATPercent has the VAT that the price contains; 0 if prices exclude tax.
	VATPercent money.Percent
	// VATScheme stays "" for the usual scheme of the marketplace. VATFlat has the rate of a flat
	// scheme.
	VATScheme vat.Scheme
	VATFlat   money.Percent
	MapPrice  optional.Maybe[money.Amount]
	Limits    Limits
	// LossGuard keeps the floor from lying below break-even, as far as cost and fees
	// are known.
	LossGuard bool

	// LastEventAt dates the offers of the last decision. It is absent if no event triggered the
	// decision, such as after an edit: the same offers may then be used again.
	LastEventAt   optional.Maybe[time.Time]
	LastSubmitted optional.Maybe[money.Amount]
	// Accepted passes the brake: the seller resumed the row because of this price, or it was the
	// live price before on_restock raised it.
	Accepted optional.Maybe[money.Amount]
	// LastChangeAt and LastChange have time and reason of the last price sent. Before the first
	// price sent, LastChange is "".
	LastChangeAt optional.Maybe[time.Time]
	LastChange   Reason
	// LastWon has the last live price that won the box.
	LastWon     optional.Maybe[money.Amount]
	SoftCeiling optional.Maybe[SoftCeiling]
	// FallsInWindow counts the price falls within the strategy's price war window.
	FallsInWindow int
	// PriceWarAt dates the last time that the falls amounted to a price war.
	PriceWarAt optional.Maybe[time.Time]
	// UnitsSold counts sales over the strategy's window_days. It is absent if the account's orders
	// or the row do not cover the whole window.
	UnitsSold optional.Maybe[int]
	// ChangesToday and DayPrice, the first price of the day, refer to the day in the settings'
	// time zone.
	ChangesToday int
	DayPrice     optional.Maybe[money.Amount]
}

// FX has the rate that converted a cost. The decision does not depend on it, since the cost is
// converted already; it explains the cost.
type FX struct {
	// From has the currency of the cost. One unit of it is Rate units of the row's currency.
	From money.Currency
	Rate money.Rate
}

// Bounds has prices that were solved over all fees of a row.
type Bounds struct {
	// BreakEven has the price without profit or loss. Floor reaches the target of a calculated
	// min_price_mode.
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

// FeeTerms has fees with up to two referral brackets.
type FeeTerms struct {
	Fees
	// Upper has the second bracket; it is absent if one rate applies to all prices.
	Upper optional.Maybe[UpperBracket]
}

// UpperBracket has the referral rate above a limit. A total (price and shipping) of exactly the
// limit belongs to the first rate.
type UpperBracket struct {
	Above           money.Amount
	ReferralPercent money.Percent
	// Marginal applies the rate only to the part above the limit; otherwise it applies to the
	// whole total.
	Marginal bool
}

// SoftCeiling bounds a raise by the highest price that is known to keep the box.
type SoftCeiling struct {
	Price money.Amount
	// Until is when it expires.
	Until time.Time
}

// SoftCeilingAge bounds the life of a soft ceiling, from the price sent for ReasonRevertToLastWin.
const SoftCeilingAge = 24 * time.Hour

// ActiveWindow describes a schedule window in force.
type ActiveWindow struct {
	Action WindowAction
	// Percent applies to WindowPercent only.
	Percent money.Percent
	// Since is when the window began.
	Since time.Time
	// StartPrice has the live price at Since; it is absent if unknown.
	StartPrice optional.Maybe[money.Amount]
}

// BoxReport has the statement of the source about the buy box, apart from marks on offers.
type BoxReport struct {
	// Unknown says that the source gave no information: a missing mark then does not mean that the
	// box is empty.
	Unknown bool
	// Price has the landed price in the box. The box is empty if Price is absent, Unknown is false
	// and no offer is marked.
	Price optional.Maybe[money.Amount]
}

// Offer describes one offer for the row's product.
type Offer struct {
	SellerID string
	Price    money.Amount
	Shipping money.Amount
	// Points go to the buyer; only points in yen are deducted.
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
	// ShipsFrom has a country code, "" if unknown.
	ShipsFrom    string
	AvailableNow optional.Maybe[bool]
}

// Sibling describes another row of the same account for the same product.
type Sibling struct {
	ID          ProductID
	Fulfillment Fulfillment
	// Floor sorts last if it is absent.
	Floor optional.Maybe[money.Amount]
	// Landed has its live landed price.
	Landed money.Amount
}

// Decision has the result for an input.
type Decision struct {
	Verdict Verdict
	// Price has the new listing price of a change or suggestion, else the live price.
	Price  money.Amount
	Reason Reason
	// Adjustments lists the adjustments in the order in which they were made, or nil.
	Adjustments []Adjustment
	// TargetSellerID names the seller of the offer that was priced against, or is "". TargetPrice
	// has its landed price.
	TargetSellerID string
	TargetPrice    optional.Maybe[money.Amount]
	// Floor and Ceiling come from the row. They are absent if the decision ended before they were
	// found; Ceiling is also absent if no maximum is set.
	Floor   optional.Maybe[money.Amount]
	Ceiling optional.Maybe[money.Amount]
	// BuyBox and Competitors come from the offers. They are unknown and absent if the decision
	// ended before looking at the offers.
	BuyBox      BuyBox
	Competitors optional.Maybe[int]
	Grounds     Grounds
	// Trace stays nil unless asked for.
	Trace *Trace
}

// Grounds has the figures of a decision that its sentences name. A figure that the decision did not
// need has the zero value.
type Grounds struct {
	FloorBy FloorSource
	// Wanted has the exact listing price that the reason asks for, before floor, ceiling and limits
	// of a change.
	Wanted optional.Maybe[money.Amount]
	// Reached has the price that remains of it after floor, ceiling and limits, whether it is sent
	// or not.
	Reached optional.Maybe[money.Amount]
	// Asked has the offer that was priced against, Took the offer that replaced it because it is
	// above the floor.
	Asked, Took Choice
	// Leader has the landed price of the own SKU that this row follows.
	Leader money.Amount
	// SoftCeiling has a value if it bounds a raise.
	SoftCeiling optional.Maybe[money.Amount]
	// Cap has the limit of a change that floor or ceiling override, Allowed the distance that it
	// allows.
	Cap     Adjustment
	Allowed money.Amount
	// Set if the change is smaller than the least change and the buy box depends on it. The change
	// is sent or waits.
	SmallForBox bool
	// Braked says why the price was wanted that the brake stopped.
	Braked Reason
	// Cliff has the rise of the fees below the price that was asked for.
	Cliff optional.Maybe[FeeCliff]
}

// Choice has an offer or figure, the rule against it, and the price that the rule asks for.
type Choice struct {
	// Target has the word of the strategy that chose it, or "".
	Target Target
	// Seller stays "" for the marketplace's figure.
	Seller string
	Landed money.Amount
	Rule   RivalRule
	Wanted money.Amount
}

// ProductID identifies a row; 0 before it is stored.
type ProductID int64

// BuyBox has the last known state of the buy box of a row's product.
type BuyBox struct {
	// Price has the row's currency.
	Price optional.Maybe[money.Amount]
	Owner BoxOwner
	// SellerID names the owner, "" if the box is empty or its owner unknown.
	SellerID string
	// Inferred says that the owner was concluded from the offers, not named by the source.
	Inferred bool
}

// Fees has the marketplace's fees, in the row's currency.
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
	// MaxChangePercent bounds a change in percent of the live price, above 0 and at most 100.
	MaxChangePercent optional.Maybe[money.Percent]
	MinPriceMode     MinPriceMode
	// TargetROI has a percentage of the cost, not below 0.
	TargetROI optional.Maybe[money.Percent]
	// TargetMargin has a percentage of the net price, not below 0 and below 100.
	TargetMargin optional.Maybe[money.Percent]
	// MinPriceMarkup has an amount or a percentage, as MinPriceMarkupType says; not below 0.
	MinPriceMarkup      optional.Maybe[money.Amount]
	MinPriceMarkupType  Measure
	MissingCostFallback MissingCostFallback
}

// DefaultLimits returns limits with nothing set.
func DefaultLimits() Limits {
	return Limits{MinPriceMode: MinPriceManual, MinPriceMarkupType: ByAmount, MissingCostFallback: FallbackError}
}
