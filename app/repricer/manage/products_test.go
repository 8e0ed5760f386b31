package manage_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

func TestDeleteManyProducts(t *testing.T) {
	w := newWorld(t)
	ids := w.rows(3, us)
	foreign := w.as(theirs).rows(1, us)[0]
	many := edit.Many[decision.ProductID]{IDs: []decision.ProductID{ids[2], 999, ids[0], foreign, ids[2]}, DryRun: true}
	before := w.everything()
	dry, err := w.products.DeleteMany(t.Context(), w.who, many)
	require.NoError(t, err)
	require.Equal(t, []edit.Outcome{edit.Deleted, edit.Failed, edit.Deleted, edit.Failed, edit.Deleted}, statuses(dry))
	require.Equal(t, []fault.Code{"", "not_found", "", "not_found", ""}, codes(dry))
	require.Equal(t, before, w.everything())

	many.DryRun = false
	wet, err := w.products.DeleteMany(t.Context(), w.who, many)
	require.NoError(t, err)
	require.Equal(t, dry, wet)
	left, err := w.products.List(t.Context(), w.who, repricer.ProductFilter{}, page.Request{Limit: 10})
	require.NoError(t, err)
	require.Len(t, left.Items, 1)
	require.Equal(t, ids[1], left.Items[0].ID)
	require.Equal(t, foreign, w.as(theirs).get(foreign).ID)

	_, err = w.products.DeleteMany(t.Context(), w.who, edit.Many[decision.ProductID]{IDs: make([]decision.ProductID, 101)})
	requireFault(t, err, fault.Invalid, "validation_failed")
	_, err = w.products.DeleteMany(t.Context(), w.who, edit.Many[decision.ProductID]{})
	requireFault(t, err, fault.Invalid, "validation_failed")
}

func TestDeleteOneProduct(t *testing.T) {
	w := newWorld(t)
	product := w.rows(1, us)[0]
	foreign := w.as(theirs).rows(1, us)[0]
	first, second := int64(1), int64(2)
	requireFault(t, w.products.Delete(t.Context(), w.who, product, &second), fault.Stale, "precondition_failed")
	requireFault(t, w.products.Delete(t.Context(), w.who, foreign, &first), fault.NotFound, "not_found")
	require.NoError(t, w.products.Delete(t.Context(), w.who, product, &first))
	requireFault(t, w.products.Delete(t.Context(), w.who, product, nil), fault.NotFound, "not_found")
	_, err := w.products.Get(t.Context(), w.who, product)
	requireFault(t, err, fault.NotFound, "not_found")
	_, err = w.products.Get(t.Context(), w.who, foreign)
	requireFault(t, err, fault.NotFound, "not_found")
	require.NotEqual(t, product, w.rows(1, us)[0], "the SKU is free again, the id is not")
}

func TestListAsksForTheDefaultOnlyWhenARowNeedsIt(t *testing.T) {
	w := newWorld(t)
	s, ids := w.strategy("Own"), w.rows(2, us)
	w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(w.strategy("Default"))})
	list := func() (got page.Page[manage.Product]) {
		got, err := w.products.List(t.Context(), w.who, repricer.ProductFilter{}, page.Request{Limit: 1, Count: true})
		require.NoError(t, err)
		return got
	}
	require.Equal(t, []string{"repricer_products Select", "repricer_products Count", "repricer_settings Select"}, w.calls(func() { list() }))
	w.update(repricer.ProductPatch{StrategyID: put(s)}, ids...)
	require.Equal(t, []string{"repricer_products Select", "repricer_products Count"}, w.calls(func() { list() }))
	got := list()
	require.Equal(t, optional.Some(s), got.Items[0].EffectiveStrategyID)
	require.EqualValues(t, 2, *got.Total)
	require.Equal(t, page.Key{int64(ids[0])}, got.Next)
}
