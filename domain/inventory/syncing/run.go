package syncing

import (
	"fmt"
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Kind names the extent of a run.
type Kind string

// The kinds: everything, and the changes since an earlier run.
const (
	Full        Kind = "full"
	Incremental Kind = "incremental"
)

// State has the state of a run:
//
//	stateDiagram-v2
//	    [*] --> waiting
//	    waiting --> running: claim
//	    waiting --> failed: fail
//	    running --> running: claim, progress
//	    running --> done: finish
//	    running --> failed: fail
type State string

// The states of a run.
const (
	Waiting State = "waiting"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Ended reports whether the run cannot change any more.
func (s State) Ended() bool { return s == Done || s == Failed }

// Phase names the part of the work a run is at.
type Phase string

// The phases, in their order.
const (
	// Listings reads listings and the stock of those it reads.
	Listings Phase = "listings"
	// Stock reads the stock that changed (incremental runs).
	Stock Phase = "stock"
	// StaleStock reads the stock SKU by SKU that Stock could not
	// (incremental runs).
	StaleStock Phase = "stale_stock"
	// Unseen asks about the SKUs that were not seen and closes missing SKUs (full runs).
	Unseen Phase = "unseen"
)

var phases = map[Kind][]Phase{
	Full:        {Listings, Unseen},
	Incremental: {Listings, Stock, StaleStock},
}

// Target names the goods that a run keeps current: a seller account of a team on one marketplace.
type Target struct {
	Team        id.Team
	Connection  id.Connection
	Seller      string
	Marketplace marketplace.ID
}

// Run models one reading of a target, from its request to its end. It is stored with every page
// that it reads, so that the next holder can continue.
type Run struct {
	s RunSnapshot
	// stored has the version that the store has.
	stored int64
}

// RunSnapshot has the whole state of a run.
type RunSnapshot struct {
	// ID grows with every run of the program; SKUs keep the last run that saw them. 0 before the
	// run is stored.
	ID int64
	Target
	Kind  Kind
	State State
	Phase Phase
	// Cursor dates the listings read so far, on the marketplace's clock: the creation (full) or
	// change (incremental) of the last. Nil means from the beginning.
	Cursor *time.Time
	// AfterSKU has the last SKU of the stale stock read so far.
	AfterSKU string
	// StockSince dates the oldest stock change to read (incremental), on our clock.
	StockSince *time.Time
	// Watermark has a time on the marketplace's clock: changes before it are known once the run is
	// done. Nil while the account has no listings.
	Watermark *time.Time
	// Marked says that a full run has looked for its watermark.
	Marked bool
	// Seen counts the listings read, repetitions included. Changed counts the changes of rows by a
	// listing or by its stock. Closed counts the SKUs that no longer exist. Beyond has the listings
	// that the marketplace counts and does not show.
	Seen, Changed, Closed, Beyond int64
	// ErrorCode says why the run failed, or why it waits while it runs, or is nil.
	ErrorCode *string
	// Holder works on the run until LeaseUntil, or until it renews the lease.
	Holder      string
	LeaseUntil  *time.Time
	RequestedAt time.Time
	StartedAt   *time.Time
	EndedAt     *time.Time
	UpdatedAt   time.Time
	// Version counts the writes: of two workers on a run, the second is refused.
	Version int64
}

// Base has the results of earlier runs of a target.
type Base struct {
	// Done dates the end of the last of them that was done.
	Done time.Time
	// Watermark has their latest watermark, Started the begin of the latest run.
	Watermark *time.Time
	Started   time.Time
}

const (
	// overlap makes an incremental run start before the known state: the marketplace's search shows
	// a change some minutes late.
	overlap = 10 * time.Minute
	// baseLife bounds how long incremental reads are trusted to be complete.
	baseLife = 48 * time.Hour
	// leaseTime bounds how long a run belongs to a holder that does not renew it.
	leaseTime = 2 * time.Minute
)

// NewRun returns a run that was asked for now. An incremental run without a base, or with a base
// older than 48 hours, becomes a full run.
func NewRun(t Target, kind Kind, base *Base, now time.Time) Run {
	s := RunSnapshot{
		Target: t, Kind: Full, State: Waiting, Phase: Listings,
		RequestedAt: now, UpdatedAt: now, Version: 1,
	}
	if kind == Incremental && base != nil && now.Sub(base.Done) < baseLife {
		since := base.Started.Add(-overlap)
		s.Kind, s.StockSince, s.Watermark = Incremental, &since, base.Watermark
		if w := base.Watermark; w != nil {
			from := w.Add(-overlap)
			s.Cursor = &from
		}
	}
	return Run{s: s}
}

// RestoreRun restores a stored run. It checks shape, not policy.
func RestoreRun(s RunSnapshot) (Run, error) {
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || !slices.Contains(phases[s.Kind], s.Phase) ||
		!slices.Contains([]State{Waiting, Running, Done, Failed}, s.State) {
		return Run{}, fmt.Errorf("inventory: stored sync run %d is damaged", s.ID)
	}
	return Run{s, s.Version}, nil
}

// Snapshot returns the whole state.
func (r *Run) Snapshot() RunSnapshot { return r.s }

// Stored returns the version that the store has, on which the changes since then are made; Saved
// notes that these are stored too.
func (r *Run) Stored() int64 { return r.stored }

// Saved marks the run as stored. The store calls it after saving.
func (r *Run) Saved() { r.stored = r.s.Version }

// event names an event of a run.
type event string

const (
	claim    event = "claim"
	progress event = "progress"
	finish   event = "finish"
	fail     event = "fail"
)

// moves lists the legal moves; a pair that is missing is refused.
var moves = map[State]map[event]State{
	Waiting: {claim: Running, fail: Failed},
	Running: {claim: Running, progress: Running, finish: Done, fail: Failed},
}

func (r *Run) move(e event, now time.Time) error {
	to, ok := moves[r.s.State][e]
	if !ok {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "A sync run that is %s cannot do that.", r.s.State)
	}
	r.s.State, r.s.UpdatedAt, r.s.Version = to, now, r.stored+1
	return nil
}

// Claim gives the run to a holder, from its beginning or from where another holder left it. Faults:
// conflict (Conflict) with the time to come back while another lease runs, and invalid_transition
// (Rule) for an ended run.
func (r *Run) Claim(holder string, now time.Time) error {
	if until := r.s.LeaseUntil; !r.s.State.Ended() && until != nil && r.s.Holder != holder && now.Before(*until) {
		return fault.New(fault.Conflict, fault.CodeConflict, "Another process is working on the sync run.").After(until.Sub(now))
	}
	if err := r.move(claim, now); err != nil {
		return err
	}
	if r.s.StartedAt == nil {
		r.s.StartedAt = &now
	}
	r.s.Holder = holder
	r.renew(now)
	return nil
}

func (r *Run) renew(now time.Time) {
	until := now.Add(leaseTime)
	r.s.LeaseUntil = &until
}

// Progress has the results of a step of a run.
type Progress struct {
	Seen, Changed, Closed, Beyond int
	// Cursor and AfterSKU have the position after the step; nil and "" change nothing.
	Cursor   *time.Time
	AfterSKU string
}

// Advance notes a step. It ends any wait of the run.
func (r *Run) Advance(p Progress, now time.Time) error {
	if err := r.move(progress, now); err != nil {
		return err
	}
	r.s.Seen += int64(p.Seen)
	r.s.Changed += int64(p.Changed)
	r.s.Closed += int64(p.Closed)
	r.s.Beyond += int64(p.Beyond)
	if p.AfterSKU != "" {
		r.s.AfterSKU = p.AfterSKU
	}
	if c := p.Cursor; c != nil && (r.s.Cursor == nil || c.After(*r.s.Cursor)) {
		r.s.Cursor = c
		if r.s.Kind == Incremental && (r.s.Watermark == nil || c.After(*r.s.Watermark)) {
			r.s.Watermark = c
		}
	}
	r.s.ErrorCode = nil
	r.renew(now)
	return nil
}

// Mark records the marketplace's newest change before a full run reads anything: changes during the
// run are newer. Nil means an account without listings.
func (r *Run) Mark(newest *time.Time, now time.Time) error {
	if err := r.move(progress, now); err != nil {
		return err
	}
	r.s.Watermark, r.s.Marked = newest, true
	return nil
}

// NeedsMark reports whether Mark comes before the first page.
func (r *Run) NeedsMark() bool { return r.s.Kind == Full && !r.s.Marked }

// Next ends a phase. It moves the run to the next phase, or ends it after the last.
func (r *Run) Next(now time.Time) error {
	phases := phases[r.s.Kind]
	if i := slices.Index(phases, r.s.Phase) + 1; i < len(phases) {
		if err := r.move(progress, now); err != nil {
			return err
		}
		r.s.Phase = phases[i]
		r.renew(now)
		return nil
	}
	if err := r.move(finish, now); err != nil {
		return err
	}
	r.end(now)
	return nil
}

// Wait notes why the run cannot go on, and releases it: the next holder may claim it at once.
func (r *Run) Wait(code string, now time.Time) error {
	if err := r.move(progress, now); err != nil {
		return err
	}
	r.s.ErrorCode, r.s.Holder, r.s.LeaseUntil = nil, "", nil
	if code != "" {
		r.s.ErrorCode = &code
	}
	return nil
}

// Fail ends the run with an error code. Listings that it has read stay, nothing is closed.
func (r *Run) Fail(code string, now time.Time) error {
	if err := r.move(fail, now); err != nil {
		return err
	}
	r.end(now)
	r.s.ErrorCode = &code
	return nil
}

func (r *Run) end(now time.Time) {
	r.s.EndedAt, r.s.Holder, r.s.LeaseUntil, r.s.ErrorCode = &now, "", nil, nil
}
