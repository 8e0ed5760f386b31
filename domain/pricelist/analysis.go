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
	// PricedAtOnce is how many rows are priced at once: their sources may take two minutes.
	PricedAtOnce = 200
	// RecountedAtOnce is how many rows are counted again at once.
	RecountedAtOnce = 1_000
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

// perMinute is how many questions a source answers in a minute.
var perMinute = map[Bound]int64{ByCatalog: 2_400, ByFees: 600, ByRestrictions: 300, ByOffers: 120, ByKeepa: 20}

// takes is how long a source takes for so many questions.
func (b Bound) takes(questions int64) time.Duration {
	if perMinute[b] == 0 {
		return 0
	}
	return time.Duration(questions) * time.Minute / time.Duration(perMinute[b])
}

// Slowest is the source that takes longest for its questions, ByNothing where none is asked.
func Slowest(asked map[Bound]int64) Bound {
	slowest := ByNothing
	for _, b := range Bound("").Words() {
		if b.takes(asked[b]) > slowest.takes(asked[slowest]) {
			slowest = b
		}
	}
	return slowest
}

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
	// Coded are those whose identifier is a code, Asked those with a product that sources are asked about.
	Coded, Asked int64
	// Results are as many as rows, and more with AllMatches.
	Results int64
	Cursor  ItemID
	// Progress is in ten-thousandths, and never falls.
	Progress int64
	Bound    Bound
	Warnings []string
	// Error has the code of a failure, Reason a sentence.
	Error, Reason string
	StartedAt     optional.Maybe[time.Time]
	FinishedAt    optional.Maybe[time.Time]
	// StageAt is when the stage began, WorkedAt when the last of its rows were done.
	StageAt, WorkedAt optional.Maybe[time.Time]
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
		v.Worked, v.Cursor, v.StageAt, v.WorkedAt = 0, 0, optional.Some(now), optional.None[time.Time]()
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
func (v *Values) Advance(rows int, to ItemID, now time.Time) {
	v.Worked, v.Cursor, v.WorkedAt = v.Worked+int64(rows), to, optional.Some(now)
	v.advance()
}

// total is how many rows the stage has. Those of further products come while rows are matched, and are priced alone.
func (v Values) total() int64 {
	if v.Stage == Pricing {
		return max(v.Rows, v.Results)
	}
	return v.Rows
}

// Recounting reports whether results are still shown by older expenses.
func (v Values) Recounting() bool { return v.ShownVersion != v.ExpensesVersion }

func (v *Values) advance() {
	share, running := stageShares[v.Stage]
	done := share[0]
	if all := v.total(); all > 0 {
		done += share[1] * min(v.Worked, all) / all
	}
	if v.Stage == Completed || v.Stage == CompletedWithErrors {
		done, running = tenThousand, true
	}
	if running {
		v.Progress = max(v.Progress, done)
	}
}

// Left estimates how long the rest takes. A stage of which a tenth is done goes on at its own pace; until then, and for the stage to come,
// the rates of the sources count, as if every product passed the bars. None for what does not run.
func (v Values) Left(now time.Time) optional.Maybe[time.Duration] {
	if !v.Stage.Running() {
		return optional.None[time.Duration]()
	}
	stages := map[Stage]time.Duration{Matching: v.matched(), Pricing: v.priced()}
	left := stages[Matching] + stages[Pricing]
	switch v.Stage {
	case Matching:
		left = v.rest(stages[Matching], now) + stages[Pricing]
	case Pricing:
		left = v.rest(stages[Pricing], now)
	}
	return optional.Some(left)
}

// tenth says that enough of the stage is done to know more of it than the rates of the sources.
func (v Values) tenth() bool { return v.Worked > 0 && 10*v.Worked >= v.total() }

// rest is what is left of the stage, which takes so long by the rates of its sources.
func (v Values) rest(whole time.Duration, now time.Time) time.Duration {
	rows, all := max(v.total()-v.Worked, 0), max(v.total(), 1)
	since, begun := v.StageAt.Get()
	last, done := v.WorkedAt.Get()
	if !begun || !done || !v.tenth() {
		return part(whole, rows, all)
	}
	// The time since the last rows were done is part of what the next ones take.
	return max(part(last.Sub(since), rows, v.Worked)-now.Sub(last), 0)
}

// part is a share of a time, of which billions of nanoseconds are taken as many times as a list has rows.
func part(of time.Duration, n, all int64) time.Duration {
	return time.Duration(float64(of) * float64(n) / float64(all))
}

// matched is how long all rows take to be matched: a code takes two questions, which product has it and what is known of that.
func (v Values) matched() time.Duration {
	codes, rows := v.Coded, v.Valid
	if v.Stage == Queued || v.Stage == Parsing {
		codes, rows = v.Rows, v.Rows
	}
	return ByCatalog.takes(rows + codes)
}

// priced is how long all rows take to be priced by the slowest of the sources, which are asked side by side.
func (v Values) priced() time.Duration {
	rows := v.Asked
	switch {
	case v.Stage == Matching && v.tenth():
		rows = v.Asked * max(v.Rows, v.Worked) / v.Worked
	case v.Stage == Matching:
		rows = v.Valid
	case v.Stage != Pricing:
		rows = v.Rows
	}
	asked := map[Bound]int64{ByFees: rows, ByOffers: rows}
	if v.Way.Has(FBA) && v.Way.Has(FBM) && v.Expenses.Outbound.Known() {
		asked[ByFees] = 2 * rows
	}
	if v.Options.Restrictions {
		asked[ByRestrictions] = rows
	}
	slowest := Slowest(asked)
	return slowest.takes(asked[slowest])
}

// Speed is how many rows a second the stage does, in ten-thousandths; none before the first.
func (v Values) Speed() optional.Maybe[int64] {
	since, begun := v.StageAt.Get()
	last, done := v.WorkedAt.Get()
	passed := last.Sub(since)
	if !begun || !done || !v.Stage.Running() || passed <= 0 {
		return optional.None[int64]()
	}
	return optional.Some(int64(float64(v.Worked*tenThousand) * float64(time.Second) / float64(passed)))
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

// Asks reports whether sources are asked about a product that a row was found to be.
func (v Values) Asks(f Facts) bool { return v.Options.FullList || !v.Skip.Leaves(f) }

// Show makes the newest expenses those that all results are counted by.
func (v *Values) Show() { v.ShownVersion, v.ShownExpenses = v.ExpensesVersion, v.Expenses }

// Judge counts rows by the newest expenses, or those that are shown.
func (v Values) Judge(rows []Row, by Expenses, solve bool, evaluate Evaluate) ([]Result, error) {
	m, _ := marketplace.ByID(v.Marketplace)
	return Judge(rows, Terms{Currency: m.Currency, Way: v.Way, Expenses: by, Skip: v.Skip}, solve, evaluate)
}
