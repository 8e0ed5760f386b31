package document

import (
	"context"
	"net/http"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// ImportRequest sets how a document is imported.
type ImportRequest struct {
	Mode                    body.Word[importing.Mode]               `json:"mode" doc:"Kind of import.\n\ncreate_purchase_order: a new order. update_purchase_order: costs and discounts as invoiced, and quantities only where a line names a quantity. receive_only: quantities of a packing slip. credit: a credit note. costs_only: offers, and costs of products from the date of issue on."`
	PurchaseOrderID         body.Opt[body.RecordID]                 `json:"purchase_order_id,omitzero" doc:"The order to be changed, unless the preview matched one."`
	SupplierID              body.Opt[body.RecordID]                 `json:"supplier_id,omitzero" doc:"The supplier, unless the preview matched a supplier. The document's name for it is kept as its alias."`
	CreateSupplier          body.Opt[ImportSupplier]                `json:"create_supplier,omitzero" doc:"Makes the supplier; not together with supplier_id."`
	WarehouseID             body.Opt[body.RecordID]                 `json:"warehouse_id,omitzero" doc:"Warehouse that the goods go to. When absent, the order's, else the team's default."`
	OrderStatus             body.Opt[body.Word[ImportedStatus]]     `json:"order_status,omitzero" doc:"draft when absent; ordered places the order."`
	Receive                 body.Opt[bool]                          `json:"receive,omitzero" doc:"Books the quantities as received, which writes costs. The order has to be placed."`
	ReceivedOn              body.Opt[body.Day]                      `json:"received_on,omitzero" doc:"When the goods came; today (UTC) when absent."`
	Header                  body.Opt[ImportHeader]                  `json:"header,omitzero" doc:"Corrections of the header that was read."`
	CreditAs                body.Opt[body.Word[importing.CreditAs]] `json:"credit_as,omitzero" doc:"With mode credit: returns books units that went back, discount raises the discount of the order."`
	Lines                   body.Opt[[]ImportLine]                  `json:"lines,omitzero" maxItems:"2000" doc:"Lines with instructions; all others are imported as the preview shows them."`
	UpdateCosts             body.Opt[bool]                          `json:"update_costs,omitzero" doc:"Whether offers of the supplier get the costs of the document. true when absent."`
	CreateOffers            body.Opt[bool]                          `json:"create_offers,omitzero" doc:"Whether lines without an offer of the supplier make one. true when absent."`
	AcceptWarnings          body.Opt[[]ProblemCode]                 `json:"accept_warnings,omitzero" maxItems:"50" doc:"Any of cost_jump, total_differs."`
	AllowPartial            body.Opt[bool]                          `json:"allow_partial,omitzero" doc:"Leaves out lines that cannot be imported, and names them in the answer. Without it such a line refuses the call."`
	AllowDuplicateReference body.Opt[bool]                          `json:"allow_duplicate_reference,omitzero" doc:"Imports though a document with this supplier, number and total was imported before."`
	PreviewVersion          body.Opt[int]                           `json:"preview_version,omitzero" minimum:"0" doc:"preview_version of the preview you saw; when lines were read again since, this is 409 preview_stale."`
}

// ImportedStatus takes a status for the order that an import makes.
type ImportedStatus string

func (ImportedStatus) Words() []ImportedStatus { return []ImportedStatus{"draft", "ordered"} }

// ImportSupplier describes a new supplier.
type ImportSupplier struct {
	Name string `json:"name" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Its tax number, domain and currency come from the document."`
}

// ImportHeader corrects the header read from the document. Amounts are in currency.
type ImportHeader struct {
	InvoiceNumber    body.Opt[string]        `json:"invoice_number,omitzero" minLength:"1" maxLength:"100" doc:"Becomes the order's supplier_reference."`
	IssueDate        body.Opt[body.Day]      `json:"issue_date,omitzero" doc:"Becomes its order_date."`
	DueDate          body.Opt[body.Day]      `json:"due_date,omitzero" doc:"Becomes its payment_due_date."`
	Currency         body.Opt[body.Currency] `json:"currency,omitzero" doc:"ISO 4217 code."`
	ExchangeRate     body.Opt[body.Rate]     `json:"exchange_rate,omitzero" doc:"Units of the team's currency for one unit of currency. Without it the team's rate of the day counts."`
	Shipping         body.Opt[body.Money]    `json:"shipping,omitzero" minimum:"0" doc:"Becomes its shipping_cost."`
	Discount         body.Opt[body.Money]    `json:"discount,omitzero" minimum:"0" doc:"Discount on the whole document."`
	Tax              body.Opt[body.Money]    `json:"tax,omitzero" minimum:"0" doc:"Becomes its tax_override."`
	PricesIncludeTax body.Opt[bool]          `json:"prices_include_tax,omitzero" doc:"Whether prices have the tax in them."`
}

// ImportLine corrects a line or sets its action.
type ImportLine struct {
	LineNo              int                                   `json:"line_no" minimum:"1" maximum:"5000" doc:"The line of the document."`
	Action              body.Opt[body.Word[importing.Action]] `json:"action,omitzero" doc:"create_item, update_item, create_product (an inventory product and an item of it) or skip; as previewed when absent."`
	InventoryProductID  body.Opt[body.RecordID]               `json:"inventory_product_id,omitzero" doc:"The product that the line is."`
	SKUID               body.Opt[body.RecordID]               `json:"sku_id,omitzero" doc:"The SKU that the line is."`
	SupplierOfferID     body.Opt[body.RecordID]               `json:"supplier_offer_id,omitzero" doc:"The supplier's offer that the line is."`
	PurchaseOrderItemID body.Opt[body.RecordID]               `json:"purchase_order_item_id,omitzero" doc:"The item of the purchase order that the line is."`
	Quantity            body.Opt[int64]                       `json:"quantity,omitzero" minimum:"1" maximum:"1000000" doc:"Units."`
	UnitCost            body.Opt[body.Money]                  `json:"unit_cost,omitzero" minimum:"0" doc:"The price of one unit, before the discount."`
	DiscountPercent     body.Opt[body.Percent]                `json:"discount_percent,omitzero" minimum:"0" maximum:"100" doc:"Discount in percent."`
	TaxRate             body.Opt[body.Percent]                `json:"tax_rate,omitzero" minimum:"0" maximum:"100" doc:"In percent."`
	Title               body.Opt[string]                      `json:"title,omitzero" minLength:"1" maxLength:"500" doc:"Title of the item or the new product. Not blank, on one line."`

	Kind body.Opt[body.Word[reading.Kind]] `json:"kind,omitzero" doc:"Kinds but product exclude other members."`
}

// ImportedDocument has the result of an import.
type ImportedDocument struct {
	Document      Document       `json:"document" doc:"The document afterwards."`
	PurchaseOrder *ImportedOrder `json:"purchase_order" doc:"The order that was made or changed; null without an order."`
	Lines         []ImportedLine `json:"lines" doc:"All lines of the document."`
	Offers        ImportedOffers `json:"offers" doc:"Changes of the supplier's offers."`
}

// ImportedOrder names the order of an import.
type ImportedOrder struct {
	ID      *int64  `json:"id" doc:"The order; null in a dry run that would make it."`
	Number  *string `json:"number" doc:"Its number; null in a dry run that would make it."`
	Status  string  `json:"status" doc:"Its status afterwards."`
	Created bool    `json:"created" doc:"Whether the import made it."`
}

// ImportedLine has the result for a line.
type ImportedLine struct {
	LineNo              int          `json:"line_no" doc:"The line of the document."`
	Status              string       `json:"status" doc:"created, updated, skipped or failed."`
	PurchaseOrderItemID *int64       `json:"purchase_order_item_id" doc:"The item that was made, changed, received or returned."`
	InventoryProductID  *int64       `json:"inventory_product_id" doc:"The product of the line."`
	Cost                ImportedCost `json:"cost" doc:"Cost of a unit."`
}

// ImportedCost shows a cost before and after, in the currency of the document.
type ImportedCost struct {
	Old *body.Money `json:"old" doc:"Cost of the item, offer or product before; null without a cost."`
	New *body.Money `json:"new" doc:"Cost of the line."`
}

// ImportedOffers counts offers.
type ImportedOffers struct {
	Created int `json:"created" doc:"Offers that were made."`
	Updated int `json:"updated" doc:"Offers with a changed cost or product."`
}

// ImportMeta counts lines.
type ImportMeta struct {
	Succeeded int  `json:"succeeded" doc:"Lines that were created or updated."`
	Failed    int  `json:"failed" doc:"Lines that were not imported though they were to be."`
	Skipped   int  `json:"skipped" doc:"Lines that were left out."`
	DryRun    bool `json:"dry_run" doc:"Whether nothing was written."`

	MissingTotal body.Money `json:"missing_total" doc:"Sum of the failed lines, without tax."`
}

// ImportError explains why a line was not imported.
type ImportError struct {
	Code    string `json:"code" doc:"The problem of the line, or the rule that refused it."`
	Message string `json:"message" doc:"A sentence for people."`
	LineNo  int    `json:"line_no" doc:"The line of the document."`
	Index   *int   `json:"index" doc:"Where lines of the request name it, from 0; null where they do not."`

	LineTotal body.Money `json:"line_total" doc:"Amount of the line, without tax."`
}

// ImportAnswer has the answer body of an import.
type ImportAnswer struct {
	Data   ImportedDocument `json:"data"`
	Meta   ImportMeta       `json:"meta"`
	Errors []ImportError    `json:"errors" doc:"Lines that were not imported; an empty list without such lines."`
}

type importInput struct {
	idInput
	DryRun bool `query:"dry_run" doc:"Answer the same and write nothing."`
	Body   ImportRequest
}

type importOut struct{ Body ImportAnswer }

type importHandlers struct{ imports *app.Imports }

// ImportRoutes registers the import preview and the import of documents.
func ImportRoutes(imports *app.Imports) httpx.Routes {
	h := importHandlers{imports}
	return func(r *httpx.Router) {
		h.preview(r)
		httpx.Register(r, httpx.Operation{
			ID: "importInvoice", Method: http.MethodPost, Path: "/documents/{id}/import", Group: group, Beta: true, Record: 4, Summary: "Import a document",
			Description: "Books the lines of a document that is ready, all in one transaction: a purchase order with its " +
				"costs, receipts, credits, offers. The document is applied then. PATCH of its status to ready " +
				"takes everything back while it is as the import wrote it.\n\n" +
				"Refusals:\n\n" +
				"- 409 not_ready: the document is still to be read\n" +
				"- 409 preview_stale: its lines differ from preview_version\n" +
				"- 422 no_parsed_data: it has no lines\n" +
				"- 422 already_applied\n" +
				"- 422 invalid_state: it is dismissed\n" +
				"- 422 not_supported: its type does not take the mode\n" +
				"- 422 duplicate: it was imported before (allow_duplicate_reference)\n" +
				"- 422 validation_failed: some lines cannot be imported, with an entry for each (out_of_range for " +
				"more than 1,000,000 units)\n" +
				"- 422 total_differs: the order would miss the printed total by more than 0.02 and half a cent " +
				"for each line. The answer has both figures and their parts; accept_warnings lets it pass\n" +
				"- 422 limit_reached: more than 5,000 lines\n" +
				"- 422 not_found: the team does not have a record\n" +
				"- 422 over_receipt and invalid_state: the purchase order refuses",
			Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}, Timeout: importTimeout,
			RequestExample: ImportRequest{
				Mode: "create_purchase_order", SupplierID: body.OptOf(body.RecordID(1)), WarehouseID: body.OptOf(body.RecordID(1)),
				OrderStatus: body.OptOf(body.Word[ImportedStatus]("ordered")), Header: body.OptOf(ImportHeader{Shipping: body.OptOf(body.MoneyOf(money.MustParse("25")))}),
				Lines: body.OptOf([]ImportLine{{
					LineNo: 1, Action: body.OptOf(body.Word[importing.Action]("create_item")), Quantity: body.OptOf(int64(24)),
					UnitCost: body.OptOf(body.MoneyOf(money.MustParse("12.5"))),
				}}),
				AcceptWarnings: body.OptOf([]ProblemCode{"cost_jump", "total_differs"}),
			},
			Example: exampleImport(),
		}, h.book)
	}
}

// importTimeout allows documents of thousands of lines.
const importTimeout = 60 * time.Second

func (h importHandlers) book(ctx context.Context, who caller.Caller, in *importInput) (*importOut, error) {
	r, err := in.Body.request()
	if err != nil {
		return nil, err
	}
	done, err := h.imports.Import(ctx, who, document.ID(in.ID), r, in.DryRun)
	if err != nil {
		return nil, err
	}
	return &importOut{importAnswerOf(done)}, nil
}

// request converts the body to an import request.
func (b ImportRequest) request() (importing.Request, error) {
	if b.SupplierID.Set && b.CreateSupplier.Set {
		return importing.Request{}, fault.New(fault.Invalid, fault.CodeConflictingParameters, "Give supplier_id or create_supplier, not both.").At("/create_supplier")
	}
	var f check.Faults
	h := b.Header.Value
	amount := func(o body.Opt[body.Money]) optional.Maybe[money.Amount] {
		return optional.Map(o.Field, body.Money.Amount).Maybe()
	}
	r := importing.Request{
		Mode: importing.Mode(b.Mode), Supplier: recordOf(b.SupplierID), Order: recordOf(b.PurchaseOrderID), Warehouse: recordOf(b.WarehouseID),
		NewSupplier: check.Line(&f, "/create_supplier/name", optional.Map(b.CreateSupplier.Field, func(s ImportSupplier) string { return s.Name }), 200).Maybe(),
		Ordered:     b.OrderStatus.Value == "ordered", Receive: b.Receive.Value, ReceivedOn: optional.Map(b.ReceivedOn.Field, body.Day.Date).Maybe(),
		CreditAs: importing.CreditAs(b.CreditAs.Value), UpdateCosts: b.UpdateCosts.Maybe().Or(true), CreateOffers: b.CreateOffers.Maybe().Or(true),
		Accepted: body.Words[reading.Code](b.AcceptWarnings.Value), Partial: b.AllowPartial.Value, AllowDuplicate: b.AllowDuplicateReference.Value,
		PreviewVersion: b.PreviewVersion.Maybe(),
		Header: importing.HeaderChanges{
			InvoiceNumber: check.Line(&f, "/header/invoice_number", h.InvoiceNumber.Field, document.MaxReference).Maybe(),
			IssueDate:     optional.Map(h.IssueDate.Field, body.Day.Date).Maybe(), DueDate: optional.Map(h.DueDate.Field, body.Day.Date).Maybe(),
			Currency:     optional.Map(h.Currency.Field, func(c body.Currency) money.Currency { return money.Currency(c) }).Maybe(),
			ExchangeRate: optional.Map(h.ExchangeRate.Field, body.Rate.Exact).Maybe(), Shipping: amount(h.Shipping), Discount: amount(h.Discount), Tax: amount(h.Tax),
			PricesIncludeTax: h.PricesIncludeTax.Maybe(),
		},
	}
	check.FieldCurrency(&f, "/header/currency", body.CurrencyField(body.Field[body.Currency](h.Currency)))
	for i, l := range b.Lines.Value {
		c := importing.Choice{
			No: l.LineNo, Product: recordOf(l.InventoryProductID), SKU: recordOf(l.SKUID), Offer: recordOf(l.SupplierOfferID), Item: recordOf(l.PurchaseOrderItemID),
			Quantity: l.Quantity.Maybe(), UnitCost: amount(l.UnitCost), Discount: optional.Map(l.DiscountPercent.Field, body.Percent.Exact).Maybe(),
			TaxRate: optional.Map(l.TaxRate.Field, body.Percent.Exact).Maybe(), Title: check.Line(&f, check.Item("/lines", i)+"/title", l.Title.Field, 500).Maybe(),
		}
		c.Kind = body.Said(l.Kind).Maybe()
		alone := ImportLine{LineNo: l.LineNo, Kind: l.Kind}
		if c.Kind.Or(reading.Product) != reading.Product && l != alone {
			const message = "A line of the kind %s orders nothing, so it takes no other member."
			at := check.Item("/lines", i) + "/kind"
			return r, fault.Newf(fault.Invalid, fault.CodeConflictingParameters, message, l.Kind.Value).At(at)
		}
		if l.Action.Set {
			c.Action = optional.Some(importing.Action(l.Action.Value))
		}
		r.Choices = append(r.Choices, c)
	}
	return r, f.Err(fault.CodeValidationFailed)
}

func importAnswerOf(d app.Imported) ImportAnswer {
	out := ImportAnswer{
		Data: ImportedDocument{
			Document: bodyOf(d.Document), Lines: body.Each(d.Lines, importedLineOf), Offers: ImportedOffers{d.Effects.OffersCreated, d.Effects.OffersUpdated},
			PurchaseOrder: body.Maybe(d.Order, func(o importing.OrderEffect) ImportedOrder {
				return ImportedOrder{ID: id(o.ID), Number: body.Text(o.Number), Status: o.Status, Created: o.Created}
			}),
		},
		Meta: ImportMeta{DryRun: d.DryRun, MissingTotal: body.MoneyOf(d.Missing)},
		Errors: body.Each(d.Refused, func(r importing.Refusal) ImportError {
			e := ImportError{Code: r.Word(), Message: r.Message, LineNo: r.No, LineTotal: body.MoneyOf(r.Worth)}
			if r.Index >= 0 {
				e.Index = &r.Index
			}
			return e
		}),
	}
	for _, l := range d.Lines {
		switch l.Status {
		case importing.LineFailed:
			out.Meta.Failed++
		case importing.LineSkipped:
			out.Meta.Skipped++
		default:
			out.Meta.Succeeded++
		}
	}
	return out
}

func importedLineOf(l importing.Booked) ImportedLine {
	return ImportedLine{
		LineNo: l.No, Status: string(l.Status), PurchaseOrderItemID: id(l.Item), InventoryProductID: id(l.Product),
		Cost: ImportedCost{body.Maybe(l.Old, body.MoneyOf), body.Maybe(l.New, body.MoneyOf)},
	}
}

func exampleImport() ImportAnswer {
	applied := example()
	applied.Status, applied.AppliedAt, applied.Version = "applied", new(body.Time("2026-03-20T09:45:00.000000Z")), 4
	return ImportAnswer{
		Data: ImportedDocument{
			Document: applied, PurchaseOrder: &ImportedOrder{ID: new(int64(31)), Number: new("PO-000031"), Status: "ordered", Created: true},
			Lines: []ImportedLine{{
				LineNo: 1, Status: "created", PurchaseOrderItemID: new(int64(301)), InventoryProductID: new(int64(40)),
				Cost: ImportedCost{New: new(body.MoneyOf(money.MustParse("12.5")))},
			}},
			Offers: ImportedOffers{Created: 1},
		},
		Meta:   ImportMeta{Succeeded: 1},
		Errors: []ImportError{},
	}
}
