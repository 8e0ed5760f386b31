package world

import "time"

// Pace is how fast the markets of a world trade: as life goes until a moment, and a number of times as fast from then on. Trading time is
// counted in seconds since 1970; it is life's until that moment. What happens is stamped with life's time.
type Pace struct {
	// Began is the second from which on the markets are faster.
	Began int64
	// Speed is how many seconds they trade in one of life; 0 and 1 are life's pace.
	Speed int64
}

// Trading is the second of trading time at a moment of life.
func (p Pace) Trading(t time.Time) int64 {
	at := t.Unix()
	if p.Speed <= 1 || at < p.Began {
		return at
	}
	return p.Began + (at-p.Began)*p.Speed + int64(t.Nanosecond())*p.Speed/int64(time.Second)
}

// Life is the first moment at which the markets have come to a second of trading time.
func (p Pace) Life(trading int64) time.Time {
	if p.Speed <= 1 || trading < p.Began {
		return time.Unix(trading, 0).UTC()
	}
	ahead := trading - p.Began
	nanoseconds := (ahead%p.Speed*int64(time.Second) + p.Speed - 1) / p.Speed
	return time.Unix(p.Began+ahead/p.Speed, nanoseconds).UTC()
}
