package competition

import "sellingassistant/adapters/simulator/draw"

// Behaviour names a seller's pricing rule.
type Behaviour uint8

// The behaviours.
const (
	Own         Behaviour = iota // changed by its owner only
	Fixed                        // never changes
	Undercut                     // lowest landed price less a step, down to its floor
	MatchLowest                  // the lowest landed price
	MatchBox                     // the price in the buy box
	TwoBound                     // undercuts to its floor, then jumps to its ceiling
	Cooperative                  // matches up and down, never undercuts
	Climber                      // raises while it wins until it loses, then steps back
	Mirror                       // lowers its price to the box's, and keeps it while it wins
	Stocker                      // leaves and returns
	Retailer                     // the marketplace itself: joins and leaves, matches, wins ties
	Glitch                       // costs nothing, next to nothing or ten times the price for a minute
	RandomWalk                   // a few steps up or down every hour, whatever the others do
)

// Share has the percentage of sellers with a behaviour.
type Share struct {
	Behaviour Behaviour
	Percent   int
}

// Usual mixes competing sellers. The marketplace's own offer comes on top.
var Usual = []Share{
	{Fixed, 27}, {Undercut, 14}, {MatchLowest, 12}, {MatchBox, 9}, {TwoBound, 6},
	{Cooperative, 9}, {Climber, 6}, {Mirror, 5}, {Stocker, 7}, {RandomWalk, 3}, {Glitch, 2},
}

// Contender has an offer and its seller's rule. Sums are in the smallest unit of the currency,
// times in seconds since 1970.
type Contender struct {
	// Account numbers a competing seller; Seller and SKU name an own offer.
	Account     uint32
	Seller, SKU string
	Behaviour   Behaviour
	// Sub numbers the sub-condition. 0 means new; used goods never win the buy box.
	Sub        uint8
	FBA, Prime bool
	Standing
	// Points gives one percent of points with each sale, in Japan.
	Points bool
	// Away means out of stock, or hidden.
	Away bool
	// Hours has the handling time, from and to.
	Hours [2]uint16
	// Delay counts the seconds until the seller reacts.
	Delay int32

	Listing, Shipping int64
	Floor, Ceiling    int64 // landed
	Step              int64

	glitch    uint8
	stepsBack bool  // a climber that found its top
	won       int64 // landed price with which a climber last won
	due       int64 // next action, 0 for never
}

// Standing has a seller's reputation.
type Standing struct {
	// Feedback counts the ratings, Positive has the percentage of good ratings.
	Feedback int32
	Positive uint8
	// Featured means good enough for the buy box.
	Featured bool
}

// NewStanding draws the reputation of a competing seller.
func NewStanding(d *draw.Series) Standing {
	s := Standing{Feedback: int32(d.Octave(2, 17))}
	s.Positive = uint8(100 - min(d.Below(14), d.Below(14), d.Below(30)))
	if d.Chance(40) {
		s.Positive = uint8(d.Between(55, 84))
	}
	s.Featured = s.Positive >= 80 && s.Feedback >= 10
	return s
}

// The odd prices of a glitch.
const (
	glitchZero uint8 = iota + 1
	glitchCent
	glitchTenfold
)

// Price returns the listing price that shoppers see.
func (c *Contender) Price() int64 {
	switch c.glitch {
	case glitchZero:
		return 0
	case glitchCent:
		return 1
	case glitchTenfold:
		return c.Listing * 10
	}
	return c.Listing
}

// PointsGiven returns the points of a sale, worth a yen each.
func (c *Contender) PointsGiven() int64 {
	if c.Points {
		return c.Price() / 100
	}
	return 0
}

// Landed returns the shopper's total: price and shipping, less points.
func (c *Contender) Landed() int64 { return c.Price() + c.Shipping - c.PointsGiven() }

// ask sets the landed price within floor and ceiling, and reports whether it changed.
func (c *Contender) ask(landed int64) bool {
	landed = max(c.Floor, min(c.Ceiling, landed))
	before := c.Listing
	c.Listing = max(1, landed-c.Shipping)
	if c.Points {
		// Points follow from the price: look for the price that leaves this sum.
		for c.Listing = max(1, c.Listing*100/99-1); c.Listing+c.Shipping-c.Listing/100 < landed; {
			c.Listing++
		}
	}
	return c.Listing != before
}

// Weight returns the weight of an offer in thousandths: three percent less for shipping from the
// marketplace's fulfilment centres, one percent more for little or bad feedback.
func (c *Contender) Weight() int64 {
	w := int64(1000)
	if c.FBA {
		w = 970
	}
	if c.Feedback < 100 || c.Positive < 90 {
		w += 10
	}
	return w
}

// reacts reports whether the seller reacts to changes of others.
func (c *Contender) reacts() bool {
	switch c.Behaviour {
	case Undercut, MatchLowest, MatchBox, TwoBound, Cooperative, Climber, Mirror, Retailer:
		return !c.Away
	}
	return false
}

// Terms has the marketplace's settings for the sellers of a product.
type Terms struct {
	// Base has the price of the product before any competition.
	Base int64
	// Minor turns US cents into the smallest unit of the currency.
	Minor func(cents int64) int64
	// Points lets sellers give points.
	Points bool
	// Mix lists the behaviours of sellers; nil means Usual.
	Mix []Share
}

// Rival draws a competing seller of a product, without a name yet.
func Rival(t Terms, d *draw.Series) Contender {
	c := Contender{Hours: [2]uint16{0, 24}}
	mix := t.Mix
	if mix == nil {
		mix = Usual
	}
	share := d.Below(100)
	for _, s := range mix {
		if c.Behaviour = s.Behaviour; share < s.Percent {
			break
		}
		share -= s.Percent
	}
	c.FBA = d.Chance(450)
	c.Prime = c.FBA
	c.Points = t.Points && d.Chance(500)
	c.Delay = delay(d)
	if !c.FBA {
		c.Prime = d.Chance(50)
		c.Shipping = t.Minor([...]int64{0, 0, 0, 299, 399, 599, 799}[d.Below(7)])
		c.Hours = [2]uint16{uint16(24 * d.Between(0, 2)), uint16(24 * d.Between(2, 5))}
	}
	if d.Chance(100) {
		c.Sub, c.Behaviour = uint8(d.Between(1, 4)), Fixed
	}
	c.bound(t.Base, d)
	return c
}

// House returns the marketplace's own offer.
func House(seller string, base int64, d *draw.Series) Contender {
	c := Contender{
		Behaviour: Retailer, Seller: seller, FBA: true, Prime: true, Hours: [2]uint16{0, 24}, Delay: delay(d),
		Standing: Standing{Feedback: 1_000_000, Positive: 98, Featured: true},
	}
	c.bound(base, d)
	return c
}

// delay draws a reaction time of 1 to 15 minutes.
func delay(d *draw.Series) int32 { return int32(d.Between(60, 900)) }

// bound sets a contender's floor, ceiling, step and first price.
func (c *Contender) bound(base int64, d *draw.Series) {
	c.Floor = max(1+c.Shipping, base*int64(d.Between(700, 940))/1000)
	c.Ceiling = max(c.Floor, base*int64(d.Between(1060, 1400))/1000)
	c.Step = max(1, base*[...]int64{0, 0, 2, 5, 10}[d.Below(5)]/1000)
	start := base * int64(d.Between(900, 1250)) / 1000
	if c.Sub > 0 {
		c.Floor = max(1+c.Shipping, base*3/10)
		start = start * int64(95-12*int(c.Sub)) / 100
	}
	c.ask(start)
}
