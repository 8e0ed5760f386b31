package repricer_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// templates returns the names on a page of templates.
func (s *site) templates(t *testing.T, query string) ([]string, listed) {
	t.Helper()
	l, a := s.list(t, "/strategies?template=true"+query)
	var rows struct {
		Data []struct {
			ID       *int64
			Template string
			Name     string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(a.Body), &rows))
	names := []string{}
	for _, row := range rows.Data {
		require.Nil(t, row.ID)
		require.Equal(t, row.Template, row.Name)
		names = append(names, row.Name)
	}
	return names, l
}

func TestTemplatesAreListed(t *testing.T) {
	s := newSite(t)
	s.Strategy(t, ours, "win_buy_box")
	all := []string{"match_buy_box", "win_buy_box", "lowest_fba", "profit_first", "liquidate", "private_label"}
	for query, want := range map[string][]string{
		"&sort=id": all, "&sort=-id": {all[5], all[4], all[3], all[2], all[1], all[0]},
		"&sort=name":     {"liquidate", "lowest_fba", "match_buy_box", "private_label", "profit_first", "win_buy_box"},
		"&sort=name,-id": {"liquidate", "lowest_fba", "match_buy_box", "private_label", "profit_first", "win_buy_box"},
		"":               {all[5], all[4], all[3], all[2], all[1], all[0]}, "&sort=updated_at": all,
		"&type=velocity": {"private_label"}, "&type=fixed": {}, "&type=velocity,fixed": {"private_label"}, "&enabled=false": {},
		"&sort=id&enabled=true&q=BUY": {"match_buy_box", "win_buy_box"}, "&sort=id&marketplace_id=A1PA6795UKMFR9&q=l": {"lowest_fba", "liquidate", "private_label"},
	} {
		names, l := s.templates(t, "&count=true"+query)
		require.Equal(t, want, names, query)
		require.Equal(t, int64(len(want)), *l.Meta.Total, query)
	}
	var seen []string
	for query := "&limit=4&sort=-name"; query != ""; {
		names, l := s.templates(t, query)
		seen = append(seen, names...)
		query = ""
		if l.Meta.NextCursor != nil {
			query = "&limit=4&sort=-name&cursor=" + *l.Meta.NextCursor
		}
	}
	require.Equal(t, []string{"win_buy_box", "profit_first", "private_label", "match_buy_box", "lowest_fba", "liquidate"}, seen)
	l, _ := s.list(t, "/strategies?template=false")
	require.Equal(t, []int64{1}, l.ids())
	// A cursor of templates is not valid for strategies.
	_, l = s.templates(t, "&limit=1")
	requireRefused(t, s.call(t, "GET", "/strategies?cursor="+*l.Meta.NextCursor, ""), 400, "invalid_cursor", "invalid_cursor cursor")
}

func TestTemplateIsCopied(t *testing.T) {
	s := newSite(t)
	want := changed(plainStrategy, `"name":"Box"`, `"name":"Mine"`, `"fallback_targets":[]`, `"fallback_targets":["lowest"]`,
		`"on_no_competition":"keep"`, `"on_no_competition":"max"`, `"on_below_min":"min"`, `"on_below_min":"next_above"`,
		`"min_change":0,"min_change_percent":0,"small_change_interval_minutes":null`, `"min_change":0.05,"min_change_percent":0.2,"small_change_interval_minutes":480`,
		`"price_war":null`, `"price_war":{"max_drops":6,"window_minutes":360,"action":"hold","cooldown_minutes":0}`)
	require.Equal(t, answer{201, `{"data":` + want + `}`, `"1"`, "/api/v1/sa/repricer/strategies/1", ""},
		s.call(t, "POST", "/strategies", `{"template":"match_buy_box","name":"Mine"}`))
	require.Equal(t, answer{200, `{"data":` + want + `}`, `"1"`, "", ""}, s.call(t, "GET", "/strategies/1", ""))
	require.Equal(t, 200, s.call(t, "PATCH", "/strategies/1", `{"action":"below","by":0.5}`).Status)
	_, a := s.list(t, "/strategies?template=true&q=match")
	template := changed(want, `"id":1,"template":null,"name":"Mine"`, `"id":null,"template":"match_buy_box","name":"match_buy_box"`,
		`"version":1`, `"version":0`, `"created_at":`+stamp+`,"updated_at":`+stamp, `"created_at":null,"updated_at":null`)
	require.JSONEq(t, `{"data":[`+template+`],"meta":{"limit":50,"next_cursor":null,"total":null}}`, a.Body)

	requireRefused(t, s.call(t, "POST", "/strategies", `{"template":"win_buy_box","name":"MINE"}`), 422, "duplicate", "duplicate /name")
	for _, more := range []string{`"type":"competitor"`, `"enabled":true`, `"by":null`, `"filters":{}`} {
		requireRefused(t, s.call(t, "POST", "/strategies", `{"template":"win_buy_box","name":"x",`+more+`}`), 422, "invalid_strategy",
			"invalid_strategy /template")
	}
	requireRefused(t, s.call(t, "POST", "/strategies", `{"template":"win_buy_box"}`), 400, "validation_failed", "required /name")
	requireRefused(t, s.call(t, "POST", "/strategies", `{"template":"win_buy_box","name":"  "}`), 400, "validation_failed", "required /name")
}
