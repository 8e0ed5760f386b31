package pricelist

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Order is an order that can be made of accepted rows, in one currency.
type Order struct {
	Supplier    int64
	Marketplace marketplace.ID
	Currency    money.Currency
	Lines       []OrderLine
}

// OrderLine is what of a row is ordered.
type OrderLine struct {
	Item   pricelist.ItemID
	Number int64
	pricelist.Purchase
}

// maxLines is how many items an order takes when it is made.
const maxLines = 100

// Orders are those of the accepted rows that earn most, at most so many rows, with the number of all accepted ones. Whom to buy from
// is the supplier of the list where none is named; a list without one is Rule validation_failed, an unknown one Rule not_found.
func (a *Analyses) Orders(ctx context.Context, who caller.Caller, one pricelist.ID, supplier optional.Maybe[int64], top int) ([]Order, int64, error) {
	of, err := a.Store.Find(ctx, who.Team, one)
	if err != nil {
		return nil, 0, err
	}
	named, ok := supplier.Get()
	if !ok {
		named, ok = of.Values.Supplier.Get()
	}
	if !ok {
		return nil, 0, fault.New(fault.Rule, fault.CodeValidationFailed, "The list has no supplier: say with supplier_id whom to buy from.")
	}
	if err := a.Purchasing.Supplier(ctx, who.Team, named); err != nil {
		return nil, 0, err
	}
	m, _ := marketplace.ByID(of.Values.Marketplace)
	var out []Order
	at := map[money.Currency]int{}
	accepted := int64(0)
	for r := (page.Request{Limit: min(top, 200), Count: true, Order: []page.By{{Field: "profit", Desc: true}}}); top > 0; r.Count = false {
		found, err := a.List(ctx, who, of, Filter{Verdicts: []pricelist.Verdict{pricelist.Accept}}, r)
		if err != nil {
			return nil, 0, err
		}
		accepted = optional.Convert(found.Totals, func(t ports.Totals) int64 { return t.Count }).Or(accepted)
		for _, j := range found.Items {
			row := j.Item.Values.Row
			p, ok := row.Purchase(j.Result.Costing, m.Currency)
			if !ok || top == 0 {
				continue
			}
			top--
			place, begun := at[p.Currency]
			if !begun || len(out[place].Lines) == maxLines {
				place = len(out)
				at[p.Currency] = place
				out = append(out, Order{Supplier: named, Marketplace: m.ID, Currency: p.Currency})
			}
			out[place].Lines = append(out[place].Lines, OrderLine{j.Item.ID, row.Number, p})
		}
		if r.After = found.Next; r.After == nil {
			break
		}
	}
	return out, accepted, nil
}
