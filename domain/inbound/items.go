package inbound

// LegacyItem is a SKU of a shipment as the old interface tells it.
type LegacyItem struct {
	SKU string
	// Shipped, Received and PerCase are numbers of units.
	Shipped, Received, PerCase *int64
}

// MergedItem is an item of a shipment as both interfaces tell it. The three
// numbers belong to the SKU in the whole shipment and are nil when the old
// interface said nothing.
type MergedItem struct {
	Item
	Shipped, Received, PerCase *int64
}

// Join adds to items what the old interface says about their SKUs. Lines of
// one SKU are added up, because an item may be spread over several; the case
// size is that of the first line that has one.
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

// plus adds two numbers of which either may be unknown.
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
