package openapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// estimate has the compared members of an answer.
type estimate struct {
	ASIN           *string
	EstimatedSales *int64
	Low, High      *int64
	Method         string
	Label          *string
	BSR, Badge     *int64
	BSRBasis       *string
	CategoryID     *int64
	Evidence       []struct{ Method string }
	DataGaps       []struct{ Field, Reason string }
	Message        string
}

func (b buyer) estimates(t *testing.T, status int, tokens int64, c checked.Call) (e estimate) {
	t.Helper()
	before := b.used(t)
	c.Path = "/api/v1/sales-estimation" + c.Path
	a := b.Do(t, c)
	require.Equal(t, status, a.Status, "%v %s", c, a.Body)
	require.Equal(t, tokens, b.used(t)-before)
	require.NoError(t, json.Unmarshal(a.Body, &e))
	return e
}

func rank(body string) checked.Call {
	return checked.Call{Method: http.MethodPost, Body: []byte(body)}
}

// TestSalesByRank counts with the measured curve, and elsewhere with a curve by the products of the
// category. It costs nothing.
func TestSalesByRank(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newBuyer(t, s, service.Wish{})
		// 1,260,000 · 11,218^-0.86 = 414.4; e^1.15 = 3.158.
		e := b.estimates(t, 200, 0, rank(`{"bsr":11218,"categoryId":16310091}`))
		require.Equal(t, []any{int64(414), int64(131), int64(1309), "curve", "uncalibrated"}, []any{*e.EstimatedSales, *e.Low, *e.High, e.Method, *e.Label})
		require.Equal(t, "given", *e.BSRBasis)
		require.Equal(t, "extrapolated", *b.estimates(t, 200, 0, rank(`{"bsr":1,"categoryId":16310091}`)).Label)
		toys := b.estimates(t, 200, 0, rank(`{"bsr":5000,"category":"toys & games"}`))
		require.Equal(t, int64(165793011), *toys.CategoryID)
		nothing := b.estimates(t, 422, 0, rank(`{"bsr":5000,"category":"Nothing"}`))
		require.Regexp(t, `^The marketplace has no such root category\. It has: .*\bToys & Games\b.*\.$`, nothing.Message)
		b.estimates(t, 422, 0, rank(`{"bsr":5000,"categoryId":7}`))
		b.estimates(t, 400, 0, rank(`{"bsr":5000}`))
		b.estimates(t, 400, 0, rank(`{"bsr":5000,"categoryId":7,"category":"Books"}`))
	})
}

// TestSalesOfAProduct estimates by badge and rank; each team pays once a day.
func TestSalesOfAProduct(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		one, two := newBuyer(t, s, service.Wish{}), newBuyer(t, s, service.Wish{})
		product := checked.Call{Method: http.MethodGet, Path: "/" + simulator.ASIN(3)}
		e := one.estimates(t, 200, 1, product)
		require.Equal(t, simulator.ASIN(3), *e.ASIN)
		require.Equal(t, e, one.estimates(t, 200, 0, product))
		require.Equal(t, e, two.estimates(t, 200, 1, product), "another team pays")
		methods := map[string]bool{}
		for i := range 6 {
			e := one.estimates(t, 200, min(1, int64(i^3)), checked.Call{Method: http.MethodGet, Path: "/" + simulator.ASIN(i)})
			methods[e.Method] = true
			if e.Method == "badge" {
				require.Equal(t, *e.Badge, *e.Low)
			}
			if e.EstimatedSales == nil {
				require.NotEmpty(t, e.DataGaps)
			}
		}
		require.True(t, methods["badge"] || methods["curve"], "%v", methods)
		one.estimates(t, 404, 0, checked.Call{Method: http.MethodGet, Path: "/B0NOTHING0"})
		s.Market.Inject(simulator.Fault{Mode: simulator.Keepa402})
		one.estimates(t, 503, 0, checked.Call{Method: http.MethodGet, Path: "/" + simulator.ASIN(9)})
		s.Market.Heal()
	})
}
