package simulator

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// mostPriced is how many ASINs or SKUs a question for prices may have.
const mostPriced = 20

// pricesOf answers a pricing question for each subject; unknown ones fail alone. fill adds the
// content for a product, or for the own offers with a SKU and condition, "" for any.
func pricesOf(fill func(b *board, seller, sku, condition string, product object)) func(*Marketplace, *call) any {
	return func(m *Marketplace, c *call) any {
		s := c.oneShop("MarketplaceId")
		asins, skus := c.list("Asins", mostPriced), c.list("Skus", mostPriced)
		c.required("ItemType")
		byASIN := c.word("ItemType", "Asin", "Sku") == "Asin"
		condition := c.word("ItemCondition", append([]string{""}, itemConditions...)...)
		c.word("OfferType", "B2C", "B2B")
		c.word("CustomerType", "Consumer", "Business")
		c.wrongIf(byASIN && asins == nil, "'Asins' is required for ItemType Asin.")
		c.wrongIf(!byASIN && skus == nil, "'Skus' is required for ItemType Sku.")
		c.wrongIf(asins != nil && skus != nil, "'Asins' and 'Skus' exclude each other.")
		for i, sku := range skus {
			// A SKU comes encoded once more than the list it is in.
			decoded, err := url.QueryUnescape(sku)
			c.wrongIf(err != nil, "'Skus' is not encoded well.")
			skus[i] = decoded
		}
		for _, asin := range asins {
			c.wrongIf(!asinForm.MatchString(asin), "'Asins' has a value that is not an ASIN.")
		}
		rows := []object{}
		add := func(row object, asin, sku string) {
			product, no := entry(func() any {
				p := m.subject(c.token.seller, asin, sku, s)
				about := object{"MarketplaceASIN": object{"MarketplaceId": s.ID, "ASIN": p.ASIN}}
				if sku != "" {
					about["SKUIdentifier"] = object{"MarketplaceId": s.ID, "SellerId": c.token.seller, "SellerSKU": sku}
				}
				product := object{"Identifiers": about}
				fill(m.boardOf(p, s), c.token.seller, sku, condition, product)
				return product
			})
			if no == nil {
				row["status"], row["Product"] = "Success", product
			} else {
				row["status"], _ = blame(no.status)
			}
			rows = append(rows, row)
		}
		for _, asin := range asins {
			add(object{"ASIN": asin}, asin, "")
		}
		for _, sku := range skus {
			add(object{"SellerSKU": sku}, "", sku)
		}
		return object{"payload": rows}
	}
}

// fillOwn adds the seller's own prices of a product.
func fillOwn(b *board, seller, sku, condition string, product object) {
	var own []object
	for i := range b.Offers {
		o := &b.Offers[i]
		if o.Seller != seller || o.SKU == "" || (sku != "" && o.SKU != sku) || (condition != "" && o.condition() != condition) {
			continue
		}
		own = append(own, object{
			"offerType": "B2C", "BuyingPrice": b.prices(o), "RegularPrice": cash(b.Shop, o.Price), "FulfillmentChannel": strings.ToUpper(o.channel()),
			"ItemCondition": o.condition(), "ItemSubCondition": o.Sub, "SellerSKU": o.SKU,
		})
	}
	if own != nil {
		product["Offers"] = own
	}
}

// fillCompetitive adds the buy box price and the number of offers.
func fillCompetitive(b *board, seller, _, _ string, product object) {
	prices, counts := []object{}, []object{}
	if w := b.winner(); w != nil {
		price := b.prices(w)
		if b.Product.odd {
			delete(price, "LandedPrice")
		}
		prices = append(prices, object{
			"CompetitivePriceId": "1", "Price": price, "condition": "New", "subcondition": "New", "belongsToRequester": w.Seller == seller,
		})
	}
	count := func(n int, condition string) {
		if n > 0 {
			counts = append(counts, object{"Count": n, "condition": condition})
		}
	}
	fresh := len(b.of(true, len(b.Offers)))
	count(fresh, "New")
	count(len(b.Offers)-fresh, "Used")
	count(len(b.Offers), "Any")
	product["CompetitivePricing"] = object{"CompetitivePrices": prices, "NumberOfOfferListings": counts}
	if ranks := b.ranks(); ranks != nil && !b.Product.odd {
		product["SalesRankings"] = ranks
	}
}

// amount is a sum as the newer pricing operations write it.
func amount(s *world.Shop, minor int64) object {
	return object{"currencyCode": s.Currency, "amount": s.Number(minor)}
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

// summaries answers with what shoppers see of several products.
func (m *Marketplace) summaries(c *call) any {
	answers := []object{}
	for _, q := range batchOf[summaryItem](c, mostBatched) {
		body, no := entry(func() any { return m.summaryOf(c, q) })
		status := http.StatusOK
		if no != nil {
			status, body = no.status, object{"asin": q.ASIN, "marketplaceId": q.MarketplaceID, "errors": no.errors()}
		}
		answers = append(answers, object{"status": statusOf(status), "body": body})
	}
	return object{"responses": answers}
}

func (m *Marketplace) summaryOf(c *call, q summaryItem) object {
	c.asin("asin", q.ASIN)
	s := c.knownShop("marketplaceId", q.MarketplaceID)
	c.wrongIf(q.Method != http.MethodGet || q.URI != summaryURI, "'method' must be GET and 'uri' "+summaryURI+".")
	unknown := func(set string) bool { return !slices.Contains(summarySets, set) }
	c.wrongIf(len(q.Sets) == 0 || slices.ContainsFunc(q.Sets, unknown), "'includedData' is missing or has an unknown value.")
	c.wrongIf(len(q.Lowest) > mostLowest, "'lowestPricedOffersInputs' has too many values.")
	for _, l := range q.Lowest {
		c.wrongIf(!slices.Contains(itemConditions, l.Condition) || l.OfferType != "Consumer",
			"'lowestPricedOffersInputs' has an unknown value.")
	}
	b := m.boardOf(m.subject(c.token.seller, q.ASIN, "", s), s)
	body := object{"asin": q.ASIN, "marketplaceId": q.MarketplaceID}
	for _, set := range q.Sets {
		var list []object
		switch set {
		case "featuredBuyingOptions":
			list = b.featured()
		case "referencePrices":
			list = b.references()
		case "lowestPricedOffers":
			list = b.lowestOf(q.Lowest)
		case "similarItems":
			list = []object{{"items": m.similar(b.Product)}}
		}
		if list != nil {
			body[set] = list
		}
	}
	return body
}

// featured are the winners of the buy box, and for whom they are.
func (b *board) featured() []object {
	var offers []object
	hasSecond := slices.ContainsFunc(b.Offers, func(o offer) bool { return o.Second })
	for i := range b.Offers {
		o := &b.Offers[i]
		if !o.Winner && !o.Second {
			continue
		}
		var segments []object
		segment := func(here bool, name string, views json.Number) {
			if here {
				segments = append(segments, object{"customerMembership": name, "segmentDetails": object{"glanceViewWeightPercentage": views}})
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
	return []object{{"buyingOptionType": "New", "segmentedFeaturedOffers": offers}}
}

// subConditionNames are the sub-conditions in the words of summaries.
var subConditionNames = map[string]string{
	"new": "New", "like_new": "Mint", "very_good": "VeryGood", "good": "Good", "acceptable": "Acceptable",
}

func (b *board) plain(o *offer) object {
	prime := "NONE"
	if o.Prime {
		prime = "NATIONAL"
	}
	condition := o.condition()
	if b.Product.odd {
		// The first is a word the published model does not know; the second it requires.
		prime, condition = "LOCAL", ""
	}
	p := object{
		"sellerId": o.Seller, "condition": condition, "subCondition": subConditionNames[o.Sub], "fulfillmentType": o.fulfilment(),
		"listingPrice":    amount(b.Shop, o.Price),
		"shippingOptions": []object{{"shippingOptionType": "DEFAULT", "price": amount(b.Shop, o.Shipping)}},
		"primeDetails":    object{"eligibility": prime},
	}
	if o.Points > 0 {
		p["points"] = object{"pointsNumber": o.Points, "pointsMonetaryValue": amount(b.Shop, o.Points)}
	}
	return p
}

func (b *board) references() []object {
	var list []object
	add := func(name string, minor int64) {
		if minor > 0 {
			list = append(list, object{"name": name, "price": amount(b.Shop, minor)})
		}
	}
	add("CompetitivePriceThreshold", b.External)
	add("CompetitivePrice", b.External)
	add("WasPrice", b.List)
	return list
}

func (b *board) lowestOf(inputs []lowestInput) []object {
	if inputs == nil {
		inputs = []lowestInput{{"New", "Consumer"}}
	}
	var list []object
	for _, input := range inputs {
		var offers []object
		for _, o := range b.in(input.Condition) {
			offers = append(offers, b.plain(o))
		}
		if offers != nil {
			list = append(list, object{"lowestPricedOffersInput": input, "offers": offers})
		}
	}
	return list
}

// similar are the neighbours in the catalogue.
func (m *Marketplace) similar(p *product) []object {
	list := []object{}
	for i := p.Index + 1; i < min(p.Index+6, m.World.Products); i++ {
		list = append(list, object{"asin": world.ASIN(i)})
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

// mostExpected is how many SKUs a batch may ask the expected price for.
const mostExpected = 40

func (m *Marketplace) expectedPrices(c *call) any {
	answers := []object{}
	for i, q := range batchOf[expectedItem](c, mostExpected) {
		request := object{"marketplaceId": q.MarketplaceID, "sku": q.SKU}
		answers = append(answers, m.batchEntry(c, i, request, func() any {
			s := c.knownShop("marketplaceId", q.MarketplaceID)
			c.wrongIf(q.SKU == "", "'sku' is required.")
			c.wrongIf(q.Method != http.MethodGet || q.URI != expectedURI, "'method' must be GET and 'uri' "+expectedURI+".")
			return m.expectedOf(c.token.seller, q.SKU, s)
		}))
	}
	return object{"responses": answers}
}

// expectedOf estimates the highest price at which an own offer would be in the
// buy box.
func (m *Marketplace) expectedOf(seller, sku string, s *world.Shop) object {
	body := object{}
	says := func(result object) object {
		body["featuredOfferExpectedPriceResults"] = []object{result}
		return body
	}
	found, trouble := attempt(func() any { return m.subject(seller, "", sku, s) })
	if trouble != nil {
		return says(object{"resultStatus": "OFFER_NOT_FOUND"})
	}
	p := found.(*product)
	b := m.boardOf(p, s)
	own := b.own(seller, sku)
	if own == nil {
		return says(object{"resultStatus": "OFFER_NOT_FOUND"})
	}
	body["offerIdentifier"] = b.identify(own)
	switch {
	case s.Currency == "JPY":
		return says(object{"resultStatus": "ASIN_NOT_ELIGIBLE"}) // not served in Japan
	case !own.isNew() || !own.Featured:
		return says(object{"resultStatus": "OFFER_NOT_ELIGIBLE"})
	case p.odd:
		return says(object{"resultStatus": "PRICE_UNDER_REVIEW"}) // the words are an open set
	}
	return says(b.expected(own))
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

func (b *board) identify(o *offer) object {
	about := object{"marketplaceId": b.Shop.ID, "sellerId": o.Seller, "asin": b.Product.ASIN, "fulfillmentType": o.fulfilment()}
	if o.SKU != "" {
		about["sku"] = o.SKU
	}
	return about
}

// expected beats the best offer of the other sellers by as little as counts.
func (b *board) expected(own *offer) object {
	var best *offer
	for i := range b.Offers {
		o := &b.Offers[i]
		if o.Eligible && o.Seller != own.Seller && (best == nil || o.Landed()*o.weight < best.Landed()*best.weight) {
			best = o
		}
	}
	if best == nil {
		return object{"resultStatus": "NO_COMPETING_OFFER"}
	}
	landed := (best.Landed()*best.weight - 1) / own.weight
	if b.External > 0 {
		landed = min(landed, b.External*12/10)
	}
	if landed-own.Shipping < 1 {
		return object{"resultStatus": "OFFER_NOT_ELIGIBLE"}
	}
	r := object{
		"resultStatus": "VALID_FOEP", "competingFeaturedOffer": b.rival(best),
		"featuredOfferExpectedPrice": object{"listingPrice": amount(b.Shop, landed-own.Shipping)},
	}
	if w := b.winner(); w != nil {
		r["currentFeaturedOffer"] = b.rival(w)
	}
	return r
}

// rival is an offer as other sellers see it: without its SKU.
func (b *board) rival(o *offer) object {
	about := b.identify(o)
	delete(about, "sku")
	return object{
		"offerIdentifier": about, "condition": "New",
		"price": object{"listingPrice": amount(b.Shop, o.Price), "shippingPrice": amount(b.Shop, o.Shipping)},
	}
}
