package teamdata

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/test/stores"
)

// execute runs statements without arguments.
func (i *installation) execute(statements ...string) {
	i.t.Helper()
	for _, text := range statements {
		_, err := i.store.DB().ExecContext(i.t.Context(), text)
		require.NoError(i.t, err, text)
	}
}

// aTeam returns the statement that stores a team.
func aTeam(id int64) string {
	return fmt.Sprintf(`INSERT INTO teams (id, name, plan_code, plan_status, tokens_month, currency, timezone,
		default_marketplace_id, settings, features, version, created_at, updated_at)
		VALUES (%d, 'T', 'standard', 'active', 1, 'USD', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0)`, id)
}

// aPerson returns the statement that stores a person.
func aPerson(id int64, email string) string {
	return fmt.Sprintf("INSERT INTO users VALUES (%[1]d, '%[2]s', '%[2]s', 'P', 0)", id, email)
}

// A person gets an id that no other exported person keeps.
func TestNewIDsOfPeopleDiffer(t *testing.T) {
	each(t, func(t *testing.T, to *installation) {
		from, folder := install(t, stores.SQLiteURL(t)), t.TempDir()
		from.fill(5)
		from.execute(
			aPerson(6, "a@example.com"), aPerson(8, "c@example.com"),
			"INSERT INTO memberships VALUES (5, 6, 'member', 0), (5, 8, 'member', 0)",
		)
		_, err := Export(t.Context(), from.cfg, "1.2.3", now, 5, folder)
		require.NoError(t, err)
		// Person 6 is another one here, and the next free id is that of person 8.
		to.execute(aPerson(6, "b@example.com"), aPerson(7, "d@example.com"))
		_, err = Import(t.Context(), to.cfg, folder, now)
		require.NoError(t, err)
		require.Equal(t, []int64{1, 1}, []int64{
			to.count("SELECT count(*) FROM users WHERE id = 9 AND email = 'a@example.com'"),
			to.count("SELECT count(*) FROM users WHERE id = 8 AND email = 'c@example.com'"),
		})
	})
}

// Assignees of orders, and lines of the trail about people and the team, name the new ids.
func TestIDsOfPeopleAreMappedEverywhere(t *testing.T) {
	each(t, func(t *testing.T, to *installation) {
		from, folder := install(t, stores.SQLiteURL(t)), t.TempDir()
		from.fill(5)
		for n, record := range []string{"user", "team", "sku"} {
			from.execute(fmt.Sprintf(`INSERT INTO audit_log (id, team_id, address, source, record_type, record_id, verb,
				changes, trace_id, at) VALUES (%d, 5, '', 'cli', '%s', 5, 'created', '{}', '', 0)`, n+10, record))
		}
		_, err := Export(t.Context(), from.cfg, "1.2.3", now, 5, folder)
		require.NoError(t, err)
		to.execute(aTeam(5), "INSERT INTO users VALUES (9, 'person5@example.com', 'person5@example.com', 'P', 0)")
		done, err := Import(t.Context(), to.cfg, folder, now)
		require.NoError(t, err)
		require.Equal(t, id.Team(6), done.Team)
		require.Equal(t, []int64{1, 1, 1, 1}, []int64{
			to.count("SELECT count(*) FROM purchasing_orders WHERE team_id = 6 AND assignee_id = 9"),
			to.count("SELECT count(*) FROM audit_log WHERE id = 10 AND record_id = 9"),
			to.count("SELECT count(*) FROM audit_log WHERE id = 11 AND record_id = 6"),
			to.count("SELECT count(*) FROM audit_log WHERE id = 12 AND record_id = 5"),
		})
	})
}

// The id of a removed team is not given to another one.
func TestTheIDOfARemovedTeamStaysFree(t *testing.T) {
	each(t, func(t *testing.T, to *installation) {
		from, folder := install(t, stores.SQLiteURL(t)), t.TempDir()
		from.fill(5)
		_, err := Export(t.Context(), from.cfg, "1.2.3", now, 5, folder)
		require.NoError(t, err)
		to.execute(aTeam(5), aTeam(6))
		_, err = Remove(t.Context(), to.cfg, 6, now)
		require.NoError(t, err)
		done, err := Import(t.Context(), to.cfg, folder, now)
		require.NoError(t, err)
		require.Equal(t, id.Team(7), done.Team)
	})
}

// Events that follow an import have ids after the positions of its endpoints and deliveries, also
// when the events there are gone.
func TestEventsCountOnAfterThePositionsOfAnImport(t *testing.T) {
	each(t, func(t *testing.T, to *installation) {
		from, folder := install(t, stores.SQLiteURL(t)), t.TempDir()
		from.fill(5)
		from.execute("UPDATE webhook_endpoints SET position = 900", "UPDATE webhook_deliveries SET position = 901",
			"DELETE FROM webhook_events")
		_, err := Export(t.Context(), from.cfg, "1.2.3", now, 5, folder)
		require.NoError(t, err)
		_, err = Import(t.Context(), to.cfg, folder, now)
		require.NoError(t, err)
		to.execute(`INSERT INTO webhook_events (team_id, event_id, type, data, at)
			VALUES (5, 'evt_1', 'sku.updated', '{}', 0)`)
		require.Greater(t, to.count("SELECT id FROM webhook_events"), int64(901))
	})
}

// Warehouses keep their prep providers, whose ids differ between installations.
func TestPrepProvidersAreFoundByName(t *testing.T) {
	listed := func(id int64, name string) string {
		return fmt.Sprintf("INSERT INTO purchasing_prep_providers VALUES (%d, '{}', '%s', 'US', '', '')", id, name)
	}
	each(t, func(t *testing.T, to *installation) {
		from, folder := install(t, stores.SQLiteURL(t)), t.TempDir()
		from.fill(5)
		from.execute(listed(1, "first"), listed(2, "second"), listed(3, "third"), listed(4, "fourth"))
		for n := range 5 {
			from.execute(fmt.Sprintf(`INSERT INTO purchasing_warehouses (id, team_id, version, created_at, updated_at,
				body, name, name_key, type, status, is_default, sells_directly) VALUES (%d, 5, 1, 0, 0, '{"prep_provider":%d}', 'W', 'w%d',
				'prep_center', 'active', false, false)`, n+10, n+1, n))
		}
		_, err := Export(t.Context(), from.cfg, "1.2.3", now, 5, folder)
		require.NoError(t, err)
		to.execute(listed(2, "first"), listed(1, "other"), listed(9, "second"), listed(4, "foreign"))
		_, err = Import(t.Context(), to.cfg, folder, now)
		require.NoError(t, err)
		member := "CAST(json_extract(body, '$.prep_provider') AS TEXT)"
		if to.store.Dialect() == db.Postgres {
			member = "body ->> 'prep_provider'"
		}
		var got []string
		require.NoError(t, to.store.Read(t.Context()).NewRaw("SELECT coalesce("+member+
			", 'none') FROM purchasing_warehouses WHERE id >= 10 ORDER BY id").Scan(t.Context(), &got))
		require.Equal(t, []string{"2", "9", "3", "none", "5"}, got, "the third is missing, the fourth is another one here")
	})
}

// A file that was cut is named, and nothing is stored.
func TestACutFileIsNamed(t *testing.T) {
	from, to, folder := install(t, stores.SQLiteURL(t)), install(t, stores.SQLiteURL(t)), t.TempDir()
	from.fill(5)
	_, err := Export(t.Context(), from.cfg, "1.2.3", now, 5, folder)
	require.NoError(t, err)
	whole, err := os.ReadFile(tableFile(folder, "documents"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(tableFile(folder, "documents"), whole[:len(whole)-20], 0o600))
	_, err = Import(t.Context(), to.cfg, folder, now)
	require.EqualError(t, err, "import documents: documents, row 1 is damaged: unexpected EOF")
	require.Zero(t, to.count("SELECT count(*) FROM teams"))
}

// Costs of receipts that were being written are written after an import.
func TestCostsGoOnAfterAnImport(t *testing.T) {
	each(t, func(t *testing.T, to *installation) {
		from, folder := install(t, stores.SQLiteURL(t)), t.TempDir()
		from.fill(5)
		from.execute("UPDATE purchasing_orders SET costing = true")
		_, err := Export(t.Context(), from.cfg, "1.2.3", now, 5, folder)
		require.NoError(t, err)
		to.execute(aTeam(5))
		_, err = Import(t.Context(), to.cfg, folder, now)
		require.NoError(t, err)
		waiting, err := place{store: to.store}.waiting(t.Context(), to.store.DB(), 6)
		require.NoError(t, err)
		require.EqualValues(t, 1, waiting)
		require.EqualValues(t, 1, to.count("SELECT count(*) FROM river_job WHERE kind = 'purchasing.cost' AND queue = 'urgent'"))
	})
}
