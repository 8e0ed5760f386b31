// Package inbound_test runs the view of inbound shipments, from its routes to
// the wire, over a marketplace written by hand.
package inbound_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/inbound"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/http/httpx"
	route "sellingassistant/adapters/http/inbound"
	"sellingassistant/adapters/memory/expiring"
	memory "sellingassistant/adapters/memory/inbound"
	"sellingassistant/adapters/ratelimit"
	app "sellingassistant/app/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/inbound"
	limits "sellingassistant/ports/ratelimit"
	"sellingassistant/test/openapi/checked"
)

// Ids of the hand-written marketplace.
const (
	plan1   = "wf00000001-0000-0000-0000-000000000000"
	plan2   = "wf00000002-0000-0000-0000-000000000000"
	ship1   = "sh00000001-0000-0000-0000-000000000000"
	ship2   = "sh00000002-0000-0000-0000-000000000000"
	ship3   = "sh00000003-0000-0000-0000-000000000000"
	unknown = "xx00000000-0000-0000-0000-000000000000"

	// Paths, ours and theirs.
	ours   = "/api/v1/inboundPlans"
	theirs = "/inbound/fba/2024-03-20/inboundPlans"
	v0     = "/fba/inbound/v0/shipments"
	v0all  = "/fba/inbound/v0/shipmentItems"
)

// answer has the marketplace's answer to a call.
type answer struct {
	status int
	body   string
}

// silence is the status of a call without an answer.
const silence = 0

func ok(body string) func(url.Values) answer {
	return func(url.Values) answer { return answer{200, body} }
}

func fails(status int, body string) func(url.Values) answer {
	return func(url.Values) answer { return answer{status, body} }
}

// world has the inbound context with everything below it, for the teams 7 and 8.
type world struct {
	*checked.Client
	port.Cache
	*memory.Pairs
	accounts.Sellers
	seller fault.Error // of every team, when it has a code

	mu sync.Mutex
	// the marketplace's answers to each seller, by path
	books map[string]map[string]func(url.Values) answer
	// the received calls, without calls for tokens
	calls []string
	// most has the highest number of calls in work at once
	now, most int
	// the time to answer a call
	takes time.Duration
}

var (
	// starting is locked while a world is made, because libraries have switches for the whole
	// process that every start sets.
	starting sync.Mutex
	// published has the document, which is the same in every world.
	published *checked.Document
)

// inWorld runs a test in a bubble of simulated time.
func inWorld(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(t)) })
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{books: map[string]map[string]func(url.Values) answer{"7": {}, "8": {}}}
	client, err := spapi.New(spapi.Config{
		TokenURL: "https://market.example/token", ClientID: "app", ClientSecrets: []secret.Text{secret.New("x")}, Version: "1.0", Transport: w,
		Endpoints: map[marketplace.Region]string{"na": "https://na.example", "eu": "https://eu.example", "fe": "https://fe.example"},
	}, w, spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	w.forget()
	starting.Lock()
	defer starting.Unlock()
	s := httpx.New(httpx.Config{
		CursorKey: []byte("key"), Version: "1", Limits: map[string]limits.Limit{"": {Calls: 1 << 20, Window: time.Minute}},
	}, zap.NewNop(), w, ratelimit.NewMemory(time.Now), nil, w, clock.System{}, func(context.Context) error { return nil }, prometheus.NewRegistry())
	route.Routes(app.New(w, inbound.New(client), w, w, clock.System{}))(s.Router())
	if published == nil {
		published = checked.Load(t, s.Handler())
	}
	w.Client = &checked.Client{Document: published, Handler: s.Handler(), Key: "7"}
	return w
}

// forget empties everything that was kept and remembered.
func (w *world) forget() {
	w.Cache, w.Pairs = expiring.New[port.Key, any](clock.System{}, 0, 10_000), memory.NewPairs(1000)
}

// For implements account.Sellers.
func (w *world) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	if w.seller.Code != "" {
		e := w.seller
		return account.Seller{}, &e
	}
	connection := id.Connection(team) * 10
	if m.Region != marketplace.NA {
		connection++
	}
	return account.Seller{Team: team, Connection: connection, Region: m.Region, ID: "A" + strconv.Itoa(int(team))}, nil
}

// RefreshToken implements spapi.Credentials.
func (w *world) RefreshToken(_ context.Context, team id.Team, _ id.Connection) (secret.Text, error) {
	return secret.New("Atzr|" + strconv.Itoa(int(team))), nil
}

// NeedsAttention implements spapi.Credentials.
func (w *world) NeedsAttention(context.Context, id.Team, id.Connection, string) error { return nil }

// Authenticate implements httpx.Authenticator: the key is the team.
func (w *world) Authenticate(_ context.Context, key secret.Text, _ string) (caller.Caller, error) {
	team, err := strconv.Atoi(key.Reveal())
	return caller.Caller{Team: id.Team(team), Role: caller.Admin, Scopes: []caller.Scope{caller.Read}}, err
}

// InTx implements tx.Runner.
func (w *world) InTx(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

// RoundTrip answers like the marketplace.
func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/token" {
		form, _ := io.ReadAll(r.Body)
		values, _ := url.ParseQuery(string(form))
		_, seller, _ := strings.Cut(values.Get("refresh_token"), "|")
		return respond(r, answer{200, `{"access_token":"Atza|` + seller + `","token_type":"bearer","expires_in":3600}`}), nil
	}
	w.mu.Lock()
	call := r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		call += "?" + r.URL.RawQuery
	}
	if r.URL.Host != "na.example" {
		call = r.URL.Host + call
	}
	w.calls = append(w.calls, call)
	w.now++
	w.most = max(w.most, w.now)
	_, seller, _ := strings.Cut(r.Header.Get("x-amz-access-token"), "|")
	say, known := w.books[seller][r.URL.Path]
	takes := w.takes
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		w.now--
		w.mu.Unlock()
	}()
	select {
	case <-time.After(takes):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	if !known {
		return respond(r, answer{404, `{"errors":[{"code":"NotFound","message":"No such thing."}]}`}), nil
	}
	a := say(r.URL.Query())
	if a.status == silence {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return respond(r, a), nil
}

func respond(r *http.Request, a answer) *http.Response {
	return &http.Response{
		StatusCode: a.status, Request: r, Header: http.Header{"X-Amzn-Requestid": {"request-1"}}, Body: io.NopCloser(strings.NewReader(a.body)),
		ProtoMajor: 1, ProtoMinor: 1,
	}
}

// says adds an answer to the book of team 7's seller.
func (w *world) says(path, body string) { w.answers(path, ok(body)) }

func (w *world) answers(path string, say func(url.Values) answer) { w.tells("7", path, say) }

// tells adds an answer to the book of a team's seller. Abandoned calls may still be reading there.
func (w *world) tells(team, path string, say func(url.Values) answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.books[team][path] = say
}

// asked returns the calls since the last look.
func (w *world) asked() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	calls := w.calls
	w.calls = nil
	return calls
}

// get makes a call below the path of the group, and checks request and answer by the document.
func (w *world) get(t *testing.T, path string) checked.Answer {
	t.Helper()
	path, query, _ := strings.Cut(path, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	return w.Do(t, checked.Call{Method: http.MethodGet, Path: ours + path, Query: values})
}

// shows wants a success with a body.
func (w *world) shows(t *testing.T, path, want string) {
	t.Helper()
	a := w.get(t, path)
	require.Equal(t, 200, a.Status, "%s: %s", path, a.Body)
	require.JSONEq(t, want, string(a.Body), path)
}

// member returns a member of a success, by its name and the names around it.
func (w *world) member(t *testing.T, path string, names ...any) any {
	t.Helper()
	a := w.get(t, path)
	require.Equal(t, 200, a.Status, "%s: %s", path, a.Body)
	v := a.JSON(t)
	for _, name := range names {
		switch in := v.(type) {
		case map[string]any:
			v = in[name.(string)]
		case []any:
			v = in[name.(int)]
		}
	}
	return v
}

// refuses wants a refusal.
func (w *world) refuses(t *testing.T, path string, status int, code string) checked.Problem {
	t.Helper()
	a := w.get(t, path)
	require.Equal(t, status, a.Status, "%s: %s", path, a.Body)
	p := a.Problem(t)
	require.Equal(t, code, p.Code, path)
	return p
}

// shipment adds a confirmed shipment to both interfaces.
func (w *world) shipment(plan, ship, name, status, legacy string) {
	w.says(theirs+"/"+plan+"/shipments/"+ship, `{"shipmentId":"`+ship+`","shipmentConfirmationId":"`+name+`","status":"`+status+`"}`)
	w.answers(v0, func(q url.Values) answer {
		return answer{200, `{"payload":{"ShipmentData":[{"ShipmentId":"` + q.Get("ShipmentIdList") + `","ShipmentStatus":"` + legacy + `","DestinationFulfillmentCenterId":"PDX9"}]}}`}
	})
}

// planOf tells of a plan with shipments.
func (w *world) planOf(plan string, ships ...string) {
	list := make([]string, len(ships))
	for i, s := range ships {
		list[i] = `{"shipmentId":"` + s + `","status":"WORKING"}`
	}
	w.says(theirs+"/"+plan, `{"inboundPlanId":"`+plan+`","status":"ACTIVE","shipments":[`+strings.Join(list, ",")+`]}`)
}
