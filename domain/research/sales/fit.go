package sales

import (
	"cmp"
	"math"
	"slices"

	"sellingassistant/domain/kernel/optional"
)

const (
	// betaSpread and logASpread have the standard deviations of the assumed curve before it is
	// fitted.
	betaSpread = 0.05
	logASpread = 0.9
	// knotPoints bounds from below the points for a knot, at the median of the ranks.
	knotPoints = 200
	// reweighted counts the rounds in which points far off get less weight.
	reweighted = 2
	// farOff has the distance, in standard deviations, from which on a point gets less weight.
	farOff = 1.345
	// firstSigma has the standard deviation that the search begins with.
	firstSigma = 0.6
	// leastSigma bounds the deviation from below, so that points that agree do not count as
	// certain.
	leastSigma = 0.1
	// steps and settled bound the search for the maximum.
	steps   = 500
	settled = 1e-8
)

// Point describes a product with known sales from Low to below High.
type Point struct {
	Rank float64
	Low  int64
	// High has no value without an end.
	High optional.Maybe[int64]
}

// PointOf returns a point by a badge, or by a page without a badge; false if the page was not seen
// of late.
func PointOf(rank float64, b Badge) (Point, bool) {
	low, next := b.Range()
	return Point{Rank: max(1, rank), Low: low, High: next}, b.fresh()
}

// observation has a point in logarithms: missing ends are infinite.
type observation struct{ x, low, high, weight float64 }

func (p Point) observation() observation {
	o := observation{x: math.Log(max(1, p.Rank)), low: math.Log(float64(p.Low)), high: math.Inf(1), weight: 1}
	if high, ok := p.High.Get(); ok {
		o.high = math.Log(float64(high))
	}
	return o
}

// distance of a number to the interval, 0 inside.
func (o observation) distance(y float64) float64 { return max(0, o.low-y, y-o.high) }

// model has a line in logarithms, with another slope beyond the knot: a + b·min(x, knot) + c·max(0,
// x - knot).
type model struct {
	knot  float64
	terms [3]float64
	sigma float64
}

// basis returns the factors of the terms.
func (m model) basis(x float64) [3]float64 { return [3]float64{1, min(x, m.knot), max(0, x-m.knot)} }

func (m model) at(x float64) float64 {
	f := m.basis(x)
	return m.terms[0] + m.terms[1]*f[1] + m.terms[2]*f[2]
}

// Fit returns the curve that is most likely for the points of a cell, given the start curve. Its
// band comes from points that it was not fitted to.
func Fit(start Curve, points []Point) Curve {
	if len(points) == 0 {
		return start
	}
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Low, b.Low), cmp.Compare(a.High.Or(math.MaxInt64), b.High.Or(math.MaxInt64)))
	})
	all := make([]observation, len(points))
	for i, p := range points {
		all[i] = p.observation()
	}
	first := model{knot: math.Inf(1), terms: [3]float64{math.Log(start.A), -start.Beta, -start.Beta}, sigma: firstSigma}
	if len(all) >= knotPoints {
		first.knot = all[len(all)/2].x
	}
	m := fit(first, all)
	c := Curve{
		A: math.Exp(m.terms[0]), Beta: -m.terms[1], Band: startBand, Points: len(points), From: points[0].Rank, To: points[len(points)-1].Rank,
	}
	if !math.IsInf(m.knot, 1) {
		c.Knot = optional.Some(Knot{Rank: math.Exp(m.knot), Beta: -m.terms[2]})
	}
	if len(points) >= leastPoints {
		c.Band = band(heldOut(first, all))
	}
	return c
}

// folds divides the points into parts; each part is left out of one fit.
const folds = 5

// heldOut returns the distances of all points to curves that were fitted without them.
func heldOut(first model, all []observation) []float64 {
	scores := make([]float64, 0, len(all))
	for fold := range folds {
		var observations, out []observation
		for i, o := range all {
			if i%folds == fold {
				out = append(out, o)
			} else {
				observations = append(observations, o)
			}
		}
		m := fit(first, observations)
		for _, o := range out {
			scores = append(scores, o.distance(m.at(o.x)))
		}
	}
	return scores
}

// fit finds the maximum of the likelihood, then twice again with less weight for points that are
// far off.
func fit(m model, all []observation) model {
	before := m.terms
	all = slices.Clone(all)
	for round := range reweighted + 1 {
		for i := range all {
			all[i].weight = 1
			if d := all[i].distance(m.at(all[i].x)); round > 0 && d > farOff*m.sigma {
				all[i].weight = farOff * m.sigma / d
			}
		}
		for range steps {
			next := m.step(before, all)
			moved := math.Abs(next.sigma - m.sigma)
			for i := range next.terms {
				moved = max(moved, math.Abs(next.terms[i]-m.terms[i]))
			}
			if m = next; moved < settled {
				break
			}
		}
	}
	return m
}

// step replaces each number by its expected value within its interval, and fits the line to that.
// Each such step makes the observations likelier.
func (m model) step(before [3]float64, all []observation) model {
	var matrix [3][4]float64
	spread := [3]float64{logASpread, betaSpread, betaSpread}
	for i := range matrix {
		precision := m.sigma * m.sigma / (spread[i] * spread[i])
		matrix[i][i], matrix[i][3] = precision, precision*before[i]
	}
	expected := make([]float64, len(all))
	variance, weight := 0.0, 0.0
	for k, o := range all {
		y, v := within(m.at(o.x), m.sigma, o.low, o.high)
		expected[k] = y
		variance += o.weight * v
		weight += o.weight
		f := m.basis(o.x)
		for i := range f {
			for j := range f {
				matrix[i][j] += o.weight * f[i] * f[j]
			}
			matrix[i][3] += o.weight * f[i] * y
		}
	}
	m.terms = solve(matrix)
	for k, o := range all {
		d := expected[k] - m.at(o.x)
		variance += o.weight * d * d
	}
	m.sigma = max(leastSigma, math.Sqrt(variance/weight))
	return m
}

// solve finds the terms of a positive definite system; its last column is the right side.
func solve(m [3][4]float64) (x [3]float64) {
	for i := range m {
		for k := i + 1; k < len(m); k++ {
			factor := m[k][i] / m[i][i]
			for j := i; j < len(m[k]); j++ {
				m[k][j] -= factor * m[i][j]
			}
		}
	}
	for i := len(m) - 1; i >= 0; i-- {
		x[i] = m[i][3]
		for j := i + 1; j < len(m); j++ {
			x[i] -= m[i][j] * x[j]
		}
		x[i] /= m[i][i]
	}
	return x
}

// within returns the mean and the variance of a normal number that is known to lie between two
// ends.
func within(mean, sigma, low, high float64) (expected, variance float64) {
	a, b := (low-mean)/sigma, (high-mean)/sigma
	if a > 0 { // the mirror image keeps the small tails exact
		expected, variance = within(-mean, sigma, -high, -low)
		return -expected, variance
	}
	mass := (math.Erfc(-b/math.Sqrt2) - math.Erfc(-a/math.Sqrt2)) / 2
	if mass < 1e-290 { // the whole mass lies at the end that is nearer to the mean
		return max(low, min(high, mean)), 0
	}
	fa, fb := density(a), density(b)
	shift := (fa - fb) / mass
	expected = max(low, min(high, mean+sigma*shift))
	variance = 1 - shift*shift
	if !math.IsInf(a, 0) {
		variance += a * fa / mass
	}
	if !math.IsInf(b, 0) {
		variance -= b * fb / mass
	}
	return expected, sigma * sigma * max(0, min(1, variance))
}

// density of the standard normal distribution.
func density(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
