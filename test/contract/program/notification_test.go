package program_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/openapi/service"
)

// TestTheWholeWay runs the program against the simulated marketplace: an account is connected in
// the browser and subscribed, and changes of its offers and listings reach the repricer's rows.
func TestTheWholeWay(t *testing.T) {
	t.Parallel()
	market := simulator.New(simulator.Config{
		Clock: simulator.NewClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), 0), Limits: simulator.Limits{Off: true}, Redirect: "http://example.com/connect/amazon/return",
	})
	service.ByTier(t, service.Options{Market: market, Listen: true, Notifications: true}, func(t *testing.T, s *service.Service) {
		market.Reset()
		team := s.Team(t, service.Wish{Unconnected: true})
		who := caller.Caller{Team: team.ID}
		seller := market.Seller(marketplace.NA, simulator.Full)
		page := connectInBrowser(t, s, team.Key, seller.ID)
		require.Contains(t, page, "The seller account is connected")
		all, err := s.Operator.Connections.List(t.Context(), who)
		require.NoError(t, err)
		require.Len(t, all, 1)
		require.Equal(t, connection.Active, all[0].Snapshot().Status)
		require.Equal(t, seller.Marketplaces, all[0].Snapshot().Marketplaces, "the pseudo marketplace is left out")

		ctx, cid := t.Context(), all[0].ID()
		made, err := s.Operator.Subscriptions.Subscribe(ctx, who, cid)
		require.NoError(t, err)
		require.Len(t, made, 6)
		require.True(t, made[0].Remote.Aggregated)
		require.ElementsMatch(t, seller.Marketplaces, made[0].Remote.Marketplaces)
		require.Len(t, market.Notifications().Destinations, 1)
		require.Len(t, market.Notifications().Subscriptions, 6)

		w := wire{s, seller}
		sku, asin := w.listing(t)
		rows, err := s.Operator.Products.Create(ctx, who, []repricer.NewProduct{{
			Key: repricer.Key{SellerID: seller.ID, MarketplaceID: marketplace.US, SKU: sku}, ASIN: asin,
			Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeOff)},
		}})
		require.NoError(t, err)
		require.Nil(t, rows[0].Err)
		row := rows[0].ID
		find := func() repricer.ProductSnapshot {
			// Time goes on when the program has received everything up to now.
			if q := market.Notifications().Queues[simulator.DefaultQueue]; q.Visible+q.InFlight == 0 {
				market.Clock().Step(10 * time.Minute)
			}
			got, err := s.Operator.Products.Get(ctx, who, row)
			require.NoError(t, err)
			return got.ProductSnapshot
		}
		// A new price of its own is news about the product.
		w.price(t, sku, "15.00", "10.00", "20.00")
		seen := until(t, find, func(p repricer.ProductSnapshot) bool { return p.Observed.OffersAt.Known() }).Observed
		require.True(t, seen.CompetitorsCount.Known())
		require.False(t, seen.LastEventAt.Or(time.Time{}).Before(seen.OffersAt.Or(time.Time{})))

		// A price outside the seller's own bounds takes the listing off sale.
		w.price(t, sku, "99.99", "10.00", "20.00")
		held := until(t, find, func(p repricer.ProductSnapshot) bool { return p.Hold.Known() })
		require.Equal(t, decision.HoldListingIssue, held.Hold.Or(repricer.Hold{}).Reason)
		w.price(t, sku, "19.99", "10.00", "20.00")
		until(t, find, func(p repricer.ProductSnapshot) bool { return !p.Hold.Known() })
	})
}

// TestSalesReachTheStatistics lets buyers come to a seller's offers until the program knows the
// sales.
func TestSalesReachTheStatistics(t *testing.T) {
	t.Parallel()
	market := simulator.New(simulator.Config{Clock: simulator.NewClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), 0), Limits: simulator.Limits{Off: true}, Sales: true})
	service.ByTier(t, service.Options{Market: market, Listen: true, Notifications: true}, func(t *testing.T, s *service.Service) {
		market.Reset()
		team := s.Team(t, service.Wish{})
		ctx, who, seller := t.Context(), caller.Caller{Team: team.ID}, market.Seller(marketplace.NA, simulator.Full)
		w := wire{s, seller}
		w.orders(t)
		var rows []repricer.NewProduct
		for _, sale := range market.ForSale(seller, marketplace.US, 20) {
			rows = append(rows, repricer.NewProduct{
				Key: repricer.Key{SellerID: seller.ID, MarketplaceID: marketplace.US, SKU: sale.SKU}, ASIN: sale.ASIN,
				Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeOff)},
			})
		}
		made, err := s.Operator.Products.Create(ctx, who, rows)
		require.NoError(t, err)
		for _, one := range made {
			require.Nil(t, one.Err)
		}
		sold := until(t, func() history.Sales {
			if q := market.Notifications().Queues[simulator.DefaultQueue]; q.Visible+q.InFlight == 0 {
				market.Clock().Step(time.Hour)
			}
			got, err := s.Operator.History.Statistics(ctx, who, history.StatisticsQuery{})
			require.NoError(t, err)
			return got.Total.Sales
		}, func(sold history.Sales) bool { return sold.Units >= 1 })
		require.Equal(t, optional.Some(money.Currency("USD")), sold.Currency)
	})
}

// until asks until the answer is right: the program works in the background.
func until[T any](t *testing.T, ask func() T, right func(T) bool) T {
	t.Helper()
	var out T
	require.Eventually(t, func() bool { out = ask(); return right(out) }, 2*time.Minute, 20*time.Millisecond)
	return out
}

// connectInBrowser acts like a person with a browser, and returns the last page.
func connectInBrowser(t *testing.T, s *service.Service, key, sellerID string) string {
	t.Helper()
	last := returnInBrowser(t, s, key, sellerID, sellerID)
	require.Equal(t, 200, last.Code, last.Body.String())
	return last.Body.String()
}

// returnInBrowser grants access to a seller account and returns with the name of another account,
// or of the same.
func returnInBrowser(t *testing.T, s *service.Service, key, grants, claims string) *httptest.ResponseRecorder {
	t.Helper()
	ask := func(path string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
		req := httptest.NewRequest(http.MethodGet, path, nil)
		for _, c := range cookies {
			req.AddCookie(c)
		}
		out := httptest.NewRecorder()
		s.Handler.ServeHTTP(out, req)
		return out
	}
	begun := ask("/connect/amazon?region=na&api_key=" + key)
	require.Equal(t, 302, begun.Code)
	to, err := url.Parse(begun.Header().Get("Location"))
	require.NoError(t, err)
	form := to.Query()
	form.Set("selling_partner_id", grants)
	to.RawQuery = ""
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(to.String(), form)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, 302, res.StatusCode)
	back, err := url.Parse(res.Header.Get("Location"))
	require.NoError(t, err)
	query := back.Query()
	query.Set("selling_partner_id", claims)
	back.RawQuery = query.Encode()
	set := http.Response{Header: begun.Header()}
	return ask(back.RequestURI(), set.Cookies()...)
}

// wire calls the marketplace past the program.
type wire struct {
	s      *service.Service
	seller simulator.Seller
}

func token(t *testing.T, s *service.Service, form url.Values) string {
	t.Helper()
	form.Set("client_id", simulator.ClientID)
	form.Set("client_secret", simulator.ClientSecret)
	res, err := http.PostForm(s.Addresses.TokenURL, form)
	require.NoError(t, err)
	defer res.Body.Close()
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	require.NoError(t, json.NewDecoder(res.Body).Decode(&answer))
	return answer.AccessToken
}

// orders subscribes the seller to orders alone: offers change all the time.
func (w wire) orders(t *testing.T) {
	t.Helper()
	var made struct {
		Payload struct{ DestinationID string }
	}
	app := url.Values{"grant_type": {"client_credentials"}, "scope": {"sellingpartnerapi::notifications"}}
	w.callAs(t, app, http.MethodPost, "/notifications/v1/destinations",
		`{"name":"x","resourceSpecification":{"sqs":{"arn":"`+w.s.Addresses.QueueARN+`"}}}`, &made)
	w.call(t, http.MethodPost, "/notifications/v1/subscriptions/ORDER_CHANGE",
		`{"payloadVersion":"1.0","destinationId":"`+made.Payload.DestinationID+`"}`, &made)
}

func (w wire) call(t *testing.T, method, path, body string, into any) {
	t.Helper()
	w.callAs(t, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {w.seller.RefreshToken}}, method, path, body, into)
}

func (w wire) callAs(t *testing.T, grant url.Values, method, path, body string, into any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, w.s.Addresses.Endpoints[marketplace.NA]+path, strings.NewReader(body))
	require.NoError(t, err)
	// The marketplace's clock may have gone past the life of a token.
	req.Header.Set("X-Amz-Access-Token", token(t, w.s, grant))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode, string(b))
	require.NoError(t, json.Unmarshal(b, into))
}

// listing finds a new item of the seller that is on sale in the US.
func (w wire) listing(t *testing.T) (sku, asin string) {
	t.Helper()
	var answer struct {
		Items []struct {
			Sku       string `json:"sku"`
			Summaries []struct {
				Asin          string   `json:"asin"`
				ConditionType string   `json:"conditionType"`
				Status        []string `json:"status"`
			} `json:"summaries"`
		} `json:"items"`
	}
	w.call(t, http.MethodGet, "/listings/2021-08-01/items/"+w.seller.ID+"?marketplaceIds=ATVPDKIKX0DER&includedData=summaries&pageSize=20", "", &answer)
	for _, item := range answer.Items {
		for _, one := range item.Summaries {
			if one.ConditionType == "new_new" && strings.Contains(strings.Join(one.Status, " "), "BUYABLE") {
				return item.Sku, one.Asin
			}
		}
	}
	require.Fail(t, "no listing", "%+v", answer)
	return "", ""
}

func (w wire) price(t *testing.T, sku, price, low, high string) {
	t.Helper()
	schedule := func(v string) string { return `[{"schedule":[{"value_with_tax":` + v + `}]}]` }
	var answer struct {
		Status string `json:"status"`
	}
	w.call(t, http.MethodPatch, "/listings/2021-08-01/items/"+w.seller.ID+"/"+url.PathEscape(sku)+"?marketplaceIds=ATVPDKIKX0DER",
		`{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[{
		"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":`+schedule(price)+`,
		"minimum_seller_allowed_price":`+schedule(low)+`,"maximum_seller_allowed_price":`+schedule(high)+`}]}]}`, &answer)
	require.Equal(t, "ACCEPTED", answer.Status)
}
