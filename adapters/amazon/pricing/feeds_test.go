package pricing

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/contract/upstream"
)

func TestDecodeFeed(t *testing.T) {
	got, err := decodeFeed([]byte(`{"feedId":"500","feedType":"JSON_LISTINGS_FEED","marketplaceIds":["ATVPDKIKX0DER"],"createdTime":"2026-11-01T12:00:00+02:00",
		"processingStatus":"DONE","processingStartTime":"x","processingEndTime":"2026-11-01T10:05:00Z","resultFeedDocumentId":"amzn1.r","new":{}}`))
	require.NoError(t, err)
	require.Equal(t, sendingports.FeedState{
		ID: "500", Status: sendingports.FeedDone, Marketplaces: []marketplace.ID{us}, Result: "amzn1.r",
	}, got)
	for word, want := range map[string]sendingports.FeedStatus{
		"IN_QUEUE": "queued", "IN_PROGRESS": "running", "CANCELLED": "cancelled", "FATAL": "failed", "RESTING": "other", "": "other",
	} {
		got, err := decodeFeed([]byte(`{"feedId":"500","processingStatus":"` + word + `"}`))
		require.NoError(t, err)
		require.Equal(t, sendingports.FeedState{ID: "500", Status: want}, got, word)
	}
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeFeed(b); return err }, map[string]string{"no id": `{"feedId":""}`, "a number": `{"feedId":5}`})

	list, err := decodeFeeds([]byte(`{"feeds":[{"feedId":"1"},{"feedId":"2","processingStatus":"DONE"}],"nextToken":"x"}`))
	require.NoError(t, err)
	require.Equal(t, []sendingports.FeedState{{ID: "1", Status: "other"}, {ID: "2", Status: "done"}}, list)
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeFeeds(b); return err }, map[string]string{"a feed without id": `{"feeds":[{"feedId":"1"},{}]}`, "null": `{"feeds":null}`})
}

func TestDecodeFeedDocument(t *testing.T) {
	got, err := decodeFeedDocument([]byte(`{"feedDocumentId":"d","url":"https://x","compressionAlgorithm":"GZIP"}`))
	require.NoError(t, err)
	require.Equal(t, feedDocument{"d", "https://x", true}, got)
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeFeedDocument(b); return err }, map[string]string{
		"no address": `{"feedDocumentId":"d"}`, "no id": `{"url":"https://x"}`, "unknown packing": `{"feedDocumentId":"d","url":"https://x","compressionAlgorithm":"ZSTD"}`,
	})
}

func TestDecodeReport(t *testing.T) {
	got, err := decodeReport(strings.NewReader(`{"header":{"sellerId":"A1","deep":[[{}]]},"issues":[
		{"messageId":2,"code":"90220","severity":"ERROR","message":"No\u0000 price.","attributeNames":["purchasable_offer"],"categories":["INVALID_PRICE"],"more":1},
		{"messageId":2,"code":"1","severity":"WARNING"},{"messageId":"3","severity":"WARNING"},{"messageId":4,"code":"7"},{"code":"8","severity":"ERROR"}],
		"summary":{"errors":2,"messagesProcessed":4,"messagesAccepted":2,"messagesInvalid":2},"last":null}`))
	require.NoError(t, err)
	require.Equal(t, sendingports.FeedReport{
		Processed: ptr[int64](4),
		Issues: map[int64][]sendingports.PriceIssue{
			0: {{Code: "8", Severity: "ERROR"}},
			2: {{Code: "90220", Severity: "ERROR", Message: "No  price."}, {Code: "1", Severity: "WARNING"}},
			3: {{Severity: "WARNING"}}, 4: {{Code: "7", Severity: "ERROR"}},
		},
	}, got)
	for number, want := range map[int64]bool{1: false, 2: true, 3: false, 4: true} {
		require.Equal(t, want, got.Refused(number), number)
	}
	for messages, want := range map[int]bool{3: false, 4: true, 5: false} {
		require.Equal(t, want, got.Matches(messages), messages)
	}
	got.Processed = ptr[int64](3)
	require.False(t, got.Matches(3), "it names a fourth message")
	require.False(t, sendingports.FeedReport{}.Matches(1), "it counts none")
	for _, body := range []string{`{"issues":[]}`, `{"issues":null}`, `{"summary":{}}`, `{"summary":null}`} {
		got, err := decodeReport(strings.NewReader(body))
		require.NoError(t, err, body)
		require.Equal(t, sendingports.FeedReport{Issues: map[int64][]sendingports.PriceIssue{}}, got, body)
	}
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeReport(bytes.NewReader(b)); return err }, map[string]string{
		"half": `{"issues":[{"messageId":1}`, "half of a list": `{"issues":[`, "no end": `{"issues":[]`, "no member": `{"header":{}}`, "an object": `{"issues":{}}`,
		"a broken issue": `{"issues":[{"messageId":1.5}]}`, "a negative number": `{"issues":[{"messageId":-1}]}`, "an issue of another type": `{"issues":[7]}`, "summary": `{"summary":[]}`, "two": `{"issues":[]}{}`,
	})
	_, err = decodeReport(io.MultiReader(strings.NewReader(`{"issues":[{}`), strings.NewReader(strings.Repeat(`,{}`, maxReportIssues)), strings.NewReader(`]}`)))
	require.ErrorIs(t, err, spapi.ErrTooBig)
}

// A packed report that unpacks to more than any of ours is not read to its end.
func TestReportsThatNeverEnd(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, `{"issues":[`)
	require.NoError(t, err)
	blank := bytes.Repeat([]byte(" "), 1<<20)
	for range reportCap>>20 + 1 {
		_, err = w.Write(blank)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	var report sendingports.FeedReport
	read := feedDocument{zipped: true}.read(&report)
	require.ErrorIs(t, read(&packed, false), spapi.ErrTooBig)
	require.ErrorIs(t, read(strings.NewReader("not packed"), false), spapi.ErrNotJSON)
	require.NoError(t, read(strings.NewReader(`{"issues":[]}`), true), "unpacked on the way")
}

func messageOf(t testing.TB, number int64, sku, price string) sendingports.FeedMessage {
	return sendingports.FeedMessage{Number: number, PriceChange: sendingports.PriceChange{
		SKU: sku, Marketplace: shop(t, "amazon.com"), Price: money.MustParse(price), Min: amount("10"), Max: amount("30.5"),
	}}
}

const madeDocument = `202 {"feedDocumentId":"doc","url":"https://na.example/upload?x=1"}`

func startFeed(f *Client, messages []sendingports.FeedMessage, known []sendingports.FeedID) (sendingports.FeedID, error) {
	file, err := f.Upload(context.Background(), repricerOne, messages)
	if err != nil {
		return "", err
	}
	return f.Start(context.Background(), repricerOne, file, known, nil)
}

func TestSubmitFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &upstream.Script{Answers: []string{madeDocument, "503 ", "200 ", `202 {"feedId":"500"}`}}
		feed, err := startFeed(New(f.Client(t), spapi.Repricer), []sendingports.FeedMessage{messageOf(t, 1, "A/B", "19.99"), messageOf(t, 7, "C", "20")}, nil)
		require.NoError(t, err)
		require.Equal(t, sendingports.FeedID("500"), feed)
		patch := func(price string) string {
			return `"operationType":"PATCH","productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL",` +
				`"our_price":[{"schedule":[{"value_with_tax":` + price + `}]}],"minimum_seller_allowed_price":[{"schedule":[{"value_with_tax":10}]}],"maximum_seller_allowed_price":[{"schedule":[{"value_with_tax":30.5}]}]}]}]`
		}
		upload := `PUT /upload  application/json; charset=UTF-8 {"header":{"sellerId":"A1","version":"2.0"},"messages":[{"messageId":1,"sku":"A/B",` + patch("19.99") + `},{"messageId":7,"sku":"C",` + patch("20") + `}]}`
		require.Equal(t, []string{
			`POST /feeds/2021-06-30/documents Atza|seller application/json {"contentType":"application/json; charset=UTF-8"}`, upload, upload,
			`POST /feeds/2021-06-30/feeds Atza|seller application/json {"feedType":"JSON_LISTINGS_FEED","marketplaceIds":["ATVPDKIKX0DER"],"inputFeedDocumentId":"doc"}`,
		}, f.Asked, "no token goes to the store of documents")
	})
}

// Starts a feed once. After an unclear answer it looks for the feed.
func TestAFeedIsNeverStartedTwice(t *testing.T) {
	found := func(ids ...string) string {
		var rows []string
		for _, id := range ids {
			id, shop, _ := strings.Cut(id, "@")
			if shop == "" {
				shop = us
			}
			told := fmt.Sprintf(`"marketplaceIds":[%q],`, shop)
			if shop == "?" {
				told = ""
			}
			rows = append(rows, fmt.Sprintf(`{"feedId":%q,%s"processingStatus":"IN_QUEUE"}`, id, told))
		}
		return `200 {"feeds":[` + strings.Join(rows, ",") + `]}`
	}
	for name, c := range map[string]struct {
		start, lookup string
		known         []sendingports.FeedID
		feed          sendingports.FeedID
		code          fault.Code
		unknown       bool
		calls         int
	}{
		"started":                         {start: `202 {"feedId":"1"}`, feed: "1", calls: 3},
		"lost, found":                     {start: "503 ", lookup: found("2"), feed: "2", calls: 4},
		"junk, found":                     {start: "202 <html>", lookup: found("2"), feed: "2", calls: 4},
		"lost, beside a known feed":       {start: "503 ", lookup: found("2", "3"), known: []sendingports.FeedID{"2"}, feed: "3", calls: 4},
		"lost, elsewhere":                 {start: "503 ", lookup: found("2", "3@A2EUQ1WTGCTBG2"), feed: "2", calls: 4},
		"lost, beside a feed of anywhere": {start: "503 ", lookup: found("2@?"), code: "upstream_unavailable", unknown: true, calls: 4},
		"lost, beside another feed":       {start: "503 ", lookup: found("2", "3@?"), code: "upstream_unavailable", unknown: true, calls: 4},
		"lost, none":                      {start: "503 ", lookup: found(), code: "upstream_unavailable", calls: 4},
		"lost, only a known one":          {start: "503 ", lookup: found("2"), known: []sendingports.FeedID{"2"}, code: "upstream_unavailable", calls: 4},
		"lost, two":                       {start: "503 ", lookup: found("2", "3"), code: "upstream_unavailable", unknown: true, calls: 4},
		"lost, nobody answers":            {start: "503 ", lookup: "503 ", code: "upstream_unavailable", unknown: true, calls: 6},
		"lost, junk":                      {start: "503 ", lookup: "200 {}", code: "upstream_unavailable", unknown: true, calls: 6},
		"refused":                         {start: "400 " + refusalOf("InvalidInput"), code: "upstream_rejected", calls: 3},
		"forbidden":                       {start: "403 ", code: "integration_needs_attention", calls: 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &upstream.Script{Answers: []string{madeDocument, "200 ", c.start, c.lookup}}
				if c.lookup == "" {
					f.Answers = f.Answers[:3]
				}
				feed, err := startFeed(New(f.Client(t), spapi.Repricer), []sendingports.FeedMessage{messageOf(t, 1, "A", "19.99")}, c.known)
				require.Equal(t, c.feed, feed)
				require.Equal(t, c.feed == "", err != nil, "%v", err)
				if err != nil {
					require.True(t, fault.Is(err, c.code), "%v", err)
				}
				require.Equal(t, c.unknown, errors.Is(err, sendingports.ErrFeedUnknown))
				require.Len(t, f.Asked, c.calls)
				starts := 0
				for _, asked := range f.Asked {
					if strings.HasPrefix(asked, "POST /feeds/2021-06-30/feeds ") {
						starts++
					}
				}
				require.Equal(t, map[bool]int{true: 2, false: 1}[name == "forbidden"], starts, "a refused token is renewed once: nothing was started by then")
			})
		})
	}
}

// Does not look for a feed that was refused before its start.
func TestAFeedThatMayNotStart(t *testing.T) {
	f := &upstream.Script{Answers: []string{`202 {"feedId":"1"}`}}
	file := sendingports.FeedFile{Document: "doc", Marketplaces: []marketplace.ID{us}, Messages: 1}
	_, err := New(f.Client(t), spapi.Repricer).Start(context.Background(), repricerOne, file, nil, func(context.Context) bool { return false })
	require.True(t, fault.Is(err, fault.CodeUpstreamRateLimited), "%v", err)
	require.NotErrorIs(t, err, sendingports.ErrFeedUnknown)
	require.Empty(t, f.Asked)
}

func TestFeedsThatAreNotSent(t *testing.T) {
	f := &upstream.Script{Answers: []string{`202 {"feedDocumentId":"doc","url":"https://elsewhere.example/upload"}`}}
	feeds := New(f.Client(t), spapi.Repricer)
	submit := func(messages ...sendingports.FeedMessage) error {
		_, err := feeds.Upload(context.Background(), repricerOne, messages)
		return err
	}
	many := make([]sendingports.FeedMessage, 25_001)
	for n := range many {
		many[n] = messageOf(t, int64(n+1), "A", "1")
	}
	for name, messages := range map[string][]sendingports.FeedMessage{
		"none": nil, "too many": many, "no number": {messageOf(t, 0, "A", "1")}, "one twice": {messageOf(t, 1, "A", "1"), messageOf(t, 1, "B", "1")},
		"no SKU": {messageOf(t, 1, "", "1")}, "no marketplace": {{Number: 1, PriceChange: sendingports.PriceChange{SKU: "A"}}},
	} {
		e, ok := fault.As(submit(messages...))
		require.True(t, ok, name)
		require.Equal(t, fault.Invalid, e.Kind, name)
	}
	require.Empty(t, f.Asked)
	require.ErrorContains(t, spapi.AsError(submit(messageOf(t, 1, "A", "1"))), "a host that is not Amazon's")
	require.Len(t, f.Asked, 1, "prices go to Amazon only")
}

func FuzzDecodeFeeds(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"feedId":"1","processingStatus":"DONE","feeds":[{"feedId":"1","createdTime":"2026-11-01T12:00:00Z"}],"feedDocumentId":"d","url":"https://x"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		one, err := decodeFeed(body)
		if (err == nil) != (one.ID != "") || err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(one, err)
		}
		list, err := decodeFeeds(body)
		for _, s := range list {
			if s.ID == "" || s.Status == "" || err != nil {
				t.Fatal(s, err)
			}
		}
		d, err := decodeFeedDocument(body)
		if (err == nil) != (d.id != "" && d.address != "") {
			t.Fatal(d, err)
		}
	})
}

func FuzzDecodeReport(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"header":{},"issues":[{"messageId":1,"code":"a","severity":"ERROR","message":"m","categories":["c"]}],"summary":{"messagesProcessed":1}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := decodeReport(bytes.NewReader(body))
		if err != nil {
			if !errors.Is(err, spapi.ErrNotJSON) {
				t.Fatal(err)
			}
			return
		}
		for number, issues := range r.Issues {
			if number < 0 || len(issues) == 0 {
				t.Fatal(number, issues)
			}
			for _, i := range issues {
				if i.Severity == "" {
					t.Fatalf("%+v", i)
				}
			}
		}
	})
}
