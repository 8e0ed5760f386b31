package stores

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

// Sweep compares a list, page by page, with the expected records: those for which fits is true, in
// the order by. It finds these by brute force over all.
func Sweep[T any](t testing.TB, all []T, ids func(T) int64, fits func(T) bool, by page.By, less func(a, b T) int,
	list func(page.Request) (page.Page[T], error),
) {
	t.Helper()
	var want, got []T
	for _, value := range all {
		if fits(value) {
			want = append(want, value)
		}
	}
	slices.SortFunc(want, func(a, b T) int {
		order := cmp.Or(less(a, b), cmp.Compare(ids(a), ids(b)))
		if by.Desc {
			return -order
		}
		return order
	})
	req := page.Request{Limit: 7, Order: []page.By{by}, Count: true}
	for {
		p, err := list(req)
		if err != nil {
			t.Fatal(err)
		}
		require.Equal(t, int64(len(want)), *p.Total)
		if got = append(got, p.Items...); p.Next == nil {
			break
		}
		req.After = p.Next
	}
	named := func(list []T) (out []int64) {
		for _, value := range list {
			out = append(out, ids(value))
		}
		return out
	}
	require.Equal(t, named(want), named(got), "%+v", by)
	require.Equal(t, want, got)
}

// Last compares values that may be missing. Missing values come last in both directions.
func Last[T any](a, b optional.Maybe[T], desc bool, compare func(a, b T) int) int {
	x, hasX := a.Get()
	y, hasY := b.Get()
	switch {
	case hasX && hasY:
		return compare(x, y)
	case hasX == hasY:
		return 0
	case hasX != desc:
		return -1
	}
	return 1
}
