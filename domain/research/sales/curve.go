package sales

import (
	"math"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

const (
	// StartBeta has the exponent that studies of several categories found.
	StartBeta = 0.86
	// startBand has the logarithm of the factor that covers products of a category that was not
	// measured.
	startBand = 1.15
	// leastPoints bounds from below the points for a band of a cell's own.
	leastPoints = 30
	// bestRank has the best rank at which sales were measured.
	bestRank = 20
)

// Cell names the products that a curve is for: those in a root category.
type Cell struct {
	Marketplace marketplace.ID
	Root        int64
}

// The cells with a start of their own, and the units a month at rank 1 in them.
var (
	beauty     = Cell{marketplace.US, 3_760_911}
	industrial = Cell{marketplace.US, 16_310_091}
)

// Reference names the cell that others are compared with by their number of products.
var Reference = beauty

var measured = map[Cell]float64{beauty: 3_120_000, industrial: 1_260_000}

// Curve gives the units that a product of a rank sells in a month: A·R^-β, and beyond the knot with
// another exponent.
type Curve struct {
	// A has the number at rank 1.
	A, Beta float64
	Knot    optional.Maybe[Knot]
	// Band has the logarithm of the factor below and above, within which 80 % of products are.
	Band float64
	// Points counts the products that the curve was fitted to, of ranks From to To.
	Points   int
	From, To float64
	Coverage optional.Maybe[Coverage]
}

// Knot has the rank from which on another exponent applies.
type Knot struct{ Rank, Beta float64 }

// Coverage counts the judged estimates of the last 180 days, and the right estimates among them.
type Coverage struct{ Inside, Of int }

// Start returns the curve of a cell without points: as in US Beauty, scaled by the numbers of
// products of the two roots. It is absent if these numbers are unknown.
func Start(c Cell, products, beautyProducts int64) optional.Maybe[Curve] {
	a, ok := measured[c]
	if !ok {
		if products <= 0 || beautyProducts <= 0 {
			return optional.None[Curve]()
		}
		a = measured[beauty] * float64(products) / float64(beautyProducts)
	}
	return optional.Some(Curve{A: a, Beta: StartBeta, Band: startBand})
}

// Units a month at a rank of at least 1.
func (c Curve) Units(rank float64) float64 {
	rank = max(1, rank)
	units := c.A * math.Pow(rank, -c.Beta)
	if k, ok := c.Knot.Get(); ok && rank > k.Rank {
		units *= math.Pow(rank/k.Rank, c.Beta-k.Beta)
	}
	return units
}

func (c Curve) label(rank float64) Label {
	switch {
	case rank < bestRank, c.Points > 0 && (rank < c.From || rank > c.To):
		return Extrapolated
	case c.Points >= leastPoints && c.Coverage.Known():
		return Calibrated
	}
	return Uncalibrated
}

// Evidence returns the curve's estimate for a rank.
func (c Curve) Evidence(rank float64) Evidence {
	units := c.Units(rank)
	return Evidence{
		Method: ByCurve, Label: c.label(rank), Point: nearest(units),
		Low: floor(units * math.Exp(-c.Band)), High: optional.Some(ceil(units * math.Exp(c.Band))),
	}
}
