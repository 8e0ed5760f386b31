package simulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	usa    = "ATVPDKIKX0DER"
	canada = "A2EUQ1WTGCTBG2"
)

// account is a signed-in seller.
type account struct {
	t *testing.T
	m *simulator.Marketplace
	h http.Handler
	simulator.Seller
	token string
}

func signIn(t *testing.T, cfg simulator.Config, region marketplace.Region, kind simulator.Kind) *account {
	t.Helper()
	m, h := stopped(t, cfg)
	return as(t, m, h, m.Seller(region, kind))
}

func as(t *testing.T, m *simulator.Marketplace, h http.Handler, s simulator.Seller) *account {
	t.Helper()
	return &account{t: t, m: m, h: h, Seller: s, token: accessToken(t, h, s.RefreshToken)}
}

// unlimited makes a seller without rate limits.
func unlimited(t *testing.T, kind simulator.Kind) *account {
	t.Helper()
	return signIn(t, simulator.Config{Limits: simulator.Limits{Off: true}, Submission: simulator.Delay{Min: 5 * time.Second, Max: 5 * time.Second}}, marketplace.NA, kind)
}

func (a *account) send(method, path, body string) *httptest.ResponseRecorder {
	a.t.Helper()
	r := httptest.NewRequest(method, "/"+string(a.Region)+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("User-Agent", "test")
	r.Header.Set("x-amz-access-token", a.token)
	return serve(a.h, r)
}

func (a *account) get(path string) *httptest.ResponseRecorder {
	a.t.Helper()
	return a.send(http.MethodGet, path, "")
}

// call sends a call, requires the status of its answer, and decodes it.
func (a *account) call(method, path, body string, want int, into any) {
	a.t.Helper()
	rec := a.send(method, path, body)
	require.Equal(a.t, want, rec.Code, "%s %s: %s", method, path, rec.Body)
	if into != nil {
		require.NoError(a.t, json.Unmarshal(rec.Body.Bytes(), into))
	}
}

// read decodes a success.
func (a *account) read(path string) map[string]any {
	a.t.Helper()
	rec := a.get(path)
	require.Equal(a.t, 200, rec.Code, "%s: %s", path, rec.Body)
	return decoded(a.t, rec)
}

func decoded(t *testing.T, rec *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	var body map[string]any
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &body), rec.Body)
	return body
}

func (a *account) items(query string) string { return "/listings/2021-08-01/items/" + a.ID + query }

func (a *account) item(sku, query string) string {
	escaped := strings.ReplaceAll(url.PathEscape(sku), ".", "%2E")
	return a.items("/" + escaped + "?" + query)
}

// dig follows names and numbers into a decoded body.
func dig(body any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			members, _ := body.(map[string]any)
			body = members[step]
		case int:
			list, _ := body.([]any)
			if step >= len(list) {
				return nil
			}
			body = list[step]
		}
	}
	return body
}

func TestAccount(t *testing.T) {
	a := signIn(t, simulator.Config{}, marketplace.NA, simulator.Full)
	rec := a.get("/sellers/v1/marketplaceParticipations")
	require.Equal(t, 200, rec.Code)
	store := "Simulated Store " + a.ID[len(a.ID)-4:]
	require.JSONEq(t, `{"payload":[`+
		`{"marketplace":{"id":"ATVPDKIKX0DER","name":"Amazon.com","countryCode":"US","defaultCurrencyCode":"USD","defaultLanguageCode":"en_US","domainName":"www.amazon.com"},
		  "participation":{"isParticipating":true,"hasSuspendedListings":false},"storeName":"`+store+`"},
		 {"marketplace":{"id":"A2EUQ1WTGCTBG2","name":"Amazon.ca","countryCode":"CA","defaultCurrencyCode":"CAD","defaultLanguageCode":"en_CA","domainName":"www.amazon.ca"},
		  "participation":{"isParticipating":true,"hasSuspendedListings":false},"storeName":"`+store+`"},
		 {"marketplace":{"id":"A1AM78C64UM0Y8","name":"Amazon.com.mx","countryCode":"MX","defaultCurrencyCode":"MXN","defaultLanguageCode":"es_MX","domainName":"www.amazon.com.mx"},
		  "participation":{"isParticipating":true,"hasSuspendedListings":false},"storeName":"`+store+`"},
		 {"marketplace":{"id":"A2Q3Y263D00KWC","name":"Amazon.com.br","countryCode":"BR","defaultCurrencyCode":"BRL","defaultLanguageCode":"pt_BR","domainName":"www.amazon.com.br"},
		  "participation":{"isParticipating":true,"hasSuspendedListings":false},"storeName":"`+store+`"},
		 {"marketplace":{"id":"A0SIMULATEDSHOP","name":"Non-Amazon","countryCode":"US","defaultCurrencyCode":"USD","defaultLanguageCode":"en_US","domainName":"www.stores.simulator.example"},
		  "participation":{"isParticipating":true,"hasSuspendedListings":false},"storeName":"`+store+`"}]}`, rec.Body.String())
	account := a.read("/sellers/v1/account")
	require.Equal(t, "PROFESSIONAL", dig(account, "payload", "sellingPlan"))
	require.Equal(t, "12 Sample Street", dig(account, "payload", "business", "registeredBusinessAddress", "addressLine1"))
	require.Len(t, dig(account, "payload", "marketplaceParticipationList"), 5)
}

// Each operation lets exactly its burst through, reports its published rate, and has a bucket of
// its own.
func TestLimitsOfSellerOperations(t *testing.T) {
	a := signIn(t, simulator.Config{}, marketplace.NA, simulator.Full)
	long := strings.Repeat("x", 38)
	plan := "/inbound/fba/2024-03-20/inboundPlans/" + long
	for _, c := range []struct {
		id, method, path string
		burst            int
		rate             string
	}{
		{"searchListingsItems", "GET", a.items("?marketplaceIds=" + usa), 5, "5"},
		{"getListingsItem", "GET", a.item("SIM-0001", "marketplaceIds="+usa), 10, "5"},
		{"putListingsItem", "PUT", a.item("SIM-0001", ""), 10, "5"},
		{"patchListingsItem", "PATCH", a.item("SIM-0001", ""), 5, "5"},
		{"deleteListingsItem", "DELETE", a.item("SIM-0001", ""), 5, "5"},
		{"getMarketplaceParticipations", "GET", "/sellers/v1/marketplaceParticipations", 15, "0.016"},
		{"getAccount", "GET", "/sellers/v1/account", 15, "0.016"},
		{"getOrders", "GET", "/orders/v0/orders", 20, "0.0167"},
		{"getOrderItems", "GET", "/orders/v0/orders/111-0000000-0000001/orderItems", 30, "0.5"},
		{"getInventorySummaries", "GET", "/fba/inventory/v1/summaries", 2, "2"},
		{"getShipments", "GET", "/fba/inbound/v0/shipments", 30, "2"},
		{"getShipmentItemsByShipmentId", "GET", "/fba/inbound/v0/shipments/FBA1/items", 30, "2"},
		{"getShipmentItems", "GET", "/fba/inbound/v0/shipmentItems", 30, "2"},
		{"listInboundPlans", "GET", "/inbound/fba/2024-03-20/inboundPlans", 6, "2"},
		{"getInboundPlan", "GET", plan, 6, "2"},
		{"getShipment", "GET", plan + "/shipments/" + long, 6, "2"},
		{"listInboundPlanBoxes", "GET", plan + "/boxes", 6, "2"},
		{"listInboundPlanItems", "GET", plan + "/items", 6, "2"},
		{"listInboundPlanPallets", "GET", plan + "/pallets", 6, "2"},
		{"listPlacementOptions", "GET", plan + "/placementOptions", 6, "2"},
		{"listPackingOptions", "GET", plan + "/packingOptions", 6, "2"},
		{"listTransportationOptions", "GET", plan + "/transportationOptions", 6, "2"},
		{"listPackingGroupBoxes", "GET", plan + "/packingGroups/" + long + "/boxes", 30, "2"},
		{"listPackingGroupItems", "GET", plan + "/packingGroups/" + long + "/items", 30, "2"},
		{"listShipmentBoxes", "GET", plan + "/shipments/" + long + "/boxes", 30, "2"},
		{"listShipmentItems", "GET", plan + "/shipments/" + long + "/items", 30, "2"},
		{"listShipmentPallets", "GET", plan + "/shipments/" + long + "/pallets", 30, "2"},
		{"createFeedDocument", "POST", "/feeds/2021-06-30/documents", 15, "0.5"},
		{"createFeed", "POST", "/feeds/2021-06-30/feeds", 15, "0.0083"},
		{"getFeed", "GET", "/feeds/2021-06-30/feeds/1", 15, "2"},
		{"cancelFeed", "DELETE", "/feeds/2021-06-30/feeds/1", 15, "2"},
		{"getFeeds", "GET", "/feeds/2021-06-30/feeds", 10, "0.0222"},
		{"getFeedDocument", "GET", "/feeds/2021-06-30/documents/1", 10, "0.0222"},
	} {
		told := ""
		for range c.burst {
			rec := a.send(c.method, c.path, "")
			require.Contains(t, []int{200, 400, 404}, rec.Code, "%s: %s", c.id, rec.Body)
			told = max(told, rec.Header().Get("X-Amzn-Ratelimit-Limit"))
		}
		require.Equal(t, c.rate, told, c.id)
		require.Equal(t, 429, a.send(c.method, c.path, "").Code, c.id)
		require.Equal(t, c.burst+1, a.m.Counters()[c.id].Calls, c.id)
	}
}

func TestSellersSeeOnlyTheirOwn(t *testing.T) {
	a := unlimited(t, simulator.Full)
	other := a.m.Seller(marketplace.NA, simulator.Empty)
	for method, path := range map[string]string{
		"GET": "/listings/2021-08-01/items/" + other.ID + "?marketplaceIds=" + usa, "PUT": "/listings/2021-08-01/items/" + other.ID + "/A?marketplaceIds=" + usa,
	} {
		rec := a.send(method, path, "")
		require.Equal(t, 403, rec.Code)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"Unauthorized"`)
	}
	noRole := as(t, a.m, a.h, a.m.Seller(marketplace.NA, simulator.NoRole))
	require.Equal(t, 403, noRole.get(noRole.items("?marketplaceIds="+usa)).Code, "the role for listings is missing")
	require.Equal(t, 403, noRole.send("POST", "/feeds/2021-06-30/feeds", `{}`).Code)
	require.Equal(t, 200, noRole.get("/inbound/fba/2024-03-20/inboundPlans").Code, "the role for fulfilment is not")
	require.Equal(t, 200, noRole.get("/sellers/v1/account").Code)
	empty := as(t, a.m, a.h, other)
	require.Equal(t, `{"items":[],"numberOfResults":0}`, empty.get(empty.items("?marketplaceIds="+usa)).Body.String())
	require.Equal(t, `{"inboundPlans":[]}`, empty.get("/inbound/fba/2024-03-20/inboundPlans").Body.String())
	mine := fmt.Sprint(dig(a.read("/inbound/fba/2024-03-20/inboundPlans"), "inboundPlans", 0, "inboundPlanId"))
	require.Equal(t, 404, noRole.get("/inbound/fba/2024-03-20/inboundPlans/"+mine).Code, "a plan of another seller")
}

// Everything that sellers do and see is the same for the same seed and calls.
func TestSellersSameSeedSameBytes(t *testing.T) {
	run := func(seed uint64) string {
		a := signIn(t, simulator.Config{Seed: seed, Limits: simulator.Limits{Off: true}}, marketplace.EU, simulator.Full)
		uk := string(a.Marketplaces[0])
		var out strings.Builder
		for range 3 {
			a.send("PATCH", a.item("A/B", "marketplaceIds="+uk), offerPatch(uk, "GBP", `"our_price":[{"schedule":[{"value_with_tax":12.34}]}]`))
			for _, path := range []string{
				a.items("?includedData=summaries,offers,attributes,issues,relationships&marketplaceIds=" + uk),
				"/fba/inventory/v1/summaries?details=true&granularityType=Marketplace&granularityId=" + uk + "&marketplaceIds=" + uk,
				"/inbound/fba/2024-03-20/inboundPlans?pageSize=30",
				"/fba/inbound/v0/shipments?QueryType=SHIPMENT&ShipmentStatusList=CLOSED,RECEIVING&MarketplaceId=" + uk,
			} {
				rec := a.get(path)
				require.Equal(t, 200, rec.Code, rec.Body)
				fmt.Fprintln(&out, rec.Header(), rec.Body)
			}
			a.m.Clock().Step(9 * time.Minute)
		}
		return out.String()
	}
	require.Equal(t, run(7), run(7))
	require.NotEqual(t, run(7), run(8))
}

// Many callers at once, while the clock moves and submissions are applied.
func TestSellersAtOnce(t *testing.T) {
	m := simulator.New(simulator.Config{
		Clock: simulator.NewClock(start, 0), Limits: simulator.Limits{Off: true}, Submission: simulator.Delay{Min: time.Second, Max: 20 * time.Second},
	})
	a := as(t, m, m.Handler(), m.Seller(marketplace.NA, simulator.Full))
	document := a.upload(a.messages(message(1, "A/B", "5"), message(2, "A+B", "6")))
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			for i := range 10 {
				m.Clock().Step(time.Second)
				price := offerPatch(usa, "USD", sum("our_price", fmt.Sprint(10+i)))
				statuses := []int{
					a.send("PATCH", a.item(simulator.SKU(n+i), "marketplaceIds="+usa), price).Code, a.get(a.items("?marketplaceIds=" + usa)).Code,
					a.get(inventoryOf).Code, a.get(plansPath).Code, a.get(a.item("A/B", "marketplaceIds="+usa)).Code,
					a.send("POST", feedPath, fmt.Sprintf(`{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":[%q],"inputFeedDocumentId":%q}`, usa, document)).Code,
					a.get(feedPath + "?feedTypes=JSON_LISTINGS_FEED").Code,
				}
				assert.Equal(t, []int{200, 200, 200, 200, 200, 202, 200}, statuses)
			}
		})
	}
	group.Wait()
}
