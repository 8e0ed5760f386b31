package amazon

import (
	"encoding/json"
	"strings"
	"time"

	port "sellingassistant/ports/repricer"
)

// wireSummary is the body of an entry of getCompetitiveSummary.
type wireSummary struct {
	ASIN                  string `json:"asin"`
	MarketplaceID         string `json:"marketplaceId"`
	FeaturedBuyingOptions []struct {
		SegmentedFeaturedOffers []wireFeatured `json:"segmentedFeaturedOffers"`
	} `json:"featuredBuyingOptions"`
	LowestPricedOffers []struct {
		LowestPricedOffersInput struct {
			ItemCondition string `json:"itemCondition"`
		} `json:"lowestPricedOffersInput"`
		Offers []wirePlainOffer `json:"offers"`
	} `json:"lowestPricedOffers"`
	ReferencePrices []struct {
		Name  string   `json:"name"`
		Price *wireSum `json:"price"`
	} `json:"referencePrices"`
}

// wirePlainOffer is an offer as the operations of 2022-05-01 tell it.
type wirePlainOffer struct {
	SellerID        string   `json:"sellerId"`
	Condition       string   `json:"condition"`
	SubCondition    string   `json:"subCondition"`
	FulfillmentType string   `json:"fulfillmentType"`
	ListingPrice    *wireSum `json:"listingPrice"`
	ShippingOptions []struct {
		Price *wireSum `json:"price"`
	} `json:"shippingOptions"`
	Points       *wirePoints `json:"points"`
	PrimeDetails struct {
		Eligibility string `json:"eligibility"`
	} `json:"primeDetails"`
}

type wireFeatured struct {
	wirePlainOffer
	FeaturedOfferSegments []struct {
		CustomerMembership string `json:"customerMembership"`
	} `json:"featuredOfferSegments"`
}

// decodeSummaries reads getCompetitiveSummary, whose entries say in their
// bodies what they are about.
func decodeSummaries(seller string, questions []port.Subject, body []byte, at time.Time) ([]entry[*port.MarketSummary], error) {
	rows, err := decodeEntries(body)
	if err != nil {
		return nil, err
	}
	var entries []entry[*port.MarketSummary]
	answered := make([]bool, len(questions))
	for _, row := range rows {
		var w wireSummary
		readable := json.Unmarshal(row.Body, &w) == nil
		n, ok := only(questions, answered, func(q port.Subject) bool {
			return (w.MarketplaceID == "" || w.MarketplaceID == string(q.Marketplace)) && isSubject("", w.ASIN, port.Subject{ASIN: q.ASIN})
		})
		if !ok {
			continue
		}
		answered[n] = true
		e := entry[*port.MarketSummary]{question: n, err: row.failure(getCompetitiveSummary)}
		if e.err == nil {
			if e.value, err = w.summary(seller, row.momentOf(at)); err != nil || !readable {
				e.value, e.err = nil, unreadable(getCompetitiveSummary)
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (w *wireSummary) summary(seller string, at time.Time) (*port.MarketSummary, error) {
	s := &port.MarketSummary{At: at}
	for _, option := range w.FeaturedBuyingOptions {
		featured, err := convertAll(option.SegmentedFeaturedOffers, func(f wireFeatured) (port.FeaturedOffer, bool, error) { return f.featured(seller) })
		if err != nil {
			return nil, err
		}
		s.Featured = append(s.Featured, featured...)
	}
	for _, lowest := range w.LowestPricedOffers {
		offers, err := convertAll(lowest.Offers, func(o wirePlainOffer) (port.MarketOffer, bool, error) {
			o.Condition = orElse(o.Condition, lowest.LowestPricedOffersInput.ItemCondition)
			return o.offer(seller)
		})
		if err != nil {
			return nil, err
		}
		s.Lowest = append(s.Lowest, offers...)
	}
	for _, r := range w.ReferencePrices[:min(len(w.ReferencePrices), maxOffers)] {
		price, err := r.Price.sum()
		if err != nil {
			return nil, err
		}
		if price != nil {
			s.References = append(s.References, port.ReferencePrice{Name: clean(r.Name), Price: *price})
		}
	}
	return s, nil
}

func (w wireFeatured) featured(seller string) (f port.FeaturedOffer, told bool, err error) {
	f.MarketOffer, told, err = w.offer(seller)
	for _, segment := range w.FeaturedOfferSegments[:min(len(w.FeaturedOfferSegments), maxOffers)] {
		if word := clean(segment.CustomerMembership); word != "" {
			f.Buyers = append(f.Buyers, word)
		}
	}
	winner := true
	f.Featured, f.Winner = &winner, &winner
	return f, told, err
}

// primeWords tell whether an offer is a prime one; other words do not say.
var primeWords = map[string]bool{"NATIONAL": true, "REGIONAL": true, "NONE": false}

func (w wirePlainOffer) offer(seller string) (o port.MarketOffer, told bool, err error) {
	o = port.MarketOffer{
		SellerID: clean(w.SellerID), Own: ownOf(nil, w.SellerID, seller), Condition: conditionOf(w.Condition),
		SubCondition: subConditionOf(w.SubCondition), Fulfillment: fulfillmentOf(w.FulfillmentType),
	}
	if prime, known := primeWords[strings.ToUpper(w.PrimeDetails.Eligibility)]; known {
		o.Prime = &prime
	}
	var shipping *wireSum
	if len(w.ShippingOptions) > 0 {
		shipping = w.ShippingOptions[0].Price
	}
	o.Tag, told, err = tagOf(w.ListingPrice, shipping, w.Points)
	return o, told, err
}
