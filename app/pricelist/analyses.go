package pricelist

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/pricelist"
	"sellingassistant/ports/tx"
)

// Parts are what analyses need.
type Parts struct {
	Tx          tx.Runner
	Store       ports.Analyses
	Items       ports.Items
	Matcher     ports.Matcher
	Market      ports.Market
	Permissions ports.Permissions
	Research    ports.Research
	Teams       ports.Teams
	Queue       jobs.Queue
	Clock       clock.Clock
}

// Analyses are the use cases of price lists.
type Analyses struct{ Parts }

// New takes what analyses need.
func New(p Parts) *Analyses { return &Analyses{p} }

// Draft is an analysis to be started. Expenses are laid over the defaults of the team.
type Draft struct {
	Name string
	marketplace.Choice
	Values   pricelist.Values
	Expenses pricelist.ExpensesPatch
}

// Start stores rows and asks for their analysis, in one transaction. Faults: Invalid for the marketplace, Rule for expenses and
// limit_reached, Limited too_many_running.
func (a *Analyses) Start(ctx context.Context, who caller.Caller, d Draft, rows []pricelist.Input) (pricelist.Analysis, error) {
	m, err := d.Resolve()
	if err != nil {
		return pricelist.Analysis{}, err
	}
	defaults, err := a.Teams.Defaults(ctx, who.Team, m.Currency)
	if err != nil {
		return pricelist.Analysis{}, err
	}
	limit, err := a.Teams.RowsMonth(ctx, who.Team)
	if err != nil {
		return pricelist.Analysis{}, err
	}
	v := d.Values
	if v.Expenses, err = defaults.Over(pricelist.Expenses{}); err != nil {
		return pricelist.Analysis{}, err
	}
	if v.Expenses, err = d.Expenses.Over(v.Expenses); err != nil {
		if broken, ok := fault.As(err); ok {
			err = broken.Under("/expenses")
		}
		return pricelist.Analysis{}, err
	}
	now := a.Clock.Now()
	v.Name, v.Marketplace, v.User, v.Stage, v.Rows, v.ExpensesVersion = d.Name, m.ID, who.User, pricelist.Queued, int64(len(rows)), 1
	if v.Currency == "" {
		v.Currency = m.Currency
	}
	v.Show()
	return tx.Value(ctx, a.Tx, func(ctx context.Context) (pricelist.Analysis, error) {
		made := versioned.New[pricelist.ID](who.Team, v, now)
		if err := a.admit(ctx, made, limit); err != nil {
			return made, err
		}
		if made.ID, err = a.Store.Insert(ctx, made); err != nil {
			return made, err
		}
		number := int64(0)
		for part := range slices.Chunk(rows, pricelist.Chunk) {
			items := make([]pricelist.Item, len(part))
			for i, in := range part {
				number++
				items[i] = versioned.New[pricelist.ItemID](who.Team, pricelist.ItemValues{
					Analysis: made.ID, Row: pricelist.Row{Number: number, Input: in, Status: pricelist.Pending},
				}, now)
			}
			if err := a.Items.Insert(ctx, items...); err != nil {
				return made, err
			}
		}
		return made, a.enqueue(ctx, AnalyzeJob, made)
	})
}

func (a *Analyses) admit(ctx context.Context, made pricelist.Analysis, limit int64) error {
	if err := a.Store.Hold(ctx, made.Team); err != nil {
		return err
	}
	running, err := a.Store.Running(ctx, made.Team)
	if err != nil {
		return err
	}
	year, month, _ := made.CreatedAt.UTC().Date()
	counted, err := a.Store.RowsSince(ctx, made.Team, time.Date(year, month, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		return err
	}
	return pricelist.Admit(running, made.Values.Rows, counted, limit)
}

// enqueue asks for a job about an analysis.
func (a *Analyses) enqueue(ctx context.Context, kind string, of pricelist.Analysis) error {
	args, err := json.Marshal(jobArgs{of.ID})
	if err != nil {
		return err
	}
	_, err = a.Queue.Enqueue(ctx, jobs.Request{Kind: kind, Team: of.Team, Args: args, Unique: strconv.FormatInt(int64(of.ID), 10), Queue: jobs.Bulk})
	return err
}

// Get reads an analysis.
func (a *Analyses) Get(ctx context.Context, who caller.Caller, one pricelist.ID) (pricelist.Analysis, error) {
	return a.Store.Find(ctx, who.Team, one)
}

// Judged is a row with its result.
type Judged struct {
	Item   pricelist.Item
	Result pricelist.Result
}

// Results are a page of rows by the expenses that are shown.
type Results struct {
	Analysis pricelist.Analysis
	page.Page[Judged]
	Totals ports.Totals
}

// List reads results. Break-even prices are found for the page alone.
func (a *Analyses) List(ctx context.Context, who caller.Caller, one pricelist.ID, f ports.Filter, r page.Request) (Results, error) {
	of, err := a.Store.Find(ctx, who.Team, one)
	if err != nil {
		return Results{}, err
	}
	out := Results{Analysis: of}
	lines, err := a.Items.Lines(ctx, who.Team, one, of.Values.ShownVersion, f, r)
	if err != nil {
		return Results{}, err
	}
	if out.Totals, err = a.Items.Totals(ctx, who.Team, one, of.Values.ShownVersion, f); err != nil {
		return Results{}, err
	}
	ids := make([]pricelist.ItemID, len(lines.Items))
	for i, l := range lines.Items {
		ids[i] = l.Item
	}
	items, err := a.Items.Named(ctx, who.Team, ids)
	if err != nil {
		return Results{}, err
	}
	place := map[pricelist.ItemID]int{}
	for i, l := range ids {
		place[l] = i
	}
	slices.SortFunc(items, func(x, y pricelist.Item) int { return place[x.ID] - place[y.ID] })
	out.Next, out.Total = lines.Next, lines.Total
	out.Items, err = a.judge(of.Values, of.Values.ShownExpenses, items, true)
	return out, err
}

// judge counts rows; a pack that does not fit shows in the status of the row.
func (a *Analyses) judge(v pricelist.Values, by pricelist.Expenses, items []pricelist.Item, solve bool) ([]Judged, error) {
	m, _ := marketplace.ByID(v.Marketplace)
	rows := make([]pricelist.Row, len(items))
	for i := range items {
		rows[i] = items[i].Values.Row
	}
	results, err := v.Judge(rows, by, solve, func(sales []pricelist.Sale) ([]pricelist.Earnings, error) { return a.Research.Evaluate(m, sales) })
	if err != nil {
		return nil, err
	}
	out := make([]Judged, len(items))
	for i, item := range items {
		item.Values.Row = rows[i]
		out[i] = Judged{item, results[i]}
	}
	return out, nil
}

// put stores the results of rows by a version of the expenses.
func (a *Analyses) put(ctx context.Context, team id.Team, v pricelist.Values, version int64, by pricelist.Expenses, items []pricelist.Item) ([]Judged, error) {
	judged, err := a.judge(v, by, items, false)
	if err != nil {
		return nil, err
	}
	lines := make([]pricelist.Line, len(judged))
	for i, j := range judged {
		lines[i] = pricelist.NewLine(j.Item, j.Result, version)
	}
	return judged, a.Items.Put(ctx, team, lines...)
}

// EditItem changes figures of a row and answers its result. Faults: Missing, StaleVersion, Rule of Row.Edit.
func (a *Analyses) EditItem(ctx context.Context, who caller.Caller, of pricelist.ID, one pricelist.ItemID, p pricelist.EditPatch, ifMatch *int64) (Judged, error) {
	return tx.Value(ctx, a.Tx, func(ctx context.Context) (Judged, error) {
		list, err := a.Store.Locked(ctx, who.Team, of)
		if err != nil {
			return Judged{}, err
		}
		item, err := a.Items.Locked(ctx, who.Team, of, one)
		if err != nil {
			return Judged{}, err
		}
		if ifMatch != nil && *ifMatch != item.Version {
			return Judged{}, fault.StaleVersion()
		}
		m, _ := marketplace.ByID(list.Values.Marketplace)
		next := item.Values
		if err := next.Row.Edit(p, m.Currency); err != nil {
			return Judged{}, err
		}
		v := list.Values
		shown, err := a.judge(v, v.ShownExpenses, []pricelist.Item{item.With(next, a.Clock.Now())}, true)
		if err != nil {
			return Judged{}, err
		}
		if next.Row.Edits == item.Values.Row.Edits && next.Row.Liked == item.Values.Row.Liked {
			shown[0].Item = item
			return shown[0], nil
		}
		if err := a.Items.Save(ctx, shown[0].Item); err != nil {
			return Judged{}, err
		}
		for version, by := range map[int64]pricelist.Expenses{v.ShownVersion: v.ShownExpenses, v.ExpensesVersion: v.Expenses} {
			// A row that the new count has not come to is counted with the edit when it does.
			if version != v.ShownVersion && v.Recounted < item.ID {
				continue
			}
			if _, err := a.put(ctx, who.Team, v, version, by, []pricelist.Item{shown[0].Item}); err != nil {
				return Judged{}, err
			}
		}
		return shown[0], nil
	})
}

// EditExpenses changes the expenses of an analysis: up to pricelist.Direct rows are counted again at once, more by a job.
func (a *Analyses) EditExpenses(ctx context.Context, who caller.Caller, one pricelist.ID, p pricelist.ExpensesPatch, ifMatch *int64) (pricelist.Analysis, error) {
	return tx.Value(ctx, a.Tx, func(ctx context.Context) (pricelist.Analysis, error) {
		of, err := a.Store.Locked(ctx, who.Team, one)
		if err != nil {
			return of, err
		}
		if ifMatch != nil && *ifMatch != of.Version {
			return of, fault.StaleVersion()
		}
		v := of.Values
		changed, err := v.Patch(p)
		if err != nil || !changed {
			return of, err
		}
		if err := a.Items.Forget(ctx, who.Team, one, v.ShownVersion); err != nil {
			return of, err
		}
		if v.Rows > pricelist.Direct {
			of = of.With(v, a.Clock.Now())
			if err := a.Store.Save(ctx, of); err != nil {
				return of, err
			}
			return of, a.enqueue(ctx, RecountJob, of)
		}
		for more := true; more; {
			if more, err = a.recount(ctx, who.Team, one, &v); err != nil {
				return of, err
			}
		}
		of = of.With(v, a.Clock.Now())
		return of, a.Store.Save(ctx, of)
	})
}

// recount counts a chunk by the newest expenses; behind the last one they are shown.
func (a *Analyses) recount(ctx context.Context, team id.Team, of pricelist.ID, v *pricelist.Values) (more bool, err error) {
	items, err := a.Items.After(ctx, team, of, v.Recounted, pricelist.Chunk)
	if err != nil {
		return false, err
	}
	if len(items) == 0 {
		v.Show()
		return false, a.Items.Forget(ctx, team, of, v.ShownVersion)
	}
	v.Recounted = items[len(items)-1].ID
	_, err = a.put(ctx, team, *v, v.ExpensesVersion, v.Expenses, items)
	return true, err
}
