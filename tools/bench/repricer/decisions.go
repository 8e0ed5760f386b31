package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	queueports "sellingassistant/ports/repricer/queue"
)

const (
	leastDecisions = 2_000
	hopedDecisions = 5_000
	// workers has the default number of the program.
	workers = 4
)

// measureDecisions decides a new price for many rows.
func measureDecisions(ctx context.Context, w *world, o options) ([]figure, error) {
	n := min(o.changes, 10_000)
	if err := w.wake(ctx, 0, n); err != nil {
		return nil, err
	}
	took, err := w.decide(ctx, n)
	if err != nil {
		return nil, err
	}
	return []figure{{
		name: "decisions stored, each with a new price", unit: "/s", value: float64(n) / took.Seconds(),
		target: atLeast(leastDecisions), stretch: atLeast(hopedDecisions),
	}}, nil
}

// decide lets the workers decide due rows, and requires a new price for every row.
func (w *world) decide(ctx context.Context, n int) (time.Duration, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan struct{})
	begin := time.Now()
	go func() {
		defer close(over)
		pricing.NewWorkers(w.engine(), workers).Run(ctx)
	}()
	for ctx.Err() == nil && w.watch.decisions() < n && w.watch.failed() == nil {
		time.Sleep(tapPause)
	}
	took := time.Since(begin)
	stop()
	<-over
	if err := w.watch.failed(); err != nil {
		return 0, err
	}
	return took, (&stream{w: w}).is(context.WithoutCancel(ctx), "prices that wait", "SELECT count(*) FROM repricer_open_changes WHERE outcome = 'proposed'", int64(n))
}

// sighting returns the offers that an event reports for a team's row.
func (w *world) sighting(t *team) *decision.OfferSnapshot {
	s := &decision.OfferSnapshot{At: time.Now().UTC().Truncate(time.Microsecond), Box: decision.BoxReport{Price: optional.Some(money.MustParse("26"))}}
	for n := range rivals {
		s.Offers = append(s.Offers, decision.Offer{
			SellerID: fmt.Sprintf("A%dRIVALX", n), Price: money.FromUnits(int64(260_000 + n*700)), Fulfillment: decision.FBA,
			Condition: decision.ConditionNew, BuyBox: n == 0, Featured: true, FeedbackCount: optional.Some(100 + n*31),
			RatingPercent: optional.Some(money.MustParsePercent("95")), HandlingHours: optional.Some(24),
		})
	}
	s.Offers = append(s.Offers, decision.Offer{
		SellerID: t.seller, Price: money.MustParse("20"), Fulfillment: decision.FBA, Condition: decision.ConditionNew, Featured: true,
	})
	return s
}

// evaluate decides all due rows in the lane of normal rows, batch by batch.
func (w *world) evaluate(ctx context.Context) error {
	engine := w.engine()
	for {
		owner := rand.Text()
		claimed, err := w.due.Claim(ctx, queueports.Claim{
			Owner: owner, Priority: repricer.PriorityNormal, Limit: 50, Now: time.Now(), Lease: time.Minute,
		})
		if err != nil || len(claimed) == 0 {
			return err
		}
		if err := engine.Evaluate(ctx, owner, claimed); err != nil {
			return err
		}
	}
}
