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

// Analysis stores the state of an analyzed list.
type Analysis = versioned.Record[ID, Values]

// Stage says how far an analysis is.
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

func (Stage) Words() []Stage {
	return []Stage{Queued, Parsing, Matching, Pricing, Completed, CompletedWithErrors, Failed, Cancelled, Expired}
}

// Running reports whether more work remains.
func (s Stage) Running() bool { return s == Queued || s == Parsing || s == Matching || s == Pricing }

// Event names an event of an analysis.
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

// moves lists the legal transitions. An analysis that is claimed again continues at its stage.
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
	// Chunk bounds the rows that are worked on and stored at once.
	Chunk = 500
	// PricedAtOnce bounds the rows that are priced at once: their sources may take two minutes.
	PricedAtOnce = 200
	// RecountedAtOnce bounds the rows that are counted again at once.
	RecountedAtOnce = 1_000
	// Direct bounds the rows that are counted again within a call.
	Direct = 5_000
	// Kept bounds how long an analysis can be read after its end.
	Kept = 90 * 24 * time.Hour
)

// Bound names the source that limits the speed of an analysis.
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

func (Bound) Words() []Bound {
	return []Bound{ByCatalog, ByFees, ByOffers, ByRestrictions, ByKeepa, ByNothing}
}

// perMinute has the number of questions that a source answers in a minute.
var perMinute = map[Bound]int64{ByCatalog: 2_400, ByFees: 600, ByRestrictions: 300, ByOffers: 120, ByKeepa: 20}

// takes returns the time that a source needs for so many questions.
func (b Bound) takes(questions int64) time.Duration {
	if perMinute[b] == 0 {
		return 0
	}
	return time.Duration(questions) * time.Minute / time.Duration(perMinute[b])
}

// Slowest returns the source that takes longest for its questions, ByNothing if no source is asked.
func Slowest(asked map[Bound]int64) Bound {
	slowest := ByNothing
	for _, b := range Bound("").Words() {
		if b.takes(asked[b]) > slowest.takes(asked[slowest]) {
			slowest = b
		}
	}
	return slowest
}

// Options chooses the work besides prices.
type Options struct {
	// Gives a result for each product of a code, not only for the best product.
	AllMatches   bool
	Restrictions bool
	// FullList asks all sources, even about rows that are rejected already.
	FullList bool
	// CreateOffers writes accepted rows into the offers of the supplier.
	CreateOffers bool
	MaxAgeHours  optional.Maybe[int64]
}

// Values has the members of an analysis.
type Values struct {
	Name        string
	Marketplace marketplace.ID
	Supplier    optional.Maybe[int64]
	// Currency applies to costs if their row names no currency.
	Currency money.Currency
	Way      Fulfillment
	Options  Options
	Skip     Skip
	Expenses Expenses
	// ExpensesVersion rises with each change of expenses. Results are counted by ShownExpenses
	// until all are counted again; Recounted names the last item that is.
	ExpensesVersion, ShownVersion int64
	ShownExpenses                 Expenses
	Recounted                     ItemID
	Mapping                       optional.Maybe[Mapping]
	// Fingerprint identifies the table that Mapping read the columns of.
	Fingerprint string
	Document    optional.Maybe[int64]
	User        id.User

	Stage Stage
	// Rows counts the rows read, Processed the rows processed, Found the matched and Failed the
	// failed rows. Worked counts the rows that the stage has done, up to Cursor.
	Rows, Valid, Invalid, Processed, Found, Unmatched, Failed, Worked int64
	// Coded counts the rows with a code, Asked the rows with a product that sources are asked about.
	Coded, Asked int64
	// Results counts as many as Rows, and more with AllMatches.
	Results int64
	Cursor  ItemID
	// Progress has ten-thousandths, and never falls.
	Progress int64
	Bound    Bound
	Warnings []string
	// Error has the code of a failure, Reason a sentence.
	Error, Reason string
	StartedAt     optional.Maybe[time.Time]
	FinishedAt    optional.Maybe[time.Time]
	// StageAt dates the begin of the stage, WorkedAt the last rows done in it.
	StageAt, WorkedAt optional.Maybe[time.Time]
}

// Move applies an event. An analysis with failed rows completes with errors.
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

// stageShares has the ten-thousandths of the work that are done before a stage and in it.
var stageShares = map[Stage][2]int64{Queued: {0, 0}, Parsing: {0, 1_000}, Matching: {1_000, 4_500}, Pricing: {5_500, 4_500}}

// Advance records that more rows are done in this stage, the last of them with the id.
func (v *Values) Advance(rows int, to ItemID, now time.Time) {
	v.Worked, v.Cursor, v.WorkedAt = v.Worked+int64(rows), to, optional.Some(now)
	v.advance()
}

// total counts the rows of the stage. Matching adds rows of further products to be priced alone.
func (v Values) total() int64 {
	if v.Stage == Pricing {
		return max(v.Rows, v.Results)
	}
	return v.Rows
}

// Recounting reports whether the shown results belong to older expenses.
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

// Left estimates the remaining time. A stage continues at its own pace once a tenth of it is done.
// Until then, and for the next stage, the rates of the sources count, as if every product passed
// the bars. It is absent unless the analysis runs.
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

// tenth reports whether a tenth of the stage is done, so that its own speed is a better estimate
// than the rates of the sources.
func (v Values) tenth() bool { return v.Worked > 0 && 10*v.Worked >= v.total() }

// rest returns the remaining time of the stage, which takes so long by the rates of its sources.
func (v Values) rest(whole time.Duration, now time.Time) time.Duration {
	rows, all := max(v.total()-v.Worked, 0), max(v.total(), 1)
	since, begun := v.StageAt.Get()
	last, done := v.WorkedAt.Get()
	if !begun || !done || !v.tenth() {
		return part(whole, rows, all)
	}
	// The time since the last rows counts for the next rows.
	return max(part(last.Sub(since), rows, v.Worked)-now.Sub(last), 0)
}

// part returns a share of a time. It uses floats, because nanoseconds times the rows of a list may
// overflow.
func part(length time.Duration, n, all int64) time.Duration {
	return time.Duration(float64(length) * float64(n) / float64(all))
}

// matched returns the time to match all rows. A code takes two questions: the product with it, and
// the facts about that product.
func (v Values) matched() time.Duration {
	codes, rows := v.Coded, v.Valid
	if v.Stage == Queued || v.Stage == Parsing {
		codes, rows = v.Rows, v.Rows
	}
	return ByCatalog.takes(rows + codes)
}

// priced returns the time to price all rows by the slowest of the sources, which are asked side by
// side.
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

// Speed returns the rows that the stage does in a second, in ten-thousandths; it is absent before
// the first.
func (v Values) Speed() optional.Maybe[int64] {
	since, begun := v.StageAt.Get()
	last, done := v.WorkedAt.Get()
	passed := last.Sub(since)
	if !begun || !done || !v.Stage.Running() || passed <= 0 {
		return optional.None[int64]()
	}
	return optional.Some(int64(float64(v.Worked*tenThousand) * float64(time.Second) / float64(passed)))
}

// Month returns the begin of the calendar month that rows are counted in.
func Month(now time.Time) time.Time {
	year, month, _ := now.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// Ends returns the end of the time for which results are kept. It is absent for an analysis that
// runs or has no results.
func (v Values) Ends() optional.Maybe[time.Time] {
	if v.Stage.Running() || v.Stage == Expired {
		return optional.None[time.Time]()
	}
	return optional.Convert(v.FinishedAt, func(t time.Time) time.Time { return t.Add(Kept) })
}

// Admit refuses an analysis of more rows than a team may have: MaxRunning at a time, and so many
// rows in a calendar month.
func Admit(running, rows, month, limit int64) error {
	switch {
	case running >= MaxRunning:
		return fault.Newf(fault.Limited, fault.CodeTooManyRunning, "%d analyses of the team are running.", running)
	case month+rows > limit:
		return fault.Newf(fault.Rule, fault.CodeLimitReached, "The list has %d rows, and %d of this month's %d are left.", rows, max(limit-month, 0), limit).At("/items")
	}
	return nil
}

// Spend gives an analysis other expenses. Before the first result they count at once. Later the
// older expenses are shown until all results are counted again; a running analysis counts them
// again at its end. It reports whether anything changed.
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

// Asks reports whether sources are asked about a product that was found for a row.
func (v Values) Asks(f Facts) bool { return v.Options.FullList || !v.Skip.Leaves(f) }

// Show makes the newest expenses the shown expenses, after all results are calculated with them.
func (v *Values) Show() { v.ShownVersion, v.ShownExpenses = v.ExpensesVersion, v.Expenses }

// Judge calculates the results of rows by the newest expenses, or by the shown expenses.
func (v Values) Judge(rows []Row, expenses Expenses, solve bool, evaluate Evaluate) ([]Result, error) {
	m, _ := marketplace.ByID(v.Marketplace)
	return Judge(rows, Terms{Currency: m.Currency, Way: v.Way, Expenses: expenses, Skip: v.Skip}, solve, evaluate)
}
