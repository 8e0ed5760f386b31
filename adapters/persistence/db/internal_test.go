package db

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/secret"
)

func TestOnlyReads(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT 1":                       true,
		" \n-- INSERT\nselect 'DELETE' ": true,
		"/* x */ VALUES (1)":             true,
		"WITH x AS (SELECT 1) SELECT * FROM x WHERE y = 'it''s UPDATE' AND updated_at > 1": true,
		"WITH x AS (SELECT 1) insert INTO y SELECT * FROM x":                               false,
		"WITH x AS (SELECT 1) DELETE FROM y":                                               false,
		"INSERT INTO x VALUES (1) RETURNING id":                                            false,
		"UPDATE x SET y = 1 RETURNING y":                                                   false,
		"PRAGMA user_version = 1":                                                          false,
		"":                                                                                 false,
		"'unclosed SELECT":                                                                 false,
	} {
		require.Equal(t, want, onlyReads(text), text)
	}
}

func TestKeyColumns(t *testing.T) {
	require.Equal(t, []string{"a", "b c"}, keyColumns(`Key (a, "b c")=(1, (2)) already exists.`))
	require.Equal(t, []string{"a"}, keyColumns("Schlüssel »(a)=(1)« existiert bereits."))
	require.Nil(t, keyColumns(""))
}

// What a transaction ran unprepared is prepared for the next one, once.
func TestStatementsOfTransactionsAreKept(t *testing.T) {
	s, err := Open(t.Context(), Config{URL: secret.New("sqlite://:memory:?name=kept")})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	run := func() *text {
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			for range 3 {
				if err := s.Hot(ctx).QueryRow(ctx, "SELECT $1 + 1", 1).Scan(new(int)); err != nil {
					return err
				}
			}
			return nil
		}))
		return s.texts.get("SELECT $1 + 1")
	}
	first := run().onWrite.Load()
	require.NotNil(t, first)
	require.Same(t, first, run().onWrite.Load())
}
