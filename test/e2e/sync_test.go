package e2e_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

// syncMembers lists the members of a sync that programs read.
var syncMembers = []string{
	"id", "connection_id", "seller_id", "marketplace_id", "kind", "state", "phase", "seen", "changed", "closed", "not_reachable",
	"error_code", "requested_at", "started_at", "ended_at",
}

// TestSyncByCommand reads an account by command, loses its grant, and syncs it without a command
// once the account is connected again.
func TestSyncByCommand(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		team := p.team("Acme")
		seller := p.market.Seller(marketplace.NA, simulator.Full)
		require.Empty(t, rowsOf(t, p.ask("", "sync", "status", "--team", team.id)))
		asked := rowsOf(t, p.ask("", "sync", "--team", team.id))
		require.Len(t, asked, 2)
		for _, row := range asked {
			requireMembers(t, row, syncMembers...)
			require.Equal(t, "waiting", row["state"])
			require.Equal(t, "full", row["kind"], "an account that was never read is read whole")
		}
		done := rowsOf(t, p.ask("", "sync", "--team", team.id, "--connection", team.connection, "--wait"))
		require.Len(t, done, 2)
		require.Equal(t, asked[0]["id"], done[0]["id"], "the waiting run answers the request")
		require.Equal(t, usa, done[0]["marketplace_id"])
		for _, row := range done {
			require.Equal(t, "done", row["state"])
			require.Nil(t, row["error_code"])
			require.Equal(t, json.Number("0"), row["not_reachable"])
		}
		require.ElementsMatch(t, done, rowsOf(t, p.ask("", "sync", "status", "--team", team.id)))

		p.set("SA_WORKERS", "0")
		s := p.serve()
		c := s.client(team.key)
		require.NotNil(t, lastSync(t, c))
		s.stop()

		p.market.Revoke(seller.RefreshToken)
		refused := p.run("", "sync", "--team", team.id, "--full", "--wait", "--json")
		require.Equal(t, 1, refused.code)
		require.Contains(t, refused.stderr, "integration_needs_attention")
		rows := rowsOf(t, object(t, refused.stdout))
		require.Len(t, rows, 2)
		failed := 0
		for _, row := range rowsOf(t, p.ask("", "sync", "status", "--team", team.id)) {
			if row["state"] == "failed" {
				failed++
			}
		}
		require.Equal(t, 2, failed)
		require.Equal(t, 1, p.run("", "sync", "--team", team.id).code, "no account works")
		require.Equal(t, 1, p.run("", "sync", "--team", team.id, "--connection", "99").code)

		p.market.Restore(seller.RefreshToken)
		p.ask("", "connection", "probe", team.connection, "--team", team.id, "--anyway")
		p.set("SA_WORKERS", "2")
		s = p.serve()
		poll(t, "the account to be read again, with the marketplaces it has told", func() bool {
			states := map[any]any{} // of the last requested sync
			for _, row := range rowsOf(t, p.ask("", "sync", "status", "--team", team.id)) {
				if row["kind"] == "incremental" || row["state"] == "done" {
					states[row["marketplace_id"]] = row["state"]
				}
			}
			for _, state := range states {
				if state != "done" {
					return false
				}
			}
			return len(states) == 4
		})
		s.stop()
	})
}
