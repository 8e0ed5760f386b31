package pricelist

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
)

// inPence reports the header of amounts in pence: Cost (p), Price in pence.
func inPence(header string) bool {
	return strings.Contains(header, "(p)") || slices.Contains(strings.Fields(label.Fold(header)), "pence")
}

// caseUnit names cases, as number.Unit does.
const caseUnit = "case"

// whole reports a unit of goods that are sold as they are, or no unit. Prices by weight, length or
// time are for no whole item.
func whole(unit string) bool {
	return slices.Contains([]string{"", "piece", "pair", "set", "pack"}, unit)
}
