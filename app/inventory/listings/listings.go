package listings

import (
	"context"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	marks "sellingassistant/ports/mark"
	"sellingassistant/ports/tx"
)

// Listings provides the use cases of drafts and live listings. It sends nothing to a marketplace.
type Listings struct {
	listings     ports.Listings
	products     ports.ListingProducts
	homes        ports.ListingHomes
	sellers      accounts.Sellers
	restrictions ports.Restrictions
	definitions  ports.Definitions
	marks        marks.Marks
	trail        audit.Log
	tx           tx.Runner
	clock        clock.Clock
}

func NewListings(listings ports.Listings, products ports.ListingProducts, homes ports.ListingHomes, sellers accounts.Sellers,
	restrictions ports.Restrictions, definitions ports.Definitions, marks marks.Marks, trail audit.Log, runner tx.Runner, clk clock.Clock,
) *Listings {
	return &Listings{listings, products, homes, sellers, restrictions, definitions, marks, trail, runner, clk}
}

// ListingFilter narrows a list of listings, named here for callers of the use cases.
type ListingFilter = ports.ListingFilter

// Listing extends a listing for its user.
type Listing struct {
	inventory.ListingSnapshot
	mark.Marks
}

// ListingResult has one row of a bulk call.
type ListingResult struct {
	// ID has 0 for a draft that could not be created.
	ID      inventory.ListingID
	Outcome edit.Outcome
	// Listing has the listing after the call; nil when it failed or is deleted.
	Listing *Listing
	// Err has the fault if the outcome is edit.Failed.
	Err *fault.Error
}

// Get reads one listing.
func (l *Listings) Get(ctx context.Context, who caller.Caller, listing inventory.ListingID) (Listing, error) {
	found, err := l.listings.Get(ctx, who.Team, listing)
	if err != nil {
		return Listing{}, err
	}
	shown, err := l.marked(ctx, who.Team, found)
	if err != nil {
		return Listing{}, err
	}
	return shown[0], nil
}

// List reads a page of listings.
func (l *Listings) List(ctx context.Context, who caller.Caller, f ListingFilter, r page.Request) (page.Page[Listing], error) {
	found, err := l.listings.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[Listing]{}, err
	}
	items, err := l.marked(ctx, who.Team, found.Items...)
	return page.With(found, items), err
}

// marked adds to listings their tags and how many notes each has.
func (l *Listings) marked(ctx context.Context, team id.Team, found ...inventory.ListingSnapshot) ([]Listing, error) {
	ids := make([]int64, len(found))
	for i, s := range found {
		ids[i] = int64(s.ID)
	}
	marks, err := l.marks.Of(ctx, team, mark.Listing, ids)
	out := make([]Listing, len(found))
	for i, s := range found {
		out[i] = Listing{s, marks[ids[i]]}
	}
	return out, err
}

// Delete deletes one draft. A live or sending listing is invalid_state (Rule); delete it through
// listings items. ifMatch is the version the caller saw, nil for any version.
func (l *Listings) Delete(ctx context.Context, who caller.Caller, listing inventory.ListingID, ifMatch *int64) error {
	return l.deletion(who).One(ctx, l.tx, listing, ifMatch)
}

// DeleteMany deletes drafts and answers one result per id, in order. A listing that Delete refuses
// fails alone.
func (l *Listings) DeleteMany(ctx context.Context, who caller.Caller, in edit.Many[inventory.ListingID]) ([]edit.Result[inventory.ListingID], error) {
	return l.deletion(who).Run(ctx, l.tx, in, nil)
}

func (l *Listings) deletion(who caller.Caller) edit.Bulk[inventory.ListingID, *inventory.Listing] {
	now := l.clock.Now()
	return edit.Bulk[inventory.ListingID, *inventory.Listing]{
		Lock: func(ctx context.Context, ids []inventory.ListingID) ([]*inventory.Listing, error) {
			return l.listings.LoadLocked(ctx, who.Team, ids)
		},
		Verb: func(one *inventory.Listing) (edit.Outcome, error) { return edit.Deleted, one.Deletable() },
		Write: func(ctx context.Context, doomed []*inventory.Listing) error {
			ids := edit.IDs[inventory.ListingID](doomed)
			if err := l.listings.Delete(ctx, who.Team, ids, now); err != nil {
				return err
			}
			if err := l.marks.Forget(ctx, who.Team, mark.Listing, id.Convert[int64](ids), now); err != nil {
				return err
			}
			lines := make([]audit.Entry, len(ids))
			for i, n := range ids {
				lines[i] = audit.For(who, trail.ListingRecord, int64(n), "deleted", now)
			}
			return l.trail.Write(ctx, lines...)
		},
	}
}
