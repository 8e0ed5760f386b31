package series

import (
	"iter"
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Windows lists the days of each window for means and shares.
var Windows = [...]int{30, 90, 180, 365}

// lowestDays bounds the days in which the lowest value is looked for.
const lowestDays = 90

// Metric describes a number at a time and before it. Values are ten-thousandths.
type Metric struct {
	// Current has no value for a gap, or if nothing is known.
	Current optional.Maybe[int64]
	// Mean of each of Windows, weighted by time, without gaps.
	Mean [len(Windows)]optional.Maybe[int64]
	// Out has the share of each of Windows that was a gap, of the known time.
	Out [len(Windows)]optional.Maybe[money.Percent]
	// Min and Max cover all time, each with the first point that had it.
	Min, Max optional.Maybe[Point]
	// Lowest90 says that no value of the last 90 days was lower than the current value.
	Lowest90 bool
}

// MetricAt counts a metric at a time.
func (s Series) MetricAt(now Minute) Metric {
	var m Metric
	if p, ok := s.At(now); ok && !p.Gap() {
		m.Current = optional.Some(p.Value)
		m.Lowest90 = true
		for q := range s.Spans(now-lowestDays*Day, now) {
			m.Lowest90 = m.Lowest90 && (q.Gap() || q.Value >= p.Value)
		}
	}
	for i, days := range Windows {
		from := now - Minute(days)*Day
		m.Mean[i], m.Out[i] = s.Mean(from, now), s.Out(from, now)
	}
	for _, p := range s.Points[:s.after(now)] {
		if p.Gap() {
			continue
		}
		if lowest, ok := m.Min.Get(); !ok || p.Value < lowest.Value {
			m.Min = optional.Some(p)
		}
		if highest, ok := m.Max.Get(); !ok || p.Value > highest.Value {
			m.Max = optional.Some(p)
		}
	}
	return m
}

// Mean returns the mean of a window, weighted by time, without gaps, rounded half up to a step. It
// is absent if no value was in force.
func (s Series) Mean(from, to Minute) optional.Maybe[int64] {
	return s.weigh(from, to).mean(s.Step)
}

// Out returns the share of a window that was a gap, of the known time, to two decimals. It is
// absent if nothing is known.
func (s Series) Out(from, to Minute) optional.Maybe[money.Percent] {
	w := s.weigh(from, to)
	return percentOf(w.gap, w.known+w.gap)
}

// hundredth has the precision of shares, in percent.
var hundredth = money.FromUnits(100)

// percentOf returns a share to two decimals, absent for a share of nothing.
func percentOf(part, number int64) optional.Maybe[money.Percent] {
	if number == 0 {
		return optional.None[money.Percent]()
	}
	p, _ := money.HalfUp(big.NewRat(100*part, number), hundredth)
	return optional.Some(money.PercentFromUnits(p.Units()))
}

// Deviation returns the standard deviation of a window over its mean, weighted by time, in percent
// to two decimals. It is absent if the mean is 0 or no value was in force.
func (s Series) Deviation(from, to Minute) optional.Maybe[money.Percent] {
	w := s.weigh(from, to)
	if w.sum.Sign() == 0 {
		return optional.None[money.Percent]()
	}
	// (σ/µ)² = (W·Σwv² - (Σwv)²) / (Σwv)². Twice the root of it, in hundredths of a percent, is cut
	// to a whole number. Half of that, rounded up, is the root rounded half up.
	square := new(big.Int).Mul(w.sum, w.sum)
	spread := new(big.Int).Mul(w.squares, big.NewInt(w.known))
	spread.Sub(spread, square).Mul(spread, big.NewInt(4*Scale*Scale)).Div(spread, square)
	twice := spread.Sqrt(spread).Int64()
	return optional.Some(money.PercentFromUnits((twice + 1) / 2 * hundredth.Units()))
}

// weights sums a window, in minutes.
type weights struct {
	known, gap   int64
	sum, squares *big.Int
}

func newWeights() weights { return weights{sum: new(big.Int), squares: new(big.Int)} }

func (s Series) weigh(from, to Minute) weights {
	w := newWeights()
	w.add(s.Spans(from, to))
	return w
}

func (w *weights) add(spans iter.Seq2[Point, int64]) {
	var weighed, value big.Int
	for p, minutes := range spans {
		if p.Gap() {
			w.gap += minutes
			continue
		}
		w.known += minutes
		value.SetInt64(p.Value)
		weighed.Mul(&value, weighed.SetInt64(minutes))
		w.sum.Add(w.sum, &weighed)
		w.squares.Add(w.squares, weighed.Mul(&weighed, &value))
	}
}

// mean rounds half up to a step; it is absent if no value was in force.
func (w weights) mean(step int64) optional.Maybe[int64] {
	if w.known == 0 {
		return optional.None[int64]()
	}
	mean, _ := money.HalfUp(new(big.Rat).SetFrac(w.sum, big.NewInt(w.known*Scale)), money.FromUnits(step))
	return optional.Some(mean.Units())
}
