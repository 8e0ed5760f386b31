package simulator_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

func TestConsent(t *testing.T) {
	m, h := stopped(t, simulator.Config{Redirect: "https://app.example/connect?team=1"})
	s := m.Seller(marketplace.EU, simulator.Full)
	ask := func(change ...string) url.Values {
		v := url.Values{"application_id": {simulator.ApplicationID}, "state": {"a state & more"}, "version": {"beta"}}
		for i := 0; i < len(change); i += 2 {
			v.Set(change[i], change[i+1])
		}
		return v
	}
	get := func(v url.Values) *httptest.ResponseRecorder {
		return serve(h, httptest.NewRequest(http.MethodGet, "/apps/authorize/consent?"+v.Encode(), nil))
	}
	page := get(ask())
	require.Equal(t, 200, page.Code)
	require.Contains(t, page.Body.String(), `name="state" value="a state &amp; more"`)
	require.Equal(t, 18, strings.Count(page.Body.String(), `name="selling_partner_id"`))
	for name, v := range map[string]url.Values{
		"application": ask("application_id", "other"), "state": ask("state", ""), "version": ask("version", "2"),
		"redirect": ask("redirect_uri", "https://evil.example/"),
	} {
		require.Equal(t, 400, get(v).Code, name)
	}
	agree := func(v url.Values) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/apps/authorize/consent", strings.NewReader(v.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return serve(h, r)
	}
	require.Equal(t, 400, agree(ask("selling_partner_id", "nobody")).Code)
	back := agree(ask("selling_partner_id", s.ID))
	require.Equal(t, 302, back.Code)
	to, err := url.Parse(back.Header().Get("Location"))
	require.NoError(t, err)
	require.Equal(t, "https://app.example/connect", to.Scheme+"://"+to.Host+to.Path)
	require.Equal(t, "1", to.Query().Get("team"))
	require.Equal(t, "a state & more", to.Query().Get("state"))
	require.Equal(t, s.ID, to.Query().Get("selling_partner_id"))
	exchange := func(code, redirect string) int {
		return serve(h, form("grant_type", "authorization_code", "code", code, "redirect_uri", redirect)).Code
	}
	code := to.Query().Get("spapi_oauth_code")
	rec := serve(h, form("grant_type", "authorization_code", "code", code, "redirect_uri", "https://app.example/connect?team=1"))
	require.Equal(t, 200, rec.Code)
	require.Equal(t, s.RefreshToken, id(t, rec.Body.String(), "refresh_token"))
	require.Equal(t, 400, exchange(code, ""), "once only")
	require.Equal(t, 400, exchange(m.Authorize(s), "https://evil.example/"), "for the registered address")
	old := m.Authorize(s)
	m.Clock().Step(5 * time.Minute)
	require.Equal(t, 400, exchange(old, ""), "for five minutes")
	m.SetRedirect("")
	require.Equal(t, 400, get(ask()).Code, "without a registered address")
}
