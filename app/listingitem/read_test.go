package listingitem_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/contract/upstream"
	"sellingassistant/test/openapi/checked"
)

const bare = `"attributes":null,"issues":null,"offers":null,"fulfillmentAvailability":null,"procurement":null,"relationships":null,"productTypes":null}`

func TestGet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wants := map[string]upstream.Answer{listing: upstream.OK(`{"sku":"SKU-1","summaries":[{"marketplaceId":"ATVPDKIKX0DER","status":["BUYABLE"],
			"createdDate":"2026-01-02T03:04:05Z","productType":"LAMP"}]}`)}
		s := over(t, market(wants))
		a := s.get(t, "/SKU-1")
		require.Equal(t, 200, a.Status)
		require.Equal(t, `{"sku":"SKU-1","summaries":[{"marketplaceId":"ATVPDKIKX0DER","asin":null,"productType":"LAMP","conditionType":null,"status":["BUYABLE"],`+
			`"fnSku":null,"itemName":null,"createdDate":"2026-01-02T03:04:05.000000Z","lastUpdatedDate":null,"mainImage":null}],`+bare, string(a.Body))
		require.Equal(t, url.Values{"marketplaceIds": {"ATVPDKIKX0DER"}}, s.last().Query)

		wants[listing] = upstream.OK(`{"sku":"SKU-1","attributes":{"a":[{"value":19.990,"x":"<&>"}]},
			"issues":[{"code":"1","message":"m","severity":"ERROR","enforcements":{"actions":[{"action":"LISTING_SUPPRESSED"}]}}],
			"offers":[{"marketplaceId":"M","offerType":"B2C","price":{"currencyCode":"USD","amount":"19.90"},"points":{"pointsNumber":3},"audience":{"value":"ALL"}},{}],
			"fulfillmentAvailability":[{"fulfillmentChannelCode":"DEFAULT","quantity":5},{}],"procurement":[{"costPrice":{"currencyCode":"USD","amount":"9"}},{}],
			"relationships":[{"marketplaceId":"M","relationships":[{"type":"VARIATION","childSkus":["A"],"variationTheme":{"theme":"COLOR","attributes":["color"]}},{}]}],
			"productTypes":[{"marketplaceId":"M","productType":"LAMP"}]}`)
		const every = "summaries,attributes,issues,offers,fulfillmentAvailability,procurement,relationships,productTypes"
		a = s.get(t, "/SKU-1?includedData="+every+"&issueLocale=en_US&marketplaceId=A2EUQ1WTGCTBG2")
		require.Equal(t, `{"sku":"SKU-1","summaries":null,"attributes":{"a":[{"value":19.990,"x":"<&>"}]},`+
			`"issues":[{"code":"1","message":"m","severity":"ERROR","attributeNames":[],"categories":[],"actions":["LISTING_SUPPRESSED"]}],`+
			`"offers":[{"marketplaceId":"M","offerType":"B2C","audience":"ALL","price":{"amount":19.9,"currency":"USD"},"points":3},`+
			`{"marketplaceId":"","offerType":"","audience":null,"price":null,"points":null}],`+
			`"fulfillmentAvailability":[{"fulfillmentChannelCode":"DEFAULT","quantity":5},{"fulfillmentChannelCode":"","quantity":null}],`+
			`"procurement":[{"costPrice":{"amount":9,"currency":"USD"}},{"costPrice":null}],`+
			`"relationships":[{"marketplaceId":"M","relationships":[{"type":"VARIATION","parentSkus":[],"childSkus":["A"],"theme":"COLOR","attributes":["color"]},`+
			`{"type":"","parentSkus":[],"childSkus":[],"theme":null,"attributes":[]}]}],`+
			`"productTypes":[{"marketplaceId":"M","productType":"LAMP"}]}`, string(a.Body))
		require.Equal(t, url.Values{"marketplaceIds": {"A2EUQ1WTGCTBG2"}, "includedData": {every}, "issueLocale": {"en_US"}}, s.last().Query)

		wants[listing] = upstream.Answer{Status: 404, Body: `{"errors":[{"code":"NOT_FOUND","message":"x"}]}`}
		a = s.get(t, "/SKU-1")
		require.Equal(t, 404, a.Status)
		require.Equal(t, "not_found", a.Problem(t).Code)
	})
}

func TestSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(map[string]upstream.Answer{all: upstream.OK(`{"numberOfResults":21,"items":[{"sku":"A"},{"sku":"B","summaries":[]}],"pagination":{"nextToken":"n+/="}}`)}))
		a := s.get(t, "")
		require.Equal(t, `{"numberOfResults":21,"items":[{"sku":"A","summaries":null,`+bare+`,{"sku":"B","summaries":[],`+bare+`],"pagination":{"nextToken":"n+/=","previousToken":null}}`, string(a.Body))
		require.Equal(t, url.Values{"marketplaceIds": {"ATVPDKIKX0DER"}}, s.last().Query)
		for query, want := range map[string]string{
			"identifiers=A,B&identifiersType=SKU":                              "identifiers=A,B identifiersType=SKU",
			"variationParentSku=A%2FB":                                         "variationParentSku=A/B",
			"packageHierarchySku=%C3%A4+b":                                     "packageHierarchySku=ä b",
			"createdAfter=2026-01-02T03:04:05%2B02:00":                         "createdAfter=2026-01-02T01:04:05Z",
			"createdBefore=2026-01-02T03:04:05.123456Z":                        "createdBefore=2026-01-02T03:04:05.123456Z",
			"lastUpdatedAfter=2026-01-02T03:04:05Z":                            "lastUpdatedAfter=2026-01-02T03:04:05Z",
			"lastUpdatedBefore=2026-01-02T03:04:05Z":                           "lastUpdatedBefore=2026-01-02T03:04:05Z",
			"withIssueSeverity=ERROR,WARNING":                                  "withIssueSeverity=ERROR,WARNING",
			"withStatus=BUYABLE&withoutStatus=DISCOVERABLE":                    "withStatus=BUYABLE withoutStatus=DISCOVERABLE",
			"sortBy=sku&sortOrder=ASC":                                         "sortBy=sku sortOrder=ASC",
			"pageSize=20&pageToken=n%2B%2F%3D":                                 "pageSize=20 pageToken=n+/=",
			"includedData=summaries,issues&issueLocale=de_DE&domain=amazon.ca": "includedData=summaries,issues issueLocale=de_DE marketplaceIds=A2EUQ1WTGCTBG2",
		} {
			require.Equal(t, 200, s.get(t, "?"+query).Status, query)
			got := s.last().Query
			expected := url.Values{"marketplaceIds": {"ATVPDKIKX0DER"}}
			for _, pair := range splitPairs(want) {
				expected.Set(pair[0], pair[1])
			}
			require.Equal(t, expected, got, query)
		}
	})
}

// splitPairs reads "a=b c=d"; a value may have a space.
func splitPairs(text string) [][2]string {
	var out [][2]string
	for _, part := range strings.Split(text, " ") {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			out[len(out)-1][1] += " " + part
			continue
		}
		out = append(out, [2]string{name, value})
	}
	return out
}

func TestSearchesThatAreRefused(t *testing.T) {
	s := over(t, func(upstream.Request) upstream.Answer { panic("asked") })
	for query, want := range map[string]string{
		"identifiers=A":                              "400 conflicting_parameters identifiers",
		"identifiersType=SKU":                        "400 conflicting_parameters identifiersType",
		"identifiers=A&variationParentSku=B":         "400 conflicting_parameters variationParentSku",
		"variationParentSku=A&packageHierarchySku=B": "400 conflicting_parameters packageHierarchySku",
		"domain=amazon.example&identifiers=A":        "400 validation_failed domain",
	} {
		p := s.get(t, "?"+query).Problem(t)
		require.Equal(t, want, fmt.Sprint(p.Status, " ", p.Code, " ", p.Errors[0].Parameter), query)
	}
	for query, parameter := range map[string]string{
		"identifiers=" + strings.Repeat("A,", 20) + "A&identifiersType=SKU": "identifiers", "identifiersType=sku": "identifiersType",
		"pageSize=21": "pageSize", "pageSize=0": "pageSize", "withStatus=GONE": "withStatus", "sortBy=SKU": "sortBy", "sortOrder=asc": "sortOrder",
		"includedData=summaries,all": "includedData", "issueLocale=en": "issueLocale", "createdAfter=yesterday": "createdAfter", "sku=A": "sku",
		"sellerId=A": "sellerId", "pageToken=" + strings.Repeat("x", 2049): "pageToken",
	} {
		a := s.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings-items?" + query, Invalid: true})
		require.Equal(t, 400, a.Status, query)
		require.Equal(t, parameter, a.Problem(t).Errors[0].Parameter, query)
	}
}

// skus maps names with odd letters to their form in a path to Amazon.
var skus = map[string]string{
	"A/B": "A%2FB", "A%2FB": "A%252FB", "A+B": "A%2BB", "50%": "50%25", "ä b": "%C3%A4%20b", "..": "%2E%2E", ".": "%2E", "...": "%2E%2E%2E",
	"a.b": "a.b", "A?B#C": "A%3FB%23C", "A&B=C;D": "A%26B%3DC%3BD", "日本🙂": "%E6%97%A5%E6%9C%AC%F0%9F%99%82", `A\B"C`: "A%5CB%22C", "A,B": "A%2CB",
	"{id}": "%7Bid%7D", ":sku": "%3Asku", "*": "%2A", "A%": "A%25", "%41": "%2541", "A//B/": "A%2F%2FB%2F", "+": "%2B", "-_~": "-_~",
	"e\u0301": "e%CC%81", // not the same name as the composed é
}

func TestEverySKUArrivesAsItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := over(t, market(nil))
		for sku, sent := range skus {
			for _, call := range []checked.Call{
				{Method: "GET"}, {Method: "DELETE"}, {Method: "PUT", Body: []byte(mine)},
			} {
				call.Path = "/api/v1/listings-items/" + sent
				a := s.client.Do(t, call)
				require.Equal(t, 200, a.Status, "%s %s: %s", call.Method, sku, a.Body)
				require.Equal(t, all+"/"+sent, s.last().Path, "%s %s", call.Method, sku)
				require.Equal(t, call.Method, s.last().Method)
				got, _ := a.JSON(t).(map[string]any)["sku"].(string)
				require.Equal(t, sku, got, call.Method)
			}
		}
	})
}

func TestSKUsThatAreNone(t *testing.T) {
	s := over(t, func(upstream.Request) upstream.Answer { panic("asked") })
	for _, path := range []string{"%20", "%20A", "A%20", strings.Repeat("A", 41), "A%00B", "A%0AB", "%FF"} {
		a := s.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings-items/" + path, Invalid: true})
		require.Equal(t, 400, a.Status, path)
		require.Equal(t, "sku", a.Problem(t).Errors[0].Parameter, path)
	}
}

// TestFailuresOfReadsAndDeletes compares every failure of the marketplace with the answers of the
// three other operations.
func TestFailuresOfReadsAndDeletes(t *testing.T) {
	for name, f := range upstream.Failures() {
		for operation, c := range map[string]struct {
			path string
			call func(s *site, t *testing.T) checked.Answer
		}{
			"search": {all, func(s *site, t *testing.T) checked.Answer { return s.get(t, "") }},
			"get":    {listing, func(s *site, t *testing.T) checked.Answer { return s.get(t, "/SKU-1") }},
			"delete": {listing, func(s *site, t *testing.T) checked.Answer { return s.remove(t, "/SKU-1") }},
		} {
			t.Run(operation+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := over(t, market(map[string]upstream.Answer{c.path: f.Answer}))
					began := time.Now()
					a := c.call(s, t)
					require.Equal(t, f.Status, a.Status, "%s", a.Body)
					require.Equal(t, f.Code, a.Problem(t).Code)
					require.LessOrEqual(t, time.Since(began), 15*time.Second)
					if f.Tries > 0 {
						require.Len(t, s.Requests(), f.Tries)
					}
				})
			})
		}
	}
}
