package record

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/adapters/persistence/db"
)

// fewRows bounds inserts that leave the statistics alone. A call of a user makes no more records,
// so it always runs the same number of statements. Rows without a version, such as links, never
// renew statistics: a record may have many.
const fewRows = 100

// outgrown asks whether a table has at least twice the pages that its statistics know. Above the
// limit the sample takes long, and the plans of so large a table use its indexes already.
const outgrown = `SELECT pg_relation_size(oid) / current_setting('block_size')::bigint
	BETWEEN 2 * greatest(relpages, 1) AND 10000 FROM pg_class WHERE oid = to_regclass($1)`

// grown renews the statistics of the table on Postgres, if it has doubled since they were made.
// It counts the rows of the transaction of ctx too. Plans made for an empty table would compare
// each row of the team with each key, until the server's own round up to a minute later.
func (s *sqlRows) grown(ctx context.Context) error {
	if s.store.Dialect() != db.Postgres {
		return nil
	}
	var doubled bool
	err := s.store.Hot(ctx).QueryRow(ctx, outgrown, s.info.Name).Scan(&doubled)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !doubled {
		return nil
	}
	if err != nil {
		return err
	}
	// The lock lasts until the transaction ends. Other sessions skip a locked table.
	_, err = s.store.Write(ctx).ExecContext(ctx, "ANALYZE (SKIP_LOCKED) "+s.info.Name)
	return err
}
