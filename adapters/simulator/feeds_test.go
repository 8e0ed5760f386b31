package simulator_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
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

const (
	feedPath  = "/feeds/2021-06-30/feeds"
	feedMedia = "application/json; charset=UTF-8"
)

// store sends to or fetches from an address of a document, without a token.
func (a *account) store(method, address, media, body string) *httptest.ResponseRecorder {
	a.t.Helper()
	r := httptest.NewRequest(method, address, strings.NewReader(body))
	r.Header.Set("Content-Type", media)
	return serve(a.h, r)
}

func (a *account) upload(body string) string {
	a.t.Helper()
	rec := a.send("POST", "/feeds/2021-06-30/documents", `{"contentType":"`+feedMedia+`"}`)
	require.Equal(a.t, 201, rec.Code, rec.Body)
	made := decoded(a.t, rec)
	require.Equal(a.t, 200, a.store("PUT", fmt.Sprint(made["url"]), feedMedia, body).Code)
	return fmt.Sprint(made["feedDocumentId"])
}

func (a *account) feed(document string) string {
	a.t.Helper()
	rec := a.send("POST", feedPath, fmt.Sprintf(`{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":[%q],"inputFeedDocumentId":%q}`, usa, document))
	require.Equal(a.t, 202, rec.Code, rec.Body)
	return fmt.Sprint(decoded(a.t, rec)["feedId"])
}

func (a *account) messages(list ...string) string {
	return `{"header":{"sellerId":"` + a.ID + `","version":"2.0","issueLocale":"en_US"},"messages":[` + strings.Join(list, ",") + `]}`
}

func message(id int, sku, price string) string {
	return fmt.Sprintf(`{"messageId":%d,"sku":%q,"operationType":"PATCH",%s`, id, sku, offerPatch(usa, "USD", sum("our_price", price))[1:])
}

func (a *account) result(feed string) (document map[string]any, zipped bool) {
	a.t.Helper()
	told := a.read(feedPath + "/" + feed)
	require.Equal(a.t, "DONE", told["processingStatus"])
	answer := a.read("/feeds/2021-06-30/documents/" + fmt.Sprint(told["resultFeedDocumentId"]))
	rec := a.store("GET", fmt.Sprint(answer["url"]), "", "")
	require.Equal(a.t, 200, rec.Code)
	body := io.Reader(rec.Body)
	if answer["compressionAlgorithm"] == "GZIP" {
		unzipped, err := gzip.NewReader(rec.Body)
		require.NoError(a.t, err)
		body, zipped = unzipped, true
	}
	require.NoError(a.t, json.NewDecoder(body).Decode(&document))
	return document, zipped
}

func TestFeed(t *testing.T) {
	a := unlimited(t, simulator.Full)
	sku := a.sellable(false)
	document := a.upload(a.messages(message(1, sku, "44.44"), message(2, "nobody's", "1"), message(3, "A/B", "0"),
		`{"messageId":4,"sku":"A+B","operationType":"DELETE"}`, `{"messageId":5,"sku":"A+B","operationType":"SELL"}`,
		`{"messageId":6,"sku":"A,B","operationType":"PATCH","productType":"PRODUCT"}`, `{"messageId":7,"sku":"nobody's","operationType":"UPDATE","productType":"PRODUCT"}`,
		`{"messageId":8,"sku":"50%","operationType":"PARTIAL_UPDATE","productType":"PRODUCT","attributes":{"fulfillment_availability":[{"fulfillment_channel_code":"DEFAULT","quantity":9}]}}`))
	id := a.feed(document)
	require.JSONEq(t, `{"feedId":"`+id+`","feedType":"JSON_LISTINGS_FEED","marketplaceIds":["`+usa+`"],"createdTime":"2026-11-01T12:00:00Z","processingStatus":"IN_QUEUE"}`,
		a.get(feedPath+"/"+id).Body.String())
	a.m.Clock().Step(2 * time.Second)
	require.Equal(t, "IN_PROGRESS", a.read(feedPath + "/" + id)["processingStatus"])
	require.Equal(t, 400, a.send("DELETE", feedPath+"/"+id, "").Code, "it has begun")
	old, _ := a.price(sku)
	require.NotEqual(t, "44.44", old)
	a.m.Clock().Step(3 * time.Second)
	now, _ := a.price(sku)
	require.Equal(t, "44.44", now)
	require.Equal(t, 404, a.get(a.item("A+B", "marketplaceIds="+usa)).Code)
	require.EqualValues(t, 9, dig(a.read(a.item("50%", "includedData=fulfillmentAvailability&marketplaceIds="+usa)), "fulfillmentAvailability", 0, "quantity"))
	done := a.read(feedPath + "/" + id)
	require.Equal(t, "2026-11-01T12:00:01Z", done["processingStartTime"])
	require.Equal(t, "2026-11-01T12:00:05Z", done["processingEndTime"])
	result, _ := a.result(id)
	require.Equal(t, map[string]any{"sellerId": a.ID, "version": "2.0", "feedId": id}, result["header"])
	issues, _ := result["issues"].([]any)
	ids := []float64{}
	for _, i := range issues {
		ids = append(ids, dig(i, "messageId").(float64))
		require.Equal(t, "ERROR", dig(i, "severity"))
	}
	require.Equal(t, []float64{2, 3, 5, 6, 7, 7, 7, 7}, ids)
	require.Equal(t, map[string]any{"errors": 8.0, "warnings": 0.0, "messagesProcessed": 8.0, "messagesAccepted": 3.0, "messagesInvalid": 5.0}, result["summary"])
}

// Some results are compressed, others are plain.
func TestResultsOfFeeds(t *testing.T) {
	a := unlimited(t, simulator.Full)
	zipped := 0
	for n := range 20 {
		id := a.feed(a.upload(a.messages(message(1, "A/B", fmt.Sprintf("50.%02d", n)))))
		a.m.Clock().Step(5 * time.Second)
		if _, z := a.result(id); z {
			zipped++
		}
	}
	require.InDelta(t, 10, zipped, 7)
	list := a.read(feedPath + "?feedTypes=JSON_LISTINGS_FEED&pageSize=15")
	require.Len(t, list["feeds"], 15)
	require.Equal(t, "DONE", dig(list, "feeds", 0, "processingStatus"))
	require.Greater(t, dig(list, "feeds", 0, "createdTime"), dig(list, "feeds", 14, "createdTime"), "the youngest first")
	next := url.QueryEscape(fmt.Sprint(list["nextToken"]))
	rest := a.read(feedPath + "?nextToken=" + next)
	require.Len(t, rest["feeds"], 5)
	require.Nil(t, rest["nextToken"])
	require.Equal(t, 400, a.get(feedPath+"?pageSize=15&nextToken="+next).Code, "the token is the only parameter")
	require.Equal(t, 400, a.get(feedPath+"?nextToken="+strings.Repeat("A", 48)).Code)
	require.Empty(t, a.read(feedPath + "?feedTypes=OTHER")["feeds"])
	require.Empty(t, a.read(feedPath + "?feedTypes=JSON_LISTINGS_FEED&processingStatuses=FATAL,CANCELLED")["feeds"])
	require.Empty(t, a.read(feedPath + "?feedTypes=JSON_LISTINGS_FEED&marketplaceIds=" + canada)["feeds"])
	require.Empty(t, a.read(feedPath + "?feedTypes=JSON_LISTINGS_FEED&createdUntil=2026-10-31T00:00:00Z")["feeds"])
	other := as(t, a.m, a.h, a.m.Seller(marketplace.NA, simulator.Enormous))
	require.Empty(t, other.read(feedPath + "?feedTypes=JSON_LISTINGS_FEED")["feeds"])
	id := fmt.Sprint(dig(list, "feeds", 0, "feedId"))
	require.Equal(t, 404, other.get(feedPath+"/"+id).Code)
	require.Equal(t, 404, other.send("DELETE", feedPath+"/"+id, "").Code)
	require.Equal(t, 404, other.get("/feeds/2021-06-30/documents/"+fmt.Sprint(dig(list, "feeds", 0, "resultFeedDocumentId"))).Code)
	for _, query := range []string{
		"", "?feedTypes=A&pageSize=101", "?feedTypes=A&pageSize=0", "?feedTypes=A&processingStatuses=LOST", "?feedTypes=A&createdSince=2026-08-01T00:00:00Z",
		"?feedTypes=A&marketplaceIds=A1PA6795UKMFR9", "?feedTypes=" + strings.Repeat("A,", 10) + "A",
	} {
		require.Equal(t, 400, a.get(feedPath+query).Code, query)
	}
}

func TestFeedsThatCannotBeRead(t *testing.T) {
	a := unlimited(t, simulator.Full)
	var ids []string
	good := a.messages(message(1, "A/B", "5"))
	for _, body := range []string{
		"", "{", a.messages(), a.messages(message(1, "A/B", "5"), message(1, "A+B", "5")), strings.Replace(good, a.ID, "A0", 1), strings.Replace(good, `"2.0"`, `"1.0"`, 1),
	} {
		ids = append(ids, a.feed(a.upload(body)))
	}
	rec := a.send("POST", "/feeds/2021-06-30/documents", `{"contentType":"text/plain"}`)
	ids = append(ids, a.feed(fmt.Sprint(decoded(t, rec)["feedDocumentId"])))
	cancelled := a.feed(a.upload(good))
	require.Equal(t, "{}", a.send("DELETE", feedPath+"/"+cancelled, "").Body.String())
	before, _ := a.price("A/B")
	a.m.Clock().Step(10 * time.Second)
	for n, id := range ids {
		require.Equal(t, "FATAL", a.read(feedPath + "/" + id)["processingStatus"], n)
	}
	require.Equal(t, "CANCELLED", a.read(feedPath + "/" + cancelled)["processingStatus"])
	after, _ := a.price("A/B")
	require.Equal(t, before, after)

	document := a.upload(good)
	for name, body := range map[string]string{
		"other type":   `{"feedType":"POST_FLAT_FILE","marketplaceIds":["` + usa + `"],"inputFeedDocumentId":"` + document + `"}`,
		"no document":  `{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":["` + usa + `"]}`,
		"unknown one":  `{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":["` + usa + `"],"inputFeedDocumentId":"x"}`,
		"nowhere":      `{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":[],"inputFeedDocumentId":"` + document + `"}`,
		"other region": `{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":["A1PA6795UKMFR9"],"inputFeedDocumentId":"` + document + `"}`,
		"no JSON":      `feed`,
	} {
		require.Equal(t, 400, a.send("POST", feedPath, body).Code, name)
	}
	require.Equal(t, 400, a.send("POST", "/feeds/2021-06-30/documents", `{}`).Code)
	other := as(t, a.m, a.h, a.m.Seller(marketplace.NA, simulator.Enormous))
	require.Equal(t, 400, other.send("POST", feedPath, `{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":["`+usa+`"],"inputFeedDocumentId":"`+document+`"}`).Code)
}

func TestAddressesOfDocuments(t *testing.T) {
	a := unlimited(t, simulator.Full)
	made := decoded(t, a.send("POST", "/feeds/2021-06-30/documents", `{"contentType":"`+feedMedia+`"}`))
	address := fmt.Sprint(made["url"])
	require.Equal(t, 403, a.store("PUT", address, "application/json", "x").Code, "another content type")
	require.Equal(t, 403, a.store("GET", address, feedMedia, "").Code, "the address is for sending")
	require.Equal(t, 403, a.store("PUT", strings.Replace(address, "amzn1", "amzn2", 1), feedMedia, "x").Code)
	require.Equal(t, 403, a.store("PUT", strings.Replace(address, "expires=1", "expires=2", 1), feedMedia, "x").Code)
	require.Equal(t, 200, a.store("PUT", address, feedMedia, "text").Code)
	answer := a.read("/feeds/2021-06-30/documents/" + url.PathEscape(fmt.Sprint(made["feedDocumentId"])))
	require.Nil(t, answer["compressionAlgorithm"])
	require.Equal(t, "text", a.store("GET", fmt.Sprint(answer["url"]), "", "").Body.String())
	require.Equal(t, 400, a.get("/feeds/2021-06-30/documents/x?enableContentEncodingUrlHeader=maybe").Code)
	a.m.Clock().Step(5*time.Minute + time.Second)
	rec := a.store("PUT", address, feedMedia, "text")
	require.Equal(t, 403, rec.Code)
	require.Contains(t, rec.Body.String(), "<Code>AccessDenied</Code>")
	a.m.Inject(simulator.Fault{Mode: simulator.Error503, Operation: "feedDocument", Times: 1})
	require.Equal(t, 503, a.store("GET", fmt.Sprint(answer["url"]), "", "").Code)
}

// Feeds of listings have a limit of their own: five in five minutes.
func TestFiveFeedsInFiveMinutes(t *testing.T) {
	a := signIn(t, simulator.Config{}, marketplace.NA, simulator.Full)
	document := a.upload(a.messages(message(1, "A/B", "5")))
	for range 5 {
		a.feed(document)
	}
	body := fmt.Sprintf(`{"feedType":"JSON_LISTINGS_FEED","marketplaceIds":[%q],"inputFeedDocumentId":%q}`, usa, document)
	rec := a.send("POST", feedPath, body)
	require.Equal(t, 429, rec.Code)
	require.Contains(t, rec.Body.String(), "QuotaExceeded")
	require.Empty(t, rec.Header().Get("X-Amzn-Ratelimit-Limit"))
	a.m.Clock().Step(5 * time.Minute)
	a.feed(document)
}

// Runs a feed through a real listener, with addresses of the listener.
func TestFeedOverTheWire(t *testing.T) {
	m := simulator.New(simulator.Config{Clock: simulator.NewClock(start, 0)})
	server, err := m.Listen("127.0.0.1:0", "")
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	do := func(method, address, media, token string, body []byte) (int, []byte) {
		r, err := http.NewRequest(method, address, bytes.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", media)
		r.Header.Set("User-Agent", "test")
		if token != "" {
			r.Header.Set("x-amz-access-token", token)
		}
		res, err := client.Do(r)
		require.NoError(t, err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, b
	}
	s := m.Seller(marketplace.NA, simulator.Full)
	token := accessToken(t, m.Handler(), s.RefreshToken)
	status, b := do("POST", server.Endpoints[marketplace.NA]+"/feeds/2021-06-30/documents", "application/json", token, []byte(`{"contentType":"text/json"}`))
	require.Equal(t, 201, status, string(b))
	var made struct{ URL string }
	require.NoError(t, json.Unmarshal(b, &made))
	require.True(t, strings.HasPrefix(made.URL, strings.TrimSuffix(server.Endpoints[marketplace.NA], "/na")+"/"), made.URL)
	status, b = do("PUT", made.URL, "text/json", "", []byte(`{}`))
	require.Equal(t, 200, status, string(b))
}
