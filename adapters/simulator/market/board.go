package market

import (
	"cmp"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

// Board has the shoppers' view of a product in one marketplace at one moment. Sums are in the
// smallest unit of the marketplace's currency, 0 for unknown.
type Board struct {
	Product *catalog.Product
	Shop    *world.Shop
	// At has the time of the clock, not trading time.
	At time.Time
	// Offers lists the offers that can be bought, of all conditions, cheapest landed first.
	Offers []Offer
	// External has the price outside the marketplace. Offers more than a fifth above it never win
	// the buy box. List has the manufacturer's price.
	External, List int64
	// Rank has the rank in the display group; 0 without a rank.
	Rank int
}

// Offer has one seller's offer.
type Offer struct {
	Seller string
	SKU    string // of an own offer
	// Sub names the sub-condition: new, like_new, very_good, good, acceptable.
	Sub                     string
	Price, Shipping, Points int64
	FBA, Prime              bool
	// Featured sellers may win the buy box; Eligible offers may win it at this price.
	Featured, Eligible, Winner bool
	// Second wins the box for shoppers without Prime.
	Second         bool
	Retailer       bool // the marketplace itself
	Feedback       int  // number of ratings
	Positive       int  // percent
	Hours          [2]int
	State, Country string

	weight int64
}

// Landed returns price and shipping, less points.
func (o *Offer) Landed() int64 { return o.Price + o.Shipping - o.Points }

// IsNew reports whether the goods are new.
func (o *Offer) IsNew() bool { return o.Sub == SubConditions[0] }

// Broad returns the condition of an offer in the words of summaries.
func (o *Offer) Broad() string {
	if o.IsNew() {
		return "new"
	}
	return "used"
}

func (o *Offer) condition() string {
	if o.IsNew() {
		return "New"
	}
	return "Used"
}

// Channel returns the fulfilment of an offer, in the words of summaries.
func (o *Offer) Channel() string {
	if o.FBA {
		return "Amazon"
	}
	return "Merchant"
}

func (o *Offer) Fulfilment() string {
	if o.FBA {
		return "AFN"
	}
	return "MFN"
}

// group has the offers of one condition that are shipped the same way, cheapest first.
type group []*Offer

// Groups returns the offers by condition and fulfilment; empty groups are left out.
func (b *Board) Groups() []group {
	groups := make([]group, 4)
	for i := range b.Offers {
		o, n := &b.Offers[i], 0
		if !o.FBA {
			n = 1
		}
		if !o.IsNew() {
			n += 2
		}
		groups[n] = append(groups[n], o)
	}
	return slices.DeleteFunc(groups, func(g group) bool { return len(g) == 0 })
}

// Counts returns the number of offers of each group, and the number of eligible offers of each
// group that has any. total sums the eligible offers.
func (b *Board) Counts(tell func(o *Offer, n int) gateway.Object) (all, eligible []gateway.Object, total int) {
	all, eligible = []gateway.Object{}, []gateway.Object{}
	for _, g := range b.Groups() {
		all = append(all, tell(g[0], len(g)))
		n := 0
		for _, o := range g {
			if o.Eligible {
				n++
			}
		}
		if n > 0 {
			eligible = append(eligible, tell(g[0], n))
		}
		total += n
	}
	return all, eligible, total
}

// Top bounds the offers in answers and notifications.
const Top = 20

// Of returns the offers of one condition, at most so many.
func (b *Board) Of(isNew bool, most int) []*Offer {
	found := make([]*Offer, 0, min(most, len(b.Offers)))
	for i := range b.Offers {
		if o := &b.Offers[i]; o.IsNew() == isNew && len(found) < most {
			found = append(found, o)
		}
	}
	return found
}

// Winner returns the offer in the buy box, or nil.
func (b *Board) Winner() *Offer {
	for i := range b.Offers {
		if b.Offers[i].Winner {
			return &b.Offers[i]
		}
	}
	return nil
}

// board returns a snapshot of the market.
func (k *market) board() *Board {
	b := &Board{Product: k.product, Shop: k.shop, At: k.floor.world.Pace.Life(k.At), External: k.External, List: k.list}
	b.Offers = make([]Offer, 0, len(k.Contenders))
	for i := range k.Contenders {
		c := &k.Contenders[i]
		if c.Away {
			continue
		}
		o := Offer{
			Seller: c.Seller, SKU: c.SKU, Sub: SubConditions[c.Sub], Price: c.Price(), Shipping: c.Shipping, Points: c.PointsGiven(),
			FBA: c.FBA, Prime: c.Prime, Featured: c.Featured, Eligible: k.MayWin(c), Winner: i == k.Winner, Second: i == k.Second,
			Retailer: c.Behaviour == competition.Retailer, Feedback: int(c.Feedback), Positive: int(c.Positive),
			Hours: [2]int{int(c.Hours[0]), int(c.Hours[1])}, Country: k.shop.Country, weight: c.Weight(),
		}
		if o.Seller == "" {
			who := k.floor.account(c.Account)
			o.Seller = who.id
			if !c.FBA {
				o.State, o.Country = who.state, who.country
			}
		}
		b.Offers = append(b.Offers, o)
	}
	slices.SortFunc(b.Offers, func(x, y Offer) int {
		switch order := cmp.Compare(x.Landed(), y.Landed()); {
		case order != 0:
			return order
		case x.FBA != y.FBA:
			if x.FBA {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(x.Seller, y.Seller), cmp.Compare(x.SKU, y.SKU))
	})
	b.Rank = k.rank()
	return b
}

// rank moves with the price in the buy box and falls when the box is empty. The rank of a family
// moves by itself.
func (k *market) rank() int {
	p := k.product
	if p.Rank == 0 || k.Base == 0 {
		return p.Rank
	}
	rank, key := int64(p.Rank), k.Key
	if p.Siblings > 0 {
		key = MarketKey{p.Index - p.Index%catalog.BlockSize, k.shop.Index}.Number()
	} else if k.Winner >= 0 {
		ratio := max(600, min(1800, k.Contenders[k.Winner].Landed()*1000/k.Base))
		rank = rank * ratio / 1000 * ratio / 1000
	} else {
		rank *= 2
	}
	hourly := k.floor.world.Draws(draw.OfTick, key, uint64((k.At+int64(draw.Mix(key)%3600))/3600))
	rank = rank * int64(hourly.Between(930, 1070)) / 1000
	return int(max(1, min(rank, 1<<p.Category.Population)))
}

// fingerprint returns the same number for boards with the same twenty offers, the same buy box and
// the same price outside.
func (b *Board) fingerprint() uint64 {
	f := draw.Mix(uint64(b.External))
	for _, isNew := range []bool{true, false} {
		for _, o := range b.Of(isNew, Top) {
			f = draw.Mix(f ^ uint64(o.Price)<<20 ^ uint64(o.Shipping))
			for _, c := range []byte(o.Seller + o.SKU) {
				f = f*31 + uint64(c)
			}
			if o.Winner || o.Second {
				f++
			}
		}
	}
	return f
}
