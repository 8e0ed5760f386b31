// Package listingitem has the ports of the use cases of listing items.
//
// Methods that call the marketplace return these faults, unless stated otherwise: Invalid
// upstream_rejected, Forbidden integration_needs_attention, Limited upstream_rate_limited with
// RetryAfter, Unavailable upstream_unavailable.
package listingitem

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
)

// Restrictions checks whether a seller may sell a product. It says whether the team's account for
// a marketplace may sell a product in a condition. It costs no tokens.
type Restrictions func(ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c listingitem.Condition) (listingitem.Permission, error)

// Catalog reads facts about products. It returns the marketplace's product type of a product, ""
// if the catalogue has no type. An unknown product is NotFound.
type Catalog func(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) (string, error)

// Definitions reads the definitions of product types. It returns the marketplace's code for units
// that it stores and ships itself. It returns "" if listings of the type have no such code.
type Definitions func(ctx context.Context, s account.Seller, m marketplace.ID, productType string) (string, error)

// Draft has an offer ready to be sent.
type Draft struct {
	Offer       listingitem.Offer
	ProductType string
	// Attributes has a JSON object of further attributes, nil without any. The offer's members
	// override attributes of the same name.
	Attributes []byte
	// ChannelCode has the marketplace's code for its own fulfilment, "" for units that the seller
	// ships.
	ChannelCode string
}

// Listings reads and sends listings. Put and Delete set a complete state, so they may be repeated
// after an unknown outcome (Unavailable).
type Listings interface {
	Search(ctx context.Context, s account.Seller, m marketplace.ID, q listingitem.Search) (listingitem.Page, error)
	// Get reads one listing; an unknown SKU is NotFound.
	Get(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, v listingitem.View) (listingitem.Item, error)
	// Put creates or replaces a listing; a preview only validates it.
	Put(ctx context.Context, s account.Seller, sku listingitem.SKU, d Draft, preview bool, issueLocale string) (listingitem.Submission, error)
	// Delete deletes a listing. The marketplace decides whether an unknown SKU is an error.
	Delete(ctx context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU, issueLocale string) (listingitem.Submission, error)
}
