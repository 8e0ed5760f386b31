package pricelist

import (
	"context"
	"encoding/json"
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
)

// expire removes analyses after the time that they are kept, some rows in a transaction. It belongs
// to no team.
func (a *Analyses) expire(ctx context.Context) error {
	const analyses, rows = 100, 500
	ended, err := a.Store.Ended(ctx, a.Clock.Now(), analyses)
	for _, one := range ended {
		for more := true; more && err == nil; {
			err = a.Tx.InTx(ctx, func(ctx context.Context) (err error) {
				more, err = a.Items.Clear(ctx, one.Team, one.ID, rows)
				return err
			})
		}
		if err != nil {
			return err
		}
		err = a.change(ctx, one.Team, one.ID, nil, func(_ context.Context, v *pricelist.Values) error { return v.Move(pricelist.Expire, a.Clock.Now()) })
	}
	return err
}

// errAbandoned ends an analysis after the loss of all processes that worked on it.
var errAbandoned = fault.New(fault.Internal, fault.CodeInternal, "Each process that did the work ended before it was done.")

// tidy ends analyses without a job: an operator cancelled it while it waited, or each of its
// processes died. In both cases no run is left to end them. Results that wait to be counted again
// get a missing job. It belongs to no team.
func (a *Analyses) tidy(ctx context.Context) error {
	const analyses, newest = 1_000, 100
	waiting, err := a.Store.Recounting(ctx, analyses)
	for _, of := range waiting {
		if err == nil {
			err = a.enqueue(ctx, RecountJob, of)
		}
	}
	if err != nil {
		return err
	}
	running, err := a.Store.Unended(ctx, analyses)
	if err != nil {
		return err
	}
	for _, of := range running {
		found, err := a.Jobs.List(ctx, jobs.Filter{Team: &of.Team, Kind: AnalyzeJob, Limit: newest})
		if err != nil {
			return err
		}
		// The newest job of an analysis comes first.
		at := slices.IndexFunc(found, func(r jobs.Record) bool {
			var args jobArgs
			return json.Unmarshal(r.Args, &args) == nil && args.Analysis == of.ID
		})
		switch {
		case at < 0:
		case found[at].State == jobs.Cancelled:
			err = a.cancel(ctx, of.Team, of.ID)
		case found[at].State == jobs.Failed:
			err = a.fail(ctx, of.Team, of.ID, errAbandoned)
		}
		if err != nil && !fault.Is(err, fault.CodeInvalidTransition) {
			return err
		}
	}
	return nil
}
