package history

import (
	"strings"
	"time"
)

// An account switches to feeds when more than FeedAbove prices wait, and back when fewer than
// PatchBelow do.
const (
	FeedAbove  = 1_500
	PatchBelow = 300
)

// NextRoute returns the route of an account, given its current route and its waiting prices.
func NextRoute(was Route, waiting int) Route {
	switch {
	case waiting > FeedAbove:
		return RouteFeed
	case waiting < PatchBelow, was != RouteFeed:
		return RoutePatch
	}
	return RouteFeed
}

// FeedsAtOnce bounds the feeds that an account may start within FeedsWithin (Selling Partner API,
// JSON_LISTINGS_FEED). FeedMessages bounds the prices of one feed.
const (
	FeedsAtOnce  = 5
	FeedsWithin  = 5 * time.Minute
	FeedMessages = 25_000
)

// More than RejectShare rejections among the last RejectWindow submissions stop an account for
// RejectPause.
const (
	RejectWindow = 50
	rejectMost   = RejectWindow * 20 / 100
	RejectPause  = 15 * time.Minute
)

// Answers records the latest answers of the marketplace for an account, starting with a rejection,
// the newest last: t for accepted, r for rejected.
type Answers string

// Add adds an answer and reports whether the breaker trips; it then starts over. It trips as soon
// as the rejections exceed the allowed share of a full window.
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
