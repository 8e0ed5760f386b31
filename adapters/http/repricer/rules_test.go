package repricer_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/test/repricing"
	"sellingassistant/test/rowstore"
)

// seeded makes a site with rows 1 (a minimum of 10) and 2, and strategy 1.
func seeded(t *testing.T) *site {
	t.Helper()
	s := newSite(t)
	rows := plainRows(2)
	rows[0].Limits.MinPrice = amount("10")
	s.Rows(t, ours, rows...)
	s.Strategy(t, ours, "Box")
	return s
}

func repeat(entry string, n int) string {
	return strings.TrimSuffix(strings.Repeat(entry+",", n), ",")
}

// Tries each rule of the bulk update.
func TestBulkUpdateRules(t *testing.T) {
	for _, c := range []struct {
		name, in string
		status   int
		code     string
		items    []string
	}{
		{"no ids", `{"mode":"off"}`, 400, "validation_failed", []string{"required /ids"}},
		{"ids null", `{"ids":null,"mode":"off"}`, 400, "validation_failed", []string{"null_not_allowed /ids"}},
		{"ids empty", `{"ids":[],"mode":"off"}`, 400, "validation_failed", []string{"too_few /ids"}},
		{"101 ids", `{"ids":[` + repeat("1", 101) + `],"mode":"off"}`, 400, "validation_failed", []string{"too_many /ids"}},
		{"id 0", `{"ids":[0],"mode":"off"}`, 400, "validation_failed", []string{"out_of_range /ids/0"}},
		{"id below 0", `{"ids":[1,-1],"mode":"off"}`, 400, "validation_failed", []string{"out_of_range /ids/1"}},
		{"id 1.5", `{"ids":[1.5],"mode":"off"}`, 400, "validation_failed", []string{"wrong_type /ids/0"}},
		{"id too large", `{"ids":[9223372036854775808],"mode":"off"}`, 400, "validation_failed", []string{"out_of_range /ids/0"}},
		{"id as words", `{"ids":["one"],"mode":"off"}`, 400, "validation_failed", []string{"invalid /ids/0"}},
		{"id null", `{"ids":[null],"mode":"off"}`, 400, "validation_failed", []string{"null_not_allowed /ids/0"}},
		{"nothing besides ids", `{"ids":[1]}`, 400, "validation_failed", []string{"too_few"}},
		{"empty", `{}`, 400, "validation_failed", []string{"required /ids"}},
		{"asin", `{"ids":[1],"mode":"off","asin":"B000000001"}`, 400, "validation_failed", []string{"unknown_member /asin"}},
		{"marketplace_id", `{"ids":[1],"mode":"off","marketplace_id":"A1PA6795UKMFR9"}`, 400, "validation_failed", []string{"unknown_member /marketplace_id"}},
		{"sku", `{"ids":[1],"mode":"off","sku":"x"}`, 400, "validation_failed", []string{"unknown_member /sku"}},
		{"sku alone", `{"ids":[1],"sku":"x"}`, 400, "validation_failed", []string{"unknown_member /sku"}},
		{"unknown member", `{"ids":[1],"mode":"off","price":3}`, 400, "validation_failed", []string{"unknown_member /price"}},
		{"another letter case", `{"ids":[1],"Mode":"off","mode":"off"}`, 400, "validation_failed", []string{"unknown_member /Mode"}},
		{"unknown limit", `{"ids":[1],"limits":{"minimum":3}}`, 400, "validation_failed", []string{"unknown_member /limits/minimum"}},
		{"twice", `{"ids":[1],"mode":"off","mode":"auto"}`, 400, "validation_failed", []string{"duplicate_member /mode"}},
		{"mode null", `{"ids":[1],"mode":null}`, 400, "validation_failed", []string{"null_not_allowed /mode"}},
		{"reprice_priority null", `{"ids":[1],"reprice_priority":null}`, 400, "validation_failed", []string{"null_not_allowed /reprice_priority"}},
		{"condition null", `{"ids":[1],"condition":null}`, 400, "validation_failed", []string{"null_not_allowed /condition"}},
		{"limits null", `{"ids":[1],"limits":null}`, 400, "validation_failed", []string{"null_not_allowed /limits"}},
		{"words", `{"ids":[1],"mode":"on","reprice_priority":"Fast","condition":"","limits":{"min_price_mode":"x","min_price_markup_type":"x","missing_cost_fallback":"x"}}`,
			400, "validation_failed", []string{"not_allowed /mode", "not_allowed /reprice_priority", "not_allowed /condition", "not_allowed /limits/min_price_mode",
				"not_allowed /limits/min_price_markup_type", "not_allowed /limits/missing_cost_fallback"}},
		{"types", `{"ids":1,"strategy_id":"1","limits":{"min_price":"5","max_change_percent":true},"mode":1}`, 400, "validation_failed",
			[]string{"wrong_type /ids", "wrong_type /strategy_id", "wrong_type /limits/min_price", "wrong_type /limits/max_change_percent", "wrong_type /mode"}},
		{"not above 0", `{"ids":[1],"limits":{"min_price":0,"max_price":-1,"max_change":0,"max_change_percent":0}}`, 400, "validation_failed",
			[]string{"out_of_range /limits/min_price", "out_of_range /limits/max_price", "out_of_range /limits/max_change", "out_of_range /limits/max_change_percent"}},
		{"bounds", `{"ids":[1],"limits":{"max_change_percent":100.0001,"target_roi":-0.0001,"target_margin":100,"min_price_markup":-1}}`, 400, "validation_failed",
			[]string{"out_of_range /limits/max_change_percent", "out_of_range /limits/target_roi", "out_of_range /limits/target_margin", "out_of_range /limits/min_price_markup"}},
		{"digits", `{"ids":[1],"limits":{"min_price":0.00001,"max_price":10000000000,"max_change":1e400}}`, 400, "validation_failed",
			[]string{"invalid /limits/min_price", "out_of_range /limits/max_price", "out_of_range /limits/max_change"}},
		{"strategy 0", `{"ids":[1],"strategy_id":0}`, 400, "validation_failed", []string{"out_of_range /strategy_id"}},
		{"no JSON", `{"ids":[1],`, 400, "malformed_body", nil},
		{"trailing text", `{"ids":[1],"mode":"off"} x`, 400, "malformed_body", nil},
		{"a list", `[1]`, 400, "validation_failed", []string{"wrong_type"}},
		{"minimum above maximum", `{"ids":[1,99],"limits":{"min_price":10.01,"max_price":10}}`, 422, "invalid_limits", []string{"invalid_limits /limits/min_price"}},
		{"unknown strategy", `{"ids":[1,2],"strategy_id":99}`, 422, "strategy_not_found", []string{"strategy_not_found /strategy_id"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := seeded(t)
			before := page1(t, s.world)
			requireRefused(t, s.call(t, "PATCH", "/products", c.in), c.status, c.code, c.items...)
			require.Equal(t, before, page1(t, s.world))
		})
	}
}

// A patch that a row's own values forbid fails that row only.
func TestBulkUpdateOfRowsThatDiffer(t *testing.T) {
	s := seeded(t)
	a := s.call(t, "PATCH", "/products", `{"ids":[2,1],"limits":{"max_price":9.99}}`)
	require.Equal(t, 200, a.Status)
	require.Contains(t, a.Body, `{"id":1,"status":"failed","warnings":[],"error":{"code":"invalid_limits","message":"min_price must not be above max_price."}}`)
	require.Contains(t, a.Body, `"meta":{"succeeded":1,"failed":1},"errors":[{"code":"invalid_limits","message":"min_price must not be above max_price.","id":1,"index":1}]`)
	require.Equal(t, amount("9.99"), s.row(t, 2).Limits.MaxPrice)
	require.False(t, s.row(t, 1).Limits.MaxPrice.Known())
	// The same as a single call is a refusal with the row's code.
	requireRefused(t, s.call(t, "PATCH", "/products/1", `{"limits":{"max_price":9.99}}`), 422, "invalid_limits", "invalid_limits /limits/min_price")
	// Mode auto needs a floor and a strategy.
	a = s.call(t, "PATCH", "/products", `{"ids":[1,2],"mode":"auto","strategy_id":1,"limits":{"max_price":null}}`)
	require.Contains(t, a.Body, `"meta":{"succeeded":1,"failed":1},"errors":[{"code":"invalid_limits"`)
	requireRefused(t, s.call(t, "PATCH", "/products/1", `{"strategy_id":null}`), 422, "strategy_required", "strategy_required /strategy_id")
	a = s.call(t, "PATCH", "/products", `{"ids":[1],"strategy_id":null}`)
	require.Contains(t, a.Body, `"errors":[{"code":"strategy_required"`)
	// The row checks decimals of the currency, not the schema.
	requireRefused(t, s.call(t, "PATCH", "/products/2", `{"limits":{"min_price":1.001}}`), 422, "invalid_limits", "invalid_limits /limits/min_price")
	// null clears optional members and resets words to their defaults.
	a = s.call(t, "PATCH", "/products/1", `{"mode":"off","strategy_id":null,"limits":{"min_price":null,"min_price_mode":"roi","target_roi":12.5,"missing_cost_fallback":"skip"}}`)
	require.Equal(t, 200, a.Status, a.Body)
	a = s.call(t, "PATCH", "/products/1", `{"limits":{"target_roi":null,"min_price_mode":null,"missing_cost_fallback":null}}`)
	require.Contains(t, a.Body, `"limits":`+noLimits)
	// Answers 200 although all rows fail.
	a = s.call(t, "PATCH", "/products", `{"ids":[98,99],"mode":"off"}`)
	require.Equal(t, 200, a.Status)
	require.Contains(t, a.Body, `"meta":{"succeeded":0,"failed":2}`)
	// 100 rows are allowed, and the same row 100 times is a single change.
	before := s.row(t, 1).Version
	a = s.call(t, "PATCH", "/products", `{"ids":[`+repeat("1", 100)+`],"reprice_priority":"fast"}`)
	require.Contains(t, a.Body, `"meta":{"succeeded":100,"failed":0},"errors":[]`)
	require.Equal(t, before+1, s.row(t, 1).Version)
}

func (s *site) row(t *testing.T, n decision.ProductID) repricer.ProductSnapshot {
	t.Helper()
	got, err := s.Products.Get(t.Context(), ours, n)
	require.NoError(t, err)
	return got
}

func TestModeClearsAHold(t *testing.T) {
	s := newSite(t)
	row := fullRow()
	row.Limits.MaxPrice = amount("20")
	row.Limits.MinPriceMode, row.Mode, row.StrategyID = decision.MinPriceManual, decision.ModeOff, optional.None[strategy.ID]()
	s.Rows(t, ours, row)
	hold := `"hold":{"reason":"listing_issue","since":"2026-11-02T11:00:00.123456Z","details":"The listing is inactive.","price":55.55}`
	a := s.call(t, "PATCH", "/products/1", `{"reprice_priority":"low"}`)
	require.Contains(t, a.Body, hold)
	a = s.call(t, "PATCH", "/products/1", `{"mode":"off"}`)
	require.Contains(t, a.Body, `"hold":null`)
}

func TestWhatIsLearntOfARowIsShown(t *testing.T) {
	s := newSite(t)
	s.Rows(t, ours, fullRow())
	require.Equal(t, answer{200, `{"data":{"id":1,"seller_id":"A3FULL","marketplace_id":"A1F83G8C2ARO7P","sku":"Größe 42\\\"<&>'✓","asin":"B0FULLROW1",` +
		`"title":"Kettle, 1.7 l","currency":"GBP","variation":[{"name":"color","value":"Black"},{"name":"size","value":"1.7 l"}],"fulfillment":"fba","quantity":42,"strategy_id":77,"effective_strategy_id":77,"mode":"auto",` +
		`"reprice_priority":"fast","allow_loss":true,"condition":"refurbished","limits":{"min_price":10.01,"max_price":9999999999.9999,"max_change":1.5,` +
		`"max_change_percent":12.5,"min_price_mode":"markup","target_roi":130,"target_margin":15.25,"min_price_markup":3,` +
		`"min_price_markup_type":"percent","missing_cost_fallback":"current_price"},"current_price":19.99,"shipping":2.5,"landed_price":22.49,` +
		`"floor":{"price":11.11,"source":"markup","break_even":9.87,"postage":null},"ceiling":9999999999.99,"cost":7.1234,"outbound_shipping":4.5678,"fees":{"referral_percent":15,` +
		`"referral_min":0.3,"fixed":2.04},"vat_percent":20,"vat_source":"cost_layer","notes":["no_registration"],"margin":33.1068,"roi":87.104,"map_price":17,"buy_box":{"price":18.5,"owner":"competitor",` +
		`"seller_id":"A3RIVAL","inferred":true},"competitors_count":9,"buy_box_share_24h":61.5,"buy_box_share_7d":58,"warnings":[],"run_state":"awaiting_confirmation",` +
		`"hold":{"reason":"listing_issue","since":"2026-11-02T11:00:00.123456Z","details":"The listing is inactive.","price":55.55},"last_decision":` +
		`{"action":"keep","price":19.98,"reason":"below_min_change","target_seller_id":"A4RIVAL","target_price":18.7,` +
		`"created_at":"2026-11-02T11:59:59.123456Z"},` +
		`"last_change":null,"next_due_at":"2026-11-02T12:01:00.123456Z","last_event_at":"2026-11-02T11:59:00.123456Z",` +
		`"offers_at":"2026-11-02T11:58:00.123456Z","version":7,"created_at":"2026-11-01T12:00:00.123456Z","updated_at":` + stamp + `}}`,
		`"7"`, "", ""}, s.call(t, "GET", "/products/1", ""))
}

// A minimum at which a row sells at a loss is allowed, and answered with the price at
// which it would not.
func TestAMinimumBelowBreakEvenIsWarnedOf(t *testing.T) {
	s := newSite(t)
	guarded := fullRow()
	guarded.Limits.MinPriceMode = decision.MinPriceManual
	s.Rows(t, ours, guarded)
	warned := `"warnings":[{"code":"min_price_below_break_even","break_even":9.87}]`
	a := s.call(t, "PATCH", "/products", `{"ids":[1,99],"mode":"off","allow_loss":false,"limits":{"min_price":9.86,"max_price":20}}`)
	require.Equal(t, 200, a.Status, a.Body)
	require.Contains(t, a.Body, `{"id":1,"status":"updated",`+warned+`,"product":{"id":1,`)
	require.Contains(t, a.Body, `{"id":99,"status":"failed","warnings":[],`)
	a = s.call(t, "PATCH", "/products/1", `{"limits":{"min_price":5,"max_price":20},"reprice_priority":"low"}`)
	require.Equal(t, 200, a.Status, a.Body)
	require.Contains(t, a.Body, warned)
	require.Contains(t, a.Body, `"allow_loss":false`)
	// The maker's lowest price lies above break-even.
	require.Contains(t, a.Body, `"floor":{"price":17,"source":"map_price","break_even":9.87,"postage":null}`)
	a = s.call(t, "PATCH", "/products/1", `{"limits":{"min_price":9.87}}`)
	require.Contains(t, a.Body, `"warnings":[]`)
	requireRefused(t, s.call(t, "PATCH", "/products/1", `{"allow_loss":null}`), 400, "validation_failed", "null_not_allowed /allow_loss")
}

func TestRequestsThatBreakTheSchema(t *testing.T) {
	s := seeded(t)
	for _, c := range []struct {
		method, path, in string
		items            []string
	}{
		{"PATCH", "/settings", `{}`, []string{"too_few"}},
		{"PATCH", "/settings", `{"version":3}`, []string{"unknown_member /version"}},
		{"PATCH", "/settings", `{"enabled":"true","submission_mode":"now","default_strategy_id":-1,"default_mode":"x","default_reprice_priority":"x","default_limits":{"min_price":0},` +
			`"own_seller_ids":["a"],"max_offer_age_minutes":0,"min_interval_seconds":{"fast":0,"normal":86401,"low":1.5},"max_changes_per_day":10001,` +
			`"max_daily_change_percent":0,"anomaly_percent":1000.1,"max_rise_percent":0,"circuit_breaker":{"per_row_percent":101,"per_run_rows_percent":0,"action":"stop"},` +
			`"sweep_interval_minutes":43201,"timezone":"","schedules":[{"from":"24:00","to":"6:00","action":"x","percent":-100,"days":["so"]}],` +
			`"notify":{"email":"","webhook_url":"","events":["x"]}}`, []string{
			"wrong_type /enabled", "not_allowed /submission_mode", "out_of_range /default_strategy_id", "not_allowed /default_mode", "not_allowed /default_reprice_priority",
			"out_of_range /default_limits/min_price", "invalid /own_seller_ids/0", "out_of_range /max_offer_age_minutes", "out_of_range /min_interval_seconds/fast",
			"out_of_range /min_interval_seconds/normal", "wrong_type /min_interval_seconds/low", "out_of_range /max_changes_per_day", "out_of_range /max_daily_change_percent",
			"out_of_range /anomaly_percent", "out_of_range /max_rise_percent", "out_of_range /circuit_breaker/per_row_percent", "out_of_range /circuit_breaker/per_run_rows_percent",
			"not_allowed /circuit_breaker/action", "out_of_range /sweep_interval_minutes", "out_of_range /timezone", "invalid /schedules/0/from", "invalid /schedules/0/to",
			"not_allowed /schedules/0/action", "out_of_range /schedules/0/percent", "not_allowed /schedules/0/days/0", "out_of_range /notify/email",
			"out_of_range /notify/webhook_url", "not_allowed /notify/events/0",
		}},
		{"PATCH", "/settings", `{"own_seller_ids":[` + repeat(`"A"`, 51) + `],"schedules":[` + repeat(`{"from":"00:00","to":"01:00","action":"pause"}`, 51) + `]}`,
			[]string{"too_many /own_seller_ids", "too_many /schedules"}},
		{"PATCH", "/settings", `{"schedules":[{}]}`, []string{"required /schedules/0/from", "required /schedules/0/to", "required /schedules/0/action"}},
		{"PATCH", "/settings", `{"timezone":"Mars/Olympus"}`, []string{"invalid /timezone"}},
		{"PATCH", "/settings", `{"notify":{"webhook_url":"http://example.org"}}`, []string{"invalid /notify/webhook_url"}},

		{"POST", "/strategies", `{}`, []string{"required /name"}},
		{"POST", "/strategies", `{"name":"a"}`, []string{"required /type"}},
		{"POST", "/strategies", `{"name":null,"type":null}`, []string{"null_not_allowed /name", "null_not_allowed /type"}},
		{"POST", "/strategies", `{"name":"","type":"x"}`, []string{"out_of_range /name", "not_allowed /type"}},
		{"POST", "/strategies", `{"name":"` + strings.Repeat("ä", 101) + `","type":"fixed"}`, []string{"too_long /name"}},
		{"POST", "/strategies", `{"name":" ","type":"fixed","fixed_price":1}`, []string{"required /name"}},
		{"POST", "/strategies", `{"name":"a\u0000b","type":"fixed","fixed_price":1}`, []string{"invalid /name"}},
		{"POST", "/strategies", `{"name":"a","template":"win"}`, []string{"not_allowed /template"}},
		{"POST", "/strategies", `{"name":"a","type":"fixed","id":1,"products_count":2,"version":3}`, []string{"unknown_member /id", "unknown_member /products_count", "unknown_member /version"}},
		{"POST", "/strategies", `{"name":"a","type":"fixed","enabled":1,"marketplace_ids":["DE"],"compete_with":"x","fallback_targets":["x"],"action":"x","by":-1,"by_type":"x",` +
			`"vs_amazon":{},"vs_fba":{"action":"x","by":-1,"by_type":"x"},"vs_fbm":[],"filters":{"include_sellers":["a"],"fulfillment":["x"],"min_feedback_count":-1,` +
			`"min_rating_percent":101,"max_handling_hours":8761,"ships_from":["de"],"min_sub_condition":"x","ignore_below_percent_of_median":0,"x":1},` +
			`"on_no_competition":"x","on_below_min":"x","on_own_buy_box":"x","on_suppressed_buy_box":"x","on_lost_after_raise":"x","on_restock":"x","raise_when_not_winning":"x","raise_gap":-1,` +
			`"step":0,"step_type":"x","step_interval_minutes":0,"min_change":-1,"min_change_percent":100.1,"small_change_interval_minutes":43201,"price_war":{"max_drops":0,"window_minutes":0,"action":"x","cooldown_minutes":-1},"fixed_price":0,` +
			`"window_days":0,"high_units":-1,"low_units":1000001,"days_of_supply_target":367,"lock_days":-1,"schedule":{}}`, []string{
			"wrong_type /enabled", "not_allowed /marketplace_ids/0", "not_allowed /compete_with", "not_allowed /fallback_targets/0", "not_allowed /action", "out_of_range /by",
			"not_allowed /by_type", "required /vs_amazon/action", "not_allowed /vs_fba/action", "out_of_range /vs_fba/by", "not_allowed /vs_fba/by_type", "wrong_type /vs_fbm",
			"invalid /filters/include_sellers/0", "not_allowed /filters/fulfillment/0", "out_of_range /filters/min_feedback_count", "out_of_range /filters/min_rating_percent",
			"out_of_range /filters/max_handling_hours", "invalid /filters/ships_from/0", "not_allowed /filters/min_sub_condition",
			"out_of_range /filters/ignore_below_percent_of_median", "unknown_member /filters/x", "not_allowed /on_no_competition", "not_allowed /on_below_min",
			"not_allowed /on_own_buy_box", "not_allowed /on_suppressed_buy_box", "not_allowed /on_lost_after_raise", "not_allowed /on_restock", "wrong_type /raise_when_not_winning", "out_of_range /raise_gap",
			"out_of_range /step", "not_allowed /step_type", "out_of_range /step_interval_minutes", "out_of_range /min_change", "out_of_range /min_change_percent", "out_of_range /small_change_interval_minutes", "out_of_range /price_war/max_drops",
			"out_of_range /price_war/window_minutes", "not_allowed /price_war/action", "out_of_range /price_war/cooldown_minutes", "out_of_range /fixed_price",
			"out_of_range /window_days", "out_of_range /high_units", "out_of_range /low_units", "out_of_range /days_of_supply_target", "out_of_range /lock_days", "wrong_type /schedule",
		}},
		{"PATCH", "/strategies/1", `{}`, []string{"too_few"}},
		{"PATCH", "/strategies/1", `{"name":null,"type":null}`, []string{"null_not_allowed /name", "null_not_allowed /type"}},
		{"PATCH", "/strategies/0", `{"enabled":true}`, []string{"out_of_range id"}},
		{"DELETE", "/strategies", `{"ids":[]}`, []string{"too_few /ids"}},
		{"DELETE", "/strategies?unassign=yes", `{"ids":[1]}`, []string{"wrong_type unassign"}},
		{"DELETE", "/strategies?reassign_to=0", `{"ids":[1]}`, []string{"out_of_range reassign_to"}},
		{"DELETE", "/strategies/1?dry_run=true", ``, []string{"unknown_parameter dry_run"}},

		{"POST", "/products", `{"products":[]}`, []string{"too_few /products"}},
		{"POST", "/products", `{"products":[` + repeat(`{"sku":"a","marketplace_id":"A1PA6795UKMFR9"}`, 101) + `]}`, []string{"too_many /products"}},
		{"POST", "/products", `{"products":[{},{"sku":"","marketplace_id":"DE","asin":"b","seller_id":"","mode":null,"limits":null,"strategy_id":0,"team_id":1,"version":1}]}`, []string{
			"required /products/0/sku", "required /products/0/marketplace_id", "out_of_range /products/1/sku", "not_allowed /products/1/marketplace_id", "invalid /products/1/asin",
			"invalid /products/1/seller_id", "null_not_allowed /products/1/mode", "null_not_allowed /products/1/limits", "out_of_range /products/1/strategy_id",
			"unknown_member /products/1/team_id", "unknown_member /products/1/version",
		}},
		{"POST", "/products", `{"products":[{"sku":" a","marketplace_id":"A1PA6795UKMFR9","asin":"B000000001"}]}`, []string{"invalid /products/0/sku"}},
		{"PATCH", "/products/1", `{}`, []string{"too_few"}},
		{"PATCH", "/products/1", `{"ids":[1],"mode":"off"}`, []string{"unknown_member /ids"}},
		{"PATCH", "/products/1", `{"sku":"x","asin":"B000000001","marketplace_id":"A1PA6795UKMFR9","mode":"off"}`, []string{"unknown_member /sku", "unknown_member /asin", "unknown_member /marketplace_id"}},
		{"DELETE", "/products", `{"ids":[1],"all":true}`, []string{"unknown_member /all"}},
		{"GET", "/products/x", ``, []string{"wrong_type id"}},

		{"GET", "/products?mode=on&hold=x&run_state=x&strategy_id=0&marketplace_id=DE&asin=b&condition=x&fulfillment=x&buy_box_owner=x&at_min=2&at_max=x&missing_cost=x&at_floor=x&under_break_even=x&stale=x&attention=x&limit=201", ``, []string{
			"not_allowed mode", "not_allowed hold", "not_allowed run_state", "out_of_range strategy_id", "not_allowed marketplace_id", "invalid asin", "not_allowed condition",
			"not_allowed fulfillment", "not_allowed buy_box_owner", "wrong_type at_min", "wrong_type at_max", "wrong_type missing_cost", "wrong_type at_floor", "wrong_type under_break_even", "wrong_type stale",
			"not_allowed attention", "out_of_range limit",
		}},
		{"GET", "/products?tag_ids=1&Mode=off", ``, []string{"unknown_parameter tag_ids", "unknown_parameter Mode"}},
		{"GET", "/products?q=off&q=auto", ``, []string{"repeated_parameter q"}},
		{"GET", "/products?q=", ``, []string{"invalid q"}},
		{"GET", "/products?sku=" + strings.Repeat("x", 41), ``, []string{"too_long sku"}},
		{"GET", "/products?sort=title", ``, []string{"not_allowed sort"}},
		{"GET", "/products?hold=none,listing_issue", ``, []string{"invalid hold"}},
		{"GET", "/strategies?template=liquidate&type=x&enabled=2&marketplace_id=x", ``, []string{"wrong_type template", "not_allowed type", "wrong_type enabled", "not_allowed marketplace_id"}},
		{"GET", "/strategies?sort=products_count", ``, []string{"not_allowed sort"}},
		{"GET", "/settings?x=1", ``, []string{"unknown_parameter x"}},
	} {
		requireRefused(t, s.call(t, c.method, c.path, c.in), 400, "validation_failed", c.items...)
	}
	requireRefused(t, s.call(t, "DELETE", "/strategies/1?unassign=true&reassign_to=2", ""), 400, "conflicting_parameters", "conflicting_parameters reassign_to")
	requireRefused(t, s.call(t, "GET", "/products?cursor=abc", ""), 400, "invalid_cursor", "invalid_cursor cursor")
}

func TestRulesOfSettingsAndStrategies(t *testing.T) {
	s := seeded(t)
	requireRefused(t, s.call(t, "PATCH", "/settings", `{"default_strategy_id":99}`), 422, "strategy_not_found", "strategy_not_found /default_strategy_id")
	require.Equal(t, 404, s.call(t, "GET", "/settings", "").Status)
	requireRefused(t, s.call(t, "PATCH", "/settings", `{"default_limits":{"min_price":2,"max_price":1}}`), 422, "invalid_limits", "invalid_limits /default_limits/min_price")
	requireRefused(t, s.call(t, "PATCH", "/settings", `{"pauses":[{"from":"2026-12-26","to":"2026-12-24"}]}`), 422, "invalid_settings", "out_of_range /pauses/0/to")
	requireRefused(t, s.call(t, "PATCH", "/settings", `{"schedules":[{"from":"00:00","to":"01:00","action":"percent"},{"from":"00:00","to":"01:00","action":"pause","percent":1}]}`),
		422, "invalid_settings", "required /schedules/0/percent", "not_allowed /schedules/1/percent")
	require.Equal(t, 404, s.call(t, "GET", "/settings", "").Status)
	for in, missing := range map[string][]string{
		`{"name":"a","type":"competitor"}`: {"required /compete_with", "required /action"},
		`{"name":"a","type":"velocity"}`:   {"required /high_units", "required /low_units", "required /step"},
		`{"name":"a","type":"fixed"}`:      {"required /fixed_price"},
		`{"name":"a","type":"fixed","fixed_price":1,"schedule":[{"from":"00:00","to":"01:00","action":"percent"}]}`: {"required /schedule/0/percent"},
	} {
		requireRefused(t, s.call(t, "POST", "/strategies", in), 422, "invalid_strategy", missing...)
	}
	requireRefused(t, s.call(t, "PATCH", "/strategies/1", `{"compete_with":null}`), 422, "invalid_strategy", "required /compete_with")
	requireRefused(t, s.call(t, "POST", "/strategies", `{"name":"BOX","type":"fixed","fixed_price":1}`), 422, "duplicate", "duplicate /name")
	requireRefused(t, s.call(t, "POST", "/strategies", `{"name":"x","type":"velocity","step":1,"high_units":2,"low_units":2}`), 422, "invalid_strategy", "invalid_strategy /low_units")
	requireRefused(t, s.call(t, "POST", "/strategies", `{"name":"x","type":"competitor","compete_with":"lowest","action":"below","by":100,"by_type":"percent"}`), 422, "invalid_strategy", "invalid_strategy /by")
	require.Equal(t, 201, s.call(t, "POST", "/strategies", `{"name":"Other","type":"fixed","fixed_price":1,"marketplace_ids":["A1F83G8C2ARO7P"]}`).Status)
	requireRefused(t, s.call(t, "PATCH", "/strategies/2", `{"name":"box"}`), 422, "duplicate", "duplicate /name")
	requireRefused(t, s.call(t, "PATCH", "/strategies/2", `{"type":"competitor","compete_with":"lowest","action":"match"}`), 422, "invalid_state", "invalid_state /type")
	require.Equal(t, 200, s.call(t, "PATCH", "/strategies/2", `{"type":"fixed"}`).Status)

	require.Equal(t, 200, s.call(t, "PATCH", "/products/1", `{"strategy_id":1}`).Status)
	requireRefused(t, s.call(t, "DELETE", "/strategies/1?reassign_to=99", ""), 422, "strategy_not_found", "strategy_not_found reassign_to")
	requireRefused(t, s.call(t, "DELETE", "/strategies/1?reassign_to=1", ""), 422, "invalid_state", "invalid_state reassign_to")
	requireRefused(t, s.call(t, "DELETE", "/strategies/1?reassign_to=2", ""), 422, "strategy_required", "strategy_required reassign_to")
	requireRefused(t, s.call(t, "DELETE", "/strategies?reassign_to=1", `{"ids":[1,2]}`), 422, "invalid_state", "invalid_state reassign_to")
	r := s.call(t, "DELETE", "/strategies/1", "").refused(t)
	require.Equal(t, []map[string]any{{"type": "repricer_product", "count": 1.0, "ids": []any{1.0}}}, r.Blockers)
}

func TestCreateNeedsSellerAccounts(t *testing.T) {
	row := `{"products":[{"sku":"a","marketplace_id":"A1PA6795UKMFR9","asin":"B000000001"}]}`
	build := func(accounts ...account.Seller) *site {
		m := rowstore.New()
		for _, a := range accounts {
			m.Connect(ours, a)
		}
		return siteOver(t, repricing.InMemory(m), m)
	}
	seller := func(seller string, active bool, serves ...marketplace.ID) account.Seller {
		return account.Seller{ID: seller, Marketplaces: serves, Active: active}
	}
	requireRefused(t, build().call(t, "POST", "/products", row), 403, "integration_required")
	requireRefused(t, build(seller("A", false, de)).call(t, "POST", "/products", row), 403, "integration_needs_attention")
	a := build(seller("A", true, gb)).call(t, "POST", "/products", row)
	require.Contains(t, a.Body, `"errors":[{"code":"marketplace_not_connected","message":"No connected seller account serves the marketplace.","id":null,"index":0}]`)
	a = build(seller("A", true, de), seller("B", true, de)).call(t, "POST", "/products", row)
	require.Contains(t, a.Body, `"errors":[{"code":"conflict","message":"Several seller accounts serve the marketplace; give seller_id.","id":null,"index":0}]`)
	s := seeded(t)
	requireRefused(t, s.call(t, "POST", "/products", changed(row, `"asin"`, `"strategy_id":99,"asin"`)), 422, "strategy_not_found", "strategy_not_found /products/0/strategy_id")
	a = s.call(t, "POST", "/products", changed(row, `"asin"`, `"mode":"auto","asin"`))
	require.Contains(t, a.Body, `"errors":[{"code":"invalid_limits"`)
	a = s.call(t, "POST", "/products", changed(row, `"asin"`, `"mode":"auto","limits":{"min_price":1},"asin"`))
	require.Contains(t, a.Body, `"errors":[{"code":"strategy_required"`)
}

func TestStaleVersionsAreRefused(t *testing.T) {
	s := seeded(t)
	require.Equal(t, 200, s.call(t, "PATCH", "/settings", `{"enabled":true}`).Status)
	for _, c := range [][3]string{
		{"PATCH", "/settings", `{"enabled":false}`}, {"DELETE", "/settings", ""}, {"PATCH", "/products/1", `{"condition":"used"}`},
		{"DELETE", "/products/1", ""}, {"PATCH", "/strategies/1", `{"enabled":false}`}, {"DELETE", "/strategies/1", ""},
	} {
		for _, tag := range []string{`"2"`, `W/"7"`, `"x"`} {
			requireRefused(t, s.with(t, http.Header{"If-Match": {tag}}, c[0], c[1], c[2]), 412, "precondition_failed")
		}
		requireRefused(t, s.with(t, http.Header{"If-Match": {"2"}}, c[0], c[1], c[2]), 400, "validation_failed", "invalid If-Match")
	}
	for _, tag := range []string{`"1"`, `*`} {
		require.Equal(t, 200, s.with(t, http.Header{"If-Match": {tag}}, "PATCH", "/products/1", `{"limits":{}}`).Status)
	}
	require.Equal(t, 204, s.call(t, "DELETE", "/settings", "").Status)
	requireRefused(t, s.with(t, http.Header{"If-Match": {`"2"`}}, "PATCH", "/settings", `{"enabled":true}`), 412, "precondition_failed")
}
