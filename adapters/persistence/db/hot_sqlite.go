package db

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"
)

// maxTexts bounds the texts whose statements are kept; further ones run
// unprepared, which is slower and nothing else.
const maxTexts = 512

// texts are the statements seen by a SQLite store, by the text the caller wrote.
type texts struct {
	read, write *sql.DB
	// singles are for reads of one row.
	singles *singles

	mu   sync.RWMutex
	kept map[string]*text
}

// text is one statement, and its prepared forms on the two handles.
type text struct {
	sql   string
	reads bool
	kept  bool
	mu    sync.Mutex
	// Each is set once.
	onRead, onWrite atomic.Pointer[sql.Stmt]
}

func (c *texts) get(query string) *text {
	c.mu.RLock()
	x := c.kept[query]
	c.mu.RUnlock()
	if x != nil {
		return x
	}
	made := &text{sql: query, reads: onlyReads(query), kept: true}
	c.mu.Lock()
	defer c.mu.Unlock()
	if x := c.kept[query]; x != nil {
		return x
	}
	if len(c.kept) >= maxTexts {
		made.kept = false
		return made
	}
	if c.kept == nil {
		c.kept = map[string]*text{}
	}
	c.kept[query] = made
	return made
}

// prepare returns the text's statement on a handle, nil when it is not to be kept.
func (x *text) prepare(ctx context.Context, on *sql.DB, slot *atomic.Pointer[sql.Stmt]) (*sql.Stmt, error) {
	if stmt := slot.Load(); stmt != nil || !x.kept {
		return stmt, nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if stmt := slot.Load(); stmt != nil {
		return stmt, nil
	}
	stmt, err := on.PrepareContext(ctx, x.sql)
	if err != nil {
		return nil, err
	}
	slot.Store(stmt)
	return stmt, nil
}

// fileHot is SQLite outside a transaction.
type fileHot struct{ texts *texts }

// place chooses the handle: a text that writes and returns rows goes to the writer too.
func (h fileHot) place(x *text) (*sql.DB, *atomic.Pointer[sql.Stmt]) {
	if x.reads {
		return h.texts.read, &x.onRead
	}
	return h.texts.write, &x.onWrite
}

func (h fileHot) QueryRow(ctx context.Context, query string, args ...any) Row {
	x := h.texts.get(query)
	if x.reads {
		return h.single(ctx, x, args)
	}
	stmt, err := x.prepare(ctx, h.texts.write, &x.onWrite)
	switch {
	case err != nil:
		return failedRow{err}
	case stmt == nil:
		return sqlRow{h.texts.write.QueryRowContext(ctx, x.sql, args...)}
	}
	return sqlRow{stmt.QueryRowContext(ctx, args...)}
}

func (h fileHot) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	x := h.texts.get(query)
	on, slot := h.place(x)
	stmt, err := x.prepare(ctx, on, slot)
	switch {
	case err != nil:
		return nil, err
	case stmt == nil:
		return wrapRows(on.QueryContext(ctx, x.sql, args...))
	}
	return wrapRows(stmt.QueryContext(ctx, args...))
}

func (h fileHot) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	x := h.texts.get(query)
	stmt, err := x.prepare(ctx, h.texts.write, &x.onWrite)
	switch {
	case err != nil:
		return 0, err
	case stmt == nil:
		return affected(h.texts.write.ExecContext(ctx, x.sql, args...))
	}
	return affected(stmt.ExecContext(ctx, args...))
}

// fileTxHot is SQLite inside a transaction.
type fileTxHot struct {
	texts *texts
	t     *transaction
}

// statement returns the text prepared for the transaction, nil for one that the
// writer has not prepared yet. Preparing needs the only connection that can
// write, which the transaction has, so it is made up for afterwards.
func (h fileTxHot) statement(ctx context.Context, query string) (*sql.Stmt, *text) {
	h.t.mu.Lock()
	defer h.t.mu.Unlock()
	if stmt := h.t.prepared[query]; stmt != nil {
		return stmt, nil
	}
	x := h.texts.get(query)
	stmt := x.onWrite.Load()
	if stmt == nil {
		if x.kept {
			h.t.unprepared = append(h.t.unprepared, x)
		}
		return nil, x
	}
	if h.t.prepared == nil {
		h.t.prepared = map[string]*sql.Stmt{}
	}
	bound := h.t.tx.StmtContext(ctx, stmt)
	h.t.prepared[query] = bound
	return bound, nil
}

func (h fileTxHot) QueryRow(ctx context.Context, query string, args ...any) Row {
	stmt, x := h.statement(ctx, query)
	if stmt == nil {
		return sqlRow{h.t.tx.Tx.QueryRowContext(ctx, x.sql, args...)}
	}
	return sqlRow{stmt.QueryRowContext(ctx, args...)}
}

func (h fileTxHot) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	stmt, x := h.statement(ctx, query)
	if stmt == nil {
		return wrapRows(h.t.tx.Tx.QueryContext(ctx, x.sql, args...))
	}
	return wrapRows(stmt.QueryContext(ctx, args...))
}

func (h fileTxHot) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	stmt, x := h.statement(ctx, query)
	if stmt == nil {
		return affected(h.t.tx.Tx.ExecContext(ctx, x.sql, args...))
	}
	return affected(stmt.ExecContext(ctx, args...))
}

// learn prepares what a finished transaction ran unprepared. An error only
// means that the next one runs unprepared too.
func (c *texts) learn(ctx context.Context, unprepared []*text) {
	for _, x := range unprepared {
		_, _ = x.prepare(ctx, c.write, &x.onWrite)
	}
}
