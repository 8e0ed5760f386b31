package httpx

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/ratelimit"
)

// defaultLimit holds for groups the configuration does not name.
var defaultLimit = ratelimit.Limit{Calls: 600, Window: time.Minute}

// policy is the part of the limit headers that never changes.
type policy struct {
	name   string
	policy []string
	limit  []string
}

// limitOf chooses the limit of an operation: its own, or the one it shares with its group.
func (s *Server) limitOf(op *operation) (ratelimit.Limit, policy) {
	limit, name := defaultLimit, op.Group
	if l, ok := s.cfg.Limits[""]; ok {
		limit = l
	}
	if l, ok := s.cfg.Limits[op.Group]; ok {
		limit = l
	}
	if op.Limit != nil {
		limit, name = *op.Limit, op.ID
	}
	window := strconv.Itoa(int(limit.Window / time.Second))
	return limit, policy{
		name:   name,
		policy: []string{`"` + name + `";q=` + strconv.Itoa(limit.Calls) + `;w=` + window},
		limit:  []string{strconv.Itoa(limit.Calls)},
	}
}

// limitKey names what is counted: a team's calls of a group, or of an
// operation with its own limit.
func (st *state) limitKey() string { return limitKey(st.who.Team, st.op.policy.name) }

func limitKey(team id.Team, name string) string {
	b := make([]byte, 0, 48)
	b = append(b, "calls|"...)
	b = strconv.AppendInt(b, int64(team), 10)
	b = append(b, '|')
	return string(append(b, name...))
}

// take counts the call, or refuses it.
func (s *Server) take(ctx context.Context, st *state) error {
	left, err := s.limiter.Take(ctx, st.limitKey(), st.op.limit)
	if err != nil {
		return err
	}
	st.limit, st.counted = left, true
	if left.Allowed {
		return nil
	}
	return overLimit(st.op.limit, left)
}

// Counter counts calls of an operation with its own limit that are made inside
// another operation. Past the limit it says what the operation would.
func Counter(l ratelimit.Limiter, operationID string, limit ratelimit.Limit) func(ctx context.Context, team id.Team) error {
	return func(ctx context.Context, team id.Team) error {
		return count(ctx, l, limitKey(team, operationID), limit)
	}
}

// count counts a call, or refuses it.
func count(ctx context.Context, l ratelimit.Limiter, key string, limit ratelimit.Limit) error {
	left, err := l.Take(ctx, key, limit)
	if err == nil && !left.Allowed {
		err = overLimit(limit, left)
	}
	return err
}

func overLimit(limit ratelimit.Limit, left ratelimit.State) error {
	return fault.Newf(fault.Limited, fault.CodeRateLimited, "At most %d calls in %d seconds are accepted.",
		limit.Calls, int(limit.Window/time.Second)).After(max(left.Reset, time.Second))
}

// limitHeaders sends the remaining quota. A call refused before it was counted only reads it; one
// without a valid key gets the policy only.
func (st *state) limitHeaders(h http.Header) {
	op := st.op
	if op == nil {
		return
	}
	h["Ratelimit-Policy"], h["X-Ratelimit-Limit"] = op.policy.policy, op.policy.limit
	if !st.known {
		return
	}
	if !st.counted {
		left, err := st.server.limiter.Peek(st, st.limitKey(), op.limit)
		if err != nil {
			return
		}
		st.limit, st.counted = left, true
	}
	left, reset := strconv.Itoa(st.limit.Remaining), wire.Seconds(st.limit.Reset)
	h["Ratelimit"] = st.line(`"` + op.policy.name + `";r=` + left + `;t=` + reset)
	h["X-Ratelimit-Remaining"], h["X-Ratelimit-Reset"] = st.line(left), st.line(reset)
}
