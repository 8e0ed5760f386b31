package pricelist

import (
	"context"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Judged has a row with its result.
type Judged struct {
	Item   pricelist.Item
	Result pricelist.Result
	// InOrder names an open purchase order with the product.
	InOrder optional.Maybe[int64]
	Noted   ports.Noted
}

// Results has a page of rows by the expenses that are shown.
type Results struct {
	Analysis pricelist.Analysis
	page.Page[Judged]
	// Totals has a value if the request counts.
	Totals optional.Maybe[pricelist.Totals]
}

// List reads results of an analysis that was found. It finds break-even prices only for the page. A
// page that continues a list is Invalid invalid_cursor once other expenses count.
func (a *Analyses) List(ctx context.Context, who caller.Caller, of pricelist.Analysis, f pricelist.Filter, r page.Request) (Results, error) {
	out, err := a.lines(ctx, of, f, r, true)
	if err != nil {
		return Results{}, err
	}
	return out, a.surround(ctx, who.Team, of.Values.Marketplace, out.Items)
}

// lines reads a page of rows and calculates their results. solve asks for break-even prices.
func (a *Analyses) lines(ctx context.Context, of pricelist.Analysis, f pricelist.Filter, r page.Request, solve bool) (Results, error) {
	out := Results{Analysis: of}
	found, totals, err := a.Items.Lines(ctx, of.Team, of.ID, of.Values.ShownVersion, f, r)
	if err != nil {
		return out, err
	}
	if r.Count {
		out.Totals = optional.Some(totals)
	}
	items, err := a.Items.Named(ctx, of.Team, found.Items)
	if err != nil {
		return out, err
	}
	place := map[pricelist.ItemID]int{}
	for i, item := range found.Items {
		place[item] = i
	}
	slices.SortFunc(items, func(x, y pricelist.Item) int { return place[x.ID] - place[y.ID] })
	out.Next, out.Total = found.Next, found.Total
	out.Items, err = a.judge(ctx, of.Team, of.Values, of.Values.ShownExpenses, items, solve)
	return out, err
}

// surround adds the open purchase orders and the notes of products.
func (a *Analyses) surround(ctx context.Context, team id.Team, m marketplace.ID, shown []Judged) error {
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
	if err != nil {
		return err
	}
	notes, err := a.Notes(ctx, team, m, products)
	for product, rows := range at {
		order, ordered := orders[product]
		for _, i := range rows {
			if shown[i].Noted = notes[product]; ordered {
				shown[i].InOrder = optional.Some(order)
			}
		}
	}
	return err
}

// judgedTogether bounds the rows of one goroutine, judgedAside the goroutines that run at a time.
const judgedTogether, judgedAside = 125, 4

// judge calculates the results of rows; the status of a row shows a pack that does not fit.
func (a *Analyses) judge(
	ctx context.Context, team id.Team, v pricelist.Values, by pricelist.Expenses, items []pricelist.Item, solve bool,
) ([]Judged, error) {
	m, _ := marketplace.ByID(v.Marketplace)
	known, doubt, err := a.vats(ctx, team, m, items)
	if err != nil {
		return nil, err
	}
	evaluate := func(sales []pricelist.Sale) ([]pricelist.Earnings, error) {
		for i := range sales {
			sales[i].KnownVAT, sales[i].VATDoubt = known[sales[i].Facts.ASIN], doubt
		}
		return a.Research(m, sales)
	}
	out := make([]Judged, len(items))
	var g errgroup.Group
	g.SetLimit(judgedAside)
	for from := 0; from < len(items); from += judgedTogether {
		some, to := items[from:min(from+judgedTogether, len(items))], out[from:]
		g.Go(func() error {
			rows := make([]pricelist.Row, len(some))
			for i := range some {
				rows[i] = some[i].Values.Row
			}
			results, err := v.Judge(rows, by, solve, evaluate)
			if err != nil {
				return err
			}
			for i, item := range some {
				item.Values.Row = rows[i]
				to[i] = Judged{Item: item, Result: results[i]}
			}
			return nil
		})
	}
	return out, g.Wait()
}

// vats reads the VAT of the rows' products, and the doubt about it, if prices contain tax.
func (a *Analyses) vats(
	ctx context.Context, team id.Team, m marketplace.Marketplace, items []pricelist.Item,
) (known map[asin.ASIN]pricelist.KnownVAT, doubt string, err error) {
	if m.Untaxed {
		return nil, "", nil
	}
	seen := map[asin.ASIN]bool{}
	for i := range items {
		if f, ok := items[i].Values.Row.Product(); ok {
			seen[f.ASIN] = true
		}
	}
	if len(seen) == 0 {
		return nil, "", nil
	}
	if doubt, err = a.Teams.VATDoubt(ctx, team, m); err != nil {
		return nil, "", err
	}
	known, err = a.Inventory(ctx, team, m.ID, slices.Collect(maps.Keys(seen)))
	return known, doubt, err
}

// put stores the results of rows by a version of the expenses.
func (a *Analyses) put(ctx context.Context, team id.Team, v pricelist.Values, version int64, by pricelist.Expenses, items []pricelist.Item) ([]Judged, error) {
	judged, err := a.judge(ctx, team, v, by, items, false)
	if err != nil {
		return nil, err
	}
	lines := make([]pricelist.Line, len(judged))
	for i, j := range judged {
		lines[i] = pricelist.NewLine(j.Item, j.Result, version)
	}
	return judged, a.Items.Put(ctx, team, lines...)
}

// Item reads a row of an analysis with its result. An absent analysis, or a row of another one, is
// fault.Missing.
func (a *Analyses) Item(
	ctx context.Context, who caller.Caller, list pricelist.ID, row pricelist.ItemID,
) (Judged, error) {
	found, err := a.Store.Find(ctx, who.Team, list)
	if err != nil {
		return Judged{}, err
	}
	items, err := a.Items.Named(ctx, who.Team, []pricelist.ItemID{row})
	if err != nil {
		return Judged{}, err
	}
	if len(items) == 0 || items[0].Values.Analysis != list {
		return Judged{}, fault.Missing()
	}
	shown, err := a.judge(ctx, who.Team, found.Values, found.Values.ShownExpenses, items, true)
	if err != nil {
		return Judged{}, err
	}
	err = a.surround(ctx, who.Team, found.Values.Marketplace, shown)
	return shown[0], err
}

// EditItem changes figures of a row and answers its result. Faults: Missing, StaleVersion, Rule of
// Row.Edit.
func (a *Analyses) EditItem(ctx context.Context, who caller.Caller, of pricelist.ID, one pricelist.ItemID, p pricelist.EditPatch, ifMatch *int64) (Judged, error) {
	shown := make([]Judged, 1)
	at := marketplace.ID("")
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		list, err := a.Store.Locked(ctx, who.Team, of)
		if err != nil {
			return err
		}
		at = list.Values.Marketplace
		shown[0], err = a.editItem(ctx, who, list, one, p, ifMatch)
		return err
	})
	if err != nil {
		return Judged{}, err
	}
	err = a.surround(ctx, who.Team, at, shown)
	return shown[0], err
}

// editItem changes a row of a list that is locked.
func (a *Analyses) editItem(ctx context.Context, who caller.Caller, list pricelist.Analysis, one pricelist.ItemID, p pricelist.EditPatch, ifMatch *int64) (Judged, error) {
	item, err := a.Items.Locked(ctx, who.Team, list.ID, one)
	if err != nil {
		return Judged{}, err
	}
	if ifMatch != nil && *ifMatch != item.Version {
		return Judged{}, fault.StaleVersion()
	}
	v := list.Values
	m, _ := marketplace.ByID(v.Marketplace)
	next := item.Values
	if err := next.Row.Edit(p, m.Currency); err != nil {
		return Judged{}, err
	}
	shown, err := a.judge(ctx, who.Team, v, v.ShownExpenses, []pricelist.Item{item.With(next, a.Clock.Now())}, true)
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
		// A row that the new calculation has not reached yet includes the edit later.
		if version != v.ShownVersion && v.Recounted < item.ID {
			continue
		}
		if _, err := a.put(ctx, who.Team, v, version, by, []pricelist.Item{shown[0].Item}); err != nil {
			return Judged{}, err
		}
	}
	return shown[0], nil
}
