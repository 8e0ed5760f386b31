package document

import (
	"context"
	"net/http"

	"github.com/govalues/decimal"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

type previewInput struct {
	idInput
	Limit           int                           `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Lines of a page."`
	Cursor          string                        `query:"cursor" maxLength:"4096" doc:"Where the page starts: meta.next_cursor of the page before. Only good for the same filters."`
	Count           bool                          `query:"count" doc:"Whether to count the lines of all pages into meta.total."`
	MatchStatus     []body.Word[importing.Status] `query:"match_status" maxItems:"5" doc:"Lines with any of these matches."`
	Problem         []ProblemCode                 `query:"problem" maxItems:"50" doc:"Lines with any of these problems."`
	MinConfidence   body.Opt[Fraction]            `query:"min_confidence" doc:"Lines of at least this confidence."`
	SupplierID      body.Opt[body.RecordID]       `query:"supplier_id" doc:"Match against this supplier in place of the recognised supplier."`
	PurchaseOrderID body.Opt[body.RecordID]       `query:"purchase_order_id" doc:"Compare with this purchase order in place of the recognised order."`
}

var lineOrder = records.Sortable{Fields: []string{"line_no"}, Default: "line_no"}

type previewOut struct {
	records.PageOut
	Body PreviewAnswer
}

// preview registers the import preview.
func (h importHandlers) preview(r *httpx.Router) {
	op := httpx.Operation{
		ID: "previewInvoiceImport", Method: http.MethodGet, Path: "/documents/{id}/import-preview", Group: group, Beta: true, Record: 4,
		Summary: "Preview the import of a document",
		Description: "Shows the lines that were read of a document and the team's records that they match. The records are " +
			"as they are now: a product that was made a moment ago counts. Filters narrow the lines together; " +
			"several values in one filter mean any of them.\n\n" +
			"Refusals:\n\n" +
			"- 409 not_ready: the document is still to be read\n" +
			"- 422 no_parsed_data: it has no lines\n" +
			"- 422 not_found: the team does not have the supplier or purchase order\n" +
			"- 422 validation_failed: the order is of another supplier",
		Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity},
	}
	op.Example = PreviewAnswer{examplePreview(), body.ListMeta{Limit: page.DefaultLimit}}
	httpx.Register(r, op, func(ctx context.Context, who caller.Caller, in *previewInput) (*previewOut, error) {
		req, err := records.ListInput{Limit: in.Limit, Cursor: in.Cursor, Count: in.Count}.Page(ctx, lineOrder)
		if err != nil {
			return nil, err
		}
		asked := app.PreviewAsked{
			ID: document.ID(in.ID), Limit: req.Limit, Statuses: body.Words[importing.Status](in.MatchStatus), Problems: body.Words[reading.Code](in.Problem),
			Supplier: recordOf(in.SupplierID), Order: recordOf(in.PurchaseOrderID),
		}
		if in.MinConfidence.Set {
			asked.MinConfidence = in.MinConfidence.Value.confidence
		}
		if len(req.After) > 0 {
			if n, ok := req.After[0].(int64); ok {
				asked.After = int(n)
			}
		}
		found, err := h.imports.Preview(ctx, who, asked)
		if err != nil {
			return nil, err
		}
		list := page.Page[importing.Line]{Items: found.Page}
		if found.More {
			list.Next = page.Key{int64(found.Last()), int64(found.Last())}
		}
		if in.Count {
			list.Total = new(int64(found.Total))
		}
		lines := records.ListOf(ctx, list, req, previewLineOf)
		out := &previewOut{PageOut: lines.PageOut}
		out.Body.Data, out.Body.Meta = previewOf(found, lines.Body.Data), lines.Body.Meta
		return out, nil
	})
}

func recordOf(o body.Opt[body.RecordID]) optional.Maybe[int64] {
	return optional.Map(o.Field, func(n body.RecordID) int64 { return int64(n) }).Maybe()
}

func previewOf(p app.Previewed, lines []PreviewLine) ImportPreview {
	h, s := p.Header, p.Summary
	out := ImportPreview{
		DocumentID: int64(p.Document.ID), Lines: lines, Problems: body.Each(p.Problems, problemOf),
		Parser: PreviewParser{Method: string(p.Reading.Method), Confidence: p.Confidence.Fraction()},
		Header: PreviewHeader{
			Issuer: PreviewIssuer{body.Text(h.Issuer.Name), body.Text(h.Issuer.TaxID), body.Text(h.Issuer.Domain)}, InvoiceNumber: body.Text(h.InvoiceNumber), PONumber: body.Text(h.PONumber),
			IssueDate: day(h.IssueDate), DueDate: day(h.DueDate), Currency: body.Text(string(h.Currency)), Subtotal: sum(h.Subtotal), Shipping: sum(h.Shipping),
			Discount: sum(h.Discount), Tax: sum(h.Tax), Total: sum(h.Total), PaymentTerms: body.Text(h.PaymentTerms),
		},
		Supplier: PreviewSupplier{
			MatchStatus: string(p.Supplier.Status), ID: id(p.Supplier.ID), Name: body.Text(p.Supplier.Name), Method: body.Text(string(p.Supplier.By)),
			Confidence: p.Supplier.Confidence.Fraction(), Candidates: body.Each(p.Supplier.Candidates, func(c importing.Candidate) SupplierCandidate {
				return SupplierCandidate{c.ID, c.Name, string(c.By), c.Confidence().Fraction()}
			}),
		},
		PurchaseOrder: PreviewOrder{
			MatchStatus: string(p.OrderMatch.Status), ID: id(p.OrderMatch.ID), Number: body.Text(p.OrderMatch.Number), Method: body.Text(string(p.OrderMatch.By)),
			Candidates: body.Each(p.OrderMatch.Candidates, func(c importing.OrderCandidate) PurchaseCandidate {
				return PurchaseCandidate{c.ID, c.Number, c.Score.Fraction()}
			}),
		},
		Checks: body.Each(p.Reading.Checks, func(c reading.Check) PreviewCheck {
			return PreviewCheck{c.Code, string(c.Result), sum(c.Difference)}
		}),
		Summary: PreviewSummary{
			Lines: s.Lines, Verified: s.Verified, Matched: s.By[importing.Matched], Ambiguous: s.By[importing.Ambiguous], Suggested: s.By[importing.Suggested],
			Unmatched: s.By[importing.None], Ignored: s.By[importing.Ignored], Errors: s.Errors, Warnings: s.Warnings,
		},
		Effects: body.Maybe(p.Effects, effectsOf), Table: tableOf(p.Reading.Sheet),
	}
	if l := p.Document.LastReading; l != nil {
		out.PreviewVersion, out.Parser.Version = l.PreviewVersion, l.ParserVersion
	}
	return out
}

func effectsOf(e importing.Effects) ImportEffects {
	out := ImportEffects{
		SupplierID: e.Supplier, ItemsCreated: e.ItemsCreated, ItemsUpdated: e.ItemsUpdated, Receipts: e.Receipts, ProductsCreated: e.ProductsCreated,
		OffersCreated: e.OffersCreated, OffersUpdated: e.OffersUpdated, CostsWritten: e.CostsWritten,
	}
	if o, ok := e.Order.Get(); ok {
		out.PurchaseOrderID, out.PurchaseOrderCreated = &o.ID, o.Created
	}
	return out
}

func problemOf(p reading.Problem) Problem {
	return Problem{Code: string(p.Code), Severity: string(p.Severity), Message: p.Message}
}

func previewLineOf(l importing.Line) PreviewLine {
	out := PreviewLine{
		LineNo: l.No, RawText: l.RawText, Description: l.Description, SupplierSKU: body.Text(l.SupplierSKU),
		BuyerSKU: body.Text(l.BuyerSKU), GTIN: body.Text(l.GTIN.String()), ASIN: body.Text(l.ASIN.String()),
		MPN: body.Text(l.MPN), Quantity: figure(l.Quantity), Unit: body.Text(l.Unit), UnitsPerCase: id(l.UnitsPerCase), CasePrice: figure(l.CasePrice),
		UnitPrice: figure(l.UnitPrice), DiscountPercent: figure(l.DiscountPercent), DiscountAmount: figure(l.DiscountAmount), TaxRate: figure(l.TaxRate),
		LineTotal: figure(l.LineTotal), Currency: body.Text(string(l.Currency)), Kind: string(l.Kind), Evidence: string(l.Evidence), Confidence: l.Confidence.Fraction(),
		Units: l.Units.Ptr(), Box: []float64{}, Action: string(l.Action), Problems: body.Each(l.Found, problemOf),
		Match: PreviewMatch{
			Status: string(l.Match.Status), Method: body.Text(string(l.Match.By)), Confidence: l.Match.Confidence.Fraction(), InventoryProductID: id(l.Match.Product),
			SKUIDs: append([]int64{}, l.Match.SKUs...), SupplierOfferID: id(l.Match.Offer), PurchaseOrderItemID: id(l.Match.Item),
			Candidates: body.Each(l.Match.Candidates, func(t importing.Target) MatchCandidate {
				return MatchCandidate{id(t.Product), id(t.SKU), id(t.Offer), id(t.Item), t.Title, string(t.By), t.Confidence.Fraction()}
			}),
		},
		Comparison: PreviewComparison{
			OrderedQuantity: l.Compared.Ordered.Ptr(), RemainingQuantity: l.Compared.Outstanding.Ptr(), POUnitCost: body.Maybe(l.Compared.OrderCost, body.MoneyOf),
			PreviousUnitCost: body.Maybe(l.Compared.Before, body.MoneyOf), CostChangePercent: body.Maybe(l.Compared.Change, body.PercentOf),
		},
		Cost: PreviewCost{UnitCost: body.Maybe(l.Price.Net, body.MoneyOf), LandedUnitCost: body.Maybe(l.LandedUnit, body.MoneyOf)},
	}
	if l.Page > 0 {
		out.Page = &l.Page
	}
	if b, ok := l.Box.Get(); ok {
		out.Box = []float64{b.Left, b.Top, b.Right, b.Bottom}
	}
	if l.PriceBase.IsPos() {
		out.PriceBase = figure(optional.Some(l.PriceBase))
	}
	return out
}

func id(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

func day(d optional.Maybe[date.Date]) *string {
	return optional.Convert(d, date.Date.String).Ptr()
}

func figure(f reading.Figure) *Figure {
	return body.Maybe(f, figureOf)
}

// sum converts a figure to an amount. It returns nil for a figure with more decimals or digits than
// an amount has.
func sum(f reading.Figure) *body.Money {
	d, ok := f.Get()
	if !ok {
		return nil
	}
	a, err := money.Parse(d.Trim(0).String())
	if err != nil {
		return nil
	}
	return new(body.MoneyOf(a))
}

func examplePreview() ImportPreview {
	amount := func(s string) *body.Money { return new(body.MoneyOf(money.MustParse(s))) }
	number := func(s string) *Figure { return new(figureOf(decimal.MustParse(s))) }
	return ImportPreview{
		DocumentID: 4, PreviewVersion: 1, Parser: PreviewParser{"pdf", "1", 0.98},
		Header: PreviewHeader{
			Issuer: PreviewIssuer{Name: new("Example Supply Ltd"), TaxNo: new("GB123456789")}, InvoiceNumber: new("INV-881"), PONumber: new("PO-000031"),
			IssueDate: new("2026-03-20"), Currency: new("USD"), Subtotal: amount("900"), Shipping: amount("25"), Tax: amount("0"), Total: amount("925"),
		},
		Supplier: PreviewSupplier{MatchStatus: "matched", ID: new(int64(5)), Name: new("Example Supply"), Method: new("tax_id"), Confidence: 0.99, Candidates: []SupplierCandidate{}},
		PurchaseOrder: PreviewOrder{
			MatchStatus: "matched", ID: new(int64(31)), Number: new("PO-000031"), Method: new("po_number"), Candidates: []PurchaseCandidate{{31, "PO-000031", 0.98}},
		},
		Checks: []PreviewCheck{{"sum_of_lines", "pass", amount("0")}},
		Lines: []PreviewLine{{
			LineNo: 1, Page: new(1), Box: []float64{40.1, 512, 556.2, 524}, RawText: "A-77 Steel bottle 750ml 24 12.50 300.00", Description: "Steel bottle 750ml",
			SupplierSKU: new("A-77"), GTIN: new("4006381333931"), Quantity: number("24"), UnitPrice: number("12.50"), PriceBase: number("1"), LineTotal: number("300.00"),
			Currency: new("USD"), Kind: "product", Evidence: "columns", Confidence: 0.99, Units: new(int64(24)),
			Match: PreviewMatch{
				Status: "matched", Method: new("gtin"), Confidence: 0.97, InventoryProductID: new(int64(40)), SKUIDs: []int64{77}, SupplierOfferID: new(int64(9)),
				PurchaseOrderItemID: new(int64(301)), Candidates: []MatchCandidate{},
			},
			Comparison: PreviewComparison{
				OrderedQuantity: new(int64(24)), RemainingQuantity: new(int64(24)), POUnitCost: amount("12"), PreviousUnitCost: amount("12"),
				CostChangePercent: new(body.PercentOf(money.MustParsePercent("4.17"))),
			},
			Cost: PreviewCost{amount("12.5"), amount("12.8471")}, Action: "update_item",
			Problems: []Problem{problemOf(importing.ProblemOf(importing.CostChanged))},
		}},
		Problems: []Problem{}, Summary: PreviewSummary{Lines: 3, Verified: 3, Matched: 2, Ambiguous: 1, Warnings: 2},
	}
}
