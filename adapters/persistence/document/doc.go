// Package document keeps documents in Postgres or SQLite.
package document
