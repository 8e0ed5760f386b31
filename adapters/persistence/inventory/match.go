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
	ports "sellingassistant/ports/inventory"
)

// matchRow has the columns of a stored match.
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

func matchRowOf(team id.Team, product inventory.ProductID, m inventory.Match) matchRow {
	r := matchRow{
		ID: int64(m.ID), Team: team, Product: int64(product), Type: m.Target.Type, TargetID: m.Target.ID, SKU: m.Record.SKU, ASIN: m.Record.ASIN,
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
	err := p.matched.Each(p.store.Hot(ctx).Query(ctx, "SELECT "+p.matched.Columns("")+" FROM inventory_matches WHERE "+where, args...))(func(r matchRow) {
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

func (p *Products) SaveMatches(ctx context.Context, team id.Team, changes ...ports.MatchesOf) error {
	var owners, gone []int64
	var changed, added []matchRow
	for _, c := range changes {
		for _, m := range c.Removed {
			owners, gone = append(owners, int64(c.Product)), append(gone, int64(m.ID))
		}
		row := func(m inventory.Match) matchRow { return matchRowOf(team, c.Product, m) }
		changed, added = append(changed, each(c.Changed, row)...), append(added, each(c.Added, row)...)
	}
	if len(gone) > 0 {
		if _, err := p.matched.Drop(ctx, team, record.In("product_id", owners), record.In("id", gone)); err != nil {
			return err
		}
	}
	if err := p.matched.Update(ctx, p.matched.Info().Named("units_per_sale", "bundle"), changed...); err != nil {
		return err
	}
	_, err := p.matched.Insert(ctx, added...)
	return err
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
