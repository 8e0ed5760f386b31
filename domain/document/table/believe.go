package table

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
)

// figured lists the kinds of figures of a line.
var figured = []label.Column{
	label.Quantity, label.Cases, label.Ordered, label.Price, label.Cost, label.CasePrice, label.Total,
}

// nameless reports a price alone, without a name or a code, in a table with names or codes.
func (r *rowReader) nameless(l *reading.Line) bool {
	return !l.Quantity.Known() && !l.LineTotal.Known() && l.Description == "" && l.SupplierSKU == "" && l.MPN == "" &&
		l.BuyerSKU == "" && l.GTIN == (gtin.Code{}) && l.ASIN == (asin.ASIN{}) &&
		slices.ContainsFunc(named, func(kind label.Column) bool { return r.Column(kind) >= 0 })
}

// named lists the kinds of names and codes of a line.
var named = []label.Column{label.Text, label.SKU, label.MPN, label.Own, label.GTIN, label.ASIN}

// believe rates the evidence that the figures belong together. Lines of a table without columns of
// figures are a guess.
func (r *rowReader) believe(l *reading.Line) {
	check := l.Arithmetic().Result
	guessed := false
	for _, kind := range []label.Column{label.Quantity, label.Price, label.Total} {
		if at := r.Column(kind); at >= 0 && r.Columns[at].Guessed {
			guessed = true
		}
	}
	switch {
	case r.nameless(l), r.bare(l),
		!slices.ContainsFunc(figured, func(kind label.Column) bool { return r.Column(kind) >= 0 }),
		check == reading.Fail, r.Column(label.Total) >= 0 && check == reading.Unknown, guessed && check != reading.Pass:
		l.Evidence = reading.Placed
	case guessed:
		l.Evidence = reading.ByProduct
	}
}
