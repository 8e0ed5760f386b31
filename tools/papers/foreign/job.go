package foreign

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign/invented"
	"sellingassistant/tools/papers/foreign/notation"
	"sellingassistant/tools/papers/foreign/sheet"
)

// Members that a layout may leave out of a line.
const (
	noQuantity = 1 << iota
	noPrice
	noTotal
)

// item has a line of a document, exact.
type item struct {
	kind reading.Kind
	// Codes that are not printed are empty.
	code, gtin, name, unit, note                                 string
	quantity, perCase, cases, price, base, discount, total, rate decimal.Decimal
	// Some layouts print the ordered quantity and the list price as well.
	ordered, list decimal.Decimal
	// below puts the line between subtotal and total.
	below, untaxed bool
	unprinted      int
}

func (i item) without(member int) bool { return i.unprinted&member != 0 }

// reckon sets the total: quantity by price less discount, rounded to cents.
func (i item) reckon() item {
	if i.base.IsZero() {
		i.base = decimal.One
	}
	full := must(times(i.quantity, i.price).Quo(i.base))
	i.total = notation.Round(must(times(full, minus(hundred, i.discount)).Quo(hundred)), 2)
	return i
}

// job makes up and draws one document.
type job struct {
	*sheet.Sheet
	*invented.Source
	issued time.Time
	due    time.Time
	// gross says that prices include the tax.
	gross bool
	items []item
	facts map[string]string
}

func newJob(r *rand.Rand) *job {
	j := &job{Source: invented.New(r), facts: map[string]string{}}
	j.issued = time.Date(2025, 1, 2+j.IntN(700), 0, 0, 0, 0, time.UTC)
	j.due = j.issued.AddDate(0, 0, []int{10, 14, 30, 45}[j.IntN(4)])
	return j
}

// sheetOf begins the file. A layout calls it first.
func (j *job) sheetOf(orientation, size string) { j.Sheet = sheet.New(orientation, size, j.issued) }

func (j *job) supplier(l invented.Land) invented.Party {
	p := j.At(l)
	p.Name = j.Pick(l.Names) + " " + j.Pick(l.Forms)
	j.fact("issuer", p.Name)
	return p
}

func (j *job) customer(l invented.Land) invented.Party {
	p := j.At(l)
	p.Name = j.Pick(l.Buyers)
	return p
}

// trade has the words and prices of a supplier's products.
type trade struct {
	nouns, kinds, sizes string
	code, ean           string
	low, high           int
	packs               []int
}

// product makes up a product, with its code, price and units in a case.
func (j *job) product(t trade) item {
	words := []string{j.Pick(t.nouns)}
	for _, list := range []string{t.kinds, t.sizes} {
		if list != "" {
			words = append(words, j.Pick(list))
		}
	}
	i := item{kind: reading.Product, name: strings.TrimSpace(strings.Join(words, " ")), price: j.Cents(t.low, t.high),
		base: decimal.One}
	if t.code != "" {
		i.code = j.Code(t.code)
	}
	if t.ean != "" {
		i.gtin = j.EAN(t.ean)
	}
	if len(t.packs) > 0 {
		i.perCase = whole(t.packs[j.IntN(len(t.packs))])
	}
	return i
}

func (j *job) add(i item) { j.items = append(j.items, i) }

// sums has the figures below the table.
type sums struct {
	subtotal, discount, shipping, tax, total decimal.Decimal
	taxes                                    []taxed
}

// taxed has the amount of one tax rate.
type taxed struct{ rate, base, tax decimal.Decimal }

// reckon adds up all lines. The discount counts percent of the subtotal.
func (j *job) reckon(discount, shipping, shippingRate decimal.Decimal) sums {
	s := sums{shipping: shipping}
	bases := map[string]taxed{}
	tax := func(rate, amount decimal.Decimal) {
		key := rate.Trim(0).String()
		bases[key] = taxed{rate: rate, base: plus(bases[key].base, amount)}
	}
	for _, i := range j.items {
		if !i.below {
			s.subtotal = plus(s.subtotal, i.total)
		}
		if !i.untaxed {
			tax(i.rate, i.total)
		}
	}
	if !discount.IsZero() {
		for key, t := range bases {
			off := percent(t.base, discount)
			s.discount = plus(s.discount, off)
			bases[key] = taxed{rate: t.rate, base: minus(t.base, off)}
		}
	}
	if !shipping.IsZero() {
		tax(shippingRate, shipping)
	}
	s.total = plus(minus(s.subtotal, s.discount), shipping)
	for _, i := range j.items {
		if i.below {
			s.total = plus(s.total, i.total)
		}
	}
	for _, t := range bases {
		if t.tax = percent(t.base, t.rate); j.gross {
			t.tax = notation.Round(must(times(t.base, t.rate).Quo(plus(hundred, t.rate))), 2)
		}
		s.taxes = append(s.taxes, t)
		s.tax = plus(s.tax, t.tax)
	}
	slices.SortFunc(s.taxes, func(a, b taxed) int { return a.rate.Cmp(b.rate) })
	if !j.gross {
		s.total = plus(s.total, s.tax)
	}
	return s
}

// fact writes a printed member of the header into the truth.
func (j *job) fact(name, value string) string {
	j.facts[name] = value
	return value
}

// dated writes the dates into the truth.
func (j *job) dated(due bool) {
	j.fact("issue_date", j.issued.Format(time.DateOnly))
	if due {
		j.fact("due_date", j.due.Format(time.DateOnly))
	}
}

// prints writes the sums that the document prints into the truth.
func (j *job) prints(s sums, members string) {
	for name, d := range map[string]decimal.Decimal{
		"subtotal": s.subtotal, "discount": s.discount, "shipping": s.shipping, "tax": s.tax, "total": s.total,
	} {
		if slices.Contains(strings.Fields(members), name) {
			j.fact(name, d.Trim(0).String())
		}
	}
}
