// Package listingitem holds the use cases of a seller's listings.
package listingitem

import (
	"context"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
	port "sellingassistant/ports/listingitem"
)

// ListingItems reads and writes the listings of a team's seller accounts.
type ListingItems struct {
	sellers      port.Sellers
	restrictions port.Restrictions
	catalog      port.Catalog
	definitions  port.Definitions
	reader       port.ListingReader
	writer       port.ListingWriter
}

// NewListingItems makes the use cases.
func NewListingItems(sellers port.Sellers, restrictions port.Restrictions, catalog port.Catalog, definitions port.Definitions,
	reader port.ListingReader, writer port.ListingWriter,
) *ListingItems {
	return &ListingItems{sellers, restrictions, catalog, definitions, reader, writer}
}

// Place says which marketplace a call is about. Both may be empty; Domain wins.
type Place struct {
	Domain        string
	MarketplaceID string
}

// Search finds listings. Faults come in this order: an unknown marketplace
// (Invalid), those of Search.Check, of Sellers.For and of the marketplace.
func (l *ListingItems) Search(ctx context.Context, who caller.Caller, p Place, q listingitem.Search) (listingitem.Page, error) {
	m, err := marketplace.Resolve(p.Domain, p.MarketplaceID)
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
	page, err := l.reader.Search(ctx, seller, m.ID, q)
	return page, fault.InTime(err)
}

// Get reads one listing; one that the marketplace does not have is NotFound.
func (l *ListingItems) Get(ctx context.Context, who caller.Caller, p Place, sku string, v listingitem.View) (listingitem.Item, error) {
	name, m, seller, err := l.find(ctx, who, p, sku)
	if err != nil {
		return listingitem.Item{}, err
	}
	item, err := l.reader.Get(ctx, seller, m.ID, name, v)
	return item, fault.InTime(err)
}

// Delete takes a listing away. The answer says that the marketplace has taken
// the order, which it carries out later; an order it refuses is listing_invalid
// (Rule).
func (l *ListingItems) Delete(ctx context.Context, who caller.Caller, p Place, sku, issueLocale string) (listingitem.Submission, error) {
	name, m, seller, err := l.find(ctx, who, p, sku)
	if err != nil {
		return listingitem.Submission{}, err
	}
	return checked(l.writer.Delete(ctx, seller, m.ID, name, issueLocale))
}

// Put is the wish to sell a product.
type Put struct {
	Place
	SKU         string
	Terms       listingitem.Terms
	DryRun      bool
	IssueLocale string
}

// Put creates the listing of a SKU or replaces it. Nothing is sent before the
// terms keep the rules and the seller may sell the product: faults are those of
// NewOffer, Sellers.For and Permission.Check, NotFound for a product that the
// catalogue does not know, not_supported (Rule) for a product that the
// marketplace does not keep, and listing_invalid (Rule) for what it refuses.
func (l *ListingItems) Put(ctx context.Context, who caller.Caller, in Put) (listingitem.Submission, error) {
	name, m, err := parse(in.SKU, in.Place)
	if err != nil {
		return listingitem.Submission{}, err
	}
	offer, err := listingitem.NewOffer(in.Terms, m)
	if err != nil {
		return listingitem.Submission{}, err
	}
	seller, err := l.sellers.For(ctx, who.Team, m)
	if err != nil {
		return listingitem.Submission{}, err
	}
	permission, err := l.restrictions.Permission(ctx, who.Team, m, in.Terms.ASIN, in.Terms.Condition)
	if err == nil {
		err = permission.Check()
	}
	if err != nil {
		return listingitem.Submission{}, fault.InTime(err)
	}
	draft, err := l.draft(ctx, seller, offer)
	if err != nil {
		return listingitem.Submission{}, fault.InTime(err)
	}
	return checked(l.writer.Put(ctx, seller, name, draft, in.DryRun, in.IssueLocale))
}

// draft adds what the marketplace wants to be told in its own words.
func (l *ListingItems) draft(ctx context.Context, s port.Seller, o listingitem.Offer) (port.Draft, error) {
	m, terms := o.Marketplace(), o.Terms()
	d := port.Draft{Offer: o}
	var err error
	if d.ProductType, err = l.productType(ctx, s, m.ID, terms.ASIN); err != nil || terms.Channel != listingitem.ByMarketplace {
		return d, err
	}
	d.ChannelCode, err = l.definitions.OwnChannel(ctx, s, m.ID, d.ProductType)
	if err == nil && d.ChannelCode == "" {
		err = fault.Newf(fault.Rule, fault.CodeNotSupported,
			"%s does not keep units of products of the type %s.", m.Domain, d.ProductType).At("/fulfillmentChannel")
	}
	return d, err
}

func (l *ListingItems) productType(ctx context.Context, s port.Seller, m marketplace.ID, a asin.ASIN) (string, error) {
	word, err := l.catalog.ProductType(ctx, s, m, a)
	switch {
	case fault.Is(err, fault.CodeNotFound):
		return "", fault.New(fault.NotFound, fault.CodeNotFound, "The marketplace has no product with this ASIN.").At("/asin").Because(err)
	case word == "":
		return listingitem.AnyProductType, err
	}
	return word, err
}

// checked is the answer to what was sent, or the refusal it holds.
func checked(s listingitem.Submission, err error) (listingitem.Submission, error) {
	if err == nil {
		err = s.Check()
	}
	return s, fault.InTime(err)
}

// find reads what every call about one listing needs.
func (l *ListingItems) find(ctx context.Context, who caller.Caller, p Place, sku string) (listingitem.SKU, marketplace.Marketplace, port.Seller, error) {
	name, m, err := parse(sku, p)
	if err != nil {
		return name, m, port.Seller{}, err
	}
	seller, err := l.sellers.For(ctx, who.Team, m)
	return name, m, seller, err
}

func parse(sku string, p Place) (listingitem.SKU, marketplace.Marketplace, error) {
	name, err := listingitem.ParseSKU(sku)
	m, err2 := marketplace.Resolve(p.Domain, p.MarketplaceID)
	return name, m, fault.Both(err, err2)
}
