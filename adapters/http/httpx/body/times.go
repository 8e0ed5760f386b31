package body

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// timeLayout is RFC 3339 in UTC with microseconds.
const timeLayout = "2006-01-02T15:04:05.000000Z"

// Time is a moment as it is written in answers, RFC 3339 in UTC with
// microseconds and Z, and as it is read from requests, RFC 3339 with any
// offset. It is text, so that lists need no formatter per member.
type Time string

// TimeOf writes a moment.
func TimeOf(t time.Time) Time { return Time(t.UTC().Format(timeLayout)) }

// NullTime writes a moment that may be unset.
func NullTime(t *time.Time) *Time { return Null(t, TimeOf) }

// Time is the time in UTC, cut to microseconds; the zero time for an invalid text, which the
// request check refuses.
func (t Time) Time() time.Time {
	m, err := time.Parse(time.RFC3339Nano, string(t))
	if err != nil {
		return time.Time{}
	}
	return m.UTC().Truncate(time.Microsecond)
}

// Moment is the moment that may be given, nil when it is not.
func Moment(o Opt[Time]) *time.Time { return optional.Map(o.Field, Time.Time).Ptr() }

func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time"}
}

// Day is a day of the calendar in a request.
type Day string

func (Day) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date"}
}

// Date reads a day whose form the schema has checked.
func (d Day) Date() date.Date {
	day, err := date.Parse(string(d))
	if err != nil {
		return date.Date{}.Add(-1_000_000) // the year 0: outside of what a domain allows
	}
	return day
}
