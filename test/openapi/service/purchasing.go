package service

import (
	"fmt"
	"testing"

	purchasingapp "sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// Supplier makes a supplier.
func (m *Team) Supplier(t testing.TB, name string) int64 {
	t.Helper()
	s, err := m.service.Operator.Suppliers.Create(t.Context(), m.Who(), purchasing.SupplierPatch{Name: optional.Put(name)})
	if err != nil {
		t.Fatalf("make a supplier: %v", err)
	}
	return int64(s.ID)
}

// Offer makes an offer of a supplier.
func (m *Team) Offer(t testing.TB, supplier int64, sku string) int64 {
	t.Helper()
	o, err := m.service.Operator.Offers.Create(t.Context(), m.Who(), purchasing.OfferPatch{
		Supplier: optional.Put(purchasing.SupplierID(supplier)), SupplierSKU: optional.Put(sku), UnitCost: optional.Put(money.MustParse("4")),
	})
	if err != nil {
		t.Fatalf("make an offer: %v", err)
	}
	return int64(o.ID)
}

// Stock adds some units of a product in a warehouse.
func (m *Team) Stock(t testing.TB, warehouse, product int64) {
	t.Helper()
	done, err := m.service.Operator.Stock.Move(t.Context(), m.Who(), []purchasing.StockChange{{
		Kind: purchasing.StockAdjust, Product: purchasing.ProductID(product), Warehouse: purchasing.WarehouseID(warehouse), Units: 20,
	}})
	if err != nil || done[0].Err != nil {
		t.Fatalf("count units in a warehouse: %v, %v", err, done)
	}
}

// Order makes a draft with an item.
func (m *Team) Order(t testing.TB, supplier int64) int64 {
	t.Helper()
	w, err := m.service.Operator.Warehouses.List(t.Context(), m.Who(), purchasingapp.WarehouseFilter{Statuses: []purchasing.Status{purchasing.Active}}, page.Request{Limit: 1, Order: []page.By{{Field: "id"}}})
	if err != nil {
		t.Fatalf("list warehouses: %v", err)
	}
	if len(w.Items) == 0 {
		w.Items = append(w.Items, m.warehouse(t, fmt.Sprintf("For orders of %d", supplier)))
	}
	o, err := m.service.Operator.Orders.Create(t.Context(), m.Who(), orders.Create{
		Patch: order.Patch{SupplierID: optional.Put(supplier), WarehouseID: optional.Put(int64(w.Items[0].ID))}, Items: []order.ItemPatch{item()},
	})
	if err != nil {
		t.Fatalf("make an order: %v", err)
	}
	return int64(o.ID)
}

// Place orders a draft, so that it can receive; other orders stay unchanged.
func (m *Team) Place(t testing.TB, number int64) {
	t.Helper()
	found, err := m.service.Operator.Orders.Get(t.Context(), m.Who(), order.ID(number))
	if err == nil && found.Status == order.Draft {
		_, err = m.service.Operator.Orders.Update(t.Context(), m.Who(), order.ID(number), orders.Update{Status: optional.Some(order.Ordered)}, nil)
	}
	if err != nil {
		t.Fatalf("place an order: %v", err)
	}
}

func item() order.ItemPatch {
	return order.ItemPatch{Title: optional.Put("Kettle"), Quantity: optional.Put(int64(6)), UnitCost: optional.Put(money.MustParse("4"))}
}

// Item adds an item to an order.
func (m *Team) Item(t testing.TB, number int64) int64 {
	t.Helper()
	added, err := m.service.Operator.Orders.AddItems(t.Context(), m.Who(), order.ID(number), orders.Add{Items: []order.ItemPatch{item()}})
	if err != nil || added[0].Err != nil {
		t.Fatalf("add an item: %v %v", err, added)
	}
	return int64(added[0].Item.ID)
}

// Warehouse makes a warehouse that is not the default.
func (m *Team) Warehouse(t testing.TB, name string) int64 {
	t.Helper()
	w := m.warehouse(t, name)
	if w.Values.Default {
		w = m.warehouse(t, name+" 2")
	}
	return int64(w.ID)
}

func (m *Team) warehouse(t testing.TB, name string) purchasing.Warehouse {
	t.Helper()
	w, err := m.service.Operator.Warehouses.Create(t.Context(), m.Who(), purchasing.WarehousePatch{Name: optional.Put(name)})
	if err != nil {
		t.Fatalf("make a warehouse: %v", err)
	}
	return w
}

// catalogue adds three prep providers to the operator's catalogue.
func (m *Team) catalogue(t testing.TB) {
	t.Helper()
	var all []purchasing.PrepProvider
	for _, name := range []string{"Prep East", "Prep North", "Prep West"} {
		all = append(all, purchasing.PrepProvider{Name: name, Country: "US", Services: []purchasing.PrepService{"label"}})
	}
	if err := m.service.Operator.PrepProviders.Import(t.Context(), all); err != nil {
		t.Fatalf("fill the catalogue: %v", err)
	}
}
