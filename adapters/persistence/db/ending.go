package db

import "context"

// ending has a value for the end of a transaction, and the function that handles it.
type ending struct {
	key, value any
	run        func(ctx context.Context, values []any) error
}

// AtEnd implements tx.Ender.
func (s *Store) AtEnd(ctx context.Context, key, value any, run func(ctx context.Context, values []any) error) error {
	if t := s.transaction(ctx); t != nil {
		t.ending = append(t.ending, ending{key, value, run})
		return nil
	}
	return s.InTx(ctx, func(ctx context.Context) error { return run(ctx, []any{value}) })
}

// runEnding handles the values of a transaction, the keys in the order of their first values. A
// function that registers further values gets them in another call.
func (t *transaction) runEnding(ctx context.Context) error {
	for len(t.ending) > 0 {
		first := t.ending[0]
		var values []any
		var others []ending
		for _, e := range t.ending {
			if e.key == first.key {
				values = append(values, e.value)
			} else {
				others = append(others, e)
			}
		}
		t.ending = others
		if err := first.run(ctx, values); err != nil {
			return err
		}
	}
	return nil
}
