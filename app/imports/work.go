package imports

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
)

const (
	// ApplyJob writes the rows of an import.
	ApplyJob = "imports.apply"
	// TakeBackJob puts old values back.
	TakeBackJob = "imports.take_back"
	// ExpireJob removes expired reports.
	ExpireJob = "imports.expire"
	// TidyJob ends imports that lost their job.
	TidyJob = "imports.tidy"
	// workTime bounds how long a job works before it frees its worker, and jobTimeout limits the
	// job.
	workTime   = 5 * time.Minute
	jobTimeout = workTime + 3*time.Minute
	// endWithin bounds the last transaction of a job that was cancelled or given up.
	endWithin = 3 * time.Second
)

// jobArgs name the import of a job. Look has the mapping that the call wants.
type jobArgs struct {
	Import imports.ID `json:"import"`
	Look   *wanted    `json:"look,omitempty"`
}

// wanted names the stored members of imports.Wanted.
type wanted struct {
	Sheet     string                   `json:"sheet"`
	HeaderRow int                      `json:"header_row"`
	Columns   map[imports.Field]string `json:"columns"`
	Ignore    []string                 `json:"ignore"`
	Decimal   columns.Decimal          `json:"decimal"`
}

// Handlers returns the jobs of imports.
func (i *Imports) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: ApplyJob, Timeout: jobTimeout, Run: i.work(imports.Stage.Applying, i.apply)},
		{Kind: TakeBackJob, Timeout: jobTimeout, Run: i.work(imports.Stage.Returning, i.takenBack)},
		{Kind: ExpireJob, Timeout: jobTimeout, Run: func(ctx context.Context, _ jobs.Job) error { return i.expire(ctx) }},
		{Kind: TidyJob, Run: func(ctx context.Context, _ jobs.Job) error { return i.tidy(ctx) }},
	}
}

// Periodic returns the schedule.
func (*Imports) Periodic() []jobs.Periodic {
	return []jobs.Periodic{{Kind: ExpireJob, Every: time.Hour}, {Kind: TidyJob, Every: time.Minute}}
}

// errPause ends a run after its time. Another run continues after the last chunk.
var errPause = errors.New("imports: the time of the run is over")

// errMoved reports that another run has done the chunk meanwhile.
var errMoved = errors.New("imports: the import has gone on")

// work runs a job on an import at its stage: after a kill a job runs again, perhaps too late.
// A failure of the last attempt ends the import.
func (i *Imports) work(
	at func(imports.Stage) bool, do func(ctx context.Context, of imports.Import, look *wanted, until time.Time) error,
) func(ctx context.Context, j jobs.Job) error {
	return func(ctx context.Context, j jobs.Job) error {
		var args jobArgs
		if err := json.Unmarshal(j.Args, &args); err != nil {
			return jobs.Dead(err)
		}
		of, err := i.Store.Find(ctx, j.Team, args.Import)
		if fault.Is(err, fault.CodeNotFound) || err == nil && !at(of.Values.Stage) {
			return nil
		}
		if err == nil {
			err = do(ctx, of, args.Look, i.Clock.Now().Add(workTime))
		}
		switch {
		case errors.Is(err, errPause), errors.Is(err, errMoved):
			return jobs.Later(0)
		case err != nil && j.Cancelled():
			return errors.Join(i.end(ctx, j.Team, args.Import, imports.Cancel, ""), err)
		case err != nil && !errors.Is(ctx.Err(), context.Canceled) && (j.Last(err) || fault.Hopeless(err)):
			return errors.Join(i.end(ctx, j.Team, args.Import, imports.Fail, string(fault.CodeOf(err))), jobs.Dead(err))
		}
		return err
	}
}

// end records how the work of an import ended, even after the time of the run is over.
func (i *Imports) end(ctx context.Context, team id.Team, one imports.ID, how imports.Event, why string) error {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer done()
	return i.Tx.InTx(ctx, func(ctx context.Context) error {
		of, err := i.Store.Locked(ctx, team, one)
		if err != nil {
			return err
		}
		v := of.Values
		v.Error = why
		if err := v.Move(how, i.Clock.Now()); err != nil {
			return err
		}
		return i.Store.Save(ctx, of.With(v, i.Clock.Now()))
	})
}

// change stores the result of a step, unless the import has moved since the step began, and returns
// the stored import.
func (i *Imports) change(ctx context.Context, from imports.Import, do func(ctx context.Context, v *imports.Values) error) (imports.Import, error) {
	return tx.Value(ctx, i.Tx, func(ctx context.Context) (imports.Import, error) {
		of, err := i.Store.Locked(ctx, from.Team, from.ID)
		if err != nil {
			return of, err
		}
		v := of.Values
		if v.Stage != from.Values.Stage || v.Done != from.Values.Done || v.TakenTo != from.Values.TakenTo {
			return of, errMoved
		}
		if err := do(ctx, &v); err != nil {
			return of, err
		}
		next := of.With(v, i.Clock.Now())
		if next.Version == of.Version { // claimed again after its process died
			return next, nil
		}
		return next, i.Store.Save(ctx, next)
	})
}

// move applies an event to an import.
func (i *Imports) move(ctx context.Context, of imports.Import, e imports.Event) (imports.Import, error) {
	return i.change(ctx, of, func(_ context.Context, v *imports.Values) error { return v.Move(e, i.Clock.Now()) })
}

// who returns the caller who made the changes of an import.
func who(of imports.Import) caller.Caller {
	return caller.Caller{Team: of.Team, User: of.Values.User, Key: of.Values.Key}
}

// apply reads the rows of a file after the rows in the report. It writes a chunk in a transaction:
// records, report and progress. So a chunk is written whole or not at all, and never twice.
func (i *Imports) apply(ctx context.Context, of imports.Import, look *wanted, until time.Time) error {
	content, err := i.Files.Content(ctx, of.Team, of.Values.Document)
	if err != nil {
		return err
	}
	if of, err = i.move(ctx, of, imports.Claim); err != nil {
		return err
	}
	if look != nil && of.Values.Rows == 0 {
		seen := of.Values
		if err := i.look(ctx, of.Team, content, imports.Wanted(*look), &seen); err != nil {
			return err
		}
		if of, err = i.change(ctx, of, func(_ context.Context, v *imports.Values) error {
			v.Fingerprint, v.Rows, v.Mapping = seen.Fingerprint, seen.Rows, seen.Mapping
			return nil
		}); err != nil {
			return err
		}
	}
	c := chunk{on: i, of: of, named: map[int64]int64{}}
	if err := i.Reports.Records(ctx, of.Team, of.ID, func(record, row int64) { c.named[record] = row }); err != nil {
		return err
	}
	skip := of.Values.Done
	err = i.Tables.Lines(ctx, content, of.Values.Mapping, func(l imports.Line) error {
		if skip--; skip >= 0 {
			return nil
		}
		if c.lines = append(c.lines, l); len(c.lines) < imports.Chunk {
			return nil
		}
		if i.Clock.Now().After(until) {
			return errPause
		}
		return c.write(ctx)
	})
	if err == nil && len(c.lines) > 0 {
		err = c.write(ctx)
	}
	if err != nil && ctx.Err() == nil && c.of.Values.Done > of.Values.Done {
		return errPause // the time of one reading is over, or a chunk failed: the next run begins after the rows that were written
	}
	if err != nil {
		return err
	}
	_, err = i.change(ctx, c.of, func(_ context.Context, v *imports.Values) error {
		v.Rows = v.Done // lines between and below the rows were counted before
		return v.Move(imports.Done, i.Clock.Now())
	})
	return err
}

// chunk has rows of a file on their way into records.
type chunk struct {
	on    *Imports
	of    imports.Import
	lines []imports.Line
	// named maps the records of earlier rows to the number of the row.
	named map[int64]int64
}

// errUndo rolls the changes of a dry run back.
var errUndo = errors.New("imports: a dry run")

func (c *chunk) write(ctx context.Context) error {
	rows := make([]imports.Row, 0, len(c.lines))
	next, err := c.on.change(ctx, c.of, func(ctx context.Context, v *imports.Values) (err error) {
		// A dry run does everything and rolls it back, so that its report is the same.
		err = c.on.Tx.InTx(ctx, func(ctx context.Context) (err error) {
			if rows, err = c.rows(ctx); err == nil && v.DryRun {
				err = errUndo
			}
			return err
		})
		if err != nil && !errors.Is(err, errUndo) {
			return err
		}
		v.Advance(rows, c.lines[len(c.lines)-1].Number)
		return c.on.Reports.Add(ctx, c.of.Team, c.of.ID, rows)
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.Record != 0 {
			c.named[r.Record] = r.Number
		}
	}
	c.of, c.lines = next, c.lines[:0]
	return nil
}

// rows changes the records of a chunk and reports the outcome of each row.
func (c *chunk) rows(ctx context.Context) ([]imports.Row, error) {
	v := c.of.Values
	rows := make([]imports.Row, len(c.lines))
	var keys []imports.Key
	var keyed []int
	for n, l := range c.lines {
		rows[n] = imports.Row{Number: l.Number, SKU: l.Key.SKU, Marketplace: l.Key.Marketplace}
		switch {
		case l.Err != nil:
			rows[n].Refuse(imports.RowFailed, l.Err)
		case !l.Key.ID.Known() && l.Key.SKU == "":
			rows[n].Refuse(imports.RowFailed, imports.Empty())
		default:
			keys, keyed = append(keys, l.Key), append(keyed, n)
		}
	}
	found, err := c.on.Records.Find(ctx, c.of.Team, v.Kind, keys)
	if err != nil {
		return nil, err
	}
	var changes []imports.Change
	var changing []int
	here := map[int64]int64{}
	for i, f := range found {
		row, line := &rows[keyed[i]], c.lines[keyed[i]]
		before, twice := c.named[f.ID]
		if !twice {
			before, twice = here[f.ID]
		}
		switch {
		case f.Err != nil:
			row.Refuse(imports.RowFailed, f.Err)
			continue
		case line.Key.Matches(f) != nil:
			row.Refuse(imports.RowFailed, line.Key.Matches(f))
			continue
		case twice:
			row.Refuse(imports.RowFailed, imports.Twice(before))
			continue
		}
		here[f.ID], row.Record, row.Status = row.Number, f.ID, imports.Unchanged
		if f.SKU != "" {
			row.SKU, row.Marketplace = f.SKU, f.Marketplace
		}
		cells, broken := line.Settle(f.Marketplace)
		if broken != nil {
			row.Refuse(imports.RowFailed, broken)
			continue
		}
		if len(cells) > 0 {
			changes, changing = append(changes, imports.Change{Record: f.ID, Cells: cells}), append(changing, keyed[i])
		}
	}
	done, large, err := c.change(ctx, changes)
	for i, d := range done {
		row := &rows[changing[i]]
		row.Values = d.Values
		switch {
		case large[i] != nil:
			row.Refuse(imports.NeedsConfirmation, large[i])
		case d.Err != nil:
			row.Refuse(imports.RowFailed, d.Err)
		case d.Any:
			row.Status = imports.Updated
		}
	}
	return rows, err
}

// change writes changes. If one is large and the caller has not accepted that, it undoes all and
// writes the others again.
func (c *chunk) change(ctx context.Context, changes []imports.Change) ([]imports.Changed, map[int]*fault.Error, error) {
	v, large := c.of.Values, map[int]*fault.Error{}
	if slices.Contains(v.Accepted, imports.LargeChange) || len(changes) == 0 {
		done, err := c.on.Records.Change(ctx, who(c.of), v.Kind, changes)
		return done, large, err
	}
	var done []imports.Changed
	err := c.on.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		done, err = c.on.Records.Change(ctx, who(c.of), v.Kind, changes)
		for i, d := range done {
			if fault := imports.Large(d.Values); d.Err == nil && fault != nil {
				large[i] = fault
			}
		}
		if err == nil && len(large) > 0 {
			err = errUndo
		}
		return err
	})
	if !errors.Is(err, errUndo) {
		return done, large, err
	}
	var rest []imports.Change
	var at []int
	for i, change := range changes {
		if large[i] == nil {
			rest, at = append(rest, change), append(at, i)
		}
	}
	again, err := c.on.Records.Change(ctx, who(c.of), v.Kind, rest)
	for n, d := range again {
		done[at[n]] = d
	}
	return done, large, err
}
