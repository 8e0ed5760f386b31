package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/test/pgtest/cluster"
)

// secretKey sets the master key. The data is deleted after the run.
const secretKey = "6f1d2c3b4a59687706f1d2c3b4a59687706f1d2c3b4a59687706f1d2c3b4a596"

// place has a folder or a server with a database that is filled once, and its copies.
type place struct {
	kind, dir string
	cluster   *cluster.Cluster
	teams     []team
}

const base = "base"

func newPlace(kind string) (*place, error) {
	dir, err := os.MkdirTemp("", "sa-repricer-")
	if err != nil {
		return nil, err
	}
	p := &place{kind: kind, dir: dir}
	if kind == db.SQLite.String() {
		return p, nil
	}
	// With Fsync commits survive a power cut, as on SQLite.
	if p.cluster, err = cluster.Start(cluster.Options{Fsync: true}); err != nil {
		return nil, errors.Join(err, p.close())
	}
	s, err := p.open(context.Background(), "postgres")
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	_, err = s.DB().ExecContext(context.Background(), "CREATE DATABASE "+base)
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

func (p *place) close() error {
	var err error
	if p.cluster != nil {
		err = p.cluster.Stop()
	}
	return errors.Join(err, os.RemoveAll(p.dir))
}

func (p *place) url(name string) string {
	if p.cluster != nil {
		return p.cluster.URL(name)
	}
	return "sqlite://" + p.file(name)
}

func (p *place) file(name string) string { return filepath.Join(p.dir, name+".db") }

func (p *place) open(ctx context.Context, name string) (*db.Store, error) {
	return db.Open(ctx, db.Config{URL: secret.New(p.url(name))})
}

// patient opens a database without a statement timeout.
func (p *place) patient(ctx context.Context, name string) (*db.Store, error) {
	url := p.url(name)
	if strings.Contains(url, "?") {
		url += "&statement_timeout=0"
	}
	return db.Open(ctx, db.Config{URL: secret.New(url), Pool: 1})
}

// with passes a copy of the database to work and deletes it afterwards.
func (p *place) with(ctx context.Context, name string, work func(*world) error) (err error) {
	if err := p.copy(ctx, name); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	defer func() { err = errors.Join(err, p.drop(context.WithoutCancel(ctx), name)) }()
	s, err := p.open(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return work(newWorld(s, p.teams, p.env(name)))
}

func (p *place) copy(ctx context.Context, name string) error {
	if p.cluster == nil {
		from, err := os.Open(p.file(base))
		if err != nil {
			return err
		}
		defer from.Close()
		to, err := os.Create(p.file(name))
		if err != nil {
			return err
		}
		_, err = to.ReadFrom(from)
		return errors.Join(err, to.Close())
	}
	return p.server(ctx, "CREATE DATABASE "+name+" TEMPLATE "+base)
}

func (p *place) drop(ctx context.Context, name string) error {
	if p.cluster == nil {
		return errors.Join(os.Remove(p.file(name)), os.RemoveAll(p.file(name)+"-wal"), os.RemoveAll(p.file(name)+"-shm"))
	}
	return p.server(ctx, "DROP DATABASE "+name)
}

// server runs a statement about databases.
func (p *place) server(ctx context.Context, text string) error {
	s, err := p.patient(ctx, "postgres")
	if err != nil {
		return err
	}
	_, err = s.DB().ExecContext(ctx, text)
	return errors.Join(err, s.Close())
}

// env returns the program's settings for a database.
func (p *place) env(name string) []string {
	return []string{
		"SA_DATABASE_URL=" + p.url(name), "SA_DATA_DIR=" + p.dir, "SA_SECRET_KEY=" + secretKey, "SA_LOG_LEVEL=error",
		"SA_RATE_LIMITS=default=100000000", "SA_WORKERS=0", "SA_HTTP_ADDR=127.0.0.1:0", "SA_METRICS_ADDR=127.0.0.1:0",
	}
}
