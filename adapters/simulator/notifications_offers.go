package simulator

import (
	"encoding/json"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// wantsOffers tells whether a seller subscribed to anything about offers.
func (m *Marketplace) wantsOffers(seller string, shop marketplace.ID) bool {
	return m.wanted(typeOffers, seller, shop) || m.wanted(typeHealth, seller, shop)
}

// tellOffers tells every seller account of a change of a product it offers.
func (m *Marketplace) tellOffers(c offerChange) {
	told := map[string]bool{}
	for i := range c.Board.Offers {
		own := &c.Board.Offers[i]
		if own.SKU == "" {
			continue
		}
		v := &offersView{board: c.Board, seller: own.Seller, at: c.At, kind: c.Type, isNew: own.isNew()}
		m.tellHealth(v, own)
		n := v.notice(typeOffers, c.Board.Product.ASIN+"|"+v.condition())
		if told[n.seller+n.about] || !m.wanted(typeOffers, n.seller, n.shop) {
			continue
		}
		told[n.seller+n.about] = true
		n.payload = v.offersPayload
		m.publish(n)
	}
}

// tellHealth tells a seller once that an own offer became too dear for the buy box.
func (m *Marketplace) tellHealth(v *offersView, own *offer) {
	if !m.wanted(typeHealth, own.Seller, v.board.Shop.ID) {
		return
	}
	ill := own.Featured && own.isNew() && !own.Eligible
	key := strings.Join([]string{own.Seller, string(v.board.Shop.ID), own.SKU}, "|")
	m.mailbox.mu.Lock()
	known := m.mailbox.unhealthy[key]
	delete(m.mailbox.unhealthy, key)
	if ill {
		m.mailbox.unhealthy[key] = true
	}
	m.mailbox.mu.Unlock()
	if ill && !known {
		n := v.notice(typeHealth, own.SKU)
		n.payload = func() any { return v.healthPayload(own) }
		m.publish(n)
	}
}

// offersView is a board in the words of notifications, for one seller.
type offersView struct {
	board  *board
	seller string // who is told
	at     time.Time
	kind   competition.Change
	isNew  bool // or about used goods
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

func condition(o *offer) string { return (&offersView{isNew: o.isNew()}).condition() }

func channel(o *offer) string {
	if o.FBA {
		return "Amazon"
	}
	return "Merchant"
}

// What follows is ANY_OFFER_CHANGED as it is sent.
type (
	toldSum struct {
		Amount       json.Number
		CurrencyCode money.Currency
	}
	toldPoints struct {
		PointsNumber int64
	}
	toldPrice struct {
		Condition          string
		FulfillmentChannel string `json:",omitempty"`
		LandedPrice        toldSum
		ListingPrice       toldSum
		Shipping           toldSum
		Points             *toldPoints `json:",omitempty"`
	}
	toldCount struct {
		Condition, FulfillmentChannel string
		OfferCount                    int
	}
	toldRank struct {
		ProductCategoryID string `json:"ProductCategoryId"`
		Rank              int
	}
	toldSummary struct {
		NumberOfOffers               []toldCount
		LowestPrices                 []toldPrice
		BuyBoxPrices                 []toldPrice
		ListPrice                    *toldSum `json:",omitempty"`
		TotalBuyBoxEligibleOffers    int
		SalesRankings                []toldRank
		NumberOfBuyBoxEligibleOffers []toldCount
		CompetitivePriceThreshold    *toldSum `json:",omitempty"`
	}
	toldOffer struct {
		SellerID             string `json:"SellerId"`
		SubCondition         string
		SellerFeedbackRating struct{ FeedbackCount, SellerPositiveFeedbackRating int }
		ShippingTime         struct {
			MinimumHours, MaximumHours      int
			AvailabilityType, AvailableDate string
		}
		ListingPrice        toldSum
		Shipping            toldSum
		Points              *toldPoints `json:",omitempty"`
		ShipsFrom           struct{ Country, State string }
		IsFulfilledByAmazon bool
		PrimeInformation    struct{ IsOfferPrime, IsOfferNationalPrime bool }
		IsFeaturedMerchant  bool
		ShipsDomestically   bool
		IsBuyBoxWinner      *bool `json:",omitempty"`
	}
	toldOffers struct {
		SellerID           string `json:"SellerId"`
		OfferChangeTrigger struct {
			MarketplaceID     marketplace.ID `json:"MarketplaceId"`
			ASIN              string
			ItemCondition     string
			TimeOfOfferChange string
			OfferChangeType   competition.Change
		}
		Summary toldSummary
		Offers  []toldOffer
	}
)

func (v *offersView) sum(minor int64) toldSum {
	return toldSum{v.board.Shop.number(minor), v.board.Shop.Currency}
}

// known is a sum that may be unknown.
func (v *offersView) known(minor int64) *toldSum {
	if minor <= 0 {
		return nil
	}
	sum := v.sum(minor)
	return &sum
}

func pointsOf(o *offer) *toldPoints {
	if o.Points <= 0 {
		return nil
	}
	return &toldPoints{o.Points}
}

func (v *offersView) price(o *offer) toldPrice {
	return toldPrice{
		Condition: condition(o), LandedPrice: v.sum(o.Landed()), ListingPrice: v.sum(o.Price), Shipping: v.sum(o.Shipping), Points: pointsOf(o),
	}
}

// offersPayload is the payload of ANY_OFFER_CHANGED.
func (v *offersView) offersPayload() any {
	n := toldOffers{SellerID: v.seller, Summary: v.summary(), Offers: []toldOffer{}}
	t := &n.OfferChangeTrigger
	t.MarketplaceID, t.ASIN, t.ItemCondition = v.board.Shop.ID, v.board.Product.ASIN, v.condition()
	t.TimeOfOfferChange, t.OfferChangeType = stamp(v.at), v.kind
	for _, o := range v.board.of(v.isNew, top) {
		n.Offers = append(n.Offers, v.told(o))
	}
	return map[string]any{"AnyOfferChangedNotification": n}
}

// told is an offer in full. Whether it is in the buy box is left out now and
// then, as it is in the notifications sellers get.
func (v *offersView) told(o *offer) toldOffer {
	t := toldOffer{
		SellerID: o.Seller, SubCondition: o.Sub, ListingPrice: v.sum(o.Price), Shipping: v.sum(o.Shipping), Points: pointsOf(o),
		IsFulfilledByAmazon: o.FBA, IsFeaturedMerchant: o.Featured, ShipsDomestically: true,
	}
	t.SellerFeedbackRating.FeedbackCount, t.SellerFeedbackRating.SellerPositiveFeedbackRating = o.Feedback, o.Positive
	t.ShippingTime.MinimumHours, t.ShippingTime.MaximumHours, t.ShippingTime.AvailabilityType = o.Hours[0], o.Hours[1], "NOW"
	t.ShipsFrom.Country, t.ShipsFrom.State = o.Country, o.State
	t.PrimeInformation.IsOfferPrime, t.PrimeInformation.IsOfferNationalPrime = o.Prime, o.Prime
	if v.at.Unix()%5 != 0 {
		wins := o.Winner || o.Second
		t.IsBuyBoxWinner = &wins
	}
	return t
}

func (v *offersView) summary() toldSummary {
	b := v.board
	s := toldSummary{
		NumberOfOffers:               v.counts(func(*offer) bool { return true }),
		NumberOfBuyBoxEligibleOffers: v.counts(func(o *offer) bool { return o.Eligible }),
		LowestPrices:                 v.lowest(),
		BuyBoxPrices:                 []toldPrice{},
		SalesRankings:                []toldRank{},
		ListPrice:                    v.known(b.List),
		CompetitivePriceThreshold:    v.known(b.External),
	}
	for _, c := range s.NumberOfBuyBoxEligibleOffers {
		s.TotalBuyBoxEligibleOffers += c.OfferCount
	}
	if w := b.winner(); w != nil {
		s.BuyBoxPrices = append(s.BuyBoxPrices, v.price(w))
	}
	if b.Rank > 0 {
		s.SalesRankings = append(s.SalesRankings, toldRank{b.Product.Category.Group, b.Rank})
	}
	return s
}

// offerGroups are what offers are counted by.
var offerGroups = []struct{ condition, channel string }{{"new", "Amazon"}, {"new", "Merchant"}, {"used", "Amazon"}, {"used", "Merchant"}}

// counts counts offers by condition and channel.
func (v *offersView) counts(which func(*offer) bool) []toldCount {
	all := []toldCount{}
	for _, g := range offerGroups {
		n := 0
		for i := range v.board.Offers {
			if o := &v.board.Offers[i]; condition(o) == g.condition && channel(o) == g.channel && which(o) {
				n++
			}
		}
		if n > 0 {
			all = append(all, toldCount{g.condition, g.channel, n})
		}
	}
	return all
}

// lowest are the cheapest offers of each condition and channel; the board has
// the cheapest first.
func (v *offersView) lowest() []toldPrice {
	all := []toldPrice{}
	for _, g := range offerGroups {
		for i := range v.board.Offers {
			if o := &v.board.Offers[i]; condition(o) == g.condition && channel(o) == g.channel {
				p := v.price(o)
				p.FulfillmentChannel = g.channel
				all = append(all, p)
				break
			}
		}
	}
	return all
}
