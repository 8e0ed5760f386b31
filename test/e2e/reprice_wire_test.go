package e2e_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
)

// wire is a proxy of a marketplace that records the arriving prices.
type wire struct {
	market http.Handler
	mu     sync.Mutex
	sent   []*wirePrice
}

// wirePrice has a sent price, and the answer's status.
type wirePrice struct {
	sku              string
	price, low, high money.Amount
	status           int
}

// ServeHTTP implements http.Handler.
func (w *wire) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPatch {
		w.market.ServeHTTP(rw, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // nothing arrived whole
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	one := priceOn(r.URL.EscapedPath(), body)
	w.mu.Lock()
	w.sent = append(w.sent, &one)
	place := w.sent[len(w.sent)-1]
	w.mu.Unlock()
	w.market.ServeHTTP(&statusKeeper{rw, func(status int) {
		w.mu.Lock()
		defer w.mu.Unlock()
		place.status = status
	}}, r)
}

type statusKeeper struct {
	http.ResponseWriter
	keep func(int)
}

// WriteHeader implements http.ResponseWriter.
func (k *statusKeeper) WriteHeader(status int) {
	k.keep(status)
	k.ResponseWriter.WriteHeader(status)
}

// prices returns the prices that the marketplace took, in their order.
func (w *wire) prices() []wirePrice {
	w.mu.Lock()
	defer w.mu.Unlock()
	var taken []wirePrice
	for _, one := range w.sent {
		if one.status == http.StatusOK {
			taken = append(taken, *one)
		}
	}
	return taken
}

// priceOn reads a submission; an unreadable submission has no price.
func priceOn(path string, body []byte) wirePrice {
	type prices []struct {
		Schedule []struct {
			Value json.Number `json:"value_with_tax"`
		} `json:"schedule"`
	}
	var in struct {
		Patches []struct {
			Value []struct {
				Price prices `json:"our_price"`
				Low   prices `json:"minimum_seller_allowed_price"`
				High  prices `json:"maximum_seller_allowed_price"`
			} `json:"value"`
		} `json:"patches"`
	}
	var out wirePrice
	out.sku, _ = url.PathUnescape(path[strings.LastIndex(path, "/")+1:])
	if json.Unmarshal(body, &in) != nil || len(in.Patches) != 1 || len(in.Patches[0].Value) != 1 {
		return out
	}
	amount := func(p prices) (a money.Amount) {
		if len(p) == 1 && len(p[0].Schedule) == 1 {
			a, _ = money.Parse(p[0].Schedule[0].Value.String())
		}
		return a
	}
	v := in.Patches[0].Value[0]
	out.price, out.low, out.high = amount(v.Price), amount(v.Low), amount(v.High)
	return out
}

// history returns every decision about a price, the oldest first.
func (k *repricing) history() []map[string]any {
	k.t.Helper()
	var all []map[string]any
	for path := "/api/v1/sa/repricer/history?action=change&limit=200"; path != ""; {
		page := k.c.want(200, "GET", path, "")
		all = append(all, rowsOf(k.t, map[string]any{"data": page["data"]})...)
		cursor := page["meta"].(map[string]any)["next_cursor"]
		if path = ""; cursor != nil {
			path = "/api/v1/sa/repricer/history?action=change&limit=200&cursor=" + url.QueryEscape(text(cursor))
		}
	}
	slices.Reverse(all)
	return all
}

// requireHistoryAgrees compares the history with the prices that arrived at the marketplace and
// with its present prices.
func (k *repricing) requireHistoryAgrees() {
	k.t.Helper()
	decided, attempts := map[string][]money.Amount{}, map[string]int{}
	for _, change := range k.history() {
		sku, outcome := text(change["sku"]), text(change["outcome"])
		switch outcome {
		case "superseded":
			require.Nil(k.t, change["submission"], "a price that was sent and is not live: %v", change)
			continue
		case "timed_out": // it never left, which is seen below
			continue
		}
		require.Equal(k.t, "confirmed", outcome, "%v", change)
		submission, _ := change["submission"].(map[string]any)
		n, err := submission["attempts"].(json.Number).Int64()
		require.NoError(k.t, err)
		decided[sku] = append(decided[sku], amountOf(k.t, change["new_price"]))
		attempts[sku] += int(n)
	}
	arrived, times := map[string][]money.Amount{}, map[string]int{}
	for _, one := range k.wire.prices() {
		require.Contains(k.t, k.limits, band{one.low, one.high}, "limits that were never stored: %v", one)
		require.True(k.t, one.price == one.low || one.price == one.high, "a price outside of its limits: %v", one)
		times[one.sku]++
		// The same price again is the same decision, repeated in doubt.
		if list := arrived[one.sku]; len(list) == 0 || list[len(list)-1] != one.price {
			arrived[one.sku] = append(list, one.price)
		}
	}
	require.Equal(k.t, decided, arrived, "decided and arrived prices")
	require.Greater(k.t, len(arrived), len(k.rows)/2)
	for sku, n := range times {
		require.LessOrEqual(k.t, n, attempts[sku], sku)
	}
	shown := k.shown()
	for sku, list := range arrived {
		require.Equal(k.t, list[len(list)-1], shown[sku], sku)
	}
}

// shown returns the prices that the marketplace has, by SKU.
func (k *repricing) shown() map[string]money.Amount {
	k.t.Helper()
	out := map[string]money.Amount{}
	for part := range slices.Chunk(k.skus, 20) {
		query := url.Values{
			"identifiers": {strings.Join(part, ",")}, "identifiersType": {"SKU"}, "includedData": {"offers"}, "marketplaceIds": {usa}, "pageSize": {"20"},
		}
		page := k.c.want(200, "GET", "/api/v1/sp-api/listings/2021-08-01/items/"+k.seller+"?"+query.Encode(), "")
		items, _ := page["items"].([]any)
		require.Len(k.t, items, len(part))
		for _, item := range items {
			offers, _ := item.(map[string]any)["offers"].([]any)
			for _, offer := range offers {
				if o := offer.(map[string]any); o["offerType"] == "B2C" {
					out[text(item.(map[string]any)["sku"])] = amountOf(k.t, o["price"].(map[string]any)["amount"])
				}
			}
		}
	}
	return out
}

// amountOf reads an amount of an answer, exactly.
func amountOf(t testing.TB, v any) money.Amount {
	t.Helper()
	a, err := money.Parse(text(v))
	require.NoError(t, err, "%v", v)
	return a
}
