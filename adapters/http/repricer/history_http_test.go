package repricer_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	web "sellingassistant/adapters/http/repricer"
	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	callports "sellingassistant/ports/ratelimit"
	historyports "sellingassistant/ports/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/repricing"
	"sellingassistant/test/rowstore"
)

// recordsSite serves the repricer over a database, for a team with a single seller account.
func recordsSite(t *testing.T, s *db.Store) (*site, records) {
	t.Helper()
	r, m := repricing.RecordsOver(s), rowstore.New()
	connect(m)
	server := httpx.New(httpx.Config{
		CursorKey: []byte("key"), BaseURL: func(*http.Request) string { return "https://api.example.org" },
		Limits: map[string]callports.Limit{"repricer": {Calls: 100_000, Window: time.Minute}},
	}, zap.NewNop(), keys{}, ratelimit.NewMemory(still{}.Now), forgetful{}, s, still{},
		func(context.Context) error { return nil }, nil)
	web.Routes(manage.NewSettings(r.Settings, r.Strategies, r.Ends, s, still{}), manage.NewStrategies(r.Strategies, r.Settings, r.Products, r.Ends, s, still{}),
		manage.NewProducts(r.Products, r.Strategies, r.Settings, repricing.Ample{}.Rows, m.Sellers(), repricing.Unlisted{}.Current, r.Ends, s, still{}))(server.Router())
	outbox := sendingstore.NewOutbox(s)
	switches := sending.NewSwitches(outbox, sending.NewWithdrawals(outbox, r.History, r.Products, r.Due, s, still{}),
		queue.NewRequeue(pricingstore.NewRows(s), r.Settings, r.Due, still{}), still{}, false)
	web.HistoryRoutes(history.NewHistory(r.History, still{}),
		history.NewOverview(r.History, historystore.NewPipeline(s), r.Settings, m.Sellers(), switches, still{}))(server.Router())
	routes, err := read(server.Handler())
	require.NoError(t, err)
	return &site{world: r.World, memory: m, handler: server.Handler(), routes: routes}, r
}

func eachSite(t *testing.T, test func(t *testing.T, s *site, r records)) {
	t.Helper()
	eachRecords(t, func(t *testing.T, r records) {
		s, r := recordsSite(t, r.DB)
		test(t, s, r)
	})
}

func TestHistoryOverHTTP(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site, r records) {
		require.JSONEq(t, `{"data":[],"meta":{"limit":50,"next_cursor":null,"total":null}}`, s.call(t, "GET", "/history", "").Body)
		row := r.Rows(t, ours, plainRow(1))[0]
		d := matched(t, row, noon, "18.37")
		first, _ := r.Record(t, ours, d)[0].Get()
		r.Move(t, row.ID, repricing.Submit(noon.Add(time.Second)), repricing.Accept(noon.Add(2*time.Second)))
		digest := canon.DigestOf(d.Input)
		entry := func(trace string) string {
			return fmt.Sprintf(`{"id":%d,"product_id":%d,"sku":"sku-001","asin":"B000000001","marketplace_id":"A1PA6795UKMFR9","currency":"EUR",
				"created_at":"2026-11-02T12:00:00.123456Z","trigger":"notification","action":"change","old_price":20,"new_price":18.37,"floor":5,
				"ceiling":50,"target_seller_id":"A3RIVAL","target_price":18.37,"reason":"match_target","adjustments":[],
				"sentences":["Matches A3RIVAL at €18.37."],"strategy_id":7,
				"strategy_version":2,"input_digest":"%x","buy_box_before":{"price":18.37,"owner":"competitor","seller_id":"A3RIVAL","inferred":false},
				"competitors_count":1,"submission":{"lane":"patch","submission_id":"S-1","status":"ACCEPTED",
				"issues":[{"code":"8541","message":"Brand \"X\" is odd, ünd so.","severity":"WARNING"}],
				"submitted_at":"2026-11-02T12:00:01.123456Z","accepted_at":"2026-11-02T12:00:02.123456Z","confirmed_at":null,"attempts":1},
				"outcome":"accepted","cancel_reason":null,"trace":%s}`, first, row.ID, digest, trace)
		}
		list := func(entries, meta string) string { return `{"data":[` + entries + `],"meta":` + meta + `}` }
		const meta = `{"limit":50,"next_cursor":null,"total":null}`
		require.JSONEq(t, list(entry("null"), meta), s.call(t, "GET", "/history", "").Body)
		// The trace is calculated again from the stored input.
		traced := s.call(t, "GET", "/history?expand=trace", "").Body
		require.Contains(t, traced, `{"seller_id":"A3RIVAL","landed":18.37,"used":true,"excluded_reason":null,"candidate":18.37}`)
		require.Contains(t, traced, `{"step":2,"rule":"floor","in":null,"out":5,"note":"manual"}`)

		later := r.Record(t, ours, decidedBy(t, r.Rows(t, ours, plainRow(2))[0], noon.Add(time.Hour), "sweep", situations[2]))
		second, _ := later[0].Get()
		for query, want := range map[string][]repricer.ChangeID{
			"":                                       {second, first},
			"?sort=created_at":                       {first, second},
			"?sort=id":                               {first, second},
			"?sort=-id&trigger=sweep,notification":   {second, first},
			fmt.Sprintf("?product_id=%d", row.ID):    {first},
			"?sku=sku-002":                           {second},
			"?sku=SKU-002":                           {},
			"?asin=B000000001":                       {first},
			"?marketplace_id=A1PA6795UKMFR9":         {second, first},
			"?marketplace_id=A1F83G8C2ARO7P":         {},
			"?strategy_id=7":                         {second, first},
			"?trigger=sweep,repair":                  {second},
			"?action=skip":                           {second},
			"?reason=match_target,beat_target":       {first},
			"?outcome=accepted":                      {first},
			"?time_from=2026-11-02T12:00:00.123457Z": {second}, "?created_from=2026-11-02T12:00:00.123457Z": {second},
			"?created_from=2026-11-02T12:00:00.123457Z&time_from=2026-11-03T00:00:00Z": {second},
			"?time_to=2026-11-02T12:00:00.123456Z":                                     {first},
			"?action=skip&outcome=accepted":                                            {},
			// A word that is named twice finds its entries once.
			fmt.Sprintf("?product_id=%d,%d", row.ID, row.ID): {first},
			"?sku=sku-002,sku-002":                           {second},
			"?asin=B000000001,B000000001":                    {first},
			"?asin=B000000001,B000000002,B000000001":         {second, first},
			"?marketplace_id=A1PA6795UKMFR9,A1PA6795UKMFR9":  {second, first},
			"?strategy_id=7,7":                               {second, first},
			"?trigger=sweep,sweep":                           {second},
			"?action=skip,change,skip":                       {second, first},
			"?reason=match_target,match_target":              {first},
			"?outcome=accepted,accepted":                     {first},
		} {
			body := s.call(t, "GET", "/history"+query, "").Body
			counted := s.call(t, "GET", "/history"+query+map[bool]string{true: "?", false: "&"}[query == ""]+"count=true&limit=1", "").Body
			require.Contains(t, counted, fmt.Sprintf(`"total":%d}`, len(want)), query)
			require.Equal(t, len(want), strings.Count(body, `"input_digest"`), "%s: %s", query, body)
			at := 0
			for _, n := range want {
				next := strings.Index(body[at:], fmt.Sprintf(`{"id":%d,`, n))
				require.GreaterOrEqual(t, next, 0, "%s: %s", query, body)
				at += next + 1
			}
		}
		page := s.call(t, "GET", "/history?limit=1&count=true", "")
		require.Contains(t, page.Body, `"total":2`)
		require.Contains(t, page.Link, `rel="next"`)
		require.Contains(t, s.with(t, http.Header{"X-Api-Key": {"theirs"}}, "GET", "/history", "").Body, `"data":[]`)
		require.Equal(t, 200, s.with(t, http.Header{"X-Api-Key": {"reader"}}, "GET", "/history", "").Status)
		for query, item := range map[string]string{
			"?sort=price": "not_allowed sort", "?action=guess": "not_allowed action", "?outcome=lost": "not_allowed outcome",
			"?reason=because": "not_allowed reason", "?trigger=whim": "not_allowed trigger", "?product_id=x": "wrong_type product_id",
			"?time_from=yesterday": "invalid time_from", "?expand=input": "not_allowed expand", "?mode=auto": "unknown_parameter mode",
			"?limit=201": "out_of_range limit",
		} {
			requireRefused(t, s.call(t, "GET", "/history"+query, ""), 400, "validation_failed", item)
		}
	})
}

// An unknown live price is null, everywhere in a decision.
func TestAnUnknownLivePriceOverHTTP(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site, r records) {
		row := r.Rows(t, ours, plainRow(1))[0]
		d := decidedBy(t, row, noon, "sweep", func(in *decision.Input) { in.Policy, in.Row.Price = nil, money.Amount{} })
		_, err := r.Changes.Record(t.Context(), ours, []historyports.Decided{d})
		require.NoError(t, err)
		require.Contains(t, s.call(t, "GET", "/history", "").Body, `"action":"skip","old_price":null,"new_price":null,"floor":null,`)
		require.Contains(t, s.call(t, "GET", fmt.Sprintf("/products/%d", row.ID), "").Body,
			`"last_decision":{"action":"skip","price":null,"reason":"settings_absent",`)
	})
}

func TestStatisticsOverHTTP(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site, r records) {
		const nothing = `{"decisions":{"total":0,"by_action":{"change":0,"suggest":0,"keep":0,"skip":0,"hold":0,"error":0},"by_reason":[]},
			"changes":{"total":0,"up":0,"down":0,"mean_percent":null,"median_percent":null,"capped":0,"at_floor":0,"at_ceiling":0,"superseded":0,"cancelled":0},
			"submission":{"submitted":0,"confirmed":0,"rejected":0,"timed_out":0,"seconds_to_confirm_p50":null,"seconds_to_confirm_p95":null},
			"buy_box":null,"sales":null}`
		require.JSONEq(t, `{"data":{"from":"2026-10-27","to":"2026-11-02","group_by":[],"total":`+nothing+`,"groups":[]}}`,
			s.call(t, "GET", "/history/statistics", "").Body)

		rows := r.Rows(t, ours, plainRows(3)...)
		r.Record(t, ours, matched(t, rows[0], noon, "18"), matched(t, rows[1], noon, "21"), matched(t, rows[2], noon, "20"))
		r.Move(t, rows[0].ID, repricing.Submit(noon), repricing.Accept(noon), repricing.Confirm(noon.Add(100*time.Second)))
		r.Move(t, rows[1].ID, repricing.Cancel)
		r.Record(t, ours, decidedBy(t, rows[2], noon.AddDate(0, 0, 1), "sweep", situations[2]))
		const first = `"decisions":{"total":3,"by_action":{"change":2,"suggest":0,"keep":1,"skip":0,"hold":0,"error":0},
			"by_reason":[{"reason":"match_target","count":3}]},"changes":{"total":2,"up":1,"down":1,"mean_percent":7.5,"median_percent":4.5924,
			"capped":0,"at_floor":0,"at_ceiling":0,"superseded":0,"cancelled":1},"submission":{"submitted":1,"confirmed":1,"rejected":0,
			"timed_out":0,"seconds_to_confirm_p50":109,"seconds_to_confirm_p95":109},"buy_box":null,"sales":null`
		const second = `"decisions":{"total":1,"by_action":{"change":0,"suggest":0,"keep":0,"skip":1,"hold":0,"error":0},
			"by_reason":[{"reason":"out_of_stock","count":1}]},"changes":{"total":0,"up":0,"down":0,"mean_percent":null,"median_percent":null,
			"capped":0,"at_floor":0,"at_ceiling":0,"superseded":0,"cancelled":0},"submission":{"submitted":0,"confirmed":0,"rejected":0,
			"timed_out":0,"seconds_to_confirm_p50":null,"seconds_to_confirm_p95":null},"buy_box":null,"sales":null`
		require.JSONEq(t, `{"data":{"from":"2026-11-02","to":"2026-11-02","group_by":[],"total":{`+first+`},"groups":[]}}`,
			s.call(t, "GET", "/history/statistics?time_from=2026-11-02T23:00:00Z", "").Body)
		grouped := s.call(t, "GET", "/history/statistics?time_from=2026-11-02T00:00:00Z&time_to=2026-11-03T00:00:00Z&group_by=reason,day", "").Body
		require.Contains(t, compact(grouped), compact(`"groups":[{"day":"2026-11-02","marketplace_id":null,"strategy_id":null,"reason":"match_target",`+first+`},
			{"day":"2026-11-03","marketplace_id":null,"strategy_id":null,"reason":"out_of_stock",`+second+`}]`))
		require.Contains(t, compact(s.call(t, "GET", "/history/statistics?time_to=2026-11-03T00:00:00Z&group_by=strategy,marketplace", "").Body),
			`"groups":[{"day":null,"marketplace_id":"A1PA6795UKMFR9","strategy_id":7,"reason":null,"decisions":{"total":4,`)
		require.JSONEq(t, `{"data":{"from":"2026-10-27","to":"2026-11-02","group_by":[],"total":`+nothing+`,"groups":[]}}`,
			s.with(t, http.Header{"X-Api-Key": {"theirs"}}, "GET", "/history/statistics", "").Body)

		for query, parameter := range map[string]string{
			"?time_from=2026-11-03T00:00:00Z&time_to=2026-11-02T23:59:59Z": "time_from",
			"?time_from=2025-11-01T00:00:00Z":                              "time_from",
		} {
			a := s.call(t, "GET", "/history/statistics"+query, "")
			requireRefused(t, a, 422, "invalid_range", "invalid_range "+parameter)
		}
		require.Equal(t, 200, s.call(t, "GET", "/history/statistics?time_from=2025-11-02T00:00:00Z", "").Status)

		// A row is known for twelve hours of the day so far, nine of them with the box.
		midnight := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
		r.SetBox(t, rows[0].ID, midnight, decision.BoxCompetitor)
		r.SetBox(t, rows[0].ID, midnight.Add(3*time.Hour), decision.BoxOwn)
		const box = `"buy_box":{"share_percent":75,"won":1,"lost":0}`
		whole := s.call(t, "GET", "/history/statistics?group_by=day,marketplace", "").Body
		require.Equal(t, 2, strings.Count(whole, box), whole)
		reasons := s.call(t, "GET", "/history/statistics?group_by=day,reason", "").Body
		require.Equal(t, 1, strings.Count(reasons, box), reasons)
		requireRefused(t, s.call(t, "GET", "/history/statistics?group_by=sku", ""), 400, "validation_failed", "not_allowed group_by")
	})
}

func compact(s string) string { return strings.NewReplacer("\n", "", "\t", "").Replace(s) }

func TestOverviewOverHTTP(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site, r records) {
		const empty = `{"settings_present":false,"products":{"total":0,"by_mode":{"off":0,"manual":0,"auto":0},"at_floor":0,"at_ceiling":0,
			"under_break_even":0,"missing_cost":0,"stale":0,"holds":{"listing_issue":0,"external_change_anomaly":0,"circuit_breaker":0,
			"submission_failed":0,"currency_mismatch":0}},"buy_box":{"own":0,"team":0,"competitor":0,"amazon":0,"none":0,"unknown":0},
			"pipeline":{"last_event_at":null,"last_event_age_seconds":null,"lanes":[{"lane":"fast","depth":0,"oldest_wait_seconds":null},{"lane":"normal","depth":0,"oldest_wait_seconds":null},
			{"lane":"low","depth":0,"oldest_wait_seconds":null}],"waiting":0,"awaiting_confirmation":0,
			"sent_last_hour":0,"hourly_ceiling":18000,"switch":null,"breaker":"closed","stopped_accounts":[]},"attention":[]}`
		require.JSONEq(t, `{"data":`+empty+`}`, s.call(t, "GET", "/overview", "").Body)

		rows := plainRows(6)
		for i := range rows {
			rows[i].Mode, rows[i].Limits.MinPrice, rows[i].Limits.MaxPrice = decision.ModeAuto, amount("5"), amount("50")
		}
		rows[0].Hold = optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: noon})
		rows[1].Observed.CurrentPrice = amount("5")
		rows[1].Observed.BuyBox = decision.BuyBox{Owner: decision.BoxAmazon, Price: amount("4")}
		rows[1].Observed.OffersAt, rows[1].Observed.LastEventAt = optional.Some(noon.Add(-time.Hour)), optional.Some(noon.Add(-30*time.Second))
		rows[2].Observed.CurrentPrice, rows[2].Observed.OffersAt = amount("50"), optional.Some(noon.Add(-time.Hour-time.Minute))
		rows[3].Mode, rows[3].Key.MarketplaceID = decision.ModeManual, gb
		rows[4].Limits.MinPriceMode = decision.MinPriceROI
		rows[5].Mode, rows[5].Hold = decision.ModeOff, rows[0].Hold
		rows = r.Rows(t, ours, rows...)
		r.Record(t, ours, decidedBy(t, rows[4], noon, "sweep", situations[3]), matched(t, rows[3], noon, "18"))
		require.Equal(t, 200, s.call(t, "PATCH", "/settings", `{"enabled":true}`).Status)
		r.Wake(t, noon.Add(-90*time.Second), repricer.PriorityFast, rows[0], rows[1])
		r.Wake(t, noon, repricer.PriorityNormal, rows[3])
		r.Stop(t, ours, "A2SELLER", marketplace.EU, noon.Add(15*time.Minute))
		stopped := func(is bool) {
			require.NoError(t, sendingstore.NewOutbox(r.DB).SaveSwitch(t.Context(), sendingports.SwitchState{Stopped: is, ChangedAt: noon}))
		}
		stopped(true)
		row := func(i int, market, attention, reason, act string) string {
			return fmt.Sprintf(`{"product_id":%d,"sku":"sku-00%d","asin":"B00000000%d","marketplace_id":"%s","title":null,"attention":"%s","reason":%s,"act":"%s"}`,
				rows[i].ID, i, i, market, attention, reason, act)
		}
		attention := row(0, string(de), "hold", `"circuit_breaker"`, "check_price_and_resume") + "," +
			row(4, string(de), "error", `"missing_min_price"`, "set_min_price") + "," + row(1, string(de), "at_floor_and_losing", "null", "review_limits")
		require.JSONEq(t, `{"data":{"settings_present":true,"products":{"total":6,"by_mode":{"off":1,"manual":1,"auto":4},"at_floor":1,"at_ceiling":1,
			"under_break_even":null,"missing_cost":1,"stale":4,"holds":{"listing_issue":0,"external_change_anomaly":0,"circuit_breaker":2,
			"submission_failed":0,"currency_mismatch":0}},"buy_box":{"own":0,"team":0,"competitor":0,"amazon":1,"none":0,"unknown":5},
			"pipeline":{"last_event_at":"2026-11-02T11:59:30.123456Z","last_event_age_seconds":30,"lanes":[
			{"lane":"fast","depth":2,"oldest_wait_seconds":90},{"lane":"normal","depth":1,"oldest_wait_seconds":0},
			{"lane":"low","depth":0,"oldest_wait_seconds":null}],"waiting":1,
			"awaiting_confirmation":0,"sent_last_hour":0,"hourly_ceiling":18000,"switch":"stopped","breaker":"open",
			"stopped_accounts":[{"seller_id":"A2SELLER","region":"eu","until":"2026-11-02T12:15:00.123456Z"}]},"attention":[`+attention+`]}}`,
			s.call(t, "GET", "/overview", "").Body)
		for query, total := range map[string]int{
			"at_floor=true": 1, "at_floor=false": 5, "stale=true": 4, "stale=false": 2, "under_break_even=true": 0, "missing_cost=true": 1,
			"hold=circuit_breaker": 2, "attention=hold": 1, "attention=error,at_floor_and_losing": 2, "attention=postage_unknown&attention=under_break_even": 0,
		} {
			require.Contains(t, s.call(t, "GET", "/products?count=true&limit=1&"+query, "").Body, fmt.Sprintf(`"total":%d`, total), query)
		}
		stopped(false)
		require.Contains(t, s.call(t, "GET", "/overview", "").Body, `"switch":"on"`)
		require.Equal(t, 200, s.call(t, "PATCH", "/settings", `{"enabled":false}`).Status)
		require.Contains(t, s.call(t, "GET", "/overview", "").Body, `"switch":"off"`)
		british := s.call(t, "GET", "/overview?marketplace_id=A1F83G8C2ARO7P", "").Body
		require.Contains(t, british, `"total":1,"by_mode":{"off":0,"manual":1,"auto":0},"at_floor":null`)
		require.Contains(t, british, `"attention":[]`)
		require.JSONEq(t, `{"data":`+strings.Replace(empty, "18000", "0", 1)+`}`,
			s.with(t, http.Header{"X-Api-Key": {"theirs"}}, "GET", "/overview", "").Body)
		requireRefused(t, s.call(t, "GET", "/overview?marketplace_id=mars", ""), 400, "validation_failed", "not_allowed marketplace_id")
	})
}

func TestAssignOverHTTP(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site, r records) {
		everywhere, british := r.Strategy(t, ours, "Everywhere"), r.Strategy(t, ours, "British", gb)
		theirsOne := r.Strategy(t, theirs, "Theirs")
		limited := plainRow(2)
		limited.Limits.MinPrice = amount("5")
		rows := r.Rows(t, ours, plainRow(1), limited)
		path := func(n strategy.ID) string { return fmt.Sprintf("/strategies/%d/assign", n) }
		a := s.call(t, "POST", path(everywhere), fmt.Sprintf(`{"ids":["%d",%d,987654321,%d],"mode":"auto"}`, rows[0].ID, rows[1].ID, rows[1].ID))
		require.Equal(t, 200, a.Status, a.Body)
		require.Contains(t, a.Body, fmt.Sprintf(`{"id":%d,"status":"failed","warnings":[],"error":{"code":"invalid_limits",`, rows[0].ID))
		require.Contains(t, a.Body, `{"id":987654321,"status":"failed","warnings":[],"error":{"code":"not_found",`)
		require.Equal(t, 2, strings.Count(a.Body, fmt.Sprintf(`{"id":%d,"status":"updated","warnings":[],"product":{"id":%d,`, rows[1].ID, rows[1].ID)))
		require.Contains(t, a.Body, `"meta":{"succeeded":2,"failed":2}`)
		got, err := r.Products.Get(t.Context(), ours, rows[1].ID)
		require.NoError(t, err)
		require.Equal(t, optional.Some(everywhere), got.StrategyID)
		require.Equal(t, decision.ModeAuto, got.Mode)
		require.Equal(t, int64(2), got.Version)

		again := s.call(t, "POST", path(everywhere), fmt.Sprintf(`{"ids":[%d]}`, rows[1].ID))
		require.Contains(t, again.Body, `"status":"unchanged"`)
		refused := s.call(t, "POST", path(british), fmt.Sprintf(`{"ids":[%d]}`, rows[0].ID))
		require.Contains(t, refused.Body, `"code":"strategy_required"`)
		for _, n := range []strategy.ID{theirsOne, 987654321} {
			requireRefused(t, s.call(t, "POST", path(n), fmt.Sprintf(`{"ids":[%d]}`, rows[0].ID)), 404, "not_found")
		}
		for body, item := range map[string]string{
			`{}`: "required /ids", `{"ids":[]}`: "too_few /ids", `{"ids":[1],"mode":null}`: "null_not_allowed /mode",
			`{"ids":[1],"mode":"on"}`: "not_allowed /mode", `{"ids":[1],"strategy_id":1}`: "unknown_member /strategy_id",
		} {
			requireRefused(t, s.call(t, "POST", path(everywhere), body), 400, "validation_failed", item)
		}
		requireRefused(t, s.with(t, http.Header{"X-Api-Key": {"reader"}}, "POST", path(everywhere), `{"ids":[1]}`), 403, "insufficient_scope")
	})
}

func TestTheLastDecisionAndTheLastPriceAreShown(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(3, nil)
		e.Live(nil)
		e.Work() // without offers
		e.Clock.Add(15 * time.Minute)
		e.Event(rows[0], "18")
		e.Event(rows[1], "14.99") // a runaway
		e.Work()
		s, _ := recordsSite(t, e.DB)
		made := map[decision.ProductID]repricer.ChangeID{}
		for _, c := range e.All(t, ours, repricerhistory.ChangeFilter{Verdicts: []decision.Verdict{decision.VerdictChange}}) {
			made[c.ProductID] = c.ID
		}
		decided := `"created_at":"2026-11-02T12:15:00.123456Z"}`
		last := func(row decision.ProductID, price, outcome string) string {
			return fmt.Sprintf(`"last_decision":{"action":"change","price":%s,"reason":"match_target","target_seller_id":"A3RIVAL",`+
				`"target_price":%s,%s,"last_change":{"id":%d,"old_price":20,"new_price":%s,"reason":"match_target","outcome":%q,%s,`,
				price, price, decided, made[row], price, outcome, decided)
		}
		proposed, frozen := last(rows[0], "18", "proposed"), last(rows[1], "14.99", "cancelled")
		skipped := `"last_decision":{"action":"skip","price":20,"reason":"stale_offers","target_seller_id":null,"target_price":null,` +
			`"created_at":"2026-11-02T12:00:00.123456Z"},"last_change":null,`
		list := s.call(t, "GET", "/products", "").Body
		for i, want := range []string{proposed, frozen, skipped} {
			require.Contains(t, list, want)
			require.Contains(t, s.call(t, "GET", fmt.Sprintf("/products/%d", rows[i]), "").Body, want)
		}
		require.Contains(t, s.call(t, "PATCH", fmt.Sprintf("/products/%d", rows[1]), `{"reprice_priority":"fast"}`).Body, frozen)
		off := s.call(t, "PATCH", "/products", fmt.Sprintf(`{"ids":[%d,%d,%d],"mode":"off"}`, rows[0], rows[2], rows[0])).Body
		require.Contains(t, off, last(rows[0], "18", "cancelled"), "as the call leaves it")
		require.Contains(t, off, skipped)
		// Changes deleted from the history are not shown.
		_, err := e.DB.DB().ExecContext(t.Context(), "DELETE FROM repricer_changes WHERE product_id = ?", int64(rows[0]))
		require.NoError(t, err)
		require.Contains(t, s.call(t, "GET", fmt.Sprintf("/products/%d", rows[0]), "").Body, `"last_change":null,`)
	})
}

func TestSalesOverHTTP(t *testing.T) {
	eachSite(t, func(t *testing.T, site *site, r records) {
		s := repricing.SoldOver(r)
		whole, british := plainRow(0), plainRow(1)
		whole.StrategyID = optional.Some(s.Strategy(t, ours, "Mine"))
		// 20 - 15 % - 3 - 10 = 4
		whole.Observed.CurrentPrice, whole.Observed.Cost = amount("20"), amount("10")
		whole.Observed.Fees = optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("15"), Fixed: eur("3")})
		british.Key.MarketplaceID, british.Currency, british.Observed.CurrentPrice = gb, "GBP", amount("7.5")
		rows := s.Rows(t, ours, whole, british)
		s.Observed(t, rows...)
		get := func(query string) string {
			a := site.call(t, "GET", "/history/statistics"+query, "")
			require.Equal(t, 200, a.Status, a.Body)
			return compact(a.Body)
		}
		s.Take(t, ours, repricing.Ordered("1", 0, repricing.Item("a", "sku-000", 2)))
		german := `"sales":{"units":2,"currency":"EUR","mean_price":20,"estimated_profit":8}`
		require.Contains(t, get(""), german)
		require.Contains(t, get("?group_by=day"), `"groups":[{"day":"2026-11-02","marketplace_id":null,"strategy_id":null,"reason":null,"decisions":{"total":0,`)

		britain := repricing.Ordered("2", 0, repricing.Item("a", "sku-001", 3))
		britain.MarketplaceID = gb
		s.Take(t, ours, britain)
		require.Contains(t, get(""), `"sales":{"units":5,"currency":null,"mean_price":null,"estimated_profit":null}`, "two currencies sum up to nothing")
		for query, group := range map[string]string{
			"?group_by=marketplace": `"marketplace_id":"A1PA6795UKMFR9","strategy_id":null,`,
			"?group_by=strategy":    fmt.Sprintf(`"marketplace_id":null,"strategy_id":%d,`, whole.StrategyID.Or(0)),
		} {
			body := get(query)
			require.Contains(t, body, group)
			require.Equal(t, 1, strings.Count(body, german), query)
			require.Equal(t, 1, strings.Count(body, `"sales":{"units":3,"currency":"GBP","mean_price":7.5,"estimated_profit":null}`), "the cost is not known")
		}
		require.NotContains(t, get("?group_by=reason,day"), `"groups":[{`, "sales have no reason")
		require.Contains(t, get("?time_to=2026-11-01T00:00:00Z"), `"sales":null`)

		// A cancelled sale leaves the other currency.
		britain.Cancelled, britain.ChangedAt = true, noon.Add(time.Minute)
		s.Take(t, ours, britain)
		require.Contains(t, get(""), german)
		require.Contains(t, get("?group_by=marketplace"), `"sales":{"units":0,"currency":null,"mean_price":null,"estimated_profit":null}`)
		require.Contains(t, compact(site.with(t, http.Header{"X-Api-Key": {"theirs"}}, "GET", "/history/statistics", "").Body), `"sales":null`)
	})
}
