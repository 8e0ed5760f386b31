package imports

import (
	"context"
	"encoding/json"
	"errors"
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
	Create    bool                     `json:"create,omitempty"`
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

// apply looks at the file if the call did not, and writes its rows.
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
	_, err = i.fill(ctx, of, content, until)
	return err
}

// fill reads the rows of a file after the rows in the report, and returns the import as it ended.
// It writes a chunk in a transaction: records, report and progress. So a chunk is written whole or
// not at all, and never twice.
func (i *Imports) fill(
	ctx context.Context, begun imports.Import, content []byte, until time.Time,
) (imports.Import, error) {
	c := newChunk(i, begun)
	if err := i.Reports.Records(ctx, begun.Team, begun.ID, func(record, row int64) { c.named[record] = row }); err != nil {
		return begun, err
	}
	skip := begun.Values.Done
	err := i.Tables.Lines(ctx, content, begun.Values.Mapping, func(l imports.Line) error {
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
	if err != nil && ctx.Err() == nil && c.of.Values.Done > begun.Values.Done {
		// The time of the run is over, or a chunk failed. The next run begins after the rows that were
		// written.
		return c.of, errPause
	}
	if err != nil {
		return c.of, err
	}
	return i.change(ctx, c.of, func(_ context.Context, v *imports.Values) error {
		v.Rows = v.Done // lines between and below the rows were counted before
		return v.Move(imports.Done, i.Clock.Now())
	})
}
