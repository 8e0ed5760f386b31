package repricer

import (
	"math/big"
	"slices"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// MaxFalls bounds the remembered price falls, and fallAge their age: a strategy cannot ask for
// more.
const (
	MaxFalls = 100
	fallAge  = 31 * 24 * time.Hour
)

// Memory records the past of a row that decisions need and the API does not show. The zero value
// belongs to a row that was never decided. Amounts are in the row's currency.
type Memory struct {
	// LastSubmitted has the last sent price that became live.
	LastSubmitted optional.Maybe[money.Amount]
	// ChangedAt and ChangeReason have time and reason of the last price sent. Before the first
	// price sent, ChangeReason is "".
	ChangedAt    optional.Maybe[time.Time]
	ChangeReason decision.Reason
	// LastWon has the last live price with which the row had the box.
	LastWon     optional.Maybe[money.Amount]
	SoftCeiling optional.Maybe[decision.SoftCeiling]
	// Falls lists the times of price falls, the oldest first.
	Falls []time.Time
	// PriceWarAt dates the last time that the falls amounted to a price war.
	PriceWarAt optional.Maybe[time.Time]
	// Day names a day in the settings' time zone. ChangesToday counts the prices sent on it,
	// DayPrice has the live price before the first.
	Day          optional.Maybe[date.Date]
	ChangesToday int
	DayPrice     optional.Maybe[money.Amount]
	// OffersAt dates the offers of the last decision.
	OffersAt optional.Maybe[time.Time]
	// SeenAt dates the last observation of the live price.
	SeenAt optional.Maybe[time.Time]
	// FeesAt dates the last request for fees, answered or not.
	FeesAt optional.Maybe[time.Time]
	// Estimates of the fees, the newest first.
	Estimates []FeeEstimate
	// Goods has the facts about the product.
	Goods optional.Maybe[Goods]
	// AwaitedSince dates the beginning of a wait for the fees of the floor.
	AwaitedSince optional.Maybe[time.Time]
	// WindowSince identifies the last schedule window by its start; WindowPrice is the live price
	// at that moment.
	WindowSince optional.Maybe[time.Time]
	WindowPrice optional.Maybe[money.Amount]
	// SoldOut records that the row had no stock and no price was found for it since.
	SoldOut bool
	// FX has the conversion of the cost at the last decision; it is absent if the cost was in the
	// row's currency.
	FX optional.Maybe[CostFX]
}

// CostFX has the conversion of a cost.
type CostFX struct {
	// From has the currency of the cost.
	From money.Currency
	// Rate converts one unit of From to the row's currency. It has no value without a rate.
	Rate optional.Maybe[money.Rate]
}

// maxDrift bounds the move of an exchange rate that does not matter.
var maxDrift = big.NewRat(2, 100)

// Moved reports whether a rate of today needs another decision: it moved by more than 2 % since the
// last decision, became known, or is no longer known.
func (f CostFX) Moved(today optional.Maybe[money.Rate]) bool {
	was, had := f.Rate.Get()
	now, has := today.Get()
	if !had || !has {
		return had != has
	}
	change := new(big.Rat).Quo(now.Exact(), was.Exact())
	return change.Abs(change.Sub(change, big.NewRat(1, 1))).Cmp(maxDrift) > 0
}

// SentPrice describes a price that was sent.
type SentPrice struct {
	// From has the live price before it, Price the new price.
	From, Price money.Amount
	Reason      decision.Reason
	At          time.Time
	// Day has the day of At in the settings' time zone.
	Day date.Date
}

// NoteSent records a sent price. Returning to a price that had the box makes that price the soft
// ceiling for SoftCeilingAge.
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

// falls returns a copy of the falls that are recent enough to matter.
func (m *Memory) falls(now time.Time) []time.Time {
	return slices.DeleteFunc(slices.Clone(m.Falls), func(at time.Time) bool { return now.Sub(at) > fallAge })
}

// NoteConfirmed records that a sent price was seen live.
func (m *Memory) NoteConfirmed(price money.Amount, at time.Time) {
	m.LastSubmitted = optional.Some(price)
	if at.After(m.SeenAt.Or(time.Time{})) {
		m.SeenAt = optional.Some(at)
	}
}

// NoteAdoptedPrice records a live price that was set outside the repricer and is accepted: later
// prices are compared with it.
func (m *Memory) NoteAdoptedPrice(price money.Amount) {
	if m.LastSubmitted.Known() {
		m.LastSubmitted = optional.Some(price)
	}
}

// NoteDecision records the live price of a decision, the owner of the box, and the time of its
// offers. Without offers the time is absent.
func (m *Memory) NoteDecision(offersAt optional.Maybe[time.Time], live money.Amount, box decision.BoxOwner) {
	if at, ok := offersAt.Get(); ok && at.After(m.OffersAt.Or(time.Time{})) {
		m.OffersAt = offersAt
	}
	if box == decision.BoxOwn {
		m.LastWon = optional.Some(live)
	}
}

// NoteStock records whether the row had no stock. Its return counts until a decision looked for a
// price. An unknown quantity changes nothing.
func (m *Memory) NoteStock(quantity optional.Maybe[int64], v decision.Verdict) {
	n, known := quantity.Get()
	switch {
	case known && n <= 0:
		m.SoldOut = true
	case known && v.Evaluated():
		m.SoldOut = false
	}
}

// NoteWindow records the window in force, or no window for nil, and completes its start price if
// known. The start price is the live price if the window is new and no price was sent since it
// began. A live price of 0 is no price.
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

// NotePriceWar records that the falls amount to a price war now, if they do.
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

// AddTo adds the memory to a row's decision input. day is today in the settings' time zone; plan
// is the strategy or nil.
func (m *Memory) AddTo(f *decision.Row, plan *decision.Strategy, now time.Time, day date.Date) {
	f.LastEventAt, f.LastSubmitted = m.OffersAt, m.LastSubmitted
	f.LastChangeAt, f.LastChange = m.ChangedAt, m.ChangeReason
	f.LastWon, f.SoftCeiling, f.PriceWarAt, f.WasSoldOut = m.LastWon, m.SoftCeiling, m.PriceWarAt, m.SoldOut
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
