package history

import (
	"math/bits"
	"slices"
	"sort"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// CountKey is what decisions are counted by. The day is that of the decision in
// UTC, also for what happens to its price later.
type CountKey struct {
	Day           date.Date
	MarketplaceID marketplace.ID
	// Strategy is 0 for decisions without one.
	Strategy strategy.ID
	Reason   decision.Reason
	Verdict  decision.Verdict
}

// Counts are sums over decisions. All of them are exact.
type Counts struct {
	Decisions int64
	// Ups and Downs are new prices above and below the live one, sent or
	// suggested.
	Ups, Downs int64
	// Sized are new prices whose size in percent of the live price is known, and
	// SizeSum is the sum of those sizes in ten-thousandths of a percent.
	Sized, SizeSum int64
	// Capped are new prices that a limit of change held back, AtFloor and
	// AtCeiling those that are the floor or the ceiling.
	Capped, AtFloor, AtCeiling int64
	// What became of new prices.
	Submitted, Confirmed, Rejected, TimedOut, Superseded, Cancelled int64
}

// Add sums up.
func (c Counts) Add(o Counts) Counts {
	return Counts{
		Decisions: c.Decisions + o.Decisions, Ups: c.Ups + o.Ups, Downs: c.Downs + o.Downs,
		Sized: c.Sized + o.Sized, SizeSum: c.SizeSum + o.SizeSum,
		Capped: c.Capped + o.Capped, AtFloor: c.AtFloor + o.AtFloor, AtCeiling: c.AtCeiling + o.AtCeiling,
		Submitted: c.Submitted + o.Submitted, Confirmed: c.Confirmed + o.Confirmed, Rejected: c.Rejected + o.Rejected,
		TimedOut: c.TimedOut + o.TimedOut, Superseded: c.Superseded + o.Superseded, Cancelled: c.Cancelled + o.Cancelled,
	}
}

// MeanSize is the mean size of new prices in percent of the live price, exact
// but for rounding each size to a ten-thousandth; None without any.
func (c Counts) MeanSize() optional.Maybe[money.Percent] {
	if c.Sized == 0 {
		return optional.None[money.Percent]()
	}
	return optional.Some(money.PercentFromUnits((c.SizeSum + c.Sized/2) / c.Sized))
}

// Scale is a quantity whose distribution is kept.
type Scale string

// The scales.
const (
	// ScaleSize is the size of a new price in ten-thousandths of a percent.
	ScaleSize Scale = "size"
	// ScaleConfirm is the seconds from the submission to the confirmation.
	ScaleConfirm Scale = "confirm"
)

// Sample is one value on a scale, to be counted in its bucket.
type Sample struct {
	Scale  Scale
	Bucket int
}

// bounds are the upper bounds of the buckets of each scale, each a quarter
// above the one before: from 0.01 % to 1,000 %, from one second to a week. What
// lies above the last bound is in the last bucket. They are part of what is
// stored and must not change.
var bounds = map[Scale][]int64{
	ScaleSize:    quarters(100, 10_000_000),
	ScaleConfirm: quarters(1, 604_800),
}

func quarters(from, to int64) []int64 {
	out := []int64{from}
	for last := from; last < to; {
		last = min(max(last+1, last+last/4), to)
		out = append(out, last)
	}
	return out
}

func markOf(s Scale, v int64) Sample {
	list := bounds[s]
	i, _ := slices.BinarySearch(list, v)
	return Sample{s, min(i, len(list)-1)}
}

// Histogram counts values by bucket.
type Histogram map[int]int64

// Quantile estimates the value below which the share of values lies, in
// percent: the middle of the bucket it falls into, which is within an eighth of
// the true value where that lies between the bounds of the scale. None without
// values.
func (h Histogram) Quantile(s Scale, percent int64) optional.Maybe[int64] {
	total, order := int64(0), make([]int, 0, len(h))
	for b, n := range h {
		total += n
		order = append(order, b)
	}
	if total <= 0 {
		return optional.None[int64]()
	}
	sort.Ints(order)
	// The place of the value, rounded up: of two values the median is the first.
	place, seen, list := (total*percent+99)/100, int64(0), bounds[s]
	for _, b := range order {
		if seen += h[b]; seen < place {
			continue
		}
		b = min(max(b, 0), len(list)-1)
		if b == 0 {
			return optional.Some(list[0])
		}
		return optional.Some((list[b-1] + list[b]) / 2)
	}
	return optional.None[int64]()
}

// countKey is where the record is counted.
func (s ChangeSnapshot) countKey() CountKey {
	return CountKey{
		Day: date.Of(s.CreatedAt.UTC()), MarketplaceID: s.MarketplaceID, Strategy: s.Strategy.Or(StrategyUsed{}).ID,
		Reason: s.Reason, Verdict: s.Verdict,
	}
}

// DecisionCounts is what a new decision adds to the counters.
func (c *PriceChange) DecisionCounts() (CountKey, Counts, []Sample) {
	n := Counts{Decisions: 1}
	var marks []Sample
	if c.s.Outcome.Known() {
		switch c.s.NewPrice.Cmp(c.s.OldPrice) {
		case 1:
			n.Ups = 1
		case -1:
			n.Downs = 1
		}
		if size, ok := sizeOf(c.s.OldPrice.Units(), c.s.NewPrice.Units()); ok {
			n.Sized, n.SizeSum = 1, size
			marks = append(marks, markOf(ScaleSize, size))
		}
		n.Capped = one(slices.ContainsFunc(c.s.Adjustments, caps))
		n.AtFloor = one(c.s.Floor == optional.Some(c.s.NewPrice))
		n.AtCeiling = one(c.s.Ceiling == optional.Some(c.s.NewPrice))
	}
	return c.s.countKey(), n, marks
}

// RepeatCounts is what a decision adds that repeats an open suggestion: its price is
// counted already.
func (c *PriceChange) RepeatCounts() (CountKey, Counts, []Sample) {
	return c.s.countKey(), Counts{Decisions: 1}, nil
}

// OutcomeCounts is what the way from the stored outcome to the present one adds to the
// counters.
func (c *PriceChange) OutcomeCounts() (CountKey, Counts, []Sample) {
	var n Counts
	var marks []Sample
	was, now := c.was.Or(""), c.s.Outcome.Or("")
	if was == now {
		return c.s.countKey(), n, nil
	}
	// Several moves may lie between two writes.
	n.Submitted = one(!was.sent() && now.sent()) - one(was.sent() && !now.sent())
	switch now {
	case OutcomeConfirmed:
		n.Confirmed = 1
		sub := c.s.Submission.Or(Submission{})
		if at, ok := sub.ConfirmedAt.Get(); ok {
			marks = append(marks, markOf(ScaleConfirm, int64(max(at.Sub(sub.SubmittedAt), 0)/time.Second)))
		}
	case OutcomeRejected:
		n.Rejected = 1
	case OutcomeTimedOut:
		n.TimedOut = 1
	case OutcomeSuperseded:
		n.Superseded = 1
	case OutcomeCancelled:
		n.Cancelled = 1
	}
	return c.s.countKey(), n, marks
}

// sent reports whether the price has left.
func (o Outcome) sent() bool {
	switch o {
	case OutcomeSubmitted, OutcomeAccepted, OutcomeConfirmed, OutcomeRejected, OutcomeTimedOut:
		return true
	}
	return false
}

// caps reports whether the adjustment is a limit of change.
func caps(a decision.Adjustment) bool {
	switch a {
	case decision.AdjustMaxChange, decision.AdjustMaxChangePercent, decision.AdjustMaxDailyChange, decision.AdjustNoCeilingCap:
		return true
	}
	return false
}

// mostSize bounds a size, so that sums cannot run over: a million percent.
const mostSize = 1_000_000 * 10_000

// sizeOf is the size of a change in ten-thousandths of a percent of the old
// price, rounded to the nearest; none for an old price of nothing.
func sizeOf(old, next int64) (int64, bool) {
	if old <= 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(uint64(max(next-old, old-next)), 1_000_000)
	lo, carry := bits.Add64(lo, uint64(old)/2, 0)
	if hi += carry; hi >= uint64(old) {
		return mostSize, true
	}
	size, _ := bits.Div64(hi, lo, uint64(old))
	return int64(min(size, mostSize)), true
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
