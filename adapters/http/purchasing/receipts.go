package purchasing

import (
	"context"
	"net/http"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// ReceiptLine shows a line of the ledger of receipts, corrections and returns of an order. Unknown
// values are null.
type ReceiptLine struct {
	ID              int64       `json:"id" doc:"Identifier of the line."`
	ItemID          int64       `json:"item_id" doc:"The item of the order."`
	Kind            string      `json:"kind" doc:"receipt, correction or return."`
	Accepted        int64       `json:"accepted" doc:"Units that were kept; below 0 in corrections and returns."`
	Rejected        int64       `json:"rejected" doc:"Units that were refused."`
	RejectionReason *string     `json:"rejection_reason" doc:"Why units were refused: damaged, wrong_item, expired or other."`
	ReturnReason    *string     `json:"return_reason" doc:"Why units went back."`
	ReceivedOn      string      `json:"received_on" doc:"The day by which the units count in costs."`
	Reference       *string     `json:"reference" doc:"The delivery note."`
	WarehouseID     int64       `json:"warehouse_id" doc:"Where the units came to or left."`
	LandedUnitCost  *body.Money `json:"landed_unit_cost" doc:"Cost of one unit of the item until it came, in cost_currency of the order, as its costs are now."`
	CostWritten     bool        `json:"cost_written" doc:"Whether the units count in a cost."`
	CostNote        *string     `json:"cost_note" doc:"Why they do not: currency, manual_cost or limit_reached."`
	UserID          *int64      `json:"user_id" doc:"Who booked it; null for the command line."`
	CreatedAt       body.Time   `json:"created_at" doc:"When it was booked."`
}

// NewReceipts books units that came together.
type NewReceipts struct {
	ReceivedOn  body.Opt[body.Day]      `json:"received_on,omitzero" doc:"When they came, from 2000-01-01 to tomorrow, today (UTC) when absent."`
	Reference   body.Opt[string]        `json:"reference,omitzero" minLength:"1" maxLength:"200" doc:"The delivery note, which is booked once for an order. Not blank, on one line."`
	WarehouseID body.Opt[body.RecordID] `json:"warehouse_id,omitzero" doc:"Where they came to; the order's warehouse when absent."`
	Lines       []NewReceiptLine        `json:"lines" minItems:"1" maxItems:"500" doc:"Units that came. All lines are booked, or nothing is."`
}

// NewReceiptLine counts units of an item, named by one of item_id, supplier_sku and gtin.
type NewReceiptLine struct {
	ItemID          body.Opt[body.RecordID]              `json:"item_id,omitzero" doc:"The item."`
	SupplierSKU     body.Opt[string]                     `json:"supplier_sku,omitzero" minLength:"1" maxLength:"100" doc:"Not blank, on one line. The only item of the order with this SKU of the supplier, in any letter case."`
	GTIN            body.Opt[string]                     `json:"gtin,omitzero" minLength:"8" maxLength:"14" doc:"The only item of the order with this code: 8, 12, 13 or 14 digits with a fitting check digit."`
	Accepted        int64                                `json:"accepted" minimum:"0" maximum:"1000000" doc:"Units that are kept."`
	Rejected        body.Opt[int64]                      `json:"rejected,omitzero" minimum:"0" maximum:"1000000" doc:"Units that were refused; they stay outstanding. 0 when absent."`
	RejectionReason body.Opt[body.Word[order.Rejection]] `json:"rejection_reason,omitzero" doc:"Why; goes with rejected."`
	ReceiptSurplus
}

// ReceiptSurplus has the choice about units beyond those due.
type ReceiptSurplus struct {
	OverReceipt body.Opt[body.Word[order.OverReceipt]] `json:"over_receipt,omitzero" doc:"Who pays for units beyond those due: free (at first) lowers the unit cost, billed raises quantity and total."`
}

// over returns the choice, "" if it is absent.
func (r ReceiptSurplus) over() order.OverReceipt { return order.OverReceipt(r.OverReceipt.Value) }

// BookedReceipts has the booked lines and the new state of the order.
type BookedReceipts struct {
	Lines []ReceiptLine `json:"lines" doc:"The receipt lines, as the lines were sent."`
	Order OrderState    `json:"order" doc:"The order after them."`
}

var lineSorts = records.Sortable{Fields: []string{"created_at", "id"}, Default: "id"}

type listReceiptsInput struct {
	ofOrder
	records.RecordInput
	Kind      []body.Word[order.ReceiptKind] `query:"kind" maxItems:"3" doc:"Any of these kinds."`
	Reference []string                       `query:"reference" maxItems:"100" doc:"Any of these delivery notes, letter for letter."`
}

type bookReceiptsInput struct {
	ofOrder
	Body NewReceipts
}

// receipts registers the operations of deliveries; k names the items of an order.
func (h orderHandlers) receipts(k records.Kind) {
	records.List(k, httpx.Operation{
		ID: "listPurchaseOrderReceipts", Summary: "List receipts of a purchase order", Errors: []int{http.StatusNotFound},
		Description: "Lists receipts, corrections and returns of an order, the oldest first. Filters narrow the list " +
			"together; several values in one filter mean any of them. It is an extra " +
			"of this service.",
	}, lineSorts, receiptLineOf, exampleReceiptLine(),
		func(ctx context.Context, who caller.Caller, in *listReceiptsInput, req page.Request) (page.Page[order.Line], error) {
			return h.app.Lines(ctx, who, in.order(), orders.LineFilter{Kinds: body.Words[order.ReceiptKind](in.Kind), References: in.Reference}, req)
		})
	httpx.Register(k.Router, httpx.Operation{
		ID: "createPurchaseOrderReceipts", DryRun: true, Method: http.MethodPost, Path: k.Path, Group: k.Group, Beta: true, Noun: k.Noun, Record: 3, Summary: "Receive items of a purchase order",
		Description: "Books up to 500 lines that came together, all or nothing, with their stock and costs. It is an extra " +
			"of this service.\n\n" +
			"Refusals:\n\n" +
			"- 422 duplicate: the delivery note was booked for the order already; existing_id has the line\n" +
			"- 422 not_found: an unknown warehouse, or a line that names no item\n" +
			"- 422 validation_failed: a line that names several items, or units and reasons that do not go " +
			"together\n" +
			"- 422 over_receipt: more than the team lets come on top; the entry in errors has ordered, received " +
			"and most\n" +
			"- 422 invalid_state: the order is on hold or receives nothing\n" +
			"- 400 conflicting_parameters: a line has two of item_id, supplier_sku and gtin",
		RequestExample: NewReceipts{
			ReceivedOn: body.OptOf(body.Day("2026-03-19")), Reference: body.OptOf("DN-8"),
			Lines: []NewReceiptLine{{ItemID: body.OptOf(body.RecordID(7)), Accepted: 40}},
		},
		Example: body.One[BookedReceipts]{Data: BookedReceipts{
			[]ReceiptLine{exampleReceiptLine()}, OrderState{ID: 3, Version: 3, Status: "partially_received", UnitsReceived: 40, UnitsOutstanding: 320},
		}},
		Errors: []int{http.StatusNotFound, http.StatusUnprocessableEntity},
	}, httpx.AnswerOne(bookedReceiptsOf, h.deliver))
}

func (h orderHandlers) deliver(ctx context.Context, who caller.Caller, in *bookReceiptsInput) (out orders.Booking, err error) {
	var f check.Faults
	d := order.Delivery{
		Day:         optional.Map(in.Body.ReceivedOn.Field, body.Day.Date).Maybe(),
		Reference:   check.Line(&f, "/reference", in.Body.Reference.Field, order.MaxReference).Maybe(),
		WarehouseID: int64(in.Body.WarehouseID.Value),
	}
	lines := make([]orders.Delivered, len(in.Body.Lines))
	for i, l := range in.Body.Lines {
		at := check.Item("/lines", i)
		given := 0
		for _, set := range []bool{l.ItemID.Set, l.SupplierSKU.Set, l.GTIN.Set} {
			if set {
				given++
			}
		}
		if given > 1 {
			return out, fault.New(fault.Invalid, fault.CodeConflictingParameters, "Give one of item_id, supplier_sku and gtin.").At(at)
		}
		f.Required(at+"/item_id", given == 1)
		if code, ok := l.GTIN.Given(); ok {
			if _, ok := purchasing.GTINKey(code); !ok {
				f.Add(fault.CodeInvalid, at+"/gtin", "must be 8, 12, 13 or 14 digits with a fitting check digit")
			}
		}
		lines[i] = orders.Delivered{
			Item:        optional.Map(l.ItemID.Field, func(n body.RecordID) order.ItemID { return order.ItemID(n) }).Maybe(),
			SupplierSKU: check.Line(&f, at+"/supplier_sku", l.SupplierSKU.Field, purchasing.MaxSupplierSKU).Maybe(), GTIN: l.GTIN.Maybe(),
			Accepted: l.Accepted, Rejected: l.Rejected.Value, Over: l.over(),
			Reason: optional.Map(l.RejectionReason.Field, func(w body.Word[order.Rejection]) order.Rejection { return order.Rejection(w) }).Maybe(),
		}
	}
	if err := f.Err(fault.CodeValidationFailed); err != nil {
		return out, err
	}
	return h.app.Deliver(ctx, who, in.order(), d, lines)
}

func receiptLineOf(l order.Line) ReceiptLine {
	out := ReceiptLine{
		ID: l.ID, ItemID: int64(l.Item), Kind: string(l.Kind), Accepted: l.Accepted, Rejected: l.Rejected, ReceivedOn: l.Day.String(),
		Reference: l.Reference.Ptr(), WarehouseID: l.WarehouseID, LandedUnitCost: body.Maybe(l.LandedUnit, body.MoneyOf), CostWritten: l.Cost.Written,
		UserID: (*int64)(l.User.Ptr()), CreatedAt: body.TimeOf(l.At),
	}
	if l.Kind == order.Return {
		out.ReturnReason = l.Reason.Ptr()
	} else {
		out.RejectionReason = l.Reason.Ptr()
	}
	if l.Cost.Note != "" {
		out.CostNote = new(string(l.Cost.Note))
	}
	return out
}

func bookedReceiptsOf(b orders.Booking) BookedReceipts {
	return BookedReceipts{body.Each(b.Lines, receiptLineOf), orderStateOf(b.Order)}
}

func exampleReceiptLine() ReceiptLine {
	return ReceiptLine{
		ID: 1, ItemID: 7, Kind: "receipt", Accepted: 40, ReceivedOn: "2026-03-19", Reference: new("DN-8"), WarehouseID: 1,
		LandedUnitCost: new(body.MoneyOf(money.MustParse("3.625"))), UserID: new(int64(3)), CreatedAt: "2026-03-19T09:41:07.120000Z",
	}
}
