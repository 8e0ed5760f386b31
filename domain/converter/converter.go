// Package converter decides how a product code is looked up in a catalogue, and which identifiers a
// product has.
package converter

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
)

// Identifier has a name of a product and its type, in the marketplace's words: ASIN, UPC, EAN,
// GTIN, ISBN and others it may invent.
type Identifier struct {
	Value string
	Type  string
}

// TypeASIN marks an Identifier that is an ASIN.
const TypeASIN = "ASIN"

// Lookup asks a catalogue for the products with this code. Type has the catalogue's word for the
// code.
type Lookup struct {
	Type string
	Code string
}

// Lookups returns the queries for the products of a code, in order: the first with a result has the
// answer. Sellers write codes in several ways, and a catalogue finds a product only by the way it
// was entered. So a UPC is also looked up as an EAN with a leading zero, and codes with leading
// zeros without them.
func Lookups(c gtin.Code) []Lookup {
	switch c.Kind() {
	case gtin.EAN8:
		list := []Lookup{{"EAN", c.String()}}
		if upc, ok := c.FromUPCE(); ok {
			list = append(list, Lookups(upc)...)
		}
		return list
	case gtin.UPC:
		ean, _ := c.EAN()
		return []Lookup{{"UPC", c.String()}, {"EAN", ean.String()}}
	case gtin.EAN:
		list := []Lookup{{"EAN", c.String()}}
		if upc, ok := c.UPC(); ok {
			list = append(list, Lookup{"UPC", upc.String()})
		}
		return list
	}
	list := []Lookup{{"GTIN", c.String()}}
	if ean, ok := c.EAN(); ok {
		list = append(list, Lookups(ean)...)
	}
	return list
}

// OfASINs returns the products of a code as identifiers, each once, in order.
func OfASINs(found []asin.ASIN) []Identifier {
	list := make([]Identifier, len(found))
	for i, a := range found {
		list[i] = Identifier{Value: a.String(), Type: TypeASIN}
	}
	slices.SortFunc(list, func(a, b Identifier) int { return strings.Compare(a.Value, b.Value) })
	return slices.Compact(list)
}

// Once keeps each identifier at its first place.
func Once(found []Identifier) []Identifier {
	list := make([]Identifier, 0, len(found))
	seen := make(map[Identifier]bool, len(found))
	for _, i := range found {
		if !seen[i] {
			seen[i] = true
			list = append(list, i)
		}
	}
	return list
}
