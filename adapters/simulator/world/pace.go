package world

import "time"

// Pace sets how fast the markets of a world trade: with the clock until Began, and Speed times as
// fast from then on. Trading time counts seconds since 1970 and equals the clock's until Began.
// Events are stamped with the clock's time.
type Pace struct {
	// Began has the second of the clock from which on the markets are faster.
	Began int64
	// Speed has the trading seconds per second of the clock; 0 and 1 follow the clock.
	Speed int64
}

// Trading converts a moment of the clock to a second of trading time.
func (p Pace) Trading(t time.Time) int64 {
	at := t.Unix()
	if p.Speed <= 1 || at < p.Began {
		return at
	}
	return p.Began + (at-p.Began)*p.Speed + int64(t.Nanosecond())*p.Speed/int64(time.Second)
}

// Life returns the first moment of the clock at which the markets have reached a second of trading
// time.
func (p Pace) Life(trading int64) time.Time {
	if p.Speed <= 1 || trading < p.Began {
		return time.Unix(trading, 0).UTC()
	}
	ahead := trading - p.Began
	nanoseconds := (ahead%p.Speed*int64(time.Second) + p.Speed - 1) / p.Speed
	return time.Unix(p.Began+ahead/p.Speed, nanoseconds).UTC()
}
