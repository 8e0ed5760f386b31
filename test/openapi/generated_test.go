package openapi_test

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/generate"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/tier"
)

// calls is how many calls each operation gets on a database, made from seed. An operation
// that hardly ever succeeds gets more, until it does.
var calls = tier.Of(12, 120)

const seed, mostCalls = 1, 120

// TestGeneratedCalls sends calls made out of the document. A valid one is never
// 400, except for what its operation says in words; a broken one is 400 and the
// answer names the place; nothing is ever 5xx; every answer fits the document.
func TestGeneratedCalls(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		readers := newReaders(t, s, doc)
		findProducts(t, s)
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			g := newGenerated(t, readers, op)
			t.Parallel()
			got := g.run(t)
			// Calls that never get anywhere prove nothing.
			require.True(t, g.somethingHappens(got), "it hardly ever succeeds, or nothing is refused: %v", got)
		})
	})
}

// findProducts makes the simulated catalogue and the past of the products that calls search for. With the
// race detector that takes longer than a call waits.
func findProducts(t *testing.T, s *service.Service) {
	t.Helper()
	found := httptest.NewRecorder()
	search := "/keepa/search?type=product&term=bottle&domain=1&key=" + simulator.KeepaKey
	s.Market.Handler().ServeHTTP(found, httptest.NewRequest(http.MethodGet, search, nil))
	require.Equal(t, http.StatusOK, found.Code, found.Body)
}

// generated are the calls of one operation, with a team of its own if it changes something.
type generated struct {
	service *service.Service
	client  *checked.Client
	op      checked.Operation
	maker   *generate.Maker
	team    *service.Team
	ids     service.Records
	fills   int
	amazon  service.Amazon
	codes   []string
}

// newReaders makes the team that all operations share that change nothing: it has
// records, and what the marketplace knows of it.
func newReaders(t *testing.T, s *service.Service, doc *checked.Document) *generated {
	t.Helper()
	g := &generated{service: s, team: s.Team(t, service.Wish{}), op: doc.Operation(t, "getCurrentUserInfo")}
	g.client = &checked.Client{Document: doc, Handler: s.Handler, Key: g.team.Key}
	g.fill(t)
	g.amazon, g.codes = g.team.Amazon(t), g.productCodes(t)
	return g
}

func newGenerated(t *testing.T, readers *generated, op checked.Operation) *generated {
	t.Helper()
	shared := *readers
	g := &shared
	g.op = op
	h := fnv.New64a()
	_, _ = h.Write([]byte(op.OperationID))
	g.maker = generate.New(seed^h.Sum64(), g.known)
	if !op.Writes() {
		return g
	}
	g.team, g.ids = g.service.Team(t, service.Wish{}), service.Records{}
	g.client = readers.client.As(g.team.Key)
	if op.AsksAmazon() {
		g.amazon = g.team.Amazon(t)
	}
	if g.changesRecords() {
		g.fill(t)
	}
	return g
}

// changesRecords tells of an operation that needs records of its own.
func (g *generated) changesRecords() bool {
	return g.op.Writes() && !g.op.AsksAmazon() && !g.op.WritesElsewhere()
}

func (g *generated) fill(t *testing.T) {
	t.Helper()
	g.fills++
	if g.op.OperationID == "createWebhookEndpoint" {
		// A team may have few endpoints.
		g.service.Alter(t, "UPDATE webhook_endpoints SET deleted_at = updated_at WHERE team_id = $1", int64(g.team.ID))
	}
	more := g.team.Fill(t, fmt.Sprintf("fill %d", g.fills), 4)
	g.ids.Documents = append(more.Documents, g.ids.Documents[:min(len(g.ids.Documents), 5)]...)
	g.ids.Read = append(more.Read, g.ids.Read[:min(len(g.ids.Read), 5)]...)
	g.ids.Strategies = append(more.Strategies, g.ids.Strategies[:min(len(g.ids.Strategies), 5)]...)
	g.ids.Products = append(more.Products, g.ids.Products[:min(len(g.ids.Products), 5)]...)
	if g.op.OperationID == "repriceProduct" {
		// Rows that are off are for previews only.
		g.service.Alter(t, "UPDATE repricer_products SET mode = 'manual' WHERE team_id = $1", int64(g.team.ID))
	}
	g.ids.Inventory = append(more.Inventory, g.ids.Inventory[:min(len(g.ids.Inventory), 5)]...)
	g.ids.SKUs = append(more.SKUs, g.ids.SKUs[:min(len(g.ids.SKUs), 5)]...)
	g.ids.Suppliers = append(more.Suppliers, g.ids.Suppliers[:min(len(g.ids.Suppliers), 5)]...)
	g.ids.Offers = append(more.Offers, g.ids.Offers[:min(len(g.ids.Offers), 5)]...)
	g.ids.Warehouses = append(more.Warehouses, g.ids.Warehouses[:min(len(g.ids.Warehouses), 5)]...)
	g.ids.Placed = more.Placed
	g.ids.Analysis, g.ids.Rows, g.ids.Imports = more.Analysis, more.Rows, more.Imports
	g.ids.Orders, g.ids.Items = append(more.Orders, g.ids.Orders[:min(len(g.ids.Orders), 5)]...), more.Items
	g.ids.Tags = append(more.Tags, g.ids.Tags[:min(len(g.ids.Tags), 5)]...)
	g.ids.Rates = append(more.Rates, g.ids.Rates[:min(len(g.ids.Rates), 5)]...)
	g.ids.Notes = append(more.Notes, g.ids.Notes[:min(len(g.ids.Notes), 5)]...)
	g.ids.Listings = append(more.Listings, g.ids.Listings[:min(len(g.ids.Listings), 5)]...)
	g.ids.Hooks, g.ids.Deliveries = append(more.Hooks, g.ids.Hooks[:min(len(g.ids.Hooks), 5)]...), more.Deliveries
	g.ids.Events = append(more.Events, g.ids.Events[:min(len(g.ids.Events), 5)]...)
}

// refillEvery is after how many calls new records are made, since many calls
// delete some.
const refillEvery = 60

func (g *generated) run(t *testing.T) map[int]int {
	statuses := map[int]int{}
	for n := 0; n < calls || n < mostCalls && !g.somethingHappens(statuses); n++ {
		if n > 0 && n%refillEvery == 0 && g.changesRecords() {
			g.fill(t)
		}
		// Sixty checks a minute are let through; the clock is the test's.
		g.service.Clock.Add(1100 * time.Millisecond)
		made := g.maker.Valid(t, g.op)
		if n%3 == 2 {
			if broken, ok := g.maker.Broken(t, g.op); ok {
				made = broken
			}
		}
		a, err := g.client.Try(t, made.Call)
		// With the race detector an answer of the simulated marketplace can take longer than a call waits.
		for again := 0; err == nil && a.Status == http.StatusServiceUnavailable && again < 2; again++ {
			a, err = g.client.Try(t, made.Call)
		}
		what := fmt.Sprintf("call %d: %s\n%s %s\n%s\n→ %d %s", n, made.Wrong, made.Method, made.Path, show(made.Body), a.Status, show(a.Body))
		require.NoError(t, err, what)
		require.Less(t, a.Status, 500, what)
		statuses[a.Status]++
		if made.Invalid {
			requireRefused(t, made, a, what)
		} else if a.Status == http.StatusBadRequest && !rejected(a.Problem(t)) {
			requireInWords(t, g.op, a.Problem(t), what)
		}
	}
	return statuses
}

// somethingHappens reports whether one of forty calls has succeeded and one was refused.
func (g *generated) somethingHappens(statuses map[int]int) bool {
	made, good := 0, 0
	for status, n := range statuses {
		if made += n; slices.Contains(g.op.Succeeds(), status) {
			good += n
		}
	}
	return good > 0 && good*40 >= made && statuses[http.StatusBadRequest] > 0
}

// rejected is Amazon's no to what its own descriptions allow.
func rejected(p checked.Problem) bool { return p.Code == "upstream_rejected" }

func show(body any) string {
	b, _ := body.([]byte)
	return fmt.Sprintf("%.1500s", b)
}

// jsonLimit bounds a JSON body that is no file, in bytes.
const jsonLimit = 1 << 20

// requireRefused wants 400 and the place of the fault, or 413 of a body that is too large to be looked at.
func requireRefused(t *testing.T, made generate.Made, a checked.Answer, what string) {
	t.Helper()
	if body, _ := made.Body.([]byte); made.Parameter == "" && len(body) > jsonLimit {
		require.Equal(t, http.StatusRequestEntityTooLarge, a.Status, what)
		return
	}
	require.Equal(t, http.StatusBadRequest, a.Status, what)
	p := a.Problem(t)
	switch {
	case made.Parameter != "":
		require.Equal(t, "validation_failed", p.Code, what)
		require.True(t, slices.ContainsFunc(p.Errors, func(i checked.Item) bool { return i.Parameter == made.Parameter }), what)
	case made.InBody:
		require.Equal(t, "validation_failed", p.Code, what)
		require.True(t, slices.ContainsFunc(p.Errors, func(i checked.Item) bool {
			return i.Pointer != nil && *i.Pointer == made.Pointer
		}), what)
	default:
		require.Contains(t, []string{"malformed_body", "validation_failed"}, p.Code, what)
	}
}

// known are values that mean something to the service.
func (g *generated) known(name string) []string {
	if g.op.AsksAmazon() {
		return g.knownToAmazon(name)
	}
	if g.op.OperationID == "mergeSuppliers" {
		return map[string][]string{"id": numbers(g.ids.Suppliers[:1]), "from": numbers(g.ids.Suppliers[1:]), "dry_run": {"true"}}[name]
	}
	if words, ok := g.knownOfListings(name); ok {
		return words
	}
	if words, ok := g.knownOfOffers(name); ok {
		return words
	}
	if words, ok := g.knownOfOrders(name); ok {
		return words
	}
	if words, ok := g.knownOfAnalyses(name); ok {
		return words
	}
	if words, ok := g.knownOfRates(name); ok {
		return words
	}
	if words, ok := g.knownOfHooks(name); ok {
		return words
	}
	if words, ok := g.knownOfTables(name); ok {
		return words
	}
	if words, ok := g.knownOfSKUs(name); ok {
		return words
	}
	if words, ok := g.knownOfResearch(name); ok {
		return words
	}
	if words, ok := g.knownOfImports(name); ok {
		return words
	}
	if g.op.OperationID == "createNote" && name == "type" {
		return []string{"supplier", "asin"}
	}
	switch name {
	case "currency", "cost_currency":
		return []string{"USD", "EUR", "JPY"}
	case "id", "ids", "reassign_to":
		switch {
		case strings.Contains(g.op.Path, "/documents/{id}/import"):
			return numbers(g.ids.Read)
		case strings.Contains(g.op.Path, "/documents"):
			return numbers(g.ids.Documents)
		case strings.Contains(g.op.Path, "/strategies"):
			return numbers(g.ids.Strategies)
		case strings.Contains(g.op.Path, "/inventory-products"):
			return numbers(g.ids.Inventory)
		case strings.Contains(g.op.Path, "/skus"):
			return numbers(g.ids.SKUs)
		case strings.HasPrefix(g.op.Path, "/api/v1/listings"):
			return numbers(g.ids.Listings)
		case strings.Contains(g.op.Path, "/suppliers"):
			return numbers(g.ids.Suppliers)
		case strings.Contains(g.op.Path, "/supplier-offers"):
			return numbers(g.ids.Offers)
		case strings.Contains(g.op.Path, "/warehouses"):
			return numbers(g.ids.Warehouses)
		case strings.Contains(g.op.Path, "/notes"):
			if g.op.OperationID == "createNote" {
				return numbers(g.ids.Suppliers)
			}
			return numbers(g.ids.Notes)
		case strings.Contains(g.op.Path, "/tags"):
			return numbers(g.ids.Tags)
		case strings.Contains(g.op.Path, "/exchange-rates"):
			return numbers(g.ids.Rates)
		}
		return numbers(g.ids.Products)
	case "warehouse_id", "to_warehouse_id":
		return numbers(g.ids.Warehouses)
	case "units":
		return []string{"1", "7"}
	case "add", "remove", "set", "tag_ids", "tag_ids_all":
		return numbers(g.ids.Tags)
	case "product_ids":
		return numbers(g.ids.Inventory)
	case "strategy_id", "default_strategy_id":
		return numbers(g.ids.Strategies)
	case "asin":
		if strings.Contains(g.op.Path, "restriction-status") {
			return []string{simulator.CaseUnrestricted, simulator.CaseNotEligible, simulator.CaseApproval, simulator.CaseBoth, simulator.ASIN(1), simulator.ASIN(2)}
		}
		return []string{simulator.ASIN(0), simulator.ASIN(1)}
	case "domain":
		return []string{"amazon.com", "www.amazon.com", "amazon.ca"}
	case "marketplaceId", "marketplace_id":
		return []string{"ATVPDKIKX0DER", "A2EUQ1WTGCTBG2"}
	case "gtins", "gtin":
		return []string{"036000291452", "4006381333931", "96385074", "10036000291459"}
	case "image_url":
		return []string{"https://images.example.com/one.jpg"}
	case "sort":
		return sorts[tableOf.Replace(g.op.OperationID)]
	case "timezone":
		return []string{"UTC", "Europe/Berlin", "America/New_York"}
	case "vat_number":
		return []string{"DE123456788", "fr 12 345678901"}
	case "website":
		return []string{"https://example.com", "http://www.example.org/shop"}
	case "phone":
		return []string{"+49 (0) 421-7"}
	case "email":
		return []string{"ann@example.com"}
	case "webhook_url":
		return []string{"https://example.com/hook"}
	case "targets":
		// No other context keeps records yet that a document could belong to.
		return []string{"[]"}
	}
	return nil
}

// knownOfImports are values of imports that go together.
func (g *generated) knownOfImports(name string) ([]string, bool) {
	if !strings.Contains(g.op.Path, "/documents/{id}/import") {
		return nil, false
	}
	words, ok := map[string][]string{
		"supplier_id": numbers(g.ids.Suppliers), "mode": {"create_purchase_order", "costs_only"}, "line_no": {"1"}, "currency": {"USD"},
		"purchase_order_id": numbers(g.ids.Orders), "inventory_product_id": numbers(g.ids.Inventory), "sku_id": numbers(g.ids.SKUs),
		"supplier_offer_id": numbers(g.ids.Offers), "purchase_order_item_id": numbers(g.ids.Items), "preview_version": {"1"},
	}[name]
	return words, ok
}

// knownOfOffers are values of offers that go together.
func (g *generated) knownOfOffers(name string) ([]string, bool) {
	if !strings.Contains(g.op.Path, "/supplier-offers") {
		return nil, false
	}
	words, ok := map[string][]string{
		"supplier_id": numbers(g.ids.Suppliers), "inventory_product_id": numbers(g.ids.Inventory), "url": {"https://example.com/thing"},
		"unit_cost": {"0"}, "case_cost": {"0"}, "price_breaks": {"[]"}, "preferred": {"false"}, "valid_from": {"2026-03-01"}, "valid_to": {"2026-04-01"},
	}[name]
	return words, ok
}

// knownOfOrders are values of purchase orders that go together: the items are those of the
// first order.
func (g *generated) knownOfOrders(name string) ([]string, bool) {
	if !strings.Contains(g.op.Path, "/purchase-orders") {
		return nil, false
	}
	if strings.Contains(g.op.Path, "/items") && name == "id" {
		return numbers(g.ids.Orders[:1]), true
	}
	if strings.Contains(g.op.Path, "/receipts") {
		words, ok := map[string][]string{
			"id": {numbers(g.ids.Placed)[0]}, "item_id": numbers(g.ids.Placed[1:]), "warehouse_id": numbers(g.ids.Warehouses), "received_on": {"2026-03-01"},
			"accepted": {"1", "2"}, "rejected": {"1"},
		}[name]
		return words, ok
	}
	if strings.HasSuffix(g.op.Path, "/items") && name == "ids" {
		return numbers(g.ids.Items), true
	}
	words, ok := map[string][]string{
		"id": numbers(g.ids.Orders), "ids": numbers(g.ids.Orders), "copy_from": numbers(g.ids.Orders), "item_id": numbers(g.ids.Items),
		"supplier_id": numbers(g.ids.Suppliers), "warehouse_id": numbers(g.ids.Warehouses), "inventory_product_id": numbers(g.ids.Inventory),
	}[name]
	if ok || g.op.Method == http.MethodGet {
		return words, ok
	}
	words, ok = map[string][]string{
		"sku_id": numbers(g.ids.SKUs), "supplier_offer_id": numbers(g.ids.Offers), "asin": {simulator.ASIN(0)}, "marketplace_id": {"ATVPDKIKX0DER"},
		"currency": {"USD"}, "cost_currency": {"USD"}, "exchange_rate": {"1.08"}, "label": {"Duty"}, "cost_allocation": {"by_value"}, "allocation": {"by_value"}, "order_date": {"2026-03-01"}, "expected_date": {"2026-04-01"},
		"discount": {"0"}, "shipping_cost": {"0", "2.5"}, "tax_override": {"1"}, "amount": {"1", "2.5"}, "quantity": {"6"}, "case_quantity": {"2"},
		"units_per_case": {"3"}, "quantity_cancelled": {"0"}, "unit_cost": {"0.5", "3"}, "status": {"draft"}, "received_on": {"2026-03-01"},
		"assignee_id": {strconv.FormatInt(int64(g.team.User), 10)},
	}[name]
	return words, ok
}

// knownOfAnalyses are values of price lists that can be counted with.
func (g *generated) knownOfAnalyses(name string) ([]string, bool) {
	if g.op.Group() != "price-list-analyzer" {
		return nil, false
	}
	words, ok := map[string][]string{
		"id": numbers(g.ids.Analysis), "ids": numbers(g.ids.Analysis), "item_id": numbers(g.ids.Rows), "supplier_id": numbers(g.ids.Suppliers), "warehouse_id": numbers(g.ids.Warehouses),
		"domain": {"amazon.com", "amazon.ca"}, "marketplace_id": {"ATVPDKIKX0DER", "A2EUQ1WTGCTBG2"}, "asin": {simulator.ASIN(0)}, "ean": {"4006381333931"},
		"file": {"ean,cost\n4006381333931,%d\n"}, "document_id": numbers(g.ids.Documents), "expenses": {`{"prep_per_unit":0.5}`}, "options": {`{}`},
		"mapping":  {`{"decimal":"dot"}`},
		"currency": {"USD", "CNY"}, "match_index": {"0"}, "price_used": {"9.99", "25"},
		"sort": sorts[tableOf.Replace(g.op.OperationID)],
	}[name]
	return words, ok
}

// knownOfTables are values of imports.
func (g *generated) knownOfTables(name string) ([]string, bool) {
	if g.op.Group() != "imports" {
		return nil, false
	}
	words, ok := map[string][]string{
		"id": numbers(g.ids.Imports), "ids": numbers(g.ids.Imports), "file": {"sku,min,reorder point\nA-1,%d,5\n"}, "mapping": {`{"decimal":"dot"}`},
		"sort": sorts[tableOf.Replace(g.op.OperationID)],
	}[name]
	return words, ok
}

// knownOfRates are values of exchange rates.
func (g *generated) knownOfRates(name string) ([]string, bool) {
	if g.op.Group() != "exchange-rates" {
		return nil, false
	}
	words, ok := map[string][]string{
		"id": numbers(g.ids.Rates), "base": {"CNY", "GBP", "JPY"}, "quote": {"USD", "EUR", "CHF"}, "rate": {"0.1389", "150", "1.08"},
		"date": {"2026-03-01", "2026-03-02", "2026-03-03"}, "from": {"2026-03-01"}, "to": {"2026-03-31"}, "sort": sorts["listExchangeRates"],
	}[name]
	return words, ok
}

// knownOfHooks are values of events and endpoints.
func (g *generated) knownOfHooks(name string) ([]string, bool) {
	if g.op.Group() != "webhooks" {
		return nil, false
	}
	hooks := g.ids.Hooks
	if strings.Contains(g.op.Path, "/deliveries/") {
		hooks = hooks[:1]
	}
	words, ok := map[string][]string{
		"id": numbers(hooks), "ids": numbers(hooks), "delivery_id": numbers(g.ids.Deliveries), "event_id": g.ids.Events,
		"url": {"https://192.0.2.1/hook"}, "event_types": {"*", "sku.*"},
		"type": {"sku.updated", "inventory_product.*"}, "wait": {"0"}, "sort": {"created_at", "-id"},
	}[name]
	return words, ok
}

// knownToAmazon are values that mean something to the marketplace.
func (g *generated) knownToAmazon(name string) []string {
	if name == "shipmentId" && !g.op.Relays() { // either form will do
		return []string{g.amazon.Shipment, g.amazon.Confirmed}
	}
	if value := g.amazon.Named(name, g.op.Path); value != "" {
		return []string{value}
	}
	switch name {
	case "domain":
		return []string{"amazon.com", "www.amazon.com", "amazon.ca"}
	case "marketplaceId":
		return []string{"ATVPDKIKX0DER", "A2EUQ1WTGCTBG2"}
	case "MarketplaceId":
		return []string{"ATVPDKIKX0DER"}
	case "CurrencyCode":
		return []string{"USD"}
	case "Amount":
		return []string{"19.99"}
	case "locale", "keywordsLocale", "searchLocale", "issueLocale", "reasonLocale":
		return []string{"en_US"}
	case "skus", "sellerSkus", "sellerSku", "identifiers":
		return []string{simulator.SKU(0), simulator.SKU(1), "no-such-sku"}
	case "productTypeVersion":
		return []string{"LATEST"}
	case "path":
		return []string{"/attributes/item_name"}
	}
	return nil
}

func numbers(ids []int64) []string {
	var out []string
	for _, id := range ids {
		out = append(out, strconv.FormatInt(id, 10))
	}
	return out
}

// tableOf names the list of a table.
var tableOf = strings.NewReplacer("export", "list", "AsCsv", "", "AsXlsx", "")

// sorts are words of the parameter sort, which no schema lists.
var sorts = map[string][]string{
	"listExchangeRates":         {"date", "-base,quote", "created_at", "-id"},
	"listDocuments":             {"created_at", "-updated_at", "original_name,-file_size", "-ai_confidence", "-id"},
	"listRepricerProducts":      {"-created_at", "current_price", "-buy_box_share_24h,updated_at"},
	"listRepricerStrategies":    {"name", "-updated_at"},
	"listInventoryProducts":     {"-created_at", "title,-unit_cost", "-brand", "on_hand,updated_at", "-id"},
	"listSkus":                  {"sku", "-price", "title", "-unit_cost,sku", "fulfillable", "-updated_at", "created_at", "-id"},
	"listSuppliers":             {"-name", "created_at", "-last_order_at", "-id"},
	"listSupplierOffers":        {"unit_cost,-title", "-cost_change_percent", "last_seen_at", "-created_at"},
	"listWarehouses":            {"-name", "created_at"},
	"listWarehouseStock":        {"-units", "updated_at", "created_at", "-id"},
	"listAnalyses":              {"-created_at", "id"},
	"listImports":               {"-created_at", "id"},
	"listImportRows":            {"row_number", "-row_number"},
	"listAnalysisResults":       {"-profit", "roi,-margin", "price_used", "-cost,bsr", "bsr_top_percent", "-sales", "offers_fba", "created_at", "-id"},
	"listPurchaseOrders":        {"number", "-order_date", "expected_date,-total", "status", "-updated_at"},
	"listPurchaseOrderReceipts": {"-created_at", "-id"},
	"listPurchaseOrderItems":    {"title", "-quantity", "unit_cost,-position", "-created_at"},
	"listNotes":                 {"-pinned,-created_at", "updated_at", "-id"},
	"listProductHistory":        {"created_at", "-id"},
	"listTags":                  {"-name", "created_at,-name", "id"},
	"listPrepProviders":         {"-name", "id"},
	"listListings":              {"-created_at", "sku", "price", "-price,sku", "status", "-updated_at", "id"},
	"listRepricerHistory":       {"-created_at", "id"},
}

// inWords are what a 400 for a call that fits its schemas may say, and a word
// that must then stand in the description of the member or of the operation:
// what no schema can say has to be said for people.
var inWords = map[string]string{
	"must not be below 0":                                         "elow 0",
	"is named twice":                                              "once",
	"must be an IANA time zone name":                              "IANA",
	"must be an e-mail address":                                   "mail",
	"must be an ISO 4217 code of three capitals, such as EUR":     "4217",
	"must be an https address":                                    "https",
	"must be an http or https address":                            "https",
	"must be a telephone number":                                  "telephone",
	"must be 8, 12, 13 or 14 digits with a fitting check digit":   "check digit",
	"is required":                                                 "", // the operation names the member
	"has a wrong check digit":                                     "check digit",
	"must be 8, 12, 13 or 14 digits, or an ISBN of 10 characters": "ISBN",
	"must not be empty":                                           "blank",
	"must not have control characters":                            "on one line",
	"is not a known marketplace":                                  "arketplace",
	"must not have other words beside none":                       "by itself",
	"must be 2 to 20 letters and digits":                          "Letters and digits",
	"Give strategy_id or strategy, not both.":                     "not both",
	"reassign_to and unassign cannot be given together.":          "Not together",
	"must have 1 to 40 characters, no control characters, and no space at its ends": "space",

	"must be an https address without a user name": "without a user name",
}

// requireInWords finds the description of what a valid call was refused for.
func requireInWords(t *testing.T, op checked.Operation, p checked.Problem, what string) {
	t.Helper()
	require.NotEmpty(t, p.Errors, what)
	if p.Code == "conflicting_parameters" {
		return // its message names the parameters
	}
	for _, item := range p.Errors {
		place := item.Parameter
		if item.Pointer != nil {
			place = *item.Pointer
		}
		text := op.Description + " " + descriptions(op, place)
		word, known := inWords[item.Message]
		if word == "" {
			word = place[strings.LastIndex(place, "/")+1:]
		}
		if !known || !strings.Contains(text, word) {
			undescribed(t, op.OperationID+" "+anyEntry(place)+" "+item.Message, what)
		}
	}
}

var reported sync.Map

// undescribed fails the test once for every kind of refusal.
func undescribed(t *testing.T, row, what string) {
	t.Helper()
	if _, again := reported.LoadOrStore(row, true); !again {
		t.Errorf("a call that fits its schemas is refused with 400, and no description says why: %s\n%s", row, what)
	}
}

// anyEntry writes the indexes of a pointer as a star.
func anyEntry(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i, part := range parts {
		if _, err := strconv.Atoi(part); err == nil {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// descriptions are the words on the way to a member, or on a parameter.
func descriptions(op checked.Operation, place string) string {
	var out []string
	for _, p := range op.Parameters {
		// Parameters may exclude each other, and one of them says so.
		if !strings.HasPrefix(place, "/") {
			out = append(out, p.Value.Description)
		}
	}
	s := op.Body()
	if s == nil {
		s = op.Form()
	}
	for _, part := range strings.Split(place, "/") {
		if s == nil || part == "" {
			continue
		}
		if _, err := strconv.Atoi(part); err == nil && s.Items != nil {
			s = s.Items.Value
			continue
		}
		s = checked.Plain(s)
		p := s.Properties[part]
		if p == nil {
			break
		}
		s = p.Value
		out = append(out, s.Description)
	}
	return strings.Join(out, " ")
}
