package imports

import (
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// ID names an import.
type ID int64

// Import stores the state of a table that is written into records.
type Import = versioned.Record[ID, Values]

// Stage says how far an import is.
type Stage string

// The stages.
const (
	Queued              Stage = "queued"
	Running             Stage = "running"
	Completed           Stage = "completed"
	CompletedWithErrors Stage = "completed_with_errors"
	Failed              Stage = "failed"
	Cancelled           Stage = "cancelled"
	TakingBack          Stage = "taking_back"
	TakenBack           Stage = "taken_back"
	Expired             Stage = "expired"
)

func (Stage) Words() []Stage {
	return []Stage{Queued, Running, Completed, CompletedWithErrors, Failed, Cancelled, TakingBack, TakenBack, Expired}
}

// Busy reports whether more work remains.
func (s Stage) Busy() bool { return s.Applying() || s == TakingBack }

// Applying reports whether rows remain to be written.
func (s Stage) Applying() bool { return s == Queued || s == Running }

// Returning reports whether old values remain to be restored.
func (s Stage) Returning() bool { return s == TakingBack }

// Event names an event of an import.
type Event string

// The events.
const (
	Claim    Event = "claim"
	Done     Event = "done"
	Fail     Event = "fail"
	Cancel   Event = "cancel"
	TakeBack Event = "take_back"
	Expire   Event = "expire"
)

// moves lists the legal transitions: a missing pair is refused. An import that is claimed again
// continues at its stage. The writes of a failed or cancelled import can be taken back too.
//
//	stateDiagram-v2
//	    [*] --> queued
//	    queued --> running: claim
//	    queued --> failed: fail
//	    queued --> cancelled: cancel
//	    running --> running: claim
//	    running --> completed: done
//	    running --> failed: fail
//	    running --> cancelled: cancel
//	    taking_back --> taken_back: done
//	    taking_back --> failed: fail
//	    taking_back --> cancelled: cancel
//	    completed --> taking_back: take_back
//	    completed --> expired: expire
//	    completed_with_errors --> taking_back: take_back
//	    completed_with_errors --> expired: expire
//	    failed --> taking_back: take_back
//	    failed --> expired: expire
//	    cancelled --> taking_back: take_back
//	    cancelled --> expired: expire
//	    taken_back --> expired: expire
var moves = map[Event]map[Stage]Stage{
	Claim:    {Queued: Running, Running: Running},
	Done:     {Running: Completed, TakingBack: TakenBack},
	Fail:     {Queued: Failed, Running: Failed, TakingBack: Failed},
	Cancel:   {Queued: Cancelled, Running: Cancelled, TakingBack: Cancelled},
	TakeBack: {Completed: TakingBack, CompletedWithErrors: TakingBack, Failed: TakingBack, Cancelled: TakingBack},
	Expire:   {Completed: Expired, CompletedWithErrors: Expired, Failed: Expired, Cancelled: Expired, TakenBack: Expired},
}

// Limits of imports.
const (
	MaxRows    = 250_000
	MaxRunning = 5
	// Chunk bounds the rows that are written at once: all or nothing.
	Chunk = 500
	// Kept bounds how long the report can be read, and an import taken back, after its end.
	Kept = 90 * 24 * time.Hour
)

// Counts has the rows by their status.
type Counts struct{ Updated, Unchanged, Failed, NeedsConfirmation, TakenBack, NotTakenBack, Created int64 }

// Add counts a row.
func (c *Counts) Add(s Status) { c.add(s, 1) }

func (c *Counts) add(s Status, n int64) {
	switch s {
	case Created:
		c.Created += n
	case Updated:
		c.Updated += n
	case Unchanged:
		c.Unchanged += n
	case RowFailed:
		c.Failed += n
	case NeedsConfirmation:
		c.NeedsConfirmation += n
	case RowTakenBack:
		c.TakenBack += n
	case NotTakenBack:
		c.NotTakenBack += n
	}
}

// Written lists the statuses of rows that can be taken back.
func Written() []Status { return []Status{Created, Updated} }

// Values has the members of an import.
type Values struct {
	Kind Kind
	// DryRun decides everything and writes nothing but the report.
	DryRun bool
	// Accepted lists warnings that do not stop a row.
	Accepted []Warning
	FileName string
	Document int64
	Mapping  Mapping
	// Fingerprint identifies the header that Mapping belongs to.
	Fingerprint string
	User        id.User
	Key         id.Key

	Stage Stage
	// Rows counts the rows of the file, Done the rows that were read and have a line in the report.
	// Last has the number of the last of them in its sheet.
	Rows, Done, Last int64
	Counts           Counts
	// TakenTo has the last row that was taken back.
	TakenTo    int64
	Error      string
	StartedAt  optional.Maybe[time.Time]
	FinishedAt optional.Maybe[time.Time]
	// Create creates records for rows without a record.
	Create bool
}

// Move applies an event. An import with rows that were not written completes with errors.
func (v *Values) Move(e Event, now time.Time) error {
	to, ok := moves[e][v.Stage]
	switch {
	case !ok:
		return fault.Newf(fault.Rule, fault.CodeInvalidState, "An import that is %s cannot do so.", v.Stage)
	case e == TakeBack && v.DryRun:
		return fault.New(fault.Rule, fault.CodeInvalidState, "A dry run has written nothing that could be taken back.")
	case e == TakeBack && v.Counts.Created+v.Counts.Updated == 0:
		return fault.New(fault.Rule, fault.CodeInvalidState, "The import has changed no record, so there is nothing to take back.")
	case to == Completed && v.Counts.Failed+v.Counts.NeedsConfirmation > 0:
		to = CompletedWithErrors
	}
	if e == TakeBack {
		v.TakenTo, v.Error, v.FinishedAt = 0, "", optional.None[time.Time]()
	}
	v.Stage = to
	if to == Running && !v.StartedAt.Known() {
		v.StartedAt = optional.Some(now)
	}
	if !to.Busy() && !v.FinishedAt.Known() {
		v.FinishedAt = optional.Some(now)
	}
	return nil
}

// Advance counts the rows of a chunk that have lines in the report. last has the number of the last
// of them in its sheet.
func (v *Values) Advance(rows []Row, last int64) {
	v.Done, v.Last = v.Done+int64(len(rows)), last
	for _, r := range rows {
		v.Counts.Add(r.Status)
	}
}

// Return records that rows of a chunk were taken back, or could not be, with the rows before. last
// has the number of the last row of the chunk.
func (v *Values) Return(before, after []Row, last int64) {
	v.TakenTo = last
	for i, r := range after {
		v.Counts.add(before[i].Status, -1)
		v.Counts.Add(r.Status)
	}
}

// Creatable refuses to create records of a kind that other use cases make.
func (v *Values) Creatable() error {
	if v.Create && !v.Kind.Creates() {
		return fault.Newf(fault.Rule, fault.CodeNotSupported, "An import of the kind %s creates no records.", v.Kind).
			At("/create_missing")
	}
	return nil
}

// Ends returns the end of the time for which the report is kept. It is absent for a busy import and
// for an import without a report.
func (v Values) Ends() optional.Maybe[time.Time] {
	if v.Stage.Busy() || v.Stage == Expired {
		return optional.None[time.Time]()
	}
	return optional.Convert(v.FinishedAt, func(t time.Time) time.Time { return t.Add(Kept) })
}

// Admit refuses an import while MaxRunning of the team are busy, and one of more than MaxRows.
func Admit(running, rows int64) error {
	switch {
	case running >= MaxRunning:
		return fault.Newf(fault.Limited, fault.CodeTooManyRunning, "%d imports of the team are running.", running)
	case rows > MaxRows:
		return fault.Newf(fault.Rule, fault.CodeLimitReached, "The file has %d rows, and an import has at most %d.", rows, MaxRows)
	}
	return nil
}
