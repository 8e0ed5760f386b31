package pricelist

import (
	"context"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/pricelist"
)

// reason returns the sentence of a fault. For other errors the operator reads the job.
func reason(err error) string {
	if e, ok := fault.As(err); ok {
		return e.Message
	}
	return "The work failed each time for the same reason, which the operator finds with its job."
}

// fail records why the work of an analysis was given up, even after the time of the run is over.
func (a *Analyses) fail(ctx context.Context, team id.Team, one pricelist.ID, why error) error {
	return a.end(ctx, team, one, pricelist.Fail, string(fault.CodeOf(why)), reason(why))
}

// cancel records that the job of an analysis was cancelled, even though its context has ended.
func (a *Analyses) cancel(ctx context.Context, team id.Team, one pricelist.ID) error {
	return a.end(ctx, team, one, pricelist.Cancel, "", "")
}

func (a *Analyses) end(ctx context.Context, team id.Team, one pricelist.ID, how pricelist.Event, code, reason string) error {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer done()
	return a.change(ctx, team, one, nil, func(_ context.Context, v *pricelist.Values) error {
		v.Error, v.Reason = code, reason
		return v.Move(how, a.Clock.Now())
	})
}
