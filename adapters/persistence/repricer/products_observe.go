package repricer

import (
	"context"
	"strconv"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
)

// observedColumns are what Observe writes.
var observedColumns = func() []productColumn {
	names := map[string]bool{
		"hold_reason": true, "hold_since": true, "hold_details": true, "buy_box_price": true, "buy_box_owner": true,
		"buy_box_inferred": true, "competitors_count": true, "next_due_at": true, "last_event_at": true, "offers_at": true,
	}
	var out []productColumn
	for _, c := range productColumns {
		if names[c.name] {
			out = append(out, c)
		}
	}
	return out
}()

// observeText writes one row: events are about few.
var observeText = func() string {
	text := "UPDATE repricer_products SET "
	for i, c := range observedColumns {
		if i > 0 {
			text += ", "
		}
		text += c.name + " = $" + strconv.Itoa(i+3)
	}
	return text + " WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL"
}()

// LoadOfferLocked implements the port.
func (p *Products) LoadOfferLocked(ctx context.Context, team id.Team, o ports.Offer) ([]*repricer.Product, error) {
	return p.load(ctx, team, 1, p.texts.loadOffer, int64(team), o.SellerID, string(o.MarketplaceID), o.ASIN, string(o.Condition))
}

// Fast implements the port.
func (p *Products) Fast(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	var n int64
	err := p.store.Hot(ctx).QueryRow(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM repricer_products
		WHERE team_id = $1 AND seller_id = $2 AND reprice_priority = $3 AND mode <> $4 AND deleted_at IS NULL LIMIT 1) AS fast`,
		int64(team), sellerID, string(repricer.PriorityFast), string(repricer.ModeOff)).Scan(&n)
	return n > 0, db.Fault(err)
}

// Observe implements the port.
func (p *Products) Observe(ctx context.Context, team id.Team, rows []*repricer.Product) error {
	for _, row := range rows {
		s := row.Snapshot()
		args := []any{int64(team), int64(s.ID)}
		for _, c := range observedColumns {
			args = append(args, c.value(&s).arg(c.kind))
		}
		n, err := p.store.Hot(ctx).Exec(ctx, observeText, args...)
		if err := written(n, 1, err); err != nil {
			return err
		}
	}
	return nil
}
