package document_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
)

func TestTargetsByKind(t *testing.T) {
	asked := map[document.TargetKind][]int64{}
	finder := func(kind document.TargetKind, have ...int64) app.Finder {
		return func(_ context.Context, team id.Team, ids []int64) ([]int64, error) {
			require.Equal(t, id.Team(7), team)
			asked[kind] = ids
			return have, nil
		}
	}
	targets := app.TargetsByKind{
		document.TargetSKU:      finder(document.TargetSKU, 1, 2),
		document.TargetSupplier: finder(document.TargetSupplier, 3),
		document.TargetListing:  finder(document.TargetListing, 1),
	}
	known, err := targets.Known(t.Context(), 7, []document.Target{
		{Kind: document.TargetSKU, ID: 1}, {Kind: document.TargetSupplier, ID: 1}, {Kind: document.TargetSKU, ID: 9},
		{Kind: document.TargetWarehouse, ID: 1}, {Kind: document.TargetSupplier, ID: 3}, {Kind: "team", ID: 1},
	})
	require.NoError(t, err)
	require.Equal(t, []bool{true, false, false, false, true, false}, known)
	require.Equal(t, map[document.TargetKind][]int64{document.TargetSKU: {1, 9}, document.TargetSupplier: {1, 3}}, asked)

	known, err = app.TargetsByKind{}.Known(t.Context(), 7, []document.Target{{Kind: document.TargetSKU, ID: 1}})
	require.NoError(t, err)
	require.Equal(t, []bool{false}, known)

	boom := errors.New("boom")
	targets[document.TargetSKU] = func(context.Context, id.Team, []int64) ([]int64, error) { return nil, boom }
	_, err = targets.Known(t.Context(), 7, []document.Target{{Kind: document.TargetSKU, ID: 1}})
	require.ErrorIs(t, err, boom)
}
