package repricer

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/research/fee"
	"sellingassistant/ports/clock"
	inventoryports "sellingassistant/ports/inventory"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// FeeBands tells the repricer the fee tables of product research for the inventory's listings.
type FeeBands struct {
	listings inventoryports.Listings
	tables   fee.Tables
	clock    clock.Clock
}

// NewFeeBands makes the bridge from the repricer to research and inventory.
func NewFeeBands(l inventoryports.Listings, t fee.Tables, c clock.Clock) *FeeBands {
	return &FeeBands{l, t, c}
}

var _ pricingports.FeeBands = (*FeeBands)(nil)

func (f *FeeBands) Bands(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error) {
	named := make([]inventory.ListingKey, len(keys))
	for i, k := range keys {
		named[i] = inventory.ListingKey{Seller: k.SellerID, Marketplace: k.MarketplaceID, SKU: k.SKU}
	}
	types, err := f.listings.ProductTypes(ctx, team, named)
	if err != nil {
		return nil, err
	}
	type kind struct {
		marketplace marketplace.ID
		of          string
	}
	known, out := map[kind][]decision.FeeBand{}, make(map[repricer.Key][]decision.FeeBand, len(types))
	for i, k := range keys {
		of, ok := types[named[i]]
		if !ok {
			continue
		}
		asked := kind{k.MarketplaceID, of}
		bands, seen := known[asked]
		if !seen {
			if bands, err = f.bands(k.MarketplaceID, of); err != nil {
				return nil, err
			}
			known[asked] = bands
		}
		if len(bands) > 1 {
			out[k] = bands
		}
	}
	return out, nil
}

// bands are those of today for a product type; none where it leads to no fee category.
func (f *FeeBands) bands(at marketplace.ID, productType string) ([]decision.FeeBand, error) {
	m, ok := marketplace.ByID(at)
	market, told := f.tables.Market(m.Country, false)
	if !ok || !told {
		return nil, nil
	}
	day := m.Day(f.clock.Now())
	category, by := market.Category(productType, "", day)
	if by != fee.ByType {
		return nil, nil
	}
	// The referral fee is of the total, whoever ships.
	schedule, err := fee.NewSchedule(fee.Question{Market: market, Currency: m.Currency, Day: day, Merchant: true, Product: fee.Product{Category: category}})
	if err != nil {
		return nil, err
	}
	rules := schedule.Rules(fee.TypeReferral)
	bands := make([]decision.FeeBand, len(rules))
	for i, r := range rules {
		bands[i] = decision.FeeBand{Rate: r.Rate, Added: r.Added}
		if i+1 < len(rules) {
			bands[i].UpTo = optional.Some(money.FromUnits(rules[i+1].From.Units() - 1))
		}
	}
	return bands, nil
}
