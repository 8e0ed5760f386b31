package listingitem_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/contract/upstream"
	"sellingassistant/test/openapi/checked"
)

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

const (
	mine  = `{"asin":"b000000001","price":19.99,"quantity":5}`
	kept  = `{"asin":"B000000001","price":19.99,"fulfillmentChannel":"AFN"}`
	steps = "GET " + restrictions + ", GET " + catalog
)

func TestPut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(nil))
		a := s.put(t, "", mine)
		require.Equal(t, 200, a.Status, "%s", a.Body)
		require.Equal(t, `{"sku":"SKU-1","asin":"B000000001","status":"ACCEPTED","submissionId":"s1","issues":[],"dryRun":false}`, string(a.Body))
		require.Equal(t, steps+", PUT "+listing, strings.Join(s.steps(), ", "))
		asked := s.Requests()
		require.Equal(t, url.Values{
			"asin": {"B000000001"}, "sellerId": {upstream.Seller}, "marketplaceIds": {"ATVPDKIKX0DER"}, "conditionType": {"new_new"},
		}, asked[0].Query)
		require.Equal(t, url.Values{"marketplaceIds": {"ATVPDKIKX0DER"}, "includedData": {"productTypes"}}, asked[1].Query)
		require.Equal(t, url.Values{"marketplaceIds": {"ATVPDKIKX0DER"}}, asked[2].Query)
		require.JSONEq(t, `{"productType":"LAMP","requirements":"LISTING_OFFER_ONLY","attributes":{
			"merchant_suggested_asin":[{"value":"B000000001","marketplace_id":"ATVPDKIKX0DER"}],
			"condition_type":[{"value":"new_new","marketplace_id":"ATVPDKIKX0DER"}],
			"purchasable_offer":[{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":19.99}]}]}],
			"fulfillment_availability":[{"fulfillment_channel_code":"DEFAULT","quantity":5}]}}`, asked[2].Body)
		spent, held := s.Spent()
		require.Zero(t, spent+held, "the check costs no token here")

		a = s.put(t, "?dryRun=true&issueLocale=de_DE&domain=amazon.de", `{"asin":"B000000001","price":20,"conditionType":"used_good","quantity":0}`)
		require.Equal(t, `{"sku":"SKU-1","asin":"B000000001","status":"VALID","submissionId":"s1","issues":[],"dryRun":true}`, string(a.Body))
		require.Equal(t, url.Values{"marketplaceIds": {"A1PA6795UKMFR9"}, "mode": {"VALIDATION_PREVIEW"}, "issueLocale": {"de_DE"}}, s.last().Query)
		require.Contains(t, s.last().Body, `"currency":"EUR"`)
		require.Contains(t, s.last().Body, `"value_with_tax":20}`)
		require.Equal(t, "used_good", s.Requests()[3].Query.Get("conditionType"), "the check is about the condition of the offer")
	})
}

func TestPutOfUnitsThatAmazonKeeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wants := map[string]upstream.Answer{}
		s := over(t, market(wants))
		for range 2 {
			a := s.put(t, "", kept)
			require.Equal(t, 200, a.Status, "%s", a.Body)
			require.Contains(t, s.last().Body, `"fulfillment_availability":[{"fulfillment_channel_code":"AMAZON_NA"}]`)
		}
		first := steps + ", GET " + definition + ", GET " + schema + ", PUT " + listing
		require.Equal(t, first+", "+strings.ReplaceAll(first, ", GET "+schema, ""), strings.Join(s.steps(), ", "), "a schema is read once")
		asked := s.Requests()
		require.Equal(t, url.Values{"sellerId": {upstream.Seller}, "marketplaceIds": {"ATVPDKIKX0DER"}, "requirements": {"LISTING_OFFER_ONLY"}}, asked[2].Query)
		require.Empty(t, asked[3].Token, "no token travels to where documents lie")

		wants[definition] = upstream.OK(`{"schema":{"link":{"resource":"` + upstream.Host + `/schemas/new"},"checksum":"c2"}}`)
		wants["/schemas/new"] = upstream.OK(`{"properties":{"fulfillment_availability":{"items":{"properties":{"fulfillment_channel_code":{"enum":["DEFAULT"]}}}}}}`)
		a := s.put(t, "", kept)
		require.Equal(t, 422, a.Status)
		require.Equal(t, "not_supported", a.Problem(t).Code)
		require.Equal(t, "/fulfillmentChannel", *a.Problem(t).Errors[0].Pointer)
		wants[definition] = upstream.Answer{Status: 404}
		require.Equal(t, 422, s.put(t, "", kept).Status)
	})
}

// TestSchemasThatCannotBeRead leads to a schema in every way that does not work.
func TestSchemasThatCannotBeRead(t *testing.T) {
	link := func(address string) upstream.Answer {
		return upstream.OK(`{"schema":{"link":{"resource":` + quoted(address) + `},"checksum":"c1"}}`)
	}
	for name, c := range map[string]struct {
		wants map[string]upstream.Answer
		tries int
	}{
		"gone":             {map[string]upstream.Answer{schema: {Status: 403, Body: `<Error/>`}}, 3},
		"a page":           {map[string]upstream.Answer{schema: upstream.OK(`<html>`)}, 3},
		"too large":        {map[string]upstream.Answer{schema: upstream.OK(`{"properties":"` + strings.Repeat("x", 8<<20) + `"}`)}, 1},
		"reset":            {map[string]upstream.Answer{schema: {Err: errors.New("reset")}}, 3},
		"elsewhere":        {map[string]upstream.Answer{definition: link("https://elsewhere.example/schemas/lamp")}, 0},
		"an inner machine": {map[string]upstream.Answer{definition: link("http://169.254.169.254/latest")}, 0},
		"a file":           {map[string]upstream.Answer{definition: link("file:///etc/passwd")}, 0},
		"no address":       {map[string]upstream.Answer{definition: link("::")}, 0},
		"a redirect":       {map[string]upstream.Answer{schema: {Status: 302, Header: map[string][]string{"Location": {"https://elsewhere.example/"}}}}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := over(t, market(c.wants))
				a := s.put(t, "", kept)
				require.Equal(t, 503, a.Status, "%s", a.Body)
				require.Equal(t, "upstream_unavailable", a.Problem(t).Code)
				require.Len(t, s.Requests(), 3+c.tries)
				require.NotContains(t, strings.Join(s.steps(), ""), "PUT", "nothing was sent")
			})
		})
	}
}

func TestWhatTheSellerMayNotSell(t *testing.T) {
	for reasons, code := range map[string]string{
		`[{"reasonCode":"APPROVAL_REQUIRED","links":[{"resource":"https://x"}]}]`: "approval_required",
		`[{"reasonCode":"NOT_ELIGIBLE"}]`:                                         "not_eligible",
		`[]`:                                                                      "not_eligible",
		`[{"reasonCode":"NEW_WORD"}]`:                                             "not_eligible",
	} {
		synctest.Test(t, func(t *testing.T) {
			s := over(t, market(map[string]upstream.Answer{
				restrictions: upstream.OK(`{"restrictions":[{"marketplaceId":"ATVPDKIKX0DER","conditionType":"new_new","reasons":` + reasons + `}]}`),
			}))
			for _, query := range []string{"", "?dryRun=true"} {
				a := s.put(t, query, mine)
				require.Equal(t, 422, a.Status, reasons)
				require.Equal(t, code, a.Problem(t).Code, reasons)
			}
			require.Equal(t, []string{"GET " + restrictions, "GET " + restrictions}, s.steps(), "nothing else was asked")
			a := s.put(t, "", strings.ReplaceAll(mine, `"quantity"`, `"conditionType":"used_good","quantity"`))
			require.Equal(t, 200, a.Status, "used ones are not restricted")
		})
	}
}

func TestProductsTheCatalogueDoesNotClassify(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wants := map[string]upstream.Answer{catalog: upstream.OK(`{"asin":"B000000001","productTypes":[]}`)}
		s := over(t, market(wants))
		require.Equal(t, 200, s.put(t, "", mine).Status)
		require.Contains(t, s.last().Body, `{"productType":"PRODUCT",`)
		wants[catalog] = upstream.Answer{Status: 404, Body: `{"errors":[{"code":"NOT_FOUND","message":"x"}]}`}
		a := s.put(t, "", mine)
		require.Equal(t, 404, a.Status)
		require.Equal(t, "not_found", a.Problem(t).Code)
		require.Equal(t, "/asin", *a.Problem(t).Errors[0].Pointer)
	})
}

func TestListingsThatAmazonRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(map[string]upstream.Answer{listing: upstream.OK(`{"sku":"SKU-1","status":"INVALID","submissionId":"s1","issues":[
			{"code":"90244","message":"No price.","severity":"ERROR","attributeNames":["purchasable_offer"],"categories":["INVALID_PRICE"]},
			{"code":"1","message":"Odd.","severity":"WARNING","categories":[]}]}`)}))
		answers := []checked.Answer{s.put(t, "", mine), s.put(t, "?dryRun=true", mine), s.remove(t, "/SKU-1")}
		for _, a := range answers {
			require.Equal(t, 422, a.Status)
			p := a.Problem(t)
			require.Equal(t, "listing_invalid", p.Code)
			require.Len(t, p.Errors, 1)
			require.Equal(t, "listing_invalid", p.Errors[0].Code)
			require.Equal(t, "90244: No price.", p.Errors[0].Message)
			require.Equal(t, "/price", *p.Errors[0].Pointer)
		}
	})
}

func TestListingsWithWarnings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(map[string]upstream.Answer{listing: upstream.OK(`{"status":"ACCEPTED","issues":[{"code":"1","message":"Odd.","severity":"WARNING"},{}]}`)}))
		const issues = `"issues":[{"code":"1","message":"Odd.","severity":"WARNING","attributeNames":[],"categories":[],"actions":[]},` +
			`{"code":"","message":"","severity":"","attributeNames":[],"categories":[],"actions":[]}]`
		require.Equal(t, `{"sku":"SKU-1","asin":"B000000001","status":"ACCEPTED","submissionId":null,`+issues+`,"dryRun":false}`, string(s.put(t, "", mine).Body))
		require.Equal(t, `{"sku":"SKU-1","status":"ACCEPTED","submissionId":null,`+issues+`}`, string(s.remove(t, "/SKU-1").Body))
	})
}

// TestFailuresOfEachStep compares every failure of a step of an offer with the answer. If the
// marketplace may have the listing without an answer, the call was repeated, which sets the same
// listing again.
func TestFailuresOfEachStep(t *testing.T) {
	for _, step := range []string{restrictions, catalog, definition, listing} {
		for name, f := range upstream.Failures() {
			t.Run(step+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := over(t, market(map[string]upstream.Answer{step: f.Answer}))
					began := time.Now()
					a := s.put(t, "", kept)
					require.Equal(t, f.Status, a.Status, "%s", a.Body)
					require.Equal(t, f.Code, a.Problem(t).Code)
					require.LessOrEqual(t, time.Since(began), 15*time.Second)
					asked := 0
					for _, r := range s.Requests() {
						if r.Path == step {
							asked++
							require.Equal(t, s.last().Body, r.Body)
						}
						require.True(t, r.Method == http.MethodGet || step == listing, "sent although a step before failed")
					}
					if f.Tries > 0 {
						require.Equal(t, f.Tries, asked)
					}
					spent, held := s.Spent()
					require.Zero(t, spent+held)
				})
			})
		}
	}
}

func TestAnswersThatAreLostOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sent := 0
		good := market(nil)
		s := over(t, func(r upstream.Request) upstream.Answer {
			if r.Method == http.MethodPut {
				if sent++; sent == 1 {
					return upstream.Answer{Err: errors.New("connection reset by peer")}
				}
			}
			return good(r)
		})
		require.Equal(t, 200, s.put(t, "", mine).Status)
		require.Equal(t, 2, sent)
		asked := s.Requests()
		require.Equal(t, asked[2], asked[3], "the same listing once more")
	})
}

func TestOffersThatAreRefusedBeforeTheMarketplaceIsAsked(t *testing.T) {
	s := over(t, func(upstream.Request) upstream.Answer { panic("asked") })
	offer := func(members string) string { return `{"asin":"B000000001",` + members + `}` }
	for body, pointer := range map[string]string{
		`{}`: "/asin", `{"asin":"B000000001"}`: "/price", `{"price":1}`: "/asin", offer(`"price":0`): "/price", offer(`"price":-1`): "/price",
		offer(`"price":"1"`): "/price", offer(`"price":null`): "/price", offer(`"price":1.00001`): "/price", offer(`"price":1e11`): "/price",
		`{"asin":"B00000000","price":1}`: "/asin", `{"asin":"B00000000/","price":1}`: "/asin", offer(`"price":1,"minPrice":0`): "/minPrice",
		offer(`"price":1,"conditionType":"new"`): "/conditionType", offer(`"price":1,"fulfillmentChannel":"FBA"`): "/fulfillmentChannel",
		offer(`"price":1,"quantity":-1`): "/quantity", offer(`"price":1,"quantity":1.5`): "/quantity", offer(`"price":1,"quantity":100000000`): "/quantity",
		offer(`"price":1,"leadTimeDays":366`): "/leadTimeDays", offer(`"price":1,"sku":"A"`): "/sku", offer(`"price":1,"Price":1`): "/Price",
	} {
		a := s.client.Do(t, checked.Call{Method: "PUT", Path: "/api/v1/listings-items/SKU-1", Body: []byte(body), Invalid: true})
		require.Equal(t, 400, a.Status, body)
		require.Equal(t, pointer, *a.Problem(t).Errors[0].Pointer, body)
	}
	for body, want := range map[string]string{
		offer(`"price":1`): "quantity_required /quantity",
		offer(`"price":1,"quantity":1,"fulfillmentChannel":"AFN"`):     "not_supported /quantity",
		offer(`"price":1,"leadTimeDays":1,"fulfillmentChannel":"AFN"`): "not_supported /leadTimeDays",
		offer(`"price":1.999,"quantity":1`):                            "invalid_limits /price",
		offer(`"price":1,"minPrice":2,"quantity":1`):                   "invalid_limits /price",
		offer(`"price":3,"maxPrice":2,"quantity":1`):                   "invalid_limits /price",
		offer(`"price":3,"minPrice":4,"maxPrice":2,"quantity":1`):      "invalid_limits /minPrice",
		offer(`"price":3,"maxPrice":4.001,"quantity":1`):               "invalid_limits /maxPrice",
	} {
		p := s.put(t, "", body).Problem(t)
		require.Equal(t, 422, p.Status, body)
		require.Equal(t, want, p.Code+" "+*p.Errors[0].Pointer, body)
	}
	a := s.put(t, "?domain=amazon.co.jp", offer(`"price":19.5,"quantity":1`))
	require.Equal(t, "price has more decimals than JPY allows (0).", a.Problem(t).Message)
	for want, refusal := range upstream.Accounts() {
		s.Refuse = refusal
		for _, a := range []checked.Answer{s.put(t, "", mine), s.get(t, ""), s.get(t, "/SKU-1"), s.remove(t, "/SKU-1")} {
			require.Equal(t, want, fmt.Sprint(a.Status, " ", a.Problem(t).Code))
		}
	}
}
