package series

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"time"
)

// Minute counts the minutes since 1970 in UTC.
type Minute int64

// Day has the minutes of a day.
const Day Minute = 24 * 60

// MinuteOf returns the minute that a time falls in.
func MinuteOf(t time.Time) Minute {
	seconds := t.Unix()
	return Minute((seconds - (seconds%60+60)%60) / 60)
}

// Time returns the beginning of the minute.
func (m Minute) Time() time.Time { return time.Unix(int64(m)*60, 0).UTC() }

// Scale divides a unit: values are ten-thousandths.
const Scale = 10_000

// None marks a missing value.
const None = -1

// Point records a change: the value is in force from its time on.
type Point struct {
	At Minute
	// Value has `None` for a gap, else at least 0.
	Value int64
	// Shipping has `None` if unknown, and 0 in a series without shipping.
	Shipping int64
}

// Gap reports that no value was in force.
func (p Point) Gap() bool { return p.Value < 0 }

// Series has the history of one number.
type Series struct {
	// Step divides all values, and means are rounded to it: 100 for cents, Scale for ranks.
	Step int64
	// WithShipping says that points have a shipping charge of their own.
	WithShipping bool
	// Points have the order of time, at most one point a minute.
	Points []Point
}

// Ordered sorts changes by time; of several in a minute the last stays. Sorted lists, the usual
// case, are returned unchanged.
func Ordered(points []Point) []Point {
	// An element earlier than the next minute of its predecessor is out of order, or in the same
	// minute.
	if slices.IsSortedFunc(points, func(a, b Point) int { return cmp.Compare(a.At, b.At+1) }) {
		return points
	}
	points = slices.Clone(points)
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.At, b.At) })
	slices.Reverse(points)
	points = slices.CompactFunc(points, func(a, b Point) bool { return a.At == b.At })
	slices.Reverse(points)
	return points
}

// after returns the place of the first point later than the minute.
func (s Series) after(m Minute) int {
	return sort.Search(len(s.Points), func(i int) bool { return s.Points[i].At > m })
}

// At returns the point in force at a minute; false if nothing is known.
func (s Series) At(m Minute) (Point, bool) {
	i := s.after(m)
	if i == 0 {
		return Point{}, false
	}
	return s.Points[i-1], true
}

// Window returns the series from one minute to another, both included. The point in force at the
// first minute becomes a point there.
func (s Series) Window(from, to Minute) Series {
	before, known := s.At(from)
	begin := s.after(from)
	s.Points = slices.Clone(s.Points[begin:max(begin, s.after(to))])
	if before.At = from; known {
		s.Points = slices.Insert(s.Points, 0, before)
	}
	return s
}

// Landed returns the series of landed prices: values with their known shipping.
func (s Series) Landed() Series {
	if !s.WithShipping {
		return s
	}
	s.Points = slices.Clone(s.Points)
	for i := range s.Points {
		if p := &s.Points[i]; !p.Gap() {
			p.Value += max(0, p.Shipping)
		}
	}
	return s
}

// Daily returns one point for each day in UTC, at its beginning: the value in force at its end, or
// at the end of the window. Days before the first change are left out.
func (s Series) Daily(from, to Minute) Series {
	points := make([]Point, 0, max(0, (to-from)/Day+2))
	for day := from - from%Day; day <= to; day += Day {
		if p, ok := s.At(min(day+Day-1, to)); ok {
			p.At = day
			points = append(points, p)
		}
	}
	s.Points = points
	return s
}

// Spans yields the changes of a window, and for how many minutes of it each was in force.
func (s Series) Spans(from, to Minute) iter.Seq2[Point, int64] {
	return func(yield func(Point, int64) bool) {
		for i := max(0, s.after(from)-1); i < len(s.Points) && s.Points[i].At < to; i++ {
			end := to
			if i+1 < len(s.Points) {
				end = min(to, s.Points[i+1].At)
			}
			if !yield(s.Points[i], int64(end-max(from, s.Points[i].At))) {
				return
			}
		}
	}
}
