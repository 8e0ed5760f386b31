package inventory

import (
	"context"
	"slices"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// MaxListings is how many listings one bulk call may name.
const MaxListings = 100

// listingRecord is what the audit trail calls a listing.
const listingRecord = "listing"

// Listings are the use cases of drafts and live listings. None of them sends
// anything to a marketplace.
type Listings struct {
	listings     ports.Listings
	products     ports.ListingProducts
	homes        ports.ListingHomes
	sellers      accounts.Sellers
	restrictions ports.Restrictions
	definitions  ports.Definitions
	trail        audit.Log
	tx           tx.Runner
	clock        clock.Clock
}

// NewListings makes the use cases.
func NewListings(listings ports.Listings, products ports.ListingProducts, homes ports.ListingHomes, sellers accounts.Sellers,
	restrictions ports.Restrictions, definitions ports.Definitions, trail audit.Log, runner tx.Runner, clk clock.Clock,
) *Listings {
	return &Listings{listings, products, homes, sellers, restrictions, definitions, trail, runner, clk}
}

// ListingFilter narrows a list of listings, named here for those who call the
// use cases.
type ListingFilter = ports.ListingFilter

// ListingOutcome is what became of one listing of a bulk call.
type ListingOutcome string

// The outcomes. In a dry run they tell what would have become of it.
const (
	ListingCreated   ListingOutcome = "created"
	ListingUpdated   ListingOutcome = "updated"
	ListingUnchanged ListingOutcome = "unchanged"
	ListingDeleted   ListingOutcome = "deleted"
	ListingFailed    ListingOutcome = "failed"
)

// ListingResult is one row of a bulk call.
type ListingResult struct {
	// ID is 0 for a draft that could not be created.
	ID      inventory.ListingID
	Outcome ListingOutcome
	// Listing is the listing after the call; nil when it failed or is deleted.
	Listing *inventory.ListingSnapshot
	// Err is set when the outcome is ListingFailed.
	Err *fault.Error
}

// Get reads one listing.
func (l *Listings) Get(ctx context.Context, who caller.Caller, listing inventory.ListingID) (inventory.ListingSnapshot, error) {
	return l.listings.Get(ctx, who.Team, listing)
}

// List reads a page of listings.
func (l *Listings) List(ctx context.Context, who caller.Caller, f ListingFilter, r page.Request) (page.Page[inventory.ListingSnapshot], error) {
	return l.listings.List(ctx, who.Team, f, r)
}

// Delete deletes one draft. A listing that is live or being sent is
// invalid_state (Rule): it is deleted through listings items. ifMatch is the
// version the caller saw, nil for whichever.
func (l *Listings) Delete(ctx context.Context, who caller.Caller, listing inventory.ListingID, ifMatch *int64) error {
	results, err := l.delete(ctx, who, DeleteListings{IDs: []inventory.ListingID{listing}}, ifMatch)
	if err != nil {
		return err
	}
	if results[0].Err != nil {
		return results[0].Err
	}
	return nil
}

// DeleteListings deletes up to MaxListings drafts.
type DeleteListings struct {
	IDs []inventory.ListingID
	// DryRun decides everything and writes nothing.
	DryRun bool
}

// DeleteMany deletes drafts and answers one result per id, in order: an id
// named twice acts once and is answered at both places. A row fails alone with
// not_found, or with invalid_state when it is live or being sent.
func (l *Listings) DeleteMany(ctx context.Context, who caller.Caller, in DeleteListings) ([]ListingResult, error) {
	return l.delete(ctx, who, in, nil)
}

func (l *Listings) delete(ctx context.Context, who caller.Caller, in DeleteListings, ifMatch *int64) ([]ListingResult, error) {
	if err := countedListings(len(in.IDs), "/ids"); err != nil {
		return nil, err
	}
	now := l.clock.Now()
	results := make([]ListingResult, len(in.IDs))
	err := l.tx.InTx(ctx, func(ctx context.Context) error {
		sorted := slices.Clone(in.IDs)
		slices.Sort(sorted)
		found, err := l.listings.LoadLocked(ctx, who.Team, slices.Compact(sorted))
		if err != nil {
			return err
		}
		outcomes := make(map[inventory.ListingID]ListingResult, len(found))
		var doomed []inventory.ListingID
		var lines []audit.Entry
		for _, one := range found {
			if ifMatch != nil && *ifMatch != one.Version() {
				return fault.StaleVersion()
			}
			if e, forbidden := fault.As(one.Deletable()); forbidden {
				outcomes[one.ID()] = ListingResult{ID: one.ID(), Outcome: ListingFailed, Err: e}
				continue
			}
			outcomes[one.ID()] = ListingResult{ID: one.ID(), Outcome: ListingDeleted}
			doomed = append(doomed, one.ID())
			lines = append(lines, audit.For(who, listingRecord, int64(one.ID()), "deleted", now))
		}
		for i, named := range in.IDs {
			outcome, ok := outcomes[named]
			if !ok {
				outcome = ListingResult{ID: named, Outcome: ListingFailed, Err: fault.Missing()}
			}
			results[i] = outcome
		}
		if in.DryRun {
			return nil
		}
		if err := l.listings.Delete(ctx, who.Team, doomed, now); err != nil {
			return err
		}
		return l.trail.Write(ctx, lines...)
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

// countedListings holds a bulk call to 1..MaxListings rows.
func countedListings(n int, pointer string) error {
	item := fault.Item{Pointer: pointer}
	switch {
	case n == 0:
		item.Code, item.Message = fault.CodeTooFew, "must not be empty"
	case n > MaxListings:
		item.Code, item.Message = fault.CodeTooMany, "must have at most 100 entries"
	default:
		return nil
	}
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, pointer[1:]+" "+item.Message).At(pointer)
	e.Errors = []fault.Item{item}
	return e
}
