package card

import (
	"math"
	"slices"
)

// Aside parts the rows of pages with a panel of sums beside the cards. The sums come after the
// other rows of their page. Sums lists their places in the given rows. It is false without a panel.
func Aside(rows []Row) (parted []Row, sums []int, ok bool) {
	begin := 0
	for page := range pagesOf(rows) {
		place, found := panel(page)
		var right []Row
		for i, r := range page {
			left := r
			if parts, whole := r.PartAt([]float64{place}); found && whole && parts[1] != nil {
				left = Row{Row: parts[0]}
				if r.Sum {
					right = append(right, Row{Row: parts[1], Sum: true})
					sums = append(sums, begin+i)
				}
			} else if r.Sum {
				right = append(right, r)
				sums = append(sums, begin+i)
				continue
			}
			if left.Row != nil {
				parted = append(parted, left)
			}
		}
		parted, ok, begin = append(parted, right...), ok || found, begin+len(page)
	}
	return parted, sums, ok
}

// panel finds the place where labels of at least two sums begin, with words left of a sum.
func panel(page []Row) (place float64, found bool) {
	for _, r := range page {
		if !r.Sum || r.Words[0].Left >= r.Left {
			continue
		}
		below := slices.ContainsFunc(page, func(o Row) bool {
			return o.Sum && o.Row != r.Row && math.Abs(o.Left-r.Left) <= r.H
		})
		if below {
			return r.Left - beside*r.H, true
		}
	}
	return 0, false
}
