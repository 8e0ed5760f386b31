package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/page"
)

// list describes a list to measure.
type list struct {
	name, table string
	sorts       []sort
	filters     []string
	// next reads a page of a filter and returns the start of the next page.
	next func(ctx context.Context, filter int, r page.Request) (page.Key, error)
}

// sort has a field of an order and its column.
type sort struct{ field, column string }

// timed has the time of one page.
type timed struct {
	filter, sort, place string
	took                time.Duration
}

// place names the start of a page.
type place struct {
	name string
	key  page.Key
}

// target returns the time limit of a page.
func target(d db.Dialect) time.Duration {
	if d == db.Postgres {
		return 50 * time.Millisecond
	}
	return 100 * time.Millisecond
}

// measureList reads pages of every filter in every order, in both directions, and prints the times.
func measureList(ctx context.Context, s *db.Store, l list, o options) error {
	var all []timed
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(table, "%s on %s\tpages\tp50\tp95\tp99\tworst\tof sort\tat\tcount\n", l.name, s.Dialect())
	middles := map[string]place{}
	for _, sort := range l.sorts {
		var err error
		if middles[sort.field], err = middle(ctx, s, l.table, sort.column); err != nil {
			return err
		}
	}
	for n, name := range l.filters {
		if !strings.Contains(name, o.only) {
			continue
		}
		var timeds []timed
		for _, x := range l.sorts {
			for _, desc := range []bool{false, true} {
				b := page.By{Field: x.field, Desc: desc}
				deep, err := l.deepest(ctx, n, b)
				if err != nil {
					return fmt.Errorf("%s by %s: %w", name, x.field, err)
				}
				for _, p := range append(deep, place{"first", nil}, middles[x.field]) {
					took, err := l.fastest(ctx, n, page.Request{Limit: page.DefaultLimit, Order: []page.By{b}, After: p.key})
					if err != nil {
						return fmt.Errorf("%s by %s: %w", name, x.field, err)
					}
					timeds = append(timeds, timed{name, signed(b), p.name, took})
				}
			}
		}
		counted, err := l.fastest(ctx, n, page.Request{Limit: 1, Order: []page.By{{Field: l.sorts[0].field}}, Count: true})
		if err != nil {
			return err
		}
		line(table, name, timeds, short(counted))
		all = append(all, timeds...)
	}
	line(table, "all", all, "")
	if err := table.Flush(); err != nil {
		return err
	}
	tell(l.name, s.Dialect(), all, o)
	return nil
}

func signed(b page.By) string {
	if b.Desc {
		return "-" + b.Field
	}
	return b.Field
}

// tries counts the readings of a page. A page slower than tolerable is read mostTries times,
// because it may have waited for the machine.
const tries, mostTries, tolerable = 2, 6, 40 * time.Millisecond

// fastest reads a page several times and returns the shortest time.
func (l list) fastest(ctx context.Context, filter int, r page.Request) (time.Duration, error) {
	took := time.Hour
	for n := 0; n < tries || n < mostTries && took > tolerable; n++ {
		begin := time.Now()
		if _, err := l.next(ctx, filter, r); err != nil {
			return took, err
		}
		took = min(took, time.Since(begin))
	}
	return took, nil
}

// deepest returns the start of the last page of a filter, 20 rows before the end. It reads the list
// from the other end. A list of fewer rows has no such page.
func (l list) deepest(ctx context.Context, filter int, b page.By) ([]place, error) {
	b.Desc = !b.Desc
	key, err := l.next(ctx, filter, page.Request{Limit: 20, Order: []page.By{b}})
	if key == nil || err != nil {
		return nil, err
	}
	return []place{{"deepest", key}}, nil
}

// middle returns the place of the middle row among rows with a value.
func middle(ctx context.Context, s *db.Store, table, column string) (place, error) {
	text := " FROM " + table + " WHERE team_id = 1 AND " + column + " IS NOT NULL"
	var at any
	var id int64
	err := s.Read(ctx).QueryRowContext(ctx, "SELECT "+column+", id"+text+" ORDER BY "+column+", id LIMIT 1 OFFSET (SELECT count(*) / 2"+text+")").Scan(&at, &id)
	if b, ok := at.([]byte); ok {
		at = string(b)
	}
	return place{"middle", page.Key{at, id}}, err
}

// line prints the median, the times of 95 and 99 of 100 pages, and the slowest page.
func line(w *tabwriter.Writer, name string, timeds []timed, more string) {
	if len(timeds) == 0 {
		return
	}
	slices.SortStableFunc(timeds, func(a, b timed) int { return int(a.took - b.took) })
	worst := timeds[len(timeds)-1]
	of := func(share int) string { return short(timeds[len(timeds)*share/100].took) }
	_, _ = fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
		name, len(timeds), of(50), of(95), of(99), short(worst.took), worst.sort, worst.place, more)
}

// Prints how many pages met the target, and the slow pages, or with -pages all pages.
func tell(name string, d db.Dialect, all []timed, o options) {
	missed := 0
	for _, t := range all {
		late := t.took >= target(d)
		if late {
			missed++
		}
		if late || o.pages {
			fmt.Printf("%s\t%s\t%s\t%s\t%s\n", name, t.filter, t.sort, t.place, short(t.took))
		}
	}
	fmt.Printf("%s on %s: %d of %d pages in less than %s\n\n", name, d, len(all)-missed, len(all), target(d))
}

func short(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
