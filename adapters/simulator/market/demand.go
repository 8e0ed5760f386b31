package market

import (
	"math"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/draw"
)

// Parameters of the demand by rank.
const (
	// unitsAtTop has the monthly sales of rank 1 of a root with 1<<measuredPopulation products.
	// steepness has the exponent of the fall with the rank. Both are published for Beauty in the
	// United States.
	unitsAtTop         = 3_120_000
	measuredPopulation = 20
	steepness          = 0.86
	// spread has the standard deviation, as a logarithm, between products of one rank.
	spread = 0.4
	// Month has 30 days in seconds.
	Month = 30 * Day
)

// Demand returns the units per month that all sellers of the product sell: by the rank, the product
// and the season. Orders, badges and rank drops follow from it.
func Demand(p *catalog.Product, seed uint64, rank int, at int64) float64 {
	return Sells(p, seed, rank) * season(p, seed, at)
}

// Sells returns the units per month that are sold at a rank, in the mean of the year; 0 without a
// rank.
func Sells(p *catalog.Product, seed uint64, rank int) float64 {
	if rank == 0 {
		return 0
	}
	return math.Ldexp(unitsAtTop, p.Category.Population-measuredPopulation) * math.Pow(float64(rank), -steepness) * share(p, seed)
}

// popularity returns a product's factor on the sales of its rank.
func popularity(seed uint64, index int) float64 {
	d := draw.From(seed, draw.OfDemand, uint64(index), 0)
	// The sum of twelve uniform draws is nearly normal, and the same on every machine.
	sum := -6.0
	for range 12 {
		sum += float64(d.Below(1<<20)) / (1 << 20)
	}
	return math.Exp(spread * sum)
}

// share returns the popularity. The members of a family with one rank divide it among them.
func share(p *catalog.Product, seed uint64) float64 {
	own := popularity(seed, p.Index)
	if p.Siblings == 0 {
		return own
	}
	first, all := p.Index-p.Index%catalog.BlockSize, 0.0
	for i := range p.Siblings {
		all += popularity(seed, first+i)
	}
	return own / all
}

// season returns the factor of a time of the year on the sales of a kind of product.
func season(p *catalog.Product, seed uint64, at int64) float64 {
	d := draw.From(seed, draw.OfDemand, uint64(catalog.PlainNumber(p.Kind.Node)), 1)
	const year = 365.2425 * Day
	return 1 + float64(d.Below(350))/1000*math.Cos(2*math.Pi*(float64(at)/year-float64(d.Below(365))/365))
}

// Badge returns the monthly sales that the page of a product shows: the largest step that is not
// above them, 0 below the first step.
func Badge(units float64) int {
	if units < 50 {
		return 0
	}
	if units >= 100_000 {
		return 100_000
	}
	step := 50
	for _, s := range []int{100, 1_000, 10_000} {
		if units >= float64(s) {
			step = s
		}
	}
	return int(units) / step * step
}
