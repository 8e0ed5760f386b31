package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const offersSuffix = "/offers"

// The conditions prices are asked for.
var itemConditions = []string{"New", "Used", "Collectible", "Refurbished", "Club"}

// cash is a sum as the older pricing operations write it.
func cash(s *world.Shop, minor int64) object {
	return object{"CurrencyCode": s.Currency, "Amount": s.Number(minor)}
}

// prices are the parts of an offer's price. Points exist in Japan, where one is worth a yen.
func (b *board) prices(o *offer) object {
	p := object{"LandedPrice": cash(b.Shop, o.Landed()), "ListingPrice": cash(b.Shop, o.Price), "Shipping": cash(b.Shop, o.Shipping)}
	if o.Points != 0 {
		p["Points"] = points(b.Shop, o.Points)
	}
	return p
}

func points(s *world.Shop, n int64) object {
	return object{"PointsNumber": n, "PointsMonetaryValue": cash(s, n)}
}

// offers answers with the offers of one product, by its ASIN or by an own SKU.
func (m *Marketplace) offers(c *call) any {
	s := c.oneShop("MarketplaceId")
	c.required("ItemCondition")
	condition := c.word("ItemCondition", itemConditions...)
	c.word("CustomerType", "Consumer", "Business")
	asin, sku := c.path("Asin"), c.path("SellerSKU")
	if sku == "" {
		c.asin("Asin", asin)
	}
	p := m.subject(c.token.seller, asin, sku, s)
	return object{"payload": m.boardOf(p, s).offersOf(c.token.seller, sku, condition)}
}

// subject is the product of an ASIN or of the seller's SKU.
func (m *Marketplace) subject(seller, asin, sku string, s *world.Shop) *product {
	if sku != "" {
		l, ok := m.listingOf(seller, sku)
		if ok {
			_, ok = l.tag(s.ID)
		}
		if !ok {
			panic(notThere("The SKU '" + sku + "' is not listed in " + string(s.ID) + "."))
		}
		asin = l.asin
	}
	followScript(asin)
	p, ok := m.product(asin)
	if !ok || (sku == "" && !p.soldIn(s.ID)) {
		panic(notThere("The ASIN '" + asin + "' is not known in " + string(s.ID) + "."))
	}
	return p
}

// batchItem is one question of a batch of offers.
type batchItem struct {
	URI           string         `json:"uri"`
	Method        string         `json:"method"`
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	Condition     string         `json:"ItemCondition"`
	CustomerType  string         `json:"CustomerType"`
}

// mostBatched is how many questions a batch of offers or summaries may have.
const mostBatched = 20

// batchOf reads the questions of a batch.
func batchOf[T any](c *call, most int) []T {
	var in struct {
		Requests []T `json:"requests"`
	}
	c.json(&in)
	c.wrongIf(len(in.Requests) < 1 || len(in.Requests) > most, "'requests' must have at least one and not too many entries.")
	return in.Requests
}

// entry answers one entry of a batch. How the entry failed alone is a refusal;
// what concerns the whole call ends it.
func entry(answer func() any) (any, *refusal) {
	body, trouble := attempt(answer)
	switch trouble := trouble.(type) {
	case nil:
		return body, nil
	case *refusal:
		return nil, trouble
	case *Fault:
		status, ok := map[Mode]int{
			Error500: 500, Error503: 503, Throttle: 429, Forbid: 403, Unauthorized: 401, BadRequest: 400, TooLarge: 413, Unsupported: 415,
		}[trouble.Mode]
		if ok {
			return nil, &refusal{status, strings.ReplaceAll(http.StatusText(status), " ", ""), "The item could not be answered."}
		}
	}
	panic(trouble)
}

func (r *refusal) errors() []object {
	return []object{{"code": r.code, "message": r.words, "details": ""}}
}

func statusOf(code int) object {
	return object{"statusCode": code, "reasonPhrase": http.StatusText(code)}
}

// batchEntry answers one entry of a batch with headers.
func (m *Marketplace) batchEntry(c *call, i int, request object, answer func() any) object {
	body, no := entry(answer)
	status := http.StatusOK
	if no != nil {
		status, body = no.status, object{"errors": no.errors()}
	}
	return object{
		"headers": object{"Date": m.World.Clock.Now().UTC().Format(http.TimeFormat), "x-amzn-RequestId": m.requestID(c.number<<8 + uint64(i))},
		"status":  statusOf(status), "body": body, "request": request,
	}
}

// offersBatch answers questions about offers, each on its own. The subject of
// a question lies between prefix and offersSuffix of its address.
func offersBatch(prefix, name string) func(*Marketplace, *call) any {
	return func(m *Marketplace, c *call) any {
		answers := []object{}
		for i, q := range batchOf[batchItem](c, mostBatched) {
			encoded, ok := strings.CutPrefix(q.URI, prefix)
			encoded, found := strings.CutSuffix(encoded, offersSuffix)
			subject, err := url.PathUnescape(encoded)
			request := object{"MarketplaceId": q.MarketplaceID, "ItemCondition": q.Condition, name: subject}
			if q.CustomerType != "" {
				request["CustomerType"] = q.CustomerType
			}
			answers = append(answers, m.batchEntry(c, i, request, func() any {
				c.wrongIf(!ok || !found || err != nil || subject == "" || strings.Contains(encoded, "/"),
					"'uri' is not the address of an operation of this batch.")
				asin, sku := subject, ""
				if prefix == skusPath {
					asin, sku = "", subject
				}
				c.wrongIf(asin != "" && !asinForm.MatchString(asin), "'"+asin+"' is not an ASIN.")
				c.wrongIf(q.Method != http.MethodGet, "'method' must be GET.")
				s := c.knownShop("MarketplaceId", q.MarketplaceID)
				c.wrongIf(!slices.Contains(itemConditions, q.Condition), "'ItemCondition' has an unknown value.")
				c.wrongIf(!slices.Contains([]string{"", "Consumer", "Business"}, q.CustomerType), "'CustomerType' has an unknown value.")
				p := m.subject(c.token.seller, asin, sku, s)
				return object{"payload": m.boardOf(p, s).offersOf(c.token.seller, sku, q.Condition)}
			}))
		}
		return object{"responses": answers}
	}
}

// offersOf answers with the offers of one condition. Sellers see which are their own.
func (b *board) offersOf(seller, sku, condition string) object {
	about := object{"MarketplaceId": b.Shop.ID, "ItemCondition": condition}
	a := object{"marketplaceId": b.Shop.ID, "ItemCondition": condition, "status": "Success", "Identifier": about, "Summary": b.summary(condition)}
	if sku == "" {
		a["ASIN"], about["ASIN"] = b.Product.ASIN, b.Product.ASIN
	} else {
		a["SKU"], about["SellerSKU"] = sku, sku
	}
	offers := []object{}
	for _, o := range b.in(condition) {
		offers = append(offers, b.detail(o, seller))
	}
	a["Offers"] = offers
	if len(offers) == 0 {
		a["status"] = "NoBuyableOffers"
	}
	return a
}

// in are the offers of a condition; there are only new and used ones.
func (b *board) in(condition string) []*offer {
	switch condition {
	case itemConditions[0]:
		return b.of(true, top)
	case itemConditions[1]:
		return b.of(false, top)
	}
	return nil
}

func (b *board) detail(o *offer, seller string) object {
	shipped := object{"minimumHours": o.Hours[0], "maximumHours": o.Hours[1], "availabilityType": "NOW"}
	from := object{"Country": o.Country}
	if o.State != "" {
		from["State"] = o.State
	}
	d := b.prices(o)
	delete(d, "LandedPrice")
	for name, value := range (object{
		"MyOffer": o.Seller == seller, "SubCondition": o.Sub, "SellerId": o.Seller, "SellerFeedbackRating": o.rating(),
		"ShippingTime": shipped, "ShipsFrom": from, "IsFulfilledByAmazon": o.FBA,
		"PrimeInformation": object{"IsPrime": o.Prime, "IsNationalPrime": o.Prime},
		"IsBuyBoxWinner":   o.Winner || o.Second, "IsFeaturedMerchant": o.Featured,
	}) {
		d[name] = value
	}
	if b.Product.odd {
		delete(d, "SellerFeedbackRating") // which the published model requires
		if o.Hours[1] > 48 {
			shipped["availabilityType"] = "BACKORDER" // a word the published model does not know
		}
	}
	return d
}

func (o *offer) rating() object {
	return object{"SellerPositiveFeedbackRating": o.Positive, "FeedbackCount": o.Feedback}
}

func (b *board) summary(condition string) object {
	s := object{}
	if !b.Product.odd { // the published model does not allow it to be left out
		s["TotalOfferCount"] = len(b.of(condition == "New", len(b.Offers)))
	}
	var lowest []object
	for _, g := range b.groups() {
		cheapest := b.prices(g[0])
		cheapest["condition"], cheapest["fulfillmentChannel"] = g[0].broad(), g[0].channel()
		lowest = append(lowest, cheapest)
	}
	counts, eligible, _ := b.counts(func(o *offer, n int) object {
		return object{"condition": o.broad(), "fulfillmentChannel": o.channel(), "OfferCount": n}
	})
	if lowest != nil {
		s["NumberOfOffers"], s["LowestPrices"] = counts, lowest
	}
	if len(eligible) > 0 {
		s["BuyBoxEligibleOffers"] = eligible
	}
	if w := b.winner(); w != nil {
		box := b.prices(w)
		box["condition"] = "New"
		if !b.Product.odd {
			box["sellerId"] = w.Seller
		}
		s["BuyBoxPrices"] = []object{box}
	}
	if ranks := b.ranks(); ranks != nil {
		s["SalesRankings"] = ranks
	}
	if b.List > 0 {
		s["ListPrice"] = cash(b.Shop, b.List)
	}
	if b.External > 0 {
		s["CompetitivePriceThreshold"] = cash(b.Shop, b.External)
	}
	return s
}

// ranks are the sales ranks as pricing operations write them.
func (b *board) ranks() []object {
	if b.Rank == 0 {
		return nil
	}
	return []object{
		{"ProductCategoryId": b.Product.Category.Group, "Rank": b.Rank}, {"ProductCategoryId": b.Product.Kind.Node, "Rank": b.leafRank()},
	}
}
