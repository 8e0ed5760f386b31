package draw

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
)

// allowance has a discount that is printed in a row below a line.
type allowance struct {
	word            string
	percent, amount decimal.Decimal
}

// shape fills a pattern: # with a digit, ? with a letter.
func shape(r *rand.Rand, pattern string) string {
	return strings.Map(func(sign rune) rune {
		switch sign {
		case '#':
			return rune("123456789"[r.IntN(9)])
		case '?':
			return rune("ABCDEFGHKLMNPRSTUVWX"[r.IntN(20)])
		}
		return sign
	}, pattern)
}

// dress gives a line the codes, cases and colours of its trade. Returns its exact price.
func (c *content) dress(at *item, exact decimal.Decimal) decimal.Decimal {
	r := c.random
	if c.Trade != "" {
		at.name = shape(r, at.name)
	}
	if len(c.Codes) > 0 {
		at.sku = shape(r, pick(r, c.Codes...))
	}
	if len(c.Seconds) > 0 {
		at.second = shape(r, pick(r, c.Seconds...))
	}
	if c.shows("colour") {
		at.colour = shape(r, pick(r, "##", "1##", "0##"))
	}
	if c.Cased == Weighed {
		at.cases = decimal.MustNew(1+r.Int64N(6), 0)
		at.quantity = decimal.MustNew(2_000+r.Int64N(40_000), 3)
	}
	if c.Cased == NoCases || c.Cased == Weighed {
		if c.Pack != "" {
			at.pack = pick(r, 6, 10, 12, 20, 24)
		}
	} else {
		exact = c.inCases(at)
	}
	if len(c.Sizes) > 0 {
		at.size = pick(r, c.Sizes...)
	}
	if c.Pack != "" && !c.shows("case") {
		at.name += " " + c.packed(*at)
	}
	return exact
}

// inCases counts a line in cases and their units.
func (c *content) inCases(at *item) decimal.Decimal {
	r := c.random
	at.pack = pick(r, 4, 6, 8, 12, 20, 24)
	units := decimal.MustNew(int64(at.pack), 0)
	at.cases = decimal.MustNew(pick(r, 1+r.Int64N(5), 2+r.Int64N(20)), 0)
	at.quantity = at.cases
	at.price = decimal.MustNew(45+r.Int64N(1_400), 2)
	switch c.Cased {
	case CasePriced:
		at.price = must(decimal.MustNew(60+r.Int64N(500), 2).Mul(units))
	case UnitPriced:
		at.times = units
	case InUnits:
		at.quantity = must(at.cases.Mul(units))
	}
	return at.price
}

func (c *content) packed(i item) string {
	return strings.NewReplacer("{n}", strconv.Itoa(i.pack), "{size}", i.size).Replace(c.Pack)
}

// allow takes the allowances off the total, each from the rest.
func (c *content) allow(at *item) {
	for _, word := range c.Allowances {
		a := allowance{word: word, percent: decimal.MustNew(pick(c.random, int64(2), 3, 5, 10), 0)}
		a.amount = cents(must(must(at.total.Mul(a.percent)).Quo(hundred)))
		at.total = must(at.total.Sub(a.amount))
		at.allowances = append(at.allowances, a)
	}
}

// special prints the cells of a product in rare columns.
func (c *content) special(i item, kind string) string {
	if kind == "name" {
		return i.name
	}
	if i.kind != reading.Product {
		return ""
	}
	switch kind {
	case "count": // a quantity without its unit
		return c.Figures.figure(i.quantity, c.Figures.Whole)
	case "second":
		return i.second
	case "case":
		return c.packed(i)
	case "size":
		return i.size
	case "colour":
		return i.colour
	case "cases", "pieces":
		return c.Figures.figure(i.cases, 0)
	case "caseprice":
		return c.Figures.amount(must(i.price.Mul(i.times)), 2)
	case "retail": // of a unit, for consumers
		each := i.price
		if c.Cased == CasePriced {
			each = must(each.Quo(decimal.MustNew(int64(i.pack), 0)))
		}
		return c.Figures.amount(cents(must(each.Mul(decimal.MustParse("1.45")))), 2)
	case "list": // the price before 20 percent
		return c.Figures.amount(cents(must(i.price.Mul(decimal.MustParse("1.25")))), 2)
	case "off":
		return "20%"
	case "open":
		return c.Figures.figure(must(i.ordered.Sub(i.quantity)), 0)
	case "tariff":
		return "8536 69 90"
	}
	return ""
}

// aside prints facts that a reading ignores.
func (c *content) aside(kind string) string {
	switch kind {
	case "valid":
		return c.day(c.issued)
	case "shipped":
		return c.day(c.issued.AddDate(0, 0, -1))
	case "ordered":
		return c.day(c.issued.AddDate(0, 0, -9))
	case "note":
		return "L" + strconv.Itoa(40_000+c.issued.YearDay()*13)
	case "via":
		return [...]string{"UPS Ground", "DHL", "Truck 14"}[c.issued.YearDay()%3]
	case "rep":
		return "M. Keller"
	case "page":
		return "1"
	case "fob":
		return "Origin"
	case "dept":
		return "04"
	case "parcels":
		return strconv.Itoa(len(c.items) + 1)
	}
	return ""
}

// parts returns the rows of a cell. Wraps codes that are wider than their column.
func (s *sheet) parts(i item, n int, c column) []string {
	text := s.cell(i, n, c.kind)
	if c.kind != "sku" && c.kind != "second" || len(s.Codes) == 0 {
		return []string{text}
	}
	rows := s.folded(text, c.width)
	if c.kind == "sku" && s.Under && i.second != "" {
		rows = append(rows, i.second)
	}
	return rows
}

// folded wraps a code after a sign, or in the middle of a word where a row lacks signs.
func (s *sheet) folded(text string, w float64) []string {
	var rows []string
	for s.long(text) > w-2 {
		end := len(text)
		for end > 1 && s.long(text[:end]) > w-2 {
			end--
		}
		if at := strings.LastIndexAny(text[:end], "-/. "); at > 0 {
			end = at + 1
		}
		rows, text = append(rows, strings.TrimSpace(text[:end])), text[end:]
	}
	return append(rows, text)
}
