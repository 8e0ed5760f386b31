package pricelist

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
)

const (
	// AnalyzeJob works on an analysis.
	AnalyzeJob = "pricelist.analyze"
	// RecountJob counts the results of an analysis again.
	RecountJob = "pricelist.recount"
	// workTime is how long a job works before it frees its worker, and jobTimeout its time limit.
	workTime   = 5 * time.Minute
	jobTimeout = workTime + 3*time.Minute
	// maxAge is how old facts may be where an analysis does not say.
	maxAge = 24 * time.Hour
)

// jobArgs name the analysis of a job.
type jobArgs struct {
	Analysis pricelist.ID `json:"analysis"`
}

// Handlers are the jobs of analyses.
func (a *Analyses) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: AnalyzeJob, Timeout: jobTimeout, Run: a.work(a.step, a.fail)},
		{Kind: RecountJob, Timeout: jobTimeout, Run: a.work(a.stepRecount, nil)},
	}
}

// work runs steps until none is left or the time is up. Each step is stored before the next one begins, so that another run
// goes on behind it. What fails at the last attempt is told to the analysis.
func (a *Analyses) work(step func(ctx context.Context, team id.Team, one pricelist.ID) (bool, error), failed func(ctx context.Context, team id.Team, one pricelist.ID, why string) error,
) func(ctx context.Context, j jobs.Job) error {
	return func(ctx context.Context, j jobs.Job) error {
		var args jobArgs
		if err := json.Unmarshal(j.Args, &args); err != nil {
			return jobs.Dead(err)
		}
		until := a.Clock.Now().Add(workTime)
		for a.Clock.Now().Before(until) {
			more, err := step(ctx, j.Team, args.Analysis)
			switch {
			case err != nil && failed != nil && ctx.Err() == nil && (j.Attempt >= j.Attempts || hopeless(err)):
				return errors.Join(failed(ctx, j.Team, args.Analysis, code(err)), jobs.Dead(err))
			case err != nil:
				return err
			case !more:
				return nil
			}
		}
		return jobs.Later(0)
	}
}

// hopeless says that another attempt would be refused too.
func hopeless(err error) bool {
	e, ok := fault.As(err)
	return ok && (e.Kind == fault.Forbidden || e.Kind == fault.Payment || e.Kind == fault.Rule)
}

// code is the word of a fault.
func code(err error) string {
	if e, ok := fault.As(err); ok {
		return string(e.Code)
	}
	return string(fault.CodeInternal)
}

func (a *Analyses) fail(ctx context.Context, team id.Team, one pricelist.ID, why string) error {
	return a.change(ctx, team, one, nil, func(_ context.Context, v *pricelist.Values) error {
		v.Error = why
		return v.Move(pricelist.Fail, a.Clock.Now())
	})
}

// errMoved says that another run has done the step meanwhile.
var errMoved = errors.New("pricelist: the analysis has gone on")

// change stores what a step did, unless the analysis is no longer where the step began.
func (a *Analyses) change(ctx context.Context, team id.Team, one pricelist.ID, from *pricelist.Values, do func(ctx context.Context, v *pricelist.Values) error) error {
	return a.Tx.InTx(ctx, func(ctx context.Context) error {
		of, err := a.Store.Locked(ctx, team, one)
		if err != nil {
			return err
		}
		v := of.Values
		if from != nil && (v.Stage != from.Stage || v.Cursor != from.Cursor || v.Recounted != from.Recounted) {
			return errMoved
		}
		if err := do(ctx, &v); err != nil {
			return err
		}
		return a.Store.Save(ctx, of.With(v, a.Clock.Now()))
	})
}

// step does a chunk of the stage of an analysis, or moves it to the next one. What needs the marketplace is asked before the
// transaction.
func (a *Analyses) step(ctx context.Context, team id.Team, one pricelist.ID) (bool, error) {
	of, err := a.Store.Find(ctx, team, one)
	if fault.Is(err, fault.CodeNotFound) || err == nil && !of.Values.Stage.Running() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	v := of.Values
	now := a.Clock.Now()
	stage, known := stages[v.Stage]
	move := func(e pricelist.Event) (bool, error) {
		err := a.change(ctx, team, one, &v, func(_ context.Context, v *pricelist.Values) error { return v.Move(e, now) })
		return true, ignoreMoved(err)
	}
	if !known {
		return move(pricelist.Claim)
	}
	items, err := a.Items.After(ctx, team, one, v.Cursor, pricelist.Chunk)
	if err != nil {
		return false, err
	}
	if len(items) == 0 {
		return move(stage.end)
	}
	put, err := stage.do(a, ctx, of, items)
	if err != nil {
		return false, err
	}
	return true, ignoreMoved(a.change(ctx, team, one, &v, func(ctx context.Context, v *pricelist.Values) error {
		if err := put(ctx, v); err != nil {
			return err
		}
		v.Advance(len(items), items[len(items)-1].ID)
		return nil
	}))
}

func ignoreMoved(err error) error {
	if errors.Is(err, errMoved) {
		return nil
	}
	return err
}

// put writes what a step found and counts it.
type put func(ctx context.Context, v *pricelist.Values) error

// stages are what is done with each chunk, and what happens behind the last one.
var stages = map[pricelist.Stage]struct {
	do  func(a *Analyses, ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error)
	end pricelist.Event
}{
	pricelist.Parsing:  {(*Analyses).parse, pricelist.Parsed},
	pricelist.Matching: {(*Analyses).match, pricelist.Found},
	pricelist.Pricing:  {(*Analyses).price, pricelist.Done},
}

// save stores rows that were changed in place; one that was edited since it was read is refused, and the step is done again.
func (a *Analyses) save(ctx context.Context, items []pricelist.Item) error {
	now, next := a.Clock.Now(), slices.Clone(items)
	for i := range next {
		next[i].Version, next[i].UpdatedAt = next[i].Version+1, now
	}
	return a.Items.Save(ctx, next...)
}

// parse reads identifiers and finds those that stand in the list twice.
func (a *Analyses) parse(ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error) {
	keys := make([]string, 0, len(items))
	for i := range items {
		row := &items[i].Values.Row
		if row.Input.Currency == "" {
			row.Input.Currency = of.Values.Currency
		}
		named, repaired, err := row.Input.Identity()
		row.Repaired = repaired
		if err != nil {
			row.Status, row.Problem = pricelist.InvalidIdentifier, err.Error()
			continue
		}
		items[i].Values.Key = named.Key()
		keys = append(keys, named.Key())
	}
	known, err := a.Items.Known(ctx, of.Team, of.ID, items[0].ID-1, keys)
	if err != nil {
		return nil, err
	}
	valid := int64(0)
	for i := range items {
		if key := items[i].Values.Key; key != "" {
			valid++
			items[i].Values.Row.Duplicate = known[key]
			known[key] = true
		}
	}
	return func(ctx context.Context, v *pricelist.Values) error {
		v.Valid, v.Invalid = v.Valid+valid, v.Invalid+int64(len(items))-valid
		return a.save(ctx, items)
	}, nil
}

// match finds products and what is known of them. Rows with the same identifier share a look-up.
func (a *Analyses) match(ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error) {
	m, _ := marketplace.ByID(of.Values.Marketplace)
	var asked []pricelist.Identity
	at := map[string]int{}
	for i := range items {
		if key := items[i].Values.Key; key != "" {
			if _, ok := at[key]; !ok {
				named, _, err := items[i].Values.Row.Input.Identity()
				if err != nil {
					return nil, err
				}
				at[key], asked = len(asked), append(asked, named)
			}
		}
	}
	found, err := a.Matcher.Match(ctx, of.Team, m, asked)
	if err != nil {
		return nil, err
	}
	var products []asin.ASIN
	for _, f := range found {
		products = append(products, f.Products...)
	}
	slices.SortFunc(products, func(x, y asin.ASIN) int { return strings.Compare(x.String(), y.String()) })
	products = slices.Compact(products)
	age := time.Duration(of.Values.Options.MaxAgeHours.Or(int64(maxAge/time.Hour))) * time.Hour
	told, err := a.Market.Facts(ctx, of.Team, m, products, age)
	if err != nil {
		return nil, err
	}
	facts := map[asin.ASIN]pricelist.Facts{}
	for i, product := range products {
		facts[product] = told[i].Facts
		if told[i].Err != nil {
			facts[product] = pricelist.Facts{ASIN: product}
		}
	}
	var matched, unmatched, failed int64
	for i := range items {
		row := &items[i].Values.Row
		key := items[i].Values.Key
		if key == "" {
			continue
		}
		f := found[at[key]]
		if f.Err != nil {
			row.Status, row.Problem = pricelist.RowError, code(f.Err)
			failed++
			continue
		}
		candidates := make([]pricelist.Facts, len(f.Products))
		for n, product := range f.Products {
			candidates[n] = facts[product]
		}
		row.Match(row.Best(candidates), int64(len(candidates)))
		if len(candidates) > 0 {
			matched++
		} else {
			unmatched++
		}
	}
	return func(ctx context.Context, v *pricelist.Values) error {
		v.Found, v.Unmatched, v.Failed, v.Bound = v.Found+matched, v.Unmatched+unmatched, v.Failed+failed, pricelist.ByCatalog
		return a.save(ctx, items)
	}, nil
}

// price asks for restrictions where that is wanted, and counts the rows.
func (a *Analyses) price(ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error) {
	bound, failed := pricelist.ByFees, int64(0)
	if of.Values.Options.Restrictions {
		bound = pricelist.ByRestrictions
		var err error
		if failed, err = a.restrict(ctx, of, items); err != nil {
			return nil, err
		}
	}
	judged, err := a.judge(of.Values, of.Values.ShownExpenses, items, false)
	if err != nil {
		return nil, err
	}
	lines := make([]pricelist.Line, len(judged))
	for i, j := range judged {
		items[i], lines[i] = j.Item, pricelist.NewLine(j.Item, j.Result, of.Values.ShownVersion)
	}
	return func(ctx context.Context, v *pricelist.Values) error {
		v.Processed, v.Failed, v.Bound = v.Processed+int64(len(items)), v.Failed+failed, bound
		if err := a.save(ctx, items); err != nil {
			return err
		}
		return a.Items.Put(ctx, of.Team, lines...)
	}, nil
}

// restrict asks whether the matched products may be sold, and returns how many rows have no answer.
func (a *Analyses) restrict(ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (failed int64, err error) {
	m, _ := marketplace.ByID(of.Values.Marketplace)
	var asked []asin.ASIN
	var rows []*pricelist.Facts
	for i := range items {
		if matches := items[i].Values.Row.Matches; len(matches) > 0 {
			asked, rows = append(asked, matches[0].ASIN), append(rows, &matches[0])
		}
	}
	answers, err := a.Permissions.Restrictions(ctx, of.Team, m, asked)
	if err != nil {
		return 0, err
	}
	for i, answer := range answers {
		if answer.Err != nil {
			failed++
			continue
		}
		rows[i].Restriction, rows[i].RestrictionAt = optional.Some(answer.Status), answer.At
	}
	return failed, nil
}

// stepRecount counts a chunk again.
func (a *Analyses) stepRecount(ctx context.Context, team id.Team, one pricelist.ID) (more bool, err error) {
	of, err := a.Store.Find(ctx, team, one)
	if fault.Is(err, fault.CodeNotFound) || err == nil && !of.Values.Recounting() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = a.change(ctx, team, one, &of.Values, func(ctx context.Context, v *pricelist.Values) (err error) {
		more, err = a.recount(ctx, team, one, v)
		return err
	})
	if errors.Is(err, errMoved) {
		return true, nil
	}
	return more, err
}
