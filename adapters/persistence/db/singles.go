package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
)

// singles are the connections to a SQLite file that read single rows. They are
// the driver's own: database/sql's watching, locking and converting around a
// read that takes microseconds costs as much as the read.
type singles struct {
	open func() (driver.Conn, error)
	// free has room for all of them; a nil one is yet to be opened.
	free chan *single
	once sync.Once
}

// single is one connection and its prepared statements.
type single struct {
	conn  driver.Conn
	stmts map[string]driver.Stmt
}

func newSingles(open func() (driver.Conn, error), n int) *singles {
	s := &singles{open: open, free: make(chan *single, n)}
	for range n {
		s.free <- nil
	}
	return s
}

// close waits for the reads that run.
func (s *singles) close() error {
	var errs []error
	s.once.Do(func() {
		for range cap(s.free) {
			if c := <-s.free; c != nil {
				errs = append(errs, c.conn.Close())
			}
		}
		close(s.free)
	})
	return errors.Join(errs...)
}

// take waits for a connection; ctx bounds the wait alone.
func (s *singles) take(ctx context.Context) (*single, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var c *single
	var open bool
	select {
	case c, open = <-s.free:
	default:
		select {
		case c, open = <-s.free:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for a connection: %w", ctx.Err())
		}
	}
	if !open {
		return nil, sql.ErrConnDone
	}
	if c != nil {
		return c, nil
	}
	conn, err := s.open()
	if err != nil {
		s.free <- nil
		return nil, err
	}
	return &single{conn: conn, stmts: map[string]driver.Stmt{}}, nil
}

// give takes a connection back; one that failed is closed.
func (s *singles) give(c *single, failed bool) {
	if failed {
		_ = c.conn.Close()
		c = nil
	}
	s.free <- c
}

// query runs a text that reads; it is prepared once where it is to be kept.
func (c *single) query(text string, keep bool, args []driver.NamedValue) (rows driver.Rows, done func() error, err error) {
	stmt, kept := c.stmts[text]
	if !kept {
		preparer, ok := c.conn.(driver.ConnPrepareContext)
		if !ok {
			return nil, nil, fmt.Errorf("the driver's connection is a %T", c.conn)
		}
		if stmt, err = preparer.PrepareContext(context.Background(), text); err != nil {
			return nil, nil, err
		}
		if keep {
			c.stmts[text] = stmt
		}
	}
	done = func() error { return nil }
	if !kept && !keep {
		done = stmt.Close
	}
	asker, ok := stmt.(driver.StmtQueryContext)
	if !ok {
		return nil, nil, errors.Join(fmt.Errorf("the driver's statement is a %T", stmt), done())
	}
	// Watching a context costs the driver a goroutine.
	if rows, err = asker.QueryContext(context.Background(), args); err != nil {
		return nil, nil, errors.Join(err, done())
	}
	return rows, done, nil
}

// named are the arguments as the driver takes them.
func named(args []any) ([]driver.NamedValue, error) {
	out := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return out, nil
}

// singleRow is the result of one such read.
type singleRow struct {
	from *singles
	conn *single
	rows driver.Rows
	done func() error
}

func (r *singleRow) Scan(dest ...any) error {
	// The place in the pool comes back also when a place of the row panics.
	failed := true
	defer func() { r.from.give(r.conn, failed) }()
	err := r.read(dest)
	ended := errors.Join(r.rows.Close(), r.done())
	failed = ended != nil
	if err == nil {
		err = ended
	}
	return err
}

func (r *singleRow) read(dest []any) error {
	values := make([]driver.Value, len(r.rows.Columns()))
	switch err := r.rows.Next(values); {
	case errors.Is(err, io.EOF):
		return sql.ErrNoRows
	case err != nil:
		return err
	case len(values) != len(dest):
		return fmt.Errorf("%d columns for %d places", len(values), len(dest))
	}
	for i, place := range dest {
		if err := scanDriver(place, values[i]); err != nil {
			return fmt.Errorf("column %s: %w", r.rows.Columns()[i], err)
		}
	}
	return nil
}

// scanDriver puts a value of the driver into its place.
func scanDriver(place, src any) error {
	switch place := place.(type) {
	case sql.Scanner:
		return place.Scan(src)
	case *int64, *string, *bool, **int64, **string:
		return (&cell{place}).Scan(src)
	case *[]byte:
		if src == nil {
			*place = nil
			return nil
		}
		return convert(place, src)
	}
	v := reflect.ValueOf(place)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return fmt.Errorf("a place of type %T", place)
	}
	return scanKind(v.Elem(), src)
}

// scanKind fills a place whose type is one of the usual by its kind only, or a
// pointer to any.
func scanKind(to reflect.Value, src any) (err error) {
	switch to.Kind() {
	case reflect.Pointer:
		if src == nil {
			to.SetZero()
			return nil
		}
		made := reflect.New(to.Type().Elem())
		to.Set(made)
		return scanDriver(made.Interface(), src)
	case reflect.String:
		var v string
		err = scanDriver(&v, src)
		to.SetString(v)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var v int64
		if err = scanDriver(&v, src); err == nil && to.OverflowInt(v) {
			return fmt.Errorf("%d does not fit a %s", v, to.Type())
		}
		to.SetInt(v)
	case reflect.Bool:
		var v bool
		err = scanDriver(&v, src)
		to.SetBool(v)
	default:
		return fmt.Errorf("a place of type %s", to.Type())
	}
	return err
}
