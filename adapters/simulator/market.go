package simulator

// market is the competition for one product in one marketplace. Its state at
// any time follows from the seed, that time, and what was done to the own
// offers until then: who looks, and how often, does not matter.
//
// As long as nobody changed an own offer, the market opens anew every session,
// so that a look at it costs at most a day of reactions and nothing is kept.
// From the first change on it is kept and goes on for good.
type market struct {
	m       *Marketplace
	product *product
	shop    *shop
	key     uint64
	base    int64
	// kept markets go on for good; listened ones are told about.
	kept, listened bool
	// opened and at are the times (seconds since 1970) it started from and has come to.
	opened, at int64
	mine       []ownOffer
	contenders []contender // competing sellers first, then mine
	// winner of the buy box and of the one for shoppers without Prime, -1 for none.
	winner, second int
	external       int64 // price outside this marketplace, 0 when unknown
	list           int64 // list price, 0 for none
	// what is special about the product
	hasExternal, split bool
	// changed is called after whatever may change what shoppers see.
	changed func(at int64, kind changeType)
	seen    uint64 // what listeners were told of
}

const (
	session    = 24 * 3600
	day        = 24 * 3600
	glitchTime = 60
)

// changeType is what changed on the market, in the words of the notification.
type changeType string

const (
	changedInternal changeType = "Internal"      // an offer
	changedExternal changeType = "External"      // the price outside
	changedFeatured changeType = "FeaturedOffer" // the buy box
)

// phase spreads what happens every period over the period, so that not all
// markets do it at once.
func (k *market) phase(period int64) int64 { return int64(mix(k.key) % uint64(period)) }

// dayPhase is when the day of the price outside begins; not with a session.
func (k *market) dayPhase() int64 { return int64(mix(k.key+1) % day) }

// newMarket opens a market for the time at: at the start of its session, with
// the own offers as they were before anybody changed them.
func (m *Marketplace) newMarket(p *product, s *shop, at int64) *market {
	k := &market{m: m, product: p, shop: s, key: marketKey{p.Index, s.index}.number(), base: p.basePrice(s.ID), mine: m.seededOffers(p, s)}
	if p.isHead() || !p.soldIn(s.ID) {
		k.base = 0
	}
	d := m.draws(ofMarket, k.key, 0)
	k.hasExternal, k.split = d.chance(700), d.chance(120)
	if listed := k.base * int64(d.between(1100, 1500)) / 1000; d.chance(600) {
		k.list = listed
	}
	k.open(at)
	return k
}

func (k *market) sessionStart(at int64) int64 { return at - (at+k.phase(session))%session }

// open starts the session that a time lies in.
func (k *market) open(at int64) {
	k.opened = k.sessionStart(at)
	k.at = k.opened
	k.contenders, k.winner, k.second, k.external = k.contenders[:0], -1, -1, 0
	if k.base > 0 {
		k.invite()
	}
	mine := k.mine
	k.mine = nil
	k.put(mine)
	k.external = k.externalAt(k.opened)
	k.award()
	k.wake(k.opened, -1)
}

// invite lets the competing sellers in.
func (k *market) invite() {
	d := k.m.draws(ofRival, k.key, 0)
	for range rivals(&d) {
		k.contenders = append(k.contenders, k.m.rival(k.shop, k.base, &d))
	}
	if d.chance(150) {
		k.contenders = append(k.contenders, k.m.retailer(k.shop, k.base, &d))
	}
	for i := range k.contenders {
		k.plan(i, k.opened)
	}
}

// bring takes the market to a time. What goes on for good or is listened to
// does not go back.
func (k *market) bring(to int64) {
	if to < k.at && k.changed != nil {
		return
	}
	for !k.kept {
		if to < k.at || (to >= k.opened+session && k.changed == nil) {
			k.open(to)
		}
		if to < k.opened+session {
			break
		}
		// Somebody listens: nothing of the sessions between may be left out.
		k.advance(k.opened + session - 1)
		k.open(k.opened + session)
		k.changed(k.at, changedInternal)
	}
	k.advance(to)
}

// rivals is how many sellers compete for a product, 0 to 40: few for most.
func rivals(d *draws) int {
	switch share := d.below(100); {
	case share < 6:
		return 0
	case share < 60:
		return d.between(1, 6)
	case share < 90:
		return d.between(7, 18)
	default:
		return d.between(19, 40)
	}
}

// put replaces the own offers.
func (k *market) put(mine []ownOffer) {
	k.contenders = k.contenders[:len(k.contenders)-len(k.mine)]
	k.mine = mine
	for _, o := range mine {
		c := contender{
			seller: o.Seller, sku: o.SKU, fba: o.FBA, prime: o.FBA, featured: true, feedback: 1200, positive: 97,
			hours: [2]uint16{0, 24}, listing: o.Price, shipping: o.Shipping, sub: subConditionOf(o.Condition),
			away: !o.Buyable || o.Units <= 0,
		}
		if !o.FBA {
			c.hours = [2]uint16{24, 48}
		}
		k.contenders = append(k.contenders, c)
	}
}

// subConditionOf reads a condition type such as used_good.
func subConditionOf(condition string) uint8 {
	for i, sub := range subConditions {
		if i > 0 && len(condition) > len(sub) && condition[len(condition)-len(sub):] == sub && condition[len(condition)-len(sub)-1] == '_' {
			return uint8(i)
		}
	}
	return 0
}

// plan sets what a seller does by the clock alone, as it stands at a time.
func (k *market) plan(i int, at int64) {
	c := &k.contenders[i]
	switch c.behaviour {
	case behaveStocker, behaveRetailer:
		c.away, c.due = k.absence(i, at)
	case behaveGlitch:
		c.glitch, c.due = k.glitch(i, at)
	}
}

// absence tells whether a seller is away at a time, and until when that is sure.
func (k *market) absence(i int, at int64) (away bool, until int64) {
	period, share := int64(4*3600), 350
	if k.contenders[i].behaviour == behaveRetailer {
		period, share = day, 150
	}
	shift := int64(mix(k.key+uint64(i)*golden) % uint64(period))
	tick := (at + shift) / period
	d := k.m.draws(ofTick, k.key<<8+uint64(i), uint64(tick))
	return d.chance(share), (tick+1)*period - shift
}

// glitch tells which odd price a seller has at a time, and until when that is sure.
func (k *market) glitch(i int, at int64) (kind uint8, until int64) {
	const period = 4 * 3600
	shift := int64(mix(k.key+uint64(i)*golden) % period)
	tick := (at + shift) / period
	d := k.m.draws(ofTick, k.key<<8+uint64(i), uint64(tick))
	begin := tick*period - shift + int64(d.below(period-glitchTime))
	switch {
	case at < begin:
		return 0, begin
	case at < begin+glitchTime:
		return uint8(d.between(int(glitchZero), int(glitchTenfold))), begin + glitchTime
	}
	return 0, (tick+1)*period - shift
}

// externalAt is the price outside at a time: it moves a little every day, and
// on some days a lot.
func (k *market) externalAt(at int64) int64 {
	if !k.hasExternal || k.base == 0 {
		return 0
	}
	steady := k.m.draws(ofMarket, k.key, 1)
	today := k.m.draws(ofMarket, k.key, 2+uint64((at+k.dayPhase())/day))
	price := k.base * int64(steady.between(950, 1250)) / 1000 * int64(today.between(970, 1030)) / 1000
	if today.chance(60) {
		price = price * 3 / 4
	}
	return max(price, 1)
}

// nextExternal is when the price outside moves next.
func (k *market) nextExternal() int64 {
	if !k.hasExternal || k.base == 0 {
		return never
	}
	return (k.at+k.dayPhase())/day*day + day - k.dayPhase()
}

const never = int64(1) << 62

// advance lets everything happen until a time, in the order of time and then
// of place. A market does not go back.
func (k *market) advance(to int64) {
	for {
		next, who := k.nextExternal(), -1
		for i := range k.contenders {
			if due := k.contenders[i].due; due > 0 && due < next {
				next, who = due, i
			}
		}
		if next > to {
			k.at = max(k.at, to)
			return
		}
		k.at = max(k.at, next)
		if who < 0 {
			k.moveExternal()
		} else {
			k.act(who)
		}
	}
}

func (k *market) moveExternal() {
	before := k.external
	k.external = k.externalAt(k.at)
	if k.external != before {
		k.settleAfter(-1, changedExternal)
	}
}

// settleAfter gives the box to whom it belongs after a change, wakes the
// others and tells who listens.
func (k *market) settleAfter(who int, kind changeType) {
	if k.award() && kind == changedInternal {
		kind = changedFeatured
	}
	k.wake(k.at, who)
	if k.changed != nil {
		k.changed(k.at, kind)
	}
}

// wake makes every seller who reacts do so after the own delay.
func (k *market) wake(at int64, except int) {
	for i := range k.contenders {
		c := &k.contenders[i]
		// The marketplace itself always has a time at which it may leave; it
		// looks at prices when that lies further away than its delay.
		if i != except && c.reacts() && (c.due == 0 || c.due > at+int64(c.delay)) {
			c.due = at + int64(c.delay)
		}
	}
}
