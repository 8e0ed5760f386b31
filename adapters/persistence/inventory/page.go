package inventory

import (
	"context"
	"slices"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/page"
)

// Reach is how far a list goes in one way before it tries another. The figures
// follow from what each way costs; smaller ones let few rows come to all of them.
type Reach struct {
	// Few is how many rows a text, or for SKUs a range, may leave for them to be
	// sorted on the spot, InRange how many listings a range may.
	Few, InRange int
	// Walked is how many rows are examined in order before anything else is tried, and Far how
	// many if that is likely to fill the page.
	Walked, Far int
	// Most is how many are examined if many are known to match.
	Most int
}

var (
	skuReach     = Reach{Few: 2000, Walked: 1000, Far: 8000, Most: 4000}
	listingReach = Reach{Few: 4000, InRange: 10_000, Walked: 1000, Far: 8000, Most: 5500}
)

// Reaching returns the store with another reach.
func (k *SKUs) Reaching(r Reach) *SKUs {
	other := *k
	other.reach = r
	return &other
}

// Reaching returns the store with another reach.
func (l *Listings) Reaching(r Reach) *Listings {
	other := *l
	other.reach = r
	return &other
}

// walked goes along all rows for some steps, and on if by what they held the page
// fills soon.
func (r Reach) walked(ctx context.Context, s *db.Store, g db.Groups, n db.Nearest) ([]db.Placed, bool, error) {
	n.Most = r.Walked
	places, found, err := s.Nearest(ctx, g, n)
	if err != nil || found || len(places)*r.Far < n.Limit*r.Walked {
		return places, found, err
	}
	n.Most = r.Far
	return s.Nearest(ctx, g, n)
}

// pageAt makes a page of the rows at places; one place more than the page holds means that another
// page follows. Rows removed since are left out.
func pageAt[T any](ctx context.Context, places []db.Placed, r page.Request, idOf func(T) int64,
	read func(context.Context, []int64) ([]T, error), count func(context.Context) (int64, error),
) (page.Page[T], error) {
	var out page.Page[T]
	if len(places) > r.Limit {
		places, out.Next = places[:r.Limit], places[r.Limit-1].Key
	}
	if len(places) > 0 {
		at, ids := make(map[int64]int, len(places)), make([]int64, len(places))
		for i, p := range places {
			at[p.ID], ids[i] = i, p.ID
		}
		var err error
		if out.Items, err = read(ctx, ids); err != nil {
			return page.Page[T]{}, err
		}
		slices.SortFunc(out.Items, func(a, b T) int { return at[idOf(a)] - at[idOf(b)] })
	}
	if r.Count {
		total, err := count(ctx)
		if err != nil {
			return page.Page[T]{}, err
		}
		out.Total = &total
	}
	return out, nil
}
