package repricer

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Input is everything a decision is made from: equal inputs give equal
// decisions, so that a stored input can be decided again. Amounts are in the
// currency of the row.
type Input struct {
	// Now is the moment of the decision.
	Now time.Time
	// OffersAt is when the offers were like this, None when none were ever seen.
	OffersAt Maybe[time.Time]
	// Killed is the switch that stops all repricing, of the process or of everybody.
	Killed bool
	// Preview decides what would be decided: mode off, a hold and an unresolved
	// submission are passed over. Nothing of it may be sent.
	Preview bool
	// Policy is what the settings say, nil while they are absent.
	Policy *Policy
	Row    Facts
	// Strategy is the row's own or the default strategy, nil without either.
	Strategy *StrategyValues
	// Window is the schedule window in force at Now, nil for none.
	Window *InForce
	Box    BoxReport
	Offers []Offer
	// Siblings are the other rows of the same seller account for the same
	// product, marketplace and condition that have stock and are not off.
	Siblings []Sibling
	// ExternalPrice is the competitive price outside the marketplace, shipping included.
	ExternalPrice Maybe[money.Amount]
	// FeaturedExpected is the marketplace's own guess of the listing price that
	// wins the box.
	FeaturedExpected Maybe[money.Amount]
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
	MaxDailyChangePercent Maybe[money.Percent]
	AnomalyPercent        money.Percent
}

// PolicyOf takes the deciding part out of present settings; accounts are the
// seller ids of the team's connected accounts.
func PolicyOf(v SettingsValues, accounts []string) Policy {
	return Policy{
		Enabled: v.Enabled, SubmissionMode: v.SubmissionMode,
		OwnSellers:         append(cloneList(v.OwnSellerIDs), accounts...),
		MaxOfferAgeMinutes: v.MaxOfferAgeMinutes, MaxChangesPerDay: v.MaxChangesPerDay,
		MaxDailyChangePercent: v.MaxDailyChangePercent, AnomalyPercent: v.AnomalyPercent,
	}
}

// Facts are what is known of a row.
type Facts struct {
	ID            ProductID
	SellerID      string
	MarketplaceID marketplace.ID
	Currency      money.Currency
	Condition     Condition
	Fulfillment   Fulfillment
	// Quantity is how many can be sold; not known counts as in stock.
	Quantity Maybe[int64]
	Mode     Mode
	Hold     Maybe[HoldReason]
	// Pending is a submission of which it is not known what became of it.
	Pending bool

	// Price is the live listing price, Shipping what the buyer pays on top.
	Price    money.Amount
	Shipping money.Amount
	// Cost of one unit with its sales tax, preparation and way to the warehouse.
	Cost Maybe[money.Amount]
	Fees Maybe[FeeTerms]
	// VATPercent is contained in the price; 0 where prices exclude tax.
	VATPercent money.Percent
	MapPrice   Maybe[money.Amount]
	Limits     Limits

	// LastEventAt is the time of the offers that were decided last. None for a
	// decision without an event, such as after an edit: it may use them again.
	LastEventAt   Maybe[time.Time]
	LastSubmitted Maybe[money.Amount]
	// LastChangeAt and LastChange tell of the last price sent, LastChange "" for none.
	LastChangeAt Maybe[time.Time]
	LastChange   Reason
	// LastWon is the last price that had the box.
	LastWon     Maybe[money.Amount]
	SoftCeiling Maybe[SoftCeiling]
	// Drops counts the falls of the price inside the strategy's war window.
	Drops int
	// WarAt is when so many falls were last seen as make a war.
	WarAt Maybe[time.Time]
	// UnitsSold is counted over the strategy's window_days, from what the
	// marketplace tells of the account's orders; None is not known: the account was
	// not told of orders for the whole window, or the row was not there so long.
	UnitsSold Maybe[int]
	// ChangesToday and DayPrice, the first price of the day, are of the day in
	// the settings' time zone.
	ChangesToday int
	DayPrice     Maybe[money.Amount]
}

// FeeTerms are fees whose referral rate may differ above a price.
type FeeTerms struct {
	Fees
	// Upper is the second bracket, None where one rate holds for all prices.
	Upper Maybe[UpperBracket]
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

// SoftCeilingAge is how long a soft ceiling is remembered: whoever sends a
// decision of ReasonRevertToLastWin notes the last winning price for so long.
const SoftCeilingAge = 24 * time.Hour

// InForce is a schedule window in force.
type InForce struct {
	Action WindowAction
	// Percent stands with WindowPercent.
	Percent money.Percent
	// Since is when the window began.
	Since time.Time
	// StartPrice is the price that was live then; None is not known.
	StartPrice Maybe[money.Amount]
}

// BoxReport is what the source of the offers said of the buy box, apart from
// marks on offers.
type BoxReport struct {
	// Untold is true where the source said nothing: then no marked offer does
	// not mean that there is no box.
	Untold bool
	// Price is the landed price in the box; None, told and no marked offer means
	// that nobody has the box.
	Price Maybe[money.Amount]
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
	SubCondition Maybe[SubCondition]
	// BuyBox marks the offer that has the box, as far as the source tells.
	BuyBox   bool
	Featured bool
	// Amazon is the marketplace itself.
	Amazon        bool
	FeedbackCount Maybe[int]
	RatingPercent Maybe[money.Percent]
	HandlingHours Maybe[int]
	// ShipsFrom is a country code, "" for not known.
	ShipsFrom    string
	AvailableNow Maybe[bool]
}

// Sibling is another row of the same account for the same product.
type Sibling struct {
	ID          ProductID
	Fulfillment Fulfillment
	// Floor None comes after every floor.
	Floor Maybe[money.Amount]
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
	// TargetSellerID is whose offer was looked at, "" for nobody's, and
	// TargetPrice its landed price.
	TargetSellerID string
	TargetPrice    Maybe[money.Amount]
	// Floor and Ceiling are those of the row, None where the decision ended
	// before they were found, and no ceiling where none is set.
	Floor   Maybe[money.Amount]
	Ceiling Maybe[money.Amount]
	// BuyBox and Competitors are as seen; unknown and None where the decision
	// ended before offers were looked at.
	BuyBox      BuyBox
	Competitors Maybe[int]
	// Trace is nil unless asked for.
	Trace *Trace
}
