package security_test

import (
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// metrics returns the text of the operator's metrics.
func metrics(t *testing.T, s *service.Service) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.MetricsURL+"/metrics", nil)
	require.NoError(t, err)
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(b)
}

// TestNoSecretGetsOut runs calls of every sort with keys in the header and in the query, at log
// level debug. Then it looks for the keys, the refresh tokens, the access tokens and the client
// secret in everything that the service wrote: log, metrics, answers with their headers, database
// and files.
func TestNoSecretGetsOut(t *testing.T) {
	t.Parallel()
	listening(t, func(t *testing.T, s *service.Service, m *team) {
		m.Fill(t, "canary", 3)
		id, second := m.NewKey(t, m.User, nil, caller.Write)
		answers := &strings.Builder{}
		for _, op := range m.doc.Operations() {
			for _, key := range []string{m.Key, second} {
				everyWay(t, m, op, key, answers)
			}
			s.Clock.Add(time.Minute)
		}
		upstreamTrouble(t, s, m, answers)
		_, err := s.Operator.Keys.Revoke(t.Context(), m.Who(), id)
		require.NoError(t, err)
		everyWay(t, m, m.doc.Operation(t, "getAccount"), second, answers)
		// Faults come last: they flush the whole log.
		brokenStore(t, s, m, answers)

		dump := s.Dump(t).String()
		written := map[string]string{
			"answers": answers.String(), "log": s.Log.String(), "metrics": metrics(t, s), "database": dump, "files": filesOf(t, s),
		}
		// Where nothing was written nothing can be found.
		for name, text := range written {
			require.Greater(t, len(text), 1000, name)
		}
		require.Contains(t, written["log"], `"operation":"listDocuments"`)
		require.Contains(t, written["answers"], `rel="next"`)
		require.Contains(t, dump, m.Key[:8], "the prefix of a key is kept")
		require.Contains(t, dump, "first_used")

		secrets := map[string]string{"key": m.Key, "second key": second, "client secret": simulator.ClientSecret, "master key": service.SecretKey}
		for _, seller := range s.Market.Sellers() {
			secrets["refresh token "+seller.ID] = seller.RefreshToken
		}
		for what, secret := range secrets {
			for form, text := range map[string]string{
				"plain": secret, "without prefix": secret[min(len(secret)-20, 8):], "hexadecimal": hex.EncodeToString([]byte(secret)),
				"base64": base64.StdEncoding.EncodeToString([]byte(secret)), "escaped": url.QueryEscape(secret),
			} {
				for where, all := range written {
					require.False(t, strings.Contains(all, text), "the %s is in the %s, %s", what, where, form)
				}
			}
		}
		for where, all := range written {
			require.NotContains(t, all, "Atza|", "an access token is in the %s", where)
		}
	})
}

// everyWay makes calls of an operation that succeed and fail, with the key in
// the header, in the query, and misspelt.
func everyWay(t *testing.T, m *team, op checked.Operation, key string, answers *strings.Builder) {
	t.Helper()
	call := m.sample(t, op)
	list := op.Parameters.GetByInAndName("query", "cursor") != nil
	queries := []string{"", "nonsense=1", "a=%zz", "limit=1", "q=" + strings.Repeat("x", 9000), ";", "api_key=sak_wrong"}
	if key != m.Key {
		queries = queries[:3] // no other than with the first key
	}
	for _, query := range queries {
		if query == "limit=1" && !list {
			continue
		}
		for _, way := range []string{"header", "query", "query last", "escaped name", "both"} {
			c := call
			r := m.client.As("").Request(t, c)
			switch way {
			case "header":
				r.Header.Set("X-Api-Key", key)
				r.URL.RawQuery = query
			case "query":
				r.URL.RawQuery = "api_key=" + key + "&" + query
			case "query last":
				r.URL.RawQuery = query + "&api_key=" + key
			case "escaped name":
				r.URL.RawQuery = "%61pi%5fkey=" + key + "&" + query
			case "both":
				r.Header.Set("X-Api-Key", key)
				r.URL.RawQuery = query + "&api_key=" + key
			}
			r.RequestURI = r.URL.RequestURI()
			r.RemoteAddr = "192.0.2.200:1"
			note(m.service.Handler, r, answers)
		}
	}
	m.service.Clock.Add(time.Minute)
}

func note(h http.Handler, r *http.Request, answers *strings.Builder) {
	out := httptest.NewRecorder()
	h.ServeHTTP(out, r)
	for name, values := range out.Header() {
		answers.WriteString(name + ": " + strings.Join(values, ",") + "\n")
	}
	answers.Write(out.Body.Bytes())
	answers.WriteByte('\n')
}

// upstreamTrouble makes the marketplace misbehave in ways that are logged.
func upstreamTrouble(t *testing.T, s *service.Service, m *team, answers *strings.Builder) {
	t.Helper()
	for i, mode := range []simulator.Mode{
		simulator.Junk, simulator.Half, simulator.HTML, simulator.Redirect, simulator.Forbid, simulator.BadRequest, simulator.Unauthorized,
	} {
		s.Market.Inject(simulator.Fault{Mode: mode})
		call := checked.Call{Method: "GET", Path: "/api/v1/products/" + simulator.ASIN(100+i) + "/restriction-status?api_key=" + m.Key}
		note(s.Handler, m.client.As("").Request(t, call), answers)
		s.Market.Heal()
	}
	for i, mode := range []simulator.Mode{simulator.Junk, simulator.InvalidClient, simulator.InvalidGrant} {
		other := newTeam(t, s, m.doc)
		s.Market.ForgetTokens()
		s.Market.Inject(simulator.Fault{Mode: mode, Operation: "token"})
		call := checked.Call{Method: "GET", Path: "/api/v1/products/" + simulator.ASIN(200+i) + "/restriction-status"}
		note(s.Handler, other.client.Request(t, call), answers)
		s.Market.Heal()
	}
}

// brokenStore makes calls with failing statements, which the log has with their cause.
func brokenStore(t *testing.T, s *service.Service, m *team, answers *strings.Builder) {
	t.Helper()
	ctx := t.Context()
	_, err := s.Store.DB().ExecContext(ctx, "ALTER TABLE document_usage RENAME TO document_usage_away")
	require.NoError(t, err)
	for _, id := range []string{"uploadDocument", "getAccount", "deleteDocument"} {
		op := m.doc.Operation(t, id)
		path := strings.ReplaceAll(op.Path, "{id}", "1")
		body, kind := checked.Form(t, checked.Part{Name: "file", FileName: "x.csv", Value: "a,b\n9,9\n"})
		call := checked.Call{Method: op.Method, Path: path + "?api_key=" + m.Key, Header: http.Header{"Content-Type": {kind}}}
		if op.Form() != nil {
			call.Body = body
		}
		note(s.Handler, m.client.As("").Request(t, call), answers)
	}
	_, err = s.Store.DB().ExecContext(ctx, "ALTER TABLE document_usage_away RENAME TO document_usage")
	require.NoError(t, err)
	require.Contains(t, answers.String(), "internal_error", "nothing was broken")
	require.NotContains(t, answers.String(), "document_usage", "a client sees the words of the database")
	require.Contains(t, s.Log.String(), "document_usage", "the log does not tell what broke")
}

// filesOf returns everything below the data folder, and the database's own files.
func filesOf(t *testing.T, s *service.Service) string {
	t.Helper()
	var b strings.Builder
	add := func(path string) {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		b.WriteString(path + "\n")
		b.Write(content)
	}
	require.NoError(t, filepath.WalkDir(s.DataDir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			add(path)
		}
		return err
	}))
	if path, ok := strings.CutPrefix(s.DatabaseURL, "sqlite://"); ok {
		found, err := filepath.Glob(path + "*")
		require.NoError(t, err)
		for _, f := range found {
			add(f)
		}
	}
	return b.String()
}
