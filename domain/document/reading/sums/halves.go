package sums

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// Words of labels of the taxes of India: the central and the state tax on a sale within a state,
// which are equal by law, and the tax on a sale to another state.
var (
	centralTaxes    = map[string]bool{"cgst": true, "central": true}
	stateTaxes      = map[string]bool{"sgst": true, "utgst": true, "state": true}
	integratedTaxes = map[string]bool{"igst": true, "integrated": true}
)

// halves adds up the central and the state tax of India, which are two amounts also where they are
// equal, and the tax of other lines. It is false where either is missing or they differ. Totals of
// taxes count alone.
func halves(list []Sum) (sum decimal.Decimal, ok bool) {
	totals := slices.ContainsFunc(list, func(s Sum) bool { return s.taxed(centralTaxes) && s.totals() })
	var parts [3]decimal.Decimal
	for at, names := range []map[string]bool{centralTaxes, stateTaxes, integratedTaxes} {
		var values []decimal.Decimal
		for _, s := range list {
			again := slices.ContainsFunc(values, func(v decimal.Decimal) bool { return v.Equal(s.Value) })
			if s.taxed(names) && s.totals() == totals && !again {
				values = append(values, s.Value)
			}
		}
		if len(values) == 0 && at < 2 {
			return sum, false
		}
		parts[at] = total(values).Or(decimal.Zero)
	}
	if !reading.Near(parts[0], parts[1]) {
		return sum, false
	}
	for _, part := range parts {
		next, err := sum.Add(part)
		if err != nil {
			return sum, false
		}
		sum = next
	}
	return sum, true
}

// taxed reports an amount beside the label of a tax with any of the words.
func (s Sum) taxed(words map[string]bool) bool {
	return s.Field == label.Tax && !s.loose && !s.open &&
		slices.ContainsFunc(strings.Fields(s.name), func(w string) bool { return words[w] })
}

// totals reports the total of a tax.
func (s Sum) totals() bool { return strings.HasPrefix(s.name, "total ") }

// twice returns the tax of a row of a table of taxes. India prints its two taxes beside each other:
// 9 % 18.00 9 % 18.00. The same rate and amount again then are another tax.
func twice(r *grid.Row, rate, tax grid.Figure) decimal.Decimal {
	if !rate.Percent {
		return tax.Value
	}
	for k := 0; k+1 < len(r.Figures); k++ {
		again, amount := r.Figures[k], r.Figures[k+1]
		if again.First > max(rate.Last, tax.Last) && again.Percent && again.Value.Equal(rate.Value) &&
			!amount.Percent && amount.Value.Equal(tax.Value) {
			if sum, err := tax.Value.Add(amount.Value); err == nil {
				return sum
			}
		}
	}
	return tax.Value
}
