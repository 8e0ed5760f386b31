package program_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// listingSite runs the whole program with a team.
type listingSite struct {
	*service.Service
	team   *service.Team
	client *checked.Client
}

func listingSites(t *testing.T, wish service.Wish, test func(t *testing.T, s *listingSite)) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := s.Team(t, wish)
		test(t, &listingSite{s, m, &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: m.Key}})
	})
}

func (s *listingSite) call(t *testing.T, method, path, body string) checked.Answer {
	t.Helper()
	call := checked.Call{Method: method, Path: "/api/v1" + path}
	if body != "" {
		call.Body = []byte(body)
	}
	return s.client.Do(t, call)
}

// made creates drafts and wants each of them created.
func (s *listingSite) made(t *testing.T, body string) []map[string]any {
	t.Helper()
	a := s.call(t, "POST", "/listings", body)
	require.Equal(t, 200, a.Status, "%s", a.Body)
	var answer struct {
		Data []struct {
			Status  string
			Listing map[string]any
		}
	}
	require.NoError(t, json.Unmarshal(a.Body, &answer))
	var out []map[string]any
	for _, row := range answer.Data {
		require.Equal(t, "created", row.Status, "%s", a.Body)
		out = append(out, row.Listing)
	}
	return out
}

func (s *listingSite) tokens(t *testing.T) float64 {
	t.Helper()
	return s.call(t, "GET", "/users/me", "").JSON(t).(map[string]any)["tokensUsed"].(float64)
}

func TestListingsOverHTTP(t *testing.T) {
	listingSites(t, service.Wish{}, func(t *testing.T, s *listingSite) {
		product := simulator.CaseUnrestricted
		a := s.call(t, "POST", "/listings", `{"items":[
			{"sku":"D-1","asin":"`+strings.ToLower(product)+`","price":19.99,"min_price":15,"max_price":null,"attributes":{"item_name": [ {"value":"Ä"} ]}},
			{"sku":"D-2","asin":"`+product+`","marketplace_id":"A2EUQ1WTGCTBG2","condition":"used_good","fulfillment_channel":"fbm","quantity":3,"product_type":"PRODUCT"},
			{"sku":"D-1","asin":"`+product+`","price":1},
			{"sku":"D-4","asin":"`+product+`","price":1,"quantity":0}]}`)
		require.Equal(t, 200, a.Status, "%s", a.Body)
		first := `{"id":1,"kind":"draft","status":"ready","seller_account_id":1,"sku":"D-1","asin":"` + product + `","marketplace_id":"ATVPDKIKX0DER",` +
			`"product_type":"PRODUCT","condition":"new","price":19.99,"currency":"USD","min_price":15,"max_price":null,"quantity":null,` +
			`"fulfillment_channel":"fba","inventory_product_id":null,"attributes":{"item_name":[{"value":"Ä"}]},"issues":[],` +
			`"restriction_status":"ALLOWED_TO_SELL","restriction_checked_at":"2026-11-17T09:30:00.000000Z","submission":null,` +
			`"source":{"kind":"api","id":null},"tags":[],"notes_count":0,"version":1,` +
			`"created_at":"2026-11-17T09:30:00.000000Z","updated_at":"2026-11-17T09:30:00.000000Z"}`
		second := `{"id":2,"kind":"draft","status":"incomplete","seller_account_id":1,"sku":"D-2","asin":"` + product + `","marketplace_id":"A2EUQ1WTGCTBG2",` +
			`"product_type":"PRODUCT","condition":"used_good","price":null,"currency":"CAD","min_price":null,"max_price":null,"quantity":3,` +
			`"fulfillment_channel":"fbm","inventory_product_id":null,"attributes":{},` +
			`"issues":[{"code":"price_missing","severity":"error","attribute":"price","message":"The draft has no price."}],` +
			`"restriction_status":"ALLOWED_TO_SELL","restriction_checked_at":"2026-11-17T09:30:00.000000Z","submission":null,` +
			`"source":{"kind":"api","id":null},"tags":[],"notes_count":0,"version":1,` +
			`"created_at":"2026-11-17T09:30:00.000000Z","updated_at":"2026-11-17T09:30:00.000000Z"}`
		require.Equal(t, `{"data":[{"index":0,"id":1,"status":"created","listing":`+first+`},{"index":1,"id":2,"status":"created","listing":`+second+`},`+
			`{"index":2,"id":null,"status":"failed","error":{"code":"duplicate","message":"The same marketplace and SKU occur earlier in the call."}},`+
			`{"index":3,"id":null,"status":"failed","error":{"code":"validation_failed","message":"quantity must be null for units that the marketplace keeps (fba)."}}],`+
			`"meta":{"succeeded":2,"failed":2},"errors":[`+
			`{"code":"duplicate","message":"The same marketplace and SKU occur earlier in the call.","id":null,"index":2},`+
			`{"code":"validation_failed","message":"quantity must be null for units that the marketplace keeps (fba).","id":null,"index":3}]}`, string(a.Body))

		a = s.call(t, "GET", "/listings/1", "")
		require.Equal(t, `{"data":`+first+`}`, string(a.Body))
		require.Regexp(t, `^"1-[0-9a-f]{16}"$`, a.Header.Get("ETag"))
		a = s.call(t, "GET", "/listings?sort=sku&limit=1&count=true&kind=draft", "")
		require.Contains(t, string(a.Body), `{"data":[`+first+`],"meta":{"limit":1,"next_cursor":"`)
		require.Contains(t, string(a.Body), `"total":2}`)
		require.Equal(t, `{"data":[`+second+`],"meta":{"limit":50,"next_cursor":null,"total":null}}`,
			string(s.call(t, "GET", "/listings?q=d-2&status=incomplete&marketplace_id=A2EUQ1WTGCTBG2&asin="+strings.ToLower(product), "").Body))
		require.Equal(t, `{"data":[],"meta":{"limit":50,"next_cursor":null,"total":0}}`, string(s.call(t, "GET", "/listings?tag_ids=1&count=true", "").Body))

		a = s.call(t, "POST", "/listings", `{"on_existing":"replace","items":[{"sku":"D-1","asin":"`+product+`"}]}`)
		require.Contains(t, string(a.Body), `"data":[{"index":0,"id":1,"status":"updated","listing":{"id":1,"kind":"draft","status":"incomplete"`)
		require.Contains(t, string(a.Body), `"min_price":null`)
		stale := s.client.Do(t, checked.Call{Method: "DELETE", Path: "/api/v1/listings/1", Header: http.Header{"If-Match": {`"1"`}}})
		require.Equal(t, 412, stale.Status)
		a = s.call(t, "DELETE", "/listings?dry_run=true", `{"ids":[1,"2",99]}`)
		require.Equal(t, `{"data":[{"id":1,"status":"deleted"},{"id":2,"status":"deleted"},{"id":99,"status":"failed","error":{"code":"not_found","message":"There is no listing 99."}}],`+
			`"meta":{"succeeded":2,"failed":1},"errors":[{"code":"not_found","message":"There is no listing 99.","id":99,"index":2}]}`, string(a.Body))
		require.Equal(t, 204, s.call(t, "DELETE", "/listings/1", "").Status)
		require.Equal(t, 404, s.call(t, "GET", "/listings/1", "").Status)
		require.Equal(t, 404, s.call(t, "DELETE", "/listings/1", "").Status)
	})
}

func TestListingCallsThatAreRefused(t *testing.T) {
	listingSites(t, service.Wish{}, func(t *testing.T, s *listingSite) {
		for body, item := range map[string]string{
			`{"items":[]}`:              "too_few /items",
			`{}`:                        "required /items",
			`{"items":[{}]}`:            "required /items/0/asin",
			`{"items":[{"asin":"B0"}]}`: "invalid /items/0/asin",
			`{"items":[{"asin":"B000000001","price":0}]}`:                                            "out_of_range /items/0/price",
			`{"items":[{"asin":"B000000001","price":"1"}]}`:                                          "wrong_type /items/0/price",
			`{"items":[{"asin":"B000000001","condition":"old"}]}`:                                    "not_allowed /items/0/condition",
			`{"items":[{"asin":"B000000001","sku":""}]}`:                                             "out_of_range /items/0/sku",
			`{"items":[{"asin":"B000000001","attributes":[]}]}`:                                      "wrong_type /items/0/attributes",
			`{"items":[{"asin":"B000000001","status":"ready"}]}`:                                     "unknown_member /items/0/status",
			`{"items":[{"asin":"B000000001","marketplace_id":"X"}]}`:                                 "not_allowed /items/0/marketplace_id",
			`{"items":[{"asin":"B000000001"}],"on_existing":"skip"}`:                                 "not_allowed /on_existing",
			`{"items":[{"asin":"B000000001"}],"sku_template":"{price}"}`:                             "invalid /sku_template",
			`{"items":[{"asin":"B000000001"}],"sku_template":"{asin"}`:                               "invalid /sku_template",
			`{"items":[` + strings.Repeat(`{"asin":"B000000001"},`, 100) + `{"asin":"B000000001"}]}`: "too_many /items",
		} {
			a := s.client.Do(t, checked.Call{Method: "POST", Path: "/api/v1/listings", Body: []byte(body), Invalid: true})
			require.Equal(t, 400, a.Status, "%.80s %s", body, a.Body)
			require.Equal(t, item, a.Problem(t).Errors[0].Code+" "+*a.Problem(t).Errors[0].Pointer, "%.80s", body)
		}
		for query, parameter := range map[string]string{"color=red": "color", "kind=dead": "kind", "sort=asin": "sort", "source_id=0": "source_id", "created_from=now": "created_from"} {
			a := s.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings?" + query, Invalid: true})
			require.Equal(t, 400, a.Status, query)
			require.Equal(t, parameter, a.Problem(t).Errors[0].Parameter)
		}
		alone := s.client.As(s.Team(t, service.Wish{Unconnected: true}).Key)
		a := alone.Do(t, checked.Call{Method: "POST", Path: "/api/v1/listings", Body: []byte(`{"items":[{"sku":"a","asin":"B000000001"}]}`)})
		require.Equal(t, 403, a.Status)
		require.Equal(t, "integration_required", a.Problem(t).Code)
		require.Empty(t, alone.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings"}).JSON(t).(map[string]any)["data"])
	})
}

// A draft is checked once per product, and a cached answer costs nothing.
func TestWhatDraftsCost(t *testing.T) {
	listingSites(t, service.Wish{Tokens: 63}, func(t *testing.T, s *listingSite) {
		const both = `{"items":[{"sku":"%[1]s-1","asin":"%[2]s","price":9},{"sku":"%[1]s-2","asin":"%[2]s","price":9},{"sku":"%[1]s-3","asin":"%[3]s","price":9}]}`
		for n, tag := range []string{"a", "b"} {
			made := s.made(t, fmt.Sprintf(both, tag, simulator.CaseNotEligible, simulator.CaseApproval))
			require.EqualValues(t, 2, s.tokens(t), n)
			require.Equal(t, "NOT_ELIGIBLE", made[0]["restriction_status"])
			require.Equal(t, "APPROVAL_REQUIRED", made[2]["restriction_status"])
			for _, listing := range made {
				require.Equal(t, "incomplete", listing["status"])
			}
		}
		// A hundred products: the checks stop at the limit of sixty a minute.
		var items []string
		for i := range 100 {
			items = append(items, fmt.Sprintf(`{"sku":"c-%d","asin":"%s","price":9}`, i, simulator.ASIN(i)))
		}
		known := 0
		for _, listing := range s.made(t, `{"items":[`+strings.Join(items, ",")+`]}`) {
			if listing["restriction_status"] != nil {
				known++
				continue
			}
			require.Equal(t, "ready", listing["status"])
			require.Equal(t, "restriction_unknown", listing["issues"].([]any)[0].(map[string]any)["code"])
		}
		require.Equal(t, 58, known)
		require.EqualValues(t, 60, s.tokens(t))
		a := s.call(t, "GET", "/products/"+simulator.ASIN(200)+"/restriction-status", "")
		require.Equal(t, 429, a.Status, "they are the same sixty")

		// Three more calls use up the tokens.
		s.Clock.Add(2 * time.Minute)
		s.made(t, `{"items":[{"sku":"d-1","asin":"`+simulator.ASIN(201)+`"},{"sku":"d-2","asin":"`+simulator.ASIN(202)+`"},{"sku":"d-3","asin":"`+simulator.ASIN(203)+`"},{"sku":"d-4","asin":"`+simulator.ASIN(204)+`"}]}`)
		require.EqualValues(t, 63, s.tokens(t))
	})
}

// Sends a draft by listings items.
func TestADraftGoesToTheMarketplace(t *testing.T) {
	listingSites(t, service.Wish{Kind: simulator.Empty}, func(t *testing.T, s *listingSite) {
		product := simulator.ASIN(10)
		made := s.made(t, `{"sku_template":"{asin}-{yymmdd}","items":[{"asin":"`+product+`","price":20,"fulfillment_channel":"fbm","quantity":4},
			{"sku":"A/B","asin":"`+product+`","price":20},{"sku":"bad","asin":"`+product+`","price":20,"fulfillment_channel":"fbm"}]}`)
		sku := product + "-261117"
		require.Equal(t, sku, made[0]["sku"])
		a := s.call(t, "PUT", "/listings-items/"+sku+"?dryRun=true", `{}`)
		require.Equal(t, 200, a.Status, "%s", a.Body)
		require.Contains(t, string(s.call(t, "GET", "/listings/1", "").Body), `"status":"ready"`)

		a = s.call(t, "PUT", "/listings-items/"+sku, `{"price":21}`)
		require.Equal(t, 200, a.Status, "%s", a.Body)
		sent := a.JSON(t).(map[string]any)
		require.Equal(t, "ACCEPTED", sent["status"])
		got := s.call(t, "GET", "/listings/1", "").JSON(t).(map[string]any)["data"].(map[string]any)
		require.Equal(t, "live", got["kind"])
		require.Equal(t, "live", got["status"])
		require.Equal(t, map[string]any{"id": sent["submissionId"], "submitted_at": "2026-11-17T09:30:00.000000Z", "result": "accepted"}, got["submission"])
		require.EqualValues(t, 3, got["version"])
		require.Equal(t, 200, s.call(t, "PUT", "/listings-items/A%2FB", `{}`).Status)
		a = s.call(t, "PUT", "/listings-items/bad", `{}`)
		require.Equal(t, 422, a.Status)
		require.Equal(t, "quantity_required", a.Problem(t).Code)
		require.Contains(t, string(s.call(t, "GET", "/listings/3", "").Body), `"status":"ready"`, "nothing was sent")

		s.Market.Clock().Step(20 * time.Minute)
		item := s.call(t, "GET", "/listings-items/"+sku+"?includedData=offers,fulfillmentAvailability", "").JSON(t).(map[string]any)
		require.Equal(t, map[string]any{"amount": 21.0, "currency": "USD"}, item["offers"].([]any)[0].(map[string]any)["price"])
		require.Equal(t, []any{map[string]any{"fulfillmentChannelCode": "DEFAULT", "quantity": 4.0}}, item["fulfillmentAvailability"])

		a = s.call(t, "DELETE", "/listings/1", "")
		require.Equal(t, 422, a.Status)
		p := a.Problem(t)
		require.Equal(t, "invalid_state", p.Code)
		require.Contains(t, p.Message, "delete it through listings items")
		require.Contains(t, string(a.Body), `"allowed":["live"]`)
		require.Equal(t, 400, s.call(t, "PUT", "/listings-items/"+sku, `{}`).Status, "a live listing is no draft")
	})
}

// The schema of a product type is the marketplace's.
func TestDraftsAgainstTheMarketplacesSchema(t *testing.T) {
	listingSites(t, service.Wish{}, func(t *testing.T, s *listingSite) {
		made := s.made(t, `{"items":[
			{"sku":"a","asin":"`+simulator.CaseUnrestricted+`","price":9,"product_type":"PRODUCT","attributes":{"item_name":[{"value":1}]}},
			{"sku":"b","asin":"`+simulator.CaseUnrestricted+`","price":9,"product_type":"NO_SUCH_TYPE"},
			{"sku":"c","asin":"`+simulator.CaseUnrestricted+`","price":9,"attributes":{"no_such_attribute":[{"value":1}],"list_price":[{"value":1.5}]}}]}`)
		require.Equal(t, []any{map[string]any{
			"code": "attribute_invalid", "severity": "error", "attribute": "item_name", "message": "item_name/0/value: got number, want string",
		}}, made[0]["issues"])
		require.Equal(t, "incomplete", made[0]["status"])
		require.Equal(t, []any{map[string]any{
			"code": "product_type_unknown", "severity": "error", "attribute": "product_type", "message": "The marketplace does not know the product type.",
		}}, made[1]["issues"])
		require.Equal(t, []any{map[string]any{
			"code": "attribute_unknown", "severity": "warning", "attribute": "no_such_attribute", "message": "The product type has no such attribute.",
		}}, made[2]["issues"])
		require.Equal(t, "ready", made[2]["status"])
	})
}
