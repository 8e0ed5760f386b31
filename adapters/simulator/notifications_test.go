package simulator_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

func call(token, method, path, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("User-Agent", "test")
	r.Header.Set("x-amz-access-token", token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// appToken returns the application's own token.
func appToken(t *testing.T, h http.Handler) string {
	t.Helper()
	rec := serve(h, form("grant_type", "client_credentials", "scope", "sellingpartnerapi::notifications"))
	require.Equal(t, 200, rec.Code, rec.Body)
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &answer))
	return answer.AccessToken
}

const destinationBody = `{"name":"ours","resourceSpecification":{"sqs":{"arn":"arn:aws:sqs:us-east-1:000000000000:notifications"}}}`

// destinationOf makes a destination of the queue, or finds it.
func destinationOf(t *testing.T, h http.Handler, app string) string {
	t.Helper()
	rec := serve(h, call(app, http.MethodPost, "/na/notifications/v1/destinations", destinationBody))
	if rec.Code == http.StatusConflict {
		rec = serve(h, call(app, http.MethodGet, "/na/notifications/v1/destinations", ""))
		var all struct {
			Payload []struct {
				DestinationID string `json:"destinationId"`
			} `json:"payload"`
		}
		require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &all))
		return all.Payload[0].DestinationID
	}
	require.Equal(t, 200, rec.Code, rec.Body)
	var one struct {
		Payload struct {
			DestinationID string `json:"destinationId"`
		} `json:"payload"`
	}
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &one))
	return one.Payload.DestinationID
}

// id finds the value of a member by the end of its name.
func id(t *testing.T, body, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(body, `"`+name+`":"`)
	require.True(t, ok, body)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

func TestDestinations(t *testing.T) {
	_, h := stopped(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	app := appToken(t, h)
	const path = "/na/notifications/v1/destinations"
	require.JSONEq(t, `{"payload":[]}`, serve(h, call(app, "GET", path, "")).Body.String())
	for name, body := range map[string]string{
		"empty": `{}`, "no JSON": `{`, "no name": strings.Replace(destinationBody, "ours", "", 1),
		"no arn": strings.Replace(destinationBody, "arn:aws", "urn:aws", 1), "no such queue": strings.Replace(destinationBody, ":notifications", ":other", 1),
	} {
		rec := serve(h, call(app, "POST", path, body))
		require.Equal(t, 400, rec.Code, name)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"InvalidInput"`, name)
	}
	rec := serve(h, call(app, "POST", path, destinationBody))
	require.Equal(t, 200, rec.Code, rec.Body)
	require.Equal(t, "1", rec.Header().Get("X-Amzn-Ratelimit-Limit"))
	one := id(t, rec.Body.String(), "destinationId")
	want := `{"destinationId":"` + one + `","name":"ours","resource":{"eventBridge":null,"sqs":{"arn":"arn:aws:sqs:us-east-1:000000000000:notifications"}}}`
	require.JSONEq(t, `{"payload":`+want+`}`, rec.Body.String())
	require.Equal(t, 409, serve(h, call(app, "POST", path, destinationBody)).Code)
	require.JSONEq(t, `{"payload":[`+want+`]}`, serve(h, call(app, "GET", path, "")).Body.String())
	require.JSONEq(t, `{"payload":`+want+`}`, serve(h, call(app, "GET", path+"/"+one, "")).Body.String())
	require.Equal(t, 404, serve(h, call(app, "GET", "/eu/notifications/v1/destinations/"+one, "")).Code, "another region")
	require.Equal(t, 404, serve(h, call(app, "DELETE", path+"/other", "")).Code)
	require.Equal(t, 200, serve(h, call(app, "DELETE", path+"/"+one, "")).Code)
	require.Equal(t, 404, serve(h, call(app, "GET", path+"/"+one, "")).Code)
}

func TestSubscriptions(t *testing.T) {
	m, h := stopped(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	full, noRole := m.Seller(marketplace.NA, simulator.Full), m.Seller(marketplace.NA, simulator.NoRole)
	app, seller := appToken(t, h), accessToken(t, h, full.RefreshToken)
	destination := destinationOf(t, h, app)
	const path = "/na/notifications/v1/subscriptions/ANY_OFFER_CHANGED"
	body := `{"payloadVersion":"1.0","destinationId":"` + destination + `","processingDirective":{"eventFilter":{
		"eventFilterType":"ANY_OFFER_CHANGED","marketplaceIds":["ATVPDKIKX0DER"],"aggregationSettings":{"aggregationTimePeriod":"FiveMinutes"}}}}`
	require.Equal(t, 404, serve(h, call(seller, "GET", path, "")).Code)
	for name, c := range map[string]struct {
		token, path, from, to string
		status                int
	}{
		"unknown type":        {seller, strings.Replace(path, "ANY", "SOME", 1), "", "", 400},
		"version":             {seller, path, `"1.0"`, `"2.0"`, 400},
		"no destination":      {seller, path, destination, "", 400},
		"unknown destination": {seller, path, destination, "x", 404},
		"period":              {seller, path, "FiveMinutes", "AnHour", 400},
		"filter of another":   {seller, path, `"eventFilterType":"ANY`, `"eventFilterType":"B2B_ANY`, 400},
		"marketplace":         {seller, path, "ATVPDKIKX0DER", "A1PA6795UKMFR9", 400},
		"application's token": {app, path, "", "", 403},
		"other region":        {seller, strings.Replace(path, "/na", "/eu", 1), "", "", 403},
		"no role":             {accessToken(t, h, noRole.RefreshToken), strings.Replace(path, "ANY_OFFER_CHANGED", "LISTINGS_ITEM_STATUS_CHANGE", 1), "ANY_OFFER_CHANGED", "x", 400},
	} {
		rec := serve(h, call(c.token, "POST", c.path, strings.Replace(body, c.from, c.to, 1)))
		require.Equal(t, c.status, rec.Code, "%s: %s", name, rec.Body)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"`, name)
	}
	plain := `{"payloadVersion":"1.0","destinationId":"` + destination + `"}`
	require.Equal(t, 403, serve(h, call(accessToken(t, h, noRole.RefreshToken), "POST",
		"/na/notifications/v1/subscriptions/LISTINGS_ITEM_STATUS_CHANGE", plain)).Code)
	rec := serve(h, call(seller, "POST", path, body))
	require.Equal(t, 200, rec.Code, rec.Body)
	made := rec.Body.String()
	one := id(t, made, "subscriptionId")
	rec = serve(h, call(seller, "POST", path, plain))
	require.Equal(t, 409, rec.Code)
	require.Empty(t, rec.Header().Get("X-Amzn-Ratelimit-Limit"))
	require.JSONEq(t, made, serve(h, call(seller, "GET", path, "")).Body.String())
	require.JSONEq(t, made, serve(h, call(app, "GET", path+"/"+one, "")).Body.String())
	require.Equal(t, 403, serve(h, call(seller, "GET", path+"/"+one, "")).Code, "by id is the application's")
	require.Equal(t, 404, serve(h, call(app, "GET", strings.Replace(path, "ANY_OFFER_CHANGED", "PRICING_HEALTH", 1)+"/"+one, "")).Code)
	list := serve(h, call(seller, "GET", "/na/notifications/v1/subscriptions?notificationTypes=ANY_OFFER_CHANGED&pageSize=30", ""))
	require.Contains(t, list.Body.String(), `{"payload":{"subscriptions":[{"subscriptionId":"`+one+`"`)
	require.Equal(t, 400, serve(h, call(seller, "GET", "/na/notifications/v1/subscriptions?notificationTypes=ANY_OFFER_CHANGED&pageSize=29", "")).Code)
	require.Equal(t, 400, serve(h, call(seller, "GET", "/na/notifications/v1/subscriptions", "")).Code)

	inUse := serve(h, call(app, "DELETE", "/na/notifications/v1/destinations/"+destination, ""))
	require.Equal(t, 403, inUse.Code, "a destination with subscriptions")
	require.Len(t, m.Notifications().Subscriptions, 1)
	require.Equal(t, full.ID, m.Notifications().Subscriptions[0].Seller)
	require.Equal(t, 200, serve(h, call(app, "DELETE", path+"/"+one, "")).Code)
	require.Equal(t, 404, serve(h, call(app, "DELETE", path+"/"+one, "")).Code)
	require.Equal(t, 404, serve(h, call(seller, "GET", path, "")).Code)
	require.Equal(t, 200, serve(h, call(app, "DELETE", "/na/notifications/v1/destinations/"+destination, "")).Code)
}

func TestNotificationLimits(t *testing.T) {
	_, h := stopped(t, simulator.Config{})
	app := appToken(t, h)
	for i := range 7 {
		want := 200
		if i >= 5 {
			want = 429
		}
		require.Equal(t, want, serve(h, call(app, "GET", "/na/notifications/v1/destinations", "")).Code)
	}
}
