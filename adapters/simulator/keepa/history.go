package keepa

import (
	"iter"
	"slices"
	"strconv"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
)

// Indexes of the filled lists of a history, as the provider numbers them.
const (
	ofAmazon = iota
	ofNew
	ofUsed
	ofRank
	ofList
	ofFBM       = 7
	ofFBA       = 10
	ofCountNew  = 11
	ofCountUsed = 12
	ofRating    = 16
	ofReviews   = 17
	ofBuyBox    = 18
	ofCountFBA  = 34
	ofCountFBM  = 35
	lists       = 36
)

// widthOf returns the numbers per entry of a list: a time and a value, and for some a shipping
// price.
func widthOf(list int) int {
	if list == ofFBM || list == ofBuyBox {
		return 3
	}
	return 2
}

// history has the provider's data about a product: each list has times and the values valid from
// then on, -1 for no value.
type history struct {
	csv [lists][]int64
	// badges lists monthly sales, leaf lists ranks in the browse node, holders lists the sellers
	// with the buy box.
	badges, leaf []int64
	holders      []string
	// units lists each day's demand.
	units []dayOfSales
	last  *market.Board
}

type dayOfSales struct {
	minute int64
	units  float64
}

// Marks a missing value.
const none = -1

// changed adds values from a minute on, unless they equal the last values.
func changed(list *[]int64, minute int64, values ...int64) {
	if width := len(values) + 1; len(*list) < width || !slices.Equal((*list)[len(*list)-len(values):], values) {
		*list = append(append(*list, minute), values...)
	}
}

// grid returns the moments of the provider's snapshots: six hours apart in the last ninety days, a
// day apart before, and the last moment. Daily snapshots lie an hour after sessions of the market
// begin, when little has to be replayed.
func grid(from, last, phase int64) []int64 {
	var times []int64
	recent := max(from, last-90*market.Day) / market.PastTick * market.PastTick
	for at := from - (from+phase)%market.Day + 3600; at < recent; at += market.Day {
		times = append(times, at)
	}
	for at := recent + market.PastTick; at < last; at += market.PastTick {
		times = append(times, at)
	}
	return append(times, last)
}

// look adds a snapshot of the shoppers' view.
func (h *history) look(b *market.Board, units float64, hidden bool) {
	minute := minuteOf(b.At.Unix())
	lowest := func(of func(o *market.Offer) bool) (found *market.Offer, n int64) {
		for i := range b.Offers {
			o := &b.Offers[i]
			if !of(o) {
				continue
			}
			if n++; o.Price > 0 && (found == nil || o.Price < found.Price) {
				found = o
			}
		}
		return found, n
	}
	price := func(list int, o *market.Offer) {
		value, shipping := int64(none), int64(none)
		if o != nil {
			value, shipping = o.Price, o.Shipping
		}
		if widthOf(list) == 3 {
			changed(&h.csv[list], minute, value, shipping)
			return
		}
		changed(&h.csv[list], minute, value)
	}
	known := func(list *[]int64, n int64) {
		if n == 0 {
			n = none
		}
		changed(list, minute, n)
	}
	amazon, _ := lowest(func(o *market.Offer) bool { return o.Retailer })
	fresh, n := lowest((*market.Offer).IsNew)
	price(ofAmazon, amazon)
	price(ofNew, fresh)
	known(&h.csv[ofCountNew], n)
	used, n := lowest(func(o *market.Offer) bool { return !o.IsNew() })
	price(ofUsed, used)
	known(&h.csv[ofCountUsed], n)
	fba, n := lowest(func(o *market.Offer) bool { return o.IsNew() && o.FBA && !o.Retailer })
	price(ofFBA, fba)
	known(&h.csv[ofCountFBA], n)
	fbm, n := lowest(func(o *market.Offer) bool { return o.IsNew() && !o.FBA })
	price(ofFBM, fbm)
	known(&h.csv[ofCountFBM], n)
	known(&h.csv[ofList], b.List)
	if hidden {
		known(&h.csv[ofRank], none)
	} else {
		known(&h.csv[ofRank], int64(b.Rank))
	}
	known(&h.leaf, int64(catalog.LeafRank(b.Rank)))
	holder := "-1"
	winner := b.Winner()
	price(ofBuyBox, winner)
	if winner != nil {
		holder = winner.Seller
	}
	if len(h.holders) == 0 || h.holders[len(h.holders)-1] != holder {
		h.holders = append(h.holders, strconv.FormatInt(minute, 10), holder)
	}
	known(&h.badges, int64(market.Badge(units)))
	h.units, h.last = append(h.units, dayOfSales{minute, units}), b
}

// sold returns the units sold from one minute to another.
func (h *history) sold(from, to int64) (units float64) {
	for i, d := range h.units {
		end := to
		if i+1 < len(h.units) {
			end = h.units[i+1].minute
		}
		units += d.units * float64(max(0, min(end, to)-max(d.minute, from))) * 60 / market.Month
	}
	return units
}

// stretch has a value that is valid for some minutes from at on.
type stretch struct{ at, minutes, value int64 }

// spans yields the values of a list within a time; shipping is part of a price.
func (h *history) spans(list int, from, to int64) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		entries, width := h.csv[list], widthOf(list)
		for i := 0; i+width <= len(entries); i += width {
			end, value := to, entries[i+1]
			if i+width < len(entries) {
				end = entries[i+width]
			}
			if width == 3 && value >= 0 {
				value += entries[i+2]
			}
			if begin := max(entries[i], from); min(end, to) > begin && !yield(stretch{begin, min(end, to) - begin, value}) {
				return
			}
		}
	}
}

// current returns the last value of a list; shipping is part of a price.
func (h *history) current(list int) int64 {
	entries := h.csv[list]
	if len(entries) == 0 {
		return none
	}
	value := entries[len(entries)-widthOf(list)+1]
	if widthOf(list) == 3 && value >= 0 {
		value += entries[len(entries)-1]
	}
	return value
}

// price returns the product's selling price: the price of the buy box, else the lowest new price,
// else the base price.
func (h *history) price(p *catalog.Product, s *world.Shop) int64 {
	for _, list := range []int{ofBuyBox, ofNew} {
		if price := h.current(list); price > 0 {
			return price
		}
	}
	return p.BasePrice(s.ID)
}

// summary has the provider's figures of a list in a time: the mean, the share without a value, and
// the extremes.
type summary struct {
	first, mean, out int64
	lowest, highest  *stretch
}

func (h *history) summarize(list int, from, to int64) summary {
	s := summary{first: none, mean: none, out: none}
	var known, all, sum int64
	for p := range h.spans(list, from, to) {
		if all += p.minutes; s.out == none {
			s.first, s.out = p.value, 0
		}
		if p.value < 0 {
			continue
		}
		known, sum = known+p.minutes, sum+p.value*p.minutes
		if s.lowest == nil || p.value < s.lowest.value {
			s.lowest = &p
		}
		if s.highest == nil || p.value > s.highest.value {
			s.highest = &p
		}
	}
	if known > 0 {
		s.mean = (sum + known/2) / known
	}
	if all > 0 {
		s.out = (all - known) * 100 / all
	}
	return s
}
