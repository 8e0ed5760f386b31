package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/kind"
	"sellingassistant/domain/document/reading/words"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// readers read a file by the extension of its name: what it says, and its type
// where it is known.
var readers = map[string]func(ctx context.Context, file []byte) (reading.Reading, document.Guess, error){".txt": readText}

func readText(_ context.Context, file []byte) (reading.Reading, document.Guess, error) {
	pages := words.FromText(strings.ToValidUTF8(string(file), "\uFFFD"))
	r := words.Read(pages, words.Hints{})
	guess, _, ok := kind.Of(r, words.Runs(pages[:1]))
	if !ok {
		guess.Type = document.Other
	}
	return r, guess, nil
}

func documentsRead(s *session) *cobra.Command {
	c := s.verb("read", "Read one file and print what it says as JSON. Needs no database.")
	name := c.text("file", "The file: "+strings.Join(readable(), ", ")+", at most 25 MiB.")
	return c.runs(func(ctx context.Context) error {
		read, ok := readers[document.Extension(*name)]
		if !ok {
			return usageError{"expected a file named " + strings.Join(readable(), ", ")}
		}
		file, err := os.Open(*name)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		content, err := io.ReadAll(io.LimitReader(file, document.MaxFileSize+1))
		if err != nil {
			return err
		}
		if int64(len(content)) > document.MaxFileSize {
			return document.FileTooLarge()
		}
		r, guess, err := read(ctx, content)
		if err != nil {
			return fmt.Errorf("%s: %w", *name, err)
		}
		r.Conclude(guess.Type)
		out := json.NewEncoder(s.io.out)
		out.SetIndent("", " ")
		return out.Encode(readingOf(r, guess))
	})
}

func readable() []string {
	var list []string
	for extension := range readers {
		list = append(list, "*"+extension)
	}
	slices.Sort(list)
	return list
}

// members are those of a JSON object; nothing and empty texts are left out.
type members map[string]any

func (m members) figure(name string, f reading.Figure) {
	if v, ok := f.Get(); ok {
		m[name] = json.Number(v.Trim(0).String())
	}
}

func (m members) text(name, value string) {
	if value != "" {
		m[name] = value
	}
}

func (m members) day(name string, d optional.Maybe[date.Date]) {
	if v, ok := d.Get(); ok {
		m[name] = v.String()
	}
}

func readingOf(r reading.Reading, guess document.Guess) members {
	lines := []members{}
	for _, l := range r.Lines {
		lines = append(lines, lineOf(l))
	}
	checks := []members{}
	for _, c := range r.Checks {
		m := members{"code": c.Code, "result": c.Result}
		m.figure("difference", c.Difference)
		checks = append(checks, m)
	}
	h, header := r.Header, members{}
	header.text("issuer", h.Issuer.Name)
	header.text("tax_id", h.Issuer.TaxID)
	header.text("invoice_number", h.InvoiceNumber)
	header.text("po_number", h.PONumber)
	header.text("currency", string(h.Currency))
	header.text("payment_terms", h.PaymentTerms)
	header.day("issue_date", h.IssueDate)
	header.day("due_date", h.DueDate)
	header.figure("subtotal", h.Subtotal)
	header.figure("shipping", h.Shipping)
	header.figure("discount", h.Discount)
	header.figure("tax", h.Tax)
	header.figure("total", h.Total)
	return members{
		"type": guess.Type, "confidence": guess.Confidence.Fraction(), "method": r.Method, "pages": r.Pages,
		"header": header, "lines": lines, "checks": checks, "problems": codesOf(r.Problems),
	}
}

func lineOf(l reading.Line) members {
	m := members{"line_no": l.No, "kind": l.Kind, "evidence": l.Evidence, "confidence": l.Confidence.Fraction(), "problems": codesOf(l.Problems)}
	m.text("description", l.Description)
	m.text("supplier_sku", l.SupplierSKU)
	m.text("gtin", l.GTIN.String())
	m.text("asin", l.ASIN.String())
	m.text("mpn", l.MPN)
	m.text("unit", l.Unit)
	m.text("currency", string(l.Currency))
	m.text("raw_text", l.RawText)
	m.figure("quantity", l.Quantity)
	m.figure("case_price", l.CasePrice)
	m.figure("unit_price", l.UnitPrice)
	m.figure("price_base_quantity", optional.Some(l.PriceBase))
	m.figure("discount_percent", l.DiscountPercent)
	m.figure("discount_amount", l.DiscountAmount)
	m.figure("tax_rate", l.TaxRate)
	m.figure("line_total", l.LineTotal)
	if l.Page > 0 {
		m["page"] = l.Page
	}
	if l.UnitsPerCase > 0 {
		m["units_per_case"] = l.UnitsPerCase
	}
	return m
}

func codesOf(problems []reading.Problem) []reading.Code {
	list := []reading.Code{}
	for _, p := range problems {
		list = append(list, p.Code)
	}
	return list
}
