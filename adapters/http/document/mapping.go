package document

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/form"
	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/columns"
)

// HeaderRow has the number of a row, from 1.
type HeaderRow int

func (HeaderRow) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int32", Minimum: new(1.0), Maximum: new(1_000_000.0)}
}

// WantedDocumentColumns names columns by the text of their header, their letter or their number.
type WantedDocumentColumns struct {
	SupplierSKU  body.Opt[body.Column] `json:"supplier_sku,omitzero" doc:"The supplier's article number."`
	BuyerSKU     body.Opt[body.Column] `json:"buyer_sku,omitzero" doc:"Your article number."`
	GTIN         body.Opt[body.Column] `json:"gtin,omitzero" doc:"GTIN of the product."`
	ASIN         body.Opt[body.Column] `json:"asin,omitzero" doc:"Amazon's identifier."`
	MPN          body.Opt[body.Column] `json:"mpn,omitzero" doc:"The manufacturer's part number."`
	Description  body.Opt[body.Column] `json:"description,omitzero" doc:"Description of the goods."`
	Quantity     body.Opt[body.Column] `json:"quantity,omitzero" doc:"The number of units."`
	Cases        body.Opt[body.Column] `json:"cases,omitzero" doc:"The number of cases."`
	Unit         body.Opt[body.Column] `json:"unit,omitzero" doc:"Unit of the quantity."`
	UnitsPerCase body.Opt[body.Column] `json:"units_per_case,omitzero" doc:"Units in a case."`
	UnitPrice    body.Opt[body.Column] `json:"unit_price,omitzero" doc:"The price of a unit."`
	CasePrice    body.Opt[body.Column] `json:"case_price,omitzero" doc:"The price of a case."`
	PriceBase    body.Opt[body.Column] `json:"price_base_quantity,omitzero" doc:"How many units unit_price is for."`
	RetailPrice  body.Opt[body.Column] `json:"retail_price,omitzero" doc:"The price for consumers; no cost."`
	Discount     body.Opt[body.Column] `json:"discount,omitzero" doc:"An amount or a percentage."`
	TaxRate      body.Opt[body.Column] `json:"tax_rate,omitzero" doc:"Rate of the tax."`
	LineTotal    body.Opt[body.Column] `json:"line_total,omitzero" doc:"The total of the line, net."`
	Currency     body.Opt[body.Column] `json:"currency,omitzero" doc:"Currency of the amounts."`
}

// WantedDocumentMapping sets the meanings of the columns of a table file.
type WantedDocumentMapping struct {
	Sheet   body.Opt[body.Column]           `json:"sheet,omitzero" doc:"Name of the sheet; the longest when absent."`
	Columns body.Opt[WantedDocumentColumns] `json:"columns,omitzero" doc:"Others are found by header and contents."`
	Ignore  []body.Column                   `json:"ignore,omitempty" maxItems:"100" doc:"Columns without a meaning."`

	HeaderRow body.Opt[HeaderRow] `json:"header_row,omitzero" doc:"Number of the header row, among the first 500 rows."`

	Decimal body.Opt[body.Word[columns.Decimal]] `json:"decimal,omitzero" doc:"When absent, the figures decide."`
}

func (m WantedDocumentMapping) mapping() mapping.Mapping {
	c := m.Columns.Value
	w := mapping.Mapping{
		Sheet: string(m.Sheet.Value), HeaderRow: int(m.HeaderRow.Value), Columns: map[mapping.Field]string{},
		Decimal: body.Said(m.Decimal).Maybe().Or(columns.Auto).Plain(),
	}
	for _, name := range m.Ignore {
		w.Ignore = append(w.Ignore, string(name))
	}
	for f, name := range map[mapping.Field]body.Opt[body.Column]{
		mapping.SupplierSKU: c.SupplierSKU, mapping.BuyerSKU: c.BuyerSKU, mapping.GTIN: c.GTIN, mapping.ASIN: c.ASIN,
		mapping.MPN: c.MPN, mapping.Description: c.Description, mapping.Quantity: c.Quantity, mapping.Cases: c.Cases,
		mapping.Unit: c.Unit, mapping.UnitsPerCase: c.UnitsPerCase, mapping.UnitPrice: c.UnitPrice,
		mapping.CasePrice: c.CasePrice, mapping.PriceBase: c.PriceBase, mapping.RetailPrice: c.RetailPrice,
		mapping.Discount: c.Discount, mapping.TaxRate: c.TaxRate, mapping.LineTotal: c.LineTotal,
		mapping.Currency: c.Currency,
	} {
		if name.Set {
			w.Columns[f] = string(name.Value)
		}
	}
	return w
}

// mappingPart reads the part mapping of a form, as strictly as a member of a JSON body.
type mappingPart struct {
	Mapping WantedDocumentMapping `json:"mapping"`
}

var readMapping = form.JSON[mappingPart]("mapping", "an object")

func parseMapping(text string) (*mapping.Mapping, error) {
	part, err := readMapping(text)
	if err != nil {
		return nil, err
	}
	return new(part.Mapping.mapping()), nil
}

// DocumentMapping shows the meanings that a user gave to columns.
type DocumentMapping struct {
	Sheet     *string                 `json:"sheet" doc:"Name of the sheet; null for the longest."`
	HeaderRow *int                    `json:"header_row" doc:"Number of the header row; null for the probable header."`
	Columns   []DocumentMappingColumn `json:"columns" doc:"The named columns."`
	Ignore    []string                `json:"ignore" doc:"Columns without a meaning."`
	Decimal   string                  `json:"decimal" doc:"auto, dot or comma."`
}

// DocumentMappingColumn has the name of a column with a meaning.
type DocumentMappingColumn struct {
	Field  string `json:"field" doc:"Its meaning, in the words of mapping.columns."`
	Column string `json:"column" doc:"The text of its header, its letter or its number."`
}

func mappingOf(m mapping.Mapping) DocumentMapping {
	out := DocumentMapping{
		Sheet: body.Text(m.Sheet), Columns: []DocumentMappingColumn{}, Ignore: append([]string{}, m.Ignore...),
		Decimal: string(m.Decimal.Plain()),
	}
	if m.HeaderRow > 0 {
		out.HeaderRow = &m.HeaderRow
	}
	for _, f := range mapping.Field("").Words() {
		if name, ok := m.Columns[f]; ok {
			out.Columns = append(out.Columns, DocumentMappingColumn{Field: string(f), Column: name})
		}
	}
	return out
}

// PreviewTable shows how the columns of a table file were read.
type PreviewTable struct {
	Sheet     *string              `json:"sheet" doc:"Name of the sheet; null in a text."`
	HeaderRow *int                 `json:"header_row" doc:"Number of the header row; null without a header."`
	Columns   []PreviewTableColumn `json:"columns" doc:"All columns, from the left."`
}

// PreviewTableColumn has a column with the meaning that it was read by.
type PreviewTableColumn struct {
	Column string  `json:"column" doc:"Its letter; mapping takes it."`
	Header *string `json:"header" doc:"The text of its header; null without a header."`
	Field  *string `json:"field" doc:"Its meaning, in the words of mapping.columns; null without one."`
}

// tableOf returns nil for a file without a table.
func tableOf(s reading.Sheet) *PreviewTable {
	if len(s.Columns) == 0 {
		return nil
	}
	out := PreviewTable{Sheet: body.Text(s.Name)}
	if s.HeaderRow > 0 {
		out.HeaderRow = &s.HeaderRow
	}
	for at, c := range s.Columns {
		out.Columns = append(out.Columns, PreviewTableColumn{
			Column: columns.Letter(at), Header: body.Text(c.Header), Field: body.Text(string(mapping.FieldOf(c.Kind))),
		})
	}
	return &out
}
