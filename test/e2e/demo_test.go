package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/compiled"
)

// requirePrivate checks that only the owner may read a file.
func requirePrivate(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), path)
}

// filled copies the data of a demo that was started once, since filling it takes most of a first
// start. The tests share that demo until it is old: the program gives up a price that the
// marketplace did not show for half an hour, and would do so at the start of the copy.
func (p *place) filled() *place {
	p.t.Helper()
	const old = 10 * time.Minute
	filling.Lock()
	defer filling.Unlock()
	if time.Since(filling.at) > old {
		began, first := time.Now(), bare(p.t)
		compiled.Share(p.t, first.data)
		s, key := first.demo()
		awaitReadings(p.t, s.client(key))
		s.stop()
		filling.times++
		require.NoError(p.t, os.Rename(first.data, filling.folder()))
		filling.at = began
	}
	out, err := exec.Command("cp", "-a", filling.folder(), p.data).CombinedOutput()
	require.NoError(p.t, err, "%s", out)
	return p
}

// filling has the demo that tests copy.
var filling shared

// shared counts the demos that were filled, and keeps when the last of them began.
type shared struct {
	sync.Mutex
	at    time.Time
	times int
}

func (s *shared) folder() string {
	return filepath.Join(filepath.Dir(program), "filled"+strconv.Itoa(s.times))
}

// demo starts a demo and reads its key.
func (p *place) demo() (*server, string) {
	p.t.Helper()
	s := p.launchAs([]string{"serve", "--demo"})
	poll(p.t, "the last line of the welcome", func() bool { return strings.Contains(s.said.String(), "Ctrl-C") })
	state := p.demoState()
	s.url = state.BaseURL
	require.Equal(p.t, "Selling Assistant serves "+s.url+" with demo data and a simulated marketplace; the API key is "+state.APIKey+"\n"+
		"Open "+s.url+"/#key="+state.APIKey+" to sign a browser in.\n"+
		"Tutorials are in docs/tutorials. Ctrl-C stops; the next start finds the same data.\n", s.said.String())
	return s, state.APIKey
}

// demoState has the members of demo.json that programs read.
type demoState struct {
	BaseURL string    `json:"base_url"`
	APIKey  string    `json:"api_key"`
	Began   time.Time `json:"began"`
	Filling bool      `json:"filling"`
}

// demoState reads demo.json.
func (p *place) demoState() (state demoState) {
	p.t.Helper()
	b, err := os.ReadFile(filepath.Join(p.data, "demo.json"))
	require.NoError(p.t, err)
	require.NoError(p.t, json.Unmarshal(b, &state))
	return state
}

func TestDemo(t *testing.T) {
	t.Parallel()
	p := bare(t)
	s, key := p.demo()
	state := p.demoState()
	require.WithinDuration(t, time.Now(), state.Began, 10*time.Minute)
	require.False(t, state.Filling)
	requirePrivate(t, filepath.Join(p.data, "demo.json"))
	requirePrivate(t, filepath.Join(p.data, "demo.key"))

	var answers []answer
	for _, x := range []call{
		{path: "/api/v1/users/me"},
		{path: "/api/v1/products/B0CASE0004/restriction-status?domain=amazon.com"},
		{path: "/api/v1/documents/1"},
		{path: "/api/v1/sa/repricer/products?limit=2"},
		{method: "PATCH", path: "/api/v1/sa/repricer/products", body: `{"ids":[1,2,99999],"limits":{"min_price":30.25,"max_price":60}}`},
		{method: "PATCH", path: "/api/v1/sa/repricer/settings", body: `{"submission_mode":"suggest"}`},
	} {
		answers = append(answers, s.client(key).do(x))
	}
	bodies := func(i int) map[string]any { return object(t, answers[i].body) }
	require.Contains(t, s.client("").do(call{path: "/mail"}).body, "Mails of the demo")

	require.Equal(t, 200, answers[0].status)
	me := bodies(0)
	requireMembers(t, me, "id", "email", "name", "tokensLeft", "tokensUsed", "tokensLimit", "tokensRefillAt")
	require.Equal(t, "owner@demo.example", me["email"])
	require.Equal(t, json.Number("100000"), me["tokensLimit"])

	require.Equal(t, 200, answers[1].status, answers[1].body)
	require.Equal(t, map[string]any{"status": "APPROVAL_REQUIRED"}, bodies(1))

	require.Equal(t, 200, answers[2].status, answers[2].body)
	document := bodies(2)
	requireMembers(t, document, "data")
	for _, member := range specDocument {
		require.Contains(t, document["data"], member)
	}

	require.Equal(t, 200, answers[3].status, answers[3].body)
	list := bodies(3)
	require.Len(t, list["data"], 2)

	require.Equal(t, 200, answers[4].status, answers[4].body)
	bulk := bodies(4)
	requireMembers(t, bulk, "data", "meta", "errors")
	require.Len(t, bulk["data"], 3)
	require.Equal(t, map[string]any{"succeeded": json.Number("2"), "failed": json.Number("1")}, bulk["meta"])
	failures, _ := bulk["errors"].([]any)
	require.Len(t, failures, 1)
	require.Equal(t, "not_found", failures[0].(map[string]any)["code"])
	require.NotEmpty(t, failures[0].(map[string]any)["message"])

	require.Equal(t, 200, answers[5].status, answers[5].body)
	require.Equal(t, "suggest", bodies(5)["data"].(map[string]any)["submission_mode"], "the last call keeps all other settings")
	c := s.client(key)
	c.want(204, "DELETE", "/api/v1/sa/repricer/settings", "")

	// All offered pages work without a network.
	for _, page := range []string{"/", "/docs", "/openapi.json", "/openapi-3.0.json", "/healthz", "/readyz", "/favicon.ico", "/robots.txt",
		"/guides", "/guides/api", "/problems", "/problems/not_found", "/llms.txt", "/openapi/skus.json"} {
		require.Equal(t, 200, c.do(call{path: page}).status, page)
	}
	poll(t, "the seller account to be read", func() bool { return lastSync(t, c) != nil })
	for _, list := range []string{"skus", "listings"} {
		poll(t, list+" to be there", func() bool {
			rows, _ := c.want(200, "GET", "/api/v1/"+list+"?limit=50", "")["data"].([]any)
			return len(rows) == 50
		})
	}
	requireAShop(t, c)
	awaitReadings(t, c)
	requireGermany(t, c)
	attach(t, c)
	before := demoData(t, c)
	s.stop()

	again, sameKey := p.demo()
	require.Equal(t, key, sameKey)
	c = again.client(sameKey)
	require.Equal(t, before, demoData(t, c), "a second start finds the same data")
	require.Equal(t, 404, c.do(call{path: "/api/v1/sa/repricer/settings"}).status, "deleted records stay deleted")
	c.want(204, "DELETE", "/api/v1/documents/1", "")
	again.stop()

	third, _ := p.demo()
	require.Equal(t, 404, third.client(key).do(call{path: "/api/v1/documents/1"}).status)
	third.stop()
}

// requireAShop requires a first page of SKUs with a seller's numbers, and an order from the demo's
// price list at a small seller's cost.
func requireAShop(t *testing.T, c client) {
	t.Helper()
	skus := listed(t, c, "/api/v1/skus?limit=50")
	require.Len(t, skus, 50)
	require.Equal(t, []any{"DE-0001", "DE-0002", "SIM-0000"}, column(skus[:3], "sku"), "sorted by SKU")
	for _, sku := range skus {
		require.Regexp(t, `^(SIM|DE)-\d{4}$`, sku["sku"])
	}
	const analysis = "/api/v1/price-list-analyzer/analyses/1"
	poll(t, "the price list to be analyzed", func() bool {
		of, _ := c.want(200, "GET", analysis, "")["data"].(map[string]any)
		return of["status"] == "completed"
	})
	order, _ := listed(t, c, analysis+"/orders?top=10")[0]["body"].(map[string]any)
	items := rowsOf(t, map[string]any{"data": order["items"]})
	require.GreaterOrEqual(t, len(items), 3)
	total := 0.0
	for _, item := range items {
		total += number(t, item["quantity"]) * number(t, item["unit_cost"])
	}
	require.Greater(t, total, 500.0)
	require.Less(t, total, 5_000.0)
}

// TestFirstStart meets a demo while it is filled for the first time, kills it there, and starts
// again: calls are refused until all data are there, and the second start has the same data as a
// start that was never killed.
func TestFirstStart(t *testing.T) {
	t.Parallel()
	p := bare(t)
	compiled.Share(t, p.data)
	cmd := p.command("serve", "--demo")
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	begun := func() (state demoState) {
		if b, err := os.ReadFile(filepath.Join(p.data, "demo.json")); err == nil {
			require.NoError(t, json.Unmarshal(b, &state))
		}
		return state
	}
	poll(t, "the key of the demo", func() bool { return begun().APIKey != "" })
	state := begun()
	require.True(t, state.Filling)
	c := (&server{t: t, url: state.BaseURL}).client(state.APIKey)
	for _, path := range []string{"/readyz", "/api/v1/users/me", "/api/v1/skus", "/files/x"} {
		a := c.do(call{path: path})
		requireProblem(t, a, 503, "service_unavailable")
		require.Equal(t, "2", a.header.Get("Retry-After"), path)
	}
	front := c.do(call{path: "/"})
	require.Equal(t, 200, front.status)
	require.Contains(t, front.body, "The service is starting")
	require.Equal(t, 200, c.do(call{path: "/healthz"}).status)
	second := p.run("", "serve", "--demo")
	require.Equal(t, 1, second.code)
	require.Contains(t, second.stderr, fmt.Sprintf("process %d uses the database %s: stop it first", cmd.Process.Pid, filepath.Join(p.data, "selling-assistant.db")))
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())

	s, key := p.demo()
	require.NotEqual(t, state.APIKey, key, "everything is new")
	require.False(t, p.demoState().Filling)
	c = s.client(key)
	poll(t, "the seller account to be read", func() bool { return lastSync(t, c) != nil })
	awaitReadings(t, c)
	demoData(t, c)
	require.Equal(t, 200, c.do(call{path: "/readyz"}).status)
	s.stop()
}

// attach ties a document to records of the inventory, and deletes one of them.
func attach(t *testing.T, c client) {
	t.Helper()
	product := c.want(201, "POST", "/api/v1/inventory-products", `{"title":"Kettle"}`)["data"].(map[string]any)["id"]
	c.want(200, "PATCH", "/api/v1/documents/2", fmt.Sprintf(`{"targets":[{"type":"sku","id":1},{"type":"inventory_product","id":%v}]}`, product))
	c.want(204, "DELETE", "/api/v1/skus/1", "")
	found := listed(t, c, "/api/v1/documents?target_type=sku&target_id=1")
	require.Len(t, found, 1)
	require.Equal(t, []any{
		map[string]any{"type": "sku", "id": json.Number("1"), "deleted": true},
		map[string]any{"type": "inventory_product", "id": product, "deleted": false},
	}, found[0]["targets"])
	require.Equal(t, json.Number("1"), listed(t, c, "/api/v1/inventory-products")[0]["documents_count"])
}

// awaitReadings waits until every document was read.
func awaitReadings(t *testing.T, c client) {
	t.Helper()
	poll(t, "the documents to be read", func() bool { return len(listed(t, c, "/api/v1/documents?status=uploaded,processing")) == 0 })
}

// userOwned lists the members of a repricer row that only its user changes.
var userOwned = []string{
	"id", "seller_id", "marketplace_id", "sku", "asin", "currency", "strategy_id", "mode", "reprice_priority", "condition", "limits",
	"version", "created_at",
}

func demoData(t *testing.T, c client) map[string]any {
	t.Helper()
	all := map[string]any{}
	for _, path := range []string{"documents", "sa/repricer/products", "sa/repricer/strategies", "account"} {
		all[path] = c.want(200, "GET", "/api/v1/"+path, "")["data"]
	}
	connections := connectionsOf(t, all["account"])
	for _, connection := range connections {
		delete(connection, "last_sync_at") // syncs continue
		delete(connection, "last_error_code")
	}
	require.Equal(t, []any{[]any{germany}}, column(connections[1:], "marketplace_ids"))
	require.Len(t, all["documents"], 8)
	require.Len(t, all["sa/repricer/products"], 14)
	for _, row := range rowsOf(t, map[string]any{"data": all["sa/repricer/products"]}) {
		for member := range row {
			if !slices.Contains(userOwned, member) {
				delete(row, member) // the market goes on
			}
		}
	}
	require.Len(t, all["sa/repricer/strategies"], 4)
	all["orders"] = demoOrders(t, c)
	return all
}

// demoOrders returns the purchase orders by status. They have a foreign currency, a partial
// delivery, a freight bill and a return.
func demoOrders(t *testing.T, c client) map[string][]any {
	t.Helper()
	found := map[string][]any{}
	for _, one := range listed(t, c, "/api/v1/purchase-orders?sort=id") {
		status := text(one["status"])
		found[status] = append(found[status], []any{one["currency"], one["exchange_rate"], one["landed_total"], one["received_percent"], one["overdue"], one["closed_short"]})
	}
	yuan := func(landed, percent string, overdue, short bool) []any {
		return []any{"CNY", json.Number("0.1389"), json.Number(landed), json.Number(percent), overdue, short}
	}
	require.Len(t, found["draft"], 2)
	delete(found, "draft")
	dollars := []any{"USD", nil, json.Number("2734.2"), json.Number("0"), false, false}
	require.Equal(t, map[string][]any{
		"ordered":            {dollars, yuan("5625.45", "0", true, false)},
		"partially_received": {yuan("6451.75", "46.15", true, false)},
		"received":           {yuan("5625.45", "100", false, false)},
		"closed":             {yuan("4657.87", "100", false, true)},
		"cancelled":          {yuan("5625.45", "0", false, false)},
	}, found)
	var units int64
	for _, line := range listed(t, c, "/api/v1/purchase-orders/6/receipts?kind=return") {
		n, err := line["accepted"].(json.Number).Int64()
		require.NoError(t, err)
		units += n
	}
	require.Equal(t, int64(-6), units)
	return found
}

// connectionsOf returns the connections of an account page, the oldest first.
func connectionsOf(t *testing.T, account any) []map[string]any {
	t.Helper()
	data, _ := account.(map[string]any)
	list := rowsOf(t, map[string]any{"data": data["connections"]})
	require.NotEmpty(t, list)
	return list
}

// lastSync returns the time of the last sync of the first connection, nil before the first sync of any.
func lastSync(t *testing.T, c client) any {
	t.Helper()
	all := column(connectionsOf(t, c.want(200, "GET", "/api/v1/account", "")["data"]), "last_sync_at")
	if slices.Contains(all, nil) {
		return nil
	}
	return all[0]
}

// requireGermany reads the offers in Germany. They are in euros with VAT, and one of them is a product that is also sold in the US, with
// a cost of its own in dollars there. Their papers are read with the decimal comma.
func requireGermany(t *testing.T, c client) {
	t.Helper()
	rows := listed(t, c, "/api/v1/sa/repricer/products?marketplace_id="+germany+"&sort=id")
	require.Equal(t, []any{"DE-0001", "DE-0002"}, column(rows, "sku"))
	for _, row := range rows {
		require.Equal(t, []any{"EUR", json.Number("19"), "class", nil}, []any{row["currency"], row["vat_percent"], row["vat_source"], row["hold"]})
		require.NotNil(t, row["cost"])
		require.Empty(t, row["notes"])
	}
	shared := listed(t, c, "/api/v1/sa/repricer/products?asin="+text(rows[0]["asin"])+"&sort=id")
	require.Equal(t, []any{usa, germany}, column(shared, "marketplace_id"))
	require.Equal(t, []any{json.Number("14.79"), json.Number("10.87")}, column(shared, "cost"))
	papers := map[any]map[string]any{}
	for _, one := range listed(t, c, "/api/v1/documents") {
		papers[one["original_name"]] = one
	}
	invoice := papers["rechnung-2026-1107.csv"]
	require.Equal(t, []any{"invoice", "ready"}, []any{invoice["type"], invoice["status"]})
	summary, _ := invoice["parsed_summary"].(map[string]any)
	require.Equal(t, []any{json.Number("2"), json.Number("2"), "EUR"}, []any{summary["lines"], summary["lines_verified"], summary["currency"]})
	list := papers["preisliste-herbst.csv"]
	require.Equal(t, []any{"price_list", "ready"}, []any{list["type"], list["status"]})
}

// TestDemoReprices sees the demo's rows repriced against the simulated rivals,
// and a reset that stops it with prices on their way.
func TestDemoReprices(t *testing.T) {
	t.Parallel()
	p := bare(t).filled()
	p.set("SA_RATE_LIMITS", "default=1000000") // this test asks until the answer is right
	s, key := p.demo()
	c := s.client(key)
	const repricer = "/api/v1/sa/repricer"
	changes := func(query string) []map[string]any {
		return listed(t, c, repricer+"/history?limit=200&"+query)
	}
	requirePast(t, c)
	limits := map[any]map[string]any{}
	for _, row := range listed(t, c, repricer+"/products") {
		limits[row["id"]], _ = row["limits"].(map[string]any)
	}
	for _, change := range changes("outcome=confirmed") {
		band := limits[change["product_id"]]
		require.GreaterOrEqual(t, number(t, change["new_price"]), number(t, band["min_price"]))
		require.LessOrEqual(t, number(t, change["new_price"]), number(t, band["max_price"]))
		require.NotEmpty(t, change["reason"])
	}
	require.Equal(t, 200, c.do(call{path: "/app"}).status)
	earning := func(row map[string]any) bool { return row["cost"] != nil && row["margin"] != nil && row["roi"] != nil }
	poll(t, "what the rows earn", func() bool { return slices.ContainsFunc(listed(t, c, repricer+"/products"), earning) })

	requireNothingAhead(t, c)
	poll(t, "a price on its way", func() bool { return len(changes("outcome=submitted,accepted")) > 0 })
	require.Equal(t, 204, c.do(call{method: "DELETE", path: repricer + "/settings"}).status)
	reset := time.Now().UTC()
	// An accepted price may wait half an hour until it is seen at the marketplace: events only have
	// the twenty cheapest offers.
	poll(t, "nothing to leave any more", func() bool { return len(changes("outcome=proposed,submitted")) == 0 })
	for _, change := range changes("") {
		sent, _ := change["submission"].(map[string]any)
		if at, _ := sent["submitted_at"].(string); at != "" {
			moment, err := time.Parse(time.RFC3339, at)
			require.NoError(t, err)
			require.False(t, moment.After(reset), "a price left after the reset: %v", change)
		}
	}

	// After a restart the marketplace goes on: its news is newer than the stored facts, and it asks
	// the earlier prices.
	prices := func() []any {
		var all []any
		for _, row := range listed(t, c, repricer+"/products?sort=id") {
			all = append(all, row["sku"], row["current_price"])
		}
		return all
	}
	heard := func() string {
		found := c.want(200, "GET", repricer+"/overview", "")["data"].(map[string]any)
		at, _ := found["pipeline"].(map[string]any)["last_event_at"].(string)
		return at
	}
	poll(t, "news of the marketplace", func() bool { return heard() != "" })
	last, before := heard(), prices()
	s.stop()
	s, key = p.demo()
	c = s.client(key)
	poll(t, "more news after a restart", func() bool { return heard() > last })
	require.Equal(t, before, prices())
	c.want(200, "PATCH", repricer+"/settings", `{"default_strategy_id":1,"submission_mode":"live"}`)
	poll(t, "the rows to be decided again", func() bool {
		for _, row := range listed(t, c, repricer+"/products") {
			if last, _ := row["last_decision"].(map[string]any); last["reason"] == "settings_absent" {
				return false
			}
		}
		return true
	})
	requireVelocityKnown(t, c)
	s.stop()
}

// requirePast checks that a month is there at once: decisions and confirmed prices, orders of
// nearly every day and shares of the buy box, from all to nothing. One row is held, another is at
// its break-even price.
func requirePast(t *testing.T, c client) {
	t.Helper()
	const repricer = "/api/v1/sa/repricer"
	since := time.Now().Add(-30 * 24 * time.Hour).UTC().Format(time.RFC3339)
	found := c.want(200, "GET", repricer+"/history/statistics?group_by=day&time_from="+since, "")["data"].(map[string]any)
	sold, shared := 0, 0
	days, _ := found["groups"].([]any)
	for _, day := range days {
		group, _ := day.(map[string]any)
		if sales, _ := group["sales"].(map[string]any); sales != nil && number(t, sales["units"]) > 0 {
			sold++
		}
		if box, _ := group["buy_box"].(map[string]any); box != nil && box["share_percent"] != nil {
			shared++
		}
	}
	require.Greater(t, sold, 25, "days with orders")
	require.Greater(t, shared, 25, "days of which the buy box is known")
	rows := listed(t, c, repricer+"/products")
	require.Len(t, rows, 14)
	all, none := 0, 0
	for _, row := range rows {
		if share := row["buy_box_share_7d"]; share != nil && number(t, share) == 100 {
			all++
		} else if share != nil && number(t, share) == 0 {
			none++
		}
	}
	require.GreaterOrEqual(t, all, 2, "rows with the buy box")
	require.GreaterOrEqual(t, none, 2, "rows without it")
	poll(t, "a row at its break-even price", func() bool {
		return slices.ContainsFunc(listed(t, c, repricer+"/products"), func(row map[string]any) bool {
			floor, _ := row["floor"].(map[string]any)
			return floor["source"] == "break_even" && floor["price"] == row["current_price"]
		})
	})
	held := listed(t, c, repricer+"/products?hold=any")
	require.Len(t, held, 1, "the row that is switched on last is held by its first price")
	require.Equal(t, "SIM-0001", held[0]["sku"])
	old := listed(t, c, repricer+"/history?limit=200&outcome=confirmed&sort=created_at")
	require.Greater(t, len(old), 20)
	at, err := time.Parse(time.RFC3339, text(old[0]["created_at"]))
	require.NoError(t, err)
	require.True(t, at.Before(time.Now().Add(-25*24*time.Hour)), at)
	requireVelocityKnown(t, c)
}

// requireVelocityKnown waits until rows follow their sales of a whole window. The last decision may
// be about an event in between.
func requireVelocityKnown(t *testing.T, c client) {
	t.Helper()
	var rows []map[string]any
	defer func() {
		if t.Failed() {
			t.Log("the rows at last:", rows)
		}
	}()
	poll(t, "decisions by velocity", func() bool {
		rows = listed(t, c, "/api/v1/sa/repricer/products?strategy_id=3")
		return len(rows) > 0 && !slices.ContainsFunc(rows, func(row map[string]any) bool {
			last, _ := row["last_decision"].(map[string]any)
			velocity := []any{"velocity_up", "velocity_down", "velocity_in_band", "velocity_locked"}
			return !slices.Contains(velocity, last["reason"])
		})
	})
}

// requireNothingAhead reads the repricer, orders and SKUs: no time is in the future.
func requireNothingAhead(t *testing.T, c client) {
	t.Helper()
	const repricer = "/api/v1/sa/repricer"
	for _, path := range []string{
		repricer + "/products?limit=200", repricer + "/history?limit=200", repricer + "/overview", "/api/v1/skus?limit=200", "/api/v1/listings?limit=200",
		"/api/v1/purchase-orders", "/api/v1/product-history",
	} {
		found := c.want(200, "GET", path, "")
		now := time.Now().UTC()
		var look func(name string, v any)
		look = func(name string, v any) {
			switch v := v.(type) {
			case map[string]any:
				for name, member := range v {
					look(name, member)
				}
			case []any:
				for _, one := range v {
					look(name, one)
				}
			case string:
				if at, err := time.Parse(time.RFC3339, v); err == nil && strings.HasSuffix(name, "_at") && name != "next_due_at" {
					require.False(t, at.After(now), "%s: %s is %s", path, name, v)
				}
			}
		}
		look("", found["data"])
	}
}

// listed returns the records of a list.
func listed(t *testing.T, c client, path string) []map[string]any {
	t.Helper()
	return rowsOf(t, map[string]any{"data": c.want(200, "GET", path, "")["data"]})
}

func number(t *testing.T, v any) float64 {
	t.Helper()
	n, ok := v.(json.Number)
	require.True(t, ok, "%v", v)
	f, err := n.Float64()
	require.NoError(t, err)
	return f
}

func TestDemoNeverMeetsARealMarketplace(t *testing.T) {
	t.Parallel()
	for _, region := range []string{"NA", "EU", "FE"} {
		p := bare(t)
		p.set("SA_SPAPI_ENDPOINT_"+region, "https://sellingpartnerapi-na.amazon.com")
		r := p.run("", "serve", "--demo")
		require.Equal(t, 1, r.code)
		require.Contains(t, r.stderr, "SA_SPAPI_ENDPOINT_"+region+" must not be set in demo mode")
		require.NoDirExists(t, p.data)
	}
}

// On a terminal, where the log is text, the welcome stays the last that is read.
func TestTheLogDoesNotBuryTheWelcome(t *testing.T) {
	t.Parallel()
	p := bare(t).filled()
	p.set("SA_LOG_FORMAT", "text")
	s, _ := p.demo()
	s.stop()
	require.NotContains(t, s.log.String(), "INFO")
	p.set("SA_LOG_LEVEL", "info")
	s, _ = p.demo()
	s.stop()
	require.Regexp(t, `(?m)^\d\d:\d\d:\d\d\.\d{3}  INFO  listening  \{"address": "http://127\.0\.0\.1:\d+", "metrics": ".+"\}$`, s.log.String())
}

// The commands reach the demo's data with --demo.
func TestCommandsOnTheDemo(t *testing.T) {
	t.Parallel()
	p := bare(t).filled()
	s, key := p.demo()
	keys := rowsOf(t, p.ask("", "key", "list", "--demo", "--team", "1"))
	require.Len(t, keys, 1)
	require.Equal(t, key[len(key)-4:], keys[0]["last4"])
	made := text(p.ask("", "key", "create", "--demo", "--team", "1", "--user", "1", "--name", "second", "--scopes", "read")["key"])
	require.Equal(t, 200, s.client(made).do(call{path: "/api/v1/users/me"}).status)
	requireProblem(t, s.client(made).do(call{method: "DELETE", path: "/api/v1/documents/1"}), 403, "insufficient_scope")
	p.ask("", "key", "revoke", "--demo", "--team", "1", "2")
	poll(t, "the revoked key to be refused", func() bool {
		return s.client(made).do(call{path: "/api/v1/users/me"}).status == 403
	})
	s.stop()
}
