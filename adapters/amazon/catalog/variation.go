package catalog

import (
	"encoding/json"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/research/lookup"
)

// wireTheme names the attributes that differ between the members of a family.
type wireTheme struct {
	Attributes []string `json:"attributes"`
}

const (
	// mostAttributes bounds the attributes of a theme, maxAttribute the letters of a name or value.
	mostAttributes, maxAttribute = 8, 100
)

// variation returns the values of a theme's attributes, in the order of the theme. An attribute
// without a plain value takes the summary's value. Without both it is left out.
func (w wireItem) variation(t wireTheme, m marketplace.Marketplace) (found []lookup.Attribute) {
	for _, name := range t.Attributes[:min(len(t.Attributes), mostAttributes)] {
		value := first[string](w.Attributes[name], m).Or(first[json.Number](w.Attributes[name], m).Or("").String())
		for _, s := range w.Summaries {
			if value == "" && s.of(m) {
				value = map[string]string{"color": s.Color, "size": s.Size, "style": s.Style}[name]
			}
		}
		a := lookup.Attribute{Name: spapi.CleanTo(name, maxAttribute), Value: spapi.CleanTo(value, maxAttribute)}
		if a.Name != "" && a.Value != "" {
			found = append(found, a)
		}
	}
	return found
}
