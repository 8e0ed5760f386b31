// Package notice stores the rules of notices in SQLite or Postgres.
package notice
