package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

const (
	// decisions counts the decisions, which are timed individually.
	decisions = 200_000
	// decideOffers counts the offers of an event.
	decideOffers = 20
)

// These are the targets of a decision, in µs.
const (
	mostDecide  = 8.0
	mostExplain = 20.0
	mostSlowest = 60.0
	hopedDecide = 3.0
)

// decided has the measured times of decisions.
type decided struct {
	trace    bool
	p50, p99 time.Duration
	// allocations and bytes count per decision.
	allocations, bytes float64
}

// decide times the decision about a row with many offers, filters and a calculated floor, with and
// without its trace.
func decide() ([]decided, error) {
	in, err := crowd()
	if err != nil {
		return nil, err
	}
	if d := decision.Decide(in); d.Verdict != decision.VerdictChange || d.Reason != decision.ReasonBeatTarget {
		return nil, fmt.Errorf("the decision is %s %s", d.Verdict, d.Reason)
	}
	return []decided{timeDecisions(false, in, decision.Decide), timeDecisions(true, in, decision.Explain)}, nil
}

func timeDecisions(trace bool, in decision.Input, of func(decision.Input) decision.Decision) decided {
	took := make([]time.Duration, decisions)
	for range decisions / 10 {
		of(in)
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range took {
		start := time.Now()
		of(in)
		took[i] = time.Since(start)
	}
	runtime.ReadMemStats(&after)
	slices.Sort(took)
	return decided{
		trace: trace, p50: took[decisions/2], p99: took[decisions*99/100],
		allocations: float64(after.Mallocs-before.Mallocs) / decisions,
		bytes:       float64(after.TotalAlloc-before.TotalAlloc) / decisions,
	}
}

// crowd returns a row with rivals. Most of them compete.
func crowd() (decision.Input, error) {
	now := time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)
	plan, err := strategy.New(1, strategy.Patch{
		Name: optional.Put("Lowest"), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetLowest),
		Action: optional.Put(decision.ActionBelow), By: optional.Put(money.MustParse("0.01")),
		Filters: optional.Put(strategy.FiltersPatch{
			ExcludeSellers: optional.Put([]string{"A1EXCLUDED", "A2EXCLUDED"}), MinFeedbackCount: optional.Put(50),
			IgnoreBelowPercentOfMedian: optional.Put(money.MustParsePercent("60")),
		}),
	}, now)
	if err != nil {
		return decision.Input{}, err
	}
	settings := repricer.DefaultSettings()
	settings.SubmissionMode = decision.SubmitLive
	policy, values := repricer.PolicyOf(settings, []string{"A1OWN"}), plan.Snapshot().Values
	in := decision.Input{
		Now: now, OffersAt: optional.Some(now.Add(-time.Minute)), Policy: &policy, Strategy: &values.Strategy,
		Row: decision.Row{
			ID: 1, SellerID: "A1OWN", MarketplaceID: marketplace.US, Currency: "USD", Condition: decision.ConditionNew,
			Fulfillment: decision.FBA, Quantity: optional.Some(int64(10)), Mode: decision.ModeAuto, Price: money.MustParse("20"),
			Cost: optional.Some(money.MustParse("8")), Limits: decision.DefaultLimits(),
			Fees: optional.Some(decision.FeeTerms{Fees: decision.Fees{
				ReferralPercent: money.MustParsePercent("15"), ReferralMin: money.MustParse("0.3"), Fixed: money.MustParse("3.5"),
			}}),
		},
	}
	in.Row.Limits.MinPriceMode, in.Row.Limits.TargetROI = decision.MinPriceROI, optional.Some(money.MustParsePercent("30"))
	in.Row.Limits.MaxPrice = optional.Some(money.MustParse("30"))
	in.Row = in.Row.Bounded()
	for i := range decideOffers {
		o := decision.Offer{
			SellerID: fmt.Sprintf("A%dRIVAL", i), Price: money.FromUnits(int64(180_000 + i*7919%100*100)), Fulfillment: decision.FBA,
			Condition: decision.ConditionNew, BuyBox: i == 3, Featured: true, FeedbackCount: optional.Some(500),
			RatingPercent: optional.Some(money.MustParsePercent("98")), HandlingHours: optional.Some(24), ShipsFrom: "US",
		}
		if i%7 == 6 {
			o.Condition = decision.ConditionUsed
		}
		in.Offers = append(in.Offers, o)
	}
	return in, nil
}

func micros(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Nanoseconds())/1000) }

func (p *printer) decisions(all []decided) {
	p.table("decision µs|offers|p50|target|reached|stretch|reached|p99|target|reached|allocations|bytes", func(row func(...string)) {
		for _, d := range all {
			name, most, hoped, far := "decide", mostDecide, fmt.Sprintf("<= %g", hopedDecide), yes(d.p50.Seconds()*1e6 <= hopedDecide)
			if d.trace {
				name, most, hoped, far = "explain", mostExplain, "-", "-"
			}
			row(name, fmt.Sprint(decideOffers), micros(d.p50), fmt.Sprintf("<= %g", most), yes(d.p50.Seconds()*1e6 <= most), hoped, far,
				micros(d.p99), fmt.Sprintf("<= %g", mostSlowest), yes(d.p99.Seconds()*1e6 <= mostSlowest),
				fmt.Sprintf("%.0f", d.allocations), fmt.Sprintf("%.0f", d.bytes))
		}
	})
}
