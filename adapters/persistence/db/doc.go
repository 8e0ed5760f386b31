// Package db opens the database and hides the differences between Postgres and SQLite: handles,
// transactions in a context, locks, prepared statements, driver errors, keyset lists and column
// types.
//
// A repository takes the *Store and never looks at a driver:
//
//	func (r *Documents) Get(ctx context.Context, team id.Team, n int64) (string, error) {
//		var title string
//		err := r.store.Hot(ctx).QueryRow(ctx,
//			"SELECT title FROM document WHERE team_id = $1 AND id = $2", team, n).Scan(&title)
//		if errors.Is(err, sql.ErrNoRows) {
//			return "", fault.Missing()
//		}
//		return title, db.Fault(err)
//	}
//
// Hot runs statements of every call, HotWrite statements that write and return rows. Read and Write
// give bun for dynamic filters and for rare statements. All take part in the transaction of the
// context, if any. On Postgres bun's texts use the simple protocol. Preparing them would only fill
// the server's memory, because bun writes arguments into the text.
package db
