package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/casefile"
	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/research/series"
	"sellingassistant/test/cases"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

// knownOfResearch returns values of a sale with a profit, with known fees and fitting targets.
func (g *generated) knownOfResearch(name string) ([]string, bool) {
	if strings.Contains(g.op.Path, "/sales-estimation") {
		words, ok := map[string][]string{
			"bsr": {"1", "11218"}, "categoryId": {"16310091", "3760911"}, "category": {"Toys & Games"}, "asin": {simulator.ASIN(0), simulator.ASIN(1)},
			"domain": {"amazon.com", "www.amazon.com"}, "marketplaceId": {"ATVPDKIKX0DER"},
		}[name]
		return words, ok
	}
	if strings.Contains(g.op.Path, "/keepa/") {
		words, ok := map[string][]string{
			"asin": {simulator.ASIN(0), simulator.ASIN(1)}, "code": {"400781440147"}, "term": {"bottle", "cup"},
			// The simulated past of many products takes long.
			"history": {"0"}, "domain": {"amazon.com", "www.amazon.com", "amazon.de"}, "marketplaceId": {"ATVPDKIKX0DER"},
			"perPage": {"50"}, "page": {"0", "1"},
		}[name]
		if name == "stats" && g.op.Method == http.MethodGet {
			return []string{"30", "90"}, true
		}
		return words, ok
	}
	if !strings.HasSuffix(g.op.Path, "/profit") {
		return nil, false
	}
	words, ok := map[string][]string{
		"price": {"9.99", "25"}, "cost": {"0", "4.25"}, "shipping": {"0", "2.5"}, "category": {"Home and Kitchen"}, "date": {"2026-05-10", "2026-12-01"},
		"from": {"5"}, "to": {"20", "30.5"}, "domain": {"amazon.com", "www.amazon.com", "amazon.co.jp"},
		"marketplaceId": {"ATVPDKIKX0DER"},
	}[name]
	return words, ok
}

// profitOf answers a case by the operation: the country of its marketplace is in the query.
func profitOf(t *testing.T, c *checked.Client) func(json.RawMessage) (casefile.Members, error) {
	return func(input json.RawMessage) (casefile.Members, error) {
		var in map[string]any
		require.NoError(t, exact(input, &in))
		domain := map[any]string{"US": "amazon.com", "GB": "amazon.co.uk", "DE": "amazon.de"}[in["marketplace"]]
		delete(in, "marketplace")
		in["feeSource"] = "table"
		if _, said := in["costIncludesVat"]; !said {
			in["costIncludesVat"] = true
		}
		a := c.Do(t, checked.Call{Method: http.MethodPost, Path: "/api/v1/products/B0SIM0000A/profit?domain=" + domain, Body: in})
		if a.Status != http.StatusOK {
			return nil, fmt.Errorf("%d %s", a.Status, a.Body)
		}
		var out casefile.Members
		require.NoError(t, exact(a.Body, &out))
		for _, name := range []string{"fba", "fbm"} {
			if side, ok := out[name].(map[string]any); ok {
				sumsByType(side["fees"].(map[string]any))
			}
		}
		return out, nil
	}
}

// sumsByType adds the sum of the items of each type to fees.
func sumsByType(fees map[string]any) {
	sums := map[string]*big.Rat{}
	for _, one := range fees["items"].([]any) {
		item := one.(map[string]any)
		amount, _ := new(big.Rat).SetString(item["amount"].(json.Number).String())
		of := item["type"].(string)
		if sums[of] == nil {
			sums[of] = new(big.Rat)
		}
		sums[of].Add(sums[of], amount)
	}
	for of, sum := range sums {
		fees[of] = json.Number(sum.FloatString(4))
	}
}

func exact(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// TestProfitCases counts the worked cases over HTTP, for a team without a seller account. No case
// costs a token.
func TestProfitCases(t *testing.T) {
	text, err := os.ReadFile("../../domain/research/profit/testdata/profit.json")
	require.NoError(t, err)
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		team := s.Team(t, service.Wish{Unconnected: true})
		c := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: team.Key}
		before := c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/users/me"})
		cases.Run(t, casefile.Kinds{"profit": profitOf(t, c)}, "profit", text, nil)
		require.JSONEq(t, string(before.Body), string(c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/users/me"}).Body))
	})
}

func TestProfitRefusals(t *testing.T) {
	s := service.Start(t, service.Options{DatabaseURL: stores.SQLiteURL(t), Environ: []string{"SA_KEEPA_KEY="}})
	c := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: s.Team(t, service.Wish{Unconnected: true}).Key}
	for body, want := range map[string]string{
		`{"cost":5}`:                                            "422 no_price /price",
		`{"price":9.999,"cost":5}`:                              "422 validation_failed /price",
		`{"price":0,"cost":5}`:                                  "400 validation_failed ",
		`{"price":9}`:                                           "400 validation_failed ",
		`{"price":9,"cost":-1}`:                                 "400 validation_failed ",
		`{"price":9,"cost":5,"category":"Nothing"}`:             "422 validation_failed /category",
		`{"price":9,"cost":5,"curve":{"from":9,"to":8}}`:        "422 validation_failed /curve",
		`{"price":9,"cost":5,"salesTax":1,"salesTaxPercent":2}`: "400 conflicting_parameters /salesTax",
		`{"price":9,"cost":5,"fees":{"referralFee":1,"referralFeeRate":2}}`: "400 conflicting_parameters /fees/referralFee",
		`{"price":9,"cost":5,"compare":["amazon.example"]}`:                 "400 validation_failed ",
	} {
		a, err := c.Try(t, checked.Call{Method: http.MethodPost, Path: "/api/v1/products/B0SIM0000A/profit", Body: []byte(body), Invalid: strings.HasPrefix(want, "400 validation")})
		require.NoError(t, err, body)
		p := a.Problem(t)
		at := ""
		if p.Code != "validation_failed" || a.Status == http.StatusUnprocessableEntity {
			for _, item := range p.Errors {
				if item.Pointer != nil {
					at = *item.Pointer
				}
			}
		}
		require.Equal(t, want, fmt.Sprint(a.Status, " ", p.Code, " ", at), body)
	}
}

// TestComparedProfit counts the same product on other marketplaces. Each uses its own data, and
// missing data fail there alone.
func TestComparedProfit(t *testing.T) {
	s := service.Start(t, service.Options{DatabaseURL: stores.SQLiteURL(t), Environ: []string{"SA_KEEPA_KEY="}})
	c := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: s.Team(t, service.Wish{Unconnected: true}).Key}
	a := c.Do(t, checked.Call{Method: http.MethodPost, Path: "/api/v1/products/b0sim0000a/profit?domain=amazon.com", Body: []byte(`{"price":25,"cost":10,"date":"2026-05-10",
		"fulfillment":"fbm","category":"Home and Kitchen","compare":["amazon.de","amazon.co.uk","amazon.fr","amazon.co.jp"],
		"prices":{"amazon.de":23.8,"amazon.co.uk":24,"amazon.co.jp":3000},"exchangeRates":{"EUR":0.9,"JPY":150}}`)})
	require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
	var got struct {
		Price   json.Number
		Compare []struct {
			Domain, Currency    string
			Price, Cost, Profit *json.Number
			Status              *string
			Fees                *struct{ Total json.Number }
			Error               *struct{ Code string }
		}
	}
	require.NoError(t, json.Unmarshal(a.Body, &got))
	require.Len(t, got.Compare, 4)
	codes := []string{}
	for _, one := range got.Compare {
		if one.Error != nil {
			codes = append(codes, one.Domain+" "+one.Error.Code)
		}
	}
	require.Equal(t, []string{"amazon.co.uk exchange_rate_required", "amazon.fr no_price", "amazon.co.jp not_supported"}, codes)
	de := got.Compare[0]
	// 20 without VAT of 19 %, cost 9 without VAT, referral fee 15 % of 23.8.
	require.Equal(t, "EUR 9 7.43 3.57", fmt.Sprint(de.Currency, " ", *de.Cost, " ", *de.Profit, " ", de.Fees.Total))
	require.Equal(t, "estimated", *de.Status)
}

// TestFeesOfProductAndProfit compares the two operations. At the present price they have the same
// fees, from the marketplace's own estimate and, for storage, the tables. A single token pays both.
func TestFeesOfProductAndProfit(t *testing.T) {
	s := service.SQLite(t)
	c := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: s.Team(t, service.Wish{}).Key}
	spent := func() json.Number {
		var me struct{ TokensUsed json.Number }
		require.NoError(t, json.Unmarshal(c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/users/me"}).Body, &me))
		return me.TokensUsed
	}
	require.Equal(t, json.Number("0"), spent())
	a := c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/products/" + simulator.ASIN(1)})
	require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
	var product struct {
		Fees struct {
			FBAFee, ReferralFee, Total, Price json.Number
			Source                            string
		}
	}
	require.NoError(t, json.Unmarshal(a.Body, &product))
	a = c.Do(t, checked.Call{Method: http.MethodPost, Path: "/api/v1/products/" + simulator.ASIN(1) + "/profit", Body: []byte(`{"cost":1,"fulfillment":"fba","compare":["amazon.ca"],"exchangeRates":{"CAD":1.4}}`)})
	require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
	var profit struct {
		Price json.Number
		FBA   struct {
			Fees struct {
				Total  json.Number
				Source string
				Items  []struct {
					Type, Source string
					Amount       json.Number
				}
			}
		}
		Compare []struct{ PriceSource string }
	}
	require.NoError(t, json.Unmarshal(a.Body, &profit))
	require.Equal(t, product.Fees.Price, profit.Price)
	require.Equal(t, []string{product.Fees.Total.String(), "mixed", "mixed"}, []string{profit.FBA.Fees.Total.String(), product.Fees.Source, profit.FBA.Fees.Source})
	sources := map[string]string{}
	for _, item := range profit.FBA.Fees.Items {
		sources[item.Type] = item.Source
		if item.Type == "fulfillment" {
			require.Equal(t, product.Fees.FBAFee, item.Amount)
		}
	}
	require.Equal(t, "amazon", sources["referral"])
	require.Equal(t, "amazon", sources["fulfillment"])
	require.Equal(t, "table", sources["storage"])
	require.Contains(t, []string{"buy_box", "lowest_fba", "lowest_fbm"}, profit.Compare[0].PriceSource)
	require.Equal(t, json.Number("2"), spent(), "one for each marketplace")
}

// TestHistoryForms compares points and chart with Keepa's own answer. After a look at the product,
// or the answer itself, they cost nothing.
func TestHistoryForms(t *testing.T) {
	s := service.SQLite(t)
	c := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: s.Team(t, service.Wish{}).Key}
	get := func(path string, header http.Header) checked.Answer {
		a := c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1" + path, Header: header})
		require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
		return a
	}
	spent := func() string {
		var me struct{ TokensUsed json.Number }
		require.NoError(t, json.Unmarshal(get("/users/me", nil).Body, &me))
		return me.TokensUsed.String()
	}
	get("/products/"+simulator.ASIN(0), nil)
	require.Equal(t, "1", spent())
	var points struct {
		ASIN, Domain, Currency string
		From, To               time.Time
		Series                 map[string]struct {
			Unit    string
			Points  [][]any
			Thinned bool
		}
		BuyBoxSellers [][2]any
		Meta          struct{ TokensConsumed int64 }
	}
	keepaPath := "/keepa/product?asin=" + simulator.ASIN(0)
	a := get(keepaPath+"&format=points&range=30&series=rank,new&points=2000", nil)
	require.NoError(t, exact(a.Body, &points))
	require.Equal(t, "1", spent())
	require.Equal(t, []string{simulator.ASIN(0), "amazon.com", "USD"}, []string{points.ASIN, points.Domain, points.Currency})
	require.Equal(t, 30*24*time.Hour, points.To.Sub(points.From))
	require.Len(t, points.Series, 2)
	require.Equal(t, "rank", points.Series["rank"].Unit)
	require.Zero(t, points.Meta.TokensConsumed)

	// The provider's own answer has the same history.
	decoded, err := keepa.Decode(get(keepaPath, nil).Body)
	require.NoError(t, err)
	require.Equal(t, "2", spent())
	for _, name := range []series.Name{series.Rank, series.New} {
		from, to := series.MinuteOf(points.From), series.MinuteOf(points.To)
		want := [][]any{}
		whole := decoded.Products[0].Series[name]
		for _, p := range whole.Window(from, to).Points {
			value := func(units int64) any {
				if units < 0 {
					return nil
				}
				return json.Number(money.FromUnits(units).String())
			}
			one := []any{p.At.Time().Format(time.RFC3339), value(p.Value)}
			if whole.WithShipping {
				one = append(one, value(p.Shipping))
			}
			want = append(want, one)
		}
		require.NotEmpty(t, want)
		require.Equal(t, want, points.Series[string(name)].Points, name)
	}
	few := get(keepaPath+"&format=points&points=20&range=3650&step=day", nil)
	require.NoError(t, exact(few.Body, &points))
	require.True(t, points.Series["rank"].Thinned)
	require.LessOrEqual(t, len(points.Series["rank"].Points), 20)

	drawn := get(keepaPath+"&format=svg&width=640&theme=dark", nil)
	require.Equal(t, "image/svg+xml", drawn.Header.Get("Content-Type"))
	require.Contains(t, string(drawn.Body), `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"`)
	require.Contains(t, string(drawn.Body), "amazon.com)")
	require.NotContains(t, string(drawn.Body), "<script")
	require.Equal(t, "image/svg+xml", get(keepaPath, http.Header{"Accept": {"text/html, image/svg+xml;q=0.9"}}).Header.Get("Content-Type"))
	require.Equal(t, "2", spent())

	for query, at := range map[string]string{
		"asin=B0SIM00000&theme=dark": "theme", "asin=B0SIM00000&format=svg&points=20": "points", "code=400781440147&format=points": "format",
		"asin=B0SIM00000,B0SIM00001&format=svg": "format", "asin=B0SIM00000&format=points&history=0": "history", "asin=B0SIM00000&range=9": "range",
	} {
		a := c.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/keepa/product?" + query})
		require.Equal(t, http.StatusBadRequest, a.Status, query)
		p := a.Problem(t)
		require.Equal(t, "conflicting_parameters", p.Code, query)
		require.Equal(t, at, p.Errors[0].Parameter, query)
	}
}

// TestOutdatedFeeTables runs with an outdated file of fees. Answers note it, /readyz names the
// tables, and nothing fails.
func TestOutdatedFeeTables(t *testing.T) {
	text, err := os.ReadFile("../../adapters/feetable/us_2026.json")
	require.NoError(t, err)
	text = regexp.MustCompile(`"from": "[0-9-]+"`).ReplaceAll(text, []byte(`"from": "2025-01-01"`))
	text = regexp.MustCompile(`"to": (null|"[0-9-]+")`).ReplaceAll(text, []byte(`"to": "2025-12-31"`))
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "us_2025.json"), text, 0o600))
	s := service.Start(t, service.Options{DatabaseURL: stores.SQLiteURL(t), Environ: []string{"SA_FEE_TABLES=" + folder, "SA_KEEPA_KEY="}})
	c := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: s.Team(t, service.Wish{Unconnected: true}).Key}
	ready := func(s *service.Service) map[string]any {
		w := httptest.NewRecorder()
		s.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		require.Equal(t, http.StatusOK, w.Code, "%s", w.Body)
		answer := map[string]any{}
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
		return answer
	}
	said := ready(s)
	require.Equal(t, "ready", said["status"])
	tables := said["fee_tables"].(map[string]any)
	require.Equal(t, []any{"us_2025.json"}, tables["files"])
	require.Subset(t, tables["outdated"], []any{"us.fba.2026.regular.peak", "us.referral.2026"})
	for domain, outdated := range map[string]bool{"amazon.com": true, "amazon.de": false} {
		a := c.Do(t, checked.Call{Method: http.MethodPost, Path: "/api/v1/products/B0SIM0000A/profit?domain=" + domain, Body: []byte(`{"price":25,"cost":10,"fulfillment":"fba",
			"dimensions":{"lengthMm":156,"widthMm":102,"heightMm":52,"weightG":235}}`)})
		require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
		require.Equal(t, outdated, strings.Contains(string(a.Body), `"outdated_table"`), domain)
	}
	require.NotContains(t, ready(service.SQLite(t)), "fee_tables")
}
