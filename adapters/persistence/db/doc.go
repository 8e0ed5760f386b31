// Package db opens the database and hides what differs between Postgres and
// SQLite: handles, transactions in a context, locks, prepared statements,
// driver errors, keyset lists and column types.
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
// Hot is for statements that run on every call, HotWrite for those of them that
// write and return rows; Read and Write give bun for dynamic filters and the long
// tail. All take part in the transaction of the context, if there is one. On Postgres bun's texts go out in the
// simple protocol: bun writes arguments into the text, so preparing each of
// them would only fill the server's memory.
package db
