package orders

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/form"
	"sellingassistant/domain/purchasing/order"
)

// File has an order as a file for its supplier.
type File struct {
	Number  string
	Content []byte
}

// File writes an order with all its items for its supplier. Without a language, the supplier's
// country decides. Addresses are the current addresses of team, supplier and warehouse.
func (o *Orders) File(
	ctx context.Context, who caller.Caller, one order.ID, as form.Format, language optional.Maybe[form.Language],
) (File, error) {
	s, err := o.Store.Find(ctx, who.Team, one)
	if err != nil {
		return File{}, err
	}
	items, err := o.Store.Items(ctx, who.Team, one, 0)
	if err != nil {
		return File{}, err
	}
	buyer, err := o.Teams.Buyer(ctx, who.Team)
	if err != nil {
		return File{}, err
	}
	p := form.Parts{
		Order: s, Items: make([]order.ItemSnapshot, len(items)),
		Buyer: form.Buyer{Name: buyer.Name, Address: buyer.Address, VATNumber: buyer.VATNumber(s.Values, o.today())},
	}
	for i, item := range items {
		p.Items[i] = item.Snapshot()
	}
	suppliers, err := o.Suppliers.Named(ctx, who.Team, []purchasing.SupplierID{purchasing.SupplierID(s.Values.SupplierID)})
	if err != nil {
		return File{}, err
	}
	for _, supplier := range suppliers {
		p.Supplier = supplier.Values
	}
	warehouses, err := o.Warehouses.Named(ctx, who.Team, []purchasing.WarehouseID{purchasing.WarehouseID(s.Values.WarehouseID)})
	if err != nil {
		return File{}, err
	}
	for _, warehouse := range warehouses {
		p.Warehouse = warehouse.Values
	}
	content, err := o.Writer(form.Of(p, language.Or(form.LanguageOfSupplier(p.Supplier))), as)
	return File{s.Values.Number, content}, err
}
