package db

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/persistence/db/prepared"
	"sellingassistant/domain/kernel/secret"
)

func TestKeyColumns(t *testing.T) {
	require.Equal(t, []string{"a", "b c"}, keyColumns(`Key (a, "b c")=(1, (2)) already exists.`))
	require.Equal(t, []string{"a"}, keyColumns("Schlüssel »(a)=(1)« existiert bereits."))
	require.Nil(t, keyColumns(""))
}

// A text with arguments is prepared once on a connection, inside and outside of transactions. Bun's
// texts, and texts beyond the bound, are not kept.
func TestStatementsAreKept(t *testing.T) {
	s, err := Open(t.Context(), Config{URL: secret.New("sqlite://:memory:?name=kept")})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	kept := func() (out map[string]driver.Stmt) {
		conn, err := s.write.Conn(t.Context())
		require.NoError(t, err)
		require.NoError(t, conn.Raw(func(under any) error {
			on, ok := under.(*prepared.Conn)
			require.True(t, ok)
			out = on.Kept()
			return nil
		}))
		require.NoError(t, conn.Close())
		return out
	}
	add := func(ctx context.Context) error {
		return s.HotWrite(ctx).QueryRow(ctx, "SELECT $1 + 1", 1).Scan(new(int))
	}
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		_, err := s.Write(ctx).ExecContext(ctx, "SELECT ?", 1)
		return errors.Join(err, add(ctx))
	}))
	first := kept()
	require.Len(t, first, 1)
	require.NoError(t, add(t.Context()))
	require.NoError(t, s.InTx(t.Context(), add))
	require.Equal(t, first, kept())

	// A statement with unread rows does not serve a second call.
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		rows, err := s.Hot(ctx).Query(ctx, "SELECT value FROM json_each($1)", "[1,2]")
		require.NoError(t, err)
		defer rows.Close()
		var outer, inner int
		require.True(t, rows.Next())
		require.NoError(t, s.Hot(ctx).QueryRow(ctx, "SELECT value FROM json_each($1)", "[3]").Scan(&inner))
		require.NoError(t, rows.Scan(&outer))
		require.Equal(t, []int{1, 3}, []int{outer, inner})
		require.True(t, rows.Next())
		require.NoError(t, rows.Scan(&outer))
		require.Equal(t, 2, outer)
		return nil
	}))
	require.Len(t, kept(), 2)

	for n := range prepared.Most {
		_, err := s.Hot(t.Context()).Exec(t.Context(), fmt.Sprintf("SELECT %d + $1", n), 1)
		require.NoError(t, err)
	}
	require.Len(t, kept(), prepared.Most)
}

// TestStoredDocumentsReadAsWritten compares the library that reads stored documents with the
// library that writes them.
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
