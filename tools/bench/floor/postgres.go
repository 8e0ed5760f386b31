package main

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pool opens a Postgres database; pgx prepares each statement once per connection.
type pool struct{ *pgxpool.Pool }

func openPostgres(ctx context.Context, url string) (store, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.MaxConns = 16
	p, err := pgxpool.NewWithConfig(ctx, cfg)
	return pool{p}, err
}

func (p pool) document(ctx context.Context, team, id int64) (*document, error) {
	var d document
	err := p.QueryRow(ctx, documentSQL, id, team).Scan(d.places()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errAbsent
	}
	if err != nil {
		return nil, err
	}
	return &d, d.finish()
}

func (p pool) documents(ctx context.Context, team int64, limit int) ([]document, error) {
	rows, err := p.Query(ctx, documentsSQL, team, limit)
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

var (
	lockPostgres   = productsSQL("= ANY($2)", " FOR UPDATE OF p")
	updatePostgres = updateSQL("= ANY($2)", "LEAST")
	queuePostgres  = queueSQL("= ANY($2)", "team_id, product_id", "LEAST")
)

func (p pool) update(ctx context.Context, team int64, ids []int64, min, max int64) (map[int64]*product, error) {
	now := time.Now().UnixMicro()
	var out map[int64]*product
	err := pgx.BeginFunc(ctx, p.Pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, lockPostgres, team, ids)
		if err != nil {
			return err
		}
		if out, err = collect(rows, len(ids), min, max, now); err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, queuePostgres, team, ids, now); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, updatePostgres, team, ids, min, max, now)
		return err
	})
	return out, err
}

// cursor has the common methods of both drivers' rows.
type cursor interface {
	Next() bool
	Scan(places ...any) error
	Err() error
}

func collect(rows cursor, n int, min, max, now int64) (map[int64]*product, error) {
	out := make(map[int64]*product, n)
	for rows.Next() {
		p := new(product)
		if err := rows.Scan(p.places()...); err != nil {
			return nil, err
		}
		p.finish(min, max, now)
		out[p.ID] = p
	}
	return out, rows.Err()
}
