package document_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/document"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
)

func TestLayoutsOfSuppliers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		on, ok := w.tx.(record.Engine)
		require.True(t, ok)
		ctx, layouts := t.Context(), document.NewLayouts(on)
		found, err := layouts.Of(ctx, team, 5)
		require.NoError(t, err)
		require.Empty(t, found)
		first := reading.Layout{Fingerprint: "ware|zahl|kurs|betrag|", Columns: []label.Column{label.Text, label.Quantity, "", label.Total}}
		other := reading.Layout{Fingerprint: "ware|menge|", Columns: []label.Column{label.Text, label.Quantity}}
		for _, l := range []reading.Layout{first, other} {
			require.NoError(t, layouts.Keep(ctx, team, 5, l, t0))
		}
		first.Columns = []label.Column{label.Text, label.Quantity, label.Price, label.Total}
		require.NoError(t, layouts.Keep(ctx, team, 5, first, t0.Add(time.Hour)))
		found, err = layouts.Of(ctx, team, 5)
		require.NoError(t, err)
		require.ElementsMatch(t, []reading.Layout{first, other}, found)
		found, err = layouts.Of(ctx, team, 6)
		require.NoError(t, err)
		require.Empty(t, found)
		found, err = layouts.Of(ctx, foreign, 5)
		require.NoError(t, err)
		require.Empty(t, found)
	})
}
