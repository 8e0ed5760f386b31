package repricer_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/repricing"
	"sellingassistant/test/rowstore"
)

const (
	stamp = `"2026-11-02T12:00:00.123456Z"`

	noLimits = `{"min_price":null,"max_price":null,"max_change":null,"max_change_percent":null,"min_price_mode":"manual",` +
		`"target_roi":null,"target_margin":null,"min_price_markup":null,"min_price_markup_type":"amount","missing_cost_fallback":"error"}`

	defaultSettings = `{"enabled":true,"submission_mode":"suggest","default_strategy_id":null,"default_mode":"off",` +
		`"default_reprice_priority":"normal","default_limits":` + noLimits + `,"default_outbound_shipping":null,"loss_guard":"on","avoid_fee_cliffs":true,"own_seller_ids":[],"max_offer_age_minutes":60,` +
		`"min_interval_seconds":{"fast":120,"normal":900,"low":3600},"max_changes_per_day":96,"max_daily_change_percent":null,` +
		`"anomaly_percent":40,"max_rise_percent":100,"circuit_breaker":{"per_row_percent":25,"per_run_rows_percent":20,"action":"hold"},` +
		`"sweep_interval_minutes":360,"timezone":"UTC","schedules":[],"pauses":[],"notify":{"email":null,"webhook_url":null,"events":[]},` +
		`"updated_at":` + stamp + `,"version":1}`

	fullSettingsPatch = `{"enabled":false,"submission_mode":"live","default_strategy_id":1,"default_mode":"manual",` +
		`"default_reprice_priority":"low","default_limits":{"min_price":1.5,"max_price":99.99,"max_change":2,"max_change_percent":100,` +
		`"min_price_mode":"margin","target_roi":150,"target_margin":99.9999,"min_price_markup":0,"min_price_markup_type":"percent",` +
		`"missing_cost_fallback":"min_price"},"default_outbound_shipping":4.19,"loss_guard":"off","avoid_fee_cliffs":false,"own_seller_ids":["A1","B2"],"max_offer_age_minutes":1,` +
		`"min_interval_seconds":{"fast":1,"normal":2,"low":86400},"max_changes_per_day":10000,"max_daily_change_percent":0.0001,` +
		`"anomaly_percent":1000,"max_rise_percent":100000,"circuit_breaker":{"per_row_percent":1,"per_run_rows_percent":2.5,"action":"hold"},` +
		`"sweep_interval_minutes":43200,"timezone":"Asia/Tokyo","schedules":[{"days":["mon","sun"],"from":"22:00","to":"06:30",` +
		`"timezone":"Europe/Berlin","action":"percent","percent":-12.5}],"pauses":[{"from":"2026-12-24","to":"2026-12-26","marketplace_ids":["A1PA6795UKMFR9"]}],"notify":{"email":"a@example.org",` +
		`"webhook_url":"https://example.org/hook","events":["hold","price_rejected"]}}`

	plainStrategy = `{"id":1,"template":null,"name":"Box","type":"competitor","enabled":true,"marketplace_ids":[],"compete_with":"buy_box",` +
		`"fallback_targets":[],"action":"match","by":0,"by_type":"amount","vs_amazon":null,"vs_fba":null,"vs_fbm":null,"filters":null,` +
		`"on_no_competition":"keep","on_below_min":"min","on_own_buy_box":"keep","on_suppressed_buy_box":"keep",` +
		`"on_lost_after_raise":"revert","on_restock":"keep","raise_when_not_winning":false,"raise_gap":null,"step":null,"step_type":"amount",` +
		`"step_interval_minutes":null,"min_change":0,"min_change_percent":0,"small_change_interval_minutes":null,"allow_loss":false,"price_war":null,"fixed_price":null,"window_days":null,"high_units":null,` +
		`"low_units":null,"days_of_supply_target":null,"lock_days":null,"schedule":[],"products_count":0,"version":1,` +
		`"created_at":` + stamp + `,"updated_at":` + stamp + `}`

	fullStrategyMembers = `"enabled":false,"marketplace_ids":["A1F83G8C2ARO7P","A1PA6795UKMFR9"],"compete_with":"lowest_fba",` +
		`"fallback_targets":["lowest","amazon"],"action":"below","by":0.01,"by_type":"percent","vs_amazon":{"action":"ignore","by":0,` +
		`"by_type":"amount"},"vs_fba":{"action":"above","by":2,"by_type":"percent"},"vs_fbm":{"action":"match","by":0,"by_type":"amount"},` +
		`"filters":{"include_sellers":["S1"],"exclude_sellers":["S2"],"exclude_amazon":true,"fulfillment":["fbm"],"min_feedback_count":10,` +
		`"min_rating_percent":90.5,"max_handling_hours":48,"ships_from":["DE"],"exclude_ships_from":["CN"],"featured_only":true,` +
		`"available_now_only":true,"min_sub_condition":"very_good","ignore_below_percent_of_median":55},"on_no_competition":"max",` +
		`"on_below_min":"next_above","on_own_buy_box":"step_up","on_suppressed_buy_box":"step_down","on_lost_after_raise":"compete","on_restock":"max",` +
		`"raise_when_not_winning":true,"raise_gap":0.02,"step":0.5,"step_type":"percent","step_interval_minutes":30,"min_change":0.05,"min_change_percent":0.2,"small_change_interval_minutes":480,"allow_loss":false,` +
		`"price_war":{"max_drops":5,"window_minutes":60,"action":"max","cooldown_minutes":120},"fixed_price":25,"window_days":8,` +
		`"high_units":20,"low_units":4,"days_of_supply_target":30,"lock_days":2,"schedule":[{"days":["sat"],"from":"00:00","to":"00:00",` +
		`"timezone":null,"action":"pause","percent":null}]`

	firstRow = `{"id":1,"seller_id":"A2SELLER","marketplace_id":"A1PA6795UKMFR9","sku":"KETTLE","asin":"B000000001","title":null,` +
		`"currency":"EUR","variation":[],"fulfillment":null,"quantity":null,"strategy_id":null,"effective_strategy_id":null,"mode":"off",` +
		`"reprice_priority":"normal","allow_loss":false,"condition":"new","limits":` + noLimits + `,"current_price":null,"shipping":null,"landed_price":null,` +
		`"floor":{"price":null,"source":null,"break_even":null,"postage":null},"ceiling":null,"cost":null,"outbound_shipping":null,"fees":null,"vat_percent":19,"vat_source":"assumed","notes":["vat_rate_assumed"],"margin":null,` +
		`"roi":null,"map_price":null,"buy_box":{"price":null,"owner":"unknown","seller_id":null,"inferred":false},"competitors_count":null,` +
		`"buy_box_share_24h":null,"buy_box_share_7d":null,"warnings":[],"run_state":"idle","hold":null,"last_decision":null,"last_change":null,` +
		`"next_due_at":null,"last_event_at":null,"offers_at":null,"version":1,"created_at":` + stamp + `,"updated_at":` + stamp + `}`
)

// changed puts other values into a literal; each pair is old and new.
func changed(literal string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(literal, pairs[i]) {
			panic(pairs[i] + " is not in the literal")
		}
		literal = strings.Replace(literal, pairs[i], pairs[i+1], 1)
	}
	return literal
}

func failedBody(status, title, instance, code, message, rest string) string {
	return `{"type":"/problems/` + code + `","title":"` + title + `","status":` + status + `,"detail":"` + message +
		`","instance":"/api/v1/sa/repricer` + instance + `","code":"` + code + `","message":"` + message + `","trace_id":"call-0001",` + rest + `}`
}

// TestScenario runs one script over all operations and expects the same bytes
// of every store.
func TestScenario(t *testing.T) {
	notFound := func(instance, record string) string {
		return failedBody("404", "Not Found", instance, "not_found", "There is no "+record+".", `"errors":[]`)
	}
	second := changed(firstRow, `"id":1`, `"id":2`, `"sku":"KETTLE"`, `"sku":"TOASTER"`, `"asin":"B000000001"`, `"asin":"B000000002"`,
		`"strategy_id":null`, `"strategy_id":1`, `"effective_strategy_id":null`, `"effective_strategy_id":1`, `"mode":"off"`, `"mode":"auto"`,
		`"normal"`, `"fast"`, `"condition":"new"`, `"condition":"used"`, `"min_price":null,"max_price":null`, `"min_price":10.5,"max_price":20`,
		`"price":null,"source":null`, `"price":10.5,"source":"manual"`, `"ceiling":null`, `"ceiling":20`)
	secondLow := changed(second, `"reprice_priority":"fast"`, `"reprice_priority":"low"`, `"version":1`, `"version":2`)
	firstLow := changed(firstRow, `"normal"`, `"low"`, `"version":1`, `"version":2`)
	fullStrategyBody := changed(plainStrategy, `"id":1`, `"id":2`, `"name":"Box"`, `"name":"Alles"`)
	fullStrategyBody = fullStrategyBody[:strings.Index(fullStrategyBody, `"enabled"`)] + fullStrategyMembers +
		fullStrategyBody[strings.Index(fullStrategyBody, `,"products_count"`):]
	settings := fullSettingsPatch[:len(fullSettingsPatch)-1] + `,"updated_at":` + stamp + `,"version":2}`
	used := `"blockers":[{"count":1,"ids":[2],"type":"repricer_product"},{"count":1,"ids":[],"type":"repricer_settings"}]`
	repricing.Each(t, func(t *testing.T, w world) {
		m := rowstore.New()
		connect(m)
		s := siteOver(t, w, m)
		for _, c := range []struct {
			method, path, in, ifMatch string
			want                      answer
		}{
			{"GET", "/settings", "", "", answer{Status: 404}},
			{"DELETE", "/settings", "", "", answer{Status: 204}},
			{"PATCH", "/settings", `{"enabled":true}`, "", answer{200, `{"data":` + defaultSettings + `}`, `"1"`, "", ""}},
			{"GET", "/settings", "", "", answer{200, `{"data":` + defaultSettings + `}`, `"1"`, "", ""}},
			{"PATCH", "/settings", `{"enabled":true,"default_limits":{},"timezone":null}`, `"1"`, answer{200, `{"data":` + defaultSettings + `}`, `"1"`, "", ""}},

			{"POST", "/strategies", `{"name":" Box ","type":"competitor","compete_with":"buy_box","action":"match"}`, "", answer{201, `{"data":` + plainStrategy + `}`, `"1"`, "/api/v1/sa/repricer/strategies/1", ""}},
			{"POST", "/strategies", `{"name":"Alles","type":"competitor",` + fullStrategyMembers + `}`, "", answer{201, `{"data":` + fullStrategyBody + `}`, `"1"`, "/api/v1/sa/repricer/strategies/2", ""}},
			{"GET", "/strategies/2", "", "", answer{200, `{"data":` + fullStrategyBody + `}`, `"1"`, "", ""}},
			{"GET", "/strategies?sort=name&count=true&enabled=true", "", "", answer{200, `{"data":[` + plainStrategy + `],"meta":{"limit":50,"next_cursor":null,"total":1}}`, `"e0c1913188874d202f82bd0b69023003"`, "", ""}},
			{"PATCH", "/strategies/2", `{"filters":{"exclude_amazon":null},"step_interval_minutes":null}`, `"1"`, answer{200, `{"data":` + changed(fullStrategyBody, `"exclude_amazon":true`, `"exclude_amazon":false`, `"step_interval_minutes":30`, `"step_interval_minutes":null`, `"version":1`, `"version":2`) + `}`, `"2"`, "", ""}},
			{"PATCH", "/settings", fullSettingsPatch, "", answer{200, `{"data":` + settings + `}`, `"2"`, "", ""}},
			{"PATCH", "/settings", `{"default_mode":null,"default_reprice_priority":null,"default_limits":null,"default_strategy_id":null}`, "", answer{200, `{"data":` + changed(settings, `"default_strategy_id":1`, `"default_strategy_id":null`, `"default_mode":"manual"`, `"default_mode":"off"`, `"default_reprice_priority":"low"`, `"default_reprice_priority":"normal"`, settings[strings.Index(settings, `"default_limits":`):strings.Index(settings, `,"default_outbound_shipping"`)], `"default_limits":`+noLimits, `"version":2`, `"version":3`) + `}`, `"3"`, "", ""}},

			{"POST", "/products", `{"products":[{"sku":"KETTLE","marketplace_id":"A1PA6795UKMFR9","asin":"B000000001","strategy_id":null},` +
				`{"sku":"TOASTER","marketplace_id":"A1PA6795UKMFR9","asin":"B000000002","seller_id":"A2SELLER","strategy_id":1,"mode":"auto",` +
				`"reprice_priority":"fast","condition":"used","limits":{"min_price":10.5,"max_price":20}},` +
				`{"sku":"TOASTER","marketplace_id":"A1PA6795UKMFR9","asin":"B000000002"},{"sku":"LAMP","marketplace_id":"A1PA6795UKMFR9"}]}`, "",
				answer{200, `{"data":[{"id":1,"status":"created","product":` + firstRow + `},{"id":2,"status":"created","product":` + second + `},` +
					`{"id":null,"status":"failed","error":{"code":"duplicate","message":"The same seller, marketplace and SKU occur earlier in the call."}},` +
					`{"id":null,"status":"failed","error":{"code":"not_found","message":"No listing is known for the SKU; give its asin."}}],` +
					`"meta":{"succeeded":2,"failed":2},"errors":[{"code":"duplicate","message":"The same seller, marketplace and SKU occur earlier in the call.","id":null,"index":2},` +
					`{"code":"not_found","message":"No listing is known for the SKU; give its asin.","id":null,"index":3}]}`, "", "", ""}},
			{"POST", "/products", `{"products":[{"sku":"KETTLE","marketplace_id":"A1PA6795UKMFR9","asin":"B000000001"}]}`, "",
				answer{200, `{"data":[{"id":null,"status":"failed","error":{"code":"already_exists","message":"The row exists already.","existing_id":1}}],` +
					`"meta":{"succeeded":0,"failed":1},"errors":[{"code":"already_exists","message":"The row exists already.","id":null,"index":0,"existing_id":1}]}`, "", "", ""}},
			{"GET", "/products/2", "", "", answer{200, `{"data":` + second + `}`, `"1"`, "", ""}},
			{"GET", "/products?sort=id&count=true&limit=2", "", "", answer{200, `{"data":[` + firstRow + `,` + second + `],"meta":{"limit":2,"next_cursor":null,"total":2}}`, `"940bc031b30c294211b482c13aa67921"`, "", ""}},
			{"PATCH", "/products", `{"ids":[2,"99",1,2],"reprice_priority":"low"}`, "", answer{200,
				`{"data":[{"id":2,"status":"updated","warnings":[],"product":` + secondLow + `},{"id":99,"status":"failed","warnings":[],"error":{"code":"not_found","message":"There is no repricer product 99."}},` +
					`{"id":1,"status":"updated","warnings":[],"product":` + firstLow + `},{"id":2,"status":"updated","warnings":[],"product":` + secondLow + `}],` +
					`"meta":{"succeeded":3,"failed":1},"errors":[{"code":"not_found","message":"There is no repricer product 99.","id":99,"index":1}]}`, "", "", ""}},
			{"PATCH", "/products", `{"ids":["1"],"limits":{}}`, "", answer{200, `{"data":[{"id":1,"status":"unchanged","warnings":[],"product":` + firstLow + `}],"meta":{"succeeded":1,"failed":0},"errors":[]}`, "", "", ""}},
			{"PATCH", "/products/1", `{"reprice_priority":"normal"}`, `"2"`, answer{200, `{"data":` + changed(firstRow, `"version":1`, `"version":3`) + `}`, `"3"`, "", ""}},
			{"GET", "/strategies/1", "", "", answer{200, `{"data":` + changed(plainStrategy, `"products_count":0`, `"products_count":1`) + `}`, `"1"`, "", ""}},
			{"PATCH", "/settings", `{"default_strategy_id":1}`, "", answer{Status: 200, ETag: `"4"`, Body: "-"}},
			{"DELETE", "/strategies/1", "", "", answer{422, failedBody("422", "Unprocessable Entity", "/strategies/1", "in_use", "The strategy is in use.", `"errors":[],`+used), "", "", ""}},
			{"DELETE", "/strategies?dry_run=true&unassign=true", `{"ids":[1]}`, "", answer{200, `{"data":[{"id":1,"status":"deleted"}],"meta":{"succeeded":1,"failed":0},"errors":[]}`, "", "", ""}},
			{"DELETE", "/strategies", `{"ids":[1,99]}`, "", answer{200, `{"data":[{"id":1,"status":"failed","error":{"code":"in_use","message":"The strategy is in use.",` + used + `}},` +
				`{"id":99,"status":"failed","error":{"code":"not_found","message":"There is no strategy 99."}}],"meta":{"succeeded":0,"failed":2},` +
				`"errors":[{"code":"in_use","message":"The strategy is in use.","id":1,"index":0,` + used + `},{"code":"not_found","message":"There is no strategy 99.","id":99,"index":1}]}`, "", "", ""}},
			{"DELETE", "/strategies/1?reassign_to=2", "", `"1"`, answer{Status: 204}},
			{"GET", "/strategies/1", "", "", answer{404, notFound("/strategies/1", "strategy 1"), "", "", ""}},
			{"GET", "/products/2", "", "", answer{200, `{"data":` + changed(secondLow, `"strategy_id":1`, `"strategy_id":2`, `"effective_strategy_id":1`, `"effective_strategy_id":2`, `"version":2`, `"version":3`) + `}`, `"3"`, "", ""}},
			{"DELETE", "/strategies?unassign=true", `{"ids":[2]}`, "", answer{200, `{"data":[{"id":2,"status":"deleted"}],"meta":{"succeeded":1,"failed":0},"errors":[]}`, "", "", ""}},
			{"GET", "/products/2", "", "", answer{200, `{"data":` + changed(secondLow, `"strategy_id":1`, `"strategy_id":null`, `"effective_strategy_id":1`, `"effective_strategy_id":null`, `"mode":"auto"`, `"mode":"off"`, `"version":2`, `"version":4`) + `}`, `"4"`, "", ""}},
			{"DELETE", "/products?dry_run=true", `{"ids":[1]}`, "", answer{200, `{"data":[{"id":1,"status":"deleted"}],"meta":{"succeeded":1,"failed":0},"errors":[]}`, "", "", ""}},
			{"DELETE", "/products", `{"ids":[1,1,99]}`, "", answer{200, `{"data":[{"id":1,"status":"deleted"},{"id":1,"status":"deleted"},` +
				`{"id":99,"status":"failed","error":{"code":"not_found","message":"There is no repricer product 99."}}],"meta":{"succeeded":2,"failed":1},"errors":[{"code":"not_found","message":"There is no repricer product 99.","id":99,"index":2}]}`, "", "", ""}},
			{"DELETE", "/products/2", "", `"4"`, answer{Status: 204}},
			{"DELETE", "/products/2", "", "", answer{404, notFound("/products/2", "repricer product 2"), "", "", ""}},
			{"GET", "/products", "", "", answer{200, `{"data":[],"meta":{"limit":50,"next_cursor":null,"total":null}}`, `"0131a3596c257763c0fa8464bbbc05b2"`, "", ""}},
			{"DELETE", "/settings", "", `"5"`, answer{412, failedBody("412", "Precondition Failed", "/settings", "precondition_failed", "The record has changed since the version named in If-Match.", `"errors":[]`), "", "", ""}},
			{"DELETE", "/settings", "", `"6"`, answer{Status: 204}},
			{"GET", "/settings", "", "", answer{Status: 404}},
			{"DELETE", "/settings", "", "", answer{Status: 204}},
			{"PATCH", "/settings", `{"enabled":null}`, "", answer{200, `{"data":` + changed(defaultSettings, `"version":1`, `"version":8`) + `}`, `"8"`, "", ""}},
		} {
			header := http.Header{}
			if c.ifMatch != "" {
				header.Set("If-Match", c.ifMatch)
			}
			got := s.with(t, header, c.method, c.path, c.in)
			if c.want.Body == "-" {
				got.Body = "-"
			}
			require.Equal(t, c.want, got, "%s %s %s", c.method, c.path, c.in)
		}
	})
}
