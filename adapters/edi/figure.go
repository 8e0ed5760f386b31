package edi

import (
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// figures reads the numbers of a message. mark separates decimals beside the point, 0 for no
// other mark.
type figures struct {
	mark byte
	// bad marks a text that is no number.
	bad bool
}

// read reads a number without groups of thousands, with its sign before or after it.
func (f *figures) read(text string) reading.Figure {
	if text == "" {
		return reading.Figure{}
	}
	digits, after := strings.CutSuffix(text, "-")
	if f.mark != 0 {
		digits = strings.ReplaceAll(digits, string(f.mark), ".")
	}
	digits = strings.TrimPrefix(digits, "+")
	value, err := decimal.Parse(digits)
	if err != nil || strings.Trim(strings.TrimPrefix(digits, "-"), "0123456789.") != "" || after && value.IsNeg() ||
		len(digits) > 40 {
		f.bad = true
		return reading.Figure{}
	}
	if after {
		value = value.Neg()
	}
	return optional.Some(value)
}

// implied reads an amount of X12 in hundredths. A point in it is taken as it is written.
func (f *figures) implied(text string) reading.Figure {
	value := f.read(text)
	if strings.Contains(text, ".") {
		return value
	}
	return optional.Convert(value, func(d decimal.Decimal) decimal.Decimal {
		cents, err := d.Mul(decimal.MustNew(1, 2))
		if err != nil {
			f.bad = true
		}
		return cents
	})
}

// day reads a date by a format of UNTDID 2379, and dates of X12 without a format. A period begins
// on its day.
func day(text, format string) (none optional.Maybe[date.Date]) {
	if strings.Trim(text, "0123456789-/") != "" {
		return none
	}
	digits := strings.NewReplacer("-", "", "/", "").Replace(text)
	if format == "" {
		format = map[int]string{8: "102", 6: "101"}[len(digits)]
	}
	order := dayFormats[format]
	if order == "" || len(digits) < len(order) {
		return none
	}
	part := func(sign byte) string {
		if i := strings.IndexByte(order, sign); i >= 0 {
			return digits[i : strings.LastIndexByte(order, sign)+1]
		}
		return ""
	}
	year := part('y')
	if len(year) == 2 {
		century := "20"
		if year > "69" {
			century = "19"
		}
		year = century + year
	}
	d, err := date.Parse(year + "-" + part('m') + "-" + part('d'))
	if err != nil {
		return none
	}
	return optional.Some(d)
}

// dayFormats maps formats to the order of the digits of their first day.
var dayFormats = map[string]string{
	"2": "ddmmyy", "3": "mmddyy", "4": "ddmmyyyy", "101": "yymmdd", "102": "yyyymmdd", "201": "yymmdd", "202": "yymmdd",
	"203": "yyyymmdd", "204": "yyyymmdd", "205": "yyyymmdd", "303": "yyyymmdd", "304": "yyyymmdd", "711": "yyyymmdd",
	"717": "yymmdd", "718": "yyyymmdd", "719": "yyyymmdd",
}

// sum adds up figures; unknown figures count nothing. The sum is unknown if all are, or if it is
// too large.
func sum(all ...reading.Figure) (total reading.Figure) {
	for _, f := range all {
		value, ok := f.Get()
		if !ok {
			continue
		}
		next, err := total.Or(decimal.Zero).Add(value)
		if err != nil {
			return reading.Figure{}
		}
		total = optional.Some(next)
	}
	return total
}

func negative(f reading.Figure) reading.Figure { return optional.Convert(f, decimal.Decimal.Neg) }

// times multiplies two figures. It returns an unknown figure if a factor is unknown.
func times(a, b reading.Figure) reading.Figure {
	x, ok := a.Get()
	y, known := b.Get()
	product, err := x.Mul(y)
	if !ok || !known || err != nil {
		return reading.Figure{}
	}
	return optional.Some(product)
}
