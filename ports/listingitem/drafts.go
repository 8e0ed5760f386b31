package listingitem

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
)

// Drafts reads and updates offers that the team has prepared.
type Drafts interface {
	// Find reads the sendable draft of a seller's SKU; nil without a draft.
	Find(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU) (*Prepared, error)
	// Begin records that the draft is about to be sent. A draft that has changed since Find is
	// conflict (Conflict).
	Begin(ctx context.Context, who caller.Caller, d Prepared) error
	// Settle stores the outcome of a draft.
	Settle(ctx context.Context, who caller.Caller, d Prepared, o Outcome) error
}

// Prepared has a draft that can be sent.
type Prepared struct {
	ID      int64
	Version int64
	// Offer has the content of the draft.
	Offer listingitem.Prepared
}

// Outcome has the outcome of a sent offer. Answered is false if it is unknown whether the offer
// arrived. If Unsent is true, it certainly did not.
type Outcome struct {
	Answered, Unsent bool
	Submission       listingitem.Submission
}
