package simulator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	summaryURI  = "/products/pricing/2022-05-01/items/competitiveSummary"
	expectedURI = "/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice"
	amounts     = "{amount:n currencyCode}"
)

func summaryOf(asin, members string) string {
	return fmt.Sprintf(`{"uri":%q,"method":"GET","asin":%q,"marketplaceId":"ATVPDKIKX0DER"%s}`, summaryURI, asin, members)
}

func TestCompetitiveSummary(t *testing.T) {
	c := unlimitedCaller(t)
	const all = `,"includedData":["featuredBuyingOptions","referencePrices","lowestPricedOffers","similarItems"]`
	status, body := c.post("/batches"+summaryURI, batch(summaryOf(novel, all)))
	require.Equal(t, 200, status)
	const offer = "fulfillmentType listingPrice:" + amounts + " primeDetails:{eligibility} sellerId shippingOptions:[{price:" + amounts + " shippingOptionType}] subCondition}]"
	require.Equal(t, "{responses:[{body:{asin featuredBuyingOptions:[{buyingOptionType segmentedFeaturedOffers:[{condition "+
		"featuredOfferSegments:[{customerMembership segmentDetails:{glanceViewWeightPercentage:n}}] "+offer+"}] "+
		"lowestPricedOffers:[{lowestPricedOffersInput:{itemCondition offerType} offers:[{condition "+offer+"}] marketplaceId "+
		"referencePrices:[{name price:"+amounts+"}] similarItems:[{items:[{asin}]}]} status:{reasonPhrase statusCode:n}}]}", shape(t, body))

	_, body = c.post("/batches"+summaryURI, batch(
		summaryOf("B0SIMZZZZZ", all), summaryOf("x", all), summaryOf(novel, ""), summaryOf(novel, `,"includedData":["prices"]`),
		summaryOf(novel, all+`,"lowestPricedOffersInputs":[{"itemCondition":"Used","offerType":"Consumer"}]`),
		summaryOf(novel, all+`,"lowestPricedOffersInputs":[{"itemCondition":"Used","offerType":"Business"}]`),
		summaryOf(novel, all+`,"lowestPricedOffersInputs":[`+strings.Repeat(`{"itemCondition":"Used","offerType":"Consumer"},`, 5)+`{"itemCondition":"New","offerType":"Consumer"}]`),
		strings.Replace(summaryOf(novel, all), "competitiveSummary", "other", 1),
		strings.Replace(summaryOf(novel, all), "ATVPDKIKX0DER", "A1PA6795UKMFR9", 1),
		summaryOf("B0CASE0500", all), summaryOf(head, `,"includedData":["featuredBuyingOptions"]`),
	))
	require.Equal(t, []int{404, 400, 400, 400, 200, 400, 400, 400, 400, 500, 200}, statusCodes(body))
	require.Contains(t, body, `"condition":"Used"`)
	require.Contains(t, body, `{"body":{"asin":"B0SIMZZZZZ","errors":[{"code":"NotFound","details":"",`+
		`"message":"The ASIN 'B0SIMZZZZZ' is not known in ATVPDKIKX0DER."}],"marketplaceId":"ATVPDKIKX0DER"},`+
		`"status":{"reasonPhrase":"Not Found","statusCode":404}}`)
	require.True(t, strings.HasSuffix(body, `{"body":{"asin":"B0SIM00027","marketplaceId":"ATVPDKIKX0DER"},"status":{"reasonPhrase":"OK","statusCode":200}}]}`))

	_, body = c.post("/batches"+summaryURI, batch(summaryOf(lenient, all)))
	require.Contains(t, body, `"eligibility":"LOCAL"`)
	status, _ = c.post("/batches"+summaryURI, batch())
	require.Equal(t, 400, status)
	status, _ = c.post("/batches"+summaryURI, batch(strings.Split(strings.Repeat("{} ", 21), " ")[:21]...))
	require.Equal(t, 400, status)
}

func statusCodes(body string) []int {
	var codes []int
	for _, part := range strings.Split(body, `"statusCode":`)[1:] {
		var n int
		_, _ = fmt.Sscan(part[:3], &n)
		codes = append(codes, n)
	}
	return codes
}

func expect(sku string) string {
	return fmt.Sprintf(`{"uri":%q,"method":"GET","sku":%q,"marketplaceId":"ATVPDKIKX0DER"}`, expectedURI, sku)
}

func TestFeaturedOfferExpectedPrice(t *testing.T) {
	c := unlimitedCaller(t)
	_, body := c.post("/batches"+expectedURI, batch(expect("SIM-0000")))
	const rival = "{condition offerIdentifier:{asin fulfillmentType marketplaceId sellerId} price:{listingPrice:" + amounts + " shippingPrice:" + amounts + "}}"
	require.Equal(t, "{responses:[{body:{featuredOfferExpectedPriceResults:[{competingFeaturedOffer:"+rival+" currentFeaturedOffer:"+rival+
		" featuredOfferExpectedPrice:{listingPrice:"+amounts+"} resultStatus}] offerIdentifier:{asin fulfillmentType marketplaceId sellerId sku}}"+
		" headers:{Date x-amzn-RequestId} request:{marketplaceId sku} status:{reasonPhrase statusCode:n}}]}", shape(t, body))
	_, body = c.post("/batches"+expectedURI, batch(
		expect("none"), strings.Replace(expect("SIM-0000"), "GET", "PUT", 1), expect(""), strings.Replace(expect("SIM-0000"), "ATVPDKIKX0DER", "X", 1),
		strings.Replace(expect("SIM-0000"), "offer/", "", 1),
	))
	require.Equal(t, []int{200, 400, 400, 400, 400}, statusCodes(body))
	require.Contains(t, body, `{"body":{"featuredOfferExpectedPriceResults":[{"resultStatus":"OFFER_NOT_FOUND"}]},"headers":`)
	require.Contains(t, body, `"request":{"marketplaceId":"ATVPDKIKX0DER","sku":"none"},"status":{"reasonPhrase":"OK","statusCode":200}}`)
	results := map[string]int{}
	for from := 0; from < 300; from += 40 {
		var entries []string
		for i := from; i < min(from+40, 300); i++ {
			entries = append(entries, expect(simulator.SKU(i)))
		}
		status, body := c.post("/batches"+expectedURI, batch(entries...))
		require.Equal(t, 200, status)
		for _, word := range []string{"VALID_FOEP", "NO_COMPETING_OFFER", "OFFER_NOT_FOUND", "PRICE_UNDER_REVIEW"} {
			results[word] += strings.Count(body, word)
		}
	}
	require.Greater(t, results["VALID_FOEP"], 200)
	require.Positive(t, results["OFFER_NOT_FOUND"])
	require.Positive(t, results["PRICE_UNDER_REVIEW"], "the words are an open set")
	status, _ := c.post("/batches"+expectedURI, batch(strings.Split(strings.Repeat("{} ", 41), " ")[:41]...))
	require.Equal(t, 400, status)
	status, _ = c.post("/batches"+expectedURI, `{"requests":[]}`)
	require.Equal(t, 400, status)

	japan := calling(t, simulator.Config{Limits: simulator.Limits{Off: true}}, marketplace.FE, simulator.Full)
	_, body = japan.post("/batches"+expectedURI, batch(strings.Replace(expect("SIM-0000"), "ATVPDKIKX0DER", "A1VC38T7YXB528", 1)))
	require.Contains(t, body, "ASIN_NOT_ELIGIBLE")
}
