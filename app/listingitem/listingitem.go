// Package listingitem provides the use cases of a seller's listings.
package listingitem

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
	accounts "sellingassistant/ports/account"
	port "sellingassistant/ports/listingitem"
)

// ListingItems reads and writes the listings of a team's seller accounts.
type ListingItems struct {
	sellers      accounts.Sellers
	restrictions port.Restrictions
	catalog      port.Catalog
	definitions  port.Definitions
	listings     port.Listings
	drafts       port.Drafts
}

func NewListingItems(
	sellers accounts.Sellers, restrictions port.Restrictions, catalog port.Catalog, definitions port.Definitions,
	listings port.Listings, drafts port.Drafts,
) *ListingItems {
	return &ListingItems{sellers, restrictions, catalog, definitions, listings, drafts}
}

// Search finds listings. Faults in this order: an unknown marketplace (Invalid), then the faults of
// Search.Check, of Sellers.For and of the marketplace.
func (l *ListingItems) Search(ctx context.Context, who caller.Caller, choice marketplace.Choice, q listingitem.Search) (listingitem.Page, error) {
	m, err := choice.Resolve(who.Home)
	if err == nil {
		err = q.Check()
	}
	if err != nil {
		return listingitem.Page{}, err
	}
	seller, err := l.sellers.For(ctx, who.Team, m)
	if err != nil {
		return listingitem.Page{}, err
	}
	page, err := l.listings.Search(ctx, seller, m.ID, q)
	return page, fault.InTime(err)
}

// Get reads one listing; a listing unknown to the marketplace is NotFound.
func (l *ListingItems) Get(ctx context.Context, who caller.Caller, choice marketplace.Choice, sku string, v listingitem.View) (listingitem.Item, error) {
	name, m, seller, err := l.find(ctx, who, choice, sku)
	if err != nil {
		return listingitem.Item{}, err
	}
	item, err := l.listings.Get(ctx, seller, m.ID, name, v)
	return item, fault.InTime(err)
}

// Delete deletes a listing. Success means that the marketplace accepted the order and carries it
// out later; an unknown SKU is not_found, and an order that it refuses for another reason
// listing_invalid (Rule).
func (l *ListingItems) Delete(ctx context.Context, who caller.Caller, choice marketplace.Choice, sku, issueLocale string) (listingitem.Submission, error) {
	name, m, seller, err := l.find(ctx, who, choice, sku)
	if err != nil {
		return listingitem.Submission{}, err
	}
	s, err := l.listings.Delete(ctx, seller, m.ID, name, issueLocale)
	if err == nil {
		err = s.CheckDeletion()
	}
	return s, fault.InTime(err)
}

// checked returns the submission, or its refusal as a fault.
func checked(s listingitem.Submission, err error) (listingitem.Submission, error) {
	if err == nil {
		err = s.Check()
	}
	return s, fault.InTime(err)
}

// find reads the common inputs of calls about one listing.
func (l *ListingItems) find(ctx context.Context, who caller.Caller, choice marketplace.Choice, sku string) (listingitem.SKU, marketplace.Marketplace, account.Seller, error) {
	name, m, err := parse(who.Home, sku, choice)
	if err != nil {
		return name, m, account.Seller{}, err
	}
	seller, err := l.sellers.For(ctx, who.Team, m)
	return name, m, seller, err
}

func parse(home marketplace.ID, sku string, c marketplace.Choice) (listingitem.SKU, marketplace.Marketplace, error) {
	name, err := listingitem.ParseSKU(sku)
	m, err2 := c.Resolve(home)
	return name, m, fault.Both(err, err2)
}
