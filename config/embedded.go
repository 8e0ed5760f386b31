package config

import (
	"net/url"
	"path/filepath"
	"strings"
)

// Embedded returns the database and the folder of files below DataDir. SA_DATABASE_URL and
// SA_BLOB_URL replace them.
func (c *Config) Embedded() (database, files string) {
	return absolute(filepath.Join(c.DataDir, "selling-assistant.db")), absolute(filepath.Join(c.DataDir, "files"))
}

// DatabaseFile returns the path of the SQLite database; "" for Postgres.
func (c *Config) DatabaseFile() string {
	path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite://")
	if !ok {
		return ""
	}
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}

// Simulated reports whether an endpoint is outside Amazon.
func (a Amazon) Simulated() bool {
	for _, address := range a.Endpoints() {
		u, err := url.Parse(address)
		if err != nil || !strings.HasSuffix(u.Hostname(), ".amazon.com") {
			return true
		}
	}
	return false
}
