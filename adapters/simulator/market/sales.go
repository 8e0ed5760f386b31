package market

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// saleTick has the seconds between two draws of buyers: in each, at most one buyer comes to a
// product. It equals the slice of Advance, so that buyers meet the market of their moment.
const saleTick = advanceSlice

// Order has a purchase of an own offer.
type Order struct {
	ID, Item  string
	Seller    string
	Shop      marketplace.ID
	SKU, ASIN string
	FBA       bool
	Units     int
	Bought    time.Time
	// cancelled has the second of trading time of the cancellation, 0 for never.
	cancelled int64
}

// salesBook has the orders that will be cancelled; Advance guards it.
type salesBook struct {
	doomed []Order
	// most bounds the units that a market sells per month.
	most map[MarketKey]float64
}

// sell simulates purchases of offers with sellers that are subscribed to orders, and notifies them.
// The purchases follow from the seed, the product, the moment and the state of the market.
func (flo *Floor) sell(markets []heardMarket, at int64) {
	moment := flo.world.Pace.Life(at)
	for _, h := range markets {
		if o, ok := flo.buy(h, at); ok && flo.WantsOrders(o.Seller, o.Shop) {
			flo.Ordered(o, moment, "Unshipped")
			if o.cancelled > 0 {
				flo.sales.doomed = append(flo.sales.doomed, o)
			}
		}
	}
	var left []Order
	for _, o := range flo.sales.doomed {
		if o.cancelled > at {
			left = append(left, o)
			continue
		}
		flo.Ordered(o, moment, "Canceled")
	}
	flo.sales.doomed = left
}

// buy draws the buyer of a tick, if any, and returns the purchase of an own offer. At most one
// buyer comes per tick; if the demand is higher, the order has more units. Most buyers take the buy
// box, the others any of the best offers. Nobody pays more than the product is worth to them.
// Buyers come by the clock, also where the markets trade faster, so that monthly sales follow from
// the rank.
func (flo *Floor) buy(h heardMarket, at int64) (Order, bool) {
	d := flo.world.Draws(draw.OfSale, h.key.Number(), uint64(at/saleTick))
	most, known := flo.sales.most[h.key]
	if !known {
		p := flo.catalog.ProductAt(h.key.Product)
		most = Sells(p, flo.world.Seed, p.Rank) * highestDemand
		flo.sales.most[h.key] = most
	}
	bought := flo.world.Pace.Life(at)
	tick := bought.Sub(flo.world.Pace.Life(at - saleTick)).Seconds()
	comes, many := d.Below(1_000_000), d.Below(1_000_000)
	if chance := float64(comes) / 1_000_000; chance*usualUnits >= most*tick/Month {
		return Order{}, false
	}
	worth, toBox, any := int64(d.Between(100, 180)), d.Chance(850), d.Below(5)
	o := Order{
		ID:   fmt.Sprintf("%03d-%07d-%07d", d.Below(1_000), d.Below(10_000_000), d.Below(10_000_000)),
		Item: fmt.Sprintf("%014d", d.Next()%100_000_000_000_000), Units: 1, Shop: h.shop.ID, Bought: bought,
	}
	if d.Chance(120) {
		o.Units = d.Between(2, 4)
	}
	if d.Chance(40) {
		o.cancelled = at + saleTick*int64(d.Between(6, 36))
	}
	found := false
	var news []OfferChange
	open := func() *market { return flo.newMarket(flo.catalog.ProductAt(h.key.Product), h.shop, at) }
	flo.enter(h.key, at, open, &news, func(k *market) {
		switch due := Demand(k.product, flo.world.Seed, k.rank(), bought.Unix()) * tick / Month; {
		case due > usualUnits:
			o.Units = max(1, int(2*due*float64(many)/1_000_000+0.5))
		case float64(comes) >= due/usualUnits*1_000_000:
			return
		}
		b := k.board()
		chosen := b.Winner()
		if best := b.Of(true, any+1); !toBox && len(best) > 0 {
			chosen = best[len(best)-1]
		}
		if chosen == nil || chosen.SKU == "" || chosen.Price <= 0 || chosen.Landed()*100 > k.Base*worth {
			return
		}
		o.Seller, o.SKU, o.ASIN, o.FBA, found = chosen.Seller, chosen.SKU, b.Product.ASIN, chosen.FBA, true
	})
	flo.announce(news)
	return o, found
}

// usualUnits has the mean number of units of an order.
const usualUnits = 1 + 0.12*2

// highestDemand has the factor of the best rank and season on the demand at a product's own rank.
var highestDemand = 1.35 * math.Pow(0.6*0.6*0.93, -steepness)

// sellingMarkets returns the markets of own offers with sellers that are subscribed to orders; nil
// if sales are off.
func (flo *Floor) sellingMarkets() []heardMarket {
	if !flo.selling {
		return nil
	}
	return flo.marketsOf(flo.WantsOrders)
}

// marketsOf returns the markets with an own offer of a seller that cares accepts.
func (flo *Floor) marketsOf(cares func(seller string, shop marketplace.ID) bool) []heardMarket {
	found := map[MarketKey]*world.Shop{}
	for i := range flo.world.Accounts {
		s := &flo.world.Accounts[i]
		var cared []marketplace.ID
		for _, id := range s.Marketplaces {
			if cares(s.ID, id) {
				cared = append(cared, id)
			}
		}
		if len(cared) > 0 {
			flo.addMarkets(found, s, cared)
		}
	}
	markets := make([]heardMarket, 0, len(found))
	for key, s := range found {
		markets = append(markets, heardMarket{key, s})
	}
	slices.SortFunc(markets, func(a, b heardMarket) int {
		return cmp.Or(cmp.Compare(a.key.Product, b.key.Product), cmp.Compare(a.key.Shop, b.key.Shop))
	})
	return markets
}
