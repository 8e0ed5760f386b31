package simulator

import (
	"net/http"
	"slices"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

// inventoryRead is what getInventorySummaries was asked.
type inventoryRead struct {
	shop    marketplace.ID
	details bool
	since   time.Time
	skus    []string
	page    span
}

const (
	inventoryPage = 50
	// inventoryTokenLife is how soon the next page has to be asked for.
	inventoryTokenLife = 30 * time.Second
	inventoryMonths    = 18
)

func readInventory(a *asked) inventoryRead {
	in := inventoryRead{details: a.yes("details"), since: a.time("startDateTime"), page: a.pageOf("nextToken")}
	in.page.size = inventoryPage
	if a.required("granularityType") != "Marketplace" {
		a.wrong("'granularityType' has an unknown value.")
	}
	granularity := a.required("granularityId")
	for _, in.shop = range a.shops("marketplaceIds", 1) {
		if granularity != string(in.shop) {
			a.wrong("'granularityId' must be the marketplace.")
		}
	}
	in.skus = a.list("sellerSkus", 50)
	if sku := a.text("sellerSku"); sku != "" && in.skus == nil {
		in.skus = []string{sku}
	}
	now := a.m.cfg.Clock.Now()
	if !in.since.IsZero() {
		in.skus = nil
		if in.since.Before(now.AddDate(0, -inventoryMonths, 0)) {
			a.wrong("'startDateTime' is more than 18 months ago.")
		}
	}
	if !in.page.made.IsZero() && now.Sub(in.page.made) > inventoryTokenLife {
		a.wrong("'nextToken' has expired.")
	}
	return in
}

func (m *Marketplace) answerInventory(c *call, in inventoryRead) (int, any) {
	s, _ := m.seller(c.token.seller)
	list, next := slicePage(m, c, in.page, m.stored(s, in))
	summaries := []map[string]any{}
	for _, l := range list {
		summaries = append(summaries, m.stock(l, in.details))
	}
	answer := map[string]any{"payload": map[string]any{
		"granularity":        map[string]any{"granularityType": "Marketplace", "granularityId": in.shop},
		"inventorySummaries": summaries,
	}}
	if next != "" {
		answer["pagination"] = pagination{NextToken: next}
	}
	return http.StatusOK, answer
}

// stored are the listings asked for that the marketplace ships, by SKU.
func (m *Marketplace) stored(s *Seller, in inventoryRead) []*listing {
	if in.skus == nil {
		all := m.shelf(s, in.shop, "sku", true)
		if in.since.IsZero() {
			return all
		}
		return slices.DeleteFunc(slices.Clone(all), func(l *listing) bool { return l.updated.Before(in.since) })
	}
	var found []*listing
	for _, sku := range slices.Compact(slices.Sorted(slices.Values(in.skus))) {
		if l, ok := m.listingOf(s.ID, sku); ok && l.fba {
			if _, here := l.tag(in.shop); here {
				found = append(found, l)
			}
		}
	}
	return found
}

// stock is what fulfilment centres have of a listing.
func (m *Marketplace) stock(l *listing, details bool) map[string]any {
	d := m.draws(ofStock, m.hash(l.seller, l.sku), 0)
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
	summary := map[string]any{
		"asin": l.asin, "fnSku": l.fnsku, "sellerSku": l.sku, "condition": conditionNames[l.condition], "lastUpdatedTime": instant(l.updated),
		"totalQuantity": l.units + reserved + research + broken + shipped + receiving, "stores": []string{},
	}
	if p, ok := m.product(l.asin); ok {
		summary["productName"] = p.Title
	}
	if details {
		summary["inventoryDetails"] = map[string]any{
			"fulfillableQuantity": l.units, "inboundWorkingQuantity": working, "inboundShippedQuantity": shipped,
			"inboundReceivingQuantity": receiving,
			"reservedQuantity": map[string]any{
				"totalReservedQuantity": reserved, "pendingCustomerOrderQuantity": orders,
				"pendingTransshipmentQuantity": moving, "fcProcessingQuantity": processing,
			},
			"researchingQuantity": map[string]any{
				"totalResearchingQuantity": research, "researchingQuantityBreakdown": []map[string]any{
					{"name": "researchingQuantityInShortTerm", "quantity": research},
					{"name": "researchingQuantityInMidTerm", "quantity": 0},
					{"name": "researchingQuantityInLongTerm", "quantity": 0},
				},
			},
			"unfulfillableQuantity": map[string]any{
				"totalUnfulfillableQuantity": broken, "customerDamagedQuantity": customer, "warehouseDamagedQuantity": warehouse,
				"distributorDamagedQuantity": 0, "carrierDamagedQuantity": 0, "defectiveQuantity": defective, "expiredQuantity": expired,
			},
		}
	}
	return summary
}

// conditionNames are the conditions as the inventory calls them.
var conditionNames = map[string]string{
	"new_new": "NewItem", "new_open_box": "NewOpenBox", "new_oem": "NewOEM", "refurbished_refurbished": "RefurbishedRefurbished",
	"used_like_new": "UsedLikeNew", "used_very_good": "UsedVeryGood", "used_good": "UsedGood", "used_acceptable": "UsedAcceptable",
	"collectible_like_new": "CollectibleLikeNew", "collectible_very_good": "CollectibleVeryGood", "collectible_good": "CollectibleGood",
	"collectible_acceptable": "CollectibleAcceptable", "club_club": "Club",
}
