package orders

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/jobs"
)

// most bounds the targets of a change that writes costs in its own transaction, and the targets of
// one statement.
const most = 100

// CostKind names the job that writes the costs of orders with more targets.
const CostKind = "purchasing.cost"

// costJob has the arguments of the job: the order, and its user.
type costJob struct {
	Order order.ID `json:"order"`
	User  id.User  `json:"user"`
}

// targets returns the targets of lines, once each.
func targets(lines []order.Receipt) (out []purchasing.CostTarget) {
	seen := map[purchasing.CostTarget]bool{}
	for _, r := range lines {
		if !seen[r.Target] && r.Target.ID != 0 {
			seen[r.Target], out = true, append(out, r.Target)
		}
	}
	return out
}

// stocked sets in lines the stock of their targets before them. It returns the live targets.
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

// costed writes the costs of the days on which a stored order got lines: the booked lines, or with
// all every line, because landed costs changed. items has the loaded items of the order. Costs of
// many targets are left to a job, which ends in the transaction that writes the last of them.
func (o *Orders) costed(ctx context.Context, who caller.Caller, one *order.Order, items []*order.Item, lines []order.Receipt, all bool) (err error) {
	if all && one.Snapshot().Counts.Lines > 0 {
		if lines, err = o.Store.Came(ctx, who.Team, one.ID()); err != nil {
			return err
		}
	}
	touched := written(lines)
	named := targets(touched)
	if len(named) <= most {
		known := order.Ledger{Items: map[order.ItemID]order.ItemSnapshot{}, Orders: map[order.ID]order.Snapshot{one.ID(): one.Snapshot()}}
		for _, item := range items {
			known.Items[item.ID()] = item.Snapshot()
		}
		return o.writeCosts(ctx, who, named, touched, known)
	}
	one.LeaveCosts()
	if err := o.Store.Costing(ctx, who.Team, one.ID(), true); err != nil {
		return err
	}
	args, err := json.Marshal(costJob{one.ID(), who.User})
	if err != nil {
		return err
	}
	_, err = o.Queue.Enqueue(ctx, jobs.Request{
		Kind: CostKind, Team: who.Team, Args: args, Unique: strconv.FormatInt(int64(one.ID()), 10), Queue: jobs.Urgent, Attempts: jobs.MaxAttempts,
	})
	return err
}

// spread reads the receipt lines of items with a changed unit cost, because a surplus was added or
// removed.
func (o *Orders) spread(ctx context.Context, team id.Team, c *change) (lines []order.Receipt, err error) {
	for _, item := range c.items {
		if !item.Spread() {
			continue
		}
		earlier, err := o.Store.Receipts(ctx, team, item.ID())
		if err != nil {
			return nil, err
		}
		lines = append(lines, earlier...)
	}
	return lines, nil
}

// written returns the lines that count in costs.
func written(lines []order.Receipt) []order.Receipt {
	return slices.DeleteFunc(slices.Clone(lines), func(r order.Receipt) bool { return r.Kind == order.Return || r.Target.ID == 0 })
}

// Cost runs a job: it writes the costs of an order, some targets in each transaction. It keeps
// written costs, so that a run can be repeated; a change of the order starts it again from the
// beginning.
func (o *Orders) Cost(ctx context.Context, j jobs.Job) error {
	var in costJob
	if err := json.Unmarshal(j.Args, &in); err != nil {
		return jobs.Dead(err)
	}
	who := caller.Caller{Team: j.Team, User: in.User}
	var touched []order.Receipt
	var left []purchasing.CostTarget
	for version := int64(0); ; {
		done := false
		err := o.On.InTx(ctx, func(ctx context.Context) error {
			one, err := o.lock(ctx, j.Team, in.Order, nil)
			if err != nil && !fault.Is(err, fault.CodeNotFound) {
				return err
			}
			if done = err != nil || !one.Snapshot().Costing; done {
				return j.Finish(ctx)
			}
			if one.Version() != version {
				lines, err := o.Store.Came(ctx, j.Team, in.Order)
				if err != nil {
					return err
				}
				version, touched = one.Version(), written(lines)
				left = targets(touched)
			}
			if err := o.tryCosts(ctx, who, left[:min(most, len(left))], touched); err != nil {
				return err
			}
			if done = len(left) <= most; !done {
				return nil
			}
			if err := o.Store.Costing(ctx, j.Team, in.Order, false); err != nil {
				return err
			}
			return j.Finish(ctx)
		})
		if err != nil || done {
			return err
		}
		left = left[most:]
	}
}

// tryCosts writes costs that no caller waits for. It does not write the costs of a target if its
// warehouse charges in another currency, and notes that in the target's lines.
func (o *Orders) tryCosts(ctx context.Context, who caller.Caller, named []purchasing.CostTarget, touched []order.Receipt) error {
	err := o.On.InTx(ctx, func(ctx context.Context) error { return o.writeCosts(ctx, who, named, touched, order.Ledger{}) })
	if e, ok := fault.As(err); !ok || e.Kind != fault.Rule {
		return err
	}
	if len(named) > 1 {
		for part := range slices.Chunk(named, (len(named)+1)/2) {
			if err := o.tryCosts(ctx, who, part, touched); err != nil {
				return err
			}
		}
		return nil
	}
	refused := slices.DeleteFunc(slices.Clone(touched), func(r order.Receipt) bool { return r.Target != named[0] })
	for i := range refused {
		refused[i].Cost = purchasing.CostAnswer{Note: "currency"}
	}
	return o.Store.Costed(ctx, who.Team, refused)
}

// writeCosts writes the costs of targets on the days of the lines; known has orders and items that
// need no read.
func (o *Orders) writeCosts(ctx context.Context, who caller.Caller, named []purchasing.CostTarget, touched []order.Receipt, known order.Ledger) error {
	if len(named) == 0 {
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
		if err := o.cost(ctx, who, kind, named, touched, known, buyer.Average); err != nil {
			return err
		}
	}
	return nil
}

// cost writes the costs of targets of a kind, with average also the costs of later days.
func (o *Orders) cost(ctx context.Context, who caller.Caller, kind purchasing.CostTargetKind, part []purchasing.CostTarget, touched []order.Receipt, known order.Ledger,
	average bool,
) error {
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
	ledger, err := o.Store.Brought(ctx, who.Team, kind, owners, from, known)
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

// prep returns the warehouses' charge for one unit of orders that count it.
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
