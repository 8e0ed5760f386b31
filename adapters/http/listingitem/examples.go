package listingitem

import (
	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// What the published document shows.
var (
	exampleASIN    = "B0SIM0000A"
	exampleName    = "Brivory Classic Felt Building Blocks"
	exampleType    = "TOY_BUILDING_BLOCK"
	exampleNew     = "new_new"
	exampleReceipt = "4d1bf3d8-8d3e-4e0c-9f0b-2f1f4f6b9c10"
	exampleTime    = httpx.Time("2026-11-17T09:30:00.000000Z")

	exampleItem = Item{
		SKU: "SKU-1",
		Summaries: &[]Summary{{
			MarketplaceID: string(marketplace.US), ASIN: &exampleASIN, ProductType: &exampleType, ConditionType: &exampleNew,
			Status: []string{"BUYABLE", "DISCOVERABLE"}, ItemName: &exampleName, CreatedDate: &exampleTime, LastUpdatedDate: &exampleTime,
		}},
	}
	exampleResult = SearchResult{NumberOfResults: 1, Items: []Item{exampleItem}}

	exampleOffer = Offer{
		ASIN: httpx.OptOf(exampleASIN), Price: httpx.OptOf(httpx.PositiveMoneyOf(money.MustParse("19.99"))), ConditionType: httpx.OptOf(exampleNew),
		FulfillmentChannel: httpx.OptOf("MFN"), Quantity: httpx.OptOf(int64(5)),
		MinPrice: httpx.OptOf(httpx.PositiveMoneyOf(money.MustParse("15"))), MaxPrice: httpx.OptOf(httpx.PositiveMoneyOf(money.MustParse("30"))),
		LeadTimeDays: httpx.OptOf(int64(2)),
	}
	exampleSubmission = Submission{SKU: "SKU-1", ASIN: exampleASIN, Status: "ACCEPTED", SubmissionID: &exampleReceipt, Issues: []Issue{}}
	exampleDeletion   = Deletion{SKU: "SKU-1", Status: "ACCEPTED", SubmissionID: &exampleReceipt, Issues: []Issue{}}
)
