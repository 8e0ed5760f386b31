package imports

import (
	"context"
	"encoding/json"
	"slices"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/jobs"
)

// expire removes reports after the time that they are kept, some chunks in a transaction. It
// belongs to no team.
func (i *Imports) expire(ctx context.Context) error {
	const many, chunks = 100, 50
	ended, err := i.Store.Ended(ctx, i.Clock.Now(), many)
	for _, one := range ended {
		for more := true; more && err == nil; {
			err = i.Tx.InTx(ctx, func(ctx context.Context) (err error) {
				more, err = i.Reports.Clear(ctx, one.Team, one.ID, chunks)
				return err
			})
		}
		if err == nil {
			_, err = i.move(ctx, one, imports.Expire)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// tidy ends imports without a job: an operator cancelled it while it waited, or each of its
// processes died. In both cases no run is left to end them. It belongs to no team.
func (i *Imports) tidy(ctx context.Context) error {
	const many, newest = 1_000, 100
	busy, err := i.Store.Unended(ctx, many)
	if err != nil {
		return err
	}
	for _, of := range busy {
		kind := ApplyJob
		if of.Values.Stage == imports.TakingBack {
			kind = TakeBackJob
		}
		found, err := i.Jobs.List(ctx, jobs.Filter{Team: &of.Team, Kind: kind, Limit: newest})
		if err != nil {
			return err
		}
		// The newest job of an import comes first.
		at := slices.IndexFunc(found, func(r jobs.Record) bool {
			var args jobArgs
			return json.Unmarshal(r.Args, &args) == nil && args.Import == of.ID
		})
		switch {
		case at < 0:
		case found[at].State == jobs.Cancelled:
			err = i.end(ctx, of.Team, of.ID, imports.Cancel, "")
		case found[at].State == jobs.Failed:
			err = i.end(ctx, of.Team, of.ID, imports.Fail, string(fault.CodeInternal))
		}
		if err != nil && !fault.Is(err, fault.CodeInvalidState) {
			return err
		}
	}
	return nil
}
