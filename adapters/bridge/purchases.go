package bridge

import (
	"context"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	purchasingports "sellingassistant/ports/purchasing"
)

// Purchases keeps in the inventory the units and costs of what is bought.
type Purchases struct{ purchases *inventoryapp.Purchases }

// NewPurchases is the bridge from inventory to purchasing.
func NewPurchases(p *inventoryapp.Purchases) *Purchases { return &Purchases{p} }

var (
	_ purchasingports.Units = (*Purchases)(nil)
	_ purchasingports.Costs = (*Purchases)(nil)
)

// Add adds to the units of products.
func (p *Purchases) Add(ctx context.Context, team id.Team, changes []purchasingports.UnitChange) error {
	told := make([]inventoryapp.UnitChange, len(changes))
	for i, c := range changes {
		told[i] = inventoryapp.UnitChange{Product: inventory.ProductID(c.Product), OnOrder: c.OnOrder, InWarehouse: c.InWarehouse}
	}
	return p.purchases.Add(ctx, team, told)
}

// Stock counts the units there are of targets.
func (p *Purchases) Stock(ctx context.Context, team id.Team, targets []purchasing.CostTarget) (map[purchasing.CostTarget]int64, error) {
	named := make([]inventoryapp.CostTarget, len(targets))
	for i, t := range targets {
		named[i] = costTarget(t)
	}
	found, err := p.purchases.Stock(ctx, team, named)
	out := make(map[purchasing.CostTarget]int64, len(found))
	for i, t := range named {
		if n, ok := found[t]; ok {
			out[targets[i]] = n
		}
	}
	return out, err
}

func costTarget(t purchasing.CostTarget) inventoryapp.CostTarget {
	return inventoryapp.CostTarget{Kind: inventory.CostOwner(t.Kind), ID: t.ID}
}

// Receive writes the costs of targets.
func (p *Purchases) Receive(ctx context.Context, who caller.Caller, average bool, targets []purchasing.TargetCosts) (
	map[purchasing.CostKey]purchasing.CostAnswer, error,
) {
	all := make([]inventoryapp.Received, len(targets))
	for i, t := range targets {
		all[i].Target = costTarget(t.Target)
		for _, d := range t.Days {
			day := inventory.CostDay{Day: d.Day, Average: average, Stock: d.Stock}
			for _, r := range d.Receipts {
				day.Receipts = append(day.Receipts, inventory.CostReceipt{
					Order: r.Order, Units: r.Units, Landed: r.Landed, Currency: r.Currency, CostCurrency: r.CostCurrency, Rate: r.Rate,
					Prep: optional.Convert(r.Prep, func(e purchasing.Expense) inventory.Expense { return inventory.Expense(e) }),
				})
			}
			all[i].Days = append(all[i].Days, day)
		}
	}
	notes, err := p.purchases.Receive(ctx, who, all)
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
