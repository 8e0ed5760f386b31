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

var productOrder = db.Keyset{
	Columns: map[string]db.Column{
		"created_at": {Expr: "created_at"},
		"updated_at": {Expr: "updated_at"},
		"title":      {Expr: "title_key", Text: true},
		"brand":      {Expr: "brand_key", Text: true, Null: true},
		"unit_cost":  {Expr: "unit_cost", Null: true},
		"on_hand":    {Expr: "on_hand"},
		"id":         {Expr: "id"},
	},
	ID: "id",
}

// sortedOrder repeats productOrder as expressions without an index.
var sortedOrder = func() db.Keyset {
	k := db.Keyset{Columns: map[string]db.Column{}, ID: "(id + 0)"}
	for name, c := range productOrder.Columns {
		if c.Expr = "(" + c.Expr + " + 0)"; c.Text {
			c.Expr = "(" + productOrder.Columns[name].Expr + " || '')"
		}
		k.Columns[name] = c
	}
	return k
}()

// probeRows limits the products that are examined in list order before the filter is applied to the
// whole team.
const probeRows = 1000

// List first scans some rows in order, which fills the page for any filter that matches often.
// Otherwise it finds all matches by the most selective index and sorts them. Neither plan is always
// cheaper: the number of matches and their places in the order are unknown.
func (p *Products) List(ctx context.Context, team id.Team, f ports.ProductFilter, r page.Request) (page.Page[inventory.ProductSnapshot], error) {
	places, err := p.places(ctx, team, f, r)
	if err != nil {
		return page.Page[inventory.ProductSnapshot]{}, err
	}
	return pageAt(ctx, places, r, func(s inventory.ProductSnapshot) int64 { return int64(s.ID) },
		func(ctx context.Context, ids []int64) ([]inventory.ProductSnapshot, map[int64]time.Time, error) {
			if f.Window.Removed {
				rows, gone, err := p.products.WithRemoved(ctx, team, ids)
				if err != nil {
					return nil, nil, err
				}
				return rows, gone, p.addMatches(ctx, team, rows)
			}
			rows, err := p.byID(ctx, team, ids)
			return rows, nil, err
		},
		func(ctx context.Context) (int64, error) { return p.count(ctx, team, f) })
}

// places finds the products of a page and one more.
func (p *Products) places(ctx context.Context, team id.Team, f ports.ProductFilter, r page.Request) ([]db.Placed, error) {
	where, few, rest := append(live(team), flagsOf(f).flagged("traits")...), named(team, f), narrowed(f)
	if f.Window.Removed {
		grams, err := p.sought(ctx, team, f.Query)
		if err != nil {
			return nil, err
		}
		where[0].Text = "team_id = ?"
		return p.store.Apart(ctx, db.Groups{Table: "inventory_products", Columns: productOrder.Columns}, listingSets,
			slices.Concat(where, few, rest, tagged(team, f), grams), r)
	}
	if len(few) == 0 {
		near := append(rest[:len(rest):len(rest)], conditions(record.TaggedAlong(team, "near.id", mark.Product, f.Tags))...)
		rows, all, err := p.ordered(ctx, where, near, r)
		if err != nil || all || len(rows) > r.Limit {
			return rows, err
		}
	}
	grams, err := p.sought(ctx, team, f.Query)
	if err != nil {
		return nil, err
	}
	run := db.Run{Keyset: sortedOrder, Request: r}
	rows, _, err := p.stretch(ctx, slices.Concat(where, few, rest, tagged(team, f), grams), nil, run)
	return rows, err
}

// ordered reads in list order. With conditions in probed it examines only the first rows; all
// reports that there are no further rows.
func (p *Products) ordered(ctx context.Context, within, probed []db.Condition, r page.Request) (rows []db.Placed, all bool, err error) {
	for _, run := range productOrder.Runs(r) {
		run.Request.Limit -= len(rows)
		more, whole, err := p.stretch(ctx, within, probed, run)
		if rows = append(rows, more...); err != nil || !whole || len(rows) > r.Limit {
			return rows, false, err
		}
	}
	return rows, true, nil
}

// stretch reads a part of an order for one page, or only among its first rows if probed is set.
func (p *Products) stretch(ctx context.Context, within, probed []db.Condition, run db.Run) (rows []db.Placed, all bool, err error) {
	after, order, args, err := p.store.KeysetWhere(run.Keyset, run.Request)
	if err != nil {
		return nil, false, err
	}
	within = append(within[:len(within):len(within)], conditions(record.Condition{Text: run.Where}, record.Condition{Text: after, Args: args})...)
	where, args := db.Conditions(within)
	limit := run.Request.Limit + 1
	if len(probed) == 0 {
		rows, err = p.store.Places(ctx, "SELECT "+picked(run.Request)+" FROM inventory_products WHERE "+where+" ORDER BY "+order+" LIMIT ?",
			append(args, limit)...)
		return rows, len(rows) < limit, err
	}
	near := "(SELECT id, title_key, brand_key, category_key, unit_cost, on_hand, created_at, updated_at, search" +
		" FROM inventory_products WHERE " + where + " ORDER BY " + order + " LIMIT ?) AS near"
	args = append(args, probeRows)
	holds, more := db.Conditions(probed)
	rows, err = p.store.Places(ctx, "SELECT "+picked(run.Request)+" FROM "+near+" WHERE "+holds+" ORDER BY "+order+" LIMIT ?",
		slices.Concat(args, more, []any{limit})...)
	if err != nil || len(rows) == limit {
		return rows, false, err
	}
	var seen int64
	err = p.store.Read(ctx).QueryRowContext(ctx, "SELECT count(*) FROM (SELECT id FROM inventory_products WHERE "+where+
		" ORDER BY "+order+" LIMIT ?) AS near", args...).Scan(&seen)
	return rows, seen < probeRows, db.Fault(err)
}

// picked lists the columns of a place in a list.
func picked(r page.Request) string {
	out := ""
	for _, by := range r.Order {
		out += productOrder.Columns[by.Field].Expr + ", "
	}
	return out + "id"
}

// count counts the products that pass a filter.
func (p *Products) count(ctx context.Context, team id.Team, f ports.ProductFilter) (int64, error) {
	grams, err := p.sought(ctx, team, f.Query)
	if err != nil {
		return 0, err
	}
	of := live(team)
	if f.Window.Removed {
		of[0].Text = "team_id = ?"
	}
	where, args := db.Conditions(slices.Concat(of, flagsOf(f).flagged("traits"), named(team, f), narrowed(f), tagged(team, f), grams))
	var n int64
	err = p.store.Read(ctx).QueryRowContext(ctx, "SELECT count(*) FROM inventory_products WHERE "+where, args...).Scan(&n)
	return n, db.Fault(err)
}
