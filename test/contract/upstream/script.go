package upstream

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Script simulates a marketplace that answers operations from a script and records the requests.
type Script struct {
	Answers []string // "status body"; the last repeats
	Asked   []string // "method path token body"
	Words   []string // the codes passed to NeedsAttention
	// Queries records only the queries of calls.
	Queries bool
}

// RoundTrip answers a call with the next line of the script.
func (f *Script) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		body = string(b)
	}
	answer := `200 {"access_token":"Atza|` + map[bool]string{true: "scope", false: "seller"}[strings.Contains(body, "scope=")] + `","expires_in":3600}`
	if r.URL.Host != "lwa.example" {
		f.Asked = append(f.Asked, strings.Join([]string{r.Method, r.URL.EscapedPath(), r.Header.Get("X-Amz-Access-Token"), r.Header.Get("Content-Type"), body}, " "))
		if f.Queries {
			f.Asked[len(f.Asked)-1] = r.URL.RawQuery
		}
		answer = f.Answers[min(len(f.Asked), len(f.Answers))-1]
	}
	status := map[string]int{"200": 200, "202": 202, "400": 400, "403": 403, "404": 404, "409": 409, "429": 429, "503": 503}[answer[:3]]
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(answer[4:])), Request: r}, nil
}

// RefreshToken returns the same token for every connection.
func (f *Script) RefreshToken(context.Context, id.Team, id.Connection) (secret.Text, error) {
	return secret.New("Atzr|r"), nil
}

// NeedsAttention keeps the code.
func (f *Script) NeedsAttention(_ context.Context, _ id.Team, _ id.Connection, code string) error {
	f.Words = append(f.Words, code)
	return nil
}

// Client returns the program's own client over the script.
func (f *Script) Client(t testing.TB) *spapi.Client {
	t.Helper()
	c, err := spapi.New(spapi.Config{
		TokenURL: "https://lwa.example/token", ClientID: "client", ClientSecrets: []secret.Text{secret.New("s")}, Transport: f,
		Endpoints: map[marketplace.Region]string{"na": "https://na.example", "eu": "https://eu.example", "fe": "https://fe.example"},
	}, f, spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	return c
}

// Junk has bodies without anything that an operation promises.
var Junk = map[string]string{
	"empty": ``, "space": " \n", "null": `null`, "object": `{}`, "list": `[]`, "text": `"x"`, "number": `7`,
	"page": `<html></html>`, "cut off": `{"items":[{"asin":"B0000`, "trailing": `{"items":[]} x`, "errors": `{"errors":[{"code":"A"}]}`,
}

// RequireJunk requires that a decoder refuses junk.
func RequireJunk(t testing.TB, decode func(body []byte) error, more map[string]string) {
	t.Helper()
	for name, body := range Junk {
		require.ErrorIs(t, decode([]byte(body)), spapi.ErrNotJSON, name)
	}
	for name, body := range more {
		require.ErrorIs(t, decode([]byte(body)), spapi.ErrNotJSON, name)
	}
}
