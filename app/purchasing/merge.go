package purchasing

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Merge merges several suppliers into one: all records of From move to Into.
type Merge struct {
	Into purchasing.SupplierID
	From []purchasing.SupplierID
	// DryRun answers the same and changes nothing.
	DryRun bool
}

// Merged has the supplier after a merge and the numbers of orders and offers that moved to it. It
// also counts the offers that were merged into another one with the same SKU.
type Merged struct {
	Supplier                     purchasing.Supplier
	Orders, Offers, MergedOffers int64
}

// Merges provides the use case of suppliers that turn out to be one.
type Merges struct {
	suppliers *Suppliers
	offers    *Offers
}

// NewMerges returns the use case.
func NewMerges(suppliers *Suppliers, offers *Offers) *Merges {
	return &Merges{suppliers, offers}
}

// errRehearsed rolls a dry run back.
var errRehearsed = errors.New("dry run")

// Merge moves orders, offers, names, tags, notes and documents of suppliers to another supplier,
// and deletes the merged suppliers.
func (m *Merges) Merge(ctx context.Context, who caller.Caller, in Merge) (out Merged, err error) {
	err = m.suppliers.On.InTx(ctx, func(ctx context.Context) (err error) {
		if out, err = m.merge(ctx, who, in.Into, in.From); err == nil && in.DryRun {
			err = errRehearsed
		}
		return err
	})
	if err != nil && !errors.Is(err, errRehearsed) {
		return Merged{}, err
	}
	return out, nil
}

func (m *Merges) merge(ctx context.Context, who caller.Caller, into purchasing.SupplierID, from []purchasing.SupplierID) (out Merged, err error) {
	s, now := m.suppliers, m.suppliers.Clock.Now()
	one, gone, err := m.lock(ctx, who, into, from)
	if err != nil {
		return out, err
	}
	from, named := edit.Once(from), numbers(gone)
	marks, err := s.Marks.Of(ctx, who.Team, mark.Supplier, append(slices.Clone(named), int64(into)))
	if err != nil {
		return out, err
	}
	patch, err := joined(one, gone, marks)
	if err != nil {
		return out, err
	}
	var open int64
	placed := one.Values.Seen.LastOrderAt
	for _, g := range gone {
		open += g.Values.Seen.OpenOrders
		if err := s.store.Ordered(ctx, who.Team, g.ID, -g.Values.Seen.OpenOrders, optional.None[time.Time]()); err != nil {
			return out, err
		}
		if at, ok := g.Values.Seen.LastOrderAt.Get(); ok && !placed.Or(at).After(at) {
			placed = optional.Some(at)
		}
	}
	if out.Orders, err = s.orders.Move(ctx, who.Team, named, int64(into), now); err != nil {
		return out, err
	}
	if err := s.store.Ordered(ctx, who.Team, into, open, placed); err != nil {
		return out, err
	}
	if err := s.inventory.Hold(ctx, who.Team); err != nil {
		return out, err
	}
	clashing, err := m.offers.store.Clashing(ctx, who.Team, append(slices.Clone(from), into))
	if err != nil {
		return out, err
	}
	for _, same := range clashing {
		if err := m.one(ctx, who, same); err != nil {
			return out, err
		}
		out.MergedOffers += int64(len(same) - 1)
	}
	if out.Offers, err = m.offers.store.Move(ctx, who.Team, from, into, now); err != nil {
		return out, err
	}
	if err := s.inventory.Resupply(ctx, who.Team, from, into, now); err != nil {
		return out, err
	}
	if err := s.documents.Move(ctx, who.Team, named, int64(into), now); err != nil {
		return out, err
	}
	if err := s.Marks.Move(ctx, who.Team, mark.Supplier, named, int64(into), now); err != nil {
		return out, err
	}
	for _, g := range from {
		if err := s.Delete(ctx, who, g, nil); err != nil {
			return out, err
		}
	}
	out.Supplier, err = s.Update(ctx, who, into, patch, nil)
	return out, err
}

// lock reads and locks the suppliers of a merge.
func (m *Merges) lock(ctx context.Context, who caller.Caller, into purchasing.SupplierID, from []purchasing.SupplierID) (
	one purchasing.Supplier, gone []purchasing.Supplier, err error,
) {
	if err := m.suppliers.store.Hold(ctx, who.Team); err != nil {
		return one, nil, err
	}
	found, err := m.suppliers.store.Lock(ctx, who.Team, edit.Once(append([]purchasing.SupplierID{into}, from...)))
	if err != nil {
		return one, nil, err
	}
	live := map[purchasing.SupplierID]bool{}
	for _, s := range found {
		if live[s.ID] = true; s.ID == into {
			one = s
		} else {
			gone = append(gone, s)
		}
	}
	if !live[into] {
		return one, nil, fault.Missing()
	}
	for i, n := range from {
		switch at := check.Item("/from", i); {
		case n == into:
			return one, nil, check.Rule(fault.CodeValidationFailed, at, "A supplier is not merged with itself.")
		case !live[n]:
			return one, nil, check.Rule(fault.CodeNotFound, at, "There is no such supplier.")
		}
	}
	return one, gone, nil
}

// joined returns the names and tags for the remaining supplier, or a fault if they do not fit.
func joined(one purchasing.Supplier, gone []purchasing.Supplier, marks map[int64]mark.Marks) (purchasing.SupplierPatch, error) {
	v := one.Values
	aliases, tags := slices.Clone(v.Aliases), []int64{}
	for _, g := range append([]purchasing.Supplier{one}, gone...) {
		for _, name := range append([]string{g.Values.Name}, g.Values.Aliases...) {
			if !strings.EqualFold(name, v.Name) && !slices.ContainsFunc(aliases, func(has string) bool { return strings.EqualFold(has, name) }) {
				aliases = append(aliases, name)
			}
		}
		for _, tag := range marks[int64(g.ID)].Tags {
			if !slices.Contains(tags, tag.ID) {
				tags = append(tags, tag.ID)
			}
		}
	}
	if len(aliases) > purchasing.MaxAliases || len(tags) > mark.MaxTags {
		return purchasing.SupplierPatch{}, check.Rule(fault.CodeLimitReached, "/from", "The supplier would have more aliases or tags than it can.")
	}
	return purchasing.SupplierPatch{Aliases: optional.Put(aliases), TagIDs: optional.Put(tags)}, nil
}

// one merges offers with the same SKU. The last written offer stays: orders change only updated_at.
// It gets the prices, notes, items and preference of the others. Without a product it gets theirs.
func (m *Merges) one(ctx context.Context, who caller.Caller, same []purchasing.Offer) error {
	written := func(o purchasing.Offer) time.Time { return o.Values.LastSeenAt.Or(o.CreatedAt) }
	stays := slices.MaxFunc(same, func(a, b purchasing.Offer) int { return written(a).Compare(written(b)) })
	product, preferred := stays.Values.Product, stays.Values.Preferred
	for _, o := range same {
		if o.ID == stays.ID {
			continue
		}
		if !product.Known() {
			product = o.Values.Product
		}
		preferred = preferred || o.Values.Preferred && o.Values.Product == product
		if err := m.offers.store.Inherit(ctx, who.Team, o.ID, stays.ID); err != nil {
			return err
		}
		now := m.suppliers.Clock.Now()
		if err := m.offers.Marks.Move(ctx, who.Team, mark.Offer, []int64{int64(o.ID)}, int64(stays.ID), now); err != nil {
			return err
		}
		if err := m.suppliers.orders.Reoffer(ctx, who.Team, o.ID, stays.ID, now); err != nil {
			return err
		}
		if err := m.offers.Delete(ctx, who, o.ID, nil); err != nil {
			return err
		}
	}
	if n, ok := product.Get(); ok {
		_, err := m.offers.Update(ctx, who, stays.ID, purchasing.OfferPatch{Product: optional.Put(n), Preferred: optional.Put(preferred)}, nil)
		return err
	}
	return nil
}
