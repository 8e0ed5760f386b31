// Package listingitem holds what the use cases of listings items need from
// outside.
//
// Unless they say otherwise, methods that ask the marketplace return these
// faults: Invalid upstream_rejected, Forbidden integration_needs_attention,
// Limited upstream_rate_limited with RetryAfter, Unavailable
// upstream_unavailable.
package listingitem

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
)

// Restrictions knows what a seller may sell.
type Restrictions interface {
	// Permission says whether the team's account for a marketplace may sell a product in a
	// condition. It costs no tokens.
	Permission(ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c listingitem.Condition) (listingitem.Permission, error)
}

// Catalog knows products.
type Catalog interface {
	// ProductType is the marketplace's word for what kind of product it is, ""
	// when the catalogue does not say. A product it does not know is NotFound.
	ProductType(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) (string, error)
}

// Definitions knows what listings of a product type may hold.
type Definitions interface {
	// OwnChannel is the marketplace's code for units that it keeps and ships
	// itself, "" when listings of the type have none.
	OwnChannel(ctx context.Context, s account.Seller, m marketplace.ID, productType string) (string, error)
}

// ListingReader reads listings.
type ListingReader interface {
	Search(ctx context.Context, s account.Seller, m marketplace.ID, q listingitem.Search) (listingitem.Page, error)
	// Get reads one listing; an unknown SKU is NotFound.
	Get(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, v listingitem.View) (listingitem.Item, error)
}

// Draft is an offer ready to be sent.
type Draft struct {
	Offer       listingitem.Offer
	ProductType string
	// Attributes is a JSON object of further attributes, nil for none. The offer's members
	// override attributes of the same name.
	Attributes []byte
	// ChannelCode is what the marketplace calls its own fulfilment, "" for
	// units that the seller ships.
	ChannelCode string
}

// ListingWriter sends listings. Both calls set the whole of something, so they
// may be repeated when their outcome is unknown (Unavailable).
type ListingWriter interface {
	// Put creates a listing or replaces it; a preview only judges it.
	Put(ctx context.Context, s account.Seller, sku listingitem.SKU, d Draft, preview bool, issueLocale string) (listingitem.Submission, error)
	// Delete takes a listing away. Whether the marketplace refuses a SKU it does
	// not have is its own affair.
	Delete(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, issueLocale string) (listingitem.Submission, error)
}
