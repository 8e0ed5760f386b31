// Package tx has the port of transactions.
package tx

import "context"

// Runner runs database work in one transaction.
type Runner interface {
	// InTx calls fn with a context that carries the transaction and commits when fn returns nil; an
	// error or a panic rolls back. Nested calls are savepoints. fn may be called again after a
	// serialization failure or a deadlock, so it must do only database work. An unreachable store
	// is an Unavailable fault.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Value runs fn in a transaction, as InTx does, and returns its result; with an error the zero
// value.
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

// LazyRunner also commits without waiting for the disk. Use it only for work that is safe to lose
// and redo.
type LazyRunner interface {
	Runner
	// InLazyTx works like InTx, without the wait for the disk. Its commit may be lost if the
	// database's machine fails within a second, together with all later lazy commits. It is not
	// lost if this process dies. A later InTx makes it durable. Within another transaction it is a
	// part of that transaction.
	InLazyTx(ctx context.Context, fn func(ctx context.Context) error) error
}
