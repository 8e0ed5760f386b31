package inventory

import (
	"context"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/page"
)

// Reach limits each way to list before another way is tried. The figures follow from the measured
// cost of each way; tests set smaller figures so that few rows reach all ways.
type Reach struct {
	// Few limits the records with a text, or SKUs in a range, that are sorted directly. InRange
	// limits the listings in a range.
	Few, InRange int
	// Walked limits the rows that are examined in order before any other way. Far limits them if
	// that is likely to fill the page.
	Walked, Far int
	// Most limits the rows that are examined if many are known to match.
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

// walked examines r.Walked rows in order, and r.Far rows if the matches so far suggest that the
// page will fill.
func (r Reach) walked(ctx context.Context, s *db.Store, g db.Groups, n db.Nearest) ([]db.Placed, bool, error) {
	n.Most = r.Walked
	places, found, err := s.Nearest(ctx, g, n)
	if err != nil || found || len(places)*r.Far < n.Limit*r.Walked {
		return places, found, err
	}
	n.Most = r.Far
	return s.Nearest(ctx, g, n)
}

// pageAt makes a page of the rows at places. One place more than the limit means that another page
// follows. Rows removed in the meantime are left out. read also returns the times when rows were
// removed, nil for a list of live rows.
func pageAt[T any](ctx context.Context, places []db.Placed, r page.Request, idOf func(T) int64,
	read func(context.Context, []int64) ([]T, map[int64]time.Time, error), count func(context.Context) (int64, error),
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
		items, gone, err := read(ctx, ids)
		if err != nil {
			return page.Page[T]{}, err
		}
		slices.SortFunc(items, func(a, b T) int { return at[idOf(a)] - at[idOf(b)] })
		out.Items = items
		for _, item := range items {
			if gone != nil {
				out.Removed = append(out.Removed, gone[idOf(item)])
			}
		}
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
