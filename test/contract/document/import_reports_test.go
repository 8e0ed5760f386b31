package document_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/imports"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/test/stores"
)

var now = time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)

const importsTeam, them id.Team = 1, 2

func row(n int64, s imports.Status) imports.Row {
	return imports.Row{
		Number: n, Record: n + 100, SKU: fmt.Sprintf("sku %d \"ü\"", n), Marketplace: "ATVPDKIKX0DER", Status: s,
		Values: []imports.Value{{Field: imports.MinPrice, Old: optional.Some("1.5"), New: optional.None[string]()}},
	}
}

// all reads every page.
func all(t *testing.T, r *store.Reports, team id.Team, importsID imports.ID, limit int, down bool, s ...imports.Status) []int64 {
	t.Helper()
	req := page.Request{Limit: limit, Order: []page.By{{Field: "row_number", Desc: down}}}
	out := []int64{}
	for {
		p, err := r.Page(t.Context(), team, importsID, s, req)
		require.NoError(t, err)
		require.LessOrEqual(t, len(p.Items), limit)
		for _, item := range p.Items {
			out = append(out, item.Number)
		}
		if req.After = p.Next; req.After == nil {
			return out
		}
	}
}

func TestReports(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		ctx, r := t.Context(), store.NewReports(s)
		stores.Teams(t, s)
		words := imports.Status("").Words()
		numbers := map[imports.Status][]int64{}
		var every []int64
		for chunk := range 7 {
			var rows []imports.Row
			for i := range 3 + chunk {
				n := int64(chunk*20 + 2*i + 2)
				status := words[(chunk*i+i)%len(words)]
				if chunk > 2 && chunk < 6 {
					status = imports.Unchanged
				}
				rows, numbers[status], every = append(rows, row(n, status)), append(numbers[status], n), append(every, n)
			}
			require.NoError(t, r.Add(ctx, importsTeam, 1, rows))
			require.NoError(t, r.Add(ctx, importsTeam, 2, rows))
		}
		for _, limit := range []int{1, 2, 5, 100} {
			require.Equal(t, every, all(t, r, importsTeam, 1, limit, false))
			down := slices.Clone(every)
			slices.Reverse(down)
			require.Equal(t, down, all(t, r, importsTeam, 1, limit, true))
			for status, want := range numbers {
				require.Equal(t, want, all(t, r, importsTeam, 1, limit, false, status), "%s by %d", status, limit)
			}
			both := slices.Concat(numbers[imports.RowFailed], numbers[imports.Updated])
			slices.Sort(both)
			slices.Reverse(both)
			require.Equal(t, both, all(t, r, importsTeam, 1, limit, true, imports.RowFailed, imports.Updated))
		}
		require.Empty(t, all(t, r, them, 1, 5, false))
		p, err := r.Page(ctx, importsTeam, 1, []imports.Status{imports.Updated}, page.Request{Limit: 1, Count: true, Order: []page.By{{Field: "row_number"}}})
		require.NoError(t, err)
		require.EqualValues(t, len(numbers[imports.Updated]), *p.Total)
		require.Equal(t, row(2, imports.Updated), p.Items[0], "a row comes back as it was")

		// Taking back goes from chunk to chunk with updated rows, and replaces their rows.
		var back []int64
		for after := int64(0); ; {
			rows, err := r.After(ctx, importsTeam, 1, after, imports.Updated)
			require.NoError(t, err)
			if len(rows) == 0 {
				break
			}
			after = rows[len(rows)-1].Number
			rows = slices.DeleteFunc(rows, func(r imports.Row) bool { return r.Status != imports.Updated })
			for i := range rows {
				back = append(back, rows[i].Number)
				rows[i].Refuse(imports.NotTakenBack, fault.New(fault.Rule, fault.CodeConflict, "It is not."))
			}
			require.NoError(t, r.Replace(ctx, importsTeam, 1, rows))
		}
		require.Equal(t, numbers[imports.Updated], back)
		require.Empty(t, all(t, r, importsTeam, 1, 5, false, imports.Updated))
		require.Equal(t, numbers[imports.Updated], all(t, r, importsTeam, 2, 5, false, imports.Updated), "another import is as it was")
		refused, err := r.Page(ctx, importsTeam, 1, []imports.Status{imports.NotTakenBack}, page.Request{Limit: 1, Order: []page.By{{Field: "row_number"}}})
		require.NoError(t, err)
		require.Equal(t, fault.CodeConflict, refused.Items[0].Code)
		require.Error(t, r.Replace(ctx, importsTeam, 1, []imports.Row{row(3, imports.Updated)}), "no chunk has the row")

		seen := map[int64]int64{}
		require.NoError(t, r.Records(ctx, importsTeam, 1, func(record, row int64) { seen[record] = row }))
		require.Len(t, seen, len(every))
		require.EqualValues(t, every[0], seen[every[0]+100])
		more, err := r.Clear(ctx, importsTeam, 1, 4)
		require.NoError(t, err)
		require.True(t, more)
		more, err = r.Clear(ctx, importsTeam, 1, 4)
		require.NoError(t, err)
		require.False(t, more)
		require.Empty(t, all(t, r, importsTeam, 1, 5, false))
		require.Equal(t, every, all(t, r, importsTeam, 2, 5, false))
	})
}

func TestImports(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		ctx, i := t.Context(), store.NewImports(s)
		stores.Teams(t, s)
		made := func(team id.Team, v imports.Values, at time.Time) imports.Import {
			record := versioned.New[imports.ID](team, v, at)
			var err error
			record.ID, err = i.Insert(ctx, record)
			require.NoError(t, err)
			return record
		}
		mapping := imports.Mapping{HeaderRow: 2, Columns: []imports.Column{{Field: imports.MinPrice, At: 3, Header: "Min", Sign: ","}}, Unused: []imports.Column{}, Decimal: columns.Comma}
		first := made(importsTeam, imports.Values{Kind: imports.RepricerProduct, Stage: imports.Queued, Fingerprint: "f", Mapping: mapping, Counts: imports.Counts{Updated: 3}}, now)
		second := made(importsTeam, imports.Values{
			Kind: imports.SKU, Stage: imports.Completed, DryRun: true, Fingerprint: "f", Mapping: mapping, FinishedAt: optional.Some(now),
		}, now.Add(time.Second))
		other := made(them, imports.Values{Kind: imports.RepricerProduct, Stage: imports.TakingBack}, now)
		found, err := i.Find(ctx, importsTeam, first.ID)
		require.NoError(t, err)
		require.Equal(t, first, found)
		_, err = i.Find(ctx, them, first.ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))
		_, err = i.Locked(ctx, them, first.ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))
		for _, c := range []struct {
			f    imports.Filter
			want []imports.ID
		}{
			{imports.Filter{}, []imports.ID{second.ID, first.ID}}, {imports.Filter{Kinds: []imports.Kind{imports.SKU}}, []imports.ID{second.ID}},
			{imports.Filter{Stages: []imports.Stage{imports.Queued, imports.Failed}}, []imports.ID{first.ID}}, {imports.Filter{DryRun: new(false)}, []imports.ID{first.ID}},
		} {
			p, err := i.List(ctx, importsTeam, c.f, page.Request{Limit: 5, Order: []page.By{{Field: "created_at", Desc: true}}})
			require.NoError(t, err)
			var ids []imports.ID
			for _, item := range p.Items {
				ids = append(ids, item.ID)
			}
			require.Equal(t, c.want, ids)
		}
		busy, err := i.Busy(ctx, importsTeam)
		require.NoError(t, err)
		require.EqualValues(t, 1, busy)
		m, known, err := i.LastMapping(ctx, importsTeam, imports.RepricerProduct, "f")
		require.NoError(t, err)
		require.True(t, known)
		require.Equal(t, mapping, m)
		for team, k := range map[id.Team]imports.Kind{importsTeam: imports.InventoryProduct, them: imports.RepricerProduct} {
			_, known, err = i.LastMapping(ctx, team, k, "f")
			require.NoError(t, err)
			require.False(t, known)
		}
		unended, err := i.Unended(ctx, 10)
		require.NoError(t, err)
		require.ElementsMatch(t, []imports.ID{first.ID, other.ID}, []imports.ID{unended[0].ID, unended[1].ID})
		ended, err := i.Ended(ctx, now.Add(imports.Kept-time.Second), 10)
		require.NoError(t, err)
		require.Empty(t, ended)
		ended, err = i.Ended(ctx, now.Add(imports.Kept), 10)
		require.NoError(t, err)
		require.Equal(t, []imports.Import{second}, ended)
	})
}
