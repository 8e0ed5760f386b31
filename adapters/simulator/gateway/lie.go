package gateway

import (
	"maps"
	"slices"
)

// The ways in which an answer about offers is incomplete or contradicts itself.
const (
	lieEmpty     = iota // empties the list
	lieAbsent           // leaves the list out
	liePriceless        // leaves the prices out
	lieFree             // writes prices of 0
	lieForeign          // writes another currency
	lieShort            // leaves the first offer out
	lieUncounted        // empties the list and leaves the counts out
	waysToLie
)

// LieAboutOffers makes every list of offers in an answer incomplete, each in a way that the hash
// chooses. The rest of the answer, such as the buy box, stays unchanged.
func LieAboutOffers(tree any, hash func(n int) uint64) any {
	n := 0
	return lie(tree, func() int {
		n++
		return int(hash(n) % waysToLie)
	})
}

func lie(tree any, way func() int) any {
	switch node := tree.(type) {
	case []any:
		for i := range node {
			node[i] = lie(node[i], way)
		}
	case map[string]any:
		if offers, ok := node["Offers"].([]any); ok && len(offers) > 0 {
			lieIn(node, offers, way())
			return node
		}
		for _, name := range slices.Sorted(maps.Keys(node)) {
			node[name] = lie(node[name], way)
		}
	}
	return tree
}

func lieIn(node map[string]any, offers []any, way int) {
	switch way {
	case lieEmpty:
		node["Offers"] = []any{}
	case lieAbsent:
		delete(node, "Offers")
	case lieShort:
		node["Offers"] = offers[1:]
	case lieUncounted:
		node["Offers"] = []any{}
		if summary, ok := node["Summary"].(map[string]any); ok {
			delete(summary, "NumberOfOffers")
			delete(summary, "TotalOfferCount")
		}
	default:
		for i := range offers {
			if offer, ok := offers[i].(map[string]any); ok {
				misprice(offer, way)
			}
		}
	}
}

func misprice(offer map[string]any, way int) {
	if way == liePriceless {
		delete(offer, "ListingPrice")
		return
	}
	for _, name := range []string{"ListingPrice", "Shipping"} {
		price, ok := offer[name].(map[string]any)
		switch {
		case !ok:
		case way == lieForeign:
			price["CurrencyCode"] = "SEK"
		case name == "ListingPrice":
			price["Amount"] = 0
		}
	}
}
