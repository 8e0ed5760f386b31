package simulator

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

// listingSearch is what searchListingsItems was asked.
type listingSearch struct {
	shops          []marketplace.ID
	sets           []string
	kind           string
	values         []string
	parent, holder string // SKUs

	createdAfter, createdBefore, updatedAfter, updatedBefore time.Time

	severities, with, without []string

	sortBy     string
	descending bool
	page       span
}

// maxFound is how far a search can be paged.
const maxFound = 1000

func readSearch(a *asked) listingSearch {
	statuses := []string{buyable, discoverable}
	in := listingSearch{
		shops: a.shops("marketplaceIds", len(marketplace.All())), sets: a.sets(),
		values: a.list("identifiers", 20), parent: a.text("variationParentSku"), holder: a.text("packageHierarchySku"),
		createdAfter: a.time("createdAfter"), createdBefore: a.time("createdBefore"),
		updatedAfter: a.time("lastUpdatedAfter"), updatedBefore: a.time("lastUpdatedBefore"),
		severities: a.list("withIssueSeverity", 2, "WARNING", "ERROR"),
		with:       a.list("withStatus", 2, statuses...), without: a.list("withoutStatus", 2, statuses...),
		sortBy:     a.word("sortBy", "lastUpdatedDate", "sku", "createdDate"),
		descending: a.word("sortOrder", "DESC", "ASC") == "DESC",
		page:       a.page("pageSize", "pageToken", 10, 20),
	}
	if a.has("identifiersType") {
		in.kind = a.word("identifiersType", "ASIN", "EAN", "FNSKU", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC")
	}
	if (in.kind == "") != (in.values == nil) {
		a.wrong("'identifiers' and 'identifiersType' need each other.")
	}
	named := 0
	for _, name := range []string{"identifiers", "variationParentSku", "packageHierarchySku"} {
		if a.has(name) {
			named++
		}
	}
	if named > 1 {
		a.wrong("'identifiers', 'variationParentSku' and 'packageHierarchySku' exclude each other.")
	}
	return in
}

func (m *Marketplace) answerSearch(c *call, in listingSearch) (int, any) {
	s, _ := m.seller(c.token.seller)
	found := m.search(s, &in)
	total := len(found)
	found = found[:min(total, maxFound)]
	list, next := slicePage(m, c, in.page, found)
	items := []map[string]any{}
	for _, l := range list {
		items = append(items, m.item(l, in.shops, in.sets))
	}
	answer := map[string]any{"numberOfResults": total, "items": items}
	p := pagination{NextToken: next}
	if in.page.offset > 0 {
		p.PreviousToken = m.token(c, in.page.query, max(0, in.page.offset-in.page.size))
	}
	if p != (pagination{}) {
		answer["pagination"] = p
	}
	return http.StatusOK, answer
}

// search finds listings in the order asked for.
func (m *Marketplace) search(s *Seller, in *listingSearch) []*listing {
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
func (m *Marketplace) candidates(s *Seller, in *listingSearch) []*listing {
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
