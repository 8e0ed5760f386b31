package identity_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/test/stores"
)

// TestNoSecretIsInTheDatabase goes through the life of keys and connections. Then it reads every
// value of every table, and SQLite's files on disk.
func TestNoSecretIsInTheDatabase(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		url := stores.SQLiteURL(t)
		s := stores.Open(t, url)
		secrets, shown := liveALittle(t, s)
		requireAbsent(t, dumpOf(t, s), secrets, shown)

		path := strings.TrimPrefix(url, "sqlite://")
		files, err := filepath.Glob(path + "*")
		require.NoError(t, err)
		var raw []byte
		for _, f := range files {
			b, err := os.ReadFile(f)
			require.NoError(t, err)
			raw = append(raw, b...)
		}
		requireAbsent(t, raw, secrets, shown)
	})
	t.Run("postgres", func(t *testing.T) {
		s := stores.Postgres(t)
		secrets, shown := liveALittle(t, s)
		requireAbsent(t, dumpOf(t, s), secrets, shown)
	})
}

// liveALittle returns the secrets it made, and one text that does have to be found.
func liveALittle(t *testing.T, s *db.Store) (secrets []string, shown string) {
	t.Helper()
	w := open(t, s)
	ctx := t.Context()
	team := w.team(t, 10)
	who := caller.Caller{Team: team}
	user := w.user(t, team, "a@example.com")
	for i := range 3 {
		k := w.key(t, team, user)
		secrets = append(secrets, k.Secret.Reveal(), k.Secret.Reveal()[4:34])
		shown = k.Key.Snapshot().Prefix
		_, err := w.auth.Authenticate(ctx, k.Secret, "192.0.2.1")
		require.NoError(t, err)
		if i == 0 {
			_, err = w.keys.Revoke(ctx, who, k.Key.Snapshot().ID)
			require.NoError(t, err)
		}
		token := fmt.Sprintf("Atzr|IwEBI-a-refresh-token-nobody-may-see-%d", i)
		c, err := w.connections.Add(ctx, who, wish(fmt.Sprintf("A%dSELLER", i), token))
		require.NoError(t, err)
		secrets = append(secrets, token)
		_, err = w.connections.RefreshToken(ctx, team, c.ID())
		require.NoError(t, err)
		switch i {
		case 0:
			require.NoError(t, w.connections.Remove(ctx, who, c.ID()))
		case 1:
			require.NoError(t, w.connections.MarkNeedsAttention(ctx, who, c.ID(), "invalid_grant"))
		}
	}
	w.auth.Close()
	for record, verbs := range map[string][]string{
		"key":        {"created", "first_used", "revoked"},
		"connection": {"added", "removed", "needs_attention"},
	} {
		for _, verb := range verbs {
			require.Positive(t, w.count(t, "audit_log", fmt.Sprintf("record_type = '%s' AND verb = '%s'", record, verb)), "%s %s", record, verb)
		}
	}
	return secrets, shown
}

func requireAbsent(t *testing.T, dump []byte, secrets []string, shown string) {
	t.Helper()
	require.True(t, bytes.Contains(dump, []byte(shown)), "the dump does not hold what it should")
	require.NotEmpty(t, secrets)
	for _, s := range secrets {
		for name, form := range map[string]string{
			"plain": s, "hexadecimal": hex.EncodeToString([]byte(s)), "base64": base64.StdEncoding.EncodeToString([]byte(s)),
		} {
			require.False(t, bytes.Contains(dump, []byte(form)), "a secret lies in the database, %s", name)
		}
	}
}

// dumpOf prints every value of every table.
func dumpOf(t *testing.T, s *db.Store) []byte {
	t.Helper()
	ctx := t.Context()
	list := "SELECT name FROM sqlite_schema WHERE type = 'table'"
	if s.Dialect() == db.Postgres {
		list = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
	}
	var tables []string
	require.NoError(t, s.Read(ctx).NewRaw(list).Scan(ctx, &tables))
	require.GreaterOrEqual(t, len(tables), 10)
	var out bytes.Buffer
	for _, table := range tables {
		rows, err := s.Read(ctx).QueryContext(ctx, `SELECT * FROM "`+table+`"`)
		require.NoError(t, err)
		columns, err := rows.Columns()
		require.NoError(t, err)
		for rows.Next() {
			values := make([]any, len(columns))
			places := make([]any, len(columns))
			for i := range values {
				places[i] = &values[i]
			}
			require.NoError(t, rows.Scan(places...))
			for _, v := range values {
				if b, ok := v.([]byte); ok {
					out.Write(b)
					continue
				}
				fmt.Fprintln(&out, v)
			}
		}
		require.NoError(t, rows.Err())
		require.NoError(t, rows.Close())
	}
	return out.Bytes()
}
