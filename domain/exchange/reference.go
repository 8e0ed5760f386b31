package exchange

import (
	"cmp"
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
)

// maxMove bounds the move of a reference rate within MaxAge days: half of the other rate.
var maxMove = big.NewRat(1, 2)

// Accept splits rates of the ECB's file into good and refused rates, by currency and day. known has
// the newest stored rate of each currency. A rate is refused if it differs by more than half from a
// stored rate, or from the accepted rate before it. Both are compared if they are at most MaxAge
// days apart. It is also refused if its day lies after today, or has been in the file before. Rates
// that are not of Hub, or of unknown currencies, are left out.
func Accept(known, file Book, today date.Date) (good, refused Book) {
	stored, before := map[money.Currency]RateValues{}, map[money.Currency]RateValues{}
	for _, v := range known {
		stored[v.Quote] = v
	}
	file = slices.DeleteFunc(slices.Clone(file), func(v RateValues) bool {
		return v.Base != Hub || v.Quote == Hub || !v.Quote.Known()
	})
	slices.SortStableFunc(file, func(a, b RateValues) int {
		return cmp.Or(cmp.Compare(a.Quote, b.Quote), a.Day.Cmp(b.Day))
	})
	for _, v := range file {
		last, had := before[v.Quote]
		repeated := had && last.Day == v.Day
		if repeated || v.Day.After(today) || v.Rate == (money.Rate{}) || v.leaps(stored[v.Quote]) || v.leaps(last) {
			refused = append(refused, v)
			continue
		}
		good, before[v.Quote] = append(good, v), v
	}
	return good, refused
}

// leaps reports whether the rate moves too far from a rate of nearly the same day.
func (v RateValues) leaps(from RateValues) bool {
	if from.Rate == (money.Rate{}) || v.Day.Add(-MaxAge).After(from.Day) || v.Day.Add(MaxAge).Before(from.Day) {
		return false
	}
	change := new(big.Rat).Quo(v.Rate.Exact(), from.Rate.Exact())
	return change.Abs(change.Sub(change, big.NewRat(1, 1))).Cmp(maxMove) > 0
}
