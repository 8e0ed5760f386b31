package pricelist

import (
	"cmp"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
)

// abroad lists currencies of suppliers that no marketplace uses.
var abroad = []money.Currency{"BDT", "CHF", "CNY", "CZK", "DKK", "HKD", "HUF", "IDR", "ILS", "KRW", "LKR", "MYR", "NOK", "NZD", "PHP", "PKR", "RON", "THB", "TWD", "VND"}

// ExchangeRates maps currencies to their rates.
type ExchangeRates map[string]body.Rate

// Schema names each currency.
func (ExchangeRates) Schema(r huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{}}
	all := slices.Clone(abroad)
	for _, m := range marketplace.All() {
		all = append(all, m.Currency)
	}
	for _, c := range all {
		rate := body.Rate{}.Schema(r)
		rate.Description = "Units of the marketplace's currency for one " + string(c) + "."
		s.Properties[string(c)] = rate
	}
	return s
}

// RatesShown maps currencies to known rates.
type RatesShown map[string]body.Rate

// Schema allows any currency.
func (RatesShown) Schema(r huma.Registry) *huma.Schema {
	rate := body.Rate{}.Schema(r)
	rate.Description = "Units of the marketplace's currency for one unit of the other currency."
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: rate}
}

// AnalysisVAT sets the seller's VAT scheme and rates.
type AnalysisVAT struct {
	Scheme          body.Opt[body.Word[vat.Scheme]] `json:"scheme,omitzero" doc:"Absent: the scheme stays, at first the team's, else standard."`
	FlatRate        body.Opt[body.Percent]          `json:"flat_rate,omitzero" minimum:"0" maximum:"100" doc:"Rate of the scheme flat, in percent."`
	Rate            body.Opt[body.Percent]          `json:"rate,omitzero" minimum:"0" maximum:"100" doc:"In percent of the price without it; absent: of the cost, of the product's VAT class, or standard."`
	CostIncludesVAT body.Opt[bool]                  `json:"cost_includes_vat,omitzero" doc:"Whether costs of the list have VAT in them, which counts in the scheme standard alone; false when absent."`
}

// AnalysisExpensesMembers has the costs of a sold unit beside the goods and the fees, and the
// targets of a row.
type AnalysisExpensesMembers struct {
	PrepPerUnit             body.Field[body.Money]                 `json:"prep_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Preparing a unit. Null is 0."`
	LabelPerUnit            body.Field[body.Money]                 `json:"label_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Labelling a unit. Null is 0."`
	BagPerUnit              body.Field[body.Money]                 `json:"bag_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Bagging a unit. Null is 0."`
	BundlePerUnit           body.Field[body.Money]                 `json:"bundle_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Bundling a unit that is made of several supplied items. Null is 0."`
	ThirdPartyPerUnit       body.Field[body.Money]                 `json:"third_party_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Charges of third parties for a unit. Null is 0."`
	MiscPerUnit             body.Field[body.Money]                 `json:"misc_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Other costs of a unit, which no return is asked for. Null is 0."`
	InboundPerUnit          body.Field[body.Money]                 `json:"inbound_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Sending a unit to Amazon. It replaces inbound_per_kg and cannot be given beside it."`
	InboundPerKG            body.Field[body.Money]                 `json:"inbound_per_kg,omitzero" minimum:"0" maximum:"10000000" doc:"Sending a kilogram to Amazon. It replaces inbound_per_unit and cannot be given beside it."`
	OutboundShippingPerUnit body.Field[body.Money]                 `json:"outbound_shipping_per_unit,omitzero" minimum:"0" maximum:"10000000" doc:"Postage of a unit that the seller ships. While it is null, fbm is null too."`
	WarehouseID             body.Field[body.RecordID]              `json:"warehouse_id,omitzero" doc:"A warehouse. Its costs in this currency count where the call names no cost."`
	StorageMonths           body.Field[body.Money]                 `json:"storage_months,omitzero" minimum:"0" maximum:"120" doc:"Months in Amazon's warehouse, with fractions. Null is 1; the team's value at first."`
	VAT                     body.Field[AnalysisVAT]                `json:"vat,omitzero" doc:"The seller's VAT scheme and rates. Null is the marketplace's default."`
	SalesTaxPercent         body.Field[body.Percent]               `json:"sales_tax_percent,omitzero" minimum:"0" maximum:"100" doc:"Sales tax on the purchase, of the cost. Null is 0."`
	DiscountPercent         body.Field[body.Percent]               `json:"discount_percent,omitzero" minimum:"0" maximum:"100" doc:"Discount of the supplier, in percent of the cost. Null is 0."`
	CashbackPercent         body.Field[body.Percent]               `json:"cashback_percent,omitzero" minimum:"0" maximum:"100" doc:"Cashback in percent of the discounted cost. Null is 0."`
	ReturnsPercent          body.Field[body.Percent]               `json:"returns_percent,omitzero" minimum:"0" maximum:"100" doc:"Cost of returns in percent of the price. Null is 0."`
	MiscPercentOfCost       body.Field[body.Percent]               `json:"misc_percent_of_cost,omitzero" minimum:"0" maximum:"100" doc:"Other costs, of the cost. Null is 0."`
	ExchangeRates           body.Field[ExchangeRates]              `json:"exchange_rates,omitzero" doc:"Units of the marketplace's currency for one unit of another, by ISO 4217 code; replaced as a whole. Costs in other currencies take the team's rates of the day. A row in a currency without a rate has no cost."`
	PriceBasis              body.Field[body.Word[pricelist.Basis]] `json:"price_basis,omitzero" doc:"Price that a row is sold at. If it is unknown, the buy box price counts, then the lowest FBA and FBM offers. Null is buy_box."`
	TargetROI               body.Field[body.Percent]               `json:"target_roi,omitzero" doc:"Least return in percent. Rows below it are rejected, and max_cost is found for it. Null sets no limit."`
	MinMargin               body.Field[body.Percent]               `json:"min_margin,omitzero" doc:"Least margin in percent. Rows below it are rejected. Null sets no limit."`
	MinProfit               body.Field[body.Money]                 `json:"min_profit,omitzero" doc:"Least profit of a unit. Rows below it are rejected. Null sets no limit."`
}

// AnalysisExpensesPatch changes expenses.
type AnalysisExpensesPatch struct {
	body.AtLeastOne
	AnalysisExpensesMembers
}

func money4(f body.Field[body.Money]) optional.Field[money.Amount] {
	return optional.Map(f.Field, body.Money.Amount)
}

func share(f body.Field[body.Percent]) optional.Field[money.Percent] {
	return optional.Map(f.Field, body.Percent.Exact)
}

func percentOf(o body.Opt[body.Percent]) optional.Maybe[money.Percent] {
	return optional.Map(o.Field, body.Percent.Exact).Maybe()
}

func (m AnalysisExpensesMembers) patch() pricelist.ExpensesPatch {
	return pricelist.ExpensesPatch{
		Prep: money4(m.PrepPerUnit), Label: money4(m.LabelPerUnit), Bag: money4(m.BagPerUnit), Bundle: money4(m.BundlePerUnit),
		ThirdParty: money4(m.ThirdPartyPerUnit), Misc: money4(m.MiscPerUnit), Inbound: money4(m.InboundPerUnit), InboundKG: money4(m.InboundPerKG),
		Outbound: money4(m.OutboundShippingPerUnit), Warehouse: body.IDField[int64](m.WarehouseID), StorageMonths: money4(m.StorageMonths),
		VAT: optional.Map(m.VAT.Field, func(v AnalysisVAT) pricelist.VAT {
			return pricelist.VAT{
				Scheme: body.Said(v.Scheme).Maybe(), Rate: percentOf(v.Rate), Flat: percentOf(v.FlatRate),
				CostIncludesVAT: v.CostIncludesVAT.Value,
			}
		}),
		SalesTax: share(m.SalesTaxPercent), Discount: share(m.DiscountPercent), Cashback: share(m.CashbackPercent), Returns: share(m.ReturnsPercent),
		MiscOfCost: share(m.MiscPercentOfCost), Rates: optional.Map(m.ExchangeRates.Field, ratesOf),
		Basis:     optional.Map(m.PriceBasis.Field, func(w body.Word[pricelist.Basis]) pricelist.Basis { return pricelist.Basis(w) }),
		TargetROI: share(m.TargetROI), MinMargin: share(m.MinMargin), MinProfit: money4(m.MinProfit),
	}
}

func ratesOf(rates ExchangeRates) []pricelist.Rate {
	out := make([]pricelist.Rate, 0, len(rates))
	for currency, rate := range rates {
		out = append(out, pricelist.Rate{Currency: money.Currency(currency), Rate: rate.Exact()})
	}
	slices.SortFunc(out, func(a, b pricelist.Rate) int { return cmp.Compare(a.Currency, b.Currency) })
	return out
}

// AnalysisExpenses has the expenses of an analysis. Amounts are in the marketplace's currency.
type AnalysisExpenses struct {
	PrepPerUnit             body.Money       `json:"prep_per_unit" doc:"Preparing a unit."`
	LabelPerUnit            body.Money       `json:"label_per_unit" doc:"Labelling a unit."`
	BagPerUnit              body.Money       `json:"bag_per_unit" doc:"Bagging a unit."`
	BundlePerUnit           body.Money       `json:"bundle_per_unit" doc:"Bundling a unit that is made of several supplied items."`
	ThirdPartyPerUnit       body.Money       `json:"third_party_per_unit" doc:"Charges of third parties for a unit."`
	MiscPerUnit             body.Money       `json:"misc_per_unit" doc:"Other costs of a unit."`
	InboundPerUnit          *body.Money      `json:"inbound_per_unit" doc:"Sending a unit to Amazon."`
	InboundPerKG            *body.Money      `json:"inbound_per_kg" doc:"Sending a kilogram to Amazon."`
	OutboundShippingPerUnit *body.Money      `json:"outbound_shipping_per_unit" doc:"Postage of a unit that the seller ships; null if unknown."`
	WarehouseID             *int64           `json:"warehouse_id" doc:"The warehouse that the costs were taken from."`
	StorageMonths           body.Money       `json:"storage_months" doc:"Months in Amazon's warehouse."`
	VAT                     AnalysisVATShown `json:"vat" doc:"The seller's VAT scheme and rates."`
	SalesTaxPercent         body.Percent     `json:"sales_tax_percent" doc:"Sales tax on the purchase, of the cost."`
	DiscountPercent         body.Percent     `json:"discount_percent" doc:"Discount of the supplier, in percent of the cost."`
	CashbackPercent         body.Percent     `json:"cashback_percent" doc:"Cashback in percent of the discounted cost."`
	ReturnsPercent          body.Percent     `json:"returns_percent" doc:"Cost of returns in percent of the price."`
	MiscPercentOfCost       body.Percent     `json:"misc_percent_of_cost" doc:"Other costs, of the cost."`
	ExchangeRates           RatesShown       `json:"exchange_rates" doc:"Units of the marketplace's currency for one unit of another, by ISO 4217 code."`
	PriceBasis              string           `json:"price_basis" doc:"buy_box, lowest_fba or avg_90d."`
	TargetROI               *body.Percent    `json:"target_roi" doc:"The least return that is not rejected."`
	MinMargin               *body.Percent    `json:"min_margin" doc:"The least margin that is not rejected."`
	MinProfit               *body.Money      `json:"min_profit" doc:"The least profit that is not rejected."`
}

// AnalysisVATShown has the seller's VAT scheme and rates; null means the marketplace's default.
type AnalysisVATShown struct {
	Scheme          *string       `json:"scheme" doc:"none, standard, not_registered or flat."`
	Rate            *body.Percent `json:"rate" doc:"In percent of the price without it."`
	CostIncludesVAT bool          `json:"cost_includes_vat" doc:"Whether costs of the list have VAT in them."`
	FlatRate        *body.Percent `json:"flat_rate" doc:"Rate of the scheme flat, in percent."`
}

func expensesOf(e pricelist.Expenses) AnalysisExpenses {
	out := AnalysisExpenses{
		PrepPerUnit: body.MoneyOf(e.Prep), LabelPerUnit: body.MoneyOf(e.Label), BagPerUnit: body.MoneyOf(e.Bag), BundlePerUnit: body.MoneyOf(e.Bundle),
		ThirdPartyPerUnit: body.MoneyOf(e.ThirdParty), MiscPerUnit: body.MoneyOf(e.Misc), InboundPerUnit: body.Maybe(e.Inbound, body.MoneyOf),
		InboundPerKG: body.Maybe(e.InboundKG, body.MoneyOf), OutboundShippingPerUnit: body.Maybe(e.Outbound, body.MoneyOf), WarehouseID: e.Warehouse.Ptr(),
		StorageMonths: body.MoneyOf(e.StorageMonths.Or(money.MustParse("1"))),
		VAT: AnalysisVATShown{
			Scheme:          body.Maybe(e.VAT.Scheme, func(s vat.Scheme) string { return string(s) }),
			Rate:            body.Maybe(e.VAT.Rate, body.PercentOf),
			CostIncludesVAT: e.VAT.CostIncludesVAT,
			FlatRate:        body.Maybe(e.VAT.Flat, body.PercentOf),
		},
		SalesTaxPercent: body.PercentOf(e.SalesTax), DiscountPercent: body.PercentOf(e.Discount), CashbackPercent: body.PercentOf(e.Cashback),
		ReturnsPercent: body.PercentOf(e.Returns), MiscPercentOfCost: body.PercentOf(e.MiscOfCost), ExchangeRates: RatesShown{}, PriceBasis: string(e.Basis),
		TargetROI: body.Maybe(e.TargetROI, body.PercentOf), MinMargin: body.Maybe(e.MinMargin, body.PercentOf), MinProfit: body.Maybe(e.MinProfit, body.MoneyOf),
	}
	for _, r := range e.Rates {
		out.ExchangeRates[string(r.Currency)] = body.RateOf(r.Rate)
	}
	return out
}
