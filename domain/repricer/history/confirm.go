package history

import (
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

// confirmAfter is when, after it was sent, a price is looked for that no event
// has told of.
var confirmAfter = []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute}

// ConfirmWithin is how long a price is looked for after each submission.
const ConfirmWithin = 30 * time.Minute

// ResubmitWithin is how long after it was sent a price may be sent once more. Later,
// as after an outage, it may be out of date: the row is decided anew.
const ResubmitWithin = ConfirmWithin + 15*time.Minute

// GiveUpAfter is how long a price is looked for at all, where even that fails.
const GiveUpAfter = 24 * time.Hour

// NextCheckAt is when a price sent at a moment is looked for next, and false when
// it has been looked for long enough.
func NextCheckAt(sent, now time.Time) (time.Time, bool) {
	for _, d := range confirmAfter {
		if at := sent.Add(d); at.After(now) {
			return at, true
		}
	}
	return time.Time{}, false
}

// ObservePrice notes that the own offer was seen at some price, and reports whether that
// is the price that was sent: then it is live, whether its answer came or not.
func (c *PriceChange) ObservePrice(s repricer.PriceSeen) (bool, error) {
	sub, sent := c.s.Submission.Get()
	if !sent || !c.s.Outcome.Or("").Unresolved() || s.Price != (repricer.Price{Amount: c.s.NewPrice, Currency: c.s.Currency}) || s.At.Before(sub.SubmittedAt) {
		return false, nil
	}
	if c.s.Outcome == optional.Some(OutcomeSubmitted) {
		if err := c.Accept(Answer{ID: sub.ID, Status: sub.Status, Issues: sub.Issues}, s.At); err != nil {
			return false, err
		}
	}
	return true, c.Confirm(s.At)
}

// SentPrice is what the row remembers of the price: that it left, at a moment that
// lies on a day in the settings' time zone.
func (s ChangeSnapshot) SentPrice(at time.Time, day date.Date) repricer.SentPrice {
	return repricer.SentPrice{From: s.OldPrice, Price: s.NewPrice, Reason: s.Reason, At: at, Day: day}
}
