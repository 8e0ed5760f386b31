package repricer_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
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
	case repricer.Reason:
		out = repricer.Words[repricer.Reason]()
	case repricer.Verdict:
		out = repricer.Words[repricer.Verdict]()
	case repricer.Adjustment:
		out = repricer.Words[repricer.Adjustment]()
	case repricer.Exclusion:
		out = repricer.Words[repricer.Exclusion]()
	case repricer.Rule:
		out = repricer.Words[repricer.Rule]()
	}
	return out.([]T)
}

func times10(a money.Amount) money.Amount { return money.FromUnits(a.Units() * 10) }

func maybe10(m repricer.Maybe[money.Amount]) repricer.Maybe[money.Amount] {
	v, ok := m.Get()
	if !ok {
		return m
	}
	return repricer.Some(times10(v))
}

// tenfold multiplies every amount of an input, and no percentage.
func tenfold(in repricer.Input) repricer.Input {
	r := &in.Row
	r.Price, r.Shipping, r.Cost, r.MapPrice = times10(r.Price), times10(r.Shipping), maybe10(r.Cost), maybe10(r.MapPrice)
	r.LastSubmitted, r.LastWon, r.DayPrice = maybe10(r.LastSubmitted), maybe10(r.LastWon), maybe10(r.DayPrice)
	if soft, ok := r.SoftCeiling.Get(); ok {
		soft.Price = times10(soft.Price)
		r.SoftCeiling = repricer.Some(soft)
	}
	r.Limits.MinPrice, r.Limits.MaxPrice, r.Limits.MaxChange = maybe10(r.Limits.MinPrice), maybe10(r.Limits.MaxPrice), maybe10(r.Limits.MaxChange)
	in.ExternalPrice, in.FeaturedExpected, in.Box.Price = maybe10(in.ExternalPrice), maybe10(in.FeaturedExpected), maybe10(in.Box.Price)
	if in.Window != nil {
		w := *in.Window
		w.StartPrice = maybe10(w.StartPrice)
		in.Window = &w
	}
	in.Offers = slices.Clone(in.Offers)
	for i := range in.Offers {
		o := &in.Offers[i]
		o.Price, o.Shipping, o.Points = times10(o.Price), times10(o.Shipping), times10(o.Points)
	}
	in.Siblings = slices.Clone(in.Siblings)
	for i := range in.Siblings {
		s := &in.Siblings[i]
		s.Floor, s.Landed = maybe10(s.Floor), times10(s.Landed)
	}
	if in.Strategy != nil {
		s := *in.Strategy
		amount := func(v money.Amount, by repricer.Measure) money.Amount {
			if by == repricer.ByPercent {
				return v
			}
			return times10(v)
		}
		rule := func(m repricer.Maybe[repricer.RivalRule]) repricer.Maybe[repricer.RivalRule] {
			r, ok := m.Get()
			if !ok {
				return m
			}
			r.By = amount(r.By, r.ByType)
			return repricer.Some(r)
		}
		s.By, s.MinChange, s.FixedPrice, s.RaiseGap = amount(s.By, s.ByType), times10(s.MinChange), maybe10(s.FixedPrice), maybe10(s.RaiseGap)
		s.Step = repricer.Some(amount(s.Step.Or(money.Amount{}), s.StepType))
		s.VsAmazon, s.VsFBA, s.VsFBM = rule(s.VsAmazon), rule(s.VsFBA), rule(s.VsFBM)
		in.Strategy = &s
	}
	return in
}
