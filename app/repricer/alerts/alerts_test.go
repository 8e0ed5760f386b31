package alerts_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/repricing"
)

// requireTold requires a single message with these counts.
func requireTold(t testing.TB, got []told, at time.Time, counts map[repricer.NotifyEvent]int64, alerts ...repricer.Alert) {
	t.Helper()
	require.Len(t, got, 1)
	require.Regexp(t, `^msg_[A-Z2-7]{26}$`, got[0].ID)
	require.Equal(t, told{hook, repricer.AlertMessage{
		ID: got[0].ID, Team: ours, At: at, AlertDigest: repricer.AlertDigest{Counts: counts, Alerts: alerts},
	}}, got[0])
}

func TestAListingInTroubleIsTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		rows := e.Selling(1, nil)
		b.want(ours, everything())
		at := e.Clock.Now()
		require.NoError(e.T, e.trouble(ours, 0))
		require.NoError(e.T, e.trouble(ours, 0), "a hold that goes on is no news")
		requireTold(e.T, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"hold": 1},
			alert("hold", rows[0], "listing_issue", "The listing is not on sale.", at))
		require.Equal(e.T, []string{"webhook told"}, b.fates.seen)
		b.quiet()

		// It is solved, and comes back.
		require.NoError(e.T, e.Intake.ListingEvent(e.T.Context(), ours, plainRow(0).Key, repricer.ListingState{At: e.Clock.Now()}))
		require.NoError(e.T, e.trouble(ours, 0))
		require.Len(e.T, b.ring(), 1)
	})
}

// A row that is off is frozen as well, and its team's settings are loaded by then.
func TestARowThatIsOffIsTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.Selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Mode = decision.ModeOff })
		b.want(ours, everything())
		require.NoError(e.T, e.trouble(ours, 0))
		require.Len(e.T, b.ring(), 1)
	})
}

func TestHoldsByDecisionsAreTold(t *testing.T) {
	for name, c := range map[string]struct {
		before func(e *engine, row decision.ProductID)
		rival  string
		event  repricer.NotifyEvent
		reason repricer.AlertReason
		says   string
	}{
		"row breaker": {
			func(*engine, decision.ProductID) {}, "14.99", "circuit_breaker", "row_breaker",
			"One change would have lowered the price from 20 to 14.99.",
		},
		"external change": {func(e *engine, row decision.ProductID) {
			e.In(e.T, func(ctx context.Context) {
				repricing.Lock(ctx, e.T, e.World, row)
				require.NoError(e.T, e.Memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{row: {LastSubmitted: repricing.Amount("10")}}))
			})
		}, "20", "hold", "external_change_anomaly", "The live price 20 is far from the last price sent, 10."},
		"currency": {func(e *engine, _ decision.ProductID) {
			e.Out.CostAnswers[plainRow(0).Key] = pricingports.Cost{Unit: optional.Some(eur("17")), Currency: "USD"}
		}, "19", "hold", "currency_mismatch", "The cost is in USD, the row in EUR."},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				b := e.ringing()
				row := e.Selling(1, nil)[0]
				e.Live(nil)
				b.want(ours, everything())
				c.before(e, row)
				at := e.Clock.Now()
				e.Event(row, c.rival)
				e.Work()
				requireTold(e.T, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{c.event: 1}, alert(c.event, row, c.reason, c.says, at))
				e.Clock.Add(time.Hour)
				e.Event(row, c.rival)
				e.Work()
				b.quiet()
			})
		})
	}
}

func TestTheRunBreakerIsToldOnceForAllRows(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		rows := e.Selling(40, nil)
		e.Live(nil)
		b.want(ours, everything())
		for _, row := range rows[:20] {
			e.Event(row, "19")
		}
		at := e.Clock.Now()
		e.Work()
		require.Len(e.T, e.Holds(), 20)
		requireTold(e.T, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1},
			alert("circuit_breaker", 0, "run_breaker", "The prices of 20 rows were to fall within 10 minutes.", at))
	})
}

func TestASweepThatIsDroppedIsTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.Selling(10, nil)
		e.Live(nil)
		b.want(ours, everything())
		e.Work()
		e.Clock.Add(7 * time.Hour)
		for i := range 10 {
			sku := plainRow(i).Key.SKU
			if e.Lists(sku, "18"); i < 4 {
				e.Out.OfferAnswers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.Clock.Now()}}
			}
		}
		at := e.Clock.Now()
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		want := alert("circuit_breaker", 0, "source_breaker",
			"The offers of 4 of 10 rows were empty when they were read, so nothing was decided from them.", at)
		want.MarketplaceID = repricing.Germany
		requireTold(e.T, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1}, want)

		e.Clock.Add(time.Hour)
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		b.quiet()
		// Alerts again if the marketplace was trusted in between.
		for i := range 10 {
			e.Lists(plainRow(i).Key.SKU, "18")
		}
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		e.Work()
		b.quiet()
		e.Clock.Add(7 * time.Hour)
		for i := range 10 {
			e.Out.OfferAnswers[plainRow(i).Key.SKU] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.Clock.Now()}}
		}
		at = e.Clock.Now()
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		want.At, want.Details = at, "The offers of 10 of 10 rows were empty when they were read, so nothing was decided from them."
		requireTold(e.T, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1}, want)
	})
}

func TestPricesThatDoNotBecomeLiveAreTold(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		b := d.ringing(t)
		b.want(ours, everything())
		row := d.Priced(t, "18")[0]
		d.Shop.Answer = func(int, sendingports.PriceChange) reply {
			return reply{Ignored: true, Receipt: sendingports.Receipt{State: sendingports.ReceiptInvalid, Issues: []sendingports.PriceIssue{{Code: "1", Message: "Too odd."}}}}
		}
		at := d.Clock.Now()
		require.True(t, repricing.Send(t, d.Lane(t)))
		const refused = "The marketplace refused the price: Too odd."
		requireTold(t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"hold": 1, "price_rejected": 1},
			alert("hold", row.ID, "submission_failed", refused, at), alert("price_rejected", row.ID, "rejected", refused, at))
		b.quiet()
	})
}

func TestAPriceThatIsNeverSeenIsTold(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		b := d.ringing(t)
		b.want(ours, repricer.NotifyPatch{WebhookURL: optional.Put(hook), Events: optional.Put([]repricer.NotifyEvent{"price_rejected"})})
		row := d.Priced(t, "18")[0]
		d.Shop.Answer = func(int, sendingports.PriceChange) reply {
			return reply{Ignored: true, Receipt: repricing.Taken().Receipt}
		}
		l := d.Lane(t)
		repricing.Send(t, l)
		for range 60 {
			d.Clock.Add(time.Minute)
			require.Equal(t, [2]int{}, b.rows())
			repricing.Look(t, l)
		}
		d.RequireAll(t, history.OutcomeTimedOut)
		at := d.Clock.Now()
		requireTold(t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"price_rejected": 1},
			alert("price_rejected", row.ID, "timed_out", "The price was sent and not seen live in time.", at))
	})
}

func TestALaneThatStopsIsTold(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		b := d.ringing(t)
		b.want(ours, repricer.NotifyPatch{WebhookURL: optional.Put(hook), Events: optional.Put([]repricer.NotifyEvent{"circuit_breaker"})})
		prices := make([]string, 15)
		for i := range prices {
			prices[i] = "18"
		}
		d.Priced(t, prices...)
		d.Shop.Answer = func(int, sendingports.PriceChange) reply {
			return reply{Ignored: true, Err: fault.New(fault.NotFound, fault.CodeNotFound, "There is no such listing.")}
		}
		l := d.Lane(t)
		for range 3 {
			d.Clock.Add(time.Second)
			repricing.Send(t, l)
		}
		at := d.Clock.Now()
		require.Equal(t, time.Date(2026, 11, 2, 12, 0, 4, 123456000, time.UTC), at)
		requireTold(t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1}, alert("circuit_breaker", 0, "reject_breaker",
			"More than a fifth of the last prices of account A2SELLER (eu) were refused. Its prices wait until 2026-11-02 12:15 UTC.", at))
	})
}

func TestAStormIsOneMessage(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.Selling(300, nil)
		b.want(ours, everything())
		for i := range 300 {
			require.NoError(e.T, e.trouble(ours, i))
		}
		require.Len(e.T, b.queue.Waiting(), 1)
		got := b.ring()
		require.Len(e.T, got, 1)
		require.Equal(e.T, map[repricer.NotifyEvent]int64{"hold": 300}, got[0].Counts)
		require.Len(e.T, got[0].Alerts, 100)
		require.Equal(e.T, int64(200), got[0].More)
		require.Equal(e.T, "sku-000", got[0].Alerts[0].SKU)
		require.Equal(e.T, "sku-099", got[0].Alerts[99].SKU)
		b.quiet()
	})
}

func TestUnwantedAlertsAreNotNoted(t *testing.T) {
	for name, p := range map[string]repricer.NotifyPatch{
		"no channel":    {Events: optional.Put(words.Of[repricer.NotifyEvent]())},
		"another event": {WebhookURL: optional.Put(hook), Email: optional.Put(inbox), Events: optional.Put([]repricer.NotifyEvent{"price_rejected", "circuit_breaker"})},
		"no event":      {WebhookURL: optional.Put(hook)},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				b := e.ringing()
				e.Selling(2, nil)
				require.NoError(e.T, e.trouble(ours, 0), "and before there are settings")
				b.want(ours, p)
				require.NoError(e.T, e.trouble(ours, 1))
				require.Len(e.T, e.Holds(), 2)
				require.Equal(e.T, [2]int{}, b.rows())
				require.Empty(e.T, b.queue.Waiting())
			})
		})
	}
}

func TestTeamsAreToldOfTheirOwn(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.Selling(2, nil)
		e.Rows(e.T, theirs, plainRow(0))
		b.want(ours, everything())
		b.want(theirs, repricer.NotifyPatch{WebhookURL: optional.Put("https://theirs.example"), Events: optional.Put([]repricer.NotifyEvent{"hold"})})
		require.NoError(e.T, e.trouble(ours, 0))
		require.NoError(e.T, e.trouble(theirs, 0))
		require.NoError(e.T, e.trouble(ours, 1))
		got := map[string]told{}
		for _, m := range b.ring() {
			got[m.to] = m
		}
		require.Len(e.T, got, 2)
		for to, want := range map[string]struct {
			team id.Team
			n    int64
		}{hook: {ours, 2}, "https://theirs.example": {theirs, 1}} {
			require.Equal(e.T, want.team, got[to].Team)
			require.Equal(e.T, want.n, got[to].Counts["hold"])
			require.Len(e.T, got[to].Alerts, int(want.n))
		}
		require.NotEqual(e.T, got[hook].ID, got["https://theirs.example"].ID)
		// Another team can neither read nor drop a message.
		b.hooks.fails = errBroken
		require.NoError(e.T, e.Intake.ListingEvent(e.T.Context(), ours, plainRow(0).Key, repricer.ListingState{At: e.Clock.Now()}))
		require.NoError(e.T, e.trouble(ours, 0))
		b.pass(time.Minute)
		require.ErrorIs(e.T, b.work(), errBroken)
		sent := b.hooks.told[0].ID
		m, err := b.store.LoadMessage(e.T.Context(), theirs, sent, repricer.ChannelWebhook)
		require.NoError(e.T, err)
		require.Nil(e.T, m)
		require.NoError(e.T, b.store.DeleteMessage(e.T.Context(), theirs, sent, repricer.ChannelWebhook))
		require.Equal(e.T, [2]int{0, 1}, b.rows())
	})
}
