package series

import (
	"cmp"
	"slices"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Holder says who has the buy box from a time on.
type Holder struct {
	At Minute
	// Seller stays empty if no offer has it.
	Seller string
	// Known stays false while the holder is unknown.
	Known bool
}

// BoxShare has a seller's share of the buy box.
type BoxShare struct {
	Seller string
	// Won has the share of the time with a known holder; time without a holder counts.
	Won money.Percent
	// Mean has the mean price of the box while the seller had it, weighted by time; absent if
	// unknown.
	Mean optional.Maybe[int64]
	// LastSeen has the last minute of the window in which the seller had it.
	LastSeen Minute
}

// Shares returns the sellers who had the buy box in a window, the largest share first. Holders are
// ordered by time, and price is the history of the box.
func Shares(holders []Holder, price Series, from, to Minute) []BoxShare {
	type held struct {
		minutes int64
		price   weights
		last    Minute
	}
	bySeller, known := map[string]*held{}, int64(0)
	for i, h := range holders {
		begin, end := max(h.At, from), to
		if i+1 < len(holders) {
			end = min(end, holders[i+1].At)
		}
		if begin >= end || !h.Known {
			continue
		}
		known += int64(end - begin)
		if h.Seller == "" {
			continue
		}
		of, ok := bySeller[h.Seller]
		if !ok {
			of = &held{price: newWeights()}
			bySeller[h.Seller] = of
		}
		of.minutes += int64(end - begin)
		of.last = end
		of.price.add(price.Spans(begin, end))
	}
	shares := make([]BoxShare, 0, len(bySeller))
	for seller, held := range bySeller {
		shares = append(shares, BoxShare{
			Seller: seller, Won: percentOf(held.minutes, known).Or(money.Percent{}), Mean: held.price.mean(price.Step), LastSeen: held.last,
		})
	}
	slices.SortFunc(shares, func(a, b BoxShare) int {
		return cmp.Or(b.Won.Cmp(a.Won), cmp.Compare(b.LastSeen, a.LastSeen), cmp.Compare(a.Seller, b.Seller))
	})
	return shares
}
