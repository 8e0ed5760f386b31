package body

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// timeLayout formats RFC 3339 in UTC with microseconds.
const timeLayout = "2006-01-02T15:04:05.000000Z"

// Time has a moment as text, so that lists need no formatter per member. Answers write RFC 3339 in
// UTC with microseconds and Z. Requests may use RFC 3339 with any offset.
type Time string

// TimeOf writes a moment.
func TimeOf(t time.Time) Time { return Time(t.UTC().Format(timeLayout)) }

// NullTime writes a moment that may be unset.
func NullTime(t *time.Time) *Time { return Null(t, TimeOf) }

// Time returns the moment in UTC, cut to microseconds. An invalid text, which the request check
// refuses, becomes the zero time.
func (t Time) Time() time.Time {
	m, err := time.Parse(time.RFC3339Nano, string(t))
	if err != nil {
		return time.Time{}
	}
	return m.UTC().Truncate(time.Microsecond)
}

// Moment returns the moment of an optional member, nil if it is absent.
func Moment(o Opt[Time]) *time.Time { return optional.Map(o.Field, Time.Time).Ptr() }

func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
}

// Instant takes a moment in a request: a time as in Time, or a day, which means its beginning in
// UTC.
type Instant string

// Time returns the moment in UTC, as Time.Time does.
func (i Instant) Time() time.Time {
	if day, err := time.Parse(time.DateOnly, string(i)); err == nil {
		return day
	}
	return Time(i).Time()
}

// AlsoDay names the extension of times that may be written as a day too. Clients keep the type of a
// time.
const AlsoDay = "x-also-date"

func (Instant) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Extensions: map[string]any{AlsoDay: true}}
}

// Day takes a calendar day in a request.
type Day string

func (Day) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date"}
}

// Date parses a day. The schema has already checked its form.
func (d Day) Date() date.Date {
	day, err := date.Parse(string(d))
	if err != nil {
		return date.Date{}.Add(-1_000_000) // the year 0: no domain allows it
	}
	return day
}
