package demo

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	purchasingports "sellingassistant/ports/purchasing"
)

// fillSuppliers adds the senders of the demo's documents.
func fillSuppliers(ctx context.Context, op *compose.Operator, st *state) error {
	for _, p := range []purchasing.SupplierPatch{
		{
			Name: optional.Put("Harbour Trading GmbH"), Code: optional.Put("HT"), Website: optional.Put("https://harbour.example"),
			Contacts: optional.Put([]purchasing.Contact{{Name: optional.Some("Jo Harbour"), Email: optional.Some("jo@harbour.example")}}),
			Address:  optional.Put(purchasing.Address{City: optional.Some("Bremen"), Country: optional.Some("DE")}),
			TaxID:    optional.Put("DE136695976"), PaymentTerms: optional.Put("30 days net"), Currency: optional.Put(money.Currency("EUR")),
			MinOrderValue: optional.Put(money.MustParse("250")), DefaultLeadTimeDays: optional.Put(14), Aliases: optional.Put([]string{"Harbour"}),
		},
		{Name: optional.Put("Corner Shop"), Type: optional.Put(purchasing.SupplierType("retail_store"))},
		{Name: optional.Put("Flea market"), Type: optional.Put(purchasing.SupplierType("retail_store"))},
		{Name: optional.Put("Harbour Trading Ltd")},
	} {
		if _, err := op.Suppliers.Create(ctx, st.caller(), p); err != nil {
			return err
		}
	}
	return nil
}

// fillWarehouses adds the destinations of the demo's goods.
func fillWarehouses(ctx context.Context, op *compose.Operator, st *state) error {
	if err := op.PrepProviders.Import(ctx, []purchasing.PrepProvider{{
		Name: "Prep North", Country: "US", Region: optional.Some("OR"), Services: []purchasing.PrepService{"label", "bag", "storage"},
		SalesTaxFree: optional.Some(true), Costs: optional.Some(purchasing.WarehouseCosts{Currency: "USD", PrepPerUnit: money.MustParse("0.85")}),
	}}); err != nil {
		return err
	}
	for _, p := range []purchasing.WarehousePatch{
		{Name: optional.Put("Garage"), SellsDirectly: optional.Put(true)},
		{
			Name: optional.Put("Prep center"), Type: optional.Put(purchasing.PrepCenter), PrepProvider: optional.Put(purchasing.PrepProviderID(1)),
			Address: optional.Put(purchasing.Address{City: optional.Some("Portland"), Region: optional.Some("OR"), Country: optional.Some("US")}),
		},
		{Name: optional.Put("Storage unit")},
		{Name: optional.Put("Back room")},
	} {
		if _, err := op.Warehouses.Create(ctx, st.caller(), p); err != nil {
			return err
		}
	}
	return fillStock(ctx, op, st)
}

// spare counts the first products, which have neither stock nor orders, so that they can be
// deleted.
const spare = 2

// fillStock counts units of some products in the last warehouse.
func fillStock(ctx context.Context, op *compose.Operator, st *state) error {
	last := page.Request{Limit: 1, Order: []page.By{{Field: "id", Desc: true}}}
	warehouses, err := op.Warehouses.List(ctx, st.caller(), purchasingports.WarehouseFilter{}, last)
	if err != nil {
		return err
	}
	const stocked = 3
	products, err := op.Inventory.List(ctx, st.caller(), inventoryapp.ProductFilter{}, page.Request{Limit: spare + stocked, Order: []page.By{{Field: "id"}}})
	if err != nil || len(products.Items) <= spare {
		return err
	}
	var counts []purchasing.StockChange
	for i, p := range products.Items[spare:] {
		counts = append(counts, purchasing.StockChange{
			Kind: purchasing.StockAdjust, Product: purchasing.ProductID(p.ID), Warehouse: warehouses.Items[0].ID, Units: int64(36 - 12*i),
		})
	}
	_, err = op.Stock.Move(ctx, st.caller(), counts)
	return err
}

// fillOffers adds offers of the demo's first supplier.
func fillOffers(ctx context.Context, op *compose.Operator, st *state) error {
	suppliers, err := op.Suppliers.List(ctx, st.caller(), purchasingports.SupplierFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil || len(suppliers.Items) == 0 {
		return err // a user may have deleted them
	}
	supplier := suppliers.Items[0].ID
	for _, p := range []purchasing.OfferPatch{
		{
			SupplierSKU: optional.Put("HT-1042"), Title: optional.Put("Steel bottle 0.7 l"), GTINs: optional.Put([]string{"4006381333931"}),
			PackSize: optional.Put(12), CaseCost: optional.Put(money.MustParse("45.6")), MOQ: optional.Put(24),
			PriceBreaks: optional.Put([]purchasing.PriceBreak{{MinQuantity: 240, UnitCost: money.MustParse("3.5")}}),
		},
		{SupplierSKU: optional.Put("HT-2001"), Title: optional.Put("Tea kettle"), UnitCost: optional.Put(money.MustParse("11.2")), LeadTimeDays: optional.Put(21)},
	} {
		p.Supplier = optional.Put(supplier)
		if _, err := op.Offers.Create(ctx, st.caller(), p); err != nil {
			return err
		}
	}
	return nil
}

// fillOrders adds two drafts and a placed purchase order.
func fillOrders(ctx context.Context, op *compose.Operator, st *state) error {
	suppliers, err := op.Suppliers.List(ctx, st.caller(), purchasingports.SupplierFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil || len(suppliers.Items) == 0 {
		return err // a user may have deleted them
	}
	products, err := op.Inventory.List(ctx, st.caller(), inventoryapp.ProductFilter{}, page.Request{Limit: spare + 2, Order: []page.By{{Field: "id"}}})
	if err != nil {
		return err
	}
	items := []order.ItemPatch{{Title: optional.Put("Steel bottle 0.7 l"), Quantity: optional.Put(int64(240)), UnitCost: optional.Put(money.MustParse("3.5"))}}
	for _, product := range products.Items[min(spare, len(products.Items)):] {
		items = append(items, order.ItemPatch{
			ProductID: optional.Put(int64(product.ID)), Quantity: optional.Put(int64(60)),
			UnitCost: optional.Put(percentOf(costOf(product), 92)),
		})
	}
	for _, placed := range []bool{false, false, true} {
		if _, err := op.Orders.Create(ctx, st.caller(), orders.Create{
			Patch: order.Patch{
				SupplierID: optional.Put(int64(suppliers.Items[0].ID)), Currency: optional.Put(money.Currency("USD")), ShippingCost: optional.Put(money.MustParse("45")),
			}, Items: items, Ordered: placed,
		}); err != nil {
			return err
		}
	}
	return nil
}

// costOf returns the cost of a product, and 0 after a user removed it.
func costOf(p inventoryapp.Product) money.Amount { return p.Cost.Or(inventory.CurrentCost{}).Unit }

// inYuan returns seven tenths of a cost in dollars, in whole yuan at 0.1389 dollars each: the rest
// is freight and duty.
func inYuan(cost money.Amount) money.Amount {
	return money.FromUnits(cost.Units() * 7 / 13_890 * 10_000)
}

// fillPurchases adds orders of the last weeks in the other states, from a supplier who is paid in
// another currency. The receipt of nine days ago decides the costs of its products; earlier ones
// are older than the costs in force.
func fillPurchases(ctx context.Context, op *compose.Operator, st *state) error {
	supplier, err := op.Suppliers.Create(ctx, st.caller(), purchasing.SupplierPatch{
		Name: optional.Put("Shenzhen Outdoor Co."), Code: optional.Put("SZ"), Type: optional.Put(purchasing.SupplierType("wholesale")),
		Address:  optional.Put(purchasing.Address{City: optional.Some("Shenzhen"), Country: optional.Some("CN")}),
		Currency: optional.Put(money.Currency("CNY")), DefaultLeadTimeDays: optional.Put(35), PaymentTerms: optional.Put("30 % deposit, balance before shipping"),
	})
	if err != nil {
		return err
	}
	products, err := op.Inventory.List(ctx, st.caller(), inventoryapp.ProductFilter{}, page.Request{Limit: spare + 6, Order: []page.By{{Field: "id"}}})
	if err != nil {
		return err
	}
	b := buying{op: op, st: st, supplier: int64(supplier.ID), today: date.Of(op.Clock.Now())}
	for _, product := range products.Items[min(spare+2, len(products.Items)):] {
		b.items = append(b.items, order.ItemPatch{
			ProductID: optional.Put(int64(product.ID)), Quantity: optional.Put(int64(100)),
			UnitCost: optional.Put(inYuan(costOf(product))),
		})
	}
	b.items = append(b.items, order.ItemPatch{
		Title: optional.Put("Camping mat, green"), SupplierSKU: optional.Put("SZ-88"), Quantity: optional.Put(int64(250)), UnitCost: optional.Put(money.MustParse("21.6")),
	})
	return b.orders(ctx)
}

// buying has the common data of the orders abroad.
type buying struct {
	op       *compose.Operator
	st       *state
	supplier int64
	today    date.Date
	items    []order.ItemPatch
}

// place orders all items so many days ago.
func (b buying) place(ctx context.Context, ago int) (orders.View, error) {
	return b.op.Orders.Create(ctx, b.st.caller(), orders.Create{
		Patch: order.Patch{
			SupplierID: optional.Put(b.supplier), ExchangeRate: optional.Put(money.MustParseRate("0.1389")), OrderDate: optional.Put(b.today.Add(-ago)),
		}, Items: b.items, Ordered: true,
	})
}

// write changes an order.
func (b buying) write(ctx context.Context, one orders.View, in orders.Update) error {
	_, err := b.op.Orders.Update(ctx, b.st.caller(), one.ID, in, nil)
	return err
}

// came returns a delivery of so many days ago.
func (b buying) came(note string, ago int) order.Delivery {
	return order.Delivery{Day: optional.Some(b.today.Add(-ago)), Reference: optional.Some(note)}
}

// deliver books a part of every item.
func (b buying) deliver(ctx context.Context, one orders.View, units, rejected int64, d order.Delivery) error {
	var lines []orders.Delivered
	for _, item := range one.Items {
		line := orders.Delivered{Item: optional.Some(item.ID), Accepted: units}
		if rejected > 0 && len(lines) == 0 {
			line.Rejected, line.Reason = rejected, optional.Some(order.Damaged)
		}
		lines = append(lines, line)
	}
	_, err := b.op.Orders.Deliver(ctx, b.st.caller(), one.ID, d, lines)
	return err
}

// orders adds five orders. One is late, one has a partial delivery before its freight bill, one
// came in full with returned units. One was closed short and one was cancelled.
func (b buying) orders(ctx context.Context) error {
	for _, step := range []struct {
		ago  int
		next func(orders.View) error
	}{
		{50, func(orders.View) error { return nil }},
		{45, func(one orders.View) error {
			if err := b.deliver(ctx, one, 60, 2, b.came("DN-4411", 9)); err != nil {
				return err
			}
			return b.write(ctx, one, orders.Update{Patch: order.Patch{OtherCosts: optional.Put([]landed.OtherCost{
				{Label: "Sea freight", Amount: money.MustParse("640"), Currency: "USD", Allocation: landed.ByQuantity},
				{Label: "Duty", Amount: money.MustParse("186.3"), Currency: "USD", Allocation: landed.ByValue},
			})}})
		}},
		{90, func(one orders.View) error {
			if err := b.write(ctx, one, orders.Update{Status: optional.Some(order.Received), Delivery: b.came("DN-4127", 40)}); err != nil {
				return err
			}
			_, err := b.op.Orders.ReceiveItem(ctx, b.st.caller(), one.ID, one.Items[0].ID, orders.Receiving{
				Return: optional.Some(orders.Return{Units: 6, Reason: optional.Some("leaking"), Reference: optional.Some("RMA-17")}),
			}, nil)
			return err
		}},
		{120, func(one orders.View) error {
			if err := b.deliver(ctx, one, 90, 0, b.came("DN-3980", 75)); err != nil {
				return err
			}
			return b.write(ctx, one, orders.Update{Status: optional.Some(order.Closed)})
		}},
		{30, func(one orders.View) error {
			return b.write(ctx, one, orders.Update{Status: optional.Some(order.Cancelled)})
		}},
	} {
		one, err := b.place(ctx, step.ago)
		if err != nil {
			return err
		}
		if err := step.next(one); err != nil {
			return err
		}
	}
	return nil
}

// dollars writes cents as American documents do, without groups.
func dollars(cents int64) string { return fmt.Sprintf("$%d.%02d", cents/100, cents%100) }

// fillInvoice uploads an invoice of the first supplier with three of the demo's products, for an
// import.
func fillInvoice(ctx context.Context, op *compose.Operator, st *state) error {
	products, err := op.Inventory.List(ctx, st.caller(), inventoryapp.ProductFilter{}, page.Request{Limit: spare + 3, Order: []page.By{{Field: "id"}}})
	if err != nil || len(products.Items) <= spare {
		return err
	}
	var b bytes.Buffer
	today := date.Of(op.Clock.Now())
	fmt.Fprintf(&b, "Harbour Trading GmbH,,,,,\nTax ID,DE136695976,,,,\nInvoice number,HT-7781,,,,\nDate,%s,,,,\n,,,,,\n", today.Add(-3))
	b.WriteString("Item no,ASIN,Description,Qty,Unit price,Amount\n")
	w := csv.NewWriter(&b)
	total := int64(0) // in cents
	for i, p := range products.Items[spare:] {
		code := ""
		for _, a := range p.Values.ASINs {
			code = a.ASIN
		}
		units, cost := int64(48-12*i), costOf(p).Units()/100
		total += units * cost
		err := w.Write([]string{
			fmt.Sprintf("HT-30%02d", i+1), code, p.Values.Title, strconv.FormatInt(units, 10),
			dollars(cost), dollars(units * cost),
		})
		if err != nil {
			return err
		}
	}
	w.Flush()
	const shipping = 2160
	fmt.Fprintf(&b, ",,,,Subtotal,%s\n,,,,Shipping,%s\n,,,,Total,%s\n",
		dollars(total), dollars(shipping), dollars(total+shipping))
	return upload(ctx, op, st, "harbour-invoice-7781.csv", b.Bytes())
}
