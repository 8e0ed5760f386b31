// Package record stores the records of a kind by a description of their table.
//
// A domain package declares the row as a bun model, both conversions and the sortable fields. It
// gets finding, locking, inserting, saving, removing and pages by any filter and order:
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
// Column names have a meaning: team_id is the tenant, version rises with each save, deleted_at
// marks a removed record. Filter conditions work as SQL and on a row in memory. So a single
// description serves the databases (On) and the memory store of use-case tests.
//
// A Document is a column of JSON. Its package declares the names of its members, at every depth
// (DeclareDocument, DeclarePart). Tests fail for a kind without a golden file, and for unknown
// members.
//
// Handwritten statements, for queues, sums and ledgers, use descriptions too (Describe): for
// columns, for tables of many rows and to read results.
package record
