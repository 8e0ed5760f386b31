package pricelist

import (
	"context"
	"encoding/json"
	"slices"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/pricelist"
)

// acceptedAtOnce bounds the rows that are looked up at once: each time, all of the list is looked
// at.
const acceptedAtOnce = 2_000

// accepted calls do for all accepted rows of the analysis of a job, some at a time. It does nothing
// for a missing analysis.
func (a *Analyses) accepted(ctx context.Context, j jobs.Job, do func(ctx context.Context, of pricelist.Analysis, rows []Judged) error) error {
	var args jobArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	of, err := a.Store.Find(ctx, j.Team, args.Analysis)
	if fault.Is(err, fault.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for r := (page.Request{Limit: acceptedAtOnce, Order: []page.By{{Field: "row_number"}}}); ; {
		found, err := a.lines(ctx, of, pricelist.Filter{Verdicts: []pricelist.Verdict{pricelist.Accept}}, r, false)
		if err != nil {
			return err
		}
		for some := range slices.Chunk(found.Items, maxLines) {
			if err := do(ctx, of, some); err != nil {
				return err
			}
		}
		if r.After = found.Next; r.After == nil {
			return nil
		}
	}
}

// offer writes offers of all accepted rows. A repeated run writes the same offers.
func (a *Analyses) offer(ctx context.Context, j jobs.Job) error {
	return a.accepted(ctx, j, func(ctx context.Context, of pricelist.Analysis, rows []Judged) error {
		supplier, named := of.Values.Supplier.Get()
		if !named {
			return nil
		}
		m, _ := marketplace.ByID(of.Values.Marketplace)
		var all []pricelist.Purchase
		for _, one := range rows {
			p, ok := one.Item.Values.Row.Purchase(one.Result.Costing, m.Currency, pricelist.Need{}, pricelist.Supply{})
			if ok {
				all = append(all, p)
			}
		}
		return a.Purchasing.Offer(ctx, caller.Caller{Team: j.Team, User: of.Values.User}, supplier, m.ID, all)
	})
}

// record adds all accepted products to the product history. Another run adds the products that the
// first has not.
func (a *Analyses) record(ctx context.Context, j jobs.Job) error {
	return a.accepted(ctx, j, func(ctx context.Context, of pricelist.Analysis, rows []Judged) error {
		var products []ports.Accepted
		for _, one := range rows {
			f, _ := one.Item.Values.Row.Product() // an accepted row has a product
			earned, c := one.Result.Earned(), one.Result.Costing
			products = append(products, ports.Accepted{ASIN: f.ASIN, Title: f.Title, Price: c.Price, Cost: c.Cost, Profit: earned.Profit, ROI: earned.ROI})
		}
		return a.Feed(ctx, of.Team, of.Values.User, of.ID, of.Values.Marketplace, products)
	})
}
