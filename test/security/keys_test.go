package security_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/pgtest"
)

// bad makes invalid keys out of a good key.
func bad(good string) map[string]string {
	swapped := good[:len(good)-1] + map[bool]string{true: "b", false: "a"}[good[len(good)-1] == 'a']
	return map[string]string{
		"empty":                "",
		"10 kB":                "sak_" + strings.Repeat("a", 10_000),
		"NUL":                  good[:20] + "\x00" + good[21:],
		"unicode":              "sak_" + strings.Repeat("é", 36),
		"wrong check sum":      swapped,
		"too short":            good[:len(good)-1],
		"too long":             good + "a",
		"another prefix":       "sbk_" + good[4:],
		"prefix only":          "sak_",
		"blanks around":        " " + good + " ",
		"another letter case":  strings.ToUpper(good),
		"a line break":         good + "\r\nX-Other: 1",
		"SQL":                  "' OR '1'='1",
		"right form, unknown":  "sak_000000000000000000000000000000" + "4fVOLZ",
		"two keys, one header": good + ", " + good,
	}
}

func with(method, path string, change func(r *http.Request)) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	change(r)
	return r
}

func (m *team) send(r *http.Request) checked.Answer {
	out := httptest.NewRecorder()
	m.service.Handler.ServeHTTP(out, r)
	return checked.Answer{Status: out.Code, Header: out.Result().Header, Body: out.Body.Bytes()}
}

// requireDenied requires the same answer to every bad key.
func requireDenied(t *testing.T, m *team, what string, r *http.Request) {
	t.Helper()
	want := "The API key is not valid. Send your key in the X-Api-Key header."
	if len(r.Header["X-Api-Key"]) == 0 && !strings.Contains(r.URL.RawQuery, "api_key") {
		want = "Send your key in the X-Api-Key header."
	}
	a := m.send(r)
	require.Equal(t, http.StatusForbidden, a.Status, "%s: %s", what, a.Body)
	p := a.Problem(t)
	require.Equal(t, "access_denied", p.Code, what)
	require.Equal(t, want, p.Message, what)
	// Keeps below thirty failures a minute from the same address.
	m.service.Clock.Add(3 * time.Second)
}

// requireTwoKeys requires that a call with two different keys is refused without checking either.
func requireTwoKeys(t *testing.T, m *team, what string, r *http.Request) {
	t.Helper()
	a := m.send(r)
	require.Equal(t, http.StatusBadRequest, a.Status, "%s: %s", what, a.Body)
	p := a.Problem(t)
	require.Equal(t, "conflicting_parameters", p.Code, what)
	require.Equal(t, "Two different keys were sent. Send one.", p.Message, what)
	// Keeps below thirty failures a minute from the same address.
	m.service.Clock.Add(3 * time.Second)
}

func TestBadKeys(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		const path = "/api/v1/users/me"
		header := func(keys ...string) func(*http.Request) {
			return func(r *http.Request) { r.Header["X-Api-Key"] = keys }
		}
		query := func(keys ...string) func(*http.Request) {
			return func(r *http.Request) { r.URL.RawQuery = url.Values{"api_key": keys}.Encode() }
		}
		for what, key := range bad(m.Key) {
			requireDenied(t, m, what+" in the header", with("GET", path, header(key)))
			requireDenied(t, m, what+" twice in the header", with("GET", path, header(key, key)))
			if len(key) < 8000 {
				requireDenied(t, m, what+" in the query", with("GET", path, query(key)))
				requireTwoKeys(t, m, what+" beside a good key", with("GET", path, func(r *http.Request) { header(key)(r); query(m.Key)(r) }))
				requireTwoKeys(t, m, what+" beside a good key, the other way", with("GET", path, func(r *http.Request) { header(m.Key)(r); query(key)(r) }))
			}
		}
		_, other := m.NewKey(t, m.User, nil, caller.Read)
		requireDenied(t, m, "none", httptest.NewRequest(http.MethodGet, path, nil))
		requireTwoKeys(t, m, "two good keys that differ", with("GET", path, func(r *http.Request) { header(m.Key)(r); query(other)(r) }))
		requireTwoKeys(t, m, "two headers that differ", with("GET", path, header(m.Key, other)))
		amazons := func(keys ...string) func(*http.Request) {
			return func(r *http.Request) { r.Header["X-Amz-Access-Token"] = keys }
		}
		a := m.send(with("GET", path, amazons(other, m.Key)))
		require.Equal(t, http.StatusBadRequest, a.Status)
		require.Contains(t, string(a.Body), `{"errors":[{"code":"InvalidInput","message":"Two different keys were sent. Send one."`)
		for _, keys := range [][]string{{"Atza|x"}, {"Atza|x", m.Key}, {""}} {
			a := m.send(with("GET", path, amazons(keys...)))
			require.Equal(t, http.StatusForbidden, a.Status, keys)
			require.Contains(t, string(a.Body), `{"errors":[{"code":"Unauthorized","message":"T`, keys)
		}
		requireTwoKeys(t, m, "two parameters that differ", with("GET", path, query(m.Key, other)))
		authorization := func(text string) func(*http.Request) {
			return func(r *http.Request) { r.Header.Set("Authorization", text) }
		}
		requireTwoKeys(t, m, "another bearer", with("GET", path, func(r *http.Request) { authorization("Bearer " + other)(r); header(m.Key)(r) }))
		requireDenied(t, m, "cookie", with("GET", path, func(r *http.Request) { r.Header.Set("Cookie", "api_key="+m.Key) }))
		requireDenied(t, m, "another letter case of the parameter", with("GET", path, func(r *http.Request) { r.URL.RawQuery = "API_KEY=" + m.Key }))

		for what, change := range map[string]func(*http.Request){
			"header": header(m.Key), "query": query(m.Key),
			"Amazon's header":  amazons(m.Key),
			"bearer":           authorization("Bearer " + m.Key),
			"user name":        func(r *http.Request) { r.SetBasicAuth(m.Key, "") },
			"bearer of others": func(r *http.Request) { authorization("Bearer x")(r); header(m.Key)(r) },
			"the same in both": func(r *http.Request) { header(m.Key)(r); query(m.Key)(r) },
			"escaped":          func(r *http.Request) { r.URL.RawQuery = "%61pi_key=" + strings.ReplaceAll(m.Key, "_", "%5F") },
		} {
			require.Equal(t, http.StatusOK, m.send(with("GET", path, change)).Status, what)
		}
	})
}

// TestNoOperationWithoutAKey calls every operation without a key and with a bad key.
func TestNoOperationWithoutAKey(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		m := newTeam(t, s, doc)
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			call := m.sample(t, op)
			before := s.Dump(t)
			requireDenied(t, m, op.OperationID, m.client.As("").Request(t, call))
			requireDenied(t, m, op.OperationID, m.client.As("sak_"+strings.Repeat("0", 36)).Request(t, call))
			require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
		})
	})
}

func TestRevokedAndExpiredKeys(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		me := checked.Call{Method: "GET", Path: "/api/v1/users/me"}
		soon := s.Clock.Now().Add(time.Hour)
		_, expiring := m.NewKey(t, m.User, &soon, caller.Read)
		require.Equal(t, 200, m.client.As(expiring).Do(t, me).Status)
		s.Clock.Add(time.Hour - time.Microsecond)
		require.Equal(t, 200, m.client.As(expiring).Do(t, me).Status)
		s.Clock.Add(time.Microsecond)
		requireDenied(t, m, "expired", m.client.As(expiring).Request(t, me))

		id, key := m.NewKey(t, m.User, nil, caller.Read)
		require.Equal(t, 200, m.client.As(key).Do(t, me).Status)
		_, err := s.Operator.Keys.Revoke(t.Context(), m.Who(), id)
		require.NoError(t, err)
		requireDenied(t, m, "revoked, in this process at once", m.client.As(key).Request(t, me))
	})
}

// TestARevokedKeyElsewhere revokes in a process and asks another with the same clock. At most five
// seconds later the key is refused there too.
func TestARevokedKeyElsewhere(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		other := service.Start(t, service.Options{DatabaseURL: s.DatabaseURL, Clock: s.Clock, Market: s.Market})
		there := &team{Team: m.Team, service: other}
		me := checked.Call{Method: "GET", Path: "/api/v1/users/me"}
		id, key := m.NewKey(t, m.User, nil, caller.Read)
		client := m.client.As(key)
		client.Handler = other.Handler
		require.Equal(t, 200, client.Do(t, me).Status)
		_, err := s.Operator.Keys.Revoke(t.Context(), m.Who(), id)
		require.NoError(t, err)
		s.Clock.Add(5 * time.Second)
		requireDenied(t, there, "revoked elsewhere", client.Request(t, me))
	})
}

// TestARevokedKeyElsewhereAtOnce revokes in a process on Postgres while the clock of the other is
// stopped. The other refuses the key because it was notified.
func TestARevokedKeyElsewhereAtOnce(t *testing.T) {
	t.Parallel()
	s := service.Start(t, service.Options{DatabaseURL: pgtest.URL(t)})
	m := newTeam(t, s, s.Document(t))
	other := service.Start(t, service.Options{DatabaseURL: s.DatabaseURL, Clock: s.Clock, Market: s.Market, Listen: true})
	require.Eventually(t, func() bool {
		var listening int
		require.NoError(t, s.Store.Read(t.Context()).QueryRowContext(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND query = 'LISTEN "revoked_keys"' AND state = 'idle'`).Scan(&listening))
		return listening == 1
	}, 2*time.Minute, 10*time.Millisecond)
	me := checked.Call{Method: "GET", Path: "/api/v1/users/me"}
	id, key := m.NewKey(t, m.User, nil, caller.Read)
	client := m.client.As(key)
	client.Handler = other.Handler
	require.Equal(t, 200, client.Do(t, me).Status)
	_, err := s.Operator.Keys.Revoke(t.Context(), m.Who(), id)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return client.Do(t, me).Status == http.StatusForbidden }, 2*time.Minute, time.Millisecond)
}

// TestSwappedTokensNeedAttention swaps the sealed refresh tokens of two teams' connections. Neither
// is used, and both teams have to connect again.
func TestSwappedTokensNeedAttention(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		all := []*team{newTeam(t, s, doc), newTeam(t, s, doc)}
		sealed := make([][]byte, len(all))
		for i, m := range all {
			require.Equal(t, 200, m.client.Do(t, check("B0CASE0001")).Status)
			require.NoError(t, s.Store.Read(t.Context()).QueryRowContext(t.Context(),
				fmt.Sprintf("SELECT refresh_token FROM connections WHERE team_id = %d", m.ID)).Scan(&sealed[i]))
		}
		for i, m := range all {
			_, err := s.Store.Write(t.Context()).ExecContext(t.Context(), "UPDATE connections SET refresh_token = ? WHERE team_id = ?", sealed[1-i], int64(m.ID))
			require.NoError(t, err)
		}
		for _, m := range all {
			for range 2 { // the first call finds the token out, the second the connection
				a := m.client.Do(t, check("B0CASE0002"))
				require.Equal(t, 403, a.Status, "%s", a.Body)
				require.Contains(t, string(a.Body), `"code":"integration_needs_attention"`)
			}
			a := m.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/account"})
			require.Contains(t, string(a.Body), `"status":"needs_attention"`)
			require.Contains(t, string(a.Body), `"last_error_code":"token_unreadable"`)
		}
	})
}

// TestManyBadKeys tries bad keys from an address until it is limited. A good key from there still
// passes, and a bad key from elsewhere gets its usual answer.
func TestManyBadKeys(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		from := func(address, key string) checked.Answer {
			return m.send(with("GET", "/api/v1/users/me", func(r *http.Request) {
				r.RemoteAddr = address + ":1234"
				r.Header.Set("X-Api-Key", key)
				// Anyone can write headers of proxies.
				r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", time.Now().UnixNano()%200))
				r.Header.Set("X-Real-Ip", "198.51.100.7")
				r.Header.Set("Forwarded", "for=198.51.100.8")
			}))
		}
		for n := range 30 {
			require.Equal(t, 403, from("192.0.2.1", fmt.Sprintf("sak_%036d", n)).Status)
		}
		a := from("192.0.2.1", "sak_x")
		require.Equal(t, 429, a.Status)
		require.Equal(t, "rate_limited", a.Problem(t).Code)
		require.NotEmpty(t, a.Header.Get("Retry-After"))
		require.Equal(t, 200, from("192.0.2.1", m.Key).Status)
		require.Equal(t, 403, from("192.0.2.2", "sak_x").Status)

		for n := range 31 {
			want := map[bool]int{true: 429, false: 403}[n == 30]
			require.Equal(t, want, from(fmt.Sprintf("[2001:db8:1:2::%x]", n+1), "sak_x").Status, "one customer owns a /64")
		}
		require.Equal(t, 403, from("[2001:db8:1:3::1]", "sak_x").Status)
		s.Clock.Add(time.Minute)
		require.Equal(t, 403, from("192.0.2.1", "sak_x").Status)
	})
}

// TestScopes tries every operation with every scope. A call that passes the scope is refused for
// its unknown parameter and does nothing.
func TestScopes(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		m := newTeam(t, s, doc)
		groups := map[string]bool{"connections": true} // the consent in the browser
		for _, op := range doc.Operations() {
			groups[op.Group()] = true
		}
		require.Equal(t, identity.Groups(), slices.Sorted(maps.Keys(groups)), "the groups of domain/identity")
		scopes := [][]caller.Scope{{caller.Read}, {caller.Write}}
		for group := range groups {
			scopes = append(scopes, []caller.Scope{caller.Scope(group + ":read")}, []caller.Scope{caller.Scope(group + ":write")})
		}
		scopes = append(scopes, []caller.Scope{"documents:read", "repricer:write"})
		cells := 0
		for _, scope := range scopes {
			_, key := m.NewKey(t, m.User, nil, scope...)
			for _, op := range doc.Operations() {
				cells++
				a := m.client.As(key).Do(t, probe(op))
				want := "insufficient_scope"
				if allowed(scope, op) {
					want = "validation_failed"
				}
				require.Equal(t, want, a.Problem(t).Code, "%s with %v", op.OperationID, scope)
				require.Equal(t, map[string]int{"insufficient_scope": 403, "validation_failed": 400}[want], a.Status)
			}
		}
		require.Equal(t, len(scopes)*len(doc.Operations()), cells)
	})
}

// allowed repeats the rule in its simplest form.
func allowed(scopes []caller.Scope, op checked.Operation) bool {
	for _, s := range scopes {
		group, verb, ok := strings.Cut(string(s), ":")
		if !ok {
			group, verb = op.Group(), string(s)
		}
		if group == op.Group() && (verb == "write" || verb == "read" && !op.Writes()) {
			return true
		}
	}
	return false
}

func probe(op checked.Operation) checked.Call {
	return checked.Call{Method: op.Method, Path: filled(op.Path, "1") + "?nonsense=1", Invalid: true}
}

// TestPostsThatRead names every operation that says of itself that it changes nothing.
func TestPostsThatRead(t *testing.T) {
	t.Parallel()
	var reads []string
	for _, op := range service.SQLite(t).Document(t).Operations() {
		if op.Method != http.MethodGet && !op.Writes() {
			reads = append(reads, op.OperationID)
		}
	}
	require.Equal(t, []string{
		"findPriceHistoryProducts", "calculateProductProfit", "estimateSalesByRank", "spApiGetCompetitiveSummary",
		"spApiGetFeaturedOfferExpectedPriceBatch", "spApiGetItemOffersBatch", "spApiGetMyFeesEstimates", "spApiGetMyFeesEstimateForASIN",
		"spApiGetMyFeesEstimateForSKU",
	}, reads)
}

// TestRoles gives a key with every scope to members of each role: a viewer only
// reads, everybody else may write.
func TestRoles(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		m := newTeam(t, s, doc)
		for _, role := range []caller.Role{caller.Owner, caller.Admin, caller.Member, caller.Viewer} {
			_, key := m.NewKey(t, m.Member(t, role), nil, caller.Read, caller.Write)
			for _, op := range doc.Operations() {
				want := "validation_failed"
				if role == caller.Viewer && op.Writes() {
					want = "insufficient_scope"
				}
				require.Equal(t, want, m.client.As(key).Do(t, probe(op)).Problem(t).Code, "%s as %s", op.OperationID, role)
			}
		}
	})
}

// TestAReadOnlyKeyChangesNothing makes the whole sample call of every write.
func TestAReadOnlyKeyChangesNothing(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		doc := s.Document(t)
		m := newTeam(t, s, doc)
		_, key := m.NewKey(t, m.User, nil, caller.Read)
		reader := m.client.As(key)
		require.Equal(t, 200, reader.Do(t, checked.Call{Method: "GET", Path: "/api/v1/account"}).Status)
		doc.Each(t, func(t *testing.T, op checked.Operation) {
			if !op.Writes() {
				return
			}
			call := m.sample(t, op)
			before := s.Dump(t)
			a := reader.Do(t, call)
			require.Equal(t, 403, a.Status, op.OperationID)
			require.Equal(t, "insufficient_scope", a.Problem(t).Code, op.OperationID)
			require.Empty(t, before.Diff(s.Dump(t)), op.OperationID)
		})
	})
}
