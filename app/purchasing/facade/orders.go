package facade

import (
	"context"
	"iter"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// atOnce bounds the records that are read with one statement.
const atOnce = 200

// counting asks for the number of records.
var counting = page.Request{Limit: 1, Order: []page.By{{Field: "id"}}, Count: true}

// Order has an order with all its items.
type Order struct {
	order.Snapshot
	Items []*order.Item
}

// Order reads an order with its items, false without such an order.
func (f *Facade) Order(ctx context.Context, team id.Team, wanted order.ID) (Order, bool, error) {
	live, err := f.p.Orders.Live(ctx, team, []int64{int64(wanted)})
	if err != nil || len(live) == 0 {
		return Order{}, false, err
	}
	s, err := f.p.Orders.Find(ctx, team, wanted)
	if err != nil {
		return Order{}, false, err
	}
	o, err := f.withItems(ctx, s)
	return o, err == nil, err
}

func (f *Facade) withItems(ctx context.Context, s order.Snapshot) (Order, error) {
	items, err := f.p.Orders.Items(ctx, s.Team, s.ID, 0)
	return Order{s, items}, err
}

// OrderNumbered reads an order with its items by its number, in any letter case. It returns false
// without such an order, and for a cancelled order.
func (f *Facade) OrderNumbered(ctx context.Context, team id.Team, number string) (Order, bool, error) {
	first := page.Request{Limit: 1, Order: []page.By{{Field: "id"}}}
	found, err := f.p.Orders.List(ctx, team, ports.OrderFilter{Numbers: []string{number}}, first)
	if err != nil || len(found.Items) == 0 || found.Items[0].Status == order.Cancelled {
		return Order{}, false, err
	}
	o, err := f.withItems(ctx, found.Items[0])
	return o, err == nil, err
}

// CountOrders counts the purchase orders of a team, in any state.
func (f *Facade) CountOrders(ctx context.Context, team id.Team) (int64, error) {
	found, err := f.p.Orders.List(ctx, team, ports.OrderFilter{}, counting)
	if err != nil {
		return 0, err
	}
	return *found.Total, nil
}

// OpenOrders reads the newest open orders of a supplier, at most most, with their items.
func (f *Facade) OpenOrders(ctx context.Context, team id.Team, supplier int64, most int) ([]Order, error) {
	newest := page.Request{Limit: most, Order: []page.By{{Field: "created_at", Desc: true}}}
	filter := ports.OrderFilter{Suppliers: []int64{supplier}, Statuses: order.Waiting}
	found, err := f.p.Orders.List(ctx, team, filter, newest)
	if err != nil {
		return nil, err
	}
	out := make([]Order, len(found.Items))
	for i, s := range found.Items {
		if out[i], err = f.withItems(ctx, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Goods names ordered products by a single kind of key.
type Goods struct {
	Products []int64
	// ASINs have capitals.
	ASINs []string
}

// OpenItems yields the items of open orders and drafts that order the goods, the newest orders
// first.
func (f *Facade) OpenItems(ctx context.Context, team id.Team, goods Goods) iter.Seq2[order.ItemSnapshot, error] {
	thing := ports.Thing{Products: goods.Products, ASINs: goods.ASINs}
	filter := ports.OrderFilter{
		Statuses: []order.Status{order.Draft, order.Ordered, order.PartiallyReceived}, Thing: thing,
	}
	newest := page.Request{Limit: atOnce, Order: []page.By{{Field: "id", Desc: true}}}
	byID := page.Request{Limit: atOnce, Order: []page.By{{Field: "id"}}}
	return func(yield func(order.ItemSnapshot, error) bool) {
		for open, err := range page.All(newest, func(r page.Request) (page.Page[order.Snapshot], error) {
			return f.p.Orders.List(ctx, team, filter, r)
		}) {
			if err != nil {
				yield(order.ItemSnapshot{}, err)
				return
			}
			for item, err := range page.All(byID, func(r page.Request) (page.Page[order.ItemSnapshot], error) {
				return f.p.Orders.ListItems(ctx, team, open.ID, ports.ItemFilter{Thing: thing}, r)
			}) {
				if !yield(item, err) {
					return
				}
			}
		}
	}
}

// OfferKeys has the keys of offers of a supplier.
type OfferKeys struct {
	// ASINs have capitals, GTINs 14 digits. SKUs name the supplier's codes, in any letter case.
	SKUs, GTINs, ASINs []string
	Products           []purchasing.ProductID
}

// mostOffers bounds the offers that are read by each kind of key.
const mostOffers = 10_000

// OffersOf reads the offers of a supplier by their keys, each once.
func (f *Facade) OffersOf(
	ctx context.Context, team id.Team, supplier purchasing.SupplierID, keys OfferKeys,
) (out []purchasing.Offer, err error) {
	seen := map[purchasing.OfferID]bool{}
	byID := page.Request{Limit: mostOffers, Order: []page.By{{Field: "id"}}}
	for _, filter := range []ports.OfferFilter{
		{SKUs: keys.SKUs}, {GTINs: keys.GTINs}, {ASINs: keys.ASINs}, {Products: keys.Products},
	} {
		if len(filter.SKUs)+len(filter.GTINs)+len(filter.ASINs)+len(filter.Products) == 0 {
			continue
		}
		filter.Suppliers = []purchasing.SupplierID{supplier}
		found, err := f.p.Offers.List(ctx, team, filter, byID)
		if err != nil {
			return nil, err
		}
		for _, o := range found.Items {
			if !seen[o.ID] {
				seen[o.ID], out = true, append(out, o)
			}
		}
	}
	return out, nil
}
