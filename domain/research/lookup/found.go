package lookup

import (
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
)

// Told has a source's answer, or the reason for a missing answer.
type Told[T any] struct {
	Value T
	// At dates the answer; zero if the source was not asked or failed.
	At  time.Time
	Err error
}

// OK says that the source answered.
func (t Told[T]) OK() bool { return t.Err == nil && !t.At.IsZero() }

// Gap returns why a member is missing that this source could have had.
func (t Told[T]) Gap() gap.Reason {
	if t.Err == nil && t.At.IsZero() {
		return gap.NotAsked
	}
	return gap.Of(t.Err)
}

// Fresh reports whether the answer is kept for longer. An unknown product is an answer too.
func (t Told[T]) Fresh(now time.Time, life time.Duration) bool {
	return !t.At.IsZero() && now.Sub(t.At) < life
}

// FeeQuestion asks for the fees of a product at a price, in the marketplace's currency.
type FeeQuestion struct {
	Price, Shipping money.Amount
	// Merchant marks a product that the seller ships.
	Merchant bool
}

// Found has the answers of the sources about a product.
type Found struct {
	ASIN    asin.ASIN
	Catalog Told[Facts]
	Offers  Told[Offers]
	// Restriction says whether the team may sell the product.
	Restriction Told[string]
	History     Told[Product]
	// Fees answers the questions that were asked last.
	Fees map[FeeQuestion]Told[[]fee.Given]
	// Paid dates the team's payment for answers about the product.
	Paid time.Time
}

// Facts returns the catalogue's facts, completed by the provider's.
func (f *Found) Facts() Facts { return f.Catalog.Value.Over(f.History.Value.Facts) }

// Present returns the marketplace's offers. Without them it returns the provider's, which may be a
// day old.
func (f *Found) Present() Offers {
	if f.Offers.OK() {
		return f.Offers.Value
	}
	return f.History.Value.Offers
}

// Weight estimates the bytes for keeping it.
func (f *Found) Weight() int {
	const base, point = 4 << 10, 24
	n := base
	for _, s := range f.History.Value.Series {
		n += point * len(s.Points)
	}
	return n + point*2*len(f.History.Value.Holders)
}
