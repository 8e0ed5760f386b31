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

// listingGroups lists listings. The filters with few values are the group, see
// the column facet.
var listingGroups = db.Groups{
	Table: "inventory_listings", Group: "facet", Walked: "t.deleted_at IS NULL",
	Asked: []string{
		"kind", "status", "marketplace_id", "fulfillment_channel", "condition", "restriction_status", "source_kind", "created_at",
	},
	Columns: map[string]db.Column{
		"created_at": {Expr: "created_at"},
		"updated_at": {Expr: "updated_at"},
		"sku":        {Expr: "sku", Text: true},
		"status":     {Expr: "status", Text: true},
		"price":      {Expr: "price", Null: true},
	},
}

func (l *Listings) List(ctx context.Context, team id.Team, f ports.ListingFilter, r page.Request) (page.Page[inventory.ListingSnapshot], error) {
	places, err := l.places(ctx, team, f, r)
	if err != nil {
		return page.Page[inventory.ListingSnapshot]{}, err
	}
	return pageAt(ctx, places, r, func(s inventory.ListingSnapshot) int64 { return int64(s.ID) },
		func(ctx context.Context, ids []int64) ([]inventory.ListingSnapshot, error) {
			return l.listings.Named(ctx, team, ids)
		},
		func(ctx context.Context) (int64, error) { return l.count(ctx, team, f) })
}

// places finds the page in one of three ways, see SKUs.places.
func (l *Listings) places(ctx context.Context, team id.Team, f ports.ListingFilter, r page.Request) ([]db.Placed, error) {
	where := listingConditions(team, f)
	if len(r.Order) != 1 || preciseListings(f) {
		return l.store.Sorted(ctx, listingGroups, append(where, l.searched(team, f)...), r)
	}
	facets, text := listingFacets(f), l.search.walk(team, f.Query)
	n := db.Nearest{Team: int64(team), By: r.Order[0], After: r.After, Limit: r.Limit + 1, Where: text}
	if r.Order[0].Field == "created_at" {
		n.Within = createdRange(f)
	} else {
		n.Where = append(n.Where, createdRange(f)...)
	}
	along := n
	along.Where = slices.Concat(facets, n.Where)
	places, found, err := l.reach.walked(ctx, l.store, listingGroups, along)
	if err != nil || found {
		return places, err
	}
	if f.Query != "" && l.search.finds(f.Query) {
		few, err := l.search.ids(ctx, team, f.Query, l.reach.Few+1)
		switch {
		case err != nil || len(few) == 0:
			return nil, err
		case len(few) <= l.reach.Few:
			return l.store.Sorted(ctx, listingGroups, append(where[1:], l.store.Among(int64(team), few)), r)
		}
	}
	// Along the order of the range itself all rows are in it.
	if bounds := append(slices.Clone(where[:2]), createdRange(f)...); len(bounds) > 2 && len(n.Within) == 0 {
		count, err := l.countUpTo(ctx, bounds, l.reach.InRange+1)
		if err != nil || count == 0 {
			return nil, err
		}
		if count <= int64(l.reach.InRange) {
			return l.store.Sorted(ctx, listingGroups, append(where, text...), r)
		}
	}
	if len(facets) > 0 {
		if n.Groups, err = l.groups(ctx, team, f); err != nil || len(n.Groups) == 0 {
			return nil, err
		}
		n.Most = l.reach.Most
		if places, found, err = l.store.Nearest(ctx, listingGroups, n); err != nil || found {
			return places, err
		}
	}
	return l.store.Sorted(ctx, listingGroups, append(where, l.searched(team, f)...), r)
}

// preciseListings reports whether a filter names what only few listings have.
func preciseListings(f ports.ListingFilter) bool {
	return len(f.SKUs)+len(f.ASINs)+len(f.Products)+len(f.SourceIDs) > 0
}

// groups lists the team's groups that pass the filter.
func (l *Listings) groups(ctx context.Context, team id.Team, f ports.ListingFilter) ([]string, error) {
	all, err := l.store.GroupsOf(ctx, listingGroups, int64(team))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(facet string) bool {
		parts := strings.Split(facet, "|")
		return len(parts) != 6 || !among(f.Marketplaces, parts[0]) || !among(f.Statuses, parts[1]) || !among(f.Kinds, kindOf(parts[1])) ||
			!among(f.Channels, parts[2]) || !among(f.Conditions, parts[3]) ||
			!among(f.Permissions, parts[4]) || !among(f.SourceKinds, parts[5])
	}), nil
}

// kindOf is the kind of listings in a state.
func kindOf(status string) string {
	if status == string(inventory.ListingIsLive) {
		return string(inventory.ListingLive)
	}
	return string(inventory.ListingDraft)
}

// inGroups are conditions with which the indexes of the orders begin.
func inGroups(team id.Team, groups []string) []db.Condition {
	return []db.Condition{{Text: "t.team_id = ?", Args: []any{int64(team)}}, {Text: "t.facet IN (?)", Args: []any{bun.List(groups)}}}
}

// countUpTo counts at most limit listings that pass the conditions.
func (l *Listings) countUpTo(ctx context.Context, where []db.Condition, limit int) (int64, error) {
	text, args := db.Conditions(where)
	var n int64
	err := l.store.Read(ctx).NewRaw("SELECT count(*) FROM (SELECT 1 FROM inventory_listings AS t WHERE "+text+" LIMIT ?) AS few",
		append(args, limit)...).Scan(ctx, &n)
	return n, db.Fault(err)
}

// searched is the text as a condition, by its index where no other part of the
// filter leads to few listings.
func (l *Listings) searched(team id.Team, f ports.ListingFilter) []db.Condition {
	if preciseListings(f) {
		return l.search.walk(team, f.Query)
	}
	return l.search.condition(team, f.Query)
}

// listingConditions are all parts of a filter but the text.
func listingConditions(team id.Team, f ports.ListingFilter) []db.Condition {
	where := []db.Condition{{Text: "t.team_id = ?", Args: []any{int64(team)}}, {Text: "t.deleted_at IS NULL"}}
	where = anyOf(where, "sku", f.SKUs)
	where = anyOf(where, "asin", f.ASINs)
	where = anyOf(where, "inventory_product_id", f.Products)
	where = anyOf(where, "source_id", f.SourceIDs)
	return append(append(where, listingFacets(f)...), createdRange(f)...)
}

// listingFacets are the parts of a filter with few values.
func listingFacets(f ports.ListingFilter) []db.Condition {
	var where []db.Condition
	where = anyOf(where, "kind", f.Kinds)
	where = anyOf(where, "status", f.Statuses)
	where = anyOf(where, "marketplace_id", f.Marketplaces)
	where = anyOf(where, "fulfillment_channel", f.Channels)
	where = anyOf(where, "condition", f.Conditions)
	where = anyOf(where, "restriction_status", f.Permissions)
	return anyOf(where, "source_kind", f.SourceKinds)
}

func createdRange(f ports.ListingFilter) []db.Condition {
	var where []db.Condition
	if f.CreatedFrom != nil {
		where = append(where, db.Condition{Text: "t.created_at >= ?", Args: []any{db.Micros(*f.CreatedFrom)}})
	}
	if f.CreatedTo != nil {
		where = append(where, db.Condition{Text: "t.created_at <= ?", Args: []any{db.Micros(*f.CreatedTo)}})
	}
	return where
}

// count counts the listings of a filter.
func (l *Listings) count(ctx context.Context, team id.Team, f ports.ListingFilter) (int64, error) {
	where := listingConditions(team, f)
	if !preciseListings(f) {
		// The indexes begin with the groups.
		groups, err := l.groups(ctx, team, f)
		if err != nil || len(groups) == 0 {
			return 0, err
		}
		where = append(inGroups(team, groups), createdRange(f)...)
	}
	searched, err := l.counted(ctx, team, f)
	if err != nil {
		return 0, err
	}
	text, args := db.Conditions(append(where, searched...))
	var total int64
	err = l.store.Read(ctx).NewRaw("SELECT count(*) FROM inventory_listings AS t WHERE "+text, args...).Scan(ctx, &total)
	return total, db.Fault(err)
}

// counted is the text as a condition for counting: by its index when few have
// it, else by a look at all texts, which the index would only make slower.
func (l *Listings) counted(ctx context.Context, team id.Team, f ports.ListingFilter) ([]db.Condition, error) {
	if f.Query == "" || preciseListings(f) {
		return l.searched(team, f), nil
	}
	if l.search.finds(f.Query) {
		few, err := l.search.ids(ctx, team, f.Query, l.reach.Few+1)
		if err != nil || len(few) <= l.reach.Few {
			return []db.Condition{{Text: "t.id IN (?)", Args: []any{bun.List(append(few, 0))}}}, err
		}
	}
	return l.search.scan(team, f.Query), nil
}
