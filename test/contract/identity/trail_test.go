package identity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
	"sellingassistant/test/stores"
)

func TestTheTrailIsListed(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		ctx := t.Context()
		team, other := w.team(t, 5), w.team(t, 5)
		entry := func(team id.Team, record string, recordID int64, key id.Key, minutes int) audit.Entry {
			return audit.Entry{
				Team: team, User: 2, Key: key, Address: "192.0.2.1", Source: audit.API, Record: record, RecordID: recordID, Verb: "changed",
				Changes: map[string]audit.Change{"name": {Old: "a", New: nil}}, At: start.Add(time.Duration(minutes) * time.Minute),
			}
		}
		require.NoError(t, w.trail.Write(ctx, entry(team, "thing", 4, 3, 1), entry(team, "thing", 5, 3, 2), entry(team, "tool", 4, 6, 3),
			entry(other, "thing", 4, 3, 4)))
		list := func(f audit.Filter) (found []audit.Line) {
			f.Limit = max(f.Limit, 1)
			found, err := w.trail.List(ctx, team, f)
			require.NoError(t, err)
			return found
		}
		records := func(f audit.Filter) (names []string) {
			f.Limit = 10
			for _, l := range list(f) {
				names = append(names, l.Record+" "+l.At.Format("15:04"))
			}
			return names
		}
		at := func(minutes int) string { return start.Add(time.Duration(minutes) * time.Minute).Format("15:04") }

		newest := list(audit.Filter{})
		require.Len(t, newest, 1)
		want := entry(team, "tool", 4, 6, 3)
		want.At = want.At.UTC()
		require.Equal(t, want, newest[0].Entry)
		require.Equal(t, "trace-1", newest[0].TraceID)
		require.Equal(t, []string{"tool " + at(3), "thing " + at(2), "thing " + at(1), "team " + at(0)}, records(audit.Filter{}))
		require.Equal(t, []string{"thing " + at(2), "thing " + at(1)}, records(audit.Filter{Record: "thing"}))
		require.Equal(t, []string{"thing " + at(1)}, records(audit.Filter{Record: "thing", RecordID: 4}))
		require.Equal(t, []string{"tool " + at(3)}, records(audit.Filter{Key: 6}))
		require.Equal(t, []string{"tool " + at(3), "thing " + at(2)}, records(audit.Filter{Since: start.Add(2 * time.Minute)}))
		require.Equal(t, []string{"thing " + at(2), "thing " + at(1), "team " + at(0)}, records(audit.Filter{Before: newest[0].ID}))
		none, err := w.trail.List(ctx, 99, audit.Filter{Limit: 10})
		require.NoError(t, err)
		require.Empty(t, none)
	})
}
