package repricer_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/test/stores"
)

func remove(t testing.TB, w world, doomed ...decision.ProductID) {
	t.Helper()
	w.In(t, func(ctx context.Context) {
		_, err := w.Products.LoadLocked(ctx, ours, doomed)
		require.NoError(t, err)
		require.NoError(t, w.Products.Delete(ctx, ours, doomed, noon))
	})
}

// change patches rows in one transaction and saves them together.
func change(ctx context.Context, w world, team id.Team, p repricer.ProductPatch, named ...decision.ProductID) error {
	return w.Tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := w.Products.LoadLocked(ctx, team, named)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if _, err := row.Change(p, repricer.Rules{}, noon.Add(time.Hour)); err != nil {
				return err
			}
		}
		return w.Products.Save(ctx, team, rows)
	})
}

func limits(p repricer.LimitsPatch) repricer.ProductPatch {
	return repricer.ProductPatch{Limits: optional.Put(p)}
}

func TestAbsentAndForeignRows(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, other := w.Rows(t, ours, plainRow(1))[0], w.Rows(t, theirs, plainRow(1))[0]
		require.NotEqual(t, mine.ID, other.ID)
		for _, absent := range []decision.ProductID{other.ID, 999_999} {
			_, err := w.Products.Get(t.Context(), ours, absent)
			require.Equal(t, fault.Missing(), unwrapped(t, err))
		}
		w.In(t, func(ctx context.Context) {
			rows, err := w.Products.LoadLocked(ctx, ours, []decision.ProductID{999_999, other.ID, mine.ID, mine.ID})
			require.NoError(t, err)
			require.Len(t, rows, 1)
			require.Equal(t, mine, rows[0].Snapshot())
			found, err := w.Products.Existing(ctx, ours, []repricer.Key{mine.Key, plainRow(2).Key})
			require.NoError(t, err)
			require.Equal(t, map[repricer.Key]decision.ProductID{mine.Key: mine.ID}, found)
		})
		foreign, err := repricer.RestoreProduct(other)
		require.NoError(t, err)
		_, err = foreign.Change(repricer.ProductPatch{Condition: optional.Some(decision.ConditionUsed)}, repricer.Rules{}, noon)
		require.NoError(t, err)
		require.Error(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			return w.Products.Save(ctx, ours, []*repricer.Product{foreign})
		}))
		require.Error(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			return w.Products.Delete(ctx, ours, []decision.ProductID{other.ID}, noon)
		}))
		got, err := w.Products.Get(t.Context(), theirs, other.ID)
		require.NoError(t, err)
		require.Equal(t, other, got)
	})
}

func TestNothingIsAskedOfNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		// Outside a transaction a lock would be refused or useless, so the test tries no lock.
		ctx := t.Context()
		rows, err := w.Products.LoadLocked(ctx, ours, nil)
		require.NoError(t, err)
		require.Empty(t, rows)
		existing, err := w.Products.Existing(ctx, ours, nil)
		require.NoError(t, err)
		require.Equal(t, map[repricer.Key]decision.ProductID{}, existing)
		inserted, err := w.Products.Insert(ctx, ours, nil)
		require.NoError(t, err)
		require.Empty(t, inserted)
		usage, err := w.Products.Usage(ctx, ours, nil)
		require.NoError(t, err)
		require.Equal(t, map[strategy.ID]ports.Usage{}, usage)
		require.NoError(t, w.Products.Save(ctx, ours, nil))
		require.NoError(t, w.Products.Delete(ctx, ours, nil, noon))
	})
}

func TestRowsAreLoadedInOrderOfIDs(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		all := ids(w.Rows(t, ours, plainRows(9)...))
		w.In(t, func(ctx context.Context) {
			named := slices.Clone(all)
			slices.Reverse(named)
			rows, err := w.Products.LoadLocked(ctx, ours, named)
			require.NoError(t, err)
			got := make([]decision.ProductID, len(rows))
			for i, r := range rows {
				got[i] = r.ID()
			}
			slices.Sort(all)
			require.Equal(t, all, got)
		})
	})
}

func TestChangesOfManyRowsAreSavedTogether(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rows := make([]repricer.ProductSnapshot, 100)
		for i := range rows {
			rows[i] = fullRow()
			rows[i].Key.SKU = fmt.Sprintf("%s %d", rows[i].Key.SKU, i)
			if i%2 == 1 {
				rows[i] = plainRow(i)
			}
			rows[i].Version = int64(i + 1)
		}
		rows = w.Rows(t, ours, rows...)
		bystander := w.Rows(t, ours, plainRow(500))[0]
		require.NoError(t, change(t.Context(), w, ours, repricer.ProductPatch{
			StrategyID: optional.Clear[strategy.ID](), Mode: optional.Some(decision.ModeOff),
			Priority: optional.Some(repricer.PriorityLow), Condition: optional.Some(decision.ConditionCollectible),
			Limits: optional.Put(repricer.LimitsPatch{
				MinPrice: optional.Put(money.MustParse("3")), MaxPrice: optional.Clear[money.Amount](),
				MaxChange: optional.Clear[money.Amount](), MaxChangePercent: optional.Clear[money.Percent](),
				MinPriceMode: optional.Clear[decision.MinPriceMode](), TargetROI: optional.Clear[money.Percent](),
				TargetMargin: optional.Put(money.MustParsePercent("5")), MinPriceMarkup: optional.Clear[money.Amount](),
				MinPriceMarkupType:  optional.Clear[decision.Measure](),
				MissingCostFallback: optional.Put(decision.FallbackSkip),
			}),
		}, ids(rows)...))
		for _, want := range rows {
			want.StrategyID, want.Mode, want.Priority = optional.None[strategy.ID](), decision.ModeOff, repricer.PriorityLow
			want.Condition, want.Hold = decision.ConditionCollectible, optional.None[repricer.Hold]()
			want.Limits = decision.DefaultLimits()
			want.Limits.MinPrice, want.Limits.TargetMargin = amount("3"), percent("5")
			want.Limits.MissingCostFallback = decision.FallbackSkip
			want.Version++
			want.UpdatedAt = noon.Add(time.Hour)
			got, err := w.Products.Get(t.Context(), ours, want.ID)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		got, err := w.Products.Get(t.Context(), ours, bystander.ID)
		require.NoError(t, err)
		require.Equal(t, bystander, got)
	})
}

// A save does not undo observations of others in the meantime.
func TestSaveLeavesWhatWasLearnt(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		row := w.Rows(t, ours, fullRow())[0]
		other := row
		other.Observed, other.RunState, other.ASIN = plainRow(1).Observed, repricer.RunIdle, "B000000000"
		other.Priority, other.Version = repricer.PriorityLow, 8
		forged, err := repricer.RestoreProduct(other)
		require.NoError(t, err)
		w.In(t, func(ctx context.Context) {
			_, err := w.Products.LoadLocked(ctx, ours, []decision.ProductID{row.ID})
			require.NoError(t, err)
			require.NoError(t, w.Products.Save(ctx, ours, []*repricer.Product{forged}))
		})
		row.Priority, row.Version = repricer.PriorityLow, 8
		// The turn of a row is stored with it.
		row.RunState, row.Observed.NextDueAt = repricer.RunIdle, optional.None[time.Time]()
		got, err := w.Products.Get(t.Context(), ours, row.ID)
		require.NoError(t, err)
		require.Equal(t, row, got)
	})
}

// Saves rows whose prices alone were limited anew in few columns, and all others in full.
func TestMovedLimitsAreStoredAlone(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		full := fullRow()
		full.Mode = decision.ModeOff
		rows := w.Rows(t, ours, full, plainRow(2))
		prices := repricer.LimitsPatch{MinPrice: optional.Put(money.MustParse("11.01")), MaxPrice: optional.Put(money.MustParse("42"))}
		for _, p := range []repricer.ProductPatch{limits(prices), {Limits: optional.Put(prices), Priority: optional.Some(repricer.PriorityLow)}} {
			want := make([]repricer.ProductSnapshot, len(rows))
			w.In(t, func(ctx context.Context) {
				loaded, err := w.Products.LoadLocked(ctx, ours, ids(rows))
				require.NoError(t, err)
				for i, row := range loaded {
					_, err := row.Change(p, repricer.Rules{}, noon.Add(time.Hour))
					require.NoError(t, err)
					row.SetDueAt(noon.Add(time.Minute))
					want[i] = row.Snapshot()
				}
				require.NoError(t, w.Products.Save(ctx, ours, loaded))
			})
			got, err := w.Products.Named(t.Context(), ours, ids(rows))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})
}

func TestRowsOfAStaleWriterAreRefusedTogether(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rows := w.Rows(t, ours, plainRows(3)...)
		var stale []*repricer.Product
		w.In(t, func(ctx context.Context) {
			var err error
			stale, err = w.Products.LoadLocked(ctx, ours, ids(rows))
			require.NoError(t, err)
		})
		require.NoError(t, change(t.Context(), w, ours, limits(repricer.LimitsPatch{MaxPrice: optional.Put(money.MustParse("9"))}), rows[1].ID))
		for _, row := range stale {
			_, err := row.Change(limits(repricer.LimitsPatch{MaxPrice: optional.Put(money.MustParse("7"))}), repricer.Rules{}, noon)
			require.NoError(t, err)
		}
		require.Error(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error { return w.Products.Save(ctx, ours, stale) }))
		for i, want := range []optional.Maybe[money.Amount]{optional.None[money.Amount](), amount("9"), optional.None[money.Amount]()} {
			got, err := w.Products.Get(t.Context(), ours, rows[i].ID)
			require.NoError(t, err)
			require.Equal(t, want, got.Limits.MaxPrice)
		}
	})
}

func TestRowsRollBack(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rows := w.Rows(t, ours, plainRows(3)...)
		work := func(ctx context.Context) {
			require.NoError(t, change(ctx, w, ours, limits(repricer.LimitsPatch{MaxPrice: optional.Put(money.MustParse("9"))}), ids(rows)...))
			require.NoError(t, w.Products.Delete(ctx, ours, ids(rows[:1]), noon))
			fresh := plainRow(7)
			fresh.ID, fresh.Team = 1, ours
			made, err := repricer.RestoreProduct(fresh)
			require.NoError(t, err)
			inserted, err := w.Products.Insert(ctx, ours, []*repricer.Product{made})
			require.NoError(t, err)
			require.False(t, inserted[0].Existed)
		}
		require.ErrorIs(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			work(ctx)
			return errStop
		}), errStop)
		require.Equal(t, rows, page1(t, w))
		require.PanicsWithValue(t, "stop", func() {
			_ = w.Tx.InTx(t.Context(), func(ctx context.Context) error {
				work(ctx)
				panic("stop")
			})
		})
		require.Equal(t, rows, page1(t, w))
	})
}

func TestKeysAreTakenOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		first := w.Rows(t, ours, plainRow(1))[0]
		w.Rows(t, theirs, plainRow(1))
		// Seller, marketplace and SKU, and the SKU's letter case, make another row.
		near := []repricer.ProductSnapshot{plainRow(1), plainRow(1), plainRow(1)}
		near[0].Key.SellerID, near[1].Key.MarketplaceID, near[2].Key.SKU = "A2OTHER", gb, "SKU-001"
		w.Rows(t, ours, near...)

		made := make([]*repricer.Product, 3)
		for i, s := range []repricer.ProductSnapshot{plainRow(9), plainRow(1), plainRow(8)} {
			s.ID, s.Team = 1, ours
			var err error
			made[i], err = repricer.RestoreProduct(s)
			require.NoError(t, err)
		}
		var got []ports.Inserted
		w.In(t, func(ctx context.Context) {
			var err error
			got, err = w.Products.Insert(ctx, ours, made)
			require.NoError(t, err)
			// The transaction continues.
			found, err := w.Products.Existing(ctx, ours, []repricer.Key{plainRow(9).Key})
			require.NoError(t, err)
			require.Equal(t, map[repricer.Key]decision.ProductID{plainRow(9).Key: got[0].ID}, found)
		})
		require.Equal(t, ports.Inserted{ID: first.ID, Existed: true}, got[1])
		require.False(t, got[0].Existed || got[2].Existed)
		for i, sku := range map[int]string{0: "sku-009", 2: "sku-008"} {
			row, err := w.Products.Get(t.Context(), ours, got[i].ID)
			require.NoError(t, err)
			require.Equal(t, sku, row.Key.SKU)
		}

		remove(t, w, first.ID)
		_, err := w.Products.Get(t.Context(), ours, first.ID)
		requireCode(t, err, fault.NotFound, fault.CodeNotFound)
		again := w.Rows(t, ours, plainRow(1))[0]
		require.Greater(t, again.ID, got[2].ID)
		require.Error(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			return w.Products.Delete(ctx, ours, []decision.ProductID{first.ID}, noon)
		}))
	})
}

func TestUsage(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		a, b, unused := w.Strategy(t, ours, "A"), w.Strategy(t, ours, "B"), w.Strategy(t, ours, "C")
		rows := plainRows(30)
		for i := range rows {
			rows[i].StrategyID = optional.Some(a)
			rows[i].Key.MarketplaceID = []marketplace.ID{de, gb}[i%2]
			if i >= 25 {
				rows[i].StrategyID, rows[i].Key.MarketplaceID = optional.Some(b), jp
			}
		}
		rows = w.Rows(t, ours, rows...)
		w.Rows(t, theirs, rows[0])
		remove(t, w, rows[1].ID, rows[26].ID)
		usage, err := w.Products.Usage(t.Context(), ours, []strategy.ID{a, b, unused})
		require.NoError(t, err)
		require.Len(t, usage, 2)
		require.Equal(t, int64(24), usage[a].Count)
		require.Equal(t, int64(4), usage[b].Count)
		require.ElementsMatch(t, []marketplace.ID{de, gb}, usage[a].Marketplaces)
		require.Equal(t, []marketplace.ID{jp}, usage[b].Marketplaces)
		live := slices.Sorted(slices.Values(ids(slices.Concat(rows[:1], rows[2:25]))))
		require.Equal(t, live[:ports.UsageSample], usage[a].First)
		require.Equal(t, slices.Sorted(slices.Values(ids(slices.Concat(rows[25:26], rows[27:])))), usage[b].First)
		got, err := w.Strategies.Get(t.Context(), ours, a)
		require.NoError(t, err)
		require.Equal(t, int64(24), got.ProductsCount)

		var seen []decision.ProductID
		w.In(t, func(ctx context.Context) {
			for after := decision.ProductID(0); ; after = seen[len(seen)-1] {
				batch, err := w.Products.LoadByStrategyLocked(ctx, ours, []strategy.ID{a, unused}, after, 7)
				require.NoError(t, err)
				require.LessOrEqual(t, len(batch), 7)
				for _, row := range batch {
					require.Equal(t, optional.Some(a), row.Snapshot().StrategyID)
					seen = append(seen, row.ID())
				}
				if len(batch) == 0 {
					return
				}
			}
		})
		require.Equal(t, live, seen)
	})
}

// The cost of a call depends on its rows, not on the team's other rows.
func TestTheTeamsOtherRowsCostNothing(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := stored(s)
		rows := func(team id.Team, n int) []repricer.ProductSnapshot {
			all := plainRows(n)
			for batch := range slices.Chunk(all, 500) {
				copy(batch, w.Rows(t, team, batch...))
			}
			return all
		}
		alone, among := rows(theirs, 100), rows(ours, 5000)[2000:2100]
		price := 9
		call := func(team id.Team, picked []repricer.ProductSnapshot) func(ctx context.Context) {
			keys := make([]repricer.Key, len(picked))
			for i, row := range picked {
				keys[i] = row.Key
			}
			return func(ctx context.Context) {
				price++
				patch := limits(repricer.LimitsPatch{MaxPrice: optional.Put(money.FromUnits(int64(price) * 10_000))})
				require.NoError(t, change(ctx, w, team, patch, ids(picked)...))
				found, err := w.Products.Existing(ctx, team, keys)
				require.NoError(t, err)
				require.Len(t, found, len(keys))
			}
		}
		if s.Dialect() == db.Postgres {
			// Locks, saves and finds 100 rows.
			stores.Analyze(t, s)
			require.LessOrEqual(t, rowsRead(t, s, call(ours, among)), 500)
			return
		}
		// SQLite does not report the rows that it reads, but it works in this process.
		least, most := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
		for range 5 {
			least = min(least, worked(t, call(theirs, alone)))
			most = min(most, worked(t, call(ours, among)))
		}
		require.Less(t, most, 5*least)
	})
}

// rowsRead counts the rows that Postgres reads of all tables in a transaction.
func rowsRead(t testing.TB, s *db.Store, call func(ctx context.Context)) int {
	t.Helper()
	n := 0
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		call(ctx)
		return s.Hot(ctx).QueryRow(ctx, "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_xact_user_tables").Scan(&n)
	}))
	require.Positive(t, n)
	return n
}

// worked returns the processor time of this process for a call.
func worked(t testing.TB, call func(ctx context.Context)) time.Duration {
	t.Helper()
	var before, after syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &before))
	call(t.Context())
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &after))
	return time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
}
