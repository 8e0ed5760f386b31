package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"sellingassistant/adapters/simulator"
)

const usa = "ATVPDKIKX0DER"

type words = map[string]string

// callEverything calls every operation with meaningful parameters. It calls many several times,
// because answers differ.
func (c *caller) callEverything() {
	c.callCatalogue()
	c.callPricing()
	c.callListings()
	c.callInbound()
	c.callFeeds()
	c.callNotifications()
	c.do(request{op: "getMarketplaceParticipations"})
	c.do(request{op: "getAccount"})
	answer := c.do(request{op: "getOrders", query: words{"MarketplaceIds": usa, "CreatedAfter": "2026-01-01T00:00:00Z"}})
	if orders := list(answer, "payload", "Orders"); len(orders) > 0 {
		c.do(request{op: "getOrderItems", path: words{"orderId": text(orders[0], "AmazonOrderId")}})
	}
}

// everyWord returns all values of a list parameter with an enumeration.
func (c *caller) everyWord(op, name string) string {
	for _, p := range c.models[op].parameters {
		if p.Name == name {
			if all := listOf(p.Items["enum"]); len(all) > 0 {
				return strings.Join(all, ",")
			}
		}
	}
	return ""
}

// asins returns some products without a fixed behaviour.
func asins() []string {
	all := make([]string, 60)
	for i := range all {
		all[i] = simulator.ASIN(i * 7)
	}
	return all
}

func (c *caller) callCatalogue() {
	sets := c.everyWord("getCatalogItem", "includedData")
	for _, asin := range asins() {
		c.do(request{op: "getCatalogItem", path: words{"asin": asin}, query: words{"marketplaceIds": usa, "includedData": sets}})
		c.do(request{op: "getListingsRestrictions", query: words{
			"asin": asin, "sellerId": c.seller.ID, "marketplaceIds": usa, "conditionType": "new_new",
		}})
	}
	c.do(request{op: "searchCatalogItems", query: words{
		"identifiers": strings.Join(asins()[:20], ","), "identifiersType": "ASIN", "marketplaceIds": usa, "includedData": sets, "pageSize": "20",
	}})
	found := c.do(request{op: "searchCatalogItems", query: words{"keywords": "steel", "marketplaceIds": usa, "includedData": sets}})
	if next := text(found, "pagination", "nextToken"); next != "" {
		c.do(request{op: "searchCatalogItems", query: words{"keywords": "steel", "marketplaceIds": usa, "includedData": sets, "pageToken": next}})
	}
	types := c.do(request{op: "searchDefinitionsProductTypes", query: words{"marketplaceIds": usa}})
	for i, one := range list(types, "productTypes") {
		if i < 10 {
			c.do(request{op: "getDefinitionsProductType", path: words{"productType": text(one, "name")}, query: words{
				"marketplaceIds": usa, "requirements": "LISTING", "requirementsEnforced": "ENFORCED", "locale": "en_US",
			}})
		}
	}
}

func (c *caller) callPricing() {
	forSKUs := simulator.SKU(0)
	for _, op := range []string{"getCompetitivePricing", "getPricing"} {
		c.do(request{op: op, query: words{"MarketplaceId": usa, "ItemType": "Asin", "Asins": strings.Join(asins()[:20], ",")}})
		c.do(request{op: op, query: words{"MarketplaceId": usa, "ItemType": "Sku", "Skus": forSKUs}})
	}
	for _, asin := range asins() {
		c.do(request{op: "getItemOffers", path: words{"Asin": asin}, query: words{"MarketplaceId": usa, "ItemCondition": "New"}})
	}
	const body = `{"FeesEstimateRequest":{"MarketplaceId":"ATVPDKIKX0DER","IsAmazonFulfilled":true,"Identifier":"one",
		"PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":"USD","Amount":19.99},"Shipping":{"CurrencyCode":"USD","Amount":0}}}`
	c.do(request{op: "getMyFeesEstimateForASIN", path: words{"Asin": asins()[0]}, body: body + "}"})
	for i := range 30 {
		sku := words{"SellerSKU": simulator.SKU(i)}
		c.do(request{op: "getListingOffers", path: sku, query: words{"MarketplaceId": usa, "ItemCondition": "New"}})
		c.do(request{op: "getMyFeesEstimateForSKU", path: sku, body: body + "}"})
	}
	var items, listings, summaries, expected, fees []string
	for i, asin := range asins()[:20] {
		sku := simulator.SKU(i)
		items = append(items, fmt.Sprintf(
			`{"uri":"/products/pricing/v0/items/%s/offers","method":"GET","MarketplaceId":"%s","ItemCondition":"New"}`, asin, usa))
		listings = append(listings, fmt.Sprintf(
			`{"uri":"/products/pricing/v0/listings/%s/offers","method":"GET","MarketplaceId":"%s","ItemCondition":"New"}`, url.PathEscape(sku), usa))
		summaries = append(summaries, fmt.Sprintf(`{"uri":"/products/pricing/2022-05-01/items/competitiveSummary","method":"GET","asin":"%s","marketplaceId":"%s",
			"includedData":["featuredBuyingOptions","referencePrices","lowestPricedOffers"],"lowestPricedOffersInputs":[{"itemCondition":"New","offerType":"Consumer"}]}`, asin, usa))
		expected = append(expected, fmt.Sprintf(
			`{"uri":"/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice","method":"GET","marketplaceId":"%s","sku":%q}`, usa, sku))
		fees = append(fees, body+`,"IdType":"ASIN","IdValue":"`+asin+`"}`)
	}
	for op, requests := range map[string][]string{
		"getItemOffersBatch": items, "getListingOffersBatch": listings, "getCompetitiveSummary": summaries,
		"getFeaturedOfferExpectedPriceBatch": expected,
	} {
		c.do(request{op: op, body: `{"requests":[` + strings.Join(requests, ",") + `]}`})
	}
	c.do(request{op: "getMyFeesEstimates", body: "[" + strings.Join(fees, ",") + "]"})
}

func (c *caller) callListings() {
	sets := c.everyWord("getListingsItem", "includedData")
	own := words{"sellerId": c.seller.ID}
	found := c.do(request{op: "searchListingsItems", path: own, query: words{"marketplaceIds": usa, "includedData": sets, "pageSize": "20"}})
	next := text(found, "pagination", "nextToken")
	c.do(request{op: "searchListingsItems", path: own, query: words{"marketplaceIds": usa, "includedData": sets, "pageSize": "20", "pageToken": next}})
	for i := range 60 {
		one := words{"sellerId": c.seller.ID, "sku": simulator.SKU(i)}
		c.do(request{op: "getListingsItem", path: one, query: words{"marketplaceIds": usa, "includedData": sets}})
	}
	one := words{"sellerId": c.seller.ID, "sku": simulator.SKU(0)}
	c.do(request{op: "putListingsItem", path: one, query: words{"marketplaceIds": usa, "includedData": "identifiers,issues", "mode": "VALIDATION_PREVIEW"},
		body: `{"productType":"PRODUCT","requirements":"LISTING_OFFER_ONLY","attributes":{"condition_type":[{"value":"new_new","marketplace_id":"ATVPDKIKX0DER"}]}}`})
	for _, price := range []string{"19.49", "1000.00"} {
		c.do(request{op: "patchListingsItem", path: one, query: words{"marketplaceIds": usa, "includedData": "identifiers,issues"},
			body: `{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[{"marketplace_id":"ATVPDKIKX0DER",
			"currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":` + price + `}]}]}]}]}`})
	}
	c.do(request{op: "deleteListingsItem", path: words{"sellerId": c.seller.ID, "sku": simulator.SKU(1)}, query: words{"marketplaceIds": usa}})
	c.do(request{op: "getInventorySummaries", query: words{
		"details": "true", "granularityType": "Marketplace", "granularityId": usa, "marketplaceIds": usa,
	}})
}

func (c *caller) callFeeds() {
	made := c.do(request{op: "createFeedDocument", body: `{"contentType":"application/json; charset=UTF-8"}`})
	at, err := url.Parse(text(made, "url"))
	if err != nil {
		c.problem("createFeedDocument: %v", err)
		return
	}
	r := httptest.NewRequest(http.MethodPut, at.RequestURI(), strings.NewReader(`{"header":{"sellerId":"`+c.seller.ID+`","version":"2.0"},
		"messages":[{"messageId":1,"sku":"SIM-0002","operationType":"DELETE"}]}`))
	r.Header.Set("Content-Type", "application/json; charset=UTF-8")
	c.handler.ServeHTTP(httptest.NewRecorder(), r)
	feed := request{op: "createFeed", body: `{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":["ATVPDKIKX0DER"],"inputFeedDocumentId":"` +
		text(made, "feedDocumentId") + `"}`}
	one := c.do(feed)
	two := c.do(feed)
	c.do(request{op: "cancelFeed", path: words{"feedId": text(two, "feedId")}})
	c.market.Clock().Step(20 * time.Minute)
	for _, id := range []string{text(one, "feedId"), text(two, "feedId")} {
		done := c.do(request{op: "getFeed", path: words{"feedId": id}})
		if result := text(done, "resultFeedDocumentId"); result != "" {
			c.do(request{op: "getFeedDocument", path: words{"feedDocumentId": result}})
		}
	}
	c.do(request{op: "getFeeds", query: words{"feedTypes": "JSON_LISTINGS_FEED", "pageSize": "1"}})
}

func (c *caller) callNotifications() {
	made := c.do(request{op: "createDestination", body: `{"name":"ours","resourceSpecification":{"sqs":{"arn":"` + simulator.ARN(simulator.DefaultQueue) + `"}}}`})
	one := words{"destinationId": text(made, "payload", "destinationId")}
	c.do(request{op: "getDestinations"})
	c.do(request{op: "getDestination", path: one})
	kind := words{"notificationType": "ANY_OFFER_CHANGED"}
	sub := c.do(request{op: "createSubscription", path: kind, body: `{"payloadVersion":"1.0","destinationId":"` + one["destinationId"] + `",
		"processingDirective":{"eventFilter":{"eventFilterType":"ANY_OFFER_CHANGED","marketplaceIds":["ATVPDKIKX0DER"],
		"aggregationSettings":{"aggregationTimePeriod":"FiveMinutes"}}}}`})
	c.do(request{op: "getSubscription", path: kind})
	c.do(request{op: "getSubscriptions", query: words{"notificationTypes": "ANY_OFFER_CHANGED"}})
	c.do(request{op: "sendTestNotification", path: kind, body: `{"destinationId":"` + one["destinationId"] + `","testNotification":{"payloadVersion":"1.0"}}`})
	byID := words{"notificationType": "ANY_OFFER_CHANGED", "subscriptionId": text(sub, "payload", "subscriptionId")}
	c.do(request{op: "getSubscriptionById", path: byID})
	c.do(request{op: "deleteSubscriptionById", path: byID})
	c.do(request{op: "deleteDestination", path: one})
}
