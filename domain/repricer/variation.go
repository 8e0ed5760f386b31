package repricer

import "strings"

// Variation packs the attributes that distinguish a product within its family, such as color and
// size, in the family's order. "" belongs to other products, and to products that were not read
// yet.
type Variation string

// Attribute has a value in the language of the marketplace.
type Attribute struct{ Name, Value string }

// separators may not occur in names and values.
var separators = strings.NewReplacer("\t", " ", "\n", " ")

// VariationOf packs attributes. It leaves out those without a name or a value.
func VariationOf(attributes []Attribute) Variation {
	var lines []string
	for _, a := range attributes {
		if a.Name != "" && a.Value != "" {
			lines = append(lines, separators.Replace(a.Name)+"\t"+separators.Replace(a.Value))
		}
	}
	return Variation(strings.Join(lines, "\n"))
}

// Attributes unpacks the attributes.
func (v Variation) Attributes() (found []Attribute) {
	for line := range strings.SplitSeq(string(v), "\n") {
		if name, value, ok := strings.Cut(line, "\t"); ok {
			found = append(found, Attribute{name, value})
		}
	}
	return found
}
