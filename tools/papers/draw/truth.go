package draw

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/app/document/evaluate"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

func number(d decimal.Decimal) json.Number { return json.Number(d.Trim(0).String()) }

// truth returns everything that a careful reader finds in the document.
func (c *content) truth() evaluate.Truth {
	t := evaluate.Truth{
		Set: cmp.Or(c.Set, "synthetic"), Layout: c.Name, Language: c.Language, Renderer: string(c.Renderer), HeldOut: c.HeldOut, Type: c.Type,
		Header: map[string]string{"issuer": c.company},
	}
	if c.pricedIn() {
		t.Header["currency"] = string(c.Currency)
	}
	day := func(at time.Time) string { return at.Format(time.DateOnly) }
	for kind, value := range map[string][2]string{
		"number": {"invoice_number", c.number}, "date": {"issue_date", day(c.issued)}, "due": {"due_date", day(c.due)},
		"order": {"po_number", c.order}, "taxid": {"tax_id", c.taxID},
	} {
		if c.prints(kind) && (kind != "number" || c.billed()) {
			t.Header[value[0]] = value[1]
		}
	}
	if c.prints("terms") {
		t.Header["payment_terms"] = c.value("terms")
	}
	for _, s := range c.sums {
		if name, ok := map[string]string{"subtotal": "subtotal", "discount": "discount", "freight": "shipping", "tax": "tax", "total": "total"}[s.kind]; ok {
			t.Header[name] = map[string]decimal.Decimal{"subtotal": c.subtotal, "discount": c.discount, "shipping": c.freight, "tax": c.tax, "total": c.total}[name].Trim(0).String()
		}
	}
	for _, i := range c.items {
		l := evaluate.Line{Kind: i.kind}
		if c.shows("qty", "count") {
			l.Quantity = number(i.quantity)
		}
		if !i.withoutSKU && c.shows("sku") {
			l.SKU = i.sku
		}
		if !i.withoutSKU && c.shows("gtin") || c.below("gtin") && i.kind == reading.Product || c.below("code") && i.kind == reading.Product {
			l.GTIN = i.gtin
		}
		if c.Type != document.PackingSlip {
			if c.shows("price") {
				l.UnitPrice = number(c.priceOf(i))
			}
			if c.shows("total") {
				l.Total = number(i.total)
			}
			if i.base > 1 && c.shows("price") {
				l.Base = json.Number(strconv.FormatInt(i.base, 10))
			}
		}
		if c.Pack != "" && i.kind == reading.Product {
			l.UnitsPerCase = json.Number(strconv.Itoa(i.pack))
		}
		t.Lines = append(t.Lines, l)
	}
	return t
}

// pricedIn reports whether the currency is printed, as a sign or a code.
func (c *content) pricedIn() bool {
	marks := c.Figures.Before + c.Figures.After + " " + c.Sums + " " + c.Columns
	return c.Currency != "" && (strings.ContainsAny(marks, "€$£") || strings.Contains(marks, string(c.Currency)))
}

// priceOf returns the price per unit of the quantity; without a quantity, per unit of the case.
func (c *content) priceOf(i item) decimal.Decimal {
	switch {
	case c.shows("caseprice"):
		return must(i.price.Mul(i.times))
	case c.Type == document.PriceList && c.Pack != "":
		return rounded(must(i.price.Quo(decimal.MustNew(int64(i.pack), 0))), 4)
	}
	return i.price
}

// shows reports whether the table or the cards print one of the kinds.
func (c *content) shows(kinds ...string) bool {
	for _, kind := range kinds {
		if has(c.columns, kind) || containsFact(strings.Join(c.Card, " "), kind) {
			return true
		}
	}
	return false
}

func (c *content) billed() bool {
	return c.Type == document.Invoice || c.Type == document.CreditNote
}

func (c *content) below(kind string) bool {
	for _, b := range c.Below {
		if b == kind {
			return true
		}
	}
	return false
}

// prints reports whether the document prints a fact.
func (c *content) prints(kind string) bool {
	for _, f := range c.facts {
		if f.kind == kind {
			return true
		}
	}
	return containsFact(c.Title, kind)
}
