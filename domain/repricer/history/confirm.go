package history

import (
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

// confirmAfter lists the times, after sending, of the checks for a price that no event has
// confirmed.
var confirmAfter = []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute}

// ConfirmWithin bounds the checks for a price after each submission.
const ConfirmWithin = 30 * time.Minute

// ResubmitWithin bounds the time after which a sent price may be sent again. Later, as after an
// outage, the price may be out of date, and the row is decided again.
const ResubmitWithin = ConfirmWithin + 15*time.Minute

// GiveUpAfter bounds all checks for a price, even if they keep failing.
const GiveUpAfter = 24 * time.Hour

// NextCheckAt returns the time of the next check for a price sent at a moment, and false after the
// last check.
func NextCheckAt(sent, now time.Time) (time.Time, bool) {
	for _, d := range confirmAfter {
		if at := sent.Add(d); at.After(now) {
			return at, true
		}
	}
	return time.Time{}, false
}

// ObservePrice applies an observed own price, and reports whether it is the sent price: then the
// price is live, whether its answer arrived or not.
func (c *PriceChange) ObservePrice(s repricer.PriceSeen) (bool, error) {
	sub, sent := c.s.Submission.Get()
	if !sent || !c.s.Outcome.Or("").Unresolved() || s.Price != (money.Sum{Amount: c.s.NewPrice, Currency: c.s.Currency}) || s.At.Before(sub.SubmittedAt) {
		return false, nil
	}
	if c.s.Outcome == optional.Some(OutcomeSubmitted) {
		if err := c.Accept(Answer{ID: sub.ID, Status: sub.Status, Issues: sub.Issues}, s.At); err != nil {
			return false, err
		}
	}
	return true, c.Confirm(s.At)
}

// SentPrice returns the sent price for the row's memory; day is its day in the settings' time zone.
func (s ChangeSnapshot) SentPrice(at time.Time, day date.Date) repricer.SentPrice {
	return repricer.SentPrice{From: s.OldPrice, Price: s.NewPrice, Reason: s.Reason, At: at, Day: day}
}
