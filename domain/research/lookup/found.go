package lookup

import (
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
)

// Told is what a source said, or why it said nothing.
type Told[T any] struct {
	Value T
	// At is when it said so; zero where it was not asked, and where it failed.
	At  time.Time
	Err error
}

// OK says that the source answered.
func (t Told[T]) OK() bool { return t.Err == nil && !t.At.IsZero() }

// Gap is why a member is missing that this source could have had.
func (t Told[T]) Gap() gap.Reason {
	if t.Err == nil && t.At.IsZero() {
		return gap.NotAsked
	}
	return gap.Of(t.Err)
}

// Fresh says that the answer is kept for longer. That a product is not known is an answer.
func (t Told[T]) Fresh(now time.Time, life time.Duration) bool {
	return !t.At.IsZero() && now.Sub(t.At) < life
}

// FeeQuestion asks for the fees of a product at a price, in the marketplace's currency.
type FeeQuestion struct {
	Price, Shipping money.Amount
	// Merchant is a product that the seller ships.
	Merchant bool
}

// Found is what the sources have told of a product.
type Found struct {
	ASIN    asin.ASIN
	Catalog Told[Facts]
	Offers  Told[Offers]
	// Restriction says whether the team may sell the product.
	Restriction Told[string]
	History     Told[Product]
	// Fees are of the questions that were asked last.
	Fees map[FeeQuestion]Told[[]fee.Given]
	// Paid is when the team paid for answers about the product.
	Paid time.Time
}

// Facts are the catalogue's, and the provider's where it has none.
func (f *Found) Facts() Facts { return f.Catalog.Value.Over(f.History.Value.Facts) }

// Present are the marketplace's offers; those of the provider where the marketplace told none, which may be a day old.
func (f *Found) Present() Offers {
	if f.Offers.OK() {
		return f.Offers.Value
	}
	return f.History.Value.Offers
}

// Weight is about how many bytes it takes to keep.
func (f *Found) Weight() int {
	const base, point = 4 << 10, 24
	n := base
	for _, s := range f.History.Value.Series {
		n += point * len(s.Points)
	}
	return n + point*2*len(f.History.Value.Holders)
}
