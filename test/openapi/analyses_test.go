package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/jobs"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/tier"
)

// listed has a row of a list as its result is published. A caller would give its figures to
// calculateProductProfit.
type listed struct {
	ASIN   *string
	Status string
	Price  *json.Number `json:"price_used"`
	Cost   *json.Number `json:"cost_per_sellable_unit"`
	Prep   *json.Number
	Way    *json.Number `json:"inbound"`
	FBA    *earned
	FBM    *earned
}

// earned has the profit of a sale, from a result or from calculateProductProfit.
type earned struct {
	Profit, ROI, Margin *json.Number
	// The fees of calculateProductProfit, which has a profit although some are missing.
	Fees struct{ Missing []string }
}

func (e *earned) String() string {
	if e == nil {
		return "none"
	}
	text := func(n *json.Number) string {
		if n == nil {
			return "null"
		}
		return n.String()
	}
	return text(e.Profit) + " " + text(e.ROI) + " " + text(e.Margin)
}

// TestResultsEarnWhatProfitSays analyzes random rows over HTTP, and asks calculateProductProfit
// about each with the figures of its result: both earn the same to the cent, with the fees that the
// marketplace sends to each.
func TestResultsEarnWhatProfitSays(t *testing.T) {
	const lists = 10
	rows := tier.Of(50, 500)
	s := service.SQLite(t)
	team := s.Team(t, service.Wish{})
	team.Connect(t, s.Market.Seller(marketplace.EU, simulator.Full))
	c := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: team.Key}
	random := rand.New(rand.NewPCG(20, 5_000))
	cents := func(most int64) json.Number { return decimal(random.Int64N(most), 100) }
	compared, losses := 0, 0
	for n := range lists {
		domain := []string{"amazon.com", "amazon.co.uk", "amazon.de"}[n%3]
		vat := map[string]any{"scheme": []string{"none", "standard", "not_registered", "flat"}[random.IntN(4)], "cost_includes_vat": n%2 == 0}
		if n%4 > 0 {
			vat["rate"] = random.Int64N(26)
		}
		e := map[string]any{
			"prep_per_unit": cents(200), "label_per_unit": cents(50), "bag_per_unit": cents(40), "bundle_per_unit": cents(80), "third_party_per_unit": cents(100),
			"misc_per_unit": cents(90), "inbound_per_unit": cents(150), "outbound_shipping_per_unit": cents(700), "storage_months": decimal(random.Int64N(12), 4),
			"sales_tax_percent": random.Int64N(12), "returns_percent": random.Int64N(9), "vat": vat,
		}
		// A percentage of a cost with four decimals would need more decimals than an amount has.
		share := n % 2 * int(random.Int64N(6))
		if e["misc_percent_of_cost"] = share; share == 0 {
			e["discount_percent"], e["cashback_percent"] = random.Int64N(30), random.Int64N(6)
		}
		items := make([]any, rows)
		for i := range items {
			items[i] = map[string]any{"asin": simulator.ASIN(n*rows + i), "cost": cents(4_000)}
		}
		results := analyzed(t, s, team, c, map[string]any{"domain": domain, "expenses": e, "items": items}, rows)
		var all errgroup.Group
		all.SetLimit(4)
		for _, row := range results {
			if row.Price == nil {
				continue
			}
			all.Go(func() error { return profitable(c, domain, row, e, share) })
			compared++
			if row.FBA != nil && row.FBA.Profit != nil && strings.HasPrefix(row.FBA.Profit.String(), "-") {
				losses++
			}
		}
		require.NoError(t, all.Wait())
	}
	require.Greater(t, compared, lists*rows*8/10)
	require.Greater(t, losses, compared/20)
	require.Less(t, losses, compared*9/10)
}

// analyzed returns the results of a list, by the job that a worker would run.
func analyzed(t *testing.T, s *service.Service, team *service.Team, c *checked.Client, list map[string]any, rows int) []listed {
	t.Helper()
	a := c.Do(t, checked.Call{Method: http.MethodPost, Path: "/api/v1/price-list-analyzer/analyses", Body: list})
	require.Equal(t, http.StatusAccepted, a.Status, "%s", a.Body)
	var made struct{ Data struct{ ID int64 } }
	require.NoError(t, json.Unmarshal(a.Body, &made))
	args, err := json.Marshal(map[string]any{"analysis": made.Data.ID})
	require.NoError(t, err)
	require.NoError(t, s.Operator.Analyses.Handlers()[0].Run(t.Context(), jobs.Job{Team: team.ID, Args: args}))
	var out []listed
	for at := fmt.Sprintf("/api/v1/price-list-analyzer/analyses/%d/results?limit=200", made.Data.ID); at != ""; {
		a := c.Do(t, checked.Call{Method: http.MethodGet, Path: at})
		require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
		var page struct {
			Data []listed
			Meta struct {
				Next *string `json:"next_cursor"`
			}
		}
		require.NoError(t, json.Unmarshal(a.Body, &page))
		out = append(out, page.Data...)
		at, _, _ = strings.Cut(at, "&cursor=")
		if page.Meta.Next == nil {
			break
		}
		at += "&cursor=" + *page.Meta.Next
	}
	require.Len(t, out, rows)
	return out
}

// profitable asks calculateProductProfit with the figures of a row.
func profitable(c *checked.Client, domain string, row listed, e map[string]any, share int) error {
	vat := map[string]any{"scheme": e["vat"].(map[string]any)["scheme"]}
	if rate, ok := e["vat"].(map[string]any)["rate"]; ok {
		vat["rate"] = rate
	}
	other, _ := new(big.Rat).SetString(string(e["misc_per_unit"].(json.Number)))
	cost, _ := new(big.Rat).SetString(row.Cost.String())
	other.Add(other, cost.Mul(cost, big.NewRat(int64(share), 100)))
	body, err := json.Marshal(map[string]any{
		"price": row.Price, "cost": row.Cost, "costIncludesVat": e["vat"].(map[string]any)["cost_includes_vat"], "salesTaxPercent": e["sales_tax_percent"],
		"thirdPartyCost": e["third_party_per_unit"], "prepCost": row.Prep, "inboundShipping": row.Way, "fbmShippingCost": e["outbound_shipping_per_unit"],
		"otherCost": json.Number(other.FloatString(4)), "otherCostPercentOfPrice": e["returns_percent"], "storageMonths": e["storage_months"], "vat": vat,
	})
	if err != nil {
		return err
	}
	r := httptest.NewRequest(http.MethodPost, "/api/v1/products/"+*row.ASIN+"/profit?domain="+domain, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Api-Key", c.Key)
	w := httptest.NewRecorder()
	c.Handler.ServeHTTP(w, r)
	var told struct{ FBA, FBM *earned }
	if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil || w.Code != http.StatusOK {
		return fmt.Errorf("%s: %d %s", body, w.Code, w.Body)
	}
	for _, way := range [][2]*earned{{row.FBA, told.FBA}, {row.FBM, told.FBM}} {
		if way[1] != nil && len(way[1].Fees.Missing) > 0 {
			way[1] = &earned{}
		}
		if way[0].String() != way[1].String() {
			return fmt.Errorf("%s earns %s, and %s by calculateProductProfit: %s: %s", *row.ASIN, way[0], way[1], body, w.Body)
		}
	}
	return nil
}

// decimal returns n divided by parts.
func decimal(n, parts int64) json.Number { return json.Number(big.NewRat(n, parts).FloatString(4)) }
