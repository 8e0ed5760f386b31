package db

import (
	"context"
	"errors"
	"strconv"
	"sync"
)

// ForUpdate returns the clause that locks the selected rows until the transaction ends: " FOR
// UPDATE" on Postgres, "" on SQLite, where the transaction already has the only writer.
func (s *Store) ForUpdate() string {
	if s.dialect == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// Lock takes the lock of key for the rest of the transaction of ctx, and waits for its owner. It
// needs a transaction, and comes before any read of data that may change meanwhile. A lock that the
// transaction already owns costs no statement. On SQLite the transaction has the only writer, which
// is lock enough.
func (s *Store) Lock(ctx context.Context, key string) error {
	t := s.transaction(ctx)
	if t == nil {
		return errors.New("db: Lock needs a transaction")
	}
	if s.dialect == SQLite || s.locks.has(t, key) {
		return nil
	}
	_, err := s.Hot(ctx).Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key)
	if err == nil {
		s.locks.note(t, key)
	}
	return Fault(err)
}

// SharedLock returns a condition that takes the lock of the key in argument n in share mode, until
// the transaction ends. Owners of the shared lock do not wait for each other. They wait for the
// owner of Lock, and it waits for them.
//
// The condition belongs in a statement that locks its rows with ForUpdate, which reads them again
// after the wait. Other rows of the same statement may be older. SQLite has one writer at a time.
func (s *Store) SharedLock(n int) string {
	key := "$" + strconv.Itoa(n)
	if s.dialect == SQLite {
		return key + " IS NOT NULL"
	}
	return "(SELECT 1 FROM pg_advisory_xact_lock_shared(hashtextextended(" + key + ", 0))) = 1"
}

// TryLock takes the lock of key for the rest of the transaction of ctx without waiting, and reports
// whether it got it. It needs a transaction. Undoing a savepoint releases the locks taken inside
// it. The same transaction may take a lock twice.
//
// On SQLite the lock lives in the process, since a second process cannot write meanwhile anyway.
// Call it first in the transaction: any statement before it waits for the writer, so a twin would
// wait too instead of getting false.
func (s *Store) TryLock(ctx context.Context, key string) (bool, error) {
	t := s.transaction(ctx)
	if t == nil {
		return false, errors.New("db: TryLock needs a transaction")
	}
	if s.dialect == SQLite {
		return s.locks.try(t, key), nil
	}
	var got bool
	err := s.Hot(ctx).QueryRow(ctx, "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))", key).Scan(&got)
	return got, Fault(err)
}

// locks has the named locks of a SQLite store, and notes the locks that transactions on Postgres
// took.
type locks struct {
	mu     sync.Mutex
	owners map[string]*transaction
}

func (l *locks) try(t *transaction, key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if owner := l.owners[key]; owner != nil {
		return owner == t
	}
	if l.owners == nil {
		l.owners = map[string]*transaction{}
	}
	l.owners[key] = t
	t.hold(key)
	return true
}

// has reports whether the transaction has a lock.
func (l *locks) has(t *transaction, key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, held := t.held[key]
	return held
}

func (l *locks) note(t *transaction, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.hold(key)
}

func (t *transaction) hold(key string) {
	if t.held == nil {
		t.held = map[string]int{}
	}
	t.held[key] = t.depth
}

// keep moves the locks of a finished savepoint to the level around it.
func (l *locks) keep(t *transaction) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, depth := range t.held {
		t.held[key] = min(depth, t.depth-1)
	}
}

// drop releases the locks taken since the current savepoint.
func (l *locks) drop(t *transaction) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, depth := range t.held {
		if depth >= t.depth {
			delete(t.held, key)
			delete(l.owners, key)
		}
	}
}

func (l *locks) release(t *transaction) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range t.held {
		delete(l.owners, key)
	}
	t.held = nil
}
