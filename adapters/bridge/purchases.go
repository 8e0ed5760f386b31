package bridge

import (
	"context"
	"slices"
	"time"

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
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	inventoryports "sellingassistant/ports/inventory"
	purchasingports "sellingassistant/ports/purchasing"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Purchases writes the units and costs of purchases to the inventory.
type Purchases struct{ purchases *inventoryapp.Purchases }

// NewPurchases makes the bridge from inventory to purchasing.
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
type OrderGoods struct {
	products inventoryports.Products
	skus     inventoryports.SKUs
	costs    inventoryports.CostLayers
}

// NewOrderGoods makes the bridge from inventory to purchase orders.
func NewOrderGoods(products inventoryports.Products, skus inventoryports.SKUs, costs inventoryports.CostLayers) *OrderGoods {
	return &OrderGoods{products, skus, costs}
}

var _ purchasingports.Goods = (*OrderGoods)(nil)

// Makes other writers of the team's products wait.
func (g *OrderGoods) Hold(ctx context.Context, team id.Team) error { return g.products.Hold(ctx, team) }

// Find reads live products and SKUs.
func (g *OrderGoods) Find(ctx context.Context, team id.Team, products, skus []int64) (order.Goods, error) {
	out := order.Goods{Products: map[int64]order.Product{}, SKUs: map[int64]order.SKU{}}
	parts, err := g.skus.Parts(ctx, team, skus)
	if err != nil {
		return out, err
	}
	products = slices.Clone(products)
	for _, p := range parts {
		products = append(products, p.Product)
	}
	slices.Sort(products)
	products = slices.Compact(products)
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
	return out, nil
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

// Buyers reads the teams of purchase orders.
type Buyers struct {
	teams *identityapp.Teams
	users *identityapp.Users
}

// NewBuyers makes the bridge from identity to purchase orders.
func NewBuyers(t *identityapp.Teams, u *identityapp.Users) *Buyers { return &Buyers{t, u} }

var _ purchasingports.Buyers = (*Buyers)(nil)

// Buyer reads the data of a team that orders need. In the United States and Canada, prices are
// shown without tax.
func (b *Buyers) Buyer(ctx context.Context, team id.Team) (purchasingports.Buyer, error) {
	t, err := b.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return purchasingports.Buyer{}, err
	}
	s := t.Snapshot()
	home, _ := marketplace.ByID(s.DefaultMarketplace)
	return purchasingports.Buyer{
		Name: s.Name, Currency: s.Currency, PricesWithTax: !home.Untaxed(),
		Surplus: optional.Of(s.Settings.OverReceiptPercent), Average: s.Settings.CostMethod == identity.CostWeightedAverage,
	}, nil
}

// Member reports whether a user is a member of the team.
func (b *Buyers) Member(ctx context.Context, team id.Team, user id.User) (bool, error) {
	_, err := b.users.Name(ctx, caller.Caller{Team: team, User: user})
	if fault.Is(err, fault.CodeNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Demand calculates the sales of products from the sales of the rows of their SKUs.
type Demand struct {
	products inventoryports.Demand
	sales    historyports.Sales
	covered  pricingports.OrderCoverage
}

// NewDemand makes the bridge from inventory and repricer to purchase orders.
func NewDemand(products inventoryports.Demand, s historyports.Sales, covered pricingports.OrderCoverage) *Demand {
	return &Demand{products, s, covered}
}

var _ purchasingports.Demand = (*Demand)(nil)

const day = 24 * time.Hour

// Products reads the sales of products. The sales of a SKU are known from the day on which its row
// exists and all orders of its account are received. The sales of a product are known once this is
// true for all its SKUs.
func (d *Demand) Products(ctx context.Context, team id.Team, now time.Time, window int64) ([]purchasingports.Demanded, error) {
	stocked, err := d.products.Stocked(ctx, team)
	if err != nil {
		return nil, err
	}
	parts, err := d.products.SoldAs(ctx, team)
	if err != nil {
		return nil, err
	}
	sellers, err := d.sales.Sellers(ctx, team)
	if err != nil {
		return nil, err
	}
	covered, err := d.covered.CoveredSince(ctx, team)
	if err != nil {
		return nil, err
	}
	known, rows := map[int64]int64{}, make([]decision.ProductID, len(parts))
	for i, p := range parts {
		days := int64(0)
		seller, kept := sellers[repricer.Key{SellerID: p.SKU.Seller, MarketplaceID: p.SKU.Marketplace, SKU: p.SKU.SKU}]
		if since, told := covered[p.Connection]; kept && told {
			since = later(since, seller.Since)
			days, rows[i] = max(0, min(window, int64(now.Sub(since)/day))), seller.Row
		}
		if least, ok := known[p.Product]; ok {
			days = min(days, least)
		}
		known[p.Product] = days
	}
	sold, err := d.sold(ctx, team, now, parts, rows, known)
	out := make([]purchasingports.Demanded, len(stocked))
	for i, s := range stocked {
		out[i] = purchasingports.Demanded{
			Product: purchasing.ProductID(s.Product), LeadTimeDays: s.LeadTimeDays, Position: s.Position, ReorderPoint: s.ReorderPoint,
			Supplier:  optional.Convert(s.Supplier, func(n int64) purchasing.SupplierID { return purchasing.SupplierID(n) }),
			UnitsSold: sold[s.Product], DaysKnown: known[s.Product],
		}
	}
	return out, err
}

// sold adds up the units of products over their known days. A row may sell products with different
// known days, so it reads the sales separately for each number of days.
func (d *Demand) sold(ctx context.Context, team id.Team, now time.Time, parts []inventoryports.SoldAs, rows []decision.ProductID, known map[int64]int64) (map[int64]int64, error) {
	windows := map[int64]map[decision.ProductID]sales.Window{}
	for i, p := range parts {
		days := known[p.Product]
		if days == 0 {
			continue
		}
		if windows[days] == nil {
			windows[days] = map[decision.ProductID]sales.Window{}
		}
		windows[days][rows[i]] = sales.Window{From: now.Add(-time.Duration(days) * day), To: now}
	}
	units := map[int64]map[decision.ProductID]int64{}
	for days, of := range windows {
		var err error
		if units[days], err = d.sales.Units(ctx, team, of); err != nil {
			return nil, err
		}
	}
	out := map[int64]int64{}
	for i, p := range parts {
		out[p.Product] += p.Units * units[known[p.Product]][rows[i]]
	}
	return out, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
