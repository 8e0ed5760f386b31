package orders

import (
	"context"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// shown adds to orders the facts of other records.
func (o *Orders) shown(ctx context.Context, team id.Team, list ...order.Snapshot) ([]View, error) {
	if len(list) == 0 {
		return []View{}, nil
	}
	var ids []order.ID
	var suppliers []purchasing.SupplierID
	var numbers, warehouses []int64
	for _, s := range list {
		ids, numbers, suppliers = append(ids, s.ID), append(numbers, int64(s.ID)), append(suppliers, purchasing.SupplierID(s.Values.SupplierID))
		warehouses = append(warehouses, s.Values.WarehouseID)
	}
	found, err := o.Suppliers.Named(ctx, team, edit.Once(suppliers))
	if err != nil {
		return nil, err
	}
	live, err := o.Warehouses.Live(ctx, team, edit.Once(warehouses))
	if err != nil {
		return nil, err
	}
	pasts, err := o.Store.Pasts(ctx, team, edit.Once(ids))
	if err != nil {
		return nil, err
	}
	papers, err := o.Documents.OfOrders(ctx, team, numbers)
	if err != nil {
		return nil, err
	}
	marks, err := o.Marks.Of(ctx, team, mark.Order, numbers)
	if err != nil {
		return nil, err
	}
	out := make([]View, len(list))
	for i, s := range list {
		at := slices.IndexFunc(found, func(one purchasing.Supplier) bool { return int64(one.ID) == s.Values.SupplierID })
		past := pasts[s.ID]
		if at >= 0 && found[at].Values.Currency.Or(s.Values.Currency) == s.Values.Currency {
			past.Minimum = found[at].Values.MinOrderValue
		}
		out[i] = View{
			Snapshot: s, SupplierDeleted: at < 0, WarehouseDeleted: !slices.Contains(live, s.Values.WarehouseID), Today: o.today(), Warnings: s.Warnings(past),
			Papers: papers[int64(s.ID)], Marks: marks[int64(s.ID)],
		}
	}
	return out, nil
}

// Item reads one item of an order. An absent order or item is fault.Missing.
func (o *Orders) Item(ctx context.Context, who caller.Caller, parent order.ID, item order.ItemID) (ItemView, error) {
	s, err := o.Store.Find(ctx, who.Team, parent)
	if err != nil {
		return ItemView{}, err
	}
	found, err := o.Store.Named(ctx, who.Team, parent, []order.ItemID{item})
	if err != nil {
		return ItemView{}, err
	}
	if len(found) == 0 {
		return ItemView{}, fault.Missing()
	}
	views, err := o.itemsShown(ctx, s, []order.ItemSnapshot{found[0].Snapshot()}, seen{})
	if err != nil {
		return ItemView{}, err
	}
	return views[0], nil
}

// itemsShown adds warnings to items. It reads the other facts.
func (o *Orders) itemsShown(
	ctx context.Context, s order.Snapshot, items []order.ItemSnapshot, known seen,
) ([]ItemView, error) {
	if len(items) == 0 {
		return []ItemView{}, nil
	}
	var offers []purchasing.OfferID
	var targets []purchasing.CostTarget
	for _, item := range items {
		if n, ok := item.Values.OfferID.Get(); ok {
			offers = append(offers, purchasing.OfferID(n))
		}
		if n, ok := item.Values.SKUID.Get(); ok {
			targets = append(targets, purchasing.CostTarget{Kind: purchasing.CostOfSKU, ID: n})
		}
		targets = append(targets, item.Target)
	}
	targets = slices.DeleteFunc(targets, func(t purchasing.CostTarget) bool {
		_, ok := known.inForce[t]
		return ok
	})
	named, err := o.Offers.Named(ctx, s.Team, edit.Once(offers))
	if err != nil {
		return nil, err
	}
	costs, err := o.Inventory.Costs(ctx, s.Team, targets, o.today())
	if err != nil {
		return nil, err
	}
	for target, cost := range known.inForce {
		if sum, ok := cost.Get(); ok {
			costs[target] = sum
		}
	}
	twins := known.twins
	if twins == nil {
		if twins, err = o.Store.Twins(ctx, s.Team, s.ID, items); err != nil {
			return nil, err
		}
	}
	out := make([]ItemView, len(items))
	for i, item := range items {
		m := order.Market{MOQ: 1, Multiple: 1, Twin: twins[item.ID], Targeted: item.Target.ID != 0}
		if at := slices.IndexFunc(named, func(one purchasing.Offer) bool { return int64(one.ID) == item.Values.OfferID.Or(0) }); at >= 0 {
			m.MOQ, m.Multiple = int64(named[at].Values.MOQ), int64(named[at].Values.OrderMultiple)
		}
		if cost, ok := costs[item.Target]; ok {
			m.InForce, m.Currency = optional.Some(cost.Amount), cost.Currency
		}
		_, own := costs[purchasing.CostTarget{Kind: purchasing.CostOfSKU, ID: item.Values.SKUID.Or(0)}]
		m.SKUCost = own && item.Target.Kind == purchasing.CostOfProduct
		out[i] = ItemView{ItemSnapshot: item, Of: s, Warnings: s.ItemWarnings(item, m)}
	}
	return out, nil
}
