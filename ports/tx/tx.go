// Package tx is the transaction port.
package tx

import "context"

// Runner runs database work in one transaction.
type Runner interface {
	// InTx calls fn with a context that carries the transaction and commits when fn returns nil;
	// an error or a panic rolls back. Nested calls are savepoints. fn may be called again after a
	// serialization failure or a deadlock, so it holds database work and nothing else. An
	// unreachable store is an Unavailable fault.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Value runs fn in a transaction, as InTx does, and returns its result: the zero value with an
// error.
func Value[T any](ctx context.Context, r Runner, fn func(ctx context.Context) (T, error)) (T, error) {
	var made T
	err := r.InTx(ctx, func(ctx context.Context) (err error) {
		made, err = fn(ctx)
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return made, nil
}

// LazyRunner also commits without the wait for the disk; only for work that is
// safe to lose and redo.
type LazyRunner interface {
	Runner
	// InLazyTx is InTx without the wait for the disk. What it committed may be lost
	// when the database's machine fails within a second, but not when this process
	// dies, and never without all that was committed after it: a later InTx makes
	// sure of both. Within another transaction it is a part of that one.
	InLazyTx(ctx context.Context, fn func(ctx context.Context) error) error
}
