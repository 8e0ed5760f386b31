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

// CountKey groups the counters of decisions. Day is the UTC day of the decision, also for later
// outcomes of its price.
type CountKey struct {
	Day           date.Date
	MarketplaceID marketplace.ID
	// Strategy has 0 for decisions without a strategy.
	Strategy strategy.ID
	Reason   decision.Reason
	Verdict  decision.Verdict
}

// Counts sums figures of decisions exactly.
type Counts struct {
	Decisions int64
	// Ups and Downs count new prices above and below the live price, sent or suggested.
	Ups, Downs int64
	// Sized counts new prices with a known size in percent of the live price. SizeSum sums those
	// sizes in ten-thousandths of a percent.
	Sized, SizeSum int64
	// Capped counts new prices that a change limit reduced. AtFloor and AtCeiling count new prices
	// equal to floor or ceiling.
	Capped, AtFloor, AtCeiling int64
	// Outcomes of new prices.
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

// MeanSize returns the mean size of new prices in percent of the live price; each size is rounded
// to a ten-thousandth. It is absent without new prices.
func (c Counts) MeanSize() optional.Maybe[money.Percent] {
	if c.Sized == 0 {
		return optional.None[money.Percent]()
	}
	return optional.Some(money.PercentFromUnits((c.SizeSum + c.Sized/2) / c.Sized))
}

// Scale names a quantity with a stored histogram.
type Scale string

// The scales.
const (
	// ScaleSize measures the size of a new price in ten-thousandths of a percent.
	ScaleSize Scale = "size"
	// ScaleConfirm measures the seconds from the submission to the confirmation.
	ScaleConfirm Scale = "confirm"
)

// Sample counts one value on a scale, in its bucket.
type Sample struct {
	Scale  Scale
	Bucket int
}

// bounds lists the upper bounds of each scale's buckets, each a quarter above the previous: from
// 0.01 % to 1,000 %, and from one second to a week. Larger values belong to the last bucket. Stored
// histograms depend on them, so they must not change.
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

// Quantile estimates the given percentile: the middle of its bucket, within an eighth of the true
// value if that lies within the bounds of the scale. It is absent without values.
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
	// The rank of the percentile, rounded up: the median of two values is the first.
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

// countKey returns the group of the record.
func (s ChangeSnapshot) countKey() CountKey {
	return CountKey{
		Day: date.Of(s.CreatedAt.UTC()), MarketplaceID: s.MarketplaceID, Strategy: s.Strategy.Or(StrategyUsed{}).ID,
		Reason: s.Reason, Verdict: s.Verdict,
	}
}

// DecisionCounts returns the counts that a new decision adds.
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

// RepeatCounts returns the counts that a decision adds if it repeats an open suggestion: its price
// is already counted.
func (c *PriceChange) RepeatCounts() (CountKey, Counts, []Sample) {
	return c.s.countKey(), Counts{Decisions: 1}, nil
}

// OutcomeCounts returns the counts that the change from the stored to the current outcome adds.
func (c *PriceChange) OutcomeCounts() (CountKey, Counts, []Sample) {
	var n Counts
	var marks []Sample
	was, now := c.was.Or(""), c.s.Outcome.Or("")
	if was == now {
		return c.s.countKey(), n, nil
	}
	// The outcome may have changed several times between two writes.
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

// sent reports whether the price was sent.
func (o Outcome) sent() bool {
	switch o {
	case OutcomeSubmitted, OutcomeAccepted, OutcomeConfirmed, OutcomeRejected, OutcomeTimedOut:
		return true
	}
	return false
}

// caps reports whether the adjustment is a change limit.
func caps(a decision.Adjustment) bool {
	switch a {
	case decision.AdjustMaxChange, decision.AdjustMaxChangePercent, decision.AdjustMaxDailyChange, decision.AdjustNoCeilingCap:
		return true
	}
	return false
}

// mostSize bounds a size so that sums cannot overflow: a million percent.
const mostSize = 1_000_000 * 10_000

// sizeOf returns the size of a change in ten-thousandths of a percent of the old price, rounded to
// the nearest; false if the old price is 0.
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
