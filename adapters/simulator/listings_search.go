package simulator

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// listingSearch is what searchListingsItems was asked.
type listingSearch struct {
	shops          []marketplace.ID
	kind           string
	values         []string
	parent, holder string // SKUs

	createdAfter, createdBefore, updatedAfter, updatedBefore time.Time

	severities, with, without []string

	sortBy     string
	descending bool
}

// maxFound is how far a search can be paged.
const maxFound = 1000

func (m *Marketplace) searchListings(c *gateway.Call) any {
	statuses := []string{buyable, discoverable}
	ids, sets := c.Shops("marketplaceIds", len(world.Shops)), c.Sets(listingSets)
	in := &listingSearch{
		shops: ids, values: c.List("identifiers", 20), parent: c.Text("variationParentSku"), holder: c.Text("packageHierarchySku"),
		createdAfter: c.Time("createdAfter"), createdBefore: c.Time("createdBefore"),
		updatedAfter: c.Time("lastUpdatedAfter"), updatedBefore: c.Time("lastUpdatedBefore"),
		severities: c.List("withIssueSeverity", 2, "WARNING", "ERROR"),
		with:       c.List("withStatus", 2, statuses...), without: c.List("withoutStatus", 2, statuses...),
		sortBy:     c.Word("sortBy", "lastUpdatedDate", "sku", "createdDate"),
		descending: c.Word("sortOrder", "DESC", "ASC") == "DESC",
	}
	page := c.Page("pageSize", "pageToken", 10, 20)
	if c.Has("identifiersType") {
		in.kind = c.Word("identifiersType", "ASIN", "EAN", "FNSKU", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC")
	}
	c.WrongIf((in.kind == "") != (in.values == nil), "'identifiers' and 'identifiersType' need each other.")
	named := slices.DeleteFunc([]string{"identifiers", "variationParentSku", "packageHierarchySku"}, func(name string) bool { return !c.Has(name) })
	c.WrongIf(len(named) > 1, "'identifiers', 'variationParentSku' and 'packageHierarchySku' exclude each other.")
	found := m.search(c.Seller(), in)
	list, next := gateway.SlicePage(c, page, found[:min(len(found), maxFound)])
	items := []gateway.Object{}
	for _, l := range list {
		items = append(items, m.item(l, ids, sets))
	}
	answer, around := gateway.Object{"numberOfResults": len(found), "items": items}, gateway.Object{}
	if next != "" {
		around["nextToken"] = next
	}
	if page.Offset > 0 {
		around["previousToken"] = m.Token(c, page.Query, max(0, page.Offset-page.Size))
	}
	if len(around) > 0 {
		answer["pagination"] = around
	}
	return answer
}

// search finds listings in the order asked for.
func (m *Marketplace) search(s *world.Seller, in *listingSearch) []*listing {
	if list, ok := m.shelved(s, in); ok {
		return list
	}
	var parent *listing
	if in.parent != "" {
		parent, _ = m.listingOf(s.ID, in.parent)
	}
	switch in.kind {
	case "", "SKU", "ASIN", "FNSKU":
	default:
		in.kind, in.values = "ASIN", m.asinsWith(in.kind, in.values)
	}
	var found []*listing
	for _, l := range m.candidates(s, in) {
		switch {
		case len(l.in(in.shops)) == 0, in.kind != "" && !m.carries(l, in.kind, in.values):
		case in.parent != "" && !m.isChildOf(l, parent), in.holder != "": // nothing is packed in anything else
		case !within(l.created, in.createdAfter, in.createdBefore), !within(l.updated, in.updatedAfter, in.updatedBefore):
		case !in.isInState(l):
		default:
			found = append(found, l)
		}
	}
	compare := compareBy(in.sortBy)
	slices.SortFunc(found, func(x, y *listing) int {
		if in.descending {
			x, y = y, x
		}
		return compare(x, y)
	})
	return found
}

// candidates are the listings to look at: few when the search names them.
func (m *Marketplace) candidates(s *world.Seller, in *listingSearch) []*listing {
	var skus []string
	switch in.kind {
	case "SKU":
		skus = in.values
	case "ASIN":
		for _, asin := range in.values {
			index, _ := m.Index(asin)
			skus = append(skus, m.skusOf(s, index, asin)...)
		}
	default:
		return m.listingsOf(s)
	}
	slices.Sort(skus)
	var list []*listing
	for _, sku := range slices.Compact(skus) {
		if l, ok := m.listingOf(s.ID, sku); ok {
			list = append(list, l)
		}
	}
	return list
}

func within(t, from, to time.Time) bool {
	return (from.IsZero() || !t.Before(from)) && (to.IsZero() || !t.After(to))
}

// isInState compares status and issues: all statuses asked for in one
// marketplace, none of those not wanted, and any of the severities.
func (in *listingSearch) isInState(l *listing) bool {
	if len(in.severities) > 0 {
		has := l.severities(in.shops)
		if !slices.ContainsFunc(in.severities, func(s string) bool { return strings.Contains(has, s) }) {
			return false
		}
	}
	if len(in.with)+len(in.without) == 0 {
		return true
	}
	for _, t := range l.in(in.shops) {
		has := l.status(t.shop)
		lacks := func(s string) bool { return !slices.Contains(has, s) }
		if !slices.ContainsFunc(in.with, lacks) && !slices.ContainsFunc(in.without, func(s string) bool { return !lacks(s) }) {
			return true
		}
	}
	return false
}
