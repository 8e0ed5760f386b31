package inventory

import (
	"context"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// skuGroups describes lists of SKUs. The group combines the filters with few values, see the column
// facet.
var skuGroups = db.Groups{
	Table: "inventory_skus", Group: "facet", Walked: "NOT t.hidden",
	Asked: []string{
		"marketplace_id", "listing_status", "fulfillment_channel", "condition", "unit_cost", "matches_count", "price", "created_at", "updated_at",
	},
	Columns: map[string]db.Column{
		"sku":         {Expr: "sku", Text: true},
		"title":       {Expr: "title_key", Text: true, Null: true},
		"price":       {Expr: "price", Null: true},
		"unit_cost":   {Expr: "unit_cost", Null: true},
		"fulfillable": {Expr: "fulfillable", Null: true},
		"created_at":  {Expr: "created_at"},
		"updated_at":  {Expr: "updated_at"},
		"id":          {Expr: "id"},
	},
}

// costed matches SKUs with their own cost, or a cost of each of their products in one currency.
const costed = "(t.unit_cost IS NOT NULL OR (SELECT count(*) > 0 AND count(p.unit_cost) = count(*)" +
	" AND count(DISTINCT p.currency) = 1 FROM inventory_matches AS m" +
	" LEFT JOIN inventory_products AS p ON p.team_id = m.team_id AND p.id = m.product_id" +
	" WHERE m.team_id = t.team_id AND m.target_type = 'sku' AND m.target_id = t.id))"

// skuSets selects the SKUs of each index: those in lists, and those that are deleted.
var skuSets = [2]string{"NOT t.hidden", "t.hidden"}

func skuFilter(team id.Team, f ports.SKUFilter) filter {
	w := f.Window
	if w.Removed {
		f.Hidden = nil
	}
	return filter{
		team: team, query: f.Query, kind: mark.SKU, tags: f.Tags, scope: flagFacet(6, "t.hidden", f.Hidden),
		named: conditions(record.In("t.sku", f.SKUs), record.In("t.asin", f.ASINs), record.In("t.fnsku", f.FNSKUs),
			record.In("t.inventory_product_id", f.Products), record.In("t.supplier_id", f.Suppliers), record.In("t.id", w.IDs),
			record.Whether(f.Costed, record.Condition{Text: costed})),
		facets: []facet{
			wordFacet(0, "marketplace_id", f.Marketplaces), wordFacet(1, "listing_status", f.Statuses),
			wordFacet(2, "fulfillment_channel", f.Channels), wordFacet(3, "condition", f.Conditions),
			flagFacet(4, "t.unit_cost IS NOT NULL", f.HasCost), flagFacet(5, "t.matches_count > 0", f.Matched),
		},
		ranges: []valueRange{
			{"price", record.Between("t.price", record.Units(f.PriceFrom), record.Units(f.PriceTo))},
			{"created_at", record.During("t.created_at", w.CreatedFrom, w.CreatedTo)},
			{"updated_at", record.During("t.updated_at", w.UpdatedFrom, w.UpdatedTo)},
		},
	}
}

func (k *SKUs) List(ctx context.Context, team id.Team, f ports.SKUFilter, r page.Request) (page.Page[inventory.SKUSnapshot], error) {
	parts := skuFilter(team, f)
	places, err := k.places(ctx, parts, f, r)
	if err != nil {
		return page.Page[inventory.SKUSnapshot]{}, err
	}
	return pageAt(ctx, places, r, func(s skuSnapshot) int64 { return int64(s.ID) },
		func(ctx context.Context, ids []int64) ([]skuSnapshot, map[int64]time.Time, error) {
			rows, err := k.skus.Named(ctx, team, ids)
			if err != nil {
				return nil, nil, err
			}
			var gone map[int64]time.Time
			if f.Window.Removed {
				gone = hidden(rows)
			}
			return rows, gone, k.addCosts(ctx, team, rows)
		},
		func(ctx context.Context) (int64, error) { return k.count(ctx, parts, k.searched(parts)) })
}

// hidden returns the times when SKUs were deleted. Nothing that a deleted SKU shows changes later,
// except through the marketplace.
func hidden(rows []skuSnapshot) map[int64]time.Time {
	gone := map[int64]time.Time{}
	for _, s := range rows {
		if s.Hidden {
			gone[int64(s.ID)] = s.UpdatedAt
		}
	}
	return gone
}

// places finds the page. Filters that match often fill it soon in the order of all SKUs. Filters
// that match few SKUs, and filters on tags, find these first and sort them. Other matches may
// cluster in the order. They are walked in the groups of the filter, or sorted at the end.
func (k *SKUs) places(ctx context.Context, f filter, asked ports.SKUFilter, r page.Request) ([]db.Placed, error) {
	shown := asked.Hidden != nil && !*asked.Hidden
	if asked.Window.Removed {
		return k.store.Apart(ctx, k.table, skuSets, append(f.all(), k.searched(f)...), r)
	}
	if len(r.Order) != 1 || len(f.named) > 0 {
		return k.store.Sorted(ctx, k.table, append(f.all(), k.searched(f)...), r)
	}
	field := r.Order[0].Field
	own, others := f.bounds(field)
	n := db.Nearest{Team: int64(f.team), By: r.Order[0], After: r.After, Limit: r.Limit + 1, Within: own}
	facets, rest, gathers := f.byFacets(), append(k.search.walk(f.team, f.query), others...), false
	if shown {
		n.Where = slices.Concat(facets, rest, conditions(record.TaggedAlong(f.team, "t.id", f.kind, f.tags)))
		places, found, err := k.reach.walked(ctx, k.store, k.table, n)
		if err != nil || found {
			return places, err
		}
		// Without groups a longer walk would only repeat the first. SKUs with both a text and a
		// range are too rare for a walk.
		gathers = len(facets) == 0 || f.query != "" && len(rest) > 1
	}
	if !f.tags.Empty() {
		return k.store.Sorted(ctx, k.table, append(f.all(), k.searched(f)...), r)
	}
	within := []db.Condition{f.ofTeam(), {Text: k.table.Walked}}
	if len(facets) > 0 || !shown {
		groups, err := k.groups(ctx, f)
		if err != nil || len(groups) == 0 {
			return nil, err
		}
		n.Groups, n.Where, within = groups, rest, f.inGroups(groups)
	}
	few, known, err := k.probe(ctx, f, within, field)
	switch {
	case err != nil || known && len(few) == 0:
		return nil, err
	case known:
		return k.store.Sorted(ctx, k.table, append(f.all()[1:], k.store.Among(int64(f.team), few)), r)
	}
	if !gathers {
		n.Most = k.reach.Most
		places, found, err := k.store.Nearest(ctx, k.table, n)
		if err != nil || found {
			return places, err
		}
	}
	text := k.search.condition(f.team, f.query)
	if len(n.Groups) > 0 {
		text = k.search.checked(f.team, f.query)
	}
	return k.store.Sorted(ctx, k.table, slices.Concat(within, own, others, text), r)
}

// probe looks for few SKUs with the text, or with values in a range under the given conditions.
// found reports that the list is complete.
func (k *SKUs) probe(ctx context.Context, f filter, within []db.Condition, field string) (ids []int64, found bool, err error) {
	if k.search.finds(f.query) {
		ids, err = k.search.ids(ctx, f.team, f.query, k.reach.Few+1)
		if err != nil || len(ids) <= k.reach.Few {
			return ids, err == nil, err
		}
	}
	for _, x := range f.ranges {
		bounds := conditions(x.where)
		if len(bounds) == 0 || x.field == field {
			continue // the order itself leads to the range
		}
		ids, err = k.store.IDs(ctx, k.table, slices.Concat(within, bounds), k.reach.Few+1)
		if err != nil {
			return nil, false, err
		}
		if len(ids) > k.reach.Few {
			continue
		}
		if len(ids) > 0 && f.query != "" {
			where := append([]db.Condition{k.store.Among(int64(f.team), ids)}, k.search.walk(f.team, f.query)...)
			ids, err = k.store.IDs(ctx, k.table, where, len(ids))
		}
		return ids, err == nil, err
	}
	return nil, false, nil
}
