package simulator_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

// caller asks a marketplace as one seller.
type caller struct {
	t      *testing.T
	m      *simulator.Marketplace
	h      http.Handler
	seller simulator.Seller
	token  string
}

// calling makes a caller of a stopped marketplace.
func calling(t *testing.T, cfg simulator.Config, region marketplace.Region, kind simulator.Kind) *caller {
	t.Helper()
	m, h := stopped(t, cfg)
	s := m.Seller(region, kind)
	return &caller{t, m, h, s, accessToken(t, h, s.RefreshToken)}
}

// unlimitedCaller has a full account in North America and no limits.
func unlimitedCaller(t *testing.T) *caller {
	t.Helper()
	return calling(t, simulator.Config{Limits: simulator.Limits{Off: true}}, marketplace.NA, simulator.Full)
}

func (c *caller) send(method, path, body string) *httptest.ResponseRecorder {
	c.t.Helper()
	r := httptest.NewRequest(method, "/"+string(c.seller.Region)+path, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("User-Agent", "test")
	r.Header.Set("x-amz-access-token", c.token)
	return serve(c.h, r)
}

func (c *caller) get(path string) (int, string) {
	c.t.Helper()
	rec := c.send(http.MethodGet, path, "")
	return rec.Code, rec.Body.String()
}

func (c *caller) post(path, body string) (int, string) {
	c.t.Helper()
	rec := c.send(http.MethodPost, path, body)
	return rec.Code, rec.Body.String()
}

func (c *caller) good(path string) string {
	c.t.Helper()
	status, body := c.get(path)
	require.Equal(c.t, 200, status, body)
	return body
}
