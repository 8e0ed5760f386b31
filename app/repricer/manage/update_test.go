package manage_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

func TestBulkUpdateAnswersInOrderAndActsOnce(t *testing.T) {
	w := newWorld(t)
	ids := w.rows(3, us)
	foreign := w.as(theirs).rows(1, us)[0]
	w.update(limits(repricer.LimitsPatch{MaxPrice: put(eur("5"))}), ids[1])

	got := w.update(limits(repricer.LimitsPatch{MinPrice: put(eur("10"))}), ids[2], 999, ids[1], ids[0], ids[2], foreign)
	require.Equal(t, []edit.Outcome{edit.Updated, edit.Failed, edit.Failed, edit.Updated, edit.Updated, edit.Failed}, statuses(bare(got)))
	require.Equal(t, []fault.Code{"", "not_found", "invalid_limits", "", "", "not_found"}, codes(bare(got)))
	for i, want := range []decision.ProductID{ids[2], 999, ids[1], ids[0], ids[2], foreign} {
		require.Equal(t, want, got[i].ID)
	}
	require.Equal(t, *got[1].Err, *got[5].Err, "another team's row sounds like none")
	require.EqualValues(t, 2, got[0].Product.Version, "named twice, acted once")
	require.Equal(t, got[0].Product, got[4].Product)
	require.Equal(t, *got[0].Product, w.get(ids[2]))
	require.False(t, w.get(ids[1]).Limits.MinPrice.Known())
	require.False(t, w.as(theirs).get(foreign).Limits.MinPrice.Known())

	got = w.update(limits(repricer.LimitsPatch{MinPrice: put(eur("10"))}), ids[0], ids[2])
	require.Equal(t, []edit.Outcome{edit.Unchanged, edit.Unchanged}, statuses(bare(got)))
	require.EqualValues(t, 2, got[0].Product.Version)
	require.Equal(t, []edit.Outcome{edit.Unchanged}, statuses(bare(w.update(limits(repricer.LimitsPatch{}), ids[0]))))
}

func TestBulkUpdateThatIsRefusedChangesNothing(t *testing.T) {
	w := newWorld(t)
	ids := w.rows(2, us)
	foreign := w.as(theirs).strategy("Theirs")
	many := make([]decision.ProductID, 101)
	for i := range many {
		many[i] = ids[0]
	}
	plan := func(s strategy.ID) repricer.ProductPatch { return repricer.ProductPatch{StrategyID: put(s)} }
	before := w.everything()
	for name, c := range map[string]struct {
		ids   []decision.ProductID
		patch repricer.ProductPatch
		kind  fault.Kind
		code  fault.Code
	}{
		"no ids":           {nil, mode("off"), fault.Invalid, "validation_failed"},
		"101 ids":          {many, mode("off"), fault.Invalid, "validation_failed"},
		"no member":        {ids, repricer.ProductPatch{}, fault.Invalid, "validation_failed"},
		"a bad word":       {ids, mode("on"), fault.Invalid, "validation_failed"},
		"min over max":     {ids, limits(repricer.LimitsPatch{MinPrice: put(eur("2")), MaxPrice: put(eur("1"))}), fault.Rule, "invalid_limits"},
		"unknown strategy": {ids, plan(999), fault.Rule, "strategy_not_found"},
		"foreign strategy": {ids, plan(foreign), fault.Rule, "strategy_not_found"},
	} {
		_, err := w.products.BulkUpdate(t.Context(), w.who, manage.UpdateProducts{IDs: c.ids, Patch: c.patch})
		requireFault(t, err, c.kind, c.code)
		require.Equal(t, before, w.everything(), name)
	}
	got := w.update(repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}, many[:100]...)
	require.Len(t, got, 100)
}

func TestModeNeedsAStrategyThatServes(t *testing.T) {
	w := newWorld(t)
	american, german := w.rows(1, us)[0], w.rows(1, de)[0]
	auto := repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto), Limits: put(repricer.LimitsPatch{MinPrice: put(eur("5"))})}
	require.Equal(t, []fault.Code{"strategy_required", "strategy_required"}, codes(bare(w.update(auto, american, german))))

	onlyGermany := w.strategy("Germany", de)
	w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(onlyGermany)})
	got := w.update(auto, american, german)
	require.Equal(t, []fault.Code{"strategy_required", ""}, codes(bare(got)))
	require.Equal(t, optional.Some(onlyGermany), got[1].Product.EffectiveStrategyID)
	require.False(t, got[1].Product.StrategyID.Known())

	own := auto
	own.StrategyID = put(w.strategy("Everywhere"))
	require.Equal(t, []edit.Outcome{edit.Updated}, statuses(bare(w.update(own, american))))

	// After a reset of the settings the row stays; only a change of it is checked.
	require.NoError(t, w.settings.Reset(t.Context(), w.who, nil))
	require.Equal(t, decision.ModeAuto, w.get(german).Mode)
	require.False(t, w.get(german).EffectiveStrategyID.Known())
	require.Equal(t, []fault.Code{"strategy_required"}, codes(bare(w.update(limits(repricer.LimitsPatch{MinPrice: put(eur("6"))}), german))))
	require.Equal(t, []edit.Outcome{edit.Updated}, statuses(bare(w.update(mode("off"), german))))
}

func TestUpdateIsBulkUpdateOfOneRow(t *testing.T) {
	w := newWorld(t)
	product := w.rows(1, us)[0]
	foreign := w.as(theirs).rows(1, us)[0]
	update := func(product decision.ProductID, p repricer.ProductPatch, ifMatch *int64) (manage.Product, error) {
		return w.products.Update(t.Context(), w.who, manage.UpdateProduct{ID: product, Patch: p, IfMatch: ifMatch})
	}
	first, second := int64(1), int64(2)
	got, err := update(product, limits(repricer.LimitsPatch{MaxPrice: put(eur("5"))}), &first)
	require.NoError(t, err)
	require.EqualValues(t, 2, got.Version)

	before := w.everything()
	_, err = update(product, limits(repricer.LimitsPatch{MinPrice: put(eur("6"))}), &second)
	requireFault(t, err, fault.Rule, "invalid_limits")
	_, err = update(product, mode("auto"), &first)
	requireFault(t, err, fault.Stale, "precondition_failed")
	_, err = update(999, mode("off"), &first)
	requireFault(t, err, fault.NotFound, "not_found")
	_, err = update(foreign, mode("off"), &second)
	requireFault(t, err, fault.NotFound, "not_found")
	require.Equal(t, before, w.everything())

	got, err = update(product, limits(repricer.LimitsPatch{MaxPrice: optional.Clear[money.Amount]()}), nil)
	require.NoError(t, err)
	require.False(t, got.Limits.MaxPrice.Known())
}

func TestModeEndsAHold(t *testing.T) {
	w := newWorld(t)
	product := w.rows(1, us)[0]
	held := w.get(product).ProductSnapshot
	held.Hold = optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: held.CreatedAt})
	row, err := repricer.RestoreProduct(held)
	require.NoError(t, err)
	require.NoError(t, w.store.Products().SaveObserved(t.Context(), []*repricer.Product{row}))
	got := w.update(repricer.ProductPatch{Priority: optional.Some(repricer.PriorityLow)}, product)
	require.True(t, got[0].Product.Hold.Known())
	got = w.update(mode("off"), product)
	require.Equal(t, edit.Updated, got[0].Outcome)
	require.False(t, w.get(product).Hold.Known())
}

func TestBulkUpdateMakesAFixedNumberOfCalls(t *testing.T) {
	w := newWorld(t)
	ids := append(w.rows(50, us), w.rows(50, de)...)
	first, second := w.strategy("First"), w.strategy("Second")
	w.update(repricer.ProductPatch{StrategyID: put(first)}, ids[:50]...)

	calls := w.calls(func() { w.update(repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}, ids[:50]...) })
	require.Equal(t, []string{"repricer_products Lock", "repricer_products Update"}, calls, "rows that are off and name a strategy ask for nothing")

	calls = w.calls(func() {
		w.update(repricer.ProductPatch{StrategyID: put(second), Mode: optional.Some(decision.ModeAuto),
			Limits: put(repricer.LimitsPatch{MinPrice: put(eur("5"))})}, ids...)
	})
	require.Equal(t, []string{"repricer_strategies Lock", "repricer_products Lock", "repricer_products Update"}, calls)

	w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(first)})
	w.update(repricer.ProductPatch{StrategyID: optional.Clear[strategy.ID]()}, ids[:50]...)
	calls = w.calls(func() { w.update(limits(repricer.LimitsPatch{MaxPrice: put(eur("50"))}), ids...) })
	require.Equal(t, []string{"repricer_products Lock", "repricer_settings Select", "repricer_strategies Select", "repricer_products Update"}, calls)

	calls = w.calls(func() { w.update(limits(repricer.LimitsPatch{MaxPrice: put(eur("50"))}), ids...) })
	require.Equal(t, []string{"repricer_products Lock", "repricer_settings Select", "repricer_strategies Select"}, calls, "nothing changed, nothing saved")
}

func TestUpdateEachChangesRowsInTheirOwnWays(t *testing.T) {
	w := newWorld(t)
	ids := w.rows(6, us)
	foreign, theirs := w.as(theirs).rows(1, us)[0], w.as(theirs).strategy("Theirs")
	own := w.strategy("Ours")
	on := repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto), Limits: put(repricer.LimitsPatch{MinPrice: put(eur("5"))})}
	named := on
	named.StrategyID = put(own)
	each := []manage.ProductUpdate{
		{ID: ids[2], Patch: limits(repricer.LimitsPatch{MaxPrice: put(eur("7"))})},
		{ID: ids[0], Patch: named},
		{ID: ids[1], Patch: on}, // without a strategy
		{ID: foreign, Patch: mode("off")},
		{ID: ids[0], Patch: mode("off")}, // named above
		{ID: ids[3], Patch: limits(repricer.LimitsPatch{MinPrice: put(eur("2")), MaxPrice: put(eur("1"))})},
		{ID: ids[4], Patch: repricer.ProductPatch{StrategyID: put(theirs)}},
		{ID: 999, Patch: mode("off")},
		{ID: ids[5], Patch: mode("off")}, // as it is
	}
	wantOutcomes := []edit.Outcome{edit.Updated, edit.Updated, edit.Failed, edit.Failed, edit.Failed, edit.Failed, edit.Failed, edit.Failed, edit.Unchanged}
	wantCodes := []fault.Code{"", "", "strategy_required", "not_found", "duplicate", "invalid_limits", "strategy_not_found", "not_found", ""}

	got, err := w.products.UpdateEach(t.Context(), w.who, each)
	require.NoError(t, err)
	require.Equal(t, wantOutcomes, statuses(bare(got)))
	require.Equal(t, wantCodes, codes(bare(got)))
	for i, u := range each {
		require.Equal(t, u.ID, got[i].ID)
	}
	require.Equal(t, *got[0].Product, w.get(ids[2]))
	require.Equal(t, optional.Some(own), w.get(ids[0]).StrategyID)
	require.Equal(t, decision.ModeAuto, w.get(ids[0]).Mode)
	for i, id := range ids[3:] {
		require.EqualValues(t, 1, w.get(id).Version, i)
	}

	for name, updates := range map[string][]manage.ProductUpdate{"none": nil, "101": make([]manage.ProductUpdate, 101)} {
		_, err := w.products.UpdateEach(t.Context(), w.who, updates)
		requireFault(t, err, fault.Invalid, "validation_failed")
		f, _ := fault.As(err)
		require.Equal(t, "/updates", f.Errors[0].Pointer, name)
	}
}
