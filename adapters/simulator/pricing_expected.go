package simulator

import (
	"encoding/json"
	"net/http"

	"sellingassistant/domain/kernel/marketplace"
)

type expectedItem struct {
	URI           string          `json:"uri"`
	Method        string          `json:"method"`
	MarketplaceID marketplace.ID  `json:"marketplaceId"`
	SKU           string          `json:"sku"`
	Segment       json.RawMessage `json:"segment"`
}

// mostExpected is how many SKUs a batch may ask the expected price for.
const mostExpected = 40

func readExpected(a *asked) []expectedItem {
	var in struct {
		Requests []expectedItem `json:"requests"`
	}
	a.json(&in)
	a.batchOf(len(in.Requests), mostExpected)
	return in.Requests
}

func (i *expectedItem) refuse(c *call) *refusal {
	s := shops[i.MarketplaceID]
	switch {
	case s == nil || s.Region != c.region:
		return badRequest("'marketplaceId' is not a marketplace of this region.")
	case i.SKU == "":
		return badRequest("'sku' is required.")
	case i.Method != http.MethodGet || i.URI != expectedURI:
		return badRequest("'method' must be GET and 'uri' " + expectedURI + ".")
	}
	return nil
}

type expectedBody struct {
	Offer   *offerIdentifier `json:"offerIdentifier,omitempty"`
	Results []expectedResult `json:"featuredOfferExpectedPriceResults"`
}

type offerIdentifier struct {
	MarketplaceID marketplace.ID `json:"marketplaceId"`
	Seller        string         `json:"sellerId,omitempty"`
	SKU           string         `json:"sku,omitempty"`
	ASIN          string         `json:"asin"`
	Shipper       string         `json:"fulfillmentType,omitempty"`
}

type expectedResult struct {
	Price     *expectedPrice `json:"featuredOfferExpectedPrice,omitempty"`
	Status    string         `json:"resultStatus"`
	Competing *rivalOffer    `json:"competingFeaturedOffer,omitempty"`
	Current   *rivalOffer    `json:"currentFeaturedOffer,omitempty"`
}

type expectedPrice struct {
	Listing amount `json:"listingPrice"`
}

type rivalOffer struct {
	Offer     offerIdentifier `json:"offerIdentifier"`
	Condition string          `json:"condition"`
	Price     rivalPrice      `json:"price"`
}

type rivalPrice struct {
	Listing  amount `json:"listingPrice"`
	Shipping amount `json:"shippingPrice"`
}

func (m *Marketplace) answerExpected(c *call, in []expectedItem) (int, any) {
	answers := make([]batchAnswer, 0, len(in))
	for i := range in {
		item := &in[i]
		a := batchAnswer{
			Headers: m.batchHeaders(c, i), Status: statusOf(http.StatusOK),
			Request: map[string]any{"marketplaceId": item.MarketplaceID, "sku": item.SKU},
		}
		if no := item.refuse(c); no != nil {
			a.Status, a.Body = statusOf(no.status), itemErrors{errorsOf(no)}
		} else {
			a.Body = m.expectedOf(c.token.seller, item.SKU, shops[item.MarketplaceID])
		}
		answers = append(answers, a)
	}
	return http.StatusOK, map[string]any{"responses": answers}
}

// expectedOf estimates the highest price at which an own offer would be in the
// buy box.
func (m *Marketplace) expectedOf(seller, sku string, s *shop) expectedBody {
	says := func(status string) []expectedResult { return []expectedResult{{Status: status}} }
	p, no := m.subject(seller, "", sku, s)
	if no != nil {
		return expectedBody{Results: says("OFFER_NOT_FOUND")}
	}
	b := m.boardOf(p, s)
	own := b.own(seller, sku)
	if own == nil {
		return expectedBody{Results: says("OFFER_NOT_FOUND")}
	}
	body := expectedBody{Offer: b.identify(own)}
	switch {
	case s.Currency == "JPY":
		body.Results = says("ASIN_NOT_ELIGIBLE") // not served in Japan
	case !own.isNew() || !own.Featured:
		body.Results = says("OFFER_NOT_ELIGIBLE")
	case p.odd:
		body.Results = says("PRICE_UNDER_REVIEW") // the words are an open set
	default:
		body.Results = []expectedResult{b.expected(own)}
	}
	return body
}

// own is a seller's offer by its SKU, nil when shoppers do not see it.
func (b *board) own(seller, sku string) *offer {
	for i := range b.Offers {
		if o := &b.Offers[i]; o.SKU == sku && o.Seller == seller {
			return o
		}
	}
	return nil
}

func (b *board) identify(o *offer) *offerIdentifier {
	return &offerIdentifier{b.Shop.ID, o.Seller, o.SKU, b.Product.ASIN, o.fulfilment()}
}

// expected beats the best offer of the other sellers by as little as counts.
func (b *board) expected(own *offer) expectedResult {
	var best *offer
	for i := range b.Offers {
		o := &b.Offers[i]
		if o.Eligible && o.Seller != own.Seller && (best == nil || o.Landed()*o.weight < best.Landed()*best.weight) {
			best = o
		}
	}
	if best == nil {
		return expectedResult{Status: "NO_COMPETING_OFFER"}
	}
	landed := (best.Landed()*best.weight - 1) / own.weight
	if b.External > 0 {
		landed = min(landed, b.External*12/10)
	}
	r := expectedResult{Status: "VALID_FOEP", Competing: b.rival(best)}
	if w := b.winner(); w != nil {
		r.Current = b.rival(w)
	}
	if landed-own.Shipping < 1 {
		return expectedResult{Status: "OFFER_NOT_ELIGIBLE"}
	}
	r.Price = &expectedPrice{b.Shop.amount(landed - own.Shipping)}
	return r
}

// rival is an offer as a seller is told of it: whose SKU it has is the
// owner's affair.
func (b *board) rival(o *offer) *rivalOffer {
	r := &rivalOffer{*b.identify(o), "New", rivalPrice{b.Shop.amount(o.Price), b.Shop.amount(o.Shipping)}}
	r.Offer.SKU = ""
	return r
}
