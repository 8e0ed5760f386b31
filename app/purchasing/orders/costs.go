package orders

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/purchasing"
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

// leaveCosts enqueues the job that writes the costs of all receipts of an order.
func (o *Orders) leaveCosts(ctx context.Context, who caller.Caller, one *order.Order) error {
	one.LeaveCosts()
	if err := o.Store.Costing(ctx, who.Team, one.ID(), true); err != nil {
		return err
	}
	r, err := CostRequest(who, one.ID())
	if err != nil {
		return err
	}
	_, err = o.Queue.Enqueue(ctx, r)
	return err
}

// CostRequest asks for the job that writes the costs of all receipts of an order.
func CostRequest(who caller.Caller, costing order.ID) (jobs.Request, error) {
	args, err := json.Marshal(costJob{costing, who.User})
	return jobs.Request{
		Kind: CostKind, Team: who.Team, Args: args, Unique: strconv.FormatInt(int64(costing), 10), Queue: jobs.Urgent,
		Attempts: jobs.MaxAttempts,
	}, err
}

// recosted reads the stored receipt lines with a changed landed cost: with all every line of the
// order, otherwise the lines of items that got or lost a surplus.
func (o *Orders) recosted(ctx context.Context, team id.Team, c *change, all bool) (lines []order.Receipt, err error) {
	if all {
		if c.order.Snapshot().Counts.Lines == int64(len(c.lines)) {
			return nil, nil
		}
		return o.Store.Came(ctx, team, c.order.ID())
	}
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
	err := o.On.InTx(ctx, func(ctx context.Context) error { return o.writeCosts(ctx, who, named, touched) })
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

// writeCosts writes the costs of targets on the days of stored lines. Other receipts of the targets
// wait.
func (o *Orders) writeCosts(
	ctx context.Context, who caller.Caller, named []purchasing.CostTarget, touched []order.Receipt,
) error {
	if len(named) == 0 {
		return nil
	}
	t, err := o.Inventory.Take(ctx, who, named)
	if err != nil {
		return err
	}
	buyer, err := o.Teams.Buyer(ctx, who.Team)
	if err != nil {
		return err
	}
	if err := o.costs(ctx, who.Team, t, buyer.Average, named, touched, nil, order.Ledger{}); err != nil {
		return err
	}
	return t.Write(ctx, nil)
}

// costs finds the costs of taken targets on the days of the touched lines; with average also the
// costs of later days. It notes in lines whether they count: in fresh lines, which are not stored
// yet, and in stored lines. known has orders and items that need no read.
func (o *Orders) costs(
	ctx context.Context, team id.Team, t ports.Taken, average bool, named []purchasing.CostTarget,
	touched, fresh []order.Receipt, known order.Ledger,
) error {
	days := map[purchasing.CostTarget][]date.Date{}
	from := touched[0].Day
	for _, r := range touched {
		days[r.Target] = append(days[r.Target], r.Day)
		if r.Day.Before(from) {
			from = r.Day
		}
	}
	wanted := func(r order.Receipt) bool {
		return slices.ContainsFunc(days[r.Target], func(d date.Date) bool { return d == r.Day || average && d.Before(r.Day) })
	}
	var all []purchasing.TargetCosts
	var stored []order.Receipt
	for _, kind := range []purchasing.CostTargetKind{purchasing.CostOfProduct, purchasing.CostOfSKU} {
		var owners []int64
		for _, t := range named {
			if t.Kind == kind {
				owners = append(owners, t.ID)
			}
		}
		if len(owners) == 0 {
			continue
		}
		ledger, err := o.Store.Brought(ctx, team, kind, owners, from, known)
		if err != nil {
			return err
		}
		stored = append(stored, ledger.Lines...)
		for _, r := range fresh {
			if r.Target.Kind == kind && r.Target.ID != 0 {
				ledger.Lines = append(ledger.Lines, r)
				ledger.Items[r.Item], ledger.Orders[r.Order] = known.Items[r.Item], known.Orders[r.Order]
			}
		}
		if ledger.Prep, err = o.prep(ctx, team, ledger); err != nil {
			return err
		}
		all = append(all, ledger.Costs(wanted)...)
	}
	answers, err := t.Receive(ctx, average, all)
	if err != nil {
		return err
	}
	for i := range fresh {
		costed(&fresh[i], answers)
	}
	var changed []order.Receipt
	for _, r := range stored {
		if costed(&r, answers) {
			changed = append(changed, r)
		}
	}
	return o.Store.Costed(ctx, team, changed)
}

// costed notes in a line whether it counts in a cost, and reports whether that is news.
func costed(r *order.Receipt, answers map[purchasing.CostKey]purchasing.CostAnswer) bool {
	answer, ok := answers[purchasing.CostKey{Target: r.Target, Day: r.Day, Order: int64(r.Order)}]
	if !ok || r.Kind == order.Return || answer == r.Cost {
		return false
	}
	r.Cost = answer
	return true
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
