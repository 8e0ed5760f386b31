package words_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/kind"
	"sellingassistant/domain/document/reading/words"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// textCase names a text below testdata and its expected members. Absent members are not compared;
// null expects no value.
type textCase struct {
	File     string            `json:"file"`
	Type     document.Type     `json:"type"`
	Count    string            `json:"line_count"`
	Header   map[string]string `json:"header"`
	Checks   map[string]string `json:"checks"`
	Problems *[]reading.Code   `json:"problems"`
	Lines    []map[string]any  `json:"lines"`
}

func cases(t *testing.T) []textCase {
	raw, err := os.ReadFile(filepath.Join("testdata", "cases.json"))
	require.NoError(t, err)
	var list []textCase
	require.NoError(t, json.Unmarshal(raw, &list))
	require.NotEmpty(t, list)
	return list
}

func sample(t require.TestingT, name string) string {
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return string(raw)
}

func printed(f reading.Figure) string {
	v, ok := f.Get()
	if !ok {
		return ""
	}
	return v.Trim(0).String()
}

func day(d optional.Maybe[date.Date]) string {
	v, ok := d.Get()
	if !ok {
		return ""
	}
	return v.String()
}

func headerOf(h reading.Header) map[string]string {
	return map[string]string{
		"invoice_number": h.InvoiceNumber, "po_number": h.PONumber, "issue_date": day(h.IssueDate), "due_date": day(h.DueDate),
		"currency": string(h.Currency), "subtotal": printed(h.Subtotal), "shipping": printed(h.Shipping), "discount": printed(h.Discount),
		"tax": printed(h.Tax), "total": printed(h.Total), "issuer": h.Issuer.Name, "tax_id": h.Issuer.TaxID, "payment_terms": h.PaymentTerms,
	}
}

func lineOf(l reading.Line) map[string]string {
	return map[string]string{
		"line_no": strconv.Itoa(l.No), "page": strconv.Itoa(l.Page), "description": l.Description, "supplier_sku": l.SupplierSKU,
		"gtin": l.GTIN.String(), "mpn": l.MPN, "quantity": printed(l.Quantity), "unit": l.Unit, "unit_price": printed(l.UnitPrice),
		"price_base_quantity": l.PriceBase.String(), "discount_percent": printed(l.DiscountPercent), "discount_amount": printed(l.DiscountAmount),
		"tax_rate": printed(l.TaxRate), "line_total": printed(l.LineTotal), "currency": string(l.Currency), "kind": string(l.Kind),
		"evidence": string(l.Evidence),
	}
}

func codes(problems []reading.Problem) []reading.Code {
	list := []reading.Code{}
	for _, p := range problems {
		list = append(list, p.Code)
	}
	return list
}

// readPages reads pages without a deadline.
func readPages(pages []grid.Page, hints words.Hints) reading.Reading {
	r, err := words.Read(context.Background(), pages, hints)
	if err != nil {
		panic(err)
	}
	return r
}

func TestCases(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.File, func(t *testing.T) {
			pages := grid.FromText(sample(t, c.File))
			r := readPages(pages, words.Hints{})
			guess, _, ok := kind.Of(r, grid.Runs(pages[:1]))
			if !ok {
				guess.Type = document.Other
			}
			if c.Type != "" {
				require.Equal(t, c.Type, guess.Type)
			}
			r.Conclude(guess.Type)
			require.Equal(t, reading.PDF, r.Method)
			header := headerOf(r.Header)
			for name, want := range c.Header {
				require.Equal(t, trimmed(want), header[name], name)
			}
			for _, check := range r.Checks {
				if want, ok := c.Checks[check.Code]; ok {
					require.Equal(t, want, string(check.Result), check.Code)
				}
			}
			if c.Count != "" {
				require.Equal(t, c.Count, strconv.Itoa(len(r.Lines)))
			}
			if c.Problems != nil {
				require.Equal(t, *c.Problems, codes(r.Problems))
			}
			for _, want := range c.Lines {
				no, err := strconv.Atoi(want["line_no"].(string))
				require.NoError(t, err)
				require.LessOrEqual(t, no, len(r.Lines))
				got := lineOf(r.Lines[no-1])
				for name, value := range want {
					if name == "problems" {
						require.ElementsMatch(t, value, texts(codes(r.Lines[no-1].Problems)))
						continue
					}
					text, _ := value.(string)
					require.Equal(t, trimmed(text), got[name], "line %d %s", no, name)
				}
			}
		})
	}
}

// trimmed drops zeros at the end of decimals.
func trimmed(s string) string {
	if v, err := decimal.Parse(s); err == nil {
		return v.Trim(0).String()
	}
	return s
}

func texts(codes []reading.Code) []any {
	list := []any{}
	for _, c := range codes {
		list = append(list, string(c))
	}
	return list
}
