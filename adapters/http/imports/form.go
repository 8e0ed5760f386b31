package imports

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/form"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/columns"
)

// ImportColumns name the columns of a file.
type ImportColumns struct {
	ID               body.Opt[body.Column] `json:"id,omitzero" doc:"The id of the record."`
	SKU              body.Opt[body.Column] `json:"sku,omitzero" doc:"The SKU of the record, or of the inventory product."`
	Marketplace      body.Opt[body.Column] `json:"marketplace,omitzero" doc:"Where the SKU is sold: Amazon's identifier, domain or country."`
	SellerID         body.Opt[body.Column] `json:"seller_id,omitzero" doc:"By which seller."`
	ASIN             body.Opt[body.Column] `json:"asin,omitzero" doc:"The product of a new row of the repricer."`
	MinPrice         body.Opt[body.Column] `json:"min_price,omitzero" doc:"The lowest price."`
	MaxPrice         body.Opt[body.Column] `json:"max_price,omitzero" doc:"The highest price."`
	MapPrice         body.Opt[body.Column] `json:"map_price,omitzero" doc:"The lowest price that the maker allows."`
	UnitCost         body.Opt[body.Column] `json:"unit_cost,omitzero" doc:"Cost of a unit from today."`
	OutboundShipping body.Opt[body.Column] `json:"outbound_shipping,omitzero" doc:"Postage of a unit to its buyer."`
	Currency         body.Opt[body.Column] `json:"currency,omitzero" doc:"Currency of the cost."`
	Supplier         body.Opt[body.Column] `json:"supplier,omitzero" doc:"Id or name of the supplier."`
	Strategy         body.Opt[body.Column] `json:"strategy,omitzero" doc:"Id or name of the strategy."`
	Mode             body.Opt[body.Column] `json:"mode,omitzero" doc:"off, manual or auto."`
	RepricePriority  body.Opt[body.Column] `json:"reprice_priority,omitzero" doc:"normal, fast or low."`
	PrepCost         body.Opt[body.Column] `json:"prep_cost,omitzero" doc:"Cost of preparing a unit."`
	InboundShipping  body.Opt[body.Column] `json:"inbound_shipping,omitzero" doc:"Cost of sending a unit to Amazon."`
	OtherCost        body.Opt[body.Column] `json:"other_cost,omitzero" doc:"Other costs of a unit."`
	VATRate          body.Opt[body.Column] `json:"vat_rate,omitzero" doc:"VAT contained in unit_cost, in percent."`
	ReorderPoint     body.Opt[body.Column] `json:"reorder_point,omitzero" doc:"The stock at which more is ordered."`
	VATClass         body.Opt[body.Column] `json:"vat_class,omitzero" doc:"The VAT class."`

	Condition           body.Opt[body.Column] `json:"condition,omitzero" doc:"Condition of the offers that compete."`
	AllowLoss           body.Opt[body.Column] `json:"allow_loss,omitzero" doc:"true or false."`
	MinPriceMode        body.Opt[body.Column] `json:"min_price_mode,omitzero" doc:"manual, roi, margin or markup."`
	TargetROI           body.Opt[body.Column] `json:"target_roi,omitzero" doc:"Profit that the floor leaves, in percent of the cost."`
	TargetMargin        body.Opt[body.Column] `json:"target_margin,omitzero" doc:"Profit that the floor leaves, in percent of the net price."`
	MinPriceMarkup      body.Opt[body.Column] `json:"min_price_markup,omitzero" doc:"Addition to the price without profit or loss."`
	MinPriceMarkupType  body.Opt[body.Column] `json:"min_price_markup_type,omitzero" doc:"amount or percent."`
	MaxChange           body.Opt[body.Column] `json:"max_change,omitzero" doc:"The largest change of the price in one step, as an amount."`
	MaxChangePercent    body.Opt[body.Column] `json:"max_change_percent,omitzero" doc:"The same in percent of the live price."`
	MissingCostFallback body.Opt[body.Column] `json:"missing_cost_fallback,omitzero" doc:"error, skip, min_price or current_price."`
}

// WantedImportMapping sets the meanings of the columns of a file.
type WantedImportMapping struct {
	Sheet     body.Opt[string]                     `json:"sheet,omitzero" minLength:"1" maxLength:"200" doc:"Name of the sheet; the longest when absent."`
	HeaderRow body.Opt[int64]                      `json:"header_row,omitzero" minimum:"1" maximum:"1000000" doc:"Number of the header row, among the first 500 with content; where it seems to be when absent."`
	Columns   body.Opt[ImportColumns]              `json:"columns,omitzero" doc:"The columns; those that are not named are found by header."`
	Ignore    []string                             `json:"ignore,omitempty" maxItems:"100" doc:"Columns that are left out."`
	Decimal   body.Opt[body.Word[columns.Decimal]] `json:"decimal,omitzero" doc:"The decimal sign; when absent, each column's own figures decide."`
}

func (m WantedImportMapping) wanted() imports.Wanted {
	c := m.Columns.Value
	w := imports.Wanted{
		Sheet: m.Sheet.Value, HeaderRow: int(m.HeaderRow.Value), Decimal: body.Said(m.Decimal).Maybe().Or(""), Ignore: m.Ignore, Columns: map[imports.Field]string{},
	}
	for f, name := range map[imports.Field]body.Opt[body.Column]{
		imports.FieldASIN: c.ASIN, imports.FieldID: c.ID, imports.FieldSKU: c.SKU, imports.FieldMarketplace: c.Marketplace, imports.FieldSeller: c.SellerID, imports.MinPrice: c.MinPrice,
		imports.MaxPrice: c.MaxPrice, imports.MapPrice: c.MapPrice, imports.UnitCost: c.UnitCost, imports.Postage: c.OutboundShipping,
		imports.Currency: c.Currency, imports.Supplier: c.Supplier, imports.Strategy: c.Strategy, imports.Mode: c.Mode, imports.Priority: c.RepricePriority,
		imports.ReorderPoint: c.ReorderPoint, imports.PrepCost: c.PrepCost, imports.InboundShipping: c.InboundShipping, imports.OtherCost: c.OtherCost,
		imports.VATRate: c.VATRate, imports.VATClass: c.VATClass,
		imports.Condition:        c.Condition,
		imports.AllowLoss:        c.AllowLoss,
		imports.MinPriceMode:     c.MinPriceMode,
		imports.TargetROI:        c.TargetROI,
		imports.TargetMargin:     c.TargetMargin,
		imports.MinPriceMarkup:   c.MinPriceMarkup,
		imports.MarkupType:       c.MinPriceMarkupType,
		imports.MaxChange:        c.MaxChange,
		imports.MaxChangePercent: c.MaxChangePercent,
		imports.CostFallback:     c.MissingCostFallback,
	} {
		if name.Set {
			w.Columns[f] = string(name.Value)
		}
	}
	return w
}

// importForm has the parts of a form beside the file.
type importForm struct {
	Kind    body.Word[imports.Kind]       `json:"kind"`
	Mapping body.Opt[WantedImportMapping] `json:"mapping,omitzero"`
	Accept  []body.Word[imports.Warning]  `json:"accept_warnings,omitempty" maxItems:"10"`
}

var readForm = form.Of[importForm](form.Parts{Texts: []string{"kind"}, JSON: []string{"mapping", "accept_warnings"}})

// formBody documents the form.
func formBody() *huma.RequestBody {
	most := 20_000
	kind := body.Enum(imports.Kind("").Words())
	kind.Description = "Kind of records that the rows change."
	return &huma.RequestBody{
		Required: true, Description: "A form with a file. Parts may come in any order; unknown parts are refused.",
		Content: map[string]*huma.MediaType{"multipart/form-data": {
			Schema: &huma.Schema{
				Type: huma.TypeObject, AdditionalProperties: false, Required: []string{"file", "kind"},
				Properties: map[string]*huma.Schema{
					"file": {Type: huma.TypeString, Format: "binary", Description: "A CSV, TSV or XLSX file, at most 25 MiB."},
					"kind": kind,
					"accept_warnings": {
						Type: huma.TypeString, MaxLength: &most,
						Description: `JSON text: warnings that do not stop a row, ["large_change"].`,
					},
					"mapping": {
						Type: huma.TypeString, MaxLength: &most,
						Description: "JSON text with the meanings of columns. A column is named by its header text, its letter, or " +
							"its number from 1.\n\n" +
							`{"sheet","header_row","columns":{"id","sku","marketplace","seller_id","asin","min_price","max_price","map_price",` +
							`"unit_cost","outbound_shipping","currency","prep_cost","inbound_shipping","other_cost","vat_rate","supplier",` +
							`"strategy","mode","reprice_priority","reorder_point","vat_class","condition","allow_loss","min_price_mode",` +
							`"target_roi","target_margin","min_price_markup","min_price_markup_type","max_change","max_change_percent",` +
							`"missing_cost_fallback"},"ignore":[…],"decimal":"auto|.|,"}`,
					},
				},
			},
		}},
	}
}
