package repricer_test

import (
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
)

// requireTold holds one message to what it says.
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
		rows := e.selling(1, nil)
		b.want(ours, everything())
		at := e.clock.Now()
		require.NoError(e.t, e.trouble(ours, 0))
		require.NoError(e.t, e.trouble(ours, 0), "a hold that goes on is no news")
		requireTold(e.t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"hold": 1},
			alert("hold", rows[0], "listing_issue", "The listing is not on sale.", at))
		require.Equal(e.t, []string{"webhook told"}, b.fates.seen)
		b.quiet()

		// It is solved, and comes back.
		require.NoError(e.t, e.intake.ListingEvent(e.t.Context(), ours, plainRow(0).Key, repricer.ListingState{At: e.clock.Now()}))
		require.NoError(e.t, e.trouble(ours, 0))
		require.Len(e.t, b.ring(), 1)
	})
}

// A row that is off is held as well, and its team's settings are known by then.
func TestARowThatIsOffIsTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Mode = decision.ModeOff })
		b.want(ours, everything())
		require.NoError(e.t, e.trouble(ours, 0))
		require.Len(e.t, b.ring(), 1)
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
			e.in(e.t, func(ctx contextT) {
				lock(ctx, e.t, e.world, row)
				require.NoError(e.t, e.memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{row: {LastSubmitted: amount("10")}}))
			})
		}, "20", "hold", "external_change_anomaly", "The live price 20 is far from the last one sent, 10."},
		"currency": {func(e *engine, _ decision.ProductID) {
			e.out.costs[plainRow(0).Key] = pricingports.Cost{Landed: eur("17"), Currency: "USD"}
		}, "19", "hold", "currency_mismatch", "The cost is in USD, the row in EUR."},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				b := e.ringing()
				row := e.selling(1, nil)[0]
				e.live(nil)
				b.want(ours, everything())
				c.before(e, row)
				at := e.clock.Now()
				e.event(row, c.rival)
				e.work()
				requireTold(e.t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{c.event: 1}, alert(c.event, row, c.reason, c.says, at))
				e.clock.add(time.Hour)
				e.event(row, c.rival)
				e.work()
				b.quiet()
			})
		})
	}
}

func TestTheRunBreakerIsToldOnceForAllRows(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		rows := e.selling(40, nil)
		e.live(nil)
		b.want(ours, everything())
		for _, row := range rows[:20] {
			e.event(row, "19")
		}
		at := e.clock.Now()
		e.work()
		require.Len(e.t, e.holds(), 20)
		requireTold(e.t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1},
			alert("circuit_breaker", 0, "run_breaker", "The prices of 20 rows were to fall within 10 minutes.", at))
	})
}

func TestASweepThatIsDroppedIsTold(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.selling(10, nil)
		e.live(nil)
		b.want(ours, everything())
		e.work()
		e.clock.add(7 * time.Hour)
		for i := range 10 {
			sku := plainRow(i).Key.SKU
			if e.lists(sku, "18"); i < 4 {
				e.out.offers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.clock.Now()}}
			}
		}
		at := e.clock.Now()
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		want := alert("circuit_breaker", 0, "source_breaker",
			"The offers of 4 of 10 rows were empty when they were read, so nothing was decided from them.", at)
		want.MarketplaceID = de
		requireTold(e.t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1}, want)

		e.clock.add(time.Hour)
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		b.quiet()
		// When the marketplace was believed in between, it is told anew.
		for i := range 10 {
			e.lists(plainRow(i).Key.SKU, "18")
		}
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		e.work()
		b.quiet()
		e.clock.add(7 * time.Hour)
		for i := range 10 {
			e.out.offers[plainRow(i).Key.SKU] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.clock.Now()}}
		}
		at = e.clock.Now()
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		want.At, want.Details = at, "The offers of 10 of 10 rows were empty when they were read, so nothing was decided from them."
		requireTold(e.t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1}, want)
	})
}

func TestPricesThatDoNotBecomeLiveAreTold(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		b := d.ringing(t)
		b.want(ours, everything())
		row := d.priced(t, "18")[0]
		d.shop.answer = func(int, sendingports.PriceChange) reply {
			return reply{ignored: true, receipt: sendingports.Receipt{State: sendingports.ReceiptInvalid, Issues: []sendingports.PriceIssue{{Code: "1", Message: "Too odd."}}}}
		}
		at := d.clock.Now()
		require.True(t, send(t, d.lane(t)))
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
		row := d.priced(t, "18")[0]
		d.shop.answer = func(int, sendingports.PriceChange) reply { return reply{ignored: true, receipt: taken().receipt} }
		l := d.lane(t)
		send(t, l)
		for range 60 {
			d.clock.pass(time.Minute)
			require.Equal(t, [2]int{}, b.rows())
			look(t, l)
		}
		d.requireAll(t, history.OutcomeTimedOut)
		at := d.clock.Now()
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
		d.priced(t, prices...)
		d.shop.answer = func(int, sendingports.PriceChange) reply {
			return reply{ignored: true, err: fault.New(fault.NotFound, fault.CodeNotFound, "There is no such listing.")}
		}
		l := d.lane(t)
		for range 3 {
			d.clock.pass(time.Second)
			send(t, l)
		}
		at := d.clock.Now()
		require.Equal(t, time.Date(2026, 11, 2, 12, 0, 4, 123456000, time.UTC), at)
		requireTold(t, b.ring(), at.Add(time.Minute), map[repricer.NotifyEvent]int64{"circuit_breaker": 1}, alert("circuit_breaker", 0, "reject_breaker",
			"More than a fifth of the last prices of account A2SELLER (eu) were refused. Its prices wait until 2026-11-02 12:15 UTC.", at))
	})
}

func TestAStormIsOneMessage(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.selling(300, nil)
		b.want(ours, everything())
		for i := range 300 {
			require.NoError(e.t, e.trouble(ours, i))
		}
		require.Len(e.t, b.queue.Waiting(), 1)
		got := b.ring()
		require.Len(e.t, got, 1)
		require.Equal(e.t, map[repricer.NotifyEvent]int64{"hold": 300}, got[0].Counts)
		require.Len(e.t, got[0].Alerts, 100)
		require.Equal(e.t, int64(200), got[0].More)
		require.Equal(e.t, "sku-000", got[0].Alerts[0].SKU)
		require.Equal(e.t, "sku-099", got[0].Alerts[99].SKU)
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
				e.selling(2, nil)
				require.NoError(e.t, e.trouble(ours, 0), "and before there are settings")
				b.want(ours, p)
				require.NoError(e.t, e.trouble(ours, 1))
				require.Len(e.t, e.holds(), 2)
				require.Equal(e.t, [2]int{}, b.rows())
				require.Empty(e.t, b.queue.Waiting())
			})
		})
	}
}

func TestTeamsAreToldOfTheirOwn(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b := e.ringing()
		e.selling(2, nil)
		e.rows(e.t, theirs, plainRow(0))
		b.want(ours, everything())
		b.want(theirs, repricer.NotifyPatch{WebhookURL: optional.Put("https://theirs.example"), Events: optional.Put([]repricer.NotifyEvent{"hold"})})
		require.NoError(e.t, e.trouble(ours, 0))
		require.NoError(e.t, e.trouble(theirs, 0))
		require.NoError(e.t, e.trouble(ours, 1))
		got := map[string]told{}
		for _, m := range b.ring() {
			got[m.to] = m
		}
		require.Len(e.t, got, 2)
		for to, want := range map[string]struct {
			team id.Team
			n    int64
		}{hook: {ours, 2}, "https://theirs.example": {theirs, 1}} {
			require.Equal(e.t, want.team, got[to].Team)
			require.Equal(e.t, want.n, got[to].Counts["hold"])
			require.Len(e.t, got[to].Alerts, int(want.n))
		}
		require.NotEqual(e.t, got[hook].ID, got["https://theirs.example"].ID)
		// Another team can neither read nor drop a message.
		b.hooks.fails = errBroken
		require.NoError(e.t, e.intake.ListingEvent(e.t.Context(), ours, plainRow(0).Key, repricer.ListingState{At: e.clock.Now()}))
		require.NoError(e.t, e.trouble(ours, 0))
		b.pass(time.Minute)
		require.ErrorIs(e.t, b.work(), errBroken)
		sent := b.hooks.told[0].ID
		m, err := b.store.LoadMessage(e.t.Context(), theirs, sent, repricer.ChannelWebhook)
		require.NoError(e.t, err)
		require.Nil(e.t, m)
		require.NoError(e.t, b.store.DeleteMessage(e.t.Context(), theirs, sent, repricer.ChannelWebhook))
		require.Equal(e.t, [2]int{0, 1}, b.rows())
	})
}
