package simulator

import (
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/kernel/marketplace"
)

// behaviour is how a competing seller prices.
type behaviour uint8

const (
	behaveOwn         behaviour = iota // a seller account of ours: changes when its listing does
	behaveFixed                        // never
	behaveUndercut                     // lowest landed price less a step, down to its floor
	behaveMatchLowest                  // the lowest landed price
	behaveMatchBox                     // the price in the buy box
	behaveTwoBound                     // undercuts to its floor, then jumps to its ceiling
	behaveCooperative                  // matches up and down, never undercuts
	behaveClimber                      // raises while it wins until it loses, then steps back
	behaveMirror                       // the box is matched downwards and kept while won
	behaveStocker                      // leaves and returns
	behaveRetailer                     // the marketplace itself: joins and leaves, matches, wins ties
	behaveGlitch                       // offers at nothing, next to nothing or ten times the price for a minute
)

// shares of the behaviours among competing sellers, in percent. The
// marketplace itself comes on top.
var shares = [...]struct {
	behaviour behaviour
	percent   int
}{
	{behaveFixed, 30}, {behaveUndercut, 14}, {behaveMatchLowest, 12}, {behaveMatchBox, 9}, {behaveTwoBound, 6},
	{behaveCooperative, 9}, {behaveClimber, 6}, {behaveMirror, 5}, {behaveStocker, 7}, {behaveGlitch, 2},
}

// contender is an offer and what its seller does with it. Sums are in the
// smallest unit of the currency, times in seconds since 1970.
type contender struct {
	account   uint32 // of a competing seller
	seller    string // of an own offer, else empty
	sku       string // likewise
	behaviour behaviour
	sub       uint8 // sub-condition, an index of subConditions; 0 is new
	fba       bool
	prime     bool
	featured  bool // may be in the buy box
	points    bool // gives one percent of points, in Japan
	away      bool // out of stock, or not shown
	stepsBack bool // a climber that found its top
	glitch    uint8
	positive  uint8 // percent of good feedback
	hours     [2]uint16
	delay     int32 // seconds until it reacts
	feedback  int32 // number of ratings

	listing, shipping int64
	floor, ceiling    int64 // landed
	step              int64
	won               int64 // landed price a climber last won with
	due               int64 // when it acts next, 0 for never
}

var subConditions = [...]string{"new", "like_new", "very_good", "good", "acceptable"}

// The odd prices of a glitch.
const (
	glitchZero uint8 = iota + 1
	glitchCent
	glitchTenfold
)

// price is the listing price as shoppers see it.
func (c *contender) price() int64 {
	switch c.glitch {
	case glitchZero:
		return 0
	case glitchCent:
		return 1
	case glitchTenfold:
		return c.listing * 10
	}
	return c.listing
}

// pointsOf are the points given with a sale, worth a yen each.
func (c *contender) pointsOf() int64 {
	if c.points {
		return c.price() / 100
	}
	return 0
}

// landed is what a shopper pays: price and shipping, less points.
func (c *contender) landed() int64 { return c.price() + c.shipping - c.pointsOf() }

// ask sets the landed price within floor and ceiling, and tells whether that changed it.
func (c *contender) ask(landed int64) bool {
	landed = max(c.floor, min(c.ceiling, landed))
	before := c.listing
	c.listing = max(1, landed-c.shipping)
	if c.points {
		// Points follow from the price: look for the price that leaves this sum.
		for c.listing = max(1, c.listing*100/99-1); c.listing+c.shipping-c.listing/100 < landed; {
			c.listing++
		}
	}
	return c.listing != before
}

// account is a competing seller, the same one on every market of a region.
type account struct {
	id             string
	feedback       int32 // number of ratings
	positive       uint8 // percent of good ones
	featured       bool  // good enough for the buy box
	state, country string
}

// accounts is how many competing sellers there are in a region.
const accounts = 4096

// ships are the places competing sellers ship from themselves.
var ships = [...][2]string{{"", "US"}, {"CA", "US"}, {"TX", "US"}, {"", "GB"}, {"", "DE"}, {"", "CN"}, {"", "JP"}, {"", "IT"}}

// account is looked up once it is needed: they are all made at the first time.
func (m *Marketplace) account(n uint32) *account {
	m.floor.once.Do(func() {
		m.floor.accounts = make([]account, accounts*len(marketplace.Regions()))
		for i := range m.floor.accounts {
			m.floor.accounts[i] = m.newAccount(uint64(i))
		}
	})
	return &m.floor.accounts[n]
}

func (m *Marketplace) newAccount(n uint64) account {
	d := m.draws(ofAccount, n, 0)
	a := account{id: "A" + strings.ToUpper(strconv.FormatUint(d.next()|1<<63, 36))[:13], feedback: int32(d.octave(2, 17))}
	a.positive = uint8(100 - min(d.below(14), d.below(14), d.below(30)))
	if d.chance(40) {
		a.positive = uint8(d.between(55, 84))
	}
	a.featured = a.positive >= 80 && a.feedback >= 10
	from := ships[d.below(len(ships))]
	a.state, a.country = from[0], from[1]
	return a
}

// rival makes a competing seller of a product. Base is the base price of the product.
func (m *Marketplace) rival(s *shop, base int64, d *draws) contender {
	c := contender{account: uint32(d.below(accounts) + accounts*slices.Index(marketplace.Regions(), s.Region)), hours: [2]uint16{0, 24}}
	who := m.account(c.account)
	c.feedback, c.positive, c.featured = who.feedback, who.positive, who.featured
	share := d.below(100)
	for _, s := range shares {
		if c.behaviour = s.behaviour; share < s.percent {
			break
		}
		share -= s.percent
	}
	c.fba = d.chance(450)
	c.prime = c.fba
	c.points = s.decimals == 0 && d.chance(500)
	c.delay = int32(d.between(60, 900))
	if !c.fba {
		c.prime = d.chance(50)
		c.shipping = s.minor([...]int64{0, 0, 0, 299, 399, 599, 799}[d.below(7)])
		c.hours = [2]uint16{uint16(24 * d.between(0, 2)), uint16(24 * d.between(2, 5))}
	}
	if d.chance(100) {
		c.sub, c.behaviour = uint8(d.between(1, len(subConditions)-1)), behaveFixed
	}
	c.bound(base, d)
	return c
}

// bound gives a contender its floor, ceiling, step and first price.
func (c *contender) bound(base int64, d *draws) {
	c.floor = max(1+c.shipping, base*int64(d.between(700, 940))/1000)
	c.ceiling = max(c.floor, base*int64(d.between(1060, 1400))/1000)
	c.step = max(1, base*[...]int64{0, 0, 2, 5, 10}[d.below(5)]/1000)
	start := base * int64(d.between(900, 1250)) / 1000
	if c.sub > 0 {
		c.floor = max(1+c.shipping, base*3/10)
		start = start * int64(95-12*int(c.sub)) / 100
	}
	c.ask(start)
}

// retailer makes the marketplace's own offer.
func (m *Marketplace) retailer(s *shop, base int64, d *draws) contender {
	c := contender{
		behaviour: behaveRetailer, seller: string(s.ID), fba: true, prime: true, featured: true,
		feedback: 1_000_000, positive: 98, hours: [2]uint16{0, 24}, delay: int32(d.between(60, 900)),
	}
	c.bound(base, d)
	return c
}

// reacts tells whether others' changes matter to the seller.
func (c *contender) reacts() bool {
	switch c.behaviour {
	case behaveUndercut, behaveMatchLowest, behaveMatchBox, behaveTwoBound, behaveCooperative, behaveClimber, behaveMirror, behaveRetailer:
		return !c.away
	}
	return false
}
