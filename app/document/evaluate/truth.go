package evaluate

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
)

// Truth has the content of a file that its reader should find.
type Truth struct {
	// Set names files that are counted together.
	Set      string `json:"set"`
	Layout   string `json:"layout,omitempty"`
	Language string `json:"language,omitempty"`
	Renderer string `json:"renderer,omitempty"`
	// HeldOut files were never looked at when the reader was made.
	HeldOut bool          `json:"held_out,omitempty"`
	Type    document.Type `json:"type,omitempty"`
	// Header has the printed values: invoice_number, po_number, issue_date, due_date, payment_terms,
	// currency, subtotal, shipping, discount, tax, total, issuer and tax_id.
	Header map[string]string `json:"header,omitempty"`
	Lines  []Line            `json:"lines"`
}

// Line has a line of a truth. Members without a value may be anything.
type Line struct {
	Kind     reading.Kind `json:"kind,omitempty"`
	SKU      string       `json:"supplier_sku,omitempty"`
	GTIN     string       `json:"gtin,omitempty"`
	Quantity json.Number  `json:"quantity,omitempty"`
	// for Base units, 1 where absent, before or after the discounts of the line
	UnitPrice json.Number `json:"unit_price,omitempty"`
	Base      json.Number `json:"price_base_quantity,omitempty"`
	Total     json.Number `json:"line_total,omitempty"`
	// UnitsPerCase counts the units of a case where the line prints it.
	UnitsPerCase json.Number `json:"units_per_case,omitempty"`
}

// ParseTruth reads a truth as JSON.
func ParseTruth(raw []byte) (Truth, error) {
	var t Truth
	err := json.Unmarshal(raw, &t)
	return t, err
}

// TruthOf returns the content of an electronic invoice.
func TruthOf(set, layout string, kind document.Type, r reading.Reading) Truth {
	t := Truth{Set: set, Layout: layout, Type: kind, Header: printed(headerOf(r.Header))}
	// Pages have other words for terms, and leave out charges of 0.
	delete(t.Header, "payment_terms")
	for _, name := range []string{"shipping", "discount"} {
		if t.Header[name] == "0" {
			delete(t.Header, name)
		}
	}
	for _, l := range r.Lines {
		if !l.Quantity.Known() && !l.UnitPrice.Known() && !l.LineTotal.Known() {
			continue // a text, which any line of the pages would match
		}
		t.Lines = append(t.Lines, Line{
			Kind: l.Kind, SKU: l.SupplierSKU, GTIN: l.GTIN.String(), Quantity: numberOf(l.Quantity), UnitPrice: numberOf(l.UnitPrice),
			Base: json.Number(l.PriceBase.String()), Total: numberOf(l.LineTotal),
		})
	}
	return t
}

// Elsewhere reports pages that print neither the number nor the total, or no total of a line: the
// truth belongs to another document.
func (t Truth) Elsewhere(words []grid.Page) bool {
	p := pagesOf(words)
	unsummed := func(l Line) bool { return l.Total == "" }
	if totals := slices.DeleteFunc(slices.Clone(t.Lines), unsummed); p.text != "" && len(totals) > 0 &&
		!slices.ContainsFunc(totals, func(l Line) bool { return p.amount(l.Total.String()) }) {
		return true
	}
	known := slices.DeleteFunc([]string{"invoice_number", "total"}, func(name string) bool { return t.Header[name] == "" })
	return p.text != "" && len(known) > 0 &&
		!slices.ContainsFunc(known, func(name string) bool { return p.print(name, t.Header[name]) })
}

func numberOf(f reading.Figure) json.Number {
	if v, ok := f.Get(); ok {
		return json.Number(v.Trim(0).String())
	}
	return ""
}

// headerOf has the members of a header by name, empty where nothing was found.
func headerOf(h reading.Header) map[string]string {
	m := map[string]string{
		"invoice_number": h.InvoiceNumber, "po_number": h.PONumber, "issue_date": "", "due_date": "", "currency": string(h.Currency),
		"issuer": h.Issuer.Name, "tax_id": h.Issuer.TaxID, "payment_terms": h.PaymentTerms,
	}
	if d, ok := h.IssueDate.Get(); ok {
		m["issue_date"] = d.String()
	}
	if d, ok := h.DueDate.Get(); ok {
		m["due_date"] = d.String()
	}
	for name, f := range map[string]reading.Figure{"subtotal": h.Subtotal, "shipping": h.Shipping, "discount": h.Discount, "tax": h.Tax, "total": h.Total} {
		m[name] = string(numberOf(f))
	}
	return m
}

func printed(m map[string]string) map[string]string {
	for name, value := range m {
		if value == "" {
			delete(m, name)
		}
	}
	return m
}

// sameField compares a member of the header: amounts without their signs, texts without case and
// spaces, names also without the form of a company after them.
func sameField(name, want, got string) bool {
	if a, err := decimal.Parse(want); err == nil {
		if b, err := decimal.Parse(got); err == nil {
			return near(a, b)
		}
	}
	words := strings.Fields(got)
	form := field.Company(words) == len(words) && len(strings.Fields(want))+1 == len(words)
	return plain(want) == plain(got) || name == "issuer" && want != "" && form && strings.HasPrefix(plain(got), plain(want))
}
