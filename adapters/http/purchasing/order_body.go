package purchasing

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// PurchaseOrder shows an order to clients. Amounts are in currency unless stated otherwise. Unknown
// values are null.
type PurchaseOrder struct {
	ID                  int64            `json:"id" doc:"Identifier of the order."`
	Number              string           `json:"number" doc:"The team's number of the order."`
	Status              string           `json:"status" doc:"draft, ordered, partially_received, received, closed or cancelled."`
	SupplierID          int64            `json:"supplier_id" doc:"The supplier."`
	Supplier            OrderSupplier    `json:"supplier" doc:"The supplier as it was when the order last was a draft."`
	WarehouseID         int64            `json:"warehouse_id" doc:"Where the goods are received."`
	Warehouse           OrderWarehouse   `json:"warehouse" doc:"The warehouse."`
	Currency            string           `json:"currency" doc:"ISO 4217 code of the amounts."`
	CostCurrency        string           `json:"cost_currency" doc:"ISO 4217 code of the landed costs."`
	ExchangeRate        *body.Rate       `json:"exchange_rate" doc:"How much cost_currency is 1 currency; null where they are the same."`
	ExchangeRateSource  *string          `json:"exchange_rate_source" doc:"given, manual or ecb; null without a rate."`
	ExchangeRateDate    *string          `json:"exchange_rate_date" doc:"The day of a rate that is manual or ecb."`
	OrderDate           *string          `json:"order_date" doc:"When it was ordered."`
	ExpectedDate        *string          `json:"expected_date" doc:"When the goods are expected."`
	PaymentDueDate      *string          `json:"payment_due_date" doc:"Payment due date."`
	SupplierReference   *string          `json:"supplier_reference" doc:"The supplier's number of the order."`
	PaymentTerms        *string          `json:"payment_terms" doc:"When and how it is paid."`
	TrackingNumbers     []string         `json:"tracking_numbers" doc:"Numbers of parcels."`
	ShippingCost        body.Money       `json:"shipping_cost" doc:"The supplier's charge for shipping."`
	ShippingTaxRate     body.Percent     `json:"shipping_tax_rate" doc:"Rate of its tax, in percent."`
	Discount            body.Money       `json:"discount" doc:"The supplier's discount on the subtotal."`
	OtherCosts          []OrderCost      `json:"other_costs" doc:"Costs of the whole order, such as freight and duty."`
	CostAllocation      string           `json:"cost_allocation" doc:"by_value, by_quantity, by_weight or none: how items share shipping_cost."`
	PricesIncludeTax    bool             `json:"prices_include_tax" doc:"Whether unit and other costs contain tax."`
	TaxCountry          *string          `json:"tax_country" doc:"The country that levies the tax; null if unknown."`
	TaxRecoverable      bool             `json:"tax_recoverable" doc:"Whether the tax comes back, so that it is no cost."`
	TaxReason           *string          `json:"tax_recoverable_reason" enum:"given,supplier,registration,small_business,no_registration,default_marketplace" doc:"Why: given on the order, by the supplier, by the team's registration in tax_country or for want of one, or by the default marketplace. Null for orders of earlier versions."`
	TaxOverride         *body.Money      `json:"tax_override" doc:"The tax as invoiced, in place of the computed."`
	ApplyWarehouseCosts bool             `json:"apply_warehouse_costs" doc:"Whether the warehouse's charges for a unit go into its cost."`
	Payments            []OrderPayment   `json:"payments" doc:"Payments that were made."`
	PaidAmount          body.Money       `json:"paid_amount" doc:"The sum of the payments."`
	PaymentStatus       string           `json:"payment_status" doc:"unpaid, partial, paid or overpaid."`
	Subtotal            *body.Money      `json:"subtotal" doc:"The sum of the items before the discount."`
	TaxTotal            *body.Money      `json:"tax_total" doc:"The tax of items, and of costs in currency."`
	Total               *body.Money      `json:"total" doc:"Amount owed to the supplier."`
	LandedTotal         *body.Money      `json:"landed_total" doc:"Cost of the goods until they came, in cost_currency."`
	ItemsCount          int64            `json:"items_count" doc:"How many items there are."`
	UnitsOrdered        int64            `json:"units_ordered" doc:"Units of all items, those that were cancelled not among them."`
	UnitsReceived       int64            `json:"units_received" doc:"Units that were accepted."`
	UnitsOutstanding    int64            `json:"units_outstanding" doc:"Units that are to come."`
	ReceivedPercent     body.Percent     `json:"received_percent" doc:"The share of units_ordered that does not come any more: received units of each item up to those ordered."`
	OnHold              bool             `json:"on_hold" doc:"Whether nothing is received for now."`
	OverReceived        bool             `json:"over_received" doc:"Whether more came of an item than was ordered."`
	ClosedShort         bool             `json:"closed_short" doc:"Whether closing cancelled units."`
	Overdue             bool             `json:"overdue" doc:"Whether units are outstanding that were expected before today (UTC)."`
	ConfirmedAt         *body.Time       `json:"confirmed_at" doc:"When the supplier confirmed the order."`
	ShippedAt           *body.Time       `json:"shipped_at" doc:"When the supplier shipped it."`
	SentAt              *body.Time       `json:"sent_at" doc:"When it was sent to the supplier; the service sends nothing."`
	AssigneeID          *int64           `json:"assignee_id" doc:"The member of the team who takes care of it."`
	Note                *string          `json:"note" doc:"Note, on any number of lines."`
	Tags                []body.RecordTag `json:"tags" doc:"Its tags."`
	NotesCount          int64            `json:"notes_count" doc:"Notes about it."`
	Documents           []OrderDocument  `json:"documents" doc:"The newest 20 documents attached to it."`
	DocumentsCount      int64            `json:"documents_count" doc:"Documents attached to it, without those that were deleted."`
	OrderedAt           *body.Time       `json:"ordered_at" doc:"When it last became ordered."`
	ReceivedAt          *body.Time       `json:"received_at" doc:"When it was received in full."`
	CreatedBy           *int64           `json:"created_by" doc:"The user who made it."`
	Costing             string           `json:"costing" doc:"done, or pending while costs of many items are still being written."`
	Warnings            []string         `json:"warnings" doc:"Possible mistakes: below_supplier_minimum, duplicate_reference, rate_far_off."`
	Version             int64            `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt           body.Time        `json:"created_at" doc:"When the order was made."`
	UpdatedAt           body.Time        `json:"updated_at" doc:"When the order last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (PurchaseOrder) LiveMembers() []string {
	return []string{
		"supplier", "warehouse", "overdue", "notes_count", "documents", "documents_count", "costing", "warnings",
	}
}

// PurchaseOrderWithItems has an order with its first items.
type PurchaseOrderWithItems struct {
	PurchaseOrder
	Items          []PurchaseOrderItem `json:"items" doc:"The first 100 items by position."`
	ItemsTruncated bool                `json:"items_truncated" doc:"Whether there are more items; their list has all."`
}

// OrderSupplier has the supplier's data in an order.
type OrderSupplier struct {
	ID           int64   `json:"id" doc:"Identifier of the supplier."`
	Name         string  `json:"name" doc:"Name of the supplier."`
	Code         *string `json:"code" doc:"The team's code of the supplier."`
	Currency     *string `json:"currency" doc:"ISO 4217 code of the supplier's prices."`
	PaymentTerms *string `json:"payment_terms" doc:"Its terms."`
	Deleted      bool    `json:"deleted" doc:"Whether the supplier was deleted."`
}

// OrderWarehouse has the warehouse's data in an order.
type OrderWarehouse struct {
	ID      int64  `json:"id" doc:"Identifier of the warehouse."`
	Name    string `json:"name" doc:"The name."`
	Type    string `json:"type" doc:"The type of the warehouse."`
	Deleted bool   `json:"deleted" doc:"Whether the warehouse was deleted."`
}

// OrderDocument has a document's data in an order.
type OrderDocument struct {
	ID           int64  `json:"id" doc:"Identifier of the document."`
	Type         string `json:"type" doc:"Type of the document."`
	OriginalName string `json:"original_name" doc:"The name of its file."`
	Deleted      bool   `json:"deleted" doc:"Whether the document was deleted."`
}

// OrderCost has a cost of the whole order.
type OrderCost struct {
	Label      string     `json:"label" doc:"Its purpose."`
	Amount     body.Money `json:"amount" doc:"How much, in currency; below 0 for a return."`
	Currency   string     `json:"currency" doc:"ISO 4217 code of amount."`
	Allocation string     `json:"allocation" doc:"by_value, by_quantity, by_weight or none: how items share it."`

	TaxRate body.Percent `json:"tax_rate" doc:"Rate of its tax, in percent of the cost without tax."`

	Payee string `json:"payee" doc:"The biller: supplier or other. Only the supplier's are part of total and tax_total."`

	ExchangeRate *body.Rate `json:"exchange_rate" doc:"cost_currency for 1 currency; null unless it is a third one."`
}

// OrderCostInput takes a cost of the whole order.
type OrderCostInput struct {
	Label      string                                 `json:"label" minLength:"1" maxLength:"60" doc:"Purpose of the cost. Not blank, on one line."`
	Amount     body.Money                             `json:"amount" doc:"In currency. Below 0 only with allocation none."`
	Currency   body.Opt[body.Currency]                `json:"currency,omitzero" doc:"ISO 4217 code; the order's currency when absent. The supplier bills in the order's currency."`
	Allocation body.Opt[body.Word[landed.Allocation]] `json:"allocation,omitzero" doc:"cost_allocation when absent."`
	TaxRate    body.Opt[body.Percent]                 `json:"tax_rate,omitzero" minimum:"0" maximum:"100" doc:"0 when absent. On top of amount, or in it with prices_include_tax. Of payee other no part of tax_total."`

	// A cost in another currency than the order's has the payee other when absent.
	Payee body.Opt[body.Word[landed.Payee]] `json:"payee,omitzero" doc:"The biller; supplier in the order's currency."`

	ExchangeRate body.Field[body.Rate] `json:"exchange_rate,omitzero" doc:"Of a third currency; the team's when absent."`
}

// OrderPayment has a payment to the supplier.
type OrderPayment struct {
	PaidOn    string     `json:"paid_on" doc:"When it was paid."`
	Amount    body.Money `json:"amount" doc:"How much was paid, in the order's currency."`
	Kind      string     `json:"kind" doc:"deposit, balance or other."`
	Reference *string    `json:"reference" doc:"Reference of the payment."`
}

// OrderPaymentInput takes a payment to the supplier.
type OrderPaymentInput struct {
	PaidOn    body.Day                     `json:"paid_on" doc:"When it was paid."`
	Amount    body.PositiveMoney           `json:"amount" doc:"How much was paid, in the order's currency."`
	Kind      body.Word[order.PaymentKind] `json:"kind" doc:"Purpose of the payment."`
	Reference body.Field[string]           `json:"reference,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Reference of the payment."`
}

// PurchaseOrderMembers has the members of an order that its users may write, except its supplier.
type PurchaseOrderMembers struct {
	Number              body.Opt[string]                       `json:"number,omitzero" minLength:"1" maxLength:"64" doc:"Not blank, on one line; no other order of the team has it. The next of PO-000001, PO-000002 … when absent."`
	WarehouseID         body.Opt[body.RecordID]                `json:"warehouse_id,omitzero" doc:"Where the goods are received; the default warehouse at first."`
	Currency            body.Opt[body.Currency]                `json:"currency,omitzero" doc:"ISO 4217 code: the supplier's at first, or else the team's. Fixed once ordered."`
	CostCurrency        body.Opt[body.Currency]                `json:"cost_currency,omitzero" doc:"ISO 4217 code: the team's at first. Fixed once ordered."`
	ExchangeRate        body.Field[body.Rate]                  `json:"exchange_rate,omitzero" doc:"How much cost_currency is 1 currency. Where they differ, an order that is placed without it takes the team's rate of its order date; null where not."`
	OrderDate           body.Field[body.Day]                   `json:"order_date,omitzero" doc:"Set to today by ordering where it is null. Null clears it."`
	ExpectedDate        body.Field[body.Day]                   `json:"expected_date,omitzero" doc:"Not before order_date. Set from the longest lead time of the offers, else the supplier's, by ordering where it is null. Null clears it."`
	PaymentDueDate      body.Field[body.Day]                   `json:"payment_due_date,omitzero" doc:"Null clears it."`
	SupplierReference   body.Field[string]                     `json:"supplier_reference,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Null clears it."`
	PaymentTerms        body.Field[string]                     `json:"payment_terms,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. The supplier's at first. Null clears it."`
	TrackingNumbers     body.Opt[[]string]                     `json:"tracking_numbers,omitzero" maxItems:"20" minLength:"1" maxLength:"100" doc:"Not blank, on one line each, each once."`
	ShippingCost        body.Opt[body.Money]                   `json:"shipping_cost,omitzero" minimum:"0" doc:"The supplier's default at first."`
	ShippingTaxRate     body.Opt[body.Percent]                 `json:"shipping_tax_rate,omitzero" minimum:"0" maximum:"100" doc:"Of shipping_cost; 0 at first. On top of it, or in it with prices_include_tax."`
	Discount            body.Opt[body.Money]                   `json:"discount,omitzero" minimum:"0" doc:"At most the subtotal."`
	OtherCosts          body.Opt[[]OrderCostInput]             `json:"other_costs,omitzero" maxItems:"20" doc:"The list is replaced as a whole."`
	CostAllocation      body.Opt[body.Word[landed.Allocation]] `json:"cost_allocation,omitzero" doc:"How items share shipping_cost; by_value at first. by_weight needs the weight of every item."`
	PricesIncludeTax    body.Opt[bool]                         `json:"prices_include_tax,omitzero" doc:"The supplier's, else the team's."`
	TaxCountry          body.Field[body.Country]               `json:"tax_country,omitzero" doc:"ISO 3166-1 code. At first the supplier's, else the warehouse's, once the team has stated registrations. A change decides tax_recoverable again. Null clears it."`
	TaxRecoverable      body.Opt[bool]                         `json:"tax_recoverable,omitzero" doc:"The supplier's at first, or else by the team's registration in tax_country, or else true unless the default marketplace shows prices without tax."`
	TaxOverride         body.Field[body.Money]                 `json:"tax_override,omitzero" minimum:"0" doc:"The tax as invoiced. Null clears it."`
	ApplyWarehouseCosts body.Opt[bool]                         `json:"apply_warehouse_costs,omitzero" doc:"false at first."`
	Payments            body.Opt[[]OrderPaymentInput]          `json:"payments,omitzero" maxItems:"20" doc:"The list is replaced as a whole."`
	OnHold              body.Opt[bool]                         `json:"on_hold,omitzero" doc:"true lets nothing be received."`
	ConfirmedAt         body.Field[body.Time]                  `json:"confirmed_at,omitzero" doc:"Null clears it."`
	ShippedAt           body.Field[body.Time]                  `json:"shipped_at,omitzero" doc:"Null clears it."`
	SentAt              body.Field[body.Time]                  `json:"sent_at,omitzero" doc:"Null clears it."`
	AssigneeID          body.Field[body.RecordID]              `json:"assignee_id,omitzero" doc:"A member of the team. Null clears it."`
	Note                body.Field[string]                     `json:"note,omitzero" minLength:"1" maxLength:"2000" doc:"Not blank, on any number of lines. The supplier's default at first. Null clears it."`
	TagIDs              body.Opt[[]body.ID]                    `json:"tag_ids,omitzero" maxItems:"100" doc:"Tags of the team, each once. The list is replaced as a whole."`
}

// NewPurchaseOrder makes an order.
type NewPurchaseOrder struct {
	SupplierID    body.Opt[body.RecordID]          `json:"supplier_id,omitzero" doc:"The supplier, which has to be active; supplier_id is required without copy_from."`
	Items         body.Opt[[]NewPurchaseOrderItem] `json:"items,omitzero" maxItems:"100" doc:"Items to buy. A wrong item refuses the call."`
	Status        body.Opt[string]                 `json:"status,omitzero" enum:"draft,ordered" doc:"draft when absent; ordered places the order in the same call."`
	CopyFrom      body.Opt[body.RecordID]          `json:"copy_from,omitzero" doc:"An order in any state, to copy supplier, warehouse, terms, costs and items from. Members of the call are laid over them, and items replace all copied items."`
	Copy          body.Opt[body.Word[orders.Copy]] `json:"copy,omitzero" doc:"all at first: every unit that was ordered. outstanding: those that did not come, also where closing cancelled them."`
	AllowZeroCost body.Opt[bool]                   `json:"allow_zero_cost,omitzero" doc:"Lets unit costs of 0 be ordered."`
	PurchaseOrderMembers
}

// PurchaseOrderPatch changes an order: its members, then its status.
type PurchaseOrderPatch struct {
	body.AtLeastOne
	SupplierID       body.Opt[body.RecordID]           `json:"supplier_id,omitzero" doc:"An active supplier. Fixed once ordered."`
	Status           body.Opt[body.Word[order.Status]] `json:"status,omitzero" doc:"The status to move to; the present status changes nothing."`
	AllowZeroCost    body.Opt[bool]                    `json:"allow_zero_cost,omitzero" doc:"Lets unit costs of 0 be ordered."`
	ReceivedOn       body.Opt[body.Day]                `json:"received_on,omitzero" doc:"With status received: when the rest came, today (UTC) when absent."`
	ReceiptReference body.Opt[string]                  `json:"receipt_reference,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. With status received: the delivery note."`
	PurchaseOrderMembers
}

func orderOf(o orders.View) PurchaseOrder {
	v, c := o.Values, o.Counts
	costing := "done"
	if o.Costing {
		costing = "pending"
	}
	rateSource, rateDate := rateOrigin(o.Snapshot)
	return PurchaseOrder{
		ID: int64(o.ID), Number: v.Number, Status: string(o.Status), SupplierID: v.SupplierID,
		ExchangeRateSource: rateSource, ExchangeRateDate: rateDate,
		Supplier: OrderSupplier{
			ID: v.SupplierID, Name: o.Supplier.Name, Code: o.Supplier.Code.Ptr(), Currency: (*string)(o.Supplier.Currency.Ptr()),
			PaymentTerms: o.Supplier.PaymentTerms.Ptr(), Deleted: o.SupplierDeleted,
		},
		WarehouseID: v.WarehouseID,
		Warehouse:   OrderWarehouse{ID: v.WarehouseID, Name: o.Warehouse.Name, Type: o.Warehouse.Type, Deleted: o.WarehouseDeleted},
		Currency:    string(v.Currency), CostCurrency: string(v.CostCurrency), ExchangeRate: body.Maybe(v.ExchangeRate, body.RateOf),
		OrderDate: body.Maybe(v.OrderDate, date.Date.String), ExpectedDate: body.Maybe(v.ExpectedDate, date.Date.String),
		PaymentDueDate: body.Maybe(v.PaymentDueDate, date.Date.String), SupplierReference: v.SupplierReference.Ptr(),
		PaymentTerms: v.PaymentTerms.Ptr(), TrackingNumbers: v.TrackingNumbers, ShippingCost: body.MoneyOf(v.ShippingCost),
		ShippingTaxRate: body.PercentOf(v.ShippingTaxRate), Discount: body.MoneyOf(v.Discount),
		OtherCosts: body.Each(v.OtherCosts, func(c landed.OtherCost) OrderCost {
			return OrderCost{
				Label: c.Label, Amount: body.MoneyOf(c.Amount), Currency: string(c.Currency), Allocation: string(c.Allocation),
				TaxRate: body.PercentOf(c.TaxRate), Payee: string(c.Paid(v.Currency)),
				ExchangeRate: body.Maybe(c.ExchangeRate, body.RateOf),
			}
		}),
		CostAllocation: string(v.CostAllocation), PricesIncludeTax: v.PricesIncludeTax,
		TaxCountry: v.TaxCountry.Ptr(), TaxRecoverable: v.TaxRecoverable,
		TaxReason:   body.Text(v.TaxRecoverableReason),
		TaxOverride: body.Maybe(v.TaxOverride, body.MoneyOf), ApplyWarehouseCosts: v.ApplyWarehouseCosts,
		Payments: body.Each(v.Payments, func(p order.Payment) OrderPayment {
			return OrderPayment{PaidOn: p.PaidOn.String(), Amount: body.MoneyOf(p.Amount), Kind: string(p.Kind), Reference: p.Reference.Ptr()}
		}),
		PaidAmount: body.MoneyOf(o.PaidAmount()), PaymentStatus: string(o.PaymentStatus()), Subtotal: body.Maybe(o.Sums.Subtotal, body.MoneyOf),
		TaxTotal: body.Maybe(o.Sums.Tax, body.MoneyOf), Total: body.Maybe(o.Sums.Total, body.MoneyOf), LandedTotal: body.Maybe(o.Sums.LandedTotal, body.MoneyOf),
		ItemsCount: c.Items, UnitsOrdered: c.Ordered - c.Cancelled, UnitsReceived: c.Received, UnitsOutstanding: c.Outstanding,
		ReceivedPercent: body.PercentOf(o.ReceivedPercent()), OnHold: v.OnHold, OverReceived: o.OverReceived(), ClosedShort: o.ClosedShort(),
		Overdue: o.Overdue(o.Today), ConfirmedAt: body.Maybe(v.ConfirmedAt, body.TimeOf), ShippedAt: body.Maybe(v.ShippedAt, body.TimeOf),
		SentAt: body.Maybe(v.SentAt, body.TimeOf), AssigneeID: (*int64)(v.AssigneeID.Ptr()), Note: v.Note.Ptr(),
		Tags: body.RecordTags(o.Marks), NotesCount: o.Marks.Notes, DocumentsCount: o.Papers.Count,
		Documents: body.Each(o.Papers.List, func(p order.Paper) OrderDocument { return OrderDocument{p.ID, p.Type, p.Name, p.Deleted} }),
		OrderedAt: body.Maybe(o.OrderedAt, body.TimeOf), ReceivedAt: body.Maybe(o.ReceivedAt, body.TimeOf), CreatedBy: (*int64)(o.CreatedBy.Ptr()),
		Costing: costing, Warnings: body.Words[string](o.Warnings), Version: o.Version, CreatedAt: body.TimeOf(o.CreatedAt), UpdatedAt: body.TimeOf(o.UpdatedAt),
	}
}

// rateOrigin returns the source of the order's exchange rate, and the day of a rate that was taken.
func rateOrigin(s order.Snapshot) (source, day *string) {
	from, taken := s.RateFrom.Get()
	switch {
	case taken:
		return new(string(from.Source)), new(from.Day.String())
	case s.Values.ExchangeRate.Known():
		return new("given"), nil
	}
	return nil, nil
}

func orderWithItemsOf(o orders.View) PurchaseOrderWithItems {
	return PurchaseOrderWithItems{
		PurchaseOrder: orderOf(o), Items: body.Each(o.Items, itemOf), ItemsTruncated: int64(len(o.Items)) < o.Counts.Items,
	}
}

func plainID[T ~int64](f optional.Field[T]) optional.Field[int64] {
	return optional.Map(f, func(n T) int64 { return int64(n) })
}

func (m PurchaseOrderMembers) patch(supplier body.Opt[body.RecordID]) order.Patch {
	return order.Patch{
		Number: m.Number.Field, SupplierID: plainID(supplier.Field), WarehouseID: plainID(m.WarehouseID.Field),
		Currency:     body.CurrencyField(body.Field[body.Currency](m.Currency)),
		CostCurrency: body.CurrencyField(body.Field[body.Currency](m.CostCurrency)),
		ExchangeRate: optional.Map(m.ExchangeRate.Field, body.Rate.Exact), OrderDate: optional.Map(m.OrderDate.Field, body.Day.Date),
		ExpectedDate: optional.Map(m.ExpectedDate.Field, body.Day.Date), PaymentDueDate: optional.Map(m.PaymentDueDate.Field, body.Day.Date),
		SupplierReference: m.SupplierReference.Field, PaymentTerms: m.PaymentTerms.Field, TrackingNumbers: m.TrackingNumbers.Field,
		ShippingCost:    optional.Map(m.ShippingCost.Field, body.Money.Amount),
		ShippingTaxRate: optional.Map(m.ShippingTaxRate.Field, body.Percent.Exact),
		Discount:        optional.Map(m.Discount.Field, body.Money.Amount),
		OtherCosts: optional.Map(m.OtherCosts.Field, func(list []OrderCostInput) []landed.OtherCost {
			return body.Each(list, func(c OrderCostInput) landed.OtherCost {
				return landed.OtherCost{
					Label: c.Label, Amount: c.Amount.Amount(), Currency: money.Currency(c.Currency.Value), Allocation: landed.Allocation(c.Allocation.Value),
					TaxRate: c.TaxRate.Value.Exact(), Payee: landed.Payee(c.Payee.Value),
					ExchangeRate: optional.Map(c.ExchangeRate.Field, body.Rate.Exact).Maybe(),
				}
			})
		}),
		CostAllocation: body.Said(m.CostAllocation), PricesIncludeTax: m.PricesIncludeTax.Field, TaxRecoverable: m.TaxRecoverable.Field,
		TaxCountry:  optional.Map(m.TaxCountry.Field, func(c body.Country) string { return string(c) }),
		TaxOverride: optional.Map(m.TaxOverride.Field, body.Money.Amount), ApplyWarehouseCosts: m.ApplyWarehouseCosts.Field,
		Payments: optional.Map(m.Payments.Field, func(list []OrderPaymentInput) []order.Payment {
			return body.Each(list, func(p OrderPaymentInput) order.Payment {
				return order.Payment{PaidOn: p.PaidOn.Date(), Amount: p.Amount.Amount(), Kind: order.PaymentKind(p.Kind), Reference: p.Reference.Maybe()}
			})
		}),
		AssigneeID: optional.Map(m.AssigneeID.Field, func(n body.RecordID) id.User { return id.User(n) }), Note: m.Note.Field, OnHold: m.OnHold.Field,
		TagIDs:      body.TagIDs(m.TagIDs),
		ConfirmedAt: optional.Map(m.ConfirmedAt.Field, body.Time.Time), ShippedAt: optional.Map(m.ShippedAt.Field, body.Time.Time),
		SentAt: optional.Map(m.SentAt.Field, body.Time.Time),
	}
}

func (n NewPurchaseOrder) create() orders.Create {
	return orders.Create{
		Patch: n.patch(n.SupplierID), Items: body.Each(n.Items.Value, NewPurchaseOrderItem.patch), Ordered: n.Status.Value == string(order.Ordered),
		AllowZeroCost: n.AllowZeroCost.Value, Copy: body.Said(n.Copy).Maybe().Or(orders.CopyAll),
		CopyFrom: optional.Map(n.CopyFrom.Field, func(n body.RecordID) order.ID { return order.ID(n) }).Maybe(),
	}
}

func (p PurchaseOrderPatch) update() orders.Update {
	return orders.Update{
		Patch: p.patch(p.SupplierID), Status: body.Said(p.Status).Maybe(), AllowZeroCost: p.AllowZeroCost.Value,
		Delivery: order.Delivery{Day: optional.Map(p.ReceivedOn.Field, body.Day.Date).Maybe(), Reference: p.ReceiptReference.Maybe()},
	}
}

func exampleOrder() PurchaseOrder {
	amount := func(s string) body.Money { return body.MoneyOf(money.MustParse(s)) }
	return PurchaseOrder{
		ID: 1, Number: "PO-000001", Status: "partially_received", SupplierID: 1,
		Supplier:    OrderSupplier{ID: 1, Name: "Hafen Trade", Code: new("HT"), Currency: new("EUR"), PaymentTerms: new("30 days net")},
		WarehouseID: 1, Warehouse: OrderWarehouse{ID: 1, Name: "Cellar", Type: "own"}, Currency: "EUR", CostCurrency: "USD",
		ExchangeRate: new(body.RateOf(money.MustParseRate("1.08"))), ExchangeRateSource: new("given"),
		OrderDate: new("2026-03-09"), ExpectedDate: new("2026-03-19"),
		SupplierReference: new("A-77120"), PaymentTerms: new("30 days net"), TrackingNumbers: []string{"00340434161094042557"},
		ShippingCost: amount("25"), Discount: amount("0"), OtherCosts: []OrderCost{{Label: "Duty", Amount: amount("18.5"), Currency: "USD", Allocation: "by_value", Payee: "supplier"}},
		CostAllocation: "by_value", TaxCountry: new("DE"), TaxRecoverable: true, TaxReason: new("registration"),
		Payments:   []OrderPayment{{PaidOn: "2026-03-09", Amount: amount("100"), Kind: "deposit"}},
		PaidAmount: amount("100"), PaymentStatus: "partial", Subtotal: new(amount("380")), TaxTotal: new(amount("72.2")), Total: new(amount("477.2")),
		LandedTotal: new(amount("455.9")), ItemsCount: 1, UnitsOrdered: 100, UnitsReceived: 60, UnitsOutstanding: 40,
		ReceivedPercent: body.PercentOf(money.MustParsePercent("60")), ConfirmedAt: new(body.Time("2026-03-10T08:00:00.000000Z")),
		OrderedAt: new(body.Time("2026-03-09T12:00:00.000000Z")), CreatedBy: new(int64(3)), Costing: "done", Warnings: []string{}, Version: 4,
		Tags: []body.RecordTag{{ID: 3, Name: "Christmas", Color: new("#d62828")}}, DocumentsCount: 1,
		Documents: []OrderDocument{{ID: 12, Type: "invoice", OriginalName: "invoice-77120.pdf"}},
		CreatedAt: "2026-03-09T11:58:00.000000Z", UpdatedAt: "2026-03-19T09:41:07.120000Z",
	}
}

func exampleOrderMembers() PurchaseOrderMembers {
	return PurchaseOrderMembers{
		Currency: body.OptOf(body.Currency("EUR")), CostCurrency: body.OptOf(body.Currency("USD")),
		ExchangeRate: body.FieldOf(body.RateOf(money.MustParseRate("1.08"))), ShippingCost: body.OptOf(body.MoneyOf(money.MustParse("25"))),
		OtherCosts: body.OptOf([]OrderCostInput{{
			Label: "Duty", Amount: body.MoneyOf(money.MustParse("18.5")), Currency: body.OptOf(body.Currency("USD")),
		}}),
	}
}
