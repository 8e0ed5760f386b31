package history_test

import (
	"bytes"
	"compress/flate"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
)

// exec changes the database past the program.
func (r records) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	n, err := r.DB.Hot(t.Context()).Exec(t.Context(), query, args...)
	require.NoError(t, err)
	require.Equal(t, int64(1), n)
}

func TestADecisionIsMadeAgain(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(3)...)
		stranger := r.Rows(t, theirs, plainRow(9))[0]
		made := r.Record(t, ours, matched(t, rows[0], noon, "18.37"), matched(t, rows[1], noon, "20"),
			matched(t, rows[2], noon.Add(-40*24*time.Hour), "19"))
		past := history.NewHistory(r.History, clock.System{})
		for i, m := range made {
			id, kept := m.Get()
			require.True(t, kept)
			got, err := past.Replay(t.Context(), ours, id)
			require.NoError(t, err)
			require.Equal(t, history.ReplaySame, got.Result)
			require.Empty(t, got.Differences)
			require.Equal(t, rows[i].ID, got.Change.ProductID)
			d, ok := got.Decision.Get()
			require.True(t, ok)
			require.Equal(t, got.Change.NewPrice, d.Price)
			require.NotEmpty(t, d.Trace.Steps)
		}

		first, _ := made[0].Get()
		unnamed, err := past.Replay(t.Context(), 0, first)
		require.NoError(t, err)
		require.Equal(t, ours, unnamed.Change.Team)
		_, err = past.Replay(t.Context(), theirs, first)
		requireCode(t, err, fault.NotFound, "not_found")
		_, err = past.Replay(t.Context(), ours, first+1_000)
		requireCode(t, err, fault.NotFound, "not_found")
		_, err = past.Replay(t.Context(), 0, first+1_000)
		requireCode(t, err, fault.NotFound, "not_found")
		foreign, _ := r.Record(t, theirs, matched(t, stranger, noon, "17"))[0].Get()
		found, err := past.Replay(t.Context(), 0, foreign)
		require.NoError(t, err)
		require.Equal(t, theirs, found.Change.Team)
	})
}

func TestADecisionThatDoesNotComeOutTheSame(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(3)...)
		var ids [3]repricer.ChangeID
		for i := range rows {
			ids[i], _ = r.Record(t, ours, matched(t, rows[i], noon, "18.37"))[0].Get()
		}
		past := history.NewHistory(r.History, clock.System{})
		r.exec(t, "UPDATE repricer_changes SET new_price = 183800, reason = 'beat_target' WHERE id = $1", int64(ids[0]))
		got, err := past.Replay(t.Context(), ours, ids[0])
		require.NoError(t, err)
		require.Equal(t, history.ReplayDifferent, got.Result)
		require.Equal(t, []repricerhistory.Difference{
			{Member: "new_price", Recorded: "18.38", Replayed: "18.37"}, {Member: "reason", Recorded: "beat_target", Replayed: "match_target"},
		}, got.Differences)

		r.exec(t, "UPDATE repricer_change_inputs SET input = $2 WHERE change_id = $1", int64(ids[1]), otherRules(t))
		got, err = past.Replay(t.Context(), ours, ids[1])
		require.NoError(t, err)
		require.Equal(t, history.ReplayOtherRules, got.Result)
		require.False(t, got.Decision.Known())

		r.exec(t, "DELETE FROM repricer_change_inputs WHERE change_id = $1", int64(ids[2]))
		got, err = past.Replay(t.Context(), ours, ids[2])
		require.NoError(t, err)
		require.Equal(t, history.ReplayNoInput, got.Result)
		require.False(t, got.Decision.Known())
	})
}

// otherRules makes a stored input of a version that does not exist.
func otherRules(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	require.NoError(t, err)
	plain := canon.Encode(decision.Input{Now: noon})
	plain[0] += 2 // a varint: one more
	_, err = w.Write(plain)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}
