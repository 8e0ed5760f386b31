// Package record stores the records of a kind by one description of their table.
//
// A context writes the row as a bun model, both conversions and the fields that
// lists are sorted by; it gets finding, locking, inserting, saving, removing and
// pages by any filter and order:
//
//	type row struct {
//		bun.BaseModel `bun:"table:suppliers"`
//
//		ID        int64  `bun:"id,pk,autoincrement"`
//		TeamID    int64  `bun:"team_id"`
//		Name      string `bun:"name"`
//		NameKey   string `bun:"name_key" record:"derived"`
//		Version   int64  `bun:"version"`
//		DeletedAt *int64 `bun:"deleted_at"`
//	}
//
//	records := record.New(engine, record.Table[row, purchasing.SupplierSnapshot]{
//		Row: supplierRow, Snapshot: (*row).snapshot,
//		Sorts: map[string]string{"name": "name_key"},
//	})
//
// Columns have a meaning by their names: team_id is the tenant, version rises
// with each save, deleted_at marks what is removed. Filters are conditions with
// two readings, as SQL and over a row in memory, so one description serves the
// databases (On) and the memory store of use-case tests.
//
// A Document is a column of JSON. Its package declares the names of its members, at every depth
// (DeclareDocument, DeclarePart). Tests fail for a kind without a golden file, and for unknown
// members.
//
// Statements written by hand, for queues, sums and ledgers, take columns, tables
// of many rows and what they read from descriptions too (Describe).
package record
