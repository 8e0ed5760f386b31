package inventory

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/money"
)

// Examples of the published document.

func exampleSKU() SKU {
	return SKU{
		ID: 1, SKU: "KETTLE-RED-2", ASIN: new("B07EXAMPL3"), FNSKU: new("X001EXAMPLE"), MarketplaceID: "A1PA6795UKMFR9",
		SellerAccountID: 3, Title: new("Electric kettle, red, 1.7 l"), ImageURL: new("https://images.example.com/kettle.jpg"),
		Condition: "new", FulfillmentChannel: "fba", ListingStatus: "active", Price: new(exampleMoney("39.99")), Currency: "EUR",
		Quantities:         SKUQuantities{Fulfillable: new(int64(42)), Inbound: new(int64(100)), Reserved: new(int64(3)), Unfulfillable: new(int64(0))},
		InventoryProductID: new(int64(1)), UnitsPerSale: 1,
		Costs: SKUCosts{
			UnitCost: new(exampleMoney("12.5")), PrepCost: exampleMoney("0.4"), InboundShipping: exampleMoney("0.85"), OtherCost: exampleMoney("0"),
			OutboundShipping: new(exampleMoney("4.19")),
			VATRate:          new(body.PercentOf(money.MustParsePercent("19"))), Currency: "EUR", Source: &SKUSource{Kind: "api"}, AsOf: new("2026-03-01"),
		},
		MinPrice: new(exampleMoney("29.99")), MaxPrice: new(exampleMoney("49.99")), RepricerProductID: new(int64(1)), Tags: []body.RecordTag{{ID: 3, Name: "Christmas", Color: new("#d62828")}},
		LastSyncedAt: new(body.Time("2026-03-20T09:30:00.000000Z")), Version: 6,
		CreatedAt: "2026-01-12T08:00:00.000000Z", UpdatedAt: "2026-03-20T09:30:00.000000Z",
		CountedCost: &CountedCost{UnitCost: exampleMoney("12.5"), Currency: "EUR", Source: "own"},
	}
}

func exampleSKUDetail() SKUDetail {
	layer := SKUCostLayer{
		From: "2026-01-12", To: new("2026-02-28"), UnitCost: exampleMoney("11.9"), Currency: "EUR", PrepCost: exampleMoney("0.4"),
		InboundShipping: exampleMoney("0.85"), OtherCost: exampleMoney("0"), VATRate: new(body.PercentOf(money.MustParsePercent("19"))),
		Source: SKUSource{Kind: "api"},
	}
	now := layer
	now.From, now.To, now.UnitCost, now.OutboundShipping = "2026-03-01", nil, exampleMoney("12.5"), new(exampleMoney("4.19"))
	return SKUDetail{SKU: exampleSKU(), CostLayers: []SKUCostLayer{layer, now}}
}

func exampleSKUPatch() SKUPatch {
	return SKUPatch{
		Costs: body.OptOf(SKUCostsPatch{
			UnitCost: body.FieldOf(exampleMoney("12.5")), OutboundShipping: body.FieldOf(exampleMoney("4.19")), EffectiveFrom: body.OptOf(body.Day("2026-03-01")),
		}),
		MinPrice: body.FieldOf(body.PositiveMoneyOf(money.MustParse("29.99"))),
		MaxPrice: body.FieldOf(body.PositiveMoneyOf(money.MustParse("49.99"))),
		MapPrice: body.NullField[body.PositiveMoney](),
	}
}
