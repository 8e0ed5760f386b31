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

// maxOffers bounds the offers of one answer that are read; Amazon tells twenty.
const maxOffers = 100

// wireOffers is the payload of the offers operations.
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

// offersIdentity says what an entry is about; each member may be absent.
type offersIdentity struct {
	MarketplaceID string `json:"MarketplaceId"`
	ASIN          string `json:"ASIN"`
	SellerSKU     string `json:"SellerSKU"`
	ItemCondition string `json:"ItemCondition"`
}

// about tells whether everything that is told fits a question, the SKU or ASIN
// among it. A SKU may come back as it stood in the address.
func (i offersIdentity) about(_ int, q pricingports.OfferQuestion) bool {
	switch {
	case i.MarketplaceID != "" && i.MarketplaceID != string(q.Marketplace):
		return false
	case i.ItemCondition != "" && conditionOf(i.ItemCondition) != q.Condition:
		return false
	}
	return isSubject(i.SellerSKU, i.ASIN, q.Subject)
}

func isSubject(sku, asin string, s port.Subject) bool {
	if s.SKU != "" {
		return sku == s.SKU || sku == spapi.EscapeSegment(s.SKU)
	}
	return strings.EqualFold(asin, s.ASIN)
}

type wireOffersTotal struct {
	TotalOfferCount json.Number `json:"TotalOfferCount"`
	NumberOfOffers  []struct {
		Condition  string      `json:"condition"`
		OfferCount json.Number `json:"OfferCount"`
	} `json:"NumberOfOffers"`
	LowestPrices              []wireConditionPrice `json:"LowestPrices"`
	BuyBoxPrices              []wireConditionPrice `json:"BuyBoxPrices"`
	ListPrice                 *wireSum             `json:"ListPrice"`
	CompetitivePriceThreshold *wireSum             `json:"CompetitivePriceThreshold"`
	OffersAvailableTime       string               `json:"OffersAvailableTime"`
}

// wireConditionPrice is a price of a condition, lowest or in the buy box.
type wireConditionPrice struct {
	consumers
	wirePrice
	Condition          string `json:"condition"`
	FulfillmentChannel string `json:"fulfillmentChannel"`
	SellerID           string `json:"sellerId"`
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
		MinimumHours     json.Number `json:"minimumHours"`
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
	PrimeInformation    struct {
		IsPrime *bool `json:"IsPrime"`
	} `json:"PrimeInformation"`
	IsBuyBoxWinner     *bool `json:"IsBuyBoxWinner"`
	IsFeaturedMerchant *bool `json:"IsFeaturedMerchant"`
}

// decodeOffersBatch reads getItemOffersBatch and getListingOffersBatch, whose
// entries are answers of the operation one.
func decodeOffersBatch(many, one *spapi.Operation, seller string, questions []pricingports.OfferQuestion, body []byte, at time.Time) ([]entry[*pricingports.OfferFacts], error) {
	rows, err := decodeEntries(body)
	if err != nil {
		return nil, err
	}
	about := func(row wireEntry) func(int, pricingports.OfferQuestion) bool { return offersAbout(one, row) }
	return matched(questions, rows, about, func(row wireEntry, q pricingports.OfferQuestion) (*pricingports.OfferFacts, *spapi.Error) {
		if e := row.failure(many); e != nil {
			return nil, e
		}
		return decodeOffers(one, seller, q, row.Body, row.momentOf(at))
	}), nil
}

// offersAbout tells which questions an entry can be about: what it says was
// asked, else what its payload says it is.
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
func decodeOffers(one *spapi.Operation, seller string, q pricingports.OfferQuestion, body []byte, at time.Time) (*pricingports.OfferFacts, *spapi.Error) {
	content, err := one.Content(body)
	var p wireOffers
	if err != nil || json.Unmarshal(content, &p) != nil {
		return nil, unreadable(one)
	}
	if e := p.judge(one, at); e != nil {
		return nil, e
	}
	f := &pricingports.OfferFacts{At: at, ASIN: spapi.Clean(cmp.Or(p.ASIN, p.Identifier.ASIN)), Total: p.Summary.total(q.Condition)}
	if f.Lowest, err = convertAll(p.Summary.LowestPrices, wireConditionPrice.lowest); err != nil {
		return nil, unreadable(one)
	}
	box := func(w wireConditionPrice) (pricingports.BoxPrice, bool, error) { return w.box(seller) }
	if f.Boxes, err = convertAll(p.Summary.BuyBoxPrices, box); err != nil {
		return nil, unreadable(one)
	}
	offer := func(w wireOffer) (pricingports.MarketOffer, bool, error) { return w.offer(seller, q) }
	if f.Offers, err = convertAll(p.Offers, offer); err != nil {
		return nil, unreadable(one)
	}
	if f.List, err = p.Summary.ListPrice.sum(); err != nil {
		return nil, unreadable(one)
	}
	if f.Competitive, err = p.Summary.CompetitivePriceThreshold.sum(); err != nil {
		return nil, unreadable(one)
	}
	f.Winners = winners(f, q.Condition)
	return f, nil
}

// notYet is how long to wait for offers that are not ready, when the answer
// does not tell.
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

// convertAll maps the rows that tell something; one that cannot be read spoils
// all of them.
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

// total is the number of offers of a condition. The sum of all may count other
// conditions too, so the numbers by condition come first.
func (t *wireOffersTotal) total(c decision.Condition) *int {
	if t.NumberOfOffers == nil {
		return smallCountOf(t.TotalOfferCount)
	}
	sum := 0
	for _, n := range t.NumberOfOffers {
		if conditionOf(n.Condition) == c {
			sum += int(spapi.CountOr(n.OfferCount, 0))
		}
	}
	return &sum
}

func (w wireConditionPrice) lowest() (p pricingports.LowestPrice, told bool, err error) {
	p.Condition, p.Fulfillment = conditionOf(w.Condition), fulfillmentOf(w.FulfillmentChannel)
	p.Tag, p.Landed, told, err = w.tag()
	return p, told && w.everybody(), err
}

func (w wireConditionPrice) box(seller string) (p pricingports.BoxPrice, told bool, err error) {
	p.Condition, p.SellerID, p.Own = conditionOf(w.Condition), spapi.Clean(w.SellerID), ownOf(nil, w.SellerID, seller)
	p.Tag, p.Landed, told, err = w.tag()
	return p, told && w.everybody(), err
}

// ownOf tells whose an offer is, nil when nothing says so.
func ownOf(mine *bool, of, seller string) *bool {
	own := of == seller
	switch {
	case mine != nil:
		own = *mine || own
	case of == "":
		return nil
	}
	return &own
}

// offer reads an offer; one without a price tells nothing.
func (w wireOffer) offer(seller string, q pricingports.OfferQuestion) (pricingports.MarketOffer, bool, error) {
	o := pricingports.MarketOffer{
		SellerID: spapi.Clean(w.SellerID), Own: ownOf(w.MyOffer, w.SellerID, seller),
		Condition: q.Condition, SubCondition: subConditionOf(w.SubCondition),
		ShipsFrom: strings.ToUpper(spapi.Clean(w.ShipsFrom.Country)),
		Prime:     w.PrimeInformation.IsPrime, Featured: w.IsFeaturedMerchant, Winner: w.IsBuyBoxWinner,
	}
	if o.SellerID == "" && o.Own != nil && *o.Own {
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
		o.MinHandlingHours, o.MaxHandlingHours = smallCountOf(t.MinimumHours), smallCountOf(t.MaximumHours)
		o.AvailableNow = spapi.AvailableNow(t.AvailabilityType)
	}
	var told bool
	var err error
	o.Tag, told, err = tagOf(w.ListingPrice, w.Shipping, w.Points)
	return o, told && w.everybody(), err
}
