package notes_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	annotationstore "sellingassistant/adapters/persistence/annotation"
	audits "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/history"
	"sellingassistant/app/annotation"
	app "sellingassistant/app/history"
	annotationdomain "sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/ports/audit"
	"sellingassistant/test/moving"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// allLive says that a team has every product.
func allLive(_ context.Context, _ id.Team, ids []int64) ([]int64, error) { return ids, nil }

// tagging tags products of a team with the given trail.
func tagging(t *testing.T, s *db.Store, trail audit.Log) func(n int, tags ...annotationdomain.TagID) error {
	t.Helper()
	tags := annotation.NewTags(annotationstore.NewTags(s), annotation.TargetsByKind{mark.Product: {Live: allLive}}, trail, s, &moving.Clock{At: noon})
	return func(n int, set ...annotationdomain.TagID) error {
		records := annotation.TagRecords{Kind: mark.Product}
		for i := range n {
			records.Records = append(records.Records, int64(i+1))
		}
		records.Add = set
		_, err := tags.Apply(t.Context(), feedUs, records)
		return err
	}
}

// TestTheFeedTakesTwoStatements tags one product and a hundred, with the feed and
// without it.
func TestTheFeedTakesTwoStatements(t *testing.T) {
	p := &pgtest.Tap{}
	s := stores.Open(t, p.Listen(t, pgtest.URL(t)))
	open(t, s)
	log := audits.New(s, nil)
	plain, fed := tagging(t, s, log), tagging(t, s, app.NewTrail(log, store.NewEvents(s)))
	for n := range 5 {
		_, err := s.Hot(t.Context()).Exec(t.Context(), `INSERT INTO annotation_tags (id, team_id, version, created_at, updated_at, name, name_key)
			OVERRIDING SYSTEM VALUE VALUES ($1, 1, 1, 0, 0, $2, $2)`, n+1, fmt.Sprint("T", n))
		require.NoError(t, err)
	}
	count := func(tag func(int, ...annotationdomain.TagID) error, n int, set annotationdomain.TagID) int {
		return p.During(func() { require.NoError(t, tag(n, set)) })
	}
	count(plain, 1, 1) // prepares the statements
	without := count(plain, 1, 2)
	require.Equal(t, without, count(plain, 100, 3))
	count(fed, 1, 3)
	require.Equal(t, without+2, count(fed, 1, 4), "one look and one write more")
	require.Equal(t, without+2, count(fed, 100, 5), "one look and one write more")
}

// TestAChangeAndItsEventAreOne has the database refuse the event, or the read of its record.
func TestAChangeAndItsEventAreOne(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		_, err := s.Hot(t.Context()).Exec(t.Context(), `INSERT INTO annotation_tags (team_id, version, created_at, updated_at, name, name_key)
			VALUES (1, 1, 0, 0, 'T', 't')`)
		require.NoError(t, err)
		tag := tagging(t, s, app.NewTrail(audits.New(s, nil), w.events))
		tables := []string{"audit_log", "annotation_tag_links", "history_events"}
		before := stores.Rows(t, s, tables...)
		again := stores.Refuse(t, s, "INSERT", "history_events")
		require.Error(t, tag(3, 1))
		require.Equal(t, before, stores.Rows(t, s, tables...))
		again()
		_, err = s.DB().ExecContext(t.Context(), "ALTER TABLE users RENAME COLUMN name TO gone")
		require.NoError(t, err)
		_, err = s.DB().ExecContext(t.Context(), "DROP VIEW v_identity_names")
		require.NoError(t, err)
		require.Error(t, tag(3, 1))
		require.Equal(t, before, stores.Rows(t, s, tables...))
	})
}
