package inventory

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

// matchRow is a stored match.
type matchRow struct {
	bun.BaseModel `bun:"table:inventory_matches"`

	ID            int64                 `bun:"id,pk,autoincrement"`
	Team          id.Team               `bun:"team_id"`
	Product       int64                 `bun:"product_id"`
	Type          inventory.MatchType   `bun:"target_type"`
	TargetID      int64                 `bun:"target_id"`
	SKU           string                `bun:"sku"`
	ASIN          string                `bun:"asin"`
	Marketplace   marketplace.ID        `bun:"marketplace_id"`
	Units         int64                 `bun:"units_per_sale"`
	Bundle        bool                  `bun:"bundle"`
	Method        inventory.MatchMethod `bun:"method"`
	Confidence    int64                 `bun:"confidence"`
	CreatedBy     *int64                `bun:"created_by"`
	CreatedByName string                `bun:"created_by_name"`
	CreatedAt     int64                 `bun:"created_at"`
}

var (
	matchRows  = record.Describe(record.Plain[matchRow]())
	newMatches = matchRows.Info().New()
)

func matchRowOf(team id.Team, product inventory.ProductID, m inventory.Match) matchRow {
	r := matchRow{
		Team: team, Product: int64(product), Type: m.Target.Type, TargetID: m.Target.ID, SKU: m.Record.SKU, ASIN: m.Record.ASIN,
		Marketplace: m.Record.Marketplace, Units: int64(m.UnitsPerSale), Bundle: m.Bundle, Method: m.Method,
		Confidence: int64(m.Confidence), CreatedAt: db.Micros(m.CreatedAt),
	}
	if by, ok := m.CreatedBy.Get(); ok {
		r.CreatedBy, r.CreatedByName = new(int64(by.User)), by.Name
	}
	return r
}

func (r matchRow) match() inventory.Match {
	m := inventory.Match{
		ID:           inventory.MatchID(r.ID),
		Target:       inventory.MatchTarget{Type: r.Type, ID: r.TargetID},
		Record:       inventory.MatchedRecord{SKU: r.SKU, ASIN: r.ASIN, Marketplace: r.Marketplace},
		UnitsPerSale: int(r.Units), Bundle: r.Bundle, Method: r.Method,
		Confidence: inventory.Certainty(r.Confidence), CreatedAt: db.FromMicros(r.CreatedAt),
	}
	if m.Target.Type == inventory.MatchASIN {
		m.Target.ASIN, m.Target.Marketplace = r.ASIN, m.Record.Marketplace
	}
	if r.CreatedBy != nil {
		m.CreatedBy = optional.Some(inventory.MatchMaker{User: id.User(*r.CreatedBy), Name: r.CreatedByName})
	}
	return m
}

// matches reads the matches of a condition.
func (p *Products) matches(ctx context.Context, where string, args ...any) ([]inventory.OwnedMatch, error) {
	var out []inventory.OwnedMatch
	err := matchRows.Each(p.store.Hot(ctx).Query(ctx, "SELECT "+matchRows.Columns("")+" FROM inventory_matches WHERE "+where, args...))(func(r matchRow) {
		out = append(out, inventory.OwnedMatch{Product: inventory.ProductID(r.Product), Match: r.match()})
	})
	return out, err
}

func (p *Products) Rivals(ctx context.Context, team id.Team, of inventory.MatchType, records []int64) ([]inventory.OwnedMatch, error) {
	if len(records) == 0 {
		return nil, nil
	}
	return p.matches(ctx, "team_id = $1 AND target_type = $2 AND "+p.store.IDsIn("target_id", 3)+" ORDER BY target_id, id",
		int64(team), string(of), p.store.IDsArg(records))
}

func (p *Products) SaveMatches(ctx context.Context, team id.Team, product inventory.ProductID, c inventory.MatchChange) error {
	hot := p.store.Hot(ctx)
	if len(c.Removed) > 0 {
		gone := each(c.Removed, func(m inventory.Match) int64 { return int64(m.ID) })
		_, err := hot.Exec(ctx, "DELETE FROM inventory_matches WHERE team_id = $1 AND product_id = $2 AND "+p.store.IDsIn("id", 3),
			int64(team), int64(product), p.store.IDsArg(gone))
		if err != nil {
			return db.Fault(err)
		}
	}
	for _, m := range c.Changed {
		_, err := hot.Exec(ctx, "UPDATE inventory_matches SET units_per_sale = $4, bundle = $5 WHERE team_id = $1 AND product_id = $2 AND id = $3",
			int64(team), int64(product), int64(m.ID), int64(m.UnitsPerSale), m.Bundle)
		if err != nil {
			return db.Fault(err)
		}
	}
	if len(c.Added) == 0 {
		return nil
	}
	rows := make([]matchRow, len(c.Added))
	for i, m := range c.Added {
		rows[i] = matchRowOf(team, product, m)
	}
	args, err := matchRows.Args(p.store.Dialect(), rows, newMatches...)
	if err != nil {
		return err
	}
	_, err = hot.Exec(ctx, matchRows.Info().Insert(p.store.Dialect(), newMatches...), args...)
	return db.Fault(err)
}

func (p *Products) Refuse(ctx context.Context, team id.Team, product inventory.ProductID, skus []int64) error {
	for _, sku := range skus {
		_, err := p.store.Hot(ctx).Exec(ctx, `INSERT INTO inventory_match_refusals (team_id, sku_id, product_id) VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, int64(team), sku, int64(product))
		if err != nil {
			return db.Fault(err)
		}
	}
	return nil
}
