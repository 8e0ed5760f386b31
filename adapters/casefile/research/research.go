// Package research reads worked cases of product research and answers them: profit and fees,
// sales estimates and price histories.
package research

import (
	"errors"
	"time"

	"sellingassistant/adapters/casefile"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/sales"
)

// Kinds has the kinds of product research.
var Kinds = casefile.Kinds{"profit": casefile.Kind(profitOf), "sales": casefile.Kind(salesOf), "keepa": casefile.Kind(keepaOf)}

type salesInput struct {
	Rank          *float64    `json:"rank"`
	Curve         *curveInput `json:"curve"`
	Badge         *int64      `json:"badge"`
	BadgeAgeHours float64     `json:"badgeAgeHours"`
	BadgeGone     bool        `json:"badgeGone"`
	OwnUnits      *int64      `json:"ownUnits"`
	BoxShare      float64     `json:"boxShare"`
	Days          float64     `json:"days"`
	RankDrops30   *int64      `json:"rankDrops30"`
}

type curveInput struct {
	A    float64 `json:"a"`
	Beta float64 `json:"beta"`
	Band float64 `json:"band"`
}

func (in salesInput) question() (sales.Question, error) {
	q := sales.Question{Rank: optional.Of(in.Rank), Drops: optional.Of(in.RankDrops30)}
	if in.Rank != nil && *in.Rank < 1 {
		return q, errors.New("rank must be at least 1")
	}
	if in.RankDrops30 != nil && *in.RankDrops30 < 0 || in.Badge != nil && *in.Badge < 0 || in.OwnUnits != nil && *in.OwnUnits < 0 {
		return q, errors.New("units must not be below 0")
	}
	if in.BadgeAgeHours < 0 || in.BadgeAgeHours > 1e5 || in.Days < 0 || in.Days > 1e4 {
		return q, errors.New("badgeAgeHours and days must be times")
	}
	if c := in.Curve; c != nil {
		if !(c.A > 0 && c.A <= 1e12 && c.Beta > 0 && c.Beta <= 10 && c.Band >= 0 && c.Band <= 10) {
			return q, errors.New("curve must have a above 0, and beta and band up to 10")
		}
		q.Curve = optional.Some(sales.Curve{A: c.A, Beta: c.Beta, Band: c.Band})
	}
	if in.Badge != nil {
		q.Badge = optional.Some(sales.Badge{Value: *in.Badge, Age: time.Duration(in.BadgeAgeHours * float64(time.Hour)), Gone: in.BadgeGone})
	}
	if in.OwnUnits != nil {
		q.Own = optional.Some(sales.OwnSales{Units: *in.OwnUnits, Share: in.BoxShare, Known: time.Duration(in.Days * 24 * float64(time.Hour))})
	}
	return q, nil
}

func salesOf(in salesInput) (casefile.Members, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	found := sales.Estimate(q)
	answer, others := evidence(found.Evidence), make([]casefile.Members, len(found.Others))
	for i, e := range found.Others {
		others[i] = evidence(e)
	}
	answer["evidence"], answer["conflicting"] = others, found.Conflicting
	return answer, nil
}

func evidence(e sales.Evidence) casefile.Members {
	if e.Method == sales.Unknown {
		return casefile.Members{"method": e.Method, "label": nil, "estimatedSales": nil, "low": nil, "high": nil}
	}
	return casefile.Members{"method": e.Method, "label": e.Label, "estimatedSales": e.Point, "low": e.Low, "high": e.High.Ptr()}
}
