package inventory

import (
	"time"
	"unicode/utf8"

	"sellingassistant/domain/kernel/optional"
)

// Observe applies the SKU as a sync read it, in a read that began at that time, and reports whether
// anything displayed changed. A state known from a later read stays; then the SKU is only marked as
// seen. The team's own members are not touched.
func (k *SKU) Observe(o Observation, run int64, at time.Time) bool {
	k.s.SeenRun = max(k.s.SeenRun, run)
	if k.s.LastSyncedAt.Or(at).After(at) {
		return false
	}
	if listed, ok := k.s.ListedAt.Get(); ok && !o.UpdatedAt.IsZero() && listed.After(o.UpdatedAt) {
		return false
	}
	k.s.LastSyncedAt = optional.Some(at)
	next := k.s.SKUListing.observed(o)
	changed := !next.shows(k.s.SKUListing) || k.s.Connection != o.Connection
	k.s.SKUListing, k.s.Connection = next, o.Connection
	if changed {
		k.touch(at)
	}
	return changed
}

// ObserveStock applies the marketplace's stock of the SKU, read at that time, and reports whether
// anything displayed changed. It ignores FBM SKUs, closed SKUs and SKUs with stock from a later
// read.
func (k *SKU) ObserveStock(st Stock, at time.Time) bool {
	if k.s.Channel != FBA || k.s.Status == SKUClosed || k.s.StockAt.Or(at).After(at) {
		return false
	}
	next := k.s.SKUListing
	next.StockAt = optional.Some(at)
	next.Fulfillable, next.Inbound = optional.Some(st.Fulfillable), optional.Some(st.Inbound)
	next.Reserved, next.Unfulfillable = optional.Some(st.Reserved), optional.Some(st.Unfulfillable)
	if st.FNSKU != "" {
		next.FNSKU = optional.Some(st.FNSKU)
	}
	next.Status = next.Status.WithStock(next.Channel, next.Fulfillable.Ptr())
	changed := !next.shows(k.s.SKUListing)
	k.s.SKUListing = next
	if changed {
		k.touch(at)
	}
	return changed
}

// Close marks a SKU that is not at the marketplace any more, and reports
// whether it was open.
func (k *SKU) Close(at time.Time) bool {
	if k.s.Status == SKUClosed {
		return false
	}
	k.s.Status = SKUClosed
	k.touch(at)
	return true
}

// observed returns the listing after an observation.
func (l SKUListing) observed(o Observation) SKUListing {
	next := SKUListing{
		ASIN: o.ASIN, FNSKU: optional.Of(o.FNSKU), Title: optional.Convert(optional.Of(o.Title), func(s string) string { return firstRunes(s, maxTitle) }), ImageURL: optional.Of(o.ImageURL),
		Condition: o.Condition, Channel: o.Channel, Price: optional.Of(o.Price), Currency: o.Currency, ListedAt: l.ListedAt,
	}
	if url, ok := next.ImageURL.Get(); ok && utf8.RuneCountInString(url) > maxImageURL {
		next.ImageURL = optional.None[string]()
	}
	if !o.UpdatedAt.IsZero() {
		next.ListedAt = optional.Some(o.UpdatedAt)
	}
	switch {
	case o.Channel == FBM:
		next.Fulfillable = optional.Of(o.Quantity)
	case l.Channel == FBA:
		next.Fulfillable, next.Inbound, next.Reserved, next.Unfulfillable = l.Fulfillable, l.Inbound, l.Reserved, l.Unfulfillable
		next.StockAt = l.StockAt
		if !next.FNSKU.Known() {
			next.FNSKU = l.FNSKU // the stock read has named it
		}
	}
	next.Status = o.Status.WithStock(next.Channel, next.Fulfillable.Ptr())
	return next
}

// shows reports whether two listings show the same to a reader.
func (l SKUListing) shows(m SKUListing) bool {
	m.ListedAt, m.StockAt = l.ListedAt, l.StockAt
	return l == m
}

// Unseen reports whether a run that began at a time did not see the SKU.
func (k *SKU) Unseen(run int64, started time.Time) bool {
	read, known := k.s.LastSyncedAt.Get()
	return k.s.SeenRun < run && (!known || read.Before(started))
}
