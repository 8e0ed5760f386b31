package inventory

import (
	"context"
	"slices"
	"strconv"

	"sellingassistant/domain/inventory"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/event"
)

// skuEvent starts an event about a SKU.
func skuEvent(s inventory.SKUSnapshot, t kernel.Type, changed ...string) event.Event {
	return event.Event{
		Team: s.Team, Type: t, Record: optional.Some(int64(s.ID)), Version: optional.Some(s.Version), Changed: changed,
		Details: map[string]string{"sku": s.Key.SKU, "marketplace_id": string(s.Key.Marketplace)},
	}
}

// skuEvents returns the events of a SKU that the marketplace changed. Details have amounts before
// and after, with "" for unknown amounts.
func skuEvents(before, after inventory.SKUSnapshot) []event.Event {
	var out []event.Event
	if after.Status == inventory.SKUClosed && before.Status != inventory.SKUClosed {
		out = append(out, skuEvent(after, kernel.SKUClosed, "status"))
	}
	if before.Status != after.Status && after.Status != inventory.SKUClosed {
		e := skuEvent(after, kernel.SKUUpdated, "listing_status")
		e.Details["status_before"], e.Details["status"] = string(before.Status), string(after.Status)
		out = append(out, e)
	}
	if before.Price != after.Price {
		e := skuEvent(after, kernel.SKUPricesChanged, "price")
		e.Details["price_before"] = shownText(before.Price, money.Amount.String)
		e.Details["price"] = shownText(after.Price, money.Amount.String)
		e.Details["currency"] = string(after.Currency)
		out = append(out, e)
	}
	quantities := skuEvent(after, kernel.SKUQuantitiesChanged)
	for _, q := range []struct {
		name        string
		before, now optional.Maybe[int64]
	}{
		{"fulfillable", before.Fulfillable, after.Fulfillable}, {"inbound", before.Inbound, after.Inbound},
		{"reserved", before.Reserved, after.Reserved}, {"unfulfillable", before.Unfulfillable, after.Unfulfillable},
	} {
		if q.before != q.now {
			quantities.Changed = append(quantities.Changed, q.name)
			quantities.Details[q.name+"_before"] = shownText(q.before, wholeNumber)
			quantities.Details[q.name] = shownText(q.now, wholeNumber)
		}
	}
	if len(quantities.Changed) > 0 {
		out = append(out, quantities)
	}
	return out
}

func wholeNumber(n int64) string { return strconv.FormatInt(n, 10) }

// shownText writes a known value as text.
func shownText[T any](m optional.Maybe[T], text func(T) string) string {
	return optional.Convert(m, text).Or("")
}

func (n *SKUIntake) report(ctx context.Context, events []event.Event) error {
	if n.events == nil {
		return nil
	}
	return n.events.Write(ctx, events...)
}

// created reports the new SKUs, without those that another writer has inserted.
func (n *SKUIntake) created(ctx context.Context, team id.Team, fresh []*inventory.SKU, taken []inventory.SKUKey) error {
	if n.events == nil || len(fresh) == len(taken) {
		return nil
	}
	var keys []inventory.SKUKey
	for _, sku := range fresh {
		if !slices.Contains(taken, sku.Key()) {
			keys = append(keys, sku.Key())
		}
	}
	found, err := n.skus.Find(ctx, team, keys)
	if err != nil {
		return err
	}
	var events []event.Event
	for _, sku := range fresh {
		s := sku.Snapshot()
		if s.ID = found[s.Key]; s.ID != 0 {
			events = append(events, skuEvent(s, kernel.SKUCreated))
		}
	}
	return n.report(ctx, events)
}
