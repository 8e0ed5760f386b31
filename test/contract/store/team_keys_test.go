package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/test/stores"
)

// ofNoTeam lists the tables without a team, with reasons.
var ofNoTeam = map[string]string{
	"teams":               "its id is the team",
	"users":               "a user may be in several teams",
	"secret_check":        "there is one secret key",
	"notification_ids":    "several teams may share a seller account",
	"notification_newest": "several teams may share a seller account",
	"notification_dead":   "a message that cannot be read names no account",
	"repricer_switch":     "it stops prices of all teams",
	"job_workers":         "processes work for all teams",
	"job_schedules":       "periodic jobs are for all teams",
	"program_versions":    "processes work for all teams",

	"purchasing_prep_providers": "the operator's catalogue is for all teams",
	"exchange_reference_rates":  "reference rates are the same for all teams",

	"research_points":    "pages of products are the same for all teams",
	"research_curves":    "they are fitted to what is the same for all teams",
	"research_forecasts": "curves estimate the same for all teams",
}

// acrossTeams lists the unique indexes over all teams together, with reasons.
var acrossTeams = map[string]string{
	"api_keys_digest_key":                 "a key is known before its team is",
	"connection_consents_state_key":       "a seller comes back with the state alone",
	"repricer_feeds_seller_id_region_key": "an account has one feed, whichever team started it",
}

// strayTables finds obstacles to a schema divided by team: tables without a team, and primary keys
// and unique indexes that do not begin with it. It also finds references between tables of teams
// without it. Partitions follow their parents; the queue and the table of migrations belong to
// libraries.
const strayTables = `WITH ours AS (
		SELECT c.oid, c.relname, EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'team_id') AS team
		FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
			AND c.relname !~ '^(bun|river)_'
	), team AS (SELECT o.oid, a.attnum FROM ours o JOIN pg_attribute a ON a.attrelid = o.oid AND a.attname = 'team_id')
	SELECT 'table', relname FROM ours WHERE NOT team
	UNION ALL SELECT 'primary key', relname FROM ours o WHERE team AND NOT EXISTS (SELECT FROM pg_index x
		JOIN team t ON t.oid = x.indrelid WHERE x.indrelid = o.oid AND x.indisprimary AND x.indkey[0] = t.attnum)
	UNION ALL SELECT 'unique index', i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
		JOIN team t ON t.oid = x.indrelid WHERE x.indisunique AND NOT x.indisprimary AND x.indkey[0] <> t.attnum
	UNION ALL SELECT 'reference', k.conname FROM pg_constraint k
		JOIN team a ON a.oid = k.conrelid JOIN team b ON b.oid = k.confrelid
		WHERE k.contype = 'f' AND NOT EXISTS (SELECT FROM unnest(k.conkey, k.confkey) AS pair (x, y) WHERE x = a.attnum AND y = b.attnum)
	ORDER BY 1, 2`

func strays(t *testing.T, s *db.Store) (list []string) {
	t.Helper()
	var kind, name string
	require.NoError(t, db.Each(s.Hot(t.Context()).Query(t.Context(), strayTables))(func() { list = append(list, kind+" "+name) }, &kind, &name))
	return list
}

// TestKeysBeginWithTheTeam keeps the schema fit to be partitioned by team, or
// spread over databases.
func TestKeysBeginWithTheTeam(t *testing.T) {
	s := stores.Postgres(t)
	var want []string
	for name := range ofNoTeam {
		want = append(want, "table "+name)
	}
	for name := range acrossTeams {
		want = append(want, "unique index "+name)
	}
	require.ElementsMatch(t, want, strays(t, s),
		"begin the key with team_id, or say in ofNoTeam or acrossTeams why not")

	for _, planted := range []string{
		"CREATE TABLE x_alone (id BIGINT PRIMARY KEY)",
		"CREATE TABLE x_keyless (team_id BIGINT)",
		"CREATE TABLE x_later (id BIGINT UNIQUE, team_id BIGINT, PRIMARY KEY (id, team_id))",
		"CREATE TABLE x_crossed (id BIGINT REFERENCES x_later (id), team_id BIGINT, other BIGINT, PRIMARY KEY (team_id, id)," +
			" FOREIGN KEY (other, team_id) REFERENCES x_later (team_id, id))",
		"CREATE TABLE x_good (id BIGINT, team_id BIGINT REFERENCES teams (id), PRIMARY KEY (team_id, id)," +
			" FOREIGN KEY (id, team_id) REFERENCES x_later (id, team_id))",
	} {
		_, err := s.DB().ExecContext(t.Context(), planted)
		require.NoError(t, err)
	}
	require.ElementsMatch(t, append(want, "table x_alone", "primary key x_keyless", "primary key x_later", "unique index x_later_id_key",
		"reference x_crossed_id_fkey", "reference x_crossed_other_team_id_fkey"), strays(t, s))
}
