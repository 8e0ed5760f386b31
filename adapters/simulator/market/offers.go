package market

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const offersSuffix = "/offers"

// Conditions that prices can be requested for.
var itemConditions = []string{"New", "Used", "Collectible", "Refurbished", "Club"}

// Cash encodes a sum for the older pricing operations.
func Cash(s *world.Shop, minor int64) gateway.Object {
	return gateway.Object{"CurrencyCode": s.Currency, "Amount": s.Number(minor)}
}

// Prices returns the parts of an offer's price. Points exist in Japan, with the value of a yen
// each.
func (b *Board) Prices(o *Offer) gateway.Object {
	p := gateway.Object{"LandedPrice": Cash(b.Shop, o.Landed()), "ListingPrice": Cash(b.Shop, o.Price), "Shipping": Cash(b.Shop, o.Shipping)}
	if o.Points != 0 {
		p["Points"] = points(b.Shop, o.Points)
	}
	return p
}

func points(s *world.Shop, n int64) gateway.Object {
	return gateway.Object{"PointsNumber": n, "PointsMonetaryValue": Cash(s, n)}
}

// offers returns the offers of one product, by its ASIN or by an own SKU.
func (flo *Floor) offers(c *gateway.Call) any {
	s := c.OneShop("MarketplaceId")
	c.Required("ItemCondition")
	condition := c.Word("ItemCondition", itemConditions...)
	c.Word("CustomerType", "Consumer", "Business")
	asin, sku := c.Path("Asin"), c.Path("SellerSKU")
	if sku == "" {
		c.ASIN("Asin", asin)
	}
	p := flo.subject(c.Token.Seller, asin, sku, s)
	return gateway.Object{"payload": flo.BoardOf(p, s).offersOf(c.Token.Seller, sku, condition)}
}

// subject returns the product of an ASIN or of the seller's SKU.
func (flo *Floor) subject(seller, asin, sku string, s *world.Shop) *catalog.Product {
	if sku != "" {
		l, ok := flo.ledger.ListingOf(seller, sku)
		if ok {
			_, ok = l.Tag(s.ID)
		}
		if !ok {
			panic(gateway.NotFound("The SKU '" + sku + "' is not listed in " + string(s.ID) + "."))
		}
		asin = l.ASIN
	}
	catalog.FollowScript(asin)
	p, ok := flo.catalog.Product(asin)
	if !ok || (sku == "" && !p.SoldIn(s.ID)) {
		panic(gateway.NotFound("The ASIN '" + asin + "' is not known in " + string(s.ID) + "."))
	}
	return p
}

// batchItem has one question of a batch of offers.
type batchItem struct {
	URI           string         `json:"uri"`
	Method        string         `json:"method"`
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	Condition     string         `json:"ItemCondition"`
	CustomerType  string         `json:"CustomerType"`
}

// mostBatched bounds the questions of a batch of offers or summaries.
const mostBatched = 20

// batchOf reads the questions of a batch.
func batchOf[T any](c *gateway.Call, most int) []T {
	var entry struct {
		Requests []T `json:"requests"`
	}
	c.JSON(&entry)
	c.WrongIf(len(entry.Requests) < 1 || len(entry.Requests) > most, "'requests' must have at least one and not too many entries.")
	return entry.Requests
}

// entry answers one entry of a batch. A refusal fails the entry alone; any other trouble ends the
// whole call.
func entry(answer func() any) (any, *gateway.Refusal) {
	body, trouble := gateway.Attempt(answer)
	switch trouble := trouble.(type) {
	case nil:
		return body, nil
	case *gateway.Refusal:
		return nil, trouble
	case *gateway.Fault:
		status, ok := map[gateway.Mode]int{
			gateway.Error500: 500, gateway.Error503: 503, gateway.Throttle: 429, gateway.Forbid: 403, gateway.Unauthorized: 401, gateway.BadRequest: 400, gateway.TooLarge: 413, gateway.Unsupported: 415,
		}[trouble.Mode]
		if ok {
			return nil, &gateway.Refusal{Status: status, Code: strings.ReplaceAll(http.StatusText(status), " ", ""), Words: "The item could not be answered."}
		}
	}
	panic(trouble)
}

func errorsOf(r *gateway.Refusal) []gateway.Object {
	return []gateway.Object{{"code": r.Code, "message": r.Words, "details": ""}}
}

func statusOf(code int) gateway.Object {
	return gateway.Object{"statusCode": code, "reasonPhrase": http.StatusText(code)}
}

// batchEntry answers one entry of a batch with headers.
func (flo *Floor) batchEntry(c *gateway.Call, i int, request gateway.Object, answer func() any) gateway.Object {
	body, no := entry(answer)
	status := http.StatusOK
	if no != nil {
		status, body = no.Status, gateway.Object{"errors": errorsOf(no)}
	}
	return gateway.Object{
		"headers": gateway.Object{"Date": flo.world.Clock.Now().UTC().Format(http.TimeFormat), "x-amzn-RequestId": flo.gateway.RequestID(c.Number<<8 + uint64(i))},
		"status":  statusOf(status), "body": body, "request": request,
	}
}

// offersBatch answers questions about offers, each on its own. The subject of
// a question lies between prefix and offersSuffix of its address.
func (flo *Floor) offersBatch(prefix, name string) func(*gateway.Call) any {
	return func(c *gateway.Call) any {
		answers := []gateway.Object{}
		for i, q := range batchOf[batchItem](c, mostBatched) {
			encoded, ok := strings.CutPrefix(q.URI, prefix)
			encoded, found := strings.CutSuffix(encoded, offersSuffix)
			subject, err := url.PathUnescape(encoded)
			request := gateway.Object{"MarketplaceId": q.MarketplaceID, "ItemCondition": q.Condition, name: subject}
			if q.CustomerType != "" {
				request["CustomerType"] = q.CustomerType
			}
			answers = append(answers, flo.batchEntry(c, i, request, func() any {
				c.WrongIf(!ok || !found || err != nil || subject == "" || strings.Contains(encoded, "/"),
					"'uri' is not the address of an operation of this batch.")
				asin, sku := subject, ""
				if prefix == skusPath {
					asin, sku = "", subject
				}
				c.WrongIf(asin != "" && !gateway.ASINForm.MatchString(asin), "'"+asin+"' is not an ASIN.")
				c.WrongIf(q.Method != http.MethodGet, "'method' must be GET.")
				s := c.KnownShop("MarketplaceId", q.MarketplaceID)
				c.WrongIf(!slices.Contains(itemConditions, q.Condition), "'ItemCondition' has an unknown value.")
				c.WrongIf(!slices.Contains([]string{"", "Consumer", "Business"}, q.CustomerType), "'CustomerType' has an unknown value.")
				p := flo.subject(c.Token.Seller, asin, sku, s)
				return gateway.Object{"payload": flo.BoardOf(p, s).offersOf(c.Token.Seller, sku, q.Condition)}
			}))
		}
		return gateway.Object{"responses": answers}
	}
}

// offersOf returns the offers of one condition. Sellers see which are their own.
func (b *Board) offersOf(seller, sku, condition string) gateway.Object {
	about := gateway.Object{"MarketplaceId": b.Shop.ID, "ItemCondition": condition}
	a := gateway.Object{"marketplaceId": b.Shop.ID, "ItemCondition": condition, "status": "Success", "Identifier": about, "Summary": b.summary(condition)}
	if sku == "" {
		a["ASIN"], about["ASIN"] = b.Product.ASIN, b.Product.ASIN
	} else {
		a["SKU"], about["SellerSKU"] = sku, sku
	}
	offers := []gateway.Object{}
	for _, o := range b.in(condition) {
		offers = append(offers, b.detail(o, seller))
	}
	a["Offers"] = offers
	if len(offers) == 0 {
		a["status"] = "NoBuyableOffers"
	}
	return a
}

// in returns the offers of a condition; only new and used offers exist.
func (b *Board) in(condition string) []*Offer {
	switch condition {
	case itemConditions[0]:
		return b.Of(true, Top)
	case itemConditions[1]:
		return b.Of(false, Top)
	}
	return nil
}

func (b *Board) detail(o *Offer, seller string) gateway.Object {
	shipped := gateway.Object{"minimumHours": o.Hours[0], "maximumHours": o.Hours[1], "availabilityType": "NOW"}
	from := gateway.Object{"Country": o.Country}
	if o.State != "" {
		from["State"] = o.State
	}
	d := b.Prices(o)
	delete(d, "LandedPrice")
	for name, value := range (gateway.Object{
		"MyOffer": o.Seller == seller, "SubCondition": o.Sub, "SellerId": o.Seller, "SellerFeedbackRating": o.Rating(),
		"ShippingTime": shipped, "ShipsFrom": from, "IsFulfilledByAmazon": o.FBA,
		"PrimeInformation": gateway.Object{"IsPrime": o.Prime, "IsNationalPrime": o.Prime},
		"IsBuyBoxWinner":   o.Winner || o.Second, "IsFeaturedMerchant": o.Featured,
	}) {
		d[name] = value
	}
	if b.Product.Odd {
		delete(d, "SellerFeedbackRating") // the published model requires it
		if o.Hours[1] > 48 {
			shipped["availabilityType"] = "BACKORDER" // missing in the published model
		}
	}
	return d
}

func (o *Offer) Rating() gateway.Object {
	return gateway.Object{"SellerPositiveFeedbackRating": o.Positive, "FeedbackCount": o.Feedback}
}

func (b *Board) summary(condition string) gateway.Object {
	s := gateway.Object{}
	if !b.Product.Odd { // the published model requires it
		s["TotalOfferCount"] = len(b.Of(condition == "New", len(b.Offers)))
	}
	var lowest []gateway.Object
	for _, g := range b.Groups() {
		cheapest := b.Prices(g[0])
		cheapest["condition"], cheapest["fulfillmentChannel"] = g[0].Broad(), g[0].Channel()
		lowest = append(lowest, cheapest)
	}
	counts, eligible, _ := b.Counts(func(o *Offer, n int) gateway.Object {
		return gateway.Object{"condition": o.Broad(), "fulfillmentChannel": o.Channel(), "OfferCount": n}
	})
	if lowest != nil {
		s["NumberOfOffers"], s["LowestPrices"] = counts, lowest
	}
	if len(eligible) > 0 {
		s["BuyBoxEligibleOffers"] = eligible
	}
	if w := b.Winner(); w != nil {
		box := b.Prices(w)
		box["condition"] = "New"
		if !b.Product.Odd {
			box["sellerId"] = w.Seller
		}
		s["BuyBoxPrices"] = []gateway.Object{box}
	}
	if ranks := b.ranks(); ranks != nil {
		s["SalesRankings"] = ranks
	}
	if b.List > 0 {
		s["ListPrice"] = Cash(b.Shop, b.List)
	}
	if b.External > 0 {
		s["CompetitivePriceThreshold"] = Cash(b.Shop, b.External)
	}
	return s
}

// ranks returns the sales ranks in the form of the pricing operations.
func (b *Board) ranks() []gateway.Object {
	if b.Rank == 0 {
		return nil
	}
	return []gateway.Object{
		{"ProductCategoryId": b.Product.Category.Group, "Rank": b.Rank}, {"ProductCategoryId": b.Product.Kind.Node, "Rank": catalog.LeafRank(b.Rank)},
	}
}
