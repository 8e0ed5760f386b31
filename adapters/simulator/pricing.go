package simulator

import (
	"net/http"
	"net/url"

	"sellingassistant/domain/kernel/marketplace"
)

// mostPriced is how many ASINs or SKUs a question for prices may have.
const mostPriced = 20

type pricesRead struct {
	asins, skus []string
	shop        *shop
	condition   string
}

func readPrices(a *asked) pricesRead {
	in := pricesRead{shop: a.oneShop("MarketplaceId"), asins: a.list("Asins", mostPriced), skus: a.list("Skus", mostPriced)}
	a.required("ItemType")
	byASIN := a.word("ItemType", "Asin", "Sku") == "Asin"
	in.condition = a.word("ItemCondition", append([]string{""}, itemConditions...)...)
	a.word("OfferType", "B2C", "B2B")
	a.word("CustomerType", "Consumer", "Business")
	switch {
	case byASIN && in.asins == nil:
		a.wrong("'Asins' is required for ItemType Asin.")
	case !byASIN && in.skus == nil:
		a.wrong("'Skus' is required for ItemType Sku.")
	case in.asins != nil && in.skus != nil:
		a.wrong("'Asins' and 'Skus' exclude each other.")
	}
	for i, sku := range in.skus {
		// A SKU comes encoded once more than the list it is in.
		decoded, err := url.QueryUnescape(sku)
		if err != nil {
			a.wrong("'Skus' is not encoded well.")
		}
		in.skus[i] = decoded
	}
	for _, asin := range in.asins {
		if !asinForm.MatchString(asin) {
			a.wrong("'Asins' has a value that is not an ASIN.")
		}
	}
	return in
}

type priceRow struct {
	Status  string       `json:"status"`
	SKU     string       `json:"SellerSKU,omitempty"`
	ASIN    string       `json:"ASIN,omitempty"`
	Product *pricedThing `json:"Product,omitempty"`
}

type pricedThing struct {
	Identifiers priceSubject       `json:"Identifiers"`
	Competitive *competitivePrices `json:"CompetitivePricing,omitempty"`
	Ranks       []rankRow          `json:"SalesRankings,omitempty"`
	Offers      []ownPrice         `json:"Offers,omitempty"`
}

type priceSubject struct {
	ASIN priceASIN `json:"MarketplaceASIN"`
	SKU  *priceSKU `json:"SKUIdentifier,omitempty"`
}

type priceASIN struct {
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	ASIN          string         `json:"ASIN"`
}

type priceSKU struct {
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	SellerID      string         `json:"SellerId"`
	SKU           string         `json:"SellerSKU"`
}

type threePrices struct {
	Landed   *cash   `json:"LandedPrice,omitempty"`
	Listing  cash    `json:"ListingPrice"`
	Shipping *cash   `json:"Shipping,omitempty"`
	Points   *points `json:"Points,omitempty"`
}

type competitivePrices struct {
	Prices   []competitivePrice `json:"CompetitivePrices"`
	Listings []listingCount     `json:"NumberOfOfferListings"`
}

type competitivePrice struct {
	ID        string      `json:"CompetitivePriceId"`
	Price     threePrices `json:"Price"`
	Condition string      `json:"condition"`
	Sub       string      `json:"subcondition"`
	Mine      bool        `json:"belongsToRequester"`
}

type listingCount struct {
	Count     int    `json:"Count"`
	Condition string `json:"condition"`
}

type ownPrice struct {
	OfferType string      `json:"offerType"`
	Buying    threePrices `json:"BuyingPrice"`
	Regular   cash        `json:"RegularPrice"`
	Channel   string      `json:"FulfillmentChannel"`
	Condition string      `json:"ItemCondition"`
	Sub       string      `json:"ItemSubCondition"`
	SKU       string      `json:"SellerSKU"`
}

func (b *board) three(o *offer) threePrices {
	landed, shipping := b.Shop.cash(o.Landed()), b.Shop.cash(o.Shipping)
	return threePrices{&landed, b.Shop.cash(o.Price), &shipping, b.Shop.points(o.Points)}
}

// pricesOf answers a question for prices, subject by subject: those that are
// not known fail alone.
func (m *Marketplace) pricesOf(fill func(c *call, in pricesRead, b *board, sku string, row *pricedThing)) func(c *call, in pricesRead) (int, any) {
	return func(c *call, in pricesRead) (int, any) {
		rows := []priceRow{}
		add := func(asin, sku string) any {
			row := priceRow{Status: "Success", SKU: sku, ASIN: asin}
			p, no := m.subject(c.token.seller, asin, sku, in.shop)
			if no != nil {
				trouble, ok := asItem(no)
				if !ok {
					return no
				}
				row.Status = "ClientError"
				if trouble.status >= http.StatusInternalServerError {
					row.Status = "ServerError"
				}
				rows = append(rows, row)
				return nil
			}
			row.Product = &pricedThing{Identifiers: priceSubject{ASIN: priceASIN{in.shop.ID, p.ASIN}}}
			if sku != "" {
				row.Product.Identifiers.SKU = &priceSKU{in.shop.ID, c.token.seller, sku}
			}
			fill(c, in, m.boardOf(p, in.shop), sku, row.Product)
			rows = append(rows, row)
			return nil
		}
		for _, asin := range in.asins {
			if no := add(asin, ""); no != nil {
				return 0, no
			}
		}
		for _, sku := range in.skus {
			if no := add("", sku); no != nil {
				return 0, no
			}
		}
		return http.StatusOK, map[string]any{"payload": rows}
	}
}

// fillOwn tells the seller's own prices of a product.
func fillOwn(c *call, in pricesRead, b *board, sku string, row *pricedThing) {
	row.Offers = []ownPrice{}
	for i := range b.Offers {
		o := &b.Offers[i]
		condition := "New"
		if !o.isNew() {
			condition = "Used"
		}
		if o.Seller != c.token.seller || o.SKU == "" || (sku != "" && o.SKU != sku) || (in.condition != "" && in.condition != condition) {
			continue
		}
		channel := "MERCHANT"
		if o.FBA {
			channel = "AMAZON"
		}
		row.Offers = append(row.Offers, ownPrice{"B2C", b.three(o), b.Shop.cash(o.Price), channel, condition, o.Sub, o.SKU})
	}
}

// fillCompetitive tells the price in the buy box and how many offers there are.
func fillCompetitive(c *call, _ pricesRead, b *board, _ string, row *pricedThing) {
	prices := &competitivePrices{Prices: []competitivePrice{}, Listings: []listingCount{}}
	if w := b.winner(); w != nil {
		prices.Prices = append(prices.Prices, competitivePrice{"1", b.three(w), "New", "New", w.Seller == c.token.seller})
	}
	fresh := len(b.of(true, len(b.Offers)))
	for _, n := range []listingCount{{fresh, "New"}, {len(b.Offers) - fresh, "Used"}, {len(b.Offers), "Any"}} {
		if n.Count > 0 {
			prices.Listings = append(prices.Listings, n)
		}
	}
	row.Competitive, row.Ranks = prices, b.ranks()
	if b.Product.odd {
		row.Ranks = nil
		for i := range prices.Prices {
			prices.Prices[i].Price.Landed = nil
		}
	}
}
