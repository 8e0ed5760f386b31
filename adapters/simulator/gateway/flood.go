package gateway

import "time"

// standardFlood counts the notifications per second of a QueueFlood without Rate.
const standardFlood = 5000

func (g *Gateway) Floods() []*ActiveFault {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []*ActiveFault
	for _, f := range g.faults {
		if f.Mode == QueueFlood {
			all = append(all, f)
		}
	}
	return all
}

// Owed returns the number of notifications of a flood that are due but not sent, at most limit.
func (g *Gateway) Owed(f *ActiveFault, now time.Time, limit int) int {
	rate := f.Rate
	if rate <= 0 {
		rate = standardFlood
	}
	past := now.Sub(f.since).Seconds() - f.AfterSeconds
	if f.ForSeconds > 0 {
		past = min(past, f.ForSeconds)
	}
	due := int(max(0, past) * rate)
	g.mu.Lock()
	defer g.mu.Unlock()
	if f.Times > 0 {
		due = min(due, f.Times)
	}
	return min(limit, due-f.made)
}

// Made counts a notification of a flood, and returns its number.
func (g *Gateway) Made(f *ActiveFault) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	f.made++
	return f.made
}
