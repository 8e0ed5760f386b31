package manage

import (
	"context"
	"reflect"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

var productOrder = db.Keyset{
	Columns: map[string]db.Column{
		"created_at":        {Expr: "created_at"},
		"updated_at":        {Expr: "updated_at"},
		"current_price":     {Expr: "current_price", Null: true},
		"buy_box_share_24h": {Expr: "buy_box_share_24h", Null: true},
	},
	ID: "id",
}

func (p *Products) List(ctx context.Context, team id.Team, f ports.ProductFilter, r page.Request) (page.Page[repricer.ProductSnapshot], error) {
	fetch := p.filtered
	if unfiltered(f) && len(r.Order) <= 1 {
		fetch = p.everything
	}
	rows, err := db.InRuns(productOrder, r, func(run db.Run) ([]snapshot, error) { return fetch(ctx, team, f, run) })
	if err != nil {
		return page.Page[repricer.ProductSnapshot]{}, err
	}
	out, err := db.PageOf(rows, r, func(s snapshot) (snapshot, error) { return s, nil }, productPlace)
	if err != nil || !r.Count {
		return out, err
	}
	var total int64
	if err := p.query(ctx, team, f).ColumnExpr("count(*)").Scan(ctx, &total); err != nil {
		return page.Page[repricer.ProductSnapshot]{}, db.Fault(err)
	}
	out.Total = &total
	return out, nil
}

// unfiltered reports whether a filter lets every row through.
func unfiltered(f ports.ProductFilter) bool {
	v := reflect.ValueOf(f)
	for i := range v.NumField() {
		member := v.Field(i)
		if member.Kind() == reflect.Slice && member.Len() > 0 || member.Kind() != reflect.Slice && !member.IsZero() {
			return false
		}
	}
	return true
}

// productPlace is a row's value of a field of the order.
func productPlace(s snapshot, field string) any {
	unknown := func(n int64, ok bool) any {
		if !ok {
			return nil
		}
		return n
	}
	switch field {
	case "created_at":
		return db.Micros(s.CreatedAt)
	case "updated_at":
		return db.Micros(s.UpdatedAt)
	case "current_price":
		v, ok := s.Observed.CurrentPrice.Get()
		return unknown(v.Units(), ok)
	case "buy_box_share_24h":
		v, ok := s.Observed.BuyBoxShare24h.Get()
		return unknown(v.Units(), ok)
	}
	return int64(s.ID)
}

// everything lists all rows by one field: few enough texts to prepare them.
func (p *Products) everything(ctx context.Context, team id.Team, _ ports.ProductFilter, run db.Run) ([]snapshot, error) {
	where, order, args, err := p.store.KeysetText(run.Keyset, run.Request, 2)
	if err != nil {
		return nil, err
	}
	var query strings.Builder
	query.WriteString("SELECT " + ProductList + " FROM repricer_products WHERE team_id = $1 AND deleted_at IS NULL")
	for _, condition := range []string{run.Where, where} {
		if condition != "" {
			query.WriteString(" AND " + condition)
		}
	}
	query.WriteString(" ORDER BY " + order + " LIMIT $" + strconv.Itoa(len(args)+2))
	all := append(append([]any{int64(team)}, args...), int64(run.Request.Limit)+1)
	rows, err := p.store.Hot(ctx).Query(ctx, query.String(), all...)
	if err != nil {
		return nil, db.Fault(err)
	}
	return productRows(rows, team, run.Request.Limit)
}

// filtered lists what the filter leaves.
func (p *Products) filtered(ctx context.Context, team id.Team, f ports.ProductFilter, run db.Run) ([]snapshot, error) {
	q := p.query(ctx, team, f).ColumnExpr(ProductList)
	if run.Where != "" {
		q = q.Where(run.Where)
	}
	q, err := p.store.Keyset(run.Keyset, q, run.Request)
	if err != nil {
		return nil, err
	}
	rows, err := q.Rows(ctx) //nolint:rowserrcheck // productRows does
	if err != nil {
		return nil, db.Fault(err)
	}
	return productRows(db.RowsOf(rows), team, run.Request.Limit)
}

func productRows(rows db.Rows, team id.Team, limit int) ([]snapshot, error) {
	defer rows.Close()
	out := make([]snapshot, 0, limit+1)
	scan := newProductScan(team)
	for rows.Next() {
		if err := rows.Scan(scan.places...); err != nil {
			return nil, db.Fault(err)
		}
		out = append(out, scan.row.snapshot())
	}
	return out, db.Fault(rows.Err())
}

// query selects the live rows of a filter.
func (p *Products) query(ctx context.Context, team id.Team, f ports.ProductFilter) *bun.SelectQuery {
	q := p.store.Read(ctx).NewSelect().TableExpr("repricer_products").
		Where("team_id = ?", int64(team)).Where("deleted_at IS NULL")
	if f.Hold != nil {
		q = condition(q, *f.Hold, "hold_reason IS NOT NULL")
	}
	q = anyOf(q, "mode", f.Modes)
	q = anyOf(q, "hold_reason", f.Holds)
	q = anyOf(q, "run_state", f.RunStates)
	q = anyOf(q, "strategy_id", db.Plain(f.Strategies))
	q = anyOf(q, "marketplace_id", f.Marketplaces)
	q = anyOf(q, "asin", f.ASINs)
	q = anyOf(q, "sku", f.SKUs)
	q = anyOf(q, "condition", f.Conditions)
	q = anyOf(q, "fulfillment", f.Fulfillments)
	q = anyOf(q, "buy_box_owner", f.BoxOwners)
	if f.AtMin != nil {
		q = condition(q, *f.AtMin, "COALESCE(current_price <= min_price, FALSE)")
	}
	if f.AtMax != nil {
		q = condition(q, *f.AtMax, "COALESCE(current_price >= max_price, FALSE)")
	}
	if f.MissingCost != nil {
		q = condition(q, *f.MissingCost, "(min_price_mode <> '"+string(decision.MinPriceManual)+"' AND cost IS NULL)")
	}
	if f.Query != "" {
		where, pattern := db.LikeContains("search", f.Query)
		q = q.Where(where, pattern)
	}
	return q
}

// condition asks for a condition, which is never null, or for its opposite.
func condition(q *bun.SelectQuery, want bool, text string) *bun.SelectQuery {
	if !want {
		text = "NOT (" + text + ")"
	}
	return q.Where(text)
}

// anyOf asks for one of the values; no values ask for nothing.
func anyOf[T any](q *bun.SelectQuery, column string, values []T) *bun.SelectQuery {
	if len(values) == 0 {
		return q
	}
	return q.Where(column+" IN (?)", bun.List(values))
}
