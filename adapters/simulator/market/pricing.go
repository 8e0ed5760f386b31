package market

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// mostPriced bounds the ASINs or SKUs of a question for prices.
const mostPriced = 20

// pricesOf answers a pricing question for each subject; unknown subjects fail alone. fill adds the
// content for a product, or for the own offers with a SKU. An empty condition means any.
func (flo *Floor) pricesOf(fill func(b *Board, seller, sku, condition string, product gateway.Object)) func(*gateway.Call) any {
	return func(c *gateway.Call) any {
		s := c.OneShop("MarketplaceId")
		asins, skus := c.List("Asins", mostPriced), c.List("Skus", mostPriced)
		c.Required("ItemType")
		byASIN := c.Word("ItemType", "Asin", "Sku") == "Asin"
		condition := c.Word("ItemCondition", append([]string{""}, itemConditions...)...)
		c.Word("OfferType", "B2C", "B2B")
		c.Word("CustomerType", "Consumer", "Business")
		c.WrongIf(byASIN && asins == nil, "'Asins' is required for ItemType Asin.")
		c.WrongIf(!byASIN && skus == nil, "'Skus' is required for ItemType Sku.")
		c.WrongIf(asins != nil && skus != nil, "'Asins' and 'Skus' exclude each other.")
		for i, sku := range skus {
			// Decodes again, because a SKU is encoded once more than its list.
			decoded, err := url.QueryUnescape(sku)
			c.WrongIf(err != nil, "'Skus' is not encoded well.")
			skus[i] = decoded
		}
		for _, asin := range asins {
			c.WrongIf(!gateway.ASINForm.MatchString(asin), "'Asins' has a value that is not an ASIN.")
		}
		rows := []gateway.Object{}
		add := func(row gateway.Object, asin, sku string) {
			product, no := entry(func() any {
				p := flo.subject(c.Token.Seller, asin, sku, s)
				about := gateway.Object{"MarketplaceASIN": gateway.Object{"MarketplaceId": s.ID, "ASIN": p.ASIN}}
				if sku != "" {
					about["SKUIdentifier"] = gateway.Object{"MarketplaceId": s.ID, "SellerId": c.Token.Seller, "SellerSKU": sku}
				}
				product := gateway.Object{"Identifiers": about}
				fill(flo.BoardOf(p, s), c.Token.Seller, sku, condition, product)
				return product
			})
			if no == nil {
				row["status"], row["Product"] = "Success", product
			} else {
				row["status"], _ = gateway.Blame(no.Status)
			}
			rows = append(rows, row)
		}
		for _, asin := range asins {
			add(gateway.Object{"ASIN": asin}, asin, "")
		}
		for _, sku := range skus {
			add(gateway.Object{"SellerSKU": sku}, "", sku)
		}
		return gateway.Object{"payload": rows}
	}
}

// fillOwn adds the seller's own prices of a product.
func fillOwn(b *Board, seller, sku, condition string, product gateway.Object) {
	var own []gateway.Object
	for i := range b.Offers {
		o := &b.Offers[i]
		if o.Seller != seller || o.SKU == "" || (sku != "" && o.SKU != sku) || (condition != "" && o.condition() != condition) {
			continue
		}
		own = append(own, gateway.Object{
			"offerType": "B2C", "BuyingPrice": b.Prices(o), "RegularPrice": Cash(b.Shop, o.Price), "FulfillmentChannel": strings.ToUpper(o.Channel()),
			"ItemCondition": o.condition(), "ItemSubCondition": o.Sub, "SellerSKU": o.SKU,
		})
	}
	if own != nil {
		product["Offers"] = own
	}
}

// fillCompetitive adds the buy box price and the number of offers.
func fillCompetitive(b *Board, seller, _, _ string, product gateway.Object) {
	prices, counts := []gateway.Object{}, []gateway.Object{}
	if w := b.Winner(); w != nil {
		price := b.Prices(w)
		if b.Product.Odd {
			delete(price, "LandedPrice")
		}
		prices = append(prices, gateway.Object{
			"CompetitivePriceId": "1", "Price": price, "condition": "New", "subcondition": "New", "belongsToRequester": w.Seller == seller,
		})
	}
	count := func(n int, condition string) {
		if n > 0 {
			counts = append(counts, gateway.Object{"Count": n, "condition": condition})
		}
	}
	fresh := len(b.Of(true, len(b.Offers)))
	count(fresh, "New")
	count(len(b.Offers)-fresh, "Used")
	count(len(b.Offers), "Any")
	product["CompetitivePricing"] = gateway.Object{"CompetitivePrices": prices, "NumberOfOfferListings": counts}
	if ranks := b.ranks(); ranks != nil && !b.Product.Odd {
		product["SalesRankings"] = ranks
	}
}

// Amount encodes a sum for the newer pricing operations.
func Amount(s *world.Shop, minor int64) gateway.Object {
	return gateway.Object{"currencyCode": s.Currency, "amount": s.Number(minor)}
}

var summarySets = []string{"featuredBuyingOptions", "referencePrices", "lowestPricedOffers", "similarItems"}

type summaryItem struct {
	ASIN          string         `json:"asin"`
	MarketplaceID marketplace.ID `json:"marketplaceId"`
	Sets          []string       `json:"includedData"`
	Lowest        []lowestInput  `json:"lowestPricedOffersInputs"`
	Method        string         `json:"method"`
	URI           string         `json:"uri"`
}

type lowestInput struct {
	Condition string `json:"itemCondition"`
	OfferType string `json:"offerType"`
}

// mostLowest bounds the conditions with a lowest offer.
const mostLowest = 5

// summaries returns the shoppers' view of several products.
func (flo *Floor) summaries(c *gateway.Call) any {
	answers := []gateway.Object{}
	for _, q := range batchOf[summaryItem](c, mostBatched) {
		body, no := entry(func() any { return flo.summaryOf(c, q) })
		status := http.StatusOK
		if no != nil {
			status, body = no.Status, gateway.Object{"asin": q.ASIN, "marketplaceId": q.MarketplaceID, "errors": errorsOf(no)}
		}
		answers = append(answers, gateway.Object{"status": statusOf(status), "body": body})
	}
	return gateway.Object{"responses": answers}
}

func (flo *Floor) summaryOf(c *gateway.Call, q summaryItem) gateway.Object {
	c.ASIN("asin", q.ASIN)
	s := c.KnownShop("marketplaceId", q.MarketplaceID)
	c.WrongIf(q.Method != http.MethodGet || q.URI != summaryURI, "'method' must be GET and 'uri' "+summaryURI+".")
	unknown := func(set string) bool { return !slices.Contains(summarySets, set) }
	c.WrongIf(len(q.Sets) == 0 || slices.ContainsFunc(q.Sets, unknown), "'includedData' is missing or has an unknown value.")
	c.WrongIf(len(q.Lowest) > mostLowest, "'lowestPricedOffersInputs' has too many values.")
	for _, l := range q.Lowest {
		c.WrongIf(!slices.Contains(itemConditions, l.Condition) || l.OfferType != "Consumer",
			"'lowestPricedOffersInputs' has an unknown value.")
	}
	b := flo.BoardOf(flo.subject(c.Token.Seller, q.ASIN, "", s), s)
	body := gateway.Object{"asin": q.ASIN, "marketplaceId": q.MarketplaceID}
	for _, set := range q.Sets {
		var list []gateway.Object
		switch set {
		case "featuredBuyingOptions":
			list = b.featured()
		case "referencePrices":
			list = b.references()
		case "lowestPricedOffers":
			list = b.lowestOf(q.Lowest)
		case "similarItems":
			list = []gateway.Object{{"items": flo.similar(b.Product)}}
		}
		if list != nil {
			body[set] = list
		}
	}
	return body
}

// featured returns the winners of the buy box, and the shoppers they are for.
func (b *Board) featured() []gateway.Object {
	var offers []gateway.Object
	hasSecond := slices.ContainsFunc(b.Offers, func(o Offer) bool { return o.Second })
	for i := range b.Offers {
		o := &b.Offers[i]
		if !o.Winner && !o.Second {
			continue
		}
		var segments []gateway.Object
		segment := func(here bool, name string, views json.Number) {
			if here {
				segments = append(segments, gateway.Object{"customerMembership": name, "segmentDetails": gateway.Object{"glanceViewWeightPercentage": views}})
			}
		}
		segment(o.Winner, "PRIME", "70")
		segment(o.Second || !hasSecond, "NON_PRIME", "30")
		featured := b.plain(o)
		featured["featuredOfferSegments"] = segments
		offers = append(offers, featured)
	}
	if offers == nil {
		return nil
	}
	return []gateway.Object{{"buyingOptionType": "New", "segmentedFeaturedOffers": offers}}
}

// subConditionNames maps sub-conditions to the words of summaries.
var subConditionNames = map[string]string{
	"new": "New", "like_new": "Mint", "very_good": "VeryGood", "good": "Good", "acceptable": "Acceptable",
}

func (b *Board) plain(o *Offer) gateway.Object {
	prime := "NONE"
	if o.Prime {
		prime = "NATIONAL"
	}
	condition := o.condition()
	if b.Product.Odd {
		// The published model lacks the word LOCAL, and requires a condition.
		prime, condition = "LOCAL", ""
	}
	p := gateway.Object{
		"sellerId": o.Seller, "condition": condition, "subCondition": subConditionNames[o.Sub], "fulfillmentType": o.Fulfilment(),
		"listingPrice":    Amount(b.Shop, o.Price),
		"shippingOptions": []gateway.Object{{"shippingOptionType": "DEFAULT", "price": Amount(b.Shop, o.Shipping)}},
		"primeDetails":    gateway.Object{"eligibility": prime},
	}
	if o.Points > 0 {
		p["points"] = gateway.Object{"pointsNumber": o.Points, "pointsMonetaryValue": Amount(b.Shop, o.Points)}
	}
	return p
}

func (b *Board) references() []gateway.Object {
	var list []gateway.Object
	add := func(name string, minor int64) {
		if minor > 0 {
			list = append(list, gateway.Object{"name": name, "price": Amount(b.Shop, minor)})
		}
	}
	add("CompetitivePriceThreshold", b.External)
	add("CompetitivePrice", b.External)
	add("WasPrice", b.List)
	return list
}

func (b *Board) lowestOf(inputs []lowestInput) []gateway.Object {
	if inputs == nil {
		inputs = []lowestInput{{"New", "Consumer"}}
	}
	var list []gateway.Object
	for _, input := range inputs {
		var offers []gateway.Object
		for _, o := range b.in(input.Condition) {
			offers = append(offers, b.plain(o))
		}
		if offers != nil {
			list = append(list, gateway.Object{"lowestPricedOffersInput": input, "offers": offers})
		}
	}
	return list
}

// similar returns the neighbours in the catalogue.
func (flo *Floor) similar(p *catalog.Product) []gateway.Object {
	list := []gateway.Object{}
	for i := p.Index + 1; i < min(p.Index+6, flo.world.Products); i++ {
		list = append(list, gateway.Object{"asin": world.ASIN(i)})
	}
	return list
}

type expectedItem struct {
	URI           string          `json:"uri"`
	Method        string          `json:"method"`
	MarketplaceID marketplace.ID  `json:"marketplaceId"`
	SKU           string          `json:"sku"`
	Segment       json.RawMessage `json:"segment"`
}

// mostExpected bounds the SKUs of a batch of expected prices.
const mostExpected = 40

func (flo *Floor) expectedPrices(c *gateway.Call) any {
	answers := []gateway.Object{}
	for i, q := range batchOf[expectedItem](c, mostExpected) {
		request := gateway.Object{"marketplaceId": q.MarketplaceID, "sku": q.SKU}
		answers = append(answers, flo.batchEntry(c, i, request, func() any {
			s := c.KnownShop("marketplaceId", q.MarketplaceID)
			c.WrongIf(q.SKU == "", "'sku' is required.")
			c.WrongIf(q.Method != http.MethodGet || q.URI != expectedURI, "'method' must be GET and 'uri' "+expectedURI+".")
			return flo.expectedOf(c.Token.Seller, q.SKU, s)
		}))
	}
	return gateway.Object{"responses": answers}
}

// expectedOf estimates the highest price at which an own offer would be in the buy box.
func (flo *Floor) expectedOf(seller, sku string, s *world.Shop) gateway.Object {
	body := gateway.Object{}
	says := func(result gateway.Object) gateway.Object {
		body["featuredOfferExpectedPriceResults"] = []gateway.Object{result}
		return body
	}
	found, trouble := gateway.Attempt(func() any { return flo.subject(seller, "", sku, s) })
	if trouble != nil {
		return says(gateway.Object{"resultStatus": "OFFER_NOT_FOUND"})
	}
	p := found.(*catalog.Product)
	b := flo.BoardOf(p, s)
	own := b.own(seller, sku)
	if own == nil {
		return says(gateway.Object{"resultStatus": "OFFER_NOT_FOUND"})
	}
	body["offerIdentifier"] = b.identify(own)
	switch {
	case s.Currency == "JPY":
		return says(gateway.Object{"resultStatus": "ASIN_NOT_ELIGIBLE"}) // not served in Japan
	case !own.IsNew() || !own.Featured:
		return says(gateway.Object{"resultStatus": "OFFER_NOT_ELIGIBLE"})
	case p.Odd:
		return says(gateway.Object{"resultStatus": "PRICE_UNDER_REVIEW"}) // clients must accept unknown words
	}
	return says(b.expected(own))
}

// own returns a seller's offer by its SKU, nil if shoppers do not see it.
func (b *Board) own(seller, sku string) *Offer {
	for i := range b.Offers {
		if o := &b.Offers[i]; o.SKU == sku && o.Seller == seller {
			return o
		}
	}
	return nil
}

func (b *Board) identify(o *Offer) gateway.Object {
	about := gateway.Object{"marketplaceId": b.Shop.ID, "sellerId": o.Seller, "asin": b.Product.ASIN, "fulfillmentType": o.Fulfilment()}
	if o.SKU != "" {
		about["sku"] = o.SKU
	}
	return about
}

// expected returns the highest price that still beats the best offer of the other sellers.
func (b *Board) expected(own *Offer) gateway.Object {
	var best *Offer
	for i := range b.Offers {
		o := &b.Offers[i]
		if o.Eligible && o.Seller != own.Seller && (best == nil || o.Landed()*o.weight < best.Landed()*best.weight) {
			best = o
		}
	}
	if best == nil {
		return gateway.Object{"resultStatus": "NO_COMPETING_OFFER"}
	}
	landed := (best.Landed()*best.weight - 1) / own.weight
	if b.External > 0 {
		landed = min(landed, b.External*12/10)
	}
	if landed-own.Shipping < 1 {
		return gateway.Object{"resultStatus": "OFFER_NOT_ELIGIBLE"}
	}
	r := gateway.Object{
		"resultStatus": "VALID_FOEP", "competingFeaturedOffer": b.rival(best),
		"featuredOfferExpectedPrice": gateway.Object{"listingPrice": Amount(b.Shop, landed-own.Shipping)},
	}
	if w := b.Winner(); w != nil {
		r["currentFeaturedOffer"] = b.rival(w)
	}
	return r
}

// rival returns an offer in the form for other sellers: without its SKU.
func (b *Board) rival(o *Offer) gateway.Object {
	about := b.identify(o)
	delete(about, "sku")
	return gateway.Object{
		"offerIdentifier": about, "condition": "New",
		"price": gateway.Object{"listingPrice": Amount(b.Shop, o.Price), "shippingPrice": Amount(b.Shop, o.Shipping)},
	}
}
