package httpx

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"sellingassistant/adapters/http/httpx/quota"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/ports/ratelimit"
)

// quotaOf returns the operation's own quota, or the quota it shares with its group.
func (s *Server) quotaOf(op *operation) *quota.Quota {
	q := quota.Of(op.Group, s.cfg.Limits.Of(op.Group))
	if op.Limit != nil {
		q = quota.Of(op.ID, *op.Limit)
	}
	return &q
}

// take counts the call, or refuses it.
func (s *Server) take(ctx context.Context, st *state) error {
	left, err := st.op.quota.Take(ctx, s.limiter, st.who.Team)
	st.limit, st.counted = left, err == nil || quota.Refused(err)
	return err
}

// barred refuses the calls of a team that had too many refused calls. It runs before the call is
// read.
func (s *Server) barred(ctx context.Context, st *state) error {
	left, err := s.refusals.Barred(ctx, st.who.Team)
	return st.beyond(&s.refusals.Quota, left, err)
}

// refused counts a call that is refused with err.
func (s *Server) refused(ctx context.Context, st *state, err error) error {
	if !quota.Refused(err) {
		return err
	}
	left, over := s.refusals.Count(ctx, st.who.Team)
	return cmp.Or(st.beyond(&s.refusals.Quota, left, over), err)
}

// beyond sets the exceeded quota, which the headers then show.
func (st *state) beyond(q *quota.Quota, left ratelimit.State, over error) error {
	if over != nil {
		st.quota, st.limit, st.counted = q, left, true
	}
	return over
}

// limitHeaders sends the remaining quota. For a call refused before it was counted, the quota is
// only read. A call without a valid key gets only the policy.
func (st *state) limitHeaders(h http.Header) {
	q := st.quota
	if q == nil {
		return
	}
	h["Ratelimit-Policy"], h["X-Ratelimit-Limit"] = q.Policy, q.Calls
	if !st.known {
		return
	}
	if !st.counted {
		left, err := q.Peek(st, st.server.limiter, st.who.Team)
		if err != nil {
			return
		}
		st.limit, st.counted = left, true
	}
	left, reset := strconv.Itoa(st.limit.Remaining), wire.Seconds(st.limit.Reset)
	h["Ratelimit"] = st.line(`"` + q.Name + `";r=` + left + `;t=` + reset)
	h["X-Ratelimit-Remaining"], h["X-Ratelimit-Reset"] = st.line(left), st.line(reset)
}
