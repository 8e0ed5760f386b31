package sales

import (
	"math"
	"time"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/series"
)

// leastMonths bounds from below the months of rank that seasons need.
const leastMonths = 13

// MeanRank returns the geometric mean of a rank over a window, weighted by time and without gaps.
// The rank in force at its beginning counts. It is absent without a rank.
func MeanRank(rank series.Series, from, to series.Minute) optional.Maybe[float64] {
	var m mean
	for p, minutes := range rank.Spans(from, to) {
		m.add(p, minutes)
	}
	return m.rank()
}

// mean of ranks, in logarithms.
type mean struct{ minutes, logs float64 }

func (m *mean) add(p series.Point, minutes int64) {
	if !p.Gap() {
		m.minutes += float64(minutes)
		m.logs += float64(minutes) * math.Log(max(1, float64(p.Value)/series.Scale))
	}
}

func (m *mean) rank() optional.Maybe[float64] {
	if m.minutes == 0 {
		return optional.None[float64]()
	}
	return optional.Some(math.Exp(m.logs / m.minutes))
}

// MonthlyRanks returns the geometric means of a rank in each month of the year, over all years. It
// is absent unless thirteen months have a rank, among them each month of the year.
func MonthlyRanks(rank series.Series, now series.Minute) optional.Maybe[[12]float64] {
	var means [12]mean
	if len(rank.Points) == 0 {
		return optional.None[[12]float64]()
	}
	months, first := 0, rank.Points[0].At.Time()
	for month := time.Date(first.Year(), first.Month(), 1, 0, 0, 0, 0, time.UTC); series.MinuteOf(month) < now; month = month.AddDate(0, 1, 0) {
		mean, before := &means[month.Month()-1], means[month.Month()-1].minutes
		for p, minutes := range rank.Spans(series.MinuteOf(month), min(now, series.MinuteOf(month.AddDate(0, 1, 0)))) {
			mean.add(p, minutes)
		}
		if mean.minutes > before {
			months++
		}
	}
	var ranks [12]float64
	for i := range means {
		r, ok := means[i].rank().Get()
		if !ok || months < leastMonths {
			return optional.None[[12]float64]()
		}
		ranks[i] = r
	}
	return optional.Some(ranks)
}

// ByMonth returns the sales of each month relative to the mean of the year, by the exponent of a
// curve: 2 is twice as much.
func ByMonth(ranks [12]float64, beta float64) [12]float64 {
	var months [12]float64
	total := 0.0
	for i, rank := range ranks {
		months[i] = math.Pow(max(1, rank), -beta)
		total += months[i]
	}
	for i := range months {
		months[i] *= 12 / total
	}
	return months
}

// Trend returns by how much more is sold at one mean rank than at another, in percent.
func Trend(now, before, beta float64) float64 {
	return (math.Pow(now/before, -beta) - 1) * 100
}
