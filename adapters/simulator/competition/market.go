// Package competition simulates the market for one product: sellers who react to each other's
// prices, and the buy box they compete for. It has no wire format and no wall clock; its caller
// advances a market from one moment to the next.
package competition

import "sellingassistant/adapters/simulator/draw"

// Market simulates the competition for one product. Its state at any time follows from the seed,
// the time, and all changes made until then. Sums are in the smallest unit of one currency, times
// in seconds since 1970.
type Market struct {
	// Seed and Key select the market's randomness.
	Seed, Key uint64
	// Base has the price of the product before any competition.
	Base       int64
	Contenders []Contender
	// Winner and Second index the Contenders with the buy box and with the box for shoppers without
	// Prime; -1 if it has no winner.
	Winner, Second int
	// External has the price outside this marketplace, 0 while unknown. Without HasExternal it is
	// never known.
	External    int64
	HasExternal bool
	// Split gives shoppers without Prime a buy box of their own.
	Split bool
	// Turn has the seconds after which the box is awarded again: ties go to another seller, and
	// offers within Noise thousandths may change places. 0 keeps the result of a tie.
	Turn, Noise int64
	// At has the time that the market has reached.
	At int64
	// Changed runs after every change that shoppers may see.
	Changed func(at int64, kind Change)
}

// Change names a change of the market, in the words of the notification.
type Change string

// The changes: an offer, the price outside, the buy box.
const (
	ChangedInternal Change = "Internal"
	ChangedExternal Change = "External"
	ChangedFeatured Change = "FeaturedOffer"
)

const (
	day = 24 * 3600
	// stroll has the seconds between two steps of a random walk.
	stroll     = 3600
	glitchTime = 60
	// Never comes after any time.
	Never = int64(1) << 62
)

// Phase spreads a periodic event over its period, so that not all markets run it at once.
func (k *Market) Phase(period int64) int64 { return int64(draw.Mix(k.Key) % uint64(period)) }

// dayPhase returns the start of the day of the price outside.
func (k *Market) dayPhase() int64 { return int64(draw.Mix(k.Key+1) % day) }

// Open awards the buy box for the first time, and lets all sellers see the prices.
func (k *Market) Open(at int64) {
	k.At, k.Winner, k.Second = at, -1, -1
	for i := range k.Contenders {
		k.plan(i, at)
	}
	k.External = k.externalAt(at)
	k.award()
	k.wake(at, -1)
}

// plan sets a seller's clock-driven state at a time: absence, glitch or next step.
func (k *Market) plan(i int, at int64) {
	c := &k.Contenders[i]
	switch c.Behaviour {
	case Stocker, Retailer:
		c.Away, c.due = k.absence(i, at)
	case Glitch:
		c.glitch, c.due = k.glitch(i, at)
	case RandomWalk:
		_, c.due = k.tick(i, at, stroll)
	}
}

// tick numbers the periods of a seller, which start at different times, and returns the start of
// the next.
func (k *Market) tick(i int, at, period int64) (tick, next int64) {
	shift := int64(draw.Mix(k.Key+uint64(i)*draw.Golden) % uint64(period))
	tick = (at + shift) / period
	return tick, (tick+1)*period - shift
}

func (k *Market) tickDraws(i int, tick int64) draw.Series {
	return draw.From(k.Seed, draw.OfTick, k.Key<<8+uint64(i), uint64(tick))
}

// absence returns whether a seller is away at a time, and the end of that period.
func (k *Market) absence(i int, at int64) (away bool, until int64) {
	period, share := int64(4*3600), 350
	if k.Contenders[i].Behaviour == Retailer {
		period, share = day, 150
	}
	tick, until := k.tick(i, at, period)
	d := k.tickDraws(i, tick)
	return d.Chance(share), until
}

// glitch returns the kind of a seller's odd price at a time (0: no odd price), and the time of the
// next change.
func (k *Market) glitch(i int, at int64) (kind uint8, until int64) {
	const period = 4 * 3600
	tick, until := k.tick(i, at, period)
	d := k.tickDraws(i, tick)
	begin := until - period + int64(d.Below(period-glitchTime))
	switch {
	case at < begin:
		return 0, begin
	case at < begin+glitchTime:
		return uint8(d.Between(int(glitchZero), int(glitchTenfold))), begin + glitchTime
	}
	return 0, until
}

// externalAt returns the price outside at a time: it moves a little every day, and on some days a
// lot.
func (k *Market) externalAt(at int64) int64 {
	if !k.HasExternal || k.Base == 0 {
		return 0
	}
	steady := draw.From(k.Seed, draw.OfMarket, k.Key, 1)
	today := draw.From(k.Seed, draw.OfMarket, k.Key, 2+uint64((at+k.dayPhase())/day))
	price := k.Base * int64(steady.Between(950, 1250)) / 1000 * int64(today.Between(970, 1030)) / 1000
	if today.Chance(60) {
		price = price * 3 / 4
	}
	return max(price, 1)
}

// nextExternal returns the time of the next move of the price outside.
func (k *Market) nextExternal() int64 {
	if !k.HasExternal || k.Base == 0 {
		return Never
	}
	return (k.At+k.dayPhase())/day*day + day - k.dayPhase()
}

// nextTurn returns the time of the next award of the box.
func (k *Market) nextTurn() int64 {
	if k.Turn <= 0 {
		return Never
	}
	phase := k.Phase(k.Turn)
	return (k.At+phase)/k.Turn*k.Turn + k.Turn - phase
}

// Events besides the sellers' own.
const (
	dueExternal = -1 - iota
	dueTurn
)

// next returns the next event and its time: a seller or one of the above. At equal times the market
// comes before its sellers.
func (k *Market) next() (at int64, who int) {
	at, who = k.nextExternal(), dueExternal
	if turn := k.nextTurn(); turn < at {
		at, who = turn, dueTurn
	}
	for i := range k.Contenders {
		if due := k.Contenders[i].due; due > 0 && due < at {
			at, who = due, i
		}
	}
	return at, who
}

// Next returns the time of the next event, or Never.
func (k *Market) Next() int64 {
	at, _ := k.next()
	return at
}

// Advance runs all events until a time, in the order of time and then of contenders. Time never
// goes back.
func (k *Market) Advance(to int64) {
	for {
		next, who := k.next()
		if next > to {
			k.At = max(k.At, to)
			return
		}
		k.At = max(k.At, next)
		switch who {
		case dueExternal:
			k.moveExternal()
		case dueTurn:
			// No price changed, so no contender reacts.
			if k.award() {
				k.tell(ChangedFeatured)
			}
		default:
			k.act(who)
		}
	}
}

func (k *Market) moveExternal() {
	before := k.External
	k.External = k.externalAt(k.At)
	if k.External != before {
		k.settleAfter(-1, ChangedExternal)
	}
}

// Settle must be called after the contenders were changed from outside.
func (k *Market) Settle() { k.settleAfter(-1, ChangedInternal) }

// settleAfter awards the buy box after a change, wakes the other contenders and reports the change.
func (k *Market) settleAfter(who int, kind Change) {
	if k.award() && kind == ChangedInternal {
		kind = ChangedFeatured
	}
	k.wake(k.At, who)
	k.tell(kind)
}

func (k *Market) tell(kind Change) {
	if k.Changed != nil {
		k.Changed(k.At, kind)
	}
}

// wake plans a reaction of every reacting seller after its own delay.
func (k *Market) wake(at int64, except int) {
	for i := range k.Contenders {
		c := &k.Contenders[i]
		// The marketplace's own offer always has a time at which it may leave. It reacts to prices
		// first if that time is further away than its delay.
		if i != except && c.reacts() && (c.due == 0 || c.due > at+int64(c.Delay)) {
			c.due = at + int64(c.Delay)
		}
	}
}
