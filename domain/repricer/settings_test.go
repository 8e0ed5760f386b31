package repricer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

func present(t *testing.T) *repricer.Settings {
	t.Helper()
	s := repricer.NewSettings(7)
	changed, err := s.Patch(repricer.SettingsPatch{Enabled: put(true)}, monday)
	require.NoError(t, err)
	require.True(t, changed)
	return s
}

func TestSettingsOverEveryStateAndEvent(t *testing.T) {
	const absent, there = repricer.SettingsAbsent, repricer.SettingsPresent
	table := map[repricer.SettingsState]map[repricer.SettingsEvent]repricer.SettingsState{
		absent: {repricer.SettingsRead: absent, repricer.SettingsPatched: there, repricer.SettingsReset: absent},
		there:  {repricer.SettingsRead: there, repricer.SettingsPatched: there, repricer.SettingsReset: absent},
	}
	for _, state := range words.Of[repricer.SettingsState]() {
		for _, event := range words.Of[repricer.SettingsEvent]() {
			s := repricer.NewSettings(7)
			if state == there {
				s = present(t)
			}
			require.Equal(t, state, s.State())
			switch event {
			case repricer.SettingsPatched:
				_, err := s.Patch(repricer.SettingsPatch{Enabled: put(false)}, tuesday)
				require.NoError(t, err)
			case repricer.SettingsReset:
				require.Equal(t, state == there, s.Reset(tuesday))
			}
			require.Equal(t, table[state][event], s.State(), "%s in %s", event, state)
			require.Equal(t, table[state][event], state.Next(event), "%s in %s", event, state)
		}
	}
}

func TestSettingsStartFromTheDefaults(t *testing.T) {
	got := present(t).Snapshot()
	require.Equal(t, repricer.SettingsSnapshot{
		Team: 7, State: repricer.SettingsPresent, Version: 1, UpdatedAt: monday,
		Values: repricer.SettingsValues{
			Enabled: true, SubmissionMode: "suggest", DefaultMode: "off", DefaultPriority: "normal", LossGuard: "on", AvoidFeeCliffs: true,
			DefaultLimits:      decision.Limits{MinPriceMode: "manual", MinPriceMarkupType: "amount", MissingCostFallback: "error"},
			OwnSellerIDs:       []string{},
			MaxOfferAgeMinutes: 60, MinIntervalSeconds: repricer.Intervals{Fast: 120, Normal: 900, Low: 3600},
			MaxChangesPerDay: 96, AnomalyPercent: pct("40"), MaxRisePercent: pct("100"),
			CircuitBreaker:       breaker.Breaker{PerRowPercent: pct("25"), PerRunRowsPercent: pct("20"), Action: "hold"},
			SweepIntervalMinutes: 360, Timezone: "UTC", Schedules: []schedule.Window{}, Pauses: []schedule.Pause{},
			Notify: repricer.Notify{Events: []repricer.NotifyEvent{}},
		},
	}, got)
}

func TestSettingsMergeAndNullPutsTheDefaultBack(t *testing.T) {
	s := present(t)
	all := repricer.SettingsPatch{
		Enabled: put(false), SubmissionMode: put(decision.SubmitLive), DefaultStrategyID: put(strategy.ID(4)),
		DefaultMode: put(decision.ModeAuto), DefaultPriority: put(repricer.PriorityFast),
		DefaultLimits: put(repricer.LimitsPatch{MinPrice: put(eur("5")), MinPriceMode: put(decision.MinPriceROI)}),
		OwnSellerIDs:  put([]string{"ME", "ME2"}), MaxOfferAgeMinutes: put(30),
		MinIntervalSeconds: put(repricer.IntervalsPatch{Fast: put(60)}), MaxChangesPerDay: put(10),
		MaxDailyChangePercent: put(pct("15")), AnomalyPercent: put(pct("50")), MaxRisePercent: put(pct("300")),
		CircuitBreaker:       put(repricer.BreakerPatch{PerRowPercent: put(pct("10"))}),
		SweepIntervalMinutes: put(120), Timezone: put("Europe/Berlin"),
		Schedules: put([]schedule.Window{{Days: []schedule.Day{"sat"}, From: clock(t, "22:00"), To: clock(t, "06:00"), Action: "pause"}}),
		Pauses:    put([]schedule.Pause{{From: date.MustParse("2026-12-24"), To: date.MustParse("2026-12-26")}}),
		Notify:    put(repricer.NotifyPatch{Email: put("ops@example.com"), Events: put([]repricer.NotifyEvent{"hold"})}),
	}
	changed, err := s.Patch(all, tuesday)
	require.NoError(t, err)
	require.True(t, changed)
	v := s.Snapshot().Values
	require.Equal(t, repricer.Intervals{Fast: 60, Normal: 900, Low: 3600}, v.MinIntervalSeconds)
	require.Equal(t, breaker.Breaker{PerRowPercent: pct("10"), PerRunRowsPercent: pct("20"), Action: "hold"}, v.CircuitBreaker)
	require.Equal(t, decision.Brake{FallPercent: pct("50"), RisePercent: pct("300")}, v.Brake())
	require.Equal(t, optional.Some(eur("5")), v.DefaultLimits.MinPrice)
	require.Equal(t, optional.Some(strategy.ID(4)), s.DefaultStrategy())
	require.Equal(t, "Europe/Berlin", v.Timezone)
	require.Equal(t, []schedule.Day{"sat"}, v.Schedules[0].Days)
	require.Equal(t, "2026-12-26", v.Pauses[0].To.String())

	// Objects merge: another member of the same objects leaves these alone.
	_, err = s.Patch(repricer.SettingsPatch{
		DefaultLimits:      put(repricer.LimitsPatch{MaxPrice: put(eur("9")), MinPriceMode: optional.Clear[decision.MinPriceMode]()}),
		MinIntervalSeconds: put(repricer.IntervalsPatch{Low: put(7200)}),
		Notify:             put(repricer.NotifyPatch{WebhookURL: put("https://example.com/h")}),
	}, tuesday)
	require.NoError(t, err)
	v = s.Snapshot().Values
	require.Equal(t, repricer.Intervals{Fast: 60, Normal: 900, Low: 7200}, v.MinIntervalSeconds)
	require.Equal(t, optional.Some(eur("5")), v.DefaultLimits.MinPrice)
	require.Equal(t, optional.Some(eur("9")), v.DefaultLimits.MaxPrice)
	require.Equal(t, decision.MinPriceManual, v.DefaultLimits.MinPriceMode)
	require.Equal(t, repricer.Notify{
		Email: optional.Some("ops@example.com"), WebhookURL: optional.Some("https://example.com/h"),
		Events: []repricer.NotifyEvent{"hold"},
	}, v.Notify)

	_, err = s.Patch(repricer.SettingsPatch{
		Enabled: optional.Clear[bool](), SubmissionMode: optional.Clear[decision.SubmissionMode](),
		DefaultStrategyID: optional.Clear[strategy.ID](), DefaultMode: optional.Clear[decision.Mode](),
		DefaultPriority: optional.Clear[repricer.Priority](), DefaultLimits: optional.Clear[repricer.LimitsPatch](),
		OwnSellerIDs: optional.Clear[[]string](), MaxOfferAgeMinutes: optional.Clear[int](),
		MinIntervalSeconds: optional.Clear[repricer.IntervalsPatch](), MaxChangesPerDay: optional.Clear[int](),
		MaxDailyChangePercent: put(pct("1")), AnomalyPercent: put(pct("1000")), MaxRisePercent: optional.Clear[money.Percent](),
		CircuitBreaker: optional.Clear[repricer.BreakerPatch](), SweepIntervalMinutes: optional.Clear[int](),
		Timezone: optional.Clear[string](), Schedules: optional.Clear[[]schedule.Window](), Pauses: optional.Clear[[]schedule.Pause](), Notify: optional.Clear[repricer.NotifyPatch](),
	}, tuesday)
	require.NoError(t, err)
	want := repricer.DefaultSettings()
	want.MaxDailyChangePercent, want.AnomalyPercent = optional.Some(pct("1")), pct("1000")
	require.Equal(t, want, s.Snapshot().Values)
}

func TestSettingsVersionGoesOnOverAReset(t *testing.T) {
	s := present(t)
	_, err := s.Patch(repricer.SettingsPatch{MaxChangesPerDay: put(5)}, tuesday)
	require.NoError(t, err)
	require.EqualValues(t, 2, s.Version())

	changed, err := s.Patch(repricer.SettingsPatch{MaxChangesPerDay: put(5)}, tuesday.Add(time.Hour))
	require.NoError(t, err)
	require.False(t, changed)
	require.Equal(t, tuesday, s.Snapshot().UpdatedAt)

	require.True(t, s.Reset(tuesday))
	require.EqualValues(t, 3, s.Version())
	require.False(t, s.Reset(tuesday))
	require.EqualValues(t, 3, s.Version())

	_, err = s.Patch(repricer.SettingsPatch{Enabled: put(true)}, tuesday)
	require.NoError(t, err)
	require.EqualValues(t, 4, s.Version())
	require.Equal(t, 96, s.Snapshot().Values.MaxChangesPerDay, "not from the old record")
}

func TestSettingsBounds(t *testing.T) {
	type p = repricer.SettingsPatch
	window := schedule.Window{From: clock(t, "22:00"), To: clock(t, "06:00"), Action: "pause"}
	with := func(change func(*schedule.Window)) p {
		w := window
		change(&w)
		return p{Schedules: put([]schedule.Window{w})}
	}
	limits := func(l repricer.LimitsPatch) p { return p{DefaultLimits: put(l)} }
	for name, c := range map[string]struct {
		patch   p
		code    fault.Code
		pointer string
	}{
		"nothing":         {p{}, "too_few", ""},
		"submission mode": {p{SubmissionMode: put(decision.SubmissionMode("on"))}, "not_allowed", "/submission_mode"},
		"strategy id":     {p{DefaultStrategyID: put(strategy.ID(0))}, "out_of_range", "/default_strategy_id"},
		"mode":            {p{DefaultMode: put(decision.Mode("Auto"))}, "not_allowed", "/default_mode"},
		"priority":        {p{DefaultPriority: put(repricer.Priority(""))}, "not_allowed", "/default_reprice_priority"},
		"limit":           {limits(repricer.LimitsPatch{MinPrice: put(eur("0"))}), "out_of_range", "/default_limits/min_price"},
		"seller":          {p{OwnSellerIDs: put([]string{"A", "a b"})}, "invalid", "/own_seller_ids/1"},
		"seller twice":    {p{OwnSellerIDs: put([]string{"A", "B", "A"})}, "invalid", "/own_seller_ids/2"},
		"sellers":         {p{OwnSellerIDs: put(times(51, "A"))}, "too_many", "/own_seller_ids"},
		"offer age 0":     {p{MaxOfferAgeMinutes: put(0)}, "out_of_range", "/max_offer_age_minutes"},
		"offer age":       {p{MaxOfferAgeMinutes: put(43_201)}, "out_of_range", "/max_offer_age_minutes"},
		"interval":        {p{MinIntervalSeconds: put(repricer.IntervalsPatch{Normal: put(86_401)})}, "out_of_range", "/min_interval_seconds/normal"},
		"changes":         {p{MaxChangesPerDay: put(10_001)}, "out_of_range", "/max_changes_per_day"},
		"daily":           {p{MaxDailyChangePercent: put(pct("100.0001"))}, "out_of_range", "/max_daily_change_percent"},
		"anomaly 0":       {p{AnomalyPercent: put(pct("0"))}, "out_of_range", "/anomaly_percent"},
		"anomaly":         {p{AnomalyPercent: put(pct("1000.0001"))}, "out_of_range", "/anomaly_percent"},
		"rise 0":          {p{MaxRisePercent: put(pct("0"))}, "out_of_range", "/max_rise_percent"},
		"rise":            {p{MaxRisePercent: put(pct("100000.0001"))}, "out_of_range", "/max_rise_percent"},
		"breaker":         {p{CircuitBreaker: put(repricer.BreakerPatch{PerRunRowsPercent: put(pct("-1"))})}, "out_of_range", "/circuit_breaker/per_run_rows_percent"},
		"breaker action":  {p{CircuitBreaker: put(repricer.BreakerPatch{Action: put(breaker.Action("stop"))})}, "not_allowed", "/circuit_breaker/action"},
		"sweep":           {p{SweepIntervalMinutes: put(0)}, "out_of_range", "/sweep_interval_minutes"},
		"zone empty":      {p{Timezone: put("")}, "invalid", "/timezone"},
		"zone local":      {p{Timezone: put("Local")}, "invalid", "/timezone"},
		"zone unknown":    {p{Timezone: put("Mars/Olympus")}, "invalid", "/timezone"},
		"zone path":       {p{Timezone: put("../../etc/passwd")}, "invalid", "/timezone"},
		"zone leap":       {p{Timezone: put("right/Europe/Berlin")}, "invalid", "/timezone"},
		"zone long":       {p{Timezone: put(strings.Repeat("A", 65))}, "invalid", "/timezone"},
		"email":           {p{Notify: put(repricer.NotifyPatch{Email: put("nobody")})}, "invalid", "/notify/email"},
		"email twice":     {p{Notify: put(repricer.NotifyPatch{Email: put("a@b@c")})}, "invalid", "/notify/email"},
		"email line":      {p{Notify: put(repricer.NotifyPatch{Email: put("a@b.c\nBcc:d@e.f")})}, "invalid", "/notify/email"},
		"webhook plain":   {p{Notify: put(repricer.NotifyPatch{WebhookURL: put("http://example.com")})}, "invalid", "/notify/webhook_url"},
		"webhook user":    {p{Notify: put(repricer.NotifyPatch{WebhookURL: put("https://a:b@example.com")})}, "invalid", "/notify/webhook_url"},
		"webhook host":    {p{Notify: put(repricer.NotifyPatch{WebhookURL: put("https:///x")})}, "invalid", "/notify/webhook_url"},
		"webhook long":    {p{Notify: put(repricer.NotifyPatch{WebhookURL: put("https://e.com/" + strings.Repeat("a", 2048))})}, "invalid", "/notify/webhook_url"},
		"event":           {p{Notify: put(repricer.NotifyPatch{Events: put([]repricer.NotifyEvent{"sale"})})}, "not_allowed", "/notify/events/0"},
		"event twice":     {p{Notify: put(repricer.NotifyPatch{Events: put([]repricer.NotifyEvent{"hold", "hold"})})}, "invalid", "/notify/events/1"},
		"windows":         {p{Schedules: put(times(51, window))}, "too_many", "/schedules"},
		"pauses":          {p{Pauses: put(times(51, schedule.Pause{}))}, "too_many", "/pauses"},
		"window day":      {with(func(w *schedule.Window) { w.Days = []schedule.Day{"Monday"} }), "not_allowed", "/schedules/0/days/0"},
		"window days":     {with(func(w *schedule.Window) { w.Days = times(8, schedule.Monday) }), "too_many", "/schedules/0/days"},
		"window action":   {with(func(w *schedule.Window) { w.Action = "stop" }), "not_allowed", "/schedules/0/action"},
		"window zone":     {with(func(w *schedule.Window) { w.Timezone = optional.Some("Nowhere") }), "invalid", "/schedules/0/timezone"},
		"window percent":  {with(func(w *schedule.Window) { w.Action = "percent"; w.Percent = optional.Some(pct("-99.5")) }), "out_of_range", "/schedules/0/percent"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, s := range []*repricer.Settings{repricer.NewSettings(7), present(t)} {
				before := s.Snapshot()
				_, err := s.Patch(c.patch, tuesday)
				requireItem(t, err, c.code, c.pointer)
				require.Equal(t, before, s.Snapshot())
			}
		})
	}
}

func TestWindowsOfSettingsGoTogether(t *testing.T) {
	w := schedule.Window{From: clock(t, "08:00"), To: clock(t, "20:00"), Action: "percent"}
	odd := w
	odd.Action, odd.Percent = "pause", optional.Some(pct("5"))
	s := present(t)
	before := s.Snapshot()
	_, err := s.Patch(repricer.SettingsPatch{Schedules: put([]schedule.Window{w, odd})}, tuesday)
	requireFault(t, err, fault.Rule, fault.CodeInvalidSettings, "/schedules/0/percent")
	e, _ := fault.As(err)
	require.Equal(t, []fault.Item{
		{Code: "required", Message: "is required by the action percent", Pointer: "/schedules/0/percent"},
		{Code: "not_allowed", Message: "is allowed only with the action percent", Pointer: "/schedules/1/percent"},
	}, e.Errors)
	require.Equal(t, before, s.Snapshot())
	_, err = s.Patch(repricer.SettingsPatch{Schedules: put([]schedule.Window{w}), Timezone: put("Nowhere")}, tuesday)
	requireItem(t, err, "invalid", "/timezone")
}

func TestSettingsTakeTheirEdges(t *testing.T) {
	w := schedule.Window{Days: words.Of[schedule.Day](), From: clock(t, "00:00"), To: clock(t, "00:00"),
		Timezone: optional.Some("America/New_York"), Action: "percent", Percent: optional.Some(pct("-99"))}
	_, err := repricer.NewSettings(7).Patch(repricer.SettingsPatch{
		MaxOfferAgeMinutes: put(43_200), MinIntervalSeconds: put(repricer.IntervalsPatch{Fast: put(1), Low: put(86_400)}),
		MaxChangesPerDay: put(1), MaxDailyChangePercent: put(pct("100")), AnomalyPercent: put(pct("0.0001")), MaxRisePercent: put(pct("100000")),
		SweepIntervalMinutes: put(1), Timezone: put("Asia/Tokyo"), Schedules: put(times(50, w)),
		DefaultLimits: put(repricer.LimitsPatch{}),
	}, monday)
	require.NoError(t, err)
}

func TestSettingsListEverythingThatIsWrong(t *testing.T) {
	_, err := repricer.NewSettings(7).Patch(repricer.SettingsPatch{
		MaxOfferAgeMinutes: put(0), Timezone: put("x"), AnomalyPercent: put(pct("-1")),
	}, monday)
	e, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, "max_offer_age_minutes must be from 1 to 43200", e.Message)
	require.Len(t, e.Errors, 3)
}

func TestDefaultLimitsMustNotCross(t *testing.T) {
	s := present(t)
	_, err := s.Patch(repricer.SettingsPatch{DefaultLimits: put(repricer.LimitsPatch{MaxPrice: put(eur("10"))})}, monday)
	require.NoError(t, err)
	before := s.Snapshot()
	_, err = s.Patch(repricer.SettingsPatch{DefaultLimits: put(repricer.LimitsPatch{MinPrice: put(eur("10.01"))})}, monday)
	requireFault(t, err, fault.Rule, fault.CodeInvalidLimits, "/default_limits/min_price")
	require.Equal(t, before, s.Snapshot())
}

func TestReplaceDefaultStrategy(t *testing.T) {
	s := present(t)
	require.False(t, s.ReplaceDefaultStrategy(4, optional.None[strategy.ID](), tuesday))
	_, err := s.Patch(repricer.SettingsPatch{DefaultStrategyID: put(strategy.ID(4))}, monday)
	require.NoError(t, err)
	require.False(t, s.ReplaceDefaultStrategy(5, optional.None[strategy.ID](), tuesday))
	require.True(t, s.ReplaceDefaultStrategy(4, optional.Some(strategy.ID(9)), tuesday))
	require.Equal(t, optional.Some(strategy.ID(9)), s.DefaultStrategy())
	require.EqualValues(t, 3, s.Version())
	require.Equal(t, tuesday, s.Snapshot().UpdatedAt)
}

func TestRestoreSettingsChecksShapeOnly(t *testing.T) {
	good := present(t).Snapshot()
	odd := good
	odd.Values.MaxOfferAgeMinutes = 1_000_000 // legal under another policy
	_, err := repricer.RestoreSettings(odd)
	require.NoError(t, err)
	for name, breakIt := range map[string]func(*repricer.SettingsSnapshot){
		"team":     func(s *repricer.SettingsSnapshot) { s.Team = 0 },
		"state":    func(s *repricer.SettingsSnapshot) { s.State = "" },
		"version":  func(s *repricer.SettingsSnapshot) { s.Version = -1 },
		"mode":     func(s *repricer.SettingsSnapshot) { s.Values.DefaultMode = "x" },
		"priority": func(s *repricer.SettingsSnapshot) { s.Values.DefaultPriority = "x" },
		"submit":   func(s *repricer.SettingsSnapshot) { s.Values.SubmissionMode = "x" },
		"limits":   func(s *repricer.SettingsSnapshot) { s.Values.DefaultLimits.MinPriceMode = "x" },
	} {
		bad := good
		breakIt(&bad)
		_, err := repricer.RestoreSettings(bad)
		require.Error(t, err, name)
	}
}

func TestTimeOfDay(t *testing.T) {
	for _, s := range []string{"00:00", "09:05", "23:59"} {
		require.Equal(t, s, clock(t, s).String())
	}
	for _, s := range []string{"", "9:05", "24:00", "12:60", "12:00:00", "1200", "-1:00", "12:5", " 12:00"} {
		_, err := schedule.ParseTimeOfDay(s)
		require.Error(t, err, s)
	}
	require.True(t, schedule.Window{From: clock(t, "22:00"), To: clock(t, "06:00")}.PassesMidnight())
	require.True(t, schedule.Window{From: clock(t, "22:00"), To: clock(t, "22:00")}.PassesMidnight())
	require.False(t, schedule.Window{From: clock(t, "06:00"), To: clock(t, "22:00")}.PassesMidnight())
}

func TestWhoIsGuardedAgainstALoss(t *testing.T) {
	on := repricer.DefaultSettings()
	off := on
	off.LossGuard = repricer.LossGuardOff
	selling := &strategy.Values{AllowLoss: true}
	require.True(t, on.Guards(false, nil))
	require.True(t, on.Guards(false, &strategy.Values{}))
	require.False(t, on.Guards(true, nil))
	require.False(t, on.Guards(false, selling))
	require.False(t, off.Guards(false, nil))
}
