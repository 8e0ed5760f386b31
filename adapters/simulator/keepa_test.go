package simulator_test

import (
	"encoding/json"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

// tracked asks the price history provider of a marketplace.
type tracked struct {
	*caller
}

type keepaAnswer struct {
	TokensLeft, RefillIn, RefillRate, TokensConsumed int
	Error                                            struct{ Type, Message string }
	Products                                         []keepaProduct
	AsinList                                         []string
	TotalResults                                     int
	Categories                                       map[string]struct {
		Name         string
		Children     []int
		ProductCount int
	}
}

type keepaProduct struct {
	ASIN        string
	ProductType int
	CSV         [][]int64
	MonthlySold int64
	LastUpdate  int64
	Parent      string   `json:"parentAsin"`
	EAN         []string `json:"eanList"`
	Holders     []string `json:"buyBoxSellerIdHistory"`
	Stats       *struct {
		Current, Avg30 []int64
		Drops30        int `json:"salesRankDrops30"`
		BuyBoxPrice    int64
	}
}

func (k tracked) ask(path string, parameters ...string) (int, keepaAnswer) {
	k.t.Helper()
	query := url.Values{"key": {simulator.KeepaKey}, "domain": {"1"}}
	for i := 0; i < len(parameters); i += 2 {
		query.Set(parameters[i], parameters[i+1])
	}
	method, body := http.MethodGet, http.NoBody
	r := httptest.NewRequest(method, "/keepa"+path+"?"+query.Encode(), body)
	if selection := query.Get("selection"); path == "/query" {
		query.Del("selection")
		r = httptest.NewRequest(http.MethodPost, "/keepa"+path+"?"+query.Encode(), strings.NewReader(selection))
	}
	rec := serve(k.h, r)
	var a keepaAnswer
	require.NoError(k.t, json.Unmarshal(rec.Body.Bytes(), &a), rec.Body.String())
	return rec.Code, a
}

func tracking(t *testing.T, cfg simulator.Config) tracked {
	return tracked{calling(t, cfg, marketplace.NA, simulator.Full)}
}

func last(list []int64) int64 { return list[len(list)-1] }

// priced returns the answer of getItemOffers about a product now.
func (k tracked) priced(asin, condition string) (offers []map[string]any, summary map[string]any) {
	k.t.Helper()
	var a struct {
		Payload struct {
			Offers  []map[string]any
			Summary map[string]any
		}
	}
	require.NoError(k.t, json.Unmarshal([]byte(k.good("/products/pricing/v0/items/"+asin+"/offers?MarketplaceId=ATVPDKIKX0DER&ItemCondition="+condition)), &a))
	return a.Payload.Offers, a.Payload.Summary
}

func cents(t *testing.T, sum any) int64 {
	t.Helper()
	money, ok := sum.(map[string]any)
	require.True(t, ok)
	amount, ok := money["Amount"].(float64)
	require.True(t, ok)
	return int64(math.Round(amount * 100))
}

// compare checks the end of a history against the answers of pricing operations.
func (k tracked) compare(p keepaProduct) (hasBox bool) {
	k.t.Helper()
	offers, summary := k.priced(p.ASIN, "New")
	lowest, box, shipping, seller, fba := int64(-1), int64(-1), int64(-1), "-1", int64(-1)
	for _, o := range offers {
		price := cents(k.t, o["ListingPrice"])
		if price > 0 && (lowest < 0 || price < lowest) {
			lowest = price
		}
		if o["IsFulfilledByAmazon"] == true && o["SellerId"] != "ATVPDKIKX0DER" {
			fba = max(fba, 0) + 1
		}
	}
	if prices, ok := summary["BuyBoxPrices"].([]any); ok {
		one, _ := prices[0].(map[string]any)
		box, shipping = cents(k.t, one["ListingPrice"]), cents(k.t, one["Shipping"])
		if seller, ok = one["sellerId"].(string); !ok {
			seller = last2(p.Holders)
		}
	}
	require.Equal(k.t, []int64{box, shipping}, p.CSV[18][len(p.CSV[18])-2:], p.ASIN)
	require.Equal(k.t, seller, last2(p.Holders), p.ASIN)
	if len(offers) < 20 {
		require.Equal(k.t, lowest, last(p.CSV[1]), p.ASIN)
		require.Equal(k.t, fba, last(p.CSV[34]), p.ASIN)
	}
	if ranks, ok := summary["SalesRankings"].([]any); ok && last(p.CSV[3]) != -1 {
		one, _ := ranks[0].(map[string]any)
		require.InDelta(k.t, one["Rank"], last(p.CSV[3]), 0)
	}
	return box >= 0
}

func last2(list []string) string { return list[len(list)-1] }

func TestHistoriesEndInWhatPricingOperationsAnswer(t *testing.T) {
	k := tracking(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	compared, boxes := 0, 0
	for i := range 40 {
		_, a := k.ask("/product", "asin", simulator.ASIN(i), "buybox", "1", "update", "1", "days", "3")
		p := a.Products[0]
		if p.ProductType == 5 || len(p.CSV) == 0 {
			continue
		}
		compared++
		if k.compare(p) {
			boxes++
		}
	}
	require.Greater(t, compared, 30)
	require.Greater(t, boxes, 20)
}

// The past of a history does not change, also if own offers changed since. It has the prices that
// shoppers saw.
func TestThePastStays(t *testing.T) {
	k := tracking(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	var listed struct {
		Items []struct {
			SKU       string
			Summaries []struct{ ASIN string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(k.good("/listings/2021-08-01/items/"+k.seller.ID+"?marketplaceIds=ATVPDKIKX0DER&pageSize=20")), &listed))
	sku, asin := listed.Items[1].SKU, listed.Items[1].Summaries[0].ASIN
	read := func() keepaProduct {
		_, a := k.ask("/product", "asin", asin, "buybox", "1", "update", "0")
		require.NotEmpty(t, a.Products[0].CSV)
		return a.Products[0]
	}
	before := read()
	now := before.LastUpdate
	until := func(list []int64, width int, minute int64) []int64 {
		for i := 0; i < len(list); i += width {
			if list[i] >= minute {
				return list[:i]
			}
		}
		return list
	}
	patch := `{"productType":"PRODUCT","patches":[{"op":"replace","path":"/attributes/purchasable_offer","value":[{"marketplace_id":"ATVPDKIKX0DER",
		"currency":"USD","our_price":[{"schedule":[{"value_with_tax":1.23}]}]}]}]}`
	rec := k.send(http.MethodPatch, "/listings/2021-08-01/items/"+k.seller.ID+"/"+url.PathEscape(sku)+"?marketplaceIds=ATVPDKIKX0DER", patch)
	require.Equal(t, 200, rec.Code, rec.Body.String())
	k.m.Clock().Step(30 * 24 * time.Hour)
	k.token = accessToken(t, k.h, k.seller.RefreshToken)
	require.True(t, k.compare(read()))
	require.Contains(t, read().CSV[1], int64(123), "the changed price is in the history")
	first := read()
	k.m.Clock().Step(12 * time.Hour)
	second := read()
	require.Equal(t, k.seller.ID, second.Holders[len(second.Holders)-1])
	for list, width := range map[int]int{1: 2, 3: 2, 18: 3} {
		begin := slices.Index(first.CSV[list], until(first.CSV[list], width, now-80*1440)[0])
		require.Zero(t, begin)
		recent := func(all []int64) []int64 { return until(all, width, now)[len(until(all, width, now-50*1440)):] }
		require.Equal(t, recent(before.CSV[list]), recent(first.CSV[list]), "before the change")
		kept := func(all []int64) []int64 { return until(all, width, first.LastUpdate)[len(until(all, width, now)):] }
		require.Equal(t, kept(first.CSV[list]), kept(second.CSV[list]), "since the change")
	}
}

func TestTheMeter(t *testing.T) {
	k := tracking(t, simulator.Config{KeepaRate: 1})
	cost := func(want int, parameters ...string) {
		t.Helper()
		_, before := k.ask("/token")
		status, a := k.ask(parameters[0], parameters[1:]...)
		require.Equal(t, 200, status)
		require.Equal(t, want, a.TokensConsumed)
		require.Equal(t, before.TokensLeft-want, a.TokensLeft)
	}
	_, a := k.ask("/token")
	require.Equal(t, keepaAnswer{TokensLeft: 60, RefillIn: 60_000, RefillRate: 1}, a)
	two := simulator.ASIN(0) + "," + simulator.ASIN(1)
	cost(2, "/product", "asin", two, "history", "0")
	cost(6, "/product", "asin", two, "buybox", "1")
	cost(24, "/product", "asin", two, "offers", "20", "days", "1", "history", "0", "code-limit", "1")
	cost(11, "/query", "selection", `{"rootCategory":[283155]}`)
	cost(10, "/search", "type", "product", "term", "the", "asins-only", "1")
	cost(1, "/category", "category", "0")
	cost(20, "/product", "asin", strings.Repeat(simulator.ASIN(0)+",", 19)+simulator.ASIN(1), "history", "0")
	_, a = k.ask("/token")
	require.Equal(t, -14, a.TokensLeft)
	status, a := k.ask("/product", "asin", two)
	require.Equal(t, 429, status)
	require.Equal(t, "NOT_ENOUGH_TOKEN", a.Error.Type)
	require.Zero(t, a.TokensConsumed)
	k.m.Clock().Step(170 * time.Second)
	_, a = k.ask("/token")
	require.Equal(t, keepaAnswer{TokensLeft: -12, RefillIn: 10_000, RefillRate: 1}, a)
	k.m.Clock().Step(48 * time.Hour)
	_, a = k.ask("/token")
	require.Equal(t, 60, a.TokensLeft)
}

func TestWhatTheProviderRefuses(t *testing.T) {
	k := tracking(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	for _, c := range []struct {
		status     int
		path       string
		parameters []string
	}{
		{403, "/product", []string{"key", "other", "asin", simulator.ASIN(0)}},
		{404, "/deal", nil},
		{400, "/product", nil},
		{400, "/product", []string{"asin", simulator.ASIN(0), "code", "0000000000000"}},
		{400, "/product", []string{"asin", simulator.ASIN(0), "domain", "7"}},
		{400, "/product", []string{"asin", strings.Repeat(simulator.ASIN(0)+",", 100) + simulator.ASIN(0)}},
		{400, "/product", []string{"asin", strings.Repeat(simulator.ASIN(0)+",", 20) + simulator.ASIN(0), "offers", "20"}},
		{400, "/product", []string{"asin", simulator.ASIN(0), "offers", "19"}},
		{400, "/product", []string{"asin", simulator.ASIN(0), "stats", "2026-01-02,2026-01-01"}},
		{400, "/product", []string{"asin", simulator.ASIN(0), "history", "yes"}},
		{400, "/product", []string{"code", "12"}},
		{400, "/search", []string{"term", "lamp"}},
		{400, "/search", []string{"type", "product", "term", "lamp", "page", "10"}},
		{400, "/query", []string{"selection", `[]`}},
		{400, "/query", []string{"selection", `{"perPage":49}`}},
		{400, "/query", []string{"selection", `{"perPage":5000,"page":2}`}},
		{400, "/query", []string{"selection", `{"current_NOTHING_gte":1}`}},
		{400, "/query", []string{"selection", `{"sort":[["current_SALES","up"]]}`}},
		{400, "/category", nil},
	} {
		status, a := k.ask(c.path, c.parameters...)
		require.Equal(t, c.status, status, c)
		require.NotEmpty(t, a.Error.Type, c)
		require.Equal(t, 1200, a.TokensLeft, "refusals are free")
	}
}

func TestFaultsOfTheProvider(t *testing.T) {
	k := tracking(t, simulator.Config{})
	server := httptest.NewServer(k.h)
	t.Cleanup(server.Close)
	ask := func() (int, string, error) {
		res, err := server.Client().Get(server.URL + "/keepa/token?key=" + simulator.KeepaKey)
		require.NoError(t, err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		return res.StatusCode, string(b), err
	}
	for mode, want := range map[simulator.Mode]int{simulator.Keepa429: 429, simulator.Keepa402: 402} {
		k.m.Inject(simulator.Fault{Mode: mode})
		status, body, err := ask()
		require.NoError(t, err)
		require.Equal(t, want, status)
		require.Contains(t, body, `"error":{`)
		k.m.Heal()
	}
	k.m.Inject(simulator.Fault{Mode: simulator.KeepaJunk})
	status, body, err := ask()
	require.NoError(t, err)
	require.Equal(t, 200, status)
	require.False(t, json.Valid([]byte(body)))
	k.m.Heal()
	k.m.Inject(simulator.Fault{Mode: simulator.KeepaCut, Times: 1})
	_, _, err = ask()
	require.Error(t, err)
	k.m.Inject(simulator.Fault{Mode: simulator.KeepaSlow, Seconds: 0.01, Times: 1})
	began := time.Now()
	_, body, err = ask()
	require.NoError(t, err)
	require.True(t, json.Valid([]byte(body)))
	require.GreaterOrEqual(t, time.Since(began), 10*time.Millisecond)
	k.m.Inject(simulator.Fault{Mode: simulator.Error500})
	status, _, err = ask()
	require.NoError(t, err)
	require.Equal(t, 200, status, "faults of Amazon's interface are not the provider's")
	require.Equal(t, simulator.Counter{Calls: 6, Statuses: map[int]int{200: 4, 402: 1, 429: 1}}, k.m.Counters()["keepa"])
}

func TestProductsAreOddInManyWays(t *testing.T) {
	k := tracking(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	var short, absent, hidden, stale, badges, shared, heads int
	seen := map[string]int{}
	for i := 0; i < 600; i += 100 {
		asins := make([]string, 100)
		for n := range asins {
			asins[n] = simulator.ASIN(i + n)
		}
		_, a := k.ask("/product", "asin", strings.Join(asins, ","), "days", "1")
		require.Len(t, a.Products, 100)
		now := k.m.Clock().Now().Unix()/60 - 21_564_000
		for n, p := range a.Products {
			require.Equal(t, asins[n], p.ASIN)
			for _, code := range p.EAN {
				if seen[code]++; seen[code] == 2 {
					shared++
				}
			}
			switch {
			case p.ProductType == 5:
				heads++
				continue
			case p.CSV == nil:
				absent++
				continue
			case len(p.CSV) == 35:
				short++
			default:
				require.Len(t, p.CSV, 36)
			}
			require.Nil(t, p.CSV[18], "the buy box was not asked for")
			if last(p.CSV[3]) == -1 {
				hidden++
				if p.MonthlySold > 0 {
					badges++
				}
			}
			if p.LastUpdate < now {
				stale++
			}
		}
	}
	for name, n := range map[string]int{
		"short": short, "absent": absent, "hidden": hidden, "stale": stale, "badges without a rank": badges, "shared codes": shared, "heads": heads,
	} {
		require.Positive(t, n, name)
	}
	require.InDelta(t, 0.03, float64(stale)/600, 0.02)
	for code, n := range seen {
		_, a := k.ask("/product", "code", code, "history", "0")
		require.Len(t, a.Products, n, code)
		if n > 1 {
			_, a = k.ask("/product", "code", code, "history", "0", "code-limit", "1")
			require.Len(t, a.Products, 1)
		}
	}
	_, a := k.ask("/product", "asin", "B0UNKNOWN0")
	require.Equal(t, 4, a.Products[0].ProductType)
}

func TestTheFinderAndTheSearch(t *testing.T) {
	k := tracking(t, simulator.Config{Limits: simulator.Limits{Off: true}, Products: 2000})
	_, all := k.ask("/query", "selection", `{"perPage":10000}`)
	_, some := k.ask("/query", "selection", `{"perPage":10000,"current_SALES_lte":2000,"monthlySold_gte":500,"sort":[["current_NEW","desc"]]}`)
	require.Len(t, some.AsinList, some.TotalResults)
	require.Less(t, some.TotalResults, all.TotalResults)
	require.Greater(t, some.TotalResults, 20)
	before := int64(1 << 60)
	for _, asin := range some.AsinList[:20] {
		require.Contains(t, all.AsinList, asin)
		_, a := k.ask("/product", "asin", asin, "stats", "30", "history", "0", "update", "0")
		p := a.Products[0]
		require.GreaterOrEqual(t, p.MonthlySold, int64(500))
		require.LessOrEqual(t, p.Stats.Current[1], before)
		before = p.Stats.Current[1]
		if rank := p.Stats.Current[3]; rank != -1 {
			require.LessOrEqual(t, rank, int64(2000))
		}
		require.Equal(t, int64(-2), p.Stats.BuyBoxPrice)
	}
	_, page := k.ask("/query", "selection", `{"page":1}`)
	require.Equal(t, all.AsinList[50:100], page.AsinList)

	_, a := k.ask("/search", "type", "product", "term", "Floor LAMP", "days", "1")
	require.Len(t, a.Products, 10)
	_, next := k.ask("/search", "type", "product", "term", "floor lamp", "page", "1", "asins-only", "1")
	require.NotContains(t, next.AsinList, a.Products[0].ASIN)
	_, a = k.ask("/category", "category", "0")
	require.Len(t, a.Categories, 16)
	require.Equal(t, 1<<20, a.Categories["3760911"].ProductCount)
	_, a = k.ask("/category", "category", strconv.Itoa(a.Categories["3760911"].Children[0]))
	require.Len(t, a.Categories, 1)
}

// TestHistoriesOfFastMarkets has markets at sixty times the real pace since an hour. Histories end
// now, in the answers of pricing operations, and their past stays.
func TestHistoriesOfFastMarkets(t *testing.T) {
	slow := tracking(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	fast := tracking(t, simulator.Config{Limits: simulator.Limits{Off: true}, Pace: simulator.Pace{Began: start.Unix(), Speed: 60}})
	minute := start.Unix()/60 - 21_564_000
	for _, k := range []tracked{slow, fast} {
		k.m.Clock().Step(55 * time.Minute)
	}
	compared, differ := 0, 0
	for i := range 20 {
		var known [2]keepaProduct
		for n, k := range []tracked{slow, fast} {
			_, a := k.ask("/product", "asin", simulator.ASIN(i), "buybox", "1", "update", "1", "days", "3")
			known[n] = a.Products[0]
		}
		p := known[1]
		if p.ProductType == 5 || len(p.CSV) == 0 {
			continue
		}
		compared++
		fast.compare(p)
		require.Equal(t, minute+55, p.LastUpdate)
		for _, list := range []int{1, 3, 18} {
			width := map[int]int{18: 3}[list]
			if width == 0 {
				width = 2
			}
			var past [2][]int64
			for n := range known {
				all := known[n].CSV[list]
				for at := 0; at < len(all); at += width {
					require.LessOrEqual(t, all[at], minute+55, p.ASIN)
					if all[at] < minute {
						past[n] = all[:at+width]
					}
				}
			}
			require.Equal(t, past[0], past[1], "%s %d", p.ASIN, list)
		}
		if !slices.Equal(known[0].CSV[18], p.CSV[18]) {
			differ++
		}
	}
	require.Greater(t, compared, 15)
	require.Positive(t, differ, "the hour was two days and a half of trading")
}
