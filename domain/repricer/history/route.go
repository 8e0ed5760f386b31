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

// NextRoute is the lane of an account that was in one and has so many prices
// waiting.
func NextRoute(was Route, waiting int) Route {
	switch {
	case waiting > FeedAbove:
		return RouteFeed
	case waiting < PatchBelow, was != RouteFeed:
		return RoutePatch
	}
	return RouteFeed
}

// FeedsAtOnce is how many feeds an account may start within FeedsWithin
// (Selling Partner API, JSON_LISTINGS_FEED), FeedMessages how many prices one
// takes.
const (
	FeedsAtOnce  = 5
	FeedsWithin  = 5 * time.Minute
	FeedMessages = 25_000
)

// The breaker of rejected prices: more than RejectShare of the last RejectWindow
// submissions stop a lane for RejectPause.
const (
	RejectWindow = 50
	rejectMost   = RejectWindow * 20 / 100
	RejectPause  = 15 * time.Minute
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
	a = a[max(0, len(a)-RejectWindow):]
	a = Answers(strings.TrimLeft(string(a), "t"))
	if strings.Count(string(a), "r") > rejectMost {
		return "", true
	}
	return a, false
}
