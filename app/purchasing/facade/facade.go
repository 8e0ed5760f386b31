package facade

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// Parts has the stores that the facade reads.
type Parts struct {
	Suppliers  ports.Suppliers
	Warehouses ports.Warehouses
	Offers     ports.Offers
	Orders     ports.Orders
	OfParties  ports.PartyOrders
	Stock      ports.Stock
	Teams      ports.Teams
}

// Facade answers questions about the records of purchasing.
type Facade struct{ p Parts }

// New returns the facade.
func New(p Parts) *Facade { return &Facade{p} }

// LiveSuppliers returns the ids of suppliers of the team that exist.
func (f *Facade) LiveSuppliers(ctx context.Context, team id.Team, suppliers []int64) ([]int64, error) {
	return f.p.Suppliers.Live(ctx, team, suppliers)
}

// LiveWarehouses returns the ids of warehouses of the team that exist.
func (f *Facade) LiveWarehouses(ctx context.Context, team id.Team, warehouses []int64) ([]int64, error) {
	return f.p.Warehouses.Live(ctx, team, warehouses)
}

// LiveOffers returns the ids of offers of the team that exist.
func (f *Facade) LiveOffers(ctx context.Context, team id.Team, offers []int64) ([]int64, error) {
	return f.p.Offers.Live(ctx, team, offers)
}

// LiveOrders returns the ids of orders of the team that exist.
func (f *Facade) LiveOrders(ctx context.Context, team id.Team, orders []int64) ([]int64, error) {
	return f.p.Orders.Live(ctx, team, orders)
}

// TouchSuppliers marks suppliers as changed, because a member that another context owns has
// changed.
func (f *Facade) TouchSuppliers(ctx context.Context, team id.Team, suppliers []int64, at time.Time) error {
	return f.p.Suppliers.Touch(ctx, team, suppliers, at)
}

// TouchOrders marks orders as changed, as TouchSuppliers does.
func (f *Facade) TouchOrders(ctx context.Context, team id.Team, orders []int64, at time.Time) error {
	return f.p.Orders.Touch(ctx, team, orders, at)
}

// LockSupplier reports whether a supplier exists, and prevents its deletion until the transaction
// ends.
func (f *Facade) LockSupplier(ctx context.Context, team id.Team, supplier purchasing.SupplierID) (bool, error) {
	found, err := f.p.Suppliers.Lock(ctx, team, []purchasing.SupplierID{supplier})
	return len(found) > 0, err
}

// Supplier reads a supplier, false without such a supplier.
func (f *Facade) Supplier(
	ctx context.Context, team id.Team, supplier purchasing.SupplierID,
) (purchasing.Supplier, bool, error) {
	found, err := f.p.Suppliers.Named(ctx, team, []purchasing.SupplierID{supplier})
	if err != nil || len(found) == 0 {
		return purchasing.Supplier{}, false, err
	}
	return found[0], true, nil
}

// CountSuppliersInTeamCurrency counts the suppliers without a currency that have amounts: they are
// read in the team's currency.
func (f *Facade) CountSuppliersInTeamCurrency(ctx context.Context, team id.Team) (n int64, err error) {
	byID := page.Request{Limit: atOnce, Order: []page.By{{Field: "id"}}}
	for s, err := range page.All(byID, func(r page.Request) (page.Page[purchasing.Supplier], error) {
		return f.p.Suppliers.List(ctx, team, ports.SupplierFilter{}, r)
	}) {
		if err != nil {
			return 0, err
		}
		if v := s.Values; !v.Currency.Known() && (v.MinOrderValue.Known() || v.DefaultShippingCost.Known()) {
			n++
		}
	}
	return n, nil
}

// SupplierWords returns the team's words for suppliers: the code, or else the name. It leaves out
// absent suppliers.
func (f *Facade) SupplierWords(ctx context.Context, team id.Team, suppliers []int64) (map[int64]string, error) {
	return f.p.Suppliers.Words(ctx, team, suppliers)
}

// SuppliersCalled reads the suppliers with one of the names, in any letter case.
func (f *Facade) SuppliersCalled(ctx context.Context, team id.Team, names []string) ([]purchasing.Supplier, error) {
	named, _, err := f.p.Suppliers.Called(ctx, team, names)
	return named, err
}

// CountOffers counts the live offers of each product. Products without offers are left out.
func (f *Facade) CountOffers(ctx context.Context, team id.Team, products []int64) (map[int64]int64, error) {
	return f.p.Offers.Count(ctx, team, products)
}

// StockOf sums up the units of products in warehouses, with some of the balances. Products without
// units are left out.
func (f *Facade) StockOf(
	ctx context.Context, team id.Team, products []purchasing.ProductID,
) (map[purchasing.ProductID]purchasing.Held, error) {
	return f.p.Stock.OfProducts(ctx, team, products)
}

// OpenItemsOf counts the items of open orders that write the costs of products. Products without
// such items are left out.
func (f *Facade) OpenItemsOf(ctx context.Context, team id.Team, products []int64) (map[int64]purchasing.Held, error) {
	return f.p.OfParties.Open(ctx, team, order.OfProduct, products)
}
