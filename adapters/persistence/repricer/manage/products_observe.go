package manage

import (
	"context"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// observedColumns are what Observe writes, behind the team and the id of a row,
// stepColumns what Step does and concludedColumns what Conclude does.
var observedColumns, stepColumns, concludedColumns = func() (observed, step, concluded []productColumn) {
	names := map[string]bool{
		"hold_reason": true, "hold_since": true, "hold_details": true, "resumed_reason": true, "resumed_at": true, "run_state": true,
		"title": true, "fulfillment": true, "quantity": true, "current_price": true, "shipping": true,
		"cost": true, "fee_referral_percent": true, "fee_referral_min": true, "fee_fixed": true, "vat_percent": true,
		"floor_fee_percent": true, "floor_fee_fixed": true, "floor_fee_total": true, "floor_fees_at": true,
		"buy_box_price": true, "buy_box_owner": true, "buy_box_inferred": true, "competitors_count": true,
		"box_log": true, "buy_box_share_24h": true, "buy_box_share_7d": true,
		"next_due_at": true, "last_event_at": true, "offers_at": true,
	}
	decided := map[string]bool{
		"decided_action": true, "decided_reason": true, "decided_price": true, "decided_at": true, "decided_floor": true,
		"break_even": true, "map_price": true, "last_change_id": true, "last_change_at": true,
	}
	observed, step, concluded = []productColumn{teamColumn}, []productColumn{teamColumn}, []productColumn{teamColumn}
	for _, c := range productColumns {
		seen := c.name == "id" || names[c.name]
		if seen {
			observed = append(observed, c)
		}
		if c.name == "id" || c.name == "run_state" {
			step = append(step, c)
		}
		if seen || decided[c.name] {
			concluded = append(concluded, c)
		}
	}
	return append(observed, searchColumn), step, append(concluded, searchColumn)
}()

func observeText(d db.Dialect, columns []productColumn) string {
	rows := headings(columns)
	sets := make([]string, len(rows)-2)
	for i, h := range rows[2:] {
		sets[i] = h.Name + " = u." + h.Name
	}
	return "UPDATE repricer_products SET " + strings.Join(sets, ", ") + " FROM " + rows.From(d, 1) +
		" WHERE " + d.Checked("repricer_products.team_id") + " = u.team_id AND repricer_products.id = u.id AND repricer_products.deleted_at IS NULL"
}

// teamColumn is the team where a statement is about rows of several.
var teamColumn = productColumn{
	name: "team_id", kind: db.Numbers,
	place: func(r *productRow) any { return &r.Team },
	value: func(s *snapshot) db.Cell { return db.NumberCell(int64(s.Team)) },
}

// offerBatch is a list of offers.
var offerBatch = db.Batch{
	{Name: "team_id", Kind: db.Numbers}, {Name: "seller_id", Kind: db.Texts}, {Name: "marketplace_id", Kind: db.Texts},
	{Name: "asin", Kind: db.Texts}, {Name: "condition", Kind: db.Texts},
}

func loadOffersText(s *db.Store) string {
	locked := s.ForUpdate()
	if locked != "" {
		locked += " OF p"
	}
	// SQLite keeps the order of a cross join: each offer is looked up by itself.
	return "SELECT p.team_id, p." + strings.ReplaceAll(ProductList, ", ", ", p.") + " FROM " + offerBatch.From(s.Dialect(), 1) +
		" CROSS JOIN repricer_products AS p WHERE p.team_id = u.team_id AND p.seller_id = u.seller_id" +
		" AND p.marketplace_id = u.marketplace_id AND p.asin = u.asin AND p.condition = u.condition AND p.deleted_at IS NULL" +
		" ORDER BY p.id" + locked
}

func (p *Products) LoadOffersLocked(ctx context.Context, offers []ports.TeamOffer) ([]*repricer.Product, error) {
	if len(offers) == 0 {
		return nil, nil
	}
	args, err := offerBatch.Args(p.store.Dialect(), len(offers), func(r, c int) db.Cell {
		o := offers[r]
		if c == 0 {
			return db.NumberCell(int64(o.Team))
		}
		return db.Cell{Known: true, S: []string{o.SellerID, string(o.MarketplaceID), o.ASIN, string(o.Condition)}[c-1]}
	})
	if err != nil {
		return nil, err
	}
	scan := newProductScan(0)
	scan.places = append([]any{teamColumn.place(&scan.row)}, scan.places...)
	return p.loadTo(ctx, scan, len(offers), p.texts.loadOffers, args...)
}

func (p *Products) Fast(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	var n int64
	err := p.store.Hot(ctx).QueryRow(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM repricer_products
		WHERE team_id = $1 AND seller_id = $2 AND reprice_priority = $3 AND mode <> $4 AND deleted_at IS NULL LIMIT 1) AS fast`,
		int64(team), sellerID, string(repricer.PriorityFast), string(decision.ModeOff)).Scan(&n)
	return n > 0, db.Fault(err)
}

func (p *Products) Observe(ctx context.Context, rows []*repricer.Product) error {
	return p.learn(ctx, rows, p.texts.observe, observedColumns)
}

func (p *Products) Step(ctx context.Context, rows []*repricer.Product) error {
	return p.learn(ctx, rows, p.texts.step, stepColumns)
}

func (p *Products) Conclude(ctx context.Context, rows []*repricer.Product) error {
	return p.learn(ctx, rows, p.texts.conclude, concludedColumns)
}

func (p *Products) learn(ctx context.Context, rows []*repricer.Product, text string, columns []productColumn) error {
	if len(rows) == 0 {
		return nil
	}
	all := make([]snapshot, len(rows))
	for i, row := range rows {
		all[i] = row.Snapshot()
	}
	args, err := headings(columns).Args(p.store.Dialect(), len(all), func(r, c int) db.Cell {
		return columns[c].value(&all[r])
	})
	if err != nil {
		return err
	}
	n, err := p.store.Hot(ctx).Exec(ctx, text, args...)
	return db.Written(n, len(rows), err)
}
