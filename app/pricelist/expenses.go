package pricelist

import (
	"context"
	"errors"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/tx"
)

// EditExpenses changes the expenses of an analysis: it recalculates up to pricelist.Direct rows at
// once; a job recalculates more.
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

// recount counts a chunk by the newest expenses; after the last chunk they are shown.
func (a *Analyses) recount(ctx context.Context, team id.Team, of pricelist.ID, v *pricelist.Values) (more bool, err error) {
	items, err := a.Items.After(ctx, team, of, v.Recounted, pricelist.RecountedAtOnce)
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

// stepRecount recalculates a chunk.
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
