package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// rules know two strategies: 1 serves everywhere, 2 in Germany.
var rules = repricer.Rules{
	Strategies: map[strategy.ID]strategy.Coverage{
		1: {ID: 1},
		2: {ID: 2, Marketplaces: []marketplace.ID{de}},
	},
}

type amount = money.Amount

func row(t *testing.T, change func(*repricer.ProductSnapshot)) *repricer.Product {
	t.Helper()
	s := repricer.ProductSnapshot{
		ID: 3, Team: 7, Key: repricer.Key{SellerID: "ME", MarketplaceID: us, SKU: "SKU-1"}, ASIN: "B000000001", Currency: "USD",
		Mode: "off", Priority: "normal", Condition: "new", Limits: decision.DefaultLimits(),
		RunState: "idle", Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: "unknown"}},
		Version: 1, CreatedAt: monday, UpdatedAt: monday,
	}
	if change != nil {
		change(&s)
	}
	p, err := repricer.RestoreProduct(s)
	require.NoError(t, err)
	require.Equal(t, s, p.Snapshot())
	return p
}

func limits(l repricer.LimitsPatch) repricer.ProductPatch {
	return repricer.ProductPatch{Limits: put(l)}
}

func mode(m decision.Mode) repricer.ProductPatch {
	return repricer.ProductPatch{Mode: optional.Some(m)}
}

func TestPatchBounds(t *testing.T) {
	type l = repricer.LimitsPatch
	for name, c := range map[string]struct {
		patch   repricer.ProductPatch
		code    fault.Code
		pointer string
	}{
		"nothing":          {repricer.ProductPatch{}, "too_few", ""},
		"strategy":         {repricer.ProductPatch{StrategyID: put(strategy.ID(-1))}, "out_of_range", "/strategy_id"},
		"mode":             {mode("on"), "not_allowed", "/mode"},
		"priority":         {repricer.ProductPatch{Priority: optional.Some(repricer.Priority("Fast"))}, "not_allowed", "/reprice_priority"},
		"condition":        {repricer.ProductPatch{Condition: optional.Some(decision.Condition("old"))}, "not_allowed", "/condition"},
		"limits null":      {repricer.ProductPatch{Limits: optional.Clear[l]()}, "null_not_allowed", "/limits"},
		"min 0":            {limits(l{MinPrice: put(eur("0"))}), "out_of_range", "/limits/min_price"},
		"max below 0":      {limits(l{MaxPrice: put(eur("-5"))}), "out_of_range", "/limits/max_price"},
		"change 0":         {limits(l{MaxChange: put(eur("0"))}), "out_of_range", "/limits/max_change"},
		"change percent 0": {limits(l{MaxChangePercent: put(pct("0"))}), "out_of_range", "/limits/max_change_percent"},
		"change percent":   {limits(l{MaxChangePercent: put(pct("100.0001"))}), "out_of_range", "/limits/max_change_percent"},
		"min mode":         {limits(l{MinPriceMode: put(decision.MinPriceMode("cost"))}), "not_allowed", "/limits/min_price_mode"},
		"roi":              {limits(l{TargetROI: put(pct("-0.0001"))}), "out_of_range", "/limits/target_roi"},
		"margin below":     {limits(l{TargetMargin: put(pct("-1"))}), "out_of_range", "/limits/target_margin"},
		"margin":           {limits(l{TargetMargin: put(pct("100"))}), "out_of_range", "/limits/target_margin"},
		"markup":           {limits(l{MinPriceMarkup: put(eur("-1"))}), "out_of_range", "/limits/min_price_markup"},
		"markup type":      {limits(l{MinPriceMarkupType: put(decision.Measure("ratio"))}), "not_allowed", "/limits/min_price_markup_type"},
		"fallback":         {limits(l{MissingCostFallback: put(decision.MissingCostFallback("stop"))}), "not_allowed", "/limits/missing_cost_fallback"},
	} {
		t.Run(name, func(t *testing.T) { requireItem(t, c.patch.Check(), c.code, c.pointer) })
	}
	requireFault(t, limits(l{MinPrice: put(eur("10.0001")), MaxPrice: put(eur("10"))}).Check(),
		fault.Rule, fault.CodeInvalidLimits, "/limits/min_price")
	for name, good := range map[string]repricer.ProductPatch{
		"edges": limits(l{MinPrice: put(eur("0.0001")), MaxPrice: put(eur("0.0001")), MaxChangePercent: put(pct("100")),
			TargetROI: put(pct("100000")), TargetMargin: put(pct("99.9999")), MinPriceMarkup: put(eur("0"))}),
		"zero roi":   limits(l{TargetROI: put(pct("0")), TargetMargin: put(pct("0"))}),
		"no members": limits(l{}),
		"only null":  {StrategyID: optional.Clear[strategy.ID]()},
	} {
		require.NoError(t, good.Check(), name)
	}
}

func TestRulesOfTheMergedRow(t *testing.T) {
	type l = repricer.LimitsPatch
	type snap = repricer.ProductSnapshot
	first, second := optional.Some(strategy.ID(1)), optional.Some(strategy.ID(2))
	auto := func(s *snap) {
		s.Mode, s.StrategyID, s.Limits.MinPrice = "auto", first, optional.Some(eur("5"))
	}
	yen := func(s *snap) { s.Key.MarketplaceID, s.Currency = jp, "JPY" }
	type want struct {
		code    fault.Code
		pointer string
	}
	ok := want{}
	badLimits := func(member string) want { return want{fault.CodeInvalidLimits, "/limits/" + member} }
	noStrategy := want{fault.CodeStrategyRequired, "/strategy_id"}
	for name, c := range map[string]struct {
		before func(*snap)
		patch  repricer.ProductPatch
		rules  repricer.Rules
		want   want
	}{
		"min over stored max":   {func(s *snap) { s.Limits.MaxPrice = optional.Some(eur("10")) }, limits(l{MinPrice: put(eur("10.01"))}), rules, badLimits("min_price")},
		"max under stored min":  {func(s *snap) { s.Limits.MinPrice = optional.Some(eur("10")) }, limits(l{MaxPrice: put(eur("9.99"))}), rules, badLimits("min_price")},
		"min equals stored max": {func(s *snap) { s.Limits.MaxPrice = optional.Some(eur("10")) }, limits(l{MinPrice: put(eur("10"))}), rules, ok},
		"both moved past the old": {func(s *snap) {
			s.Limits.MinPrice, s.Limits.MaxPrice = optional.Some(eur("5")), optional.Some(eur("10"))
		}, limits(l{MinPrice: put(eur("20")), MaxPrice: put(eur("30"))}), rules, ok},
		"max cleared under new min": {func(s *snap) { s.Limits.MaxPrice = optional.Some(eur("10")) }, limits(l{MinPrice: put(eur("20")), MaxPrice: optional.Clear[amount]()}), rules, ok},
		"yen with decimals":         {yen, limits(l{MinPrice: put(eur("100.5"))}), rules, badLimits("min_price")},
		"yen with decimals on top":  {yen, limits(l{MaxPrice: put(eur("100.01"))}), rules, badLimits("max_price")},
		"whole yen":                 {yen, limits(l{MinPrice: put(eur("100"))}), rules, ok},
		"a yen step may be finer":   {yen, limits(l{MaxChange: put(eur("0.5"))}), rules, ok},
		"a tenth of a cent":         {nil, limits(l{MinPrice: put(eur("1.001"))}), rules, badLimits("min_price")},
		"decimals before crossing":  {func(s *snap) { s.Limits.MaxPrice = optional.Some(eur("1")) }, limits(l{MinPrice: put(eur("2.001"))}), rules, badLimits("min_price")},
		"auto without a floor":      {func(s *snap) { s.StrategyID = first }, mode("auto"), rules, badLimits("min_price")},
		"manual without a floor":    {func(s *snap) { s.StrategyID = first }, mode("manual"), rules, badLimits("min_price")},
		"limits before strategy":    {nil, mode("auto"), rules, badLimits("min_price")},
		"off needs nothing":         {nil, mode("off"), repricer.Rules{}, ok},
		"roi without a target":      {auto, limits(l{MinPriceMode: put(decision.MinPriceROI)}), rules, badLimits("target_roi")},
		"margin without a target":   {auto, limits(l{MinPriceMode: put(decision.MinPriceMargin)}), rules, badLimits("target_margin")},
		"markup without a markup":   {auto, limits(l{MinPriceMode: put(decision.MinPriceMarkup)}), rules, badLimits("min_price_markup")},
		"roi with a target of zero": {auto, limits(l{MinPriceMode: put(decision.MinPriceROI), TargetROI: put(pct("0"))}), rules, ok},
		"margin with a target":      {auto, limits(l{MinPriceMode: put(decision.MinPriceMargin), TargetMargin: put(pct("20"))}), rules, ok},
		"markup with a markup":      {auto, limits(l{MinPriceMode: put(decision.MinPriceMarkup), MinPriceMarkup: put(eur("3"))}), rules, ok},
		"floor of auto cleared":     {auto, limits(l{MinPrice: optional.Clear[amount]()}), rules, badLimits("min_price")},
		"target of another mode":    {nil, limits(l{TargetROI: put(pct("30"))}), rules, ok},
		"auto, own strategy":        {func(s *snap) { s.StrategyID, s.Limits.MinPrice = first, optional.Some(eur("5")) }, mode("auto"), rules, ok},
		"auto, no strategy":         {func(s *snap) { s.Limits.MinPrice = optional.Some(eur("5")) }, mode("auto"), rules, noStrategy},
		"auto, default strategy":    {func(s *snap) { s.Limits.MinPrice = optional.Some(eur("5")) }, mode("auto"), repricer.Rules{Default: first, Strategies: rules.Strategies}, ok},
		"auto, default elsewhere":   {func(s *snap) { s.Limits.MinPrice = optional.Some(eur("5")) }, mode("auto"), repricer.Rules{Default: second, Strategies: rules.Strategies}, noStrategy},
		"auto, own elsewhere":       {func(s *snap) { s.StrategyID, s.Limits.MinPrice = second, optional.Some(eur("5")) }, mode("auto"), repricer.Rules{Default: first, Strategies: rules.Strategies}, noStrategy},
		"auto, own is gone": {func(s *snap) {
			s.StrategyID, s.Limits.MinPrice = optional.Some(strategy.ID(9)), optional.Some(eur("5"))
		}, mode("auto"), rules, noStrategy},
		"auto row loses strategy":    {auto, repricer.ProductPatch{StrategyID: optional.Clear[strategy.ID]()}, rules, noStrategy},
		"off row, strategy not here": {nil, repricer.ProductPatch{StrategyID: put(strategy.ID(2))}, rules, ok},
		"all in one": {nil, repricer.ProductPatch{StrategyID: put(strategy.ID(1)), Mode: optional.Some(decision.ModeAuto),
			Limits: put(l{MinPrice: put(eur("5"))})}, rules, ok},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, c.patch.Check())
			p := row(t, c.before)
			before := p.Snapshot()
			_, err := p.Change(c.patch, c.rules, tuesday)
			if c.want == ok {
				require.NoError(t, err)
				return
			}
			requireFault(t, err, fault.Rule, c.want.code, c.want.pointer)
			require.Equal(t, before, p.Snapshot())
		})
	}
}

func TestChangeMergesAndCounts(t *testing.T) {
	type l = repricer.LimitsPatch
	p := row(t, func(s *repricer.ProductSnapshot) {
		s.Limits.MinPrice, s.Limits.MaxPrice = optional.Some(eur("5")), optional.Some(eur("50"))
		s.Limits.MinPriceMode, s.Limits.TargetROI = "roi", optional.Some(pct("30"))
		s.Limits.MinPriceMarkupType, s.Limits.MissingCostFallback = "percent", "skip"
	})
	changed, err := p.Change(limits(l{
		MaxPrice: optional.Clear[amount](), MaxChange: put(eur("2")), MinPriceMode: optional.Clear[decision.MinPriceMode](),
		MinPriceMarkupType: optional.Clear[decision.Measure](), MissingCostFallback: optional.Clear[decision.MissingCostFallback](),
	}), rules, tuesday)
	require.NoError(t, err)
	require.True(t, changed)
	got := p.Snapshot()
	require.Equal(t, decision.Limits{
		MinPrice: optional.Some(eur("5")), MaxChange: optional.Some(eur("2")), TargetROI: optional.Some(pct("30")),
		MinPriceMode: "manual", MinPriceMarkupType: "amount", MissingCostFallback: "error",
	}, got.Limits)
	require.EqualValues(t, 2, got.Version)
	require.Equal(t, tuesday, got.UpdatedAt)
	require.Equal(t, monday, got.CreatedAt)

	for name, same := range map[string]repricer.ProductPatch{
		"the same again": limits(l{MaxChange: put(eur("2.00"))}),
		"no members":     limits(l{}),
		"null on null":   {StrategyID: optional.Clear[strategy.ID](), Limits: put(l{MaxPrice: optional.Clear[amount]()})},
		"the same words": {Mode: optional.Some(decision.ModeOff), Priority: optional.Some(repricer.PriorityNormal), Condition: optional.Some(decision.ConditionNew)},
	} {
		changed, err := p.Change(same, rules, tuesday.Add(1))
		require.NoError(t, err, name)
		require.False(t, changed, name)
		require.Equal(t, got, p.Snapshot(), name)
	}
}

func TestOnlyTheModeEndsAHold(t *testing.T) {
	held := func(s *repricer.ProductSnapshot) {
		s.Hold = optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: monday, Details: "fell by 40 percent"})
	}
	p := row(t, held)
	_, err := p.Change(repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}, rules, tuesday)
	require.NoError(t, err)
	require.True(t, p.Snapshot().Hold.Known())

	changed, err := p.Change(mode("off"), rules, tuesday)
	require.NoError(t, err)
	require.True(t, changed, "the mode is as before, the hold is not")
	require.False(t, p.Snapshot().Hold.Known())

	p = row(t, held)
	_, err = p.Change(mode("auto"), rules, tuesday)
	require.Error(t, err)
	require.True(t, p.Snapshot().Hold.Known(), "a refused change ends nothing")
}

func TestReassignAndUnassign(t *testing.T) {
	auto := func(s *repricer.ProductSnapshot) {
		s.Mode, s.StrategyID, s.Limits.MinPrice = "auto", optional.Some(strategy.ID(1)), optional.Some(eur("5"))
	}
	p := row(t, auto)
	p.Reassign(2, tuesday)
	got := p.Snapshot()
	require.Equal(t, optional.Some(strategy.ID(2)), got.StrategyID)
	require.Equal(t, decision.ModeAuto, got.Mode)
	require.EqualValues(t, 2, got.Version)

	p = row(t, auto)
	p.Unassign(tuesday)
	got = p.Snapshot()
	require.False(t, got.StrategyID.Known())
	require.Equal(t, decision.ModeOff, got.Mode)
	require.Equal(t, optional.Some(eur("5")), got.Limits.MinPrice)
	require.EqualValues(t, 2, got.Version)
	require.Equal(t, tuesday, got.UpdatedAt)
}

func TestNewRowTakesTheDefaults(t *testing.T) {
	d := repricer.Defaults{Mode: "manual", Priority: "low", Limits: decision.DefaultLimits()}
	d.Limits.MinPrice, d.Limits.MaxPrice = optional.Some(eur("5")), optional.Some(eur("50"))
	n := repricer.NewProduct{
		Key: repricer.Key{SellerID: "ME", MarketplaceID: de, SKU: "sku 1"}, ASIN: "B0ABCDEFGH",
		Patch: repricer.ProductPatch{StrategyID: put(strategy.ID(2)), Limits: put(repricer.LimitsPatch{MaxPrice: put(eur("20"))})},
	}
	require.NoError(t, n.Check())
	p, err := n.New(7, d, rules, monday)
	require.NoError(t, err)
	want := d.Limits
	want.MaxPrice = optional.Some(eur("20"))
	require.Equal(t, repricer.ProductSnapshot{
		Team: 7, Key: n.Key, ASIN: "B0ABCDEFGH", Currency: "EUR", StrategyID: optional.Some(strategy.ID(2)),
		Mode: "manual", Priority: "low", Condition: "new", Limits: want,
		RunState: "idle", Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: "unknown"}},
		Version: 1, CreatedAt: monday, UpdatedAt: monday,
	}, p.Snapshot())

	n.Patch = repricer.ProductPatch{Limits: put(repricer.LimitsPatch{MaxPrice: put(eur("4"))})}
	_, err = n.New(7, d, rules, monday)
	requireFault(t, err, fault.Rule, fault.CodeInvalidLimits, "/limits/min_price")

	n.Patch = repricer.ProductPatch{}
	require.NoError(t, n.Check(), "a new row needs no members beside its identity")
	_, err = n.New(7, d, rules, monday)
	requireFault(t, err, fault.Rule, fault.CodeStrategyRequired, "/strategy_id")
}

// A row names a seller, a marketplace and a product.
func TestNewRowsAreIdentified(t *testing.T) {
	good := repricer.NewProduct{Key: repricer.Key{SellerID: "ME", MarketplaceID: us, SKU: "A"}, ASIN: "B000000001"}
	for name, change := range map[string]func(*repricer.NewProduct){
		"no seller":           func(n *repricer.NewProduct) { n.Key.SellerID = "" },
		"no ASIN":             func(n *repricer.NewProduct) { n.ASIN = "" },
		"another marketplace": func(n *repricer.NewProduct) { n.Key.MarketplaceID = "US" },
	} {
		n := good
		change(&n)
		_, err := n.New(7, repricer.Defaults{Mode: decision.ModeOff}, repricer.Rules{}, monday)
		require.True(t, fault.Is(err, fault.CodeValidationFailed), "%s: %v", name, err)
	}
}

func TestNewRowBounds(t *testing.T) {
	good := repricer.NewProduct{Key: repricer.Key{MarketplaceID: us, SKU: "A"}}
	require.NoError(t, good.Check())
	for name, c := range map[string]struct {
		change  func(*repricer.NewProduct)
		code    fault.Code
		pointer string
	}{
		"sku empty":   {func(n *repricer.NewProduct) { n.Key.SKU = "" }, "invalid", "/sku"},
		"sku long":    {func(n *repricer.NewProduct) { n.Key.SKU = string(make([]byte, 41)) }, "invalid", "/sku"},
		"sku control": {func(n *repricer.NewProduct) { n.Key.SKU = "a\nb" }, "invalid", "/sku"},
		"sku space":   {func(n *repricer.NewProduct) { n.Key.SKU = "a " }, "invalid", "/sku"},
		"marketplace": {func(n *repricer.NewProduct) { n.Key.MarketplaceID = "US" }, "not_allowed", "/marketplace_id"},
		"seller":      {func(n *repricer.NewProduct) { n.Key.SellerID = "me" }, "invalid", "/seller_id"},
		"asin":        {func(n *repricer.NewProduct) { n.ASIN = "b000000001" }, "invalid", "/asin"},
		"asin long":   {func(n *repricer.NewProduct) { n.ASIN = "B0000000011" }, "invalid", "/asin"},
		"mode":        {func(n *repricer.NewProduct) { n.Patch = mode("x") }, "not_allowed", "/mode"},
	} {
		n := good
		c.change(&n)
		t.Run(name, func(t *testing.T) { requireItem(t, n.Check(), c.code, c.pointer) })
	}
}

func TestRestoreProductChecksShapeOnly(t *testing.T) {
	type snap = repricer.ProductSnapshot
	good := row(t, nil).Snapshot()
	odd := good
	odd.Mode = "auto" // without floor and strategy: illegal today, still readable
	odd.Limits.MinPrice, odd.Limits.MaxPrice = optional.Some(eur("9")), optional.Some(eur("1"))
	_, err := repricer.RestoreProduct(odd)
	require.NoError(t, err)
	for name, breakIt := range map[string]func(*snap){
		"id":        func(s *snap) { s.ID = 0 },
		"team":      func(s *snap) { s.Team = 0 },
		"version":   func(s *snap) { s.Version = 0 },
		"sku":       func(s *snap) { s.Key.SKU = "" },
		"currency":  func(s *snap) { s.Currency = "" },
		"mode":      func(s *snap) { s.Mode = "" },
		"priority":  func(s *snap) { s.Priority = "" },
		"condition": func(s *snap) { s.Condition = "" },
		"limits":    func(s *snap) { s.Limits.MissingCostFallback = "" },
		"run state": func(s *snap) { s.RunState = "" },
		"hold":      func(s *snap) { s.Hold = optional.Some(repricer.Hold{Reason: "x"}) },
	} {
		bad := good
		breakIt(&bad)
		_, err := repricer.RestoreProduct(bad)
		require.Error(t, err, name)
	}
}

func TestDerivedPrices(t *testing.T) {
	none := optional.None[amount]()
	s := row(t, nil).Snapshot()
	require.Equal(t, []optional.Maybe[amount]{none, none, none}, []optional.Maybe[amount]{s.LandedPrice(), s.Floor(), s.Ceiling()})

	s.Observed.CurrentPrice = optional.Some(eur("20"))
	require.Equal(t, optional.Some(eur("20")), s.LandedPrice())
	s.Observed.Shipping = optional.Some(eur("3.5"))
	require.Equal(t, optional.Some(eur("23.5")), s.LandedPrice())

	s.Observed.MapPrice = optional.Some(eur("12"))
	require.Equal(t, none, s.Floor(), "no minimum, no floor")
	s.Limits.MinPrice = optional.Some(eur("10"))
	require.Equal(t, optional.Some(eur("12")), s.Floor())
	s.Limits.MinPrice = optional.Some(eur("15"))
	require.Equal(t, optional.Some(eur("15")), s.Floor())
	s.Limits.MinPriceMode = "roi"
	require.Equal(t, none, s.Floor())

	s.Limits.MaxPrice = optional.Some(eur("30.019"))
	require.Equal(t, optional.Some(eur("30.01")), s.Ceiling())
	s.Currency = "JPY"
	require.Equal(t, optional.Some(eur("30")), s.Ceiling())
}
func TestAssign(t *testing.T) {
	t.Parallel()
	fresh := func() *repricer.Product {
		return row(t, func(s *repricer.ProductSnapshot) { s.Key.MarketplaceID, s.Currency = de, "EUR" })
	}
	here, elsewhere := strategy.Coverage{ID: 7}, strategy.Coverage{ID: 7, Marketplaces: []marketplace.ID{us}}
	rules := repricer.Rules{Strategies: map[strategy.ID]strategy.Coverage{7: here}}
	keep := optional.None[decision.Mode]()

	p := fresh()
	_, err := p.Assign(elsewhere, keep, rules, tuesday)
	requireFault(t, err, fault.Rule, fault.CodeStrategyRequired, "/ids")
	_, err = p.Assign(here, optional.Some(decision.ModeAuto), rules, tuesday)
	requireFault(t, err, fault.Rule, fault.CodeInvalidLimits, "/limits/min_price")
	require.Equal(t, fresh().Snapshot(), p.Snapshot())
	did, err := p.Assign(here, keep, rules, tuesday)
	require.NoError(t, err)
	require.True(t, did)
	require.Equal(t, optional.Some(strategy.ID(7)), p.Snapshot().StrategyID)
	require.Equal(t, int64(2), p.Version())
	did, err = p.Assign(here, keep, rules, tuesday)
	require.NoError(t, err)
	require.False(t, did)
}

func TestFloorSource(t *testing.T) {
	row := func(change func(*repricer.ProductSnapshot)) repricer.ProductSnapshot {
		s := repricer.ProductSnapshot{Limits: decision.DefaultLimits()}
		s.Limits.MinPrice, s.Observed.BreakEven = optional.Some(eur("10")), optional.Some(eur("12"))
		if change != nil {
			change(&s)
		}
		return s
	}
	guarded := func(s *repricer.ProductSnapshot) { s.Observed.Guarded = true }
	for name, c := range map[string]struct {
		row   repricer.ProductSnapshot
		floor string
		by    decision.FloorSource
	}{
		"the minimum":           {row(nil), "10", "manual"},
		"guarded":               {row(guarded), "12", "break_even"},
		"the maker's above all": {row(func(s *repricer.ProductSnapshot) { guarded(s); s.Observed.MapPrice = optional.Some(eur("13")) }), "13", "map_price"},
		"a fallback": {row(func(s *repricer.ProductSnapshot) {
			guarded(s)
			s.Limits.MinPriceMode, s.Observed.DecidedFloor, s.Observed.Cost = decision.MinPriceROI, optional.Some(eur("12")), optional.Some(eur("9"))
			s.Observed.Fulfillment = optional.Some(decision.FBM)
		}), "12", "break_even"},
		"calculated": {row(func(s *repricer.ProductSnapshot) {
			guarded(s)
			s.Limits.MinPriceMode, s.Observed.DecidedFloor, s.Observed.Cost = decision.MinPriceROI, optional.Some(eur("12")), optional.Some(eur("9"))
		}), "12", "roi"},
	} {
		floor, source := c.row.FloorSource()
		require.Equal(t, optional.Some(eur(c.floor)), floor, name)
		require.Equal(t, c.by, source, name)
	}
	require.Equal(t, optional.Some(eur("12")), row(nil).MinBelowBreakEven())
	high := row(func(s *repricer.ProductSnapshot) { s.Limits.MinPrice = optional.Some(eur("12")) })
	require.False(t, high.MinBelowBreakEven().Known())
}

func TestOnlyLimitsMoved(t *testing.T) {
	type l = repricer.LimitsPatch
	low := optional.Some(repricer.PriorityLow)
	for name, c := range map[string]struct {
		patch repricer.ProductPatch
		want  bool
	}{
		"nothing":           {repricer.ProductPatch{}, false},
		"the same price":    {limits(l{MaxPrice: put(eur("30"))}), false},
		"the highest price": {limits(l{MaxPrice: put(eur("31"))}), true},
		"both prices":       {limits(l{MinPrice: put(eur("3")), MaxPrice: optional.Clear[amount]()}), true},
		"the priority":      {repricer.ProductPatch{Priority: low}, false},
		"both":              {repricer.ProductPatch{Priority: low, Limits: put(l{MaxPrice: put(eur("31"))})}, false},
		"the largest step":  {limits(l{MaxChange: put(eur("2"))}), false},
	} {
		p := row(t, func(s *repricer.ProductSnapshot) { s.Limits.MaxPrice = optional.Some(eur("30")) })
		_, err := p.Change(c.patch, rules, tuesday)
		require.NoError(t, err, name)
		require.Equal(t, c.want, p.OnlyLimitsMoved(), name)
	}
	p := row(t, func(s *repricer.ProductSnapshot) { s.Mode = decision.ModeOff })
	_, err := p.Change(limits(l{MaxPrice: put(eur("31"))}), rules, tuesday)
	require.NoError(t, err)
	p.PutOnHold(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: monday})
	require.False(t, p.OnlyLimitsMoved(), "a stop is stored too")
}
