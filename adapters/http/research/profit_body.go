package research

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
)

// Domain takes the domain of a marketplace.
type Domain string

// Schema lists the domains.
func (Domain) Schema(huma.Registry) *huma.Schema {
	return body.Enum(body.Each(marketplace.All(), func(m marketplace.Marketplace) string { return m.Domain }))
}

// PriceByDomain maps marketplaces to prices.
type PriceByDomain map[string]body.PositiveMoney

// Schema has a member for each marketplace.
func (PriceByDomain) Schema(r huma.Registry) *huma.Schema {
	return named[body.PositiveMoney](r, "Price on ", func(m marketplace.Marketplace) string { return m.Domain })
}

// RateByCurrency maps currencies to exchange rates.
type RateByCurrency map[string]body.Rate

// Schema has a member for each currency of a marketplace.
func (RateByCurrency) Schema(r huma.Registry) *huma.Schema {
	return named[body.Rate](r, "Rate of ", func(m marketplace.Marketplace) string { return string(m.Currency) })
}

// named describes an object with a member of type T for each distinct name of a marketplace.
func named[T huma.SchemaProvider](r huma.Registry, what string, name func(marketplace.Marketplace) string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{}}
	for _, m := range marketplace.All() {
		var of T
		member := of.Schema(r)
		member.Description = what + name(m) + "."
		s.Properties[name(m)] = member
	}
	return s
}

// ProfitQuestion has the inputs of a calculation. Amounts are in the marketplace's currency and per
// unit.
type ProfitQuestion struct {
	Price                   body.Opt[body.PositiveMoney]            `json:"price,omitzero" maximum:"10000000" doc:"Price that the buyer pays without shipping, with at most the decimals of the currency. When absent, the buy box price, else the lowest offer. 422 no_price if no price is known."`
	Date                    body.Opt[body.Day]                      `json:"date,omitzero" doc:"The day that the fees apply to; today in the marketplace when absent. Fees of any other day come from the tables. They begin in 2026: an earlier day gets the fees of the first table, with the note outdated_table."`
	Shipping                body.Opt[body.Money]                    `json:"shipping,omitzero" minimum:"0" maximum:"10000000" doc:"Shipping that the buyer pays, FBM only; 0 when absent."`
	Cost                    body.Money                              `json:"cost" minimum:"0" maximum:"10000000" doc:"Cost of the unit."`
	CostIncludesVAT         body.Opt[bool]                          `json:"costIncludesVat,omitzero" doc:"Whether cost has VAT in it, which counts in the scheme standard alone; false when absent."`
	Fulfillment             body.Opt[body.Word[profit.Fulfillment]] `json:"fulfillment,omitzero" doc:"Who ships; both when absent."`
	SalesTaxPercent         body.Opt[body.Percent]                  `json:"salesTaxPercent,omitzero" minimum:"0" maximum:"100" doc:"Sales tax on the purchase in percent of cost; not beside salesTax."`
	SalesTax                body.Opt[body.Money]                    `json:"salesTax,omitzero" minimum:"0" maximum:"10000000" doc:"Sales tax on the purchase; not beside salesTaxPercent."`
	ThirdPartyCost          body.Opt[body.Money]                    `json:"thirdPartyCost,omitzero" minimum:"0" maximum:"10000000" doc:"Charges of third parties, such as a warehouse."`
	PrepCost                body.Opt[body.Money]                    `json:"prepCost,omitzero" minimum:"0" maximum:"10000000" doc:"Cost of preparing the unit."`
	InboundShipping         body.Opt[body.Money]                    `json:"inboundShipping,omitzero" minimum:"0" maximum:"10000000" doc:"Cost of sending the unit to Amazon, FBA only."`
	FBMShippingCost         body.Opt[body.Money]                    `json:"fbmShippingCost,omitzero" minimum:"0" maximum:"10000000" doc:"Cost of sending the unit to the buyer, FBM only; as much as shipping when absent."`
	OtherCost               body.Opt[body.Money]                    `json:"otherCost,omitzero" minimum:"0" maximum:"10000000" doc:"Other costs, which no return is asked for."`
	OtherCostPercentOfPrice body.Opt[body.Percent]                  `json:"otherCostPercentOfPrice,omitzero" minimum:"0" maximum:"100" doc:"Other costs in percent of price, such as advertising."`
	StorageMonths           body.Opt[body.Money]                    `json:"storageMonths,omitzero" minimum:"0" maximum:"120" doc:"Months in Amazon's warehouse from date on, with fractions. When absent, the team's value, else 1."`
	Category                body.Opt[string]                        `json:"category,omitzero" minLength:"1" maxLength:"100" doc:"Name of the fee category in Amazon's fee schedule. When absent, the sources' category, else the category for everything else."`
	FeeGroup                body.Opt[body.Word[fee.Group]]          `json:"feeGroup,omitzero" doc:"Fulfillment table that applies; chosen by the category when absent."`
	Dimensions              body.Opt[PackageSize]                   `json:"dimensions,omitzero" doc:"Size and weight of the packaged unit. When absent, the sources' figures."`
	SIPP                    body.Opt[bool]                          `json:"sipp,omitzero" doc:"Whether it ships in its own packaging, which spares bulky units a fee."`
	LowInventoryDays        body.Opt[int64]                         `json:"lowInventoryDays,omitzero" minimum:"0" maximum:"3650" doc:"Days of supply for the low inventory fee; no such fee when absent."`
	Placement               body.Opt[body.Word[fee.Placement]]      `json:"placement,omitzero" doc:"Inbound splits that are taken; none when absent."`
	DigitalServicesPercent  body.Opt[body.Percent]                  `json:"digitalServicesPercent,omitzero" minimum:"0" maximum:"100" doc:"Digital services fee in percent of referral, closing and fulfillment fee; the table's when absent."`
	CentralEurope           body.Opt[bool]                          `json:"centralEurope,omitzero" doc:"Whether the seller takes part in the Central Europe Programme; false when absent."`
	FeeSource               body.Opt[body.Word[app.FeeSource]]      `json:"feeSource,omitzero" doc:"Source of the fees that are not in fees.\n\nauto, when absent: line by line the first of Amazon's estimate, Keepa and the tables that has it. amazon: Amazon's estimate, and the tables for lines without an estimate, such as storage. keepa: Keepa, else the tables. table: the tables alone.\n\namazon and keepa have fees of today only: with another date they are 400 conflicting_parameters."`
	Fees                    body.Opt[GivenFees]                     `json:"fees,omitzero" doc:"Fees that are known."`
	VAT                     body.Opt[VATQuestion]                   `json:"vat,omitzero" doc:"The seller's VAT scheme and rates."`
	TargetROI               body.Opt[body.Percent]                  `json:"targetRoi,omitzero" minimum:"0" doc:"Return in percent that maxCost and priceFor are looked for."`
	TargetMargin            body.Opt[body.Percent]                  `json:"targetMargin,omitzero" minimum:"0" maximum:"100" doc:"Margin in percent that maxCost and priceFor are looked for."`
	TargetProfit            body.Opt[body.Money]                    `json:"targetProfit,omitzero" doc:"Profit that maxCost and priceFor are looked for."`
	Returns                 body.Opt[ReturnsQuestion]               `json:"returns,omitzero" doc:"Returns, for expected."`
	Quantity                body.Opt[int64]                         `json:"quantity,omitzero" minimum:"1" maximum:"1000000" doc:"Units, for totals."`
	Curve                   body.Opt[CurveQuestion]                 `json:"curve,omitzero" doc:"Prices at which the profit is shown; {} is enough."`
	Compare                 []Domain                                `json:"compare,omitempty" maxItems:"10" doc:"Other marketplaces to be compared, each with its own VAT and fees."`
	Prices                  PriceByDomain                           `json:"prices,omitempty" doc:"Price on a marketplace of compare, by domain, in its currency. A missing price is looked up; prices of other marketplaces are not used."`
	ExchangeRates           RateByCurrency                          `json:"exchangeRates,omitempty" doc:"Units of a currency for one of the cost's, by ISO 4217 code; else the team's rate of the day."`
}

// PackageSize has the size of the packaged unit, with decimals.
type PackageSize struct {
	LengthMm body.PositiveMoney `json:"lengthMm" maximum:"10000" doc:"Length in millimetres; the sides may come in any order."`
	WidthMm  body.PositiveMoney `json:"widthMm" maximum:"10000" doc:"Width in millimetres."`
	HeightMm body.PositiveMoney `json:"heightMm" maximum:"10000" doc:"Height in millimetres."`
	WeightG  body.PositiveMoney `json:"weightG" maximum:"10000000" doc:"Weight in grams."`
}

// GivenFees has fees that the caller knows.
type GivenFees struct {
	ReferralFee     body.Opt[body.Money]   `json:"referralFee,omitzero" minimum:"0" maximum:"10000000" doc:"Referral fee; not beside referralFeeRate."`
	ReferralFeeRate body.Opt[body.Percent] `json:"referralFeeRate,omitzero" minimum:"0" maximum:"100" doc:"Referral fee in percent of the buyer's payment; not beside referralFee."`
	FBAFee          body.Opt[body.Money]   `json:"fbaFee,omitzero" minimum:"0" maximum:"10000000" doc:"Fulfillment fee."`
	StorageFee      body.Opt[body.Money]   `json:"storageFee,omitzero" minimum:"0" maximum:"10000000" doc:"Storage for all storageMonths."`
	ClosingFee      body.Opt[body.Money]   `json:"closingFee,omitzero" minimum:"0" maximum:"10000000" doc:"Closing fee."`
}

// VATQuestion sets the seller's VAT scheme and rates.
type VATQuestion struct {
	Scheme   body.Opt[body.Word[vat.Scheme]] `json:"scheme,omitzero" doc:"Absent: none where prices are without tax, else the team's, else standard."`
	Rate     body.Opt[body.Percent]          `json:"rate,omitzero" minimum:"0" maximum:"100" doc:"Rate of sale and fees in percent of the price without VAT. When absent: the rate of the cost, of the product's VAT class, or the standard rate."`
	CostRate body.Opt[body.Percent]          `json:"costRate,omitzero" minimum:"0" maximum:"100" doc:"Rate in the cost; rate when absent."`
	FlatRate body.Opt[body.Percent]          `json:"flatRate,omitzero" minimum:"0" maximum:"100" doc:"Rate of the scheme flat, in percent of the buyer's payment. When absent, the team's, else 0."`
}

// ReturnsQuestion sets the share of returned units and their costs.
type ReturnsQuestion struct {
	RatePercent       body.Percent           `json:"ratePercent" minimum:"0" maximum:"100" doc:"Units that come back, in percent of those sold."`
	UnsellablePercent body.Opt[body.Percent] `json:"unsellablePercent,omitzero" minimum:"0" maximum:"100" doc:"Units that cannot be sold again, in percent of those that come back; 50 when absent."`
	ProcessingFee     body.Opt[body.Money]   `json:"processingFee,omitzero" minimum:"0" maximum:"10000000" doc:"Further cost of a return; 0 when absent."`
}

// CurveQuestion sets the range of a curve; an empty question covers a range around the price.
type CurveQuestion struct {
	From   body.Opt[body.PositiveMoney] `json:"from,omitzero" maximum:"100000" doc:"Lowest price; half of price when absent."`
	To     body.Opt[body.PositiveMoney] `json:"to,omitzero" maximum:"100000" doc:"Highest price; one and a half of price when absent."`
	Points body.Opt[int]                `json:"points,omitzero" minimum:"2" maximum:"200" doc:"How many prices; 50 when absent."`
}

func amount(o body.Opt[body.Money]) money.Amount {
	return optional.Map(o.Field, body.Money.Amount).Maybe().Or(money.Amount{})
}

func share(o body.Opt[body.Percent]) optional.Maybe[money.Percent] {
	return optional.Map(o.Field, body.Percent.Exact).Maybe()
}

func percent(o body.Opt[body.Percent]) money.Percent { return share(o).Or(money.Percent{}) }

func conflicting(pointer, message string) *fault.Error {
	return fault.New(fault.Invalid, fault.CodeConflictingParameters, message).At(pointer)
}

// query converts the question for the use case.
func (q ProfitQuestion) query(in profitInput) (app.ProfitQuery, error) {
	out := app.ProfitQuery{
		ASIN: in.ASIN, Choice: marketplace.Choice(in.Marketplace), Fulfillment: body.Said(q.Fulfillment).Maybe().Or(profit.Both),
		Source: body.Said(q.FeeSource).Maybe().Or(app.SourceAuto), CentralEurope: q.CentralEurope.Value,
		Price: optional.Map(q.Price.Field, body.PositiveMoney.Amount).Maybe(), Day: optional.Map(q.Date.Field, body.Day.Date).Maybe(),
		StorageMonths: optional.Map(q.StorageMonths.Field, body.Money.Amount).Maybe(),
		VAT: vat.Given{
			Scheme: body.Said(q.VAT.Value.Scheme).Maybe(), Rate: share(q.VAT.Value.Rate), Cost: share(q.VAT.Value.CostRate), Flat: share(q.VAT.Value.FlatRate),
		},
		Given: profit.Input{
			Shipping: amount(q.Shipping), Postage: optional.Map(q.FBMShippingCost.Field, body.Money.Amount).Maybe(), Cost: q.Cost.Amount(),
			CostIncludesVAT: q.CostIncludesVAT.Value, SalesTax: amount(q.SalesTax), SalesTaxPercent: percent(q.SalesTaxPercent),
			ThirdParty: amount(q.ThirdPartyCost), Prep: amount(q.PrepCost), Inbound: amount(q.InboundShipping), Other: amount(q.OtherCost),
			OtherPercent: percent(q.OtherCostPercentOfPrice), TargetROI: share(q.TargetROI), TargetMargin: share(q.TargetMargin),
			TargetProfit: optional.Map(q.TargetProfit.Field, body.Money.Amount).Maybe(), Quantity: q.Quantity.Maybe(),
			Product: fee.Product{
				Category: q.Category.Value, Group: body.Said(q.FeeGroup).Maybe().Or(""), ShipsInOwnPackaging: q.SIPP.Maybe(),
				LowInventoryDays: q.LowInventoryDays.Maybe(), Placement: body.Said(q.Placement).Maybe().Or(fee.PlacementNone),
				DigitalServices: share(q.DigitalServicesPercent),
			},
			Returns: optional.Map(q.Returns.Field, func(r ReturnsQuestion) profit.Returns {
				return profit.Returns{
					Rate: r.RatePercent.Exact(), Unsellable: share(r.UnsellablePercent).Or(money.PercentFromUnits(500_000)), Processing: amount(r.ProcessingFee),
				}
			}).Maybe(),
		},
		Compare: app.Comparison{
			Domains: body.Words[string](q.Compare), Prices: map[string]money.Amount{}, Rates: map[money.Currency]money.Rate{},
		},
	}
	for domain, price := range q.Prices {
		out.Compare.Prices[domain] = price.Amount()
	}
	for currency, rate := range q.ExchangeRates {
		out.Compare.Rates[money.Currency(currency)] = rate.Exact()
	}
	if q.SalesTax.Set && q.SalesTaxPercent.Set {
		return out, conflicting("/salesTax", "salesTax and salesTaxPercent exclude each other.")
	}
	if f := q.Fees.Value; f.ReferralFee.Set && f.ReferralFeeRate.Set {
		return out, conflicting("/fees/referralFee", "referralFee and referralFeeRate exclude each other.")
	}
	out.Given.Given = q.Fees.Value.given()
	out.Curve = optional.Map(q.Curve.Field, func(c CurveQuestion) app.ProfitCurve {
		return app.ProfitCurve{
			From: optional.Map(c.From.Field, body.PositiveMoney.Amount).Maybe(), To: optional.Map(c.To.Field, body.PositiveMoney.Amount).Maybe(), Points: c.Points.Maybe(),
		}
	}).Maybe()
	if size, ok := q.Dimensions.Given(); ok {
		units := func(m body.PositiveMoney) int64 { return m.Amount().Units() }
		s, err := fee.MetricSize(units(size.LengthMm), units(size.WidthMm), units(size.HeightMm), units(size.WeightG))
		if err != nil {
			return out, err
		}
		out.Given.Product.Size = optional.Some(s)
	}
	return out, nil
}

func (f GivenFees) given() (lines []fee.Given) {
	if rate, ok := share(f.ReferralFeeRate).Get(); ok {
		lines = append(lines, fee.AtRate(fee.TypeReferral, fee.SourceOverride, rate))
	}
	for _, one := range []struct {
		of     fee.Type
		amount body.Opt[body.Money]
	}{
		{fee.TypeReferral, f.ReferralFee}, {fee.TypeFulfillment, f.FBAFee}, {fee.TypeStorage, f.StorageFee}, {fee.TypeClosing, f.ClosingFee},
	} {
		if one.amount.Set {
			lines = append(lines, fee.Fixed(one.of, fee.SourceOverride, one.amount.Value.Amount()))
		}
	}
	return lines
}
