package fee

import (
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/kernel/date"
)

// Outdated lists the ids of tables that are used on a day outside of their days.
func (t Tables) Outdated(day date.Date) []string {
	off := map[string]bool{}
	for _, m := range t {
		for _, group := range m.Fulfillment {
			outdated(off, group, day)
		}
		outdated(off, m.Referral, day)
		outdated(off, m.Storage, day)
		outdated(off, m.LowInventory, day)
		outdated(off, m.Overmax, day)
		outdated(off, m.Packaging, day)
		outdated(off, m.Placement, day)
	}
	return slices.Sorted(maps.Keys(off))
}

func outdated[T dated](found map[string]bool, tables []T, day date.Date) {
	if t, off := forDay(tables, day); off {
		found[t.block().ID] = true
	}
}

type dated interface{ block() *Block }

// forDay finds the youngest table of a day, and reports whether the table is of other days. After
// the end of the last table, the table of the same season counts. Before the first table, the first
// table counts.
func forDay[T dated](tables []T, day date.Date) (best T, off bool) {
	if t, ok := youngest(tables, day); ok || len(tables) == 0 {
		return t, false
	}
	first := tables[0]
	for _, t := range tables {
		if t.block().From.Before(first.block().From) {
			first = t
		}
	}
	for ; !day.Before(first.block().From); day = yearBefore(day) {
		if t, ok := youngest(tables, day); ok {
			return t, true
		}
	}
	return first, true
}

// youngest finds the table of a day with the latest start.
func youngest[T dated](tables []T, day date.Date) (best T, found bool) {
	for _, t := range tables {
		if b := t.block(); b.has(day) && (!found || !b.From.Before(best.block().From)) {
			best, found = t, true
		}
	}
	return best, found
}

// yearBefore returns the same day of the year before, and 28 February for 29 February.
func yearBefore(day date.Date) date.Date {
	t := day.Start()
	if t.Month() == time.February && t.Day() == 29 {
		t = t.AddDate(0, 0, -1)
	}
	return date.Of(t.AddDate(-1, 0, 0))
}

// holding finds the charge of a day. A charge exists only on its days.
func holding(charges []*Charge, day date.Date) *Charge {
	c, _ := youngest(charges, day)
	return c
}
