// Package audit stores the append-only trail of changes.
package audit

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/ports/audit"
)

// Log appends to the trail. The table itself refuses changes and deletions.
type Log struct {
	store   *db.Store
	traceID func(context.Context) string
	rows    *record.Lines[row, row]
	insert  string
}

// New opens the trail. With a nil traceID, entries have no trace id.
func New(s *db.Store, traceID func(context.Context) string) *Log {
	if traceID == nil {
		traceID = func(context.Context) string { return "" }
	}
	rows := record.Describe(record.Plain[row]())
	return &Log{s, traceID, rows, rows.Info().Insert(s.Dialect(), rows.Info().New()...)}
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
	args, err := l.rows.Args(l.store.Dialect(), rows, l.rows.Info().New()...)
	if err != nil {
		return err
	}
	n, err := l.store.Hot(ctx).Exec(ctx, l.insert, args...)
	return db.Written(n, len(rows), err)
}

func present(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}
