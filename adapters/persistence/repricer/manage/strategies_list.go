package manage

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

var strategyOrder = db.Keyset{
	Columns: map[string]db.Column{
		"name":       {Expr: "s.name_key", Text: true},
		"created_at": {Expr: "s.created_at"},
		"updated_at": {Expr: "s.updated_at"},
	},
	ID: "s.id",
}

func (r *Strategies) List(ctx context.Context, team id.Team, f ports.StrategyFilter, req page.Request) (page.Page[ports.StrategyRow], error) {
	none := page.Page[ports.StrategyRow]{}
	q, err := r.store.Keyset(strategyOrder, r.query(ctx, team, f).ColumnExpr(StrategyList).ColumnExpr(productsCount), req)
	if err != nil {
		return none, err
	}
	var row strategyRow
	row.Team = team
	found := make([]strategyRow, 0, req.Limit+1)
	rows, err := q.Rows(ctx) //nolint:rowserrcheck // each does
	if err != nil {
		return none, db.Fault(err)
	}
	err = db.Each(db.RowsOf(rows), nil)(func() { found = append(found, row) }, append(row.places(), &row.count)...)
	if err != nil {
		return none, err
	}
	out, err := db.PageOf(found, req, func(r strategyRow) (ports.StrategyRow, error) { return r.counted() }, strategyPlace)
	if err != nil || !req.Count {
		return out, err
	}
	var total int64
	if err := r.query(ctx, team, f).ColumnExpr("count(*)").Scan(ctx, &total); err != nil {
		return none, db.Fault(err)
	}
	out.Total = &total
	return out, nil
}

func strategyPlace(r strategyRow, field string) any {
	switch field {
	case "name":
		return strategy.NameKey(r.Values.Name)
	case "created_at":
		return db.Micros(r.CreatedAt)
	case "updated_at":
		return db.Micros(r.UpdatedAt)
	}
	return int64(r.ID)
}

// query selects the live strategies of a filter.
func (r *Strategies) query(ctx context.Context, team id.Team, f ports.StrategyFilter) *bun.SelectQuery {
	q := r.store.Read(ctx).NewSelect().TableExpr("repricer_strategies AS s").
		Where("s.team_id = ?", int64(team)).Where("s.deleted_at IS NULL")
	q = anyOf(q, "s.type", f.Types)
	if f.Enabled != nil {
		q = q.Where("s.enabled = ?", *f.Enabled)
	}
	if len(f.Marketplaces) > 0 {
		parts := []string{"s.marketplaces = ''"}
		args := make([]any, len(f.Marketplaces))
		for i, m := range f.Marketplaces {
			parts = append(parts, "s.marketplaces LIKE ?")
			args[i] = "%|" + string(m) + "|%"
		}
		q = q.Where("("+strings.Join(parts, " OR ")+")", args...)
	}
	if f.Query != "" {
		where, pattern := db.LikeContains("s.search", f.Query)
		q = q.Where(where, pattern)
	}
	return q
}
