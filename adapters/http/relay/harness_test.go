package relay_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/relay"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/http/httpx"
	relayhttp "sellingassistant/adapters/http/relay"
	limits "sellingassistant/adapters/ratelimit"
	app "sellingassistant/app/relay"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	accounts "sellingassistant/ports/account"
)

// rig is the relay from the router down to the requests it sends; whatever
// answers those is written by hand.
type rig struct {
	accounts.Sellers
	mu     sync.Mutex
	seen   []sent
	renews int
	marked []string
	answer http.HandlerFunc
	// transport replaces answer where a recorder cannot play the part.
	transport http.RoundTripper
	handler   http.Handler
	server    *httpx.Server
}

// sent is a request as it left.
type sent struct{ method, uri, body, kind string }

const tokenPath = "/auth/o2/token"

// newRig makes the relay. base is where the marketplace is; with an empty one
// requests go straight into the rig.
func newRig(t testing.TB, base string) *rig {
	t.Helper()
	r := &rig{}
	cfg := spapi.Config{ClientID: "app", ClientSecrets: []secret.Text{secret.New("s")}, Endpoints: map[marketplace.Region]string{}}
	if base == "" {
		base, cfg.Transport = "http://127.0.0.1:1", r
	}
	cfg.TokenURL = base + tokenPath
	for _, region := range marketplace.Regions() {
		cfg.Endpoints[region] = base + "/" + string(region)
	}
	client, err := spapi.New(cfg, r, spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	r.server = httpx.New(httpx.Config{CursorKey: []byte("k")}, zap.NewNop(), r, limits.NewMemory(time.Now), nil, nil, r, nil, nil)
	relayhttp.Routes(app.NewRelays(r, relay.New(client).Call))(r.server.Router())
	relayhttp.Tokens(r.server.Engine(), r.server.AdmitKey)
	r.handler = r.server.Handler()
	return r
}

// ServeHTTP is the marketplace.
func (r *rig) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.URL.Path == tokenPath {
		r.mu.Lock()
		r.renews++
		r.mu.Unlock()
		_, _ = io.WriteString(w, `{"access_token":"Atza|1","token_type":"bearer","expires_in":3600}`)
		return
	}
	var body []byte
	if req.Body != nil {
		body, _ = io.ReadAll(req.Body)
	}
	r.mu.Lock()
	r.seen = append(r.seen, sent{req.Method, req.URL.RequestURI(), string(body), req.Header.Get("Content-Type")})
	r.mu.Unlock()
	r.answer(w, req)
}

// RoundTrip implements http.RoundTripper.
func (r *rig) RoundTrip(req *http.Request) (*http.Response, error) {
	if r.transport != nil && req.URL.Path != tokenPath {
		return r.transport.RoundTrip(req)
	}
	w := httptest.NewRecorder()
	r.ServeHTTP(w, req)
	return w.Result(), nil
}

func (r *rig) requests() []sent {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]sent{}, r.seen...)
}

// Authenticate implements httpx.Authenticator: a key is a team's number, and 0 a wrong key.
func (r *rig) Authenticate(_ context.Context, key secret.Text, _ string) (caller.Caller, error) {
	team := id.Team(key.Reveal()[0] - '0')
	if team == 0 {
		return caller.Caller{}, fault.New(fault.Forbidden, fault.CodeAccessDenied, "The API key is not valid.")
	}
	return caller.Caller{Team: team, User: 1, Key: 1, Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}, nil
}

// For implements the port of the relay: a team has an account in each region.
func (r *rig) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	s := account.Seller{Team: team, Connection: id.Connection(team), Region: m.Region, ID: "A" + string(rune('0'+team))}
	for _, one := range marketplace.All() {
		if one.Region == m.Region && one.Country != "BR" {
			s.Marketplaces = append(s.Marketplaces, one.ID)
		}
	}
	return s, nil
}

// ForSeller implements the port of the relay.
func (r *rig) ForSeller(ctx context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (account.Seller, error) {
	s, err := r.For(ctx, team, m)
	if s.ID != sellerID {
		return account.Seller{}, fault.Missing()
	}
	return s, err
}

// OfTeam implements the port of the relay: team 8 has an account in Europe, team 9 two accounts.
func (r *rig) OfTeam(ctx context.Context, team id.Team) ([]account.Seller, error) {
	var all []account.Seller
	for _, region := range map[id.Team][]marketplace.Region{8: {marketplace.EU}, 9: {marketplace.NA, marketplace.EU}}[team] {
		m, _ := marketplace.First(region)
		s, err := r.For(ctx, team, m)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// RefreshToken implements spapi.Credentials.
func (r *rig) RefreshToken(context.Context, id.Team, id.Connection) (secret.Text, error) {
	return secret.New("Atzr|1"), nil
}

// NeedsAttention implements spapi.Credentials.
func (r *rig) NeedsAttention(_ context.Context, _ id.Team, _ id.Connection, code string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.marked = append(r.marked, code)
	return nil
}

// Now implements the clock.
func (r *rig) Now() time.Time { return time.Now() }

// do calls as team 7.
func (r *rig) do(method, path, body string) *httptest.ResponseRecorder {
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	req := httptest.NewRequest(method, "/api/v1/sp-api"+path, in)
	req.Header.Set("X-Api-Key", "7")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, req)
	return w
}

// says answers with a status and a body.
func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("x-amzn-RequestId", "theirs-1")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// sample is one call of an operation and what leaves for it.
type sample struct {
	id           string
	method, path string
	body         string
	uri          string
}

const (
	plan     = "wf1234abcd-1234-abcd-5678-1234abcd5678"
	shipment = "sh1234abcd-1234-abcd-5678-1234abcd5678"
	packing  = "pg1234abcd-1234-abcd-5678-1234abcd5678"
	inbound  = "/inbound/fba/2024-03-20/inboundPlans"
	put      = "{ \"productType\":\"PRODUCT\",\n\"attributes\":{\"price\":[1.10, 1e400]} }"
	patch    = `{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/x","value":[{"v":"a\u0301"}]}]}`
	summary  = `{"requests":[{"asin":"B0SIM000A1","marketplaceId":"ATVPDKIKX0DER","includedData":["similarItems"],"method":"GET",` +
		`"uri":"/products/pricing/2022-05-01/items/competitiveSummary"}]}`
)

// Bodies that name a marketplace, which chooses the region.
const (
	offersBody = `{"requests":[{"uri":"/products/pricing/v0/items/B0SIM000A1/offers","method":"GET","MarketplaceId":"ATVPDKIKX0DER","ItemCondition":"New"}]}`

	expectedBody = `{"requests":[{"uri":"x","method":"GET","marketplaceId":"A1PA6795UKMFR9","sku":"MUG","segment":{"a":1}}]}`

	feesBody = `{"FeesEstimateRequest":{"MarketplaceId":"A1PA6795UKMFR9","PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":"EUR","Amount":1.10}},"Identifier":"1"}}`
)

// slow names the operations with one turn in ten seconds or more, longer than a call waits.
var slow = []string{"spApiGetCompetitiveSummary", "spApiGetFeaturedOfferExpectedPriceBatch", "spApiGetItemOffersBatch"}

// ofBuyers names the list of each operation with members about buyers, which are removed.
var ofBuyers = map[string]string{"spApiGetOrders": "Orders", "spApiGetOrderItems": "OrderItems"}

// samples are one call of every operation, each with every parameter it has.
var samples = []sample{
	{"spApiGetShipmentsV0", "GET", "/fba/inbound/v0/shipments?queryType=SHIPMENT&shipmentStatusList=WORKING,CLOSED&shipmentIdList=FBA1,FBA2&lastUpdatedAfter=2026-11-01T02:00:00%2B02:00&lastUpdatedBefore=2026-11-02T00:00:00.5Z&nextToken=a%2Bb/c%3D%3D&marketplaceId=A2EUQ1WTGCTBG2", "",
		"/na/fba/inbound/v0/shipments?LastUpdatedAfter=2026-11-01T00%3A00%3A00Z&LastUpdatedBefore=2026-11-02T00%3A00%3A00.5Z&MarketplaceId=A2EUQ1WTGCTBG2&NextToken=a%2Bb%2Fc%3D%3D&QueryType=SHIPMENT&ShipmentIdList=FBA1%2CFBA2&ShipmentStatusList=WORKING%2CCLOSED"},
	{"spApiGetShipmentItemsV0", "GET", "/fba/inbound/v0/shipments/FBA15SIM0001/items", "", "/na/fba/inbound/v0/shipments/FBA15SIM0001/items?MarketplaceId=ATVPDKIKX0DER"},
	{"spApiListInboundPlans", "GET", inbound + "?pageSize=30&paginationToken=x%3D&status=ACTIVE&sortBy=CREATION_TIME&sortOrder=ASC&domain=amazon.de", "",
		"/eu" + inbound + "?pageSize=30&paginationToken=x%3D&sortBy=CREATION_TIME&sortOrder=ASC&status=ACTIVE"},
	{"spApiGetInboundPlan", "GET", inbound + "/" + plan, "", "/na" + inbound + "/" + plan},
	{"spApiListInboundPlanItems", "GET", inbound + "/" + plan + "/items?pageSize=1000&paginationToken=x", "",
		"/na" + inbound + "/" + plan + "/items?pageSize=1000&paginationToken=x"},
	{"spApiListInboundPlanBoxes", "GET", inbound + "/" + plan + "/boxes?pageSize=1", "", "/na" + inbound + "/" + plan + "/boxes?pageSize=1"},
	{"spApiListPlacementOptions", "GET", inbound + "/" + plan + "/placementOptions?pageSize=20", "", "/na" + inbound + "/" + plan + "/placementOptions?pageSize=20"},
	{"spApiListTransportationOptions", "GET", inbound + "/" + plan + "/transportationOptions?pageSize=20&shipmentId=" + shipment + "&placementOptionId=" + packing, "",
		"/na" + inbound + "/" + plan + "/transportationOptions?pageSize=20&placementOptionId=" + packing + "&shipmentId=" + shipment},
	{"spApiListPackingOptions", "GET", inbound + "/" + plan + "/packingOptions", "", "/na" + inbound + "/" + plan + "/packingOptions"},
	{"spApiListPackingGroupBoxes", "GET", inbound + "/" + plan + "/packingGroups/" + packing + "/boxes?pageSize=100", "",
		"/na" + inbound + "/" + plan + "/packingGroups/" + packing + "/boxes?pageSize=100"},
	{"spApiListPackingGroupItems", "GET", inbound + "/" + plan + "/packingGroups/" + packing + "/items", "",
		"/na" + inbound + "/" + plan + "/packingGroups/" + packing + "/items"},
	{"spApiGetShipment", "GET", inbound + "/" + plan + "/shipments/" + shipment, "", "/na" + inbound + "/" + plan + "/shipments/" + shipment},
	{"spApiListShipmentItems", "GET", inbound + "/" + plan + "/shipments/" + shipment + "/items?pageSize=1000", "",
		"/na" + inbound + "/" + plan + "/shipments/" + shipment + "/items?pageSize=1000"},
	{"spApiListShipmentBoxes", "GET", inbound + "/" + plan + "/shipments/" + shipment + "/boxes", "",
		"/na" + inbound + "/" + plan + "/shipments/" + shipment + "/boxes"},
	{"spApiGetInventorySummaries", "GET", "/fba/inventory/v1/summaries?details=true&startDateTime=2026-11-01T00:00:00Z&sellerSkus=A,B%20C&sellerSku=D%2CE&nextToken=t", "",
		"/na/fba/inventory/v1/summaries?details=true&granularityId=ATVPDKIKX0DER&granularityType=Marketplace&marketplaceIds=ATVPDKIKX0DER&nextToken=t&sellerSku=D%2CE&sellerSkus=A%2CB%20C&startDateTime=2026-11-01T00%3A00%3A00Z"},
	{"spApiSearchCatalogItems", "GET", "/catalog/2022-04-01/items?identifiers=0885306790169&identifiersType=EAN&sellerId=A7&includedData=summaries,images&locale=de_DE&pageSize=20&pageToken=t&domain=amazon.de", "",
		"/eu/catalog/2022-04-01/items?identifiers=0885306790169&identifiersType=EAN&includedData=summaries%2Cimages&locale=de_DE&marketplaceIds=A1PA6795UKMFR9&pageSize=20&pageToken=t&sellerId=A7"},
	{"spApiSearchCatalogItems", "GET", "/catalog/2022-04-01/items?keywords=red%20mug,tea&brandNames=X&classificationIds=1,2&keywordsLocale=en_US", "",
		"/na/catalog/2022-04-01/items?brandNames=X&classificationIds=1%2C2&keywords=red%20mug%2Ctea&keywordsLocale=en_US&marketplaceIds=ATVPDKIKX0DER"},
	{"spApiGetCatalogItem", "GET", "/catalog/2022-04-01/items/B0SIM000A1?marketplaceIds=A1VC38T7YXB528,A39IBJ37TRP1C6&includedData=attributes&locale=ja_JP", "",
		"/fe/catalog/2022-04-01/items/B0SIM000A1?includedData=attributes&locale=ja_JP&marketplaceIds=A1VC38T7YXB528%2CA39IBJ37TRP1C6"},
	{"spApiSearchListingsItems", "GET", "/listings/2021-08-01/items/A7?identifiers=A%2FB&identifiersType=SKU&createdAfter=2026-01-01T00:00:00Z&createdBefore=2026-01-02T00:00:00Z&lastUpdatedAfter=2026-01-03T00:00:00Z&lastUpdatedBefore=2026-01-04T00:00:00Z&withIssueSeverity=ERROR&withStatus=BUYABLE&withoutStatus=DISCOVERABLE&sortBy=sku&sortOrder=ASC&includedData=offers&issueLocale=en_US&pageSize=20&pageToken=t", "",
		"/na/listings/2021-08-01/items/A7?createdAfter=2026-01-01T00%3A00%3A00Z&createdBefore=2026-01-02T00%3A00%3A00Z&identifiers=A%2FB&identifiersType=SKU&includedData=offers&issueLocale=en_US&lastUpdatedAfter=2026-01-03T00%3A00%3A00Z&lastUpdatedBefore=2026-01-04T00%3A00%3A00Z&marketplaceIds=ATVPDKIKX0DER&pageSize=20&pageToken=t&sortBy=sku&sortOrder=ASC&withIssueSeverity=ERROR&withStatus=BUYABLE&withoutStatus=DISCOVERABLE"},
	{"spApiSearchListingsItems", "GET", "/listings/2021-08-01/items/A7?variationParentSku=P", "", "/na/listings/2021-08-01/items/A7?marketplaceIds=ATVPDKIKX0DER&variationParentSku=P"},
	{"spApiSearchListingsItems", "GET", "/listings/2021-08-01/items/A7?packageHierarchySku=P", "", "/na/listings/2021-08-01/items/A7?marketplaceIds=ATVPDKIKX0DER&packageHierarchySku=P"},
	{"spApiGetListingsItem", "GET", "/listings/2021-08-01/items/A7/MUG?includedData=summaries,offers&issueLocale=en_US", "",
		"/na/listings/2021-08-01/items/A7/MUG?includedData=summaries%2Coffers&issueLocale=en_US&marketplaceIds=ATVPDKIKX0DER"},
	{"spApiPutListingsItem", "PUT", "/listings/2021-08-01/items/A7/MUG?includedData=issues&mode=VALIDATION_PREVIEW&issueLocale=en_US", put,
		"/na/listings/2021-08-01/items/A7/MUG?includedData=issues&issueLocale=en_US&marketplaceIds=ATVPDKIKX0DER&mode=VALIDATION_PREVIEW"},
	{"spApiPatchListingsItem", "PATCH", "/listings/2021-08-01/items/A7/MUG?marketplaceIds=A2EUQ1WTGCTBG2,ATVPDKIKX0DER", patch,
		"/na/listings/2021-08-01/items/A7/MUG?marketplaceIds=A2EUQ1WTGCTBG2%2CATVPDKIKX0DER"},
	{"spApiDeleteListingsItem", "DELETE", "/listings/2021-08-01/items/A7/MUG?issueLocale=en_US&domain=amazon.co.uk", "",
		"/eu/listings/2021-08-01/items/A7/MUG?issueLocale=en_US&marketplaceIds=A1F83G8C2ARO7P"},
	{"spApiSearchProductTypes", "GET", "/definitions/2020-09-01/productTypes?keywords=mug,cup&locale=en_US&searchLocale=en_US", "",
		"/na/definitions/2020-09-01/productTypes?keywords=mug%2Ccup&locale=en_US&marketplaceIds=ATVPDKIKX0DER&searchLocale=en_US"},
	{"spApiSearchProductTypes", "GET", "/definitions/2020-09-01/productTypes?itemName=Mug,%20red%20%26%20blue", "",
		"/na/definitions/2020-09-01/productTypes?itemName=Mug%2C%20red%20%26%20blue&marketplaceIds=ATVPDKIKX0DER"},
	{"spApiGetProductType", "GET", "/definitions/2020-09-01/productTypes/MUG?sellerId=A7&productTypeVersion=LATEST&requirements=LISTING&requirementsEnforced=ENFORCED&locale=DEFAULT&parentageLevel=NONE", "",
		"/na/definitions/2020-09-01/productTypes/MUG?locale=DEFAULT&marketplaceIds=ATVPDKIKX0DER&parentageLevel=NONE&productTypeVersion=LATEST&requirements=LISTING&requirementsEnforced=ENFORCED&sellerId=A7"},
	{"spApiGetCompetitivePricing", "GET", "/products/pricing/v0/competitivePrice?itemType=Asin&asins=B0SIM000A1,B0SIM000A2&customerType=Business", "",
		"/na/products/pricing/v0/competitivePrice?Asins=B0SIM000A1%2CB0SIM000A2&CustomerType=Business&ItemType=Asin&MarketplaceId=ATVPDKIKX0DER"},
	{"spApiGetCompetitivePricing", "GET", "/products/pricing/v0/competitivePrice?itemType=Sku&skus=A-1_x.2,A%2FB%20c", "",
		"/na/products/pricing/v0/competitivePrice?ItemType=Sku&MarketplaceId=ATVPDKIKX0DER&Skus=A-1_x.2%2CA%252FB%2520c"},
	{"spApiGetMarketplaceParticipations", "GET", "/sellers/v1/marketplaceParticipations?domain=amazon.de", "", "/eu/sellers/v1/marketplaceParticipations"},
	{"spApiGetListingsRestrictions", "GET", "/listings/2021-08-01/restrictions?asin=B0SIM000A1&sellerId=A7&conditionType=new_new&reasonLocale=en_US&productType=MUG", "",
		"/na/listings/2021-08-01/restrictions?asin=B0SIM000A1&conditionType=new_new&marketplaceIds=ATVPDKIKX0DER&productType=MUG&reasonLocale=en_US&sellerId=A7"},
	{"spApiListShipmentItemsV0", "GET", "/fba/inbound/v0/shipmentItems?queryType=NEXT_TOKEN&lastUpdatedAfter=2026-11-01T02:00:00%2B02:00&lastUpdatedBefore=2026-11-02T00:00:00Z&nextToken=a%2Bb/c%3D%3D", "",
		"/na/fba/inbound/v0/shipmentItems?LastUpdatedAfter=2026-11-01T00%3A00%3A00Z&LastUpdatedBefore=2026-11-02T00%3A00%3A00Z&MarketplaceId=ATVPDKIKX0DER&NextToken=a%2Bb%2Fc%3D%3D&QueryType=NEXT_TOKEN"},
	{"spApiGetPricing", "GET", "/products/pricing/v0/price?itemType=Sku&skus=A-1_x.2,A%2FB%20c&itemCondition=New&offerType=B2B", "",
		"/na/products/pricing/v0/price?ItemCondition=New&ItemType=Sku&MarketplaceId=ATVPDKIKX0DER&OfferType=B2B&Skus=A-1_x.2%2CA%252FB%2520c"},
	{"spApiGetPricing", "GET", "/products/pricing/v0/price?itemType=Asin&asins=B0SIM000A1", "",
		"/na/products/pricing/v0/price?Asins=B0SIM000A1&ItemType=Asin&MarketplaceId=ATVPDKIKX0DER"},
	{"spApiGetItemOffers", "GET", "/products/pricing/v0/items/B0SIM000A1/offers?itemCondition=Used&customerType=Business&marketplaceId=A1PA6795UKMFR9", "",
		"/eu/products/pricing/v0/items/B0SIM000A1/offers?CustomerType=Business&ItemCondition=Used&MarketplaceId=A1PA6795UKMFR9"},
	{"spApiGetItemOffersBatch", "POST", "/batches/products/pricing/v0/itemOffers", offersBody, "/na/batches/products/pricing/v0/itemOffers"},
	{"spApiGetFeaturedOfferExpectedPriceBatch", "POST", "/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice", expectedBody,
		"/eu/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice"},
	{"spApiGetMyFeesEstimateForASIN", "POST", "/products/fees/v0/items/B0SIM000A1/feesEstimate", feesBody, "/eu/products/fees/v0/items/B0SIM000A1/feesEstimate"},
	{"spApiGetMyFeesEstimateForSKU", "POST", "/products/fees/v0/listings/A%2FB/feesEstimate", feesBody, "/eu/products/fees/v0/listings/A%2FB/feesEstimate"},
	{"spApiGetMyFeesEstimates", "POST", "/products/fees/v0/feesEstimate", "[" + feesBody[:len(feesBody)-1] + `,"IdType":"ASIN","IdValue":"B0SIM000A1"}]`,
		"/eu/products/fees/v0/feesEstimate"},
	{"spApiGetOrders", "GET", "/orders/v0/orders?createdAfter=2026-11-01T02:00:00%2B02:00&createdBefore=2026-11-02T00:00:00Z&lastUpdatedBefore=2026-11-03T00:00:00Z&orderStatuses=Shipped,Canceled&fulfillmentChannels=AFN&amazonOrderIds=111-1,111-2&maxResultsPerPage=100&nextToken=t&marketplaceIds=A2EUQ1WTGCTBG2,ATVPDKIKX0DER", "",
		"/na/orders/v0/orders?AmazonOrderIds=111-1%2C111-2&CreatedAfter=2026-11-01T00%3A00%3A00Z&CreatedBefore=2026-11-02T00%3A00%3A00Z&FulfillmentChannels=AFN&LastUpdatedBefore=2026-11-03T00%3A00%3A00Z&MarketplaceIds=A2EUQ1WTGCTBG2%2CATVPDKIKX0DER&MaxResultsPerPage=100&NextToken=t&OrderStatuses=Shipped%2CCanceled"},
	{"spApiGetOrders", "GET", "/orders/v0/orders?lastUpdatedAfter=2026-11-01T00:00:00Z&domain=amazon.de", "",
		"/eu/orders/v0/orders?LastUpdatedAfter=2026-11-01T00%3A00%3A00Z&MarketplaceIds=A1PA6795UKMFR9"},
	{"spApiGetOrderItems", "GET", "/orders/v0/orders/111-0000000-0000001/orderItems?nextToken=t", "", "/na/orders/v0/orders/111-0000000-0000001/orderItems?NextToken=t"},
	{"spApiGetCompetitiveSummary", "POST", "/batches/products/pricing/2022-05-01/items/competitiveSummary", summary,
		"/na/batches/products/pricing/2022-05-01/items/competitiveSummary"},
}

// repeated is a reader that never ends.
type repeated struct {
	text []byte
	read int64
}

func (r *repeated) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], r.text)
	}
	r.read += int64(n)
	return n, nil
}

// Close implements io.Closer.
func (r *repeated) Close() error { return nil }

var _ io.ReadCloser = (*repeated)(nil)

func bodyOf(n int) []byte {
	return append(append([]byte(`{"a":"`), bytes.Repeat([]byte("x"), n-8)...), `"}`...)
}
