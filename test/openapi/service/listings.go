package service

import (
	"fmt"
	"testing"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Listings makes n drafts of one product.
func (m *Team) Listings(t testing.TB, tag string, n int) []int64 {
	t.Helper()
	request := listings.CreateListings{Items: make([]listings.NewListing, n)}
	for i := range request.Items {
		request.Items[i] = listings.NewListing{
			SKU: fmt.Sprintf("%s-%d", tag, i), Marketplace: marketplace.US, Source: inventory.Source{Kind: inventory.SourceAPI},
			Offer: inventory.ListingOffer{
				ASIN: simulator.CaseUnrestricted, ProductType: optional.Some(inventory.AnyProductType), Condition: inventory.ConditionNew,
				Channel: inventory.FBA, Price: optional.Some(money.MustParse("19.99")), Attributes: inventory.NoAttributes,
			},
		}
	}
	drafts, err := m.service.Operator.Listings.Prepare(t.Context(), m.Who(), request)
	if err != nil {
		t.Fatalf("prepare drafts: %v", err)
	}
	results, err := drafts.Write(t.Context())
	if err != nil {
		t.Fatalf("make drafts: %v", err)
	}
	var ids []int64
	for _, r := range results {
		if r.Err != nil {
			t.Fatalf("make a draft: %v", r.Err)
		}
		ids = append(ids, int64(r.ID))
	}
	return ids
}
