package pricing

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Rows reads the inputs of decisions, on both databases.
type Rows struct {
	store            *db.Store
	strategies       *managestore.Strategies
	read             func(db.Rows, error) ([]repricer.ProductSnapshot, error)
	siblings, unseen string
}

func NewRows(s *db.Store) *Rows {
	near := "(SELECT p.id FROM repricer_products AS o" +
		" JOIN repricer_products AS p ON p.team_id = o.team_id AND p.seller_id = o.seller_id AND p.marketplace_id = o.marketplace_id" +
		" AND p.asin = o.asin AND p.condition = o.condition AND p.deleted_at IS NULL" +
		" WHERE o.team_id = $1 AND " + s.IDsIn("o.id", 2) + " AND o.deleted_at IS NULL)"
	among := " IN " + near
	if s.Dialect() == db.Postgres {
		// Computes the array once. Without knowing the number of rows, Postgres would run the join
		// for each row of the team.
		among = " = ANY (ARRAY" + near + ")"
	}
	rows := managestore.NewRows(record.On(s))
	all := "SELECT " + rows.Columns("") + " FROM repricer_products WHERE "
	return &Rows{
		store: s, strategies: managestore.NewStrategies(record.On(s)), read: rows.Collect,
		siblings: all + s.Dialect().Checked("team_id") + " = $1 AND id" + among + " ORDER BY id",
		unseen:   all + silentRows,
	}
}

var _ pricingports.Rows = (*Rows)(nil)

func (f *Rows) WithSiblings(ctx context.Context, team id.Team, ids []decision.ProductID) ([]repricer.ProductSnapshot, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return f.read(f.store.Hot(ctx).Query(ctx, f.siblings, int64(team), f.store.IDsArg(db.Plain(ids))))
}

func (f *Rows) Strategies(ctx context.Context, team id.Team, ids []strategy.ID) (map[strategy.ID]strategy.Snapshot, error) {
	out := make(map[strategy.ID]strategy.Snapshot, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	found, err := f.strategies.Named(ctx, team, ids)
	for _, s := range found {
		out[s.ID] = s
	}
	return out, err
}

const (
	fallingRows = `SELECT DISTINCT c.product_id FROM repricer_changes AS c JOIN repricer_products AS p ON p.id = c.product_id
		WHERE c.team_id = $1 AND c.action = 'change' AND c.created_at >= $2 AND c.new_price < c.old_price AND c.product_id > $4
			AND p.team_id = $1 AND c.created_at > COALESCE(p.resumed_at, 0) ORDER BY c.product_id LIMIT $3`
	countRows = `SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM repricer_standings WHERE team_id = $1`
)

const silentRows = `
	team_id = $1 AND id > $2 AND deleted_at IS NULL AND mode <> 'off' AND hold_reason IS NULL
		AND (offers_at IS NULL OR offers_at < $3) AND (decided_at IS NULL OR decided_at < $3)
		AND NOT EXISTS (SELECT 1 FROM repricer_due WHERE repricer_due.team_id = $1 AND repricer_due.product_id = repricer_products.id AND woken_by <> '` +
	string(history.TriggerSchedule) + `')
	ORDER BY id LIMIT $4`

func (f *Rows) Count(ctx context.Context, team id.Team) (int64, error) {
	var rows int64
	err := f.store.Hot(ctx).QueryRow(ctx, countRows, int64(team)).Scan(&rows)
	return rows, db.Fault(err)
}

func (f *Rows) Falling(ctx context.Context, team id.Team, since time.Time, after decision.ProductID, limit int64) ([]decision.ProductID, error) {
	var out []decision.ProductID
	var product int64
	err := db.Each(f.store.Hot(ctx).Query(ctx, fallingRows, int64(team), db.Micros(since), limit, int64(after)))(func() {
		out = append(out, decision.ProductID(product))
	}, &product)
	return out, err
}

func (f *Rows) Unseen(ctx context.Context, team id.Team, since time.Time, after decision.ProductID, limit int) ([]repricer.ProductSnapshot, error) {
	return f.read(f.store.Hot(ctx).Query(ctx, f.unseen, int64(team), int64(after), db.Micros(since), int64(limit)))
}

const convertedRows = `SELECT m.product_id, p.currency, m.fx_currency, m.fx_rate
	FROM repricer_row_memory AS m JOIN repricer_products AS p ON p.team_id = m.team_id AND p.id = m.product_id
	WHERE m.team_id = $1 AND m.fx_currency IS NOT NULL AND m.product_id > $2 AND p.deleted_at IS NULL AND p.mode <> 'off'
	ORDER BY m.product_id LIMIT $3 + 0`

func (f *Rows) Converted(
	ctx context.Context, team id.Team, after decision.ProductID, limit int,
) ([]pricingports.ConvertedRow, error) {
	var out []pricingports.ConvertedRow
	var product int64
	var currency, from string
	var rate *int64
	rows, err := f.store.Hot(ctx).Query(ctx, convertedRows, int64(team), int64(after), int64(limit))
	err = db.Each(rows, err)(func() {
		out = append(out, pricingports.ConvertedRow{
			ID: decision.ProductID(product), Currency: money.Currency(currency),
			FX: repricer.CostFX{From: money.Currency(from), Rate: record.Maybe(rate, money.RateFromUnits)},
		})
	}, &product, &currency, &from, &rate)
	return out, err
}

func (f *Rows) Teams(ctx context.Context) ([]id.Team, error) {
	var out []id.Team
	var team int64
	err := db.Each(f.store.Hot(ctx).Query(ctx, `SELECT DISTINCT team_id FROM repricer_standings
		WHERE n > 0 AND standing NOT LIKE 'off|%' ORDER BY team_id`))(func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}
