package history

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Urgency orders prices that wait to be sent; the lowest goes first, and of
// equal ones the oldest.
type Urgency int

// The urgencies. A live price outside its band is mended before anything else,
// and a price that is too high loses sales now, while one that is too low only
// earns less.
const (
	UrgencyRepair Urgency = iota
	UrgencyFalling
	UrgencyRising
)

// Urgency is how urgent the new price is.
func (s ChangeSnapshot) Urgency() Urgency {
	switch {
	case s.Trigger == TriggerRepair, s.Reason == decision.ReasonRaisedToFloor, s.Reason == decision.ReasonLoweredToCeiling:
		return UrgencyRepair
	case s.NewPrice.Cmp(s.OldPrice) < 0:
		return UrgencyFalling
	}
	return UrgencyRising
}

// MaxSendDelay is how old a decision may be when its price leaves: later it may be out of
// date.
const MaxSendDelay = time.Hour

// SendCheck is what becomes of a price that is about to leave.
type SendCheck string

// The departures.
const (
	// SendAllowed lets it go.
	SendAllowed SendCheck = "send"
	// SendCancelled withdraws it: prices of the row are not to be sent.
	SendCancelled SendCheck = "cancel"
	// SendSuperseded gives it up because it is out of date: the row is to be
	// decided again.
	SendSuperseded SendCheck = "supersede"
)

// SendContext is how everything stands at the moment a price is about to leave.
type SendContext struct {
	Now time.Time
	// Row is None where it is gone.
	Row      optional.Maybe[repricer.ProductSnapshot]
	Settings repricer.SettingsSnapshot
	// Stopped is the switch by which nothing is sent.
	Stopped bool
	// Connected is whether the seller account can be used.
	Connected bool
	// OutOfDate is that the row is to be decided again because of an edit, a cost, a
	// strategy or a schedule: what the price was decided from is not so any more.
	OutOfDate bool
}

// Band is between what prices may be sent. It is what the marketplace is told
// as the seller's own bounds.
type Band struct {
	Floor   money.Amount
	Ceiling optional.Maybe[money.Amount]
}

// Maximum is the seller's own maximum that the marketplace is told with a price.
// There is always one: the marketplace keeps the one it was told before where a
// price comes without, and takes the offer down when a later price lies above it.
// A band without a ceiling has twice the price, which every price moves along.
func (b Band) Maximum(price money.Amount) money.Amount {
	if ceiling, capped := b.Ceiling.Get(); capped {
		return ceiling
	}
	return money.FromUnits(2 * price.Units())
}

// CheckSend decides whether a proposed price may leave as everything stands now,
// and in which band. What was decided does not count any more where the row or
// the settings say otherwise: floor ≤ price ≤ ceiling is checked once more on
// the row as it is stored now, and a row without a floor sends nothing.
func (s ChangeSnapshot) CheckSend(at SendContext) (Band, SendCheck) {
	band, d := s.departAgain(at)
	row, _ := at.Row.Get()
	switch {
	case d != SendAllowed:
		return Band{}, d
	case at.OutOfDate, at.Now.Sub(s.CreatedAt) > MaxSendDelay, row.Observed.CurrentPrice == optional.Some(s.NewPrice):
		return Band{}, SendSuperseded
	}
	return band, SendAllowed
}

// CheckResubmit decides whether a price that was sent may be sent once more, and in
// which band.
func (s ChangeSnapshot) CheckResubmit(at SendContext) (Band, bool) {
	band, d := s.departAgain(at)
	return band, d == SendAllowed
}

// Withdrawal is why the price is not to be sent as everything stands, "" where it is.
func (s ChangeSnapshot) Withdrawal(at SendContext) Withdrawal {
	row, there := at.Row.Get()
	v := at.Settings.Values
	asked := s.Trigger == TriggerManual
	switch {
	case !there:
		return WithdrawnDeleted
	case at.Stopped:
		return WithdrawnStopped
	case at.Settings.State != repricer.SettingsPresent:
		return WithdrawnReset
	case !v.Enabled:
		return WithdrawnDisabled
	case !at.Connected:
		return WithdrawnUnconnected
	case row.Mode != decision.ModeAuto && row.Mode != decision.ModeManual:
		return WithdrawnModeOff
	case row.Hold.Known():
		return WithdrawnOnHold
	case row.Currency != s.Currency:
		return WithdrawnCurrency
	// A suggestion is sent when a user asks for it.
	case !asked && (row.Mode == decision.ModeManual || v.SubmissionMode != decision.SubmitLive):
		return WithdrawnSuggested
	}
	return ""
}

func (s ChangeSnapshot) departAgain(at SendContext) (Band, SendCheck) {
	if s.Withdrawal(at) != "" {
		return Band{}, SendCancelled
	}
	row, _ := at.Row.Get()
	band, ok := s.band(row)
	if !ok || s.NewPrice.Cmp(band.Floor) < 0 {
		return Band{}, SendSuperseded
	}
	if ceiling, capped := band.Ceiling.Get(); capped && s.NewPrice.Cmp(ceiling) > 0 {
		return Band{}, SendSuperseded
	}
	return band, SendAllowed
}

// band is that of the row as it is now. A calculated floor is that of the
// decision, which a row edited since then has outlived.
func (s ChangeSnapshot) band(row repricer.ProductSnapshot) (Band, bool) {
	unit := row.Currency.Unit().Units()
	least, has := row.Limits.MinPrice.Get()
	has = has && least.Positive()
	floor := int64(0)
	switch {
	case row.Limits.MinPriceMode == decision.MinPriceManual:
		if !has {
			return Band{}, false
		}
	case !row.UpdatedAt.Before(s.CreatedAt):
		return Band{}, false
	default:
		decided, ok := s.Floor.Get()
		if !ok || !decided.Positive() {
			return Band{}, false
		}
		floor = decided.Units()
	}
	if has {
		floor = max(floor, least.Units())
	}
	if m, ok := row.Observed.MapPrice.Get(); ok {
		floor = max(floor, m.Units())
	}
	return Band{Floor: money.FromUnits(floor + (unit-floor%unit)%unit), Ceiling: row.Ceiling()}, true
}
