package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Notify sends an event to the processes that listen on the same database, when the transaction of
// ctx commits. Delivery is not guaranteed: a process that is not connected misses it. On SQLite,
// which a single process uses at a time, it does nothing.
func (s *Store) Notify(ctx context.Context, channel, payload string) error {
	if s.dialect == SQLite {
		return nil
	}
	_, err := s.Hot(ctx).Exec(ctx, "SELECT pg_notify($1, $2)", channel, payload)
	return Fault(err)
}

// Pooled reports whether the address says that a pooler in between keeps no prepared statements. It
// passes no events on either.
func (s *Store) Pooled() bool {
	return s.dialect == Postgres && s.hotMode != pgx.QueryExecModeCacheStatement
}

// Listen calls heard for each event of a channel, including events of its own process, until ctx
// ends or the connection breaks. The connection does not count against the pool's limit. With a
// pooler in between it hears nothing.
func (s *Store) Listen(ctx context.Context, channel string, heard func(payload string)) error {
	if s.dialect == SQLite || s.Pooled() {
		<-ctx.Done()
		return ctx.Err()
	}
	taken, err := s.fromPool(ctx)
	if err != nil {
		return err
	}
	conn := taken.Hijack()
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // nothing left to send
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return Fault(err)
	}
	for {
		event, err := conn.WaitForNotification(ctx)
		if err != nil {
			return Fault(err)
		}
		heard(event.Payload)
	}
}
