package strategy_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

func TestStrategyVerbsKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := strategyOf(t, chase())
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			before, p := s.Snapshot(), strategyPatches.Draw(rt, "patch")
			changed, err := s.Patch(p, tuesday)
			if err != nil || !changed {
				require.Equal(t, before, s.Snapshot())
			}
			if changed {
				require.Equal(t, before.Version+1, s.Version())
			}
			if err == nil {
				again, err := s.Patch(p, tuesday.Add(1))
				require.NoError(t, err)
				require.False(t, again)
				require.True(t, s.Snapshot().Values.CompeteWith.Known())
			}
			restored, err := strategy.Restore(s.Snapshot())
			require.NoError(t, err)
			require.Equal(t, s.Snapshot(), restored.Snapshot())
		}
	})
}

// field draws absent, null or a value.
func field[T any](value *rapid.Generator[T]) *rapid.Generator[optional.Field[T]] {
	return rapid.Custom(func(t *rapid.T) optional.Field[T] {
		switch rapid.IntRange(0, 11).Draw(t, "kind") {
		case 0:
			return optional.Clear[T]()
		case 1, 2:
			return optional.Put(value.Draw(t, "value"))
		}
		return optional.Field[T]{}
	})
}

// words draws mostly good words.
func oneOf[T ~string](good []T) *rapid.Generator[T] {
	return rapid.OneOf(rapid.SampledFrom(good), rapid.SampledFrom(good), rapid.SampledFrom(good), rapid.Just(T("bogus")))
}

var (
	amounts = rapid.Custom(func(t *rapid.T) money.Amount {
		return money.FromUnits(rapid.OneOf(rapid.Map(rapid.Int64Range(0, 5), tens), rapid.Int64Range(-100, 1_000_000)).Draw(t, "units"))
	})
	ints = rapid.IntRange(-1, 200)

	strategyPatches = rapid.Custom(func(t *rapid.T) strategy.Patch {
		return strategy.Patch{
			Name:           field(rapid.StringN(0, 6, -1)).Draw(t, "name"),
			Enabled:        field(rapid.Bool()).Draw(t, "enabled"),
			MarketplaceIDs: field(rapid.SliceOfN(rapid.SampledFrom([]marketplace.ID{us, de, jp, "X"}), 0, 3)).Draw(t, "marketplaces"),
			CompeteWith:    field(oneOf(words.Of[decision.Target]())).Draw(t, "target"),
			By:             field(amounts).Draw(t, "by"),
			ByType:         field(oneOf(words.Of[decision.Measure]())).Draw(t, "by type"),
			OnOwnBuyBox:    field(oneOf(words.Of[decision.OnOwnBuyBox]())).Draw(t, "own"),
			Step:           field(amounts).Draw(t, "step"),
			HighUnits:      field(ints).Draw(t, "high"),
			LowUnits:       field(ints).Draw(t, "low"),
			Filters: field(rapid.Custom(func(t *rapid.T) strategy.FiltersPatch {
				return strategy.FiltersPatch{
					ExcludeSellers:   field(rapid.SliceOfN(rapid.StringMatching(`[A-Z]{1,3}`), 0, 3)).Draw(t, "exclude"),
					MinFeedbackCount: field(ints).Draw(t, "feedback"),
				}
			})).Draw(t, "filters"),
		}
	})
)

func tens(n int64) int64 { return n * 100_000 }
