package papers

import (
	"testing"

	domain "sellingassistant/domain/purchasing"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	golden.Check(t, undo{
		Document: 5,
		Order: &orderUndo{ID: 7, Version: 3, Made: true, Placed: true, Was: &terms{
			Reference: new("R-1"), Ordered: new(int64(20_001)), Expected: new(int64(20_010)), Due: new(int64(20_030)),
			Terms:    new("30 days net"),
			Shipping: 250_000, Discount: 10_000, Tax: new(int64(123_400)), IncludeTax: true, Rate: new(int64(10_800)),
			Added: true,
			Costs: []costUndo{{
				Label: "Pfand", Amount: 25_000, Currency: "EUR", Allocation: "none", Tax: 190_000, Payee: "other", Rate: new(int64(11_000)),
			}},
		}},
		Items: []itemUndo{{ID: 9, Made: true, Quantity: 24, Cases: new(int64(2)), PerCase: new(int64(12)),
			Cost: new(int64(35_000)), Price: []int64{12_300, 1_000}, Discount: 20_000, Tax: 190_000}},
		Came: []cameUndo{{Item: 9, Units: 24}}, Returned: []int64{11},
		Went: []wentUndo{{Item: 9, Lines: []leftUndo{{Warehouse: 2, Units: 4, Day: 20_011}}}}, Credit: &creditUndo{"Credit note CN-1", -480_000, "EUR"},
		Offers: []offerUndo{{ID: 4, Version: 2, Made: true, Cost: 39_500, Breaks: [][2]int64{{10, 38_000}}, Product: new(int64(3)), Source: "document",
			Of: new(int64(5))}},
		Layers: []layerUndo{{Kind: domain.CostOfSKU, ID: 12, Day: 20_001, Next: 20_100, Priced: true}},
	})
}
