package sums

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// WithoutRepeated leaves out sums with a repeated label. Cards have such sums: Total: 14.00 in
// each. The last is kept where it is the sum of the others.
func WithoutRepeated(printed []Sum) (rest []Sum) {
	name := func(s Sum) string {
		r := s.Row
		at := slices.IndexFunc(r.Figures, func(f grid.Figure) bool { return f.Value.CmpAbs(s.Value) == 0 })
		return label.Fold(grid.Joined(r.Words[:max(at, 0)])) + string(s.Field)
	}
	all, last := map[string]decimal.Decimal{}, map[string]int{}
	count := map[string]int{}
	for i, s := range printed {
		all[name(s)], _ = all[name(s)].Add(s.Value)
		last[name(s)] = i
		count[name(s)]++
	}
	for i, s := range printed {
		twice, _ := s.Value.Add(s.Value)
		if count[name(s)] == 1 || count[name(s)] > 2 && i == last[name(s)] && twice.Equal(all[name(s)]) {
			rest = append(rest, s)
		}
	}
	return rest
}
