package identity_test

import (
	"crypto/rand"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/account"
	"sellingassistant/adapters/amazon/spapi"
	amazonbridge "sellingassistant/adapters/bridge/amazon"
	web "sellingassistant/adapters/http/connection"
	"sellingassistant/adapters/http/httpx"
	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/persistence/db"
	idempotencystore "sellingassistant/adapters/persistence/idempotency"
	"sellingassistant/adapters/ratelimit"
	connectionapp "sellingassistant/app/connection"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/test/stores"
)

// upstream fakes Amazon: its token endpoint and an operation.
type upstream struct {
	mu       sync.Mutex
	exchange string // "status body", answers a code
	accounts string // "status body", answers participations
	listings string // "status body", answers a search in a seller's listings
	renewal  string // "status body", answers a refresh token
	searched []string
	codes    []url.Values
	tokens   []string // refresh tokens used
}

const (
	goodExchange = `200 {"access_token":"Atza|first","refresh_token":"Atzr|granted","token_type":"bearer","expires_in":3600}`
	goodAccounts = `200 {"payload":[
		{"marketplace":{"id":"ATVPDKIKX0DER","countryCode":"US"},"participation":{"isParticipating":true}},
		{"marketplace":{"id":"A2EUQ1WTGCTBG2"},"participation":{"isParticipating":true,"hasSuspendedListings":false}},
		{"marketplace":{"id":"A1AM78C64UM0Y8"},"participation":{"isParticipating":false}},
		{"marketplace":{"id":"AZ4B0ZS3LGLX"},"participation":{"isParticipating":true},"storeName":"pseudo"}]}`
	goodRenewal  = `200 {"access_token":"Atza|later","expires_in":3600}`
	goodListings = `200 {"numberOfResults":0,"items":[]}`
)

func (u *upstream) RoundTrip(r *http.Request) (*http.Response, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	answer := u.accounts
	if seller, ok := strings.CutPrefix(r.URL.Path, "/listings/2021-08-01/items/"); ok {
		u.searched = append(u.searched, seller+" "+r.URL.RawQuery)
		answer = u.listings
	}
	if r.URL.Host == "lwa.example" {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		form, err := url.ParseQuery(string(body))
		if err != nil {
			return nil, err
		}
		answer = u.renewal
		if form.Get("grant_type") == "authorization_code" {
			u.codes = append(u.codes, form)
			answer = u.exchange
		} else {
			u.tokens = append(u.tokens, form.Get("refresh_token"))
		}
	}
	var status int
	if _, err := fmt.Sscanf(answer, "%d", &status); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(answer[4:])), Request: r}, nil
}

// shop serves the two pages with everything that a call passes, over a fake Amazon.
type shop struct {
	*world
	upstream *upstream
	probes   *connectionapp.Probes
	handler  http.Handler
	own      id.Team
	secret   string
}

func openShop(t *testing.T, s *db.Store, consent account.Consent, baseURL string) *shop {
	t.Helper()
	w := open(t, s)
	up := &upstream{exchange: goodExchange, accounts: goodAccounts, listings: goodListings, renewal: goodRenewal}
	client, err := spapi.New(spapi.Config{
		TokenURL: "https://lwa.example/token", ClientID: "client", ClientSecrets: []secret.Text{secret.New("hush")}, Transport: up,
		Endpoints: map[marketplace.Region]string{"na": "https://na.example", "eu": "https://eu.example", "fe": "https://fe.example"},
	}, amazonbridge.NewCredentials(w.connections), spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	grants, err := account.NewGrants(client, consent)
	require.NoError(t, err)
	probes := connectionapp.NewProbes(w.connections, account.NewAccounts(client))
	consents := connectionapp.NewConsents(connectionstore.NewConsents(s), grants, probes, w.clock, rand.Reader)
	server := httpx.New(httpx.Config{CursorKey: []byte("key"), BaseURL: func(*http.Request) string { return baseURL }}, zap.NewNop(),
		w.auth, ratelimit.NewMemory(w.clock.Now), idempotencystore.New(s), s, w.clock, s.Ping, nil)
	web.Pages(server.Engine(), server, consents)
	team := w.team(t, 1)
	user := w.user(t, team, "ann@example.com")
	return &shop{world: w, upstream: up, probes: probes, handler: server.Handler(), own: team, secret: w.key(t, team, user).Secret.Reveal()}
}

const home = "https://sa.example"

var published = account.Consent{ApplicationID: "amzn1.sp.solution.one"}

// page has an answer to a browser.
type page struct {
	status  int
	header  http.Header
	body    string
	cookies []*http.Cookie
}

func (s *shop) get(path string, cookies ...*http.Cookie) page {
	req := httptest.NewRequest(http.MethodGet, path, nil)
	for _, c := range cookies {
		req.AddCookie(c)
	}
	out := httptest.NewRecorder()
	s.handler.ServeHTTP(out, req)
	set := http.Response{Header: out.Header()}
	return page{out.Code, out.Header(), out.Body.String(), set.Cookies()}
}

// begin starts a consent and returns its state and cookie.
func (s *shop) begin(t *testing.T, more string) (state string, cookie *http.Cookie) {
	t.Helper()
	res := s.get("/connect/amazon?api_key=" + s.secret + more)
	require.Equal(t, http.StatusFound, res.status)
	to, err := url.Parse(res.header.Get("Location"))
	require.NoError(t, err)
	require.Len(t, res.cookies, 1)
	return to.Query().Get("state"), res.cookies[0]
}

func returning(state, sellerID, code string) string {
	return "/connect/amazon/return?" + url.Values{
		"state": {state}, "selling_partner_id": {sellerID}, "spapi_oauth_code": {code}, "mws_auth_token": {"old"},
	}.Encode()
}

// requirePage checks a page and returns its text.
func requirePage(t *testing.T, status int, res page) string {
	t.Helper()
	text := html.UnescapeString(res.body)
	require.Equal(t, status, res.status, text)
	require.Equal(t, "text/html; charset=utf-8", res.header.Get("Content-Type"))
	policy := res.header.Get("Content-Security-Policy")
	require.Contains(t, policy, "default-src 'none'; style-src 'sha256-")
	require.NotContains(t, policy, "script")
	require.NotContains(t, policy, "unsafe")
	require.Equal(t, "no-referrer", res.header.Get("Referrer-Policy"))
	require.Equal(t, "private, no-store", res.header.Get("Cache-Control"))
	for _, never := range []string{"<script", "Atz", "sak_", "hush", "ANcode"} {
		require.NotContains(t, text, never)
	}
	return text
}

func TestConnectInTheBrowser(t *testing.T) {
	stores.Each(t, func(t *testing.T, store *db.Store) {
		s := openShop(t, store, published, home)
		res := s.get("/connect/amazon?region=na&api_key=" + s.secret)
		require.Equal(t, http.StatusFound, res.status)
		to, err := url.Parse(res.header.Get("Location"))
		require.NoError(t, err)
		require.Equal(t, "https://sellercentral.amazon.com/apps/authorize/consent", to.Scheme+"://"+to.Host+to.Path)
		state := to.Query().Get("state")
		require.Len(t, state, 43)
		require.Equal(t, url.Values{
			"application_id": {"amzn1.sp.solution.one"}, "state": {state}, "redirect_uri": {home + "/connect/amazon/return"},
		}, to.Query())
		require.NotContains(t, to.String(), "sak_")
		cookie := res.cookies[0]
		require.True(t, cookie.HttpOnly && cookie.Secure)
		require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
		require.Equal(t, "/connect/amazon", cookie.Path)
		require.Equal(t, 600, cookie.MaxAge)
		require.NotContains(t, cookie.Name+cookie.Value, state)
		dump := string(dumpOf(t, store))
		require.NotContains(t, dump, state)
		require.NotContains(t, dump, cookie.Value)

		s.clock.advance(10*time.Minute - time.Microsecond)
		res = s.get(returning(state, "a1newseller", "ANcode"), cookie)
		text := requirePage(t, 200, res)
		require.Contains(t, text, "The seller account is connected")
		require.Contains(t, text, "Seller account …LLER, region NA.")
		require.Contains(t, text, "It sells on amazon.com, amazon.ca.")
		require.NotContains(t, text, "A1NEWSELLER")
		require.Negative(t, res.cookies[0].MaxAge, "the cookie is spent")
		require.Equal(t, []url.Values{{
			"grant_type": {"authorization_code"}, "code": {"ANcode"}, "redirect_uri": {home + "/connect/amazon/return"},
			"client_id": {"client"}, "client_secret": {"hush"},
		}}, s.upstream.codes)
		require.Equal(t, []string{"Atzr|granted"}, s.upstream.tokens)
		require.Equal(t, []string{"A1NEWSELLER marketplaceIds=ATVPDKIKX0DER&pageSize=1"}, s.upstream.searched)

		all, err := s.connections.List(t.Context(), caller.Caller{Team: s.own})
		require.NoError(t, err)
		require.Len(t, all, 1)
		snap := all[0].Snapshot()
		require.Equal(t, "A1NEWSELLER", snap.SellerID)
		require.Equal(t, connection.Active, snap.Status)
		require.Equal(t, []marketplace.ID{us, "A2EUQ1WTGCTBG2"}, snap.Marketplaces)
		require.Equal(t, s.clock.Now(), *snap.ProbedAt)
		require.Equal(t, s.clock.Now(), *snap.ProvenAt)
		require.Equal(t, int64(1), snap.Version)
		require.Equal(t, []id.Connection{snap.ID}, s.followers.told)
		token, err := s.connections.RefreshToken(t.Context(), s.own, snap.ID)
		require.NoError(t, err)
		require.Equal(t, "Atzr|granted", token.Reveal())
		require.Equal(t, 1, s.count(t, "audit_log", fmt.Sprintf(
			"team_id = %d AND record_type = 'connection' AND verb = 'added' AND user_id IS NOT NULL AND key_id IS NOT NULL AND source = 'api'", s.own)))
		require.Equal(t, 0, s.count(t, "connection_consents", "1=1"))

		text = requirePage(t, 403, s.get(returning(state, "A1NEWSELLER", "ANcode"), cookie))
		require.Contains(t, text, "was used before")
		require.Len(t, s.upstream.codes, 1)
	})
}

func TestConnectAgain(t *testing.T) {
	stores.Each(t, func(t *testing.T, store *db.Store) {
		s := openShop(t, store, published, home)
		who := caller.Caller{Team: s.own}
		there, err := s.connections.Add(t.Context(), who, wish("A1SELLER", "Atzr|old"))
		require.NoError(t, err)
		require.NoError(t, s.connections.MarkNeedsAttention(t.Context(), who, there.ID(), "invalid_grant"))
		s.clock.advance(time.Hour)
		state, cookie := s.begin(t, "")
		require.Contains(t, requirePage(t, 200, s.get(returning(state, "A1SELLER", "ANcode"), cookie)), "connected again")

		all, err := s.connections.List(t.Context(), who)
		require.NoError(t, err)
		require.Len(t, all, 1)
		snap := all[0].Snapshot()
		require.Equal(t, there.ID(), snap.ID)
		require.Equal(t, connection.Active, snap.Status)
		require.Nil(t, snap.LastErrorCode)
		require.Equal(t, s.clock.Now(), snap.ConnectedAt)
		token, err := s.connections.RefreshToken(t.Context(), s.own, snap.ID)
		require.NoError(t, err)
		require.Equal(t, "Atzr|granted", token.Reveal())
		require.Equal(t, 1, s.audited(t, s.own, "connection", int64(snap.ID), "renewed"))
		require.Equal(t, []id.Connection{snap.ID, snap.ID}, s.followers.told, "added and renewed")
		require.Equal(t, s.clock.Now(), *snap.ProvenAt)
	})
}

func TestAReturnThatIsRefusedConnectsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(s *shop, q url.Values, cookies *[]*http.Cookie)
		exchange string
		status   int
		words    string
		asked    int // codes shown to Amazon
	}{
		"no cookie": {func(_ *shop, _ url.Values, c *[]*http.Cookie) { *c = nil }, "", 403, "begun in this browser", 0},
		"another browser": {func(_ *shop, _ url.Values, c *[]*http.Cookie) {
			(*c)[0].Value = strings.Repeat("A", 43)
		}, "", 403, "begun in this browser", 0},
		"late":             {func(s *shop, _ url.Values, _ *[]*http.Cookie) { s.clock.advance(10 * time.Minute) }, "", 403, "10 minutes", 0},
		"no state":         {func(_ *shop, q url.Values, _ *[]*http.Cookie) { q.Del("state") }, "", 403, "Begin again", 0},
		"made up state":    {func(_ *shop, q url.Values, _ *[]*http.Cookie) { q.Set("state", "x") }, "", 403, "Begin again", 0},
		"two states":       {func(_ *shop, q url.Values, _ *[]*http.Cookie) { q.Add("state", "x") }, "", 400, "more than once", 0},
		"not granted":      {func(_ *shop, q url.Values, _ *[]*http.Cookie) { q.Del("spapi_oauth_code") }, "", 400, "not granted", 0},
		"endless code":     {func(_ *shop, q url.Values, _ *[]*http.Cookie) { q.Set("spapi_oauth_code", strings.Repeat("a", 513)) }, "", 400, "spapi_oauth_code", 0},
		"no seller":        {func(_ *shop, q url.Values, _ *[]*http.Cookie) { q.Del("selling_partner_id") }, "", 400, "seller_id", 0},
		"odd seller":       {func(_ *shop, q url.Values, _ *[]*http.Cookie) { q.Set("selling_partner_id", "<script>") }, "", 400, "seller_id", 0},
		"old code":         {nil, `400 {"error":"invalid_grant","error_description":"Atzr|x"}`, 400, "older than 5 minutes", 1},
		"our secret":       {nil, `401 {"error":"invalid_client"}`, 503, "not available", 1},
		"Amazon is away":   {nil, `500 <html>`, 503, "not available", 3},
		"no refresh token": {nil, `200 {"access_token":"Atza|a","expires_in":3600}`, 503, "not available", 3},
		"junk":             {nil, `200 {`, 503, "not available", 3},
		"another account's grant": {func(s *shop, _ url.Values, _ *[]*http.Cookie) {
			s.upstream.listings = `403 {"errors":[{"code":"Unauthorized","message":"Access to requested resource is denied."}]}`
		}, "", 403, "the authorization is another account's", 1},
		"an id of no seller": {func(s *shop, _ url.Values, _ *[]*http.Cookie) {
			s.upstream.listings = `400 {"errors":[{"code":"InvalidInput","message":"Invalid sellerId."}]}`
		}, "", 403, "the authorization is another account's", 1},
		"no proof": {func(s *shop, _ url.Values, _ *[]*http.Cookie) { s.upstream.listings = `503 {}` }, "", 503, "not available", 1},
		"a grant that was taken back": {func(s *shop, _ url.Values, _ *[]*http.Cookie) {
			s.upstream.renewal = `400 {"error":"invalid_grant"}`
		}, "", 403, "connect it again", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openShop(t, stores.Memory(t), published, home)
			if c.exchange != "" {
				s.upstream.exchange = c.exchange
			}
			state, cookie := s.begin(t, "")
			q := url.Values{"state": {state}, "selling_partner_id": {"A1SELLER"}, "spapi_oauth_code": {"ANcode"}}
			cookies := []*http.Cookie{cookie}
			if c.change != nil {
				c.change(s, q, &cookies)
			}
			require.Contains(t, requirePage(t, c.status, s.get("/connect/amazon/return?"+q.Encode(), cookies...)), c.words)
			require.Len(t, s.upstream.codes, c.asked)
			require.Equal(t, 0, s.count(t, "connections", "1=1"))
			require.Equal(t, 0, s.count(t, "audit_log", "record_type = 'connection'"))
		})
	}
}

func TestAnAccountThatDoesNotAnswerIsConnectedAllTheSame(t *testing.T) {
	s := openShop(t, stores.Memory(t), published, home)
	s.upstream.accounts = `400 {"errors":[{"code":"InvalidInput","message":"No."}]}`
	state, cookie := s.begin(t, "&domain=amazon.de")
	text := requirePage(t, 200, s.get(returning(state, "A1SELLER", "ANcode"), cookie))
	require.Contains(t, text, "Amazon did not say yet")
	all, err := s.connections.List(t.Context(), caller.Caller{Team: s.own})
	require.NoError(t, err)
	snap := all[0].Snapshot()
	require.Equal(t, marketplace.EU, snap.Region)
	require.Len(t, snap.Marketplaces, 16)
	require.Nil(t, snap.ProbedAt)
	require.NotNil(t, snap.ProvenAt)
	require.Equal(t, connection.Active, snap.Status)
}

func TestOneReturnOfManyGetsThrough(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, store *db.Store) {
		s := openShop(t, store, published, home)
		state, cookie := s.begin(t, "")
		var mu sync.Mutex
		statuses := map[int]int{}
		_ = race(func(int) error {
			res := s.get(returning(state, "A1SELLER", "ANcode"), cookie)
			mu.Lock()
			defer mu.Unlock()
			statuses[res.status]++
			return nil
		})
		require.Equal(t, map[int]int{200: 1, 403: workers - 1}, statuses)

		// Different consents of one account end in one connection.
		states, cookies := make([]string, workers), make([]*http.Cookie, workers)
		for i := range workers {
			states[i], cookies[i] = s.begin(t, "")
		}
		_ = race(func(i int) error {
			res := s.get(returning(states[i], "A2SELLER", "ANcode"), cookies[i])
			if res.status != http.StatusOK {
				t.Errorf("status %d", res.status)
			}
			return nil
		})
		require.Equal(t, 1, s.count(t, "connections", "seller_id = 'A2SELLER'"))
	})
}

func TestWhereAConsentBegins(t *testing.T) {
	s := openShop(t, stores.Memory(t), account.Consent{ApplicationID: "app", Beta: true}, "http://127.0.0.1:8080")
	for query, host := range map[string]string{
		"":                                       "sellercentral.amazon.com",
		"&region=eu":                             "sellercentral-europe.amazon.com",
		"&region=fe":                             "sellercentral.amazon.co.jp",
		"&domain=www.Amazon.SE":                  "sellercentral.amazon.se",
		"&marketplaceId=A1RKKUPIHCS9HS":          "sellercentral-europe.amazon.com",
		"&region=eu&marketplaceId=AMEN7PMS3EDWL": "sellercentral.amazon.com.be",
	} {
		res := s.get("/connect/amazon?api_key=" + s.secret + query)
		require.Equal(t, 302, res.status, query)
		to, err := url.Parse(res.header.Get("Location"))
		require.NoError(t, err)
		require.Equal(t, host, to.Host, query)
		require.Equal(t, "beta", to.Query().Get("version"))
		require.False(t, res.cookies[0].Secure, "a browser drops a secure cookie that comes without TLS")
	}
	for query, status := range map[string]int{
		"&region=us": 400, "&region=na&domain=amazon.de": 400, "&domain=example.com": 400, "&marketplaceId=X": 400,
		"&region=na&region=na": 400, "&redirect_uri=https://evil.example": 400,
	} {
		requirePage(t, status, s.get("/connect/amazon?api_key="+s.secret+query))
	}
	requirePage(t, 403, s.get("/connect/amazon"))
	requirePage(t, 403, s.get("/connect/amazon?api_key=sak_wrong"))
	reader, err := s.keys.Create(t.Context(), caller.Caller{Team: s.own}, app.CreateKey{
		User: s.user(t, s.own, "bob@example.com"), Name: "reader", Scopes: []caller.Scope{caller.Read},
	})
	require.NoError(t, err)
	requirePage(t, 403, s.get("/connect/amazon?api_key="+reader.Secret.Reveal()))
	unset := openShop(t, stores.Memory(t), account.Consent{}, home)
	requirePage(t, 503, unset.get("/connect/amazon?api_key="+unset.secret))
	require.Equal(t, 0, unset.count(t, "connection_consents", "1=1"))
}

func TestReturnsAreCountedByAddress(t *testing.T) {
	s := openShop(t, stores.Memory(t), published, home)
	for range 60 {
		requirePage(t, 403, s.get("/connect/amazon/return?state=x"))
	}
	res := s.get("/connect/amazon/return?state=x")
	requirePage(t, 429, res)
	require.NotEmpty(t, res.header.Get("Retry-After"))
}

func TestProbe(t *testing.T) {
	stores.Each(t, func(t *testing.T, store *db.Store) {
		s := openShop(t, store, published, home)
		ctx, who := t.Context(), caller.Caller{Team: s.own}
		c, err := s.connections.Add(ctx, who, wish("A1SELLER", "Atzr|one"))
		require.NoError(t, err)
		s.upstream.accounts = `200 {"payload":[{"marketplace":{"id":"A2EUQ1WTGCTBG2"}},{"marketplace":{"id":"A1PA6795UKMFR9"}}]}`
		probed, err := s.probes.Probe(ctx, who, c.ID(), false)
		require.NoError(t, err)
		require.Equal(t, []marketplace.ID{"A2EUQ1WTGCTBG2"}, probed.Snapshot().Marketplaces, "those of other regions are not this account's")
		require.Equal(t, 1, s.audited(t, s.own, "connection", int64(c.ID()), "probed"))
		require.Equal(t, []string{"A1SELLER marketplaceIds=A2EUQ1WTGCTBG2&pageSize=1"}, s.upstream.searched)
		require.Equal(t, s.clock.Now(), *probed.Snapshot().ProvenAt)

		s.upstream.accounts = goodAccounts
		s.clock.advance(24*time.Hour - time.Second)
		probed, err = s.probes.Probe(ctx, who, c.ID(), false)
		require.NoError(t, err)
		require.Len(t, probed.Snapshot().Marketplaces, 1, "known for a day")
		probed, err = s.probes.Probe(ctx, who, c.ID(), true)
		require.NoError(t, err)
		require.Len(t, probed.Snapshot().Marketplaces, 2)

		s.upstream.accounts = `200 {"payload":[{"marketplace":{"id":"AZ4B0ZS3LGLX"}}]}`
		_, err = s.probes.Probe(ctx, who, c.ID(), true)
		requireFault(t, err, fault.Rule, fault.CodeMarketplaceUnconnected)
		listed, err := s.connections.List(ctx, who)
		require.NoError(t, err)
		require.Equal(t, []connection.Connection{probed}, listed)

		s.upstream.accounts = `403 {"errors":[{"code":"Unauthorized","message":"No."}]}`
		s.upstream.renewal = `400 {"error":"invalid_grant"}`
		s.clock.advance(time.Minute)
		_, err = s.probes.Probe(ctx, who, c.ID(), true)
		requireFault(t, err, fault.Forbidden, fault.CodeIntegrationNeedsAttention)
		listed, err = s.connections.List(ctx, who)
		require.NoError(t, err)
		require.Equal(t, connection.NeedsAttention, listed[0].Snapshot().Status)
		s.upstream.accounts, s.upstream.renewal = goodAccounts, goodRenewal
		probed, err = s.probes.Probe(ctx, who, c.ID(), true)
		require.NoError(t, err)
		require.Equal(t, connection.Active, probed.Snapshot().Status, "an account that answers works")

		_, err = s.probes.Probe(ctx, caller.Caller{Team: s.team(t, 1)}, c.ID(), true)
		requireFault(t, err, fault.NotFound, fault.CodeNotFound)
	})
}

func TestAnUnprovenConnectionIsProvenByAProbe(t *testing.T) {
	stores.Each(t, func(t *testing.T, store *db.Store) {
		s := openShop(t, store, published, home)
		ctx, who := t.Context(), caller.Caller{Team: s.own}
		c, err := s.connections.Add(ctx, who, wish("A1SELLER", "Atzr|one"))
		require.NoError(t, err)
		notified := func() []id.Team {
			var teams []id.Team
			all, err := s.sellers.OfSeller(ctx, "A1SELLER")
			require.NoError(t, err)
			for _, a := range all {
				teams = append(teams, a.Team)
			}
			return teams
		}
		require.Empty(t, notified(), "a claimed seller id gets no notices")

		s.upstream.listings = `403 {"errors":[{"code":"Unauthorized","message":"No."}]}`
		_, err = s.probes.Probe(ctx, who, c.ID(), false)
		requireFault(t, err, fault.Forbidden, fault.CodeLinkInvalid)
		listed, err := s.connections.List(ctx, who)
		require.NoError(t, err)
		require.Equal(t, []connection.Connection{c}, listed, "nothing of a refused probe is stored")

		s.upstream.listings = goodListings
		_, err = s.probes.Probe(ctx, who, c.ID(), false)
		require.NoError(t, err)
		require.Equal(t, []id.Team{s.own}, notified())
		require.Equal(t, 1, s.count(t, "audit_log", `verb = 'probed' AND CAST(changes AS TEXT) LIKE '%proven%true%'`))
		require.NoError(t, s.connections.MarkNeedsAttention(ctx, who, c.ID(), "invalid_grant"))
		require.Empty(t, notified(), "nor does a connection that does not work")
	})
}

func TestASecondTeamIsToldToTheFirst(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, store *db.Store) {
		s := openShop(t, store, published, home)
		ctx := t.Context()
		connect := func(team id.Team, region marketplace.Region) connection.Connection {
			made, err := s.probes.Connect(ctx, caller.Caller{Team: team, Address: "198.51.100.7"}, region, "A1SELLER", secret.New("Atzr|x"), true)
			require.NoError(t, err)
			return made.Connection
		}
		shared := func(c connection.Connection) []id.Connection {
			all, err := s.connections.Shared(ctx, []connection.Connection{c})
			require.NoError(t, err)
			return all
		}
		first, second, claiming := s.team(t, 1), s.team(t, 1), s.team(t, 1)
		claimed, err := s.connections.Add(ctx, caller.Caller{Team: claiming}, wish("A1SELLER", "Atzr|x"))
		require.NoError(t, err)
		own := connect(first, "na")
		s.upstream.accounts = `200 {"payload":[{"marketplace":{"id":"A1PA6795UKMFR9"}}]}`
		connect(second, "eu")
		require.Empty(t, s.followers.shared, "neither a claim nor another region is the same account")
		require.Empty(t, shared(own))

		s.upstream.accounts = goodAccounts
		other := connect(second, "na")
		require.Equal(t, []id.Connection{own.ID()}, s.followers.shared)
		require.Equal(t, 1, s.audited(t, first, "connection", int64(own.ID()), "shared"))
		require.Equal(t, 1, s.count(t, "audit_log", "verb = 'shared' AND address = '' AND user_id IS NULL AND source = 'job'"),
			"the line tells nothing of the other team")
		require.Equal(t, []id.Connection{own.ID()}, shared(own))
		require.Equal(t, []id.Connection{other.ID()}, shared(other))
		require.Empty(t, shared(claimed))
		connect(second, "na")
		require.Len(t, s.followers.shared, 1, "a renewed grant is no news")
		_, err = s.probes.Probe(ctx, caller.Caller{Team: claiming}, claimed.ID(), false)
		require.NoError(t, err)
		require.Equal(t, []id.Connection{own.ID(), own.ID(), other.ID()}, s.followers.shared)

		// Of teams that prove at once, each except the first notifies the teams before it.
		s.followers.shared = nil
		teams := make([]id.Team, workers)
		for i := range teams {
			teams[i] = s.team(t, 1)
		}
		for _, err := range race(func(i int) error {
			_, err := s.probes.Connect(ctx, caller.Caller{Team: teams[i]}, "na", "A2SELLER", secret.New("Atzr|x"), false)
			return err
		}) {
			require.NoError(t, err)
		}
		require.Len(t, s.followers.shared, workers*(workers-1)/2)
	})
}
