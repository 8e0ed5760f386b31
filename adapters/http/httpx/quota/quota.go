package quota

import (
	"context"
	"strconv"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/ratelimit"
)

// Quota limits the calls of each team, under the name shown in headers.
type Quota struct {
	Name  string
	Limit ratelimit.Limit
	// Policy and Calls have the values of RateLimit-Policy and X-RateLimit-Limit.
	Policy, Calls []string
}

// Of makes the quota of a name and a limit.
func Of(name string, limit ratelimit.Limit) Quota {
	calls := strconv.Itoa(limit.Calls)
	return Quota{
		Name: name, Limit: limit, Calls: []string{calls},
		Policy: []string{`"` + name + `";q=` + calls + `;w=` + strconv.Itoa(int(limit.Window/time.Second))},
	}
}

// Limits maps groups to call limits. Groups without an entry share the limit of "", which is 600 a
// minute by default.
type Limits map[string]ratelimit.Limit

// Of returns the limit of a group.
func (l Limits) Of(group string) ratelimit.Limit {
	for _, name := range []string{group, ""} {
		if limit, ok := l[name]; ok {
			return limit
		}
	}
	return ratelimit.Limit{Calls: 600, Window: time.Minute}
}

// key names the counter of a team's calls.
func (q *Quota) key(team id.Team) string {
	b := make([]byte, 0, 48)
	b = append(b, "calls|"...)
	b = strconv.AppendInt(b, int64(team), 10)
	b = append(b, '|')
	return string(append(b, q.Name...))
}

// Take counts a call of a team. A call beyond the limit is a fault of kind Limited.
func (q *Quota) Take(ctx context.Context, l ratelimit.Limiter, team id.Team) (ratelimit.State, error) {
	left, err := l.Take(ctx, q.key(team), q.Limit)
	if err == nil && !left.Allowed {
		err = q.over("At most %d calls in %d seconds are accepted.", left)
	}
	return left, err
}

// Counter counts calls of an operation with its own limit that are made inside another operation.
// Past the limit it returns the fault of that operation.
func Counter(l ratelimit.Limiter, operationID string, limit ratelimit.Limit) func(ctx context.Context, team id.Team) error {
	q := Of(operationID, limit)
	return func(ctx context.Context, team id.Team) error {
		_, err := q.Take(ctx, l, team)
		return err
	}
}

// Peek returns the remaining quota of a team.
func (q *Quota) Peek(ctx context.Context, l ratelimit.Limiter, team id.Team) (ratelimit.State, error) {
	return l.Peek(ctx, q.key(team), q.Limit)
}

func (q *Quota) over(sentence string, left ratelimit.State) error {
	return fault.Newf(fault.Limited, fault.CodeRateLimited, sentence, q.Limit.Calls, int(q.Limit.Window/time.Second)).
		After(max(left.Reset, time.Second))
}
