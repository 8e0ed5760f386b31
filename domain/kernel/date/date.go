// Package date models a day of the calendar, without a time and without a zone.
package date

import (
	"errors"
	"time"
)

// Date has a day of the Gregorian calendar between 0001-01-01 and 9999-12-31. The zero value is
// 1970-01-01.
type Date struct {
	// days since 1970-01-01.
	days int64
}

const (
	layout  = time.DateOnly
	daySecs = 24 * 60 * 60
)

var errNotADate = errors.New("not a date of the form YYYY-MM-DD")

// Parse reads YYYY-MM-DD.
func Parse(s string) (Date, error) {
	t, err := time.Parse(layout, s)
	if err != nil || t.Year() < 1 {
		return Date{}, errNotADate
	}
	return Of(t), nil
}

// MustParse works like Parse for literals; it panics on anything else.
func MustParse(s string) Date {
	d, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return d
}

// Of returns the day of a moment in the moment's own zone.
func Of(t time.Time) Date {
	y, m, d := t.Date()
	return Date{time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / daySecs}
}

// FromDays returns the day so many days after 1970-01-01: how stores keep it.
func FromDays(days int64) Date { return Date{days} }

// Days returns how many days after 1970-01-01 the day lies.
func (d Date) Days() int64 { return d.days }

// Start returns the day's first moment in UTC.
func (d Date) Start() time.Time { return time.Unix(d.days*daySecs, 0).UTC() }

// Add returns the day so many days later, or earlier when n is negative.
func (d Date) Add(n int) Date { return Date{d.days + int64(n)} }

// Cmp returns a number below 0 if d is before e, above 0 if after, else 0.
func (d Date) Cmp(e Date) int {
	switch {
	case d.days < e.days:
		return -1
	case d.days > e.days:
		return 1
	}
	return 0
}

// Before reports whether d lies before e.
func (d Date) Before(e Date) bool { return d.days < e.days }

// After reports whether d lies after e.
func (d Date) After(e Date) bool { return d.days > e.days }

// String prints YYYY-MM-DD.
func (d Date) String() string { return d.Start().Format(layout) }
