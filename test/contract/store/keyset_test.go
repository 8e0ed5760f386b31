package store_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/stores"
)

type item struct {
	bun.BaseModel `bun:"table:item,alias:i"`
	ID            int64   `bun:"id,pk"`
	Word          string  `bun:"word"`
	MaybeWord     *string `bun:"maybe_word"`
	Count         int64   `bun:"count"`
	MaybeCount    *int64  `bun:"maybe_count"`
}

func (i item) value(field string) any {
	switch field {
	case "id":
		return i.ID
	case "word":
		return i.Word
	case "count":
		return i.Count
	case "maybe_word":
		if i.MaybeWord != nil {
			return *i.MaybeWord
		}
	case "maybe_count":
		if i.MaybeCount != nil {
			return *i.MaybeCount
		}
	}
	return nil
}

var items = db.Keyset{
	ID: "i.id",
	Columns: map[string]db.Column{
		"word":        {Expr: "i.word", Text: true},
		"maybe_word":  {Expr: "i.maybe_word", Text: true, Null: true},
		"count":       {Expr: "i.count"},
		"maybe_count": {Expr: "i.maybe_count", Null: true},
	},
}

// compare orders plain values as lists promise.
func compare(order []page.By, a, b item) int {
	desc := false
	for _, by := range order {
		desc = by.Desc
		x, y := a.value(by.Field), b.value(by.Field)
		if x == nil || y == nil {
			if c := boolInt(x == nil) - boolInt(y == nil); c != 0 {
				return c // nulls last, in both directions
			}
			continue
		}
		var c int
		if s, ok := x.(string); ok {
			c = strings.Compare(s, y.(string))
		} else {
			c = cmp.Compare(x.(int64), y.(int64))
		}
		if desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	if desc {
		return cmp.Compare(b.ID, a.ID)
	}
	return cmp.Compare(a.ID, b.ID)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

var words = []string{"", "a", "A", "b", "B", "Z", "z", "_", "-", "ab", "a b", "ä", "Ä", "é", "ﬀ", "😀", "'", "\\", "%"}

func itemGen() *rapid.Generator[[]item] {
	return rapid.Custom(func(t *rapid.T) []item {
		n := rapid.IntRange(0, 30).Draw(t, "rows")
		list := make([]item, n)
		for i := range list {
			list[i] = item{
				ID:    int64(i + 1),
				Word:  rapid.SampledFrom(words).Draw(t, "word"),
				Count: rapid.Int64Range(-2, 2).Draw(t, "count"),
			}
			if rapid.Bool().Draw(t, "has word") {
				w := rapid.SampledFrom(words).Draw(t, "maybe word")
				list[i].MaybeWord = &w
			}
			if rapid.Bool().Draw(t, "has count") {
				c := rapid.Int64Range(-2, 2).Draw(t, "maybe count")
				list[i].MaybeCount = &c
			}
		}
		return list
	})
}

func orderGen() *rapid.Generator[[]page.By] {
	return rapid.Custom(func(t *rapid.T) []page.By {
		fields := rapid.Permutation([]string{"word", "maybe_word", "count", "maybe_count", "id"}).Draw(t, "fields")
		order := []page.By{}
		for _, field := range fields[:rapid.IntRange(0, 4).Draw(t, "length")] {
			order = append(order, page.By{Field: field, Desc: rapid.Bool().Draw(t, "desc")})
		}
		return order
	})
}

// withBun and withHot fetch one page, each in its way.
func withBun(ctx context.Context, s *db.Store, req page.Request) (page.Page[int64], error) {
	var rows []item
	q, err := s.Keyset(items, s.Read(ctx).NewSelect().Model(&rows).Where("i.id > ?", 0), req)
	if err != nil {
		return page.Page[int64]{}, err
	}
	if err := q.Scan(ctx); err != nil {
		return page.Page[int64]{}, err
	}
	return db.PageOf(rows, req, idOf, item.value)
}

func withHot(ctx context.Context, s *db.Store, req page.Request) (page.Page[int64], error) {
	list, err := hotItems(ctx, s, db.Run{Keyset: items, Request: req})
	if err != nil {
		return page.Page[int64]{}, err
	}
	return db.PageOf(list, req, idOf, item.value)
}

func hotItems(ctx context.Context, s *db.Store, run db.Run) ([]item, error) {
	where, order, args, err := s.KeysetText(run.Keyset, run.Request, 3)
	if err != nil {
		return nil, err
	}
	if where != "" {
		where = " AND " + where
	}
	if run.Where != "" {
		where += " AND " + run.Where
	}
	rows, err := s.Hot(ctx).Query(ctx,
		"SELECT id, word, maybe_word, count, maybe_count FROM item i WHERE i.id > $2"+where+" ORDER BY "+order+" LIMIT $1",
		append([]any{run.Request.Limit + 1, 0}, args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []item
	for rows.Next() {
		var i item
		if err := rows.Scan(&i.ID, &i.Word, &i.MaybeWord, &i.Count, &i.MaybeCount); err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, rows.Err()
}

func idOf(i item) (int64, error) { return i.ID, nil }

func TestKeysetAgainstSortedSlice(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		makeItems(t, s)
		rapid.Check(t, func(t *rapid.T) {
			list, order := itemGen().Draw(t, "items"), orderGen().Draw(t, "order")
			limit := rapid.IntRange(1, 12).Draw(t, "limit")
			store(t, ctx, s, list)
			want := []int64{}
			for _, i := range slices.SortedFunc(slices.Values(list), func(a, b item) int { return compare(order, a, b) }) {
				want = append(want, i.ID)
			}
			for name, fetch := range map[string]func(context.Context, *db.Store, page.Request) (page.Page[int64], error){
				"bun": withBun, "hot": withHot,
			} {
				got := []int64{}
				req := page.Request{Limit: limit, Order: order}
				for {
					p, err := fetch(ctx, s, req)
					require.NoError(t, err)
					require.LessOrEqual(t, len(p.Items), limit)
					got = append(got, p.Items...)
					if p.Next == nil {
						break
					}
					require.Len(t, p.Items, limit, "only the last page may be short")
					req.After = p.Next
				}
				require.Equal(t, want, got, name)
			}
		})
	})
}

func makeItems(t testing.TB, s *db.Store) {
	t.Helper()
	_, err := s.DB().ExecContext(t.Context(), `CREATE TABLE item (id BIGINT PRIMARY KEY, word TEXT NOT NULL,
		maybe_word TEXT, count BIGINT NOT NULL, maybe_count BIGINT)`)
	require.NoError(t, err)
}

func store(t require.TestingT, ctx context.Context, s *db.Store, list []item) {
	require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
		_, err := s.Write(ctx).ExecContext(ctx, "DELETE FROM item")
		if err == nil && len(list) > 0 {
			_, err = s.Write(ctx).NewInsert().Model(&list).Exec(ctx)
		}
		return err
	}))
}

func TestKeysetRefusesForeignPlaces(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		makeItems(t, s)
		order := []page.By{{Field: "word"}, {Field: "maybe_count"}}
		for _, bad := range []page.Key{
			{}, {"a"}, {"a", int64(1)}, {"a", int64(1), int64(1), int64(1)}, {int64(1), int64(1), int64(1)}, {nil, nil, int64(1)},
			{"a", "b", int64(1)}, {"a", int64(1), "x"}, {"a", int64(1), nil}, {"a", 1.5, int64(1)}, {"a", true, int64(1)},
		} {
			_, err := withBun(t.Context(), s, page.Request{Limit: 1, Order: order, After: bad})
			require.True(t, fault.Is(err, fault.CodeInvalidCursor), "%v: %v", bad, err)
			f, _ := fault.As(err)
			require.Equal(t, fault.Invalid, f.Kind)
			_, err = withHot(t.Context(), s, page.Request{Limit: 1, Order: order, After: bad})
			require.True(t, fault.Is(err, fault.CodeInvalidCursor), "%v: %v", bad, err)
		}
		_, err := withBun(t.Context(), s, page.Request{Limit: 1, Order: []page.By{{Field: "nothing"}}})
		require.ErrorContains(t, err, "nothing")
	})
}

func TestPageOfStopsAtARowItCannotRead(t *testing.T) {
	_, err := db.PageOf([]item{{ID: 1}}, page.Request{Limit: 5}, func(item) (int64, error) { return 0, errNo }, item.value)
	require.True(t, errors.Is(err, errNo))
	p, err := db.PageOf(nil, page.Request{Limit: 5}, idOf, item.value)
	require.NoError(t, err)
	require.Equal(t, page.Page[int64]{Items: []int64{}}, p)
}

// TestKeysetUsesTheIndex asks both planners how they fetch a late page.
func TestKeysetUsesTheIndex(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		makeItems(t, s)
		collate := ""
		if s.Dialect() == db.Postgres {
			collate = ` COLLATE "C"`
		}
		for _, statement := range []string{
			"CREATE INDEX item_word ON item (word" + collate + ", id)", "CREATE INDEX item_count ON item (count, id)",
			"CREATE INDEX item_maybe ON item (maybe_count, id)",
		} {
			_, err := s.DB().ExecContext(ctx, statement)
			require.NoError(t, err)
		}
		list := make([]item, 2000)
		for i := range list {
			list[i] = item{ID: int64(i), Word: fmt.Sprint("w", i%100), Count: int64(i)}
			if i < 1000 {
				list[i].MaybeCount = &list[i].Count
			}
		}
		store(t, ctx, s, list)
		_, err := s.DB().ExecContext(ctx, "ANALYZE")
		require.NoError(t, err)
		for _, c := range []struct {
			order []page.By
			after page.Key
			index string
		}{
			{[]page.By{{Field: "count"}}, page.Key{int64(1500), int64(1500)}, "item_count"},
			{[]page.By{{Field: "count", Desc: true}}, page.Key{int64(500), int64(500)}, "item_count"},
			{[]page.By{{Field: "word"}}, page.Key{"w5", int64(5)}, "item_word"},
			{[]page.By{{Field: "word", Desc: true}}, page.Key{"w5", int64(5)}, "item_word"},
			{[]page.By{{Field: "maybe_count"}}, nil, "item_maybe"},
			{[]page.By{{Field: "maybe_count"}}, page.Key{int64(500), int64(500)}, "item_maybe"},
			{[]page.By{{Field: "maybe_count", Desc: true}}, page.Key{int64(500), int64(500)}, "item_maybe"},
			{[]page.By{{Field: "maybe_count"}}, page.Key{nil, int64(1500)}, "item_maybe"},
			{[]page.By{{Field: "maybe_count", Desc: true}}, page.Key{nil, int64(1500)}, "item_maybe"},
		} {
			for _, run := range items.Runs(page.Request{Order: c.order, After: c.after}) {
				where, order, args, err := s.KeysetText(run.Keyset, run.Request, 1)
				require.NoError(t, err)
				explain := "EXPLAIN "
				if s.Dialect() == db.SQLite {
					explain = "EXPLAIN QUERY PLAN "
				}
				conditions := slices.DeleteFunc([]string{run.Where, where}, func(s string) bool { return s == "" })
				plan := explained(t, ctx, s, explain+"SELECT * FROM item i WHERE "+strings.Join(conditions, " AND ")+" ORDER BY "+order+" LIMIT 20", args)
				require.Contains(t, plan, c.index)
				require.NotContains(t, strings.ToLower(plan), "sort")
				require.NotContains(t, strings.ToLower(plan), "temp b-tree")
			}
		}
	})
}

func explained(t testing.TB, ctx context.Context, s *db.Store, text string, args []any) string {
	t.Helper()
	rows, err := s.Hot(ctx).Query(ctx, text, args...)
	require.NoError(t, err)
	defer rows.Close()
	plan := ""
	for rows.Next() {
		var line string
		if s.Dialect() == db.SQLite {
			require.NoError(t, rows.Scan(new(any), new(any), new(any), &line))
		} else {
			require.NoError(t, rows.Scan(&line))
		}
		plan += line + "\n"
	}
	require.NoError(t, rows.Err())
	return plan
}
