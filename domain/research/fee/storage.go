package fee

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/optional"
)

// Stores reports whether a storage fee is known for the market, if only of a neighbour.
func (m *Market) Stores() bool {
	return m != nil && len(m.Storage)+len(m.neighbours) > 0
}

// storage adds the months from the day on, each at the rate of its calendar month. If no table of
// the market has them, the dearest table of the same currency counts, so that the fee is not too
// low.
func (b *builder) storage(size Size, fit Fit) {
	if t, ok := chosen(b, b.Market.Storage); ok {
		if s, ok := b.stored(t, size, fit); ok {
			b.add(TypeStorage, s)
			return
		}
	}
	var dearest optional.Maybe[segment]
	for _, m := range b.Market.neighbours {
		t, _ := chosen(b, m.Storage)
		if s, ok := b.stored(t, size, fit); ok && s.Add > dearest.Or(segment{}).Add {
			dearest = optional.Some(s)
		}
	}
	s, ok := dearest.Get()
	if !ok {
		b.hole(TypeStorage)
		return
	}
	s.certainty, s.note = CertaintyC, NoteStorageAssumed
	b.add(TypeStorage, s)
}

// stored charges by a table; false if it lacks the class of the size. A table without oversize
// counts standard sizes, as no market stores oversize at a higher rate.
func (b *builder) stored(t *Storage, size Size, fit Fit) (segment, bool) {
	class := StoredStandard
	if fit.Tier.Oversize {
		class = StoredOversize
	}
	if t.Classes[StoredClothing] != nil && b.apparel() {
		class = StoredClothing
	}
	rates, assumed := t.Classes[class], false
	if rates == nil && class == StoredOversize {
		rates, assumed = t.Classes[StoredStandard], true
	}
	if rates == nil {
		return segment{}, false
	}
	var sum int64
	var rows []string
	month := b.Day.Start().Month()
	for left := b.Product.StorageMonths; left > 0; left -= 10_000 {
		r := rates[month-time.January]
		sum += r.Amount * min(left, 10_000)
		if !slices.Contains(rows, r.Row) {
			rows = append(rows, r.Row)
		}
		month = month%12 + 1
	}
	v := volume(size.sides)
	v.Mul(v, big.NewInt(2*sum))
	per := new(big.Int).Mul(t.Volume, big.NewInt(10_000))
	v.Add(v, per).Div(v, per.Lsh(per, 1))
	s := fixed(&t.Block, strings.Join(rows, "+"), v.Int64())
	if assumed {
		s.certainty, s.note = CertaintyC, NoteStorageAssumed
	}
	if b.Product.Group == GroupDangerous {
		s.certainty = CertaintyC
	}
	return s, true
}
