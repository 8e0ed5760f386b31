package pricing

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/repricer/decision"
	port "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// maxOffers bounds the offers read from one answer; Amazon returns twenty.
const maxOffers = 100

// wireOffers decodes the payload of the offers operations.
type wireOffers struct {
	MarketplaceID string          `json:"marketplaceId"`
	ASIN          string          `json:"ASIN"`
	SKU           string          `json:"SKU"`
	ItemCondition string          `json:"ItemCondition"`
	Status        string          `json:"status"`
	Identifier    offersIdentity  `json:"Identifier"`
	Summary       wireOffersTotal `json:"Summary"`
	Offers        []wireOffer     `json:"Offers"`
}

// offersIdentity identifies the question of an entry; each member may be missing.
type offersIdentity struct {
	MarketplaceID string `json:"MarketplaceId"`
	ASIN          string `json:"ASIN"`
	SellerSKU     string `json:"SellerSKU"`
	ItemCondition string `json:"ItemCondition"`
}

// about reports whether all given members fit a question, including its SKU or ASIN. A SKU may come
// back escaped, as in the address.
func (i offersIdentity) about(_ int, q pricingports.OfferQuestion) bool {
	switch {
	case i.MarketplaceID != "" && i.MarketplaceID != string(q.Marketplace):
		return false
	case i.ItemCondition != "" && conditionOf(i.ItemCondition) != q.Condition:
		return false
	}
	return isSubject(i.SellerSKU, i.ASIN, q.SKUOrASIN)
}

func isSubject(sku, asin string, s port.SKUOrASIN) bool {
	if s.SKU != "" {
		return sku == s.SKU || sku == spapi.EscapeSegment(s.SKU)
	}
	return strings.EqualFold(asin, s.ASIN)
}

type wireOffersTotal struct {
	TotalOfferCount           json.Number          `json:"TotalOfferCount"`
	NumberOfOffers            []wireCount          `json:"NumberOfOffers"`
	BuyBoxPrices              []wireConditionPrice `json:"BuyBoxPrices"`
	CompetitivePriceThreshold *wireSum             `json:"CompetitivePriceThreshold"`
	OffersAvailableTime       string               `json:"OffersAvailableTime"`
}

// wireCount counts the offers of a condition that Amazon ships, or their sellers.
type wireCount struct {
	Condition          string      `json:"condition"`
	FulfillmentChannel string      `json:"fulfillmentChannel"`
	OfferCount         json.Number `json:"OfferCount"`
}

// counted returns the number of offers of a condition in a channel. Amazon leaves out channels
// without offers. A row without a number makes the count unknown.
func (w wireOffersTotal) counted(c decision.Condition, channel string) *int64 {
	if w.NumberOfOffers == nil {
		return nil
	}
	sum := int64(0)
	for _, n := range w.NumberOfOffers {
		if conditionOf(n.Condition) != c || !strings.EqualFold(n.FulfillmentChannel, channel) {
			continue
		}
		count := spapi.CountOr(n.OfferCount, -1)
		if count < 0 {
			return nil
		}
		sum += count
	}
	return &sum
}

// total returns the number of offers of a condition, nil if the answer lacks it or contradicts
// itself. Without offers Amazon omits the numbers by channel; a total of 0 or the status then shows
// it.
func (p *wireOffers) total(f *pricingports.OfferData) *int64 {
	all := spapi.CountOr(p.Summary.TotalOfferCount, -1)
	if f.FBA != nil && f.FBM != nil {
		sum := *f.FBA + *f.FBM
		if all == 0 && sum > 0 || all > 0 && len(p.Summary.NumberOfOffers) == 0 {
			return nil
		}
		return &sum
	}
	none := int64(0)
	if p.Summary.NumberOfOffers == nil && all <= 0 && (all == 0 || p.Status == "NoBuyableOffers") {
		return &none
	}
	return nil
}

// wireConditionPrice decodes the price in the buy box of a condition.
type wireConditionPrice struct {
	consumers
	wirePrice
	Condition string `json:"condition"`
	SellerID  string `json:"sellerId"`
}

type wireOffer struct {
	consumers
	MyOffer              *bool  `json:"MyOffer"`
	SubCondition         string `json:"SubCondition"`
	SellerID             string `json:"SellerId"`
	SellerFeedbackRating *struct {
		SellerPositiveFeedbackRating wireNumber  `json:"SellerPositiveFeedbackRating"`
		FeedbackCount                json.Number `json:"FeedbackCount"`
	} `json:"SellerFeedbackRating"`
	ShippingTime *struct {
		MaximumHours     json.Number `json:"maximumHours"`
		AvailabilityType string      `json:"availabilityType"`
	} `json:"ShippingTime"`
	ListingPrice *wireSum    `json:"ListingPrice"`
	Shipping     *wireSum    `json:"Shipping"`
	Points       *wirePoints `json:"Points"`
	ShipsFrom    struct {
		Country string `json:"Country"`
	} `json:"ShipsFrom"`
	IsFulfilledByAmazon *bool `json:"IsFulfilledByAmazon"`
	IsBuyBoxWinner      *bool `json:"IsBuyBoxWinner"`
	IsFeaturedMerchant  *bool `json:"IsFeaturedMerchant"`
}

// decodeOffersBatch reads getItemOffersBatch and getListingOffersBatch; the entries are answers of
// the operation one.
func decodeOffersBatch(many, one *spapi.Operation, seller string, questions []pricingports.OfferQuestion, body []byte, at time.Time) ([]entry[*pricingports.OfferData], error) {
	rows, err := decodeEntries(body)
	if err != nil {
		return nil, err
	}
	about := func(row wireEntry) func(int, pricingports.OfferQuestion) bool { return offersAbout(one, row) }
	return matched(questions, rows, about, func(row wireEntry, q pricingports.OfferQuestion) (*pricingports.OfferData, *spapi.Error) {
		if e := row.failure(many); e != nil {
			return nil, e
		}
		return decodeOffers(one, seller, q, row.Body, row.momentOf(at))
	}), nil
}

// offersAbout matches an entry to questions: by the request it repeats, else by its payload.
func offersAbout(one *spapi.Operation, row wireEntry) func(int, pricingports.OfferQuestion) bool {
	var id offersIdentity
	if json.Unmarshal(row.Request, &id) == nil && (id.SellerSKU != "" || id.ASIN != "") {
		return id.about
	}
	content, err := one.Content(row.Body)
	var p wireOffers
	if err != nil || json.Unmarshal(content, &p) != nil {
		return func(int, pricingports.OfferQuestion) bool { return false }
	}
	id = p.Identifier
	id.SellerSKU, id.ASIN = cmp.Or(id.SellerSKU, p.SKU), cmp.Or(id.ASIN, p.ASIN)
	id.MarketplaceID, id.ItemCondition = cmp.Or(id.MarketplaceID, p.MarketplaceID), cmp.Or(id.ItemCondition, p.ItemCondition)
	return id.about
}

// decodeOffers reads getItemOffers and getListingOffers.
func decodeOffers(one *spapi.Operation, seller string, q pricingports.OfferQuestion, body []byte, at time.Time) (*pricingports.OfferData, *spapi.Error) {
	content, err := one.Content(body)
	var p wireOffers
	if err != nil || json.Unmarshal(content, &p) != nil {
		return nil, unreadable(one)
	}
	if e := p.judge(one, at); e != nil {
		return nil, e
	}
	f := &pricingports.OfferData{At: at, ASIN: spapi.Clean(cmp.Or(p.ASIN, p.Identifier.ASIN))}
	if f.Boxes, err = convertAll(p.Summary.BuyBoxPrices, wireConditionPrice.box); err != nil {
		return nil, unreadable(one)
	}
	offer := func(w wireOffer) (pricingports.MarketOffer, bool, error) { return w.offer(seller, q) }
	if f.Offers, err = convertAll(p.Offers, offer); err != nil {
		return nil, unreadable(one)
	}
	if f.Competitive, err = p.Summary.CompetitivePriceThreshold.sum(); err != nil {
		return nil, unreadable(one)
	}
	f.Winners = winners(f, q.Condition)
	f.FBA, f.FBM = p.Summary.counted(q.Condition, "Amazon"), p.Summary.counted(q.Condition, "Merchant")
	f.Total, f.Listed = p.total(f), len(p.Offers)
	for _, w := range p.Offers {
		if w.everybody() {
			f.Named++
		}
	}
	f.Foreign = p.ItemCondition != "" && conditionOf(p.ItemCondition) != q.Condition
	return f, nil
}

// notYet bounds the wait for offers that are not ready, if the answer does not say.
const notYet = time.Minute

func (p *wireOffers) judge(one *spapi.Operation, at time.Time) *spapi.Error {
	if p.Status != "ActiveButTooSoonForProcessing" {
		return byWord(one, p.Status)
	}
	wait := notYet
	if ready := spapi.TimeIn(p.Summary.OffersAvailableTime); ready != nil && ready.Year() >= 2000 && ready.Year() < 2200 {
		wait = min(max(time.Second, ready.Sub(at)), time.Hour)
	}
	return &spapi.Error{Kind: spapi.Unavailable, Operation: one.ID, RetryAfter: wait, Problems: []spapi.Problem{{Code: p.Status}}}
}

// convertAll converts the usable rows; one unreadable row makes all of them an error.
func convertAll[A, B any](rows []A, to func(A) (B, bool, error)) ([]B, error) {
	var out []B
	for _, r := range rows[:min(len(rows), maxOffers)] {
		b, told, err := to(r)
		if err != nil {
			return nil, err
		}
		if told {
			out = append(out, b)
		}
	}
	return out, nil
}

func (w wireConditionPrice) box() (p pricingports.BoxPrice, told bool, err error) {
	p.Condition, p.SellerID = conditionOf(w.Condition), spapi.Clean(w.SellerID)
	p.PriceParts, p.Landed, told, err = w.tag()
	return p, told && w.everybody(), err
}

// offer reads an offer; it returns false without a price, and for an offer that is not for
// consumers.
func (w wireOffer) offer(seller string, q pricingports.OfferQuestion) (pricingports.MarketOffer, bool, error) {
	o := pricingports.MarketOffer{
		SellerID: spapi.Clean(w.SellerID), Condition: q.Condition, SubCondition: subConditionOf(w.SubCondition),
		ShipsFrom: strings.ToUpper(spapi.Clean(w.ShipsFrom.Country)), Featured: w.IsFeaturedMerchant, Winner: w.IsBuyBoxWinner,
	}
	if o.SellerID == "" && (w.SellerID == seller || w.MyOffer != nil && *w.MyOffer) {
		o.SellerID = seller
	}
	if w.IsFulfilledByAmazon != nil {
		o.Fulfillment = decision.FBM
		if *w.IsFulfilledByAmazon {
			o.Fulfillment = decision.FBA
		}
	}
	if f := w.SellerFeedbackRating; f != nil {
		o.FeedbackCount, o.Rating = countOf(f.FeedbackCount), percentOf(f.SellerPositiveFeedbackRating)
	}
	if t := w.ShippingTime; t != nil {
		o.MaxHandlingHours = smallCountOf(t.MaximumHours)
		o.AvailableNow = spapi.AvailableNow(t.AvailabilityType)
	}
	var told bool
	var err error
	o.PriceParts, told, err = tagOf(w.ListingPrice, w.Shipping, w.Points)
	return o, told && w.everybody(), err
}
