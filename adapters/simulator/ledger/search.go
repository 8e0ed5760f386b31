package ledger

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// listingSearch has the criteria of searchListingsItems.
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

// maxFound bounds the results that can be paged.
const maxFound = 1000

func (led *Ledger) searchListings(c *gateway.Call) any {
	statuses := []string{Buyable, Discoverable}
	ids, sets := c.Shops("marketplaceIds", len(world.Shops)), c.Sets(listingSets)
	search := &listingSearch{
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
		search.kind = c.Word("identifiersType", "ASIN", "EAN", "FNSKU", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC")
	}
	c.WrongIf((search.kind == "") != (search.values == nil), "'identifiers' and 'identifiersType' need each other.")
	named := slices.DeleteFunc([]string{"identifiers", "variationParentSku", "packageHierarchySku"}, func(name string) bool { return !c.Has(name) })
	c.WrongIf(len(named) > 1, "'identifiers', 'variationParentSku' and 'packageHierarchySku' exclude each other.")
	found := led.search(c.Seller(), search)
	list, next := gateway.SlicePage(c, page, found[:min(len(found), maxFound)])
	items := []gateway.Object{}
	for _, l := range list {
		items = append(items, led.item(l, ids, sets))
	}
	answer, around := gateway.Object{"numberOfResults": len(found), "items": items}, gateway.Object{}
	if next != "" {
		around["nextToken"] = next
	}
	if page.Offset > 0 {
		around["previousToken"] = led.gateway.Token(c, page.Query, max(0, page.Offset-page.Size))
	}
	if len(around) > 0 {
		answer["pagination"] = around
	}
	return answer
}

// search finds listings in the requested order.
func (led *Ledger) search(s *world.Seller, in *listingSearch) []*Listing {
	if list, ok := led.shelved(s, in); ok {
		return list
	}
	var parent *Listing
	if in.parent != "" {
		parent, _ = led.ListingOf(s.ID, in.parent)
	}
	switch in.kind {
	case "", "SKU", "ASIN", "FNSKU":
	default:
		in.kind, in.values = "ASIN", led.asinsWith(in.kind, in.values)
	}
	var found []*Listing
	for _, l := range led.candidates(s, in) {
		switch {
		case len(l.in(in.shops)) == 0, in.kind != "" && !led.carries(l, in.kind, in.values):
		case in.parent != "" && !led.isChildOf(l, parent), in.holder != "": // the simulation packs no listing in another
		case !gateway.Within(l.Created, in.createdAfter, in.createdBefore), !gateway.Within(l.updated, in.updatedAfter, in.updatedBefore):
		case !in.isInState(l):
		default:
			found = append(found, l)
		}
	}
	compare := compareBy(in.sortBy)
	slices.SortFunc(found, func(x, y *Listing) int {
		if in.descending {
			x, y = y, x
		}
		return compare(x, y)
	})
	return found
}

// candidates returns the listings to examine: few if the search names them.
func (led *Ledger) candidates(s *world.Seller, search *listingSearch) []*Listing {
	var skus []string
	switch search.kind {
	case "SKU":
		skus = search.values
	case "ASIN":
		for _, asin := range search.values {
			index, _ := led.world.Index(asin)
			skus = append(skus, led.skusOf(s, index, asin)...)
		}
	default:
		return led.ListingsOf(s)
	}
	slices.Sort(skus)
	var list []*Listing
	for _, sku := range slices.Compact(skus) {
		if l, ok := led.ListingOf(s.ID, sku); ok {
			list = append(list, l)
		}
	}
	return list
}

// isInState compares status and issues. In one marketplace the listing must have all requested
// statuses and no excluded status; it must have any of the severities.
func (search *listingSearch) isInState(l *Listing) bool {
	if len(search.severities) > 0 {
		has := l.severities(search.shops)
		if !slices.ContainsFunc(search.severities, func(s string) bool { return strings.Contains(has, s) }) {
			return false
		}
	}
	if len(search.with)+len(search.without) == 0 {
		return true
	}
	for _, t := range l.in(search.shops) {
		has := l.status(t.Shop)
		lacks := func(s string) bool { return !slices.Contains(has, s) }
		if !slices.ContainsFunc(search.with, lacks) && !slices.ContainsFunc(search.without, func(s string) bool { return !lacks(s) }) {
			return true
		}
	}
	return false
}
