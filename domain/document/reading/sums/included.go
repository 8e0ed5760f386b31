package sums

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
)

// included reports the label of a tax that the total includes, if other words than the usual ones
// say so: inkl. MwSt. It may be the label of a total too, so the amount has to be a part.
func included(at labelledSum) bool {
	_, known := label.Fields.Whole(at.text)
	return at.field == label.Tax && !known && label.Includes(strings.Fields(at.text))
}

// included returns the taxes that a total includes, if their rates prove it.
func (sh *Sheet) included(total decimal.Decimal) reading.Figure {
	var taxes []reading.Taxed
	for _, s := range slices.Concat(sh.Sums, sh.nameless()) {
		if s.Field == label.Tax && s.loose && !s.open && s.After == sh.Lines.Len() {
			taxes = append(taxes, reading.Taxed{Rate: s.rate, Tax: s.Value})
		}
	}
	return reading.Included(total, taxes)
}
