package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// inAndOut runs a test outside and inside of a transaction, twice each: the second time SQLite has
// the statements prepared.
func inAndOut(t *testing.T, s *db.Store, test func(t *testing.T, ctx context.Context)) {
	t.Helper()
	for n := range 2 {
		t.Run(fmt.Sprintf("outside %d", n), func(t *testing.T) { test(t, t.Context()) })
		t.Run(fmt.Sprintf("inside %d", n), func(t *testing.T) {
			require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
				test(t, ctx)
				return nil
			}))
		})
	}
}

type number int64

type word string

type inner struct {
	A string   `json:"a"`
	B []number `json:"b"`
}

func TestHotCarriesEveryColumnType(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		inAndOut(t, s, func(t *testing.T, ctx context.Context) {
			hot := s.Hot(ctx)
			name, size := word("Ärger 'quoted' \\ \"x\" $1 ?"), number(1<<62)
			flag, raw := true, []byte{0, 1, 0xff}
			doc := db.JSONOf(inner{A: "x\"y", B: []number{1, -2}})
			const insert = `INSERT INTO thing (name, size, flag, doc, raw) VALUES ($1, $2, $3, $4, $5) RETURNING id`
			const get = `SELECT name, size, flag, doc, raw FROM thing WHERE id = $1 AND '$1 ?' <> ' -- $2' /* $3 */`

			var id int64
			require.NoError(t, s.HotWrite(ctx).QueryRow(ctx, insert, name, size, flag, doc, raw).Scan(&id))
			var n2 word
			var s2 number
			var f2 bool
			var d2 db.JSON[inner]
			var r2 []byte
			require.NoError(t, hot.QueryRow(ctx, get, id).Scan(&n2, &s2, &f2, &d2, &r2))
			require.Equal(t, []any{name, size, flag, doc, raw}, []any{n2, s2, f2, d2, r2})
			// The same into pointers.
			var n3 *string
			var s3 *int64
			var f3 *bool
			var d3 *db.JSON[inner]
			require.NoError(t, hot.QueryRow(ctx, get, id).Scan(&n3, &s3, &f3, &d3, &r2))
			require.Equal(t, []any{string(name), int64(size), true, doc}, []any{*n3, *s3, *f3, *d3})

			var null *string
			require.NoError(t, s.HotWrite(ctx).QueryRow(ctx, insert, null, nil, (*bool)(nil), nil, []byte(nil)).Scan(&id))
			require.NoError(t, hot.QueryRow(ctx, get, id).Scan(&n3, &s3, &f3, &d2, &r2))
			require.Nil(t, n3)
			require.Nil(t, s3)
			require.Nil(t, f3)
			require.Zero(t, d2)
			require.Nil(t, r2)

			changed, err := hot.Exec(ctx, "UPDATE thing SET name = $2, size = $3 WHERE id = $1 AND id = $1", id, "", -1)
			require.NoError(t, err)
			require.Equal(t, int64(1), changed)
			changed, err = hot.Exec(ctx, "DELETE FROM thing WHERE id = $1", -1)
			require.NoError(t, err)
			require.Zero(t, changed)
			_, err = hot.Exec(ctx, "DELETE FROM thing")
			require.NoError(t, err)
		})
	})
}

func TestHotErrors(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		for n := range 2 {
			for _, ctx := range []func(func(context.Context)){
				func(f func(context.Context)) { f(t.Context()) },
				func(f func(context.Context)) {
					require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error { f(ctx); return nil }))
				},
			} {
				ctx(func(ctx context.Context) {
					err := s.Hot(ctx).QueryRow(ctx, "SELECT id FROM thing WHERE id = $1", 1).Scan(new(int64))
					require.Equal(t, sql.ErrNoRows, err, n)
					require.Equal(t, sql.ErrNoRows, db.Fault(err))
				})
			}
		}
		require.Error(t, s.InTx(t.Context(), func(ctx context.Context) error {
			_, err := s.Hot(ctx).Query(ctx, "SELECT nothing FROM nowhere")
			return err
		}))
		_, err := s.Hot(t.Context()).Query(t.Context(), "SELECT nothing FROM nowhere")
		require.Error(t, err)
		_, err = s.Hot(t.Context()).Exec(t.Context(), "DELETE FROM nowhere")
		require.Error(t, err)
		require.Error(t, s.Hot(t.Context()).QueryRow(t.Context(), "SELECT 'x'").Scan(new(int64)))
		require.NoError(t, s.Ping(t.Context()))
	})
}

// TestRowsGiveTheirConnectionBack reads more often than there are connections.
func TestRowsGiveTheirConnectionBack(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		require.NoError(t, add(ctx, s, "a"))
		require.NoError(t, add(ctx, s, "b"))
		for range 40 {
			rows, err := s.Hot(ctx).Query(ctx, "SELECT name FROM thing")
			require.NoError(t, err)
			require.True(t, rows.Next())
			rows.Close()
			rows.Close()
			rows, err = s.Hot(ctx).Query(ctx, "SELECT name FROM thing")
			require.NoError(t, err)
			for rows.Next() {
			}
			require.NoError(t, rows.Err())
		}
		// A query while rows are open, inside a transaction as well.
		if s.Dialect() == db.SQLite {
			require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
				rows, err := s.Hot(ctx).Query(ctx, "SELECT name FROM thing")
				require.NoError(t, err)
				defer rows.Close()
				require.True(t, rows.Next())
				require.Equal(t, []string{"a", "b"}, names(t, ctx, s))
				return rows.Err()
			}))
		}
	})
}

func TestIDsIn(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		for range 5 {
			require.NoError(t, add(t.Context(), s, "x"))
		}
		inAndOut(t, s, func(t *testing.T, ctx context.Context) {
			for _, c := range []struct {
				ids  []int64
				want int
			}{{nil, 0}, {[]int64{}, 0}, {[]int64{3}, 1}, {[]int64{5, 1, 5, 99, -1, 1 << 62}, 2}} {
				var n int
				err := s.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM thing WHERE name = $1 AND "+s.IDsIn("id", 2), "x", s.IDsArg(c.ids)).Scan(&n)
				require.NoError(t, err)
				require.Equal(t, c.want, n, c.ids)
			}
		})
	})
}

// TestManyTexts exceeds the number of prepared texts.
func TestManyTexts(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		for n := range 600 {
			var got int
			ctx := t.Context()
			text := fmt.Sprintf("SELECT %d + $1", n)
			require.NoError(t, s.Hot(ctx).QueryRow(ctx, text, 1).Scan(&got))
			require.Equal(t, n+1, got)
			if n%100 == 99 {
				require.NoError(t, s.InTx(ctx, func(ctx context.Context) error {
					return s.Hot(ctx).QueryRow(ctx, text, 2).Scan(&got)
				}))
				require.Equal(t, n+2, got)
				rows, err := s.Hot(ctx).Query(ctx, text, 3)
				require.NoError(t, err)
				require.True(t, rows.Next())
				rows.Close()
				_, err = s.Hot(ctx).Exec(ctx, fmt.Sprintf("DELETE FROM thing WHERE id = %d", n))
				require.NoError(t, err)
			}
		}
	})
}

func TestHotFromManyGoroutines(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		require.NoError(t, add(t.Context(), s, "a"))
		var wg sync.WaitGroup
		errs := make(chan error, 16)
		for range 16 {
			wg.Go(func() {
				for range 20 {
					var name string
					ctx := t.Context()
					if err := s.Hot(ctx).QueryRow(ctx, "SELECT name FROM thing WHERE id = $1", 1).Scan(&name); err != nil {
						errs <- err
						return
					}
				}
			})
		}
		wg.Wait()
		close(errs)
		require.NoError(t, <-errs)
	})
}

// TestHotIsPrepared looks at the server's list of prepared statements.
func TestHotIsPrepared(t *testing.T) {
	url := pgtest.URL(t)
	prepared := func(s *db.Store) (n int) {
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			if err := s.Hot(ctx).QueryRow(ctx, "SELECT $1::bigint", 1).Scan(new(int64)); err != nil {
				return err
			}
			// bun's texts must not be kept.
			for i := range 5 {
				if _, err := s.Read(ctx).NewRaw("SELECT ?::bigint", i).Exec(ctx); err != nil {
					return err
				}
			}
			return s.Read(ctx).NewRaw("SELECT count(*) FROM pg_prepared_statements").Scan(ctx, &n)
		}))
		return n
	}
	require.Equal(t, 1, prepared(stores.Open(t, url)))
	// A pooler in between may not be able to keep statements.
	simple := stores.Open(t, url+"&default_query_exec_mode=simple_protocol")
	require.Equal(t, 0, prepared(simple))
	var n int
	ctx := t.Context()
	makeThings(t, simple)
	require.NoError(t, simple.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM thing WHERE "+simple.IDsIn("id", 1), simple.IDsArg([]int64{1, 2})).Scan(&n))
	require.Zero(t, n)
}

type thing struct {
	bun.BaseModel `bun:"table:thing"`
	ID            int64          `bun:"id,pk,autoincrement"`
	Name          *string        `bun:"name"`
	Size          *int64         `bun:"size"`
	Flag          *bool          `bun:"flag"`
	Doc           db.JSON[inner] `bun:"doc"`
	Raw           []byte         `bun:"raw"`
}

func TestBunRows(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		inAndOut(t, s, func(t *testing.T, ctx context.Context) {
			name, size, flag := "It's \\ ünïcode ? $1", int64(-5), false
			in := thing{Name: &name, Size: &size, Flag: &flag, Doc: db.JSONOf(inner{A: "'\\"}), Raw: []byte{0, 255}}
			_, err := s.Write(ctx).NewInsert().Model(&in).Exec(ctx)
			require.NoError(t, err)
			require.Positive(t, in.ID)
			empty := thing{}
			_, err = s.Write(ctx).NewInsert().Model(&empty).Exec(ctx)
			require.NoError(t, err)
			var out []thing
			require.NoError(t, s.Read(ctx).NewSelect().Model(&out).Order("id").Scan(ctx))
			require.Equal(t, []thing{in, empty}, out)
			_, err = s.Write(ctx).NewDelete().Model((*thing)(nil)).Where("TRUE").Exec(ctx)
			require.NoError(t, err)
		})
	})
}

func TestSearchText(t *testing.T) {
	each(t, func(t *testing.T, s *db.Store) {
		ctx := t.Context()
		for _, name := range []string{"Grün_Straße 100%", "GRUN", "a!b"} {
			require.NoError(t, add(ctx, s, db.Fold(name)))
		}
		for q, want := range map[string]int{
			"GRÜN": 1, "grün": 1, "STRASSE": 1, "0%": 1, "%": 1, "_": 1, "n_s": 1, "nxs": 0, "!": 1, "": 3, "run": 1,
			"gru\u0308n": 1,
		} {
			where, pattern := db.LikeContains("name", q)
			n, err := s.Read(ctx).NewSelect().Table("thing").Where(where, pattern).Count(ctx)
			require.NoError(t, err)
			require.EqualValues(t, want, n, q)
			var hot int
			require.NoError(t, s.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM thing WHERE name LIKE $1 ESCAPE '!'", db.LikePattern(q)).Scan(&hot))
			require.Equal(t, want, hot, q)
		}
	})
}

func TestTimes(t *testing.T) {
	at := time.Date(2026, 2, 3, 4, 5, 6, 789012000, time.FixedZone("x", 3600))
	require.Equal(t, int64(1770087906789012), db.Micros(at))
	require.Equal(t, "2026-02-03T03:05:06.789012Z", db.FromMicros(1770087906789012).Format(time.RFC3339Nano))
	require.Nil(t, db.NullMicros(nil))
	require.Nil(t, db.FromNullMicros(nil))
	require.True(t, at.Equal(*db.FromNullMicros(db.NullMicros(&at))))
}
