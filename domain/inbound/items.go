package inbound

// LegacyItem has a SKU of a shipment from the older API.
type LegacyItem struct {
	Shipment ConfirmationID
	SKU      string
	// Shipped, Received and PerCase are numbers of units.
	Shipped, Received, PerCase *int64
}

// MergedItem has an item of a shipment from both APIs. The three numbers are totals of the SKU in
// the whole shipment, and nil without an answer of the older API.
type MergedItem struct {
	Item
	Shipped, Received, PerCase *int64
}

// Join adds the older API's numbers to items. Lines of a SKU are added up, because the SKU may be
// spread over several. The case size comes from the first line that has it.
func Join(items []Item, legacy []LegacyItem) []MergedItem {
	bySKU := make(map[string]LegacyItem, len(legacy))
	for _, l := range legacy {
		sum, seen := bySKU[l.SKU]
		if !seen {
			bySKU[l.SKU] = l
			continue
		}
		sum.Shipped, sum.Received = plus(sum.Shipped, l.Shipped), plus(sum.Received, l.Received)
		if sum.PerCase == nil {
			sum.PerCase = l.PerCase
		}
		bySKU[l.SKU] = sum
	}
	merged := make([]MergedItem, len(items))
	for i, item := range items {
		merged[i].Item = item
		if l, ok := bySKU[item.MSKU]; ok && item.MSKU != "" {
			merged[i].Shipped, merged[i].Received, merged[i].PerCase = l.Shipped, l.Received, l.PerCase
		}
	}
	return merged
}

// plus adds two numbers. Either may be unknown.
func plus(a, b *int64) *int64 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	sum := *a + *b
	return &sum
}
