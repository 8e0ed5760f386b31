package documents

import (
	"encoding/json"

	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// members collects a JSON object and leaves out missing values and empty texts.
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

// Shown returns a reading as a JSON object without missing values and empty texts.
func Shown(r parse.Result) any {
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
	m := members{
		"type": r.Type, "classifier": r.By, "method": r.Method, "pages": r.Pages,
		"header": header, "lines": lines, "checks": checks, "problems": codesOf(r.Problems),
	}
	if r.Guess != nil {
		m["confidence"] = r.Guess.Confidence.Fraction()
	}
	return m
}

func lineOf(l reading.Line) members {
	m := members{"line_no": l.No, "kind": l.Kind, "evidence": l.Evidence, "confidence": l.Confidence.Fraction(), "problems": codesOf(l.Problems)}
	m.text("description", l.Description)
	m.text("supplier_sku", l.SupplierSKU)
	m.text("buyer_sku", l.BuyerSKU)
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
