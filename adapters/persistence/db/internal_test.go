package db

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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

// TestStoredDocumentsReadAsWritten holds the library that reads stored
// documents against the one that writes them.
func TestStoredDocumentsReadAsWritten(t *testing.T) {
	type part struct {
		Word string   `json:"word"`
		Size int64    `json:"size"`
		Many []string `json:"many,omitempty"`
	}
	type whole struct {
		Name  string            `json:"name"`
		Share *int64            `json:"share,omitempty"`
		On    bool              `json:"on"`
		One   *part             `json:"one,omitempty"`
		Parts []part            `json:"parts"`
		Named map[string]string `json:"named,omitempty"`
	}
	parts := rapid.Custom(func(t *rapid.T) part {
		return part{rapid.String().Draw(t, "word"), rapid.Int64().Draw(t, "size"), rapid.SliceOf(rapid.String()).Draw(t, "many")}
	})
	rapid.Check(t, func(t *rapid.T) {
		w := whole{
			Name: rapid.String().Draw(t, "name"), Share: rapid.Ptr(rapid.Int64(), true).Draw(t, "share"), On: rapid.Bool().Draw(t, "on"),
			One: rapid.Ptr(parts, true).Draw(t, "one"), Parts: rapid.SliceOf(parts).Draw(t, "parts"),
			Named: rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "named"),
		}
		written, err := JSONOf(w).Value()
		require.NoError(t, err)
		text, ok := written.(string)
		require.True(t, ok)
		var want whole
		require.NoError(t, json.Unmarshal([]byte(text), &want))
		var got JSON[whole]
		require.NoError(t, got.Scan(text))
		require.Equal(t, want, got.V)
		require.Error(t, got.Scan(text[:len(text)-1]))
	})
}
