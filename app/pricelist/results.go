package pricelist

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
	"sellingassistant/ports/tx"
)

// Filter chooses results.
type Filter = ports.Filter

// Totals are sums of results.
type Totals = ports.Totals

// Range is of figures of results.
type Range = ports.Range

// Judged is a row with its result.
type Judged struct {
	Item   pricelist.Item
	Result pricelist.Result
	// InOrder is an open purchase order with the product.
	InOrder optional.Maybe[int64]
}

// Results are a page of rows by the expenses that are shown.
type Results struct {
	Analysis pricelist.Analysis
	page.Page[Judged]
	// Totals are counted where the request counts.
	Totals optional.Maybe[ports.Totals]
}

// List reads results of an analysis that was found. Break-even prices are solved for the page alone. A page that goes on is
// Invalid invalid_cursor once other expenses count.
func (a *Analyses) List(ctx context.Context, who caller.Caller, of pricelist.Analysis, f ports.Filter, r page.Request) (Results, error) {
	one, out := of.ID, Results{Analysis: of}
	lines, err := a.Items.Lines(ctx, who.Team, one, of.Values.ShownVersion, f, r)
	if err != nil {
		return Results{}, err
	}
	if r.Count {
		totals, err := a.Items.Totals(ctx, who.Team, one, of.Values.ShownVersion, f)
		if err != nil {
			return Results{}, err
		}
		out.Totals = optional.Some(totals)
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
	if out.Items, err = a.judge(of.Values, of.Values.ShownExpenses, items, true); err != nil {
		return Results{}, err
	}
	return out, a.ordered(ctx, who.Team, out.Items)
}

// ordered says which products are in an open purchase order.
func (a *Analyses) ordered(ctx context.Context, team id.Team, shown []Judged) error {
	var products []asin.ASIN
	at := map[asin.ASIN][]int{}
	for i := range shown {
		if f, ok := shown[i].Item.Values.Row.Product(); ok {
			if at[f.ASIN] == nil {
				products = append(products, f.ASIN)
			}
			at[f.ASIN] = append(at[f.ASIN], i)
		}
	}
	orders, err := a.Purchasing.OrdersOf(ctx, team, products)
	for product, order := range orders {
		for _, i := range at[product] {
			shown[i].InOrder = optional.Some(order)
		}
	}
	return err
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
		out[i] = Judged{Item: item, Result: results[i]}
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
	edited, err := a.editItem(ctx, who, of, one, p, ifMatch)
	if err != nil {
		return Judged{}, err
	}
	shown := []Judged{edited}
	err = a.ordered(ctx, who.Team, shown)
	return shown[0], err
}

func (a *Analyses) editItem(ctx context.Context, who caller.Caller, of pricelist.ID, one pricelist.ItemID, p pricelist.EditPatch, ifMatch *int64) (Judged, error) {
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
func (a *Analyses) EditExpenses(ctx context.Context, who caller.Caller, one pricelist.ID, p pricelist.ExpensesPatch, ifMatch *int64) (Shown, error) {
	of, err := a.editExpenses(ctx, who, one, p, ifMatch)
	if err != nil {
		return Shown{}, err
	}
	return a.show(ctx, of)
}

func (a *Analyses) editExpenses(ctx context.Context, who caller.Caller, one pricelist.ID, p pricelist.ExpensesPatch, ifMatch *int64) (pricelist.Analysis, error) {
	return tx.Value(ctx, a.Tx, func(ctx context.Context) (pricelist.Analysis, error) {
		of, err := a.Store.Locked(ctx, who.Team, one)
		if err != nil {
			return of, err
		}
		if ifMatch != nil && *ifMatch != of.Version {
			return of, fault.StaleVersion()
		}
		v := of.Values
		m, _ := marketplace.ByID(v.Marketplace)
		next, err := a.expenses(ctx, who.Team, v.Expenses, p, m.Currency)
		if err != nil {
			return of, err
		}
		changed, err := v.Spend(next)
		if err != nil || !changed {
			return of, err
		}
		if v.Stage.Running() {
			of = of.With(v, a.Clock.Now())
			return of, a.Store.Save(ctx, of)
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
