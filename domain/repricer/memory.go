package repricer

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// MaxFalls bounds how many falls of a price are remembered, and fallAge how
// long: a strategy cannot ask for more of them or for older ones.
const (
	MaxFalls = 100
	fallAge  = 31 * 24 * time.Hour
)

// Memory is what deciding a row needs to know of its past beside what is shown
// of it. The zero value is that of a row that was never decided. Amounts are in
// the row's currency.
type Memory struct {
	// LastSubmitted is the last price that became live by a submission.
	LastSubmitted optional.Maybe[money.Amount]
	// ChangedAt and Change tell of the last price sent, Change "" for none.
	ChangedAt    optional.Maybe[time.Time]
	ChangeReason decision.Reason
	// LastWon is the last live price that had the box.
	LastWon     optional.Maybe[money.Amount]
	SoftCeiling optional.Maybe[decision.SoftCeiling]
	// Falls are when the price fell, the oldest first.
	Falls []time.Time
	// PriceWarAt is when so many falls were last seen as make a price war.
	PriceWarAt optional.Maybe[time.Time]
	// Day is a day in the settings' time zone, with the number of prices sent on
	// it and the live price before the first of them.
	Day          optional.Maybe[date.Date]
	ChangesToday int
	DayPrice     optional.Maybe[money.Amount]
	// OffersAt is the time of the offers that were decided last.
	OffersAt optional.Maybe[time.Time]
	// SeenAt is when the live price of the row was seen.
	SeenAt optional.Maybe[time.Time]
	// FeesAt is when the fees of the row were asked for last, told or not.
	FeesAt optional.Maybe[time.Time]
	// WindowSince is the schedule window that was last met, by its beginning, and
	// WindowPrice the live price at its start.
	WindowSince optional.Maybe[time.Time]
	WindowPrice optional.Maybe[money.Amount]
}

// SentPrice is a price that left.
type SentPrice struct {
	// From was live before, Price is the new one.
	From, Price money.Amount
	Reason      decision.Reason
	At          time.Time
	// Day is the day of At in the settings' time zone.
	Day date.Date
}

// NoteSent notes a price that left. A price that goes back to one that had the box
// makes that the soft ceiling for SoftCeilingAge.
func (m *Memory) NoteSent(s SentPrice) {
	m.ChangedAt, m.ChangeReason = optional.Some(s.At), s.Reason
	if m.Day != optional.Some(s.Day) {
		m.Day, m.ChangesToday, m.DayPrice = optional.Some(s.Day), 0, optional.Some(s.From)
	}
	m.ChangesToday++
	if s.Reason == decision.ReasonRevertToLastWin {
		m.SoftCeiling = optional.Some(decision.SoftCeiling{Price: s.Price, Until: s.At.Add(decision.SoftCeilingAge)})
	}
	if s.Price.Cmp(s.From) < 0 {
		m.Falls = append(m.falls(s.At), s.At)
		m.Falls = m.Falls[max(len(m.Falls)-MaxFalls, 0):]
	}
}

// falls are those that are not too old to matter, in a list of their own.
func (m *Memory) falls(now time.Time) []time.Time {
	return slices.DeleteFunc(slices.Clone(m.Falls), func(at time.Time) bool { return now.Sub(at) > fallAge })
}

// NoteConfirmed notes a price that was sent and was seen live at a moment.
func (m *Memory) NoteConfirmed(price money.Amount, at time.Time) {
	m.LastSubmitted = optional.Some(price)
	if at.After(m.SeenAt.Or(time.Time{})) {
		m.SeenAt = optional.Some(at)
	}
}

// NoteAdoptedPrice notes a live price that was set outside the repricer and is accepted: later
// prices are compared with it.
func (m *Memory) NoteAdoptedPrice(price money.Amount) {
	if m.LastSubmitted.Known() {
		m.LastSubmitted = optional.Some(price)
	}
}

// NoteDecision notes a decision from offers of a time, None for one that saw none,
// at a live price; box says who had the box then.
func (m *Memory) NoteDecision(offersAt optional.Maybe[time.Time], live money.Amount, box decision.BoxOwner) {
	if at, ok := offersAt.Get(); ok && at.After(m.OffersAt.Or(time.Time{})) {
		m.OffersAt = offersAt
	}
	if box == decision.BoxOwn {
		m.LastWon = optional.Some(live)
	}
}

// NoteWindow notes the window in force, nil for none, and gives it the price that was
// live when it began, as far as that is known: the live one where the window was
// not met before and no price was sent since it began. 0 is no live price.
func (m *Memory) NoteWindow(w *decision.ActiveWindow, live money.Amount) {
	switch {
	case w == nil:
		m.WindowSince, m.WindowPrice = optional.None[time.Time](), optional.None[money.Amount]()
		return
	case m.WindowSince != optional.Some(w.Since):
		m.WindowSince, m.WindowPrice = optional.Some(w.Since), optional.None[money.Amount]()
		if at, ever := m.ChangedAt.Get(); live.Positive() && (!ever || at.Before(w.Since)) {
			m.WindowPrice = optional.Some(live)
		}
	}
	w.StartPrice = m.WindowPrice
}

// NotePriceWar notes that at this moment the falls inside a strategy's window are so many
// that it is a price war, if they are.
func (m *Memory) NotePriceWar(w optional.Maybe[decision.PriceWar], now time.Time) {
	if war, ok := w.Get(); ok && m.drops(war, now) >= war.MaxDrops {
		m.PriceWarAt = optional.Some(now)
	}
}

func (m *Memory) drops(w decision.PriceWar, now time.Time) int {
	n := 0
	for _, at := range m.Falls {
		if now.Sub(at) < w.Window() {
			n++
		}
	}
	return n
}

// AddTo adds what is remembered to the facts of a row. day is today in the
// settings' time zone, plan the strategy or nil.
func (m *Memory) AddTo(f *decision.Row, plan *decision.Strategy, now time.Time, day date.Date) {
	f.LastEventAt, f.LastSubmitted = m.OffersAt, m.LastSubmitted
	f.LastChangeAt, f.LastChange = m.ChangedAt, m.ChangeReason
	f.LastWon, f.SoftCeiling, f.PriceWarAt = m.LastWon, m.SoftCeiling, m.PriceWarAt
	f.ChangesToday, f.DayPrice = 0, optional.None[money.Amount]()
	if m.Day == optional.Some(day) {
		f.ChangesToday, f.DayPrice = m.ChangesToday, m.DayPrice
	}
	f.FallsInWindow = 0
	if plan == nil {
		return
	}
	if war, ok := plan.PriceWar.Get(); ok {
		f.FallsInWindow = m.drops(war, now)
	}
}
