// Package notes_test tests notes, tags and the product feed on both databases.
package notes_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	store "sellingassistant/adapters/persistence/annotation"
	audits "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/annotation"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/ports/audit"
	"sellingassistant/test/stores"
)

var us, them = caller.Caller{Team: 1, User: 5}, caller.Caller{Team: 2}

// ticking is a clock that advances by a second at each read.
type ticking struct {
	mu  sync.Mutex
	now time.Time
}

func (c *ticking) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Second)
	return c.now
}

// theirs begins the records of the other team, and none the records that do not exist.
const theirs, none = 1000, 2000

func live(_ context.Context, team id.Team, ids []int64) ([]int64, error) {
	return slices.DeleteFunc(slices.Clone(ids), func(n int64) bool { return n >= none || (n >= theirs) != (team == them.Team) }), nil
}

// people names users after their ids.
type people struct{}

func (people) PersonName(_ context.Context, _ id.Team, user id.User) (string, error) {
	return fmt.Sprint("User ", user), nil
}

// kinds lists the kinds of the existing records.
var kinds = []mark.Kind{mark.Product, mark.SKU, mark.Listing, mark.Supplier, mark.Offer, mark.Warehouse, mark.Document}

// told has the members of a line of the trail.
type told struct {
	record  string
	id      int64
	verb    string
	changes map[string]audit.Change
}

// recorder is a trail that keeps its lines.
type recorder struct {
	audit.Log
	mu    sync.Mutex
	lines []told
}

func (r *recorder) Write(ctx context.Context, lines ...audit.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range lines {
		r.lines = append(r.lines, told{l.Record, l.RecordID, l.Verb, l.Changes})
	}
	return r.Log.Write(ctx, lines...)
}

// about returns the lines about a record.
func (r *recorder) about(record string, id int64) []told {
	return slices.DeleteFunc(slices.Clone(r.lines), func(l told) bool { return l.record != record || l.id != id })
}

// world has two teams and the use cases.
type world struct {
	*db.Store
	trail *recorder
	tags  *app.Tags
	marks *app.Marks
	notes *app.Notes
}

func each(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		stores.Teams(t, s)
		targets := app.TargetsByKind{}
		for _, kind := range kinds {
			targets[kind] = app.Target{Live: live}
		}
		clock, trail, tags := &ticking{now: time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)}, &recorder{Log: audits.New(s, nil)}, store.NewTags(s)
		test(t, world{s, trail, app.NewTags(tags, targets, trail, s, clock), app.NewMarks(store.NewMarks(s), tags),
			app.NewNotes(store.NewNotes(s), tags, targets, people{}.PersonName, trail, s, clock)})
	})
}

// refused requires a fault at a member.
func refused(t *testing.T, err error, code fault.Code, pointer string) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, []any{code, pointer}, []any{e.Code, e.Pointer}, e.Message)
}
