package listingitem

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
)

// Drafts are offers that the team has prepared.
type Drafts interface {
	// Find reads the sendable draft of a seller's SKU; nil for none.
	Find(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU) (*Prepared, error)
	// Begin says that the draft is about to be sent. One that has changed since
	// Find is conflict (Conflict).
	Begin(ctx context.Context, who caller.Caller, d Prepared) error
	// Settle stores the outcome of a draft.
	Settle(ctx context.Context, who caller.Caller, d Prepared, o Outcome) error
}

// Prepared is a draft that can be sent.
type Prepared struct {
	ID      int64
	Version int64
	// Offer holds what the draft says.
	Offer listingitem.Prepared
}

// Outcome is the outcome of an offer that was sent. Answered is false when it is
// unknown whether the offer arrived, unless Unsent is true: then it certainly
// did not.
type Outcome struct {
	Answered, Unsent bool
	Submission       listingitem.Submission
}
