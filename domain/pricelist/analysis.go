package pricelist

import (
	"reflect"
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
	// PricedAtOnce is how many rows are priced at once: their sources may take a minute.
	PricedAtOnce = 100
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
	// AllMatches has a result for each product of a code, in place of the best.
	AllMatches   bool
	Restrictions bool
	// FullList asks all sources also about rows that are rejected by then.
	FullList bool
	// CreateOffers writes what was accepted into the offers of the supplier.
	CreateOffers bool
	MaxAgeHours  optional.Maybe[int64]
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
	// ExpensesVersion rises with each change of expenses. Results are counted by ShownExpenses until all are counted again;
	// Recounted is the last item that is.
	ExpensesVersion, ShownVersion int64
	ShownExpenses                 Expenses
	Recounted                     ItemID
	Mapping                       optional.Maybe[Mapping]
	// Fingerprint is that of the table whose columns were read by Mapping.
	Fingerprint string
	Document    optional.Maybe[int64]
	User        id.User

	Stage Stage
	// Rows are counted as they are read, processed, matched and failed; Worked are those that the stage has done, up to Cursor.
	Rows, Valid, Invalid, Processed, Found, Unmatched, Failed, Worked int64
	// Results are as many as rows, and more with AllMatches.
	Results int64
	Cursor  ItemID
	// Progress is in ten-thousandths, and never falls.
	Progress   int64
	Bound      Bound
	Warnings   []string
	Error      string
	StartedAt  optional.Maybe[time.Time]
	FinishedAt optional.Maybe[time.Time]
	// StageAt is when the stage began.
	StageAt optional.Maybe[time.Time]
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
		v.Worked, v.Cursor, v.StageAt = 0, 0, optional.Some(now)
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

// Advance says that more rows are done in this stage, the last of them with the id.
func (v *Values) Advance(rows int, to ItemID) {
	v.Worked, v.Cursor = v.Worked+int64(rows), to
	v.advance()
}

// Recounting reports whether results are still shown by older expenses.
func (v Values) Recounting() bool { return v.ShownVersion != v.ExpensesVersion }

func (v *Values) advance() {
	share, running := stageShares[v.Stage]
	done := share[0]
	if v.Rows > 0 {
		done += share[1] * min(v.Worked, v.Rows) / v.Rows
	}
	if v.Stage == Completed || v.Stage == CompletedWithErrors {
		done, running = tenThousand, true
	}
	if running {
		v.Progress = max(v.Progress, done)
	}
}

// Left estimates how long the rest takes by the rates of the sources; from a tenth of a stage on its own pace counts. None for
// what does not run.
func (v Values) Left(now time.Time) optional.Maybe[time.Duration] {
	if !v.Stage.Running() {
		return optional.None[time.Duration]()
	}
	pricing := ByFees
	if v.Options.Restrictions {
		pricing = ByRestrictions
	}
	left := time.Duration(0)
	for stage, bound := range map[Stage]Bound{Matching: ByCatalog, Pricing: pricing} {
		rows := v.Rows
		switch {
		case stage == v.Stage:
			rows = max(v.Rows-v.Worked, 0)
			if speed, ok := v.Speed(now).Get(); ok && speed > 0 && v.Worked*10 >= v.Rows {
				left += time.Duration(rows * tenThousand * int64(time.Second) / speed)
				continue
			}
		case v.Stage == Pricing:
			continue
		}
		left += time.Duration(rows) * time.Minute / time.Duration(perMinute[bound])
	}
	return optional.Some(left)
}

// Speed is how many rows a second the stage does, in ten-thousandths; none before the first.
func (v Values) Speed(now time.Time) optional.Maybe[int64] {
	since, begun := v.StageAt.Get()
	passed := now.Sub(since)
	if !begun || !v.Stage.Running() || v.Worked == 0 || passed <= 0 {
		return optional.None[int64]()
	}
	return optional.Some(v.Worked * tenThousand * int64(time.Second) / int64(passed))
}

// Month is when the calendar month began in which rows are counted.
func Month(now time.Time) time.Time {
	year, month, _ := now.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// Ends is when results are no longer kept; none for an analysis that runs and for one without results.
func (v Values) Ends() optional.Maybe[time.Time] {
	if v.Stage.Running() || v.Stage == Expired {
		return optional.None[time.Time]()
	}
	return optional.Convert(v.FinishedAt, func(t time.Time) time.Time { return t.Add(Kept) })
}

// Admit refuses an analysis of more rows than a team may have: MaxRunning at a time, and so many rows in a calendar month.
func Admit(running, rows, month, limit int64) error {
	switch {
	case running >= MaxRunning:
		return fault.Newf(fault.Limited, fault.CodeTooManyRunning, "%d analyses of the team are running.", running)
	case month+rows > limit:
		return fault.Newf(fault.Rule, fault.CodeLimitReached, "The list has %d rows, and %d of this month's %d are left.", rows, max(limit-month, 0), limit).At("/items")
	}
	return nil
}

// Spend gives an analysis other expenses. Before the first result they count at once; later the older ones are shown until all
// results are counted again, of an analysis that runs at its end. True where something changed.
func (v *Values) Spend(next Expenses) (bool, error) {
	switch {
	case !v.Stage.Running() && v.Stage != Completed && v.Stage != CompletedWithErrors:
		return false, fault.Newf(fault.Rule, fault.CodeInvalidState, "The expenses of an analysis that is %s cannot be changed.", v.Stage)
	case reflect.DeepEqual(next, v.Expenses):
		return false, nil
	}
	v.Expenses, v.ExpensesVersion, v.Recounted = next, v.ExpensesVersion+1, 0
	if v.Stage.Running() && v.Stage != Pricing {
		v.Show()
	}
	return true, nil
}

// Show makes the newest expenses those that all results are counted by.
func (v *Values) Show() { v.ShownVersion, v.ShownExpenses = v.ExpensesVersion, v.Expenses }

// Judge counts rows by the newest expenses, or those that are shown.
func (v Values) Judge(rows []Row, by Expenses, solve bool, evaluate Evaluate) ([]Result, error) {
	m, _ := marketplace.ByID(v.Marketplace)
	return Judge(rows, Terms{Currency: m.Currency, Way: v.Way, Expenses: by, Skip: v.Skip}, solve, evaluate)
}
