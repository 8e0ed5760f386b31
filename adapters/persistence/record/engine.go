package record

import (
	"context"
	"slices"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/tx"
)

// Engine opens tables: On for the databases, adapters/memory/record for memory.
type Engine interface {
	tx.Runner
	// Lock makes others with the same key wait until the transaction ends.
	Lock(ctx context.Context, key string) error
	Open(*Info) Rows
}

// Rows gives access to the rows of a table, without their types. Errors are the driver's.
type Rows interface {
	Select(ctx context.Context, q Query) (db.Rows, error)
	// Count counts rows for each value of a column. With "" it counts all, under key 0.
	Count(ctx context.Context, column string, q Query) (map[int64]int64, error)
	Insert(ctx context.Context, columns []int, rows Cells) ([]int64, error)
	// Update takes rows of cells: the team, the primary key, then the columns.
	Update(ctx context.Context, columns []int, versioned bool, rows Cells) (int64, error)
	Drop(ctx context.Context, q Query) (int64, error)
}

// finder reads a row by its id in the fastest way of a database. The measured get of a document
// depends on it.
type finder interface {
	find(ctx context.Context, team id.Team, record int64, places []any) (bool, error)
}

// deferring changes a single row when the transaction sends its next statement or commits.
type deferring interface {
	updateLater(
		ctx context.Context, columns []int, versioned bool, rows Cells, check func(affected int64, err error) error,
	) error
}

// Query asks for records.
type Query struct {
	// Team names a team; 0 means all teams, for upkeep.
	Team  id.Team
	Where []Condition
	Order []page.By
	After page.Key
	// Limit bounds the records; 0 means no limit.
	Limit int
	// Lock locks the records until the transaction ends. With Share, other transactions may lock
	// them with Share too.
	Lock, Share bool
	// Removed includes removed records.
	Removed bool
	// Prepared prepares the statement, for conditions with a constant text.
	Prepared bool
	// IDs or Keys select the records. Then only Team, Lock and Share matter besides.
	IDs  []int64
	Keys Cells

	keyset *db.Keyset
}

// Cells has the values of some columns of many rows, row by row.
type Cells struct {
	Width int
	All   []db.Cell
}

// Rows counts the rows.
func (c Cells) Rows() int { return len(c.All) / c.Width }

// At returns one value.
func (c Cells) At(row, column int) db.Cell { return c.All[row*c.Width+column] }

func (c Cells) row(i int) []db.Cell { return c.All[i*c.Width : (i+1)*c.Width] }

// Each splits the cells into rows.
func (c Cells) Each() [][]db.Cell { return slices.Collect(slices.Chunk(c.All, c.Width)) }

func (q Query) request() page.Request {
	return page.Request{Order: q.Order, After: q.After, Limit: q.Limit}
}

// parts returns the queries that make up a page, in order. An order by a nullable column has two
// parts: rows with a value, then rows without. So one index on (team_id, column, id) serves every
// page.
func (t *Info) parts(req page.Request) []Query {
	var out []Query
	for _, run := range t.Keyset().Runs(req) {
		q := Query{Order: run.Request.Order, After: run.Request.After, keyset: &run.Keyset}
		if run.Where != "" {
			known := strings.HasSuffix(run.Where, "NOT NULL")
			q.Where = append(q.Where, Known(t.Columns[t.Sort(req.Order[0].Field)].Name, &known))
		}
		out = append(out, q)
	}
	return out
}

// named lists the columns by which an update finds its rows.
func (t *Info) named() []int {
	if slices.Equal(t.PK, []int{t.Team}) {
		return t.PK
	}
	return append([]int{t.Team}, t.PK...)
}
