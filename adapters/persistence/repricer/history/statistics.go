package history

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
)

// groupRow has the keys by which decisions are counted, as columns.
type groupRow struct {
	Day         int64           `bun:"day"`
	Marketplace marketplace.ID  `bun:"marketplace_id"`
	Strategy    int64           `bun:"strategy_id"`
	Reason      decision.Reason `bun:"reason"`
}

func groupRowOf(k history.CountKey) groupRow {
	return groupRow{k.Day.Days(), k.MarketplaceID, int64(k.Strategy), k.Reason}
}

// countSums has the counts of a day as columns.
type countSums struct {
	Decisions  int64 `bun:"decisions"`
	Ups        int64 `bun:"ups"`
	Downs      int64 `bun:"downs"`
	Sized      int64 `bun:"sized"`
	SizeSum    int64 `bun:"size_sum"`
	Capped     int64 `bun:"capped"`
	AtFloor    int64 `bun:"at_floor"`
	AtCeiling  int64 `bun:"at_ceiling"`
	Submitted  int64 `bun:"submitted"`
	Confirmed  int64 `bun:"confirmed"`
	Rejected   int64 `bun:"rejected"`
	TimedOut   int64 `bun:"timed_out"`
	Superseded int64 `bun:"superseded"`
	Cancelled  int64 `bun:"cancelled"`
}

// countRow has a counter of a day, markRow counts the values of a bucket.
type (
	countRow struct {
		groupRow
		Verdict decision.Verdict `bun:"action"`
		countSums
	}
	markRow struct {
		groupRow
		Scale  history.Scale `bun:"scale"`
		Bucket int64         `bun:"bucket"`
		N      int64         `bun:"n"`
	}
	// sumRow has a sum over counters. Of is the reason, even if the group has no reason.
	sumRow struct {
		groupRow
		Of      decision.Reason  `bun:"of"`
		Verdict decision.Verdict `bun:"action"`
		countSums
	}
)

var (
	countRows = record.Describe(record.Plain[countRow]())
	markRows  = record.Describe(record.Plain[markRow]())
	sumRows   = record.Describe(record.Plain[sumRow]())
	// The columns after the key are summed.
	countColumns = columnsFrom(countRows.Info(), "decisions")
)

// columnsFrom lists the columns from the named column on.
func columnsFrom(rows *record.Info, first string) (names []string) {
	for _, c := range rows.Columns[rows.Named(first)[0]:] {
		names = append(names, c.Name)
	}
	return names
}

// adding returns an insert that adds to existing counters.
func adding(d db.Dialect, table string, rows *record.Info, columns []string) string {
	all := rows.Batch(rows.Read)
	sets := make([]string, len(columns))
	for i, name := range columns {
		sets[i] = name + " = " + table + "." + name + " + excluded." + name
	}
	return "INSERT INTO " + table + " (team_id, slot, " + rows.Names("", rows.Read) + ") SELECT $1, " + slot(d) + ", " +
		rows.Names("u.", rows.Read) + " FROM " + all.From(d, 2) + " WHERE true ON CONFLICT (team_id, " +
		rows.Names("", rows.Read[:len(all)-len(columns)]) + ", slot) DO UPDATE SET " + strings.Join(sets, ", ")
}

// sums lists the sums of columns.
func sums(columns []string) string {
	out := make([]string, len(columns))
	for i, name := range columns {
		out[i] = "CAST(sum(" + name + ") AS BIGINT)"
	}
	return strings.Join(out, ", ")
}

type markKey struct {
	history.CountKey
	history.Sample
}

// tally collects the changes of the counters.
type tally struct {
	counts map[history.CountKey]history.Counts
	marks  map[markKey]int64
}

func (t *tally) add(k history.CountKey, n history.Counts, marks []history.Sample) {
	if t.counts == nil {
		t.counts, t.marks = map[history.CountKey]history.Counts{}, map[markKey]int64{}
	}
	if n != (history.Counts{}) {
		t.counts[k] = t.counts[k].Add(n)
	}
	// Does not separate marks by verdict.
	k.Verdict = ""
	for _, m := range marks {
		t.marks[markKey{k, m}]++
	}
}

func compareKeys(a, b history.CountKey) int {
	return cmp.Or(a.Day.Cmp(b.Day), strings.Compare(string(a.MarketplaceID), string(b.MarketplaceID)), cmp.Compare(a.Strategy, b.Strategy),
		strings.Compare(string(a.Reason), string(b.Reason)), strings.Compare(string(a.Verdict), string(b.Verdict)))
}

// count adds to the day counters, in the order of their keys.
func (c *Changes) count(ctx context.Context, team id.Team, t tally) error {
	keys := slices.SortedFunc(maps.Keys(t.counts), compareKeys)
	counts := make([]countRow, len(keys))
	for i, k := range keys {
		counts[i] = countRow{groupRowOf(k), k.Verdict, countSums(t.counts[k])}
	}
	if err := addUp(ctx, c.store, team, c.texts.addCounts, countRows, counts); err != nil {
		return err
	}
	order := slices.SortedFunc(maps.Keys(t.marks), func(a, b markKey) int {
		return cmp.Or(compareKeys(a.CountKey, b.CountKey), strings.Compare(string(a.Scale), string(b.Scale)), a.Bucket-b.Bucket)
	})
	marks := make([]markRow, len(order))
	for i, m := range order {
		marks[i] = markRow{groupRowOf(m.CountKey), m.Scale, int64(m.Bucket), t.marks[m]}
	}
	return addUp(ctx, c.store, team, c.texts.addMarks, markRows, marks)
}

func addUp[R any](ctx context.Context, s *db.Store, team id.Team, query string, lines *record.Lines[R, R], rows []R) error {
	if len(rows) == 0 {
		return nil
	}
	args, err := lines.Args(s.Dialect(), rows)
	if err != nil {
		return err
	}
	n, err := s.Hot(ctx).Exec(ctx, query, append([]any{int64(team)}, args...)...)
	return db.Written(n, len(rows), err)
}

// grouped returns the four key columns of a group, with constants for keys that are not grouped by,
// and the columns to group by.
func grouped(by history.GroupBy) (list string, columns []string) {
	parts := []struct {
		wanted         bool
		column, nought string
	}{
		{by.Day, "day", "CAST(0 AS BIGINT)"}, {by.Marketplace, "marketplace_id", "''"},
		{by.Strategy, "strategy_id", "CAST(0 AS BIGINT)"}, {by.Reason, "reason", "''"},
	}
	shown := make([]string, len(parts))
	for i, p := range parts {
		shown[i] = p.nought
		if p.wanted {
			shown[i], columns = p.column, append(columns, p.column)
		}
	}
	return strings.Join(shown, ", "), columns
}

// mostSums limits the counters for one answer. Otherwise a year of many strategies and reasons
// would be read into memory before its groups are counted.
const mostSums = 100_000

func (c *Changes) Sum(ctx context.Context, team id.Team, from, to date.Date, by history.GroupBy, limit int) (*historyports.Sums, error) {
	list, columns := grouped(by)
	const where = " WHERE team_id = $1 AND day BETWEEN $2 AND $3 GROUP BY "
	apart := columns
	if !by.Reason {
		apart = append(slices.Clone(columns), "reason")
	}
	out := &historyports.Sums{Histograms: map[historyports.Group]map[history.Scale]history.Histogram{}}
	groups := map[historyports.Group]bool{}
	err := sumRows.Each(c.store.Hot(ctx).Query(ctx, "SELECT "+list+", reason, action, "+sums(countColumns)+" FROM repricer_day_counts"+
		where+strings.Join(append(slices.Clone(apart), "action"), ", ")+" LIMIT $4", int64(team), from.Days(), to.Days(), int64(mostSums+1)))(func(r sumRow) {
		g := r.group(by)
		groups[g] = true
		out.Counts = append(out.Counts, historyports.DecisionSum{Group: g, Reason: r.Of, Verdict: r.Verdict, Counts: history.Counts(r.countSums)})
	})
	if err != nil {
		return nil, err
	}
	if len(groups) > limit || len(out.Counts) > mostSums {
		return nil, nil
	}
	err = markRows.Each(c.store.Hot(ctx).Query(ctx, "SELECT "+list+", scale, bucket, CAST(sum(n) AS BIGINT) FROM repricer_day_marks"+where+
		strings.Join(append(slices.Clone(columns), "scale", "bucket"), ", "), int64(team), from.Days(), to.Days()))(func(r markRow) {
		g := r.group(by)
		if out.Histograms[g] == nil {
			out.Histograms[g] = map[history.Scale]history.Histogram{}
		}
		if out.Histograms[g][r.Scale] == nil {
			out.Histograms[g][r.Scale] = history.Histogram{}
		}
		out.Histograms[g][r.Scale][int(r.Bucket)] += r.N
	})
	return out, err
}

// group sets the day only if it was asked for.
func (r groupRow) group(by history.GroupBy) historyports.Group {
	g := historyports.Group{Strategy: strategy.ID(r.Strategy), Reason: r.Reason, MarketplaceID: r.Marketplace}
	if by.Day {
		g.Day = date.FromDays(r.Day)
	}
	return g
}
