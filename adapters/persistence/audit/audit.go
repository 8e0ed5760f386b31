// Package audit stores the append-only trail of changes.
package audit

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
)

// Log appends to the trail. The table itself refuses changes and deletions.
type Log struct {
	store   *db.Store
	traceID func(context.Context) string
	insert  record.Insertion[row, row]
}

// New opens the trail. With a nil traceID, entries have no trace id.
func New(s *db.Store, traceID func(context.Context) string) *Log {
	if traceID == nil {
		traceID = func(context.Context) string { return "" }
	}
	rows := record.Describe(record.Plain[row]())
	return &Log{s, traceID, rows.Insertion(s.Dialect(), func(text string) string { return text })}
}

type row struct {
	bun.BaseModel `bun:"table:audit_log"`

	ID         int64                            `bun:"id,pk,autoincrement"`
	TeamID     int64                            `bun:"team_id"`
	UserID     *int64                           `bun:"user_id"`
	KeyID      *int64                           `bun:"key_id"`
	Address    string                           `bun:"address"`
	Source     string                           `bun:"source"`
	RecordType string                           `bun:"record_type"`
	RecordID   int64                            `bun:"record_id"`
	Verb       string                           `bun:"verb"`
	Changes    db.JSON[map[string]audit.Change] `bun:"changes"`
	TraceID    string                           `bun:"trace_id"`
	At         int64                            `bun:"at"`
}

func (l *Log) Write(ctx context.Context, entries ...audit.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	rows := make([]row, len(entries))
	trace := l.traceID(ctx)
	for i, e := range entries {
		changes := e.Changes
		if changes == nil {
			changes = map[string]audit.Change{}
		}
		rows[i] = row{
			TeamID: int64(e.Team), UserID: present(int64(e.User)), KeyID: present(int64(e.Key)),
			Address: e.Address, Source: string(e.Source), RecordType: e.Record, RecordID: e.RecordID, Verb: e.Verb,
			Changes: db.JSONOf(changes), TraceID: trace, At: db.Micros(e.At),
		}
	}
	text, args, err := l.insert.Statement(rows)
	if err != nil {
		return err
	}
	return l.store.Later(ctx, func(n int64, err error) error { return db.Written(n, len(rows), err) }, text, args...)
}

// List returns lines of the team's trail, newest first.
func (l *Log) List(ctx context.Context, team id.Team, f audit.Filter) ([]audit.Line, error) {
	var rows []row
	q := l.store.Read(ctx).NewSelect().Model(&rows).Where("team_id = ?", int64(team)).
		OrderExpr("id DESC").Limit(int64(f.Limit))
	if f.Record != "" {
		q.Where("record_type = ?", f.Record)
	}
	if f.RecordID != 0 {
		q.Where("record_id = ?", f.RecordID)
	}
	if f.Key != 0 {
		q.Where("key_id = ?", int64(f.Key))
	}
	if !f.Since.IsZero() {
		q.Where("at >= ?", db.Micros(f.Since))
	}
	if f.Before != 0 {
		q.Where("id < ?", f.Before)
	}
	if err := q.Scan(ctx); err != nil {
		return nil, db.Fault(err)
	}
	lines := make([]audit.Line, len(rows))
	for i, r := range rows {
		lines[i] = r.line()
	}
	return lines, nil
}

func (r row) line() audit.Line {
	return audit.Line{ID: r.ID, TraceID: r.TraceID, Entry: audit.Entry{
		Team: id.Team(r.TeamID), User: id.User(absent(r.UserID)), Key: id.Key(absent(r.KeyID)), Address: r.Address,
		Source: audit.Source(r.Source), Record: r.RecordType, RecordID: r.RecordID, Verb: r.Verb, Changes: r.Changes.V,
		At: db.FromMicros(r.At),
	}}
}

// absent returns 0 for null.
func absent(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

func present(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}
