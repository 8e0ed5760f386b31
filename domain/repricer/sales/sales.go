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

// Order is an order of a seller account as a change of it tells it.
type Order struct {
	SellerID      string
	MarketplaceID marketplace.ID
	OrderID       string
	PurchasedAt   time.Time
	// ChangedAt is when the order became like this.
	ChangedAt time.Time
	// Cancelled says that nothing comes of the order.
	Cancelled bool
	// Items are all of the order; none where they were not told.
	Items []OrderItem
}

// OrderItem is a position of an order.
type OrderItem struct {
	ItemID string
	// SKU is empty where it is not told.
	SKU string
	// Units count as sold.
	Units int
}

// Keys are the rows the order may be about, each once.
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

// Sale is what a row sold by a position of an order. Units and ChangedAt are of
// the order's newest change; everything else is as it was when the sale became
// known, and stays.
type Sale struct {
	Product       decision.ProductID
	MarketplaceID marketplace.ID
	// Strategy is the one that counted for the row, 0 for none.
	Strategy strategy.ID
	OrderID  string
	ItemID   string
	// Units are 0 for what was cancelled, and for what is not paid yet.
	Units int
	// Price is the live listing price of the row, Profit what a unit earned at it,
	// both in the currency of the row. Profit is None where the row's cost or fees
	// were not known.
	Price  optional.Maybe[money.Amount]
	Profit optional.Maybe[money.Amount]
	// PurchasedAt and Day, in UTC, are when the sale counts.
	PurchasedAt time.Time
	Day         date.Date
	ChangedAt   time.Time
}

// Row is a row as it is when a sale of it becomes known.
type Row struct {
	repricer.ProductSnapshot
	// EffectiveStrategyID is the strategy that counts for it, 0 for none.
	EffectiveStrategyID strategy.ID
}

// SaleChange is a sale before a change of its order, None for one that was not
// known, and after it.
type SaleChange struct {
	Before optional.Maybe[Sale]
	After  Sale
}

// UnitsDiffer reports whether another number of units is sold now.
func (m SaleChange) UnitsDiffer() bool { return m.Before.Or(Sale{}).Units != m.After.Units }

// SaleTime says what time it is when a change of an order is told, and from when
// on purchases are kept.
type SaleTime struct {
	// Now is by the clock of the program, Market by that of the marketplace.
	Now, Market time.Time
	KeptSince   time.Time
}

// SaleChanges tells what becomes of the sales of the order: nothing where one of them
// has as new a change already. Positions that are not told any more are not sold;
// those of SKUs without a row leave nothing. A purchase never lies ahead: a clock
// that is wrong must not make a sale count for ever.
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
	at := earlier(o.PurchasedAt, t.Market)
	return Sale{
		Product: row.ID, MarketplaceID: row.Key.MarketplaceID, Strategy: row.EffectiveStrategyID, OrderID: o.OrderID, ItemID: i.ItemID,
		Price: row.Observed.CurrentPrice, Profit: row.UnitProfit(), PurchasedAt: at, Day: date.Of(earlier(at, t.Now).UTC()),
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Key is what sales are counted by.
type Key struct {
	Day           date.Date
	MarketplaceID marketplace.ID
	// Strategy is 0 for sales without one.
	Strategy strategy.ID
}

// Counts are sums over sales, in the currency of their marketplace. All of
// them are exact.
type Counts struct {
	Units int64
	// Priced are the units whose price is known, and Revenue is the sum of their
	// prices; Costed are those whose profit is known, and Profit is its sum. Sums
	// are in ten-thousandths.
	Priced, Revenue int64
	Costed, Profit  int64
}

// Add sums up.
func (c Counts) Add(o Counts) Counts {
	return Counts{c.Units + o.Units, c.Priced + o.Priced, c.Revenue + o.Revenue, c.Costed + o.Costed, c.Profit + o.Profit}
}

// MeanPrice is the mean price of the units whose price is known, to four decimals;
// None without any.
func (c Counts) MeanPrice() optional.Maybe[money.Amount] {
	if c.Priced <= 0 {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits((c.Revenue + c.Priced/2) / c.Priced))
}

// EstimatedProfit is what all units earned, None where that of any of them is not
// known, or nothing was sold.
func (c Counts) EstimatedProfit() optional.Maybe[money.Amount] {
	if c.Units <= 0 || c.Costed != c.Units {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(c.Profit))
}

// counts are what the sale adds to the counters.
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

// sumOf is so many times an amount, false for one that is not known, or so large
// that sums could run over.
func sumOf(each optional.Maybe[money.Amount], units int) (int64, bool) {
	a, ok := each.Get()
	if !ok || units > 0 && max(a.Units(), -a.Units()) > money.MaxUnits/int64(units) {
		return 0, false
	}
	return a.Units() * int64(units), true
}

// Count is what moves add to the counters, without what comes to nothing, in
// the order of the keys.
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

// DefaultWindowDays is over how many days sales are counted where a strategy does
// not say.
const DefaultWindowDays = 7

// Window is the time in which sales of a row count for its strategy. It ends now.
type Window struct{ From, To time.Time }

// WindowOf is that of a velocity strategy, false for every other.
func WindowOf(v decision.Strategy, now time.Time) (Window, bool) {
	if v.Type != decision.TypeVelocity {
		return Window{}, false
	}
	days := min(v.WindowDays.Or(DefaultWindowDays), decision.MaxDays)
	return Window{From: now.Add(-time.Duration(days) * 24 * time.Hour), To: now}, true
}

// Covered reports whether all sales of a row in the window are known: the account
// was told of orders for the whole of it, and the row was there.
func (w Window) Covered(toldSince, rowSince time.Time) bool {
	return !toldSince.After(w.From) && !rowSince.After(w.From)
}
