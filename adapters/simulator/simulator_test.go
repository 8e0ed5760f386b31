package simulator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var start = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// stopped makes a marketplace with a clock that only the test moves.
func stopped(t *testing.T, cfg simulator.Config) (*simulator.Marketplace, http.Handler) {
	t.Helper()
	cfg.Clock = simulator.NewClock(start, 0)
	m := simulator.New(cfg)
	return m, m.Handler()
}

func serve(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec
}

func form(values ...string) *http.Request {
	v := url.Values{"client_id": {simulator.ClientID}, "client_secret": {simulator.ClientSecret}}
	for i := 0; i < len(values); i += 2 {
		v.Set(values[i], values[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, "/auth/o2/token", strings.NewReader(v.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

func accessToken(t *testing.T, h http.Handler, refresh string) string {
	t.Helper()
	rec := serve(h, form("grant_type", "refresh_token", "refresh_token", refresh))
	require.Equal(t, 200, rec.Code, rec.Body)
	var answer struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		TokenType    string `json:"token_type"`
		ExpiresIn    int    `json:"expires_in"`
	}
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &answer))
	require.Equal(t, "bearer", answer.TokenType)
	require.Equal(t, 3600, answer.ExpiresIn)
	require.Equal(t, refresh, answer.RefreshToken)
	require.True(t, strings.HasPrefix(answer.AccessToken, "Atza|"))
	return answer.AccessToken
}

// restrictions makes a valid request; changes are query members to set, or to remove with "".
func restrictions(s simulator.Seller, token, asin string, changes ...string) *http.Request {
	q := url.Values{
		"asin": {asin}, "sellerId": {s.ID}, "marketplaceIds": {string(s.Marketplaces[0])}, "conditionType": {"new_new"},
	}
	for i := 0; i < len(changes); i += 2 {
		q.Del(changes[i])
		if changes[i+1] != "" {
			q.Set(changes[i], changes[i+1])
		}
	}
	r := httptest.NewRequest(http.MethodGet, "/"+string(s.Region)+"/listings/2021-08-01/restrictions?"+q.Encode(), nil)
	r.Header.Set("User-Agent", "test")
	r.Header.Set("x-amz-access-token", token)
	return r
}

func TestTokenEndpoint(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	full := m.Seller(marketplace.EU, simulator.Full)
	revoked := m.Seller(marketplace.EU, simulator.Revoked)
	code, used, old := m.Authorize(full), m.Authorize(full), m.Authorize(full)
	require.Equal(t, 200, serve(h, form("grant_type", "authorization_code", "code", used)).Code)
	for name, c := range map[string]struct {
		request *http.Request
		step    time.Duration
		status  int
		error   string
	}{
		"seller":         {request: form("grant_type", "refresh_token", "refresh_token", full.RefreshToken), status: 200},
		"scope":          {request: form("grant_type", "client_credentials", "scope", "sellingpartnerapi::notifications"), status: 200},
		"code":           {request: form("grant_type", "authorization_code", "code", code), status: 200},
		"code again":     {request: form("grant_type", "authorization_code", "code", used), status: 400, error: "invalid_grant"},
		"code too old":   {request: form("grant_type", "authorization_code", "code", old), step: 5 * time.Minute, status: 400, error: "invalid_grant"},
		"revoked":        {request: form("grant_type", "refresh_token", "refresh_token", revoked.RefreshToken), status: 400, error: "invalid_grant"},
		"unknown":        {request: form("grant_type", "refresh_token", "refresh_token", "Atzr|x"), status: 400, error: "invalid_grant"},
		"wrong secret":   {request: form("client_secret", "x", "grant_type", "refresh_token", "refresh_token", full.RefreshToken), status: 401, error: "invalid_client"},
		"wrong client":   {request: form("client_id", "x", "grant_type", "refresh_token"), status: 401, error: "invalid_client"},
		"unknown scope":  {request: form("grant_type", "client_credentials", "scope", "x"), status: 400, error: "invalid_scope"},
		"unknown grant":  {request: form("grant_type", "password"), status: 400, error: "unsupported_grant_type"},
		"malformed JSON": {request: jsonRequest(`{`), status: 400, error: "invalid_request"},
		"JSON": {
			request: jsonRequest(fmt.Sprintf(`{"grant_type":"refresh_token","refresh_token":%q,"client_id":%q,"client_secret":%q}`,
				full.RefreshToken, simulator.ClientID, simulator.ClientSecret)), status: 200,
		},
	} {
		m.Clock().Set(start.Add(c.step))
		rec := serve(h, c.request)
		require.Equal(t, c.status, rec.Code, name)
		require.NotEmpty(t, rec.Header().Get("X-Amzn-Requestid"))
		var answer struct {
			Error string `json:"error"`
		}
		require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &answer), name)
		require.Equal(t, c.error, answer.Error, name)
	}
}

func jsonRequest(body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/auth/o2/token", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

func TestWhoIsRefused(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	full, eu := m.Seller(marketplace.NA, simulator.Full), m.Seller(marketplace.EU, simulator.Full)
	noRole, other := m.Seller(marketplace.NA, simulator.NoRole), m.Seller(marketplace.NA, simulator.Empty)
	grantless := serve(h, form("grant_type", "client_credentials", "scope", "sellingpartnerapi::notifications"))
	var scope struct {
		AccessToken string `json:"access_token"`
	}
	require.NoError(t, json.Unmarshal(grantless.Body.Bytes(), &scope))
	token := accessToken(t, h, full.RefreshToken)
	anonymous := restrictions(full, token, "B0CASE0001")
	anonymous.Header.Del("User-Agent")
	foreign := eu
	foreign.Region = marketplace.NA
	for name, r := range map[string]*http.Request{
		"no token":      restrictions(full, "", "B0CASE0001"),
		"unknown token": restrictions(full, "Atza|x", "B0CASE0001"),
		"other region":  restrictions(foreign, accessToken(t, h, eu.RefreshToken), "B0CASE0001"),
		"other seller":  restrictions(other, token, "B0CASE0001"),
		"no role":       restrictions(noRole, accessToken(t, h, noRole.RefreshToken), "B0CASE0001"),
		"scope token":   restrictions(full, scope.AccessToken, "B0CASE0001", "sellerId", ""),
		"no user agent": anonymous,
	} {
		rec := serve(h, r)
		require.Equal(t, 403, rec.Code, name)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"Unauthorized"`, name)
		require.Empty(t, rec.Header().Get("X-Amzn-Ratelimit-Limit"), name)
		require.NotEmpty(t, rec.Header().Get("X-Amzn-Requestid"), name)
	}
	require.Equal(t, 200, serve(h, restrictions(full, token, "B0CASE0001")).Code)
	m.Clock().Step(time.Hour)
	require.Equal(t, 403, serve(h, restrictions(full, token, "B0CASE0001")).Code, "an hour later")
	token = accessToken(t, h, full.RefreshToken)
	m.Revoke(full.RefreshToken)
	require.Equal(t, 403, serve(h, restrictions(full, token, "B0CASE0001")).Code, "revoked")
	m.Restore(full.RefreshToken)
	require.Equal(t, 200, serve(h, restrictions(full, accessToken(t, h, full.RefreshToken), "B0CASE0001")).Code)
}

// A token reads and writes for its own seller alone, in every call that names a seller.
func TestATokenNamingAnotherSellerIsRefused(t *testing.T) {
	a := unlimitedCaller(t)
	other := a.m.Seller(marketplace.NA, simulator.Enormous)
	const shop = "marketplaceIds=ATVPDKIKX0DER"
	listings := "/listings/2021-08-01/items/" + other.ID
	patch := `{"productType":"PRODUCT","patches":[{"op":"delete","path":"/attributes/fulfillment_availability"}]}`
	for name, call := range map[string][3]string{
		"search of listings":       {"GET", listings + "?" + shop},
		"listing":                  {"GET", listings + "/A?" + shop},
		"put":                      {"PUT", listings + "/A?" + shop, `{"productType":"PRODUCT","attributes":{}}`},
		"patch":                    {"PATCH", listings + "/A?" + shop, patch},
		"delete":                   {"DELETE", listings + "/A?" + shop},
		"restrictions":             {"GET", "/listings/2021-08-01/restrictions?asin=B0CASE0001&" + shop + "&sellerId=" + other.ID},
		"restrictions, its second": {"GET", "/listings/2021-08-01/restrictions?asin=B0CASE0001&" + shop + "&sellerId=" + a.seller.ID + "&sellerId=" + other.ID},
		"restrictions, its first":  {"GET", "/listings/2021-08-01/restrictions?asin=B0CASE0001&" + shop + "&sellerId=" + other.ID + "&sellerId=" + a.seller.ID},
		"catalogue by SKU":         {"GET", "/catalog/2022-04-01/items?identifiersType=SKU&identifiers=A&" + shop + "&sellerId=" + other.ID},
	} {
		rec := a.send(call[0], call[1], call[2])
		require.Equal(t, 403, rec.Code, "%s: %s", name, rec.Body)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"Unauthorized"`, name)
		require.NotContains(t, rec.Body.String(), other.ID, name)
		own := a.send(call[0], strings.ReplaceAll(call[1], other.ID, a.seller.ID), call[2])
		require.NotEqual(t, 403, own.Code, "%s for the token's own seller: %s", name, own.Body)
	}
}

func TestParameters(t *testing.T) {
	m, h := stopped(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	s := m.Seller(marketplace.NA, simulator.Full)
	token := accessToken(t, h, s.RefreshToken)
	body := restrictions(s, token, "B0CASE0001")
	body.Body, body.ContentLength = io.NopCloser(strings.NewReader("{}")), 2
	for name, r := range map[string]*http.Request{
		"no asin":             restrictions(s, token, ""),
		"short asin":          restrictions(s, token, "B0"),
		"no seller":           restrictions(s, token, "B0CASE0001", "sellerId", ""),
		"no marketplace":      restrictions(s, token, "B0CASE0001", "marketplaceIds", ""),
		"unknown marketplace": restrictions(s, token, "B0CASE0001", "marketplaceIds", "X"),
		"foreign marketplace": restrictions(s, token, "B0CASE0001", "marketplaceIds", "ATVPDKIKX0DER,A1PA6795UKMFR9"),
		"unknown condition":   restrictions(s, token, "B0CASE0001", "conditionType", "new"),
		"body":                body,
	} {
		rec := serve(h, r)
		require.Equal(t, 400, rec.Code, name)
		require.True(t, strings.HasPrefix(rec.Body.String(), `[{"code":"InvalidInput"`), "%s: the operation's own shape: %s", name, rec.Body)
	}
	rec := serve(h, restrictions(s, token, "B0CASE0003", "marketplaceIds", "ATVPDKIKX0DER,A2EUQ1WTGCTBG2"))
	require.Equal(t, 2, strings.Count(rec.Body.String(), "NOT_ELIGIBLE"))
	require.Equal(t, 404, serve(h, httptest.NewRequest(http.MethodGet, "/na/listings/2021-08-01/other", nil)).Code)
	require.Equal(t, 404, serve(h, httptest.NewRequest(http.MethodPost, "/na/listings/2021-08-01/restrictions", nil)).Code)
	require.Equal(t, 404, serve(h, httptest.NewRequest(http.MethodGet, "/xx/listings/2021-08-01/restrictions", nil)).Code)
}

// Token before limit before parameters before state: a refused parameter costs
// a token of the bucket, a refused token and a 429 do not.
func TestOrderOfChecks(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	s := m.Seller(marketplace.NA, simulator.Full)
	token := accessToken(t, h, s.RefreshToken)
	for range 30 {
		require.Equal(t, 403, serve(h, restrictions(s, "Atza|x", "B0CASE0001")).Code)
	}
	for range 10 {
		require.Equal(t, 400, serve(h, restrictions(s, token, "B0")).Code)
	}
	for range 5 {
		rec := serve(h, restrictions(s, token, "B0"))
		require.Equal(t, 429, rec.Code)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"QuotaExceeded"`)
		require.Empty(t, rec.Header().Get("X-Amzn-Ratelimit-Limit"))
		require.Empty(t, rec.Header().Get("Retry-After"))
	}
	other := m.Seller(marketplace.NA, simulator.Empty)
	require.Equal(t, 200, serve(h, restrictions(other, accessToken(t, h, other.RefreshToken), "B0CASE0001")).Code, "another seller")
	m.Clock().Step(200 * time.Millisecond)
	require.Equal(t, 200, serve(h, restrictions(s, token, "B0CASE0001")).Code)
	require.Equal(t, 429, serve(h, restrictions(s, token, "B0CASE0001")).Code)
	require.Equal(t, simulator.Counter{Calls: 48, Statuses: map[int]int{403: 30, 400: 10, 429: 6, 200: 2}}, m.Counters()["getListingsRestrictions"])
}

func TestScaledLimits(t *testing.T) {
	m, h := stopped(t, simulator.Config{Limits: simulator.Limits{Scale: 10}})
	s := m.Seller(marketplace.NA, simulator.Full)
	token, ok := accessToken(t, h, s.RefreshToken), 0
	for range 200 {
		if serve(h, restrictions(s, token, "B0CASE0001")).Code == 200 {
			ok++
		}
	}
	require.Equal(t, 100, ok)
}

func TestTheRateIsToldInNineOfTenAnswers(t *testing.T) {
	m, h := stopped(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	s := m.Seller(marketplace.NA, simulator.Full)
	token, told := accessToken(t, h, s.RefreshToken), 0
	for range 1000 {
		rec := serve(h, restrictions(s, token, "B0CASE0001"))
		if rate := rec.Header().Get("X-Amzn-Ratelimit-Limit"); rate != "" {
			require.Equal(t, "5", rate)
			told++
		}
	}
	require.InDelta(t, 900, told, 40)
}

func TestSameSeedSameBytes(t *testing.T) {
	run := func(seed uint64) string {
		m, h := stopped(t, simulator.Config{Seed: seed})
		m.Inject(simulator.Fault{Mode: simulator.Error500, Share: 0.3})
		s := m.Seller(marketplace.FE, simulator.Full)
		var out bytes.Buffer
		token := accessToken(t, h, s.RefreshToken)
		for i := range 200 {
			rec := serve(h, restrictions(s, token, simulator.ASIN(i)))
			fmt.Fprintln(&out, rec.Code, rec.Header(), rec.Body)
			m.Clock().Step(150 * time.Millisecond)
		}
		return out.String()
	}
	require.Equal(t, run(1), run(1))
	require.NotEqual(t, run(1), run(2))
}

func TestIdentifiersAreReversible(t *testing.T) {
	m := simulator.New(simulator.Config{Products: 1_000_000})
	for _, i := range []int{0, 1, 35, 36, 9_999, 999_999} {
		asin := simulator.ASIN(i)
		require.Len(t, asin, 10)
		got, ok := m.Index(asin)
		require.True(t, ok)
		require.Equal(t, i, got)
	}
	require.Equal(t, "B0SIM000A1", simulator.ASIN(361))
	for _, asin := range []string{simulator.ASIN(1_000_000), "B0SIMzzzzz", "B0CASE0001", "", "B0SIM", "B0SIM0000-"} {
		_, ok := m.Index(asin)
		require.False(t, ok, asin)
	}
	_, ok := simulator.New(simulator.Config{}).Index(simulator.ASIN(10_000))
	require.False(t, ok)
}

func TestDistributionOfRestrictions(t *testing.T) {
	m, h := stopped(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	s := m.Seller(marketplace.NA, simulator.Full)
	token := accessToken(t, h, s.RefreshToken)
	kinds := map[string]int{}
	for i := range 10_000 {
		body := serve(h, restrictions(s, token, simulator.ASIN(i))).Body.String()
		approval, no := strings.Contains(body, "APPROVAL_REQUIRED"), strings.Contains(body, "NOT_ELIGIBLE")
		switch {
		case body == `{"restrictions":[]}`:
			kinds["none"]++
		case strings.Contains(body, "used_acceptable"):
			kinds["other conditions"]++
		case approval && no:
			kinds["both"]++
		case approval:
			kinds["approval"]++
		case no:
			kinds["not eligible"]++
		default:
			kinds["no code"]++
		}
	}
	for kind, want := range map[string]float64{
		"none": 8000, "approval": 1000, "not eligible": 700, "both": 100, "no code": 100, "other conditions": 100,
	} {
		require.InDelta(t, want, kinds[kind], 0.05*want+40, kind)
	}
}

func TestSellers(t *testing.T) {
	m := simulator.New(simulator.Config{})
	require.Len(t, m.Sellers(), 18)
	ids, tokens := map[string]bool{}, map[string]bool{}
	for _, s := range m.Sellers() {
		ids[s.ID], tokens[s.RefreshToken] = true, true
		require.Regexp(t, "^A[0-9A-F]{13}$", s.ID)
		require.True(t, simulator.IsCredential(s.RefreshToken))
		require.NotEmpty(t, s.Marketplaces)
		require.Equal(t, s, m.Seller(s.Region, s.Kind))
	}
	require.Len(t, ids, 18)
	require.Len(t, tokens, 18)
	for region, home := range map[marketplace.Region]marketplace.ID{
		marketplace.NA: "ATVPDKIKX0DER", marketplace.EU: "A1PA6795UKMFR9", marketplace.FE: "A1VC38T7YXB528",
	} {
		require.Equal(t, []marketplace.ID{home}, m.Seller(region, simulator.Local).Marketplaces)
		require.Greater(t, len(m.Seller(region, simulator.Full).Marketplaces), 1)
	}
	require.True(t, simulator.IsCredential(simulator.ClientID))
	require.False(t, simulator.IsCredential("Atzr|IwEBIJ"))
	require.False(t, simulator.IsCredential("amzn1.application-oa2-client.0123"))
}

func TestCasesAreDistinct(t *testing.T) {
	m, seen := simulator.New(simulator.Config{}), map[string]bool{}
	for _, c := range simulator.Cases() {
		require.False(t, seen[c.ASIN], c.ASIN)
		seen[c.ASIN] = true
		require.Len(t, c.ASIN, 10)
		require.NotEmpty(t, c.Does)
		_, inCatalogue := m.Index(c.ASIN)
		require.False(t, inCatalogue)
	}
}

func TestFaultsHitTheCallsTheyName(t *testing.T) {
	m, h := stopped(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	s, other := m.Seller(marketplace.NA, simulator.Full), m.Seller(marketplace.NA, simulator.Empty)
	token, otherToken := accessToken(t, h, s.RefreshToken), accessToken(t, h, other.RefreshToken)
	codes := func(n int) (list []int) {
		for range n {
			list = append(list, serve(h, restrictions(s, token, "B0CASE0001")).Code)
		}
		return list
	}
	m.Inject(simulator.Fault{Mode: simulator.Error500, Nth: 2})
	require.Equal(t, []int{200, 500, 200}, codes(3))
	m.Heal()
	m.Inject(simulator.Fault{Mode: simulator.Error503, Times: 2})
	require.Equal(t, []int{503, 503, 200}, codes(3))
	m.Heal()
	m.Inject(simulator.Fault{Mode: simulator.HTML, Seller: other.ID})
	require.Equal(t, []int{200}, codes(1))
	require.Equal(t, 502, serve(h, restrictions(other, otherToken, "B0CASE0001")).Code)
	m.Heal()
	m.Inject(simulator.Fault{Mode: simulator.Throttle, Operation: "getListingsRestrictions"})
	require.Equal(t, []int{429}, codes(1))
	require.Equal(t, 200, serve(h, form("grant_type", "refresh_token", "refresh_token", s.RefreshToken)).Code)
	m.Heal()
	m.Inject(simulator.Fault{Mode: simulator.ShortLived, Operation: "token", Seconds: 60})
	token = accessToken(t, h, s.RefreshToken)
	m.Clock().Step(time.Minute)
	require.Equal(t, []int{403}, codes(1))
	m.Reset()
	require.Empty(t, m.Faults())
}
