package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// A price that is asked for right after an edit of the row knows the edit, so the
// row's turn on the queue does not overtake it.
func TestAPriceAskedForAfterAnEditStays(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Mode = decision.ModeManual })[0]
		e.live(nil)
		e.clock.add(time.Hour)
		e.lists("sku-000", "18.50")
		edit := func(most string) {
			_, err := e.edit.BulkUpdate(e.t.Context(), e.who, manage.UpdateProducts{IDs: []decision.ProductID{row}, Patch: repricer.ProductPatch{
				Limits: optional.Put(repricer.LimitsPatch{MaxPrice: optional.Put(eur(most))}),
			}})
			require.NoError(e.t, err)
		}
		overtaken := func() bool {
			found, err := e.due.OutOfDate(e.t.Context(), ours, []decision.ProductID{row}, e.clock.Now())
			require.NoError(e.t, err)
			return found[row]
		}
		edit("49")
		owner, claimed := e.take()
		require.Len(e.t, claimed, 1, "a worker has it")
		prepared, err := e.engine.PrepareReprice(e.t.Context(), e.who, pricing.RepriceProduct{ID: row, Apply: true})
		require.NoError(e.t, err)
		_, err = prepared.Write(e.t.Context())
		require.NoError(e.t, err)
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), owner, claimed))
		require.Equal(e.t, []string{"change match_target 18.5 proposed"}, e.told())
		require.False(e.t, overtaken())
		edit("48")
		require.True(e.t, overtaken(), "what is edited later it does not know")
	})
}

// What is asked of the marketplace is no use when the lease of the row is over.
func TestAmazonIsNotAskedWhenTheLeaseEnds(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.selling(1, nil)
		e.live(nil)
		e.clock.add(time.Hour)
		e.lists("sku-000", "18.50")
		owner, claimed := e.take()
		e.clock.add(50 * time.Second)
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), owner, claimed))
		require.Empty(e.t, e.told())
		e.clock.add(15 * time.Minute)
		e.lists("sku-000", "18.50")
		e.work()
		require.Equal(e.t, []string{"change match_target 18.5 proposed"}, e.told())
	})
}
