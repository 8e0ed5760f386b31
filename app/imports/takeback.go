package imports

import (
	"context"
	"slices"
	"time"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/fault"
)

// takenBack runs takeBack as a job, which reads no file.
func (i *Imports) takenBack(ctx context.Context, done imports.Import, _ *wanted, until time.Time) error {
	return i.takeBack(ctx, done, until)
}

// takeBack restores old values, a chunk of the report in a transaction.
func (i *Imports) takeBack(ctx context.Context, of imports.Import, until time.Time) error {
	for {
		rows, err := i.Reports.After(ctx, of.Team, of.ID, of.Values.TakenTo, imports.Written()...)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			_, err = i.move(ctx, of, imports.Done)
			return err
		}
		if i.Clock.Now().After(until) {
			return errPause
		}
		of, err = i.change(ctx, of, func(ctx context.Context, v *imports.Values) error {
			before := slices.DeleteFunc(slices.Clone(rows), func(r imports.Row) bool {
				return !slices.Contains(imports.Written(), r.Status)
			})
			after, err := i.back(ctx, of, before)
			if err != nil {
				return err
			}
			v.Return(before, after, rows[len(rows)-1].Number)
			return i.Reports.Replace(ctx, of.Team, of.ID, after)
		})
		if err != nil {
			return err
		}
	}
}

// back restores the old values of updated rows, removes the records of created rows, and returns
// the rows.
func (i *Imports) back(ctx context.Context, of imports.Import, written []imports.Row) ([]imports.Row, error) {
	after := slices.Clone(written)
	var changes []imports.Change
	var changed, removed []int
	var records []int64
	for n, r := range written {
		if r.Status == imports.Created {
			records, removed = append(records, r.Record), append(removed, n)
			continue
		}
		changes, changed = append(changes, r.Back()), append(changed, n)
	}
	restore := func(n int, err *fault.Error) {
		if after[n].Status = imports.RowTakenBack; err != nil {
			after[n].Refuse(imports.NotTakenBack, err)
		}
	}
	done, err := i.Records.Change(ctx, who(of), of.Values.Kind, changes)
	if err != nil {
		return nil, err
	}
	for n, d := range done {
		restore(changed[n], d.Err)
	}
	gone, err := i.Records.Remove(ctx, who(of), of.Values.Kind, records)
	for n, broken := range gone {
		restore(removed[n], broken)
	}
	return after, err
}
