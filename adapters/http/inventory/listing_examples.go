package inventory

import (
	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// What the published document shows.

func exampleListing() Listing {
	asin, productType, allowed, at := "B0SIM0000A", inventory.AnyProductType, string(inventory.PermissionAllowed),
		httpx.Time("2026-11-21T09:30:00.000000Z")
	price, least := httpx.MoneyOf(money.MustParse("19.99")), httpx.MoneyOf(money.MustParse("15"))
	return Listing{
		ID: 31, Kind: "draft", Status: "ready", SellerAccountID: 4, SKU: "B0SIM0000A-261121", ASIN: &asin, MarketplaceID: string(marketplace.US),
		ProductType: &productType, Condition: "new", Price: &price, Currency: "USD", MinPrice: &least, FulfillmentChannel: "fba",
		Attributes: Attributes("{}"), Issues: []ListingIssue{}, RestrictionStatus: &allowed, RestrictionCheckedAt: &at,
		Source: ListingSource{Kind: "api"}, Tags: []ListingTag{}, Version: 1, CreatedAt: at, UpdatedAt: at,
	}
}

func exampleNewListings() NewListings {
	return NewListings{
		Items: []NewListing{{
			ASIN: "B0SIM0000A", Price: httpx.FieldOf(httpx.PositiveMoneyOf(money.MustParse("19.99"))),
			MinPrice: httpx.FieldOf(httpx.PositiveMoneyOf(money.MustParse("15"))),
		}},
		SKUTemplate: httpx.OptOf(SKUTemplate("{asin}-{yymmdd}")),
	}
}

func exampleCreatedListings() httpx.Bulk[CreatedListing] {
	n, listing := int64(31), exampleListing()
	return httpx.Bulk[CreatedListing]{
		Data: []CreatedListing{{Index: 0, ID: &n, Status: "created", Listing: &listing}},
		Meta: httpx.BulkMeta{Succeeded: 1}, Errors: []httpx.BulkError{},
	}
}

func exampleDeletedListings() httpx.Bulk[DeletedListing] {
	e := fault.Missing()
	return httpx.Bulk[DeletedListing]{
		Data: []DeletedListing{
			{ID: 31, Status: "deleted"}, {ID: 99, Status: "failed", Error: httpx.RowErrorOf(e)},
		},
		Meta:   httpx.BulkMeta{Succeeded: 1, Failed: 1},
		Errors: []httpx.BulkError{{Code: string(e.Code), Message: e.Message, ID: new(int64(99)), Index: 1}},
	}
}
