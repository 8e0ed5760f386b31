package gateway

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/world"
)

func TestDistort(t *testing.T) {
	g := quiet()
	const (
		batch = `{"responses":[
			{"status":{"statusCode":200,"reasonPhrase":"OK"},"body":{"asin":"A","marketplaceId":"M","price":1.10},"request":{"n":1}},
			{"status":{"statusCode":200,"reasonPhrase":"OK"},"body":{"asin":"B","marketplaceId":"M"},"request":{"n":2}}]}`
		fees   = `[{"Status":"Success","FeesEstimate":{"x":1},"FeesEstimateIdentifier":{"IdValue":"A"}}]`
		prices = `{"payload":[{"status":"Success","ASIN":"A","Product":{"x":1}}]}`
	)
	for name, c := range map[string]struct {
		fault    Fault
		in, want string
	}{
		"batch item": {
			Fault{Mode: ItemFail, Items: 1, Status: 429}, batch, `{"responses":[
			{"status":{"statusCode":429,"reasonPhrase":"Too Many Requests"},"request":{"n":1},
			 "body":{"asin":"A","marketplaceId":"M","errors":[{"code":"TooManyRequests","message":"The item could not be answered.","details":""}]}},
			{"status":{"statusCode":429,"reasonPhrase":"Too Many Requests"},"request":{"n":2},
			 "body":{"asin":"B","marketplaceId":"M","errors":[{"code":"TooManyRequests","message":"The item could not be answered.","details":""}]}}]}`,
		},
		"fee": {Fault{Mode: ItemFail}, fees, `[{"Status":"ServerError","FeesEstimateIdentifier":{"IdValue":"A"},
			"Error":{"Type":"Receiver","Code":"InternalServerError","Message":"The item could not be answered.","Detail":[]}}]`},
		"price":   {Fault{Mode: ItemFail, Status: 400}, prices, `{"payload":[{"status":"ClientError","ASIN":"A"}]}`},
		"reorder": {Fault{Mode: ItemReorder}, `{"responses":[1,2,3]}`, `{"responses":[3,2,1]}`},
		"missing": {Fault{Mode: ItemMissing, Items: 1}, batch, `{"responses":[]}`},
		"other":   {Fault{Mode: RateChange}, prices, prices},
	} {
		require.JSONEq(t, c.want, distorted(t, g, c.fault, c.in), name)
	}
	const told = `{"payload":{"Summary":{"TotalOfferCount":2},"Offers":[
		{"ListingPrice":{"CurrencyCode":"USD","Amount":9},"Shipping":{"CurrencyCode":"USD","Amount":1}},{"ListingPrice":{"CurrencyCode":"USD","Amount":8}}]}}`
	for way, want := range []string{
		`{"payload":{"Summary":{"TotalOfferCount":2},"Offers":[]}}`,
		`{"payload":{"Summary":{"TotalOfferCount":2}}}`,
		`{"payload":{"Summary":{"TotalOfferCount":2},"Offers":[{"Shipping":{"CurrencyCode":"USD","Amount":1}},{}]}}`,
		`{"payload":{"Summary":{"TotalOfferCount":2},"Offers":[
			{"ListingPrice":{"CurrencyCode":"USD","Amount":0},"Shipping":{"CurrencyCode":"USD","Amount":1}},{"ListingPrice":{"CurrencyCode":"USD","Amount":0}}]}}`,
		`{"payload":{"Summary":{"TotalOfferCount":2},"Offers":[
			{"ListingPrice":{"CurrencyCode":"SEK","Amount":9},"Shipping":{"CurrencyCode":"SEK","Amount":1}},{"ListingPrice":{"CurrencyCode":"SEK","Amount":8}}]}}`,
		`{"payload":{"Summary":{"TotalOfferCount":2},"Offers":[{"ListingPrice":{"CurrencyCode":"USD","Amount":8}}]}}`,
		`{"payload":{"Summary":{},"Offers":[]}}`,
	} {
		var tree any
		require.NoError(t, Decode([]byte(told), &tree))
		require.JSONEq(t, want, string(Encoded(LieAboutOffers(tree, func(int) uint64 { return uint64(way) }))))
	}
	kept := distorted(t, g, Fault{Mode: ItemMissing, Items: 0.01}, `[1,2,3,4,5,6,7,8,9,10]`)
	require.Equal(t, 9, strings.Count(kept, ",")+1, "at least one is missing")
	require.Contains(t, distorted(t, g, Fault{Mode: ItemReorder}, batch), `"price":1.10`, "numbers stay as they are written")
}

// quiet makes a gateway without operations and with a stopped clock.
func quiet() *Gateway {
	return New(world.New(0, world.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC), 0), 1, 0), Limits{}, "")
}

func distorted(t *testing.T, g *Gateway, f Fault, text string) string {
	t.Helper()
	out, err := json.Marshal(g.distort(&f, 7, json.RawMessage(text)))
	require.NoError(t, err)
	return string(out)
}

func TestBigAnswers(t *testing.T) {
	g := quiet()
	var page struct {
		Boxes []struct{ BoxID, Weight string }
	}
	require.NoError(t, json.Unmarshal([]byte(distorted(t, g, Fault{Mode: BigPage}, `{"boxes":[{"boxId":"B1","weight":"1"},{"boxId":"B2","weight":"2"}]}`)), &page))
	require.Len(t, page.Boxes, 1000)
	seen := map[string]bool{}
	for i, b := range page.Boxes {
		seen[b.BoxID] = true
		require.Equal(t, strconv.Itoa(i%2+1), b.Weight)
	}
	require.Len(t, seen, 1000)
	item := distorted(t, g, Fault{Mode: BigAttributes}, `{"sku":"A","attributes":{"brand":[]}}`)
	require.Greater(t, len(item), 2<<20)
	require.Contains(t, item, `"sku":"A"`)
	require.Contains(t, distorted(t, g, Fault{Mode: BigAttributes, Bytes: 3}, `{"items":[{"attributes":{}}]}`), `{"items":[{"attributes":{"bulk":[{"value":"xxx"}]}}]}`)
	require.Contains(t, distorted(t, g, Fault{Mode: BigAttributes, Bytes: 3}, `{"x":1}`), `"attributes":{"bulk"`)
}
