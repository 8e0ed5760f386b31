package pricelist

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// AnalysisResult has the earnings of a row of a list. Amounts are for one unit as it is sold, in
// the marketplace's currency. Percentages refer to the figure in their name. Unknown values are
// null.
type AnalysisResult struct {
	ItemID             int64     `json:"item_id" doc:"Identifier of the row, for corrections."`
	RowNumber          int64     `json:"row_number" doc:"Place in the list, from 1."`
	RowRef             *string   `json:"row_ref" doc:"The caller's own reference of the row."`
	Input              ListedRow `json:"input" doc:"The row as it was given."`
	Identifier         *string   `json:"identifier" doc:"The identifier as it was given."`
	IdentifierRepaired bool      `json:"identifier_repaired" doc:"Whether lost zeros were put back in front."`
	DuplicateRow       bool      `json:"duplicate_row" doc:"Whether a row before has the same identifier."`

	Status       string        `json:"status" doc:"pending, matched, multiple, not_found, invalid_identifier or error."`
	Problem      *string       `json:"problem" doc:"Why the status is error or invalid_identifier: pack_size_mismatch, the code of a source's failure, or a sentence."`
	MatchIndex   *int64        `json:"match_index" doc:"Which of the products is meant, from 0."`
	MatchesCount int64         `json:"matches_count" doc:"Products with the identifier."`
	Method       *string       `json:"method" doc:"Key that found the product: gtin, asin or sku."`
	Confidence   *body.Percent `json:"confidence" minimum:"0" maximum:"1" doc:"How sure the match is, from 0 to 1."`
	Pack         *RowPack      `json:"pack" doc:"Supplied items in one sold unit, and where they were read."`
	ASIN         *string       `json:"asin" doc:"The product."`
	Title        *string       `json:"title" doc:"Its title."`
	Brand        *string       `json:"brand" doc:"Its brand."`
	ImageURL     *string       `json:"image_url" doc:"Its picture."`
	Category     *string       `json:"category" doc:"Its root category."`
	URL          *string       `json:"url" doc:"Where it is sold."`
	Variation    *string       `json:"variation" doc:"ASIN of the family of variations that it belongs to."`

	BuyBoxPrice   *body.Money `json:"buy_box_price" doc:"Price of the buy box with shipping."`
	LowestFBA     *body.Money `json:"lowest_fba" doc:"Lowest offer that Amazon ships."`
	LowestFBM     *body.Money `json:"lowest_fbm" doc:"Lowest offer that its seller ships."`
	AmazonPrice   *body.Money `json:"amazon_price" doc:"Price of Amazon's own offer."`
	ListPrice     *body.Money `json:"list_price" doc:"The maker's price."`
	PriceUsed     *body.Money `json:"price_used" doc:"The price that is counted with."`
	PriceSource   *string     `json:"price_source" doc:"buy_box, lowest_fba, lowest_fbm, avg_90d or edited."`
	Avg90D        *body.Money `json:"avg_90d" doc:"Mean price of the buy box in 90 days."`
	OffersFBA     *int64      `json:"offers_fba" doc:"Offers that Amazon ships."`
	OffersFBM     *int64      `json:"offers_fbm" doc:"Offers that their sellers ship."`
	AmazonInStock *bool       `json:"amazon_in_stock" doc:"Whether Amazon itself offers it."`

	CostInput           *body.Money   `json:"cost_input" doc:"Cost of one supplied item, converted by the exchange rate."`
	CostPerSellableUnit *body.Money   `json:"cost_per_sellable_unit" doc:"Cost of the items in a sold unit, less discount and cashback."`
	Discount            *body.Percent `json:"discount" doc:"Discount that was taken off, in percent."`
	Prep                *body.Money   `json:"prep" doc:"Preparing, labelling, bagging and bundling."`
	Inbound             *body.Money   `json:"inbound" doc:"The way to Amazon."`
	ThirdParty          *body.Money   `json:"third_party" doc:"All handling of a unit: prep, third parties and the way to Amazon or the buyer."`
	SalesTax            *body.Money   `json:"sales_tax" doc:"Sales tax on the purchase."`
	Other               *body.Money   `json:"other" doc:"Other costs and returns."`
	TotalCost           *body.Money   `json:"total_cost" doc:"Goods, sales tax, handling and other costs."`

	Referral     *body.Money `json:"referral" doc:"Referral fee."`
	Fulfillment  *body.Money `json:"fulfillment" doc:"Fulfillment fee."`
	StorageMonth *body.Money `json:"storage_month" doc:"Storage for the months of expenses."`
	Closing      *body.Money `json:"closing" doc:"Closing fee."`
	VAT          *body.Money `json:"vat" doc:"VAT due on the sale, less the VAT of cost and fees."`
	FeesTotal    *body.Money `json:"fees_total" doc:"All fees; null while a line is missing."`
	FeesStatus   *string     `json:"fees_status" doc:"exact, estimated, partial or missing."`
	FeesSource   *string     `json:"fees_source" doc:"override, amazon, keepa or table; mixed where lines differ."`

	VATPercent *body.Percent `json:"vat_percent" doc:"VAT rate of the sale; null without tax."`
	VATSource  *string       `json:"vat_source" doc:"given, cost_layer, class or assumed; null without tax."`
	Notes      []string      `json:"notes" doc:"vat_rate_assumed, vat_class_unsure, no_registration, margin_scheme."`

	FBA          *RowEarnings `json:"fba" doc:"Earnings of a unit that Amazon ships."`
	FBM          *RowEarnings `json:"fbm" doc:"Earnings of a unit that the seller ships."`
	Verdict      *string      `json:"verdict" doc:"accept, review or reject; null before."`
	VerdictRules []string     `json:"verdict_rules" doc:"Why it is not accept."`

	BSR                *int64        `json:"bsr" doc:"Sales rank in the root category."`
	BSRTopPercent      *body.Percent `json:"bsr_top_percent" doc:"The rank in percent of the products of the category."`
	SalesEstimateMonth *int64        `json:"sales_estimate_month" doc:"Units that all sellers together sell in thirty days."`
	SalesLow           *int64        `json:"sales_low" doc:"Lower end of the estimate."`
	SalesHigh          *int64        `json:"sales_high" doc:"Upper end of the estimate; null if it is open."`
	SalesLabel         *string       `json:"sales_label" doc:"How far the estimate can be trusted: measured, own, calibrated, uncalibrated, extrapolated or floor."`
	OwnSales           *int64        `json:"own_sales" doc:"Units that the team could sell in thirty days: the estimate shared with those who compete for the buy box."`
	RankDrops30D       *int64        `json:"rank_drops_30d" doc:"How often the rank improved in thirty days."`

	RestrictionStatus *string    `json:"restriction_status" doc:"ALLOWED_TO_SELL, APPROVAL_REQUIRED or NOT_ELIGIBLE; null where it was not asked."`
	CheckedAt         *body.Time `json:"checked_at" doc:"When that was asked."`
	Alerts            []RowAlert `json:"alerts" doc:"Alerts to check before buying."`
	AlertsUnavailable []string   `json:"alerts_unavailable" doc:"Alerts for which no source said yes or no. Complaints about intellectual property have no open source."`
	Gaps              []string   `json:"gaps" doc:"Figures that are missing, or make the result doubtful."`

	InPurchaseOrderID *int64 `json:"in_purchase_order_id" doc:"The newest open purchase order with the product, drafts included; null if no order has it."`

	NotesCount int64   `json:"notes_count" doc:"Notes about the product on this marketplace."`
	LastNote   *string `json:"last_note" doc:"Text of the newest note; null without notes."`

	Edited  RowEdits `json:"edited" doc:"The figures that were corrected."`
	Liked   bool     `json:"liked" doc:"Whether a user likes it."`
	Version int64    `json:"version" doc:"Counts the changes of the row, for If-Match."`
}

// ListedRow has a row as given.
type ListedRow struct {
	Title             *string     `json:"title" doc:"The supplier's title."`
	Brand             *string     `json:"brand" doc:"Its brand."`
	SupplierSKU       *string     `json:"supplier_sku" doc:"The supplier's number of it."`
	Cost              *body.Money `json:"cost" doc:"Cost of one item, in currency."`
	CaseCost          *body.Money `json:"case_cost" doc:"Cost of a case, in currency."`
	Currency          *string     `json:"currency" doc:"ISO 4217 code of the costs."`
	PackSize          *int64      `json:"pack_size" doc:"Items in a case."`
	MOQ               *int64      `json:"moq" doc:"The least number of items that can be ordered."`
	QuantityAvailable *int64      `json:"quantity_available" doc:"Items that the supplier has."`
	MAPPrice          *body.Money `json:"map_price" doc:"The lowest price that the maker allows to advertise, in currency."`
	Extra             RowExtra    `json:"extra" doc:"Cells that are handed on."`
}

// RowPack has the number of supplied items in one sold unit.
type RowPack struct {
	SupplierUnits int64        `json:"supplier_units" doc:"Units inside one supplied item."`
	AmazonUnits   int64        `json:"amazon_units" doc:"Units inside one sold unit."`
	UnitsNeeded   int64        `json:"units_needed" doc:"amazon_units over supplier_units."`
	Source        string       `json:"source" doc:"attribute, title, edited or assumed."`
	Confidence    body.Percent `json:"confidence" minimum:"0" maximum:"1" doc:"How sure it is, from 0 to 1."`
	Readings      []RowReading `json:"readings" doc:"Both readings of a title; amazon_units decides."`
}

// RowReading counts a row by a single reading of its pack.
type RowReading struct {
	SupplierUnits       int64       `json:"supplier_units" doc:"Units inside one supplied item."`
	AmazonUnits         int64       `json:"amazon_units" doc:"Units inside one sold unit."`
	UnitsNeeded         int64       `json:"units_needed" doc:"Supplied items in one sold unit."`
	CostPerSellableUnit *body.Money `json:"cost_per_sellable_unit" doc:"Cost of the items of a sold unit."`
	Profit              *body.Money `json:"profit" doc:"Profit of a sold unit."`
}

// RowEarnings has the earnings of a unit.
type RowEarnings struct {
	Profit             *body.Money   `json:"profit" doc:"Price less goods, taxes, handling, fees and other costs."`
	ROI                *body.Percent `json:"roi" doc:"Profit in percent of goods, sales tax and handling."`
	Margin             *body.Percent `json:"margin" doc:"Profit in percent of the price without VAT."`
	BreakevenPrice     *body.Money   `json:"breakeven_price" doc:"The lowest price without a loss."`
	BreakevenPriceSafe *body.Money   `json:"breakeven_price_safe" doc:"From here on no price loses."`
	MaxCost            *body.Money   `json:"max_cost" doc:"Highest cost of the goods that reaches target_roi; null without target_roi."`
}

// RowAlert describes a risk.
type RowAlert struct {
	Code   string     `json:"code" doc:"hazmat, meltable, oversize, adult, possible_multipack, amazon_sells, buy_box_suppressed, price_spike or generic_brand. Words may be added."`
	Level  string     `json:"level" doc:"info, warning or danger."`
	Source *string    `json:"source" doc:"amazon or keepa."`
	AsOf   *body.Time `json:"as_of" doc:"When it was so."`
}

// RowEdits has the corrected figures; null keeps the analyzed value.
type RowEdits struct {
	Cost           *body.Money   `json:"cost" doc:"Cost of one supplied item, in the marketplace's currency."`
	PackSize       *int64        `json:"pack_size" doc:"Items in a case."`
	AmazonUnits    *int64        `json:"amazon_units" doc:"Units inside one sold unit."`
	PriceUsed      *body.Money   `json:"price_used" doc:"The price."`
	MatchIndex     *int64        `json:"match_index" doc:"Which product is meant."`
	Quantity       *int64        `json:"quantity" doc:"Units to buy."`
	Discount       *body.Percent `json:"discount" doc:"Discount in percent."`
	PrepCost       *body.Money   `json:"prep_cost" doc:"Preparing a unit."`
	InboundCost    *body.Money   `json:"inbound_cost" doc:"The way to Amazon."`
	Fulfillment    *string       `json:"fulfillment" doc:"Who ships."`
	ReferralFee    *body.Money   `json:"referral_fee" doc:"Referral fee."`
	FulfillmentFee *body.Money   `json:"fulfillment_fee" doc:"Fulfillment fee."`
}

// AnalysisItemPatch corrects a row. Null restores the analyzed value.
type AnalysisItemPatch struct {
	body.AtLeastOne
	Cost           body.Field[body.Money]                       `json:"cost,omitzero" minimum:"0" maximum:"10000000" doc:"Cost of one supplied item, in the marketplace's currency."`
	PackSize       body.Field[int64]                            `json:"pack_size,omitzero" minimum:"1" maximum:"100000" doc:"Items in a case, which divide case_cost."`
	AmazonUnits    body.Field[int64]                            `json:"amazon_units,omitzero" minimum:"1" maximum:"100000" doc:"Units inside one sold unit."`
	PriceUsed      body.Field[body.PositiveMoney]               `json:"price_used,omitzero" maximum:"10000000" doc:"The price, with at most the decimals of the currency."`
	MatchIndex     body.Field[int64]                            `json:"match_index,omitzero" minimum:"0" maximum:"9" doc:"Which of the products is meant, from 0."`
	Quantity       body.Field[int64]                            `json:"quantity,omitzero" minimum:"1" maximum:"100000" doc:"Units to buy, for an order of accepted rows."`
	Discount       body.Field[body.Percent]                     `json:"discount,omitzero" minimum:"0" maximum:"100" doc:"Discount in percent."`
	PrepCost       body.Field[body.Money]                       `json:"prep_cost,omitzero" minimum:"0" maximum:"10000000" doc:"Preparing a unit, in place of prep_per_unit."`
	InboundCost    body.Field[body.Money]                       `json:"inbound_cost,omitzero" minimum:"0" maximum:"10000000" doc:"The way to Amazon."`
	Fulfillment    body.Field[body.Word[pricelist.Fulfillment]] `json:"fulfillment,omitzero" doc:"Who ships."`
	ReferralFee    body.Field[body.Money]                       `json:"referral_fee,omitzero" minimum:"0" maximum:"10000000" doc:"Referral fee."`
	FulfillmentFee body.Field[body.Money]                       `json:"fulfillment_fee,omitzero" minimum:"0" maximum:"10000000" doc:"Fulfillment fee."`
	Liked          body.Opt[bool]                               `json:"liked,omitzero" doc:"Whether a user likes it."`
}

func (p AnalysisItemPatch) patch() pricelist.EditPatch {
	return pricelist.EditPatch{
		Cost: money4(p.Cost), Price: optional.Map(p.PriceUsed.Field, body.PositiveMoney.Amount), Prep: money4(p.PrepCost), Inbound: money4(p.InboundCost),
		ReferralFee: money4(p.ReferralFee), FulfillmentFee: money4(p.FulfillmentFee), PackSize: p.PackSize.Field, AmazonUnits: p.AmazonUnits.Field,
		Match: p.MatchIndex.Field, Buy: p.Quantity.Field, Discount: share(p.Discount),
		Fulfillment: optional.Map(p.Fulfillment.Field, func(w body.Word[pricelist.Fulfillment]) pricelist.Fulfillment { return pricelist.Fulfillment(w) }),
		Liked:       p.Liked.Field,
	}
}

func hundredths(c pricelist.Confidence) body.Percent {
	return body.PercentOf(money.PercentFromUnits(int64(c) * 100))
}

func sum(m pricelist.Maybe) *body.Money { return body.Maybe(m, body.MoneyOf) }

func portion(m optional.Maybe[money.Percent]) *body.Percent { return body.Maybe(m, body.PercentOf) }

func resultOf(j app.Judged) AnalysisResult {
	row, r := j.Item.Values.Row, j.Result
	in, e, earned := row.Input, row.Edits, r.Earned()
	out := AnalysisResult{
		ItemID: int64(j.Item.ID), RowNumber: row.Number, RowRef: body.Text(in.Ref), Identifier: body.Text(in.Identifier), IdentifierRepaired: row.Repaired,
		DuplicateRow: row.Duplicate, Status: string(row.Status), Problem: body.Text(row.Problem), MatchesCount: row.Found,
		Input: ListedRow{
			Title: body.Text(in.Title), Brand: body.Text(in.Brand), SupplierSKU: body.Text(in.SupplierSKU), Cost: sum(in.Cost), CaseCost: sum(in.CaseCost),
			Currency: body.Text(in.Currency), PackSize: in.PackSize.Ptr(), MOQ: in.Minimum.Ptr(), QuantityAvailable: in.Quantity.Ptr(), MAPPrice: sum(in.MAP),
			Extra: RowExtra{},
		},
		CostInput: sum(r.Costing.Unit), CostPerSellableUnit: sum(r.Costing.Cost), Prep: sum(r.Costing.Prep), Inbound: sum(r.Costing.Inbound),
		ThirdParty: sum(r.Costing.Landed), SalesTax: sum(r.Costing.SalesTax), Other: sum(r.Costing.Other), TotalCost: sum(r.Costing.Total),
		PriceUsed: sum(r.Costing.Price), PriceSource: body.Text(r.Costing.PriceSource),
		Referral: sum(earned.Referral), Fulfillment: sum(earned.Fulfillment), StorageMonth: sum(earned.Storage), Closing: sum(earned.Closing),
		VAT: sum(earned.VAT), FeesTotal: sum(earned.Fees), FeesStatus: body.Text(earned.FeesStatus), FeesSource: body.Text(earned.FeesSource),
		VATPercent: portion(earned.VATRate), VATSource: body.Text(earned.VATSource), Notes: body.Words[string](earned.Notes),
		FBA: body.Maybe(r.FBA, earningsOf), FBM: body.Maybe(r.FBM, earningsOf), Verdict: body.Text(r.Verdict), VerdictRules: body.Words[string](r.Rules),
		Gaps: body.Words[string](r.Gaps), AlertsUnavailable: body.Words[string](r.Unavailable), Alerts: body.Each(r.Alerts, alertOf),
		Edited: RowEdits{
			Cost: sum(e.Cost), PackSize: e.PackSize.Ptr(), AmazonUnits: e.AmazonUnits.Ptr(), PriceUsed: sum(e.Price), MatchIndex: e.Match.Ptr(), Quantity: e.Buy.Ptr(),
			Discount: portion(e.Discount), PrepCost: sum(e.Prep), InboundCost: sum(e.Inbound),
			Fulfillment: body.Maybe(e.Fulfillment, func(f pricelist.Fulfillment) string { return string(f) }), ReferralFee: sum(e.ReferralFee),
			FulfillmentFee: sum(e.FulfillmentFee),
		},
		Liked: row.Liked, InPurchaseOrderID: j.InOrder.Ptr(), NotesCount: j.Noted.Count, LastNote: body.Text(j.Noted.Last), Version: j.Item.Version,
	}
	for name, text := range in.Extra {
		out.Input.Extra[name] = text
	}
	if method := row.Method(); method != "" {
		out.Method = &method
	}
	if f, ok := row.Product(); ok {
		out.about(&row, f, r)
	}
	return out
}

// about adds the known facts of the product.
func (out *AnalysisResult) about(row *pricelist.Row, f pricelist.Facts, r pricelist.Result) {
	confidence, asin := hundredths(r.Confidence), f.ASIN
	out.MatchIndex, out.Confidence = new(row.Chosen()), &confidence
	p := r.Costing.Pack
	out.Pack = &RowPack{
		p.SupplierUnits, p.AmazonUnits, p.UnitsNeeded, string(p.Source), hundredths(p.Confidence),
		body.Each(r.Readings, readingOf),
	}
	out.ASIN, out.Title, out.Brand, out.ImageURL = textOf(asin), body.Text(f.Title), body.Text(f.Brand), body.Text(f.Image)
	out.Category, out.URL, out.Variation = body.Text(f.Category), body.Text(f.URL), body.Text(f.Parent)
	out.BuyBoxPrice, out.LowestFBA, out.LowestFBM = sum(f.BuyBox), sum(f.LowestFBA), sum(f.LowestFBM)
	out.AmazonPrice, out.ListPrice, out.Avg90D = sum(f.Amazon), sum(f.List), sum(f.Mean90)
	out.OffersFBA, out.OffersFBM, out.AmazonInStock = f.OffersFBA.Ptr(), f.OffersFBM.Ptr(), f.AmazonInStock.Ptr()
	discount := body.PercentOf(r.Costing.Discount)
	out.Discount = &discount
	out.BSR, out.BSRTopPercent, out.RankDrops30D = f.Rank.Ptr(), portion(f.RankTop), f.RankDrops.Ptr()
	out.SalesEstimateMonth, out.SalesLow, out.SalesHigh, out.SalesLabel = f.Sales.Ptr(), f.SalesLow.Ptr(), f.SalesHigh.Ptr(), body.Text(f.SalesLabel)
	out.OwnSales = f.OwnSales.Ptr()
	if status, ok := f.Restriction.Get(); ok {
		out.RestrictionStatus, out.CheckedAt = body.Text(status), new(body.TimeOf(f.RestrictionAt))
	}
}

func textOf(a asin.ASIN) *string { return body.Text(a.String()) }

func earningsOf(e pricelist.Earnings) RowEarnings {
	return RowEarnings{
		sum(e.Profit), portion(e.ROI), portion(e.Margin), sum(e.BreakEven), sum(e.BreakEvenSafe), sum(e.MaxCost),
	}
}

func readingOf(r pricelist.PackReading) RowReading {
	return RowReading{r.SupplierUnits, r.AmazonUnits, r.UnitsNeeded, sum(r.Cost), sum(r.Profit)}
}

func alertOf(a pricelist.Alert) RowAlert {
	out := RowAlert{Code: string(a.Code), Level: string(a.Code.Level()), Source: body.Text(a.Source)}
	if !a.AsOf.IsZero() {
		out.AsOf = new(body.TimeOf(a.AsOf))
	}
	return out
}
