package keepa

import (
	"context"

	"sellingassistant/adapters/redis"
	"sellingassistant/domain/research/lookup"
)

// fallback shares a balance through Redis. While Redis is away, the process keeps a balance of its
// own, from the answers that it gets.
type fallback struct {
	together, alone Balance
	redis           *redis.Fallback
}

// NewFallback shares a balance through Redis as long as it answers.
func NewFallback(together, alone Balance, f *redis.Fallback) Balance {
	return &fallback{together, alone, f}
}

// Take multiplies the cost by the number of processes while Redis is away, because each process may
// make such a call.
func (b *fallback) Take(ctx context.Context, lane lookup.Lane, cost, reserve int64) (Turn, error) {
	t, err := b.together.Take(ctx, lane, cost, reserve)
	switch {
	case err == nil:
		b.redis.Worked()
		return t, nil
	case ctx.Err() != nil:
		return t, err
	}
	return b.alone.Take(ctx, lane, cost*int64(b.redis.Failed(ctx, err)), reserve)
}

func (b *fallback) Settle(ctx context.Context, t Turn, m Meter) error {
	if t.ticket == "" {
		return b.alone.Settle(ctx, t, m)
	}
	err := b.together.Settle(ctx, t, m)
	if err == nil {
		b.redis.Worked()
	} else if ctx.Err() == nil {
		b.redis.Failed(ctx, err)
		err = nil
	}
	if learned := b.alone.Settle(ctx, Turn{}, m); err == nil {
		err = learned
	}
	return err
}
