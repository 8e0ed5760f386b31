package pricelist

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/pricelist"
)

const (
	// AnalyzeJob works on an analysis.
	AnalyzeJob = "pricelist.analyze"
	// RecountJob calculates the results of an analysis again.
	RecountJob = "pricelist.recount"
	// OffersJob writes accepted rows into the offers of the supplier.
	OffersJob = "pricelist.offers"
	// HistoryJob adds accepted products to the product history.
	HistoryJob = "pricelist.history"
	// ExpireJob removes expired results.
	ExpireJob = "pricelist.expire"
	// TidyJob ends analyses that lost their job.
	TidyJob = "pricelist.tidy"
	// workTime bounds how long a job works before it frees its worker, and jobTimeout limits the
	// job.
	workTime   = 5 * time.Minute
	jobTimeout = workTime + 3*time.Minute
	// endWithin bounds the last transaction of a job that was cancelled or given up.
	endWithin = 3 * time.Second
	// maxAge bounds the age of facts if an analysis does not say.
	maxAge = 24 * time.Hour
)

// jobArgs name the analysis of a job.
type jobArgs struct {
	Analysis pricelist.ID `json:"analysis"`
}

// Handlers returns the jobs of analyses.
func (a *Analyses) Handlers() []jobs.Handler {
	return []jobs.Handler{
		{Kind: AnalyzeJob, Timeout: jobTimeout, Run: a.work(a.step, a.fail)},
		{Kind: RecountJob, Timeout: jobTimeout, Run: a.work(a.stepRecount, nil)},
		{Kind: OffersJob, Timeout: jobTimeout, Run: a.offer},
		{Kind: HistoryJob, Timeout: jobTimeout, Run: a.record},
		{Kind: ExpireJob, Timeout: jobTimeout, Run: func(ctx context.Context, _ jobs.Job) error { return a.expire(ctx) }},
		{Kind: TidyJob, Run: func(ctx context.Context, _ jobs.Job) error { return a.tidy(ctx) }},
	}
}

// Periodic returns the schedule.
func (*Analyses) Periodic() []jobs.Periodic {
	return []jobs.Periodic{{Kind: ExpireJob, Every: time.Hour}, {Kind: TidyJob, Every: time.Minute}}
}

// work runs steps until no step is left or the time is up. Each step is stored before the next
// begins, so that another run continues after it. An error at the last attempt ends the analysis.
func (a *Analyses) work(step func(ctx context.Context, team id.Team, one pricelist.ID) (bool, error), failed func(ctx context.Context, team id.Team, one pricelist.ID, why error) error,
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
			case err != nil && failed != nil && j.Cancelled():
				return errors.Join(a.cancel(ctx, j.Team, args.Analysis), err)
			case err != nil && failed != nil && !errors.Is(ctx.Err(), context.Canceled) && (j.Last(err) || fault.Hopeless(err)):
				return errors.Join(failed(ctx, j.Team, args.Analysis, err), jobs.Dead(err))
			case err != nil:
				return err
			case !more:
				return nil
			}
		}
		return jobs.Later(0)
	}
}

// errMoved reports that another run has done the step meanwhile.
var errMoved = errors.New("pricelist: the analysis has gone on")

// change stores the result of a step, unless the analysis has moved since the step began.
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
		next := of.With(v, a.Clock.Now())
		if err := a.Store.Save(ctx, next); err != nil {
			return err
		}
		return a.report(ctx, of, next)
	})
}

// step does a chunk of the stage of an analysis, or moves it to the next stage. Questions to the
// marketplace are asked before the transaction.
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
		err := a.change(ctx, team, one, &v, func(ctx context.Context, v *pricelist.Values) error {
			if err := v.Move(e, now); err != nil || v.Stage.Running() {
				return err
			}
			next := []string{HistoryJob}
			if v.Options.CreateOffers && v.Supplier.Known() {
				next = append(next, OffersJob)
			}
			if v.Recounting() { // expenses changed during the calculation of rows
				next = append(next, RecountJob)
			}
			for _, kind := range next {
				if err := a.enqueue(ctx, kind, of); err != nil {
					return err
				}
			}
			return nil
		})
		return true, ignoreMoved(err)
	}
	if !known {
		return move(pricelist.Claim)
	}
	if v.Stage == pricelist.Parsing && v.Document.Known() {
		return true, a.readFile(ctx, of)
	}
	items, err := a.Items.After(ctx, team, one, v.Cursor, stage.rows)
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
		v.Advance(len(items), items[len(items)-1].ID, a.Clock.Now())
		return nil
	}))
}

func ignoreMoved(err error) error {
	if errors.Is(err, errMoved) {
		return nil
	}
	return err
}

// put writes and counts the findings of a step.
type put func(ctx context.Context, v *pricelist.Values) error

// stages has the work on each chunk, and the event after the last chunk.
var stages = map[pricelist.Stage]struct {
	do   func(a *Analyses, ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error)
	rows int
	end  pricelist.Event
}{
	pricelist.Parsing:  {(*Analyses).parse, pricelist.Chunk, pricelist.Parsed},
	pricelist.Matching: {(*Analyses).match, pricelist.Chunk, pricelist.Found},
	pricelist.Pricing:  {(*Analyses).price, pricelist.PricedAtOnce, pricelist.Done},
}

// save stores rows that were changed in place. A row that was edited since it was read is refused,
// and the step is done again.
func (a *Analyses) save(ctx context.Context, items []pricelist.Item) error {
	now, next := a.Clock.Now(), slices.Clone(items)
	for i := range next {
		next[i].Version, next[i].UpdatedAt = next[i].Version+1, now
	}
	return a.Items.Save(ctx, next...)
}

// parse reads identifiers and finds those that occur in the list twice.
func (a *Analyses) parse(ctx context.Context, of pricelist.Analysis, items []pricelist.Item) (put, error) {
	read := a.identify(of, items)
	rates, err := a.rates(ctx, of, read.foreign)
	if err != nil {
		return nil, err
	}
	known, err := a.Items.Known(ctx, of.Team, of.ID, items[0].ID-1, keysOf(items))
	if err == nil {
		repeated(items, known)
	}
	return func(ctx context.Context, v *pricelist.Values) error {
		read.count(v)
		v.Take(rates)
		return a.save(ctx, items)
	}, err
}

// identified counts rows by the kind of their identifiers.
type identified struct {
	valid, invalid, codes int64
	// foreign lists the currencies of costs without an exchange rate, each once.
	foreign []money.Currency
}

func (n identified) count(v *pricelist.Values) {
	v.Valid, v.Invalid, v.Coded = v.Valid+n.valid, v.Invalid+n.invalid, v.Coded+n.codes
}

// identify reads the identifiers of rows.
func (a *Analyses) identify(of pricelist.Analysis, items []pricelist.Item) (n identified) {
	home, _ := marketplace.ByID(of.Values.Marketplace)
	for i := range items {
		row := &items[i].Values.Row
		// A currency that the user gave answers for signs of an unknown currency.
		if c := row.Input.Currency; c == "" || c == money.Unknown && of.Values.Currency != home.Currency {
			row.Input.Currency = of.Values.Currency
		}
		c := row.Input.Currency
		if c.Known() && !of.Values.Expenses.Rated(c, home.Currency) && !slices.Contains(n.foreign, c) {
			n.foreign = append(n.foreign, c)
		}
		named, repaired, err := row.Input.Identity()
		row.Repaired = repaired
		if err != nil {
			row.Status, row.Problem = pricelist.InvalidIdentifier, err.Error()
			n.invalid++
			continue
		}
		if n.valid++; named.Code != (gtin.Code{}) {
			n.codes++
		}
		items[i].Values.Key = named.Key()
	}
	return n
}

// rates reads the team's exchange rates of the day on which the analysis was started.
func (a *Analyses) rates(
	ctx context.Context, analysis pricelist.Analysis, foreign []money.Currency,
) ([]pricelist.Rate, error) {
	if len(foreign) == 0 {
		return nil, nil
	}
	home, _ := marketplace.ByID(analysis.Values.Marketplace)
	return a.Rates(ctx, analysis.Team, foreign, home.Currency, date.Of(analysis.CreatedAt.UTC()))
}

func keysOf(items []pricelist.Item) []string {
	var keys []string
	for i := range items {
		if key := items[i].Values.Key; key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// repeated marks rows with an identifier that earlier rows have, and adds their identifiers.
func repeated(items []pricelist.Item, known map[string]bool) {
	for i := range items {
		if key := items[i].Values.Key; key != "" {
			items[i].Values.Row.Duplicate = known[key]
			known[key] = true
		}
	}
}

// match finds products and their facts. Rows with the same identifier share a look-up.
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
	facts := map[asin.ASIN]ports.Told{}
	for i, product := range products {
		facts[product] = told[i]
	}
	var matched, unmatched, failed, worth int64
	var more []pricelist.Item
	for i := range items {
		row := &items[i].Values.Row
		key := items[i].Values.Key
		if key == "" || row.Place > 0 {
			continue
		}
		f := found[at[key]]
		if f.Err != nil {
			row.Status, row.Problem = pricelist.RowError, string(fault.CodeOf(f.Err))
			failed++
			continue
		}
		var candidates []pricelist.Facts
		var down error
		for _, product := range f.Products {
			switch t := facts[product]; {
			case t.Err != nil:
				down = t.Err
			case !t.Facts.AsOf.IsZero(): // otherwise no source knows the product
				candidates = append(candidates, t.Facts)
			}
		}
		if down != nil && len(candidates) == 0 {
			row.Status, row.Problem = pricelist.RowError, string(fault.CodeOf(down))
			failed++
			continue
		}
		row.Match(row.Best(candidates), int64(len(candidates)))
		if len(candidates) > 0 {
			matched++
		} else {
			unmatched++
		}
		if of.Values.Options.AllMatches {
			more = append(more, a.others(items[i])...)
		}
		if f, ok := row.Product(); ok && of.Values.Asks(f) {
			worth++
		}
	}
	return func(ctx context.Context, v *pricelist.Values) error {
		v.Found, v.Unmatched, v.Failed, v.Bound = v.Found+matched, v.Unmatched+unmatched, v.Failed+failed, pricelist.ByCatalog
		v.Results, v.Asked = v.Results+int64(len(more)), v.Asked+worth+int64(len(more))
		if err := a.save(ctx, items); err != nil {
			return err
		}
		return a.Items.Insert(ctx, more...)
	}, nil
}

// others returns further results of a row for its other products. They are stored after all rows,
// and matching skips them.
func (a *Analyses) others(item pricelist.Item) []pricelist.Item {
	var out []pricelist.Item
	for place := 1; place < len(item.Values.Row.Matches); place++ {
		next := item.Values
		next.Row.Place = int64(place)
		out = append(out, versioned.New[pricelist.ItemID](item.Team, next, a.Clock.Now()))
	}
	return out
}
