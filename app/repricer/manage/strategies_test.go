package manage_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

func TestStrategyNamesAreUniqueInATeam(t *testing.T) {
	w := newWorld(t)
	first, second := w.strategy("Buy Box"), w.strategy("Other")
	_, err := w.strategies.Create(t.Context(), w.who, chase(" buy  BOX"))
	requireFault(t, err, fault.Rule, "duplicate")
	require.NotZero(t, w.as(theirs).strategy("Buy Box"))

	rename := func(s strategy.ID, name string) error {
		_, err := w.strategies.Update(t.Context(), w.who, manage.UpdateStrategy{ID: s, Patch: strategy.Patch{Name: put(name)}})
		return err
	}
	before := w.everything()
	requireFault(t, rename(second, "BUY BOX"), fault.Rule, "duplicate")
	require.Equal(t, before, w.everything())
	require.NoError(t, rename(first, "BUY BOX"), "its own name in other letters")
	require.NoError(t, w.strategies.Delete(t.Context(), w.who, manage.DeleteStrategy{ID: first}))
	require.NoError(t, rename(second, "buy box"), "free again")
}

func TestStrategyUpdate(t *testing.T) {
	w := newWorld(t)
	s := w.strategy("Chase")
	w.update(repricer.ProductPatch{StrategyID: put(s)}, w.rows(3, us)...)
	number := int64(1)
	update := func(p strategy.Patch, ifMatch *int64) (strategy.Row, error) {
		return w.strategies.Update(t.Context(), w.who, manage.UpdateStrategy{ID: s, Patch: p, IfMatch: ifMatch})
	}
	got, err := update(strategy.Patch{Enabled: put(false)}, &number)
	require.NoError(t, err)
	require.EqualValues(t, 2, got.Version)
	require.EqualValues(t, 3, got.ProductsCount)
	found, err := w.strategies.Get(t.Context(), w.who, s)
	require.NoError(t, err)
	require.Equal(t, got, found)

	_, err = update(strategy.Patch{Enabled: put(true)}, &number)
	requireFault(t, err, fault.Stale, "precondition_failed")
	_, err = update(strategy.Patch{Type: put(decision.TypeFixed), FixedPrice: put(eur("1"))}, nil)
	requireFault(t, err, fault.Rule, "invalid_state")
	got, err = update(strategy.Patch{Enabled: put(false)}, nil)
	require.NoError(t, err)
	require.EqualValues(t, 2, got.Version)

	foreign := w.as(theirs)
	_, err = foreign.strategies.Get(t.Context(), foreign.who, s)
	requireFault(t, err, fault.NotFound, "not_found")
	_, err = foreign.strategies.Update(t.Context(), foreign.who, manage.UpdateStrategy{ID: s, Patch: chase("Mine now")})
	requireFault(t, err, fault.NotFound, "not_found")
	requireFault(t, foreign.strategies.Delete(t.Context(), foreign.who, manage.DeleteStrategy{ID: s, Replacement: manage.Replacement{Unassign: true}}),
		fault.NotFound, "not_found")
}

func TestStrategyThatServesLessLeavesItsRows(t *testing.T) {
	w := newWorld(t)
	s, product := w.strategy("Everywhere"), w.rows(1, us)[0]
	w.update(repricer.ProductPatch{StrategyID: put(s), Mode: optional.Some(decision.ModeAuto),
		Limits: put(repricer.LimitsPatch{MinPrice: put(eur("5"))})}, product)
	before := w.get(product)
	_, err := w.strategies.Update(t.Context(), w.who, manage.UpdateStrategy{ID: s, Patch: strategy.Patch{
		MarketplaceIDs: put([]marketplace.ID{de}), Enabled: put(false),
	}})
	require.NoError(t, err)
	require.Equal(t, before, w.get(product))
	got := w.update(limits(repricer.LimitsPatch{MinPrice: put(eur("6"))}), product)
	require.Equal(t, []fault.Code{"strategy_required"}, codes(bare(got)))
}

func TestStrategyListFilters(t *testing.T) {
	w := newWorld(t)
	everywhere, germany := w.strategy("Chase Everywhere"), w.strategy("Chase Germany", de)
	fixed, err := w.strategies.Create(t.Context(), w.who, strategy.Patch{
		Name: put("Fixed"), Type: put(decision.TypeFixed), FixedPrice: put(eur("5")), Enabled: put(false),
		MarketplaceIDs: put([]marketplace.ID{us}),
	})
	require.NoError(t, err)
	w.as(theirs).strategy("Chase")
	yes := true
	for name, c := range map[string]struct {
		filter strategy.Filter
		want   []strategy.ID
	}{
		"all":     {strategy.Filter{}, []strategy.ID{everywhere, germany, fixed.ID}},
		"type":    {strategy.Filter{Types: []decision.StrategyType{"fixed"}}, []strategy.ID{fixed.ID}},
		"enabled": {strategy.Filter{Enabled: &yes}, []strategy.ID{everywhere, germany}},
		"serves":  {strategy.Filter{Marketplaces: []marketplace.ID{de}}, []strategy.ID{everywhere, germany}},
		"query":   {strategy.Filter{Query: "gERM"}, []strategy.ID{germany}},
	} {
		got, err := w.strategies.List(t.Context(), w.who, c.filter, page.Request{Limit: 10})
		require.NoError(t, err)
		var ids []strategy.ID
		for _, s := range got.Items {
			ids = append(ids, s.ID)
		}
		require.Equal(t, c.want, ids, name)
	}
}

func TestStrategyDeleteNamesWhatStandsInTheWay(t *testing.T) {
	w := newWorld(t)
	s := w.strategy("Used")
	ids := w.rows(12, us)
	w.update(repricer.ProductPatch{StrategyID: put(s)}, ids...)
	w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(s)})
	before := w.everything()
	err := w.strategies.Delete(t.Context(), w.who, manage.DeleteStrategy{ID: s})
	requireFault(t, err, fault.Rule, "in_use")
	e, _ := fault.As(err)
	require.Equal(t, []map[string]any{
		{"type": "repricer_product", "count": int64(12), "ids": ids[:10]},
		{"type": "repricer_settings", "count": int64(1), "ids": []decision.ProductID{}},
	}, e.Details["blockers"])
	require.Equal(t, before, w.everything())
}

func TestStrategyDeleteUnassigns(t *testing.T) {
	w := newWorld(t)
	s, other := w.strategy("Used"), w.strategy("Other")
	ids := w.rows(3, us)
	auto := repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto), Limits: put(repricer.LimitsPatch{MinPrice: put(eur("5"))})}
	auto.StrategyID = put(s)
	w.update(auto, ids[0])
	auto.StrategyID = put(other)
	w.update(auto, ids[1])
	w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(s)})
	auto.StrategyID = optional.Clear[strategy.ID]()
	w.update(auto, ids[2])

	require.NoError(t, w.strategies.Delete(t.Context(), w.who, manage.DeleteStrategy{ID: s, Replacement: manage.Replacement{Unassign: true}}))
	require.Equal(t, decision.ModeOff, w.get(ids[0]).Mode)
	require.False(t, w.get(ids[0]).StrategyID.Known())
	require.EqualValues(t, 3, w.get(ids[0]).Version)
	require.Equal(t, decision.ModeAuto, w.get(ids[1]).Mode)
	// A row that relied on the default is not the strategy's own: it stays.
	require.Equal(t, decision.ModeAuto, w.get(ids[2]).Mode)
	require.False(t, w.get(ids[2]).EffectiveStrategyID.Known())
	_, err := w.strategies.Get(t.Context(), w.who, s)
	requireFault(t, err, fault.NotFound, "not_found")
}

func TestStrategyDeleteReassigns(t *testing.T) {
	w := newWorld(t)
	s, everywhere, germany := w.strategy("Used"), w.strategy("Everywhere"), w.strategy("Germany", de)
	foreign := w.as(theirs).strategy("Theirs")
	ids := w.rows(2, us)
	w.update(repricer.ProductPatch{StrategyID: put(s)}, ids...)
	w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(s)})
	del := func(to strategy.ID, ifMatch *int64) error {
		return w.strategies.Delete(t.Context(), w.who, manage.DeleteStrategy{ID: s, Replacement: manage.Replacement{ReassignTo: optional.Some(to)}, IfMatch: ifMatch})
	}
	before := w.everything()
	requireFault(t, del(999, nil), fault.Rule, "strategy_not_found")
	requireFault(t, del(foreign, nil), fault.Rule, "strategy_not_found")
	requireFault(t, del(germany, nil), fault.Rule, "strategy_required")
	requireFault(t, del(s, nil), fault.Rule, "invalid_state")
	nine := int64(9)
	requireFault(t, del(everywhere, &nine), fault.Stale, "precondition_failed")
	requireFault(t, w.strategies.Delete(t.Context(), w.who, manage.DeleteStrategy{ID: s,
		Replacement: manage.Replacement{ReassignTo: optional.Some(everywhere), Unassign: true}}), fault.Invalid, "conflicting_parameters")
	require.Equal(t, before, w.everything())

	number := int64(1)
	require.NoError(t, del(everywhere, &number))
	for _, product := range ids {
		require.Equal(t, optional.Some(everywhere), w.get(product).StrategyID)
	}
	got, err := w.settings.Get(t.Context(), w.who)
	require.NoError(t, err)
	require.Equal(t, optional.Some(everywhere), got.Values.DefaultStrategyID)
	require.EqualValues(t, 2, got.Version)
}

func TestStrategyDeleteMovesMoreRowsThanOneBatch(t *testing.T) {
	w := newWorld(t)
	s, to := w.strategy("Used"), w.strategy("Other")
	base := w.get(w.rows(1, us)[0]).ProductSnapshot
	rows := make([]*repricer.Product, 1203)
	for n := range rows {
		row := base
		row.StrategyID, row.Key.SKU = optional.Some(s), fmt.Sprint("many-", n)
		made, err := repricer.RestoreProduct(row)
		require.NoError(t, err)
		rows[n] = made
	}
	_, err := w.store.Products().Insert(t.Context(), ours, rows)
	require.NoError(t, err)
	require.NoError(t, w.strategies.Delete(t.Context(), w.who, manage.DeleteStrategy{ID: s, Replacement: manage.Replacement{ReassignTo: optional.Some(to)}}))
	got, err := w.strategies.Get(t.Context(), w.who, to)
	require.NoError(t, err)
	require.EqualValues(t, 1203, got.ProductsCount)
}

func TestDeleteManyStrategies(t *testing.T) {
	w := newWorld(t)
	free, used := w.strategy("Free"), w.strategy("Used")
	foreign := w.as(theirs).strategy("Theirs")
	w.update(repricer.ProductPatch{StrategyID: put(used)}, w.rows(1, us)[0])
	request := manage.DeleteStrategies{Many: edit.Many[strategy.ID]{IDs: []strategy.ID{used, 999, free, foreign, free}, DryRun: true}}

	check := func(got []manage.StrategyResult) {
		want := []edit.Outcome{edit.Failed, edit.Failed, edit.Deleted, edit.Failed, edit.Deleted}
		for i, r := range got {
			require.Equal(t, request.IDs[i], r.ID)
			require.Equal(t, want[i], r.Outcome)
		}
		require.Equal(t, fault.CodeInUse, got[0].Err.Code)
		require.Equal(t, fault.CodeNotFound, got[1].Err.Code)
		require.Equal(t, *got[1].Err, *got[3].Err)
	}
	before := w.everything()
	var dry []manage.StrategyResult
	calls := w.calls(func() {
		var err error
		dry, err = w.strategies.DeleteMany(t.Context(), w.who, request)
		require.NoError(t, err)
	})
	check(dry)
	require.Equal(t, []string{"repricer_settings Select", "repricer_strategies Lock", "repricer_products Select"}, calls, "nothing that writes")
	require.Equal(t, before, w.everything())

	request.DryRun = false
	wet, err := w.strategies.DeleteMany(t.Context(), w.who, request)
	require.NoError(t, err)
	require.Equal(t, dry, wet)
	got, err := w.strategies.List(t.Context(), w.who, strategy.Filter{}, page.Request{Limit: 10})
	require.NoError(t, err)
	require.Len(t, got.Items, 1)

	_, err = w.strategies.DeleteMany(t.Context(), w.who, manage.DeleteStrategies{})
	requireFault(t, err, fault.Invalid, "validation_failed")
	_, err = w.strategies.DeleteMany(t.Context(), w.who, manage.DeleteStrategies{Many: edit.Many[strategy.ID]{IDs: make([]strategy.ID, 101)}})
	requireFault(t, err, fault.Invalid, "validation_failed")
}
