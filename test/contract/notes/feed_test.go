package notes_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/history"
	app "sellingassistant/app/history"
	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/moving"
	"sellingassistant/test/stores"
)

// noon is in the middle of a month.
var noon = time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)

var feedUs, feedThem = caller.Caller{Team: 1, User: 5}, caller.Caller{Team: 2, User: 5}

// feedWorld has two teams with the same member, and the use cases.
type feedWorld struct {
	*app.History
	store  *db.Store
	events *store.Events
	clock  *moving.Clock
}

func open(t *testing.T, s *db.Store) feedWorld {
	t.Helper()
	stores.Teams(t, s)
	for _, text := range []string{
		"INSERT INTO users (id, email, email_folded, name, created_at) VALUES (5, 'a@b.c', 'a@b.c', 'Ann', 0)",
		"INSERT INTO memberships (team_id, user_id, role, created_at) VALUES (1, 5, 'owner', 0)",
		"INSERT INTO memberships (team_id, user_id, role, created_at) VALUES (2, 5, 'owner', 0)",
	} {
		_, err := s.Hot(t.Context()).Exec(t.Context(), text)
		require.NoError(t, err)
	}
	events, clock := store.NewEvents(s), &moving.Clock{At: noon}
	return feedWorld{app.New(events, s, clock), s, events, clock}
}

func eachFeed(t *testing.T, test func(t *testing.T, w feedWorld)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, open(t, s)) })
}

var places = []marketplace.ID{marketplace.US, "A2EUQ1WTGCTBG2", "A1PA6795UKMFR9"}

// made returns the nth of some events. Several happen at the same time.
func made(team id.Team, n int) history.Event {
	kinds, types := history.Kind("").Words(), history.ProductType("").Words()
	e := history.Event{
		Team: team, Kind: kinds[n%len(kinds)], Product: history.Product{Type: types[n%len(types)]}, Source: history.Source{Kind: history.FromAPI}, Count: 1,
		At: time.Date(2026, 3, 1, 0, 0, n/3*7919%5000, 0, time.UTC),
	}
	if e.Product.Type != history.ASIN {
		e.Product.ID, e.Product.Title = optional.Some(int64(n%7+1)), optional.Some(fmt.Sprint("Thing ", n))
	}
	if n%3 > 0 {
		e.Product.ASIN, e.Product.Marketplace = optional.Some(fmt.Sprintf("B00000%04d", n%11)), optional.Some(places[n%len(places)])
	}
	if n%4 == 0 {
		e.Source = history.Source{Kind: history.FromOrder, ID: optional.Some(int64(n%5 + 1))}
	}
	if n%5 > 0 {
		e.Actor = optional.Some(history.Actor{ID: id.User(n%3 + 1), Name: "Ann"})
	}
	if n%6 == 0 {
		e.Changes = []history.Change{
			{Field: "note", New: json.RawMessage(`"a 'quoted' \"word\" and 100%"`)}, {Field: "unit_cost", Old: json.RawMessage("12.3456"), New: json.RawMessage("9007199254740993")},
		}
	}
	if e.Kind == history.Viewed {
		e.Snapshot, e.Count = json.RawMessage(`{"rank":1}`), 3
	}
	return e
}

// fill stores n events of the first team, and some of the other.
func (w feedWorld) fill(t *testing.T, n int) {
	t.Helper()
	var all []history.Event
	for i := range n {
		all = append(all, made(feedUs.Team, i))
	}
	require.NoError(t, w.events.Append(t.Context(), all...))
	require.NoError(t, w.events.Append(t.Context(), made(feedThem.Team, 0), made(feedThem.Team, 1), made(feedThem.Team, 2)))
}

// pages reads a list page by page.
func (w feedWorld) pages(
	t *testing.T, who caller.Caller, f history.Filter, within page.Window, limit int, order ...page.By,
) []history.Event {
	t.Helper()
	out := []history.Event{}
	for req := (page.Request{Limit: limit, Order: order, Count: true, Window: within}); ; {
		p, err := w.List(t.Context(), who, f, req)
		require.NoError(t, err)
		out = append(out, p.Items...)
		if req.After = p.Next; p.Next == nil {
			require.Equal(t, int64(len(out)), *p.Total)
			return out
		}
	}
}

func TestTheFeedIsFilteredAndSorted(t *testing.T) {
	eachFeed(t, func(t *testing.T, w feedWorld) {
		w.fill(t, 1300)
		all := w.pages(t, feedUs, history.Filter{}, page.Window{}, 200, page.By{Field: "id"})
		require.Len(t, all, 1300)
		for i, e := range all {
			want := made(feedUs.Team, i)
			want.ID = e.ID
			text := func(v any) string {
				b, err := json.Marshal(v)
				require.NoError(t, err)
				return string(b)
			}
			require.JSONEq(t, text(want), text(e))
		}
		from, to := all[100].At, all[100].At.Add(20*time.Minute)
		has := func(m optional.Maybe[string], text string) bool { return m.Or("") == text }
		windows := map[string]page.Window{
			"time": {CreatedFrom: &from, CreatedTo: &to}, "many at once": {CreatedFrom: &from},
		}
		for name, c := range map[string]struct {
			f    history.Filter
			fits func(e history.Event) bool
		}{
			"all":     {history.Filter{}, func(history.Event) bool { return true }},
			"event":   {history.Filter{Kinds: []history.Kind{history.Noted}}, func(e history.Event) bool { return e.Kind == history.Noted }},
			"events":  {history.Filter{Kinds: []history.Kind{history.Noted, history.Viewed, history.Noted}}, func(e history.Event) bool { return e.Kind == history.Noted || e.Kind == history.Viewed }},
			"type":    {history.Filter{Types: []history.ProductType{history.ASIN}}, func(e history.Event) bool { return e.Product.Type == history.ASIN }},
			"types":   {history.Filter{Types: []history.ProductType{history.SKU, history.ASIN}}, func(e history.Event) bool { return e.Product.Type == history.SKU || e.Product.Type == history.ASIN }},
			"product": {history.Filter{Types: []history.ProductType{history.SKU}, Products: []int64{3}}, func(e history.Event) bool { return e.Product.Type == history.SKU && e.Product.ID.Or(0) == 3 }},
			"products of a type": {history.Filter{Types: []history.ProductType{history.SKU}, Products: []int64{3, 1, 99}}, func(e history.Event) bool {
				return e.Product.Type == history.SKU && (e.Product.ID.Or(0) == 3 || e.Product.ID.Or(0) == 1)
			}},
			"asin": {history.Filter{ASINs: []string{"B000000004"}}, func(e history.Event) bool { return has(e.Product.ASIN, "B000000004") }},
			"asins": {history.Filter{ASINs: []string{"B000000004", "B000000010"}}, func(e history.Event) bool {
				return has(e.Product.ASIN, "B000000004") || has(e.Product.ASIN, "B000000010")
			}},
			"marketplace":  {history.Filter{Marketplaces: places[:1]}, func(e history.Event) bool { return e.Product.Marketplace.Or("") == places[0] }},
			"marketplaces": {history.Filter{Marketplaces: places[1:]}, func(e history.Event) bool { return slices.Contains(places[1:], e.Product.Marketplace.Or("")) }},
			"source":       {history.Filter{Sources: []history.SourceKind{history.FromOrder}}, func(e history.Event) bool { return e.Source.Kind == history.FromOrder }},
			"sources":      {history.Filter{Sources: []history.SourceKind{history.FromOrder, history.FromJob}}, func(e history.Event) bool { return e.Source.Kind == history.FromOrder }},
			"source id":    {history.Filter{SourceIDs: []int64{2}}, func(e history.Event) bool { return e.Source.ID.Or(0) == 2 }},
			"source ids":   {history.Filter{SourceIDs: []int64{2, 5}}, func(e history.Event) bool { return e.Source.ID.Or(0) == 2 || e.Source.ID.Or(0) == 5 }},
			"actor":        {history.Filter{Actors: []id.User{2}}, func(e history.Event) bool { return e.Actor.Or(history.Actor{}).ID == 2 }},
			"actors":       {history.Filter{Actors: []id.User{2, 3}}, func(e history.Event) bool { return e.Actor.Or(history.Actor{}).ID >= 2 }},
			"time":         {history.Filter{}, func(e history.Event) bool { return !e.At.Before(from) && e.At.Before(to) }},
			"many at once": {history.Filter{Kinds: []history.Kind{history.Created, history.Updated}, Actors: []id.User{1, 2}}, func(e history.Event) bool {
				return (e.Kind == history.Created || e.Kind == history.Updated) && slices.Contains([]id.User{1, 2}, e.Actor.Or(history.Actor{}).ID) && !e.At.Before(from)
			}},
			"none": {history.Filter{Kinds: []history.Kind{history.Created, history.Updated}, ASINs: []string{"B0NOSUCH00"}}, func(history.Event) bool { return false }},
		} {
			for _, by := range []page.By{{Field: "created_at", Desc: true}, {Field: "created_at"}, {Field: "id"}, {Field: "id", Desc: true}} {
				want := slices.DeleteFunc(slices.Clone(all), func(e history.Event) bool { return !c.fits(e) })
				slices.SortFunc(want, func(a, b history.Event) int {
					n := cmp.Compare(a.ID, b.ID)
					if by.Field == "created_at" {
						n = cmp.Or(a.At.Compare(b.At), n)
					}
					if by.Desc {
						n = -n
					}
					return n
				})
				require.Equal(t, want, w.pages(t, feedUs, c.f, windows[name], 90, by), "%s by %v", name, by)
			}
		}
		require.Len(t, w.pages(t, feedThem, history.Filter{}, page.Window{}, 90, page.By{Field: "created_at", Desc: true}), 3, "the other team's own")
		for _, types := range [][]history.ProductType{nil, {history.SKU, history.Listing}} {
			_, err := w.List(t.Context(), feedUs, history.Filter{Products: []int64{1}, Types: types}, page.Request{Limit: 1})
			require.True(t, fault.Is(err, fault.CodeValidationFailed), "%v", err)
		}
	})
}

// watched remembers the statements that bun writes.
type watched struct{ texts []string }

func (*watched) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

func (w *watched) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	w.texts = append(w.texts, e.Query)
}

// TestTheFeedIsReadAlongItsIndexes asks both planners for the plan of each filter's first
// and later pages, among many events that hardly any filter finds.
func TestTheFeedIsReadAlongItsIndexes(t *testing.T) {
	eachFeed(t, func(t *testing.T, w feedWorld) {
		ctx := t.Context()
		var all []history.Event
		for i := range 20_000 {
			e := made(feedUs.Team, i)
			e.Product.ID = optional.Convert(e.Product.ID, func(int64) int64 { return int64(i%2000 + 1) })
			e.Product.ASIN = optional.Convert(e.Product.ASIN, func(string) string { return fmt.Sprintf("B00000%04d", i%2000) })
			e.Changes = nil
			all = append(all, e)
		}
		require.NoError(t, w.events.Append(ctx, all...))
		if w.store.Dialect() == db.Postgres { // the program does not have SQLite gather figures
			_, err := w.store.DB().ExecContext(ctx, "ANALYZE")
			require.NoError(t, err)
		}
		seen := &watched{}
		w.store.Read(ctx).(*bun.DB).AddQueryHook(seen) //nolint:staticcheck // the store keeps the handle that it has
		for name, c := range map[string]struct {
			f     history.Filter
			index string
		}{
			"event":    {history.Filter{Kinds: []history.Kind{history.Viewed}}, "history_events_event_idx"},
			"events":   {history.Filter{Kinds: []history.Kind{history.Viewed, history.Ordered}}, "history_events_event_idx"},
			"product":  {history.Filter{Types: []history.ProductType{history.SKU}, Products: []int64{6}}, "history_events_subject_idx"},
			"products": {history.Filter{Types: []history.ProductType{history.SKU}, Products: []int64{6, 10}}, "history_events_subject_idx"},
			"asin":     {history.Filter{ASINs: []string{"B000000010"}}, "history_events_asin_idx"},
			"asins":    {history.Filter{ASINs: []string{"B000000010", "B000000011"}, Kinds: []history.Kind{history.Viewed}}, "history_events_asin_idx"},
			"source":   {history.Filter{SourceIDs: []int64{2, 3}}, "history_events_source_idx"},
			"actor":    {history.Filter{Actors: []id.User{99}}, "history_events_actor_idx"},
			"job":      {history.Filter{Sources: []history.SourceKind{history.FromJob}}, "history_events_source_kind_idx"},
			"type":     {history.Filter{Types: []history.ProductType{history.ASIN, history.Listing}}, "history_events_kind_idx"},
			"market":   {history.Filter{Marketplaces: []marketplace.ID{"A1F83G8C2ARO7P"}}, "history_events_marketplace_idx"},
		} {
			for _, after := range []page.Key{nil, {db.Micros(time.Date(2026, 3, 1, 0, 40, 0, 0, time.UTC)), int64(5000)}} {
				seen.texts = nil
				_, err := w.List(ctx, feedUs, c.f, page.Request{Limit: 20, Order: []page.By{{Field: "created_at", Desc: true}}, After: after})
				require.NoError(t, err)
				require.Len(t, seen.texts, 1)
				plan := explained(t, w.store, seen.texts[0])
				require.Contains(t, plan, c.index, "%s: %s", name, seen.texts[0])
				require.NotContains(t, strings.ToLower(plan), "seq scan", name)
				require.NotContains(t, plan, "SCAN history_events", name)
				if !strings.Contains(seen.texts[0], "UNION ALL") {
					require.NotContains(t, strings.ToLower(plan), "sort", name)
					require.NotContains(t, plan, "TEMP B-TREE", name)
				}
			}
		}
	})
}

func explained(t *testing.T, s *db.Store, text string) string {
	t.Helper()
	explain := "EXPLAIN "
	if s.Dialect() == db.SQLite {
		explain = "EXPLAIN QUERY PLAN "
	}
	rows, err := s.Hot(t.Context()).Query(t.Context(), explain+text)
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

func TestTenMinutesOfViewsAreOneLine(t *testing.T) {
	eachFeed(t, func(t *testing.T, w feedWorld) {
		look := func(who caller.Caller, asin string, snapshot any) {
			t.Helper()
			require.NoError(t, w.View(t.Context(), who, app.View{ASIN: asin, Marketplace: marketplace.US, Title: optional.Some("Mug"), Snapshot: snapshot}))
		}
		start := w.clock.Now()
		look(feedUs, "B000000001", map[string]any{"rank": 7})
		w.clock.Add(9 * time.Minute)
		look(feedUs, "B000000001", map[string]any{"rank": 8})
		look(feedUs, "B000000002", nil)
		look(caller.Caller{Team: 1, User: 6}, "B000000001", nil)
		look(caller.Caller{Team: 1}, "B000000001", nil)
		look(feedThem, "B000000001", nil)
		w.clock.Add(time.Minute)
		look(feedUs, "B000000001", nil)
		type seen struct {
			asin  string
			actor history.Actor
			count int64
			at    time.Time
		}
		var got []seen
		all := w.pages(t, feedUs, history.Filter{}, page.Window{}, 10, page.By{Field: "id"})
		for _, e := range all {
			require.Equal(t, []any{history.Viewed, history.ASIN, "Mug", history.FromAPI}, []any{e.Kind, e.Product.Type, e.Product.Title.Or(""), e.Source.Kind})
			got = append(got, seen{e.Product.ASIN.Or(""), e.Actor.Or(history.Actor{}), e.Count, e.At})
		}
		ann, stranger := history.Actor{ID: 5, Name: "Ann"}, history.Actor{ID: 6}
		require.Equal(t, []seen{
			{"B000000001", ann, 2, start}, {"B000000002", ann, 1, start.Add(9 * time.Minute)}, {"B000000001", stranger, 1, start.Add(9 * time.Minute)},
			{"B000000001", ann, 1, start.Add(10 * time.Minute)},
		}, got)
		require.JSONEq(t, `{"rank":7}`, string(all[0].Snapshot.(json.RawMessage)))
		require.Len(t, w.pages(t, feedThem, history.Filter{}, page.Window{}, 10, page.By{Field: "id"}), 1)
	})
}

func TestViewsAtOnceAreOneLine(t *testing.T) {
	eachFeed(t, func(t *testing.T, w feedWorld) {
		done := make(chan error)
		const views = 12
		for range views {
			go func() { done <- w.View(t.Context(), feedUs, app.View{ASIN: "B000000001", Marketplace: marketplace.US}) }()
		}
		for range views {
			require.NoError(t, <-done)
		}
		all := w.pages(t, feedUs, history.Filter{}, page.Window{}, 10, page.By{Field: "id"})
		require.Len(t, all, 1)
		require.Equal(t, int64(views), all[0].Count)
	})
}

// Reports an accepted item of an analysis once, also if another run reports it again or at the same
// time.
func TestWhatAnAnalysisAcceptedIsOneLine(t *testing.T) {
	eachFeed(t, func(t *testing.T, w feedWorld) {
		view := func(n int) app.View {
			return app.View{ASIN: fmt.Sprintf("B%09d", n), Marketplace: marketplace.US, Title: optional.Some("Mug"), Snapshot: map[string]any{"profit": json.Number("7.09")}}
		}
		done := make(chan error)
		for range 4 {
			go func() { done <- w.Analyzed(t.Context(), 1, 5, 31, []app.View{view(1), view(2), view(1)}) }()
		}
		for range 4 {
			require.NoError(t, <-done)
		}
		require.NoError(t, w.Analyzed(t.Context(), 1, 0, 32, []app.View{view(2)}))
		require.NoError(t, w.Analyzed(t.Context(), 2, 5, 31, []app.View{view(1)}))
		require.NoError(t, w.Analyzed(t.Context(), 1, 5, 31, []app.View{view(3), view(2)}))
		require.NoError(t, w.Analyzed(t.Context(), 1, 5, 31, nil))
		var got []string
		for _, e := range w.pages(t, feedUs, history.Filter{}, page.Window{}, 10, page.By{Field: "id"}) {
			got = append(got, fmt.Sprint(e.Kind, " ", e.Product.ASIN.Or(""), " ", e.Source.Kind, " ", e.Source.ID.Or(0), " ", e.Actor.Or(history.Actor{}).Name))
			require.JSONEq(t, `{"profit":7.09}`, string(e.Snapshot.(json.RawMessage)))
		}
		require.Equal(t, []string{
			"analyzed B000000001 analysis 31 Ann", "analyzed B000000002 analysis 31 Ann", "analyzed B000000002 analysis 32 ", "analyzed B000000003 analysis 31 Ann",
		}, got)
		require.Len(t, w.pages(t, feedThem, history.Filter{}, page.Window{}, 10, page.By{Field: "id"}), 1)
	})
}
