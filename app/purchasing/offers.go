package purchasing

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	marks "sellingassistant/ports/mark"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// OfferFilter narrows a list of offers.
type OfferFilter = ports.OfferFilter

// sourceAPI marks figures that a caller gave.
const sourceAPI = "api"

// Offers provides the use cases of offers. Every writer locks the team's products first, so that
// concurrent writes leave at most one preferred offer of a product.
type Offers struct {
	edit.Kind[purchasing.OfferID, purchasing.OfferValues, purchasing.OfferPatch, OfferFilter]
	store     ports.Offers
	suppliers ports.Suppliers
	inventory ports.Inventory
	teams     ports.Teams
	orders    ports.PartyOrders
}

// NewOffers returns the use cases.
func NewOffers(store ports.Offers, suppliers ports.Suppliers, inventory ports.Inventory, teams ports.Teams, orders ports.PartyOrders,
	marks marks.Marks, trail audit.Log, runner tx.Runner, clk clock.Clock,
) *Offers {
	o := &Offers{store: store, suppliers: suppliers, inventory: inventory, teams: teams, orders: orders}
	o.Store, o.On, o.Clock, o.Standard, o.Trail, o.Noun = store, runner, clk, purchasing.StandardOffer(), trail, "supplier_offer"
	o.Hold, o.Complete, o.Stored, o.Blockers, o.Removed, o.Look = inventory.Hold, o.complete, o.stored, o.blockers, o.removed, o.look
	o.Marks, o.Marked = marks, func(v *purchasing.OfferValues) *mark.Marks { return &v.Seen.Marks }
	return o
}

// Create makes an offer of a live supplier. Its currency defaults to the supplier's, else the
// team's. The supplier is locked, so that it is not deleted meanwhile.
func (o *Offers) Create(ctx context.Context, who caller.Caller, p purchasing.OfferPatch) (purchasing.Offer, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) (none purchasing.Offer, err error) {
		supplier, given := p.Supplier.Given()
		if !given {
			return o.Kind.Create(ctx, who, p)
		}
		found, err := o.suppliers.Lock(ctx, who.Team, []purchasing.SupplierID{supplier})
		switch {
		case err != nil:
			return none, err
		case len(found) == 0:
			return none, check.Rule(fault.CodeNotFound, "/supplier_id", "There is no such supplier.")
		}
		if !p.Currency.Set {
			currency, known := found[0].Values.Currency.Get()
			if !known {
				buyer, err := o.teams.Buyer(ctx, who.Team)
				if err != nil {
					return none, err
				}
				currency = buyer.Currency
			}
			p.Currency = optional.Put(currency)
		}
		return o.Kind.Create(ctx, who, p)
	})
}

// CreateMany makes offers of a live supplier, in the currencies that they name. An offer that
// cannot be made is a fault at its place. The others are made and matched with their products, all
// or nothing.
func (o *Offers) CreateMany(ctx context.Context, who caller.Caller, supplier purchasing.SupplierID, wanted []purchasing.OfferPatch) (made []purchasing.Offer, faults []*fault.Error, err error) {
	err = o.On.InTx(ctx, func(ctx context.Context) error {
		found, err := o.suppliers.Lock(ctx, who.Team, []purchasing.SupplierID{supplier})
		switch {
		case err != nil:
			return err
		case len(found) == 0:
			return check.Rule(fault.CodeNotFound, "/supplier_id", "There is no such supplier.")
		}
		made, faults, err = o.Kind.CreateMany(ctx, who, wanted, edit.Together[purchasing.OfferID, purchasing.OfferValues]{
			Insert: o.store.InsertMany,
			Stored: func(ctx context.Context, made []purchasing.Offer) error {
				if err := o.store.PriceNew(ctx, made); err != nil {
					return err
				}
				return o.matched(ctx, who, made, func(one purchasing.Offer) optional.Maybe[purchasing.ProductID] { return one.Values.Product })
			},
		})
		return err
	})
	return made, faults, err
}

// complete sets the members that follow from the price, and takes preference from the offer that
// had it.
func (o *Offers) complete(ctx context.Context, before, next purchasing.Offer) (purchasing.OfferValues, error) {
	v := next.Values.Priced(before, next.UpdatedAt)
	if v.Source.Kind == "" || !v.SamePrice(before.Values) && v.Source == before.Values.Source {
		v.Source = purchasing.Source{Kind: sourceAPI}
	}
	product, known := v.Product.Get()
	if !known || !v.Preferred || before.Values.Preferred && before.Values.Product == v.Product {
		return v, nil
	}
	other, found, err := o.store.Preferred(ctx, next.Team, product)
	if err != nil || !found || other.ID == next.ID {
		return v, err
	}
	values := other.Values
	values.Preferred = false
	return v, o.store.Save(ctx, other.With(values, next.UpdatedAt))
}

func (o *Offers) stored(ctx context.Context, who caller.Caller, before, after purchasing.Offer) error {
	if before.Version == 0 || !after.Values.SamePrice(before.Values) {
		if err := o.store.Price(ctx, after, after.UpdatedAt); err != nil {
			return err
		}
	}
	if after.Values.Product == before.Values.Product {
		return nil
	}
	return o.inventory.Match(ctx, who, map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]{after.ID: after.Values.Product})
}

// blockers keeps offers that open orders name. No new item arrives while products are locked.
func (o *Offers) blockers(ctx context.Context, team id.Team, all []purchasing.Offer) (map[purchasing.OfferID][]edit.Blocker, error) {
	found, err := o.orders.Open(ctx, team, order.OfOffer, numbers(all))
	return blocked[purchasing.OfferID](blockedByItem, found), err
}

func (o *Offers) removed(ctx context.Context, who caller.Caller, gone []purchasing.Offer) error {
	return o.matched(ctx, who, gone, func(purchasing.Offer) (none optional.Maybe[purchasing.ProductID]) { return none })
}

// matched matches the offers that have a product with another product, or with no product.
func (o *Offers) matched(ctx context.Context, who caller.Caller, all []purchasing.Offer, with func(purchasing.Offer) optional.Maybe[purchasing.ProductID]) error {
	products := map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]{}
	for _, one := range all {
		if one.Values.Product.Known() {
			products[one.ID] = with(one)
		}
	}
	if len(products) == 0 {
		return nil
	}
	return o.inventory.Match(ctx, who, products)
}

func (o *Offers) look(ctx context.Context, team id.Team, found []purchasing.Offer, alone bool) (err error) {
	if alone {
		found[0].Values.Seen.History, err = o.store.History(ctx, team, found[0].ID)
	}
	return err
}

// MatchedOffers updates the products that offers are matched with.
type MatchedOffers struct {
	store ports.Offers
	clock clock.Clock
}

// NewMatchedOffers returns the use case.
func NewMatchedOffers(store ports.Offers, clk clock.Clock) *MatchedOffers {
	return &MatchedOffers{store, clk}
}

// Tell stores the products of offers. Its caller's transaction changed the matches and has locked
// the team's products. An offer that moves to another product loses its preference. Absent offers
// are left out.
func (m *MatchedOffers) Tell(ctx context.Context, team id.Team, products map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]) error {
	found, err := m.store.Lock(ctx, team, slices.Sorted(maps.Keys(products)))
	if err != nil {
		return err
	}
	for _, one := range found {
		v := one.Values
		if v.Product == products[one.ID] {
			continue
		}
		v.Product, v.Preferred = products[one.ID], false
		if err := m.store.Save(ctx, one.With(v, m.clock.Now())); err != nil {
			return err
		}
	}
	return nil
}

// Find reads live offers; missing offers are left out.
func (m *MatchedOffers) Find(ctx context.Context, team id.Team, ids []purchasing.OfferID) ([]purchasing.Offer, error) {
	return m.store.Lock(ctx, team, ids)
}
