package tx

import "context"

// AtEnd keeps a value until the outermost transaction of ctx has run its function without an error.
// Then it calls run in that transaction, before the commit, with all values of the same key, in
// order. An error of run rolls the transaction back. Values of a savepoint that was undone are
// dropped. Without a transaction AtEnd calls run at once, in a transaction of its own.
type AtEnd func(ctx context.Context, key, value any, run func(ctx context.Context, values []any) error) error

// Ending collects values during a transaction, and handles them together at its end. So a lock that
// Run takes comes after all other locks of the transaction.
type Ending[T any] struct {
	On  AtEnd
	Run func(ctx context.Context, values []T) error
}

// Add collects values. Without values it does nothing.
func (e *Ending[T]) Add(ctx context.Context, values ...T) error {
	if len(values) == 0 {
		return nil
	}
	return e.On(ctx, e, values, func(ctx context.Context, parts []any) error {
		var all []T
		for _, part := range parts {
			if values, ok := part.([]T); ok {
				all = append(all, values...)
			}
		}
		return e.Run(ctx, all)
	})
}
