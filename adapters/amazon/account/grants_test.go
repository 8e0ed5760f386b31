package account

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// endpointFunc fakes a token endpoint.
type endpointFunc func(form url.Values) (status int, body string)

func (e endpointFunc) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	status, body := e(r.PostForm)
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func grantsOver(t *testing.T, e endpointFunc) *Grants {
	t.Helper()
	c, err := spapi.New(spapi.Config{
		TokenURL: "https://lwa.example/token", ClientID: "client", Transport: e,
		ClientSecrets: []secret.Text{secret.New("one"), secret.New("two")},
		Endpoints:     map[marketplace.Region]string{"na": "https://na.example", "eu": "https://eu.example", "fe": "https://fe.example"},
	}, nil, spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	g, err := NewGrants(c, Consent{ApplicationID: "app"})
	require.NoError(t, err)
	return g
}

func TestExchange(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		kind   fault.Kind
		code   fault.Code
		calls  int64
	}{
		"good":                 {200, `{"access_token":"Atza|a","refresh_token":"Atzr|r","expires_in":3600}`, 0, "", 1},
		"refused":              {400, `{"error":"invalid_grant","error_description":"The code Atzc|x"}`, fault.Invalid, fault.CodeUpstreamRejected, 1},
		"denied":               {403, `{"error":"access_denied"}`, fault.Invalid, fault.CodeUpstreamRejected, 1},
		"not our application":  {401, `{"error":"invalid_client"}`, fault.Unavailable, fault.CodeUpstreamUnavailable, 2},
		"another address":      {400, `{"error":"invalid_request"}`, fault.Unavailable, fault.CodeUpstreamUnavailable, 1},
		"away":                 {503, ``, fault.Unavailable, fault.CodeUpstreamUnavailable, 3},
		"too many":             {429, ``, fault.Unavailable, fault.CodeUpstreamUnavailable, 3},
		"without refresh":      {200, `{"access_token":"Atza|a","expires_in":3600}`, fault.Unavailable, fault.CodeUpstreamUnavailable, 3},
		"refresh with a break": {200, `{"access_token":"Atza|a","refresh_token":"a\r\nb","expires_in":3600}`, fault.Unavailable, fault.CodeUpstreamUnavailable, 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var form url.Values
				var calls int64
				g := grantsOver(t, func(f url.Values) (int, string) { form = f; calls++; return c.status, c.body })
				token, err := g.Exchange(context.Background(), secret.New("ANcode"), "https://sa.example/connect/amazon/return")
				require.Equal(t, c.calls, calls)
				require.Equal(t, "authorization_code", form.Get("grant_type"))
				require.Equal(t, "ANcode", form.Get("code"))
				require.Equal(t, "https://sa.example/connect/amazon/return", form.Get("redirect_uri"))
				if c.code == "" {
					require.NoError(t, err)
					require.Equal(t, "Atzr|r", token.Reveal())
					return
				}
				f, ok := fault.As(err)
				require.True(t, ok)
				require.Equal(t, c.kind, f.Kind)
				require.Equal(t, c.code, f.Code)
				require.NotContains(t, f.Error(), "ANcode")
				require.NotContains(t, f.Message, "Atz")
			})
		})
	}
}

func TestConsentAddress(t *testing.T) {
	m, _ := marketplace.ByID(marketplace.US)
	for _, c := range []struct {
		consent Consent
		want    string
	}{
		{Consent{ApplicationID: "a b"}, "https://sellercentral.amazon.com/apps/authorize/consent?application_id=a+b&redirect_uri=https%3A%2F%2Fx%2Fy%3Fz&state=s"},
		{Consent{ApplicationID: "a", Beta: true, Address: "http://127.0.0.1:1/"}, "http://127.0.0.1:1/apps/authorize/consent?application_id=a&redirect_uri=https%3A%2F%2Fx%2Fy%3Fz&state=s&version=beta"},
	} {
		g, err := NewGrants(nil, c.consent)
		require.NoError(t, err)
		got, err := g.ConsentAddress(m, secret.New("s"), "https://x/y?z")
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
	g, err := NewGrants(nil, Consent{})
	require.NoError(t, err)
	_, err = g.ConsentAddress(m, secret.New("s"), "https://x")
	require.True(t, fault.Is(err, fault.CodeServiceUnavailable))
	_, err = NewGrants(nil, Consent{Address: "http://seller.example"})
	require.Error(t, err)
}

func TestParticipations(t *testing.T) {
	for body, want := range map[string][]marketplace.ID{
		`{"payload":[]}`: {},
		`{"payload":[{"marketplace":{"id":"A"},"participation":{"isParticipating":true}},{"marketplace":{"id":"B"},"participation":{"isParticipating":false}},{"marketplace":{"id":"C"}}]}`: {"A", "C"},
	} {
		got, err := decodeParticipations([]byte(body))
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, junk := range []string{``, `{}`, `[]`, `{"payload":{}}`, `{"errors":[]}`} {
		_, err := decodeParticipations([]byte(junk))
		require.Error(t, err, junk)
	}
}
