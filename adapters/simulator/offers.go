package simulator

import (
	"encoding/json"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// The conditions prices are asked for.
var itemConditions = []string{"New", "Used", "Collectible", "Refurbished", "Club"}

// cash is a sum as the older pricing operations write it.
type cash struct {
	Currency money.Currency `json:"CurrencyCode"`
	Amount   json.Number    `json:"Amount"`
}

func (s *shop) cash(minor int64) cash { return cash{s.Currency, s.number(minor)} }

type points struct {
	Number int64 `json:"PointsNumber"`
	Value  *cash `json:"PointsMonetaryValue,omitempty"`
}

// points are told in Japan, where one is worth a yen.
func (s *shop) points(n int64) *points {
	if n == 0 {
		return nil
	}
	value := s.cash(n)
	return &points{n, &value}
}

// offersAnswer is what one of the offers operations says about one item.
type offersAnswer struct {
	MarketplaceID marketplace.ID `json:"marketplaceId"`
	ASIN          string         `json:"ASIN,omitempty"`
	SKU           string         `json:"SKU,omitempty"`
	Condition     string         `json:"ItemCondition"`
	Status        string         `json:"status"`
	Identifier    offersSubject  `json:"Identifier"`
	Summary       offersSummary  `json:"Summary"`
	Offers        []offerDetail  `json:"Offers"`
}

type offersSubject struct {
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	ASIN          string         `json:"ASIN,omitempty"`
	SKU           string         `json:"SellerSKU,omitempty"`
	Condition     string         `json:"ItemCondition"`
}

type offersSummary struct {
	Total        *int          `json:"TotalOfferCount,omitempty"`
	Counts       []offerCount  `json:"NumberOfOffers,omitempty"`
	Lowest       []lowestPrice `json:"LowestPrices,omitempty"`
	Box          []boxPrice    `json:"BuyBoxPrices,omitempty"`
	List         *cash         `json:"ListPrice,omitempty"`
	Threshold    *cash         `json:"CompetitivePriceThreshold,omitempty"`
	Suggested    *cash         `json:"SuggestedLowerPricePlusShipping,omitempty"`
	Ranks        []rankRow     `json:"SalesRankings,omitempty"`
	EligibleRows []offerCount  `json:"BuyBoxEligibleOffers,omitempty"`
}

type offerCount struct {
	Condition string `json:"condition"`
	Channel   string `json:"fulfillmentChannel"`
	Count     int    `json:"OfferCount"`
}

type lowestPrice struct {
	Condition string  `json:"condition"`
	Channel   string  `json:"fulfillmentChannel"`
	Landed    cash    `json:"LandedPrice"`
	Listing   cash    `json:"ListingPrice"`
	Shipping  cash    `json:"Shipping"`
	Points    *points `json:"Points,omitempty"`
}

type boxPrice struct {
	Condition string  `json:"condition"`
	Landed    cash    `json:"LandedPrice"`
	Listing   cash    `json:"ListingPrice"`
	Shipping  cash    `json:"Shipping"`
	Points    *points `json:"Points,omitempty"`
	Seller    string  `json:"sellerId,omitempty"`
}

type rankRow struct {
	Category string `json:"ProductCategoryId"`
	Rank     int    `json:"Rank"`
}

type offerDetail struct {
	Mine     bool         `json:"MyOffer"`
	Sub      string       `json:"SubCondition,omitempty"`
	Seller   string       `json:"SellerId,omitempty"`
	Rating   *feedback    `json:"SellerFeedbackRating,omitempty"`
	Shipped  shippingTime `json:"ShippingTime"`
	Listing  cash         `json:"ListingPrice"`
	Points   *points      `json:"Points,omitempty"`
	Shipping cash         `json:"Shipping"`
	From     *shipsFrom   `json:"ShipsFrom,omitempty"`
	FBA      bool         `json:"IsFulfilledByAmazon"`
	Prime    *primeInfo   `json:"PrimeInformation,omitempty"`
	Winner   bool         `json:"IsBuyBoxWinner"`
	Featured bool         `json:"IsFeaturedMerchant"`
}

type feedback struct {
	Positive int `json:"SellerPositiveFeedbackRating"`
	Count    int `json:"FeedbackCount"`
}

type shippingTime struct {
	Minimum      int    `json:"minimumHours"`
	Maximum      int    `json:"maximumHours"`
	Availability string `json:"availabilityType"`
}

type shipsFrom struct {
	State   string `json:"State,omitempty"`
	Country string `json:"Country"`
}

type primeInfo struct {
	Prime    bool `json:"IsPrime"`
	National bool `json:"IsNationalPrime"`
}

// channel is who ships an offer, in the words of summaries.
func (o *offer) channel() string {
	if o.FBA {
		return "Amazon"
	}
	return "Merchant"
}

// broad is the condition of an offer in the words of summaries.
func (o *offer) broad() string {
	if o.isNew() {
		return "new"
	}
	return "used"
}

// offersOf tells the offers of one condition. Sellers see which are their own.
func (b *board) offersOf(seller, sku, condition string) offersAnswer {
	a := offersAnswer{
		MarketplaceID: b.Shop.ID, ASIN: b.Product.ASIN, SKU: sku, Condition: condition, Status: "Success",
		Identifier: offersSubject{b.Shop.ID, b.Product.ASIN, sku, condition}, Offers: []offerDetail{},
	}
	if sku != "" {
		a.ASIN, a.Identifier.ASIN = "", ""
	}
	for _, o := range b.in(condition) {
		a.Offers = append(a.Offers, b.detail(o, seller))
	}
	a.Summary = b.summary(condition)
	if b.Product.odd {
		// The published model does not allow these to be left out.
		a.Summary.Total = nil
		for i := range a.Offers {
			a.Offers[i].Rating = nil
		}
	}
	if len(a.Offers) == 0 {
		a.Status = "NoBuyableOffers"
	}
	return a
}

// in are the offers told of for a condition. There are no others than new and used.
func (b *board) in(condition string) []*offer {
	switch condition {
	case itemConditions[0]:
		return b.of(true, top)
	case itemConditions[1]:
		return b.of(false, top)
	}
	return nil
}

func (b *board) detail(o *offer, seller string) offerDetail {
	d := offerDetail{
		Mine: o.Seller == seller, Sub: o.Sub, Seller: o.Seller, Rating: &feedback{o.Positive, o.Feedback},
		Shipped: shippingTime{o.Hours[0], o.Hours[1], "NOW"}, Listing: b.Shop.cash(o.Price), Points: b.Shop.points(o.Points),
		Shipping: b.Shop.cash(o.Shipping), From: &shipsFrom{o.State, o.Country}, FBA: o.FBA, Prime: &primeInfo{o.Prime, o.Prime},
		Winner: o.Winner || o.Second, Featured: o.Featured,
	}
	if b.Product.odd && o.Hours[1] > 48 {
		d.Shipped.Availability = "BACKORDER" // a word the published model does not know
	}
	return d
}

func (b *board) summary(condition string) offersSummary {
	total := 0
	for i := range b.Offers {
		if b.Offers[i].isNew() == (condition == "New") {
			total++
		}
	}
	s := offersSummary{Total: &total, Ranks: b.ranks()}
	for _, group := range b.groups() {
		first := group[0]
		s.Counts = append(s.Counts, offerCount{first.broad(), first.channel(), len(group)})
		s.Lowest = append(s.Lowest, lowestPrice{
			first.broad(), first.channel(), b.Shop.cash(first.Landed()), b.Shop.cash(first.Price), b.Shop.cash(first.Shipping), b.Shop.points(first.Points),
		})
		eligible := 0
		for _, o := range group {
			if o.Eligible {
				eligible++
			}
		}
		if eligible > 0 {
			s.EligibleRows = append(s.EligibleRows, offerCount{first.broad(), first.channel(), eligible})
		}
	}
	if w := b.winner(); w != nil {
		s.Box = []boxPrice{{"New", b.Shop.cash(w.Landed()), b.Shop.cash(w.Price), b.Shop.cash(w.Shipping), b.Shop.points(w.Points), w.Seller}}
		if b.Product.odd {
			s.Box[0].Seller = ""
		}
	}
	if b.List > 0 {
		list := b.Shop.cash(b.List)
		s.List = &list
	}
	if b.External > 0 {
		threshold := b.Shop.cash(b.External)
		s.Threshold = &threshold
	}
	return s
}

// groups are the offers by condition and who ships, each cheapest first; empty
// groups are left out.
func (b *board) groups() [][]*offer {
	groups := make([][]*offer, 4)
	for i := range b.Offers {
		o, n := &b.Offers[i], 0
		if !o.FBA {
			n = 1
		}
		if !o.isNew() {
			n += 2
		}
		groups[n] = append(groups[n], o)
	}
	filled := groups[:0]
	for _, g := range groups {
		if len(g) > 0 {
			filled = append(filled, g)
		}
	}
	return filled
}

// ranks are the sales ranks as pricing operations write them.
func (b *board) ranks() []rankRow {
	if b.Rank == 0 {
		return nil
	}
	return []rankRow{{b.Product.Category.group, b.Rank}, {b.Product.Kind.node, b.leafRank()}}
}
