package feetable

import (
	"slices"

	"sellingassistant/domain/research/fee"
)

// european names all markets with metric tables.
const european = "EU"

// types reads the fee categories of the catalogue's product types. They are matched when all files
// are read.
func (r *reader) types(n node) {
	n.only("version", "note", "product_types")
	if n.at("version").counted(1) != 2 {
		n.at("version").fail("must be 2")
	}
	markets := n.at("product_types")
	for _, market := range markets.keys() {
		categories := markets.at(market)
		for _, category := range categories.keys() {
			for _, one := range categories.at(category).list() {
				r.typed = append(r.typed, typed{market, category, one})
			}
		}
	}
}

// typed has a product type of a fee category.
type typed struct {
	market, category string
	productType      node
}

// categorise assigns product types to the markets of their file. If several files name a product
// type, the last file counts.
func (r *reader) categorise() {
	for _, t := range r.typed {
		found := false
		for name, m := range r.markets {
			if t.market != ofCountry(name) && (t.market != european || !m.Metric) {
				continue
			}
			for _, referral := range m.Referral {
				found = found || slices.ContainsFunc(referral.Categories, func(c fee.Category) bool { return c.Name == t.category })
			}
			if m.Types == nil {
				m.Types = map[string]string{}
			}
			m.Types[t.productType.text()] = t.category
		}
		if !found {
			t.productType.fail("%s is no fee category of %s", t.category, t.market)
		}
	}
}
