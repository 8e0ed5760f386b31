package ratelimit

import (
	"context"

	"sellingassistant/adapters/redis"
	"sellingassistant/ports/ratelimit"
)

// Shared keeps limits in Redis, and while Redis is away this process's share of them. Calls that
// Redis accepts are noted here too, so that they count when it goes away.
type Shared struct {
	together *Redis
	alone    *Memory
	fallback *redis.Fallback
}

// NewShared combines both limiters.
func NewShared(together *Redis, alone *Memory, f *redis.Fallback) *Shared {
	return &Shared{together, alone, f}
}

func (s *Shared) Take(ctx context.Context, key string, limit ratelimit.Limit) (ratelimit.State, error) {
	st, err := s.together.Take(ctx, key, limit)
	switch {
	case err == nil:
		s.fallback.Worked()
		if st.Allowed {
			_, _ = s.alone.Take(ctx, key, limit)
		}
		return st, nil
	case ctx.Err() != nil:
		return st, err
	}
	return s.alone.Take(ctx, key, share(limit, s.fallback.Failed(ctx, err)))
}

func (s *Shared) Peek(ctx context.Context, key string, limit ratelimit.Limit) (ratelimit.State, error) {
	st, err := s.together.Peek(ctx, key, limit)
	if err == nil {
		s.fallback.Worked()
	}
	if err == nil || ctx.Err() != nil {
		return st, err
	}
	return s.alone.Peek(ctx, key, share(limit, s.fallback.Failed(ctx, err)))
}

// share divides a limit by the number of processes. Each process has at least one call of it.
func share(limit ratelimit.Limit, processes int) ratelimit.Limit {
	if limit.Calls > 0 {
		limit.Calls = max(1, limit.Calls/processes)
	}
	return limit
}
