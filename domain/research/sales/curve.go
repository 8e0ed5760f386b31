package sales

import (
	"math"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

const (
	// StartBeta is the exponent that studies of several categories found.
	StartBeta = 0.86
	// startBand is the logarithm of the factor that covers products of a category that was not measured.
	startBand = 1.15
	// leastPoints are needed for a band of a cell's own.
	leastPoints = 30
	// bestRank is the best rank at which sales were measured.
	bestRank = 20
)

// Cell is what a curve is for: the products of a root category.
type Cell struct {
	Marketplace marketplace.ID
	Root        int64
}

// The cells with a start of their own, and the units a month at rank 1 in them.
var (
	beauty     = Cell{marketplace.US, 3_760_911}
	industrial = Cell{marketplace.US, 16_310_091}
)

// Reference is the cell that others are held against by how many products they have.
var Reference = beauty

var measured = map[Cell]float64{beauty: 3_120_000, industrial: 1_260_000}

// Curve says how many units a month a product of a rank sells: A·R^-β, and beyond the knot with another exponent.
type Curve struct {
	// A is the number at rank 1.
	A, Beta float64
	Knot    optional.Maybe[Knot]
	// Band is the logarithm of the factor below and above, within which 80 % of products are.
	Band float64
	// Points is how many products it was fitted to, of ranks From to To.
	Points   int
	From, To float64
	Coverage optional.Maybe[Coverage]
}

// Knot is the rank from which on the exponent is another one.
type Knot struct{ Rank, Beta float64 }

// Coverage is how many of the estimates of the last 180 days that could be judged were right.
type Coverage struct{ Inside, Of int }

// Start is the curve of a cell without points: as in US Beauty, by how many products the two roots have.
// It is absent where these numbers are not known.
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

// Evidence is what the curve says of a rank.
func (c Curve) Evidence(rank float64) Evidence {
	units := c.Units(rank)
	return Evidence{
		Method: ByCurve, Label: c.label(rank), Point: nearest(units),
		Low: floor(units * math.Exp(-c.Band)), High: optional.Some(ceil(units * math.Exp(c.Band))),
	}
}
