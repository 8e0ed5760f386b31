package inventory

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// skuGroups lists SKUs. The filters with few values are the group, see the
// column facet.
var skuGroups = db.Groups{
	Table: "inventory_skus", Group: "facet", Walked: "NOT t.hidden",
	Asked: []string{
		"marketplace_id", "listing_status", "fulfillment_channel", "condition", "unit_cost", "matches_count", "price", "updated_at",
	},
	Columns: map[string]db.Column{
		"sku":         {Expr: "sku", Text: true},
		"title":       {Expr: "title_key", Text: true, Null: true},
		"price":       {Expr: "price", Null: true},
		"unit_cost":   {Expr: "unit_cost", Null: true},
		"fulfillable": {Expr: "fulfillable", Null: true},
		"updated_at":  {Expr: "updated_at"},
	},
}

func (k *SKUs) List(ctx context.Context, team id.Team, f ports.SKUFilter, r page.Request) (page.Page[inventory.SKUSnapshot], error) {
	places, err := k.places(ctx, team, f, r)
	if err != nil {
		return page.Page[inventory.SKUSnapshot]{}, err
	}
	return pageAt(ctx, places, r, func(s skuSnapshot) int64 { return int64(s.ID) },
		func(ctx context.Context, ids []int64) ([]skuSnapshot, error) {
			rows, err := k.skus.Named(ctx, team, ids)
			if err != nil {
				return nil, err
			}
			return rows, k.addCosts(ctx, team, rows)
		},
		func(ctx context.Context) (int64, error) { return k.count(ctx, team, f) })
}

// places finds the page. What many SKUs have is met soon along the order of all
// of them. What few have, or can have, is found first and sorted then. The rest
// gathers somewhere in the order: it is met along the groups that the filter
// names, or sorted after all.
func (k *SKUs) places(ctx context.Context, team id.Team, f ports.SKUFilter, r page.Request) ([]db.Placed, error) {
	if nowhere(f) {
		return nil, nil
	}
	where := skuConditions(team, f)
	if len(r.Order) != 1 || precise(f) {
		return k.store.Sorted(ctx, skuGroups, append(where, k.searched(team, f)...), r)
	}
	n := db.Nearest{Team: int64(team), By: r.Order[0], After: r.After, Limit: r.Limit + 1}
	rest := k.search.walk(team, f.Query)
	for field, bounds := range map[string][]db.Condition{"price": priceRange(f), "updated_at": updatedRange(f)} {
		if field == r.Order[0].Field {
			n.Within = bounds
		} else {
			rest = append(rest, bounds...)
		}
	}
	facets, gathers := skuFacets(f), false
	if shown(f) {
		n.Where = slices.Concat(facets, rest)
		places, found, err := k.reach.walked(ctx, k.store, skuGroups, n)
		if err != nil || found {
			return places, err
		}
		// Without groups a longer walk is the same again, and what has both a text and
		// a range is too rare for one.
		gathers = len(facets) == 0 || f.Query != "" && len(rest) > 1
	}
	within := append(where[:1:1], db.Condition{Text: skuGroups.Walked})
	if len(facets) > 0 || !shown(f) {
		groups, err := k.groups(ctx, team, f)
		if err != nil || len(groups) == 0 {
			return nil, err
		}
		n.Groups, n.Where, within = groups, rest, inGroups(team, groups)
	}
	few, known, err := k.probe(ctx, team, f, within, r.Order[0].Field)
	switch {
	case err != nil || known && len(few) == 0:
		return nil, err
	case known:
		return k.store.Sorted(ctx, skuGroups, append(where[1:], k.store.Among(int64(team), few)), r)
	}
	if !gathers {
		n.Most = k.reach.Most
		places, found, err := k.store.Nearest(ctx, skuGroups, n)
		if err != nil || found {
			return places, err
		}
	}
	text := k.search.condition(team, f.Query)
	if len(n.Groups) > 0 {
		text = k.search.checked(team, f.Query)
	}
	return k.store.Sorted(ctx, skuGroups, slices.Concat(within, skuRanges(f), text), r)
}

// shown reports whether a filter is for the SKUs that are not hidden.
func shown(f ports.SKUFilter) bool { return f.Hidden != nil && !*f.Hidden }

// nowhere reports whether a filter asks for records that nobody keeps yet.
func nowhere(f ports.SKUFilter) bool { return len(f.Suppliers)+len(f.Tags) > 0 }

// precise reports whether a filter names what only few SKUs have.
func precise(f ports.SKUFilter) bool {
	return len(f.SKUs)+len(f.ASINs)+len(f.FNSKUs)+len(f.Products) > 0
}

// groups lists the team's groups that pass the filter.
func (k *SKUs) groups(ctx context.Context, team id.Team, f ports.SKUFilter) ([]string, error) {
	all, err := k.store.GroupsOf(ctx, skuGroups, int64(team))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(facet string) bool {
		parts := strings.Split(facet, "|")
		return len(parts) != 7 || !among(f.Marketplaces, parts[0]) || !among(f.Statuses, parts[1]) ||
			!among(f.Channels, parts[2]) || !among(f.Conditions, parts[3]) ||
			!holds(f.HasCost, parts[4]) || !holds(f.Matched, parts[5]) || !holds(f.Hidden, parts[6])
	}), nil
}

func among[T ~string](wanted []T, word string) bool {
	return len(wanted) == 0 || slices.Contains(wanted, T(word))
}

func holds(wanted *bool, flag string) bool { return wanted == nil || *wanted == (flag == "1") }

// probe looks for few SKUs with the text, or within conditions in a range; found
// says that the list is complete.
func (k *SKUs) probe(ctx context.Context, team id.Team, f ports.SKUFilter, within []db.Condition, field string) (ids []int64, found bool, err error) {
	if k.search.finds(f.Query) {
		ids, err = k.search.ids(ctx, team, f.Query, k.reach.Few+1)
		if err != nil || len(ids) <= k.reach.Few {
			return ids, err == nil, err
		}
	}
	for _, x := range []struct {
		field string
		where []db.Condition
	}{{"price", priceRange(f)}, {"updated_at", updatedRange(f)}} {
		if len(x.where) == 0 || x.field == field {
			continue // the order itself leads to the range
		}
		where := slices.Concat(within, x.where)
		ids, err = k.store.IDs(ctx, skuGroups, where, k.reach.Few+1)
		if err != nil {
			return nil, false, err
		}
		if len(ids) > k.reach.Few {
			continue
		}
		if len(ids) > 0 && f.Query != "" {
			where = append([]db.Condition{k.store.Among(int64(team), ids)}, k.search.walk(team, f.Query)...)
			ids, err = k.store.IDs(ctx, skuGroups, where, len(ids))
		}
		return ids, err == nil, err
	}
	return nil, false, nil
}

// searched is the text as a condition, by its index where no other part of the
// filter leads to few SKUs.
func (k *SKUs) searched(team id.Team, f ports.SKUFilter) []db.Condition {
	if precise(f) {
		return k.search.walk(team, f.Query)
	}
	return k.search.condition(team, f.Query)
}

// skuConditions are all parts of a filter but the text.
func skuConditions(team id.Team, f ports.SKUFilter) []db.Condition {
	where := []db.Condition{{Text: "t.team_id = ?", Args: []any{int64(team)}}}
	where = anyOf(where, "sku", f.SKUs)
	where = anyOf(where, "asin", f.ASINs)
	where = anyOf(where, "fnsku", f.FNSKUs)
	where = anyOf(where, "inventory_product_id", f.Products)
	where = whether(where, f.Hidden, "t.hidden")
	return append(append(where, skuFacets(f)...), skuRanges(f)...)
}

// skuFacets are the parts of a filter with few values, save hidden.
func skuFacets(f ports.SKUFilter) []db.Condition {
	var where []db.Condition
	where = anyOf(where, "marketplace_id", f.Marketplaces)
	where = anyOf(where, "listing_status", f.Statuses)
	where = anyOf(where, "fulfillment_channel", f.Channels)
	where = anyOf(where, "condition", f.Conditions)
	where = whether(where, f.HasCost, "t.unit_cost IS NOT NULL")
	return whether(where, f.Matched, "t.matches_count > 0")
}

func anyOf[T any](where []db.Condition, column string, values []T) []db.Condition {
	if len(values) == 0 {
		return where
	}
	return append(where, db.Condition{Text: "t." + column + " IN (?)", Args: []any{bun.List(values)}})
}

func whether(where []db.Condition, wanted *bool, text string) []db.Condition {
	switch {
	case wanted == nil:
		return where
	case !*wanted:
		text = "NOT (" + text + ")"
	}
	return append(where, db.Condition{Text: text})
}

func skuRanges(f ports.SKUFilter) []db.Condition { return append(priceRange(f), updatedRange(f)...) }

func priceRange(f ports.SKUFilter) []db.Condition {
	var where []db.Condition
	if f.PriceFrom != nil {
		where = append(where, db.Condition{Text: "t.price >= ?", Args: []any{f.PriceFrom.Units()}})
	}
	if f.PriceTo != nil {
		where = append(where, db.Condition{Text: "t.price <= ?", Args: []any{f.PriceTo.Units()}})
	}
	return where
}

func updatedRange(f ports.SKUFilter) []db.Condition {
	var where []db.Condition
	if f.UpdatedFrom != nil {
		where = append(where, db.Condition{Text: "t.updated_at >= ?", Args: []any{db.Micros(*f.UpdatedFrom)}})
	}
	if f.UpdatedTo != nil {
		where = append(where, db.Condition{Text: "t.updated_at <= ?", Args: []any{db.Micros(*f.UpdatedTo)}})
	}
	return where
}

// count counts the SKUs of a filter.
func (k *SKUs) count(ctx context.Context, team id.Team, f ports.SKUFilter) (int64, error) {
	if nowhere(f) {
		return 0, nil
	}
	where := skuConditions(team, f)
	if !precise(f) {
		// The indexes begin with the groups.
		groups, err := k.groups(ctx, team, f)
		if err != nil || len(groups) == 0 {
			return 0, err
		}
		where = append(inGroups(team, groups), skuRanges(f)...)
	}
	text, args := db.Conditions(append(where, k.searched(team, f)...))
	var total int64
	err := k.store.Read(ctx).NewRaw("SELECT count(*) FROM inventory_skus AS t WHERE "+text, args...).Scan(ctx, &total)
	return total, db.Fault(err)
}
