package pricing_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/test/repricing"
)

func TestAnEventBecomesAPrice(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		strategy := e.Live(nil)
		e.Work() // the settings woke it, without offers
		require.Equal(e.T, []string{"Listings.Current", "Costs.Current", "Offers.Offers"}, repricing.Only(e.Out.Asked, "Listings.Current", "Costs.Current", "Offers.Offers"))
		e.Clock.Add(15 * time.Minute)
		e.Event(row, "18.50")
		s := e.Row(row)
		require.Equal(e.T, repricer.RunQueued, s.RunState)
		require.Equal(e.T, optional.Some(e.Clock.Now()), s.Observed.NextDueAt)
		e.Work()
		require.Equal(e.T, []string{"skip stale_offers 20 -", "change match_target 18.5 proposed"}, e.Told())
		s = e.Row(row)
		require.Equal(e.T, repricer.RunSubmitting, s.RunState)
		require.Equal(e.T, decision.BuyBox{Price: amount("18.5"), Owner: decision.BoxCompetitor, SellerID: "A3RIVAL"}, s.Observed.BuyBox)
		require.Equal(e.T, optional.Some(1), s.Observed.CompetitorsCount)
		require.False(e.T, s.Observed.NextDueAt.Known())
		require.Equal(e.T, int64(1), s.Version)
		require.Zero(e.T, e.Queued())
		last := e.All(e.T, ours, history.ChangeFilter{})[0]
		require.Equal(e.T, optional.Some(history.StrategyUsed{ID: strategy, Version: 1}), last.Strategy)
		require.Equal(e.T, history.TriggerNotification, last.Trigger)
		memories, err := e.Memories.Load(e.T.Context(), ours, []decision.ProductID{row})
		require.NoError(e.T, err)
		require.Equal(e.T, optional.Some(e.Clock.Now()), memories[row].OffersAt)

		// While the price is on its way an event waits, and nothing is decided.
		e.Clock.Add(time.Hour)
		e.Event(row, "17")
		e.Work()
		require.Len(e.T, e.Told(), 2)
		require.Equal(e.T, 1, e.Queued())
		require.Equal(e.T, repricer.RunSubmitting, e.Row(row).RunState)
	})
}

func TestOffersAreReadWhereNoneAreTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Lists("sku-000", "19")
		e.Live(nil)
		e.Work()
		require.Equal(e.T, []string{"change match_target 19 proposed"}, e.Told())
		require.Equal(e.T, history.TriggerSettings, e.All(e.T, ours, history.ChangeFilter{})[0].Trigger)
		require.Equal(e.T, optional.Some(noon), e.Row(row).Observed.OffersAt)
	})
}

func TestARowIsPutOffWhileTheMarketplaceIsAway(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Selling(2, nil)
		e.Out.OfferAnswers["sku-000"] = pricingports.OfferAnswer{Err: repricing.Away()}
		e.Lists("sku-001", "19")
		e.Live(nil)
		e.Work()
		require.Equal(e.T, []string{"change match_target 19 proposed"}, e.Told())
		require.Equal(e.T, 1, e.Queued())
		e.Clock.Add(14 * time.Minute)
		e.Work()
		require.Len(e.T, e.Told(), 1)
		e.Clock.Add(time.Minute)
		e.Lists("sku-000", "21")
		e.Work()
		require.Equal(e.T, []string{"change match_target 19 proposed", "change match_target 21 proposed"}, e.Told())
		require.Zero(e.T, e.Queued())
	})
}

func TestAnOldEventIsNotDecidedAgain(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Event(row, "20")
		e.Work()
		require.Equal(e.T, []string{"keep match_target 20 -"}, e.Told())
		// The same offers come with an older time, past the dedupe of events.
		e.In(e.T, func(ctx context.Context) {
			_, err := e.Due.Wake(ctx, queueports.Wake{
				Trigger: history.TriggerNotification, Now: noon, AtOnce: true,
				Rows: []queueports.WakeRow{{
					Team: ours, ID: row, Priority: repricer.PriorityNormal, Offers: &decision.OfferSnapshot{At: noon.Add(-time.Second)},
				}},
			})
			require.NoError(e.T, err)
		})
		e.Work()
		require.Equal(e.T, []string{"keep match_target 20 -", "skip out_of_order_event 20 -"}, e.Told())
	})
}

// An edit is evaluated also with an event about older offers than the last decision's, before or
// after the edit.
func TestAnEditIsNotLostWithAnOldEvent(t *testing.T) {
	for name, editFirst := range map[string]bool{"the event first": false, "the edit first": true} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				row := e.Selling(1, nil)[0]
				e.Live(nil)
				e.Event(row, "20")
				e.Work()
				e.Clock.Add(time.Minute)
				e.Lists("sku-000", "20")
				for _, edit := range []bool{editFirst, !editFirst} {
					if edit {
						_, err := e.Edit.Update(t.Context(), e.Who, manage.UpdateProduct{ID: row, Patch: repricer.ProductPatch{
							Limits: optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(eur("21"))}),
						}})
						require.NoError(t, err)
						continue
					}
					e.In(t, func(ctx context.Context) {
						_, err := e.Due.Wake(ctx, queueports.Wake{
							Trigger: history.TriggerNotification, Now: e.Clock.Now(),
							Rows: []queueports.WakeRow{{
								Team: ours, ID: row, Priority: repricer.PriorityNormal, MinInterval: time.Hour,
								Offers: &decision.OfferSnapshot{At: noon.Add(-time.Second)},
							}},
						})
						require.NoError(t, err)
					})
				}
				e.Work()
				require.Equal(t, []string{"keep match_target 20 -", "change below_min_use_min 21 proposed"}, e.Told())
			})
		})
	}
}

func TestAnEditIsDueAtOnceAndARowThatChangedIsDecidedOnceMore(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Event(row, "18")
		owner, claimed := e.Take()
		require.Len(e.T, claimed, 1)
		// The user raises the minimum while the row is being decided.
		edited := false
		e.Out.Hook = func(call string) error {
			if call == "Costs.Current" && !edited {
				edited = true
				_, err := e.Edit.Update(e.T.Context(), e.Who, manage.UpdateProduct{ID: row, Patch: repricer.ProductPatch{
					Limits: optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(eur("19"))}),
				}})
				require.NoError(e.T, err)
			}
			return nil
		}
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), owner, claimed))
		require.Equal(e.T, []string{"change below_min_use_min 19 proposed"}, e.Told(), "never by the old minimum")
		require.Equal(e.T, 1, e.Queued(), "and the edit waits for its outcome")
	})
}

func TestWhoLostTheLeaseWritesNothing(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Event(row, "18")
		slow, claimed := e.Take()
		e.Clock.Add(time.Minute)
		quick, again := e.Take()
		require.Equal(e.T, claimed[0].ID, again[0].ID)
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), slow, claimed))
		require.Empty(e.T, e.Told())
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), quick, again))
		require.Len(e.T, e.Told(), 1)
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), slow, claimed))
		require.Len(e.T, e.Told(), 1)
	})
}

func TestARunawayIsFrozenBeforeItLeaves(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Event(row, "14.99") // a fall of 25.05 %
		e.Work()
		require.Equal(e.T, []string{"change match_target 14.99 cancelled"}, e.Told())
		s := e.Row(row)
		require.Equal(e.T, repricer.RunIdle, s.RunState)
		require.Equal(e.T, optional.Some(repricer.Hold{
			Reason: decision.HoldCircuitBreaker, Since: noon, Details: "One change would have lowered the price from 20 to 14.99.",
			Price: amount("14.99"),
		}), s.Hold)
	})
}

func TestFallingTogetherIsFrozen(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(60, nil)
		e.Live(nil)
		// 60 rows: 20 of them, which is more than a fifth, are a runaway.
		for _, row := range rows[:19] {
			e.Event(row, "19")
		}
		for _, row := range rows[19:] {
			e.Event(row, "21")
		}
		e.Work()
		require.Equal(e.T, []string{"change match_target 19", "change match_target 21"}, kinds(e))
		e.Clock.Add(9 * time.Minute)
		require.Empty(e.T, e.Holds())
		_, err := e.DB.DB().ExecContext(e.T.Context(), "DELETE FROM repricer_open_changes WHERE product_id = ?", int64(rows[30]))
		require.NoError(e.T, err)
		e.MoveTo(rows[30], repricer.RunIdle)
		e.Clock.Add(time.Minute - time.Second)
		e.WakeNow(rows[30], "19")
		e.Work()
		held := e.Holds()
		require.Len(e.T, held, 20)
		require.Equal(e.T, repricer.Hold{
			Reason: decision.HoldCircuitBreaker, Since: e.Clock.Now(), Details: "The prices of 20 rows were to fall within 10 minutes.",
		}, held[rows[30]])
		require.Contains(e.T, e.Out.Watched, "tripped 20")
		for _, c := range e.All(e.T, ours, history.ChangeFilter{}) {
			want := history.OutcomeProposed
			if c.NewPrice == eur("19") {
				want = history.OutcomeCancelled
			}
			require.Equal(e.T, optional.Some(want), c.Outcome)
		}
		require.Equal(e.T, repricer.RunIdle, e.Row(rows[0]).RunState)
	})
}

func kinds(e *engine) []string {
	seen := map[string]bool{}
	var out []string
	for _, c := range e.All(e.T, ours, history.ChangeFilter{}) {
		name := string(c.Verdict) + " " + string(c.Reason) + " " + c.NewPrice.String()
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	if len(out) == 2 && out[0] > out[1] {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

func TestAPriceMovedTooFarElsewhereFreezesTheRow(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, nil)
		e.In(e.T, func(ctx context.Context) {
			repricing.Lock(ctx, e.T, e.World, rows...)
			require.NoError(e.T, e.Memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{
				rows[0]: {LastSubmitted: amount("10")}, rows[1]: {LastSubmitted: amount("19")},
			}))
		})
		e.Live(nil)
		e.Event(rows[0], "20")
		e.Event(rows[1], "20")
		e.Work()
		hold, _ := e.Row(rows[0]).Hold.Get()
		require.Equal(e.T, repricer.Hold{
			Reason: decision.HoldExternalChange, Since: noon, Details: "The live price 20 is far from the last price sent, 10.",
		}, hold)
		require.False(e.T, e.Row(rows[1]).Hold.Known())
		memories, err := e.Memories.Load(e.T.Context(), ours, rows)
		require.NoError(e.T, err)
		require.Equal(e.T, amount("10"), memories[rows[0]].LastSubmitted)
		require.Equal(e.T, amount("20"), memories[rows[1]].LastSubmitted, "a smaller difference is taken over")
	})
}

func TestCostsAndFeesMakeTheFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, func(_ int, s *repricer.ProductSnapshot) {
			s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("0"), optional.None[money.Amount]()
		})
		rate := money.MustParsePercent("15")
		e.Out.FeeAnswer = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{Currency: "EUR", ReferralRate: &rate}}
		key := repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "sku-000"}
		other := repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "sku-001"}
		e.Out.CostAnswers[key] = pricingports.Cost{Unit: amount("17"), Currency: "EUR", VATRate: percent("0")}
		e.Out.CostAnswers[other] = pricingports.Cost{Unit: amount("17"), Currency: "USD", VATRate: percent("0")}
		e.Live(nil)
		e.Event(rows[0], "12")
		e.Event(rows[1], "12")
		e.Work()
		require.Contains(e.T, e.Told(), "keep below_min_use_min 20 -", "17 / 0.85 = 20")
		s := e.Row(rows[0])
		require.Equal(e.T, amount("17"), s.Observed.Cost)
		require.Equal(e.T, optional.Some(decision.Fees{ReferralPercent: rate}), s.Observed.Fees)
		require.Equal(e.T, []optional.Maybe[money.Amount]{amount("20"), amount("20")}, []optional.Maybe[money.Amount]{s.Floor(), s.Observed.BreakEven})
		held, _ := e.Row(rows[1]).Hold.Get()
		require.Equal(e.T, decision.HoldCurrencyMismatch, held.Reason)
		require.Equal(e.T, "The cost is in USD, the row in EUR.", held.Details)
		// The row is released when the cause ends, and fees are not requested twice.
		e.Out.Asked = nil
		e.Out.CostAnswers[other] = pricingports.Cost{Unit: amount("17"), Currency: "EUR", VATRate: percent("0")}
		e.Clock.Add(time.Hour)
		e.Event(rows[0], "12")
		e.Event(rows[1], "12")
		e.Work()
		require.False(e.T, e.Row(rows[1]).Hold.Known())
		require.Len(e.T, repricing.Only(e.Out.Asked, "Fees.Fees"), 1, "for the second row")
	})
}

func TestWithoutSettingsOrWithTheKillSwitchNothingIsDecided(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Event(row, "18")
		require.Zero(e.T, e.Queued(), "without settings no row is queued")
		e.Live(nil)
		require.Equal(e.T, 1, e.Queued())
		e.Out.Killed = true
		e.Work()
		require.Equal(e.T, []string{"skip repricer_disabled 20 -"}, e.Told())
		e.Out.Killed = false
		e.Clock.Add(time.Hour)
		e.Event(row, "18")
		require.NoError(e.T, e.Set.Reset(e.T.Context(), e.Who, nil))
		e.Work()
		require.Equal(e.T, []string{"skip repricer_disabled 20 -", "skip settings_absent 20 -"}, e.Told())
	})
}
