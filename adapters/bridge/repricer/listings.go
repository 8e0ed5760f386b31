package repricer

import (
	"context"
	"strings"

	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerports "sellingassistant/ports/repricer"
)

// Listings gives the repricer the inventory's listings.
type Listings struct{ inventory *inventoryfacade.Facade }

func NewListings(f *inventoryfacade.Facade) *Listings { return &Listings{f} }

func (l *Listings) Current(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]repricerports.Listing, error) {
	out := make(map[repricer.Key]repricerports.Listing, len(keys))
	wanted := make(map[repricer.Key]bool, len(keys))
	names := map[marketplace.ID][]string{}
	for _, k := range keys {
		if !wanted[k] {
			wanted[k], names[k.MarketplaceID] = true, append(names[k.MarketplaceID], k.SKU)
		}
	}
	for m, skus := range names {
		q := inventoryfacade.SKUQuery{Names: skus, Marketplaces: []marketplace.ID{m}}
		for s, err := range l.inventory.SKUs(ctx, team, q) {
			if err != nil {
				return nil, err
			}
			k := repricer.Key{SellerID: s.Key.Seller, MarketplaceID: s.Key.Marketplace, SKU: s.Key.SKU}
			if wanted[k] {
				out[k] = listingOf(s)
			}
		}
	}
	return out, nil
}

func listingOf(s inventory.SKUSnapshot) repricerports.Listing {
	out := repricerports.Listing{ASIN: s.ASIN, Condition: conditionOf(s.Condition), Title: s.Title, Quantity: s.Fulfillable, Price: s.Price, Currency: s.Currency, MapPrice: s.MapPrice, SeenAt: s.UpdatedAt}
	if at, ok := s.LastSyncedAt.Get(); ok {
		out.SeenAt = at
	}
	switch s.Channel {
	case inventory.FBA:
		out.Fulfillment = optional.Some(decision.FBA)
	case inventory.FBM:
		out.Fulfillment = optional.Some(decision.FBM)
	}
	return out
}

// conditionOf returns the main condition without its grade: all used offers compete with each
// other.
func conditionOf(c inventory.Condition) decision.Condition {
	main, _, _ := strings.Cut(string(c), "_")
	return decision.Condition(main)
}
