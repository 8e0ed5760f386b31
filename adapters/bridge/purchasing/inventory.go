package purchasing

import (
	"context"
	"slices"

	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	purchasingports "sellingassistant/ports/purchasing"
)

// PaperProducts makes inventory products from documents.
type PaperProducts struct{ products *inventoryapp.Products }

func NewPaperProducts(p *inventoryapp.Products) *PaperProducts { return &PaperProducts{p} }

// Create makes a product.
func (p *PaperProducts) Create(ctx context.Context, who caller.Caller, n purchasingports.NewProduct) (purchasing.ProductID, error) {
	patch := inventory.ProductPatch{Title: optional.Some(n.Title), SupplierID: optional.Put(int64(n.Supplier))}
	if n.GTIN != "" {
		patch.GTINs = optional.Some([]string{n.GTIN})
	}
	if n.MPN != "" {
		patch.MPN = optional.Put(n.MPN)
	}
	made, err := p.products.Create(ctx, who, inventoryapp.CreateProduct{Patch: patch})
	return purchasing.ProductID(made.ID), err
}

// Purchases writes the units and costs of purchases to the inventory.
type Purchases struct{ purchases *inventoryapp.Purchases }

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

// Stock counts the units of targets.
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

// Unprice removes the cost layers of documents.
func (p *Purchases) Unprice(ctx context.Context, who caller.Caller, document int64, day date.Date, targets []purchasing.CostTarget) ([]purchasing.CostTarget, error) {
	changed, err := p.purchases.Unprice(ctx, who, document, day, costTargets(targets))
	out := make([]purchasing.CostTarget, len(changed))
	for i, t := range changed {
		out[i] = purchasing.CostTarget{Kind: purchasing.CostTargetKind(t.Kind), ID: t.ID}
	}
	return out, err
}

// Next finds the next dates on which costs begin.
func (p *Purchases) Next(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]date.Date, error) {
	found, err := p.purchases.Next(ctx, team, costTargets(targets), day)
	out := make(map[purchasing.CostTarget]date.Date, len(found))
	for t, next := range found {
		out[purchasing.CostTarget{Kind: purchasing.CostTargetKind(t.Kind), ID: t.ID}] = next
	}
	return out, err
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

// Receive writes the costs of targets.
func (p *Purchases) Receive(ctx context.Context, who caller.Caller, average bool, targets []purchasing.TargetCosts) (
	map[purchasing.CostKey]purchasing.CostAnswer, error,
) {
	all := make([]inventoryapp.Received, len(targets))
	for i, t := range targets {
		all[i].Target = costTarget(t.Target)
		for _, d := range t.Days {
			day := inventory.CostDay{Day: d.Day, Average: average, Stock: d.Stock, Priced: t.Priced}
			for _, r := range d.Receipts {
				day.Receipts = append(day.Receipts, inventory.CostReceipt(r))
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

// OrderGoods reads the inventory's records for items of purchase orders.
type OrderGoods struct{ inventory *inventoryfacade.Facade }

func NewOrderGoods(f *inventoryfacade.Facade) *OrderGoods { return &OrderGoods{f} }

var _ purchasingports.Goods = (*OrderGoods)(nil)

// Makes other writers of the team's products wait.
func (g *OrderGoods) Hold(ctx context.Context, team id.Team) error {
	return g.inventory.LockProducts(ctx, team)
}

// Find reads live products and SKUs.
func (g *OrderGoods) Find(ctx context.Context, team id.Team, products, skus []int64) (order.Goods, error) {
	out := order.Goods{Products: map[int64]order.Product{}, SKUs: map[int64]order.SKU{}}
	parts, err := g.inventory.Parts(ctx, team, skus)
	if err != nil {
		return out, err
	}
	products = slices.Clone(products)
	for _, p := range parts {
		products = append(products, p.Product)
	}
	slices.Sort(products)
	products = slices.Compact(products)
	found, err := g.inventory.Products(ctx, team, id.Convert[inventory.ProductID](products))
	if err != nil {
		return out, err
	}
	for _, p := range found {
		out.Products[int64(p.ID)] = order.Product{
			Title:   p.Values.Title,
			WeightG: optional.Convert(p.Values.WeightG, func(n int) int64 { return int64(n) }),
		}
	}
	locked, err := g.inventory.LockSKUs(ctx, team, id.Convert[inventory.SKUID](skus))
	if err != nil {
		return out, err
	}
	for _, s := range locked {
		if s.Hidden {
			continue
		}
		sku := order.SKU{Name: s.Key.SKU, Title: s.Title}
		for _, p := range parts {
			if p.SKU == int64(s.ID) {
				sku.Parts = append(sku.Parts, order.Part{Product: p.Product, Units: p.Units})
			}
		}
		out.SKUs[int64(s.ID)] = sku
	}
	return out, nil
}

// Costs reads the unit costs in force on a day.
func (g *OrderGoods) Costs(
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
		costs, err := g.inventory.UnitCosts(ctx, team, inventory.CostOwner(kind), owners, day)
		if err != nil {
			return nil, err
		}
		for owner, cost := range costs {
			out[purchasing.CostTarget{Kind: kind, ID: owner}] = cost
		}
	}
	return out, nil
}
