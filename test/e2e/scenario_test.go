package e2e_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// step has a call of the scenario and its required status.
type step struct {
	status int
	method string
	path   string // {cursor}, {link}, {draft}, {row}, {event} and {document} stand for what was answered last
	body   string
	as     string // the caller's key; "" for the main key
	header map[string]string
	file   *call // an upload, in place of body
	worked bool  // jobs run from here on, and the call is repeated until its status is right
}

// The callers of the scenario.
const (
	asVisitor  = "visitor"
	asReader   = "reader"   // same team, may only read
	asStranger = "stranger" // a team without a seller account
	asPoor     = "poor"     // no tokens left
	asLapsed   = "lapsed"   // the subscription has ended
)

// relevant lists the headers that belong to the interface.
var relevant = []string{
	"Content-Type", "Content-Length", "Location", "ETag", "Link", "Retry-After", "Allow", "RateLimit-Policy", "X-RateLimit-Limit",
	"X-RateLimit-Remaining", "Idempotent-Replayed", "Cache-Control", "Content-Disposition", "Content-Range", "Accept-Ranges",
	"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Vary", "Deprecation", "Sunset",
}

// noise lists the parts that differ between two equal runs.
var noise = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`), "<time>"},
	{regexp.MustCompile(`"(oldest_wait_seconds|last_event_age_seconds)":\d+`), `"$1":"<seconds>"`},
	{regexp.MustCompile(`^"(\d+)-[0-9a-f]{16}"$`), `"$1-<digest>"`},
	{regexp.MustCompile(`^"[0-9a-f]{32}"$`), `"<digest>"`},
	{regexp.MustCompile(`"trace_id":"[^"]+"`), `"trace_id":"<trace>"`},
	{regexp.MustCompile(`"(prefix|last4)":"[^"]+"`), `"$1":"<key>"`},
	{regexp.MustCompile(`http://127\.0\.0\.1:\d+`), "<base>"},
	{regexp.MustCompile(`/files/[^"\s]+`), "/files/<token>"},
	{regexp.MustCompile(`evt_[0-9a-z]{26}`), "<event>"},
	{regexp.MustCompile(`"secret":"[^"]+"`), `"secret":"<secret>"`},
	{regexp.MustCompile(`"ms":\d+`), `"ms":"<ms>"`},
	{regexp.MustCompile(`"next_cursor":"[^"]+"`), `"next_cursor":"<cursor>"`},
	{regexp.MustCompile(`cursor=[^&>\s]+`), "cursor=<cursor>"},
}

func normal(s string) string {
	for _, n := range noise {
		s = n.what.ReplaceAllString(s, n.with)
	}
	return s
}

var (
	nextCursor = regexp.MustCompile(`"next_cursor":"([^"]+)"`)
	newDraft   = regexp.MustCompile(`"id":(\d+),"kind":"draft"`)
	newPaper   = regexp.MustCompile(`"id":(\d+),"type":"[a-z_]+","status":"uploaded"`)
	newRow     = regexp.MustCompile(`"id":(\d+),"status":"created","product"`)
	remaining  = regexp.MustCompile(`(X-RateLimit-Remaining: |;r=)\d+`)
	newEvent   = regexp.MustCompile(`"id":"(evt_[0-9a-z]{26})"`)
	fileLink   = regexp.MustCompile(`"url":"[^"]*(/files/[^"]+)"`)
)

// transcript runs the scenario and returns its calls and answers.
func transcript(t *testing.T, p *place) []string {
	t.Helper()
	main := p.team("Acme")
	stranger, poor, lapsed := p.lonelyTeam("Stranger"), p.team("Poor"), p.team("Lapsed")
	p.ask("", "team", "set", "--team", poor.id, "--tokens", "0")
	p.ask("", "team", "set", "--team", lapsed.id, "--plan-status", "cancelled")
	reader := text(p.ask("", "key", "create", "--team", main.id, "--user", main.user, "--name", "reader", "--scopes", "read")["key"])
	keys := map[string]string{
		"": main.key, asVisitor: "", asReader: reader, asStranger: stranger.key, asPoor: poor.key, asLapsed: lapsed.key,
	}
	p.ask("", "sync", "--team", main.id, "--wait")
	p.set("SA_WORKERS", "0") // without jobs, because their timing would change answers
	s := p.serve()
	var out []string
	working := false
	cursor, link, draft, row, paper, event := "", "", "", "", "", ""
	for i, x := range scenario() {
		r := call{method: x.method, path: x.path, body: x.body}
		if x.file != nil {
			r = *x.file
		}
		r.path = strings.NewReplacer("{cursor}", cursor, "{link}", link, "{draft}", draft, "{row}", row, "{document}", paper, "{event}", event,
			"{key}", main.key).Replace(r.path)
		r.header = x.header
		if x.worked && !working {
			s.stop()
			p.set("SA_WORKERS", "1")
			s, working = p.serve(), true
		}
		a := s.client(keys[x.as]).do(r)
		if x.worked {
			poll(t, "the status of "+r.path, func() bool {
				a = s.client(keys[x.as]).do(r)
				return a.status == x.status
			})
		}
		asked := fmt.Sprintf("%d. %s %s %s %v", i+1, r.method, x.path, x.body, x.header)
		require.Equal(t, x.status, a.status, "%s: %s", asked, a.body)
		if m := nextCursor.FindStringSubmatch(a.body); m != nil {
			cursor = m[1]
		}
		if m := fileLink.FindStringSubmatch(a.body); m != nil {
			link = m[1]
		}
		if m := newPaper.FindStringSubmatch(a.body); m != nil {
			paper = m[1]
		}
		if m := newEvent.FindStringSubmatch(a.body); m != nil {
			event = m[1]
		}
		if m := newRow.FindStringSubmatch(a.body); m != nil {
			row = m[1]
		}
		if m := newDraft.FindStringSubmatch(a.body); m != nil {
			draft = m[1]
		}
		text := written(asked, a)
		if working { // the number of repetitions is not compared
			text = remaining.ReplaceAllString(text, "$1<calls>")
		}
		out = append(out, text)
		requireClean(t, asked, a, keys)
	}
	s.stop()
	return out
}

// written formats an answer as text, a line for the status and each header.
func written(asked string, a answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%d\n", asked, a.status)
	for _, name := range relevant {
		for _, value := range a.header.Values(name) {
			if name == "Content-Length" && !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment") {
				continue // times and ids of calls are in it
			}
			fmt.Fprintf(&b, "%s: %s\n", name, normal(value))
		}
	}
	b.WriteString(normal(a.body))
	return b.String()
}

// requireClean checks rules of every answer.
func requireClean(t *testing.T, asked string, a answer, keys map[string]string) {
	t.Helper()
	for _, key := range keys {
		if key != "" {
			require.NotContains(t, a.body+fmt.Sprint(a.header), key, asked)
		}
	}
	require.Empty(t, a.header.Get("Server"), asked)
	require.NotEmpty(t, a.header.Get("X-Request-Id"), asked)
	if a.status >= 400 && a.body != "" {
		require.Equal(t, "application/problem+json", a.header.Get("Content-Type"), asked)
		requireProblem(t, a, a.status, a.code(t))
	}
	if a.status == http.StatusNoContent {
		require.Empty(t, a.body, asked)
	}
}

// TestSameAnswersOnBothDatabases proves that the choice of the database changes nothing for
// clients.
func TestSameAnswersOnBothDatabases(t *testing.T) {
	t.Parallel()
	var onSQLite, onPostgres []string
	t.Run("both", func(t *testing.T) {
		t.Run("sqlite", func(t *testing.T) { t.Parallel(); onSQLite = transcript(t, newPlace(t, stores.SQLiteURL(t))) })
		t.Run("postgres", func(t *testing.T) { t.Parallel(); onPostgres = transcript(t, newPlace(t, pgtest.URL(t))) })
	})
	require.Len(t, onSQLite, len(scenario()))
	require.Len(t, onPostgres, len(scenario()))
	for i, lite := range onSQLite {
		if pg := onPostgres[i]; lite != pg {
			t.Errorf("the answers differ (- SQLite, + Postgres):\n%s\n%s", strings.SplitN(lite, "\n", 2)[0],
				cmp.Diff(strings.Split(lite, "\n"), strings.Split(pg, "\n")))
		}
	}
}

// amazons matches the addresses of data that only Amazon or Keepa has.
var amazons = regexp.MustCompile("^/api/v1/(sp-api|inboundPlans|converters|listings-items|keepa|sales-estimation)(/|$)|^/api/v1/products/[{]asin[}](/statistics)?$")

// TestScenarioCoversEveryOperation keeps the scenario complete: each operation
// that the program publishes is called, and succeeds at least once. Operations
// that pass Amazon's answer on are left out: no database has a part in it.
func TestScenarioCoversEveryOperation(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	s := p.serve()
	document := s.client("").want(200, "GET", "/openapi.json", "")
	s.stop()
	missing := []string{}
	operations := 0
	for path, methods := range document["paths"].(map[string]any) {
		if amazons.MatchString(path) {
			continue
		}
		pattern := regexp.MustCompile("^" + regexp.MustCompile(`\\\{[a-z_]+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`) + "$")
		for method := range methods.(map[string]any) {
			operations++
			if !covered(strings.ToUpper(method), pattern) {
				missing = append(missing, strings.ToUpper(method)+" "+path)
			}
		}
	}
	require.Positive(t, operations)
	require.Empty(t, missing, "published operations without a step that succeeds: add one to scenario_steps_test.go")
}

func covered(method string, path *regexp.Regexp) bool {
	for _, x := range scenario() {
		m, at := x.method, x.path
		if x.file != nil {
			m, at = x.file.method, x.file.path
		}
		at, _, _ = strings.Cut(at, "?")
		if m == method && x.status < 300 && path.MatchString(at) {
			return true
		}
	}
	return false
}

func scenario() []step {
	var all []step
	for _, part := range [][]step{
		accountSteps(), restrictionSteps(), researchSteps(), inventorySteps(), documentSteps(), strategySteps(), settingsSteps(), productSteps(),
		historySteps(), analysisSteps(), exportSteps(), deleteSteps(), tableSteps(), importSteps(), takeBackSteps(),
	} {
		all = append(all, part...)
	}
	return all
}

func upload(status int, x call) step { return step{status: status, file: &x} }

func match(version string) map[string]string { return map[string]string{"If-Match": version} }

func retryKey(key string) map[string]string { return map[string]string{"Idempotency-Key": key} }

func accountSteps() []step {
	return []step{
		{status: 200, method: "GET", path: "/api/v1/users/me"},
		{status: 200, method: "GET", path: "/api/v1/users/me?api_key={key}", as: asVisitor},
		{status: 200, method: "GET", path: "/api/v1/users/me?api_key={key}"},
		{status: 400, method: "GET", path: "/api/v1/users/me?api_key={key}x"},
		{status: 403, method: "GET", path: "/api/v1/users/me", as: asVisitor},
		{status: 403, method: "GET", path: "/api/v1/users/me?api_key=sak_nonsense", as: asVisitor},
		{status: 400, method: "GET", path: "/api/v1/users/me?unknown=1"},
		{status: 405, method: "POST", path: "/api/v1/users/me"},
		{status: 404, method: "GET", path: "/api/v1/nowhere"},
		{status: 200, method: "GET", path: "/api/v1/account"},
		{status: 200, method: "GET", path: "/api/v1/account", as: asStranger},
		{status: 200, method: "GET", path: "/api/v1/account/user"},
		{status: 200, method: "GET", path: "/api/v1/account/user", as: asReader},
		{status: 200, method: "PATCH", path: "/api/v1/account", body: `{"name":"Acme Trading","timezone":"America/New_York"}`},
		{status: 400, method: "PATCH", path: "/api/v1/account", body: `{"timezone":"Berlin","tax":{"registrations":[{"country":"DE","scheme":"other"}]}}`},
		{status: 412, method: "PATCH", path: "/api/v1/account", body: `{"name":"Late"}`, header: match(`"1"`)},
		{status: 422, method: "PATCH", path: "/api/v1/account", body: `{"cost_method":"fifo"}`},
		{status: 403, method: "PATCH", path: "/api/v1/account", body: `{"name":"Read"}`, as: asReader},
		{status: 200, method: "GET", path: "/api/v1/account"},
		{status: 200, method: "GET", path: "/api/v1/vat-rates?country=DE&date=2020-12-31"},
		{status: 400, method: "GET", path: "/api/v1/vat-rates?country=Germany"},
	}
}

func researchSteps() []step {
	profit := func(status int, query, body string) step {
		return step{status: status, method: "POST", path: "/api/v1/products/" + simulator.ASIN(7) + "/profit" + query, body: body}
	}
	const sale = `"price":25.99,"cost":8,"date":"2026-12-01","category":"Home and Kitchen","dimensions":{"lengthMm":156,"widthMm":102,"heightMm":52,"weightG":235}`
	return []step{
		profit(200, "", "{"+sale+"}"),
		profit(200, "?domain=amazon.de", `{"price":25.99,"cost":8,"date":"2026-12-01","fulfillment":"fbm","curve":{"points":3}}`),
		profit(400, "", `{"cost":8,"colour":"red"}`),
		profit(422, "", `{"price":25.999,"cost":8}`),
	}
}

func restrictionSteps() []step {
	check := func(status int, asin, query string) step {
		return step{status: status, method: "GET", path: "/api/v1/products/" + asin + "/restriction-status" + query}
	}
	as := func(who string, x step) step { x.as = who; return x }
	canada, _ := marketplace.ByID("A2EUQ1WTGCTBG2")
	return []step{
		check(200, simulator.CaseUnrestricted, ""),
		check(200, simulator.CaseUnknownProduct, ""),
		check(200, simulator.CaseNotEligible, ""),
		check(200, simulator.CaseApproval, ""),
		check(200, simulator.CaseApproval, "?domain=amazon.com"),
		check(200, strings.ToLower(simulator.CaseBoth), "?domain=www.amazon.com"),
		check(200, simulator.ASIN(7), "?marketplaceId="+string(canada.ID)),
		check(200, simulator.ASIN(7), "?domain=amazon.com&marketplaceId="+germany),
		check(400, simulator.ASIN(7), "?domain=example.com"),
		check(400, "short", "?marketplaceId=nowhere"),
		check(400, "B0CASE000%00", ""),
		check(422, simulator.ASIN(7), "?marketplaceId="+germany),
		check(400, simulator.CaseRejected, ""),
		check(500, simulator.CaseError, ""),
		as(asStranger, check(403, simulator.ASIN(7), "")),
		as(asPoor, check(402, simulator.ASIN(7), "")),
		as(asLapsed, check(402, simulator.ASIN(7), "")),
		as(asVisitor, check(403, simulator.ASIN(7), "")),
		{status: 200, method: "GET", path: "/api/v1/users/me"},
		{status: 200, method: "GET", path: "/api/v1/account"},
	}
}
