package orders

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

// most is how many targets one statement writes the costs of.
const most = 100

// targets are those of lines, once each.
func targets(lines []order.Receipt) (out []purchasing.CostTarget) {
	seen := map[purchasing.CostTarget]bool{}
	for _, r := range lines {
		if !seen[r.Target] && r.Target.ID != 0 {
			seen[r.Target], out = true, append(out, r.Target)
		}
	}
	return out
}

// stocked notes in lines the units that there are of their targets before them. It returns
// the targets that are live.
func (o *Orders) stocked(ctx context.Context, team id.Team, lines []order.Receipt) (map[purchasing.CostTarget]int64, error) {
	live := map[purchasing.CostTarget]int64{}
	for part := range slices.Chunk(targets(lines), most) {
		stock, err := o.Costs.Stock(ctx, team, part)
		if err != nil {
			return nil, err
		}
		maps.Copy(live, stock)
		for i := range lines {
			if n, ok := stock[lines[i].Target]; ok && lines[i].Kind == order.Arrival {
				lines[i].StockBefore = optional.Some(n)
			}
		}
	}
	return live, nil
}

// costed writes the costs of the days on which a stored order got lines: those that were
// booked, or with all of it every one, since landed costs changed.
func (o *Orders) costed(ctx context.Context, who caller.Caller, one *order.Order, lines []order.Receipt, all bool) (err error) {
	if all && one.Snapshot().Counts.Lines > 0 {
		if lines, err = o.Store.Came(ctx, who.Team, one.ID()); err != nil {
			return err
		}
	}
	touched := slices.DeleteFunc(slices.Clone(lines), func(r order.Receipt) bool { return r.Kind == order.Return || r.Target.ID == 0 })
	if len(touched) == 0 {
		return nil
	}
	// Other receipts of the targets wait from here on.
	if err := o.Goods.Hold(ctx, who.Team); err != nil {
		return err
	}
	buyer, err := o.Buyers.Buyer(ctx, who.Team)
	if err != nil {
		return err
	}
	for _, kind := range []purchasing.CostTargetKind{purchasing.CostOfProduct, purchasing.CostOfSKU} {
		for part := range slices.Chunk(targets(touched), most) {
			if err := o.cost(ctx, who, kind, part, touched, buyer.Average); err != nil {
				return err
			}
		}
	}
	return nil
}

// cost writes the costs of targets of a kind, with average those of later days too.
func (o *Orders) cost(ctx context.Context, who caller.Caller, kind purchasing.CostTargetKind, part []purchasing.CostTarget, touched []order.Receipt, average bool) error {
	var owners []int64
	first := map[purchasing.CostTarget]date.Date{}
	from := touched[0].Day
	for _, r := range touched {
		if day, ok := first[r.Target]; !ok || r.Day.Before(day) {
			first[r.Target] = r.Day
		}
		if r.Day.Before(from) {
			from = r.Day
		}
	}
	for _, t := range part {
		if t.Kind == kind {
			owners = append(owners, t.ID)
		}
	}
	if len(owners) == 0 {
		return nil
	}
	ledger, err := o.Store.Brought(ctx, who.Team, kind, owners, from)
	if err != nil {
		return err
	}
	if ledger.Prep, err = o.prep(ctx, who.Team, ledger); err != nil {
		return err
	}
	written, err := o.Costs.Receive(ctx, who, average, ledger.Costs(func(r order.Receipt) bool {
		if average {
			return !r.Day.Before(first[r.Target])
		}
		return slices.ContainsFunc(touched, func(t order.Receipt) bool { return t.Target == r.Target && t.Day == r.Day })
	}))
	if err != nil {
		return err
	}
	var news []order.Receipt
	for _, r := range ledger.Lines {
		answer, ok := written[purchasing.CostKey{Target: r.Target, Day: r.Day, Order: int64(r.Order)}]
		if ok && r.Kind != order.Return && answer != r.Cost {
			r.Cost = answer
			news = append(news, r)
		}
	}
	return o.Store.Costed(ctx, who.Team, news)
}

// prep is what warehouses take for one unit of orders that count it.
func (o *Orders) prep(ctx context.Context, team id.Team, l order.Ledger) (map[order.ID]money.Sum, error) {
	var ids []purchasing.WarehouseID
	for _, s := range l.Orders {
		if s.Values.ApplyWarehouseCosts {
			ids = append(ids, purchasing.WarehouseID(s.Values.WarehouseID))
		}
	}
	out := map[order.ID]money.Sum{}
	if len(ids) == 0 {
		return out, nil
	}
	found, err := o.Warehouses.Named(ctx, team, edit.Once(ids))
	for _, w := range found {
		costs, ok := w.Values.Costs.Get()
		for n, s := range l.Orders {
			if ok && s.Values.ApplyWarehouseCosts && s.Values.WarehouseID == int64(w.ID) {
				out[n] = costs.PerUnit()
			}
		}
	}
	return out, err
}
