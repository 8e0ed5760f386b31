package repricer_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// fullMemory has every member set.
func fullMemory() repricer.Memory {
	return repricer.Memory{
		LastSubmitted: amount("19.99"), ChangedAt: optional.Some(noon), ChangeReason: decision.ReasonMatchTarget, LastWon: amount("18.50"),
		SoftCeiling: optional.Some(decision.SoftCeiling{Price: eur("18.5"), Until: noon.Add(24 * time.Hour)}),
		Falls:       []time.Time{noon.Add(-time.Hour), noon}, PriceWarAt: optional.Some(noon.Add(-time.Minute)),
		Day: optional.Some(date.MustParse("2026-11-02")), ChangesToday: 4, DayPrice: amount("21"),
		OffersAt: optional.Some(noon.Add(-2 * time.Minute)), SeenAt: optional.Some(noon.Add(time.Second)),
		FeesAt: optional.Some(noon.Add(-time.Hour)), WindowSince: optional.Some(noon.Add(-3 * time.Hour)), WindowPrice: amount("22.22"), SoldOut: true,
		AwaitedSince: optional.Some(noon.Add(-4 * time.Minute)),
		FX:           optional.Some(repricer.CostFX{From: "CNY", Rate: optional.Some(money.MustParseRate("0.1389"))}),
		Goods: optional.Some(repricer.Goods{
			Package: repricer.Package{Length: 300_000_000, Width: 200_000_000, Height: 100_000_001, Weight: 800_000_000_000}, Dangerous: true, At: noon.Add(-5 * time.Minute),
		}),
		Estimates: []repricer.FeeEstimate{
			{At: noon.Add(-time.Hour), Fulfillment: decision.FBA, Price: eur("20.5"), Shipping: eur("1"), Rate: money.MustParsePercent("15.0001"), Lines: []repricer.FeeLine{
				{Name: "ReferralFee", Referral: true, Amount: eur("3.08")}, {Name: "Fees: a & b; ü", Amount: eur("-0.2")},
			}},
			{At: noon, Fulfillment: decision.FBA, Price: eur("9"), Rate: money.MustParsePercent("8")},
		},
	}
}

func TestMemories(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w world) {
		rows := ids(w.Rows(t, ours, plainRows(4)...))
		foreign := ids(w.Rows(t, theirs, plainRow(0)))
		found, err := w.Memories.Load(t.Context(), ours, rows)
		require.NoError(t, err)
		require.Empty(t, found)

		full, next := fullMemory(), fullMemory()
		w.In(t, func(ctx context.Context) {
			lock(ctx, t, w, rows...)
			require.NoError(t, w.Memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{
				rows[2]: full, rows[0]: {}, rows[1]: {ChangeReason: decision.ReasonBeatTarget},
			}))
			require.NoError(t, w.Memories.Save(ctx, ours, nil))
		})
		found, err = w.Memories.Load(t.Context(), ours, rows)
		require.NoError(t, err)
		require.Equal(t, map[decision.ProductID]repricer.Memory{
			rows[0]: {}, rows[1]: {ChangeReason: decision.ReasonBeatTarget}, rows[2]: full,
		}, found)

		// A memory is replaced as a whole, also by nothing.
		next.Falls, next.LastSubmitted = append(next.Falls, noon.Add(time.Hour)), amount("17")
		w.In(t, func(ctx context.Context) {
			lock(ctx, t, w, rows...)
			require.NoError(t, w.Memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{rows[2]: {}, rows[1]: next}))
		})
		found, err = w.Memories.Load(t.Context(), ours, rows[1:])
		require.NoError(t, err)
		require.Equal(t, map[decision.ProductID]repricer.Memory{rows[1]: next, rows[2]: {}}, found)

		// Another team's rows are unknown.
		found, err = w.Memories.Load(t.Context(), theirs, rows)
		require.NoError(t, err)
		require.Empty(t, found)
		found, err = w.Memories.Load(t.Context(), ours, foreign)
		require.NoError(t, err)
		require.Empty(t, found)
		err = w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			lock(ctx, t, w, rows...)
			return w.Memories.Save(ctx, theirs, map[decision.ProductID]repricer.Memory{rows[1]: {}})
		})
		require.Error(t, err)
	})
}
