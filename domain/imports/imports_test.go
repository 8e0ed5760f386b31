package imports_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

var now = time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)

func code(t *testing.T, err error) fault.Code {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	return e.Code
}

func TestHeadersOfOtherTools(t *testing.T) {
	for header, want := range map[string]imports.Field{
		"SKU": "sku", "seller-sku": "sku", "Marketplace ID": "marketplace", "Min": "min_price", "minimum-seller-allowed-price": "min_price", "Min Price (EUR)": "min_price",
		"Max. Preis": "max_price", "Höchstpreis": "max_price", "Repricing strategy": "strategy", "strategy_id": "strategy", "MODE": "mode", "limits.min_price": "min_price",
		"repricer_product_id": "id", "id": "id",
	} {
		f, sure := imports.RepricerProduct.Heads(header)
		require.True(t, sure, header)
		require.Equal(t, want, f, header)
	}
	for header, want := range map[string]imports.Field{
		"Lowest price": "min_price", "min_price_mode": "min_price", "My SKU": "sku", "Rule": "strategy", "effective_strategy_id": "strategy",
		"Title": "", "current_price": "", "Cost": "", "inventory_product_id": "", "": "", "Reorder point": "",
	} {
		f, sure := imports.RepricerProduct.Heads(header)
		require.False(t, sure, header)
		require.Equal(t, want, f, header)
	}
}

func TestMap(t *testing.T) {
	table := imports.Table{HeaderRow: 1, Headers: []string{"SKU", "Title", "Min", "Lowest price", "Max"}, Signs: []string{"", "", ",", ".", ""}}
	m, err := table.Map(imports.RepricerProduct, imports.Wanted{}, nil)
	require.NoError(t, err)
	require.Equal(t, []imports.Column{
		{Field: "sku", At: 0, Header: "SKU"}, {Field: "min_price", At: 2, Header: "Min", Sign: ","}, {Field: "max_price", At: 4, Header: "Max"},
	}, m.Columns, "a column that only may be the minimum gives way to one that is")
	require.Equal(t, []imports.Column{{At: 1, Header: "Title"}, {At: 3, Header: "Lowest price", Sign: "."}}, m.Unused)
	require.Equal(t, columns.Auto, m.Decimal)

	said, err := table.Map(imports.RepricerProduct, imports.Wanted{Columns: map[imports.Field]string{"min_price": "D"}, Ignore: []string{"5"}, Decimal: columns.Comma}, nil)
	require.NoError(t, err)
	require.Equal(t, []imports.Column{{Field: "min_price", At: 3, Header: "Lowest price", Sign: "."}, {Field: "sku", At: 0, Header: "SKU"}}, said.Columns)
	last, err := table.Map(imports.RepricerProduct, imports.Wanted{}, &said)
	require.NoError(t, err)
	require.Equal(t, said.Columns, last.Columns)
	require.Equal(t, columns.Comma, last.Decimal)
	for want, w := range map[fault.Code]imports.Wanted{
		"validation_failed": {Columns: map[imports.Field]string{"min_price": "F"}}, "not_supported": {Columns: map[imports.Field]string{"supplier": "B"}},
	} {
		_, err := table.Map(imports.RepricerProduct, w, nil)
		require.Equal(t, want, code(t, err))
	}
	_, err = table.Map(imports.RepricerProduct, imports.Wanted{Ignore: []string{"SKU"}}, nil)
	require.Equal(t, fault.CodeMappingRequired, code(t, err))
}

// Every pair of stage and event: what is not listed is refused and changes nothing.
func TestStages(t *testing.T) {
	const refused = imports.Stage("")
	want := map[imports.Event][]imports.Stage{
		imports.Claim:    {"running", "running", refused, refused, refused, refused, refused, refused, refused},
		imports.Done:     {refused, "completed", refused, refused, refused, refused, "taken_back", refused, refused},
		imports.Fail:     {"failed", "failed", refused, refused, refused, refused, "failed", refused, refused},
		imports.Cancel:   {"cancelled", "cancelled", refused, refused, refused, refused, "cancelled", refused, refused},
		imports.TakeBack: {refused, refused, "taking_back", "taking_back", "taking_back", "taking_back", refused, refused, refused},
		imports.Expire:   {refused, refused, "expired", "expired", "expired", "expired", refused, "expired", refused},
	}
	for event, list := range want {
		for i, stage := range imports.Stage("").Words() {
			v := imports.Values{Stage: stage, Counts: imports.Counts{Updated: 1}}
			before := v
			err := v.Move(event, now)
			if list[i] == refused {
				require.Equal(t, fault.CodeInvalidState, code(t, err), "%s %s", stage, event)
				require.Equal(t, before, v)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, list[i], v.Stage, "%s %s", stage, event)
			require.Equal(t, !v.Stage.Busy(), v.FinishedAt.Known())
		}
	}
	v := imports.Values{Stage: imports.Running, Counts: imports.Counts{Failed: 1}}
	require.NoError(t, v.Move(imports.Done, now))
	require.Equal(t, imports.CompletedWithErrors, v.Stage)
	require.Equal(t, optional.Some(now.Add(90*24*time.Hour)), v.Ends())
	require.Equal(t, fault.CodeInvalidState, code(t, v.Move(imports.TakeBack, now)), "nothing was changed")
	v.Counts.Updated, v.DryRun = 1, true
	require.Equal(t, fault.CodeInvalidState, code(t, v.Move(imports.TakeBack, now)))
}

func TestRowsAreCounted(t *testing.T) {
	var v imports.Values
	rows := []imports.Row{{Status: imports.Updated}, {Status: imports.Updated}, {Status: imports.Unchanged}, {Status: imports.RowFailed}}
	v.Advance(rows, 9)
	require.Equal(t, imports.Counts{Updated: 2, Unchanged: 1, Failed: 1}, v.Counts)
	require.Equal(t, []int64{4, 9}, []int64{v.Done, v.Last})
	v.Return([]imports.Row{{Status: imports.RowTakenBack}, {Status: imports.NotTakenBack}}, 5)
	require.Equal(t, imports.Counts{Unchanged: 1, Failed: 1, TakenBack: 1, NotTakenBack: 1}, v.Counts)
	require.Equal(t, fault.CodeTooManyRunning, code(t, imports.Admit(5, 1)))
	require.Equal(t, fault.CodeLimitReached, code(t, imports.Admit(0, imports.MaxRows+1)))
	require.NoError(t, imports.Admit(4, imports.MaxRows))
}

func TestBackPutsBackWhatChanged(t *testing.T) {
	some, none := optional.Some[string], optional.None[string]()
	r := imports.Row{Record: 7, Values: []imports.Value{{"min_price", some("1"), some("2")}, {"mode", some("off"), some("off")}, {"max_price", none, some("9")}}}
	back := r.Back()
	require.Equal(t, []imports.Cell{{Field: "min_price", Text: "1"}, {Field: "max_price", Clear: true}}, back.Cells)
	is := map[imports.Field]optional.Maybe[string]{"min_price": some("2"), "max_price": some("9"), "mode": some("auto")}
	have := func(f imports.Field) optional.Maybe[string] { return is[f] }
	require.Nil(t, imports.Still(back.Still, have), "the mode was not changed by the row")
	is["max_price"] = none
	require.Equal(t, fault.CodeConflict, imports.Still(back.Still, have).Code)
}

func TestAnIDBesideAnotherSKUIsOfAnotherList(t *testing.T) {
	named := imports.Found{ID: 7, SKU: "A", Marketplace: "ATVPDKIKX0DER"}
	for _, c := range []struct {
		key  imports.Key
		good bool
	}{
		{imports.Key{ID: optional.Some(int64(7))}, true},
		{imports.Key{ID: optional.Some(int64(7)), SKU: "A", Marketplace: "ATVPDKIKX0DER"}, true},
		{imports.Key{ID: optional.Some(int64(7)), SKU: "B"}, false},
		{imports.Key{ID: optional.Some(int64(7)), SKU: "A", Marketplace: "A1PA6795UKMFR9"}, false},
		{imports.Key{SKU: "B"}, true},
	} {
		require.Equal(t, c.good, c.key.Matches(named) == nil, c.key)
	}
	require.Nil(t, imports.Key{ID: optional.Some(int64(7)), SKU: "B"}.Matches(imports.Found{ID: 7}), "a record without a SKU of its own")
}

func TestEveryFieldIsAKeyOrAMember(t *testing.T) {
	seen := imports.Keys()
	for _, k := range []imports.Kind{imports.SKU, imports.InventoryProduct, imports.RepricerProduct} {
		seen = append(seen, k.Members()...)
	}
	for _, f := range imports.Field("").Words() {
		require.True(t, slices.Contains(seen, f), f)
	}
}
