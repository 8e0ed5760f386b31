package ledger

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Readers of a whole account read page by page, and every page needs its place in an order again. A
// cache keeps the order until a listing changes, so that a page of a large account takes no longer.

// shelfKey names an order of a seller's listings in one marketplace.
type shelfKey struct {
	seller string
	shop   marketplace.ID
	by     string // sku, createdDate, lastUpdatedDate
	// stored restricts the listings to those that the marketplace ships.
	stored bool
}

// shelf has an order, and the revision of its book.
type shelf struct {
	revision uint64
	listings []*Listing
}

// shelf returns a seller's listings in an order. The list is shared: do not change it.
func (led *Ledger) shelf(s *world.Seller, shop marketplace.ID, text string, stored bool) []*Listing {
	b := &led.book
	b.mu.Lock()
	defer b.mu.Unlock()
	key := shelfKey{s.ID, shop, text, stored}
	if kept, ok := b.shelves[key]; ok && kept.revision == b.revision {
		return kept.listings
	}
	var list []*Listing
	for _, l := range led.allOf(s) {
		if _, here := l.Tag(shop); here && (l.FBA || !stored) {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, compareBy(text))
	b.shelves[key] = shelf{b.revision, list}
	return list
}

func compareBy(text string) func(x, y *Listing) int {
	return func(x, y *Listing) int {
		switch text {
		case "sku":
			return strings.Compare(x.SKU, y.SKU)
		case "createdDate":
			return cmp.Or(x.Created.Compare(y.Created), strings.Compare(x.SKU, y.SKU))
		}
		return cmp.Or(x.updated.Compare(y.updated), strings.Compare(x.SKU, y.SKU))
	}
}

// shelved answers a search that only bounds the times of its order. It returns false for other
// searches.
func (led *Ledger) shelved(s *world.Seller, search *listingSearch) ([]*Listing, bool) {
	if len(search.shops) != 1 || search.kind != "" || search.parent != "" || search.holder != "" ||
		len(search.severities)+len(search.with)+len(search.without) > 0 {
		return nil, false
	}
	list := led.shelf(s, search.shops[0], search.sortBy, false)
	byCreated, byUpdated := search.sortBy == "createdDate", search.sortBy == "lastUpdatedDate"
	if !byCreated && !(search.createdAfter.IsZero() && search.createdBefore.IsZero()) || !byUpdated && !(search.updatedAfter.IsZero() && search.updatedBefore.IsZero()) {
		return nil, false
	}
	switch {
	case byCreated:
		list = between(list, func(l *Listing) time.Time { return l.Created }, search.createdAfter, search.createdBefore)
	case byUpdated:
		list = between(list, func(l *Listing) time.Time { return l.updated }, search.updatedAfter, search.updatedBefore)
	}
	if search.descending {
		list = slices.Clone(list)
		slices.Reverse(list)
	}
	return list, true
}

// between cuts an order of times at two bounds, both included; a zero bound does not cut.
func between(list []*Listing, at func(*Listing) time.Time, from, to time.Time) []*Listing {
	if !to.IsZero() {
		list = list[:sort.Search(len(list), func(i int) bool { return at(list[i]).After(to) })]
	}
	if !from.IsZero() {
		list = list[sort.Search(len(list), func(i int) bool { return !at(list[i]).Before(from) }):]
	}
	return list
}
