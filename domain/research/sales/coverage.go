package sales

import (
	"math"
	"slices"

	"sellingassistant/domain/kernel/optional"
)

const (
	// Level has the share of products that intervals should cover.
	Level = 0.80
	// leastBand bounds the band of every category: products of one rank never sell alike.
	leastBand = 0.25
	// leastJudged bounds the estimates that a change of a band needs. Within leastCovered and
	// mostCovered the band stays.
	leastJudged  = 50
	leastCovered = 0.72
	mostCovered  = 0.90
	// CellPoints bounds the points that are kept of a cell.
	CellPoints = 20_000
)

// band returns the band that covers Level of the points, by the rule for predicting one more point
// of the sample.
func band(scores []float64) float64 {
	scores = slices.Sorted(slices.Values(scores))
	place := int(math.Ceil(Level * float64(len(scores)+1)))
	return max(leastBand, scores[min(place, len(scores))-1])
}

// Judged has the result of an estimate, once the true sales are known.
type Judged struct {
	// Score has the distance of the point to the truth, in logarithms.
	Score  float64
	Inside bool
}

// Judge compares an estimate with the true sales.
func (e Evidence) Judge(truth Point) Judged {
	return Judged{
		Score:  truth.observation().distance(math.Log(max(0.5, float64(e.Point)))),
		Inside: e.Low < truth.High.Or(math.MaxInt64) && e.High.Or(math.MaxInt64) >= truth.Low,
	}
}

// Covered returns the curve with the coverage of its estimates. If too few or too many were right,
// it returns another band.
func (c Curve) Covered(judged []Judged) Curve {
	if len(judged) == 0 {
		return c
	}
	scores, inside := make([]float64, len(judged)), 0
	for i, j := range judged {
		if scores[i] = j.Score; j.Inside {
			inside++
		}
	}
	c.Coverage = optional.Some(Coverage{Inside: inside, Of: len(judged)})
	share := float64(inside) / float64(len(judged))
	switch {
	case len(judged) < leastJudged:
	case share < leastCovered:
		c.Band = max(c.Band, band(scores))
	case share > mostCovered:
		c.Band = min(c.Band, band(scores))
	}
	return c
}

// Sample keeps at most CellPoints of a cell, each point with the same chance.
type Sample struct {
	Points []Point
	// Seen counts the points that were added.
	Seen int
}

// Add puts a point into the sample. The draw gives a number from 0 to below n.
func (s *Sample) Add(p Point, draw func(n int) int) {
	s.Seen++
	if len(s.Points) < CellPoints {
		s.Points = append(s.Points, p)
	} else if i := draw(s.Seen); i < len(s.Points) {
		s.Points[i] = p
	}
}
