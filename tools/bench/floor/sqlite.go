package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// file opens a SQLite file: one connection that writes, eight that read, and every statement
// prepared.
type file struct {
	writer               *sql.DB
	one, many            *sql.Stmt
	lock, queue, replace *sql.Stmt
}

const inList = "IN (SELECT value FROM json_each($2))"

func openSQLite(ctx context.Context, path string) (store, error) {
	name := "file:" + path + "?_pragma=foreign_keys(1)&_pragma=synchronous(FULL)&_pragma=journal_mode(WAL)" +
		"&_pragma=busy_timeout(5000)&_dqs=0"
	writer, err := sql.Open("sqlite", name+"&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	writer.SetMaxOpenConns(1)
	readers, err := sql.Open("sqlite", name+"&_pragma=query_only(1)")
	if err != nil {
		return nil, err
	}
	readers.SetMaxOpenConns(8)
	readers.SetMaxIdleConns(8)
	f := &file{writer: writer}
	for _, p := range []struct {
		to   **sql.Stmt
		on   *sql.DB
		text string
	}{
		{&f.one, readers, documentSQL}, {&f.many, readers, documentsSQL},
		{&f.lock, writer, productsSQL(inList, "")}, {&f.queue, writer, queueSQL(inList, "product_id", "MIN")},
		{&f.replace, writer, updateSQL(inList, "MIN")},
	} {
		if *p.to, err = p.on.PrepareContext(ctx, p.text); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *file) document(ctx context.Context, team, id int64) (*document, error) {
	var d document
	err := f.one.QueryRowContext(ctx, id, team).Scan(d.places()...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errAbsent
	}
	if err != nil {
		return nil, err
	}
	return &d, d.finish()
}

func (f *file) documents(ctx context.Context, team int64, limit int) ([]document, error) {
	rows, err := f.many.QueryContext(ctx, team, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]document, 0, limit)
	for rows.Next() {
		out = append(out, document{})
		d := &out[len(out)-1]
		if err := rows.Scan(d.places()...); err != nil {
			return nil, err
		}
		if err := d.finish(); err != nil {
			return nil, err
		}
	}
	return out, rows.Err()
}

func (f *file) update(ctx context.Context, team int64, ids []int64, min, max int64) (map[int64]*product, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	tx, err := f.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	now := time.Now().UnixMicro()
	out, err := f.change(ctx, tx, team, string(list), len(ids), min, max, now)
	if err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return out, tx.Commit()
}

func (f *file) change(ctx context.Context, tx *sql.Tx, team int64, list string, n int, min, max, now int64) (map[int64]*product, error) {
	rows, err := tx.StmtContext(ctx, f.lock).QueryContext(ctx, team, list)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out, err := collect(rows, n, min, max, now)
	if err != nil {
		return nil, err
	}
	if _, err = tx.StmtContext(ctx, f.queue).ExecContext(ctx, team, list, now); err != nil {
		return nil, err
	}
	_, err = tx.StmtContext(ctx, f.replace).ExecContext(ctx, team, list, min, max, now)
	return out, err
}
