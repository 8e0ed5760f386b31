package history

import (
	"context"
	"strings"

	"sellingassistant/adapters/persistence/db"
)

// folding describes how the parts of a counter are merged.
type folding struct {
	table  string
	keys   []string
	values []string
	// max keeps the largest value instead of the sum.
	max bool
	// empty allows to delete counters that are 0.
	empty bool
}

var foldings = []folding{
	{table: "repricer_standings", keys: []string{"team_id", "marketplace_id", "standing"}, values: []string{"n"}, empty: true},
	{table: "repricer_offer_minutes", keys: []string{"team_id", "minute", "marketplace_id"}, values: []string{"n"}, empty: true},
	{table: "repricer_last_events", keys: []string{"team_id", "marketplace_id"}, values: []string{"last_event_at"}, max: true},
	{
		table:  "repricer_day_counts",
		keys:   []string{"team_id", "day", "marketplace_id", "strategy_id", "reason", "action"},
		values: countColumns,
	},
	{
		table:  "repricer_day_marks",
		keys:   []string{"team_id", "day", "marketplace_id", "strategy_id", "reason", "scale", "bucket"},
		values: []string{"n"},
	},
	{table: "repricer_day_sales", keys: []string{"team_id", "day", "marketplace_id", "strategy_id"}, values: salesColumns},
	{table: "repricer_day_box", keys: []string{"team_id", "day", "marketplace_id"}, values: boxColumns},
}

// foldAtOnce limits the parts of one transaction.
const foldAtOnce = 20_000

// text merges parts into slot 0. It takes only parts that no transaction has locked, and does not
// wait. A transaction that needs such a part meanwhile waits, and then inserts a new part.
func (f folding) text() string {
	keys := strings.Join(f.keys, ", ")
	sums, sets := make([]string, len(f.values)), make([]string, len(f.values))
	for i, v := range f.values {
		sums[i], sets[i] = "sum("+v+")", v+" = "+f.table+"."+v+" + excluded."+v
		if f.max {
			sums[i], sets[i] = "max("+v+")", v+" = greatest("+f.table+"."+v+", excluded."+v+")"
		}
	}
	values := strings.Join(f.values, ", ")
	return "WITH gone AS (DELETE FROM " + f.table + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM " + f.table +
		" WHERE slot <> 0 LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING " + keys + ", " + values + ")" +
		" INSERT INTO " + f.table + " (" + keys + ", slot, " + values + ")" +
		" SELECT " + keys + ", 0, " + strings.Join(sums, ", ") + " FROM gone GROUP BY " + keys +
		" ON CONFLICT (" + keys + ", slot) DO UPDATE SET " + strings.Join(sets, ", ")
}

// Fold merges the parts of counters. On SQLite a counter has a single part.
func (c *Changes) Fold(ctx context.Context) error {
	for _, f := range foldings {
		err := c.store.InTx(ctx, func(ctx context.Context) error {
			if err := c.lockUpkeep(ctx); err != nil {
				return err
			}
			if c.store.Dialect() == db.Postgres {
				if _, err := c.store.Hot(ctx).Exec(ctx, f.text(), int64(foldAtOnce)); err != nil {
					return db.Fault(err)
				}
			}
			if !f.empty {
				return nil
			}
			_, err := c.store.Hot(ctx).Exec(ctx, "DELETE FROM "+f.table+" WHERE slot = 0 AND n = 0")
			return db.Fault(err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
