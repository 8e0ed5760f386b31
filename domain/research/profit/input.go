package profit

import (
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
)

// Fulfillment says who ships: Amazon, the seller, or both ways to compare.
type Fulfillment string

// The ways to ship.
const (
	FBA  Fulfillment = "fba"
	FBM  Fulfillment = "fbm"
	Both Fulfillment = "both"
)

// Words lists them, the default first.
func (Fulfillment) Words() []Fulfillment { return []Fulfillment{Both, FBA, FBM} }

// Has reports whether a way is asked for.
func (f Fulfillment) Has(way Fulfillment) bool { return f == way || f == Both || f == "" }

// Returns describes returned units: returned units in percent of the units sold, unsellable units
// in percent of the units returned, and the cost of handling a unit.
type Returns struct {
	Rate, Unsellable money.Percent
	Processing       money.Amount
}

// Range bounds the prices of a curve and counts its points.
type Range struct {
	From, To money.Amount
	Points   int
}

// AllCurve returns the default range: from half the price to one and a half times the price.
func AllCurve(price money.Amount, c money.Currency) Range {
	unit := c.Unit().Units()
	half := max(price.Units()/2/unit*unit, unit)
	return Range{From: money.FromUnits(half), To: money.FromUnits(price.Units() + half), Points: 50}
}

// Input has one product at a price, sold in one way. Amounts are in the marketplace's currency and
// per unit, unless said otherwise.
type Input struct {
	// Market has the fees of the marketplace; nil has no fees.
	Market   *fee.Market
	Currency money.Currency
	Day      date.Date
	Price    money.Amount
	// Merchant sells from the seller's stock. Shipping is charged to the buyer, and Postage is its
	// cost. Unknown postage counts as much as shipping.
	Merchant bool
	Shipping money.Amount
	Postage  optional.Maybe[money.Amount]
	Cost     money.Amount
	// Uncosted marks an unknown cost.
	Uncosted bool
	// CostIncludesVAT counts only in the standard scheme.
	CostIncludesVAT bool
	// SalesTax on the purchase has an amount or a percentage of the cost.
	SalesTax        money.Amount
	SalesTaxPercent money.Percent
	ThirdParty      money.Amount
	Prep            money.Amount
	// Inbound shipping applies only to stock in Amazon's warehouses.
	Inbound money.Amount
	// Other costs do not count in the investment that the ROI is based on. OtherPercent is of the
	// price, OtherOfCost of the cost.
	Other        money.Amount
	OtherPercent money.Percent
	OtherOfCost  money.Percent
	Product      fee.Product
	Given        []fee.Given
	VAT          vat.Settings
	TargetROI    optional.Maybe[money.Percent]
	TargetMargin optional.Maybe[money.Percent]
	TargetProfit optional.Maybe[money.Amount]
	Returns      optional.Maybe[Returns]
	Quantity     optional.Maybe[int64]
	Curve        optional.Maybe[Range]
	// Unsolved leaves out the prices that are searched for.
	Unsolved bool
}

// Bounds of an input.
const (
	MaxQuantity = 1_000_000
	MaxPoints   = 200

	// percent counts the ten-thousandths of one percent.
	percent = 10_000
)

// sale returns the sale without its fees. Postage that is not given is as much as shipping.
func (input *Input) sale() profit.Sale {
	cost := optional.Some(input.Cost)
	if input.Uncosted {
		cost = Maybe{}
	}
	return profit.Sale{
		Currency: input.Currency, Merchant: input.Merchant, Price: input.Price, Shipping: input.Shipping, VAT: input.VAT,
		Costs: profit.Costs{
			Cost: cost, IncludesVAT: input.CostIncludesVAT, SalesTax: input.SalesTax,
			SalesTaxPercent: input.SalesTaxPercent, ThirdParty: input.ThirdParty, Prep: input.Prep, Inbound: input.Inbound,
			Postage: optional.Some(input.Postage.Or(input.Shipping)), Other: input.Other, OtherOfPrice: input.OtherPercent,
			OtherOfCost: input.OtherOfCost,
		},
	}
}

// check refuses input that cannot be calculated.
func (input *Input) check() error {
	rule := func(member, message string) error {
		return fault.New(fault.Rule, fault.CodeValidationFailed, member+" "+message).At("/" + member)
	}
	if !input.Price.Positive() || !input.Price.Fits(input.Currency) {
		return rule("price", "must be above 0 and have no more decimals than the currency")
	}
	amounts := []struct {
		member string
		of     money.Amount
	}{
		{"shipping", input.Shipping}, {"cost", input.Cost}, {"salesTax", input.SalesTax}, {"thirdPartyCost", input.ThirdParty}, {"prepCost", input.Prep},
		{"inboundShipping", input.Inbound}, {"fbmShippingCost", input.Postage.Or(money.Amount{})}, {"otherCost", input.Other},
		{"returns/processingFee", input.Returns.Or(Returns{}).Processing},
	}
	for _, a := range amounts {
		if a.of.Units() < 0 {
			return rule(a.member, "must not be below 0")
		}
	}
	if !input.Shipping.Fits(input.Currency) {
		return rule("shipping", "must have no more decimals than the currency")
	}
	returns := input.Returns.Or(Returns{})
	shares := []struct {
		member string
		of     money.Percent
	}{
		{"salesTaxPercent", input.SalesTaxPercent}, {"otherCostPercentOfPrice", input.OtherPercent}, {"otherCostPercentOfCost", input.OtherOfCost}, {"vat/rate", input.VAT.Rate}, {"vat/costRate", input.VAT.Cost},
		{"vat/flatRate", input.VAT.Flat}, {"returns/ratePercent", returns.Rate}, {"returns/unsellablePercent", returns.Unsellable},
		{"digitalServicesPercent", input.Product.DigitalServices.Or(money.Percent{})}, {"targetMargin", input.TargetMargin.Or(money.Percent{})},
	}
	for _, s := range shares {
		if s.of.Units() < 0 || s.of.Units() > 100*percent {
			return rule(s.member, "must be from 0 to 100")
		}
	}
	if input.TargetROI.Or(money.Percent{}).Units() < 0 {
		return rule("targetRoi", "must not be below 0")
	}
	if n, ok := input.Quantity.Get(); ok && (n < 1 || n > MaxQuantity) {
		return rule("quantity", "must be from 1 to 1000000")
	}
	if c, ok := input.Curve.Get(); ok {
		fits := c.From.Positive() && c.From.Fits(input.Currency) && c.To.Fits(input.Currency) && c.From.Cmp(c.To) <= 0
		if !fits || c.To.Units() > profit.MaxPrice || c.Points < 2 || c.Points > MaxPoints {
			return rule("curve", "must lie above 0, be no higher than 100000 and have from 2 to 200 points")
		}
	}
	return nil
}
