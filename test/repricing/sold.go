package repricing

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	historystore "sellingassistant/adapters/persistence/repricer/history"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	"sellingassistant/app/repricer/events"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	"sellingassistant/test/moving"
)

// Sold has the sales of a team, and the use case that takes them in.
type Sold struct {
	Records
	Sales  *historystore.Sales
	Orders *events.Orders
	Clock  *moving.Clock
}

// SoldOver takes in sales of a team at noon.
func SoldOver(r Records) Sold {
	s := Sold{r, historystore.NewSales(r.DB), nil, &moving.Clock{At: Noon}}
	s.Orders = events.NewOrders(events.OrderParts{
		Products: r.Products, Settings: r.Settings, Rows: pricingstore.NewRows(r.DB), Queue: r.Due, Sales: s.Sales, Tx: r.DB, Clock: s.Clock,
	})
	return s
}

// Observed stores the observations of rows.
func (s Sold) Observed(t *testing.T, rows ...repricer.ProductSnapshot) {
	t.Helper()
	s.In(t, func(ctx context.Context) {
		locked, err := s.Products.LoadLocked(ctx, Ours, IDs(rows))
		require.NoError(t, err)
		for _, row := range locked {
			o := rows[slices.IndexFunc(rows, func(s repricer.ProductSnapshot) bool { return s.ID == row.ID() })].Observed
			row.Observe(repricer.Observation{Price: o.CurrentPrice, Shipping: o.Shipping, Cost: o.Cost, VAT: TaxedAt("0"), Fees: o.Fees})
		}
		require.NoError(t, s.Products.SaveObserved(ctx, locked))
	})
}

// Item returns an order item with this many units.
func Item(name, sku string, units int) sales.OrderItem {
	return sales.OrderItem{ItemID: name, SKU: sku, Units: units}
}

// Ordered returns an order of A2SELLER in Germany, purchased an hour before noon, as a change
// reports it this many minutes after noon.
func Ordered(name string, minute int, items ...sales.OrderItem) sales.Order {
	return sales.Order{
		SellerID: "A2SELLER", MarketplaceID: Germany, OrderID: name, PurchasedAt: Noon.Add(-time.Hour),
		ChangedAt: Noon.Add(time.Duration(minute) * time.Minute), Items: items,
	}
}

// Take stores changes of orders.
func (s Sold) Take(t require.TestingT, team id.Team, orders ...sales.Order) {
	for _, o := range orders {
		require.NoError(t, s.Orders.Changed(context.Background(), team, o))
	}
}

// UnitsIn returns the units that rows sold in the last days.
func (s Sold) UnitsIn(t require.TestingT, team id.Team, days int, rows ...decision.ProductID) map[decision.ProductID]int64 {
	windows := map[decision.ProductID]sales.Window{}
	for _, row := range rows {
		windows[row] = sales.Window{From: s.Clock.Now().Add(-time.Duration(days) * 24 * time.Hour), To: s.Clock.Now()}
	}
	got, err := s.Sales.Units(context.Background(), team, windows)
	require.NoError(t, err)
	return got
}

// Units counts sold units by row.
type Units = map[decision.ProductID]int64
