package simulator

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// saleTick is how many seconds pass between two looks at who buys: in each, at most
// one buyer comes to a product. It is the slice of Advance, so that buyers meet the
// market of their moment.
const saleTick = advanceSlice

// order is what a buyer bought of an own offer.
type order struct {
	id, item  string
	seller    string
	shop      marketplace.ID
	sku, asin string
	fba       bool
	units     int
	bought    int64
	// cancelled is when it is taken back, 0 for never.
	cancelled int64
}

// salesBook has the orders that will be cancelled; Advance guards it.
type salesBook struct {
	doomed []order
	// most is how many units a tick of a market sells at most.
	most map[marketKey]float64
}

// sell simulates purchases of offers whose sellers are subscribed to orders, and notifies them.
// Who buys what follows from the seed, the product, the moment and the state of the market.
func (m *Marketplace) sell(markets []heardMarket, at int64) {
	for _, h := range markets {
		if o, ok := m.buy(h, at); ok && m.wanted(gateway.TypeOrder, o.seller, o.shop) {
			m.floor.ordered(o, at, "Unshipped")
			if o.cancelled > 0 {
				m.floor.sales.doomed = append(m.floor.sales.doomed, o)
			}
		}
	}
	var left []order
	for _, o := range m.floor.sales.doomed {
		if o.cancelled > at {
			left = append(left, o)
			continue
		}
		m.floor.ordered(o, at, "Canceled")
	}
	m.floor.sales.doomed = left
}

// buy draws the buyer, if there is one, and returns what is bought of an own offer. Buyers come as the demand for the
// product says: at most one in each tick, who buys more of what sells faster than that. Most take the buy box, the others
// any of the best offers; none pays more than the product is worth to them.
func (m *Marketplace) buy(h heardMarket, at int64) (order, bool) {
	d := m.Draws(draw.OfSale, h.key.number(), uint64(at/saleTick))
	most, known := m.floor.sales.most[h.key]
	if !known {
		p := m.Catalog.ProductAt(h.key.product)
		most = sells(p, m.World.Seed, p.Rank) * highestDemand * saleTick / month
		m.floor.sales.most[h.key] = most
	}
	comes, many := d.Below(1_000_000), d.Below(1_000_000)
	if chance := float64(comes) / 1_000_000; chance*usualUnits >= most {
		return order{}, false
	}
	worth, toBox, any := int64(d.Between(100, 180)), d.Chance(850), d.Below(5)
	o := order{
		id:   fmt.Sprintf("%03d-%07d-%07d", d.Below(1_000), d.Below(10_000_000), d.Below(10_000_000)),
		item: fmt.Sprintf("%014d", d.Next()%100_000_000_000_000), units: 1, shop: h.shop.ID, bought: at,
	}
	if d.Chance(120) {
		o.units = d.Between(2, 4)
	}
	if d.Chance(40) {
		o.cancelled = at + saleTick*int64(d.Between(6, 36))
	}
	found := false
	var news []offerChange
	open := func() *market { return m.newMarket(m.Catalog.ProductAt(h.key.product), h.shop, at) }
	m.enter(h.key, at, open, &news, func(k *market) {
		switch due := demand(k.product, m.World.Seed, k.rank(), at) * saleTick / month; {
		case due > usualUnits:
			o.units = max(1, int(2*due*float64(many)/1_000_000+0.5))
		case float64(comes) >= due/usualUnits*1_000_000:
			return
		}
		b := k.board()
		chosen := b.winner()
		if best := b.of(true, any+1); !toBox && len(best) > 0 {
			chosen = best[len(best)-1]
		}
		if chosen == nil || chosen.SKU == "" || chosen.Price <= 0 || chosen.Landed()*100 > k.Base*worth {
			return
		}
		o.seller, o.sku, o.asin, o.fba, found = chosen.Seller, chosen.SKU, b.Product.ASIN, chosen.FBA, true
	})
	m.announce(news)
	return o, found
}

// usualUnits is how many units an order has in the mean.
const usualUnits = 1 + 0.12*2

// highestDemand is what the best rank and season make of the demand at a product's own rank.
var highestDemand = 1.35 * math.Pow(0.6*0.6*0.93, -steepness)

// tellOrder notifies a seller's subscriber of an order.
func (m *Marketplace) tellOrder(o order, at int64, status string) {
	n := notice{kind: gateway.TypeOrder, seller: o.seller, shop: o.shop, about: o.id, asin: o.asin, at: time.Unix(at, 0).UTC()}
	n.payload = func() any { return o.payload(n.at, status) }
	m.publish(n)
}

// payload is the payload of ORDER_CHANGE.
func (o order) payload(at time.Time, status string) any {
	left := o.units
	if status != "Unshipped" {
		left = 0
	}
	return gateway.Object{"OrderChangeNotification": gateway.Object{
		"NotificationLevel": "OrderLevel", "SellerId": o.seller, "AmazonOrderId": o.id, "OrderChangeType": "OrderStatusChange",
		"OrderChangeTrigger": gateway.Object{"TimeOfOrderChange": world.Stamp(at), "ChangeReason": "Status changed to " + status},
		"Summary": gateway.Object{
			"MarketplaceId": o.shop, "OrderStatus": status, "PurchaseDate": world.Stamp(time.Unix(o.bought, 0)), "DestinationPostalCode": "10001",
			"FulfillmentType": (&offer{FBA: o.fba}).fulfilment(), "OrderType": "StandardOrder", "NumberOfItemsShipped": 0, "NumberOfItemsUnshipped": left,
			"OrderItems": []gateway.Object{{"OrderItemId": o.item, "SellerSKU": o.sku, "Quantity": o.units, "QuantityShipped": 0}},
		},
	}}
}

// sellingMarkets are the markets of own offers whose sellers are subscribed to orders; none if
// sales are off.
func (m *Marketplace) sellingMarkets() []heardMarket {
	if !m.cfg.Sales {
		return nil
	}
	return m.marketsOf(func(seller string, shop marketplace.ID) bool { return m.wanted(gateway.TypeOrder, seller, shop) })
}

// marketsOf are the markets with an own offer of a seller that cares accepts.
func (m *Marketplace) marketsOf(cares func(seller string, shop marketplace.ID) bool) []heardMarket {
	found := map[marketKey]*world.Shop{}
	for i := range m.World.Accounts {
		s := &m.World.Accounts[i]
		var cared []marketplace.ID
		for _, id := range s.Marketplaces {
			if cares(s.ID, id) {
				cared = append(cared, id)
			}
		}
		if len(cared) > 0 {
			m.addMarkets(found, s, cared)
		}
	}
	markets := make([]heardMarket, 0, len(found))
	for key, s := range found {
		markets = append(markets, heardMarket{key, s})
	}
	slices.SortFunc(markets, func(a, b heardMarket) int {
		return cmp.Or(cmp.Compare(a.key.product, b.key.product), cmp.Compare(a.key.shop, b.key.shop))
	})
	return markets
}
