package pricelist

import (
	"context"
	"encoding/json"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/jobs"
)

// offer writes offers of all accepted rows. Another run writes the same again.
func (a *Analyses) offer(ctx context.Context, j jobs.Job) error {
	var args jobArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	of, err := a.Store.Find(ctx, j.Team, args.Analysis)
	supplier, named := of.Values.Supplier.Get()
	if fault.Is(err, fault.CodeNotFound) || err == nil && !named {
		return nil
	}
	if err != nil {
		return err
	}
	m, _ := marketplace.ByID(of.Values.Marketplace)
	who := caller.Caller{Team: j.Team, User: of.Values.User}
	for r := (page.Request{Limit: maxLines, Order: []page.By{{Field: "row_number"}}}); ; {
		found, err := a.List(ctx, who, of, Filter{Verdicts: []pricelist.Verdict{pricelist.Accept}}, r)
		if err != nil {
			return err
		}
		var all []pricelist.Purchase
		for _, one := range found.Items {
			row := one.Item.Values.Row
			if p, ok := row.Purchase(one.Result.Costing, m.Currency); ok {
				all = append(all, p)
			}
		}
		if err := a.Purchasing.Offer(ctx, who, supplier, m.ID, all); err != nil {
			return err
		}
		if r.After = found.Next; r.After == nil {
			return nil
		}
	}
}
