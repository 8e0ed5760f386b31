package market

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
)

// place fakes a marketplace without mailbox, inbound shipments and price histories.
type place struct {
	*world.World
	*gateway.Gateway
	*catalog.Catalog
	*ledger.Ledger
	*Floor

	handler http.Handler
}

type settings struct {
	Seed       uint64
	Products   int
	Limits     gateway.Limits
	Submission ledger.Delay
	Sales      bool
}

func open(s settings) *place {
	w := world.New(s.Seed, world.NewClock(time.Unix(noon, 0).UTC(), 0), cmp.Or(s.Products, 10_000), 50_000)
	m := &place{World: w, Gateway: gateway.New(w, s.Limits, ""), Catalog: catalog.New(w)}
	m.Ledger = ledger.New(w, m.Gateway, m.Catalog, s.Submission)
	m.Floor = New(w, m.Gateway, m.Catalog, m.Ledger, s.Sales)
	m.Floor.Forget()
	m.Gateway.Settle = m.Ledger.Settle
	m.Register(m.Ledger.Endpoints()...)
	m.handler = m.Serve()
	return m
}

// call answers a call, as JSON.
func (m *place) call(t *testing.T, r *http.Request, into any) {
	t.Helper()
	r.Header.Set("User-Agent", "test")
	rec := httptest.NewRecorder()
	m.handler.ServeHTTP(rec, r)
	require.Equal(t, http.StatusOK, rec.Code, rec.Body)
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), into))
}

// price submits a price of an own listing in the US.
func price(t *testing.T, m *place, s world.Seller, sku, amount string) {
	t.Helper()
	m.Restore(s.RefreshToken)
	form := url.Values{
		"grant_type": {"refresh_token"}, "refresh_token": {s.RefreshToken}, "client_id": {gateway.ClientID}, "client_secret": {gateway.ClientSecret},
	}
	var token struct {
		Value string `json:"access_token"`
	}
	m.call(t, httptest.NewRequest(http.MethodPost, gateway.TokenPath, strings.NewReader(form.Encode())), &token)
	r := httptest.NewRequest(http.MethodPatch, "/na/listings/2021-08-01/items/"+s.ID+"/"+url.PathEscape(sku)+"?marketplaceIds=ATVPDKIKX0DER", strings.NewReader(
		`{"productType":"PRODUCT","patches":[{"op":"replace","path":"/attributes/purchasable_offer","value":[`+
			`{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":`+amount+`}]}]}]}]}`))
	r.Header.Set("X-Amz-Access-Token", token.Value)
	r.Header.Set("Content-Type", "application/json")
	var answer struct{ Status string }
	m.call(t, r, &answer)
	require.Equal(t, "ACCEPTED", answer.Status)
}
