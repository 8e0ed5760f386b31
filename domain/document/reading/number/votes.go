package number

import (
	"regexp"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/money"
)

// Votes counts the decimal signs that the figures of a document or a column show.
type Votes struct {
	dots, commas int
	// The first figure that both signs can read.
	open string
}

// Currencies without decimals: a sign in their amounts groups thousands.
var whole = map[money.Currency]bool{"JPY": true, "KRW": true}

// Count takes the vote of a figure that shows its decimal sign: by two different signs, a
// sign before other than three digits, several groups, a percent sign, or a currency without
// decimals.
func (v *Votes) Count(text string) {
	if !strings.ContainsAny(text, ".,") {
		return
	}
	n, ok := Parse(text, Undecided)
	if !ok {
		return
	}
	_, core, _, _ := cut(text)
	at := strings.LastIndexAny(core, ".,")
	if at < 0 {
		return
	}
	sign := Sign(core[at])
	switch {
	case n.Value.Scale() > 0:
	case strings.IndexByte(core[:at], core[at]) >= 0, whole[n.Currency]:
		sign = other(sign)
	case n.Percent:
	default:
		if v.open == "" {
			v.open = text
		}
		return
	}
	if sign == ',' {
		v.commas++
	} else {
		v.dots++
	}
}

func other(s Sign) Sign {
	if s == ',' {
		return '.'
	}
	return ','
}

// Sign returns the sign with most votes, or Undecided if both have as many.
func (v Votes) Sign() Sign {
	switch {
	case v.dots > v.commas:
		return '.'
	case v.commas > v.dots:
		return ','
	}
	return Undecided
}

// Clear returns the sign that all votes are for, else Undecided.
func (v Votes) Clear() Sign {
	if v.dots > 0 && v.commas > 0 {
		return Undecided
	}
	return v.Sign()
}

// Settled decides the sign of a document by most votes, because product texts may show both. Open
// reports figures with two readings and no settled sign.
func (v Votes) Settled() (sign Sign, open bool) {
	sign = v.Sign()
	return sign, sign == Undecided && v.open != ""
}

// Doubtful reports a figure that the two signs read differently.
func Doubtful(text string) bool {
	if !strings.ContainsAny(text, ".,") {
		return false
	}
	point, comma := Readings(text)
	return point.Value.Cmp(comma.Value) != 0
}

// Shown reports whether any figure showed a sign.
func (v Votes) Shown() bool { return v.dots+v.commas > 0 }

// Open returns the first figure that both signs can read, such as 1.125, else "".
func (v Votes) Open() string { return v.open }

// Readings reads a figure with a point and with a comma as its decimal sign.
func Readings(text string) (point, comma Number) {
	point, _ = Parse(text, '.')
	comma, _ = Parse(text, ',')
	return point, comma
}

// rates matches printed percentages, with the signs around them. Narrow spaces may separate the
// percent sign.
var rates = regexp.MustCompile(`[@(\[]?\s*[-+]?\d+(?:[.,]\d+)?[\s\x{a0}\x{202f}\x{2009}]*%\s*[)\]]?`)

// WithoutRates cuts percentages out of a text: VAT @ 20 % 38.00 leaves VAT and 38.00.
func WithoutRates(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	return strings.TrimSpace(rates.ReplaceAllString(text, " "))
}

// Percentage returns the first percentage in a text.
func Percentage(text string) (decimal.Decimal, bool) {
	n, ok := Parse(strings.Trim(rates.FindString(text), "@()[] "), Undecided)
	return n.Value, ok && n.Percent
}

// Rate reports a text that has percentages and no other figure, such as 20 %, (8.25 %) or
// VAT 20 %. A rate is never an amount.
func Rate(text string) bool {
	return strings.Contains(text, "%") && rates.MatchString(text) && !HasDigit(WithoutRates(text))
}
