package demo

import (
	"context"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/purchasing/order"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	purchasingports "sellingassistant/ports/purchasing"
)

// fillSuppliers makes whom the demo's documents came from.
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

// fillWarehouses makes where the demo's goods go.
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

// The first spare products have neither stock nor orders, so that they can be deleted.
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

// fillOffers makes what the demo's first supplier asks for some things.
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

// fillOrders makes two drafts and a purchase order that is under way.
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
	for _, one := range products.Items[min(spare, len(products.Items)):] {
		items = append(items, order.ItemPatch{
			ProductID: optional.Put(int64(one.ID)), Quantity: optional.Put(int64(60)), UnitCost: optional.Put(money.MustParse("4.2")),
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
