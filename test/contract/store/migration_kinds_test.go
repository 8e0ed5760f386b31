package store_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/migrations"
	"sellingassistant/test/stores"
)

// unmarked has the last migration from before the kinds.
const unmarked = "20261128120000"

// breaking matches changes that a program without them does not survive.
var breaking = regexp.MustCompile(`(?i)\bDROP\s+(TABLE|COLUMN|VIEW)\b|\bRENAME\b|\bSET\s+NOT\s+NULL\b|\bALTER\s+COLUMN\b|\bADD\s+COLUMN\b[^;]*\bNOT\s+NULL\b`)

// breaks reports whether the statements of an expand step break earlier versions. A new column that
// is not null needs a default, because they do not write it.
func breaks(text string) bool {
	for _, found := range breaking.FindAllString(text, -1) {
		at := strings.Index(text, found)
		statement, _, _ := strings.Cut(text[at:], ";")
		if !strings.Contains(strings.ToUpper(statement), "DEFAULT") || !strings.Contains(strings.ToUpper(found), "ADD COLUMN") {
			return true
		}
	}
	return false
}

// Each new migration says whether programs without it serve on.
func TestEveryMigrationNamesItsKind(t *testing.T) {
	t.Parallel()
	steps, err := migrations.Program().Steps()
	require.NoError(t, err)
	for _, step := range steps {
		if step.Name <= unmarked {
			require.Empty(t, step.Kind, step.Name)
			continue
		}
		require.NotEmpty(t, step.Kind, "the first line of %s_%s.tx.up.sql must be -- expand or -- contract", step.Name, step.Comment)
		b, err := os.ReadFile(filepath.Join("../../../migrations", step.Name+"_"+step.Comment+".tx.up.sql"))
		require.NoError(t, err)
		require.False(t, step.Kind == migrations.Expand && breaks(string(b)), "%s is no expand: programs without it would fail", step.Comment)
	}
	require.False(t, breaks("ALTER TABLE a ADD COLUMN b TEXT; ALTER TABLE a ADD COLUMN c BIGINT NOT NULL DEFAULT 0; CREATE INDEX i ON a (b);"))
	for _, text := range []string{
		"ALTER TABLE a DROP COLUMN b;", "DROP TABLE a;", "ALTER TABLE a RENAME TO b;", "ALTER TABLE a ADD COLUMN b TEXT NOT NULL;",
		"ALTER TABLE a ALTER COLUMN b SET NOT NULL;",
	} {
		require.True(t, breaks(text), text)
	}
}

// later has a step of a later version, of a kind.
func later(kind string) migrations.Stream {
	return migrations.From(files(
		"29990101000000_later.tx.up.sql", "-- "+kind+"\nCREATE TABLE later (x BIGINT);", "29990101000000_later.tx.down.sql", "DROP TABLE later;",
	))
}

func TestAnOlderProgramServesBesideExpandAlone(t *testing.T) {
	for kind, want := range map[string][]string{"expand": nil, "contract": {"29990101000000"}, "anything": {"29990101000000"}} {
		stores.Each(t, func(t *testing.T, s *db.Store) {
			newer, err := migrations.Newer(t.Context(), s)
			require.NoError(t, err)
			require.Empty(t, newer)
			done, err := later(kind).Up(t.Context(), s)
			require.NoError(t, err)
			require.Equal(t, []string{"29990101000000"}, done)
			newer, err = migrations.Newer(t.Context(), s)
			require.NoError(t, err)
			require.Equal(t, want, newer, kind)
		})
	}
}

func TestAContractWaitsForEarlierVersions(t *testing.T) {
	ctx, s, x := t.Context(), stores.Postgres(t), later("contract")
	require.NoError(t, migrations.Seen(ctx, s, "1.0"))
	require.NoError(t, migrations.Seen(ctx, s, "1.0"))
	step := migrations.Step{Name: "29990101000000", Kind: migrations.Contract}
	version, err := step.Waiting(ctx, s)
	require.NoError(t, err)
	require.Equal(t, "1.0", version)
	done, err := x.Up(ctx, s)
	require.NoError(t, err)
	require.Empty(t, done)
	missing, err := x.Missing(ctx, s)
	require.NoError(t, err)
	require.Empty(t, missing, "the version with the step serves before it too")
	step.Name = "20250101000000"
	version, err = step.Waiting(ctx, s)
	require.NoError(t, err)
	require.Empty(t, version, "the version knows the step")

	_, err = s.DB().ExecContext(ctx, "UPDATE program_versions SET seen_at = seen_at - 3601000000")
	require.NoError(t, err)
	done, err = x.Up(ctx, s)
	require.NoError(t, err)
	require.Equal(t, []string{"29990101000000"}, done)
}

// A table of steps from before the kinds gets their column with the next step.
func TestStepsFromBeforeTheKinds(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		_, err := s.DB().ExecContext(t.Context(), "ALTER TABLE bun_migrations DROP COLUMN kind")
		require.NoError(t, err)
		missing, err := migrations.Missing(t.Context(), s)
		require.NoError(t, err)
		require.Empty(t, missing)
		_, err = later("expand").Up(t.Context(), s)
		require.NoError(t, err)
		newer, err := migrations.Newer(t.Context(), s)
		require.NoError(t, err)
		require.Empty(t, newer)
	})
}
