// Package notation rounds amounts and writes them as countries do.
package notation

import (
	"strings"

	"github.com/govalues/decimal"
)

// Round rounds halves away from zero, as invoices do.
func Round(d decimal.Decimal, scale int) decimal.Decimal {
	half := decimal.MustNew(5, scale+1).CopySign(d)
	sum, err := d.Add(half)
	if err != nil {
		panic(err)
	}
	return sum.Trunc(scale)
}

// Style says how a country writes numbers.
type Style struct {
	Point, Group string
	// Lakhs groups by two above thousands; Trailing puts the minus after the number.
	Lakhs, Trailing bool
}

// Money writes two decimals.
func (n Style) Money(d decimal.Decimal) string { return n.Scaled(d, 2) }

// Short leaves trailing zeros out.
func (n Style) Short(d decimal.Decimal) string { return n.Scaled(d, d.Trim(0).Scale()) }

// Scaled writes a number of decimals.
func (n Style) Scaled(d decimal.Decimal, scale int) string {
	integer, fraction, _ := strings.Cut(Round(d.Abs(), scale).Pad(scale).String(), ".")
	var b strings.Builder
	for i, digit := range integer {
		left := len(integer) - i
		if i > 0 && (left == 3 || left > 3 && (n.Lakhs && left%2 == 1 || !n.Lakhs && left%3 == 0)) {
			b.WriteString(n.Group)
		}
		b.WriteRune(digit)
	}
	if scale > 0 {
		b.WriteString(n.Point + fraction)
	}
	switch {
	case !d.IsNeg():
		return b.String()
	case n.Trailing:
		return b.String() + "-"
	}
	return "-" + b.String()
}

var (
	small = strings.Fields("Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen " +
		"Fifteen " +
		"Sixteen Seventeen Eighteen Nineteen")
	tens = strings.Fields("- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety")
)

// Power names a power of ten.
type Power struct {
	value int64
	name  string
}

// Western and Indian name the powers of two ways to count.
var (
	Western = []Power{{1_000_000, "Million"}, {1000, "Thousand"}, {100, "Hundred"}}
	Indian  = []Power{{10_000_000, "Crore"}, {100_000, "Lakh"}, {1000, "Thousand"}, {100, "Hundred"}}
)

// Spelled writes a number in English words.
func Spelled(n int64, powers []Power) string {
	for _, p := range powers {
		if n >= p.value {
			words := Spelled(n/p.value, powers) + " " + p.name
			if rest := n % p.value; rest > 0 {
				words += " " + Spelled(rest, powers)
			}
			return words
		}
	}
	switch {
	case n < 20:
		return small[n]
	case n%10 == 0:
		return tens[n/10]
	}
	return tens[n/10] + "-" + small[n%10]
}
