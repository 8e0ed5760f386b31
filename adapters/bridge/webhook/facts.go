package webhook

import (
	"context"
	"strconv"
	"strings"
	"time"

	"sellingassistant/app/identity"
	"sellingassistant/app/inventory"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
	ports "sellingassistant/ports/webhook"
)

// FactParts has the dependencies of Facts.
type FactParts struct {
	Teams    *identity.Teams
	Keys     *identity.Keys
	Products *inventory.Products
	Orders   *orders.Orders
}

// Facts asks the contexts for lasting states.
type Facts struct{ p FactParts }

// NewFacts returns the facts.
func NewFacts(p FactParts) *Facts { return &Facts{p} }

var _ ports.Facts = (*Facts)(nil)

// expiring bounds the days before the end of a key in which it counts as expiring.
const expiring = 7 * 24 * time.Hour

// Teams lists all teams.
func (f *Facts) Teams(ctx context.Context) ([]id.Team, error) {
	all, err := f.p.Teams.List(ctx)
	out := make([]id.Team, len(all))
	for i, t := range all {
		out[i] = t.Snapshot().ID
	}
	return out, err
}

// States lists low stock, overdue orders and keys that expire.
func (f *Facts) States(ctx context.Context, team id.Team, now time.Time) ([]webhook.State, error) {
	who := caller.Caller{Team: team}
	all := page.Request{Limit: 200, Order: []page.By{{Field: "id"}}}
	var out []webhook.State
	for p, err := range page.All(all, func(r page.Request) (page.Page[inventory.Product], error) {
		return f.p.Products.List(ctx, who, inventory.ProductFilter{LowStock: new(true)}, r)
	}) {
		if err != nil {
			return nil, err
		}
		point, _ := p.Values.ReorderPoint.Get()
		out = append(out, state(event.InventoryProductStockLow, int64(p.ID), p.Version, "", map[string]string{
			"reorder_point": strconv.Itoa(point), "stock": strconv.FormatInt(p.Quantities.Position(), 10),
		}))
	}
	today := date.Of(now.UTC())
	for o, err := range page.All(all, func(r page.Request) (page.Page[orders.View], error) {
		return f.p.Orders.List(ctx, who, orders.Filter{Overdue: new(true)}, r)
	}) {
		if err != nil {
			return nil, err
		}
		expected := o.Values.ExpectedDate.Or(today)
		out = append(out, state(event.PurchaseOrderOverdue, int64(o.ID), o.Version, expected.String(), map[string]string{
			"number": o.Values.Number, "expected_on": expected.String(),
			"days": strconv.FormatInt(today.Days()-expected.Days(), 10),
		}))
	}
	keys, err := f.p.Keys.List(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		s := key.Snapshot()
		if s.RevokedAt != nil || s.ExpiresAt == nil || now.After(*s.ExpiresAt) || s.ExpiresAt.Sub(now) > expiring {
			continue
		}
		out = append(out, state(event.KeyExpiring, int64(s.ID), 0, "", map[string]string{
			"name": s.Name, "expires_at": s.ExpiresAt.UTC().Format(time.RFC3339),
		}))
	}
	return out, nil
}

// state describes a state of a record. since separates it from an earlier state of the record.
func state(t event.Type, record, version int64, since string, details map[string]string) webhook.State {
	s := webhook.State{Type: t, Key: strings.TrimSpace(strconv.FormatInt(record, 10) + " " + since)}
	s.Data.Part = webhook.Part{Record: optional.Some(record), Details: details}
	if version > 0 {
		s.Data.Version = optional.Some(version)
	}
	return s
}
