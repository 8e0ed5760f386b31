package repricer

import (
	"context"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
)

// observedColumns are what Observe writes.
var observedColumns = func() []productColumn {
	names := map[string]bool{
		"hold_reason": true, "hold_since": true, "hold_details": true, "resumed_reason": true, "resumed_at": true, "run_state": true,
		"title": true, "fulfillment": true, "quantity": true, "current_price": true, "shipping": true,
		"cost": true, "fee_referral_percent": true, "fee_referral_min": true, "fee_fixed": true, "vat_percent": true,
		"buy_box_price": true, "buy_box_owner": true, "buy_box_inferred": true, "competitors_count": true,
		"next_due_at": true, "last_event_at": true, "offers_at": true,
	}
	var out []productColumn
	for _, c := range productColumns {
		if c.name == "id" || names[c.name] {
			out = append(out, c)
		}
	}
	return out
}()

func observeText(d db.Dialect) string {
	rows := headings(observedColumns)
	sets := make([]string, len(rows)-1)
	for i, h := range rows[1:] {
		sets[i] = h.Name + " = u." + h.Name
	}
	return "UPDATE repricer_products SET " + strings.Join(sets, ", ") + " FROM " + rows.From(d, 2) +
		" WHERE +repricer_products.team_id = $1 AND repricer_products.id = u.id AND repricer_products.deleted_at IS NULL"
}

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
	if len(rows) == 0 {
		return nil
	}
	all := make([]snapshot, len(rows))
	for i, row := range rows {
		all[i] = row.Snapshot()
	}
	args, err := headings(observedColumns).Args(p.store.Dialect(), len(all), func(r, c int) db.Cell {
		return observedColumns[c].value(&all[r])
	})
	if err != nil {
		return err
	}
	n, err := p.store.Hot(ctx).Exec(ctx, p.texts.observe, append([]any{int64(team)}, args...)...)
	return written(n, len(rows), err)
}
