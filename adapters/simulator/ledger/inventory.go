package ledger

import (
	"slices"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	inventoryPage = 50
	// inventoryTokenLife bounds the time until the next page is requested.
	inventoryTokenLife = 30 * time.Second
	inventoryMonths    = 18
)

func (led *Ledger) inventory(c *gateway.Call) any {
	details, since, page := c.Yes("details"), c.Time("startDateTime"), c.PageOf("nextToken")
	page.Size = inventoryPage
	c.WrongIf(c.Required("granularityType") != "Marketplace", "'granularityType' has an unknown value.")
	granularity := c.Required("granularityId")
	shop := c.Shops("marketplaceIds", 1)[0]
	c.WrongIf(granularity != string(shop), "'granularityId' must be the marketplace.")
	skus := c.List("sellerSkus", 50)
	if sku := c.Text("sellerSku"); sku != "" && skus == nil {
		skus = []string{sku}
	}
	now := led.world.Clock.Now()
	c.WrongIf(!since.IsZero() && since.Before(now.AddDate(0, -inventoryMonths, 0)), "'startDateTime' is more than 18 months ago.")
	c.WrongIf(!page.Made.IsZero() && now.Sub(page.Made) > inventoryTokenLife, "'nextToken' has expired.")
	var stored []*Listing
	if skus == nil || !since.IsZero() {
		stored = led.shelf(c.Seller(), shop, "sku", true)
		if !since.IsZero() {
			stored = slices.DeleteFunc(slices.Clone(stored), func(l *Listing) bool { return l.updated.Before(since) })
		}
	} else {
		stored = led.storedAs(c.Token.Seller, shop, skus)
	}
	list, next := gateway.SlicePage(c, page, stored)
	summaries := []gateway.Object{}
	for _, l := range list {
		summaries = append(summaries, led.stock(l, details))
	}
	return gateway.Object{"payload": gateway.Object{
		"granularity":        gateway.Object{"granularityType": "Marketplace", "granularityId": shop},
		"inventorySummaries": summaries,
	}}.Paged(next)
}

// storedAs returns the listings with these SKUs that the marketplace ships, by SKU.
func (led *Ledger) storedAs(seller string, shop marketplace.ID, skus []string) []*Listing {
	var found []*Listing
	for _, sku := range slices.Compact(slices.Sorted(slices.Values(skus))) {
		if l, ok := led.ListingOf(seller, sku); ok && l.FBA {
			if _, here := l.Tag(shop); here {
				found = append(found, l)
			}
		}
	}
	return found
}

// stock returns the stock of a listing in fulfilment centres.
func (led *Ledger) stock(l *Listing, details bool) gateway.Object {
	d := led.world.Draws(world.OfStock, led.world.Hash(l.seller, l.SKU), 0)
	some := func(perMille, most int) int {
		if !d.Chance(perMille) {
			return 0
		}
		return d.Between(1, most)
	}
	working, shipped, receiving := some(200, 100), some(300, 200), some(150, 80)
	orders, moving, processing := some(500, 9), some(300, 30), some(100, 5)
	research := some(100, 4)
	customer, warehouse, defective, expired := some(200, 5), some(100, 3), some(100, 2), some(20, 10)
	reserved, broken := orders+moving+processing, customer+warehouse+defective+expired
	summary := gateway.Object{
		"asin": l.ASIN, "fnSku": l.FNSKU, "sellerSku": l.SKU, "condition": conditionNames[l.condition], "lastUpdatedTime": world.Instant(l.updated),
		"totalQuantity": l.units + reserved + research + broken + shipped + receiving, "stores": []string{},
	}
	if p, ok := led.catalog.Product(l.ASIN); ok {
		summary["productName"] = p.Title
	}
	if details {
		summary["inventoryDetails"] = gateway.Object{
			"fulfillableQuantity": l.units, "inboundWorkingQuantity": working, "inboundShippedQuantity": shipped,
			"inboundReceivingQuantity": receiving,
			"reservedQuantity": gateway.Object{
				"totalReservedQuantity": reserved, "pendingCustomerOrderQuantity": orders,
				"pendingTransshipmentQuantity": moving, "fcProcessingQuantity": processing,
			},
			"researchingQuantity": gateway.Object{
				"totalResearchingQuantity": research, "researchingQuantityBreakdown": []gateway.Object{
					{"name": "researchingQuantityInShortTerm", "quantity": research},
					{"name": "researchingQuantityInMidTerm", "quantity": 0},
					{"name": "researchingQuantityInLongTerm", "quantity": 0},
				},
			},
			"unfulfillableQuantity": gateway.Object{
				"totalUnfulfillableQuantity": broken, "customerDamagedQuantity": customer, "warehouseDamagedQuantity": warehouse,
				"distributorDamagedQuantity": 0, "carrierDamagedQuantity": 0, "defectiveQuantity": defective, "expiredQuantity": expired,
			},
		}
	}
	return summary
}

// conditionNames maps conditions to their names in the inventory.
var conditionNames = map[string]string{
	"new_new": "NewItem", "new_open_box": "NewOpenBox", "new_oem": "NewOEM", "refurbished_refurbished": "RefurbishedRefurbished",
	"used_like_new": "UsedLikeNew", "used_very_good": "UsedVeryGood", "used_good": "UsedGood", "used_acceptable": "UsedAcceptable",
	"collectible_like_new": "CollectibleLikeNew", "collectible_very_good": "CollectibleVeryGood", "collectible_good": "CollectibleGood",
	"collectible_acceptable": "CollectibleAcceptable", "club_club": "Club",
}
