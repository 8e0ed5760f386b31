package strategy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

// chase is the least patch of a competitor strategy.
func chase() strategy.Patch {
	return strategy.Patch{
		Name: put("Chase"), Type: put(decision.TypeCompetitor),
		CompeteWith: put(decision.TargetBuyBox), Action: put(decision.ActionMatch),
	}
}

func strategyOf(t *testing.T, p strategy.Patch) *strategy.Strategy {
	t.Helper()
	made, err := strategy.New(7, p, monday)
	require.NoError(t, err)
	s := made.Snapshot()
	s.ID = 4
	out, err := strategy.Restore(s)
	require.NoError(t, err)
	return out
}

func TestStrategyDefaults(t *testing.T) {
	p := chase()
	p.Name = put("  Chase  the box ")
	s := strategyOf(t, p)
	require.Equal(t, strategy.Snapshot{
		ID: 4, Team: 7, Version: 1, CreatedAt: monday, UpdatedAt: monday,
		Values: strategy.Values{
			Name: "Chase  the box", Schedule: []schedule.Window{}, Strategy: decision.Strategy{
				Type: "competitor", Enabled: true,
				MarketplaceIDs: []marketplace.ID{}, CompeteWith: optional.Some(decision.TargetBuyBox),
				FallbackTargets: []decision.Target{}, Action: optional.Some(decision.ActionMatch), ByType: "amount",
				OnNoCompetition: "keep", OnBelowMin: "min", OnOwnBuyBox: "keep", OnSuppressedBuyBox: "keep",
				OnLostAfterRaise: "revert", OnRestock: "keep", StepType: "amount",
			}},
	}, s.Snapshot())
}

func TestStrategyAsksForWhatItsTypeNeeds(t *testing.T) {
	type p = strategy.Patch
	for name, c := range map[string]struct {
		patch   p
		missing []string
	}{
		"nothing but a name": {p{Name: put("x")}, []string{"/type"}},
		"no name":            {p{Type: put(decision.TypeFixed), FixedPrice: put(eur("5"))}, []string{"/name"}},
		"competitor":         {p{Name: put("x"), Type: put(decision.TypeCompetitor)}, []string{"/compete_with", "/action"}},
		"velocity":           {p{Name: put("x"), Type: put(decision.TypeVelocity)}, []string{"/high_units", "/low_units", "/step"}},
		"days of supply":     {p{Name: put("x"), Type: put(decision.TypeVelocity), DaysOfSupplyTarget: put(30)}, []string{"/step"}},
		"fixed":              {p{Name: put("x"), Type: put(decision.TypeFixed)}, []string{"/fixed_price"}},
		"step up": {func() p { q := chase(); q.OnOwnBuyBox = put(decision.OwnBoxStepUp); return q }(),
			[]string{"/step"}},
		"step down": {func() p { q := chase(); q.OnSuppressedBuyBox = put(decision.SuppressedStepDown); return q }(),
			[]string{"/step"}},
		"cleared": {func() p { q := chase(); q.Action = optional.Clear[decision.Action](); return q }(),
			[]string{"/action"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := strategy.New(7, c.patch, monday)
			e, ok := fault.As(err)
			require.True(t, ok)
			want := fault.CodeInvalidStrategy
			if name == "nothing but a name" || name == "no name" {
				want = fault.CodeValidationFailed
			}
			require.Equal(t, want, e.Code)
			var got []string
			for _, i := range e.Errors {
				require.Equal(t, fault.CodeRequired, i.Code)
				got = append(got, i.Pointer)
			}
			require.Equal(t, c.missing, got)
		})
	}
	strategyOf(t, p{Name: put("v"), Type: put(decision.TypeVelocity), HighUnits: put(10), LowUnits: put(2), Step: put(eur("0.5"))})
	strategyOf(t, p{Name: put("f"), Type: put(decision.TypeFixed), FixedPrice: put(eur("19.99"))})
	_, err := strategy.New(7, p{Name: put("x"), Type: put(decision.TypeFixed), FixedPrice: put(eur("15.005"))}, monday)
	requireFault(t, err, fault.Rule, fault.CodeInvalidStrategy, "/fixed_price")
}

func TestStrategyBounds(t *testing.T) {
	type p = strategy.Patch
	filters := func(f strategy.FiltersPatch) p { return p{Filters: put(f)} }
	war := decision.PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: "hold"}
	withWar := func(change func(*decision.PriceWar)) p {
		w := war
		change(&w)
		return p{PriceWar: put(w)}
	}
	for name, c := range map[string]struct {
		patch   p
		code    fault.Code
		pointer string
	}{
		"nothing":          {p{}, "too_few", ""},
		"name null":        {p{Name: optional.Clear[string]()}, "null_not_allowed", "/name"},
		"name empty":       {p{Name: put("  ")}, "required", "/name"},
		"name long":        {p{Name: put(strings.Repeat("ä", 101))}, "too_long", "/name"},
		"name control":     {p{Name: put("a\x00b")}, "invalid", "/name"},
		"name not text":    {p{Name: put("a\xff")}, "invalid", "/name"},
		"marketplace":      {p{MarketplaceIDs: put([]marketplace.ID{us, "X"})}, "not_allowed", "/marketplace_ids/1"},
		"marketplace case": {p{MarketplaceIDs: put([]marketplace.ID{"atvpdkikx0der"})}, "not_allowed", "/marketplace_ids/0"},
		"marketplace two":  {p{MarketplaceIDs: put([]marketplace.ID{us, us})}, "invalid", "/marketplace_ids/1"},
		"marketplaces":     {p{MarketplaceIDs: put(times(31, us))}, "too_many", "/marketplace_ids"},
		"target":           {p{CompeteWith: put(decision.Target("highest"))}, "not_allowed", "/compete_with"},
		"fallback":         {p{FallbackTargets: put([]decision.Target{"lowest", "x"})}, "not_allowed", "/fallback_targets/1"},
		"fallback twice":   {p{FallbackTargets: put([]decision.Target{"lowest", "lowest"})}, "invalid", "/fallback_targets/1"},
		"action":           {p{Action: put(decision.Action("ignore"))}, "not_allowed", "/action"},
		"by":               {p{By: put(eur("-0.01"))}, "out_of_range", "/by"},
		"by type":          {p{ByType: put(decision.Measure("percentage"))}, "not_allowed", "/by_type"},
		"rival action":     {p{VsFBA: put(decision.RivalRule{Action: "", ByType: "amount"})}, "not_allowed", "/vs_fba/action"},
		"rival by":         {p{VsAmazon: put(decision.RivalRule{Action: "match", By: eur("-1"), ByType: "amount"})}, "out_of_range", "/vs_amazon/by"},
		"rival type":       {p{VsFBM: put(decision.RivalRule{Action: "match"})}, "not_allowed", "/vs_fbm/by_type"},
		"no competition":   {p{OnNoCompetition: put(decision.OnNoCompetition("next_above"))}, "not_allowed", "/on_no_competition"},
		"below min":        {p{OnBelowMin: put(decision.OnBelowMin("next"))}, "not_allowed", "/on_below_min"},
		"own box":          {p{OnOwnBuyBox: put(decision.OnOwnBuyBox("raise"))}, "not_allowed", "/on_own_buy_box"},
		"suppressed":       {p{OnSuppressedBuyBox: put(decision.OnSuppressedBuyBox("min"))}, "not_allowed", "/on_suppressed_buy_box"},
		"restock":          {p{OnRestock: put(decision.OnRestock("min"))}, "not_allowed", "/on_restock"},
		"lost":             {p{OnLostAfterRaise: put(decision.OnLostAfterRaise("keep"))}, "not_allowed", "/on_lost_after_raise"},
		"gap":              {p{RaiseGap: put(eur("-1"))}, "out_of_range", "/raise_gap"},
		"step":             {p{Step: put(eur("0"))}, "out_of_range", "/step"},
		"step type":        {p{StepType: put(decision.Measure("x"))}, "not_allowed", "/step_type"},
		"step interval":    {p{StepIntervalMinutes: put(0)}, "out_of_range", "/step_interval_minutes"},
		"min change":       {p{MinChange: put(eur("-0.0001"))}, "out_of_range", "/min_change"},
		"min percent":      {p{MinChangePercent: put(money.MustParsePercent("100.0001"))}, "out_of_range", "/min_change_percent"},
		"small changes":    {p{SmallChangeIntervalMinutes: put(-1)}, "out_of_range", "/small_change_interval_minutes"},
		"war drops":        {withWar(func(w *decision.PriceWar) { w.MaxDrops = 0 }), "out_of_range", "/price_war/max_drops"},
		"war window":       {withWar(func(w *decision.PriceWar) { w.WindowMinutes = 43_201 }), "out_of_range", "/price_war/window_minutes"},
		"war action":       {withWar(func(w *decision.PriceWar) { w.Action = "min" }), "not_allowed", "/price_war/action"},
		"war cooldown":     {withWar(func(w *decision.PriceWar) { w.CooldownMinutes = -1 }), "out_of_range", "/price_war/cooldown_minutes"},
		"fixed":            {p{FixedPrice: put(eur("0"))}, "out_of_range", "/fixed_price"},
		"window days":      {p{WindowDays: put(367)}, "out_of_range", "/window_days"},
		"high":             {p{HighUnits: put(1_000_001)}, "out_of_range", "/high_units"},
		"low":              {p{LowUnits: put(-1)}, "out_of_range", "/low_units"},
		"supply":           {p{DaysOfSupplyTarget: put(0)}, "out_of_range", "/days_of_supply_target"},
		"lock":             {p{LockDays: put(-1)}, "out_of_range", "/lock_days"},
		"schedule":         {p{Schedule: put([]schedule.Window{{Action: "x"}})}, "not_allowed", "/schedule/0/action"},
		"include":          {filters(strategy.FiltersPatch{IncludeSellers: put([]string{""})}), "invalid", "/filters/include_sellers/0"},
		"exclude":          {filters(strategy.FiltersPatch{ExcludeSellers: put(times(101, "A"))}), "too_many", "/filters/exclude_sellers"},
		"fulfillment":      {filters(strategy.FiltersPatch{Fulfillment: put([]decision.Fulfillment{"FBA"})}), "not_allowed", "/filters/fulfillment/0"},
		"feedback":         {filters(strategy.FiltersPatch{MinFeedbackCount: put(-1)}), "out_of_range", "/filters/min_feedback_count"},
		"rating":           {filters(strategy.FiltersPatch{MinRatingPercent: put(pct("100.1"))}), "out_of_range", "/filters/min_rating_percent"},
		"handling":         {filters(strategy.FiltersPatch{MaxHandlingHours: put(8_761)}), "out_of_range", "/filters/max_handling_hours"},
		"from":             {filters(strategy.FiltersPatch{ShipsFrom: put([]string{"de"})}), "invalid", "/filters/ships_from/0"},
		"not from":         {filters(strategy.FiltersPatch{ExcludeShipsFrom: put([]string{"DEU"})}), "invalid", "/filters/exclude_ships_from/0"},
		"sub condition":    {filters(strategy.FiltersPatch{MinSubCondition: put(decision.SubCondition("bad"))}), "not_allowed", "/filters/min_sub_condition"},
		"median":           {filters(strategy.FiltersPatch{IgnoreBelowPercentOfMedian: put(pct("0"))}), "out_of_range", "/filters/ignore_below_percent_of_median"},
	} {
		t.Run(name, func(t *testing.T) {
			s := strategyOf(t, chase())
			before := s.Snapshot()
			_, err := s.Patch(c.patch, tuesday)
			requireItem(t, err, c.code, c.pointer)
			require.Equal(t, before, s.Snapshot())
		})
	}
}

func TestStrategyContradictions(t *testing.T) {
	type p = strategy.Patch
	velocity := p{Name: put("v"), Type: put(decision.TypeVelocity), HighUnits: put(10), LowUnits: put(2), Step: put(eur("1"))}
	below := func(text string) decision.RivalRule {
		return decision.RivalRule{Action: "below", By: eur(text), ByType: "percent"}
	}
	for name, c := range map[string]struct {
		base, patch p
		pointer     string
	}{
		"below by all of it": {chase(), p{Action: put(decision.ActionBelow), By: put(eur("100")), ByType: put(decision.ByPercent)}, "/by"},
		"rival":              {chase(), p{VsFBM: put(below("250"))}, "/vs_fbm/by"},
		"step":               {velocity, p{Step: put(eur("100")), StepType: put(decision.ByPercent)}, "/step"},
		"units":              {velocity, p{LowUnits: put(10)}, "/low_units"},
		"bare type":          {chase(), p{Type: put(decision.TypeFixed)}, "/type"},
		"type":               {chase(), p{Type: put(decision.TypeFixed), FixedPrice: put(eur("1"))}, "/type"},
	} {
		t.Run(name, func(t *testing.T) {
			s := strategyOf(t, c.base)
			before := s.Snapshot()
			_, err := s.Patch(c.patch, tuesday)
			code := fault.CodeInvalidStrategy
			if c.pointer == "/type" {
				code = fault.CodeInvalidState
			}
			requireFault(t, err, fault.Rule, code, c.pointer)
			require.Equal(t, before, s.Snapshot())
		})
	}
	s := strategyOf(t, chase())
	_, err := s.Patch(p{Action: put(decision.ActionAbove), By: put(eur("150")), ByType: put(decision.ByPercent), VsFBA: put(below("99.9999"))}, tuesday)
	require.NoError(t, err, "above may pass 100 percent")
}

func TestStrategyPatch(t *testing.T) {
	s := strategyOf(t, chase())
	changed, err := s.Patch(strategy.Patch{Type: put(decision.TypeCompetitor), Name: put("Chase ")}, tuesday)
	require.NoError(t, err)
	require.False(t, changed, "the same type and name, apart from spaces at the end")
	require.EqualValues(t, 1, s.Version())

	changed, err = s.Patch(strategy.Patch{
		MarketplaceIDs: put([]marketplace.ID{de}),
		Filters:        put(strategy.FiltersPatch{ExcludeSellers: put([]string{"RIVAL"}), MinFeedbackCount: put(50)}),
		VsAmazon:       put(decision.RivalRule{Action: "ignore", ByType: "amount"}),
	}, tuesday)
	require.NoError(t, err)
	require.True(t, changed)
	require.EqualValues(t, 2, s.Version())
	require.Equal(t, tuesday, s.Snapshot().UpdatedAt)
	require.Equal(t, monday, s.Snapshot().CreatedAt)
	require.True(t, s.Coverage().Serves(de))
	require.False(t, s.Coverage().Serves(us))

	_, err = s.Patch(strategy.Patch{
		MarketplaceIDs: optional.Clear[[]marketplace.ID](),
		Filters:        put(strategy.FiltersPatch{ExcludeAmazon: put(true), MinFeedbackCount: optional.Clear[int]()}),
		VsAmazon:       optional.Clear[decision.RivalRule](),
	}, tuesday)
	require.NoError(t, err)
	v := s.Snapshot().Values
	f, ok := v.Filters.Get()
	require.True(t, ok)
	require.Equal(t, decision.Filters{
		IncludeSellers: []string{}, ExcludeSellers: []string{"RIVAL"}, ExcludeAmazon: true,
		Fulfillment: []decision.Fulfillment{}, ShipsFrom: []string{}, ExcludeShipsFrom: []string{},
	}, f)
	require.False(t, v.VsAmazon.Known())
	require.True(t, s.Coverage().Serves(us), "none means everywhere")

	_, err = s.Patch(strategy.Patch{Filters: optional.Clear[strategy.FiltersPatch]()}, tuesday)
	require.NoError(t, err)
	require.False(t, s.Snapshot().Values.Filters.Known())
}

func TestStrategySharesNothingWithItsSnapshots(t *testing.T) {
	p := chase()
	given := []marketplace.ID{us, de}
	p.MarketplaceIDs = put(given)
	p.Filters = put(strategy.FiltersPatch{ExcludeSellers: put([]string{"A"})})
	p.Schedule = put([]schedule.Window{{Days: []schedule.Day{"mon"}, Action: "pause"}})
	s := strategyOf(t, p)
	given[0] = jp
	taken := s.Snapshot()
	taken.Values.MarketplaceIDs[1] = jp
	taken.Values.Schedule[0].Days[0] = "sun"
	f, _ := taken.Values.Filters.Get()
	f.ExcludeSellers[0] = "B"
	s.Coverage().Marketplaces[0] = jp
	v := s.Snapshot().Values
	require.Equal(t, []marketplace.ID{us, de}, v.MarketplaceIDs)
	require.Equal(t, []schedule.Day{"mon"}, v.Schedule[0].Days)
	f, _ = v.Filters.Get()
	require.Equal(t, []string{"A"}, f.ExcludeSellers)
}

func TestNameKey(t *testing.T) {
	for _, same := range [][2]string{
		{"Buy Box", "buy box"}, {"Buy  Box", " BUY\tBOX "}, {"ÄRGER", "ärger"}, {"ΣΊΣΥΦΟΣ", "σίσυφος"}, {"K", "\u212a"},
	} {
		require.Equal(t, strategy.NameKey(same[0]), strategy.NameKey(same[1]))
	}
	require.NotEqual(t, strategy.NameKey("Buy Box"), strategy.NameKey("BuyBox"))
}

func TestRestoreStrategyChecksShapeOnly(t *testing.T) {
	good := strategyOf(t, chase()).Snapshot()
	odd := good
	odd.Values.Name = strings.Repeat("x", 500)
	odd.Values.MarketplaceIDs = []marketplace.ID{"CLOSED"}
	_, err := strategy.Restore(odd)
	require.NoError(t, err)
	for name, breakIt := range map[string]func(*strategy.Snapshot){
		"id":      func(s *strategy.Snapshot) { s.ID = 0 },
		"team":    func(s *strategy.Snapshot) { s.Team = 0 },
		"version": func(s *strategy.Snapshot) { s.Version = 0 },
		"type":    func(s *strategy.Snapshot) { s.Values.Type = "x" },
		"by":      func(s *strategy.Snapshot) { s.Values.ByType = "" },
		"box":     func(s *strategy.Snapshot) { s.Values.OnOwnBuyBox = "" },
	} {
		bad := good
		breakIt(&bad)
		_, err := strategy.Restore(bad)
		require.Error(t, err, name)
	}
}
