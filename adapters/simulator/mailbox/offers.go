package mailbox

import (
	"strings"
	"time"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// wantsOffers reports whether a seller is subscribed to offers or pricing health.
func (m *Mailbox) wantsOffers(seller string, shop marketplace.ID) bool {
	return m.wanted(gateway.TypeOffers, seller, shop) || m.wanted(gateway.TypeHealth, seller, shop)
}

// tellOffers notifies every seller account of a change of a product that it offers.
func (m *Mailbox) tellOffers(c market.OfferChange) {
	known := map[string]bool{}
	for i := range c.Board.Offers {
		own := &c.Board.Offers[i]
		if own.SKU == "" {
			continue
		}
		v := &offersView{board: c.Board, seller: own.Seller, at: c.At, kind: c.Type, isNew: own.IsNew()}
		m.tellHealth(v, own)
		n := v.notice(gateway.TypeOffers, c.Board.Product.ASIN+"|"+v.condition())
		if known[n.seller+n.about] || !m.wanted(gateway.TypeOffers, n.seller, n.shop) {
			continue
		}
		known[n.seller+n.about] = true
		n.payload = v.offersPayload
		m.publish(n)
	}
}

// tellHealth notifies a seller once that an own offer became too expensive for the buy box.
func (m *Mailbox) tellHealth(v *offersView, own *market.Offer) {
	if !m.wanted(gateway.TypeHealth, own.Seller, v.board.Shop.ID) {
		return
	}
	ill := own.Featured && own.IsNew() && !own.Eligible
	key := strings.Join([]string{own.Seller, string(v.board.Shop.ID), own.SKU}, "|")
	m.mu.Lock()
	known := m.unhealthy[key]
	delete(m.unhealthy, key)
	if ill {
		m.unhealthy[key] = true
	}
	m.mu.Unlock()
	if ill && !known {
		n := v.notice(gateway.TypeHealth, own.SKU)
		n.payload = func() any { return v.healthPayload(own) }
		m.publish(n)
	}
}

// offersView describes a board in the words of notifications, for one seller.
type offersView struct {
	board  *market.Board
	seller string // recipient
	at     time.Time
	kind   competition.Change
	isNew  bool // otherwise about used goods
}

func (v *offersView) notice(kind, about string) notice {
	return notice{kind: kind, seller: v.seller, shop: v.board.Shop.ID, about: about, asin: v.board.Product.ASIN, at: v.at}
}

func (v *offersView) condition() string {
	if v.isNew {
		return "new"
	}
	return "used"
}

// price returns the price of an offer, by its parts.
func (v *offersView) price(o *market.Offer) gateway.Object {
	p := v.board.Prices(o)
	p["Condition"] = o.Broad()
	if o.Points > 0 {
		p["Points"] = gateway.Object{"PointsNumber": o.Points}
	}
	return p
}

// offersPayload returns the payload of ANY_OFFER_CHANGED.
func (v *offersView) offersPayload() any {
	offers := []gateway.Object{}
	for _, o := range v.board.Of(v.isNew, market.Top) {
		offers = append(offers, v.told(o))
	}
	return gateway.Object{"AnyOfferChangedNotification": gateway.Object{
		"SellerId": v.seller, "Summary": v.summary(), "Offers": offers,
		"OfferChangeTrigger": gateway.Object{
			"MarketplaceId": v.board.Shop.ID, "ASIN": v.board.Product.ASIN, "ItemCondition": v.condition(),
			"TimeOfOfferChange": world.Stamp(v.at), "OfferChangeType": v.kind,
		},
	}}
}

// Returns an offer in full. Now and then it leaves out the mark of the buy box, as in real
// notifications.
func (v *offersView) told(o *market.Offer) gateway.Object {
	t := gateway.Object{
		"SellerId": o.Seller, "SubCondition": o.Sub, "SellerFeedbackRating": o.Rating(),
		"ShippingTime": gateway.Object{"MinimumHours": o.Hours[0], "MaximumHours": o.Hours[1], "AvailabilityType": "NOW", "AvailableDate": ""},
		"ListingPrice": market.Cash(v.board.Shop, o.Price), "Shipping": market.Cash(v.board.Shop, o.Shipping),
		"ShipsFrom": gateway.Object{"Country": o.Country, "State": o.State}, "IsFulfilledByAmazon": o.FBA,
		"PrimeInformation":   gateway.Object{"IsOfferPrime": o.Prime, "IsOfferNationalPrime": o.Prime},
		"IsFeaturedMerchant": o.Featured, "ShipsDomestically": true,
	}
	if o.Points > 0 {
		t["Points"] = gateway.Object{"PointsNumber": o.Points}
	}
	if v.at.Unix()%5 != 0 {
		t["IsBuyBoxWinner"] = o.Winner || o.Second
	}
	return t
}

func (v *offersView) summary() gateway.Object {
	b := v.board
	lowest, box, ranks := []gateway.Object{}, []gateway.Object{}, []gateway.Object{}
	counts, eligible, total := b.Counts(func(o *market.Offer, n int) gateway.Object {
		return gateway.Object{"Condition": o.Broad(), "FulfillmentChannel": o.Channel(), "OfferCount": n}
	})
	for _, g := range b.Groups() {
		cheapest := v.price(g[0])
		cheapest["FulfillmentChannel"] = g[0].Channel()
		lowest = append(lowest, cheapest)
	}
	if w := b.Winner(); w != nil {
		box = append(box, v.price(w))
	}
	if b.Rank > 0 {
		ranks = append(ranks, gateway.Object{"ProductCategoryId": b.Product.Category.Group, "Rank": b.Rank})
	}
	s := gateway.Object{
		"NumberOfOffers": counts, "LowestPrices": lowest, "BuyBoxPrices": box, "TotalBuyBoxEligibleOffers": total,
		"SalesRankings": ranks, "NumberOfBuyBoxEligibleOffers": eligible,
	}
	if b.List > 0 {
		s["ListPrice"] = market.Cash(b.Shop, b.List)
	}
	if b.External > 0 {
		s["CompetitivePriceThreshold"] = market.Cash(b.Shop, b.External)
	}
	return s
}
