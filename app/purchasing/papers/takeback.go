package papers

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// notUndone rolls back a partial undo when something blocks the rest.
type notUndone struct{ blockers []Blocker }

func (notUndone) Error() string { return "a paper cannot be taken back" }

// TakeBack undoes the writes of Book, all or nothing, and returns the blockers if there are any.
// Receipts are corrected to 0. An order that the document made is deleted, or cancelled if it had
// receipts.
func (p *Papers) TakeBack(ctx context.Context, who caller.Caller, text string) ([]Blocker, error) {
	var u undo
	if err := json.Unmarshal([]byte(text), &u); err != nil {
		return nil, err
	}
	err := p.On.InTx(ctx, func(ctx context.Context) error {
		blockers, err := p.changed(ctx, who, u)
		if err == nil && len(blockers) == 0 {
			err = p.takeBack(ctx, who, u)
		}
		if err == nil && len(blockers) > 0 {
			err = notUndone{blockers}
		}
		return err
	})
	if stopped, ok := err.(notUndone); ok { //nolint:errorlint // it is never wrapped
		return stopped.blockers, nil
	}
	return nil, err
}

// changed lists the records that differ from the document's writes.
func (p *Papers) changed(ctx context.Context, who caller.Caller, u undo) (out []Blocker, err error) {
	if o := u.Order; o != nil {
		found, err := p.Store.Lock(ctx, who.Team, []order.ID{o.ID})
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			out = append(out, Blocker{"purchase_order", int64(o.ID), "deleted"})
		case found[0].Version() != o.Version:
			out = append(out, Blocker{"purchase_order", int64(o.ID), "changed"})
		}
	}
	for _, item := range u.Returned {
		out = append(out, Blocker{"purchase_order_item", item, "returned"})
	}
	if err := p.Inventory.Hold(ctx, who.Team); err != nil {
		return nil, err
	}
	found, err := p.Offered.Lock(ctx, who.Team, edit.Once(u.offerIDs()))
	if err != nil {
		return nil, err
	}
	for _, o := range u.Offers {
		switch at := slices.IndexFunc(found, func(f domain.Offer) bool { return f.ID == o.ID }); {
		case at < 0:
			out = append(out, Blocker{"supplier_offer", int64(o.ID), "deleted"})
		case found[at].Version != o.Version:
			out = append(out, Blocker{"supplier_offer", int64(o.ID), "changed"})
		}
	}
	later, err := p.recosted(ctx, who, u)
	return append(out, later...), err
}

// recosted lists the targets with another next cost than the document's booking recorded.
func (p *Papers) recosted(ctx context.Context, who caller.Caller, u undo) (out []Blocker, err error) {
	byDay := map[int64][]layerUndo{}
	for _, l := range u.Layers {
		byDay[l.Day] = append(byDay[l.Day], l)
	}
	for day, layers := range byDay {
		targets := make([]domain.CostTarget, len(layers))
		for i, l := range layers {
			targets[i] = l.target()
		}
		next, err := p.Inventory.NextCosts(ctx, who.Team, targets, date.FromDays(day))
		if err != nil {
			return nil, err
		}
		for _, l := range layers {
			now := int64(0)
			if n, ok := next[l.target()]; ok {
				now = n.Days()
			}
			if now != l.Next {
				out = append(out, l.blocker("later_cost"))
			}
		}
	}
	return out, nil
}

func (l layerUndo) blocker(reason string) Blocker {
	kind := "inventory_product"
	if l.Kind == domain.CostOfSKU {
		kind = "sku"
	}
	return Blocker{kind, l.ID, reason}
}

func (p *Papers) takeBack(ctx context.Context, who caller.Caller, u undo) error {
	if o := u.Order; o != nil {
		if err := p.reorder(ctx, who, u, *o); err != nil {
			return blocked(err, Blocker{"purchase_order", int64(o.ID), ""})
		}
	}
	if err := p.reoffer(ctx, who, u.Offers); err != nil {
		return err
	}
	byDay := map[int64][]domain.CostTarget{}
	for _, l := range u.Layers {
		if l.Priced {
			byDay[l.Day] = append(byDay[l.Day], l.target())
		}
	}
	for day, targets := range byDay {
		for part := range slices.Chunk(targets, most) {
			changed, err := p.Inventory.Unprice(ctx, who, u.Document, date.FromDays(day), part)
			if err != nil {
				return err
			}
			var list []Blocker
			for _, t := range changed {
				list = append(list, layerUndo{Kind: t.Kind, ID: t.ID}.blocker("cost_changed"))
			}
			if len(list) > 0 {
				return notUndone{list}
			}
		}
	}
	return nil
}

// blocked makes a blocker of the rule that prevents it, such as units that left the warehouse.
func blocked(err error, by Blocker) error {
	e, ok := fault.As(err)
	if !ok || e.Kind != fault.Rule {
		return err
	}
	by.Reason = string(e.Code)
	return notUndone{[]Blocker{by}}
}

// reorder restores an order to its state before the booking.
func (p *Papers) reorder(ctx context.Context, who caller.Caller, u undo, o orderUndo) error {
	s, err := p.Store.Find(ctx, who.Team, o.ID)
	if err != nil {
		return err
	}
	in := orders.Amendment{Accepted: map[order.ItemID]int64{}, Items: map[order.ItemID]order.ItemPatch{}}
	came := make([]order.ItemID, len(u.Came))
	for i, c := range u.Came {
		came[i] = c.Item
	}
	items, err := p.Store.Named(ctx, who.Team, o.ID, came)
	if err != nil {
		return err
	}
	for _, item := range items {
		at := slices.IndexFunc(u.Came, func(c cameUndo) bool { return c.Item == item.ID() })
		in.Accepted[item.ID()] = item.Snapshot().Accepted - u.Came[at].Units
	}
	if o.Made {
		return p.unmake(ctx, who, s, in)
	}
	for _, i := range u.Items {
		_, received := in.Accepted[i.ID]
		switch {
		case i.Made && received:
			made, err := p.Store.Named(ctx, who.Team, o.ID, []order.ItemID{i.ID})
			if err != nil {
				return err
			}
			for _, item := range made {
				in.Items[i.ID] = order.ItemPatch{Cancelled: optional.Put(item.Snapshot().Values.Quantity)}
			}
		case i.Made:
			in.Drop = append(in.Drop, i.ID)
		default:
			in.Items[i.ID] = i.patch()
		}
	}
	if o.Was != nil {
		in.Patch = o.Was.patch(s)
	}
	if u.Credit != nil {
		in.Patch.OtherCosts = optional.Put(u.Credit.without(s.Values.OtherCosts))
	}
	for _, w := range u.Went {
		if err := p.Orders.Restock(ctx, who, o.ID, w.Item, w.lines()); err != nil {
			return blocked(err, Blocker{"purchase_order_item", int64(w.Item), ""})
		}
	}
	if _, err := p.Orders.Amend(ctx, who, o.ID, in); err != nil || !o.Placed || len(u.Came) > 0 {
		return err
	}
	_, err = p.Orders.Update(ctx, who, o.ID, orders.Update{Status: optional.Some(order.Draft)}, nil)
	return err
}

// unmake deletes an order that the document made, or cancels it if there are receipts.
func (p *Papers) unmake(ctx context.Context, who caller.Caller, s order.Snapshot, in orders.Amendment) error {
	if len(in.Accepted) > 0 {
		if _, err := p.Orders.Amend(ctx, who, s.ID, in); err != nil {
			return err
		}
	}
	if s.Counts.Lines > 0 {
		_, err := p.Orders.Update(ctx, who, s.ID, orders.Update{Status: optional.Some(order.Cancelled)}, nil)
		return err
	}
	if s.Status != order.Draft {
		if _, err := p.Orders.Update(ctx, who, s.ID, orders.Update{Status: optional.Some(order.Draft)}, nil); err != nil {
			return err
		}
	}
	return p.Orders.Delete(ctx, who, s.ID, nil)
}

// reoffer restores offers to their state before the booking.
func (p *Papers) reoffer(ctx context.Context, who caller.Caller, all []offerUndo) error {
	var made []domain.OfferID
	for _, o := range all {
		if o.Made {
			made = append(made, o.ID)
			continue
		}
		var breaks optional.Field[[]domain.PriceBreak]
		for _, b := range o.Breaks {
			was := domain.PriceBreak{MinQuantity: int(b[0]), UnitCost: money.FromUnits(b[1])}
			breaks = optional.Put(append(breaks.Value, was))
		}
		_, err := p.Offers.Update(ctx, who, o.ID, domain.OfferPatch{
			PriceBreaks: breaks,
			UnitCost:    optional.Put(money.FromUnits(o.Cost)), Product: back(o.Product, func(n int64) domain.ProductID { return domain.ProductID(n) }),
			Source: optional.Some(domain.Source{Kind: cmp.Or(o.Source, "api"), ID: optional.Of(o.Of)}),
		}, nil)
		if err != nil {
			return blocked(err, Blocker{"supplier_offer", int64(o.ID), ""})
		}
	}
	for part := range slices.Chunk(made, edit.MaxRows) {
		gone, err := p.Offers.DeleteMany(ctx, who, edit.Many[domain.OfferID]{IDs: part})
		if err != nil {
			return err
		}
		for _, r := range gone {
			if r.Err != nil {
				return blocked(r.Err, Blocker{"supplier_offer", int64(r.ID), ""})
			}
		}
	}
	return nil
}
