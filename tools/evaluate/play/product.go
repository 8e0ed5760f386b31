package play

import (
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
)

const (
	hour = 3600
	day  = 24 * hour
	// start sets the beginning of every play: midnight of a Monday.
	start = int64(1_767_571_200)
)

// These entities separate the series of random numbers, besides the simulator's own.
const (
	ofGoods draw.Entity = 2000 + iota
	ofShopper
	ofEvent
	ofSubmission
	ofShock
)

// Mix describes the competitors of a product.
type Mix struct {
	Name   string
	shares []competition.Share
	// step sets the step of undercutting in thousandths of the base price, 0 for a cent, and -1 for
	// the rival's own step.
	step int64
	// The chance, in thousandths, that the marketplace itself competes too.
	house int
}

// Mixes lists the rival mixes. The last mix is the simulator's own.
var Mixes = []Mix{
	{"calm", []competition.Share{{Behaviour: competition.Fixed, Percent: 60}, {Behaviour: competition.Cooperative, Percent: 40}}, -1, 0},
	{"match_lowest", against(competition.MatchLowest, 20, competition.MatchBox), -1, 0},
	{"undercut_one_cent", against(competition.Undercut, 20, competition.MatchLowest), 0, 0},
	{"undercut_percent", against(competition.Undercut, 20, competition.MatchLowest), 5, 0},
	{"two_bound", against(competition.TwoBound, 20, competition.MatchBox), -1, 0},
	{"step_up", against(competition.Climber, 20, competition.Cooperative), -1, 0},
	{"random_walk", against(competition.RandomWalk, 20, competition.Stocker), -1, 0},
	{"amazon", against(competition.Fixed, 30, competition.MatchLowest), -1, 1000},
	{"usual", competition.Usual, -1, 150},
}

// against returns a mix in which half of the rivals behave in one way. Of the rest, percent of all
// behave in another way, and the others keep their prices.
func against(b competition.Behaviour, percent int, other competition.Behaviour) []competition.Share {
	return []competition.Share{
		{Behaviour: b, Percent: 50}, {Behaviour: other, Percent: percent}, {Behaviour: competition.Fixed, Percent: 50 - percent},
	}
}

// Product has the costs, the rivals and the shoppers of a product. All follow from a seed and a
// number. Amounts are in cents.
type Product struct {
	Mix  *Mix
	Base int64
	// First has the own price at the start, Most the ceiling.
	First, Most int64
	FBA         bool
	// Fixed sums the fees that do not depend on the price. ROI is the least return on cost, in
	// percent.
	Fixed int64
	ROI   int64

	seed, key uint64
	cost      int64
	settings  *Settings
	rivals    []competition.Contender
	shoppers  []shopper
	shocks    []shock
}

// NewProduct makes product number n of a seed.
func NewProduct(s *Settings, seed uint64, n int) *Product {
	p := &Product{Mix: &Mixes[n%len(Mixes)], seed: seed, key: uint64(n) + 1, settings: s}
	d := draw.From(seed, ofGoods, p.key, 0)
	p.Base = int64(d.Octave(10, 13)) / 10 * 10
	p.First = p.Base * int64(d.Between(1000, 1150)) / 1000
	p.Most = p.Base * int64(d.Between(1150, 1400)) / 1000
	p.FBA = d.Chance(600)
	p.Fixed = 300 + p.Base*20/1000
	p.ROI = int64(d.Between(3, 10))
	even := p.Base * int64(d.Between(700, 860)) / 1000
	p.cost = even - referral(even) - p.Fixed
	p.invite(&d)
	p.shoppers = p.arrivals(int64(s.Days) * day)
	if s.Shocks {
		p.shocks = p.blows()
	}
	return p
}

// With returns the same product with other settings of events and submissions.
func (p *Product) With(s *Settings) *Product {
	other := *p
	other.settings = s
	return &other
}

// invite adds 1 to 15 rivals, few for most products, and sometimes the marketplace.
func (p *Product) invite(d *draw.Series) {
	n := d.Between(1, 4)
	switch share := d.Below(100); {
	case share >= 85:
		n = d.Between(10, 15)
	case share >= 55:
		n = d.Between(5, 9)
	}
	terms := competition.Terms{Base: p.Base, Minor: func(cents int64) int64 { return cents }, Mix: p.Mix.shares}
	for i := range n {
		c := competition.Rival(terms, d)
		c.Standing = competition.NewStanding(d)
		c.Seller = sellers[i]
		if p.Mix.step >= 0 && (c.Behaviour == competition.Undercut || c.Behaviour == competition.TwoBound) {
			c.Step = max(1, p.Base*p.Mix.step/1000)
		}
		p.rivals = append(p.rivals, c)
	}
	if d.Chance(p.Mix.house) {
		p.rivals = append(p.rivals, competition.House(houseID, p.Base, d))
	}
}

// open returns the market, with own offers first.
func (p *Product) open(own []competition.Contender) *competition.Market {
	k := &competition.Market{
		Seed: p.seed, Key: p.key, Base: p.Base, HasExternal: draw.Mix(p.seed^p.key)%1000 < 700,
		Turn: p.settings.Market.Turn, Noise: p.settings.Market.Noise,
	}
	k.Contenders = append(append(k.Contenders, own...), p.rivals...)
	k.Open(start)
	return k
}

// referral returns the marketplace's share of a price: 15 percent, at least 30 cents.
func referral(price int64) int64 { return max(30, (price*15+50)/100) }

// profit returns the profit of one sold unit at its real cost, in hundredths of a cent.
func (p *Product) profit(price, cost int64) int64 {
	return price*100 - max(3000, price*15) - p.Fixed*100 - cost*100
}

// floor returns the lowest price that leaves the return on a cost. It tries prices, so that it is
// independent of the formula that it checks.
func (p *Product) floor(cost int64) int64 {
	price := cost + p.Fixed
	for p.profit(price, cost)*100 < cost*100*p.ROI {
		price++
	}
	return price
}

const houseID = "ATVPDKIKX0DER"

var sellers = [...]string{
	"R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R12", "R13", "R14", "R15",
}
