package pricing

import (
	"cmp"
	"encoding/json"

	"sellingassistant/adapters/amazon/spapi"
	port "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

// wirePriced decodes an entry of getPricing.
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
	BuyingPrice  wirePrice `json:"BuyingPrice"`
	RegularPrice *wireSum  `json:"RegularPrice"`
}

// decodeOwnPrices reads getPricing: each entry has its own status.
func decodeOwnPrices(questions []port.SKUOrASIN, body []byte) ([]entry[[]sendingports.OwnPrice], error) {
	content, err := spapi.GetPricing.Content(body)
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	if json.Unmarshal(content, &rows) != nil {
		return nil, spapi.ErrNotJSON
	}
	about := func(w wirePriced) func(int, port.SKUOrASIN) bool { return w.about }
	return matched(questions, readable[wirePriced](rows), about, func(w wirePriced, _ port.SKUOrASIN) ([]sendingports.OwnPrice, *spapi.Error) {
		if e := byWord(spapi.GetPricing, w.Status); e != nil {
			return nil, e
		}
		own, err := w.own()
		if err != nil {
			return nil, unreadable(spapi.GetPricing)
		}
		return own, nil
	}), nil
}

func (w wirePriced) about(_ int, s port.SKUOrASIN) bool {
	sku, asin := w.SellerSKU, w.ASIN
	if w.Product != nil {
		sku = cmp.Or(sku, w.Product.Identifiers.SKUIdentifier.SellerSKU)
		asin = cmp.Or(asin, w.Product.Identifiers.MarketplaceASIN.ASIN)
	}
	return isSubject(sku, asin, s)
}

// own reads the seller's own consumer prices.
func (w wirePriced) own() ([]sendingports.OwnPrice, error) {
	if w.Product == nil {
		return nil, spapi.ErrNotJSON
	}
	return convertAll(w.Product.Offers, wireOwnOffer.price)
}

func (w wireOwnOffer) price() (p sendingports.OwnPrice, told bool, err error) {
	if p.PriceParts, told, err = tagOf(w.BuyingPrice.ListingPrice, w.BuyingPrice.Shipping, w.BuyingPrice.Points); told {
		p.Regular, err = w.RegularPrice.in(p.Currency)
	}
	return p, told && w.everybody(), err
}
