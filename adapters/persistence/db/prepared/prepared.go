// Package prepared keeps the prepared statements of connections to SQLite.
package prepared

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
)

// Most limits the prepared statements of a connection. Further texts run unprepared, which is only
// slower.
const Most = 512

// Connector opens connections to SQLite that keep prepared statements. The driver parses a text for
// each call, which takes longer than a short statement: the targets of get and bulk
// (docs/measurements.md, tools/bench -only get,bulk) need them.
type Connector struct{ driver.Connector }

func (p Connector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := opened.(sqliteConn)
	if !ok {
		return nil, fmt.Errorf("the driver's connection is a %T", opened)
	}
	return &Conn{conn, map[string]statement{}}, nil
}

// sqliteConn lists the interfaces that database/sql uses of the driver's connections.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// Conn caches the statements of a connection that are not in use. It caches only texts with
// arguments: bun writes values into the text, so its texts have no arguments.
type Conn struct {
	sqliteConn
	free map[string]statement
}

// Kept returns the cached statements by their texts.
func (c *Conn) Kept() map[string]driver.Stmt {
	out := make(map[string]driver.Stmt, len(c.free))
	for text, s := range c.free {
		out[text] = s
	}
	return out
}

// take returns a prepared statement of a text, either cached or new. It returns nil for a text
// without arguments, and for a new text when the cache is full.
func (c *Conn) take(ctx context.Context, query string, args int) (statement, error) {
	if s, ok := c.free[query]; ok {
		delete(c.free, query)
		return s, nil
	}
	if args == 0 || len(c.free) >= Most {
		return nil, nil //nolint:nilnil // see above
	}
	made, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s, ok := made.(statement)
	if !ok {
		return nil, fmt.Errorf("the driver's statement is a %T", made)
	}
	return s, nil
}

// give returns a statement to the cache. If the cache has another statement of the same text by
// now, give closes that.
func (c *Conn) give(query string, s statement) error {
	twin, ok := c.free[query]
	c.free[query] = s
	if ok {
		return twin.Close()
	}
	return nil
}

func (c *Conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.take(ctx, query, len(args))
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	result, err := s.ExecContext(ctx, args)
	return result, errors.Join(err, c.give(query, s))
}

func (c *Conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.take(ctx, query, len(args))
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, c.give(query, s))
	}
	return preparedRows{rows, func() error { return c.give(query, s) }}, nil
}

func (c *Conn) Close() error {
	var errs []error
	for _, s := range c.free {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

// preparedRows give their statement back.
type preparedRows struct {
	driver.Rows
	give func() error
}

func (r preparedRows) Close() error { return errors.Join(r.Rows.Close(), r.give()) }
