package history

import (
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Urgency orders waiting prices: the lowest first, the oldest first among equals.
type Urgency int

// A live price outside its band is corrected first. Then come prices that fall: a price that is too
// high loses sales now, a price that is too low only earns less.
const (
	UrgencyRepair Urgency = iota
	UrgencyFalling
	UrgencyRising
)

// Urgency returns the urgency of the new price.
func (s ChangeSnapshot) Urgency() Urgency {
	switch {
	case s.Trigger == TriggerRepair, s.Reason == decision.ReasonRaisedToFloor, s.Reason == decision.ReasonLoweredToCeiling:
		return UrgencyRepair
	case s.NewPrice.Cmp(s.OldPrice) < 0:
		return UrgencyFalling
	}
	return UrgencyRising
}

// MaxSendDelay bounds the age of a decision when its price is sent; an older decision may be out of
// date.
const MaxSendDelay = time.Hour

// SendCheck names the result of the last check before sending.
type SendCheck string

// The results.
const (
	// SendAllowed: send the price.
	SendAllowed SendCheck = "send"
	// SendCancelled: prices of the row must not be sent.
	SendCancelled SendCheck = "cancel"
	// SendSuperseded: the price is out of date; the row has to be decided again.
	SendSuperseded SendCheck = "supersede"
)

// SendContext describes the situation right before a price is sent.
type SendContext struct {
	Now time.Time
	// Row has no value if the row was deleted.
	Row      optional.Maybe[repricer.ProductSnapshot]
	Settings repricer.SettingsSnapshot
	// Stopped reports the kill switch.
	Stopped bool
	// Connected reports whether the seller account is connected.
	Connected bool
	// OutOfDate says that the row must be decided again because of an edit, a cost, a strategy or a
	// schedule change.
	OutOfDate bool
}

// Band has the range of allowed prices. It is sent along as the seller's own minimum and maximum.
type Band struct {
	Floor   money.Amount
	Ceiling optional.Maybe[money.Amount]
}

// Maximum returns the seller's own maximum to send with a price. It is always sent: the marketplace
// would keep the previous maximum, and deactivate the offer when a later price exceeds it. Without
// a ceiling it is twice the price, and moves with every price.
func (b Band) Maximum(price money.Amount) money.Amount {
	if ceiling, capped := b.Ceiling.Get(); capped {
		return ceiling
	}
	return money.FromUnits(2 * price.Units())
}

// CheckSend decides whether a proposed price may be sent now, and in which band. It applies the
// current row and settings instead of the row and settings at the decision. It checks floor ≤ price
// ≤ ceiling and the brake again. A row without a floor sends nothing.
func (s ChangeSnapshot) CheckSend(at SendContext) (Band, SendCheck) {
	band, d := s.bandNow(at)
	row, _ := at.Row.Get()
	switch {
	case d != SendAllowed:
		return Band{}, d
	case at.Now.Sub(s.CreatedAt) > MaxSendDelay, row.Observed.CurrentPrice == optional.Some(s.NewPrice):
		return Band{}, SendSuperseded
	}
	return band, SendAllowed
}

// CheckResubmit decides whether a sent price may be sent again, and in which band.
func (s ChangeSnapshot) CheckResubmit(at SendContext) (Band, SendCheck) { return s.bandNow(at) }

// ofAnotherDay reports whether the price was decided on an earlier day. Cost layers, VAT rates, fee
// tables and storage rates begin with a day, which no event announces in time.
func (s ChangeSnapshot) ofAnotherDay(now time.Time) bool {
	return date.Of(now.UTC()) != date.Of(s.CreatedAt.UTC())
}

// Withdrawal returns the reason not to send the price now, "" if it may be sent.
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
	// A user may ask for a suggestion to be sent.
	case !asked && (row.Mode == decision.ModeManual || v.SubmissionMode != decision.SubmitLive):
		return WithdrawnSuggested
	}
	return ""
}

func (s ChangeSnapshot) bandNow(at SendContext) (Band, SendCheck) {
	if s.Withdrawal(at) != "" {
		return Band{}, SendCancelled
	}
	row, _ := at.Row.Get()
	if at.OutOfDate || s.ofAnotherDay(at.Now) {
		return Band{}, SendSuperseded
	}
	band, ok := s.band(row)
	if !ok || s.NewPrice.Cmp(band.Floor) < 0 {
		return Band{}, SendSuperseded
	}
	if ceiling, capped := band.Ceiling.Get(); capped && s.NewPrice.Cmp(ceiling) > 0 {
		return Band{}, SendSuperseded
	}
	if s.braked(row, at) {
		return Band{}, SendSuperseded
	}
	return band, SendAllowed
}

// braked reports whether the brake stops the price. Every price is checked here before it is sent,
// against the live price at that moment and not the live price of the decision; the next decision
// freezes the row.
func (s ChangeSnapshot) braked(row repricer.ProductSnapshot, at SendContext) bool {
	live, known := row.Observed.CurrentPrice.Get()
	return known && live.Positive() && s.Reason != decision.ReasonRestockMax &&
		!at.Settings.Values.Brake().Permits(live, s.NewPrice, row.Accepted(at.Now))
}

// band returns the row's current band. A calculated floor comes from the decision, and no longer
// applies to a row that was edited since. A guarded row with a cost has no band while its
// break-even price is unknown, as after a new cost.
func (s ChangeSnapshot) band(row repricer.ProductSnapshot) (Band, bool) {
	unit := row.Currency.Unit().Units()
	least, has := row.Limits.MinPrice.Get()
	has = has && least.Positive()
	floor := int64(0)
	switch {
	case row.Limits.MinPriceMode == decision.MinPriceManual:
		if !has || row.Observed.Guarded && row.Observed.Cost.Known() && !row.Observed.BreakEven.Known() {
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
	if even, ok := row.Observed.BreakEven.Get(); ok && row.Observed.Guarded {
		floor = max(floor, even.Units())
	}
	return Band{Floor: money.FromUnits(floor + (unit-floor%unit)%unit), Ceiling: row.Ceiling()}, true
}
