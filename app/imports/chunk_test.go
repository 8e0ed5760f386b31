package imports

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/imports"
)

// shelf fakes records with these SKUs by id, and the costs that count for them.
type shelf struct {
	ports.Records
	skus    map[int64]string
	counted string
}

func (s *shelf) InTx(ctx context.Context, do func(context.Context) error) error { return do(ctx) }

func (s *shelf) Find(_ context.Context, _ id.Team, _ imports.Kind, keys []imports.Key) ([]imports.Found, error) {
	out := make([]imports.Found, len(keys))
	for i, k := range keys {
		out[i].Err = fault.New(fault.NotFound, fault.CodeNotFound, "Nothing.")
		for n, sku := range s.skus {
			if one, known := k.ID.Get(); known && one == n || !known && k.SKU == sku {
				out[i] = imports.Found{ID: n, SKU: sku}
			}
		}
	}
	return out, nil
}

func (s *shelf) Change(
	_ context.Context, _ caller.Caller, _ imports.Kind, changes []imports.Change,
) ([]imports.Changed, error) {
	out := make([]imports.Changed, len(changes))
	for i, c := range changes {
		now := imports.Value{Field: c.Cells[0].Field, New: optional.Some(c.Cells[0].Text)}
		out[i] = imports.Changed{Any: true, Values: []imports.Value{now}}
		if now.Old = optional.Some(s.counted); s.counted != "" {
			out[i].Instead = []imports.Value{now}
		}
	}
	return out, nil
}

func (s *shelf) Create(context.Context, caller.Caller, imports.Kind, []imports.New) ([]imports.Made, error) {
	return nil, nil
}

// statusOf returns the outcome of a row with an id, a SKU and a new unit cost.
func (s *shelf) statusOf(t *testing.T, record int64, sku, cost string) imports.Status {
	t.Helper()
	c := newChunk(New(Parts{Records: s, Tx: s}), imports.Import{Values: imports.Values{Kind: imports.SKU}})
	c.lines = []imports.Line{{
		Number: 2, Key: imports.Key{ID: optional.Some(record), SKU: sku},
		Cells: []imports.Cell{{Field: imports.UnitCost, Text: cost}},
	}}
	rows, err := c.rows(t.Context())
	require.NoError(t, err)
	return rows[0].Status
}

func TestASKUOfAnotherRecordIsAConflict(t *testing.T) {
	s := &shelf{skus: map[int64]string{1: "00123", 2: "123", 3: "00124", 4: "4-3", 5: "3-4"}}
	for _, c := range []struct {
		record int64
		sku    string
		status imports.Status
	}{
		{1, "00123", imports.Updated}, {2, "123", imports.Updated}, {1, "123", imports.RowFailed},
		{3, "124", imports.Updated}, {4, "3-4", imports.RowFailed}, {4, "04. Mrz", imports.Updated}, {3, "125", imports.RowFailed},
	} {
		require.Equal(t, c.status, s.statusOf(t, c.record, c.sku, "12"), c)
	}
}

func TestACostIsComparedWithTheCostThatCounted(t *testing.T) {
	for counted, want := range map[string]imports.Status{
		"": imports.Updated, "14.81": imports.NeedsConfirmation, "500": imports.Updated,
	} {
		s := &shelf{skus: map[int64]string{1: "A"}, counted: counted}
		require.Equal(t, want, s.statusOf(t, 1, "A", "1481"), counted)
	}
}
