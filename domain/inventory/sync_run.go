package inventory

import (
	"fmt"
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// SyncKind says how much a run reads.
type SyncKind string

// The kinds: everything, and what changed since an earlier run.
const (
	SyncFull        SyncKind = "full"
	SyncIncremental SyncKind = "incremental"
)

// SyncState says where a run stands:
//
//	stateDiagram-v2
//	    [*] --> waiting
//	    waiting --> running: claim
//	    waiting --> failed: fail
//	    running --> running: claim, progress
//	    running --> done: finish
//	    running --> failed: fail
type SyncState string

// The states of a run.
const (
	SyncWaiting SyncState = "waiting"
	SyncRunning SyncState = "running"
	SyncDone    SyncState = "done"
	SyncFailed  SyncState = "failed"
)

// Ended reports whether nothing more happens to the run.
func (s SyncState) Ended() bool { return s == SyncDone || s == SyncFailed }

// SyncPhase is the part of the work a run is at.
type SyncPhase string

// The phases, in their order.
const (
	// SyncListings reads listings and the stock of those it reads.
	SyncListings SyncPhase = "listings"
	// SyncStock reads the stock that changed (incremental runs).
	SyncStock SyncPhase = "stock"
	// SyncStaleStock reads the stock SKU by SKU that SyncStock could not
	// (incremental runs).
	SyncStaleStock SyncPhase = "stale_stock"
	// SyncUnseen asks about what was not seen and closes what is gone (full runs).
	SyncUnseen SyncPhase = "unseen"
)

var syncPhases = map[SyncKind][]SyncPhase{
	SyncFull:        {SyncListings, SyncUnseen},
	SyncIncremental: {SyncListings, SyncStock, SyncStaleStock},
}

// SyncTarget is what a run keeps true: a seller account of a team on one
// marketplace.
type SyncTarget struct {
	Team        id.Team
	Connection  id.Connection
	Seller      string
	Marketplace marketplace.ID
}

// SyncRun is one reading of a target, from its request to its end. It is
// written with every page that it reads, so that whoever goes on knows where.
type SyncRun struct {
	s SyncRunSnapshot
	// stored is the version that the store has.
	stored int64
}

// SyncRunSnapshot is the whole state of a run.
type SyncRunSnapshot struct {
	// ID grows with every run of the program; SKUs remember the last that saw
	// them. 0 before the run is stored.
	ID int64
	SyncTarget
	Kind  SyncKind
	State SyncState
	Phase SyncPhase
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

// SyncBase is what earlier runs of a target have made known.
type SyncBase struct {
	// Done is when the last of them that was done ended.
	Done time.Time
	// Watermark is the latest of theirs, and Started when the latest began.
	Watermark *time.Time
	Started   time.Time
}

const (
	// syncOverlap is how far an incremental run goes back behind what is known:
	// the marketplace's search shows a change some minutes late.
	syncOverlap = 10 * time.Minute
	// syncBaseLife is how long changes are trusted to tell everything.
	syncBaseLife = 48 * time.Hour
	// syncLease is how long a run belongs to who works on it without a sign.
	syncLease = 2 * time.Minute
)

// NewSyncRun is a run that was asked for now. An incremental one without a
// base, or with one older than 48 hours, is a full one.
func NewSyncRun(t SyncTarget, kind SyncKind, base *SyncBase, now time.Time) SyncRun {
	s := SyncRunSnapshot{
		SyncTarget: t, Kind: SyncFull, State: SyncWaiting, Phase: SyncListings,
		RequestedAt: now, UpdatedAt: now, Version: 1,
	}
	if kind == SyncIncremental && base != nil && now.Sub(base.Done) < syncBaseLife {
		since := base.Started.Add(-syncOverlap)
		s.Kind, s.StockSince, s.Watermark = SyncIncremental, &since, base.Watermark
		if w := base.Watermark; w != nil {
			from := w.Add(-syncOverlap)
			s.Cursor = &from
		}
	}
	return SyncRun{s: s}
}

// RestoreSyncRun brings a stored run back. It checks shape, not policy.
func RestoreSyncRun(s SyncRunSnapshot) (SyncRun, error) {
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || !slices.Contains(syncPhases[s.Kind], s.Phase) ||
		!slices.Contains([]SyncState{SyncWaiting, SyncRunning, SyncDone, SyncFailed}, s.State) {
		return SyncRun{}, fmt.Errorf("inventory: stored sync run %d is damaged", s.ID)
	}
	return SyncRun{s, s.Version}, nil
}

// Snapshot returns the whole state.
func (r *SyncRun) Snapshot() SyncRunSnapshot { return r.s }

// Stored is the version that the store has, on which the changes since then
// are made; Saved notes that these are stored too.
func (r *SyncRun) Stored() int64 { return r.stored }

// Saved is told by the store.
func (r *SyncRun) Saved() { r.stored = r.s.Version }

// syncEvent is something that happens to a run.
type syncEvent string

const (
	syncClaim    syncEvent = "claim"
	syncProgress syncEvent = "progress"
	syncFinish   syncEvent = "finish"
	syncFail     syncEvent = "fail"
)

// syncMoves are the legal moves; a pair that is missing is refused.
var syncMoves = map[SyncState]map[syncEvent]SyncState{
	SyncWaiting: {syncClaim: SyncRunning, syncFail: SyncFailed},
	SyncRunning: {syncClaim: SyncRunning, syncProgress: SyncRunning, syncFinish: SyncDone, syncFail: SyncFailed},
}

func (r *SyncRun) move(e syncEvent, now time.Time) error {
	to, ok := syncMoves[r.s.State][e]
	if !ok {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "A sync run that is %s cannot do that.", r.s.State)
	}
	r.s.State, r.s.UpdatedAt, r.s.Version = to, now, r.stored+1
	return nil
}

// Claim gives the run to a holder, from its beginning or from where another
// holder left it. While that one's lease runs it is refused as conflict
// (Conflict), with when to come back; an ended run is invalid_transition (Rule).
func (r *SyncRun) Claim(holder string, now time.Time) error {
	if until := r.s.LeaseUntil; !r.s.State.Ended() && until != nil && r.s.Holder != holder && now.Before(*until) {
		return fault.New(fault.Conflict, fault.CodeConflict, "Somebody else works on the sync run.").After(until.Sub(now))
	}
	if err := r.move(syncClaim, now); err != nil {
		return err
	}
	if r.s.StartedAt == nil {
		r.s.StartedAt = &now
	}
	r.s.Holder = holder
	r.renew(now)
	return nil
}

func (r *SyncRun) renew(now time.Time) {
	until := now.Add(syncLease)
	r.s.LeaseUntil = &until
}

// SyncProgress is what a step of a run brought.
type SyncProgress struct {
	Seen, Changed, Closed, Beyond int
	// Cursor and AfterSKU are how far it came; nil and "" change nothing.
	Cursor   *time.Time
	AfterSKU string
}

// Advance notes a step. What the run was waiting for is over.
func (r *SyncRun) Advance(p SyncProgress, now time.Time) error {
	if err := r.move(syncProgress, now); err != nil {
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
		if r.s.Kind == SyncIncremental && (r.s.Watermark == nil || c.After(*r.s.Watermark)) {
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
func (r *SyncRun) Mark(newest *time.Time, now time.Time) error {
	if err := r.move(syncProgress, now); err != nil {
		return err
	}
	r.s.Watermark, r.s.Marked = newest, true
	return nil
}

// NeedsMark reports whether Mark comes before the first page.
func (r *SyncRun) NeedsMark() bool { return r.s.Kind == SyncFull && !r.s.Marked }

// Next ends a phase: the run is at the one after it, or done after the last.
func (r *SyncRun) Next(now time.Time) error {
	phases := syncPhases[r.s.Kind]
	if i := slices.Index(phases, r.s.Phase) + 1; i < len(phases) {
		if err := r.move(syncProgress, now); err != nil {
			return err
		}
		r.s.Phase = phases[i]
		r.renew(now)
		return nil
	}
	if err := r.move(syncFinish, now); err != nil {
		return err
	}
	r.end(now)
	return nil
}

// Wait notes what keeps the run from going on and lets it go: whoever comes
// next may claim it at once.
func (r *SyncRun) Wait(code string, now time.Time) error {
	if err := r.move(syncProgress, now); err != nil {
		return err
	}
	r.s.ErrorCode, r.s.Holder, r.s.LeaseUntil = nil, "", nil
	if code != "" {
		r.s.ErrorCode = &code
	}
	return nil
}

// Fail ends the run for a reason. What it has read stays, nothing is closed.
func (r *SyncRun) Fail(code string, now time.Time) error {
	if err := r.move(syncFail, now); err != nil {
		return err
	}
	r.end(now)
	r.s.ErrorCode = &code
	return nil
}

func (r *SyncRun) end(now time.Time) {
	r.s.EndedAt, r.s.Holder, r.s.LeaseUntil, r.s.ErrorCode = &now, "", nil, nil
}
