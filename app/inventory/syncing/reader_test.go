package syncing_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	syncports "sellingassistant/ports/inventory/syncing"
	"sellingassistant/test/contract/upstream"
)

const (
	searchPath = "/listings/2021-08-01/items/" + upstream.Seller
	stockPath  = "/fba/inventory/v1/summaries"
	emptyPage  = `{"numberOfResults":0,"items":[]}`
	emptyStock = `{"payload":{"inventorySummaries":[]}}`
)

// readerOver makes the reader over a scripted marketplace.
func readerOver(t *testing.T, say func(r upstream.Request) upstream.Answer) (*listings.Client, *upstream.Market, account.Seller) {
	t.Helper()
	m := &upstream.Market{Say: say}
	seller, err := m.For(t.Context(), upstream.Team, marketplace.Marketplace{Region: marketplace.NA})
	require.NoError(t, err)
	return listings.New(m.Client(t)), m, seller
}

// parts returns the parameters of every read of listings.
func parts(more url.Values) url.Values {
	q := url.Values{"marketplaceIds": {string(syncShop)}, "includedData": {"summaries,offers,fulfillmentAvailability,issues,productTypes"}}
	for name, v := range more {
		q[name] = v
	}
	return q
}

func TestReaderAsksForListings(t *testing.T) {
	t.Parallel()
	r, m, a := readerOver(t, func(upstream.Request) upstream.Answer {
		return upstream.OK(`{"numberOfResults":1234,"items":[{"sku":"A","summaries":[{"marketplaceId":"ATVPDKIKX0DER"}]},{"sku":"B","summaries":[]}],
			"pagination":{"nextToken":"n+/="}}`)
	})
	from, to := syncNoon, syncNoon.Add(1500*time.Millisecond)
	page, err := r.Listings(t.Context(), a, syncShop, syncing.Query{
		By: syncing.ByCreated, Bound: syncing.ByCreated, From: &from, To: &to, Token: "t+/=", Limit: 20,
	})
	require.NoError(t, err)
	require.Equal(t, int64(1234), page.Total)
	require.Equal(t, "n+/=", page.Next)
	require.Len(t, page.Rows, 1, "a listing outside of the marketplace is left out")
	_, err = r.Listings(t.Context(), a, syncShop, syncing.Query{By: syncing.ByUpdated, Bound: syncing.ByUpdated, From: &from, Descending: true, Limit: 1})
	require.NoError(t, err)
	_, err = r.Listings(t.Context(), a, syncShop, syncing.Query{By: syncing.BySKU, Limit: 20})
	require.NoError(t, err)
	wants := []url.Values{
		parts(url.Values{
			"sortBy": {"createdDate"}, "sortOrder": {"ASC"}, "pageSize": {"20"}, "pageToken": {"t+/="},
			"createdAfter": {"2026-11-21T12:00:00Z"}, "createdBefore": {"2026-11-21T12:00:01.5Z"},
		}),
		parts(url.Values{"sortBy": {"lastUpdatedDate"}, "sortOrder": {"DESC"}, "pageSize": {"1"}, "lastUpdatedAfter": {"2026-11-21T12:00:00Z"}}),
		parts(url.Values{"sortBy": {"sku"}, "sortOrder": {"ASC"}, "pageSize": {"20"}}),
	}
	for i, got := range m.Requests() {
		require.Equal(t, http.MethodGet, got.Method)
		require.Equal(t, searchPath, got.Path)
		require.Equal(t, wants[i], got.Query)
	}
	require.Len(t, m.Requests(), len(wants))
}

func TestReaderAsksForSKUsByName(t *testing.T) {
	t.Parallel()
	item := func(sku string) string {
		return `{"sku":"` + sku + `","summaries":[{"marketplaceId":"ATVPDKIKX0DER"}]}`
	}
	r, m, a := readerOver(t, func(r upstream.Request) upstream.Answer {
		switch r.Path {
		case searchPath:
			return upstream.OK(`{"numberOfResults":2,"items":[` + item("a/b") + `,` + item("A/B") + `]}`)
		case searchPath + "/C%2CD":
			return upstream.OK(item("C,D"))
		}
		return upstream.Answer{Status: http.StatusNotFound, Body: `{"errors":[{"code":"NotFound","message":"x"}]}`}
	})
	found, err := r.Named(t.Context(), a, syncShop, []string{"A/B", "C,D", "gone", "E,F"})
	require.NoError(t, err)
	skus := []string{}
	for _, o := range found {
		skus = append(skus, o.SKU)
	}
	require.Equal(t, []string{"A/B", "C,D"}, skus, "letter by letter, and nothing that was not asked for")
	all := m.Requests()
	require.Len(t, all, 3)
	require.Equal(t, parts(url.Values{"identifiers": {"A/B,gone"}, "identifiersType": {"SKU"}, "pageSize": {"20"}}), all[0].Query)
	require.Equal(t, searchPath+"/C%2CD", all[1].Path)
	require.Equal(t, parts(nil), all[1].Query)

	only, err := r.Named(t.Context(), a, syncShop, []string{"E,F"})
	require.NoError(t, err)
	require.Empty(t, only)
	require.Len(t, m.Requests(), 4)
}

func TestReaderAsksForStock(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	r, m, a := readerOver(t, func(upstream.Request) upstream.Answer {
		if status != http.StatusOK {
			return upstream.Answer{Status: status, Body: `{"errors":[{"code":"InvalidInput","message":"expired"}]}`}
		}
		return upstream.OK(`{"payload":{"inventorySummaries":[{"sellerSku":"A","inventoryDetails":{"fulfillableQuantity":3}}]},"pagination":{"nextToken":"next"}}`)
	})
	basic := func(more url.Values) url.Values {
		q := url.Values{
			"details": {"true"}, "granularityType": {"Marketplace"}, "granularityId": {string(syncShop)}, "marketplaceIds": {string(syncShop)},
		}
		for name, v := range more {
			q[name] = v
		}
		return q
	}
	found, err := r.Stock(t.Context(), a, syncShop, []string{"A", "B/C", "D,E"})
	require.NoError(t, err)
	require.Equal(t, []inventory.Stock{{SKU: "A", Fulfillable: 3}, {SKU: "A", Fulfillable: 3}}, found)
	rows, next, err := r.ChangedStock(t.Context(), a, syncShop, syncNoon, "")
	require.NoError(t, err)
	require.Equal(t, "next", next)
	require.Len(t, rows, 1)
	_, _, err = r.ChangedStock(t.Context(), a, syncShop, syncNoon, "next")
	require.NoError(t, err)
	wants := []url.Values{
		basic(url.Values{"sellerSkus": {"A,B/C"}}), basic(url.Values{"sellerSku": {"D,E"}}),
		basic(url.Values{"startDateTime": {"2026-11-21T12:00:00Z"}}), basic(url.Values{"startDateTime": {"2026-11-21T12:00:00Z"}, "nextToken": {"next"}}),
	}
	for i, got := range m.Requests() {
		require.Equal(t, stockPath, got.Path)
		require.Equal(t, wants[i], got.Query)
	}
	require.Len(t, m.Requests(), len(wants))

	status = http.StatusBadRequest
	_, _, err = r.ChangedStock(t.Context(), a, syncShop, syncNoon, "next")
	require.ErrorIs(t, err, syncports.ErrToken)
	_, _, err = r.ChangedStock(t.Context(), a, syncShop, syncNoon, "")
	require.True(t, fault.Is(err, fault.CodeUpstreamRejected), "without a token it is something else")
	_, err = r.Stock(t.Context(), a, syncShop, []string{"A"})
	require.True(t, fault.Is(err, fault.CodeUpstreamRejected))
	_, err = r.Listings(t.Context(), a, syncShop, syncing.Query{By: syncing.BySKU, Limit: 20})
	require.True(t, fault.Is(err, fault.CodeUpstreamRejected))
	_, err = r.Named(t.Context(), a, syncShop, []string{"A"})
	require.True(t, fault.Is(err, fault.CodeUpstreamRejected))
}
