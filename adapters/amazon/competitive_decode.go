package amazon

import (
	"encoding/json"
	"time"

	"sellingassistant/domain/repricer"
	port "sellingassistant/ports/repricer"
)

// wirePriced is an entry of getPricing and getCompetitivePricing.
type wirePriced struct {
	Status    string `json:"status"`
	SellerSKU string `json:"SellerSKU"`
	ASIN      string `json:"ASIN"`
	Product   *struct {
		Identifiers struct {
			MarketplaceASIN struct {
				ASIN string `json:"ASIN"`
			} `json:"MarketplaceASIN"`
			SKUIdentifier struct {
				SellerSKU string `json:"SellerSKU"`
			} `json:"SKUIdentifier"`
		} `json:"Identifiers"`
		CompetitivePricing struct {
			CompetitivePrices     []wireCompetitivePrice `json:"CompetitivePrices"`
			NumberOfOfferListings []struct {
				Count     json.Number `json:"Count"`
				Condition string      `json:"condition"`
			} `json:"NumberOfOfferListings"`
		} `json:"CompetitivePricing"`
		SalesRankings []struct {
			ProductCategoryID string      `json:"ProductCategoryId"`
			Rank              json.Number `json:"Rank"`
		} `json:"SalesRankings"`
		Offers []wireOwnOffer `json:"Offers"`
	} `json:"Product"`
}

type wireCompetitivePrice struct {
	consumers
	CompetitivePriceID string    `json:"CompetitivePriceId"`
	Price              wirePrice `json:"Price"`
	Condition          string    `json:"condition"`
	SellerID           string    `json:"sellerId"`
	BelongsToRequester *bool     `json:"belongsToRequester"`
}

type wireOwnOffer struct {
	consumers
	BuyingPrice        wirePrice `json:"BuyingPrice"`
	RegularPrice       *wireSum  `json:"RegularPrice"`
	FulfillmentChannel string    `json:"FulfillmentChannel"`
	ItemCondition      string    `json:"ItemCondition"`
	SellerSKU          string    `json:"SellerSKU"`
}

// decodePrices reads getPricing and getCompetitivePricing: each entry says by
// itself whether it succeeded.
func decodePrices[A any](op *Operation, questions []port.Subject, body []byte, at time.Time, read func(w wirePriced, at time.Time) (A, error)) ([]entry[A], error) {
	content, err := op.content(body)
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	if json.Unmarshal(content, &rows) != nil {
		return nil, errNotJSON
	}
	var entries []entry[A]
	answered := make([]bool, len(questions))
	for _, raw := range rows {
		var w wirePriced
		if json.Unmarshal(raw, &w) != nil {
			continue
		}
		n, ok := only(questions, answered, w.about)
		if !ok {
			continue
		}
		answered[n] = true
		e := entry[A]{question: n, err: byWord(op, w.Status)}
		if e.err == nil {
			if e.value, err = read(w, at); err != nil {
				e.err = unreadable(op)
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (w wirePriced) about(s port.Subject) bool {
	sku, asin := w.SellerSKU, w.ASIN
	if w.Product != nil {
		sku = orElse(sku, w.Product.Identifiers.SKUIdentifier.SellerSKU)
		asin = orElse(asin, w.Product.Identifiers.MarketplaceASIN.ASIN)
	}
	return isSubject(sku, asin, s)
}

// own reads the seller's own prices, consumer prices only.
func (w wirePriced) own(time.Time) ([]port.OwnPrice, error) {
	if w.Product == nil {
		return nil, errNotJSON
	}
	return convertAll(w.Product.Offers, wireOwnOffer.price)
}

func (w wireOwnOffer) price() (p port.OwnPrice, told bool, err error) {
	p = port.OwnPrice{
		SKU: w.SellerSKU, Condition: conditionOf(w.ItemCondition), Fulfillment: fulfillmentOf(w.FulfillmentChannel),
	}
	if p.Tag, told, err = tagOf(w.BuyingPrice.ListingPrice, w.BuyingPrice.Shipping, w.BuyingPrice.Points); told {
		p.Regular, err = w.RegularPrice.in(p.Currency)
	}
	return p, told && w.everybody(), err
}

// boxes reads the prices in the buy boxes and how many offers there are.
func (w wirePriced) boxes(at time.Time) (*port.BoxFacts, error) {
	if w.Product == nil {
		return nil, errNotJSON
	}
	f := &port.BoxFacts{At: at, ASIN: clean(orElse(w.ASIN, w.Product.Identifiers.MarketplaceASIN.ASIN))}
	var err error
	if f.Boxes, err = convertAll(w.Product.CompetitivePricing.CompetitivePrices, wireCompetitivePrice.box); err != nil {
		return nil, err
	}
	for _, n := range w.Product.CompetitivePricing.NumberOfOfferListings {
		count := countOf(n.Count)
		if word := lower(n.Condition); word != "" && count != nil && len(f.Counts) < maxOffers {
			if f.Counts == nil {
				f.Counts = map[string]int{}
			}
			f.Counts[word] = int(*count)
		}
	}
	for _, r := range w.Product.SalesRankings[:min(len(w.Product.SalesRankings), maxOffers)] {
		if rank := countOf(r.Rank); rank != nil && *rank > 0 {
			f.Ranks = append(f.Ranks, port.Rank{Category: clean(r.ProductCategoryID), Rank: *rank})
		}
	}
	return f, nil
}

// boxConditions are the conditions that the ids of competitive prices stand for.
var boxConditions = map[string]repricer.Condition{"1": repricer.ConditionNew, "2": repricer.ConditionUsed}

func (w wireCompetitivePrice) box() (p port.BoxPrice, told bool, err error) {
	p.Condition, p.SellerID, p.Own = conditionOf(w.Condition), clean(w.SellerID), w.BelongsToRequester
	if p.Condition == "" {
		p.Condition = boxConditions[w.CompetitivePriceID]
	}
	p.Tag, p.Landed, told, err = w.Price.tag()
	return p, told && w.everybody(), err
}
