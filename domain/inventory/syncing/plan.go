package syncing

import (
	"hash/fnv"
	"strconv"
	"time"
)

const (
	// shortPeriod and fullPeriod set the times between runs.
	shortPeriod = 15 * time.Minute
	fullPeriod  = 24 * time.Hour
	// fullRest separates two full runs of a new account.
	fullRest = 6 * time.Hour
)

// History dates the last requests for runs of a target; zero means never.
type History struct {
	Full time.Time
	Any  time.Time
}

// Due reports whether a run of the target is due, and its kind: incremental every 15 minutes, full
// every day. Each target has its own offset, so that accounts are spread over time.
func (t Target) Due(h History, now time.Time) (Kind, bool) {
	spread := t.spread()
	switch {
	case h.Full.Before(slot(now, fullPeriod, spread)) && now.Sub(h.Full) >= fullRest:
		return Full, true
	case h.Any.Before(slot(now, shortPeriod, spread)):
		return Incremental, true
	}
	return "", false
}

// slot returns the latest moment at or before now that lies offset into a period.
func slot(now time.Time, every time.Duration, spread uint64) time.Time {
	offset := time.Duration(spread%uint64(every/time.Second)) * time.Second
	return now.Add(-offset).Truncate(every).Add(offset)
}

// spread returns a constant number that differs from target to target.
func (t Target) spread() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strconv.FormatInt(int64(t.Connection), 10) + "|" + string(t.Marketplace)))
	return h.Sum64()
}
