package bridge

import (
	"context"

	identityapp "sellingassistant/app/identity"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	inventoryports "sellingassistant/ports/inventory"
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

// OrderGoods tells purchase orders of the records that items name.
type OrderGoods struct {
	products inventoryports.Products
	skus     inventoryports.SKUs
	costs    inventoryports.CostLayers
}

// NewOrderGoods is the bridge from inventory to purchase orders.
func NewOrderGoods(products inventoryports.Products, skus inventoryports.SKUs, costs inventoryports.CostLayers) *OrderGoods {
	return &OrderGoods{products, skus, costs}
}

var _ purchasingports.Goods = (*OrderGoods)(nil)

// Hold keeps other writers of the team's products waiting.
func (g *OrderGoods) Hold(ctx context.Context, team id.Team) error { return g.products.Hold(ctx, team) }

// Find reads live products and SKUs.
func (g *OrderGoods) Find(ctx context.Context, team id.Team, products, skus []int64) (order.Goods, error) {
	out := order.Goods{Products: map[int64]order.Product{}, SKUs: map[int64]order.SKU{}}
	found, err := g.products.Load(ctx, team, ids[inventory.ProductID](products))
	if err != nil {
		return out, err
	}
	for _, one := range found {
		v := one.Snapshot().Values
		out.Products[int64(one.ID())] = order.Product{
			Title: v.Title, WeightG: optional.Convert(v.WeightG, func(n int) int64 { return int64(n) }),
		}
	}
	locked, err := g.skus.LoadLocked(ctx, team, ids[inventory.SKUID](skus))
	if err != nil {
		return out, err
	}
	parts, err := g.skus.Parts(ctx, team, skus)
	for _, one := range locked {
		s := one.Snapshot()
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
	return out, err
}

// Costs reads the unit costs in force on a day.
func (g *OrderGoods) Costs(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]money.Sum, error) {
	named := map[purchasing.CostTargetKind][]int64{}
	for _, t := range targets {
		if t.ID != 0 {
			named[t.Kind] = append(named[t.Kind], t.ID)
		}
	}
	out := map[purchasing.CostTarget]money.Sum{}
	for kind, owners := range named {
		layers, err := g.costs.Load(ctx, team, inventory.CostOwner(kind), owners)
		if err != nil {
			return nil, err
		}
		for owner, costs := range layers {
			if layer, ok := costs.In(day); ok {
				out[purchasing.CostTarget{Kind: kind, ID: owner}] = money.Sum{Amount: layer.Cost.Unit, Currency: layer.Cost.Currency}
			}
		}
	}
	return out, nil
}

// Buyers tells purchase orders of their teams.
type Buyers struct {
	teams *identityapp.Teams
	users *identityapp.Users
}

// NewBuyers is the bridge from identity to purchase orders.
func NewBuyers(t *identityapp.Teams, u *identityapp.Users) *Buyers { return &Buyers{t, u} }

var _ purchasingports.Buyers = (*Buyers)(nil)

// Buyer reads what orders take from a team. Prices are shown without tax in the United
// States and Canada.
func (b *Buyers) Buyer(ctx context.Context, team id.Team) (purchasingports.Buyer, error) {
	t, err := b.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return purchasingports.Buyer{}, err
	}
	s := t.Snapshot()
	home, _ := marketplace.ByID(s.DefaultMarketplace)
	return purchasingports.Buyer{
		Currency: s.Currency, PricesWithTax: !home.Untaxed(),
		Surplus: optional.Of(s.Settings.OverReceiptPercent), Average: s.Settings.CostMethod == identity.CostWeightedAverage,
	}, nil
}

// Member reports whether a user is one of the team's.
func (b *Buyers) Member(ctx context.Context, team id.Team, user id.User) (bool, error) {
	_, err := b.users.Name(ctx, caller.Caller{Team: team, User: user})
	if fault.Is(err, fault.CodeNotFound) {
		return false, nil
	}
	return err == nil, err
}
