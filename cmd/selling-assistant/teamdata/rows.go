package teamdata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sellingassistant/adapters/persistence/db"
)

// rowBatch collects the rows of a statement.
type rowBatch struct {
	*importer
	table   table
	columns []column
	args    []any
	ids     []int64
	rows    int
}

// add converts a row to this installation.
func (b *rowBatch) add(ctx context.Context, line map[string]any) error {
	if err := b.translate(line); err != nil {
		return err
	}
	for _, c := range b.columns {
		v, err := c.importedValue(line[c.name])
		if err != nil {
			return err
		}
		if record, ok := v.(int64); ok && c.name == "id" {
			b.ids = append(b.ids, record)
		}
		b.args = append(b.args, v)
	}
	if b.rows++; b.rows < rowsAtOnce {
		return nil
	}
	return b.flush(ctx)
}

// translate changes the ids of the team and of users in a row.
func (b *rowBatch) translate(line map[string]any) error {
	own := json.Number(strconv.FormatInt(int64(b.team), 10))
	switch b.table.name {
	case "teams":
		line["id"] = own
	case "users":
		line["id"] = b.user(line["id"])
	default:
		line["team_id"] = own
	}
	for _, name := range b.table.users {
		line[name] = b.user(line[name])
	}
	if b.table.name == "audit_log" {
		switch line["record_type"] {
		case "team":
			line["record_id"] = own
		case "user":
			line["record_id"] = b.user(line["record_id"])
		}
	}
	body, ok := line[b.table.document].(string)
	if !ok {
		return nil
	}
	var object map[string]any
	decoder := json.NewDecoder(strings.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		return err
	}
	changed := false
	for _, path := range b.table.members {
		at, names := object, strings.Split(path, ".")
		for _, name := range names[:len(names)-1] {
			at, _ = at[name].(map[string]any)
		}
		last := names[len(names)-1]
		if was, ok := at[last].(json.Number); ok {
			now := b.user(was)
			changed = changed || now != any(was)
			at[last] = now
		}
	}
	if b.provider(object) {
		changed = true
	}
	if !changed {
		return nil
	}
	text, err := json.Marshal(object)
	line[b.table.document] = string(text)
	return err
}

// user returns the id of a person here. Ids of people who left the team stay.
func (b *rowBatch) user(was any) any {
	n, ok := was.(json.Number)
	if !ok {
		return was
	}
	old, err := n.Int64()
	now, mapped := b.users[old]
	if err != nil || !mapped {
		return was
	}
	return json.Number(strconv.FormatInt(now, 10))
}

// flush stores the collected rows, unless another team has one of their ids.
func (b *rowBatch) flush(ctx context.Context) error {
	if b.rows == 0 {
		return nil
	}
	if err := b.free(ctx); err != nil {
		return err
	}
	names := make([]string, len(b.columns))
	for i, c := range b.columns {
		names[i] = c.name
	}
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ") + ")"
	_, err := b.store.Write(ctx).ExecContext(ctx, "INSERT INTO "+b.table.name+" ("+strings.Join(names, ", ")+") VALUES "+
		strings.TrimSuffix(strings.Repeat(row+", ", b.rows), ", "), b.args...)
	b.args, b.ids, b.rows = b.args[:0], b.ids[:0], 0
	err = db.Fault(err)
	if unique, ok := errors.AsType[*db.Unique](err); ok {
		return fmt.Errorf("another team has the record that %s admits once: import into an installation without it",
			unique.Constraint)
	}
	return err
}

// free refuses ids that another team has on SQLite, where keys have no team.
func (b *rowBatch) free(ctx context.Context) error {
	if b.store.Dialect() != db.SQLite || len(b.ids) == 0 || b.table.name == "teams" || b.table.name == "users" {
		return nil
	}
	return b.place.free(ctx, "SELECT id FROM "+b.table.name+" WHERE "+b.store.IDsIn("id", 1)+" LIMIT 1",
		b.store.IDsArg(b.ids))
}

// free refuses the first id that a statement finds.
func (p place) free(ctx context.Context, text string, args ...any) error {
	var taken []int64
	var record int64
	err := db.Each(p.store.Hot(ctx).Query(ctx, text, args...))(func() { taken = append(taken, record) }, &record)
	if err == nil && len(taken) > 0 {
		err = fmt.Errorf("another team has the record %d: import into an installation without it", taken[0])
	}
	return err
}
