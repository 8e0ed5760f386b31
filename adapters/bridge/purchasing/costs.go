package purchasing

import (
	"context"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/ports/audit"
	purchasingports "sellingassistant/ports/purchasing"
)

// AddUnits adds to the units of products.
func (i *Inventory) AddUnits(ctx context.Context, team id.Team, changes []purchasingports.UnitChange) error {
	return i.purchases.Add(ctx, team, unitChanges(changes))
}

func unitChanges(changes []purchasingports.UnitChange) []inventoryapp.UnitChange {
	out := make([]inventoryapp.UnitChange, len(changes))
	for i, c := range changes {
		out[i] = inventoryapp.UnitChange{
			Product: inventory.ProductID(c.Product), OnOrder: c.OnOrder, InWarehouse: c.InWarehouse, Direct: c.Direct,
		}
	}
	return out
}

// Take locks the targets of receipts.
func (i *Inventory) Take(
	ctx context.Context, who caller.Caller, targets []purchasing.CostTarget,
) (purchasingports.Taken, error) {
	t, err := i.purchases.Take(ctx, who, costTargets(targets))
	if err != nil {
		return nil, err
	}
	return taken{t}, nil
}

// taken has locked targets.
type taken struct{ inventory *inventoryapp.Taken }

// Stock counts the units of the targets.
func (t taken) Stock() map[purchasing.CostTarget]int64 { return ofTargets(t.inventory.Stock()) }

// Subject returns the data of a target for the product feed.
func (t taken) Subject(target purchasing.CostTarget) (audit.Subject, bool) {
	return t.inventory.Subject(costTarget(target))
}

// InForce returns the unit costs in force on a day.
func (t taken) InForce(day date.Date) map[purchasing.CostTarget]optional.Maybe[money.Sum] {
	return ofTargets(t.inventory.InForce(day))
}

// ofTargets renames the targets of values.
func ofTargets[V any](found map[inventoryapp.CostTarget]V) map[purchasing.CostTarget]V {
	out := make(map[purchasing.CostTarget]V, len(found))
	for t, v := range found {
		out[purchasing.CostTarget{Kind: purchasing.CostTargetKind(t.Kind), ID: t.ID}] = v
	}
	return out
}

// Write writes units and costs.
func (t taken) Write(ctx context.Context, changes []purchasingports.UnitChange) error {
	return t.inventory.Write(ctx, unitChanges(changes))
}

// Unprice removes the cost layers of documents.
func (i *Inventory) Unprice(ctx context.Context, who caller.Caller, document int64, day date.Date, targets []purchasing.CostTarget) ([]purchasing.CostTarget, error) {
	changed, err := i.purchases.Unprice(ctx, who, document, day, costTargets(targets))
	out := make([]purchasing.CostTarget, len(changed))
	for i, t := range changed {
		out[i] = purchasing.CostTarget{Kind: purchasing.CostTargetKind(t.Kind), ID: t.ID}
	}
	return out, err
}

// NextCosts finds the next dates on which costs begin.
func (i *Inventory) NextCosts(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]date.Date, error) {
	found, err := i.purchases.Next(ctx, team, costTargets(targets), day)
	return ofTargets(found), err
}

func costTargets(targets []purchasing.CostTarget) []inventoryapp.CostTarget {
	out := make([]inventoryapp.CostTarget, len(targets))
	for i, t := range targets {
		out[i] = costTarget(t)
	}
	return out
}

func costTarget(t purchasing.CostTarget) inventoryapp.CostTarget {
	return inventoryapp.CostTarget{Kind: inventory.CostOwner(t.Kind), ID: t.ID}
}

// Receive finds the costs of targets.
func (t taken) Receive(ctx context.Context, average bool, targets []purchasing.TargetCosts) (
	map[purchasing.CostKey]purchasing.CostAnswer, error,
) {
	all := make([]inventoryapp.Received, len(targets))
	for i, of := range targets {
		all[i].Target = costTarget(of.Target)
		for _, d := range of.Days {
			day := inventory.CostDay{Day: d.Day, Average: average, Stock: d.Stock, Priced: of.Priced}
			for _, r := range d.Receipts {
				day.Receipts = append(day.Receipts, inventory.CostReceipt(r))
			}
			all[i].Days = append(all[i].Days, day)
		}
	}
	notes, err := t.inventory.Receive(ctx, all)
	if err != nil {
		return nil, err
	}
	out := map[purchasing.CostKey]purchasing.CostAnswer{}
	for i, target := range notes {
		for j, day := range target {
			for k, note := range day {
				d := targets[i].Days[j]
				out[purchasing.CostKey{Target: targets[i].Target, Day: d.Day, Order: d.Receipts[k].Order}] = purchasing.CostAnswer{
					Written: note == "" && d.Receipts[k].Units > 0, Note: purchasing.CostNote(note),
				}
			}
		}
	}
	return out, nil
}

// Costs reads the unit costs in force on a day.
func (i *Inventory) Costs(
	ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date,
) (map[purchasing.CostTarget]money.Sum, error) {
	named := map[purchasing.CostTargetKind][]int64{}
	for _, t := range targets {
		if t.ID != 0 {
			named[t.Kind] = append(named[t.Kind], t.ID)
		}
	}
	out := map[purchasing.CostTarget]money.Sum{}
	for kind, owners := range named {
		costs, err := i.facade.UnitCosts(ctx, team, inventory.CostOwner(kind), owners, day)
		if err != nil {
			return nil, err
		}
		for owner, cost := range costs {
			out[purchasing.CostTarget{Kind: kind, ID: owner}] = cost
		}
	}
	return out, nil
}
