package orders_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	managestore "sellingassistant/adapters/persistence/repricer/manage"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/domain/purchasing/replenish"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// received has orders of the SKUs' account since 100 days ago.
type received struct{}

func (received) CoveredSince(context.Context, id.Team) (map[id.Connection]time.Time, error) {
	return map[id.Connection]time.Time{1: start.AddDate(0, 0, -100)}, nil
}

// sells makes a product that is sold by a SKU, two units at a time, with sales stored for a number
// of days. sold maps days ago to sales.
func (w world) sells(t *testing.T, name string, days int, sold map[int]int) int64 {
	t.Helper()
	product, sku := w.product(t, name), w.sku(t, name)
	_, err := w.products.SetMatches(t.Context(), us, inventoryapp.SetMatches{Product: inventory.ProductID(product), Matches: []inventory.WantedMatch{
		{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: sku}, UnitsPerSale: 2},
	}})
	require.NoError(t, err)
	row, err := repricer.NewProduct{Key: repricer.Key{SellerID: "A1SELLER", MarketplaceID: marketplace.US, SKU: name}, ASIN: "B000000001"}.New(1,
		repricer.Defaults{Mode: decision.ModeOff, Priority: repricer.PriorityNormal, Limits: decision.DefaultLimits()}, repricer.Rules{}, start.AddDate(0, 0, -days))
	require.NoError(t, err)
	made, err := managestore.NewProducts(w.Store).Insert(t.Context(), 1, []*repricer.Product{row})
	require.NoError(t, err)
	for ago, units := range sold {
		_, err := w.Hot(t.Context()).Exec(t.Context(), `INSERT INTO repricer_sales (team_id, order_id, item_id, product_id, marketplace_id, strategy_id, units,
			purchased_at, day, changed_at) VALUES (1, $1, '1', $2, 'ATVPDKIKX0DER', 0, $3, $4, 0, 0)`,
			fmt.Sprint(name, ago), int64(made[0].ID), int64(units), start.AddDate(0, 0, -ago).UnixMicro())
		require.NoError(t, err)
	}
	return product
}

func TestSuggestions(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		supplier, other := w.shop(t, "Hafen"), w.shop(t, "Kontor")
		kettle := w.sells(t, "kettle", 60, map[int]int{1: 20, 29: 16, 31: 500})
		fresh := w.sells(t, "fresh", 10, map[int]int{2: 5, 15: 700})
		w.sells(t, "new", 6, map[int]int{2: 50})
		enough := w.sells(t, "enough", 60, map[int]int{2: 1})
		w.placed(t, from(other, of(kettle, 76, "1"), of(enough, 500, "1")))
		spare := w.product(t, "spare")
		_, err := w.products.Update(t.Context(), us, inventoryapp.UpdateProduct{ID: inventory.ProductID(spare), Patch: inventory.ProductPatch{
			ReorderPoint: optional.Put(60), SupplierID: optional.Put(other),
		}})
		require.NoError(t, err)
		offer, err := w.offers.Create(t.Context(), us, purchasing.OfferPatch{
			Supplier: optional.Put(purchasing.SupplierID(supplier)), Product: optional.Put(purchasing.ProductID(kettle)), UnitCost: optional.Put(usd("2")),
			MOQ: optional.Put(24), OrderMultiple: optional.Put(12), LeadTimeDays: optional.Put(21), Preferred: optional.Put(true),
		})
		require.NoError(t, err)

		type row struct {
			product, position, sold, days, lead, needed, quantity int64
			within                                                optional.Maybe[int64]
			source                                                replenish.LeadTimeSource
			reason                                                replenish.Reason
		}
		ask := func(wish orders.Wish) (orders.Suggestions, []row) {
			wish.WindowDays, wish.CoverDays = 30, 30
			found, err := w.Suggest(t.Context(), us, wish)
			require.NoError(t, err)
			var rows []row
			for _, r := range found.Rows {
				rows = append(rows, row{
					int64(r.Product), r.Position, r.UnitsSold, r.DaysKnown, r.LeadTimeDays, r.Needed, r.Quantity, r.OrderWithinDays, r.LeadTimeSource, r.Reason,
				})
			}
			return found, rows
		}
		late := row{fresh, 0, 10, 10, 14, 44, 44, optional.Some(int64(-14)), "assumed", "sales"}
		boiled := row{kettle, 76, 72, 30, 21, 47, 48, optional.Some(int64(10)), "offer", "sales"}
		unsold := row{spare, 0, 0, 0, 14, 60, 60, optional.None[int64](), "assumed", "sales_unknown"}
		found, rows := ask(orders.Wish{Top: 100})
		require.Equal(t, []row{late, boiled, unsold}, rows)
		require.Equal(t, 3, found.Total)
		require.Len(t, found.Orders, 2)
		require.Equal(t, []any{purchasing.SupplierID(supplier), optional.Some(offer.ID), purchasing.SupplierID(other)},
			[]any{found.Orders[0].Supplier, found.Orders[0].Items[0].Offer, found.Orders[1].Supplier})

		found, rows = ask(orders.Wish{Top: 1, Suppliers: []purchasing.SupplierID{purchasing.SupplierID(supplier), purchasing.SupplierID(other)}})
		require.Equal(t, []row{boiled}, rows)
		require.Equal(t, 2, found.Total)

		var made orders.View
		for _, o := range found.Orders {
			wanted := from(int64(o.Supplier))
			for _, i := range o.Items {
				wanted.Items = append(wanted.Items, order.ItemPatch{
					ProductID: optional.Put(int64(i.Product)), OfferID: optional.Put(int64(i.Offer.Or(0))), Quantity: optional.Put(i.Quantity),
				})
			}
			made = w.placed(t, wanted)
		}
		require.Equal(t, int64(48), made.Counts.Ordered)
		_, rows = ask(orders.Wish{Top: 100})
		require.Equal(t, []row{late, unsold}, rows, "units on order are not suggested again")

		_, err = w.suppliers.Update(t.Context(), us, purchasing.SupplierID(other), purchasing.SupplierPatch{Status: optional.Put(purchasing.Inactive)}, nil)
		require.NoError(t, err)
		found, rows = ask(orders.Wish{Top: 100})
		require.Equal(t, []row{late, unsold}, rows)
		require.Empty(t, found.Orders, "nothing is ordered from inactive suppliers")

		found, err = w.Suggest(t.Context(), them, orders.Wish{WindowDays: 30, CoverDays: 30, Top: 100})
		require.NoError(t, err)
		require.Zero(t, found)
	})
}
