package security_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// listed returns the sample call of converters, of price histories and of listings items, about
// data of the simulated marketplace. It returns false for other groups.
func (m *team) listed(t *testing.T, op checked.Operation) (checked.Call, bool) {
	t.Helper()
	c := checked.Call{Method: op.Method, Path: op.Path, Header: map[string][]string{}, Query: url.Values{}}
	switch op.Group() {
	case "converters":
		for _, ref := range op.Parameters {
			if p := ref.Value; p.Required {
				c.Query.Set(p.Name, map[string]string{"asin": simulator.ASIN(10), "identifier": "400781440147"}[p.Name])
			}
		}
		return c, true
	case "price-history":
		for name, value := range map[string]string{"asin": simulator.ASIN(10), "term": "bottle", "history": "0"} {
			if op.Parameters.GetByInAndName("query", name) != nil {
				c.Query.Set(name, value)
			}
		}
		if op.Body() != nil {
			c.Body = clone(t, op.RequestBody.Value.Content["application/json"].Example)
		}
		return c, true
	case "listings-items":
	default:
		return c, false
	}
	m.made++
	sku := simulator.SKU(m.made % 100)
	if op.Body() != nil {
		sku = fmt.Sprintf("N-%d/%d", m.ID, m.made)
		c.Body = clone(t, op.RequestBody.Value.Content["application/json"].Example)
	}
	c.Path = strings.ReplaceAll(c.Path, "{sku}", url.PathEscape(sku))
	return c, true
}

// TestAnotherTeamsListings names a listing of team A's seller account as team B, with another
// account. Amazon is asked with B's own account, and has no such listing.
func TestAnotherTeamsListings(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	doc := s.Document(t)
	a := newTeam(t, s, doc)
	b := checked.Client{Document: doc, Handler: s.Handler, Key: s.Team(t, service.Wish{Kind: simulator.Empty}).Key}
	for _, method := range []string{"GET", "DELETE"} {
		theirs := b.Do(t, checked.Call{Method: method, Path: "/api/v1/listings-items/" + simulator.SKU(0)})
		unknown := b.Do(t, checked.Call{Method: method, Path: "/api/v1/listings-items/no-such-sku"})
		require.Equal(t, plain(unknown, "no-such-sku"), plain(theirs, simulator.SKU(0)), method)
		require.NotEqual(t, 200, theirs.Status)
	}
	found := b.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings-items"})
	require.Equal(t, 200, found.Status)
	require.Equal(t, 0.0, object(found.Body)["numberOfResults"])
	require.Equal(t, 200, a.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings-items/" + simulator.SKU(0)}).Status)
}
