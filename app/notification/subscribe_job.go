package notification

import (
	"context"
	"encoding/json"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/jobs"
)

// SubscribeJob subscribes a connection; its arguments are SubscribeArgs.
const SubscribeJob = "notification.subscribe"

// SubscribeArgs has the arguments of SubscribeJob.
type SubscribeArgs struct {
	Connection id.Connection `json:"connection"`
}

// SubscribeHandler subscribes connections that became active; notifications from before may be
// lost. A connection that was removed or needs attention is skipped.
func (s *Subscriptions) SubscribeHandler() jobs.Handler {
	return jobs.Handler{Kind: SubscribeJob, Run: func(ctx context.Context, j jobs.Job) error {
		var args SubscribeArgs
		if err := json.Unmarshal(j.Args, &args); err != nil {
			return jobs.Dead(err)
		}
		_, err := s.subscribe(ctx, caller.Caller{Team: j.Team}, args.Connection, true)
		e, ok := fault.As(err)
		switch {
		case ok && (e.Kind == fault.NotFound || e.Code == fault.CodeIntegrationNeedsAttention):
			return nil
		case ok && e.Kind == fault.Limited:
			return jobs.Later(max(e.RetryAfter, time.Second))
		}
		return err
	}}
}
