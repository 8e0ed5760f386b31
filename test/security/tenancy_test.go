package security_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/openapi"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// far is the first id of records in these tests, so that the digits of an id suffice to find it in
// an answer. No record gets never.
const (
	far   = 7_340_000
	never = 7_999_999
)

// startFar moves the ids of all records.
func startFar(t *testing.T, s *service.Service) {
	t.Helper()
	ctx := context.Background()
	for i, table := range []string{
		"documents", "repricer_strategies", "repricer_products", "inventory_products", "inventory_matches", "inventory_skus",
		"inventory_listings", "purchasing_suppliers", "purchasing_warehouses", "purchasing_offers", "annotation_tags", "annotation_notes",
		"purchasing_orders", "purchasing_items", "purchasing_stock", "purchasing_movements", "history_events", "pricelist_analyses", "pricelist_items",
		"pricelist_blocks", "imports", "imports_chunks", "exchange_rates",
		"webhook_endpoints", "webhook_events", "webhook_deliveries",
	} {
		from := far + i*10_000
		statement := fmt.Sprintf("INSERT INTO sqlite_sequence (name, seq) VALUES ('%s', %d)", table, from)
		if s.Store.Dialect() == db.Postgres {
			statement = fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%s', 'id'), %d)", table, from)
		}
		_, err := s.Store.DB().ExecContext(ctx, statement)
		require.NoError(t, err)
	}
}

// TestAnotherTeamsIDIsAnUnknownID tries every place for an id in every operation of the document.
// Team B names a record of team A there, and then a record that never existed. The answers are the
// same byte for byte, and nothing of team A changes. For team A the same call has another answer,
// so the equality is no accident.
func TestAnotherTeamsIDIsAnUnknownID(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		startFar(t, s)
		doc := s.Document(t)
		a, b := newTeam(t, s, doc), newTeam(t, s, doc)
		for _, m := range []*team{a, b} {
			m.settings(t)
			m.Fill(t, "already there", 3)
		}
		for _, op := range doc.Operations() {
			sites := sitesOf(op)
			if strings.Contains(op.Path, "{id}") || op.Body() != nil && op.Body().Properties["ids"] != nil {
				require.NotEmpty(t, sites, "%s takes ids", op.OperationID)
			}
			for _, at := range sites {
				t.Run(op.OperationID+" "+at.String(), func(t *testing.T) {
					require.NotEmpty(t, at.kind, "the kind of this id is unknown: add it to kindOf or notRecords")
					foreign(t, s, a, b, op, at)
				})
			}
		}
	})
}

func foreign(t *testing.T, s *service.Service, a, b *team, op checked.Operation, at site) {
	t.Helper()
	var theirs, unknown string
	switch at.kind {
	case aPlace:
		theirs, unknown = cursorOf(t, a, op), "bm8tc3VjaC1jdXJzb3I"
	case aSeller:
		theirs, unknown = a.ownSeller(t), "A0NOSUCHSELLER"
	case aRecord:
		// A number that is a record of team A somewhere, if anywhere.
		theirs, unknown = strconv.FormatInt(a.fresh(t, aThing), 10), strconv.Itoa(never)
	default:
		theirs, unknown = strconv.FormatInt(a.fresh(t, at.kind), 10), strconv.Itoa(never)
		if at.in == "query" && op.Method == http.MethodGet || strings.HasPrefix(at.name, "/filter/") {
			a.use(t, op, at.kind, theirs)
		}
	}
	// The sample names records of B's own, made before the first look.
	base := b.sample(t, op)
	before := s.Dump(t).Of(int64(a.ID))
	first := ask(t, b, op, base, at, theirs)
	second := ask(t, b, op, base, at, unknown)
	require.Equal(t, plain(second, unknown), plain(first, theirs))
	require.Empty(t, before.Diff(s.Dump(t).Of(int64(a.ID))), "something of team A has changed")

	if at.kind == aRecord || at.kind == aPlace {
		return
	}
	own := ask(t, a, op, a.sample(t, op), at, theirs)
	require.NotEqual(t, plain(second, unknown), plain(own, theirs), "team A gets no more than team B")
}

// ownSeller connects team A to a seller account that no other team has.
func (m *team) ownSeller(t *testing.T) string {
	t.Helper()
	if m.second == "" {
		seller := m.service.Market.Seller(marketplace.NA, simulator.Enormous)
		m.Connect(t, seller)
		m.second = seller.ID
	}
	return m.second
}

// use sees to it that a filter by a record of the team finds something: a row
// with the strategy, or a decision about the row or by the strategy.
func (m *team) use(t *testing.T, op checked.Operation, k kind, id string) {
	t.Helper()
	n, err := strconv.ParseInt(id, 10, 64)
	require.NoError(t, err)
	switch {
	case k == aProduct:
		m.Decisions(t, n)
		return
	case k == aTag:
		m.tagged(t, n)
		return
	case k == aSupplier:
		for table, of := range map[string]kind{"inventory_products SET reorder_point = 5, default_": aThing, "inventory_skus SET ": aSKU, "purchasing_offers SET ": anOffer, "purchasing_orders SET ": anOrder,
			"documents SET supplier_name = 'x', supplier_confidence = 1, ": aDocument, "pricelist_analyses SET ": anAnalysis} {
			m.service.Alter(t, "UPDATE "+table+"supplier_id = $1 WHERE id = $2", n, m.fresh(t, of))
		}
		return
	case strings.HasSuffix(listPath(op), "/warehouses/stock"):
		places := map[kind]int64{k: n}
		for _, other := range []kind{aWarehouse, aThing} {
			if other != k {
				places[other] = m.fresh(t, other)
			}
		}
		m.Stock(t, places[aWarehouse], places[aThing])
		return
	case k == aWarehouse:
		m.service.Alter(t, "UPDATE purchasing_orders SET warehouse_id = $1 WHERE id = $2", n, m.fresh(t, anOrder))
		m.service.Alter(t, "UPDATE inventory_products SET default_warehouse_id = $1 WHERE id = $2", n, m.fresh(t, aThing))
		return
	case k == aThing && strings.Contains(op.Path, "/supplier-offers"):
		m.service.Alter(t, "UPDATE purchasing_offers SET product_id = $1 WHERE id = $2", n, m.fresh(t, anOffer))
		return
	case k == aThing && strings.Contains(op.Path, "/purchase-orders"):
		m.service.Alter(t, "UPDATE purchasing_items SET product_id = $1 WHERE order_id = $2", n, m.ordered(t))
		return
	case k != aStrategy:
		return
	}
	row := m.fresh(t, aProduct)
	update := m.doc.Operation(t, "updateRepricerProduct")
	require.Equal(t, http.StatusOK, m.client.Do(t, checked.Call{
		Method: update.Method, Path: strings.ReplaceAll(update.Path, "{id}", strconv.FormatInt(row, 10)),
		Body: map[string]any{"strategy_id": n},
	}).Status)
	if strings.HasSuffix(listPath(op), "/history") {
		m.Decisions(t, row)
	}
}

// tagged gives a tag to a record of each kind that has tags.
func (m *team) tagged(t *testing.T, tag int64) {
	t.Helper()
	for path, of := range map[string]kind{"inventory_product": aThing, "sku": aSKU, "listing": aListing} {
		require.Equal(t, http.StatusOK, m.client.Do(t, checked.Call{
			Method: http.MethodPost, Path: "/api/v1/tags/products",
			Body: map[string]any{"product_type": path, "product_ids": []int64{m.fresh(t, of)}, "add": []int64{tag}},
		}).Status)
	}
	for path, of := range map[string]kind{"suppliers": aSupplier, "purchase-orders": anOrder} {
		require.Equal(t, http.StatusOK, m.client.Do(t, checked.Call{
			Method: http.MethodPatch, Path: "/api/v1/" + path + "/" + strconv.FormatInt(m.fresh(t, of), 10), Body: map[string]any{"tag_ids": []int64{tag}},
		}).Status)
	}
}

// cursorOf returns the cursor of team A's second page.
func cursorOf(t *testing.T, a *team, op checked.Operation) string {
	t.Helper()
	a.fresh(t, anItem)
	if op.OperationID == "listPurchaseOrderReceipts" {
		for range 2 {
			booked := a.client.Do(t, a.sample(t, a.doc.Operation(t, "createPurchaseOrderReceipts")))
			require.Equal(t, http.StatusOK, booked.Status)
		}
	}
	of := a.ordered(t)
	switch op.Group() {
	case "webhooks":
		of = a.hooked(t)
		a.fresh(t, aDelivery)
		a.fresh(t, aDelivery)
	case "price-list-analyzer":
		of = a.analyzed(t)
	case "imports":
		of = a.fresh(t, anImport)
		a.fresh(t, anImport)
	case "documents":
		of = a.ReadDocument(t, "two lines.csv", "another,2,3.00\n")
	}
	answer := a.client.Do(t, checked.Call{Method: op.Method, Path: strings.ReplaceAll(op.Path, "{id}", strconv.FormatInt(of, 10)), Query: url.Values{"limit": {"1"}}})
	require.Equal(t, http.StatusOK, answer.Status)
	cursor, _ := object(answer.Body)["meta"].(map[string]any)["next_cursor"].(string)
	require.NotEmpty(t, cursor)
	return cursor
}

// ask makes the sample call with an id at a place.
func ask(t *testing.T, m *team, op checked.Operation, base checked.Call, at site, text string) checked.Answer {
	t.Helper()
	call := base
	call.Query = url.Values{}
	if strings.HasPrefix(at.name, "/overrides") {
		call.Query.Set("dry_run", "true")
	}
	switch at.in {
	case "path":
		// The other values of the path stay as in the sample.
		template, parts := strings.Split(op.Path, "/"), strings.Split(base.Path, "/")
		parts[slices.Index(template, "{"+at.name+"}")] = text
		call.Path = strings.Join(parts, "/")
	case "query":
		call.Query.Set(at.name, text)
	case "body":
		n, err := strconv.ParseInt(text, 10, 64)
		require.NoError(t, err)
		body, ok := clone(t, base.Body).(map[string]any)
		require.True(t, ok)
		if strings.HasPrefix(at.name, "/filter/") {
			body["filter"] = map[string]any{} // the other filters of the sample find nothing
		}
		if strings.HasPrefix(at.name, "/receive/") {
			// The receipt of an item is a body of its own.
			body = map[string]any{"receive": map[string]any{"accepted": 1}}
		}
		if strings.Contains(at.name, "purchase_order") && op.OperationID == "importInvoice" {
			// The order sets the supplier.
			body["mode"], body["purchase_order_id"] = "update_purchase_order", m.ordered(t)
			delete(body, "supplier_id")
			put(body, []string{"lines", "*", "action"}, "update_item")
		}
		put(body, strings.Split(at.name, "/")[1:], n)
		call.Body = body
	}
	return m.client.Do(t, call)
}

// put sets a member. A list gets one entry: the records a bulk call names
// besides would be changed by the first of two calls.
func put(in map[string]any, path []string, value any) {
	name, rest := path[0], path[1:]
	switch name {
	case "set":
		delete(in, "add") // they exclude each other
	case "to_warehouse_id":
		in["kind"] = "transfer" // only this kind has it
	}
	switch {
	case len(rest) == 0:
		in[name] = value
	case rest[0] != "*":
		below, _ := in[name].(map[string]any)
		if below == nil {
			below = map[string]any{}
			in[name] = below
		}
		put(below, rest, value)
	case len(rest) == 1:
		in[name] = []any{value}
	default:
		entry := map[string]any{"type": "supplier"}
		if list, _ := in[name].([]any); len(list) > 0 {
			entry, _ = list[0].(map[string]any)
		}
		put(entry, rest[1:], value)
		in[name] = []any{entry}
	}
}

var callIDs = regexp.MustCompile(`"(trace_id|instance)":"[^"]*"`)

// plain removes the call's own parts of an answer: its ids, its address, the time, the count of
// calls, and the id in question.
func plain(a checked.Answer, id string) string {
	var lines []string
	for name, values := range a.Header {
		if !slices.Contains([]string{"Date", "X-Request-Id", "Ratelimit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset"}, name) {
			lines = append(lines, name+": "+strings.Join(values, ", "))
		}
	}
	slices.Sort(lines)
	body := callIDs.ReplaceAllString(string(a.Body), `"$1":""`)
	text := fmt.Sprintf("%d\n%s\n\n%s", a.Status, strings.Join(lines, "\n"), body)
	if i := strings.Index(text, "Content-Length"); i >= 0 && strings.Contains(string(a.Body), `"instance"`) {
		// The instance has another length for an id of another length.
		text = regexp.MustCompile(`Content-Length: \d+\n`).ReplaceAllString(text, "")
	}
	return strings.ReplaceAll(text, id, "ID")
}

// TestManyIDsOfAnotherTeam names records of both teams in a single bulk call. B's own records are
// changed, A's fail like unknown records.
func TestManyIDsOfAnotherTeam(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		startFar(t, s)
		doc := s.Document(t)
		a, b := newTeam(t, s, doc), newTeam(t, s, doc)
		bulk := func(op checked.Operation) bool { return op.Body() != nil && op.Body().Properties["ids"] != nil }
		requireTakes(t, openapi.IDs, doc.IDs(bulk))
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			if !bulk(op) {
				return
			}
			k := kindOf(op, "/ids/*")
			theirs := a.fresh(t, k)
			before := s.Dump(t).Of(int64(a.ID))
			sample := b.sample(t, op)
			body, _ := clone(t, sample.Body).(map[string]any)
			body["ids"] = []int64{theirs, b.fresh(t, k), never, b.fresh(t, k), theirs}
			answer := b.client.Do(t, checked.Call{Method: op.Method, Path: sample.Path, Body: body})
			require.Equal(t, http.StatusOK, answer.Status, op.OperationID)
			v := object(answer.Body)
			require.Equal(t, map[string]any{"succeeded": 2.0, "failed": 3.0}, v["meta"], "%s %s", op.OperationID, answer.Body)
			rows, _ := v["data"].([]any)
			require.Len(t, rows, 5)
			one := strings.ReplaceAll(string(bytesOf(t, rows[0])), strconv.FormatInt(theirs, 10), "ID")
			two := strings.ReplaceAll(string(bytesOf(t, rows[2])), strconv.Itoa(never), "ID")
			require.Equal(t, two, one, op.OperationID)
			require.Contains(t, one, `"not_found"`)
			require.Empty(t, before.Diff(s.Dump(t).Of(int64(a.ID))), op.OperationID)
		})
	})
}

// TestAnotherTeamsRetryKey sends one Idempotency-Key from two teams: each gets
// an answer of its own.
func TestAnotherTeamsRetryKey(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		a, b := newTeam(t, s, doc), newTeam(t, s, doc)
		all, err := openapi.Inventory()
		require.NoError(t, err)
		makes := func(method string) bool { return method == http.MethodPost || method == http.MethodPatch }
		require.Equal(t, openapi.IDsOf(all, func(o openapi.Operation) bool { return o.Served && makes(o.Method) }),
			doc.IDs(func(op checked.Operation) bool { return makes(op.Method) }))
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			if !makes(op.Method) {
				return
			}
			for _, m := range []*team{a, b} {
				call := m.sample(t, op)
				call.Header.Set("Idempotency-Key", "the-same-for-both")
				answer := m.client.Do(t, call)
				require.Contains(t, op.Succeeds(), answer.Status, "%s: %s", op.OperationID, answer.Body)
				require.Empty(t, answer.Header.Get("Idempotent-Replayed"), op.OperationID)
			}
		})
	})
}

// TestNothingOfAnotherTeamIsListed lists as team B the records that only team A has.
func TestNothingOfAnotherTeamIsListed(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		a, b := newTeam(t, s, doc), newTeam(t, s, doc)
		a.Fill(t, "of team A", 3)
		lists := func(op checked.Operation) bool { return op.Parameters.GetByInAndName("query", "cursor") != nil }
		requireTakes(t, openapi.Page, doc.IDs(lists))
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			if !lists(op) || strings.Contains(op.Path, "{id}") {
				return // parts of an absent record are absent too
			}
			own, others := 3, 0
			switch op.OperationID {
			case "listAnalyses":
				own = 1
			case "listDocuments":
				own = 9 // three were read, and three imported
			case "listEvents":
				own, others = 37, 2 // each team connected two seller accounts
			case "listPrepProviders":
				others = 3 // all teams see the operator's catalogue
			case "listProductHistory":
				own = 9 // inventory products were made and matched, and listings made
			case "listPurchaseOrders":
				own = 4 // one order is placed
			}
			for m, rows := range map[*team]int{a: own, b: others} {
				answer := m.client.Do(t, checked.Call{Method: op.Method, Path: op.Path, Query: url.Values{"count": {"true"}}})
				v := object(answer.Body)
				require.Len(t, v["data"], rows, op.OperationID)
				require.Equal(t, float64(rows), v["meta"].(map[string]any)["total"], op.OperationID)
			}
		})
	})
}
