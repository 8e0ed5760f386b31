package pricelist

import (
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
)

// ID names an analysis.
type ID int64

// Analysis is a list that is analyzed.
type Analysis = versioned.Record[ID, Values]

// Stage is where an analysis is in its life.
type Stage string

// The stages.
const (
	Queued              Stage = "queued"
	Parsing             Stage = "parsing"
	Matching            Stage = "matching"
	Pricing             Stage = "pricing"
	Completed           Stage = "completed"
	CompletedWithErrors Stage = "completed_with_errors"
	Failed              Stage = "failed"
	Cancelled           Stage = "cancelled"
	Expired             Stage = "expired"
)

// Words lists them.
func (Stage) Words() []Stage {
	return []Stage{Queued, Parsing, Matching, Pricing, Completed, CompletedWithErrors, Failed, Cancelled, Expired}
}

// Running reports whether there is more to be done.
func (s Stage) Running() bool { return s == Queued || s == Parsing || s == Matching || s == Pricing }

// Event is what happens to an analysis.
type Event string

// The events.
const (
	Claim  Event = "claim"
	Parsed Event = "parsed"
	Found  Event = "found"
	Done   Event = "done"
	Fail   Event = "fail"
	Cancel Event = "cancel"
	Expire Event = "expire"
)

// moves is the state machine: a pair that is not here is refused. An analysis that is claimed again goes on where it was.
//
//	stateDiagram-v2
//	    [*] --> queued
//	    queued --> parsing: claim
//	    queued --> failed: fail
//	    queued --> cancelled: cancel
//	    parsing --> parsing: claim
//	    parsing --> matching: parsed
//	    parsing --> failed: fail
//	    parsing --> cancelled: cancel
//	    matching --> matching: claim
//	    matching --> pricing: found
//	    matching --> failed: fail
//	    matching --> cancelled: cancel
//	    pricing --> pricing: claim
//	    pricing --> completed: done
//	    pricing --> failed: fail
//	    pricing --> cancelled: cancel
//	    completed --> expired: expire
//	    completed_with_errors --> expired: expire
//	    failed --> expired: expire
//	    cancelled --> expired: expire
var moves = map[Event]map[Stage]Stage{
	Claim:  {Queued: Parsing, Parsing: Parsing, Matching: Matching, Pricing: Pricing},
	Parsed: {Parsing: Matching},
	Found:  {Matching: Pricing},
	Done:   {Pricing: Completed},
	Fail:   {Queued: Failed, Parsing: Failed, Matching: Failed, Pricing: Failed},
	Cancel: {Queued: Cancelled, Parsing: Cancelled, Matching: Cancelled, Pricing: Cancelled},
	Expire: {Completed: Expired, CompletedWithErrors: Expired, Failed: Expired, Cancelled: Expired},
}

// Limits of analyses.
const (
	MaxItems   = 5_000
	MaxRows    = 250_000
	MaxRunning = 5
	// Chunk is how many rows are worked on and stored at once.
	Chunk = 500
	// Direct is how many rows are counted again within a call.
	Direct = 5_000
	// Kept is how long an analysis can be read after its end.
	Kept = 90 * 24 * time.Hour
)

// Bound is which source decides how fast an analysis is.
type Bound string

// The bounds.
const (
	ByCatalog      Bound = "catalog"
	ByFees         Bound = "fees"
	ByOffers       Bound = "offers"
	ByRestrictions Bound = "restrictions"
	ByKeepa        Bound = "keepa"
	ByNothing      Bound = "none"
)

// Words lists them.
func (Bound) Words() []Bound {
	return []Bound{ByCatalog, ByFees, ByOffers, ByRestrictions, ByKeepa, ByNothing}
}

// perMinute is how many rows a source answers in a minute.
var perMinute = map[Bound]int64{ByCatalog: 2_400, ByFees: 600, ByRestrictions: 300, ByOffers: 120, ByKeepa: 20}

// Options are what is done beside prices.
type Options struct {
	AllMatches, Restrictions, FullList bool
	MaxAgeHours                        optional.Maybe[int64]
}

// Values are the members of an analysis.
type Values struct {
	Name        string
	Marketplace marketplace.ID
	Supplier    optional.Maybe[int64]
	// Currency is that of costs whose row names none.
	Currency money.Currency
	Way      Fulfillment
	Options  Options
	Skip     Skip
	Expenses Expenses
	// ExpensesVersion rises with each change of expenses, Shown is the one that all results are counted by.
	ExpensesVersion, Shown int64
	Mapping                optional.Maybe[Mapping]
	Document               optional.Maybe[int64]
	User                   id.User

	Stage Stage
	// Rows are counted as they are read, processed, matched and failed; Next is the number of the first row that the stage
	// has not done.
	Rows, Valid, Invalid, Processed, Found, Unmatched, Failed, Next int64
	// Progress is in ten-thousandths, and never falls.
	Progress   int64
	Bound      Bound
	Warnings   []string
	Error      string
	StartedAt  optional.Maybe[time.Time]
	FinishedAt optional.Maybe[time.Time]
}

// Move applies an event. An analysis some of whose rows failed completes with errors.
func (v *Values) Move(e Event, now time.Time) error {
	to, ok := moves[e][v.Stage]
	if !ok {
		return fault.Newf(fault.Rule, fault.CodeInvalidTransition, "An analysis that is %s cannot do so.", v.Stage)
	}
	if to == Completed && v.Failed > 0 {
		to = CompletedWithErrors
	}
	if to != v.Stage {
		v.Next = 1
	}
	v.Stage = to
	if !v.StartedAt.Known() && to != Cancelled && to != Failed {
		v.StartedAt = optional.Some(now)
	}
	if !to.Running() && !v.FinishedAt.Known() {
		v.FinishedAt = optional.Some(now)
	}
	v.advance()
	return nil
}

// shares are the ten-thousandths of the work that are done before a stage and in it.
var stageShares = map[Stage][2]int64{Queued: {0, 0}, Parsing: {0, 1_000}, Matching: {1_000, 4_500}, Pricing: {5_500, 4_500}}

// Advance says that rows up to one are done in this stage.
func (v *Values) Advance(next int64) {
	v.Next = next
	v.advance()
}

func (v *Values) advance() {
	share, running := stageShares[v.Stage]
	done := share[0]
	if v.Rows > 0 {
		done += share[1] * min(max(v.Next-1, 0), v.Rows) / v.Rows
	}
	if v.Stage == Completed || v.Stage == CompletedWithErrors {
		done, running = tenThousand, true
	}
	if running {
		v.Progress = max(v.Progress, done)
	}
}

// Left estimates how long the rest takes by the rate of the source that bounds the stage; none for what does not run.
func (v *Values) Left() optional.Maybe[time.Duration] {
	if !v.Stage.Running() {
		return optional.None[time.Duration]()
	}
	rest := max(v.Rows-max(v.Next-1, 0), 0)
	if v.Stage == Queued || v.Stage == Parsing {
		rest = v.Rows
	}
	minutes := time.Duration(0)
	per := func(b Bound, rows int64) time.Duration {
		return time.Duration(rows) * time.Minute / time.Duration(perMinute[b])
	}
	if v.Stage != Pricing {
		minutes = per(ByCatalog, rest)
		rest = v.Rows
	}
	bound := ByFees
	if v.Options.Restrictions {
		bound = ByRestrictions
	}
	return optional.Some(minutes + per(bound, rest))
}
