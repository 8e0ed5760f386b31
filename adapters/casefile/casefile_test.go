package casefile_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/casefile"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// plain is the shortest valid case.
const plain = `{"now":"2026-01-15T12:00:00Z","settings":{},` +
	`"product":{"seller_id":"ME","marketplace_id":"ATVPDKIKX0DER","current_price":20.0}}`

func TestReadForms(t *testing.T) {
	t.Parallel()
	one := func(id string) string { return `{"id":` + id + `,"input":` + plain + `}` }
	for name, c := range map[string]struct {
		text string
		ids  []string
	}{
		"list":               {"[" + one("7") + "," + one(`"a"`) + "]", []string{"7", `"a"`}},
		"empty list":         {"[]", []string{}},
		"file":               {` {"version":1,"note":"x","cases":[` + one("7") + `]} `, []string{"7"}},
		"lines":              {one("7") + "\n\n" + one("8") + "\r\n" + one("9"), []string{"7", "8", "9"}},
		"one over lines":     {strings.ReplaceAll(one("7"), ",", ",\n"), []string{"7"}},
		"no id is its place": {"[" + `{"input":` + plain + `},` + one("null") + "]", []string{"1", "2"}},
		"a line in between":  {one("7") + "\n{oops\n" + one("9"), []string{"7", "2", "9"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cases, err := casefile.Read(strings.NewReader(c.text))
			require.NoError(t, err)
			ids := []string{}
			for _, one := range cases {
				ids = append(ids, string(one.ID))
				require.Equal(t, name == "a line in between" && string(one.ID) == "2", one.Err != nil, one.Err)
			}
			require.Equal(t, c.ids, ids)
		})
	}
	for name, text := range map[string]string{"nothing": " \n", "half a list": "[" + one("7")} {
		_, err := casefile.Read(strings.NewReader(text))
		require.Error(t, err, name)
	}
	_, err := casefile.Read(strings.NewReader(strings.Repeat(" ", casefile.MaxBytes+1)))
	require.ErrorIs(t, err, casefile.ErrTooLarge)
}

func TestReadDefaults(t *testing.T) {
	t.Parallel()
	got := input(t, plain)
	policy := repricer.PolicyOf(repricer.DefaultSettings(), nil)
	policy.SubmissionMode, policy.AvoidFeeCliffs, policy.MaxRisePercent = decision.SubmitLive, false, optional.None[money.Percent]()
	require.Equal(t, decision.Input{
		Now: time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC), Policy: &policy, Offers: []decision.Offer{}, Siblings: []decision.Sibling{},
		Row: decision.Row{
			SellerID: "ME", MarketplaceID: marketplace.US, Currency: "USD", Condition: decision.ConditionNew, Fulfillment: decision.FBM,
			Mode: decision.ModeOff, Price: money.MustParse("20"), Limits: decision.DefaultLimits(),
		},
	}, got)
	require.Nil(t, input(t, strings.Replace(plain, "{}", "null", 1)).Policy)
}

func input(t *testing.T, text string) decision.Input {
	t.Helper()
	cases, err := casefile.Read(strings.NewReader(`[{"input":` + text + `}]`))
	require.NoError(t, err)
	require.Len(t, cases, 1)
	require.NoError(t, cases[0].Err)
	return cases[0].Input
}

const full = `{
 "now":"2026-01-15T13:00:00+01:00", "offers_at":"2026-01-15T11:59:00Z", "kill_switch":true, "preview":true,
 "settings":{"enabled":false,"submission_mode":"suggest","own_seller_ids":["ME2"],"max_offer_age_minutes":30,"max_changes_per_day":9,
  "max_daily_change_percent":12.5,"anomaly_percent":50,"max_rise_percent":120,"default_outbound_shipping":9,"loss_guard":"on","avoid_fee_cliffs":true,"timezone":"Europe/Berlin",
  "schedules":[{"days":["thu"],"from":"12:30","to":"14:00","action":"percent","percent":-5}]},
 "product":{"id":4,"seller_id":"ME","sku":"S","asin":"B000000001","marketplace_id":"A1PA6795UKMFR9","currency":"EUR","condition":"used",
  "fulfillment":"fba","quantity":3,"was_sold_out":true,"mode":"manual","hold":"listing_issue","pending_submission":true,"current_price":19.99,"shipping":1.5,
  "cost":7.25,"outbound_shipping":4.5,"allow_loss":false,"fees":{"referral_percent":8,"referral_min":0.3,"fixed":3,"upper":{"above":10,"referral_percent":15,"marginal":true},
   "bands":[{"up_to":10,"referral_percent":8},{"referral_percent":15,"added":0.5}]},
  "vat_percent":19,"map_price":12,
  "limits":{"min_price":11,"max_price":30,"max_change":2,"max_change_percent":10,"min_price_mode":"roi","target_roi":25,"target_margin":12,
   "min_price_markup":3,"min_price_markup_type":"percent","missing_cost_fallback":"skip"},
  "last_event_time":"2026-01-15T11:00:00Z","last_submitted_price":19.5,"accepted_price":44,"last_change_at":"2026-01-15T10:00:00Z","last_change_kind":"beat_target",
  "last_won_price":18,"soft_ceiling":{"price":21,"until":"2026-01-16T00:00:00Z"},"recent_drops":2,"last_price_war_at":"2026-01-14T00:00:00Z",
  "units_sold_window":5,"changes_today":1,"day_first_price":20},
 "strategy":{"name":"n","type":"competitor","enabled":true,"marketplace_ids":["A1PA6795UKMFR9"],"compete_with":"buy_box",
  "fallback_targets":["lowest"],"action":"below","by":1,"by_type":"percent","vs_amazon":{"action":"ignore"},
  "vs_fba":{"action":"match","by":0,"by_type":"amount"},"vs_fbm":{"action":"above","by":2,"by_type":"percent"},
  "filters":{"include_sellers":["A"],"exclude_sellers":["B"],"exclude_amazon":true,"fulfillment":["fba"],"min_feedback_count":5,
   "min_rating_percent":90,"max_handling_hours":48,"ships_from":["DE"],"exclude_ships_from":["CN"],"featured_only":true,
   "available_now_only":true,"min_sub_condition":"good","ignore_below_percent_of_median":50},
  "on_no_competition":"max","on_below_min":"next_above","on_own_buy_box":"step_up","on_suppressed_buy_box":"step_down",
  "on_lost_after_raise":"compete","on_restock":"max","raise_when_not_winning":true,"raise_gap":0.02,"step":1.5,"step_type":"percent","step_interval_minutes":60,
  "min_change":0.05,"min_change_percent":0.2,"small_change_interval_minutes":480,"allow_loss":false,"price_war":{"max_drops":5,"window_minutes":60,"action":"max","cooldown_minutes":30},"fixed_price":15,"window_days":7,
  "high_units":9,"low_units":2,"days_of_supply_target":30,"lock_days":2,
  "schedule":[{"from":"22:00","to":"06:00","timezone":"Asia/Tokyo","action":"pause"}]},
 "offers":[{"seller_id":"A","price":18.5,"shipping":0.5,"points":10,"fulfillment":"fba","condition":"used","sub_condition":"good",
  "is_buy_box":true,"is_featured":true,"is_amazon":true,"feedback_count":500,"rating_percent":98.5,"handling_hours":24,"ships_from":"DE",
  "available_now":true}],
 "own_skus":[{"id":5,"fulfillment":"fbm","floor":9,"landed_price":18}],
 "buy_box_price":19,"buy_box_told":false,"offers_incomplete":true,"competitive_price":17.5,"foep":18.25}`

func amount(s string) optional.Maybe[money.Amount]   { return optional.Some(money.MustParse(s)) }
func percent(s string) optional.Maybe[money.Percent] { return optional.Some(money.MustParsePercent(s)) }
func utc(s string) time.Time {
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return at.UTC()
}

func TestReadEveryMember(t *testing.T) {
	t.Parallel()
	got := input(t, full)
	require.Equal(t, decision.Input{
		Now: utc("2026-01-15T12:00:00Z"), OffersAt: optional.Some(utc("2026-01-15T11:59:00Z")), Killed: true, Preview: true,
		Policy: &decision.Policy{
			SubmissionMode: decision.SubmitSuggest, OwnSellers: []string{"ME2"}, MaxOfferAgeMinutes: 30, MaxChangesPerDay: 9,
			MaxDailyChangePercent: percent("12.5"), AnomalyPercent: money.MustParsePercent("50"), MaxRisePercent: percent("120"), AvoidFeeCliffs: true,
		},
		Row: decision.Row{
			ID: 4, SellerID: "ME", MarketplaceID: "A1PA6795UKMFR9", Currency: "EUR", Condition: "used", Fulfillment: "fba",
			Quantity: optional.Some(int64(3)), WasSoldOut: true, Mode: "manual", Hold: optional.Some(decision.HoldListingIssue), PriceInFlight: true,
			Price: money.MustParse("19.99"), Shipping: money.MustParse("1.5"), Cost: amount("7.25"), Postage: amount("4.5"), LossGuard: true,
			Fees: optional.Some(decision.FeeTerms{
				Fees:  decision.Fees{ReferralPercent: money.MustParsePercent("8"), ReferralMin: money.MustParse("0.3"), Fixed: money.MustParse("3")},
				Upper: optional.Some(decision.UpperBracket{Above: money.MustParse("10"), ReferralPercent: money.MustParsePercent("15"), Marginal: true}),
			}),
			FeeBands: []decision.FeeBand{
				{UpTo: amount("10"), Rate: money.MustParsePercent("8")}, {Rate: money.MustParsePercent("15"), Added: money.MustParse("0.5")},
			},
			VATPercent: money.MustParsePercent("19"), MapPrice: amount("12"),
			Limits: decision.Limits{
				MinPrice: amount("11"), MaxPrice: amount("30"), MaxChange: amount("2"), MaxChangePercent: percent("10"), MinPriceMode: "roi",
				TargetROI: percent("25"), TargetMargin: percent("12"), MinPriceMarkup: amount("3"), MinPriceMarkupType: "percent",
				MissingCostFallback: "skip",
			},
			LastEventAt: optional.Some(utc("2026-01-15T11:00:00Z")), LastSubmitted: amount("19.5"), Accepted: amount("44"),
			LastChangeAt: optional.Some(utc("2026-01-15T10:00:00Z")), LastChange: decision.ReasonBeatTarget, LastWon: amount("18"),
			SoftCeiling:   optional.Some(decision.SoftCeiling{Price: money.MustParse("21"), Until: utc("2026-01-16T00:00:00Z")}),
			FallsInWindow: 2, PriceWarAt: optional.Some(utc("2026-01-14T00:00:00Z")), UnitsSold: optional.Some(5), ChangesToday: 1, DayPrice: amount("20"),
		},
		Strategy: &decision.Strategy{
			Type: "competitor", Enabled: true, MarketplaceIDs: []marketplace.ID{"A1PA6795UKMFR9"},
			CompeteWith: optional.Some(decision.TargetBuyBox), FallbackTargets: []decision.Target{"lowest"},
			Action: optional.Some(decision.ActionBelow), By: money.MustParse("1"), ByType: "percent",
			VsAmazon: optional.Some(decision.RivalRule{Action: "ignore", ByType: "amount"}),
			VsFBA:    optional.Some(decision.RivalRule{Action: "match", ByType: "amount"}),
			VsFBM:    optional.Some(decision.RivalRule{Action: "above", By: money.MustParse("2"), ByType: "percent"}),
			Filters: optional.Some(decision.Filters{
				IncludeSellers: []string{"A"}, ExcludeSellers: []string{"B"}, ExcludeAmazon: true, Fulfillment: []decision.Fulfillment{"fba"},
				MinFeedbackCount: optional.Some(5), MinRatingPercent: percent("90"), MaxHandlingHours: optional.Some(48), ShipsFrom: []string{"DE"},
				ExcludeShipsFrom: []string{"CN"}, FeaturedOnly: true, AvailableNowOnly: true, MinSubCondition: optional.Some(decision.SubGood),
				IgnoreBelowPercentOfMedian: percent("50"),
			}),
			OnNoCompetition: "max", OnBelowMin: "next_above", OnOwnBuyBox: "step_up", OnSuppressedBuyBox: "step_down", OnLostAfterRaise: "compete", OnRestock: "max",
			RaiseWhenNotWinning: true, RaiseGap: amount("0.02"), Step: amount("1.5"), StepType: "percent", StepIntervalMinutes: optional.Some(60),
			MinChange: money.MustParse("0.05"), MinChangePercent: money.MustParsePercent("0.2"), SmallChangeIntervalMinutes: optional.Some(480),
			PriceWar:   optional.Some(decision.PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: "max", CooldownMinutes: 30}),
			FixedPrice: amount("15"), WindowDays: optional.Some(7), HighUnits: optional.Some(9), LowUnits: optional.Some(2),
			DaysOfSupplyTarget: optional.Some(30), LockDays: optional.Some(2),
		},
		Window: &decision.ActiveWindow{
			Action: "percent", Percent: money.MustParsePercent("-5"), Since: utc("2026-01-15T11:30:00Z"),
		},
		Box: decision.BoxReport{Unknown: true, Price: amount("19")},
		Offers: []decision.Offer{{
			SellerID: "A", Price: money.MustParse("18.5"), Shipping: money.MustParse("0.5"), Points: money.MustParse("10"), Fulfillment: "fba",
			Condition: "used", SubCondition: optional.Some(decision.SubGood), BuyBox: true, Featured: true, Amazon: true,
			FeedbackCount: optional.Some(500), RatingPercent: percent("98.5"), HandlingHours: optional.Some(24), ShipsFrom: "DE",
			AvailableNow: optional.Some(true),
		}},
		Siblings:         []decision.Sibling{{ID: 5, Fulfillment: "fbm", Floor: amount("9"), Landed: money.MustParse("18")}},
		OffersIncomplete: true, ExternalPrice: amount("17.5"), FeaturedExpected: amount("18.25"),
	}, got)
	require.False(t, input(t, strings.Replace(full, `"outbound_shipping":4.5,"allow_loss":false`, `"allow_loss":true`, 1)).Row.LossGuard)
	require.Equal(t, amount("9"), input(t, strings.Replace(full, `"outbound_shipping":4.5,`, ``, 1)).Row.Postage)
	require.False(t, input(t, strings.Replace(full, `480,"allow_loss":false`, `480,"allow_loss":true`, 1)).Row.LossGuard)
	active := strings.Replace(full, `"own_skus"`,
		`"active_schedule":{"action":"max","percent":3,"since":"2026-01-15T09:00:00Z","start_price":22},"own_skus"`, 1)
	require.Equal(t, &decision.ActiveWindow{
		Action: "max", Percent: money.MustParsePercent("3"), Since: utc("2026-01-15T09:00:00Z"), StartPrice: amount("22"),
	}, input(t, active).Window)
	// The strategy's own window begins at 22:00 in Tokyo.
	later := strings.Replace(full, `13:00:00+01:00`, `14:30:00+01:00`, 1)
	require.Equal(t, &decision.ActiveWindow{Action: "pause", Since: utc("2026-01-15T13:00:00Z")}, input(t, later).Window)
}

func TestReadFaults(t *testing.T) {
	t.Parallel()
	for replace, want := range map[[2]string]string{
		{`"now":"2026`, `"now":"x2026`}:                              "now must be a time of the form 2026-01-15T12:00:00Z",
		{`"settings":{"`, `"setting":{"`}:                            `unknown field "setting"`,
		{`"settings":{"enabled":false,`, `"settings":{"on":false,`}:  "settings.on is not accepted",
		{`"anomaly_percent":50`, `"anomaly_percent":-1`}:             "settings.anomaly_percent must be greater than 0",
		{`"anomaly_percent":50`, `"anomaly_percent":"50"`}:           "settings.anomaly_percent must be a number",
		{`"loss_guard":"on"`, `"loss_guard":"yes"`}:                  "settings.loss_guard must be one of: on, off",
		{`"outbound_shipping":4.5`, `"outbound_shipping":-1`}:        "product.outbound_shipping must not be below 0",
		{`"timezone":"Europe/Berlin"`, `"timezone":"Mars"`}:          "settings: timezone must be an IANA time zone name",
		{`"from":"12:30"`, `"from":"24:30"`}:                         "settings.schedules[0].from must be a time of day, HH:MM",
		{`"seller_id":"ME"`, `"seller_id":""`}:                       "product.seller_id is required",
		{`"marketplace_id":"A1PA`, `"marketplace_id":"B1PA`}:         "product.marketplace_id is not a known marketplace",
		{`"currency":"EUR"`, `"currency":"USD"`}:                     "product.currency must be EUR, as on the marketplace",
		{`"condition":"used"`, `"condition":"old"`}:                  "product.condition: must be one of new, used, collectible, refurbished, club",
		{`"quantity":3`, `"quantity":3.5`}:                           "input.product.quantity must not be of type number 3.5",
		{`"current_price":19.99`, `"current_price":0`}:               "product.current_price must be above 0",
		{`"current_price":19.99`, `"current_price":19.99999`}:        "product.current_price must have at most 4 decimals",
		{`"shipping":1.5`, `"shipping":-1.5`}:                        "product.shipping must not be below 0",
		{`"cost":7.25`, `"cost":true`}:                               "product.cost must be a number",
		{`{"referral_percent":8,`, `{`}:                              "product.fees.referral_percent is required",
		{`{"above":10,`, `{`}:                                        "product.fees.upper needs above and referral_percent",
		{`"max_price":30`, `"max_price":1`}:                          "product: min_price must not be above max_price.",
		{`"target_margin":12`, `"target_margin":100`}:                "product.limits.target_margin must be at most 99.9999",
		{`"last_change_kind":"beat_target"`, `"last_change_kind":1`}: "input.product.last_change_kind must not be of type number",
		{`"units_sold_window":5`, `"units_sold":5`}:                  `unknown field "units_sold"`,
		{`"type":"competitor"`, `"type":"other"`}:                    "strategy.type must be one of: competitor, velocity, fixed",
		{`"step":1.5`, `"step":0`}:                                   "strategy.step must be greater than 0",
		{`"exclude_amazon":true`, `"exclude_amazn":true`}:            "strategy.filters.exclude_amazn is not accepted; did you mean exclude_amazon?",
		{`"price":18.5,`, ``}:                                        "offers.0.price is required",
		{`{"seller_id":"A",`, `{`}:                                   "offers.0.seller_id is required",
		{`"sub_condition":"good",` + "\n", `"sub_condition":"x",`}:   "offers.0.sub_condition: must be one of new, like_new, very_good, good, acceptable, poor",
		{`"fulfillment":"fbm","floor"`, `"floor"`}:                   "own_skus.0.fulfillment: must be one of fba, fbm",
		{`,"landed_price":18`, ``}:                                   "own_skus.0.landed_price is required",
		{full, `null`}:                                               "input is required",
		{full, `{"now":"2026-01-15T12:00:00Z","settings":null}`}:     "product is required",
		{full, strings.Replace(plain, `"settings":{},`, "", 1)}:      "settings is required; null says that there are none",
	} {
		text := strings.Replace(full, replace[0], replace[1], 1)
		require.NotEqual(t, full, text, replace[0])
		cases, err := casefile.Read(strings.NewReader(`[{"id":3,"input":` + text + `},{"input":` + plain + `}]`))
		require.NoError(t, err)
		require.EqualError(t, cases[0].Err, want, replace[1])
		require.JSONEq(t, "3", string(cases[0].ID))
		require.NoError(t, cases[1].Err)
	}
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	c := casefile.Case{ID: json.RawMessage(`"x"`)}
	d := decision.Decision{Verdict: "keep", Price: money.MustParse("20"), Reason: "mode_off"}
	got, err := json.Marshal(casefile.AnswerOf(c, d))
	require.NoError(t, err)
	require.JSONEq(t, `{"id":"x","action":"keep","price":20,"reason":"mode_off","adjustments":[],"target_seller_id":null}`, string(got))
	d.Adjustments, d.TargetSellerID = []decision.Adjustment{"floor", "cap_overridden"}, "A"
	d.Trace = &decision.Trace{
		Steps: []decision.TraceStep{{Step: 2, Rule: "floor", Out: amount("15.5"), Note: "roi"}},
		Offers: []decision.TraceOffer{
			{SellerID: "A", Landed: money.MustParse("19"), Used: true, Candidate: amount("18.99")},
			{SellerID: "B", Landed: money.MustParse("20"), Excluded: "rating"},
		},
	}
	got, err = json.Marshal(casefile.AnswerOf(c, d))
	require.NoError(t, err)
	require.JSONEq(t, `{"id":"x","action":"keep","price":20,"reason":"mode_off","adjustments":["floor","cap_overridden"],"target_seller_id":"A",
		"trace":[{"step":2,"rule":"floor","in":null,"out":15.5,"note":"roi"}],
		"offers":[{"seller_id":"A","landed":19,"used":true,"excluded_reason":null,"candidate":18.99},
		{"seller_id":"B","landed":20,"used":false,"excluded_reason":"rating","candidate":null}]}`, string(got))
}
