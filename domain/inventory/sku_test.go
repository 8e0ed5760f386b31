package inventory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

var (
	skuNow = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	today  = date.MustParse("2026-11-02")
)

func observation() inventory.Observation {
	return inventory.Observation{
		Seller: "A2SELLER", Connection: 5, Marketplace: "A1PA6795UKMFR9", SKU: "kettle", ASIN: "B000000001",
		Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive, Currency: "EUR",
	}
}

// aSKU makes a stored SKU that was seen at skuNow.
func aSKU(t require.TestingT, change func(*inventory.Observation)) *inventory.SKU {
	o := observation()
	if change != nil {
		change(&o)
	}
	s := inventory.NewSKU(1, o, 1, skuNow).Snapshot()
	s.ID = 7
	k, err := inventory.RestoreSKU(s)
	require.NoError(t, err)
	return k
}

func put(s string) optional.Field[money.Amount] { return optional.Put(money.MustParse(s)) }

func some(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }

func TestEdit(t *testing.T) {
	source := inventory.Source{Kind: inventory.SourceAPI}
	for name, x := range map[string]struct {
		patch inventory.SKUPatch
		code  fault.Code // "" without a fault
		at    string
		local inventory.SKULocal
	}{
		"nothing":             {inventory.SKUPatch{}, "", "", inventory.SKULocal{MinPrice: some("10")}},
		"prices":              {inventory.SKUPatch{MaxPrice: put("12.5"), MapPrice: put("11")}, "", "", inventory.SKULocal{MinPrice: some("10"), MaxPrice: some("12.5"), MapPrice: some("11")}},
		"cleared":             {inventory.SKUPatch{MinPrice: optional.Clear[money.Amount]()}, "", "", inventory.SKULocal{}},
		"equal bounds":        {inventory.SKUPatch{MaxPrice: put("10")}, "", "", inventory.SKULocal{MinPrice: some("10"), MaxPrice: some("10")}},
		"hidden":              {inventory.SKUPatch{Hidden: optional.Some(true)}, "", "", inventory.SKULocal{MinPrice: some("10"), Hidden: true}},
		"below the minimum":   {inventory.SKUPatch{MaxPrice: put("9.99")}, "invalid_limits", "/min_price", inventory.SKULocal{}},
		"too fine":            {inventory.SKUPatch{MapPrice: put("9.999")}, "invalid_limits", "/map_price", inventory.SKULocal{}},
		"a supplier":          {inventory.SKUPatch{Supplier: optional.Put(int64(3))}, "", "", inventory.SKULocal{MinPrice: some("10"), Supplier: optional.Some(int64(3))}},
		"no supplier":         {inventory.SKUPatch{Supplier: optional.Clear[int64]()}, "", "", inventory.SKULocal{MinPrice: some("10")}},
		"a cost without unit": {inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Prep: some("1")})}, "validation_failed", "/costs/unit_cost", inventory.SKULocal{}},
		"an unknown currency": {
			inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Unit: put("1"), Currency: optional.Some(money.Currency("XYZ"))})},
			"validation_failed", "/costs/currency", inventory.SKULocal{},
		},
		"a day too early": {
			inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Unit: put("1"), From: optional.Some(date.MustParse("1999-12-31"))})},
			"validation_failed", "/costs", inventory.SKULocal{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := aSKU(t, nil)
			changed, err := k.Edit(inventory.SKUPatch{MinPrice: put("10")}, source, today, skuNow)
			require.NoError(t, err)
			require.True(t, changed)
			before := k.Snapshot()
			changed, err = k.Edit(x.patch, source, today, skuNow.Add(time.Second))
			if x.code != "" {
				f, _ := fault.As(err)
				require.NotNil(t, f)
				require.Equal(t, fault.Rule, f.Kind)
				require.Equal(t, x.code, f.Code)
				require.Equal(t, x.at, f.Pointer)
				require.Equal(t, before, k.Snapshot())
				return
			}
			require.NoError(t, err)
			after := k.Snapshot()
			require.Equal(t, x.local, after.SKULocal)
			require.Equal(t, before.SKULocal != after.SKULocal, changed)
			if changed {
				before.Version++
				before.UpdatedAt = skuNow.Add(time.Second)
			}
			before.SKULocal = after.SKULocal
			require.Equal(t, before, after)
		})
	}
}

func TestYenHaveNoDecimals(t *testing.T) {
	k := aSKU(t, func(o *inventory.Observation) { o.Currency = "JPY" })
	_, err := k.Edit(inventory.SKUPatch{MinPrice: put("100.5")}, inventory.Source{}, today, skuNow)
	require.True(t, fault.Is(err, fault.CodeInvalidLimits))
	_, err = k.Edit(inventory.SKUPatch{MinPrice: put("100")}, inventory.Source{}, today, skuNow)
	require.NoError(t, err)
}

func TestCostsKeepWhatAPatchDoesNotName(t *testing.T) {
	k := aSKU(t, nil)
	edit := func(p inventory.CostPatch) {
		t.Helper()
		_, err := k.Edit(inventory.SKUPatch{Costs: optional.Some(p)}, inventory.Source{Kind: inventory.SourceAPI}, today, skuNow)
		require.NoError(t, err)
	}
	edit(inventory.CostPatch{Unit: put("5"), Prep: some("0.5"), VATRate: optional.Put(money.MustParsePercent("19"))})
	edit(inventory.CostPatch{Other: some("0.25")})
	l, ok := k.Snapshot().Costs.In(today)
	require.True(t, ok)
	require.Equal(t, inventory.Cost{
		Unit: money.MustParse("5"), Prep: money.MustParse("0.5"), Other: money.MustParse("0.25"),
		VATRate: optional.Some(money.MustParsePercent("19")), Currency: "EUR", Source: inventory.Source{Kind: inventory.SourceAPI},
	}, l.Cost)

	// Another currency resets the cost.
	edit(inventory.CostPatch{Unit: put("6"), Currency: optional.Some(money.Currency("USD"))})
	l, _ = k.Snapshot().Costs.In(today)
	require.Equal(t, inventory.Cost{Unit: money.MustParse("6"), Currency: "USD", Source: inventory.Source{Kind: inventory.SourceAPI}}, l.Cost)
	_, err := k.Edit(inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Prep: some("1"), Currency: optional.Some(money.Currency("EUR"))})},
		inventory.Source{}, today, skuNow)
	require.True(t, fault.Is(err, fault.CodeValidationFailed))
	// And continues without being named.
	edit(inventory.CostPatch{Prep: some("1")})
	l, _ = k.Snapshot().Costs.In(today)
	require.Equal(t, money.Currency("USD"), l.Cost.Currency)

	edit(inventory.CostPatch{Unit: optional.Clear[money.Amount]()})
	require.Empty(t, k.Snapshot().Costs.All())
	require.False(t, k.Snapshot().UnitCost.Known())
}

func TestTheCostShownIsThatOfTheDay(t *testing.T) {
	k := aSKU(t, nil)
	source := inventory.Source{Kind: inventory.SourceAPI}
	_, err := k.Edit(inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Unit: put("5")})}, source, today, skuNow)
	require.NoError(t, err)
	require.Equal(t, some("5"), k.Snapshot().UnitCost)
	require.False(t, k.Snapshot().TurnsOn.Known())
	_, err = k.Edit(inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{
		Unit: put("6"), From: optional.Some(today.Add(3)), To: optional.Some(today.Add(4)),
	})}, source, today, skuNow)
	require.NoError(t, err)
	require.Equal(t, some("5"), k.Snapshot().UnitCost)
	require.Equal(t, optional.Some(today.Add(3)), k.Snapshot().TurnsOn)
	version := k.Version()
	k.Roll(today.Add(3))
	require.Equal(t, some("6"), k.Snapshot().UnitCost)
	require.Equal(t, optional.Some(today.Add(5)), k.Snapshot().TurnsOn)
	k.Roll(today.Add(9))
	require.Equal(t, some("5"), k.Snapshot().UnitCost)
	require.False(t, k.Snapshot().TurnsOn.Known())
	require.Equal(t, version, k.Version())
}

func TestObserve(t *testing.T) {
	later, earlier := skuNow.Add(time.Hour), skuNow.Add(-time.Hour)
	listed := func(o *inventory.Observation) { o.UpdatedAt = skuNow.Add(-time.Minute) }
	for name, x := range map[string]struct {
		first, change func(*inventory.Observation)
		at            time.Time
		changed       bool
		check         func(t *testing.T, s inventory.SKUSnapshot)
	}{
		"the same again": {nil, nil, later, false, func(t *testing.T, s inventory.SKUSnapshot) {
			require.Equal(t, optional.Some(later), s.LastSyncedAt)
			require.Equal(t, int64(2), s.SeenRun)
			require.Equal(t, skuNow, s.UpdatedAt)
		}},
		"a price": {nil, func(o *inventory.Observation) { o.Price = ptr(money.MustParse("9")) }, later, true, func(t *testing.T, s inventory.SKUSnapshot) {
			require.Equal(t, some("9"), s.Price)
			require.Equal(t, later, s.UpdatedAt)
		}},
		"another connection": {nil, func(o *inventory.Observation) { o.Connection = 6 }, later, true, nil},
		"read before":        {nil, func(o *inventory.Observation) { o.ASIN = "B000000002" }, earlier, false, func(t *testing.T, s inventory.SKUSnapshot) { require.Equal(t, optional.Some(skuNow), s.LastSyncedAt) }},
		"a state of before":  {listed, func(o *inventory.Observation) { o.ASIN, o.UpdatedAt = "B000000002", earlier }, later, false, nil},
		"a state not dated":  {listed, func(o *inventory.Observation) { o.ASIN, o.UpdatedAt = "B000000002", time.Time{} }, later, true, nil},
		"shipped by the seller now": {nil, func(o *inventory.Observation) { o.Channel, o.Quantity = inventory.FBM, ptr(int64(4)) }, later, true, func(t *testing.T, s inventory.SKUSnapshot) {
			require.Equal(t, optional.Some(int64(4)), s.Fulfillable)
			require.False(t, s.Inbound.Known())
		}},
		"inactive with stock is stranded": {nil, func(o *inventory.Observation) { o.Status = inventory.SKUInactive }, later, true, func(t *testing.T, s inventory.SKUSnapshot) {
			require.Equal(t, inventory.SKUStranded, s.Status)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			k := aSKU(t, x.first)
			require.True(t, k.ObserveStock(inventory.Stock{SKU: "kettle", FNSKU: "X1", Fulfillable: 3, Inbound: 1}, skuNow))
			before := k.Snapshot()
			o := observation()
			if x.first != nil {
				x.first(&o)
			}
			if x.change != nil {
				x.change(&o)
			}
			require.Equal(t, x.changed, k.Observe(o, 2, x.at))
			after := k.Snapshot()
			require.Equal(t, int64(2), after.SeenRun)
			require.Equal(t, x.changed, after.Version == before.Version+1)
			if !x.changed {
				require.Equal(t, before.Version, after.Version)
				require.Equal(t, before.ASIN, after.ASIN)
			}
			if x.check != nil {
				x.check(t, after)
			}
		})
	}
}

func TestStock(t *testing.T) {
	k := aSKU(t, func(o *inventory.Observation) { o.Status = inventory.SKUInactive })
	st := inventory.Stock{SKU: "kettle", FNSKU: "X1", Fulfillable: 3, Inbound: 1, Reserved: 2, Unfulfillable: 4}
	require.True(t, k.ObserveStock(st, skuNow))
	s := k.Snapshot()
	require.Equal(t, inventory.SKUStranded, s.Status)
	require.Equal(t, optional.Some("X1"), s.FNSKU)
	require.Equal(t, []optional.Maybe[int64]{optional.Some(int64(3)), optional.Some(int64(1)), optional.Some(int64(2)), optional.Some(int64(4))},
		[]optional.Maybe[int64]{s.Fulfillable, s.Inbound, s.Reserved, s.Unfulfillable})
	require.False(t, k.ObserveStock(st, skuNow.Add(time.Hour)), "the same again")
	require.Equal(t, optional.Some(skuNow.Add(time.Hour)), k.Snapshot().StockAt)
	require.False(t, k.ObserveStock(inventory.Stock{SKU: "kettle"}, skuNow), "read before")

	require.True(t, k.Close(skuNow.Add(2*time.Hour)))
	require.False(t, k.Close(skuNow.Add(2*time.Hour)))
	require.False(t, k.ObserveStock(inventory.Stock{SKU: "kettle"}, skuNow.Add(3*time.Hour)), "closed")
	require.True(t, k.Observe(observation(), 2, skuNow.Add(3*time.Hour)), "open again")
	require.Equal(t, inventory.SKUActive, k.Snapshot().Status)

	own := aSKU(t, func(o *inventory.Observation) { o.Channel = inventory.FBM })
	require.False(t, own.ObserveStock(st, skuNow.Add(time.Hour)), "shipped by the seller")
}

func TestUnseen(t *testing.T) {
	k := aSKU(t, nil) // seen by run 1 at skuNow
	require.True(t, k.Unseen(2, skuNow.Add(time.Second)))
	require.False(t, k.Unseen(1, skuNow.Add(time.Second)), "by this run")
	require.False(t, k.Unseen(2, skuNow), "read since the run began")
}

func TestLongTextsAreCut(t *testing.T) {
	long := make([]rune, 3000)
	for i := range long {
		long[i] = 'ü'
	}
	s := aSKU(t, func(o *inventory.Observation) {
		o.Title, o.ImageURL = ptr(string(long)), ptr("https://x/"+string(long))
	}).Snapshot()
	require.Len(t, []rune(s.Title.Or("")), 500)
	require.False(t, s.ImageURL.Known())
}

func TestMatched(t *testing.T) {
	k := aSKU(t, nil)
	require.False(t, k.Matched(inventory.SKUMatching{UnitsPerSale: 4}, skuNow), "units belong to a product")
	require.True(t, k.Matched(inventory.SKUMatching{Matches: 1, Product: optional.Some(int64(3)), UnitsPerSale: 4}, skuNow))
	require.False(t, k.Matched(inventory.SKUMatching{Matches: 1, Product: optional.Some(int64(3)), UnitsPerSale: 4}, skuNow))
	require.Equal(t, int64(2), k.Version())
}

func TestRestoreRefusesWhatCannotBe(t *testing.T) {
	good := aSKU(t, nil).Snapshot()
	for name, spoil := range map[string]func(*inventory.SKUSnapshot){
		"id": func(s *inventory.SKUSnapshot) { s.ID = 0 }, "team": func(s *inventory.SKUSnapshot) { s.Team = 0 },
		"version": func(s *inventory.SKUSnapshot) { s.Version = 0 }, "sku": func(s *inventory.SKUSnapshot) { s.Key.SKU = "" },
		"currency": func(s *inventory.SKUSnapshot) { s.Currency = "" }, "units": func(s *inventory.SKUSnapshot) { s.UnitsPerSale = 0 },
	} {
		bad := good
		spoil(&bad)
		_, err := inventory.RestoreSKU(bad)
		require.Error(t, err, name)
	}
}

// TestObservingKeepsWhatTheTeamKeeps mixes edits and observations in any order.
func TestObservingKeepsWhatTheTeamKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := aSKU(t, nil)
		var want inventory.SKULocal
		var costs inventory.CostLayers
		for n := range rapid.IntRange(1, 20).Draw(t, "steps") {
			at := skuNow.Add(time.Duration(rapid.IntRange(-5, 30).Draw(t, "at")) * time.Minute)
			version := k.Version()
			var changed bool
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				p := inventory.SKUPatch{MinPrice: put("1"), Hidden: optional.Some(n%2 == 0)}
				if rapid.Bool().Draw(t, "cost") {
					p.Costs = optional.Some(inventory.CostPatch{Unit: optional.Put(money.FromUnits(int64(n)))})
				}
				var err error
				changed, err = k.Edit(p, inventory.Source{Kind: inventory.SourceAPI}, today, at)
				require.NoError(t, err)
				want.MinPrice, want.Hidden = some("1"), n%2 == 0
				costs = k.Snapshot().Costs
			case 1:
				o := observation()
				o.Channel = rapid.SampledFrom(inventory.Channels()).Draw(t, "channel")
				o.Price = ptr(money.FromUnits(rapid.Int64Range(1, 3).Draw(t, "price")))
				changed = k.Observe(o, int64(n), at)
			case 2:
				changed = k.ObserveStock(inventory.Stock{SKU: "kettle", Fulfillable: rapid.Int64Range(0, 2).Draw(t, "stock")}, at)
			case 3:
				changed = k.Close(at)
			}
			s := k.Snapshot()
			require.Equal(t, want, s.SKULocal)
			require.Equal(t, costs, s.Costs)
			require.Equal(t, changed, s.Version == version+1)
			require.False(t, s.UpdatedAt.Before(skuNow))
			_, err := inventory.RestoreSKU(s)
			require.NoError(t, err)
		}
	})
}

func TestAssemble(t *testing.T) {
	part := func(units int64, unit, currency string) inventory.CostPart {
		return inventory.CostPart{Units: units, Known: true, Cost: inventory.Cost{
			Unit: money.MustParse(unit), Prep: money.MustParse("0.1"), Currency: money.Currency(currency),
			VATRate: optional.Some(money.MustParsePercent("19")),
		}}
	}
	sum, ok := inventory.Assemble([]inventory.CostPart{part(2, "3", "EUR"), part(3, "1.5", "EUR")})
	require.True(t, ok)
	require.Equal(t, "10.5", sum.Unit.String())
	require.Equal(t, "0.5", sum.Prep.String())
	require.Equal(t, optional.Some(money.MustParsePercent("19")), sum.VATRate)

	free, posted := part(1, "1", "EUR"), part(2, "1", "EUR")
	free.Cost.VATRate = optional.None[money.Percent]()
	posted.Cost.OutboundShipping = some("1.2")
	sum, ok = inventory.Assemble([]inventory.CostPart{posted, free})
	require.True(t, ok)
	require.False(t, sum.VATRate.Known())
	require.False(t, sum.OutboundShipping.Known(), "that of one part is not known")
	free.Cost.OutboundShipping = some("0.5")
	sum, ok = inventory.Assemble([]inventory.CostPart{posted, free})
	require.True(t, ok)
	require.Equal(t, some("2.9"), sum.OutboundShipping)
	posted.Units, posted.Cost.OutboundShipping = 100_000, some("9999999999")
	sum, ok = inventory.Assemble([]inventory.CostPart{posted})
	require.True(t, ok)
	require.False(t, sum.OutboundShipping.Known(), "no amount")

	for name, parts := range map[string][]inventory.CostPart{
		"no part":          {},
		"a part not known": {part(1, "1", "EUR"), {Units: 1}},
		"two currencies":   {part(1, "1", "EUR"), part(1, "1", "USD")},
		"no amount":        {part(100_000, "9999999999", "EUR"), part(1, "1", "EUR")},
	} {
		_, ok := inventory.Assemble(parts)
		require.False(t, ok, name)
	}
}

func ptr[T any](v T) *T { return &v }
