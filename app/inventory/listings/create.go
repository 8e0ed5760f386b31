package listings

import (
	"context"
	"iter"
	"slices"
	"time"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/tx"
)

// CreateListings makes up to edit.MaxRows drafts.
type CreateListings struct {
	Items []NewListing
	// Replace creates drafts again that exist already; without it they fail.
	Replace bool
	// Template makes the SKUs of items without a SKU; it may be "".
	Template string
}

// NewListing describes a draft to make.
type NewListing struct {
	// SKU stays "" if the template generates it.
	SKU string
	// Marketplace defaults, as "", to the team's own.
	Marketplace marketplace.ID
	Offer       inventory.ListingOffer
	Source      inventory.Source
}

// Prepare asks the marketplace before Write makes drafts, or with Replace makes them again. It asks
// for the seller's permission once per product, marketplace and condition, and checks the
// attributes against the schema of their product type. A question without an answer becomes a
// warning of the draft. It writes nothing.
//
// An item fails alone: validation_failed for members that break a rule, marketplace_not_connected,
// and not_found for an inventory product. A SKU that is taken (with the detail existing_id) or
// occurs earlier in the call is duplicate. A listing to replace that is live or being sent is
// invalid_state.
//
// The whole call is refused without any connected account (integration_required) and when the
// account that serves a marketplace is out of order (integration_needs_attention).
func (l *Listings) Prepare(ctx context.Context, who caller.Caller, in CreateListings) (*PreparedListings, error) {
	if err := edit.Counted(len(in.Items), "/items"); err != nil {
		return nil, err
	}
	c := &PreparedListings{Listings: l, who: who, in: in, now: l.clock.Now(), rows: make([]listingRow, len(in.Items))}
	if in.Template != "" {
		var err error
		if c.template, err = inventory.ParseSKUTemplate(in.Template); err != nil {
			return nil, err
		}
	}
	if err := c.resolve(ctx); err != nil {
		return nil, err
	}
	if err := c.refuseTaken(ctx); err != nil {
		return nil, err
	}
	if err := c.find(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// Write makes the drafts in one transaction and answers one result per item, in order. It may be
// called again after a failure of the transaction around it.
func (c *PreparedListings) Write(ctx context.Context) ([]ListingResult, error) {
	return tx.Value(ctx, c.tx, c.write)
}

// PreparedListings has drafts with the answers of other sources.
type PreparedListings struct {
	*Listings
	who      caller.Caller
	in       CreateListings
	template inventory.SKUTemplate
	now      time.Time
	rows     []listingRow
}

// listingRow has one item of the call. Wish and findings do not change once the transaction runs,
// which may be more than once.
type listingRow struct {
	wish   inventory.ListingWish
	found  inventory.ListingFindings
	seller account.Seller
	// made says that the template makes the SKU.
	made bool
	err  *fault.Error
}

// placeholder replaces a SKU still to be generated while the other rules are checked.
const placeholder = "-"

// resolve finds the seller of each item and checks the item's rules.
func (c *PreparedListings) resolve(ctx context.Context) error {
	home := marketplace.ID("")
	type answer struct {
		seller account.Seller
		err    *fault.Error
	}
	sellers := map[marketplace.ID]answer{}
	for i, item := range c.in.Items {
		row := &c.rows[i]
		row.wish = inventory.ListingWish{Offer: item.Offer, Source: item.Source}
		row.wish.Key.SKU, row.made = item.SKU, item.SKU == "" && c.in.Template != ""
		switch {
		case row.made:
			row.wish.Key.SKU = placeholder
		case item.SKU == "":
			row.err = fault.New(fault.Rule, fault.CodeValidationFailed, "Give the item a sku, or the call a sku_template.").At("/sku")
			continue
		}
		place := item.Marketplace
		if place == "" {
			if home == "" {
				var err error
				if home, err = c.homes(ctx, c.who.Team); err != nil {
					return err
				}
			}
			place = home
		}
		row.wish.Key.Marketplace = place
		if row.fail(row.wish.Check()) {
			continue
		}
		a, asked := sellers[place]
		if !asked {
			m, _ := marketplace.ByID(place)
			seller, err := c.sellers.For(ctx, c.who.Team, m)
			e, refused := fault.As(err)
			if err != nil && (!refused || e.Kind != fault.Rule) {
				return err
			}
			a = answer{seller, e}
			sellers[place] = a
		}
		if a.err != nil {
			row.err = a.err
			continue
		}
		row.seller, row.wish.Connection, row.wish.Key.Seller = a.seller, a.seller.Connection, a.seller.ID
	}
	c.refuseRepeats()
	return nil
}

// good yields the rows without a fault.
func good(rows []listingRow) iter.Seq[*listingRow] {
	return func(yield func(*listingRow) bool) {
		for i := range rows {
			if rows[i].err == nil && !yield(&rows[i]) {
				return
			}
		}
	}
}

// fail notes the fault of a row and reports whether there is a fault.
func (r *listingRow) fail(err error) bool {
	e, ok := fault.As(err)
	if ok {
		r.err = e
	}
	return ok
}

// refuseRepeats fails items with a SKU that occurs earlier in the call.
func (c *PreparedListings) refuseRepeats() {
	seen := map[inventory.ListingKey]bool{}
	for row := range good(c.rows) {
		if row.made {
			continue
		}
		if seen[row.wish.Key] {
			row.err = fault.New(fault.Rule, fault.CodeDuplicate, "The same marketplace and SKU occur earlier in the call.").At("/sku")
		}
		seen[row.wish.Key] = true
	}
}

// refuseTaken rejects items with a taken SKU before any question about them, because questions may
// cost tokens. The transaction checks again.
func (c *PreparedListings) refuseTaken(ctx context.Context) error {
	if c.in.Replace {
		return nil
	}
	existing, err := c.listings.Existing(ctx, c.who.Team, c.keys())
	for row := range good(c.rows) {
		if there, ok := existing[row.wish.Key]; ok {
			row.err = listingThere(there)
		}
	}
	return err
}

// keys returns the keys of the rows that are still good and name their SKU.
func (c *PreparedListings) keys() []inventory.ListingKey {
	var keys []inventory.ListingKey
	for row := range good(c.rows) {
		if !row.made {
			keys = append(keys, row.wish.Key)
		}
	}
	return keys
}

func listingThere(there inventory.ListingID) *fault.Error {
	return fault.New(fault.Rule, fault.CodeDuplicate, "A listing has this SKU already.").At("/sku").With("existing_id", int64(there))
}

// write decides every row and stores the valid rows.
func (c *PreparedListings) write(ctx context.Context) ([]ListingResult, error) {
	rows := slices.Clone(c.rows)
	first, err := c.listings.Reserve(ctx, c.who.Team, c.numbered(rows))
	if err != nil {
		return nil, err
	}
	if err := c.name(ctx, rows, first); err != nil {
		return nil, err
	}
	there, err := c.loadThere(ctx, rows)
	if err != nil {
		return nil, err
	}
	w := listingWrite{results: make([]ListingResult, len(rows))}
	for i := range rows {
		if err := c.decide(&w, i, &rows[i], there[rows[i].wish.Key]); err != nil {
			return nil, err
		}
	}
	if err := w.store(ctx, c); err != nil {
		return nil, err
	}
	return w.results, c.mark(ctx, w.results)
}

// mark adds to listings that were there before their tags and how many notes each has.
func (c *PreparedListings) mark(ctx context.Context, results []ListingResult) error {
	var ids []int64
	for _, r := range results {
		if r.Listing != nil && r.Outcome != edit.Created {
			ids = append(ids, int64(r.ID))
		}
	}
	marks, err := c.marks.Of(ctx, c.who.Team, mark.Listing, ids)
	for _, r := range results {
		if r.Listing != nil {
			r.Listing.Marks = marks[int64(r.ID)]
		}
	}
	return err
}

// loadThere reads the listings that have the rows' SKUs.
func (c *PreparedListings) loadThere(ctx context.Context, rows []listingRow) (map[inventory.ListingKey]*inventory.Listing, error) {
	existing, err := c.listings.Existing(ctx, c.who.Team, c.keys())
	if err != nil {
		return nil, err
	}
	var ids []inventory.ListingID
	for _, row := range rows {
		if there, ok := existing[row.wish.Key]; ok {
			ids = append(ids, there)
		}
	}
	slices.Sort(ids)
	found, err := c.listings.LoadLocked(ctx, c.who.Team, slices.Compact(ids))
	there := make(map[inventory.ListingKey]*inventory.Listing, len(found))
	for _, one := range found {
		there[one.Key()] = one
	}
	return there, err
}

// listingWrite collects the records for Write to store.
type listingWrite struct {
	results  []ListingResult
	made     []*inventory.Listing
	places   []int // of made, in results
	replaced []*inventory.Listing
	lines    []audit.Entry
}

// decide finds the outcome of a row. there has the listing with its SKU, or is nil.
func (c *PreparedListings) decide(w *listingWrite, i int, row *listingRow, there *inventory.Listing) error {
	fail := func(e *fault.Error) { w.results[i] = ListingResult{Outcome: edit.Failed, Err: e} }
	switch {
	case row.err != nil:
		fail(row.err)
		return nil //nolint:nilerr // the row carries it
	case there == nil:
		one, err := inventory.NewListing(c.who.Team, row.wish, row.found, c.now)
		if row.fail(err) {
			fail(row.err)
			return nil
		}
		w.made, w.places = append(w.made, one), append(w.places, i)
		return err
	case !c.in.Replace:
		fail(listingThere(there.ID()))
		return nil
	}
	before := there.Snapshot()
	did, err := there.Replace(row.wish, row.found, c.now)
	if e, ok := fault.As(err); ok {
		w.results[i] = ListingResult{ID: there.ID(), Outcome: edit.Failed, Err: e}
		return nil
	}
	if err != nil {
		return err
	}
	after := there.Snapshot()
	w.results[i] = ListingResult{ID: there.ID(), Outcome: edit.Unchanged, Listing: &Listing{ListingSnapshot: after}}
	if did {
		w.results[i].Outcome = edit.Updated
		w.replaced = append(w.replaced, there)
		w.lines = append(w.lines, trail.ListingLine(c.who, "updated", before, after, c.now))
	}
	return nil
}

func (w *listingWrite) store(ctx context.Context, c *PreparedListings) error {
	ids, err := c.listings.Insert(ctx, c.who.Team, w.made)
	if err != nil {
		return err
	}
	for n, one := range w.made {
		s := one.Snapshot()
		s.ID = ids[n]
		w.results[w.places[n]] = ListingResult{ID: s.ID, Outcome: edit.Created, Listing: &Listing{ListingSnapshot: s}}
		w.lines = append(w.lines, trail.ListingLine(c.who, "created", inventory.ListingSnapshot{}, s, c.now))
	}
	if err := c.listings.Save(ctx, c.who.Team, w.replaced); err != nil {
		return err
	}
	return c.trail.Write(ctx, w.lines...)
}
