package decision_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
)

// requireAll asks for every word of a list to have been seen, and for no other.
func requireAll[T interface {
	~string
	comparable
}](t *testing.T, seen map[T]int) {
	t.Helper()
	delete(seen, "")
	var none []T
	for _, w := range everyWord[T]() {
		if seen[w] == 0 {
			none = append(none, w)
		}
		delete(seen, w)
	}
	require.Empty(t, none, "never produced")
	require.Empty(t, seen, "not in the list")
}

// everyWord lists the words of a type of the decision.
func everyWord[T ~string]() []T {
	var out any
	switch any(*new(T)).(type) {
	case decision.Reason:
		out = words.Of[decision.Reason]()
	case decision.Verdict:
		out = words.Of[decision.Verdict]()
	case decision.Adjustment:
		out = words.Of[decision.Adjustment]()
	case decision.Exclusion:
		out = words.Of[decision.Exclusion]()
	case decision.Rule:
		out = words.Of[decision.Rule]()
	}
	return out.([]T)
}

func times10(a money.Amount) money.Amount { return money.FromUnits(a.Units() * 10) }

func maybe10(m optional.Maybe[money.Amount]) optional.Maybe[money.Amount] {
	v, ok := m.Get()
	if !ok {
		return m
	}
	return optional.Some(times10(v))
}

// tenfold multiplies every amount of an input, and no percentage.
func tenfold(input decision.Input) decision.Input {
	r := &input.Row
	r.Price, r.Shipping, r.Cost, r.MapPrice = times10(r.Price), times10(r.Shipping), maybe10(r.Cost), maybe10(r.MapPrice)
	r.Accepted = maybe10(r.Accepted)
	r.Postage, r.LastSubmitted, r.LastWon, r.DayPrice = maybe10(r.Postage), maybe10(r.LastSubmitted), maybe10(r.LastWon), maybe10(r.DayPrice)
	if soft, ok := r.SoftCeiling.Get(); ok {
		soft.Price = times10(soft.Price)
		r.SoftCeiling = optional.Some(soft)
	}
	if f, ok := r.Fees.Get(); ok {
		f.ReferralMin, f.Fixed = times10(f.ReferralMin), times10(f.Fixed)
		if upper, two := f.Upper.Get(); two {
			upper.Above = times10(upper.Above)
			f.Upper = optional.Some(upper)
		}
		r.Fees = optional.Some(f)
	}
	r.FeeBands = slices.Clone(r.FeeBands)
	for i := range r.FeeBands {
		r.FeeBands[i].UpTo, r.FeeBands[i].Added = maybe10(r.FeeBands[i].UpTo), times10(r.FeeBands[i].Added)
	}
	r.Limits.MinPrice, r.Limits.MaxPrice, r.Limits.MaxChange = maybe10(r.Limits.MinPrice), maybe10(r.Limits.MaxPrice), maybe10(r.Limits.MaxChange)
	input.ExternalPrice, input.FeaturedExpected, input.Box.Price = maybe10(input.ExternalPrice), maybe10(input.FeaturedExpected), maybe10(input.Box.Price)
	if input.Window != nil {
		w := *input.Window
		w.StartPrice = maybe10(w.StartPrice)
		input.Window = &w
	}
	input.Offers = slices.Clone(input.Offers)
	for i := range input.Offers {
		o := &input.Offers[i]
		o.Price, o.Shipping, o.Points = times10(o.Price), times10(o.Shipping), times10(o.Points)
	}
	input.Siblings = slices.Clone(input.Siblings)
	for i := range input.Siblings {
		s := &input.Siblings[i]
		s.Floor, s.Landed = maybe10(s.Floor), times10(s.Landed)
	}
	if input.Strategy != nil {
		s := *input.Strategy
		amount := func(v money.Amount, measure decision.Measure) money.Amount {
			if measure == decision.ByPercent {
				return v
			}
			return times10(v)
		}
		rule := func(m optional.Maybe[decision.RivalRule]) optional.Maybe[decision.RivalRule] {
			r, ok := m.Get()
			if !ok {
				return m
			}
			r.By = amount(r.By, r.ByType)
			return optional.Some(r)
		}
		s.By, s.MinChange, s.FixedPrice, s.RaiseGap = amount(s.By, s.ByType), times10(s.MinChange), maybe10(s.FixedPrice), maybe10(s.RaiseGap)
		s.Step = optional.Some(amount(s.Step.Or(money.Amount{}), s.StepType))
		s.VsAmazon, s.VsFBA, s.VsFBM = rule(s.VsAmazon), rule(s.VsFBA), rule(s.VsFBM)
		input.Strategy = &s
	}
	return input
}
