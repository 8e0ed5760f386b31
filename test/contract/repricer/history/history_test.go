package history_test

import (
	"cmp"
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/test/moving"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
)

// past fills a history over three months and returns it, the newest first.
func (r records) past(t *testing.T) []history.ChangeSnapshot {
	t.Helper()
	rows := plainRows(6)
	for i := range rows {
		rows[i].StrategyID = optional.Some(strategy.ID(7 + i%2))
		rows[i].Key.MarketplaceID = []marketplace.ID{de, gb, repricing.Japan}[i%3]
		rows[i].ASIN = rows[i/2].ASIN
	}
	rows = r.Rows(t, ours, rows...)
	triggers := words.Of[history.Trigger]()
	at := noon.AddDate(0, -2, -12)
	for n := range 120 {
		// Several entries have the same time.
		if n%3 == 0 {
			at = at.Add(16 * time.Hour)
		}
		row := rows[(n*7+n/5)%len(rows)]
		r.In(t, func(ctx context.Context) {
			open, err := r.History.LoadOpenLocked(ctx, ours, []decision.ProductID{row.ID})
			require.NoError(t, err)
			for _, o := range open {
				if o.Outcome() == optional.Some(history.OutcomeSubmitted) {
					require.NoError(t, o.Reject(history.Answer{Status: "INVALID"}))
				} else if n%4 == 0 && o.Outcome() == optional.Some(history.OutcomeProposed) {
					require.NoError(t, o.Submit(history.RouteFeed, at))
					require.NoError(t, o.Accept(history.Answer{}, at))
					require.NoError(t, o.Expire())
				}
			}
			require.NoError(t, r.History.Save(ctx, ours, open, nil))
		})
		r.Record(t, ours, decidedBy(t, row, at, triggers[n%len(triggers)], situations[(n*5+n/7)%len(situations)]))
	}
	r.Record(t, theirs, matched(t, r.Rows(t, theirs, plainRow(50))[0], noon, "18"))
	all := r.All(t, ours, history.ChangeFilter{})
	require.Greater(t, len(all), 80)
	return all
}

// TestEveryFilterOfTheHistory compares pages with the filtered whole.
func TestEveryFilterOfTheHistory(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		all := r.past(t)
		require.True(t, slices.IsSortedFunc(all, func(a, b history.ChangeSnapshot) int {
			if c := b.CreatedAt.Compare(a.CreatedAt); c != 0 {
				return c
			}
			return int(b.ID - a.ID)
		}))
		found := 0
		rapid.Check(t, func(rt *rapid.T) {
			f := history.ChangeFilter{
				Products: some(rt, "products", all, func(e history.ChangeSnapshot) decision.ProductID { return e.ProductID }),
				SKUs:     some(rt, "skus", all, func(e history.ChangeSnapshot) string { return e.SKU }),
				ASINs:    some(rt, "asins", all, func(e history.ChangeSnapshot) string { return e.ASIN }),
				Strategies: some(rt, "strategies", all, func(e history.ChangeSnapshot) strategy.ID {
					return e.Strategy.Or(history.StrategyUsed{}).ID
				}),
				Marketplaces: some(rt, "marketplaces", all, func(e history.ChangeSnapshot) marketplace.ID { return e.MarketplaceID }),
				Triggers:     some(rt, "triggers", all, func(e history.ChangeSnapshot) history.Trigger { return e.Trigger }),
				Verdicts:     some(rt, "verdicts", all, func(e history.ChangeSnapshot) decision.Verdict { return e.Verdict }),
				Reasons:      some(rt, "reasons", all, func(e history.ChangeSnapshot) decision.Reason { return e.Reason }),
			}
			if rapid.IntRange(0, 2).Draw(rt, "by outcome") == 0 {
				f.Outcomes = words.Of[history.Outcome]()[rapid.IntRange(0, 8).Draw(rt, "outcome"):]
			}
			if rapid.Bool().Draw(rt, "from") {
				f.From = &all[rapid.IntRange(0, len(all)-1).Draw(rt, "first")].CreatedAt
			}
			if rapid.Bool().Draw(rt, "to") {
				f.To = &all[rapid.IntRange(0, len(all)-1).Draw(rt, "last")].CreatedAt
			}
			var want []history.ChangeSnapshot
			for _, e := range all {
				if fits(f, e) {
					want = append(want, e)
				}
			}
			desc, field := rapid.Bool().Draw(rt, "newest first"), rapid.SampledFrom([]string{"created_at", "id"}).Draw(rt, "field")
			if field == "id" {
				slices.SortFunc(want, func(a, b history.ChangeSnapshot) int { return cmp.Compare(b.ID, a.ID) })
			}
			if !desc {
				slices.Reverse(want)
			}
			found += len(want)
			req := page.Request{
				Limit: rapid.IntRange(1, 30).Draw(rt, "limit"), Order: []page.By{{Field: field, Desc: desc}}, Count: true,
			}
			var got []history.ChangeSnapshot
			for {
				p, err := r.History.List(context.Background(), ours, f, req)
				if err != nil {
					rt.Fatal(err)
				}
				if *p.Total != int64(len(want)) {
					rt.Fatalf("total %d of %d", *p.Total, len(want))
				}
				got = append(got, p.Items...)
				if req.After = p.Next; p.Next == nil {
					break
				}
			}
			require.Len(rt, got, len(want))
			require.Equal(rt, outcomesAndIDs(want), outcomesAndIDs(got))
			require.True(rt, slices.EqualFunc(want, got, func(a, b history.ChangeSnapshot) bool { return a.ID == b.ID }), "%s %v", field, desc)
		})
		require.Positive(t, found, "the filters find nothing")
	})
}

func outcomesAndIDs(list []history.ChangeSnapshot) map[repricer.ChangeID]string {
	out := map[repricer.ChangeID]string{}
	for i, o := range outcomes(list) {
		out[list[i].ID] = o
	}
	return out
}

// some draws a few values of entries, perhaps with a repetition; mostly nothing.
func some[T comparable](rt *rapid.T, name string, all []history.ChangeSnapshot, b func(history.ChangeSnapshot) T) []T {
	if rapid.IntRange(0, 3).Draw(rt, name) > 0 {
		return nil
	}
	var out []T
	for range rapid.IntRange(1, 3).Draw(rt, "how many "+name) {
		out = append(out, b(all[rapid.IntRange(0, len(all)-1).Draw(rt, "which of "+name)]))
	}
	return out
}

func fits(f history.ChangeFilter, e history.ChangeSnapshot) bool {
	return anyOf(f.Products, e.ProductID) && anyOf(f.SKUs, e.SKU) && anyOf(f.ASINs, e.ASIN) && anyOf(f.Marketplaces, e.MarketplaceID) &&
		anyOf(f.Strategies, e.Strategy.Or(history.StrategyUsed{}).ID) && anyOf(f.Triggers, e.Trigger) && anyOf(f.Verdicts, e.Verdict) &&
		anyOf(f.Reasons, e.Reason) && anyOf(f.Outcomes, e.Outcome.Or("")) &&
		(f.From == nil || !e.CreatedAt.Before(*f.From)) && (f.To == nil || !e.CreatedAt.After(*f.To))
}

func anyOf[T comparable](values []T, v T) bool { return len(values) == 0 || slices.Contains(values, v) }

func TestAPlaceOfAnotherList(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		for _, after := range []page.Key{{"text", int64(1)}, {int64(1)}, {int64(1), nil}} {
			_, err := r.History.List(t.Context(), ours, history.ChangeFilter{Reasons: []decision.Reason{"match_target", "beat_target"}},
				page.Request{Limit: 5, Order: []page.By{{Field: "created_at"}}, After: after})
			requireCode(t, err, fault.Invalid, fault.CodeInvalidCursor)
		}
	})
}

// Months come when they are needed or before, and go when they are old.
func TestMonthsComeAndGo(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(3)...)
		october, november := time.Date(2024, 10, 31, 23, 59, 59, 0, time.UTC), time.Date(2024, 11, 1, 0, 0, 0, 0, time.UTC)
		r.Record(t, ours, matched(t, rows[0], october, "18"), matched(t, rows[1], november, "18"), matched(t, rows[2], noon, "18"))
		require.NoError(t, r.History.Prepare(t.Context(), noon, noon.AddDate(0, 2, 0)))
		require.NoError(t, r.History.Prepare(t.Context(), noon, noon.AddDate(0, 2, 0)), "once more")
		if r.DB.Dialect() == db.Postgres {
			require.Equal(t, []string{
				"repricer_changes_y2024m10", "repricer_changes_y2024m11", "repricer_changes_y2026m11", "repricer_changes_y2026m12",
				"repricer_changes_y2027m01",
			}, r.partitions(t))
		}
		for range 2 {
			more, err := r.History.Forget(t.Context(), time.Date(2024, 11, 20, 0, 0, 0, 0, time.UTC), 100)
			require.NoError(t, err)
			require.False(t, more)
			left := r.All(t, ours, history.ChangeFilter{})
			require.Len(t, left, 2)
			require.Equal(t, november, left[1].CreatedAt)
			evidence, err := r.History.Evidence(t.Context(), ours, left)
			require.NoError(t, err)
			require.Len(t, evidence, 2)
			sums, err := r.History.Sum(t.Context(), ours, day("2024-01-01"), day("2026-12-31"), history.GroupBy{}, 1)
			require.NoError(t, err)
			require.Equal(t, int64(2), total(sums).Decisions)
		}
		if r.DB.Dialect() == db.Postgres {
			require.Equal(t, []string{
				"repricer_changes_y2024m11", "repricer_changes_y2026m11", "repricer_changes_y2026m12", "repricer_changes_y2027m01",
			}, r.partitions(t))
			return
		}
		more, err := r.History.Forget(t.Context(), noon.AddDate(0, 1, 0), 1)
		require.NoError(t, err)
		require.True(t, more)
		require.Len(t, r.All(t, ours, history.ChangeFilter{}), 1)
	})
}

func (r records) partitions(t *testing.T) []string {
	t.Helper()
	var out []string
	require.NoError(t, r.DB.Read(t.Context()).NewRaw("SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"+
		" WHERE i.inhparent = 'repricer_changes'::regclass ORDER BY 1").Scan(t.Context(), &out))
	return out
}

// Pages of the history by time and by id are read along an index that the team leads.
func TestPagesOfTheHistoryAreReadAlongIndexes(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		r.past(t)
		stores.Analyze(t, r.DB)
		for _, b := range []page.By{{Field: "created_at"}, {Field: "created_at", Desc: true}, {Field: "id"}, {Field: "id", Desc: true}} {
			req := page.Request{Limit: 10, Order: []page.By{b}}
			for range 2 {
				plans := stores.Plans(t, r.DB, func() error {
					p, err := r.History.List(t.Context(), ours, history.ChangeFilter{}, req)
					req.After = p.Next
					return err
				})
				require.NotNil(t, req.After)
				stores.AlongTeam(t, plans, b)
			}
		}
	})
}

// TestUpkeep keeps 24 months besides the present month and is ready for the next.
func TestUpkeep(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(2)...)
		kept := time.Date(2024, 11, 1, 0, 0, 0, 0, time.UTC)
		r.Record(t, ours, matched(t, rows[0], kept.Add(-time.Microsecond), "18"), matched(t, rows[1], kept, "18"))
		up := app.NewUpkeep(r.History, &moving.Clock{At: noon})
		require.NoError(t, up.Months(t.Context()))
		require.NoError(t, up.Fold(t.Context()))
		left := r.All(t, ours, history.ChangeFilter{})
		require.Len(t, left, 1)
		require.Equal(t, kept, left[0].CreatedAt)
		if r.DB.Dialect() == db.Postgres {
			require.Equal(t, []string{
				"repricer_changes_y2024m11", "repricer_changes_y2026m11", "repricer_changes_y2026m12", "repricer_changes_y2027m01",
			}, r.partitions(t))
		}
	})
}
