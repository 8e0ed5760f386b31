package history

import (
	"strings"
	"time"
)

// The bounds between the lanes: prices wait for a feed when more than so many
// of an account wait, until fewer than so many do.
const (
	FeedAbove  = 1_500
	PatchBelow = 300
)

// NextLane is the lane of an account that was in one and has so many prices
// waiting.
func NextLane(was Lane, waiting int) Lane {
	switch {
	case waiting > FeedAbove:
		return LaneFeed
	case waiting < PatchBelow, was != LaneFeed:
		return LanePatch
	}
	return LaneFeed
}

// FeedsAtOnce is how many feeds an account may start within FeedsWithin
// (Selling Partner API, JSON_LISTINGS_FEED), FeedMessages how many prices one
// takes.
const (
	FeedsAtOnce  = 5
	FeedsWithin  = 5 * time.Minute
	FeedMessages = 25_000
)

// The breaker of rejected prices: more than RejectShare of the last RejectOf
// submissions stop a lane for RejectPause.
const (
	RejectOf    = 50
	rejectMost  = RejectOf * 20 / 100
	RejectPause = 15 * time.Minute
)

// Answers are the last answers of the marketplace to prices of an account, from
// the first refusal on, the newest last: t for taken, r for refused.
type Answers string

// Add notes an answer and reports whether the breaker trips, after which it
// counts from the start. Rejections trip it as soon as there are more of them
// than the share of a full count allows.
func (a Answers) Add(refused bool) (Answers, bool) {
	word := "t"
	if refused {
		word = "r"
	}
	a += Answers(word)
	a = a[max(0, len(a)-RejectOf):]
	a = Answers(strings.TrimLeft(string(a), "t"))
	if strings.Count(string(a), "r") > rejectMost {
		return "", true
	}
	return a, false
}
