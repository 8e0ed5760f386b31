package sales

import (
	"math"
	"time"

	"sellingassistant/domain/kernel/optional"
)

const (
	// badgeAge bounds how long a badge counts after it was seen.
	badgeAge = 168 * time.Hour
	// lowestBadge has the lowest step: a product without a badge sold less.
	lowestBadge = 50
	// topBadge has the highest step, which has no end.
	topBadge = 100_000
)

// Badge has the lower end of the monthly sales that a product page shows.
type Badge struct {
	// Value has 0 for a page without a badge.
	Value int64
	// Age has the time since the page was seen.
	Age time.Duration
	// Gone says that the page had a badge before.
	Gone bool
}

// fresh reports that the page was seen lately.
func (b Badge) fresh() bool { return b.Age <= badgeAge }

// Range returns the units sold for such a badge: from its value to below the next step, which is
// absent for the highest badge.
func (b Badge) Range() (low int64, next optional.Maybe[int64]) {
	switch v := b.Value; {
	case v < lowestBadge:
		return v, optional.Some[int64](lowestBadge)
	case v < 2*lowestBadge:
		return v, optional.Some[int64](2 * lowestBadge)
	case v >= topBadge:
		return v, optional.None[int64]()
	}
	// Steps have one digit that is not 0.
	step := int64(2 * lowestBadge)
	for b.Value >= 10*step {
		step *= 10
	}
	return b.Value, optional.Some((b.Value/step + 1) * step)
}

// middle returns the geometric middle of the range, or its beginning without an end.
func (b Badge) middle() float64 {
	low, next := b.Range()
	return math.Sqrt(float64(low) * float64(next.Or(low)))
}

func (b Badge) evidence() Evidence {
	low, next := b.Range()
	return Evidence{
		Method: ByBadge, Label: Measured, Point: nearest(b.middle()), Low: low,
		High: optional.Convert(next, func(n int64) int64 { return n - 1 }),
	}
}
