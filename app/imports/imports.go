package imports

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/imports"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tablefile"
	"sellingassistant/ports/tx"
)

// Parts has the dependencies of imports.
type Parts struct {
	Tx      tx.Runner
	Store   ports.Imports
	Reports ports.Reports
	Records ports.Records
	Files   tablefile.Files
	Tables  ports.Tables
	Queue   jobs.Queue
	Jobs    jobs.Operator
	Clock   clock.Clock
}

// Imports provides the use cases of imports.
type Imports struct{ Parts }

// New returns the use cases with their dependencies.
func New(p Parts) *Imports { return &Imports{p} }

// File has a file as a client sends it.
type File = tablefile.File

// Received has a file that may be stored.
type Received = tablefile.Received

// Draft describes an import to start.
type Draft struct {
	Kind   imports.Kind
	DryRun bool
	// Create creates records for rows without a record.
	Create bool
	// Accepted lists warnings that do not stop a row.
	Accepted []imports.Warning
	Wanted   imports.Wanted
	Name     string
	File     Received
}

// Prepared has an import with known columns.
type Prepared struct {
	on     *Imports
	who    caller.Caller
	file   Received
	values imports.Values
	// later has the call's wishes for the mapping if the job looks at the file.
	later *wanted
	// content has the file if Start writes its rows, without a job.
	content []byte
}

// lookWithin bounds the time that a call spends on its file. The job looks at a file that takes
// longer, or that has to wait for others.
const lookWithin = 4 * time.Second

// Receive takes the file of an import. It returns the faults of Files.Receive.
func (i *Imports) Receive(ctx context.Context, who caller.Caller, f File) (Received, error) {
	return i.Files.Receive(ctx, who, tablefile.Import, f)
}

// Prepare finds the table in a file and the meaning of its columns, and keeps the file. It leaves a
// slow file to the job, and the import fails by the same faults. It stores nothing of a refused
// file. Faults: Rule for an unreadable file, mapping_required, limit_reached, and not_supported if
// rows cannot create records of the kind.
func (i *Imports) Prepare(ctx context.Context, who caller.Caller, d Draft) (*Prepared, error) {
	content, err := d.File.Bytes()
	if err != nil {
		return nil, err
	}
	p := &Prepared{on: i, who: who, file: d.File, values: imports.Values{
		Kind: d.Kind, DryRun: d.DryRun, Create: d.Create, Accepted: d.Accepted, FileName: d.Name, User: who.User,
		Key: who.Key, Stage: imports.Queued,
	}}
	if err := p.values.Creatable(); err != nil {
		return nil, err
	}
	d.Wanted.Create = d.Wanted.Create || d.Create
	soon, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	err = i.look(soon, who.Team, content, d.Wanted, &p.values)
	switch {
	case err != nil && ctx.Err() == nil && soon.Err() != nil:
		p.later = new(wanted(d.Wanted))
	case err != nil:
		return nil, err
	}
	if err := d.File.Keep(ctx); err != nil {
		return nil, err
	}
	return p, nil
}

// look finds the table in a file and maps its columns.
func (i *Imports) look(ctx context.Context, team id.Team, content []byte, w imports.Wanted, v *imports.Values) error {
	table, err := i.Tables.Survey(ctx, content, v.Kind, w)
	if err != nil {
		return err
	}
	if table.Rows == 0 {
		return fault.New(fault.Rule, fault.CodeNotSupported, "The file has no rows.")
	}
	fingerprint := table.Fingerprint()
	var last *imports.Mapping
	if fingerprint != "" {
		m, known, err := i.Store.LastMapping(ctx, team, v.Kind, fingerprint)
		if err != nil {
			return err
		}
		if known {
			last = &m
		}
	}
	mapping, err := table.Map(v.Kind, w, last)
	if err != nil {
		return err
	}
	if err := imports.Admit(0, table.Rows); err != nil {
		return err
	}
	v.Fingerprint, v.Rows, v.Mapping = fingerprint, table.Rows, mapping
	return nil
}

// Start stores the document and the import, and asks for the work, in the transaction of ctx. It
// does the work itself for a small table that PrepareTable made.
// Faults: from Received.Store, and Limited too_many_running.
func (p *Prepared) Start(ctx context.Context) (imports.Import, error) {
	return tx.Value(ctx, p.on.Tx, func(ctx context.Context) (made imports.Import, err error) {
		v := p.values
		if v.Document, err = p.file.Store(ctx); err != nil {
			return made, err
		}
		made = versioned.New[imports.ID](p.who.Team, v, p.on.Clock.Now())
		if err := p.on.admit(ctx, made); err != nil {
			return made, err
		}
		if made.ID, err = p.on.Store.Insert(ctx, made); err != nil {
			return made, err
		}
		if p.content != nil && p.later == nil {
			return p.fill(ctx, made)
		}
		return made, p.on.enqueue(ctx, ApplyJob, made, p.later)
	})
}

// admit locks the team's imports and refuses one too many.
func (i *Imports) admit(ctx context.Context, of imports.Import) error {
	if err := i.Store.Hold(ctx, of.Team); err != nil {
		return err
	}
	busy, err := i.Store.Busy(ctx, of.Team)
	if err != nil {
		return err
	}
	return imports.Admit(busy, of.Values.Rows)
}

// enqueue asks for a job about an import. A run that is killed is an attempt too, and the next run
// continues its work.
func (i *Imports) enqueue(ctx context.Context, kind string, of imports.Import, look *wanted) error {
	args, err := json.Marshal(jobArgs{of.ID, look})
	if err != nil {
		return err
	}
	_, err = i.Queue.Enqueue(ctx, jobs.Request{Kind: kind, Team: of.Team, Args: args, Unique: strconv.FormatInt(int64(of.ID), 10), Queue: jobs.Bulk, Attempts: jobs.MaxAttempts})
	return err
}

// Get reads an import.
func (i *Imports) Get(ctx context.Context, who caller.Caller, one imports.ID) (imports.Import, error) {
	return i.Store.Find(ctx, who.Team, one)
}

// List reads a page of imports.
func (i *Imports) List(ctx context.Context, who caller.Caller, f imports.Filter, r page.Request) (page.Page[imports.Import], error) {
	return i.Store.List(ctx, who.Team, f, r)
}

// Rows reads a page of the report of an import.
func (i *Imports) Rows(ctx context.Context, who caller.Caller, one imports.ID, s []imports.Status, r page.Request) (page.Page[imports.Row], error) {
	of, err := i.Store.Find(ctx, who.Team, one)
	if err != nil {
		return page.Page[imports.Row]{}, err
	}
	return i.Reports.Page(ctx, of.Team, of.ID, s, r)
}

// TakeBack asks for the old values of all records that an import has changed and that are still as
// it left them. Faults: Missing, Rule invalid_state, Limited too_many_running.
func (i *Imports) TakeBack(ctx context.Context, who caller.Caller, one imports.ID) (imports.Import, error) {
	return tx.Value(ctx, i.Tx, func(ctx context.Context) (next imports.Import, err error) {
		of, err := i.Store.Locked(ctx, who.Team, one)
		if err != nil {
			return of, err
		}
		v := of.Values
		if err := v.Move(imports.TakeBack, i.Clock.Now()); err != nil {
			return of, err
		}
		v.User, v.Key = who.User, who.Key
		if err := i.admit(ctx, of); err != nil {
			return of, err
		}
		next = of.With(v, i.Clock.Now())
		if err := i.Store.Save(ctx, next); err != nil {
			return next, err
		}
		return next, i.enqueue(ctx, TakeBackJob, next, nil)
	})
}
