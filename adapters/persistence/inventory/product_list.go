package inventory

import (
	"context"
	"slices"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
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
	},
	ID: "id",
}

// sortedOrder is productOrder in a form that no index has.
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

// probeRows is how many products in the order of the list are looked at one by
// one before the filter is put to the whole team.
const probeRows = 1000

// listed is a product's place in a list.
type listed struct {
	id     int64
	values []any
}

// Which way is short depends on how many products pass the filter and where in the
// order they are, and neither is known. So the order is followed for some rows
// first, which fills the page of any filter that lets enough through. What then is
// left either passes few products or has them far off: all that pass are found, by
// whichever index leaves the fewest, and the first are picked.
func (p *Products) List(ctx context.Context, team id.Team, f ports.ProductFilter, r page.Request) (page.Page[inventory.ProductSnapshot], error) {
	var out page.Page[inventory.ProductSnapshot]
	var rows []listed
	var err error
	if !absent(f) {
		if rows, err = p.places(ctx, team, f, r); err != nil {
			return out, err
		}
	}
	found, err := db.PageOf(rows, r, func(l listed) (inventory.ProductID, error) { return inventory.ProductID(l.id), nil },
		func(l listed, field string) any { return l.value(r.Order, field) })
	if err != nil {
		return out, err
	}
	all, err := p.byID(ctx, team, found.Items)
	if err != nil {
		return out, err
	}
	byID := make(map[inventory.ProductID]inventory.ProductSnapshot, len(all))
	for _, s := range all {
		byID[s.ID] = s
	}
	out.Next = found.Next
	out.Items = make([]inventory.ProductSnapshot, 0, len(found.Items))
	for _, one := range found.Items {
		// One that was deleted since is left out.
		if s, ok := byID[one]; ok {
			out.Items = append(out.Items, s)
		}
	}
	if r.Count {
		total, err := p.count(ctx, team, f)
		if err != nil {
			return out, err
		}
		out.Total = &total
	}
	return out, nil
}

func (l listed) value(order []page.By, field string) any {
	for i, by := range order {
		if by.Field == field {
			return l.values[i]
		}
	}
	return l.id
}

// places finds the products of a page and one more.
func (p *Products) places(ctx context.Context, team id.Team, f ports.ProductFilter, r page.Request) ([]listed, error) {
	w := live(team)
	w.flagged(flagsOf(f), "traits")
	few := w.named(team, f)
	var rest where
	rest.narrowed(f)
	if !few {
		rows, all, err := p.ordered(ctx, w, rest, r)
		if err != nil || all || len(rows) > r.Limit {
			return rows, err
		}
	}
	w.add(rest.text, rest.args...)
	if err := p.sought(ctx, &w, team, f); err != nil {
		return nil, err
	}
	after, order, args, err := p.store.KeysetWhere(sortedOrder, r)
	if err != nil {
		return nil, err
	}
	w.add(after, args...)
	return p.listed(ctx, r, "SELECT "+picked(r)+" FROM inventory_products WHERE "+w.text+" ORDER BY "+order+" LIMIT ?",
		append(w.args, r.Limit+1)...)
}

// ordered follows the order of a list. With a condition in probed it looks at
// the first rows only, for those that hold; all says that there are no more rows
// than those.
//
// Where the order is that of one column which may be unknown, the rows with a
// value and those without are followed one after the other: each is a stretch of
// the same index, in both directions.
func (p *Products) ordered(ctx context.Context, within, probed where, r page.Request) (rows []listed, all bool, err error) {
	if len(r.Order) != 1 || !productOrder.Columns[r.Order[0].Field].Null {
		return p.stretch(ctx, within, probed, r, productOrder)
	}
	by := r.Order[0]
	column := productOrder.Columns[by.Field]
	if r.After == nil || r.After[0] != nil {
		known := within
		known.add(column.Expr + " IS NOT NULL")
		column.Null = false
		rows, all, err = p.stretch(ctx, known, probed, r, db.Keyset{Columns: map[string]db.Column{by.Field: column}, ID: "id"})
		if err != nil || !all || len(rows) > r.Limit {
			return rows, false, err
		}
	}
	within.add(column.Expr + " IS NULL")
	last := page.Request{Limit: r.Limit - len(rows), Order: []page.By{{Field: "id", Desc: by.Desc}}}
	if r.After != nil && r.After[0] == nil {
		if len(r.After) != 2 {
			return nil, false, badPlace()
		}
		last.After = page.Key{r.After[1], r.After[1]}
	}
	unknown, all, err := p.stretch(ctx, within, probed, last, productOrder)
	for i := range unknown {
		unknown[i].values = []any{nil}
	}
	return append(rows, unknown...), all, err
}

// stretch follows an order for one page, or for the rows that are probed.
func (p *Products) stretch(ctx context.Context, within, probed where, r page.Request, k db.Keyset) (rows []listed, all bool, err error) {
	after, order, args, err := p.store.KeysetWhere(k, r)
	if err != nil {
		return nil, false, err
	}
	within.add(after, args...)
	if probed.text == "" {
		rows, err = p.listed(ctx, r, "SELECT "+picked(r)+" FROM inventory_products WHERE "+within.text+" ORDER BY "+order+" LIMIT ?",
			append(slices.Clone(within.args), r.Limit+1)...)
		return rows, len(rows) <= r.Limit, err
	}
	near := "(SELECT id, title_key, brand_key, category_key, unit_cost, on_hand, created_at, updated_at, search" +
		" FROM inventory_products WHERE " + within.text + " ORDER BY " + order + " LIMIT ?) AS near"
	args = append(slices.Clone(within.args), probeRows)
	rows, err = p.listed(ctx, r, "SELECT "+picked(r)+" FROM "+near+" WHERE "+probed.text+" ORDER BY "+order+" LIMIT ?",
		append(append(slices.Clone(args), probed.args...), r.Limit+1)...)
	if err != nil || len(rows) > r.Limit {
		return rows, false, err
	}
	var seen int64
	err = p.store.Read(ctx).QueryRowContext(ctx, "SELECT count(*) FROM (SELECT id FROM inventory_products WHERE "+within.text+
		" ORDER BY "+order+" LIMIT ?) AS near", args...).Scan(&seen)
	return rows, seen < probeRows, db.Fault(err)
}

// picked are the columns of a place in a list.
func picked(r page.Request) string {
	out := "id"
	for _, by := range r.Order {
		if c, ok := productOrder.Columns[by.Field]; ok {
			out += ", " + c.Expr
		} else {
			out += ", id"
		}
	}
	return out
}

func badPlace() error {
	return fault.New(fault.Invalid, fault.CodeInvalidCursor, "The cursor does not belong to this list.")
}

// listed reads the places of a list.
func (p *Products) listed(ctx context.Context, r page.Request, query string, args ...any) ([]listed, error) {
	rows, err := p.store.Read(ctx).QueryContext(ctx, query, args...)
	if err != nil {
		return nil, db.Fault(err)
	}
	defer func() { _ = rows.Close() }()
	var out []listed
	for rows.Next() {
		l := listed{values: make([]any, len(r.Order))}
		to := []any{&l.id}
		for i := range l.values {
			to = append(to, &l.values[i])
		}
		if err := rows.Scan(to...); err != nil {
			return nil, db.Fault(err)
		}
		for i, v := range l.values {
			if b, ok := v.([]byte); ok {
				l.values[i] = string(b)
			}
		}
		out = append(out, l)
	}
	return out, db.Fault(rows.Err())
}

// count counts what passes a filter.
func (p *Products) count(ctx context.Context, team id.Team, f ports.ProductFilter) (int64, error) {
	if absent(f) {
		return 0, nil
	}
	w := live(team)
	w.flagged(flagsOf(f), "traits")
	w.named(team, f)
	w.narrowed(f)
	if err := p.sought(ctx, &w, team, f); err != nil {
		return 0, err
	}
	var n int64
	err := p.store.Read(ctx).QueryRowContext(ctx, "SELECT count(*) FROM inventory_products WHERE "+w.text, w.args...).Scan(&n)
	return n, db.Fault(err)
}
