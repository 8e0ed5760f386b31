package purchasing

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	marks "sellingassistant/ports/mark"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// maxTwins bounds the likely twins of a supplier that are named.
const maxTwins = 10

// SupplierFilter narrows a list of suppliers.
type SupplierFilter = ports.SupplierFilter

// Suppliers provides the use cases of suppliers.
type Suppliers struct {
	edit.Kind[purchasing.SupplierID, purchasing.SupplierValues, purchasing.SupplierPatch, SupplierFilter]
	store     ports.Suppliers
	documents ports.Documents
	offers    ports.Offers
	inventory ports.Inventory
	orders    ports.PartyOrders
}

// NewSuppliers returns the use cases.
func NewSuppliers(store ports.Suppliers, documents ports.Documents, offers ports.Offers, inventory ports.Inventory,
	orders ports.PartyOrders, marks marks.Marks, trail audit.Log, runner tx.Runner, clk clock.Clock,
) *Suppliers {
	s := &Suppliers{store: store, documents: documents, offers: offers, inventory: inventory, orders: orders}
	s.Store, s.On, s.Clock, s.Standard, s.Trail, s.Noun = store, runner, clk, purchasing.StandardSupplier(), trail, "supplier"
	s.Hold, s.Blockers, s.Removed, s.Look = store.Hold, s.blockers, s.removed, s.look
	s.Marks, s.Marked = marks, func(v *purchasing.SupplierValues) *mark.Marks { return &v.Seen.Marks }
	s.Tagged = func(v purchasing.SupplierValues) []int64 { return v.TagIDs }
	return s
}

// Records that keep others from being deleted.
const (
	blockedByStock = "stock"
	blockedByOrder = "purchase_order"
	blockedByItem  = "purchase_order_item"
)

// blocked names, by type, the records that depend on others.
func blocked[ID ~int64](by string, found map[int64]purchasing.Held) map[ID][]edit.Blocker {
	out := make(map[ID][]edit.Blocker, len(found))
	for n, of := range found {
		out[ID(n)] = []edit.Blocker{{Type: by, Count: of.Records, IDs: of.IDs}}
	}
	return out
}

// numbers returns the ids of records.
func numbers[ID ~int64, V any](all []versioned.Record[ID, V]) []int64 {
	ids := make([]int64, len(all))
	for i, one := range all {
		ids[i] = int64(one.ID)
	}
	return ids
}

// blockers returns the open orders of suppliers. A supplier with an open order is not deleted.
func (s *Suppliers) blockers(ctx context.Context, team id.Team, all []purchasing.Supplier) (map[purchasing.SupplierID][]edit.Blocker, error) {
	found, err := s.orders.Open(ctx, team, order.OfSupplier, numbers(all))
	return blocked[purchasing.SupplierID](blockedByOrder, found), err
}

// retired bounds the offers of a deleted supplier that one statement changes.
const retired = 500

// removed removes the suppliers from products and SKUs, and makes their offers inactive.
func (s *Suppliers) removed(ctx context.Context, who caller.Caller, gone []purchasing.Supplier) error {
	ids := make([]purchasing.SupplierID, len(gone))
	for i, one := range gone {
		ids[i] = one.ID
	}
	now := s.Clock.Now()
	if err := s.inventory.Forget(ctx, who.Team, ids, nil, now); err != nil {
		return err
	}
	for _, supplier := range ids {
		for {
			found, err := s.offers.OfSupplier(ctx, who.Team, supplier, retired)
			if err != nil {
				return err
			}
			for _, one := range found {
				v := one.Values
				v.Status = purchasing.Inactive
				if err := s.offers.Save(ctx, one.With(v, now)); err != nil {
					return err
				}
			}
			if len(found) < retired {
				break
			}
		}
	}
	return nil
}

// look counts documents; of one supplier it sums up the orders, and finds likely twins.
func (s *Suppliers) look(ctx context.Context, team id.Team, found []purchasing.Supplier, alone bool) error {
	ids := numbers(found)
	documents, err := s.documents.OfSuppliers(ctx, team, ids)
	if err != nil {
		return err
	}
	for i := range found {
		found[i].Values.Seen.Documents = documents[ids[i]]
	}
	if !alone {
		return nil
	}
	one, now := &found[0], s.Clock.Now()
	went, err := s.orders.Deliveries(ctx, team, ids, now.AddDate(0, 0, -purchasing.ScorecardDays), date.Of(now.UTC()))
	if err != nil {
		return err
	}
	one.Values.Seen.Scorecard = purchasing.ScorecardOf(went)
	keys := one.Values.Keys()
	alike, err := s.store.Alike(ctx, *one, keys, maxTwins)
	for _, other := range alike {
		if by, ok := keys.Twin(other.Values.Keys()); ok {
			one.Values.Seen.Twins = append(one.Values.Seen.Twins, purchasing.SupplierTwin{ID: other.ID, By: by})
		}
	}
	return err
}
