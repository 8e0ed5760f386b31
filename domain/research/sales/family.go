package sales

import (
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/series"
)

// Family describes the variations of a product, which mostly share one rank.
type Family struct {
	// Share has the product's share of the family's sales; absent if unknown.
	Share optional.Maybe[float64]
}

// part returns the product's part of the family's sales.
func (f Family) part(e Evidence) (Evidence, bool) {
	share, ok := f.Share.Get()
	e.Point, e.Low = nearest(float64(e.Point)*share), floor(float64(e.Low)*share)
	e.High = optional.Convert(e.High, func(high int64) int64 { return ceil(float64(high) * share) })
	return e, ok
}

// Variation has the evidence for one product's share of a family's sales.
type Variation struct {
	// Badge has value 0 if the page has no badge.
	Badge Badge
	// Reviews counts the reviews gained in ninety days.
	Reviews optional.Maybe[int64]
}

// FamilyOf returns a family by its variations; the first is the product. It goes by badges if all
// have a badge, else by reviews if all are known.
func FamilyOf(variations []Variation) Family {
	byBadge, byReviews := make([]float64, 0, len(variations)), make([]float64, 0, len(variations))
	for _, v := range variations {
		if v.Badge.Value > 0 && v.Badge.fresh() {
			byBadge = append(byBadge, v.Badge.middle())
		}
		if gained, ok := v.Reviews.Get(); ok {
			byReviews = append(byReviews, float64(max(0, gained)))
		}
	}
	for _, weights := range [][]float64{byBadge, byReviews} {
		total := 0.0
		for _, w := range weights {
			total += w
		}
		if len(weights) == len(variations) && total > 0 {
			return Family{Share: optional.Some(weights[0] / total)}
		}
	}
	return Family{}
}

// OneRank reports that two products share a rank: they had the same rank at the same time, at two
// ranks or more. Products with ranks of their own never do.
func OneRank(a, b series.Series) bool {
	first := int64(series.None)
	for _, s := range [2][2]series.Series{{a, b}, {b, a}} {
		for _, p := range s[0].Points {
			q, ok := s[1].At(p.At)
			switch {
			case !ok || p.Gap() || p.Value != q.Value:
			case first == series.None:
				first = p.Value
			case p.Value != first:
				return true
			}
		}
	}
	return false
}
