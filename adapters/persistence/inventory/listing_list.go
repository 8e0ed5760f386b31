package inventory

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// listingGroups describes lists of listings. The group combines the filters with few values, see
// the column facet.
var listingGroups = db.Groups{
	Table: "inventory_listings", Group: "facet", Walked: "t.deleted_at IS NULL",
	Asked: []string{
		"kind", "status", "marketplace_id", "fulfillment_channel", "condition", "restriction_status", "source_kind", "created_at", "updated_at",
	},
	Columns: map[string]db.Column{
		"created_at": {Expr: "created_at"},
		"updated_at": {Expr: "updated_at"},
		"sku":        {Expr: "sku", Text: true},
		"status":     {Expr: "status", Text: true},
		"price":      {Expr: "price", Null: true},
		"id":         {Expr: "id"},
	},
}

// listingSets selects the listings of each index: live and removed ones.
var listingSets = [2]string{"t.deleted_at IS NULL", "t.deleted_at IS NOT NULL"}

func listingFilter(team id.Team, f ports.ListingFilter) filter {
	w := f.Window
	scope := facet{where: record.Condition{Text: listingGroups.Walked}}
	if w.Removed {
		scope = facet{}
	}
	// The group has no kind, which follows from the status.
	kind := wordFacet(0, "kind", f.Kinds)
	allows := kind.allows
	kind.allows = func(group []string) bool {
		if group[1] == string(inventory.ListingIsLive) {
			return allows([]string{string(inventory.ListingLive)})
		}
		return allows([]string{string(inventory.ListingDraft)})
	}
	return filter{
		team: team, query: f.Query, kind: mark.Listing, tags: f.Tags, scope: scope,
		named: conditions(record.In("t.sku", f.SKUs), record.In("t.asin", f.ASINs), record.In("t.inventory_product_id", f.Products),
			record.In("t.source_id", f.SourceIDs), record.In("t.id", w.IDs)),
		facets: []facet{
			kind, wordFacet(0, "marketplace_id", f.Marketplaces), wordFacet(1, "status", f.Statuses),
			wordFacet(2, "fulfillment_channel", f.Channels), wordFacet(3, "condition", f.Conditions),
			wordFacet(4, "restriction_status", f.Permissions), wordFacet(5, "source_kind", f.SourceKinds),
		},
		ranges: []valueRange{
			{"created_at", record.During("t.created_at", w.CreatedFrom, w.CreatedTo)},
			{"updated_at", record.During("t.updated_at", w.UpdatedFrom, w.UpdatedTo)},
		},
	}
}

func (l *Listings) List(ctx context.Context, team id.Team, f ports.ListingFilter, r page.Request) (page.Page[inventory.ListingSnapshot], error) {
	parts := listingFilter(team, f)
	places, err := l.places(ctx, parts, f.Window.Removed, r)
	if err != nil {
		return page.Page[inventory.ListingSnapshot]{}, err
	}
	return pageAt(ctx, places, r, func(s inventory.ListingSnapshot) int64 { return int64(s.ID) },
		func(ctx context.Context, ids []int64) ([]inventory.ListingSnapshot, map[int64]time.Time, error) {
			if f.Window.Removed {
				return l.listings.WithRemoved(ctx, team, ids)
			}
			rows, err := l.listings.Named(ctx, team, ids)
			return rows, nil, err
		},
		func(ctx context.Context) (int64, error) {
			if f.Window.Removed {
				return l.counting(ctx, append(parts.all(), l.searched(parts)...))
			}
			text, err := l.counted(ctx, parts)
			if err != nil {
				return 0, err
			}
			return l.count(ctx, parts, text)
		})
}

// places finds the page in one of three ways, like SKUs.places. One statement for each page missed
// its limit on SQLite: a search for a common word with a rare status took at least 0.9 s a page at
// 250,000 listings, here at most 0.08 s. docs/measurements.md has the figures of both.
func (l *Listings) places(ctx context.Context, f filter, removed bool, r page.Request) ([]db.Placed, error) {
	if removed {
		return l.store.Apart(ctx, l.table, listingSets, append(f.all(), l.searched(f)...), r)
	}
	if len(r.Order) != 1 || len(f.named) > 0 {
		return l.store.Sorted(ctx, l.table, append(f.all(), l.searched(f)...), r)
	}
	own, others := f.bounds(r.Order[0].Field)
	facets, text := f.byFacets(), l.search.walk(f.team, f.query)
	n := db.Nearest{
		Team: int64(f.team), By: r.Order[0], After: r.After, Limit: r.Limit + 1, Within: own, Where: slices.Concat(text, others),
	}
	along := n
	along.Where = slices.Concat(facets, n.Where, conditions(record.TaggedAlong(f.team, "t.id", f.kind, f.tags)))
	places, found, err := l.reach.walked(ctx, l.store, l.table, along)
	if err != nil || found {
		return places, err
	}
	if !f.tags.Empty() {
		return l.store.Sorted(ctx, l.table, append(f.all(), l.searched(f)...), r)
	}
	if f.query != "" && l.search.finds(f.query) {
		few, err := l.search.ids(ctx, f.team, f.query, l.reach.Few+1)
		switch {
		case err != nil || len(few) == 0:
			return nil, err
		case len(few) <= l.reach.Few:
			return l.store.Sorted(ctx, l.table, append(f.all()[1:], l.store.Among(int64(f.team), few)), r)
		}
	}
	// In the order of the range's own field, all walked rows are in the range.
	if len(others) > 0 {
		count, err := l.countUpTo(ctx, slices.Concat([]db.Condition{f.ofTeam()}, conditions(f.scope.where), others), l.reach.InRange+1)
		if err != nil || count == 0 {
			return nil, err
		}
		if count <= int64(l.reach.InRange) {
			return l.store.Sorted(ctx, l.table, append(f.all(), text...), r)
		}
	}
	if len(facets) > 0 {
		if n.Groups, err = l.groups(ctx, f); err != nil || len(n.Groups) == 0 {
			return nil, err
		}
		n.Most = l.reach.Most
		if places, found, err = l.store.Nearest(ctx, l.table, n); err != nil || found {
			return places, err
		}
	}
	return l.store.Sorted(ctx, l.table, append(f.all(), l.searched(f)...), r)
}

// counted returns the text as a condition for counting. It uses the index if few listings have the
// text. Otherwise it scans all texts, because the index would only be slower.
func (l *Listings) counted(ctx context.Context, f filter) ([]db.Condition, error) {
	if f.query == "" || len(f.named) > 0 {
		return l.searched(f), nil
	}
	if l.search.finds(f.query) {
		few, err := l.search.ids(ctx, f.team, f.query, l.reach.Few+1)
		if err != nil || len(few) <= l.reach.Few {
			return []db.Condition{{Text: "t.id IN (?)", Args: []any{bun.List(append(few, 0))}}}, err
		}
	}
	return l.search.scan(f.team, f.query), nil
}

// countUpTo counts at most limit listings that pass the conditions.
func (l *Listings) countUpTo(ctx context.Context, where []db.Condition, limit int) (int64, error) {
	text, args := db.Conditions(where)
	var n int64
	err := l.store.Read(ctx).NewRaw("SELECT count(*) FROM (SELECT 1 FROM inventory_listings AS t WHERE "+text+" LIMIT ?) AS few",
		append(args, limit)...).Scan(ctx, &n)
	return n, db.Fault(err)
}
