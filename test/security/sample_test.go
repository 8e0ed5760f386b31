package security_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/openapi"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// kind names the kind of record of an id.
type kind string

const (
	aDocument  kind = "document"
	aReading   kind = "document with lines"
	aStrategy  kind = "strategy"
	aProduct   kind = "repricer product"
	aThing     kind = "inventory product"
	aMatch     kind = "match of an inventory product"
	aSKU       kind = "SKU"
	aListing   kind = "listing"
	aSupplier  kind = "supplier"
	aWarehouse kind = "warehouse"
	anOffer    kind = "supplier offer"
	anOrder    kind = "purchase order"
	anItem     kind = "item"
	aTag       kind = "tag"
	aNote      kind = "note"
	anAnalysis kind = "analysis"
	aRow       kind = "row of an analysis"
	anImport   kind = "import"
	aRate      kind = "exchange rate"
	aHook      kind = "webhook endpoint"
	aDelivery  kind = "delivery"
	// aRecord is a record of a context that keeps none yet: no id of it exists.
	aRecord kind = "record of another context"
	// aSeller names a seller account.
	aSeller kind = "seller account"
	// aPlace names a cursor.
	aPlace kind = "cursor"
)

// site is a place in a call for an id of a record.
type site struct {
	in   string // path, query or body
	name string // of the parameter, or the pointer with * for any entry
	kind kind
}

func (s site) String() string { return s.in + " " + s.name }

// notRecords lists names that look like ids and name no record of a team.
var notRecords = []string{
	"tax_id",           // the tax office's
	"categoryId",       // Amazon's
	"assignee_id",      // people may be in several teams
	"prep_provider_id", // the operator's, for all teams
	"event_id",         // no number; TestEventsCommitWithTheirChange names another team's
	"marketplace_id", "marketplace_ids", "marketplaceId", "MarketplaceId", "default_marketplace_id", "seller_id", "own_seller_ids",
	// Amazon knows whose these are: it is asked with the team's own account.
	"inboundPlanId", "orderId", "amazonOrderIds", "shipmentId", "packingGroupId", "placementOptionId",
}

// fieldOf returns the last word of a name, without the sign of a list.
func fieldOf(name string) string {
	name = strings.TrimSuffix(name, "/*")
	return name[strings.LastIndex(name, "/")+1:]
}

// listPath returns the path of an operation, and that of the list for a table of it.
func listPath(op checked.Operation) string {
	return strings.TrimSuffix(strings.TrimSuffix(op.Path, ".csv"), ".xlsx")
}

// kindOf returns the kind of record of an id at a place, "" for an unknown place.
func kindOf(op checked.Operation, name string) kind {
	path := listPath(op)
	switch last := name[strings.LastIndex(name, "/")+1:]; {
	case strings.Contains(op.Path, "/price-list-analyzer") && (last == "id" || last == "ids"):
		return anAnalysis
	case strings.Contains(op.Path, "/price-list-analyzer") && last == "item_id":
		return aRow
	case strings.Contains(op.Path, "/webhook-endpoints") && (last == "id" || last == "ids"):
		return aHook
	case last == "delivery_id":
		return aDelivery
	case strings.Contains(op.Path, "/imports") && (last == "id" || last == "ids"):
		return anImport
	case strings.Contains(op.Path, "/product-history") && last == "ids", strings.HasSuffix(path, "/repricer/history") && last == "ids",
		strings.Contains(op.Path, "/receipts") && last == "ids", strings.Contains(op.Path, "/warehouses/stock") && last == "ids":
		return aRecord
	case last == "sellerId":
		return aSeller
	case name == "/matches/*/target_id":
		return aSKU
	case strings.HasPrefix(name, "/product_ids/"):
		return aThing
	case strings.Contains(op.Path, "/notes") && name == "/target/id":
		return aThing
	case strings.Contains(op.Path, "/notes") && (last == "id" || last == "ids" || name == "/ids/*"):
		return aNote
	case strings.Contains(op.Path, "/tags"):
		if last != "cursor" {
			return aTag
		}
		return aPlace
	case strings.Contains(op.Path, "/documents/") && last == "inventory_product_id",
		strings.Contains(op.Path, "/warehouses/") && last == "inventory_product_id", name == "/items/*/inventory_product_id",
		strings.Contains(op.Path, "/supplier-offers") && last == "inventory_product_id",
		strings.Contains(op.Path, "/purchase-orders") && last == "inventory_product_id":
		return aThing
	case strings.HasPrefix(name, "/targets/"),
		slices.Contains([]string{"target_id", "inventory_product_id", "source_id", "author_id", "actor_id"}, fieldOf(name)),
		strings.Contains(op.Path, "/product-history") && last == "product_id":
		return aRecord
	case fieldOf(name) == "tag_ids", fieldOf(name) == "tag_ids_all":
		return aTag
	case last == "purchase_order_item_id", last == "item_id", strings.HasSuffix(path, "/items") && (name == "ids" || name == "/ids/*"):
		return anItem
	case last == "sku_id":
		return aSKU
	case last == "supplier_offer_id":
		return anOffer
	case fieldOf(name) == "supplier_id", name == "/default_supplier_id":
		return aSupplier
	case fieldOf(name) == "warehouse_id", fieldOf(name) == "to_warehouse_id", name == "/default_warehouse_id":
		return aWarehouse
	case fieldOf(name) == "strategy_id", last == "default_strategy_id", last == "reassign_to":
		return aStrategy
	case last == "copy_from", last == "purchase_order_id":
		return anOrder
	case last == "cursor":
		return aPlace
	case last == "product_id", strings.HasSuffix(path, "/assign") && last != "id":
		return aProduct
	case last != "id" && last != "*" && last != "ids":
		return ""
	case strings.Contains(op.Path, "/documents/{id}/import"):
		return aReading
	case strings.Contains(op.Path, "/documents"):
		return aDocument
	case strings.Contains(op.Path, "/strategies"):
		return aStrategy
	case strings.Contains(op.Path, "/repricer/products"):
		return aProduct
	case strings.HasSuffix(path, "/matches") && name == "/ids/*":
		return aMatch
	case strings.Contains(op.Path, "/inventory-products"):
		return aThing
	case strings.Contains(op.Path, "/skus"):
		return aSKU
	case strings.HasPrefix(op.Path, "/api/v1/listings"):
		return aListing
	case strings.Contains(op.Path, "/exchange-rates"):
		return aRate
	case strings.Contains(op.Path, "/suppliers"):
		return aSupplier
	case strings.Contains(op.Path, "/warehouses"):
		return aWarehouse
	case strings.Contains(op.Path, "/supplier-offers"):
		return anOffer
	case strings.Contains(op.Path, "/purchase-orders"):
		return anOrder
	}
	return ""
}

// isID recognises the schema of an id, in a body and in a parameter.
func isID(s *openapi3.Schema) bool {
	for _, either := range []openapi3.SchemaRefs{s.OneOf, s.AnyOf} {
		if len(either) == 2 && either[0].Value.Type.Is("integer") && either[1].Value.Pattern != "" {
			return true
		}
	}
	return false
}

// looksLikeID reports a name with the form of an id.
func looksLikeID(name string) bool {
	return name == "id" || name == "ids" || name == "cursor" || strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "_ids") ||
		strings.HasSuffix(name, "Id") || name == "reassign_to" || name == "copy_from"
}

// sitesOf finds every place of an id in an operation, by the schema and by the name. A place that
// kindOf does not know has no kind.
func sitesOf(op checked.Operation) []site {
	var out []site
	add := func(in, name string) {
		// In a query it is no more than a word for Amazon.
		theirs := in == "query" && name == "sellerId"
		if !theirs && !slices.Contains(notRecords, name[strings.LastIndex(name, "/")+1:]) {
			out = append(out, site{in, name, kindOf(op, name)})
		}
	}
	for _, ref := range op.Parameters {
		p, s := ref.Value, ref.Value.Schema.Value
		if p.In != "header" && (isID(s) || s.Items != nil && isID(s.Items.Value) || looksLikeID(p.Name)) {
			add(p.In, p.Name)
		}
	}
	if s := op.Body(); s != nil {
		walk(s, "", func(at, name string, s *openapi3.Schema) {
			if isID(s) || looksLikeID(name) && s.Type != nil && !s.Type.Is("array") {
				add("body", at)
			}
		})
	}
	return out
}

// walk visits every schema of a body with its pointer, * for any entry.
func walk(s *openapi3.Schema, at string, visit func(at, name string, s *openapi3.Schema)) {
	s = checked.Plain(s)
	visit(at, at[strings.LastIndex(at, "/")+1:], s)
	if s.Items != nil {
		walk(s.Items.Value, at+"/*", visit)
	}
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		walk(s.Properties[name].Value, at+"/"+name, visit)
	}
}

// team has a team with records, and the records that its sample calls name.
type team struct {
	*service.Team
	service *service.Service
	doc     *checked.Document
	client  *checked.Client
	made    int
	amazon  *service.Amazon
	// a seller account that no other team has
	second string
	// the inventory product that loses its matches
	thing int64
	// the purchase order with changed items
	order int64
	// hook is the endpoint whose deliveries are read.
	hook int64
	// analysis is the one whose rows are corrected, rows those that were not named yet.
	analysis int64
	rows     []int64
}

// newTeam makes a team with seller accounts in two regions.
func newTeam(t *testing.T, s *service.Service, doc *checked.Document) *team {
	t.Helper()
	m := s.Team(t, service.Wish{})
	m.Connect(t, s.Market.Seller(marketplace.EU, simulator.Full))
	client := &checked.Client{Document: doc, Handler: s.Handler, Key: m.Key}
	// The first use of a key is written down; it must not look like an effect
	// of the call a test is about.
	require.Equal(t, http.StatusOK, client.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/users/me"}).Status)
	return &team{Team: m, service: s, doc: doc, client: client}
}

// fresh makes a record nothing else uses and returns its id.
func (m *team) fresh(t *testing.T, k kind) int64 {
	t.Helper()
	m.made++
	tag := fmt.Sprintf("team %d number %d", m.ID, m.made)
	switch k {
	case aDocument:
		return m.Document(t, tag+".csv")
	case aReading:
		return m.ReadDocument(t, tag+".csv")
	case aStrategy:
		return m.Strategy(t, tag)
	case aProduct:
		return m.Products(t, tag, 1)[0]
	case aThing:
		return m.InventoryProduct(t, tag)
	case aSKU:
		return m.SKUs(t, tag, 1)[0]
	case aMatch:
		return m.InventoryMatch(t, m.matched(t), simulator.ASIN(m.made))
	case aListing:
		return m.Listings(t, tag, 1)[0]
	case aSupplier:
		return m.Supplier(t, tag)
	case anOffer:
		return m.Offer(t, m.Supplier(t, tag), tag)
	case aWarehouse:
		return m.Warehouse(t, tag)
	case aTag:
		return m.Tag(t, tag)
	case anOrder:
		return m.Order(t, m.Supplier(t, tag))
	case anItem:
		return m.Item(t, m.ordered(t))
	case aNote:
		return m.Note(t, m.Supplier(t, tag), tag)
	case aRate:
		return m.Rate(t, m.made)
	case aHook:
		m.fewHooks(t)
		return m.Hook(t)
	case aDelivery:
		return m.Delivery(t, m.hooked(t))
	case anAnalysis:
		analysis, _ := m.Analysis(t, tag, 2)
		return analysis
	case anImport:
		m.Products(t, tag, 2)
		return m.Import(t, tag, tag+"-0", tag+"-1")
	case aRow:
		m.analyzed(t)
		row := m.rows[0]
		m.rows = m.rows[1:]
		return row
	}
	t.Fatalf("nobody can make a %s", k)
	return 0
}

// matched returns the inventory product that has all matches of fresh.
func (m *team) matched(t *testing.T) int64 {
	t.Helper()
	if m.thing == 0 {
		m.thing = m.InventoryProduct(t, "matched")
	}
	return m.thing
}

// ordered returns the purchase order that has all items of fresh.
func (m *team) ordered(t *testing.T) int64 {
	t.Helper()
	if m.order == 0 {
		m.order = m.fresh(t, anOrder)
	}
	return m.order
}

// hooked is the endpoint that has all deliveries of fresh.
func (m *team) hooked(t *testing.T) int64 {
	t.Helper()
	if m.hook == 0 {
		m.hook = m.Hook(t)
	}
	return m.hook
}

// fewHooks deletes old endpoints, since a team may have 20. It keeps the endpoint of hooked.
func (m *team) fewHooks(t *testing.T) {
	t.Helper()
	m.service.Alter(t, "UPDATE webhook_endpoints SET deleted_at = updated_at WHERE team_id = $1 AND id <> $2"+
		" AND id < (SELECT max(id) - 8 FROM webhook_endpoints WHERE team_id = $1)", int64(m.ID), m.hook)
}

// analyzed is the analysis that has all rows of fresh.
func (m *team) analyzed(t *testing.T) int64 {
	t.Helper()
	if len(m.rows) == 0 {
		m.analysis, m.rows = m.Analysis(t, "rows", 60)
	}
	return m.analysis
}

// sample makes the example call of the document, about fresh records of the team. It succeeds every
// time.
func (m *team) sample(t *testing.T, op checked.Operation) checked.Call {
	t.Helper()
	if c, ok := m.listed(t, op); ok {
		return c
	}
	m.made++
	c := checked.Call{Method: op.Method, Path: op.Path, Header: map[string][]string{}}
	if op.AsksAmazon() {
		return m.relayed(t, op)
	}
	for _, ref := range op.Parameters {
		if p := ref.Value; p.In == "path" {
			text := simulator.CaseUnrestricted
			switch {
			case op.Group() == "sales-estimation", op.Group() == "products":
				text = simulator.ASIN(10)
			case op.OperationID == "removeInventoryProductMatches":
				text = strconv.FormatInt(m.matched(t), 10)
			case op.OperationID == "createPurchaseOrderReceipts":
				m.Item(t, m.ordered(t))
				m.Place(t, m.ordered(t))
				text = strconv.FormatInt(m.ordered(t), 10)
			case p.Name == "id" && strings.Contains(op.Path, "/analyses/{id}/items/"):
				text = strconv.FormatInt(m.analyzed(t), 10)
			case p.Name == "event_id":
				text = m.Event(t)
			case p.Name == "id" && strings.Contains(op.Path, "/deliveries/"):
				text = strconv.FormatInt(m.hooked(t), 10)
			case p.Name == "id" && strings.Contains(op.Path, "/items"):
				text = strconv.FormatInt(m.ordered(t), 10)
			case p.Name != "asin":
				text = strconv.FormatInt(m.fresh(t, kindOf(op, p.Name)), 10)
			}
			c.Path = strings.ReplaceAll(c.Path, "{"+p.Name+"}", text)
		}
	}
	if op.Form() != nil {
		content := fmt.Sprintf("a,b\nteam %d,%d\n", m.ID, m.made)
		if op.OperationID == "startAnalysisFromFile" {
			m.Idle(t)
			content = fmt.Sprintf("asin,cost,team\n%s,%d.5,%d\n", simulator.ASIN(0), m.made, m.ID)
		}
		parts := []checked.Part{{Name: "file", FileName: "list.csv", Value: content}}
		if op.OperationID == "startImport" {
			m.Idle(t)
			parts[0].Value = fmt.Sprintf("sku,min,team %d\nA-1,12,%d\n", m.ID, m.made)
			parts = append(parts, checked.Part{Name: "kind", Value: "repricer_product"})
		}
		body, contentType := checked.Form(t, parts...)
		c.Body = body
		c.Header["Content-Type"] = []string{contentType}
	}
	if s := op.Body(); s != nil {
		v := clone(t, op.RequestBody.Value.Content["application/json"].Example)
		c.Body = m.own(t, op, s, v, "")
	}
	switch op.OperationID {
	case "getRepricerSettings":
		m.settings(t)
	case "startAnalysisFromItems":
		m.Idle(t)
	case "bulkUpdateRepricerProducts":
		m.fresh(t, aProduct)
	case "createRepricerProductsFromSkus":
		m.fresh(t, aSKU)
		c.Body.(map[string]any)["filter"] = map[string]any{}
	case "mergeSuppliers":
		delete(c.Body.(map[string]any), "dry_run")
	case "createWebhookEndpoint":
		m.fewHooks(t)
	case "replayWebhookEvents":
		m.Event(t)
		now := m.service.Clock.Now().Format(time.RFC3339Nano)
		c.Body = map[string]any{"from": now, "to": now, "which": "missing"}
	case "retryWebhookDelivery":
		// A delivery that waits is due already.
		delivery, err := strconv.ParseInt(strings.Split(c.Path, "/")[6], 10, 64)
		require.NoError(t, err)
		m.service.Alter(t, "UPDATE webhook_deliveries SET status = 'given_up', next_at = NULL, ended_at = created_at"+
			" WHERE team_id = $1 AND id = $2", int64(m.ID), delivery)
	case "createPurchaseOrder":
		m.Warehouse(t, fmt.Sprintf("warehouse %d", m.made))
	case "repriceProduct":
		m.settings(t)
		// No seller lists the row: the decision is that there are no offers.
		row, err := strconv.ParseInt(strings.Split(c.Path, "/")[6], 10, 64)
		require.NoError(t, err)
		m.service.Alter(t, "UPDATE repricer_products SET mode = 'manual' WHERE id = $1", row)
	}
	return c
}

// relayed makes the sample call of an operation that Amazon answers. It names data of its seller
// account there, and has every required parameter of the document's example.
func (m *team) relayed(t *testing.T, op checked.Operation) checked.Call {
	t.Helper()
	if m.amazon == nil {
		a := m.Amazon(t)
		m.amazon = &a
	}
	c := checked.Call{Method: op.Method, Path: op.Path, Header: map[string][]string{}, Query: map[string][]string{}}
	for _, ref := range op.Parameters {
		p := ref.Value
		switch value := m.amazon.Named(p.Name, op.Path); {
		case p.In == "path":
			require.NotEmpty(t, value, "%s %s", op.OperationID, p.Name)
			c.Path = strings.ReplaceAll(c.Path, "{"+p.Name+"}", url.PathEscape(value))
		case p.Required && p.In == "query" && value != "":
			c.Query.Set(p.Name, value)
		case p.Required && p.In == "query":
			c.Query.Set(p.Name, fmt.Sprint(checked.Plain(p.Schema.Value).Enum[0]))
		}
	}
	// These words need another parameter beside them.
	switch {
	case op.OperationID == "spApiSearchCatalogItems":
		c.Query.Set("keywords", "bottle")
	case op.OperationID == "spApiGetOrders":
		c.Query.Set("createdAfter", "2026-01-01T00:00:00Z")
	case c.Query.Get("itemType") == "Asin":
		c.Query.Set("asins", m.amazon.ASIN)
	case c.Query.Get("queryType") == "DATE_RANGE":
		c.Query.Set("lastUpdatedAfter", "2026-10-01T00:00:00Z")
		c.Query.Set("lastUpdatedBefore", "2026-11-01T00:00:00Z")
	}
	if op.Body() != nil {
		c.Body = clone(t, op.RequestBody.Value.Content["application/json"].Example)
	}
	return c
}

// filled fills a path with values of the right form that name nothing.
func filled(path, id string) string {
	const long = "0000000000-0000-0000-0000-000000000000"
	return strings.NewReplacer("{id}", id, "{item_id}", id, "{delivery_id}", id, "{event_id}", "evt_00000000000000000000000000", "{asin}", "B0CASE0001", "{sellerId}", "A0NOBODY", "{sku}", "NOTHING",
		"{productType}", "NOTHING", "{orderId}", "111-9999999-9999999", "{inboundPlanId}", long, "{shipmentId}", long, "{packingGroupId}", long).Replace(path)
}

// settings makes sure that there are some.
func (m *team) settings(t *testing.T) {
	t.Helper()
	op := m.doc.Operation(t, "updateRepricerSettings")
	require.Equal(t, 200, m.client.Do(t, checked.Call{Method: op.Method, Path: op.Path, Body: map[string]any{"enabled": true}}).Status)
}

// own puts fresh records of the team into an example, and new texts into members
// that are unique in a team.
func (m *team) own(t *testing.T, op checked.Operation, s *openapi3.Schema, v any, at string) any {
	t.Helper()
	s = checked.Plain(s)
	name := at[strings.LastIndex(at, "/")+1:]
	switch in := v.(type) {
	case map[string]any:
		for member, value := range in {
			of := s.Properties[member]
			if of == nil {
				of = s.AdditionalProperties.Schema
			}
			in[member] = m.own(t, op, of.Value, value, at+"/"+member)
		}
	case []any:
		for i, value := range in {
			in[i] = m.own(t, op, s.Items.Value, value, at+"/*")
		}
	case nil:
	default:
		switch {
		case isID(s), s.Type.Is("integer") && strings.HasSuffix(name, "_id"):
			return m.fresh(t, kindOf(op, at))
		case name == "sku" || at == "/name" || at == "/code" || at == "/supplier_sku" || at == "/reference":
			m.made++
			return fmt.Sprintf("N-%d-%d", m.ID, m.made)
		}
	}
	return v
}

func clone(t *testing.T, v any) any {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	var out any
	require.NoError(t, json.Unmarshal(b, &out))
	return out
}

// bytesOf writes the body of a call as bytes.
func bytesOf(t *testing.T, body any) []byte {
	t.Helper()
	switch b := body.(type) {
	case nil:
		return nil
	case []byte:
		return b
	}
	b, err := json.Marshal(body)
	require.NoError(t, err)
	return b
}

// TestEveryOperationSucceeds makes the sample call of every operation, once on each database. Both
// forms of the document check request and answer, the answer member by member.
func TestEveryOperationSucceeds(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		doc, other := s.Document(t), s.DocumentAt(t, checked.Path31)
		m := newTeam(t, s, doc)
		all, err := openapi.Inventory()
		require.NoError(t, err)
		require.Equal(t, openapi.IDsOf(all, func(o openapi.Operation) bool { return o.Served }),
			doc.IDs(func(checked.Operation) bool { return true }), "the operations that test/openapi/operations.tsv says are served")
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			call := m.sample(t, op)
			a := m.client.Do(t, call)
			require.Contains(t, op.Succeeds(), a.Status, "%s: %s", op.OperationID, a.Body)
			if v := object(a.Body); v["meta"] != nil {
				meta := v["meta"].(map[string]any)
				require.Contains(t, []any{nil, 0.0}, meta["failed"], "%s: %s", op.OperationID, a.Body)
			}
			r := m.client.Request(t, call)
			same, values, known := other.Find(call.Method, r.URL.EscapedPath())
			require.True(t, known)
			require.NoError(t, other.CheckAnswer(t.Context(), same, r, a.Status, a.Header, a.Body))
			require.NoError(t, other.CheckRequest(t.Context(), same, values, m.client.Request(t, call)))
		})
	})
}

// object reads a JSON object; another text has no members.
func object(body []byte) map[string]any {
	var v map[string]any
	_ = json.Unmarshal(body, &v)
	return v
}
