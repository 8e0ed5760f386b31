// Package money provides exact amounts, percentages and exchange rates.
//
// Amounts and percentages are counted in ten-thousandths, rates in hundred-millionths. So they have
// at most fourteen digits, compare with == and are stored as plain integers. Formulas that divide
// go through Decimal, or through fractions if products pass its 19 digits, and come back with an
// explicit rounding.
package money

import (
	"errors"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

const (
	scale  = 4
	factor = 10_000
)

// powers lists the powers of ten.
var powers = [...]int64{1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000}

// MaxUnits bounds an amount to fourteen digits with all four decimals used up.
const MaxUnits = 99_999_999_999_999

// The reasons why a text or number is no amount.
var (
	ErrSyntax = errors.New("must be a number")
	ErrScale  = errors.New("must have at most 4 decimals")
	ErrRange  = errors.New("must have at most 14 digits, 4 of them decimals")
	ErrPrice  = errors.New("must have at most 6 decimals")
)

// Amount counts money in ten-thousandths of a currency, which is stored next to it.
type Amount struct{ units int64 }

// Percent has a percentage in ten-thousandths: 12.5 means 12.5 %.
type Percent struct{ units int64 }

// Parse reads a decimal number. A JSON number may carry an exponent, so
// "1.5e1" is 15.
func Parse(s string) (Amount, error) {
	u, err := parse(s, scale)
	return Amount{u}, err
}

// MustParse works like Parse for literals; it panics on a fault.
func MustParse(s string) Amount {
	a, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return a
}

// FromUnits makes an amount from ten-thousandths, as they are stored.
func FromUnits(units int64) Amount { return Amount{units} }

// Units returns the amount in ten-thousandths, as it is stored.
func (a Amount) Units() int64 { return a.units }

// Decimal returns the amount for exact arithmetic.
func (a Amount) Decimal() decimal.Decimal { return decimal.MustNew(a.units, scale) }

// String prints the shortest form: 19.9, 20, -0.05.
func (a Amount) String() string { return format(a.units, scale) }

// Cmp orders amounts: -1, 0 or 1.
func (a Amount) Cmp(b Amount) int { return compare(a.units, b.units) }

// Positive reports whether the amount is above zero.
func (a Amount) Positive() bool { return a.units > 0 }

// Fits reports whether the amount has at most the currency's decimals.
func (a Amount) Fits(c Currency) bool { return a.units%c.unit() == 0 }

// ParsePercent reads a percentage.
func ParsePercent(s string) (Percent, error) {
	u, err := parse(s, scale)
	return Percent{u}, err
}

// MustParsePercent works like ParsePercent for literals; it panics on a fault.
func MustParsePercent(s string) Percent {
	p, err := ParsePercent(s)
	if err != nil {
		panic(err)
	}
	return p
}

// PercentFromUnits makes a percentage from ten-thousandths, as they are stored.
func PercentFromUnits(units int64) Percent { return Percent{units} }

// Units returns the percentage in ten-thousandths, as it is stored.
func (p Percent) Units() int64 { return p.units }

// Decimal returns the percentage for exact arithmetic.
func (p Percent) Decimal() decimal.Decimal { return decimal.MustNew(p.units, scale) }

// String prints the shortest form.
func (p Percent) String() string { return format(p.units, scale) }

// Cmp orders percentages: -1, 0 or 1.
func (p Percent) Cmp(q Percent) int { return compare(p.units, q.units) }

func parse(s string, scale int) (int64, error) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	shift := 0
	if hasExponent {
		n, err := strconv.Atoi(exponent)
		if err != nil {
			return 0, ErrSyntax
		}
		// Beyond this no non-zero number fits, and zero is caught below.
		shift = max(-400, min(400, n))
	}
	negative := strings.HasPrefix(mantissa, "-")
	mantissa = strings.TrimPrefix(mantissa, "-")
	whole, fraction, hasPoint := strings.Cut(mantissa, ".")
	if whole == "" || (hasPoint && fraction == "") {
		return 0, ErrSyntax
	}
	digits := whole + fraction
	for _, r := range digits {
		if r < '0' || r > '9' {
			return 0, ErrSyntax
		}
	}
	digits = strings.TrimLeft(digits, "0")
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return 0, nil
	}
	// The value equals trimmed x 10^power.
	power := shift - len(fraction) + len(digits) - len(trimmed)
	switch {
	case power < -scale:
		return 0, ErrScale
	case len(trimmed)+power+scale > 14:
		return 0, ErrRange
	}
	u, _ := strconv.ParseInt(trimmed, 10, 64) // fourteen digits, also with the zeros that follow
	for range power + scale {
		u *= 10
	}
	if negative {
		u = -u
	}
	return u, nil
}

// format writes units with as few decimals as they need, at most scale.
func format(units int64, scale int) string {
	var b [24]byte
	out, rest := b[:0], uint64(units)
	if units < 0 {
		out, rest = append(out, '-'), -rest
	}
	step := uint64(powers[scale])
	out = strconv.AppendUint(out, rest/step, 10)
	if rest %= step; rest > 0 {
		out = append(out, '.')
	}
	for rest > 0 {
		step /= 10
		out, rest = append(out, byte('0'+rest/step)), rest%step
	}
	return string(out)
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
