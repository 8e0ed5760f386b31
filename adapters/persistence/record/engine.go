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

// Engine opens tables: On for the databases, adapters/memory/record without one.
type Engine interface {
	tx.Runner
	// Lock keeps others with the same key waiting until the transaction ends.
	Lock(ctx context.Context, key string) error
	Open(*Info) Rows
}

// Rows are the rows of one table, without their types. Errors are the driver's.
type Rows interface {
	Select(ctx context.Context, q Query) (db.Rows, error)
	// Count counts by a column, or all as 0 by "".
	Count(ctx context.Context, column string, q Query) (map[int64]int64, error)
	Insert(ctx context.Context, columns []int, rows Cells) ([]int64, error)
	// Update takes rows of the team, the primary key and the columns.
	Update(ctx context.Context, columns []int, versioned bool, rows Cells) (int64, error)
	Drop(ctx context.Context, q Query) (int64, error)
}

// finder reads one row by its id in the way a database does that fastest: the
// published get of a document is measured on it.
type finder interface {
	find(ctx context.Context, team id.Team, record int64, places []any) (bool, error)
}

// Query asks for records.
type Query struct {
	// Team is 0 for the program's own upkeep over all teams.
	Team  id.Team
	Where []Condition
	Order []page.By
	After page.Key
	// Limit is 0 for all.
	Limit int
	// Lock holds the records until the transaction ends. With Share others may hold
	// them by Share too.
	Lock, Share bool
	// Removed asks for removed records too.
	Removed bool
	// Prepared keeps the statement, for conditions whose text is always the same.
	Prepared bool
	// IDs or Keys name the records, besides the team and nothing else.
	IDs  []int64
	Keys Cells

	keyset *db.Keyset
}

// Cells are the values of some columns of rows, row after row.
type Cells struct {
	Width int
	All   []db.Cell
}

// Rows is how many rows there are.
func (c Cells) Rows() int { return len(c.All) / c.Width }

// At is one value.
func (c Cells) At(row, column int) db.Cell { return c.All[row*c.Width+column] }

func (c Cells) row(i int) []db.Cell { return c.All[i*c.Width : (i+1)*c.Width] }

// Each are the rows one by one.
func (c Cells) Each() [][]db.Cell { return slices.Collect(slices.Chunk(c.All, c.Width)) }

func (q Query) request() page.Request {
	return page.Request{Order: q.Order, After: q.After, Limit: q.Limit}
}

// parts are the queries that make up a page, in order. An order by a nullable column is walked in
// two parts: rows with a value, then those without, so that one index on (team_id, column, id)
// serves every page.
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

// named are the columns by which an update finds its rows.
func (t *Info) named() []int {
	if slices.Equal(t.PK, []int{t.Team}) {
		return t.PK
	}
	return append([]int{t.Team}, t.PK...)
}
