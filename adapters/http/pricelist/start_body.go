package pricelist

import (
	"cmp"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/pricelist"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

// ListDomain takes the domain of a marketplace.
type ListDomain string

// Schema lists the domains.
func (ListDomain) Schema(huma.Registry) *huma.Schema {
	return body.Enum(body.Each(marketplace.All(), func(m marketplace.Marketplace) string { return m.Domain }))
}

// RowExtra has cells of a row that are passed on to its result.
type RowExtra map[string]string

// Schema bounds the number and length of the cells.
func (RowExtra) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, MaxProperties: new(30), AdditionalProperties: &huma.Schema{
		Type: huma.TypeString, MaxLength: new(500), Description: "A cell as it is handed on.",
	}}
}

// AnalysisSettings sets how a list is analyzed.
type AnalysisSettings struct {
	Name          body.Opt[string]                           `json:"name,omitzero" minLength:"1" maxLength:"200" doc:"Name of the analysis, for people."`
	MarketplaceID body.Opt[body.MarketplaceID]               `json:"marketplace_id,omitzero" doc:"Marketplace to sell at, by Amazon's identifier; domain wins over it, and without both the team's default marketplace counts."`
	Domain        body.Opt[ListDomain]                       `json:"domain,omitzero" doc:"Marketplace to sell at, by domain."`
	SupplierID    body.Opt[body.RecordID]                    `json:"supplier_id,omitzero" doc:"The supplier of the list."`
	Currency      body.Opt[body.Currency]                    `json:"currency,omitzero" doc:"ISO 4217 code of costs in rows without a currency; the marketplace's when absent."`
	Expenses      body.Opt[AnalysisExpensesMembers]          `json:"expenses,omitzero" doc:"Laid over the team's default expenses."`
	Fulfillment   body.Opt[body.Word[pricelist.Fulfillment]] `json:"fulfillment,omitzero" doc:"Who ships; both when absent. FBM needs outbound_shipping_per_unit of expenses."`
	Options       body.Opt[AnalysisOptions]                  `json:"options,omitzero" doc:"Work beyond prices and fees."`
	Skip          body.Opt[AnalysisSkip]                     `json:"skip,omitzero" doc:"Rows to reject before further sources are asked."`
}

// AnalysisOptions enables work beyond prices and fees.
type AnalysisOptions struct {
	AllMatches        body.Opt[bool]  `json:"all_matches,omitzero" doc:"Whether a code of several products has a result for each; else for the best, by pack, rank and offers."`
	CheckRestrictions body.Opt[bool]  `json:"check_restrictions,omitzero" doc:"Whether it is asked if the team may sell each product."`
	CreateOffers      body.Opt[bool]  `json:"create_offers,omitzero" doc:"Whether accepted rows become offers of the supplier at the end. They replace offers with the same supplier_sku, or else the same product."`
	FullList          body.Opt[bool]  `json:"full_list,omitzero" doc:"Whether all sources are asked about rows too that are rejected by then; it takes longer."`
	MaxAgeHours       body.Opt[int64] `json:"max_age_hours,omitzero" minimum:"1" maximum:"720" doc:"How old facts may be before stale_data is a gap; 24 when absent."`
}

// AnalysisSkip sets which rows are rejected.
type AnalysisSkip struct {
	MaxBSR            body.Opt[int64]      `json:"max_bsr,omitzero" minimum:"1" maximum:"1000000000" doc:"Rows with a sales rank above it."`
	CategoriesExclude body.Opt[[]string]   `json:"categories_exclude,omitzero" maxItems:"50" doc:"Rows in these root categories, in any letter case."`
	MaxCost           body.Opt[body.Money] `json:"max_cost,omitzero" minimum:"0" maximum:"10000000" doc:"Rows with a higher cost of a sold unit, in the marketplace's currency."`
}

// draft converts the settings for the use case.
func (s AnalysisSettings) draft() app.Draft {
	options, skip := s.Options.Value, s.Skip.Value
	return app.Draft{
		Name: s.Name.Value, Choice: marketplace.Choice{Domain: string(s.Domain.Value), MarketplaceID: string(s.MarketplaceID.Value)},
		Expenses: s.Expenses.Value.patch(),
		Values: pricelist.Values{
			Supplier: optional.Map(s.SupplierID.Field, func(n body.RecordID) int64 { return int64(n) }).Maybe(), Currency: money.Currency(s.Currency.Value),
			Way:     body.Said(s.Fulfillment).Maybe().Or(pricelist.Both),
			Options: pricelist.Options{AllMatches: options.AllMatches.Value, Restrictions: options.CheckRestrictions.Value, FullList: options.FullList.Value, CreateOffers: options.CreateOffers.Value, MaxAgeHours: options.MaxAgeHours.Maybe()},
			Skip: pricelist.Skip{
				MaxRank: skip.MaxBSR.Maybe(), Categories: skip.CategoriesExclude.Value, MaxCost: optional.Map(skip.MaxCost.Field, body.Money.Amount).Maybe(),
			},
		},
	}
}

// PriceListRow has a row of a price list.
type PriceListRow struct {
	RowRef            body.Opt[string]        `json:"row_ref,omitzero" minLength:"1" maxLength:"100" doc:"The caller's own reference of the row; handed on to its result."`
	Identifier        body.Opt[string]        `json:"identifier,omitzero" maxLength:"100" doc:"A code or an ASIN, whichever it is. Of several identifiers the first counts: asin, ean, upc, isbn, identifier."`
	UPC               body.Opt[string]        `json:"upc,omitzero" maxLength:"100" doc:"A UPC. Lost zeros in front are put back where the check digit then fits."`
	EAN               body.Opt[string]        `json:"ean,omitzero" maxLength:"100" doc:"An EAN."`
	ASIN              body.Opt[string]        `json:"asin,omitzero" maxLength:"100" doc:"An ASIN."`
	ISBN              body.Opt[string]        `json:"isbn,omitzero" maxLength:"100" doc:"An ISBN."`
	SKU               body.Opt[string]        `json:"sku,omitzero" maxLength:"100" doc:"A SKU of the team, which counts where the row has nothing else."`
	Cost              body.Opt[body.Money]    `json:"cost,omitzero" minimum:"0" maximum:"10000000" doc:"Cost of one supplied item."`
	Currency          body.Opt[body.Currency] `json:"currency,omitzero" doc:"ISO 4217 code of the costs of this row; the list's when absent."`
	PackSize          body.Opt[int64]         `json:"pack_size,omitzero" minimum:"1" maximum:"100000" doc:"Items in a case: it divides case_cost and nothing else."`
	CaseCost          body.Opt[body.Money]    `json:"case_cost,omitzero" minimum:"0" maximum:"10000000" doc:"Cost of a case; counts if cost is absent."`
	MOQ               body.Opt[int64]         `json:"moq,omitzero" minimum:"1" maximum:"1000000000" doc:"The least number of items that can be ordered."`
	QuantityAvailable body.Opt[int64]         `json:"quantity_available,omitzero" minimum:"0" maximum:"1000000000" doc:"Items that the supplier has."`
	Title             body.Opt[string]        `json:"title,omitzero" maxLength:"500" doc:"The supplier's title. A title without a word in common with the product's title asks for a review."`
	Brand             body.Opt[string]        `json:"brand,omitzero" maxLength:"200" doc:"Its brand."`
	SupplierSKU       body.Opt[string]        `json:"supplier_sku,omitzero" maxLength:"100" doc:"The supplier's number of it."`
	Extra             RowExtra                `json:"extra,omitempty" doc:"At most 30 cells that are handed on to the result."`
}

// StartAnalysisFromItems starts an analysis of rows.
type StartAnalysisFromItems struct {
	AnalysisSettings
	Items []PriceListRow `json:"items" minItems:"1" maxItems:"5000" doc:"The rows of the list."`
}

func amountOf(o body.Opt[body.Money]) pricelist.Maybe {
	return optional.Map(o.Field, body.Money.Amount).Maybe()
}

func (r PriceListRow) input() pricelist.Input {
	in := pricelist.Input{
		Ref: r.RowRef.Value, Cost: amountOf(r.Cost), CaseCost: amountOf(r.CaseCost), Currency: money.Currency(r.Currency.Value), PackSize: r.PackSize.Maybe(),
		Minimum: r.MOQ.Maybe(), Quantity: r.QuantityAvailable.Maybe(), Title: r.Title.Value, Brand: r.Brand.Value, SupplierSKU: r.SupplierSKU.Value, Extra: r.Extra,
	}
	for _, one := range []struct {
		text string
		of   pricelist.IdentifierType
	}{
		{r.ASIN.Value, pricelist.TypeASIN}, {r.EAN.Value, pricelist.TypeEAN}, {r.UPC.Value, pricelist.TypeUPC}, {r.ISBN.Value, pricelist.TypeISBN},
		{r.Identifier.Value, pricelist.Auto}, {r.SKU.Value, pricelist.TypeSKU},
	} {
		if one.text != "" && in.Identifier == "" {
			in.Identifier, in.Type = one.text, one.of
		}
	}
	in.Type = cmp.Or(in.Type, pricelist.Auto)
	return in
}
