package purchasing

import (
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// PurchaseOrderItem shows an item to clients. Amounts are in the order's currency unless stated
// otherwise. Unknown values are null.
type PurchaseOrderItem struct {
	ID                  int64           `json:"id" doc:"Identifier of the item."`
	Position            int             `json:"position" doc:"Place in the order; of equal places the older item is first."`
	InventoryProductID  *int64          `json:"inventory_product_id" doc:"The inventory product that is bought."`
	SKUID               *int64          `json:"sku_id" doc:"The SKU that it is bought for."`
	SupplierOfferID     *int64          `json:"supplier_offer_id" doc:"The supplier offer by which it is bought."`
	ASIN                *string         `json:"asin" doc:"Amazon's identifier of the thing."`
	MarketplaceID       *string         `json:"marketplace_id" doc:"Amazon's identifier of the marketplace of asin."`
	SupplierSKU         *string         `json:"supplier_sku" doc:"The supplier's SKU of the product."`
	GTIN                *string         `json:"gtin" doc:"Code of the thing, as it was written."`
	Title               *string         `json:"title" doc:"Title of the product."`
	Quantity            int64           `json:"quantity" doc:"Units that were ordered."`
	CaseQuantity        *int64          `json:"case_quantity" doc:"Cases that were ordered."`
	UnitsPerCase        *int64          `json:"units_per_case" doc:"Units in a case."`
	UnitCost            *body.UnitPrice `json:"unit_cost" doc:"Cost of one unit, to six decimals."`
	DiscountPercent     body.Percent    `json:"discount_percent" doc:"The supplier's discount in percent."`
	TaxRate             body.Percent    `json:"tax_rate" doc:"Tax on the item."`
	UnitWeightG         *int64          `json:"unit_weight_g" doc:"Weight of one unit in grams."`
	ExpectedDate        *string         `json:"expected_date" doc:"When the item is expected."`
	Note                *string         `json:"note" doc:"Note."`
	QuantityCancelled   int64           `json:"quantity_cancelled" doc:"Units that do not come."`
	QuantityReceived    int64           `json:"quantity_received" doc:"Units that were accepted."`
	QuantityRejected    int64           `json:"quantity_rejected" doc:"Units that were refused on arrival; they stay outstanding."`
	QuantityReturned    int64           `json:"quantity_returned" doc:"Accepted units that went back."`
	QuantityOutstanding int64           `json:"quantity_outstanding" doc:"Units that are to come."`
	QuantityBilledOver  int64           `json:"quantity_billed_over" doc:"Units of quantity that receipts billed beyond it."`
	LineTotal           *body.Money     `json:"line_total" doc:"unit_cost times the units that are to come, less discount_percent."`
	DiscountShare       *body.Money     `json:"discount_share" doc:"Its share of the order's discount, by line_total."`
	NetTotal            *body.Money     `json:"net_total" doc:"Amount after discounts, without tax."`
	TaxTotal            *body.Money     `json:"tax_total" doc:"Its tax."`
	ShippingShare       *body.Money     `json:"shipping_share" doc:"Its share of shipping_cost."`
	OtherShares         []OrderShare    `json:"other_shares" doc:"Its shares of other_costs, in their order."`
	LandedTotal         *body.Money     `json:"landed_total" doc:"Cost of all its units until they came, in cost_currency."`
	LandedUnitCost      *body.Money     `json:"landed_unit_cost" doc:"landed_total by its units, including free units, to four decimals."`
	LandedReceived      *body.Money     `json:"landed_received" doc:"Part of landed_total for the units that came and were kept."`
	Warnings            []string        `json:"warnings" doc:"Possible mistakes: below_moq, not_order_multiple, cost_up, duplicate_item, cost_currency, sku_cost_first, no_cost_target."`
	Version             int64           `json:"version" doc:"Counts the changes of the item, for If-Match."`
	CreatedAt           body.Time       `json:"created_at" doc:"When the item was made."`
	UpdatedAt           body.Time       `json:"updated_at" doc:"When the item last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (PurchaseOrderItem) LiveMembers() []string {
	return []string{"warnings"}
}

// OrderShare has an item's share of a cost.
type OrderShare struct {
	Label    string      `json:"label" doc:"Purpose of the cost."`
	Amount   *body.Money `json:"amount" doc:"The share, in currency."`
	Currency string      `json:"currency" doc:"ISO 4217 code."`
}

// ChangedPurchaseOrderItem has an item and the new state of its order.
type ChangedPurchaseOrderItem struct {
	PurchaseOrderItem
	Order OrderState `json:"order" doc:"The order after the change."`
}

// OrderState has the members of an order that a change of an item changes.
type OrderState struct {
	ID               int64  `json:"id" doc:"Identifier of the order."`
	Version          int64  `json:"version" doc:"Its version."`
	Status           string `json:"status" doc:"Its status."`
	UnitsReceived    int64  `json:"units_received" doc:"Units that were accepted."`
	UnitsOutstanding int64  `json:"units_outstanding" doc:"Units that are to come."`
}

// NewPurchaseOrderItem has the members of an item that its users may write. It must name the
// product by at least one of inventory_product_id, sku_id, supplier_offer_id, asin, supplier_sku,
// gtin and title.
type NewPurchaseOrderItem struct {
	Position           body.Opt[int]                  `json:"position,omitzero" minimum:"1" maximum:"100000" doc:"Place in the order; after the last item at first."`
	InventoryProductID body.Field[body.RecordID]      `json:"inventory_product_id,omitzero" doc:"An inventory product. Its cost is written by receipts. Fixed once ordered."`
	SKUID              body.Field[body.RecordID]      `json:"sku_id,omitzero" doc:"A SKU. Without a product, receipts write the cost of the product that it sells one unit of, else its own. Fixed once ordered."`
	SupplierOfferID    body.Field[body.RecordID]      `json:"supplier_offer_id,omitzero" doc:"An offer of the supplier. Its price counts without unit_cost, converted with the rate of the day. Fixed once ordered."`
	ASIN               body.Field[body.ASIN]          `json:"asin,omitzero" doc:"Goes with marketplace_id. Fixed once ordered."`
	MarketplaceID      body.Field[body.MarketplaceID] `json:"marketplace_id,omitzero" doc:"Goes with asin. Fixed once ordered."`
	SupplierSKU        body.Field[string]             `json:"supplier_sku,omitzero" minLength:"1" maxLength:"100" doc:"The supplier's SKU of the product. Not blank, on one line. Fixed once ordered."`
	GTIN               body.Field[string]             `json:"gtin,omitzero" minLength:"8" maxLength:"14" doc:"8, 12, 13 or 14 digits with a fitting check digit. Fixed once ordered."`
	Title              body.Field[string]             `json:"title,omitzero" minLength:"1" maxLength:"500" doc:"Title of the item. Not blank, on one line. The title of product, SKU or offer at first."`
	Quantity           body.Opt[int64]                `json:"quantity,omitzero" minimum:"1" maximum:"1000000" doc:"Units; quantity is required for a new item without case_quantity. It cannot be less than the units that came and were cancelled."`
	CaseQuantity       body.Field[int64]              `json:"case_quantity,omitzero" minimum:"1" maximum:"1000000" doc:"Cases; times units_per_case it is quantity. Null clears it."`
	UnitsPerCase       body.Field[int64]              `json:"units_per_case,omitzero" minimum:"1" maximum:"1000000" doc:"The pack_size of the offer at first, where case_quantity is given. Null clears it."`
	UnitCost           body.Field[body.UnitPrice]     `json:"unit_cost,omitzero" doc:"Per unit, at most six decimals. The price of the offer for the quantity at first, where that is in the order's currency. Null clears it in a draft."`
	DiscountPercent    body.Opt[body.Percent]         `json:"discount_percent,omitzero" minimum:"0" maximum:"100" doc:"The supplier's at first."`
	TaxRate            body.Opt[body.Percent]         `json:"tax_rate,omitzero" minimum:"0" maximum:"100" doc:"The supplier's default at first, or else 0."`
	UnitWeightG        body.Field[int64]              `json:"unit_weight_g,omitzero" minimum:"0" maximum:"10000000" doc:"Grams. The product's at first. Null clears it."`
	ExpectedDate       body.Field[body.Day]           `json:"expected_date,omitzero" doc:"Null clears it."`
	Note               body.Field[string]             `json:"note,omitzero" minLength:"1" maxLength:"500" doc:"Not blank, on one line. Null clears it."`
	QuantityCancelled  body.Opt[int64]                `json:"quantity_cancelled,omitzero" minimum:"0" maximum:"1000000" doc:"Units that do not come, at most those that are outstanding."`
}

// PurchaseOrderItemPatch either changes the members of an item, or books units by one of
// quantity_received, receive and return.
type PurchaseOrderItemPatch struct {
	body.AtLeastOne
	NewPurchaseOrderItem
	QuantityReceived body.Opt[int64]         `json:"quantity_received,omitzero" minimum:"0" maximum:"1000000" doc:"All units that were accepted. Fewer than before are a correction, which takes from the latest receipts."`
	ReceivedOn       body.Opt[body.Day]      `json:"received_on,omitzero" doc:"With quantity_received: when the units came, from 2000-01-01 to tomorrow, today (UTC) when absent."`
	Reference        body.Opt[string]        `json:"reference,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. With quantity_received: the delivery note."`
	Receive          body.Opt[ReceivedUnits] `json:"receive,omitzero" doc:"Units that came."`
	Return           body.Opt[ReturnedUnits] `json:"return,omitzero" doc:"Accepted units that go back."`
	ReceiptSurplus
}

// ReceivedUnits counts units of an item that came, at least one unit.
type ReceivedUnits struct {
	Accepted        body.Opt[int64]                      `json:"accepted,omitzero" minimum:"0" maximum:"1000000" doc:"Units that are kept. 0 at first."`
	Rejected        body.Opt[int64]                      `json:"rejected,omitzero" minimum:"0" maximum:"1000000" doc:"Units that were refused; they stay outstanding. 0 at first."`
	RejectionReason body.Opt[body.Word[order.Rejection]] `json:"rejection_reason,omitzero" doc:"Why; goes with rejected."`
	Reference       body.Opt[string]                     `json:"reference,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. The delivery note."`
	ReceivedOn      body.Opt[body.Day]                   `json:"received_on,omitzero" doc:"When they came, from 2000-01-01 to tomorrow, today (UTC) when absent."`
	WarehouseID     body.Opt[body.RecordID]              `json:"warehouse_id,omitzero" doc:"Where they came to; the order's warehouse when absent."`
	ReceiptSurplus
}

// ReturnedUnits counts units of an item that go back.
type ReturnedUnits struct {
	Quantity  int64            `json:"quantity" minimum:"1" maximum:"1000000" doc:"Units, at most those that were accepted and did not go back."`
	Reason    body.Opt[string] `json:"reason,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line."`
	Replace   body.Opt[bool]   `json:"replace,omitzero" doc:"Whether they are due again. false at first."`
	Reference body.Opt[string] `json:"reference,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line."`

	ReturnedOn body.Opt[body.Day] `json:"returned_on,omitzero" doc:"From 2000-01-01 to tomorrow, today (UTC) when absent."`
}

// receiving converts the units that the body books; ok is false for a body that changes members.
func (p PurchaseOrderItemPatch) receiving() (in orders.Receiving, ok bool, err error) {
	given := 0
	for _, set := range []bool{p.NewPurchaseOrderItem != (NewPurchaseOrderItem{}), p.QuantityReceived.Set, p.Receive.Set, p.Return.Set} {
		if set {
			given++
		}
	}
	pointer := "/quantity_received"
	switch {
	case p.Receive.Set:
		pointer = "/receive"
	case p.Return.Set:
		pointer = "/return"
	}
	if given > 1 || !p.QuantityReceived.Set && (p.ReceivedOn.Set || p.Reference.Set || p.OverReceipt.Set) {
		return in, false, fault.New(fault.Invalid, fault.CodeConflictingParameters,
			"Give members of the item, or one of quantity_received (with received_on, reference and over_receipt), receive and "+
				"return alone.").At(pointer)
	}
	var f check.Faults
	line := func(at string, text body.Opt[string]) optional.Maybe[string] {
		return check.Line(&f, at, text.Field, 200).Maybe()
	}
	day := func(d body.Opt[body.Day]) optional.Maybe[date.Date] {
		return optional.Map(d.Field, body.Day.Date).Maybe()
	}
	in.Accepted, in.Delivery = p.QuantityReceived.Maybe(), order.Delivery{
		Day: day(p.ReceivedOn), Reference: line("/reference", p.Reference), Over: p.over(),
	}
	in.Arrival = optional.Convert(p.Receive.Maybe(), func(r ReceivedUnits) orders.Arrival {
		return orders.Arrival{
			Accepted: r.Accepted.Value, Rejected: r.Rejected.Value, Reason: optional.Map(r.RejectionReason.Field, func(w body.Word[order.Rejection]) order.Rejection { return order.Rejection(w) }).Maybe(),
			Delivery: order.Delivery{
				Day: day(r.ReceivedOn), Reference: line("/receive/reference", r.Reference), WarehouseID: int64(r.WarehouseID.Value), Over: r.over(),
			},
		}
	})
	in.Return = optional.Convert(p.Return.Maybe(), func(r ReturnedUnits) orders.Return {
		return orders.Return{
			Units: r.Quantity, Replace: r.Replace.Value, Reason: line("/return/reason", r.Reason), Reference: line("/return/reference", r.Reference),
			Day: day(r.ReturnedOn),
		}
	})
	return in, in.Accepted.Known() || in.Arrival.Known() || in.Return.Known(), f.Err(fault.CodeValidationFailed)
}

// NewPurchaseOrderItems lists items to add.
type NewPurchaseOrderItems struct {
	Items           []NewPurchaseOrderItem `json:"items" minItems:"1" maxItems:"100" doc:"Items to add, in this order."`
	MergeDuplicates body.Opt[bool]         `json:"merge_duplicates,omitzero" doc:"Adds the units to an item that orders the same at the same cost and discount. false at first."`
}

// AddedPurchaseOrderItem has the result for one added item.
type AddedPurchaseOrderItem struct {
	Index  int                `json:"index" doc:"Place in the request, from 0."`
	ID     *int64             `json:"id" doc:"Identifier of the item; null when it failed."`
	Status string             `json:"status" enum:"created,updated,failed" doc:"Outcome of the row; updated when its units were merged into another item."`
	Item   *PurchaseOrderItem `json:"item,omitempty" doc:"The item; only there when it did not fail."`
	Error  *body.RowError     `json:"error,omitempty" doc:"Why it failed; only there when it did."`
}

func itemOf(i orders.ItemView) PurchaseOrderItem {
	v, l := i.Values, i.Landed
	out := PurchaseOrderItem{
		ID: int64(i.ID), Position: v.Position, InventoryProductID: v.ProductID.Ptr(), SKUID: v.SKUID.Ptr(), SupplierOfferID: v.OfferID.Ptr(),
		ASIN: v.ASIN.Ptr(), MarketplaceID: (*string)(v.MarketplaceID.Ptr()), SupplierSKU: v.SupplierSKU.Ptr(), GTIN: v.GTIN.Ptr(), Title: v.Title.Ptr(),
		Quantity: v.Quantity, CaseQuantity: v.CaseQuantity.Ptr(), UnitsPerCase: v.UnitsPerCase.Ptr(),
		UnitCost:        body.Maybe(v.Exact(), body.UnitPriceOf),
		DiscountPercent: body.PercentOf(v.Discount), TaxRate: body.PercentOf(v.TaxRate), UnitWeightG: v.WeightG.Ptr(),
		ExpectedDate: body.Maybe(v.ExpectedDate, date.Date.String), Note: v.Note.Ptr(), QuantityCancelled: v.Cancelled, QuantityReceived: i.Accepted,
		QuantityBilledOver: i.Billed, LandedReceived: body.Maybe(i.LandedCame(i.Of.Values.CostCurrency), body.MoneyOf),
		QuantityRejected: i.Rejected, QuantityReturned: i.Returned, QuantityOutstanding: i.Outstanding(),
		LineTotal: body.Maybe(l.LineTotal, body.MoneyOf), DiscountShare: body.Maybe(l.DiscountShare, body.MoneyOf), NetTotal: body.Maybe(l.Net, body.MoneyOf),
		TaxTotal: body.Maybe(l.Tax, body.MoneyOf), ShippingShare: body.Maybe(l.ShippingShare, body.MoneyOf), OtherShares: []OrderShare{},
		LandedTotal: body.Maybe(l.LandedTotal, body.MoneyOf), LandedUnitCost: body.Maybe(l.LandedUnit, body.MoneyOf),
		Warnings: body.Words[string](i.Warnings), Version: i.Version, CreatedAt: body.TimeOf(i.CreatedAt), UpdatedAt: body.TimeOf(i.UpdatedAt),
	}
	for k, share := range l.OtherShares {
		cost := landed.OtherCost{}
		if k < len(i.Of.Values.OtherCosts) {
			cost = i.Of.Values.OtherCosts[k]
		}
		out.OtherShares = append(out.OtherShares, OrderShare{Label: cost.Label, Amount: body.Maybe(share, body.MoneyOf), Currency: string(cost.Currency)})
	}
	return out
}

func changedItemOf(i orders.ItemView) ChangedPurchaseOrderItem {
	return ChangedPurchaseOrderItem{itemOf(i), orderStateOf(i.Of)}
}

func orderStateOf(s order.Snapshot) OrderState {
	return OrderState{
		ID: int64(s.ID), Version: s.Version, Status: string(s.Status), UnitsReceived: s.Counts.Received, UnitsOutstanding: s.Counts.Outstanding,
	}
}

func eachOf(p body.UnitPrice) money.Amount { return p.Exact().Each() }

// written returns the exact price if it has more decimals than amounts.
func written(f optional.Field[body.UnitPrice]) (none optional.Maybe[money.Price]) {
	if p, ok := f.Given(); ok && p.Exact().Units > 1 {
		return optional.Some(p.Exact())
	}
	return none
}

func (n NewPurchaseOrderItem) patch() order.ItemPatch {
	return order.ItemPatch{
		Position: n.Position.Field, ProductID: plainID(n.InventoryProductID.Field), SKUID: plainID(n.SKUID.Field), OfferID: plainID(n.SupplierOfferID.Field),
		ASIN:          optional.Map(n.ASIN.Field, func(a body.ASIN) string { return string(a) }),
		MarketplaceID: optional.Map(n.MarketplaceID.Field, func(m body.MarketplaceID) marketplace.ID { return marketplace.ID(m) }),
		SupplierSKU:   n.SupplierSKU.Field, GTIN: n.GTIN.Field, Title: n.Title.Field, Quantity: n.Quantity.Field, CaseQuantity: n.CaseQuantity.Field,
		UnitsPerCase: n.UnitsPerCase.Field,
		UnitCost:     optional.Map(n.UnitCost.Field, eachOf), Price: written(n.UnitCost.Field),
		Discount: optional.Map(n.DiscountPercent.Field, body.Percent.Exact), TaxRate: optional.Map(n.TaxRate.Field, body.Percent.Exact),
		WeightG: n.UnitWeightG.Field, ExpectedDate: optional.Map(n.ExpectedDate.Field, body.Day.Date), Note: n.Note.Field, Cancelled: n.QuantityCancelled.Field,
	}
}

func addedItemOf(i int, a orders.Added) (AddedPurchaseOrderItem, int64, *fault.Error) {
	out := AddedPurchaseOrderItem{Index: i, Status: string(a.Outcome), Error: body.RowErrorOf(a.Err)}
	if a.Err == nil {
		out.ID, out.Item = new(int64(a.Item.ID)), new(itemOf(a.Item))
	}
	return out, int64(a.Item.ID), a.Err
}

func examplePrice(s string) body.UnitPrice {
	return body.UnitPriceOf(money.PriceOf(money.MustParse(s)))
}

func exampleItem() PurchaseOrderItem {
	amount := func(s string) *body.Money { return new(body.MoneyOf(money.MustParse(s))) }
	return PurchaseOrderItem{
		ID: 1, Position: 1, SupplierOfferID: new(int64(1)), InventoryProductID: new(int64(1)), SupplierSKU: new("HT-1042"), GTIN: new("4006381333931"),
		Title: new("Steel bottle 0.7 l"), Quantity: 100, UnitCost: new(examplePrice("3.8")),
		TaxRate:     body.PercentOf(money.MustParsePercent("19")),
		UnitWeightG: new(int64(310)), QuantityReceived: 60, QuantityOutstanding: 40, LineTotal: amount("380"), DiscountShare: amount("0"),
		NetTotal: amount("380"), TaxTotal: amount("72.2"), ShippingShare: amount("25"),
		OtherShares: []OrderShare{{Label: "Duty", Amount: amount("18.5"), Currency: "USD"}}, LandedTotal: amount("455.9"), LandedUnitCost: amount("4.559"),
		LandedReceived: amount("273.54"), Warnings: []string{"not_order_multiple"}, Version: 3, CreatedAt: "2026-03-09T11:58:00.000000Z", UpdatedAt: "2026-03-19T09:41:07.120000Z",
	}
}

func exampleItems() []NewPurchaseOrderItem {
	return []NewPurchaseOrderItem{
		{Title: body.FieldOf("Steel bottle 0.7 l"), SupplierSKU: body.FieldOf("HT-1042"), Quantity: body.OptOf(int64(500)), UnitCost: body.FieldOf(examplePrice("3.8"))},
	}
}

func exampleAdded() body.Bulk[AddedPurchaseOrderItem] {
	return body.Bulk[AddedPurchaseOrderItem]{
		Data: []AddedPurchaseOrderItem{{Index: 0, ID: new(int64(1)), Status: string(edit.Created), Item: new(exampleItem())}},
		Meta: body.BulkMeta{Succeeded: 1}, Errors: []body.BulkError{},
	}
}
