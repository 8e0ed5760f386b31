package imports

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/form"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/columns"
)

// ImportColumns name columns by the text of their header, their letter, or their number from 1.
type ImportColumns struct {
	ID               body.Opt[string] `json:"id,omitzero" minLength:"1" maxLength:"200" doc:"The id of the record."`
	SKU              body.Opt[string] `json:"sku,omitzero" minLength:"1" maxLength:"200" doc:"The SKU of the record, or of the inventory product."`
	Marketplace      body.Opt[string] `json:"marketplace,omitzero" minLength:"1" maxLength:"200" doc:"Where the SKU is sold: Amazon's identifier, domain or country."`
	SellerID         body.Opt[string] `json:"seller_id,omitzero" minLength:"1" maxLength:"200" doc:"By which seller."`
	MinPrice         body.Opt[string] `json:"min_price,omitzero" minLength:"1" maxLength:"200" doc:"The lowest price."`
	MaxPrice         body.Opt[string] `json:"max_price,omitzero" minLength:"1" maxLength:"200" doc:"The highest price."`
	MapPrice         body.Opt[string] `json:"map_price,omitzero" minLength:"1" maxLength:"200" doc:"The lowest price that the maker allows."`
	UnitCost         body.Opt[string] `json:"unit_cost,omitzero" minLength:"1" maxLength:"200" doc:"Cost of a unit from today."`
	OutboundShipping body.Opt[string] `json:"outbound_shipping,omitzero" minLength:"1" maxLength:"200" doc:"Postage of a unit to its buyer."`
	Currency         body.Opt[string] `json:"currency,omitzero" minLength:"1" maxLength:"200" doc:"Currency of the cost."`
	Supplier         body.Opt[string] `json:"supplier,omitzero" minLength:"1" maxLength:"200" doc:"Id or name of the supplier."`
	Strategy         body.Opt[string] `json:"strategy,omitzero" minLength:"1" maxLength:"200" doc:"Id or name of the strategy."`
	Mode             body.Opt[string] `json:"mode,omitzero" minLength:"1" maxLength:"200" doc:"off, manual or auto."`
	RepricePriority  body.Opt[string] `json:"reprice_priority,omitzero" minLength:"1" maxLength:"200" doc:"normal, fast or low."`
	PrepCost         body.Opt[string] `json:"prep_cost,omitzero" minLength:"1" maxLength:"200" doc:"Cost of preparing a unit."`
	InboundShipping  body.Opt[string] `json:"inbound_shipping,omitzero" minLength:"1" maxLength:"200" doc:"Cost of sending a unit to Amazon."`
	OtherCost        body.Opt[string] `json:"other_cost,omitzero" minLength:"1" maxLength:"200" doc:"Other costs of a unit."`
	VATRate          body.Opt[string] `json:"vat_rate,omitzero" minLength:"1" maxLength:"200" doc:"VAT contained in unit_cost, in percent."`
	ReorderPoint     body.Opt[string] `json:"reorder_point,omitzero" minLength:"1" maxLength:"200" doc:"The stock at which more is ordered."`
	VATClass         body.Opt[string] `json:"vat_class,omitzero" minLength:"1" maxLength:"200" doc:"The VAT class."`
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
	for f, name := range map[imports.Field]body.Opt[string]{
		imports.FieldID: c.ID, imports.FieldSKU: c.SKU, imports.FieldMarketplace: c.Marketplace, imports.FieldSeller: c.SellerID, imports.MinPrice: c.MinPrice,
		imports.MaxPrice: c.MaxPrice, imports.MapPrice: c.MapPrice, imports.UnitCost: c.UnitCost, imports.Postage: c.OutboundShipping,
		imports.Currency: c.Currency, imports.Supplier: c.Supplier, imports.Strategy: c.Strategy, imports.Mode: c.Mode, imports.Priority: c.RepricePriority,
		imports.ReorderPoint: c.ReorderPoint, imports.PrepCost: c.PrepCost, imports.InboundShipping: c.InboundShipping, imports.OtherCost: c.OtherCost,
		imports.VATRate: c.VATRate, imports.VATClass: c.VATClass,
	} {
		if name.Set {
			w.Columns[f] = name.Value
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
							`{"sheet","header_row","columns":{"id","sku","marketplace","seller_id","min_price","max_price","map_price",` +
							`"unit_cost","outbound_shipping","currency","prep_cost","inbound_shipping","other_cost","vat_rate","supplier",` +
							`"strategy","mode","reprice_priority","reorder_point","vat_class"},"ignore":[…],"decimal":"auto|.|,"}`,
					},
				},
			},
		}},
	}
}
