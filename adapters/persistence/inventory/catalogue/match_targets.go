package catalogue

import (
	"context"
	"slices"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/inventory"
)

// MatchTargets reads the records that products can be matched with, on both databases.
type MatchTargets struct{ store *db.Store }

func NewMatchTargets(s *db.Store) *MatchTargets { return &MatchTargets{s} }

var _ ports.MatchTargets = (*MatchTargets)(nil)

func (t *MatchTargets) Records(ctx context.Context, team id.Team, targets []inventory.MatchTarget) (map[inventory.MatchTarget]inventory.MatchedRecord, error) {
	out := map[inventory.MatchTarget]inventory.MatchedRecord{}
	named := map[inventory.MatchType][]int64{}
	for _, target := range targets {
		if target.Type == inventory.MatchASIN {
			out[target] = inventory.MatchedRecord{ASIN: target.ASIN, Marketplace: target.Marketplace}
			continue
		}
		named[target.Type] = append(named[target.Type], target.ID)
	}
	for kind, from := range map[inventory.MatchType]string{
		inventory.MatchSKU:     "inventory_skus WHERE team_id = $1 AND ",
		inventory.MatchListing: "inventory_listings WHERE team_id = $1 AND deleted_at IS NULL AND ",
	} {
		if len(named[kind]) == 0 {
			continue
		}
		found, err := t.records(ctx, from+t.store.IDsIn("id", 2), int64(team), t.store.IDsArg(named[kind]))
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			out[inventory.MatchTarget{Type: kind, ID: r.ID}] = r.Record
		}
	}
	return out, nil
}

func (t *MatchTargets) Unmatched(ctx context.Context, team id.Team, after int64, limit int) ([]inventory.UnmatchedSKU, error) {
	return t.records(ctx, `inventory_skus WHERE team_id = $1 AND id > $2 AND matches_count = 0 AND NOT hidden
		AND listing_status <> 'closed' ORDER BY id LIMIT $3`, int64(team), after, int64(limit))
}

func (t *MatchTargets) records(ctx context.Context, from string, args ...any) ([]inventory.UnmatchedSKU, error) {
	var out []inventory.UnmatchedSKU
	var one inventory.UnmatchedSKU
	r := &one.Record
	err := db.Each(t.store.Hot(ctx).Query(ctx, "SELECT id, sku, asin, marketplace_id FROM "+from, args...))(
		func() { out = append(out, one) }, &one.ID, &r.SKU, &r.ASIN, (*string)(&r.Marketplace))
	return out, err
}

// soughtBatch has the search keys of SKUs without a match: a row for the ASIN of each SKU, and a
// row for each of its codes.
var soughtBatch = db.Batch{{Name: "sku_id", Kind: db.Numbers}, {Name: "sought", Kind: db.Texts}, {Name: "marketplace_id", Kind: db.Texts}}

type sought struct {
	sku          int64
	text, market string
}

func (t *MatchTargets) Candidates(ctx context.Context, team id.Team, skus []inventory.UnmatchedSKU) ([]inventory.MatchCandidate, error) {
	var asins, codes []sought
	for _, s := range skus {
		if s.Record.ASIN != "" {
			asins = append(asins, sought{s.ID, s.Record.ASIN, string(s.Record.Marketplace)})
		}
		for _, code := range s.Codes() {
			codes = append(codes, sought{s.ID, code, ""})
		}
	}
	byASIN, err := t.find(ctx, team, asins, inventory.MatchedByASIN,
		"inventory_product_asins AS c WHERE c.team_id = $1 AND c.asin = u.sought AND c.marketplace_id = u.marketplace_id")
	if err != nil {
		return nil, err
	}
	byCode, err := t.find(ctx, team, codes, inventory.MatchedByGTIN,
		"inventory_product_gtins AS c WHERE c.team_id = $1 AND c.gtin = u.sought")
	return slices.Concat(byASIN, byCode), err
}

func (t *MatchTargets) find(ctx context.Context, team id.Team, list []sought, method inventory.MatchMethod, from string) ([]inventory.MatchCandidate, error) {
	if len(list) == 0 {
		return nil, nil
	}
	d := t.store.Dialect()
	args, err := soughtBatch.Args(d, len(list), func(r, c int) db.Cell {
		if c == 0 {
			return db.Cell{Known: true, N: list[r].sku}
		}
		return db.Cell{Known: true, S: []string{list[r].text, list[r].market}[c-1]}
	})
	if err != nil {
		return nil, err
	}
	var out []inventory.MatchCandidate
	var sku, product int64
	// SQLite keeps the order of a cross join, so it looks up each row of the batch.
	query := "SELECT u.sku_id, c.product_id FROM " + soughtBatch.From(d, 2) + " CROSS JOIN " + from +
		" AND EXISTS (SELECT 1 FROM inventory_products AS p WHERE p.team_id = $1 AND p.id = c.product_id AND p.status = 'active')" +
		" AND NOT EXISTS (SELECT 1 FROM inventory_match_refusals AS r WHERE r.team_id = $1 AND r.sku_id = u.sku_id AND r.product_id = c.product_id)" +
		" ORDER BY u.sku_id, c.product_id"
	err = db.Each(t.store.Hot(ctx).Query(ctx, query, append([]any{int64(team)}, args...)...))(func() {
		out = append(out, inventory.MatchCandidate{SKU: sku, Product: inventory.ProductID(product), Method: method})
	}, &sku, &product)
	return out, err
}
