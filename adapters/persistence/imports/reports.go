package imports

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/imports"
)

// chunkRow has some hundred rows of a report, packed. Writing a database row for each would take
// longer than the reported change itself.
type chunkRow struct {
	bun.BaseModel `bun:"table:imports_chunks"`

	ID     int64   `bun:"id,pk,autoincrement"`
	Team   id.Team `bun:"team_id"`
	Import int64   `bun:"import_id"`
	First  int64   `bun:"first_row"`
	Last   int64   `bun:"last_row"`
	// These count the rows of the chunk by status.
	Created      int64  `bun:"created"`
	Updated      int64  `bun:"updated"`
	Unchanged    int64  `bun:"unchanged"`
	Failed       int64  `bun:"failed"`
	Unconfirmed  int64  `bun:"needs_confirmation"`
	TakenBack    int64  `bun:"taken_back"`
	NotTakenBack int64  `bun:"not_taken_back"`
	Packed       []byte `bun:"packed"`
}

// Reports stores the outcome of every row of an import.
type Reports struct {
	chunks *record.Records[chunkRow, chunkRow]
	store  *db.Store
}

func NewReports(s *db.Store) *Reports {
	table := record.Plain[chunkRow]()
	table.Sorts = map[string]string{"first_row": "first_row"}
	return &Reports{record.New(record.On(s), table), s}
}

var _ ports.Reports = (*Reports)(nil)

func fill(c *chunkRow, rows []imports.Row) (err error) {
	var n imports.Counts
	for _, r := range rows {
		n.Add(r.Status)
	}
	c.Created, c.Unconfirmed = n.Created, n.NeedsConfirmation
	c.Updated, c.Unchanged, c.Failed, c.TakenBack, c.NotTakenBack = n.Updated, n.Unchanged, n.Failed, n.TakenBack, n.NotTakenBack
	c.Packed, err = pack(rows)
	return err
}

// Add inserts a chunk.
func (s *Reports) Add(ctx context.Context, team id.Team, of imports.ID, rows []imports.Row) error {
	if len(rows) == 0 {
		return nil
	}
	c := chunkRow{Team: team, Import: int64(of), First: rows[0].Number, Last: rows[len(rows)-1].Number}
	if err := fill(&c, rows); err != nil {
		return err
	}
	_, err := s.chunks.Insert(ctx, c)
	return err
}

// statuses lists the columns that count rows.
var statuses = imports.Status("").Words()

// with selects chunks that have a row with any of the statuses.
func with(wanted []imports.Status) record.Condition {
	parts := make([]record.Condition, len(wanted))
	for i, s := range wanted {
		parts[i] = record.AtLeast(string(s), new(int64(1)))
	}
	return record.Any(parts...)
}

// some reads chunks of an import in the order of their rows, or with down in reverse.
func (s *Reports) some(ctx context.Context, team id.Team, of imports.ID, limit int, down bool, where ...record.Condition) ([]chunkRow, error) {
	return s.chunks.Select(ctx, record.Query{
		Team: team, Where: append(where, record.Is("import_id", new(int64(of)))), Order: []page.By{{Field: "first_row", Desc: down}}, Limit: limit,
	})
}

// After reads the next chunk that has a row with any of the statuses.
func (s *Reports) After(
	ctx context.Context, team id.Team, of imports.ID, after int64, wanted ...imports.Status,
) ([]imports.Row, error) {
	found, err := s.some(ctx, team, of, 1, false, record.Above("first_row", &after), with(wanted))
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return unpack(found[0].Packed)
}

// Replace replaces rows in the chunk that has them.
func (s *Reports) Replace(ctx context.Context, team id.Team, of imports.ID, rows []imports.Row) error {
	if len(rows) == 0 {
		return nil
	}
	first := rows[0].Number
	found, err := s.some(ctx, team, of, 1, true, record.AtMost("first_row", &first))
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("imports: import %d has no chunk with row %d", of, first)
	}
	all, err := unpack(found[0].Packed)
	if err != nil {
		return err
	}
	for _, r := range rows {
		at, ok := slices.BinarySearchFunc(all, r.Number, func(one imports.Row, n int64) int { return int(one.Number - n) })
		if !ok {
			return fmt.Errorf("imports: import %d has no row %d in its chunk", of, r.Number)
		}
		all[at] = r
	}
	if err := fill(&found[0], all); err != nil {
		return err
	}
	return s.chunks.Save(ctx, found[0])
}

// Page reads chunks until it has enough rows.
func (s *Reports) Page(ctx context.Context, team id.Team, of imports.ID, wanted []imports.Status, r page.Request) (page.Page[imports.Row], error) {
	// Reads one chunk first. Few chunks fill a page if most rows have the status; otherwise many
	// are needed.
	atOnce := 1
	var rows []imports.Row
	down := r.Order[0].Desc
	at, begun := int64(0), r.After != nil
	if begun {
		at, _ = r.After[0].(int64)
	}
	for len(rows) <= r.Limit {
		where := []record.Condition{with(wanted)}
		switch {
		case begun && down:
			where = append(where, record.Below("first_row", &at))
		case begun:
			where = append(where, record.Above("last_row", &at))
		}
		found, err := s.some(ctx, team, of, atOnce, down, where...)
		if err != nil {
			return page.Page[imports.Row]{}, err
		}
		for _, c := range found {
			more, err := unpack(c.Packed)
			if err != nil {
				return page.Page[imports.Row]{}, err
			}
			if down {
				slices.Reverse(more)
			}
			for _, one := range more {
				behind := !begun || down && one.Number < at || !down && one.Number > at
				if behind && (len(wanted) == 0 || slices.Contains(wanted, one.Status)) {
					rows = append(rows, one)
				}
			}
			if begun, at = true, c.Last; down {
				at = c.First
			}
		}
		if len(found) < atOnce {
			break
		}
		atOnce = 4
	}
	rows = rows[:min(len(rows), r.Limit+1)]
	out, err := db.PageOf(rows, r, func(r imports.Row) (imports.Row, error) { return r, nil }, func(r imports.Row, _ string) any { return r.Number })
	if err == nil && r.Count {
		out.Total, err = s.count(ctx, team, of, wanted)
	}
	return out, err
}

// count sums the rows with any of the statuses.
func (s *Reports) count(ctx context.Context, team id.Team, of imports.ID, wanted []imports.Status) (*int64, error) {
	if len(wanted) == 0 {
		wanted = statuses
	}
	names := make([]string, 0, len(wanted))
	for _, one := range statuses {
		if slices.Contains(wanted, one) {
			names = append(names, string(one))
		}
	}
	var n int64
	rows, err := s.store.Rows(ctx, "SELECT CAST(coalesce(sum("+strings.Join(names, " + ")+"), 0) AS BIGINT) FROM imports_chunks WHERE team_id = ? AND import_id = ?",
		int64(team), int64(of))
	return &n, db.TryEach(rows, err)(func() error { return nil }, &n)
}

// Records reads all chunks, a few at a time.
func (s *Reports) Records(ctx context.Context, team id.Team, of imports.ID, seen func(record, row int64)) error {
	const atOnce = 20
	for after := int64(0); ; {
		found, err := s.some(ctx, team, of, atOnce, false, record.Above("first_row", &after))
		if err != nil {
			return err
		}
		for _, c := range found {
			rows, err := unpack(c.Packed)
			if err != nil {
				return err
			}
			for _, r := range rows {
				if r.Record != 0 {
					seen(r.Record, r.Number)
				}
			}
			after = c.First
		}
		if len(found) < atOnce {
			return nil
		}
	}
}

// Clear deletes the first chunks.
func (s *Reports) Clear(ctx context.Context, team id.Team, of imports.ID, limit int) (bool, error) {
	found, err := s.some(ctx, team, of, limit, false)
	if err != nil || len(found) == 0 {
		return false, err
	}
	ids := make([]int64, len(found))
	for i, c := range found {
		ids[i] = c.ID
	}
	_, err = s.chunks.Drop(ctx, team, record.In("id", ids))
	return err == nil && len(found) == limit, err
}
