package inventory

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Examples of the published document.

func exampleListing() Listing {
	asin, productType, allowed, at := "B0SIM0000A", inventory.AnyProductType, string(inventory.PermissionAllowed),
		body.Time("2026-11-21T09:30:00.000000Z")
	price, least := exampleMoney("19.99"), exampleMoney("15")
	return Listing{
		ID: 1, Kind: "draft", Status: "ready", SellerAccountID: 4, SKU: "B0SIM0000A-261121", ASIN: &asin, MarketplaceID: string(marketplace.US),
		ProductType: &productType, Condition: "new", Price: &price, Currency: "USD", MinPrice: &least, FulfillmentChannel: "fba",
		Attributes: Attributes("{}"), Issues: []ListingIssue{}, RestrictionStatus: &allowed, RestrictionCheckedAt: &at,
		Source: ListingSource{Kind: "api"}, Tags: []body.RecordTag{{ID: 3, Name: "Christmas", Color: new("#d62828")}}, Version: 1, CreatedAt: at, UpdatedAt: at,
	}
}

func exampleNewListings() NewListings {
	return NewListings{
		Items: []NewListing{{
			ASIN: "B0SIM0000A", Price: body.FieldOf(body.PositiveMoneyOf(money.MustParse("19.99"))),
			MinPrice: body.FieldOf(body.PositiveMoneyOf(money.MustParse("15"))),
		}},
		SKUTemplate: body.OptOf(SKUTemplate("{asin}-{yymmdd}")),
	}
}

func exampleCreatedListings() body.Bulk[CreatedListing] {
	n, listing := int64(1), exampleListing()
	return body.Bulk[CreatedListing]{
		Data: []CreatedListing{{Index: 0, ID: &n, Status: "created", Listing: &listing}},
		Meta: body.BulkMeta{Succeeded: 1}, Errors: []body.BulkError{},
	}
}
