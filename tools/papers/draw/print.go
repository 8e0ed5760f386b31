package draw

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
)

// figure prints a number.
func (f Figures) figure(d decimal.Decimal, scale int) string {
	text := d.Abs().Pad(scale).String()
	if d.Scale() > scale {
		text = rounded(d.Abs(), scale).String()
	}
	whole, fraction, _ := strings.Cut(text, ".")
	var b strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(f.Thousands)
		}
		b.WriteRune(digit)
	}
	if fraction != "" {
		b.WriteString(f.Decimal + fraction)
	}
	switch {
	case d.IsNeg() && f.Behind:
		b.WriteByte('-')
	case d.IsNeg():
		return "-" + b.String()
	}
	return b.String()
}

func (f Figures) amount(d decimal.Decimal, scale int) string {
	return f.Before + f.figure(d, scale) + f.After
}

// value returns the text of a fact.
func (c *content) value(kind string) string {
	switch kind {
	case "number":
		return c.number
	case "date":
		return c.day(c.issued)
	case "due":
		return c.day(c.due)
	case "order":
		return c.order
	case "taxid":
		return c.taxID
	case "customer":
		return strconv.Itoa(10_000 + len(c.items)*37)
	case "terms":
		return cmp.Or(c.Terms, "30")
	}
	return c.aside(kind)
}

// day prints a date with the names of months as the language has them.
func (c *content) day(at time.Time) string {
	text := at.Format(c.Day)
	if names, ok := months[c.Language]; ok {
		text = strings.Replace(text, at.Month().String(), strings.Fields(names)[at.Month()-1], 1)
	}
	return text
}

// sumRows returns the label and the amount of each sum.
func (c *content) sumRows() [][2]string {
	var rows [][2]string
	add := func(label string, d decimal.Decimal) { rows = append(rows, [2]string{label, c.Figures.amount(d, 2)}) }
	for _, s := range c.sums {
		switch s.kind {
		case "subtotal":
			add(s.label, c.subtotal)
		case "discount":
			add(s.label, c.discount.Neg())
		case "freight":
			add(s.label, c.freight)
		case "base":
			add(s.label, must(c.total.Sub(c.tax)))
		case "tax":
			for n, rate := range c.Rates {
				base := c.bases[rate]
				if n == 0 {
					base = must(must(base.Sub(c.discount)).Add(c.freight))
				}
				add(strings.ReplaceAll(s.label, "{rate}", strconv.Itoa(rate)), taxOf(base, rate))
			}
		case "total":
			add(s.label, c.total)
		case "due":
			add(s.label, c.total)
		}
	}
	return rows
}

// cell returns the text of a line in a column.
func (c *content) cell(i item, n int, kind string) string {
	priced := c.Type != document.PackingSlip
	switch kind {
	case "pos":
		return strconv.Itoa(n + 1)
	case "pos10":
		return fmt.Sprintf("%03d", (n+1)*10)
	case "sku":
		if !i.withoutSKU {
			return i.sku
		}
	case "gtin":
		if !i.withoutSKU {
			return i.gtin
		}
	case "qty":
		text := c.Figures.figure(i.quantity, c.Figures.Whole)
		if i.unit != "" && !has(c.columns, "unit") {
			text += " " + i.unit
		}
		return text
	case "ordered":
		return c.Figures.figure(i.ordered, c.Figures.Whole)
	case "unit":
		return i.unit
	case "pack":
		if i.pack > 0 {
			return strconv.Itoa(i.pack)
		}
	case "price":
		return c.Figures.amount(i.price, max(2, c.Decimals))
	case "base":
		return strconv.FormatInt(i.base, 10)
	case "disc":
		if i.discounted {
			return c.Figures.figure(i.percent, 0) + "%"
		}
	case "discno": // a column with the sign in its label
		return c.Figures.figure(i.percent, 1)
	case "rate":
		return strconv.Itoa(i.rate) + "%"
	case "rateno":
		return c.Figures.figure(decimal.MustNew(int64(i.rate), 0), 1)
	case "tax":
		return c.Figures.amount(taxOf(i.total, i.rate), 2)
	case "gross":
		return c.Figures.amount(must(i.total.Add(taxOf(i.total, i.rate))), 2)
	case "total":
		if priced {
			return c.Figures.amount(i.total, 2)
		}
	case "origin":
		return "CN"
	}
	return c.special(i, kind)
}
