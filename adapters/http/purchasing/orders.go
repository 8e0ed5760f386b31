package purchasing

import (
	"context"
	"net/http"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

var (
	orderSorts = records.Sortable{
		Fields: []string{"created_at", "number", "order_date", "expected_date", "total", "status", "updated_at", "id"}, Default: "-created_at",
	}
	itemSorts = records.Sortable{
		Fields:  []string{"position", "title", "quantity", "unit_cost", "created_at", "id"},
		Default: "position",
	}
)

// thingInput filters by the ordered product.
type thingInput struct {
	InventoryProductID []body.ID   `query:"inventory_product_id" maxItems:"100" doc:"An item names any of these inventory products."`
	SKU                []string    `query:"sku" maxItems:"100" doc:"An item names any of these SKUs, whole and case-sensitive."`
	ASIN               []body.ASIN `query:"asin" maxItems:"100" doc:"An item names any of these ASINs."`
	GTIN               []string    `query:"gtin" maxItems:"100" doc:"An item names any of these codes: 8, 12, 13 or 14 digits with a fitting check digit."`
	SupplierSKU        []string    `query:"supplier_sku" maxItems:"100" doc:"An item names any of these SKUs of suppliers, in any letter case."`
}

func (in thingInput) thing() (orders.Thing, error) {
	codes, err := gtinKeys(in.GTIN)
	return orders.Thing{
		Products: body.Numbers[int64](in.InventoryProductID), SKUs: in.SKU, GTINs: codes, SupplierSKUs: in.SupplierSKU,
		ASINs: body.Each(in.ASIN, func(a body.ASIN) string { return strings.ToUpper(string(a)) }),
	}, err
}

// gtinKeys converts the codes of a filter to 14 digits.
func gtinKeys(codes []string) ([]string, error) {
	out := make([]string, len(codes))
	for i, text := range codes {
		key, ok := purchasing.GTINKey(text)
		if !ok {
			return nil, httpx.BadParameter("gtin", fault.CodeInvalid, "must be 8, 12, 13 or 14 digits with a fitting check digit")
		}
		out[i] = key
	}
	return out, nil
}

type listOrdersInput struct {
	records.RecordInput
	thingInput
	Status        []body.Word[order.Status]        `query:"status" maxItems:"6" doc:"Any of these statuses."`
	SupplierID    []body.ID                        `query:"supplier_id" maxItems:"100" doc:"From any of these suppliers."`
	WarehouseID   []body.ID                        `query:"warehouse_id" maxItems:"100" doc:"For any of these warehouses."`
	AssigneeID    []body.ID                        `query:"assignee_id" maxItems:"100" doc:"Of any of these members of the team."`
	PaymentStatus []body.Word[order.PaymentStatus] `query:"payment_status" maxItems:"4" doc:"Any of these."`
	Overdue       body.Opt[bool]                   `query:"overdue" doc:"Whether units are outstanding that were expected before today (UTC)."`
	OnHold        body.Opt[bool]                   `query:"on_hold" doc:"Whether nothing is received for now."`
	OverReceived  body.Opt[bool]                   `query:"over_received" doc:"Whether more came of an item than was ordered."`
	HasDocuments  body.Opt[bool]                   `query:"has_documents" doc:"Whether a document is attached."`
	body.TagFilter
	Number        []string             `query:"number" maxItems:"100" doc:"Any of these numbers, in any letter case."`
	Q             string               `query:"q" minLength:"1" maxLength:"200" doc:"Text in number, supplier_reference, the supplier's name or a tracking number, in any letter case."`
	OrderDateFrom body.Opt[body.Day]   `query:"order_date_from" doc:"Ordered on this day or later."`
	OrderDateTo   body.Opt[body.Day]   `query:"order_date_to" doc:"Ordered on this day or earlier."`
	ExpectedFrom  body.Opt[body.Day]   `query:"expected_date_from" doc:"Expected on this day or later."`
	ExpectedTo    body.Opt[body.Day]   `query:"expected_date_to" doc:"Expected on this day or earlier."`
	TotalFrom     body.Opt[body.Money] `query:"total_from" doc:"A total of this or more, in whatever currency."`
	TotalTo       body.Opt[body.Money] `query:"total_to" doc:"A total of this or less, in whatever currency."`
}

func (in *listOrdersInput) filter() (orders.Filter, error) {
	thing, err := in.thing()
	day := func(d body.Opt[body.Day]) *date.Date { return optional.Map(d.Field, body.Day.Date).Ptr() }
	amount := func(m body.Opt[body.Money]) *money.Amount { return optional.Map(m.Field, body.Money.Amount).Ptr() }
	return orders.Filter{
		Statuses: body.Words[order.Status](in.Status), Suppliers: body.Numbers[int64](in.SupplierID), Warehouses: body.Numbers[int64](in.WarehouseID),
		Assignees: body.Numbers[id.User](in.AssigneeID), Payments: body.Words[order.PaymentStatus](in.PaymentStatus), Overdue: in.Overdue.Ptr(),
		OnHold: in.OnHold.Ptr(), OverReceived: in.OverReceived.Ptr(), HasDocuments: in.HasDocuments.Ptr(), Tags: in.Tags(), Numbers: in.Number, Thing: thing, Query: in.Q,
		OrderedFrom: day(in.OrderDateFrom), OrderedTo: day(in.OrderDateTo), ExpectedFrom: day(in.ExpectedFrom), ExpectedTo: day(in.ExpectedTo),
		TotalFrom: amount(in.TotalFrom), TotalTo: amount(in.TotalTo),
	}, err
}

// orderHandlers serve purchase orders and their items.
type orderHandlers struct{ app *orders.Orders }

// OrderRoutes registers the operations of purchase orders.
func OrderRoutes(app *orders.Orders) httpx.Routes {
	return func(r *httpx.Router) {
		h := orderHandlers{app}
		k := records.Kind{Router: r, Path: "/purchase-orders", Group: "purchase-orders", Noun: "purchase order"}
		h.orders(k)
		h.suggestions(k)
		h.file(k)
		h.items(records.Kind{Router: r, Path: k.Path + "/{id}/items", Group: k.Group, Noun: k.Noun})
		h.receipts(records.Kind{Router: r, Path: k.Path + "/{id}/receipts", Group: k.Group, Noun: k.Noun})
	}
}

func (h orderHandlers) orders(k records.Kind) {
	place := func(o orders.View) (id, version int64) { return int64(o.ID), o.Version }
	shown := records.Shown[orders.View, PurchaseOrderWithItems]{
		Of: orderWithItemsOf, Place: place, Live: true,
		Example: PurchaseOrderWithItems{PurchaseOrder: exampleOrder(), Items: []PurchaseOrderItem{exampleItem()}},
	}
	expand := []body.Expansion{
		{Word: "supplier", Operation: "listSuppliers", Member: "supplier_id"},
		{Word: "items", Operation: "listPurchaseOrderItems", Below: true},
	}
	records.List(k, httpx.Operation{
		ID: "listPurchaseOrders", Summary: "List purchase orders", Expand: expand,
		Description: "Lists purchase orders without items, the newest first. Filters narrow the list together; several " +
			"values in one filter mean any of them.",
	}, orderSorts, orderOf, exampleOrder(), func(ctx context.Context, who caller.Caller, in *listOrdersInput, req page.Request) (page.Page[orders.View], error) {
		filter, err := in.filter()
		if err != nil {
			return page.Page[orders.View]{}, err
		}
		return h.app.List(ctx, who, filter, req)
	})
	records.Create(k, httpx.Operation{
		ID: "createPurchaseOrder", Summary: "Create a purchase order",
		Description: "Makes a draft, or with status ordered an order that is placed in the same call. A wrong item refuses " +
			"the call and nothing is made. So does a missing condition to order, with an entry of errors for " +
			"each. An order in another currency takes the team's exchange rate of its order date, unless one is " +
			"given; without such a rate it is 422 exchange_rate_missing.\n\n" +
			"An unknown supplier, warehouse, product, SKU, offer, member or tag is 422 not_found, an inactive " +
			"supplier or warehouse invalid_state. A number that another order has is 422 duplicate with its id in " +
			"existing_id.",
		RequestExample: NewPurchaseOrder{
			SupplierID: body.OptOf(body.RecordID(1)), Items: body.OptOf(exampleItems()), Status: body.OptOf("ordered"), PurchaseOrderMembers: exampleOrderMembers(),
		},
		Errors: []int{http.StatusUnprocessableEntity},
	}, shown, func(ctx context.Context, who caller.Caller, in *NewPurchaseOrder) (orders.View, error) {
		return h.app.Create(ctx, who, in.create())
	})
	records.DeleteMany(k, httpx.Operation{
		ID: "deletePurchaseOrders", Summary: "Delete purchase orders",
		Description: "Deletes up to 100 drafts or cancelled orders without receipts, in one transaction, and answers " +
			"for each. Another order fails alone with invalid_state. Numbers may be used again.",
		RequestExample: body.IDs{IDs: []body.ID{2, 99}},
	}, h.app.DeleteMany)
	records.Get(k, httpx.Operation{
		ID: "getPurchaseOrder", Summary: "Get a purchase order", Expand: expand, Description: "Returns one order of the caller's team with its first 100 items.",
	}, shown, h.app.Get)
	records.Delete(k, httpx.Operation{
		ID: "deletePurchaseOrder", Summary: "Delete a purchase order",
		Description: "Deletes a draft, or a cancelled order without receipts. Another order is 422 invalid_state. " +
			"The number may be used again.",
		Errors: []int{http.StatusUnprocessableEntity},
	}, h.app.Delete)
	records.Update(k, httpx.Operation{
		ID: "updatePurchaseOrder", Summary: "Update a purchase order",
		Description: "Changes the members that are given, then moves the order to status. Null clears a member that may be " +
			"empty; lists are replaced as a whole.\n\n" +
			"ordered needs an item, all unit costs (0 only with allow_zero_cost), weights where costs go by " +
			"weight, and an active supplier and warehouse. errors has an entry for each that is missing. Where " +
			"currencies differ, an order without exchange_rate takes the team's rate of its order date; without " +
			"such a rate it is 422 exchange_rate_missing. A draft loses a rate that was taken. received receives " +
			"the outstanding units, closed cancels them, and ordered takes that back and reopens.\n\n" +
			"A move that does not exist is 422 invalid_transition with the allowed moves. A member that the " +
			"status fixes is 422 invalid_state.",
		Errors:         []int{http.StatusUnprocessableEntity},
		RequestExample: PurchaseOrderPatch{PurchaseOrderMembers: PurchaseOrderMembers{SupplierReference: body.FieldOf("A-77120"), Note: body.NullField[string]()}},
	}, shown,
		func(ctx context.Context, who caller.Caller, one order.ID, in *PurchaseOrderPatch, ifMatch *int64) (orders.View, error) {
			return h.app.Update(ctx, who, one, in.update(), ifMatch)
		})
}

type ofOrder struct {
	ID int64 `path:"id" minimum:"1"`
}

func (in ofOrder) order() order.ID { return order.ID(in.ID) }

// ofItem names an item of an order.
type ofItem struct {
	ofOrder
	ItemID int64 `path:"item_id" minimum:"1" example:"1" doc:"Identifier of the item."`
}

func (in ofItem) item() order.ItemID { return order.ItemID(in.ItemID) }

type (
	listItemsInput struct {
		ofOrder
		records.RecordInput
		thingInput
		Outstanding  body.Opt[bool] `query:"outstanding" doc:"Whether units are to come."`
		OverReceived body.Opt[bool] `query:"over_received" doc:"Whether more came than was ordered."`
		Q            string         `query:"q" minLength:"1" maxLength:"200" doc:"Text in title, SKU, supplier_sku, asin or gtin, in any letter case."`
	}
	addItemsInput struct {
		ofOrder
		Body NewPurchaseOrderItems
	}
	updateItemInput struct {
		ofItem
		records.IfMatch
		Body PurchaseOrderItemPatch
	}
	deleteItemInput struct {
		ofItem
		records.IfMatch
	}
	deleteItemsInput struct {
		ofOrder
		DryRun bool `query:"dry_run" doc:"Answer the same and delete nothing."`
		Body   body.IDs
	}
)

func (h orderHandlers) items(k records.Kind) {
	op := func(method, path string, op httpx.Operation, errors ...int) httpx.Operation {
		op.Method, op.Path, op.Group, op.Beta, op.Noun = method, k.Path+path, k.Group, true, k.Noun
		op.Errors = append(errors, http.StatusNotFound)
		return op
	}
	records.List(k, httpx.Operation{
		ID: "listPurchaseOrderItems", Summary: "List items of a purchase order", Errors: []int{http.StatusNotFound},
		Description: "Lists the items of an order by position. Filters narrow the list together; several values in one filter mean any of them.",
	}, itemSorts, itemOf, exampleItem(), h.listItems)
	httpx.Register(k.Router, op(http.MethodGet, "/{item_id}", httpx.Operation{
		ID: "getPurchaseOrderItem", Summary: "Get an item of a purchase order",
		Description: "Returns one item of an order of the caller's team. It is an extra of this service.",
		Example:     body.One[PurchaseOrderItem]{Data: exampleItem()},
	}), records.AnswerVersioned(records.Shown[orders.ItemView, PurchaseOrderItem]{
		Of: itemOf, Place: func(i orders.ItemView) (id, version int64) { return int64(i.ID), i.Version }, Live: true,
	}, func(ctx context.Context, who caller.Caller, input *ofItem) (orders.ItemView, error) {
		return h.app.Item(ctx, who, input.order(), input.item())
	}))
	httpx.Register(k.Router, op(http.MethodPost, "", httpx.Operation{
		ID: "addPurchaseOrderItems", DryRun: true, Summary: "Add items to a purchase order",
		Description: "Adds up to 100 items in one transaction and answers for each, in order. An item that is wrong fails " +
			"alone: validation_failed, not_found, or invalid_state if the order's status takes no items. An order " +
			"has at most 5,000 items. The cost of one item moves the shares of all.",
		RequestExample: NewPurchaseOrderItems{Items: exampleItems()}, Example: exampleAdded(),
	}, http.StatusUnprocessableEntity), h.addItems)
	httpx.Register(k.Router, op(http.MethodDelete, "", httpx.Operation{
		ID: "deletePurchaseOrderItems", Summary: "Delete items of a purchase order",
		Description: "Deletes up to 100 items in one transaction and answers for each. An item with receipts, or the last " +
			"item of an order that was placed, fails alone with invalid_state.",
		RequestExample: body.IDs{IDs: []body.ID{2, 99}},
		Example: body.BulkOf([]edit.Result[order.ItemID]{
			{ID: 2, Outcome: edit.Deleted}, {ID: 99, Outcome: edit.Failed, Err: fault.Missing()},
		}, records.Deleted[order.ItemID]),
	}, http.StatusUnprocessableEntity), httpx.AnswerBulk(records.Deleted[order.ItemID], func(ctx context.Context, who caller.Caller, in *deleteItemsInput) ([]edit.Result[order.ItemID], error) {
		return h.app.DeleteItems(ctx, who, in.order(), edit.Many[order.ItemID]{IDs: body.Numbers[order.ItemID](in.Body.IDs), DryRun: in.DryRun})
	}))
	httpx.Register(k.Router, op(http.MethodDelete, "/{item_id}", httpx.Operation{
		ID: "deletePurchaseOrderItem", Summary: "Delete an item of a purchase order",
		Description: "Deletes one item. An item with receipts, or the last item of an order that was placed, is 422 " +
			"invalid_state.",
	}, http.StatusPreconditionFailed, http.StatusUnprocessableEntity), h.deleteItem)
	httpx.Register(k.Router, op(http.MethodPatch, "/{item_id}", httpx.Operation{
		ID: "updatePurchaseOrderItem", Summary: "Update an item of a purchase order",
		Description: "Changes the members of an item that are given; null clears a member that may be empty. If-Match is " +
			"the version of the item. A member that the status fixes is 422 invalid_state, members that do not go " +
			"together are validation_failed, and an unknown product, SKU or offer is not_found.\n\n" +
			"Three members come alone in the body. quantity_received sets all accepted units. receive adds units " +
			"that came; with an Idempotency-Key they are booked once. return takes accepted units back. Two of " +
			"these, or any of these beside other members, are 400 conflicting_parameters. They book receipt lines " +
			"and stock, and lower the units on order.\n\n" +
			"Units beyond the units due are free, or billed by over_receipt. More than the team lets come on top " +
			"is 422 over_receipt; its entry in errors has ordered, received and most. An order that is on hold or " +
			"receives nothing, or units that are not in the warehouse, are invalid_state.",
		RequestExample: PurchaseOrderItemPatch{NewPurchaseOrderItem: NewPurchaseOrderItem{Quantity: body.OptOf(int64(120)), Note: body.FieldOf("blue lids")}},
		Example:        body.One[ChangedPurchaseOrderItem]{Data: ChangedPurchaseOrderItem{exampleItem(), OrderState{ID: 1, Version: 5, Status: "partially_received", UnitsReceived: 60, UnitsOutstanding: 40}}},
	}, http.StatusPreconditionFailed, http.StatusUnprocessableEntity), records.AnswerVersioned(records.Shown[orders.ItemView, ChangedPurchaseOrderItem]{
		Of: changedItemOf, Place: func(i orders.ItemView) (id, version int64) { return int64(i.ID), i.Version },
	}, h.updateItem))
}

func (h orderHandlers) listItems(
	ctx context.Context, who caller.Caller, in *listItemsInput, req page.Request,
) (page.Page[orders.ItemView], error) {
	thing, err := in.thing()
	if err != nil {
		return page.Page[orders.ItemView]{}, err
	}
	return h.app.ListItems(ctx, who, in.order(), orders.ItemFilter{
		Thing: thing, Outstanding: in.Outstanding.Ptr(), OverReceived: in.OverReceived.Ptr(), Query: in.Q,
	}, req)
}

func (h orderHandlers) addItems(ctx context.Context, who caller.Caller, in *addItemsInput) (*httpx.BulkOut[AddedPurchaseOrderItem], error) {
	added, err := h.app.AddItems(ctx, who, in.order(), orders.Add{
		Items: body.Each(in.Body.Items, NewPurchaseOrderItem.patch), Merge: in.Body.MergeDuplicates.Value,
	})
	if err != nil {
		return nil, err
	}
	n := -1
	return &httpx.BulkOut[AddedPurchaseOrderItem]{Body: body.BulkOf(added, func(a orders.Added) (AddedPurchaseOrderItem, int64, *fault.Error) {
		n++
		return addedItemOf(n, a)
	})}, nil
}

func (h orderHandlers) deleteItem(ctx context.Context, who caller.Caller, in *deleteItemInput) (*httpx.None, error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return nil, err
	}
	return nil, h.app.DeleteItem(ctx, who, in.order(), in.item(), ifMatch)
}

func (h orderHandlers) updateItem(ctx context.Context, who caller.Caller, in *updateItemInput) (none orders.ItemView, err error) {
	ifMatch, err := in.IfMatch.Version()
	if err != nil {
		return none, err
	}
	received, receives, err := in.Body.receiving()
	switch {
	case err != nil:
		return none, err
	case receives:
		return h.app.ReceiveItem(ctx, who, in.order(), in.item(), received, ifMatch)
	}
	return h.app.UpdateItem(ctx, who, in.order(), in.item(), in.Body.patch(), ifMatch)
}
