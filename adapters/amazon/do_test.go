package amazon

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// upstreamFake answers operations from a script and records what was asked.
type upstreamFake struct {
	answers []string // "status body", the last one for good
	asked   []string // "method path token body"
	words   []string
}

func (f *upstreamFake) RoundTrip(r *http.Request) (*http.Response, error) {
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
		f.asked = append(f.asked, strings.Join([]string{r.Method, r.URL.EscapedPath(), r.Header.Get("X-Amz-Access-Token"), r.Header.Get("Content-Type"), body}, " "))
		answer = f.answers[min(len(f.asked), len(f.answers))-1]
	}
	status := map[string]int{"200": 200, "202": 202, "400": 400, "403": 403, "404": 404, "409": 409, "429": 429, "503": 503}[answer[:3]]
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(answer[4:])), Request: r}, nil
}

func (f *upstreamFake) RefreshToken(context.Context, id.Team, id.Connection) (secret.Text, error) {
	return secret.New("Atzr|r"), nil
}

func (f *upstreamFake) NeedsAttention(_ context.Context, _ id.Team, _ id.Connection, code string) error {
	f.words = append(f.words, code)
	return nil
}

func clientOf(t *testing.T, f *upstreamFake) *Client {
	c, err := New(Config{
		TokenURL: "https://lwa.example/token", ClientID: "client", ClientSecrets: []secret.Text{secret.New("s")}, Transport: f,
		Endpoints: map[marketplace.Region]string{"na": "https://na.example", "eu": "https://eu.example", "fe": "https://fe.example"},
	}, f, NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	require.NoError(t, err)
	return c
}

var (
	writeOnce = &Operation{ID: "createFeed", Method: http.MethodPost, Path: "/feeds/2021-06-30/feeds", Rate: Rate{1, 15}, Timeout: time.Second}
	writeMany = &Operation{ID: "putListingsItem", Method: http.MethodPut, Path: "/listings/2021-08-01/items/{sellerId}/{sku}", Rate: Rate{5, 10}, Repeatable: true, Timeout: time.Second}
	ofOurs    = &Operation{ID: "getDestinations", Method: http.MethodGet, Path: "/notifications/v1/destinations", Rate: Rate{1, 5}, Repeatable: true, Scope: "sellingpartnerapi::notifications", Timeout: time.Second}
	seller    = account.Seller{Team: 7, Connection: 3, Region: "na", ID: "A1"}
)

func TestOnlyWhatIsSafeIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstreamFake{answers: []string{"503 "}}
		c := clientOf(t, f)
		_, err := c.Do(context.Background(), Call{Operation: writeOnce, Seller: seller, Body: []byte(`{"a":1}`)})
		require.Equal(t, Unavailable, asError(err).Kind)
		require.Equal(t, []string{`POST /feeds/2021-06-30/feeds Atza|seller application/json {"a":1}`}, f.asked)

		f.asked, f.answers = nil, []string{"503 ", "503 ", `202 {"status":"ACCEPTED"}`}
		answer, err := c.Do(context.Background(), Call{
			Operation: writeMany, Seller: seller, Segments: map[string]string{"sellerId": "A1", "sku": "A/B"}, Body: []byte(`{}`),
		})
		require.NoError(t, err)
		require.Equal(t, 202, answer.Status)
		require.Equal(t, `{"status":"ACCEPTED"}`, string(answer.Body))
		require.Len(t, f.asked, 3)
		for _, asked := range f.asked {
			require.Equal(t, "PUT /listings/2021-08-01/items/A1/A%2FB Atza|seller application/json {}", asked)
		}
	})
}

func TestGrantlessOperationsUseOurOwnToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstreamFake{answers: []string{"200 {}", "403 "}}
		c := clientOf(t, f)
		_, err := c.Do(context.Background(), Call{Operation: ofOurs, Seller: account.Seller{Region: "eu"}})
		require.NoError(t, err)
		require.Equal(t, []string{"GET /notifications/v1/destinations Atza|scope  "}, f.asked)
		_, err = c.Do(context.Background(), Call{Operation: ofOurs, Seller: account.Seller{Region: "eu"}})
		require.Equal(t, Forbidden, asError(err).Kind)
		require.Empty(t, f.words, "no seller is to blame")
	})
}

func TestAMissingRoleIsNotTheSellersFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstreamFake{answers: []string{"200 {}", "403 "}}
		c := clientOf(t, f)
		_, err := c.Do(context.Background(), Call{Operation: writeMany, Seller: seller, Segments: map[string]string{"sellerId": "A1", "sku": "S"}})
		require.NoError(t, err)
		_, err = c.Do(context.Background(), Call{Operation: writeOnce, Seller: seller})
		require.Equal(t, Forbidden, asError(err).Kind)
		require.Empty(t, f.words, "another operation of the seller works")
		time.Sleep(healthFor)
		_, err = c.Do(context.Background(), Call{Operation: writeOnce, Seller: seller})
		require.Equal(t, Forbidden, asError(err).Kind)
		require.Equal(t, []string{"access_denied"}, f.words)
	})
}

func TestAConflictIsToldApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstreamFake{answers: []string{`409 {"errors":[{"code":"Conflict","message":"It exists."}]}`}}
		_, err := clientOf(t, f).Do(context.Background(), Call{Operation: writeOnce, Seller: seller})
		require.Equal(t, Conflict, asError(err).Kind)
		require.Equal(t, []Problem{{"Conflict", "It exists.", ""}}, asError(err).Problems)
		require.Len(t, f.asked, 1)
	})
}

func TestJunkInstead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstreamFake{answers: []string{"200 {", "200 [1]"}}
		answer, err := clientOf(t, f).Do(context.Background(), Call{Operation: writeMany, Seller: seller, Segments: map[string]string{"sellerId": "A1", "sku": "S"}})
		require.NoError(t, err)
		require.Equal(t, "[1]", string(answer.Body))
	})
}

// queries is an upstreamFake that records the queries of calls instead.
type queries struct{ upstreamFake }

func (q *queries) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := q.upstreamFake.RoundTrip(r)
	if n := len(q.asked); r.URL.Host != "lwa.example" && n > 0 {
		q.asked[n-1] = r.URL.RawQuery
	}
	return res, err
}
