package store_test

import (
	"net/url"
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
)

// roleSuffix makes a name out of a database's: roles belong to the whole server.
func roleSuffix(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "x"
	}
	return path.Base(u.Path)
}

func withUser(t testing.TB, address, user, password string) string {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	u.User = url.UserPassword(user, password)
	return u.String()
}

func dbOpen(t testing.TB, address string) (*db.Store, error) {
	t.Helper()
	return db.Open(t.Context(), db.Config{URL: secret.New(address)})
}
