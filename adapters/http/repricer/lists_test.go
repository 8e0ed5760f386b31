package repricer_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// listed has the compared members of a list.
type listed struct {
	Data []struct{ ID int64 }
	Meta struct {
		Limit      int
		NextCursor *string `json:"next_cursor"`
		Total      *int64
	}
}

func (s *site) list(t *testing.T, path string) (listed, answer) {
	t.Helper()
	a := s.call(t, "GET", path, "")
	require.Equal(t, 200, a.Status, a.Body)
	var l listed
	require.NoError(t, json.Unmarshal([]byte(a.Body), &l))
	return l, a
}

func (l listed) ids() []int64 {
	out := []int64{}
	for _, d := range l.Data {
		out = append(out, d.ID)
	}
	return out
}

// Tries every filter alone: row 1 is plain and row 2 has all members.
func TestFiltersOverHTTP(t *testing.T) {
	s := newSite(t)
	full := fullRow()
	full.Observed.CurrentPrice, full.Limits.MaxPrice = amount("10.01"), amount("10.01")
	s.Rows(t, ours, plainRow(1), full)
	missing := plainRow(3)
	missing.Limits.MinPriceMode = decision.MinPriceROI
	s.Rows(t, ours, missing)
	for query, want := range map[string][]int64{
		"mode=auto": {2}, "mode=auto,off": {3, 2, 1}, "mode=manual": {}, "hold=any": {2}, "hold=none": {3, 1}, "hold=listing_issue": {2},
		"hold=circuit_breaker": {}, "hold=any,circuit_breaker": {2}, "hold=circuit_breaker,listing_issue": {2}, "run_state=idle": {3, 1},
		"strategy_id=77": {2}, "strategy_id=78,79": {}, "marketplace_id=A1F83G8C2ARO7P": {2}, "asin=B0FULLROW1": {2}, "sku=sku-001,sku-003": {3, 1},
		"condition=refurbished": {2}, "fulfillment=fba": {2}, "fulfillment=fbm": {}, "buy_box_owner=competitor": {2}, "at_min=true": {2}, "at_min=false": {3, 1},
		"at_max=true": {2}, "at_max=false": {3, 1}, "missing_cost=true": {3}, "missing_cost=false": {2, 1}, "q=KETTLE": {2}, "q=sku-00": {3, 1}, "q=%25": {},
		"mode=off&q=001": {1},
	} {
		l, _ := s.list(t, "/products?sort=-id&count=true&"+query)
		require.Equal(t, want, l.ids(), query)
		require.Equal(t, int64(len(want)), *l.Meta.Total, query)
	}
	s.Strategy(t, ours, "Everywhere")
	s.Strategy(t, ours, "Only DE", de)
	fixed, err := strategy.New(ours, strategy.Patch{
		Name: optional.Put("Fix"), Type: optional.Put(decision.TypeFixed), FixedPrice: optional.Put(money.MustParse("1")), Enabled: optional.Put(false),
	}, noon)
	require.NoError(t, err)
	_, err = s.Strategies.Insert(t.Context(), fixed)
	require.NoError(t, err)
	for query, want := range map[string][]int64{
		"type=fixed": {3}, "type=fixed,competitor": {3, 2, 1}, "enabled=true": {2, 1}, "enabled=false": {3}, "marketplace_id=A1PA6795UKMFR9": {3, 2, 1},
		"marketplace_id=A1F83G8C2ARO7P": {3, 1}, "q=ONLY": {2},
	} {
		l, _ := s.list(t, "/strategies?sort=-id&"+query)
		require.Equal(t, want, l.ids(), query)
	}
}

func TestPagesOverHTTP(t *testing.T) {
	s := newSite(t)
	s.Rows(t, ours, plainRows(7)...)
	var seen []int64
	for path := "/products?mode=off&limit=3&sort=-current_price,id&count=true"; ; {
		l, a := s.list(t, path)
		require.Equal(t, 3, l.Meta.Limit)
		require.Equal(t, int64(7), *l.Meta.Total)
		seen = append(seen, l.ids()...)
		if l.Meta.NextCursor == nil {
			require.Empty(t, a.Link)
			break
		}
		next, found := strings.CutPrefix(a.Link, "<https://api.example.org/api/v1/sa/repricer")
		require.True(t, found, a.Link)
		path, found = strings.CutSuffix(next, `>; rel="next"`)
		require.True(t, found, a.Link)
		u, err := url.Parse(path)
		require.NoError(t, err)
		require.Equal(t, *l.Meta.NextCursor, u.Query().Get("cursor"))
	}
	require.Equal(t, []int64{1, 2, 3, 4, 5, 6, 7}, seen)
	// Accepts a cursor for its own filters, sort and list only.
	l, _ := s.list(t, "/products?mode=off&limit=3")
	for _, other := range []string{
		"/products?limit=3&cursor=%s", "/products?mode=auto&limit=3&cursor=%s", "/products?mode=off&sort=id&cursor=%s", "/strategies?cursor=%s",
	} {
		requireRefused(t, s.call(t, "GET", fmt.Sprintf(other, *l.Meta.NextCursor), ""), 400, "invalid_cursor", "invalid_cursor cursor")
	}
	require.Equal(t, 200, s.call(t, "GET", "/products?mode=off&limit=200&cursor="+*l.Meta.NextCursor, "").Status)
	// The newest come first.
	l, _ = s.list(t, "/products")
	require.Equal(t, []int64{7, 6, 5, 4, 3, 2, 1}, l.ids())
	require.Equal(t, 50, l.Meta.Limit)
	require.Nil(t, l.Meta.Total)
}
