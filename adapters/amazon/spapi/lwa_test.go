package spapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/secret"
)

// endpoint fakes a token endpoint.
type endpoint struct {
	calls  atomic.Int64
	answer func(n int64, form url.Values) (status int, body string)
	err    error
	delay  time.Duration
}

func (e *endpoint) RoundTrip(r *http.Request) (*http.Response, error) {
	n := e.calls.Add(1)
	time.Sleep(e.delay)
	if e.err != nil {
		return nil, e.err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, err
	}
	status, answer := e.answer(n, form)
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(answer)), Request: r}, nil
}

func source(e *endpoint, secrets ...string) *tokenSource {
	s := &tokenSource{
		address: "https://lwa.example/token", clientID: "client", agent: "test", clock: System{},
		http: &http.Client{Transport: e}, breaker: &breaker{clock: System{}}, renewals: func(string) {},
		kept: newBounded[string, *accessToken](),
	}
	for _, text := range secrets {
		s.secrets = append(s.secrets, secret.New(text))
	}
	return s
}

func good(n int64, _ url.Values) (int, string) {
	return 200, `{"access_token":"Atza|` + string(rune('a'+n-1)) + `","token_type":"bearer","expires_in":3600,"refresh_token":"Atzr|r"}`
}

func TestAHundredCallersShareOneRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &endpoint{answer: good, delay: time.Second}
		s := source(e, "secret")
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				value, err := s.token(context.Background(), s.sellerGrant(secret.New("Atzr|r")))
				require.NoError(t, err)
				require.Equal(t, "Atza|a", value)
			})
		}
		wg.Wait()
		require.EqualValues(t, 1, e.calls.Load())
		_, err := s.token(context.Background(), s.sellerGrant(secret.New("Atzr|another")))
		require.NoError(t, err)
		require.EqualValues(t, 2, e.calls.Load(), "another seller has another token")
	})
}

func TestTheFirstCallerMayLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := source(&endpoint{answer: good, delay: time.Second}, "secret")
		g := s.sellerGrant(secret.New("Atzr|r"))
		ctx, cancel := context.WithCancel(context.Background())
		var wg sync.WaitGroup
		wg.Go(func() {
			_, err := s.token(ctx, g)
			require.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		wg.Go(func() {
			_, err := s.token(context.Background(), g)
			require.NoError(t, err)
		})
		synctest.Wait()
		cancel()
		wg.Wait()
	})
}

func TestTokensAreRenewedEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &endpoint{answer: good}
		s := source(e, "secret")
		g := s.sellerGrant(secret.New("Atzr|r"))
		get := func() string {
			value, err := s.token(context.Background(), g)
			require.NoError(t, err)
			return value
		}
		require.Equal(t, "Atza|a", get())
		time.Sleep(3480*time.Second - time.Millisecond)
		require.Equal(t, "Atza|a", get())
		time.Sleep(time.Millisecond)
		require.Equal(t, "Atza|b", get(), "120 s before its end")

		// The endpoint fails: the old token is used to its last second, and is not renewed with
		// every call.
		time.Sleep(3480 * time.Second)
		e.err = errors.New("connection refused")
		before := e.calls.Load()
		for range 100 {
			require.Equal(t, "Atza|b", get())
		}
		require.Equal(t, before+1, e.calls.Load())
		time.Sleep(119 * time.Second)
		require.Equal(t, "Atza|b", get())
		time.Sleep(time.Second)
		_, err := s.token(context.Background(), g)
		require.Equal(t, Unavailable, AsError(err).Kind)
		e.err = nil
		require.NotEqual(t, "Atza|b", get())
	})
}

func TestTokenErrors(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		kind   Kind
		calls  int64
	}{
		"invalid_grant":           {400, `{"error":"invalid_grant","error_description":"Revoked Atzr|secret."}`, Forbidden, 1},
		"unauthorized_client":     {400, `{"error":"unauthorized_client"}`, Forbidden, 1},
		"access_denied":           {403, `{"error":"access_denied"}`, Forbidden, 1},
		"invalid_client":          {401, `{"error":"invalid_client"}`, Misconfigured, 2}, // both secrets
		"invalid_scope":           {400, `{"error":"invalid_scope"}`, Misconfigured, 1},
		"invalid_request":         {400, `{"error":"invalid_request"}`, Misconfigured, 1},
		"server_error":            {400, `{"error":"server_error"}`, Unavailable, 3},
		"temporarily_unavailable": {400, `{"error":"temporarily_unavailable"}`, Unavailable, 3},
		"429":                     {429, ``, Unavailable, 3},
		"500":                     {500, `<html>`, Unavailable, 3},
		"redirect":                {302, ``, Unavailable, 3},
		"junk":                    {200, `<html>`, Unavailable, 3},
		"no token":                {200, `{"expires_in":3600}`, Unavailable, 3},
		"odd token":               {200, `{"access_token":"a\r\nHost: x","expires_in":3600}`, Unavailable, 3},
		"endless token":           {200, `{"access_token":"` + strings.Repeat("a", 5000) + `","expires_in":3600}`, Unavailable, 3},
		"no life":                 {200, `{"access_token":"Atza|a","expires_in":0}`, Unavailable, 3},
		"life as text":            {200, `{"access_token":"Atza|a","expires_in":"3600"}`, Unavailable, 3},
		"endless body":            {200, `{"access_token":"Atza|a","expires_in":3600,"x":"` + strings.Repeat("a", 70000) + `"}`, Unavailable, 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := &endpoint{answer: func(int64, url.Values) (int, string) { return c.status, c.body }}
				s := source(e, "one", "two")
				_, err := s.token(context.Background(), s.sellerGrant(secret.New("Atzr|secret")))
				require.Equal(t, c.kind, AsError(err).Kind)
				require.Equal(t, c.calls, e.calls.Load())
				require.NotContains(t, err.Error(), "Atz")
			})
		})
	}
}

func TestTwoSecretsWhileOneIsRotated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var used []string
		e := &endpoint{answer: func(n int64, form url.Values) (int, string) {
			used = append(used, form.Get("client_secret"))
			if form.Get("client_secret") != "old" {
				return 401, `{"error":"invalid_client"}`
			}
			return good(n, form)
		}}
		s := source(e, "new", "old")
		for _, refresh := range []string{"a", "b"} {
			_, err := s.token(context.Background(), s.sellerGrant(secret.New(refresh)))
			require.NoError(t, err)
		}
		require.Equal(t, []string{"new", "old", "old"}, used, "the one that worked is tried first")
	})
}

func TestFormsOfGrants(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var forms []url.Values
		e := &endpoint{answer: func(n int64, form url.Values) (int, string) {
			forms = append(forms, form)
			return good(n, form)
		}}
		s := source(e, "secret")
		_, err := s.token(context.Background(), s.sellerGrant(secret.New("Atzr|r+/=&")))
		require.NoError(t, err)
		_, err = s.token(context.Background(), s.scopeGrant("sellingpartnerapi::notifications"))
		require.NoError(t, err)
		require.Equal(t, []url.Values{
			{"grant_type": {"refresh_token"}, "refresh_token": {"Atzr|r+/=&"}, "client_id": {"client"}, "client_secret": {"secret"}},
			{"grant_type": {"client_credentials"}, "scope": {"sellingpartnerapi::notifications"}, "client_id": {"client"}, "client_secret": {"secret"}},
		}, forms)
		for key := range s.kept.kept {
			require.NotContains(t, key, "Atzr")
		}
	})
}

func TestADroppedTokenIsFetchedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := source(&endpoint{answer: good}, "secret")
		g := s.sellerGrant(secret.New("Atzr|r"))
		first, err := s.token(context.Background(), g)
		require.NoError(t, err)
		s.drop(g.key, first)
		second, err := s.token(context.Background(), g)
		require.NoError(t, err)
		s.drop(g.key, first)
		third, err := s.token(context.Background(), g)
		require.NoError(t, err)
		require.Equal(t, []string{"Atza|a", "Atza|b", "Atza|b"}, []string{first, second, third})
	})
}

func TestNoApplicationNoCall(t *testing.T) {
	e := &endpoint{answer: good}
	s := source(e)
	_, err := s.token(context.Background(), s.sellerGrant(secret.New("Atzr|r")))
	require.Equal(t, Misconfigured, AsError(err).Kind)
	require.Zero(t, e.calls.Load())
}

func TestNothingOfAnExchangeIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &Client{tokens: source(&endpoint{answer: good}, "one"), log: zap.NewNop()}
		token, err := c.Exchange(context.Background(), secret.New("ANcode"), "https://sa.example/connect/amazon/return")
		require.NoError(t, err)
		require.Equal(t, "Atzr|r", token.Reveal())
		require.Empty(t, c.tokens.kept.kept)
	})
}
