package imports

import (
	"context"
	"time"

	"sellingassistant/domain/imports"
)

// takenBack runs takeBack as a job, which reads no file.
func (i *Imports) takenBack(ctx context.Context, done imports.Import, _ *wanted, until time.Time) error {
	return i.takeBack(ctx, done, until)
}

// takeBack restores old values, a chunk of the report in a transaction.
func (i *Imports) takeBack(ctx context.Context, of imports.Import, until time.Time) error {
	for {
		rows, err := i.Reports.After(ctx, of.Team, of.ID, of.Values.TakenTo, imports.Updated)
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
			back, err := i.back(ctx, of, rows)
			if err != nil {
				return err
			}
			v.Return(back, rows[len(rows)-1].Number)
			return i.Reports.Replace(ctx, of.Team, of.ID, back)
		})
		if err != nil {
			return err
		}
	}
}

// back restores the old values of updated rows, and returns these rows.
func (i *Imports) back(ctx context.Context, of imports.Import, rows []imports.Row) ([]imports.Row, error) {
	var back []imports.Row
	var changes []imports.Change
	for _, r := range rows {
		if r.Status == imports.Updated {
			back, changes = append(back, r), append(changes, r.Back())
		}
	}
	done, err := i.Records.Change(ctx, who(of), of.Values.Kind, changes)
	for n, d := range done {
		if back[n].Status = imports.RowTakenBack; d.Err != nil {
			back[n].Refuse(imports.NotTakenBack, d.Err)
		}
	}
	return back, err
}
