package pricing

import (
	"context"
	"encoding/json"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	pricelistports "sellingassistant/ports/pricelist"
	port "sellingassistant/ports/repricer"
)

// BoxPrices calls getCompetitivePricing (product pricing v0).
func (c *Client) BoxPrices(ctx context.Context, s account.Seller, m marketplace.Marketplace, asked []asin.ASIN) []pricelistports.Priced {
	questions := make([]port.SKUOrASIN, len(asked))
	for i, a := range asked {
		questions[i] = port.SKUOrASIN{Marketplace: m.ID, ASIN: a.String()}
	}
	i := inquiry[port.SKUOrASIN, pricelistports.Priced]{
		client: c.client, seller: s, priority: c.priority, check: checkSubject,
		many: form[port.SKUOrASIN, pricelistports.Priced]{
			op: spapi.GetCompetitivePricing,
			ask: func(q []port.SKUOrASIN) (spapi.Call, error) {
				return spapi.Call{Query: priceQuery(m.ID, false, q)}, nil
			},
			read: func(q []port.SKUOrASIN, body []byte, _ time.Time) ([]entry[pricelistports.Priced], error) {
				return decodeBoxes(q, m.Currency, body)
			},
		},
	}
	return answers(i.run(ctx, questions), func(p pricelistports.Priced, err error) pricelistports.Priced {
		p.Err = err
		return p
	})
}

// newBox has Amazon's number for the buy box price of new goods.
const newBox = "1"

// wireCompetitive decodes an entry of getCompetitivePricing.
type wireCompetitive struct {
	wirePriced
	Product *struct {
		CompetitivePricing struct {
			CompetitivePrices []struct {
				ID        string    `json:"CompetitivePriceId"`
				Condition string    `json:"condition"`
				Price     wirePrice `json:"Price"`
			} `json:"CompetitivePrices"`
			Counts []struct {
				Count     *int64 `json:"Count"`
				Condition string `json:"condition"`
			} `json:"NumberOfOfferListings"`
		} `json:"CompetitivePricing"`
	} `json:"Product"`
}

// decodeBoxes reads getCompetitivePricing: each entry has its own status. It ignores a price of 0
// or in another currency.
func decodeBoxes(questions []port.SKUOrASIN, in money.Currency, body []byte) ([]entry[pricelistports.Priced], error) {
	content, err := spapi.GetCompetitivePricing.Content(body)
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	if json.Unmarshal(content, &rows) != nil {
		return nil, spapi.ErrNotJSON
	}
	about := func(w wireCompetitive) func(int, port.SKUOrASIN) bool { return w.about }
	return matched(questions, readable[wireCompetitive](rows), about, func(w wireCompetitive, _ port.SKUOrASIN) (pricelistports.Priced, *spapi.Error) {
		if e := byWord(spapi.GetCompetitivePricing, w.Status); e != nil {
			return pricelistports.Priced{}, e
		}
		if w.Product == nil {
			return pricelistports.Priced{}, unreadable(spapi.GetCompetitivePricing)
		}
		var out pricelistports.Priced
		for _, p := range w.Product.CompetitivePricing.CompetitivePrices {
			parts, told, err := tagOf(p.Price.ListingPrice, p.Price.Shipping, p.Price.Points)
			if err != nil {
				return pricelistports.Priced{}, unreadable(spapi.GetCompetitivePricing)
			}
			if p.ID != newBox || !told || parts.Currency != in || !parts.Price.Positive() {
				continue
			}
			sum := parts.Price.Units()
			if parts.Shipping != nil {
				sum += parts.Shipping.Units()
			}
			out.BuyBox = optional.Some(money.FromUnits(sum))
		}
		for _, c := range w.Product.CompetitivePricing.Counts {
			if c.Condition == "New" && c.Count != nil && *c.Count >= 0 {
				out.Offers = optional.Some(*c.Count)
			}
		}
		return out, nil
	}), nil
}
