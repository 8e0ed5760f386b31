package listingitem

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Examples of the published document.
var (
	exampleASIN    = "B0SIM000SC"
	exampleName    = "Brivory Classic Felt Building Blocks"
	exampleType    = "TOY_BUILDING_BLOCK"
	exampleNew     = "new_new"
	exampleReceipt = "4d1bf3d8-8d3e-4e0c-9f0b-2f1f4f6b9c10"
	exampleTime    = body.Time("2026-11-17T09:30:00.000000Z")

	exampleItem = Item{
		SKU: "SIM-0000",
		Summaries: &[]Summary{{
			MarketplaceID: string(marketplace.US), ASIN: &exampleASIN, ProductType: &exampleType, ConditionType: &exampleNew,
			Status: []string{"BUYABLE", "DISCOVERABLE"}, ItemName: &exampleName, CreatedDate: &exampleTime, LastUpdatedDate: &exampleTime,
		}},
	}
	exampleResult = SearchResult{NumberOfResults: 1, Items: []Item{exampleItem}}

	exampleOffer = Offer{
		ASIN: body.OptOf(exampleASIN), Price: body.OptOf(body.PositiveMoneyOf(money.MustParse("19.99"))), ConditionType: body.OptOf(exampleNew),
		FulfillmentChannel: body.OptOf("MFN"), Quantity: body.OptOf(int64(5)),
		MinPrice: body.OptOf(body.PositiveMoneyOf(money.MustParse("15"))), MaxPrice: body.OptOf(body.PositiveMoneyOf(money.MustParse("30"))),
		LeadTimeDays: body.OptOf(int64(2)),
	}
	exampleSubmission = Submission{SKU: "SIM-0000", ASIN: exampleASIN, Status: "ACCEPTED", SubmissionID: &exampleReceipt, Issues: []Issue{}}
	exampleDeletion   = Deletion{SKU: "SIM-0000", Status: "ACCEPTED", SubmissionID: &exampleReceipt, Issues: []Issue{}}
)
