// Package mapping has the meanings that a user gives to the columns of a document's table.
package mapping

import (
	"maps"
	"slices"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/columns"
)

// Field names a possible meaning of a column.
type Field string

// The fields, in the words of previews.
const (
	SupplierSKU  Field = "supplier_sku"
	BuyerSKU     Field = "buyer_sku"
	GTIN         Field = "gtin"
	ASIN         Field = "asin"
	MPN          Field = "mpn"
	Description  Field = "description"
	Quantity     Field = "quantity"
	Cases        Field = "cases"
	Unit         Field = "unit"
	UnitsPerCase Field = "units_per_case"
	UnitPrice    Field = "unit_price"
	CasePrice    Field = "case_price"
	PriceBase    Field = "price_base_quantity"
	RetailPrice  Field = "retail_price"
	Discount     Field = "discount"
	TaxRate      Field = "tax_rate"
	LineTotal    Field = "line_total"
	Currency     Field = "currency"
)

var kinds = map[Field]label.Column{
	SupplierSKU: label.SKU, BuyerSKU: label.Own, GTIN: label.GTIN, ASIN: label.ASIN, MPN: label.MPN,
	Description: label.Text, Quantity: label.Quantity, Cases: label.Cases, Unit: label.Unit, UnitsPerCase: label.Pack,
	UnitPrice: label.Price, CasePrice: label.CasePrice, PriceBase: label.Base, RetailPrice: label.Retail,
	Discount: label.Discount, TaxRate: label.TaxRate, LineTotal: label.Total, Currency: label.Currency,
}

func (Field) Words() []Field {
	return []Field{
		SupplierSKU, BuyerSKU, GTIN, ASIN, MPN, Description, Quantity, Cases, Unit, UnitsPerCase, UnitPrice, CasePrice,
		PriceBase, RetailPrice, Discount, TaxRate, LineTotal, Currency,
	}
}

// Kind returns the kind of column that readers know.
func (f Field) Kind() label.Column { return kinds[f] }

// FieldOf returns the field of a kind of column, "" for a kind that lines do not have.
func FieldOf(kind label.Column) Field {
	for f, k := range kinds {
		if k == kind {
			return f
		}
	}
	return ""
}

// Mapping has the place of a table in its file and the meanings of columns. Columns are named by
// the text of their header, their letter or their number from 1.
type Mapping struct {
	// Sheet "" means the longest sheet, HeaderRow 0 the probable header.
	Sheet     string
	HeaderRow int
	Columns   map[Field]string
	// Ignore lists columns without a meaning.
	Ignore  []string
	Decimal columns.Decimal
}

// Equal reports whether two mappings say the same.
func (m Mapping) Equal(o Mapping) bool {
	return m.Sheet == o.Sheet && m.HeaderRow == o.HeaderRow && m.Decimal.Plain() == o.Decimal.Plain() &&
		maps.Equal(m.Columns, o.Columns) && slices.Equal(m.Ignore, o.Ignore)
}
