// Package catalogue finds products and SKUs by many keys at once, or all of a team, in Postgres or
// SQLite.
package catalogue
