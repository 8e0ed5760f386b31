package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
)

func TestAnEventBecomesAPrice(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		strategy := e.live(nil)
		e.work() // the settings woke it, without offers
		require.Equal(e.t, []string{"Listings.Current", "Costs.Current", "Offers.Offers"}, only(e.out.asked, "Listings.Current", "Costs.Current", "Offers.Offers"))
		e.clock.add(15 * time.Minute)
		e.event(row, "18.50")
		s := e.row(row)
		require.Equal(e.t, repricer.RunQueued, s.RunState)
		require.Equal(e.t, optional.Some(e.clock.Now()), s.Observed.NextDueAt)
		e.work()
		require.Equal(e.t, []string{"skip stale_offers 20 -", "change match_target 18.5 proposed"}, e.told())
		s = e.row(row)
		require.Equal(e.t, repricer.RunSubmitting, s.RunState)
		require.Equal(e.t, decision.BuyBox{Price: amount("18.5"), Owner: decision.BoxCompetitor, SellerID: "A3RIVAL"}, s.Observed.BuyBox)
		require.Equal(e.t, optional.Some(1), s.Observed.CompetitorsCount)
		require.False(e.t, s.Observed.NextDueAt.Known())
		require.Equal(e.t, int64(1), s.Version)
		require.Zero(e.t, e.queued())
		last := e.all(e.t, ours, historyports.ChangeFilter{})[0]
		require.Equal(e.t, optional.Some(history.StrategyUsed{ID: strategy, Version: 1}), last.Strategy)
		require.Equal(e.t, history.TriggerNotification, last.Trigger)
		memories, err := e.memories.Load(e.t.Context(), ours, []decision.ProductID{row})
		require.NoError(e.t, err)
		require.Equal(e.t, optional.Some(e.clock.Now()), memories[row].OffersAt)

		// While the price is on its way an event waits, and nothing is decided.
		e.clock.add(time.Hour)
		e.event(row, "17")
		e.work()
		require.Len(e.t, e.told(), 2)
		require.Equal(e.t, 1, e.queued())
		require.Equal(e.t, repricer.RunSubmitting, e.row(row).RunState)
	})
}

func only(asked []string, names ...string) []string {
	var out []string
	for _, a := range asked {
		for _, n := range names {
			if a == n {
				out = append(out, a)
			}
		}
	}
	return out
}

func TestOffersAreReadWhereNoneAreTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.lists("sku-000", "19")
		e.live(nil)
		e.work()
		require.Equal(e.t, []string{"change match_target 19 proposed"}, e.told())
		require.Equal(e.t, history.TriggerSettings, e.all(e.t, ours, historyports.ChangeFilter{})[0].Trigger)
		require.Equal(e.t, optional.Some(noon), e.row(row).Observed.OffersAt)
	})
}

func TestARowIsPutOffWhileTheMarketplaceIsAway(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.selling(2, nil)
		e.out.offers["sku-000"] = pricingports.OfferAnswer{Err: away()}
		e.lists("sku-001", "19")
		e.live(nil)
		e.work()
		require.Equal(e.t, []string{"change match_target 19 proposed"}, e.told())
		require.Equal(e.t, 1, e.queued())
		e.clock.add(14 * time.Minute)
		e.work()
		require.Len(e.t, e.told(), 1)
		e.clock.add(time.Minute)
		e.lists("sku-000", "21")
		e.work()
		require.Equal(e.t, []string{"change match_target 19 proposed", "change match_target 21 proposed"}, e.told())
		require.Zero(e.t, e.queued())
	})
}

func TestAnOldEventIsNotDecidedAgain(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.event(row, "20")
		e.work()
		require.Equal(e.t, []string{"keep match_target 20 -"}, e.told())
		// The same offers come with an older time, past the dedupe of events.
		e.in(e.t, func(ctx contextT) {
			_, err := e.due.Wake(ctx, queueports.Wake{
				Trigger: history.TriggerNotification, Now: noon, AtOnce: true,
				Rows: []queueports.WakeRow{{
					Team: ours, ID: row, Priority: repricer.PriorityNormal, Offers: &decision.OfferSnapshot{At: noon.Add(-time.Second)},
				}},
			})
			require.NoError(e.t, err)
		})
		e.work()
		require.Equal(e.t, []string{"keep match_target 20 -", "skip out_of_order_event 20 -"}, e.told())
	})
}

// An edit is looked at whatever comes with it: an event about offers older than
// those decided on last, before the edit or after it.
func TestAnEditIsNotLostWithAnOldEvent(t *testing.T) {
	for name, editFirst := range map[string]bool{"the event first": false, "the edit first": true} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				row := e.selling(1, nil)[0]
				e.live(nil)
				e.event(row, "20")
				e.work()
				e.clock.add(time.Minute)
				e.lists("sku-000", "20")
				for _, edit := range []bool{editFirst, !editFirst} {
					if edit {
						_, err := e.edit.Update(t.Context(), e.who, manage.UpdateProduct{ID: row, Patch: repricer.ProductPatch{
							Limits: optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(eur("21"))}),
						}})
						require.NoError(t, err)
						continue
					}
					e.in(t, func(ctx contextT) {
						_, err := e.due.Wake(ctx, queueports.Wake{
							Trigger: history.TriggerNotification, Now: e.clock.Now(),
							Rows: []queueports.WakeRow{{
								Team: ours, ID: row, Priority: repricer.PriorityNormal, MinInterval: time.Hour,
								Offers: &decision.OfferSnapshot{At: noon.Add(-time.Second)},
							}},
						})
						require.NoError(t, err)
					})
				}
				e.work()
				require.Equal(t, []string{"keep match_target 20 -", "change below_min_use_min 21 proposed"}, e.told())
			})
		})
	}
}

func TestAnEditIsDueAtOnceAndARowThatChangedIsDecidedOnceMore(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.event(row, "18")
		owner, claimed := e.take()
		require.Len(e.t, claimed, 1)
		// The user raises the minimum while the row is being decided.
		edited := false
		e.out.hook = func(call string) error {
			if call == "Costs.Current" && !edited {
				edited = true
				_, err := e.edit.Update(e.t.Context(), e.who, manage.UpdateProduct{ID: row, Patch: repricer.ProductPatch{
					Limits: optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(eur("19"))}),
				}})
				require.NoError(e.t, err)
			}
			return nil
		}
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), owner, claimed))
		require.Equal(e.t, []string{"change below_min_use_min 19 proposed"}, e.told(), "never by the old minimum")
		require.Equal(e.t, 1, e.queued(), "and the edit waits for what becomes of it")
	})
}

func TestWhoLostTheLeaseWritesNothing(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.event(row, "18")
		slow, claimed := e.take()
		e.clock.add(time.Minute)
		quick, again := e.take()
		require.Equal(e.t, claimed[0].ID, again[0].ID)
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), slow, claimed))
		require.Empty(e.t, e.told())
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), quick, again))
		require.Len(e.t, e.told(), 1)
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), slow, claimed))
		require.Len(e.t, e.told(), 1)
	})
}

func TestARunawayIsFrozenBeforeItLeaves(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.event(row, "14.99") // a fall of 25.05 %
		e.work()
		require.Equal(e.t, []string{"change match_target 14.99 cancelled"}, e.told())
		s := e.row(row)
		require.Equal(e.t, repricer.RunIdle, s.RunState)
		require.Equal(e.t, optional.Some(repricer.Hold{
			Reason: decision.HoldCircuitBreaker, Since: noon, Details: "One change would have lowered the price from 20 to 14.99.",
		}), s.Hold)
	})
}

func TestFallingTogetherIsFrozen(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(60, nil)
		e.live(nil)
		// 60 rows: 20 of them, which is more than a fifth, are a runaway.
		for _, row := range rows[:19] {
			e.event(row, "19")
		}
		for _, row := range rows[19:] {
			e.event(row, "21")
		}
		e.work()
		require.Equal(e.t, []string{"change match_target 19", "change match_target 21"}, kinds(e))
		e.clock.add(9 * time.Minute)
		require.Empty(e.t, e.holds())
		_, err := e.db.DB().ExecContext(e.t.Context(), "DELETE FROM repricer_open_changes WHERE product_id = ?", int64(rows[30]))
		require.NoError(e.t, err)
		e.moveTo(rows[30], repricer.RunIdle)
		e.clock.add(time.Minute - time.Second)
		e.wakeNow(rows[30], "19")
		e.work()
		held := e.holds()
		require.Len(e.t, held, 20)
		require.Equal(e.t, repricer.Hold{
			Reason: decision.HoldCircuitBreaker, Since: e.clock.Now(), Details: "The prices of 20 rows were to fall within 10 minutes.",
		}, held[rows[30]])
		require.Contains(e.t, e.out.watched, "tripped 20")
		for _, c := range e.all(e.t, ours, historyports.ChangeFilter{}) {
			want := history.OutcomeProposed
			if c.NewPrice == eur("19") {
				want = history.OutcomeCancelled
			}
			require.Equal(e.t, optional.Some(want), c.Outcome)
		}
		require.Equal(e.t, repricer.RunIdle, e.row(rows[0]).RunState)
	})
}

func kinds(e *engine) []string {
	seen := map[string]bool{}
	var out []string
	for _, c := range e.all(e.t, ours, historyports.ChangeFilter{}) {
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
		rows := e.selling(2, nil)
		e.in(e.t, func(ctx contextT) {
			lock(ctx, e.t, e.world, rows...)
			require.NoError(e.t, e.memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{
				rows[0]: {LastSubmitted: amount("10")}, rows[1]: {LastSubmitted: amount("19")},
			}))
		})
		e.live(nil)
		e.event(rows[0], "20")
		e.event(rows[1], "20")
		e.work()
		hold, _ := e.row(rows[0]).Hold.Get()
		require.Equal(e.t, repricer.Hold{
			Reason: decision.HoldExternalChange, Since: noon, Details: "The live price 20 is far from the last one sent, 10.",
		}, hold)
		require.False(e.t, e.row(rows[1]).Hold.Known())
		memories, err := e.memories.Load(e.t.Context(), ours, rows)
		require.NoError(e.t, err)
		require.Equal(e.t, amount("10"), memories[rows[0]].LastSubmitted)
		require.Equal(e.t, amount("20"), memories[rows[1]].LastSubmitted, "a smaller difference is taken over")
	})
}

func TestCostsAndFeesMakeTheFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(2, func(_ int, s *repricer.ProductSnapshot) {
			s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("0"), optional.None[money.Amount]()
		})
		rate := money.MustParsePercent("15")
		e.out.fees = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{Currency: "EUR", ReferralRate: &rate}}
		key := repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "sku-000"}
		other := repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "sku-001"}
		e.out.costs[key] = pricingports.Cost{Landed: eur("17"), Currency: "EUR", VATRate: percent("0")}
		e.out.costs[other] = pricingports.Cost{Landed: eur("17"), Currency: "USD", VATRate: percent("0")}
		e.live(nil)
		e.event(rows[0], "12")
		e.event(rows[1], "12")
		e.work()
		require.Contains(e.t, e.told(), "keep below_min_use_min 20 -", "17 / 0.85 = 20")
		s := e.row(rows[0])
		require.Equal(e.t, amount("17"), s.Observed.Cost)
		require.Equal(e.t, optional.Some(decision.Fees{ReferralPercent: rate}), s.Observed.Fees)
		require.Equal(e.t, []optional.Maybe[money.Amount]{amount("20"), amount("20")}, []optional.Maybe[money.Amount]{s.Floor(), s.Observed.BreakEven})
		held, _ := e.row(rows[1]).Hold.Get()
		require.Equal(e.t, decision.HoldCurrencyMismatch, held.Reason)
		require.Equal(e.t, "The cost is in USD, the row in EUR.", held.Details)
		// It is let go when the cause is gone, and fees are not asked for twice.
		e.out.asked = nil
		e.out.costs[other] = pricingports.Cost{Landed: eur("17"), Currency: "EUR", VATRate: percent("0")}
		e.clock.add(time.Hour)
		e.event(rows[0], "12")
		e.event(rows[1], "12")
		e.work()
		require.False(e.t, e.row(rows[1]).Hold.Known())
		require.Len(e.t, only(e.out.asked, "Fees.Fees"), 1, "for the second row")
	})
}

func TestWithoutSettingsOrWithTheKillSwitchNothingIsDecided(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.event(row, "18")
		require.Zero(e.t, e.queued(), "without settings no row is queued")
		e.live(nil)
		require.Equal(e.t, 1, e.queued())
		e.out.killed = true
		e.work()
		require.Equal(e.t, []string{"skip repricer_disabled 20 -"}, e.told())
		e.out.killed = false
		e.clock.add(time.Hour)
		e.event(row, "18")
		require.NoError(e.t, e.set.Reset(e.t.Context(), e.who, nil))
		e.work()
		require.Equal(e.t, []string{"skip repricer_disabled 20 -", "skip settings_absent 20 -"}, e.told())
	})
}
