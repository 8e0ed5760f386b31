package research

import (
	"encoding/json"
	"errors"
	"math"

	"sellingassistant/adapters/casefile"
	"sellingassistant/adapters/keepa"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/sales"
	"sellingassistant/domain/research/series"
)

type keepaInput struct {
	Minutes     []int64        `json:"minutes"`
	Type        int            `json:"type"`
	CSV         []int64        `json:"csv"`
	Currency    money.Currency `json:"currency"`
	From        *int64         `json:"from"`
	To          *int64         `json:"to"`
	Points      *int           `json:"points"`
	MonthlyRank []float64      `json:"monthlyRank"`
	Beta        float64        `json:"beta"`
}

// leastPoints bounds how far a history is thinned.
const leastPoints = 5

func keepaOf(in keepaInput) (casefile.Members, error) {
	answer := casefile.Members{}
	if in.Minutes != nil {
		times := make([]any, len(in.Minutes))
		for i, t := range in.Minutes {
			m, ok := keepa.MinuteOf(t)
			if !ok {
				return nil, errors.New("minutes must not be below 0")
			}
			times[i] = m.Time()
		}
		answer["times"] = times
	}
	if in.CSV != nil {
		if err := in.history(answer); err != nil {
			return nil, err
		}
	}
	if in.MonthlyRank != nil {
		if len(in.MonthlyRank) != 12 || !(in.Beta > 0 && in.Beta <= 10) {
			return nil, errors.New("monthlyRank must have twelve ranks, and beta be up to 10")
		}
		months := sales.ByMonth([12]float64(in.MonthlyRank), in.Beta)
		for i := range months {
			months[i] = rounded(months[i], 100)
		}
		answer["byMonth"] = months
	}
	return answer, nil
}

func (in keepaInput) history(answer casefile.Members) error {
	s, ok := keepa.SeriesOf(in.Type, in.CSV, in.Currency)
	if !ok {
		return errors.New("type must be the index of a history")
	}
	if in.From != nil && in.To != nil {
		from, ok := keepa.MinuteOf(*in.From)
		to, ok2 := keepa.MinuteOf(*in.To)
		if !ok || !ok2 || from >= to {
			return errors.New("from must be before to")
		}
		if rank, ok := sales.MeanRank(s, from, to).Get(); ok {
			answer["meanRank"] = rounded(rank, 10)
		}
		answer["outPercent"] = number(optional.Convert(s.Out(from, to), money.Percent.String))
		if in.Points != nil && *in.Points < leastPoints {
			return errors.New("points must be at least 5")
		}
		if s = s.Window(from, to); in.Points != nil {
			s, _ = s.Thin(from, to, *in.Points)
		}
	}
	points := make([][]any, len(s.Points))
	for i, p := range s.Points {
		points[i] = []any{p.At.Time(), exact(p.Value)}
		if s.WithShipping {
			points[i] = append(points[i], exact(p.Shipping))
		}
	}
	answer["points"] = points
	return nil
}

// exact returns a value of a series, null if it is missing.
func exact(value int64) any {
	if value == series.None {
		return nil
	}
	return json.Number(money.FromUnits(value).String())
}

func number(text optional.Maybe[string]) any {
	if v, ok := text.Get(); ok {
		return json.Number(v)
	}
	return nil
}

func rounded(x, parts float64) float64 { return math.Round(x*parts) / parts }
