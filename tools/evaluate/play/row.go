package play

import (
	"slices"
	"time"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

const (
	never = competition.Never
	// sweep sets the time after which a row without an event is read.
	sweep = 6 * hour
)

// row has an own offer, and the service's knowledge and actions about it.
type row struct {
	game   *game
	player Player
	index  int
	tally  Tally
	course course

	settings repricer.SettingsValues
	policy   decision.Policy
	interval int64

	memory repricer.Memory
	// live has the known own price, since liveAt.
	live, liveAt int64
	// waiting has the newest event without a decision, valid if has is true.
	waiting notice
	has     bool
	// The times of the newest event, the next decision, the last decision, and the next read if no
	// event arrives.
	heard, due, looked, swept int64
	// Marks a stopped row, which is not decided until the next look; agreed means that the price
	// may be sent after it.
	held, agreed bool
	// accepted passes the brake, which had stopped it before the look.
	accepted optional.Maybe[money.Amount]
	resume   int64
	// solved maps costs to bounds.
	solved map[int64]optional.Maybe[decision.Bounds]
	send   submission
	offers []decision.Offer
	told   []decision.Offer
	reason decision.Reason
	mind   mind
	// answers counts the prices sent because of others' actions, since the last step of any row
	// became visible. rounds is the maximum so far.
	answers, rounds int
	// sales lists the times of own sales.
	sales []int64
}

func newRow(g *game, who Player, index int) *row {
	r := &row{
		game: g, player: who, index: index, live: g.market.Contenders[index].Listing, liveAt: start, heard: start - 1, looked: start - day, due: never,
		swept: start + sweep, resume: never, settings: repricer.DefaultSettings(),
	}
	r.settings.SubmissionMode = decision.SubmitLive
	r.policy = repricer.PolicyOf(r.settings, g.team(index))
	switch g.product.settings.Priority {
	case "fast":
		r.interval = int64(r.settings.MinIntervalSeconds.Fast)
	case "low":
		r.interval = int64(r.settings.MinIntervalSeconds.Low)
	default:
		r.interval = int64(r.settings.MinIntervalSeconds.Normal)
	}
	r.send.done()
	r.list()
	r.mind.next = never
	if who.oracle {
		r.mind.next = start
	}
	if who.Plan != nil || who.rule != nil {
		r.read()
	} else {
		r.swept = never
	}
	return r
}

// list prepares the constant parts of offers.
func (r *row) list() {
	for i := range r.game.market.Contenders {
		c := &r.game.market.Contenders[i]
		o := decision.Offer{
			SellerID: c.Seller, Shipping: cents(c.Shipping), Fulfillment: decision.FBM, Condition: decision.ConditionNew,
			Featured: c.Featured, Amazon: c.Behaviour == competition.Retailer,
			FeedbackCount: optional.Some(int(c.Feedback)), RatingPercent: optional.Some(money.PercentFromUnits(int64(c.Positive) * 10_000)),
			HandlingHours: optional.Some(int(c.Hours[1])), ShipsFrom: "US", AvailableNow: optional.Some(true),
		}
		if c.FBA {
			o.Fulfillment = decision.FBA
		}
		r.offers = append(r.offers, o)
	}
}

// cents converts cents to an amount.
func cents(n int64) money.Amount { return money.FromUnits(n * 100) }

// next returns the time of the row's next own action.
func (r *row) next() int64 {
	due := r.due
	if r.send.open || r.held {
		due = never
	}
	return min(due, r.swept, r.resume, r.send.next(), r.mind.next)
}

// hear takes an event. It drops an event that is not newer than the last, and a newer event
// replaces a waiting event.
func (r *row) hear(n notice) {
	if n.at <= r.heard {
		return
	}
	r.heard, r.swept = n.at, r.game.now+sweep
	r.see(n)
	if own := n.prices[r.index]; own > 0 && n.at >= r.liveAt {
		r.adopt(own, n.at)
	}
}

// see keeps the state of the market for the next decision.
func (r *row) see(n notice) {
	room := r.waiting.prices
	r.waiting = n
	r.waiting.prices = append(room[:0], n.prices...)
	r.has = true
	if r.player.Plan == nil && r.player.rule == nil {
		return
	}
	r.due = min(r.due, max(r.game.now, r.looked+r.interval))
}

// read reads the market itself, and has the row decided at once.
func (r *row) read() {
	if r.player.Plan == nil && r.player.rule == nil {
		return
	}
	n := picture(r.game.market, nil)
	r.heard = n.at
	r.swept = r.game.now + sweep
	r.see(n)
	r.due = r.game.now
	r.adopt(n.prices[r.index], n.at)
}

// adopt takes over the own price as seen in the market. It may be the price that was sent.
func (r *row) adopt(price, at int64) {
	r.live, r.liveAt = price, at
	if r.send.open && r.send.sent > 0 && price == r.send.price {
		r.confirm()
	}
}

// work does everything that is due now.
func (r *row) work() {
	now := r.game.now
	if r.mind.next <= now {
		r.foresee()
	}
	r.deliver()
	if r.resume <= now {
		r.resume, r.held = never, false
		r.memory.NoteAdoptedPrice(cents(r.live))
		r.read()
	}
	if r.swept <= now {
		r.read()
	}
	if r.due <= now && !r.send.open && !r.held {
		r.due = never
		if r.has {
			r.has, r.looked = false, now
			r.decide()
		}
	}
}

// Stops the row until the next look, every LookEveryHours.
func (r *row) hold() {
	r.tally.Holds++
	r.held, r.due = true, never
	every := int64(r.game.product.settings.LookEveryHours) * hour
	r.resume = (r.game.now/every + 1) * every
}

// decide asks the player for a price and sends it.
func (r *row) decide() {
	r.tally.Decisions++
	if r.player.Plan == nil {
		r.follow()
		return
	}
	input := r.input()
	d := decision.Decide(input)
	r.reason = d.Reason

	switch {
	case d.Verdict == decision.VerdictHold, !r.agreed && r.settings.CircuitBreaker.Trips(d, input.Row):
		r.hold()
		r.agreed, r.accepted = true, d.Grounds.Reached
		return
	case d.Verdict == decision.VerdictSkip, d.Verdict == decision.VerdictError:
		return
	}
	r.agreed, r.accepted = false, optional.None[money.Amount]()
	r.memory.NoteAdoptedPrice(input.Row.Price)
	r.memory.NoteDecision(input.OffersAt, input.Row.Price, d.BuyBox.Owner)
	if d.Verdict == decision.VerdictChange {
		r.submit(d.Price.Units()/100, d.Reason)
	}
}

func at(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }

// input returns the input that the service would pass to the repricer.
func (r *row) input() decision.Input {
	p, now := r.game.product, at(r.game.now)
	today := date.Of(now)
	r.memory.NotePriceWar(r.player.Plan.PriceWar, now)
	input := decision.Input{
		Now: now, OffersAt: optional.Some(at(r.waiting.at)), Strategy: r.player.Plan, Offers: r.tell(), Row: r.facts(),
		Siblings: r.siblings(),
	}
	r.memory.AddTo(&input.Row, input.Strategy, now, today)
	input.Row.Accepted = r.accepted
	off, killed := p.off(r.game.now)
	input.Killed = killed
	if !off {
		input.Policy = &r.policy
	}
	if r.waiting.box > 0 {
		input.Box.Price = optional.Some(cents(r.waiting.box))
	}
	if r.waiting.external > 0 {
		input.ExternalPrice = optional.Some(cents(r.waiting.external))
	}
	return input
}

func (r *row) facts() decision.Row {
	p := r.game.product
	f := decision.Row{
		ID: decision.ProductID(r.index + 1), SellerID: r.game.account(r.index), MarketplaceID: houseID, Currency: "USD",
		Condition: decision.ConditionNew, Fulfillment: r.offers[r.index].Fulfillment, Mode: decision.ModeAuto, Price: cents(r.live),
		Fees: optional.Some(decision.FeeTerms{Fees: decision.Fees{
			ReferralPercent: money.PercentFromUnits(15 * 10_000), ReferralMin: cents(30), Fixed: cents(p.Fixed),
		}}),
		Limits: decision.DefaultLimits(), UnitsSold: r.sold(),
		// The fixed costs include postage.
		Postage: optional.Some(money.Amount{}),
	}
	f.Limits.MinPriceMode = decision.MinPriceROI
	f.Limits.TargetROI = optional.Some(money.PercentFromUnits(p.ROI * 10_000))
	f.Limits.MaxPrice = optional.Some(cents(p.Most))
	if real, known := p.costAt(r.game.now); known {
		f.Cost = optional.Some(cents(real))
		solved, ok := r.solved[real]
		if !ok {
			solved = f.Bounded().Bounds
			if r.solved == nil {
				r.solved = map[int64]optional.Maybe[decision.Bounds]{}
			}
			r.solved[real] = solved
		}
		f.Bounds = solved
	}
	return f
}

// Returns the offers as the waiting event reports them.
func (r *row) tell() []decision.Offer {
	r.told = r.told[:0]
	for i, price := range r.waiting.prices {
		if price < 0 {
			continue
		}
		o := r.offers[i]
		o.Price, o.BuyBox = cents(price), i == r.waiting.winner
		r.told = append(r.told, o)
	}
	return r.told
}

// follow applies the rule of a baseline.
func (r *row) follow() {
	p := r.game.product
	if off, killed := p.off(r.game.now); off || killed {
		return
	}
	real, known := p.costAt(r.game.now)
	if !known && !r.player.unbounded {
		return
	}
	s := seen{live: r.live, floor: p.floor(real), ceiling: p.Most, box: r.waiting.box, winning: r.waiting.winner == r.index}
	if r.waiting.winner < 0 && s.box == s.live {
		s.winning = true
	}
	for i, price := range r.waiting.prices {
		if landed := price + r.game.market.Contenders[i].Shipping; i != r.index && price > 0 && (s.lowest == 0 || landed < s.lowest) {
			s.lowest = landed
		}
	}
	price := min(r.player.rule(s), p.Most)
	if r.player.unbounded {
		price = max(price, 1)
	} else {
		price = max(price, s.floor)
	}
	if price != r.live {
		r.submit(price, "")
	}
}

func (r *row) moment() Moment {
	k := r.game.market
	m := Moment{At: r.game.now, Own: k.Contenders[r.index].Landed(), Winning: k.Winner == r.index, Reason: r.reason}
	real, _ := r.game.product.costAt(r.game.now)
	m.Floor = r.game.product.floor(real)
	if k.Winner >= 0 {
		m.Box = k.Contenders[k.Winner].Landed()
	}
	return m
}

// within counts the times after a moment, in a sorted list.
func within(times []int64, after int64) int {
	i, _ := slices.BinarySearch(times, after+1)
	return len(times) - i
}
