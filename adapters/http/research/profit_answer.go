package research

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/profit"
)

// DataGap names a missing figure and the reason.
type DataGap struct {
	Field  string `json:"field" doc:"The member, with dots between levels."`
	Reason string `json:"reason" doc:"not_found, no_connection, no_provider, not_offered, not_asked, not_given, stale, upstream_failed, conflicting_evidence or family_rank."`
}

func gapsOf(list gap.List) []DataGap {
	return body.Each(list, func(g gap.Gap) DataGap { return DataGap{g.Field, string(g.Reason)} })
}

// Profit has the profit of selling one unit.
type Profit struct {
	ASIN          string            `json:"asin" doc:"Amazon's identifier of the product."`
	Domain        string            `json:"domain" doc:"The marketplace."`
	MarketplaceID string            `json:"marketplaceId" doc:"Amazon's identifier of the marketplace."`
	Currency      string            `json:"currency" doc:"ISO 4217 code of all amounts outside compare."`
	Date          string            `json:"date" doc:"The day that the fees apply to."`
	Price         body.Money        `json:"price" doc:"Price that the buyer pays, without shipping."`
	PriceSource   string            `json:"priceSource" doc:"given, buy_box, lowest_fba or lowest_fbm."`
	FBA           *ProfitSide       `json:"fba" doc:"Sold from Amazon's warehouse; null when not asked for."`
	FBM           *ProfitSide       `json:"fbm" doc:"Sold from the seller's stock; null when not asked for."`
	Compare       []ComparedProfit  `json:"compare" doc:"Other marketplaces, in the order of the question."`
	Calculation   ProfitCalculation `json:"calculation" doc:"Inputs and rules of the calculation."`
	DataGaps      []DataGap         `json:"dataGaps" doc:"Missing members, each with the reason."`
}

// ProfitSide has the profit of one way of fulfillment.
type ProfitSide struct {
	Profit             *body.Money        `json:"profit" doc:"Profit after fees, VAT and all costs. Null while a line of fees is missing, as is each figure that depends on it."`
	ROI                *body.Percent      `json:"roi" doc:"profit in percent of net cost, sales tax and costs per unit; null where these are 0."`
	Margin             *body.Percent      `json:"margin" doc:"profit in percent of the buyer's payment without VAT; null if that is 0."`
	Markup             *body.Percent      `json:"markup" doc:"profit in percent of the net cost; null where that is 0."`
	NetProceeds        *body.Money        `json:"netProceeds" doc:"The sale less Amazon's fees and VAT, before costs; null while a line of fees is missing."`
	BreakevenPrice     *body.Money        `json:"breakevenPrice" doc:"The first price without loss; a higher price may lose again where fees jump. Null if there is no such price up to 100000, or a missing line of fees decides."`
	BreakevenPriceSafe *body.Money        `json:"breakevenPriceSafe" doc:"The price from which no higher price loses. Null if there is no such price up to 100000, or a missing line of fees decides."`
	Local              bool               `json:"local" doc:"Whether solved prices use fees that are known at one price only, without a table of where they change."`
	MaxCost            ProfitMaxCost      `json:"maxCost" doc:"The highest cost that reaches a target; null if not asked for, or if no cost reaches it."`
	PriceFor           ProfitPrices       `json:"priceFor" doc:"The first price that reaches a target; null if not asked for, or if no price reaches it."`
	Expected           *ExpectedProfit    `json:"expected" doc:"After returns; null when not asked for, and while a line of fees is missing."`
	Totals             *ProfitTotals      `json:"totals" doc:"Of quantity units; null when not asked for."`
	Curve              []ProfitPoint      `json:"curve" doc:"Profit at prices, each jump with both its sides; empty when not asked for."`
	Fees               ProfitFees         `json:"fees" doc:"Amazon's fees."`
	Fulfillment        *ProfitFulfillment `json:"fulfillment" doc:"The size that fulfillment is charged by; null where it comes from no table."`
	Costs              ProfitCosts        `json:"costs" doc:"Cost of the unit."`
	VAT                ProfitVAT          `json:"vat" doc:"VAT of the sale."`
}

// ProfitMaxCost has the highest cost for each target.
type ProfitMaxCost struct {
	ROI    *body.Money `json:"forRoi" doc:"For targetRoi."`
	Margin *body.Money `json:"forMargin" doc:"For targetMargin."`
	Profit *body.Money `json:"forProfit" doc:"For targetProfit."`
}

// ProfitPrices has the first price for each target.
type ProfitPrices struct {
	ROI    *body.Money `json:"roi" doc:"For targetRoi."`
	Margin *body.Money `json:"margin" doc:"For targetMargin."`
	Profit *body.Money `json:"profit" doc:"For targetProfit."`
}

// ExpectedProfit has the profit after returns.
type ExpectedProfit struct {
	Profit        body.Money `json:"profit" doc:"Per unit sold."`
	LossPerReturn body.Money `json:"lossPerReturn" doc:"Loss of a returned unit besides its profit."`
}

// ProfitTotals has the figures of a quantity.
type ProfitTotals struct {
	Quantity    int64       `json:"quantity" doc:"Units."`
	Sales       body.Money  `json:"sales" doc:"Payments of the buyers."`
	Cost        body.Money  `json:"cost" doc:"cost of all units."`
	Fees        *body.Money `json:"fees" doc:"Amazon's fees; null while a line is missing."`
	Profit      *body.Money `json:"profit" doc:"Profit; null while a line of fees is missing."`
	NetProceeds *body.Money `json:"netProceeds" doc:"Net proceeds; null while a line of fees is missing."`
}

// ProfitPoint has the profit at a price.
type ProfitPoint struct {
	Price  body.Money  `json:"price" doc:"Price that the buyer pays, without shipping."`
	Profit *body.Money `json:"profit" doc:"The profit there; null where a line of fees is missing."`
}

// ProfitFees has Amazon's fees.
type ProfitFees struct {
	Total   body.Money  `json:"total" doc:"Sum of items, without missing lines."`
	Source  *string     `json:"source" doc:"override, amazon, keepa, table or mixed; null without items."`
	Status  string      `json:"status" doc:"exact: from Amazon or the caller. estimated: from a table or Keepa. partial: a line is missing. missing: all lines are."`
	Notes   []string    `json:"notes" doc:"Reasons why a line may differ from the charge: non_peak_table, outdated_table (no table is for the day, so a table of other days counts), category_from_root, packaging_fee_possible, apparel_guessed, storage_assumed."`
	Missing []string    `json:"missing" doc:"Types of lines with an unknown amount."`
	Items   []ProfitFee `json:"items" doc:"The lines; lines of 0 are left out."`
}

// ProfitFee has a line of Amazon's fees.
type ProfitFee struct {
	Type    string     `json:"type" doc:"referral, closing, fulfillment, overmax, packaging, low_inventory, dangerous, placement, storage, digital_services or other."`
	Amount  body.Money `json:"amount" doc:"Charge, to the unit of the currency; storage to 0.0001."`
	Source  string     `json:"source" doc:"override, amazon, keepa or table."`
	Explain FeeExplain `json:"explain" doc:"Where the line comes from."`
}

// FeeExplain names the table row of a line.
type FeeExplain struct {
	Table     *string       `json:"table" doc:"The table; null where no table has the line."`
	Row       *string       `json:"row" doc:"The row."`
	From      *string       `json:"from" doc:"First day of the table."`
	To        *string       `json:"to" doc:"Last day of the table; null without an end."`
	Certainty *string       `json:"certainty" doc:"Certainty of the figure. A: three sources or a charged fee. B: two sources. C: one source."`
	Base      *body.Money   `json:"base" doc:"Amount of the row, where a surcharge may come upon it."`
	Rate      *body.Percent `json:"rate" doc:"Share that is charged, in percent."`
	Surcharge *body.Money   `json:"surcharge" doc:"Amount added to base."`
	Name      *string       `json:"name" doc:"Amazon's name, of the type other."`
	Text      string        `json:"text" doc:"All of it in a sentence."`
}

// ProfitFulfillment has the size and the table row of the fulfillment fee.
type ProfitFulfillment struct {
	Tier             string      `json:"tier" doc:"Size tier."`
	ShippingWeightLb *body.Money `json:"shippingWeightLb" doc:"Weight that is charged, in pounds; null in metric marketplaces."`
	ShippingWeightG  *body.Money `json:"shippingWeightG" doc:"Weight that is charged, in grams; null where pounds are used."`
	Base             *body.Money `json:"base" doc:"Amount of the row."`
	Surcharge        *body.Money `json:"surcharge" doc:"Fuel surcharge upon it."`
	Table            *string     `json:"table" doc:"The table; null where fulfillment comes from elsewhere."`
	Row              *string     `json:"row" doc:"The row."`
}

// ProfitCosts has the costs beside fees.
type ProfitCosts struct {
	Net      body.Money `json:"net" doc:"cost without VAT that is reclaimed."`
	SalesTax body.Money `json:"salesTax" doc:"Sales tax on the purchase."`
	Landed   body.Money `json:"landed" doc:"Third parties, preparation and shipping of the way."`
	Other    body.Money `json:"other" doc:"Other costs."`
}

// ProfitVAT has the VAT of a sale.
type ProfitVAT struct {
	OnSale body.Money  `json:"onSale" doc:"Part of the buyer's payment."`
	OnCost body.Money  `json:"onCost" doc:"In the cost, reclaimed."`
	OnFees *body.Money `json:"onFees" doc:"On Amazon's fees; null while a line is missing."`
	Due    *body.Money `json:"due" doc:"To be paid to the tax office; null where that depends on a missing line of fees."`
}

// ComparedProfit has the profit on another marketplace. It may fail without failing the answer.
type ComparedProfit struct {
	Domain         string         `json:"domain" doc:"The marketplace."`
	MarketplaceID  string         `json:"marketplaceId" doc:"Amazon's identifier of the marketplace."`
	Currency       string         `json:"currency" doc:"ISO 4217 code of its amounts."`
	Price          *body.Money    `json:"price" doc:"Price there; null if no price is known."`
	PriceSource    *string        `json:"priceSource" doc:"given, buy_box, lowest_fba or lowest_fbm."`
	Cost           *body.Money    `json:"cost" doc:"cost in its currency."`
	Profit         *body.Money    `json:"profit" doc:"Profit there, with fba unless fbm alone is asked for; null while a line of fees is missing."`
	ROI            *body.Percent  `json:"roi" doc:"Return on it."`
	Margin         *body.Percent  `json:"margin" doc:"Margin."`
	BreakevenPrice *body.Money    `json:"breakevenPrice" doc:"The first price without loss."`
	Fees           *ComparedFees  `json:"fees" doc:"Amazon's fees there."`
	Status         *string        `json:"status" doc:"How well the fees are known, as in fees."`
	Error          *ComparedFault `json:"error" doc:"Why the marketplace was not counted; null when it was."`
}

// ComparedFees has Amazon's fees on another marketplace.
type ComparedFees struct {
	Total body.Money `json:"total" doc:"Sum of the fees."`
}

// ComparedFault explains why a marketplace has no profit.
type ComparedFault struct {
	Code    string `json:"code" doc:"no_price, exchange_rate_required, not_supported or validation_failed."`
	Message string `json:"message" doc:"The same in a sentence."`
}

// ProfitCalculation has the values used in the calculation.
type ProfitCalculation struct {
	Inputs   ProfitInputs `json:"inputs" doc:"The question with the values that were filled in."`
	VAT      CountedVAT   `json:"vat" doc:"The seller's VAT scheme and rates."`
	Rounding string       `json:"rounding" doc:"Rounding of amounts, in a sentence."`
	Notes    []string     `json:"notes" doc:"vat_rate_assumed: no rate is known. vat_class_unsure: such goods often have a lower rate. no_registration: the team has no VAT registration in the country. margin_scheme: VAT counts on the whole price, although less is due."`
}

// ProfitInputs has the costs and the product, with defaults filled in.
type ProfitInputs struct {
	FeeSource               string       `json:"feeSource" doc:"Where fees come from."`
	Shipping                body.Money   `json:"shipping" doc:"Shipping that the buyer pays, FBM only."`
	Cost                    body.Money   `json:"cost" doc:"Cost of the unit."`
	CostIncludesVAT         bool         `json:"costIncludesVat" doc:"Whether cost was counted with VAT in it."`
	SalesTax                body.Money   `json:"salesTax" doc:"Sales tax as an amount."`
	SalesTaxPercent         body.Percent `json:"salesTaxPercent" doc:"Sales tax in percent of cost."`
	ThirdPartyCost          body.Money   `json:"thirdPartyCost" doc:"Charges of third parties."`
	PrepCost                body.Money   `json:"prepCost" doc:"Preparation."`
	InboundShipping         body.Money   `json:"inboundShipping" doc:"Shipping to Amazon, FBA alone."`
	FBMShippingCost         body.Money   `json:"fbmShippingCost" doc:"Shipping to the buyer, FBM alone."`
	OtherCost               body.Money   `json:"otherCost" doc:"Other costs."`
	OtherCostPercentOfPrice body.Percent `json:"otherCostPercentOfPrice" doc:"Other costs in percent of price."`
	StorageMonths           body.Money   `json:"storageMonths" doc:"Months in Amazon's warehouse."`
	Category                *string      `json:"category" doc:"Fee category; null is the category for everything else."`
	FeeGroup                *string      `json:"feeGroup" doc:"Fulfillment table that applies; null: chosen by the category."`
	Placement               string       `json:"placement" doc:"Inbound splits that are taken."`
}

// CountedVAT has the seller's VAT scheme and the rates used.
type CountedVAT struct {
	Scheme     string       `json:"scheme" doc:"none, standard, not_registered or flat."`
	Rate       body.Percent `json:"rate" doc:"Of sale and fees, in percent of the price without it."`
	CostRate   body.Percent `json:"costRate" doc:"In the cost."`
	FlatRate   body.Percent `json:"flatRate" doc:"Rate of the scheme flat, in percent."`
	RateSource *string      `json:"rateSource" doc:"given, cost_layer, class or assumed; null without tax."`
}

const rounding = "Each fee line to the currency's unit, half up, storage to 0.0001; each figure once, half away from zero; nothing else."

func profitOf(a app.ProfitAnswer) Profit {
	in := a.Input
	return Profit{
		ASIN: a.ASIN.String(), Domain: a.Marketplace.Domain, MarketplaceID: string(a.Marketplace.ID), Currency: string(in.Currency), Date: in.Day.String(),
		Price: body.MoneyOf(in.Price), PriceSource: string(a.PriceSource), FBA: sideOf(a.FBA, in), FBM: sideOf(a.FBM, in),
		Compare: body.Each(a.Compared, comparedOf), DataGaps: gapsOf(a.Gaps),
		Calculation: ProfitCalculation{
			Inputs: ProfitInputs{
				FeeSource: string(a.Source), Shipping: body.MoneyOf(in.Shipping), Cost: body.MoneyOf(in.Cost), CostIncludesVAT: in.CostIncludesVAT,
				SalesTax: body.MoneyOf(in.SalesTax), SalesTaxPercent: body.PercentOf(in.SalesTaxPercent), ThirdPartyCost: body.MoneyOf(in.ThirdParty),
				PrepCost: body.MoneyOf(in.Prep), InboundShipping: body.MoneyOf(in.Inbound), FBMShippingCost: body.MoneyOf(in.Postage.Or(in.Shipping)),
				OtherCost: body.MoneyOf(in.Other), OtherCostPercentOfPrice: body.PercentOf(in.OtherPercent),
				StorageMonths: body.MoneyOf(money.FromUnits(in.Product.StorageMonths)), Category: body.Text(in.Product.Category),
				FeeGroup: body.Text(in.Product.Group), Placement: string(in.Product.Placement),
			},
			VAT: CountedVAT{
				Scheme: string(in.VAT.Scheme), Rate: body.PercentOf(in.VAT.Rate), CostRate: body.PercentOf(in.VAT.Cost), FlatRate: body.PercentOf(in.VAT.Flat),
				RateSource: body.Text(in.VAT.Basis),
			},
			Rounding: rounding, Notes: body.Words[string](in.VAT.Notes()),
		},
	}
}

func sideOf(side optional.Maybe[profit.Side], in profit.Input) *ProfitSide {
	s, ok := side.Get()
	if !ok {
		return nil
	}
	return &ProfitSide{
		Profit: body.Maybe(s.Profit, body.MoneyOf), ROI: body.Maybe(s.ROI, body.PercentOf), Margin: body.Maybe(s.Margin, body.PercentOf),
		Markup: body.Maybe(s.Markup, body.PercentOf), NetProceeds: body.Maybe(s.NetProceeds, body.MoneyOf), BreakevenPrice: body.Maybe(s.BreakEven, body.MoneyOf),
		BreakevenPriceSafe: body.Maybe(s.BreakEvenSafe, body.MoneyOf), Local: s.Local, MaxCost: ProfitMaxCost(targetsOf(s.MaxCost)), PriceFor: targetsOf(s.PriceFor),
		Expected: body.Maybe(s.Expected, func(e profit.Expected) ExpectedProfit {
			return ExpectedProfit{body.MoneyOf(e.Profit), body.MoneyOf(e.LossPerReturn)}
		}),
		Totals: body.Maybe(s.Totals, func(t profit.Totals) ProfitTotals {
			return ProfitTotals{
				t.Quantity, body.MoneyOf(t.Sales), body.MoneyOf(t.Cost), body.Maybe(t.Fees, body.MoneyOf),
				body.Maybe(t.Profit, body.MoneyOf), body.Maybe(t.Proceeds, body.MoneyOf),
			}
		}),
		Curve: body.Each(s.Curve, func(p profit.Point) ProfitPoint {
			return ProfitPoint{body.MoneyOf(p.Price), body.Maybe(p.Profit, body.MoneyOf)}
		}),
		Fees: feesOf(s.Fees), Fulfillment: fulfillmentOf(s.Fees, in.Market),
		Costs: ProfitCosts{body.MoneyOf(s.Costs.Net), body.MoneyOf(s.Costs.SalesTax), body.MoneyOf(s.Costs.Landed), body.MoneyOf(s.Costs.Other)},
		VAT: ProfitVAT{
			body.MoneyOf(s.VAT.OnSale), body.MoneyOf(s.VAT.OnCost), body.Maybe(s.VAT.OnFees, body.MoneyOf),
			body.Maybe(s.VAT.Due, body.MoneyOf),
		},
	}
}

func targetsOf(t profit.Targets) ProfitPrices {
	return ProfitPrices{body.Maybe(t.ROI, body.MoneyOf), body.Maybe(t.Margin, body.MoneyOf), body.Maybe(t.Profit, body.MoneyOf)}
}

func feesOf(b fee.Bill) ProfitFees {
	return ProfitFees{
		Total: body.MoneyOf(b.Total), Source: body.Text(b.Source), Status: string(b.Status), Notes: body.Words[string](b.Notes),
		Missing: body.Words[string](b.Missing), Items: body.Each(b.Lines, func(l fee.Line) ProfitFee {
			return ProfitFee{string(l.Type), body.MoneyOf(l.Amount), string(l.Source), explainOf(l)}
		}),
	}
}

func explainOf(l fee.Line) FeeExplain {
	e := l.Explain
	out := FeeExplain{
		Table: body.Text(e.Table), Row: body.Text(e.Row), Certainty: body.Text(e.Certainty), Base: body.Maybe(e.Base, body.MoneyOf),
		Rate: body.Maybe(e.Rate, body.PercentOf), Surcharge: body.Maybe(e.Surcharge, body.MoneyOf), Name: body.Text(e.Name), Text: l.Text(),
	}
	if l.Source == fee.SourceTable {
		out.From, out.To = new(e.From.String()), body.Maybe(e.To, date.Date.String)
	}
	return out
}

func fulfillmentOf(b fee.Bill, m *fee.Market) *ProfitFulfillment {
	fit, ok := b.Fit.Get()
	if !ok {
		return nil
	}
	out := ProfitFulfillment{Tier: fit.Tier.Name}
	if m.Metric {
		out.ShippingWeightG = new(body.MoneyOf(money.FromUnits(fit.Grams())))
	} else {
		out.ShippingWeightLb = new(body.MoneyOf(money.FromUnits(fit.Pounds())))
	}
	for _, l := range b.Lines {
		if l.Type == fee.TypeFulfillment {
			e := explainOf(l)
			out.Base, out.Surcharge, out.Table, out.Row = e.Base, e.Surcharge, e.Table, e.Row
		}
	}
	return &out
}

func comparedOf(c app.Compared) ComparedProfit {
	out := ComparedProfit{
		Domain: c.Marketplace.Domain, MarketplaceID: string(c.Marketplace.ID), Currency: string(c.Marketplace.Currency), Price: body.Maybe(c.Price, body.MoneyOf),
		PriceSource: body.Text(c.PriceSource),
	}
	if c.Err != nil {
		out.Error = &ComparedFault{string(c.Err.Code), c.Err.Message}
		return out
	}
	s := c.Side
	out.Cost, out.Profit = new(body.MoneyOf(c.Cost)), body.Maybe(s.Profit, body.MoneyOf)
	out.ROI, out.Margin = body.Maybe(s.ROI, body.PercentOf), body.Maybe(s.Margin, body.PercentOf)
	out.BreakevenPrice, out.Fees, out.Status = body.Maybe(s.BreakEven, body.MoneyOf), &ComparedFees{body.MoneyOf(s.Fees.Total)}, body.Text(s.Fees.Status)
	return out
}
