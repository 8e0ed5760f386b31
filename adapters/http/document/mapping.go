package document

import (
	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/columns"
)

// WantedDocumentColumns names columns by the text of their header, their letter or their number.
type WantedDocumentColumns struct {
	SupplierSKU  body.Opt[string] `json:"supplier_sku,omitzero" minLength:"1" maxLength:"200" doc:"The supplier's article number."`
	BuyerSKU     body.Opt[string] `json:"buyer_sku,omitzero" minLength:"1" maxLength:"200" doc:"Your article number."`
	GTIN         body.Opt[string] `json:"gtin,omitzero" minLength:"1" maxLength:"200" doc:"GTIN of the product."`
	ASIN         body.Opt[string] `json:"asin,omitzero" minLength:"1" maxLength:"200" doc:"Amazon's identifier."`
	MPN          body.Opt[string] `json:"mpn,omitzero" minLength:"1" maxLength:"200" doc:"The manufacturer's part number."`
	Description  body.Opt[string] `json:"description,omitzero" minLength:"1" maxLength:"200" doc:"Description of the goods."`
	Quantity     body.Opt[string] `json:"quantity,omitzero" minLength:"1" maxLength:"200" doc:"How many were bought."`
	Cases        body.Opt[string] `json:"cases,omitzero" minLength:"1" maxLength:"200" doc:"How many cases were bought."`
	Unit         body.Opt[string] `json:"unit,omitzero" minLength:"1" maxLength:"200" doc:"Unit of the quantity."`
	UnitsPerCase body.Opt[string] `json:"units_per_case,omitzero" minLength:"1" maxLength:"200" doc:"Units in a case."`
	UnitPrice    body.Opt[string] `json:"unit_price,omitzero" minLength:"1" maxLength:"200" doc:"The price of a unit."`
	CasePrice    body.Opt[string] `json:"case_price,omitzero" minLength:"1" maxLength:"200" doc:"The price of a case."`
	PriceBase    body.Opt[string] `json:"price_base_quantity,omitzero" minLength:"1" maxLength:"200" doc:"How many units unit_price is for."`
	RetailPrice  body.Opt[string] `json:"retail_price,omitzero" minLength:"1" maxLength:"200" doc:"The suggested price for consumers, which is no cost."`
	Discount     body.Opt[string] `json:"discount,omitzero" minLength:"1" maxLength:"200" doc:"Discount on the line, as an amount or in percent."`
	TaxRate      body.Opt[string] `json:"tax_rate,omitzero" minLength:"1" maxLength:"200" doc:"Rate of the tax."`
	LineTotal    body.Opt[string] `json:"line_total,omitzero" minLength:"1" maxLength:"200" doc:"The total of the line, net."`
	Currency     body.Opt[string] `json:"currency,omitzero" minLength:"1" maxLength:"200" doc:"Currency of the amounts."`
}

// WantedDocumentMapping sets the meanings of the columns of a table file.
type WantedDocumentMapping struct {
	Sheet     body.Opt[string]                     `json:"sheet,omitzero" minLength:"1" maxLength:"200" doc:"Name of the sheet; the longest when absent."`
	HeaderRow body.Opt[int64]                      `json:"header_row,omitzero" minimum:"1" maximum:"1000000" doc:"Number of the header row, among the first 500 with content; the row with the named headers, or where it seems to be, when absent."`
	Columns   body.Opt[WantedDocumentColumns]      `json:"columns,omitzero" doc:"The columns; those that are not named are found by header and contents."`
	Ignore    []string                             `json:"ignore,omitempty" maxItems:"100" minLength:"1" maxLength:"200" doc:"Columns without a meaning."`
	Decimal   body.Opt[body.Word[columns.Decimal]] `json:"decimal,omitzero" doc:"The decimal sign; when absent, each column's own figures decide."`
}

func (m WantedDocumentMapping) mapping() mapping.Mapping {
	c := m.Columns.Value
	w := mapping.Mapping{
		Sheet: m.Sheet.Value, HeaderRow: int(m.HeaderRow.Value), Columns: map[mapping.Field]string{}, Ignore: m.Ignore,
		Decimal: body.Said(m.Decimal).Maybe().Or(columns.Auto).Plain(),
	}
	for f, name := range map[mapping.Field]body.Opt[string]{
		mapping.SupplierSKU: c.SupplierSKU, mapping.BuyerSKU: c.BuyerSKU, mapping.GTIN: c.GTIN, mapping.ASIN: c.ASIN,
		mapping.MPN: c.MPN, mapping.Description: c.Description, mapping.Quantity: c.Quantity, mapping.Cases: c.Cases,
		mapping.Unit: c.Unit, mapping.UnitsPerCase: c.UnitsPerCase, mapping.UnitPrice: c.UnitPrice,
		mapping.CasePrice: c.CasePrice, mapping.PriceBase: c.PriceBase, mapping.RetailPrice: c.RetailPrice,
		mapping.Discount: c.Discount, mapping.TaxRate: c.TaxRate, mapping.LineTotal: c.LineTotal, mapping.Currency: c.Currency,
	} {
		if name.Set {
			w.Columns[f] = name.Value
		}
	}
	return w
}

// mappingPart reads the part mapping of a form, as strictly as a member of a JSON body.
type mappingPart struct {
	Mapping WantedDocumentMapping `json:"mapping"`
}

var readMapping = httpx.JSONPart[mappingPart]("mapping", "an object")

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
	Field  *string `json:"field" doc:"Its meaning, in the words of mapping.columns; null for a column that is no part of lines."`
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
