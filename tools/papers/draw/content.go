package draw

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
)

// item has a line of a document.
type item struct {
	kind                   reading.Kind
	sku, gtin, name        string
	below                  []string
	quantity, ordered      decimal.Decimal
	price, percent, less   decimal.Decimal
	base                   int64
	total                  decimal.Decimal
	pack                   int
	rate                   int
	unit                   string
	withoutSKU, discounted bool
	// second has a second code, times counts the units of the quantity that a price is for.
	second, size, colour string
	times, cases         decimal.Decimal
	allowances           []allowance
}

// content has everything that a document prints.
type content struct {
	Layout
	speech
	random                          *rand.Rand
	number, order                   string
	issued, due                     time.Time
	company, town, taxID            string
	items                           []item
	subtotal, discount, freight     decimal.Decimal
	tax, total                      decimal.Decimal
	bases                           map[int]decimal.Decimal
	facts, sums                     []pair
	columns                         []column
	hasFreight, hasDiscount, hasTax bool
}

var (
	hundred = decimal.MustParse("100")
	half    = decimal.MustParse("0.5")
)

// must returns sums of drawn figures. They are small, so an error is a panic.
func must(d decimal.Decimal, err error) decimal.Decimal {
	if err != nil {
		panic(err)
	}
	return d
}

// cents rounds half up.
func cents(d decimal.Decimal) decimal.Decimal { return rounded(d, 2) }

func rounded(d decimal.Decimal, scale int) decimal.Decimal {
	slack := must(half.Quo(must(decimal.New(pow(scale), 0)))).CopySign(d)
	return must(d.Add(slack)).Trunc(scale).Pad(scale)
}

func pow(n int) int64 {
	v := int64(1)
	for range n {
		v *= 10
	}
	return v
}

// seeded draws the same content for the same seed, layout and number.
func seeded(l Layout, seed uint64, n int) *rand.Rand {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s/%d", l.Name, n)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

func contentOf(l Layout, seed uint64, n int) (*content, error) {
	c := &content{Layout: l, speech: languages[l.Language], random: seeded(l, seed, n), bases: map[int]decimal.Decimal{}}
	if t, ok := trades[l.Language+" "+l.Trade]; ok {
		c.companies, c.goods = t.companies, t.goods
	}
	var err error
	if l.Columns != "" {
		if c.columns, err = columns(l.Columns); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Name, err)
		}
	}
	c.facts, c.sums = pairs(l.Facts), pairs(l.Sums)
	r := c.random
	c.company, c.town = c.companies[r.IntN(len(c.companies))], c.towns[r.IntN(len(c.towns))]
	c.number = pick(r, "RE-%d", "2026%04d", "INV-%d", "F26/%d", "%d")
	c.number = fmt.Sprintf(c.number, 1000+r.IntN(9000))
	c.order = fmt.Sprintf("PO-%06d", 1+r.IntN(9999))
	c.issued = time.Date(2026, time.Month(1+r.IntN(9)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
	if c.due = c.issued.AddDate(0, 0, 14+r.IntN(30)); l.Days > 0 {
		c.due = c.issued.AddDate(0, 0, l.Days)
	}
	country := map[string]string{"en": "GB", "de": "DE", "fr": "FR", "es": "ES", "it": "IT", "nl": "NL"}[l.Language]
	c.taxID = fmt.Sprintf("%s%09d", country, 100_000_000+r.IntN(899_999_999))
	rows := l.Rows[0] + r.IntN(l.Rows[1]-l.Rows[0]+1)
	for i := range rows {
		c.items = append(c.items, c.item(i))
	}
	for _, extra := range []struct {
		word string
		kind reading.Kind
	}{{l.Deposit, reading.Deposit}, {l.Freight, reading.Freight}, {l.Fee, reading.Fee}} {
		if extra.word != "" {
			c.items = append(c.items, c.extra(extra.word, extra.kind))
		}
	}
	c.sumUp()
	return c, nil
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (c *content) item(i int) item {
	r := c.random
	at := item{kind: reading.Product, base: 1, rate: c.rate(), unit: c.Figures.Unit, times: decimal.One}
	at.sku = pick(r, fmt.Sprintf("A-%d", 100+r.IntN(900)), fmt.Sprintf("%d.%d", 10+r.IntN(90), 100+r.IntN(900)), fmt.Sprintf("HK%05d", r.IntN(99999)), strconv.Itoa(10_000+r.IntN(89_999)))
	at.gtin = gtinOf(fmt.Sprintf("40%010d", r.Int64N(1e10)))
	at.name = c.goods[(i*7+r.IntN(len(c.goods)))%len(c.goods)]
	at.quantity = decimal.MustNew(pick(r, int64(1+r.IntN(12)), int64(5*(1+r.IntN(20))), int64(12*(1+r.IntN(20))), int64(100*(1+r.IntN(15)))), 0)
	at.ordered = must(at.quantity.Add(decimal.MustNew(int64(r.IntN(3)*r.IntN(5)), 0)))
	scale := max(2, c.Decimals)
	at.price = decimal.MustNew(pick(r, 35+r.Int64N(900), 500+r.Int64N(6_000), 3_000+r.Int64N(40_000))*pow(scale-2)+r.Int64N(pow(scale-2)), scale)
	exact := at.price
	if c.Loose {
		exact = must(at.price.Add(decimal.MustNew(r.Int64N(9)-4, scale+1))) // printed in rounded form
	}
	if c.Hundred && (r.IntN(2) == 0 || !has(c.columns, "base")) {
		at.base, at.quantity = 100, decimal.MustNew(100*(1+r.Int64N(40)), 0)
	}
	if c.Packs {
		at.pack = pick(r, 4, 6, 10, 12, 24)
		if r.IntN(2) == 0 {
			at.name = fmt.Sprintf("%s %d x %s", at.name, at.pack, pick(r, "330 ml", "1,5 l", "250 g"))
		}
	}
	if c.Less != NoDiscount && r.IntN(3) > 0 {
		at.percent, at.discounted = decimal.MustNew(pick(r, int64(5), 10, 15, 20, 33), 0), true
	}
	if exact = c.dress(&at, exact); c.Cased != NoCases {
		at.ordered = at.quantity
	}
	gross := must(must(must(at.quantity.Mul(exact)).Mul(at.times)).Quo(decimal.MustNew(at.base, 0)))
	at.less = cents(must(must(gross.Mul(at.percent)).Quo(hundred)))
	if at.discounted && c.Less != InColumn {
		at.total = must(cents(gross).Sub(at.less))
	} else {
		at.total = cents(must(must(gross.Mul(must(hundred.Sub(at.percent)))).Quo(hundred)))
	}
	c.allow(&at)
	for _, b := range c.Below {
		at.below = append(at.below, c.beneath(at, b)...)
	}
	c.sign(&at)
	return at
}

// beneath returns the rows of a kind below a name.
func (c *content) beneath(at item, kind string) []string {
	switch kind {
	case "gtin":
		return []string{c.barcode + " " + at.gtin}
	case "code":
		return []string{at.gtin}
	case "sku":
		return []string{at.sku}
	case "origin":
		return []string{c.origin}
	case "second":
		return []string{c.Second + " " + at.second}
	case "pack":
		return []string{fmt.Sprintf("%s %d", c.pack, pick(c.random, 4, 6, 10, 12))}
	case "more":
		if c.random.IntN(3) > 0 {
			return []string{pick(c.random, c.more...)}
		}
		return nil
	}
	return []string{kind}
}

func (c *content) rate() int {
	if len(c.Rates) == 0 {
		return 0
	}
	return pick(c.random, c.Rates...)
}

func (c *content) extra(word string, kind reading.Kind) item {
	r := c.random
	at := item{kind: kind, name: word, base: 1, quantity: decimal.One, rate: c.rate(), withoutSKU: true, unit: c.Figures.Unit}
	at.price = decimal.MustNew(500+r.Int64N(3_000), 2)
	if kind == reading.Deposit {
		at.quantity, at.price = decimal.MustNew(int64(1+r.IntN(40)), 0), decimal.MustNew(pick(r, int64(8), 15, 25, 150, 331), 2)
	}
	at.total = cents(must(at.quantity.Mul(at.price)))
	at.ordered = at.quantity
	c.sign(&at)
	return at
}

func (c *content) sign(at *item) {
	switch c.Minus {
	case Quantities:
		at.quantity, at.total = at.quantity.Neg(), at.total.Neg()
	case Totals:
		at.total = at.total.Neg()
	}
}

// sumUp adds the lines up to the sums of the layout.
func (c *content) sumUp() {
	for _, i := range c.items {
		c.subtotal = must(c.subtotal.Add(i.total))
		c.bases[i.rate] = must(c.bases[i.rate].Add(i.total))
	}
	c.total = c.subtotal
	for _, s := range c.sums {
		switch s.kind {
		case "discount":
			c.hasDiscount, c.discount = true, cents(must(must(c.subtotal.Mul(decimal.MustNew(int64(1+c.random.IntN(5)), 0))).Quo(hundred)))
			c.total = must(c.total.Sub(c.discount))
		case "freight":
			c.hasFreight, c.freight = true, decimal.MustNew(490+c.random.Int64N(3_000), 2)
			c.total = must(c.total.Add(c.freight))
		case "tax":
			c.hasTax = true
			for n, rate := range c.Rates {
				base := c.bases[rate]
				if n == 0 {
					base = must(must(base.Sub(c.discount)).Add(c.freight))
				}
				c.tax = must(c.tax.Add(taxOf(base, rate)))
			}
			c.total = must(c.total.Add(c.tax))
		}
	}
}

func taxOf(base decimal.Decimal, rate int) decimal.Decimal {
	return cents(must(must(base.Mul(decimal.MustNew(int64(rate), 0))).Quo(hundred)))
}

// gtinOf adds the check digit.
func gtinOf(body string) string {
	sum := 0
	for i, d := range body {
		weight := 1
		if (len(body)-i)%2 == 1 {
			weight = 3
		}
		sum += weight * int(d-'0')
	}
	return body + strconv.Itoa((10-sum%10)%10)
}
