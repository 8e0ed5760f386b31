package repricer

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
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
	// Submitted is the last price that became live by a submission.
	Submitted Maybe[money.Amount]
	// ChangedAt and Change tell of the last price sent, Change "" for none.
	ChangedAt Maybe[time.Time]
	Change    Reason
	// Won is the last live price that had the box.
	Won         Maybe[money.Amount]
	SoftCeiling Maybe[SoftCeiling]
	// Falls are when the price fell, the oldest first.
	Falls []time.Time
	// WarAt is when so many falls were last seen as make a price war.
	WarAt Maybe[time.Time]
	// Day is a day in the settings' time zone, with the number of prices sent on
	// it and the live price before the first of them.
	Day      Maybe[date.Date]
	Changes  int
	DayPrice Maybe[money.Amount]
	// OffersAt is the time of the offers that were decided last.
	OffersAt Maybe[time.Time]
	// SeenAt is when the live price of the row was seen.
	SeenAt Maybe[time.Time]
	// FeesAt is when the fees of the row were asked for last, told or not.
	FeesAt Maybe[time.Time]
	// Window is the schedule window that was last met, by its beginning, and
	// WindowPrice the live price at its start.
	Window      Maybe[time.Time]
	WindowPrice Maybe[money.Amount]
}

// Sending is a price that left.
type Sending struct {
	// From was live before, Price is the new one.
	From, Price money.Amount
	Reason      Reason
	At          time.Time
	// Day is the day of At in the settings' time zone.
	Day date.Date
}

// Sent notes a price that left. A price that goes back to one that had the box
// makes that the soft ceiling for SoftCeilingAge.
func (m *Memory) Sent(s Sending) {
	m.ChangedAt, m.Change = Some(s.At), s.Reason
	if m.Day != Some(s.Day) {
		m.Day, m.Changes, m.DayPrice = Some(s.Day), 0, Some(s.From)
	}
	m.Changes++
	if s.Reason == ReasonRevertToLastWin {
		m.SoftCeiling = Some(SoftCeiling{Price: s.Price, Until: s.At.Add(SoftCeilingAge)})
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

// Confirmed notes a price that was sent and was seen live at a moment.
func (m *Memory) Confirmed(price money.Amount, at time.Time) {
	m.Submitted = Some(price)
	if at.After(m.SeenAt.Or(time.Time{})) {
		m.SeenAt = Some(at)
	}
}

// Adopted notes a live price that somebody else set and that is taken over: what
// comes later is measured against it.
func (m *Memory) Adopted(price money.Amount) {
	if m.Submitted.Known() {
		m.Submitted = Some(price)
	}
}

// Decided notes a decision from offers of a time, None for one that saw none,
// at a live price; box says who had the box then.
func (m *Memory) Decided(offersAt Maybe[time.Time], live money.Amount, box BoxOwner) {
	if at, ok := offersAt.Get(); ok && at.After(m.OffersAt.Or(time.Time{})) {
		m.OffersAt = offersAt
	}
	if box == BoxOwn {
		m.Won = Some(live)
	}
}

// Met notes the window in force, nil for none, and gives it the price that was
// live when it began, as far as that is known: the live one where the window was
// not met before and no price was sent since it began. 0 is no live price.
func (m *Memory) Met(w *InForce, live money.Amount) {
	switch {
	case w == nil:
		m.Window, m.WindowPrice = None[time.Time](), None[money.Amount]()
		return
	case m.Window != Some(w.Since):
		m.Window, m.WindowPrice = Some(w.Since), None[money.Amount]()
		if at, ever := m.ChangedAt.Get(); live.Positive() && (!ever || at.Before(w.Since)) {
			m.WindowPrice = Some(live)
		}
	}
	w.StartPrice = m.WindowPrice
}

// War notes that at this moment the falls inside a strategy's window are so many
// that it is a price war, if they are.
func (m *Memory) War(w Maybe[PriceWar], now time.Time) {
	if war, ok := w.Get(); ok && m.drops(war, now) >= war.MaxDrops {
		m.WarAt = Some(now)
	}
}

func (m *Memory) drops(w PriceWar, now time.Time) int {
	n := 0
	for _, at := range m.Falls {
		if now.Sub(at) < minutes(w.WindowMinutes) {
			n++
		}
	}
	return n
}

// Recall adds what is remembered to the facts of a row. day is today in the
// settings' time zone, plan the strategy or nil.
func (m *Memory) Recall(f *Facts, plan *StrategyValues, now time.Time, day date.Date) {
	f.LastEventAt, f.LastSubmitted = m.OffersAt, m.Submitted
	f.LastChangeAt, f.LastChange = m.ChangedAt, m.Change
	f.LastWon, f.SoftCeiling, f.WarAt = m.Won, m.SoftCeiling, m.WarAt
	f.ChangesToday, f.DayPrice = 0, None[money.Amount]()
	if m.Day == Some(day) {
		f.ChangesToday, f.DayPrice = m.Changes, m.DayPrice
	}
	f.Drops = 0
	if plan == nil {
		return
	}
	if war, ok := plan.PriceWar.Get(); ok {
		f.Drops = m.drops(war, now)
	}
}

// DayIn is the day of a moment in a time zone; a zone that is not known is an
// error.
func DayIn(now time.Time, zone string) (date.Date, error) {
	loc, err := location(zone)
	if err != nil {
		return date.Date{}, err
	}
	return date.Of(now.In(loc)), nil
}
