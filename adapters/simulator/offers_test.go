package simulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	oneUS   = "MarketplaceId=ATVPDKIKX0DER"
	pricing = "/products/pricing/v0"
	cashes  = "{Amount:n CurrencyCode}"
)

const offersShape = "Offers:[{IsBuyBoxWinner:b IsFeaturedMerchant:b IsFulfilledByAmazon:b ListingPrice:" + cashes + " MyOffer:b " +
	"PrimeInformation:{IsNationalPrime:b IsPrime:b} SellerFeedbackRating:{FeedbackCount:n SellerPositiveFeedbackRating:n} SellerId " +
	"Shipping:" + cashes + " ShippingTime:{availabilityType maximumHours:n minimumHours:n} ShipsFrom:{Country State?} SubCondition}]"

const summaryShape = "Summary:{BuyBoxEligibleOffers:[{OfferCount:n condition fulfillmentChannel}] " +
	"BuyBoxPrices:[{LandedPrice:" + cashes + " ListingPrice:" + cashes + " Shipping:" + cashes + " condition sellerId}] " +
	"CompetitivePriceThreshold:" + cashes + " ListPrice:" + cashes + " " +
	"LowestPrices:[{LandedPrice:" + cashes + " ListingPrice:" + cashes + " Shipping:" + cashes + " condition fulfillmentChannel}] " +
	"NumberOfOffers:[{OfferCount:n condition fulfillmentChannel}] SalesRankings:[{ProductCategoryId Rank:n}] TotalOfferCount:n}"

const itemOffersShape = "{ASIN Identifier:{ASIN ItemCondition MarketplaceId} ItemCondition " + offersShape + " " + summaryShape + " marketplaceId status}"

func TestOffersShapes(t *testing.T) {
	c := unlimitedCaller(t)
	require.Equal(t, "{payload:"+itemOffersShape+"}", shape(t, c.good(pricing+"/items/"+novel+"/offers?"+oneUS+"&ItemCondition=New")))
	bySKU := shape(t, c.good(pricing+"/listings/A%2FB/offers?"+oneUS+"&ItemCondition=New"))
	require.Contains(t, bySKU, "{payload:{Identifier:{ItemCondition MarketplaceId SellerSKU} ItemCondition "+offersShape+" SKU Summary:{")
	require.JSONEq(t, `{"payload":{"marketplaceId":"ATVPDKIKX0DER","ASIN":"B0SIM00027","ItemCondition":"New","status":"NoBuyableOffers",`+
		`"Identifier":{"MarketplaceId":"ATVPDKIKX0DER","ASIN":"B0SIM00027","ItemCondition":"New"},"Summary":{"TotalOfferCount":0},"Offers":[]}}`,
		c.good(pricing+"/items/"+head+"/offers?"+oneUS+"&ItemCondition=New"))
	odd := shape(t, c.good(pricing+"/items/"+lenient+"/offers?"+oneUS+"&ItemCondition=New"))
	require.NotContains(t, odd, "TotalOfferCount")
	require.NotContains(t, odd, "SellerFeedbackRating")
}

type paid struct {
	Currency string      `json:"CurrencyCode"`
	Amount   json.Number `json:"Amount"`
}

func (s paid) cents(t *testing.T) int64 {
	t.Helper()
	whole, part, _ := strings.Cut(s.Amount.String(), ".")
	n, err := strconv.ParseInt(whole+part, 10, 64)
	require.NoError(t, err)
	return n
}

type offersBody struct {
	Payload struct {
		Status  string
		Summary struct {
			TotalOfferCount int
			NumberOfOffers  []struct {
				Condition  string
				OfferCount int
			}
			BuyBoxPrices []struct {
				LandedPrice, ListingPrice, Shipping paid
				SellerID                            string `json:"sellerId"`
			}
		}
		Offers []struct {
			MyOffer, IsBuyBoxWinner, IsFulfilledByAmazon bool
			SellerID                                     string `json:"SellerId"`
			SubCondition                                 string
			ListingPrice, Shipping                       paid
			Points                                       struct{ PointsNumber int64 }
		}
	} `json:"payload"`
}

func (c *caller) offers(path string) offersBody {
	c.t.Helper()
	var b offersBody
	require.NoError(c.t, json.Unmarshal([]byte(c.good(path)), &b))
	return b
}

func TestOffersAgreeWithTheirSummary(t *testing.T) {
	c := unlimitedCaller(t)
	full, boxes, mine, used := 0, 0, 0, 0
	for i := range 300 {
		for _, condition := range []string{"New", "Used"} {
			b := c.offers(pricing + "/items/" + simulator.ASIN(i) + "/offers?" + oneUS + "&ItemCondition=" + condition).Payload
			require.LessOrEqual(t, len(b.Offers), 20)
			if len(b.Offers) == 20 {
				full++
			}
			last, winners := int64(-1), map[string]bool{}
			for _, o := range b.Offers {
				landed := o.ListingPrice.cents(t) + o.Shipping.cents(t)
				require.GreaterOrEqual(t, landed, last, "cheapest first")
				last = landed
				require.Equal(t, condition == "New", o.SubCondition == "new")
				require.Equal(t, o.MyOffer, o.SellerID == c.seller.ID)
				if o.MyOffer {
					mine++
				}
				if o.IsBuyBoxWinner {
					winners[o.SellerID] = true
				}
				if condition == "Used" {
					used++
				}
			}
			require.LessOrEqual(t, len(winners), 2)
			for _, box := range b.Summary.BuyBoxPrices {
				boxes++
				require.Equal(t, box.LandedPrice.cents(t), box.ListingPrice.cents(t)+box.Shipping.cents(t))
				if condition == "New" && len(b.Offers) < 20 && box.SellerID != "" {
					require.True(t, winners[box.SellerID])
				}
			}
		}
	}
	require.Positive(t, full)
	require.Greater(t, boxes, 400)
	require.Positive(t, used)
	own := c.offers(pricing + "/listings/SIM-0000/offers?" + oneUS + "&ItemCondition=New").Payload
	for _, o := range own.Offers {
		if o.MyOffer {
			mine++
		}
	}
	require.Positive(t, mine)
}

func TestYenHaveNoDecimalsAndPointsAreTold(t *testing.T) {
	c := calling(t, simulator.Config{Limits: simulator.Limits{Off: true}}, marketplace.FE, simulator.Full)
	points := 0
	for i := range 50 {
		body := c.good(pricing + "/items/" + simulator.ASIN(i) + "/offers?MarketplaceId=A1VC38T7YXB528&ItemCondition=New")
		require.NotContains(t, body, `.00`)
		points += strings.Count(body, `,"CurrencyCode":"JPY"},"PointsNumber":`)
	}
	require.Positive(t, points)
}

func TestOffersRefusals(t *testing.T) {
	c := unlimitedCaller(t)
	for path, want := range map[string]int{
		"/items/" + novel + "/offers":                                                 400,
		"/items/" + novel + "/offers?" + oneUS:                                        400,
		"/items/" + novel + "/offers?" + oneUS + "&ItemCondition=new":                 400,
		"/items/" + novel + "/offers?" + oneUS + "&ItemCondition=Club":                200,
		"/items/" + novel + "/offers?" + oneUS + "&ItemCondition=New&CustomerType=x":  400,
		"/items/" + novel + "/offers?MarketplaceId=A1PA6795UKMFR9&ItemCondition=New":  400,
		"/items/x/offers?" + oneUS + "&ItemCondition=New":                             400,
		"/items/B0SIMZZZZZ/offers?" + oneUS + "&ItemCondition=New":                    404,
		"/items/B0CASE0500/offers?" + oneUS + "&ItemCondition=New":                    500,
		"/listings/none/offers?" + oneUS + "&ItemCondition=New":                       404,
		"/listings/A%252FB/offers?" + oneUS + "&ItemCondition=New":                    200,
		"/competitivePrice?" + oneUS + "&ItemType=Asin":                               400,
		"/competitivePrice?" + oneUS + "&ItemType=asin&Asins=" + novel:                400,
		"/competitivePrice?" + oneUS + "&Asins=" + novel:                              400,
		"/competitivePrice?" + oneUS + "&ItemType=Asin&Skus=x":                        400,
		"/competitivePrice?" + oneUS + "&ItemType=Sku&Asins=" + novel:                 400,
		"/competitivePrice?" + oneUS + "&ItemType=Asin&Asins=" + novel + "&Skus=x":    400,
		"/competitivePrice?" + oneUS + "&ItemType=Asin&Asins=" + many(21):             400,
		"/competitivePrice?" + oneUS + "&ItemType=Asin&Asins=" + many(20):             200,
		"/competitivePrice?" + oneUS + "&ItemType=Asin&Asins=B0":                      400,
		"/competitivePrice?ItemType=Asin&Asins=" + novel:                              400,
		"/price?" + oneUS + "&ItemType=Asin&Asins=" + novel + "&ItemCondition=Broken": 400,
		"/price?" + oneUS + "&ItemType=Asin&Asins=" + novel + "&OfferType=B2X":        400,
		"/price?" + oneUS + "&ItemType=Sku&Skus=%25zz":                                400,
		"/price?" + oneUS + "&ItemType=Asin&Asins=" + novel + "&ItemCondition=Used":   200,
		"/competitivePrice?" + oneUS + "&ItemType=Asin&Asins=B0CASE0503,B0CASE0404":   200,
	} {
		status, body := c.get(pricing + path)
		require.Equal(t, want, status, path)
		if want != 200 {
			require.Equal(t, "{errors:[{code details message}]}", shape(t, body), path)
		}
	}
}

func many(n int) string {
	var asins []string
	for i := range n {
		asins = append(asins, simulator.ASIN(i))
	}
	return strings.Join(asins, ",")
}

func TestPricesShapes(t *testing.T) {
	c := unlimitedCaller(t)
	competitive := c.good(pricing + "/competitivePrice?" + oneUS + "&ItemType=Asin&Asins=" + novel)
	require.Equal(t, "{payload:[{ASIN Product:{CompetitivePricing:{CompetitivePrices:[{CompetitivePriceId Price:{LandedPrice:"+cashes+
		" ListingPrice:"+cashes+" Shipping:"+cashes+"} belongsToRequester:b condition subcondition}] NumberOfOfferListings:[{Count:n condition}]}"+
		" Identifiers:{MarketplaceASIN:{ASIN MarketplaceId}} SalesRankings:[{ProductCategoryId Rank:n}]} status}]}", shape(t, competitive))
	// Each failure alone, in the order asked for.
	mixed := c.good(pricing + "/competitivePrice?" + oneUS + "&ItemType=Asin&Asins=B0SIMZZZZZ," + novel + ",B0CASE0503")
	require.True(t, strings.HasPrefix(mixed, `{"payload":[{"ASIN":"B0SIMZZZZZ","status":"ClientError"},{"ASIN":"B0SIM0000C","Product":{`), mixed)
	require.True(t, strings.HasSuffix(mixed, `,"status":"Success"},{"ASIN":"B0CASE0503","status":"ServerError"}]}`), mixed)
	odd := shape(t, c.good(pricing+"/competitivePrice?"+oneUS+"&ItemType=Asin&Asins="+lenient))
	require.NotContains(t, odd, "LandedPrice")
	own := c.good(pricing + "/price?" + oneUS + "&ItemType=Sku&Skus=SIM-0000")
	require.Equal(t, "{payload:[{Product:{Identifiers:{MarketplaceASIN:{ASIN MarketplaceId} SKUIdentifier:{MarketplaceId SellerId SellerSKU}}"+
		" Offers:[{BuyingPrice:{LandedPrice:"+cashes+" ListingPrice:"+cashes+" Shipping:"+cashes+"} FulfillmentChannel ItemCondition"+
		" ItemSubCondition RegularPrice:"+cashes+" SellerSKU offerType}]} SellerSKU status}]}", shape(t, own))
}

// A SKU is encoded once for its list and once more for the address.
func TestSKUsInListsAreDecodedTwice(t *testing.T) {
	c := unlimitedCaller(t)
	for _, sku := range []string{"A/B", "A%2FB", "A+B", "50%", "ä b", "..", "A,B", "#?", "SIM-0000"} {
		body := c.good(pricing + "/price?" + oneUS + "&ItemType=Sku&Skus=" + url.QueryEscape(url.QueryEscape(sku)))
		quoted, err := json.Marshal(sku)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(body, `,"SellerSKU":`+string(quoted)+`,"status":"Success"}]}`), "%s: %s", sku, body)
	}
	// Once is not enough.
	require.Contains(t, c.good(pricing+"/price?"+oneUS+"&ItemType=Sku&Skus="+url.QueryEscape("A%2FB")), `"SellerSKU":"A/B"`)
}

func ask(uri, condition string) string {
	return fmt.Sprintf(`{"uri":%q,"method":"GET","MarketplaceId":"ATVPDKIKX0DER","ItemCondition":%q}`, uri, condition)
}

func batch(entries ...string) string { return `{"requests":[` + strings.Join(entries, ",") + `]}` }

func TestABatchOfOffersFailsItemByItem(t *testing.T) {
	c := unlimitedCaller(t)
	entries := []string{
		ask("/products/pricing/v0/items/B0SIM0000C/offers", "New"),
		ask("/products/pricing/v0/items/B0SIMZZZZZ/offers", "New"),
		ask("/products/pricing/v0/items/x/offers", "New"),
		ask("/products/pricing/v0/items/B0SIM0000C/offers", "Old"),
		ask("/products/pricing/v0/listings/B0SIM0000C/offers", "New"),
		ask("/products/pricing/v0/items/B0CASE0429/offers", "New"),
		ask("/products/pricing/v0/items/B0CASE0503/offers", "Used"),
		`{"uri":"/products/pricing/v0/items/B0SIM0000C/offers","method":"POST","MarketplaceId":"ATVPDKIKX0DER","ItemCondition":"New"}`,
		`{"uri":"/products/pricing/v0/items/B0SIM0000C/offers","method":"GET","MarketplaceId":"A1PA6795UKMFR9","ItemCondition":"New"}`,
		`{"uri":"/products/pricing/v0/items/B0SIM0000C/offers","method":"GET","MarketplaceId":"ATVPDKIKX0DER","ItemCondition":"New","CustomerType":"x"}`,
		`{}`,
		`{"uri":"/products/pricing/v0/items/B0SIM0000C/offers","method":"GET","MarketplaceId":"ATVPDKIKX0DER","ItemCondition":"New","CustomerType":"Consumer"}`,
	}
	status, body := c.post("/batches/products/pricing/v0/itemOffers", batch(entries...))
	require.Equal(t, 200, status)
	var answer struct {
		Responses []struct {
			Headers map[string]string
			Status  struct {
				StatusCode   int
				ReasonPhrase string
			}
			Body    json.RawMessage
			Request map[string]string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &answer))
	var statuses []int
	for i, r := range answer.Responses {
		statuses = append(statuses, r.Status.StatusCode)
		require.Equal(t, "Sun, 01 Nov 2026 12:00:00 GMT", r.Headers["Date"])
		require.NotEmpty(t, r.Headers["x-amzn-RequestId"])
		if r.Status.StatusCode == http.StatusOK {
			require.Equal(t, "{payload:"+itemOffersShape+"}", shape(t, string(r.Body)), i)
		} else {
			require.Equal(t, "{errors:[{code details message}]}", shape(t, string(r.Body)), i)
		}
	}
	require.Equal(t, []int{200, 404, 400, 400, 400, 429, 503, 400, 400, 400, 400, 200}, statuses)
	require.Equal(t, map[string]string{"Asin": "B0SIMZZZZZ", "MarketplaceId": "ATVPDKIKX0DER", "ItemCondition": "New"}, answer.Responses[1].Request)
	require.Equal(t, "Consumer", answer.Responses[11].Request["CustomerType"])

	for name, c := range map[string]struct {
		body   string
		status int
	}{
		"none":      {`{"requests":[]}`, 400},
		"no list":   {`{}`, 400},
		"too many":  {batch(strings.Split(strings.Repeat("{} ", 21), " ")[:21]...), 400},
		"enough":    {batch(strings.Split(strings.Repeat("{} ", 20), " ")[:20]...), 200},
		"malformed": {`{"requests":`, 400},
		"two":       {`{"requests":[{}]}{}`, 400},
	} {
		status, _ := unlimitedCaller(t).post("/batches/products/pricing/v0/itemOffers", c.body)
		require.Equal(t, c.status, status, name)
	}
}

func TestABatchOfOwnSKUs(t *testing.T) {
	c := unlimitedCaller(t)
	status, body := c.post("/batches/products/pricing/v0/listingOffers", batch(
		ask("/products/pricing/v0/listings/A%2FB/offers", "New"),
		ask("/products/pricing/v0/listings/A%252FB/offers", "New"),
		ask("/products/pricing/v0/listings/%C3%A4%20b/offers", "New"),
		ask("/products/pricing/v0/listings/none/offers", "New"),
		ask("/products/pricing/v0/listings/A/B/offers", "New"),
	))
	require.Equal(t, 200, status)
	for _, want := range []string{`"SellerSKU":"A/B"`, `"SellerSKU":"A%2FB"`, `"SellerSKU":"ä b"`} {
		require.Contains(t, body, want)
	}
	require.Equal(t, 3, strings.Count(body, `"statusCode":200`))
	require.Equal(t, 1, strings.Count(body, `"statusCode":404`))
	require.Equal(t, 1, strings.Count(body, `"statusCode":400`))
}

func TestSameCallsSameOffers(t *testing.T) {
	run := func(seed uint64) string {
		c := calling(t, simulator.Config{Seed: seed, Limits: simulator.Limits{Off: true}}, marketplace.NA, simulator.Full)
		var all strings.Builder
		for i := range 60 {
			_, body := c.get(pricing + "/items/" + simulator.ASIN(i*3) + "/offers?" + oneUS + "&ItemCondition=New")
			all.WriteString(body)
			_, body = c.post("/batches/products/pricing/v0/listingOffers", batch(ask("/products/pricing/v0/listings/SIM-0000/offers", "New")))
			all.WriteString(body)
			_, body = c.get(items + "/" + simulator.ASIN(i) + "?" + inUS + "&includedData=attributes,salesRanks,images")
			all.WriteString(body)
			c.m.Clock().Step(17 * time.Minute)
		}
		return all.String()
	}
	require.Equal(t, run(1), run(1))
	require.NotEqual(t, run(1), run(2))
}
