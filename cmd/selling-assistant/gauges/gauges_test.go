package gauges_test

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/cmd/selling-assistant/gauges"
	"sellingassistant/test/stores"
)

// fixed always returns the same time.
type fixed time.Time

// Now implements the clock port.
func (f fixed) Now() time.Time { return time.Time(f) }

func TestFiguresOfTheDatabase(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		now := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
		reg := prometheus.NewRegistry()
		require.NoError(t, gauges.Register(reg, s, fixed(now), zap.NewNop()))
		read := func() map[string]float64 {
			families, err := reg.Gather()
			require.NoError(t, err)
			found := map[string]float64{}
			for _, f := range families {
				found[f.GetName()] = f.GetMetric()[0].GetGauge().GetValue()
			}
			return found
		}
		figures := read()
		require.Len(t, figures, 4)
		require.Positive(t, figures["database_connections_max"])
		require.NotContains(t, figures, "sync_oldest_seconds", "there is no account")

		stores.Teams(t, s)
		for _, text := range []string{
			`INSERT INTO connections (id, team_id, region, seller_id, marketplace_ids, status, connected_at, version, updated_at)
				VALUES (1, 1, 'eu', 'A1', '[]', 'active', 1795856400000000, 1, 0), (2, 1, 'na', 'A2', '[]', 'active', 1795600000000000, 1, 0),
				(3, 2, 'eu', 'A3', '[]', 'revoked', 0, 1, 0)`,
			`INSERT INTO inventory_sync_runs (id, team_id, connection_id, seller_id, marketplace_id, kind, state, phase, after_sku, marked, seen,
				changed, closed, beyond, holder, requested_at, ended_at, updated_at, version)
				VALUES (1, 1, 2, 'A2', 'X', 'full', 'done', '', '', false, 0, 0, 0, 0, '', 0, 1795859100000000, 0, 1)`,
		} {
			_, err := s.DB().ExecContext(t.Context(), text)
			require.NoError(t, err)
		}
		// The first account was connected at 9:00 and had no sync, the second one had one at 9:45.
		require.InDelta(t, 3600, read()["sync_oldest_seconds"], 0)
	})
}
