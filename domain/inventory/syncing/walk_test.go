package syncing_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sellingassistant/domain/inventory/syncing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func second(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }

// shop models the search of a marketplace: sorted lists with pages by offset, limited to the first
// 1,000 rows.
type shop struct {
	rows map[string]*row
	// hidden counts listings that pages leave out
	hidden int
}

type row struct{ created, updated time.Time }

func (s *shop) page(q syncing.Query) syncing.Page {
	at := func(r *row, by syncing.Order) time.Time {
		if by == syncing.ByUpdated {
			return r.updated
		}
		return r.created
	}
	type entry struct {
		sku string
		at  int64
	}
	var found []entry
	for sku, r := range s.rows {
		t := at(r, q.Bound)
		if q.From != nil && t.Before(*q.From) || q.To != nil && t.After(*q.To) {
			continue
		}
		e := entry{sku: sku}
		if q.By != syncing.BySKU {
			e.at = at(r, q.By).Unix()
		}
		found = append(found, e)
	}
	slices.SortFunc(found, func(a, b entry) int {
		if q.Descending {
			a, b = b, a
		}
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		return strings.Compare(a.sku, b.sku)
	})
	offset, _ := strconv.Atoi(q.Token)
	p := syncing.Page{Total: int64(len(found) + s.hidden)}
	reach := found[:min(len(found), 1000)]
	from := min(offset, len(reach))
	to := min(from+q.Limit, len(reach))
	if to < len(reach) {
		p.Next = strconv.Itoa(to)
	}
	for _, e := range reach[from:to] {
		sku := e.sku
		l := syncing.Listing{CreatedAt: s.rows[sku].created}
		l.SKU, l.UpdatedAt = sku, s.rows[sku].updated
		p.Rows = append(p.Rows, l)
	}
	return p
}

// walk goes through a shop and returns when each listing seen had changed last.
func walk(t require.TestingT, s *shop, w syncing.Walk, between func()) map[string]time.Time {
	seen := map[string]time.Time{}
	for calls := 0; !w.Done(); calls++ {
		require.Less(t, calls, 5000, "the walk does not end")
		q := w.Query()
		p := s.page(q)
		for _, l := range p.Rows {
			seen[l.SKU] = l.UpdatedAt
		}
		w.Took(p)
		if !w.Done() {
			between()
		}
	}
	return seen
}

func TestWalkOfAWorldThatStandsStill(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := &shop{rows: map[string]*row{}}
		for at := range rapid.IntRange(0, 2).Draw(t, "seconds") {
			size := rapid.SampledFrom([]int{1, 19, 20, 21, 40, 999, 1000, 1001, 1990, 2000}).Draw(t, "size")
			for i := range size {
				s.rows[fmt.Sprintf("%d-%04d", at, i)] = &row{second(at * 3), second(at * 3)}
			}
		}
		by := rapid.SampledFrom([]syncing.Order{syncing.ByCreated, syncing.ByUpdated}).Draw(t, "by")
		require.Len(t, walk(t, s, syncing.NewWalk(by, nil), func() {}), len(s.rows))
	})
}

// While listings are made, changed and deleted, a walk meets each listing that exists all the time.
// In the order of changes, it meets each in its last state.
func TestWalkOfAWorldThatChanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, now, made := &shop{rows: map[string]*row{}}, 0, 0
		tick := func() time.Time { now++; return second(now / 10) } // at most ten a second
		add := func() {
			made++
			at := tick()
			s.rows[fmt.Sprintf("%04d", made)] = &row{at, at}
		}
		for range rapid.IntRange(0, 300).Draw(t, "listings") {
			add()
		}
		stays := map[string]bool{}
		for sku := range s.rows {
			stays[sku] = true
		}
		changes := rapid.IntRange(0, 200).Draw(t, "changes")
		by := rapid.SampledFrom([]syncing.Order{syncing.ByCreated, syncing.ByUpdated}).Draw(t, "by")
		seen := walk(t, s, syncing.NewWalk(by, nil), func() {
			for range min(changes, rapid.IntRange(0, 15).Draw(t, "now")) {
				changes--
				sku := fmt.Sprintf("%04d", rapid.IntRange(1, made+1).Draw(t, "which"))
				switch r := s.rows[sku]; {
				case r == nil:
					add()
				case rapid.Bool().Draw(t, "delete"):
					delete(s.rows, sku)
					delete(stays, sku)
				default:
					r.updated = tick()
				}
			}
		})
		for sku := range stays {
			require.Contains(t, seen, sku)
		}
		if by == syncing.ByUpdated {
			for sku, r := range s.rows {
				require.Equal(t, r.updated, seen[sku], sku)
			}
		}
	})
}

func TestWalkGoesOn(t *testing.T) {
	t.Parallel()
	s := &shop{rows: map[string]*row{}}
	for i := range 100 {
		s.rows[fmt.Sprintf("%03d", i)] = &row{second(i), second(i)}
	}
	w := syncing.NewWalk(syncing.ByCreated, nil)
	w.Took(s.page(w.Query()))
	w.Took(s.page(w.Query()))
	require.Equal(t, second(38), *w.From(), "the last of a page is the first of the next one")
	rest := walk(t, s, syncing.NewWalk(syncing.ByCreated, w.From()), func() {})
	require.Len(t, rest, 62)
}

func TestWalkCountsWhatItCannotReach(t *testing.T) {
	t.Parallel()
	s := &shop{rows: map[string]*row{"last": {second(9), second(9)}}}
	for i := range 2500 {
		s.rows[fmt.Sprintf("%04d", i)] = &row{second(1), second(1)}
	}
	w := syncing.NewWalk(syncing.ByCreated, nil)
	seen := map[string]bool{}
	for !w.Done() {
		p := s.page(w.Query())
		for _, l := range p.Rows {
			seen[l.SKU] = true
		}
		w.Took(p)
	}
	require.Len(t, seen, 2001)
	require.Equal(t, 500, w.Beyond())
	require.Contains(t, seen, "last")

	hides := &shop{rows: map[string]*row{"A": {second(1), second(1)}}, hidden: 3}
	w = syncing.NewWalk(syncing.ByCreated, nil)
	for range 3 {
		if !w.Done() {
			w.Took(hides.page(w.Query()))
		}
	}
	require.True(t, w.Done())
	require.Equal(t, 3, w.Beyond())
}

// A marketplace that never ends its lists does not keep a walk for ever.
func TestWalkEndsAnyway(t *testing.T) {
	t.Parallel()
	one := syncing.Listing{CreatedAt: noon}
	for name, p := range map[string]syncing.Page{
		"the same page": {Rows: []syncing.Listing{one}, Total: 1 << 40, Next: "x"},
		"empty pages":   {Total: 1 << 40, Next: "x"},
		"no times":      {Rows: make([]syncing.Listing, 20), Total: 1 << 40, Next: "x"},
	} {
		w := syncing.NewWalk(syncing.ByCreated, nil)
		calls := 0
		for ; !w.Done() && calls < 5000; calls++ {
			w.Took(p)
		}
		require.Less(t, calls, 5000, name)
	}
}
