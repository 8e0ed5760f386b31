package amazon

import (
	"cmp"
	"encoding/json"

	port "sellingassistant/ports/repricer"
)

// wirePriced is an entry of getPricing.
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
		Offers []wireOwnOffer `json:"Offers"`
	} `json:"Product"`
}

type wireOwnOffer struct {
	consumers
	BuyingPrice        wirePrice `json:"BuyingPrice"`
	RegularPrice       *wireSum  `json:"RegularPrice"`
	FulfillmentChannel string    `json:"FulfillmentChannel"`
	ItemCondition      string    `json:"ItemCondition"`
	SellerSKU          string    `json:"SellerSKU"`
}

// decodeOwnPrices reads getPricing: each entry says by itself whether it
// succeeded.
func decodeOwnPrices(questions []port.Subject, body []byte) ([]entry[[]port.OwnPrice], error) {
	content, err := getPricing.content(body)
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	if json.Unmarshal(content, &rows) != nil {
		return nil, errNotJSON
	}
	var entries []entry[[]port.OwnPrice]
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
		e := entry[[]port.OwnPrice]{question: n, err: byWord(getPricing, w.Status)}
		if e.err == nil {
			if e.value, err = w.own(); err != nil {
				e.err = unreadable(getPricing)
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (w wirePriced) about(s port.Subject) bool {
	sku, asin := w.SellerSKU, w.ASIN
	if w.Product != nil {
		sku = cmp.Or(sku, w.Product.Identifiers.SKUIdentifier.SellerSKU)
		asin = cmp.Or(asin, w.Product.Identifiers.MarketplaceASIN.ASIN)
	}
	return isSubject(sku, asin, s)
}

// own reads the seller's own prices, consumer prices only.
func (w wirePriced) own() ([]port.OwnPrice, error) {
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
