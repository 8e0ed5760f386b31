package orders

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// Copy says which units of an order are ordered again.
type Copy string

// The values of Copy. CopyOutstanding copies the units that did not arrive.
const (
	CopyAll         Copy = "all"
	CopyOutstanding Copy = "outstanding"
)

// Words lists them, the default first.
func (Copy) Words() []Copy { return []Copy{CopyAll, CopyOutstanding} }

// Create describes an order to make.
type Create struct {
	Patch order.Patch
	Items []order.ItemPatch
	// Ordered places the order in the same transaction.
	Ordered       bool
	AllowZeroCost bool
	// CopyFrom names an order to copy: its supplier, terms, costs and items.
	CopyFrom optional.Maybe[order.ID]
	Copy     Copy
}

// Create makes an order. Nothing is stored unless all items are good.
func (o *Orders) Create(ctx context.Context, who caller.Caller, in Create) (View, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) (out View, err error) {
		base, copied, err := o.copied(ctx, who.Team, in)
		if err != nil {
			return out, err
		}
		if !in.Patch.SupplierID.Set && base.SupplierID == 0 {
			_, err := in.Patch.Over(base)
			return out, err
		}
		buyer, err := o.Teams.Buyer(ctx, who.Team)
		if err != nil {
			return out, err
		}
		warehouse := in.Patch.WarehouseID.Maybe().Or(base.WarehouseID)
		if warehouse == 0 {
			if warehouse, err = o.standardWarehouse(ctx, who.Team); err != nil {
				return out, err
			}
		}
		with, err := o.parties(ctx, who.Team, in.Patch.SupplierID.Maybe().Or(base.SupplierID), warehouse)
		if err != nil {
			return out, err
		}
		if err := with.inUse(); err != nil {
			return out, err
		}
		now := o.Clock.Now()
		if !in.CopyFrom.Known() {
			base = standard(with.supplier.Values, buyer, in.Patch.Currency.Maybe())
			base.TaxCountry = in.Patch.TaxCountry.Over(with.taxCountry(buyer))
			base.OrderDate = in.Patch.OrderDate.Maybe()
			base.Recover(buyer.Recovery(with.supplier.Values), date.Of(now.UTC()))
		}
		base.WarehouseID = warehouse
		values, err := in.Patch.Over(base)
		if err != nil {
			return out, err
		}
		if in.CopyFrom.Known() && in.Patch.TaxCountry.Set && !in.Patch.TaxRecoverable.Set {
			values.Recover(buyer.Recovery(with.supplier.Values), date.Of(now.UTC()))
		}
		if values, err = o.costRates(ctx, who.Team, values, base.OtherCosts); err != nil {
			return out, err
		}
		if err := o.assigned(ctx, who.Team, values.AssigneeID); err != nil {
			return out, err
		}
		if values.Number == "" {
			if values.Number, err = o.Store.Number(ctx, who.Team); err != nil {
				return out, err
			}
		}
		one, err := order.New(who.Team, optional.Some(who.User), values, now)
		if err != nil {
			return out, err
		}
		with.meet(one)
		items, err := o.items(ctx, one, with.supplier.Values, in, copied)
		if err != nil {
			return out, err
		}
		if in.Ordered {
			if err := o.place(ctx, one, items, with, in.AllowZeroCost); err != nil {
				return out, err
			}
		}
		if err := one.Reprice(items, now); err != nil {
			return out, err
		}
		made, err := o.Store.Insert(ctx, one, items)
		if err != nil {
			return out, err
		}
		sum := map[int64]int64{}
		onOrder(sum, 1, one, items)
		if err := o.ordered(ctx, who.Team, sum); err != nil {
			return out, err
		}
		after, err := o.Store.Find(ctx, who.Team, made)
		if err != nil {
			return out, err
		}
		if err := o.counted(ctx, order.Snapshot{Team: who.Team, Values: after.Values, Status: order.Cancelled}, after); err != nil {
			return out, err
		}
		if err := o.tagged(ctx, order.Snapshot{}, after); err != nil {
			return out, err
		}
		if err := o.line(ctx, who, "created", order.Snapshot{}, after); err != nil {
			return out, err
		}
		return o.alone(ctx, after)
	})
}

func (o *Orders) standardWarehouse(ctx context.Context, team id.Team) (int64, error) {
	w, ok, err := o.Warehouses.Default(ctx, team)
	if err == nil && !ok {
		err = check.Rule(fault.CodeValidationFailed, "/warehouse_id", "The team has no warehouse yet: create one.")
	}
	return int64(w.ID), err
}

// standard returns the defaults of an order's members.
func standard(s purchasing.SupplierValues, b ports.Buyer, currency optional.Maybe[money.Currency]) order.Values {
	v := order.Values{
		Currency: currency.Or(s.Currency.Or(b.Currency)), CostCurrency: b.Currency, CostAllocation: landed.ByValue,
		PricesIncludeTax: s.PricesIncludeTax.Or(b.PurchasesWithTax), PaymentTerms: s.PaymentTerms,
		Note: s.DefaultOrderNote, TrackingNumbers: []string{}, OtherCosts: []landed.OtherCost{}, Payments: []order.Payment{}, TagIDs: []int64{},
	}
	if shipping := s.DefaultShippingCost.Or(money.Amount{}); s.Currency.Or(b.Currency) == v.Currency && shipping.Fits(v.Currency) {
		v.ShippingCost = shipping
	}
	return v
}

// copied returns the members and items that an order takes from another.
func (o *Orders) copied(ctx context.Context, team id.Team, in Create) (order.Values, []*order.Item, error) {
	from, ok := in.CopyFrom.Get()
	if !ok {
		return order.Values{}, nil, nil
	}
	s, err := o.Store.Find(ctx, team, from)
	if fault.Is(err, fault.CodeNotFound) {
		err = check.Rule(fault.CodeNotFound, "/copy_from", "There is no such purchase order.")
	}
	if err != nil {
		return order.Values{}, nil, err
	}
	items, err := o.Store.Items(ctx, team, from, 0)
	return s.Again(), items, err
}

// goods reads the records that items of an order name, and prevents changes of products until the
// transaction ends.
func (o *Orders) goods(ctx context.Context, s order.Snapshot, list []order.ItemValues) (order.Goods, error) {
	var products, skus []int64
	var offers []purchasing.OfferID
	for _, v := range list {
		if n, ok := v.ProductID.Get(); ok {
			products = append(products, n)
		}
		if n, ok := v.SKUID.Get(); ok {
			skus = append(skus, n)
		}
		if n, ok := v.OfferID.Get(); ok {
			offers = append(offers, purchasing.OfferID(n))
		}
	}
	if len(products)+len(skus)+len(offers) == 0 {
		return order.Goods{}, nil
	}
	if err := o.Inventory.Hold(ctx, s.Team); err != nil {
		return order.Goods{}, err
	}
	found, err := o.Offers.Named(ctx, s.Team, edit.Once(offers))
	if err != nil {
		return order.Goods{}, err
	}
	known := make(map[int64]purchasing.OfferValues, len(found))
	for _, offer := range found {
		known[int64(offer.ID)] = offer.Values
		if n, ok := offer.Values.Product.Get(); ok {
			products = append(products, int64(n))
		}
	}
	g, err := o.Inventory.Goods(ctx, s.Team, edit.Once(products), edit.Once(skus))
	if err != nil {
		return g, err
	}
	g.Offers = known
	g.Rates, err = o.offerRates(ctx, s, known, list)
	return g, err
}

// items makes the items of a new order: the named items, else copies.
func (o *Orders) items(ctx context.Context, one *order.Order, s purchasing.SupplierValues, in Create, copied []*order.Item) ([]*order.Item, error) {
	var list []order.ItemValues
	for i, p := range in.Items {
		v, err := p.Over(newItem(s))
		if err != nil {
			return nil, under(err, i)
		}
		list = append(list, v)
	}
	again := len(in.Items) == 0
	for _, item := range copied {
		if v, ok := item.Snapshot().Again(in.Copy == CopyOutstanding); ok && again {
			list = append(list, v)
		}
	}
	g, err := o.goods(ctx, one.Snapshot(), list)
	if err != nil {
		return nil, err
	}
	var items []*order.Item
	for i, v := range list {
		if again {
			v = v.Living(g)
		}
		item, err := o.add(one, g, v)
		if err != nil {
			return nil, under(err, i)
		}
		items = append(items, item)
	}
	order.Sort(items)
	return items, nil
}

func newItem(s purchasing.SupplierValues) order.ItemValues {
	return order.ItemValues{Discount: s.DiscountPercent.Or(money.Percent{}), TaxRate: s.DefaultTaxRate.Or(money.Percent{})}
}

// add makes an item, completed by the records that it names.
func (o *Orders) add(one *order.Order, g order.Goods, v order.ItemValues) (*order.Item, error) {
	tie, err := v.Tie(g, one.Snapshot().Values.SupplierID)
	if err != nil {
		return nil, err
	}
	item, err := one.Add(v.Fill(g, one.Snapshot().Values.Currency), o.Clock.Now())
	if err == nil {
		item.Tied(tie)
	}
	return item, err
}

// under names the item at fault.
func under(err error, item int) error {
	if e, ok := fault.As(err); ok {
		return e.Under(check.Item("/items", item))
	}
	return err
}

// place moves a draft to ordered.
func (o *Orders) place(ctx context.Context, one *order.Order, items []*order.Item, with parties, zero bool) error {
	var ids []purchasing.OfferID
	for _, item := range items {
		if n, ok := item.Snapshot().Values.OfferID.Get(); ok {
			ids = append(ids, purchasing.OfferID(n))
		}
	}
	offers, err := o.Offers.Named(ctx, with.supplier.Team, edit.Once(ids))
	if err != nil {
		return err
	}
	c := order.Circumstances{
		Policy: order.Policy{Now: o.Clock.Now()}, AllowZeroCost: zero, SupplierActive: with.supplier.Values.Status == purchasing.Active,
		WarehouseActive: with.warehouse.Values.Status == purchasing.Active, LeadTimeDays: with.supplier.Values.DefaultLeadTimeDays,
	}
	longest := optional.None[int]()
	for _, offer := range offers {
		if n, ok := offer.Values.LeadTimeDays.Get(); ok {
			longest = optional.Some(max(n, longest.Or(n)))
		}
	}
	if longest.Known() {
		c.LeadTimeDays = longest
	}
	missing, err := o.rated(ctx, one)
	if err != nil {
		return err
	}
	if _, err = one.Write(order.Ordered, items, c); err != nil {
		if e, ok := fault.As(err); ok && missing != nil && len(e.Errors) == 1 {
			err = missing // the only thing that the order lacks
		}
		return err
	}
	known := make(map[int64]purchasing.OfferValues, len(offers))
	for _, offer := range offers {
		known[int64(offer.ID)] = offer.Values
	}
	return o.offered(ctx, one, items, known)
}

// offered stores in offers their cost in the items of an order that was placed.
func (o *Orders) offered(ctx context.Context, one *order.Order, items []*order.Item, offers map[int64]purchasing.OfferValues) error {
	costs := map[purchasing.OfferID]optional.Maybe[money.Amount]{}
	for _, item := range items {
		v := item.Snapshot().Values
		offer, ok := offers[v.OfferID.Or(0)]
		if !ok {
			continue
		}
		if offer.Currency != one.Snapshot().Values.Currency {
			v.UnitCost = optional.None[money.Amount]()
		}
		costs[purchasing.OfferID(v.OfferID.Or(0))] = v.UnitCost
	}
	if len(costs) == 0 {
		return nil
	}
	team := one.Snapshot().Team
	if err := o.Inventory.Hold(ctx, team); err != nil {
		return err
	}
	return o.Offers.Ordered(ctx, team, costs, o.Clock.Now())
}
