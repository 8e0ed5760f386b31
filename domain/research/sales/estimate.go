package sales

import (
	"math"
	"time"

	"sellingassistant/domain/kernel/optional"
)

// Method names a kind of evidence.
type Method string

// The methods, the strongest first.
const (
	ByBadge Method = "badge"
	ByOwn   Method = "own_sales"
	ByCurve Method = "curve"
	ByDrops Method = "drops"
	// Unknown applies without evidence.
	Unknown Method = "none"
)

// Label says how far an estimate can be trusted.
type Label string

// The labels.
const (
	Measured     Label = "measured"
	Own          Label = "own"
	Calibrated   Label = "calibrated"
	Uncalibrated Label = "uncalibrated"
	// Extrapolated marks a curve at a rank outside the measured ranks.
	Extrapolated Label = "extrapolated"
	// Floor marks a number that was exceeded.
	Floor Label = "floor"
)

// Days has the length of the time that estimates cover.
const Days = 30

// Evidence has the estimate of one method: units in thirty days.
type Evidence struct {
	Method Method
	Label  Label
	Point  int64
	Low    int64
	// High has no value without an upper end.
	High optional.Maybe[int64]
}

// OwnSales has the team's own sales in thirty days.
type OwnSales struct {
	Units int64
	// Share of the buy box that the team had, of the time that is known.
	Share float64
	// Known has the part of the thirty days with a known holder of the box.
	Known time.Duration
}

// Question has the known facts of a product; unknown facts are absent.
type Question struct {
	Badge optional.Maybe[Badge]
	// Own has a value only if all orders of the team are known for thirty days.
	Own optional.Maybe[OwnSales]
	// Rank among the products of the root category, at least 1.
	Rank optional.Maybe[float64]
	// Curve of that category; a rank without a curve gives no estimate.
	Curve optional.Maybe[Curve]
	// Drops of the rank in thirty days.
	Drops optional.Maybe[int64]
	// Family has a value if the variations of a product share one rank.
	Family optional.Maybe[Family]
}

// Answer has an estimate and its evidence.
type Answer struct {
	// Evidence gives the estimate; its method is Unknown if nothing applies.
	Evidence
	// Others lists weaker evidence.
	Others []Evidence
	// Family has the estimate by rank of all variations together. It is absent if the rank is the
	// product's own.
	Family optional.Maybe[Evidence]
	// Conflicting says that badge and own sales exclude each other.
	Conflicting bool
}

// Estimate answers with the strongest evidence.
func Estimate(q Question) Answer {
	var all []Evidence
	badge, seen := q.Badge.Get()
	seen = seen && badge.fresh()
	if seen && badge.Value > 0 {
		all = append(all, badge.evidence())
	}
	if own, ok := q.Own.Get(); ok && own.applies() {
		all = append(all, own.evidence())
	}
	answer := Answer{Evidence: Evidence{Method: Unknown}, Conflicting: len(all) == 2 && all[0].excludes(all[1])}
	for _, e := range q.byRank() {
		if family, ok := q.Family.Get(); ok {
			answer.Family = optional.Some(answer.Family.Or(e))
			if e, ok = family.part(e); !ok {
				continue
			}
		}
		if seen && badge.Value <= 0 && badge.Gone {
			e = e.capped(lowestBadge - 1)
		}
		all = append(all, e)
	}
	if len(all) > 0 {
		answer.Evidence, answer.Others = all[0], all[1:]
	}
	return answer
}

// byRank returns the evidence of the rank, and of its drops.
func (q Question) byRank() []Evidence {
	var found []Evidence
	curve, fitted := q.Curve.Get()
	rank, ranked := q.Rank.Get()
	drops, dropped := q.Drops.Get()
	if fitted && ranked {
		found = append(found, curve.Evidence(rank).raised(drops))
	}
	if dropped {
		found = append(found, Evidence{Method: ByDrops, Label: Floor, Point: drops, Low: drops})
	}
	return found
}

// raised returns the evidence if at least so many units were sold.
func (e Evidence) raised(least int64) Evidence {
	e.Point, e.Low = max(e.Point, least), max(e.Low, least)
	e.High = optional.Convert(e.High, func(high int64) int64 { return max(high, least) })
	return e
}

// capped returns the evidence if at most so many units were sold.
func (e Evidence) capped(most int64) Evidence {
	e.Point, e.Low, e.High = min(e.Point, most), min(e.Low, most), optional.Some(min(e.High.Or(most), most))
	return e
}

// excludes reports that the intervals have no number in common.
func (e Evidence) excludes(other Evidence) bool {
	return e.Low > other.High.Or(math.MaxInt64) || other.Low > e.High.Or(math.MaxInt64)
}

const (
	leastShare = 0.20
	leastKnown = 20 * 24 * time.Hour
	// z bounds the middle 80 % of a normal distribution.
	z = 1.2816
)

// applies reports that the share of the box is known and large enough to divide by.
func (o OwnSales) applies() bool {
	return o.Units >= 0 && o.Share >= leastShare && o.Share <= 1 && o.Known >= leastKnown
}

// evidence has the 80 % interval of a Poisson count by Wilson and Hilferty, divided by the share.
func (o OwnSales) evidence() Evidence {
	u := float64(o.Units)
	low, high := 0.0, -math.Log(0.1)
	if u > 0 {
		low = u * cube(1-1/(9*u)-z/(3*math.Sqrt(u)))
		high = (u + 1) * cube(1-1/(9*(u+1))+z/(3*math.Sqrt(u+1)))
	}
	return Evidence{
		Method: ByOwn, Label: Own, Point: nearest(u / o.Share), Low: floor(low / o.Share), High: optional.Some(ceil(high / o.Share)),
	}
}

func cube(x float64) float64 { return x * x * x }

// most bounds units, so that every estimate is a whole number.
const most = 1e15

func nearest(x float64) int64 { return int64(math.Floor(min(x, most) + 0.5)) }
func floor(x float64) int64   { return int64(math.Floor(min(x, most))) }
func ceil(x float64) int64    { return int64(math.Ceil(min(x, most))) }
