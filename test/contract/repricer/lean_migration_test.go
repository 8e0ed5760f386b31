package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
	"sellingassistant/migrations"
	ports "sellingassistant/ports/repricer"
)

// The step after which the history is found by how prices ended finds what was
// stored before it.
func TestEntriesAreFoundAfterTheirIndexesAreMadeAnew(t *testing.T) {
	const step = "20261125000100"
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.rows(t, ours, plainRows(7)...)
		for _, row := range rows[:6] {
			r.record(t, ours, matched(t, row, noon, "18"))
		}
		r.record(t, ours, matched(t, rows[6], noon, "20"))
		r.move(t, rows[1].ID, submit(noon))
		r.move(t, rows[2].ID, submit(noon), accept(noon.Add(time.Second)))
		for i, at := range []time.Time{noon, noon.Add(time.Hour)} {
			r.move(t, rows[3+i].ID, submit(at), accept(at.Add(time.Second)), func(c *repricer.PriceChange) error { return c.Confirm(at.Add(time.Minute)) })
		}
		r.move(t, rows[5].ID, cancel)
		found := func() (out map[string][]string, sent int64) {
			out = map[string][]string{}
			for name, list := range map[string][]repricer.Outcome{
				"proposed": {"proposed"}, "submitted": {"submitted"}, "accepted": {"accepted"}, "confirmed": {"confirmed"}, "cancelled": {"cancelled"},
				"open": {"proposed", "submitted", "accepted"}, "some": {"accepted", "confirmed", "rejected"}, "none": {"suggested", "superseded"},
			} {
				for _, e := range r.all(t, ours, ports.ChangeFilter{Outcomes: list}) {
					out[name] = append(out[name], e.SKU+" "+string(e.Outcome.Or("")))
				}
			}
			flow, err := r.history.Flow(t.Context(), ours, "", noon.Add(time.Minute))
			require.NoError(t, err)
			return out, flow.Sent
		}
		before, sent := found()
		require.Equal(t, map[string][]string{
			"proposed": {"sku-000 proposed"}, "submitted": {"sku-001 submitted"}, "accepted": {"sku-002 accepted"},
			"confirmed": {"sku-004 confirmed", "sku-003 confirmed"}, "cancelled": {"sku-005 cancelled"},
			"open": {"sku-002 accepted", "sku-001 submitted", "sku-000 proposed"},
			"some": {"sku-004 confirmed", "sku-003 confirmed", "sku-002 accepted"},
		}, before)
		require.Equal(t, int64(1), sent)
		// What was applied together is undone together.
		_, err := r.db.DB().ExecContext(t.Context(), "UPDATE bun_migrations SET group_id = group_id + 1 WHERE name >= ?", step)
		require.NoError(t, err)
		undone, err := migrations.Down(t.Context(), r.db)
		require.NoError(t, err)
		require.Contains(t, undone, step)
		_, err = migrations.Up(t.Context(), r.db)
		require.NoError(t, err)
		again, sent := found()
		require.Equal(t, before, again)
		require.Equal(t, int64(1), sent)
	})
}
