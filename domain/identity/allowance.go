package identity

import (
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Period has a calendar month in UTC as year*100 + month: 202611.
type Period int32

// PeriodOf returns the month of a time.
func PeriodOf(t time.Time) Period {
	t = t.UTC()
	return Period(t.Year()*100 + int(t.Month()))
}

// RefillAt returns the begin of the next month, which brings a fresh allowance.
func (p Period) RefillAt() time.Time {
	return time.Date(int(p/100), time.Month(p%100)+1, 1, 0, 0, 0, 0, time.UTC)
}

// Allowance has the state of a month's tokens. Used plus Reserved never exceeds Limit unless the
// limit itself was lowered.
type Allowance struct {
	Limit    int64
	Used     int64
	Reserved int64
}

// Take reserves n tokens in the allowance, or refuses with quota_exhausted
// (kind Payment) and changes nothing.
func (a *Allowance) Take(n int64, period Period) error {
	if n > a.Limit-a.Used-a.Reserved {
		return fault.Newf(fault.Payment, fault.CodeQuotaExhausted,
			"The team's monthly tokens are used up; they are refilled at %s.", period.RefillAt().Format(time.RFC3339))
	}
	a.Reserved += n
	return nil
}

// Shown returns the tokens used and left, which always add up to the limit: reservations count as
// left until they are spent.
func (a Allowance) Shown() (used, left int64) {
	used = min(a.Used, a.Limit)
	return used, a.Limit - used
}

// Reservation reserves tokens for a call in progress. It expires at ExpiresAt, so that a crash
// loses no token.
type Reservation struct {
	ID        int64
	Team      id.Team
	Period    Period
	Tokens    int64
	ExpiresAt time.Time
}

// Live reports whether the reservation still reserves its tokens.
func (r Reservation) Live(now time.Time) bool { return now.Before(r.ExpiresAt) }
