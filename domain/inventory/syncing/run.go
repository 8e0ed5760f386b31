package syncing

import (
	"fmt"
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Kind says how much a run reads.
type Kind string

// The kinds: everything, and what changed since an earlier run.
const (
	Full        Kind = "full"
	Incremental Kind = "incremental"
)

// State says where a run stands:
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

// Ended reports whether nothing more happens to the run.
func (s State) Ended() bool { return s == Done || s == Failed }

// Phase is the part of the work a run is at.
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
	// Unseen asks about what was not seen and closes what is gone (full runs).
	Unseen Phase = "unseen"
)

var phases = map[Kind][]Phase{
	Full:        {Listings, Unseen},
	Incremental: {Listings, Stock, StaleStock},
}

// Target is what a run keeps true: a seller account of a team on one
// marketplace.
type Target struct {
	Team        id.Team
	Connection  id.Connection
	Seller      string
	Marketplace marketplace.ID
}

// Run is one reading of a target, from its request to its end. It is stored
// with every page that it reads, so that the next holder knows where to go on.
type Run struct {
	s RunSnapshot
	// stored is the version that the store has.
	stored int64
}

// RunSnapshot is the whole state of a run.
type RunSnapshot struct {
	// ID grows with every run of the program; SKUs remember the last that saw
	// them. 0 before the run is stored.
	ID int64
	Target
	Kind  Kind
	State State
	Phase Phase
	// Cursor is how far listings are read, on the marketplace's clock: when the
	// last one was made (full) or changed (incremental). Nil is from the beginning.
	Cursor *time.Time
	// AfterSKU is how far the stale stock is read.
	AfterSKU string
	// StockSince is the moment since when changed stock is read (incremental),
	// on our clock.
	StockSince *time.Time
	// Watermark is a time on the marketplace's clock: what changed before it is
	// known once the run is done. Nil while the account has no listings.
	Watermark *time.Time
	// Marked says that a full run has looked for its watermark.
	Marked bool
	// Seen counts the listings read, repetitions included, Changed the changes of
	// rows by a listing or by its stock, Closed the SKUs that are gone, and Beyond
	// the listings that the marketplace counts and does not show.
	Seen, Changed, Closed, Beyond int64
	// ErrorCode is why the run failed, or what it waits for while it runs; nil
	// for nothing.
	ErrorCode *string
	// Holder works on the run until LeaseUntil, or until it renews the lease.
	Holder      string
	LeaseUntil  *time.Time
	RequestedAt time.Time
	StartedAt   *time.Time
	EndedAt     *time.Time
	UpdatedAt   time.Time
	// Version counts the writes: of two who work on a run one is refused.
	Version int64
}

// Base is what earlier runs of a target have made known.
type Base struct {
	// Done is when the last of them that was done ended.
	Done time.Time
	// Watermark is the latest of theirs, and Started when the latest began.
	Watermark *time.Time
	Started   time.Time
}

const (
	// overlap is how far an incremental run goes back behind what is known:
	// the marketplace's search shows a change some minutes late.
	overlap = 10 * time.Minute
	// baseLife is how long incremental reads are trusted to be complete.
	baseLife = 48 * time.Hour
	// leaseTime is how long a run belongs to who works on it without a sign.
	leaseTime = 2 * time.Minute
)

// NewRun is a run that was asked for now. An incremental one without a
// base, or with one older than 48 hours, is a full one.
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

// RestoreRun brings a stored run back. It checks shape, not policy.
func RestoreRun(s RunSnapshot) (Run, error) {
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || !slices.Contains(phases[s.Kind], s.Phase) ||
		!slices.Contains([]State{Waiting, Running, Done, Failed}, s.State) {
		return Run{}, fmt.Errorf("inventory: stored sync run %d is damaged", s.ID)
	}
	return Run{s, s.Version}, nil
}

// Snapshot returns the whole state.
func (r *Run) Snapshot() RunSnapshot { return r.s }

// Stored is the version that the store has, on which the changes since then
// are made; Saved notes that these are stored too.
func (r *Run) Stored() int64 { return r.stored }

// Saved is called by the store after saving.
func (r *Run) Saved() { r.stored = r.s.Version }

// event is something that happens to a run.
type event string

const (
	claim    event = "claim"
	progress event = "progress"
	finish   event = "finish"
	fail     event = "fail"
)

// moves are the legal moves; a pair that is missing is refused.
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

// Claim gives the run to a holder, from its beginning or from where another
// holder left it. While that one's lease runs it is refused as conflict
// (Conflict), with when to come back; an ended run is invalid_transition (Rule).
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

// Progress is what a step of a run brought.
type Progress struct {
	Seen, Changed, Closed, Beyond int
	// Cursor and AfterSKU are how far it came; nil and "" change nothing.
	Cursor   *time.Time
	AfterSKU string
}

// Advance notes a step. What the run was waiting for is over.
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

// Mark notes the marketplace's newest change before a full run reads anything:
// whatever changes while it reads changes later than that. Nil is an account
// without listings.
func (r *Run) Mark(newest *time.Time, now time.Time) error {
	if err := r.move(progress, now); err != nil {
		return err
	}
	r.s.Watermark, r.s.Marked = newest, true
	return nil
}

// NeedsMark reports whether Mark comes before the first page.
func (r *Run) NeedsMark() bool { return r.s.Kind == Full && !r.s.Marked }

// Next ends a phase: the run is at the one after it, or done after the last.
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

// Wait notes what keeps the run from going on and releases it: the next holder
// may claim it at once.
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

// Fail ends the run for a reason. What it has read stays, nothing is closed.
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
