package e2e_test

import (
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/stores"
)

var amazonAddress = regexp.MustCompile(`made for Amazon".*"address":"([^"]+)"`)

// TestAmazonsClientsHaveAListener begins as such clients do: with a token, the marketplaces of the
// account, and a product, at the paths of Amazon. A stop answers the calls of this listener too.
func TestAmazonsClientsHaveAListener(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	p.set("SA_SPAPI_ADDR", "127.0.0.1:0")
	team := p.team("Acme")
	s := p.serve()
	var m []string
	poll(t, "the address in the log", func() bool {
		m = amazonAddress.FindStringSubmatch(s.log.String())
		return m != nil
	})
	c := s.client("")
	c.base = "http://" + m[1]

	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {"any"}, "client_id": {"team"}, "client_secret": {team.key}}
	a := c.do(call{method: "POST", path: "/auth/o2/token", body: form.Encode(), kind: "application/x-www-form-urlencoded"})
	require.Equal(t, 200, a.status, a.body)
	token := text(object(t, a.body)["access_token"])
	require.Equal(t, team.key, token)

	amazons := func(path string) answer {
		return c.do(call{path: path, header: map[string]string{"x-amz-access-token": token, "Authorization": "AWS4-HMAC-SHA256 Credential=x"}})
	}
	a = amazons("/sellers/v1/marketplaceParticipations")
	require.Equal(t, 200, a.status, a.body)
	require.Contains(t, a.body, `"id":"ATVPDKIKX0DER"`)
	require.NotEmpty(t, a.header.Get("x-amzn-RequestId"))
	require.Contains(t, []string{"0.016", ""}, a.header.Get("x-amzn-RateLimit-Limit"), "Amazon names it in most answers")
	a = amazons("/catalog/2022-04-01/items/" + simulator.ASIN(7) + "?marketplaceIds=ATVPDKIKX0DER&Unknown=1")
	require.Equal(t, 200, a.status, a.body)
	require.Equal(t, "Unknown", a.header.Get("X-Ignored-Parameters"))
	a = amazons("/reports/2021-06-30/reports")
	require.Equal(t, 404, a.status)
	require.Contains(t, a.body, `{"errors":[{"code":"NotFound"`)

	c.base = s.url
	require.Equal(t, 404, amazons("/catalog/2022-04-01/items/"+simulator.ASIN(7)).status, "the first listener has its own paths")
	s.stop()
	require.NotContains(t, s.log.String(), team.key)
}
