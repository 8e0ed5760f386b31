package pricelist

import (
	"context"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/pricelist"
)

// reason returns the sentence of a fault. The operator finds other errors with the job.
func reason(err error) string {
	if e, ok := fault.As(err); ok {
		return e.Message
	}
	return "The work failed each time for the same reason, which the operator finds with its job."
}

// fail tells the analysis why its work was given up, also where the time of the run was over.
func (a *Analyses) fail(ctx context.Context, team id.Team, one pricelist.ID, why error) error {
	return a.end(ctx, team, one, pricelist.Fail, string(fault.CodeOf(why)), reason(why))
}

// cancel tells the analysis that its job was cancelled, whose context has ended.
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
