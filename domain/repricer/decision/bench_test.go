package decision_test

import (
	"strconv"
	"testing"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

// crowd makes an input with twenty offers, most of them competing, a calculated floor and filters.
func crowd(b *testing.B) decision.Input {
	b.Helper()
	for _, c := range workedCases(b, "testdata/cases.txt") {
		if c.id != "32" {
			continue
		}
		input := c.in
		input.Row, input.Offers = input.Row.Bounded(), nil
		for i := range 20 {
			o := readOffer([]string{"S" + strconv.Itoa(i), "20", "fba"})
			o.Price = money.FromUnits(int64(180_000 + (i*7919)%100*100))
			o.BuyBox = i == 3
			if i%7 == 6 {
				o.Condition = decision.ConditionUsed
			}
			input.Offers = append(input.Offers, o)
		}
		input.Strategy.Filters = optional.Some(decision.Filters{
			ExcludeSellers: []string{"X1", "X2"}, MinFeedbackCount: optional.Some(50), IgnoreBelowPercentOfMedian: readPercent("60"),
		})
		return input
	}
	b.Fatal("no case 32")
	return decision.Input{}
}

func BenchmarkDecide(b *testing.B) {
	input := crowd(b)
	b.ReportAllocs()
	for b.Loop() {
		decision.Decide(input)
	}
}

func BenchmarkExplain(b *testing.B) {
	input := crowd(b)
	b.ReportAllocs()
	for b.Loop() {
		decision.Explain(input)
	}
}

func BenchmarkDigest(b *testing.B) {
	input := crowd(b)
	b.ReportAllocs()
	for b.Loop() {
		canon.DigestOf(input)
	}
}
