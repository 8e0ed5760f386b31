package sales

import (
	"math"
	"slices"

	"sellingassistant/domain/kernel/optional"
)

const (
	// Level is the share of products that intervals are meant to hold.
	Level = 0.80
	// leastBand is believed of no category: products of one rank never sell alike.
	leastBand = 0.25
	// leastJudged are needed to change a band, where the coverage is not between the two others.
	leastJudged  = 50
	leastCovered = 0.72
	mostCovered  = 0.90
	// CellPoints is how many points of a cell are kept.
	CellPoints = 20_000
)

// band is what Level of the points need, by the rule for a sample of which one more is foretold.
func band(scores []float64) float64 {
	scores = slices.Sorted(slices.Values(scores))
	place := int(math.Ceil(Level * float64(len(scores)+1)))
	return max(leastBand, scores[min(place, len(scores))-1])
}

// Judged is an estimate for which the truth came.
type Judged struct {
	// Score is the distance of the point to the truth, in logarithms.
	Score  float64
	Inside bool
}

// Judge holds an estimate against what was sold.
func (e Evidence) Judge(truth Point) Judged {
	return Judged{
		Score:  truth.observation().distance(math.Log(max(0.5, float64(e.Point)))),
		Inside: e.Low < truth.High.Or(math.MaxInt64) && e.High.Or(math.MaxInt64) >= truth.Low,
	}
}

// Covered is the curve with the coverage of its estimates, and with another band where too few or too many were right.
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

// Sample holds at most CellPoints of a cell, each of those that came with the same chance.
type Sample struct {
	Points []Point
	// Seen is how many came.
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
