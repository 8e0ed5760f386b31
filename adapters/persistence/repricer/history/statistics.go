package history

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	historyports "sellingassistant/ports/repricer/history"
)

var _ historyports.Statistics = (*Changes)(nil)

// countColumns are the sums of a day, in the order of countValues.
var countColumns = []string{
	"decisions", "ups", "downs", "sized", "size_sum", "capped", "at_floor", "at_ceiling",
	"submitted", "confirmed", "rejected", "timed_out", "superseded", "cancelled",
}

func countValues(n *history.Counts) []*int64 {
	return []*int64{
		&n.Decisions, &n.Ups, &n.Downs, &n.Sized, &n.SizeSum, &n.Capped, &n.AtFloor, &n.AtCeiling,
		&n.Submitted, &n.Confirmed, &n.Rejected, &n.TimedOut, &n.Superseded, &n.Cancelled,
	}
}

var (
	countKeys = db.Batch{
		{Name: "day", Kind: db.Numbers}, {Name: "marketplace_id", Kind: db.Texts}, {Name: "strategy_id", Kind: db.Numbers},
		{Name: "reason", Kind: db.Texts}, {Name: "action", Kind: db.Texts},
	}
	countBatch = func() db.Batch {
		out := slices.Clone(countKeys)
		for _, name := range countColumns {
			out = append(out, db.Heading{Name: name, Kind: db.Numbers})
		}
		return out
	}()
	markKeys = db.Batch{
		{Name: "day", Kind: db.Numbers}, {Name: "marketplace_id", Kind: db.Texts}, {Name: "strategy_id", Kind: db.Numbers},
		{Name: "reason", Kind: db.Texts}, {Name: "scale", Kind: db.Texts}, {Name: "bucket", Kind: db.Numbers},
	}
	markBatch = append(slices.Clone(markKeys), db.Heading{Name: "n", Kind: db.Numbers})
)

func countTexts(d db.Dialect) (counts, marks string) {
	return adding(d, "repricer_day_counts", countKeys, countBatch), adding(d, "repricer_day_marks", markKeys, markBatch)
}

// adding is an insert that adds to what is there.
func adding(d db.Dialect, table string, keys, all db.Batch) string {
	var sets []string
	for _, h := range all[len(keys):] {
		sets = append(sets, h.Name+" = "+table+"."+h.Name+" + excluded."+h.Name)
	}
	return "INSERT INTO " + table + " (team_id, slot, " + names(all, "") + ") SELECT $1, " + slot(d) + ", " + names(all, "u.") +
		" FROM " + all.From(d, 2) + " WHERE true ON CONFLICT (team_id, " + names(keys, "") + ", slot) DO UPDATE SET " +
		strings.Join(sets, ", ")
}

type markKey struct {
	history.CountKey
	history.Mark
}

// tally collects what is to be added to the counters.
type tally struct {
	counts map[history.CountKey]history.Counts
	marks  map[markKey]int64
}

func (t *tally) add(k history.CountKey, n history.Counts, marks []history.Mark) {
	if t.counts == nil {
		t.counts, t.marks = map[history.CountKey]history.Counts{}, map[markKey]int64{}
	}
	if n != (history.Counts{}) {
		t.counts[k] = t.counts[k].Add(n)
	}
	// Values are not kept apart by verdict.
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
	err := c.addUp(ctx, team, c.texts.addCounts, countBatch, len(keys), func(r, column int) db.Cell {
		if column < len(countKeys) {
			return keyCellOf(keys[r], column)
		}
		n := t.counts[keys[r]]
		return db.NumberCell(*countValues(&n)[column-len(countKeys)])
	})
	if err != nil {
		return err
	}
	marks := slices.SortedFunc(maps.Keys(t.marks), func(a, b markKey) int {
		return cmp.Or(compareKeys(a.CountKey, b.CountKey), strings.Compare(string(a.Scale), string(b.Scale)), a.Bucket-b.Bucket)
	})
	return c.addUp(ctx, team, c.texts.addMarks, markBatch, len(marks), func(r, column int) db.Cell {
		switch m := marks[r]; column {
		case 4:
			return db.TextCell(string(m.Scale))
		case 5:
			return db.NumberCell(int64(m.Bucket))
		case 6:
			return db.NumberCell(t.marks[m])
		default:
			return keyCellOf(m.CountKey, column)
		}
	})
}

func keyCellOf(k history.CountKey, column int) db.Cell {
	switch column {
	case 0:
		return db.NumberCell(k.Day.Days())
	case 1:
		return db.TextCell(string(k.MarketplaceID))
	case 2:
		return db.NumberCell(int64(k.Strategy))
	case 3:
		return db.TextCell(string(k.Reason))
	}
	return db.TextCell(string(k.Verdict))
}

func (c *Changes) addUp(ctx context.Context, team id.Team, query string, b db.Batch, rows int, at func(row, column int) db.Cell) error {
	if rows == 0 {
		return nil
	}
	args, err := b.Args(c.store.Dialect(), rows, at)
	if err != nil {
		return err
	}
	n, err := c.store.Hot(ctx).Exec(ctx, query, append([]any{int64(team)}, args...)...)
	return db.Written(n, rows, err)
}

// grouped are the four parts of a group as columns, a constant for those that
// are not asked for, and what to group by.
func grouped(by historyports.GroupBy) (list string, columns []string) {
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

// mostSums bounds what one answer is made of: a year of many strategies and
// reasons would otherwise be read into memory before its groups are counted.
const mostSums = 100_000

func (c *Changes) Sum(ctx context.Context, team id.Team, from, to date.Date, by historyports.GroupBy, limit int) (*historyports.Sums, error) {
	list, columns := grouped(by)
	sums := make([]string, len(countColumns))
	for i, name := range countColumns {
		sums[i] = "CAST(sum(" + name + ") AS BIGINT)"
	}
	const where = " WHERE team_id = $1 AND day BETWEEN $2 AND $3 GROUP BY "
	apart := columns
	if !by.Reason {
		apart = append(slices.Clone(columns), "reason")
	}
	out := &historyports.Sums{Marks: map[historyports.Group]map[history.Scale]history.Histogram{}}
	var day, plan int64
	var market, reason, ofReason, action string
	var n history.Counts
	places := []any{&day, &market, &plan, &reason, &ofReason, &action}
	for _, v := range countValues(&n) {
		places = append(places, v)
	}
	group := func() historyports.Group {
		g := historyports.Group{Strategy: strategy.ID(plan), Reason: decision.Reason(reason), MarketplaceID: marketplace.ID(market)}
		if by.Day {
			g.Day = date.FromDays(day)
		}
		return g
	}
	groups := map[historyports.Group]bool{}
	err := db.Each(c.store.Hot(ctx).Query(ctx, "SELECT "+list+", reason, action, "+strings.Join(sums, ", ")+" FROM repricer_day_counts"+
		where+strings.Join(append(slices.Clone(apart), "action"), ", ")+" LIMIT $4", int64(team), from.Days(), to.Days(), int64(mostSums+1)))(func() {
		groups[group()] = true
		out.Counts = append(out.Counts, historyports.SumOf{
			Group: group(), Reason: decision.Reason(ofReason), Verdict: decision.Verdict(action), Counts: n,
		})
	}, places...)
	if err != nil {
		return nil, err
	}
	if len(groups) > limit || len(out.Counts) > mostSums {
		return nil, nil
	}
	var scale string
	var bucket, times int64
	err = db.Each(c.store.Hot(ctx).Query(ctx, "SELECT "+list+", scale, bucket, CAST(sum(n) AS BIGINT) FROM repricer_day_marks"+where+
		strings.Join(append(slices.Clone(columns), "scale", "bucket"), ", "), int64(team), from.Days(), to.Days()))(func() {
		g := group()
		if out.Marks[g] == nil {
			out.Marks[g] = map[history.Scale]history.Histogram{}
		}
		h := out.Marks[g][history.Scale(scale)]
		if h == nil {
			h = history.Histogram{}
			out.Marks[g][history.Scale(scale)] = h
		}
		h[int(bucket)] += times
	}, &day, &market, &plan, &reason, &scale, &bucket, &times)
	return out, err
}
