package inventory

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

const matchList = "id, product_id, target_type, target_id, sku, asin, marketplace_id, units_per_sale, bundle, method," +
	" confidence, created_by, created_by_name, created_at"

// matchRow is a match as it is stored.
type matchRow struct {
	ID, Product, TargetID, Units, Confidence, CreatedAt int64
	Type, SKU, ASIN, Marketplace, Method, CreatedByName string
	Bundle                                              bool
	CreatedBy                                           *int64
}

func (r *matchRow) places() []any {
	return []any{
		&r.ID, &r.Product, &r.Type, &r.TargetID, &r.SKU, &r.ASIN, &r.Marketplace, &r.Units, &r.Bundle, &r.Method,
		&r.Confidence, &r.CreatedBy, &r.CreatedByName, &r.CreatedAt,
	}
}

func (r *matchRow) match() inventory.Match {
	m := inventory.Match{
		ID:           inventory.MatchID(r.ID),
		Target:       inventory.MatchTarget{Type: inventory.MatchType(r.Type), ID: r.TargetID},
		Record:       inventory.MatchedRecord{SKU: r.SKU, ASIN: r.ASIN, Marketplace: marketplace.ID(r.Marketplace)},
		UnitsPerSale: int(r.Units), Bundle: r.Bundle, Method: inventory.MatchMethod(r.Method),
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
	var row matchRow
	err := db.Each(p.store.Hot(ctx).Query(ctx, "SELECT "+matchList+" FROM inventory_matches WHERE "+where, args...))(func() {
		out = append(out, inventory.OwnedMatch{Product: inventory.ProductID(row.Product), Match: row.match()})
	}, row.places()...)
	return out, err
}

func (p *Products) Rivals(ctx context.Context, team id.Team, skus []int64) ([]inventory.OwnedMatch, error) {
	if len(skus) == 0 {
		return nil, nil
	}
	return p.matches(ctx, "team_id = $1 AND target_type = 'sku' AND "+p.store.IDsIn("target_id", 2)+" ORDER BY target_id, id",
		int64(team), p.store.IDsArg(skus))
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
	args, err := newMatches.Args(p.store.Dialect(), c.Added)
	if err != nil {
		return err
	}
	_, err = hot.Exec(ctx, "INSERT INTO inventory_matches (team_id, product_id, "+newMatches.Names("")+") SELECT $1, $2, "+
		newMatches.Names("u.")+" FROM "+newMatches.Batch().From(p.store.Dialect(), 3),
		append([]any{int64(team), int64(product)}, args...)...)
	return db.Fault(err)
}

// newMatches are the columns of a new match.
var newMatches = db.Members[inventory.Match]{
	db.Words("target_type", func(m *inventory.Match) *inventory.MatchType { return &m.Target.Type }),
	db.Whole("target_id", func(m *inventory.Match) *int64 { return &m.Target.ID }),
	db.Words("sku", func(m *inventory.Match) *string { return &m.Record.SKU }),
	db.Words("asin", func(m *inventory.Match) *string { return &m.Record.ASIN }),
	db.Words("marketplace_id", func(m *inventory.Match) *marketplace.ID { return &m.Record.Marketplace }),
	db.Whole("units_per_sale", func(m *inventory.Match) *int { return &m.UnitsPerSale }),
	db.Flag("bundle", func(m *inventory.Match) *bool { return &m.Bundle }),
	db.Words("method", func(m *inventory.Match) *inventory.MatchMethod { return &m.Method }),
	db.Whole("confidence", func(m *inventory.Match) *inventory.Certainty { return &m.Confidence }),
	{Name: "created_by", Kind: db.Numbers, Value: func(m *inventory.Match) db.Cell {
		by, known := m.CreatedBy.Get()
		return db.Cell{Known: known, N: int64(by.User)}
	}},
	{Name: "created_by_name", Kind: db.Texts, Value: func(m *inventory.Match) db.Cell {
		by, _ := m.CreatedBy.Get()
		return db.Cell{Known: true, S: by.Name}
	}},
	db.Stamp("created_at", func(m *inventory.Match) *time.Time { return &m.CreatedAt }),
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
