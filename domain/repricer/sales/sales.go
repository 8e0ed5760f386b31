package sales

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Order has the state of an order after a change.
type Order struct {
	SellerID      string
	MarketplaceID marketplace.ID
	OrderID       string
	PurchasedAt   time.Time
	// ChangedAt dates this state.
	ChangedAt time.Time
	// Cancelled says that no unit of the order will be sold.
	Cancelled bool
	// Items lists all items of the order; empty if unknown.
	Items []OrderItem
}

// OrderItem describes an item of an order.
type OrderItem struct {
	ItemID string
	// SKU may be "", if unknown.
	SKU string
	// Units counts the units that count as sold.
	Units int
}

// Keys returns the keys of the rows that the order may concern, each once.
func (o Order) Keys() []repricer.Key {
	var out []repricer.Key
	for _, i := range o.Items {
		if k := o.key(i.SKU); i.SKU != "" && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func (o Order) key(sku string) repricer.Key {
	return repricer.Key{SellerID: o.SellerID, MarketplaceID: o.MarketplaceID, SKU: sku}
}

// Sale records the sale of a row in one order item. Units and ChangedAt follow the newest change of
// the order; everything else stays as it was when the sale became known.
type Sale struct {
	Product       decision.ProductID
	MarketplaceID marketplace.ID
	// Strategy has the row's strategy at that time, or 0.
	Strategy strategy.ID
	OrderID  string
	ItemID   string
	// Units has 0 for cancelled and for unpaid items.
	Units int
	// Price has the row's live listing price, Profit the profit of one unit at it, both in the
	// currency of the row. Profit is absent if cost or fees were unknown.
	Price  optional.Maybe[money.Amount]
	Profit optional.Maybe[money.Amount]
	// PurchasedAt, and Day in UTC, are the time the sale is counted at.
	PurchasedAt time.Time
	Day         date.Date
	ChangedAt   time.Time
}

// Row describes a row at the time when a sale of it becomes known.
type Row struct {
	repricer.ProductSnapshot
	// EffectiveStrategyID names the row's strategy or the default, or is 0.
	EffectiveStrategyID strategy.ID
}

// SaleChange has a sale before and after a change of its order; Before is absent for a new sale.
type SaleChange struct {
	Before optional.Maybe[Sale]
	After  Sale
}

// UnitsDiffer reports whether the number of sold units changed.
func (m SaleChange) UnitsDiffer() bool { return m.Before.Or(Sale{}).Units != m.After.Units }

// SaleTime says when a changed order is read, and since when purchases are kept.
type SaleTime struct{ Now, KeptSince time.Time }

// SaleChanges returns the changes of the order's sales: no changes if a stored sale is as new.
// Items that are no longer listed count as not sold; items of SKUs without a row are ignored. A
// purchase in the future is moved to now, because a wrong clock must not make a sale count for
// ever.
func (o Order) SaleChanges(kept []Sale, rows map[repricer.Key]Row, t SaleTime) []SaleChange {
	known := make(map[string]Sale, len(kept))
	for _, s := range kept {
		if !o.ChangedAt.After(s.ChangedAt) {
			return nil
		}
		known[s.ItemID] = s
	}
	var out []SaleChange
	move := func(was optional.Maybe[Sale], is Sale, units int) {
		is.Units, is.ChangedAt = units, o.ChangedAt
		out = append(out, SaleChange{was, is})
	}
	for _, i := range o.Items {
		units := i.Units
		if o.Cancelled {
			units = 0
		}
		if s, ok := known[i.ItemID]; ok {
			move(optional.Some(s), s, units)
			delete(known, i.ItemID)
			continue
		}
		if row, ok := rows[o.key(i.SKU)]; ok && o.PurchasedAt.After(t.KeptSince) {
			move(optional.None[Sale](), o.sale(i, row, t), units)
		}
	}
	for _, s := range kept {
		if _, left := known[s.ItemID]; left && (o.Cancelled || len(o.Items) > 0) {
			move(optional.Some(s), s, 0)
		}
	}
	slices.SortFunc(out, func(a, b SaleChange) int { return strings.Compare(a.After.ItemID, b.After.ItemID) })
	return out
}

func (o Order) sale(i OrderItem, row Row, t SaleTime) Sale {
	at := earlier(o.PurchasedAt, t.Now)
	return Sale{
		Product: row.ID, MarketplaceID: row.Key.MarketplaceID, Strategy: row.EffectiveStrategyID, OrderID: o.OrderID, ItemID: i.ItemID,
		Price: row.Observed.CurrentPrice, Profit: row.UnitProfit(), PurchasedAt: at, Day: date.Of(at.UTC()),
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Key groups the counters of sales.
type Key struct {
	Day           date.Date
	MarketplaceID marketplace.ID
	// Strategy has 0 for sales without a strategy.
	Strategy strategy.ID
}

// Counts sums sales exactly, in the currency of their marketplace.
type Counts struct {
	Units int64
	// Priced counts units with a known price and Revenue sums their prices; Costed counts units
	// with a known profit and Profit sums it. Sums are in ten-thousandths.
	Priced, Revenue int64
	Costed, Profit  int64
}

// Add sums up.
func (c Counts) Add(o Counts) Counts {
	return Counts{c.Units + o.Units, c.Priced + o.Priced, c.Revenue + o.Revenue, c.Costed + o.Costed, c.Profit + o.Profit}
}

// MeanPrice returns the mean price of the units with a known price, to four decimals. It is absent
// without such units.
func (c Counts) MeanPrice() optional.Maybe[money.Amount] {
	if c.Priced <= 0 {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits((c.Revenue + c.Priced/2) / c.Priced))
}

// EstimatedProfit returns the profit of all units. It is absent if the profit of any unit is
// unknown, or nothing was sold.
func (c Counts) EstimatedProfit() optional.Maybe[money.Amount] {
	if c.Units <= 0 || c.Costed != c.Units {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(c.Profit))
}

// counts returns the counters of the sale.
func (s Sale) counts() (Key, Counts) {
	n := Counts{Units: int64(s.Units)}
	if sum, ok := sumOf(s.Price, s.Units); ok {
		n.Priced, n.Revenue = n.Units, sum
	}
	if sum, ok := sumOf(s.Profit, s.Units); ok {
		n.Costed, n.Profit = n.Units, sum
	}
	return Key{s.Day, s.MarketplaceID, s.Strategy}, n
}

// sumOf multiplies an amount by units; false if the amount is unknown or the product so large that
// sums could overflow.
func sumOf(each optional.Maybe[money.Amount], units int) (int64, bool) {
	a, ok := each.Get()
	if !ok || units > 0 && max(a.Units(), -a.Units()) > money.MaxUnits/int64(units) {
		return 0, false
	}
	return a.Units() * int64(units), true
}

// Count sums up the counters that changes add, without zero sums, in the order of the keys.
func Count(moves []SaleChange) ([]Key, map[Key]Counts) {
	sums := map[Key]Counts{}
	for _, m := range moves {
		key, n := m.After.counts()
		sums[key] = sums[key].Add(n)
		if was, ok := m.Before.Get(); ok {
			key, n := was.counts()
			sums[key] = sums[key].Add(Counts{-n.Units, -n.Priced, -n.Revenue, -n.Costed, -n.Profit})
		}
	}
	var keys []Key
	for key, n := range sums {
		if n == (Counts{}) {
			delete(sums, key)
			continue
		}
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b Key) int {
		return cmp.Or(a.Day.Cmp(b.Day), strings.Compare(string(a.MarketplaceID), string(b.MarketplaceID)), cmp.Compare(a.Strategy, b.Strategy))
	})
	return keys, sums
}

// Window bounds the period in which a row's sales count for its strategy. It ends now.
type Window struct{ From, To time.Time }

// WindowOf returns the window of a velocity strategy, false for every other.
func WindowOf(v decision.Strategy, now time.Time) (Window, bool) {
	if v.Type != decision.TypeVelocity {
		return Window{}, false
	}
	days := min(v.WindowDays.Or(decision.UsualWindowDays), decision.MaxDays)
	return Window{From: now.Add(-time.Duration(days) * 24 * time.Hour), To: now}, true
}

// Covered reports whether all sales of a row in the window are known: the account's orders were
// received for all of it, and the row existed.
func (w Window) Covered(coveredSince, rowSince time.Time) bool {
	return !coveredSince.After(w.From) && !rowSince.After(w.From)
}
