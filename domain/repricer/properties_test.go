package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

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

func maybe[T any](value *rapid.Generator[T]) *rapid.Generator[optional.Maybe[T]] {
	return rapid.Custom(func(t *rapid.T) optional.Maybe[T] {
		if rapid.Bool().Draw(t, "known") {
			return optional.Some(value.Draw(t, "value"))
		}
		return optional.None[T]()
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
	percents = rapid.Custom(func(t *rapid.T) money.Percent {
		return money.PercentFromUnits(rapid.Int64Range(-100, 1_100_000).Draw(t, "units"))
	})
	ids  = rapid.Map(rapid.Int64Range(0, 4), func(n int64) strategy.ID { return strategy.ID(n) })
	ints = rapid.IntRange(-1, 200)

	limitsPatches = rapid.Custom(func(t *rapid.T) repricer.LimitsPatch {
		return repricer.LimitsPatch{
			MinPrice:            field(amounts).Draw(t, "min"),
			MaxPrice:            field(amounts).Draw(t, "max"),
			MaxChange:           field(amounts).Draw(t, "change"),
			MaxChangePercent:    field(percents).Draw(t, "change percent"),
			MinPriceMode:        field(oneOf(words.Of[decision.MinPriceMode]())).Draw(t, "mode"),
			TargetROI:           field(percents).Draw(t, "roi"),
			TargetMargin:        field(percents).Draw(t, "margin"),
			MinPriceMarkup:      field(amounts).Draw(t, "markup"),
			MinPriceMarkupType:  field(oneOf(words.Of[decision.Measure]())).Draw(t, "markup type"),
			MissingCostFallback: field(oneOf(words.Of[decision.MissingCostFallback]())).Draw(t, "fallback"),
		}
	})
	productPatches = rapid.Custom(func(t *rapid.T) repricer.ProductPatch {
		return repricer.ProductPatch{
			StrategyID: field(ids).Draw(t, "strategy"),
			Mode:       maybe(oneOf(words.Of[decision.Mode]())).Draw(t, "mode"),
			Priority:   maybe(oneOf(words.Of[repricer.Priority]())).Draw(t, "priority"),
			Condition:  maybe(oneOf(words.Of[decision.Condition]())).Draw(t, "condition"),
			Limits:     field(limitsPatches).Draw(t, "limits"),
		}
	})
	settingsPatches = rapid.Custom(func(t *rapid.T) repricer.SettingsPatch {
		return repricer.SettingsPatch{
			Enabled:           field(rapid.Bool()).Draw(t, "enabled"),
			SubmissionMode:    field(oneOf(words.Of[decision.SubmissionMode]())).Draw(t, "submission"),
			DefaultStrategyID: field(ids).Draw(t, "strategy"),
			DefaultMode:       field(oneOf(words.Of[decision.Mode]())).Draw(t, "mode"),
			DefaultLimits:     field(limitsPatches).Draw(t, "limits"),
			OwnSellerIDs:      field(rapid.SliceOfN(rapid.StringMatching(`[A-Z]{1,3}`), 0, 4)).Draw(t, "sellers"),
			MaxChangesPerDay:  field(ints).Draw(t, "changes"),
			MinIntervalSeconds: field(rapid.Custom(func(t *rapid.T) repricer.IntervalsPatch {
				return repricer.IntervalsPatch{Fast: field(ints).Draw(t, "fast"), Low: field(ints).Draw(t, "low")}
			})).Draw(t, "intervals"),
			Timezone: field(rapid.SampledFrom([]string{"UTC", "Asia/Tokyo", "Mars"})).Draw(t, "zone"),
			Notify: field(rapid.Custom(func(t *rapid.T) repricer.NotifyPatch {
				return repricer.NotifyPatch{Events: field(rapid.SliceOfN(oneOf(words.Of[repricer.NotifyEvent]()), 0, 2)).Draw(t, "events")}
			})).Draw(t, "notify"),
		}
	})
)

func tens(n int64) int64 { return n * 100_000 }

// The verbs of all three aggregates keep the same promises: after a fault the aggregate is as
// before, and a version rises only with a change. The same patch again changes nothing, and every
// snapshot can be restored.

func TestProductVerbsKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := row(t, nil)
		r := repricer.Rules{Default: maybe(ids).Draw(rt, "default"), Strategies: rules.Strategies}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			c, before := productPatches.Draw(rt, "patch"), p.Snapshot()
			if c.Check() != nil {
				continue
			}
			changed, err := p.Change(c, r, tuesday)
			after := p.Snapshot()
			if err != nil || !changed {
				require.Equal(t, before, after)
			} else {
				require.Equal(t, before.Version+1, after.Version)
				require.False(t, before.Limits == after.Limits && before.Mode == after.Mode && before.Priority == after.Priority &&
					before.Condition == after.Condition && before.StrategyID == after.StrategyID)
			}
			if err == nil {
				again, err := p.Change(c, r, tuesday.Add(1))
				require.NoError(t, err)
				require.False(t, again)
				require.Equal(t, after, p.Snapshot())
				// After any steps the stored row obeys the rules.
				least, hasLeast := after.Limits.MinPrice.Get()
				most, hasMost := after.Limits.MaxPrice.Get()
				require.False(t, hasLeast && hasMost && least.Cmp(most) > 0)
				require.False(t, hasLeast && !least.Fits(after.Currency))
				require.False(t, hasLeast && !least.Positive())
				if after.Mode != decision.ModeOff && after.Limits.MinPriceMode == decision.MinPriceManual {
					require.True(t, hasLeast)
				}
			}
			restored, err := repricer.RestoreProduct(after)
			require.NoError(t, err)
			require.Equal(t, after, restored.Snapshot())
			require.Equal(t, before.Key, after.Key)
			require.Equal(t, before.ASIN, after.ASIN)
		}
	})
}

// Two patches in turn equal a single patch in which the later member wins.
func TestLimitsMergeInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		first, second := limitsPatches.Draw(rt, "first"), limitsPatches.Draw(rt, "second")
		joined := repricer.LimitsPatch{
			MinPrice: later(first.MinPrice, second.MinPrice), MaxPrice: later(first.MaxPrice, second.MaxPrice),
			MaxChange: later(first.MaxChange, second.MaxChange), MaxChangePercent: later(first.MaxChangePercent, second.MaxChangePercent),
			MinPriceMode: later(first.MinPriceMode, second.MinPriceMode), TargetROI: later(first.TargetROI, second.TargetROI),
			TargetMargin: later(first.TargetMargin, second.TargetMargin), MinPriceMarkup: later(first.MinPriceMarkup, second.MinPriceMarkup),
			MinPriceMarkupType:  later(first.MinPriceMarkupType, second.MinPriceMarkupType),
			MissingCostFallback: later(first.MissingCostFallback, second.MissingCostFallback),
		}
		start := limitsPatches.Draw(rt, "start").Over(decision.DefaultLimits())
		require.Equal(t, joined.Over(start), second.Over(first.Over(start)))
	})
}

func later[T any](first, second optional.Field[T]) optional.Field[T] {
	if second.Set {
		return second
	}
	return first
}

func TestSettingsVerbsKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := repricer.NewSettings(7)
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			before := s.Snapshot()
			if rapid.IntRange(0, 3).Draw(rt, "reset") == 0 {
				did := s.Reset(tuesday)
				require.Equal(t, before.State == repricer.SettingsPresent, did)
				require.Equal(t, repricer.DefaultSettings(), s.Snapshot().Values)
			} else {
				p := settingsPatches.Draw(rt, "patch")
				changed, err := s.Patch(p, tuesday)
				if err != nil || !changed {
					require.Equal(t, before, s.Snapshot())
				}
				if err == nil {
					again, err := s.Patch(p, tuesday.Add(1))
					require.NoError(t, err)
					require.False(t, again)
					require.Equal(t, repricer.SettingsPresent, s.State())
				}
				if changed {
					require.Equal(t, before.Version+1, s.Version())
				}
			}
			require.GreaterOrEqual(t, s.Version(), before.Version)
			restored, err := repricer.RestoreSettings(s.Snapshot())
			require.NoError(t, err)
			require.Equal(t, s.Snapshot(), restored.Snapshot())
		}
	})
}
