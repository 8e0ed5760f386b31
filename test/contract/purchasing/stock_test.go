package purchasing_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/kernel/edit"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/test/stores"
)

func (w world) house(t *testing.T, who caller.Caller, name string, kind purchasing.WarehouseType, direct bool) purchasing.WarehouseID {
	t.Helper()
	p := warehouse(name)
	p.Type, p.SellsDirectly = optional.Put(kind), optional.Put(direct)
	made, err := w.warehouses.Create(t.Context(), who, p)
	require.NoError(t, err)
	return made.ID
}

func received(at purchasing.WarehouseID, product purchasing.ProductID, units int64) purchasing.Movement {
	return purchasing.Movement{StockKey: purchasing.StockKey{Warehouse: at, Product: product}, Kind: purchasing.MovedReceipt, Units: units}
}

// book books movements in a transaction of their own.
func (w world) book(t *testing.T, who caller.Caller, movements ...purchasing.Movement) error {
	t.Helper()
	return w.booked(t.Context(), who, movements)
}

// booked takes the products of movements, books these, and changes the units.
func (w world) booked(ctx context.Context, who caller.Caller, movements []purchasing.Movement, also ...ports.UnitChange) error {
	return w.InTx(ctx, func(ctx context.Context) error {
		var targets []purchasing.CostTarget
		for _, m := range movements {
			targets = append(targets, purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: int64(m.Product)})
		}
		taken, err := w.bought.Take(ctx, who, targets)
		if err != nil {
			return err
		}
		units, err := w.stock.Book(ctx, who, movements)
		if err != nil {
			return err
		}
		return taken.Write(ctx, append(units, also...))
	})
}

// units returns the displayed units of a product.
func (w world) units(t *testing.T, product purchasing.ProductID) inventory.Quantities {
	t.Helper()
	p, err := w.products.Get(t.Context(), us, inventory.ProductID(product))
	require.NoError(t, err)
	return p.Quantities
}

// stats returns the displayed figures of a warehouse.
func (w world) stats(t *testing.T, at purchasing.WarehouseID) purchasing.WarehouseStats {
	t.Helper()
	record, err := w.warehouses.Get(t.Context(), us, at)
	require.NoError(t, err)
	return record.Values.Stats
}

// ships says that the seller ships a product, as a matched SKU would.
func (w world) ships(t *testing.T, product purchasing.ProductID) {
	t.Helper()
	_, err := w.DB().ExecContext(t.Context(), fmt.Sprintf("UPDATE inventory_products SET sold_directly = TRUE WHERE id = %d", product))
	require.NoError(t, err)
}

// sums compares balances with the movements, and products with the balances.
func (w world) sums(t *testing.T) {
	t.Helper()
	for _, text := range []string{
		`SELECT COUNT(*) FROM (SELECT team_id, warehouse_id, product_id, SUM(units) AS units FROM
			(SELECT team_id, warehouse_id, product_id, units FROM purchasing_stock
			UNION ALL SELECT team_id, warehouse_id, product_id, -units FROM purchasing_movements) AS lines
			GROUP BY team_id, warehouse_id, product_id) AS s WHERE units <> 0`,
		`SELECT COUNT(*) FROM inventory_products AS p WHERE in_warehouse <> (SELECT COALESCE(SUM(s.units), 0) FROM purchasing_stock AS s
			JOIN purchasing_warehouses AS w ON w.team_id = s.team_id AND w.id = s.warehouse_id
			WHERE s.team_id = p.team_id AND s.product_id = p.id AND NOT (w.sells_directly AND p.sold_directly))`,
		`SELECT COUNT(*) FROM inventory_products AS p WHERE in_direct <> (SELECT COALESCE(SUM(s.units), 0) FROM purchasing_stock AS s
			JOIN purchasing_warehouses AS w ON w.team_id = s.team_id AND w.id = s.warehouse_id
			WHERE s.team_id = p.team_id AND s.product_id = p.id AND w.sells_directly)`,
	} {
		var n int64
		require.NoError(t, db.Each(w.Hot(t.Context()).Query(t.Context(), text))(func() {}, &n))
		require.Zero(t, n, text)
	}
}

func TestStockIsBooked(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		kettle, pot := w.product(t, "Kettle"), w.product(t, "Pot")
		north := w.house(t, us, "North", "own", false)
		shop, amazon := w.house(t, us, "Shop", "own", true), w.house(t, us, "FBA", purchasing.AmazonWarehouse, false)
		theirs := w.house(t, them, "South", "own", false)
		require.NoError(t, w.book(t, us, received(north, kettle, 10), received(shop, kettle, 5), received(amazon, kettle, 7), received(north, pot, 3),
			received(north, kettle, -2), received(shop, pot, 0)))
		require.Equal(t, []inventory.Quantities{{InWarehouse: 13}, {InWarehouse: 3}}, []inventory.Quantities{w.units(t, kettle), w.units(t, pot)})
		require.Equal(t, purchasing.WarehouseStats{Products: 2, Units: 11}, w.stats(t, north))
		require.Equal(t, purchasing.WarehouseStats{Products: 1, Units: 5}, w.stats(t, shop))
		require.Zero(t, w.stats(t, amazon), "the marketplace's own figures count these")
		w.sums(t)

		tables := []string{"inventory_products", "purchasing_stock", "purchasing_movements"}
		before := stores.Rows(t, w.Store, tables...)
		err := w.book(t, us, received(north, pot, 1), received(north, kettle, -9))
		require.Equal(t, int64(8), refusal(t, err, fault.CodeInvalidState, "").Details["available"])
		err = w.book(t, us, received(north, pot, -3), received(north, pot, -1))
		require.Equal(t, int64(0), refusal(t, err, fault.CodeInvalidState, "").Details["available"], "both take from one balance")
		for _, unknown := range []purchasing.WarehouseID{theirs, 999} {
			refused(t, w.book(t, us, received(unknown, pot, 1)), fault.CodeNotFound, "/warehouse_id")
			err = w.book(t, us, received(unknown, pot, -1))
			require.Equal(t, int64(0), refusal(t, err, fault.CodeInvalidState, "").Details["available"])
		}
		require.Equal(t, before, stores.Rows(t, w.Store, tables...))

		require.NoError(t, w.booked(t.Context(), us, []purchasing.Movement{received(north, pot, 2)}, ports.UnitChange{Product: pot, OnOrder: 6}))
		require.Equal(t, inventory.Quantities{InWarehouse: 5, OnOrder: 6}, w.units(t, pot))
		w.sums(t)
	})
}

func TestAWarehouseWithStockStays(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		kettle := w.product(t, "Kettle")
		_, north := w.house(t, us, "First", "own", false), w.house(t, us, "North", "own", false)
		other := purchasing.WarehousePatch{Type: optional.Put(purchasing.WarehouseType("other"))}
		changed, err := w.warehouses.Update(t.Context(), us, north, other, nil)
		require.NoError(t, err)
		require.Equal(t, other.Type.Value, changed.Values.Type, "nothing was moved yet")
		require.NoError(t, w.book(t, us, received(north, kettle, 4)))
		refused(t, w.warehouses.Delete(t.Context(), us, north, nil), fault.CodeInUse, "")
		require.Equal(t, []edit.Blocker{{Type: "stock", Count: 1, IDs: []int64{int64(kettle)}}},
			refusal(t, w.warehouses.Delete(t.Context(), us, north, nil), fault.CodeInUse, "").Details["blockers"])
		err = w.products.Delete(t.Context(), us, inventory.ProductID(kettle), nil)
		require.Equal(t, []edit.Blocker{{Type: "stock", Count: 1, IDs: []int64{int64(north)}}}, refusal(t, err, fault.CodeInUse, "").Details["blockers"])

		require.NoError(t, w.book(t, us, received(north, kettle, -4)))
		_, err = w.warehouses.Update(t.Context(), us, north, purchasing.WarehousePatch{Type: optional.Put(purchasing.AmazonWarehouse)}, nil)
		refused(t, err, fault.CodeInvalidState, "/type")
		require.NoError(t, w.warehouses.Delete(t.Context(), us, north, nil), "it is empty")
		refused(t, w.book(t, us, received(north, kettle, 1)), fault.CodeNotFound, "/warehouse_id")
		require.NoError(t, w.products.Delete(t.Context(), us, inventory.ProductID(kettle), nil))
	})
}

func TestBlockersAreCountedAndTheFirstAreNamed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		north := w.house(t, us, "North", "own", false)
		var movements []purchasing.Movement
		for n := range 12 {
			movements = append(movements, received(north, w.product(t, fmt.Sprint("P", n)), 2))
		}
		require.NoError(t, w.book(t, us, movements...))
		held, err := w.ledger.InWarehouses(t.Context(), us.Team, []purchasing.WarehouseID{north, 99})
		require.NoError(t, err)
		require.Equal(t, map[purchasing.WarehouseID]purchasing.Held{north: {Records: 12, Units: 24, IDs: []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}, held)
		held, err = w.ledger.InWarehouses(t.Context(), them.Team, []purchasing.WarehouseID{north})
		require.NoError(t, err)
		require.Empty(t, held)
	})
}

func TestAWarehouseBeginsToSell(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		kettle, pot := w.product(t, "Kettle"), w.product(t, "Pot")
		w.ships(t, kettle)
		north, south := w.house(t, us, "North", "own", false), w.house(t, us, "South", "own", false)
		require.NoError(t, w.book(t, us, received(north, kettle, 10), received(south, kettle, 1), received(north, pot, 3)))
		sells := func(direct bool) {
			_, err := w.warehouses.Update(t.Context(), us, north, purchasing.WarehousePatch{SellsDirectly: optional.Put(direct)}, nil)
			require.NoError(t, err)
			w.sums(t)
		}
		sells(true)
		require.Equal(t, []int64{1, 3}, []int64{w.units(t, kettle).InWarehouse, w.units(t, pot).InWarehouse},
			"the pot is not sold from there")
		require.NoError(t, w.book(t, us, received(north, kettle, 5)))
		require.Equal(t, int64(1), w.units(t, kettle).InWarehouse)
		sells(false)
		require.Equal(t, []int64{16, 3}, []int64{w.units(t, kettle).InWarehouse, w.units(t, pot).InWarehouse})
	})
}

// TestStockAtOnce lets 20 writers move the same units while a warehouse begins and
// ends to sell.
func TestStockAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		products := []purchasing.ProductID{w.product(t, "Kettle"), w.product(t, "Pot")}
		houses := []purchasing.WarehouseID{w.house(t, us, "North", "own", false), w.house(t, us, "South", "own", false)}
		const writers = 20
		faults := make([]error, writers)
		var all sync.WaitGroup
		for i := range writers {
			all.Go(func() {
				if i%5 == 4 {
					_, faults[i] = w.warehouses.Update(t.Context(), us, houses[i%2], purchasing.WarehousePatch{SellsDirectly: optional.Put(i%10 == 4)}, nil)
					return
				}
				moved := []purchasing.Movement{received(houses[0], products[i%2], 3), received(houses[1], products[1-i%2], 4), received(houses[1], products[1-i%2], -1)}
				faults[i] = w.booked(t.Context(), us, moved)
			})
		}
		all.Wait()
		require.Equal(t, make([]error, writers), faults)
		require.Equal(t, int64(48), w.stats(t, houses[0]).Units)
		require.Equal(t, int64(48), w.stats(t, houses[1]).Units)
		w.sums(t)

		// Of many that take the last units, as many succeed as there are units.
		for i := range writers {
			all.Go(func() {
				faults[i] = w.booked(t.Context(), us, []purchasing.Movement{received(houses[0], products[0], -5)})
			})
		}
		all.Wait()
		taken := 0
		for _, err := range faults {
			if err == nil {
				taken++
				continue
			}
			require.Less(t, refusal(t, err, fault.CodeInvalidState, "").Details["available"], int64(5))
		}
		require.Equal(t, 4, taken, "24 units")
		w.sums(t)
	})
}

func TestStockIsBookedTogetherOrNotAtAll(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		kettle, pot := w.product(t, "Kettle"), w.product(t, "Pot")
		north := w.house(t, us, "North", "own", false)
		require.NoError(t, w.book(t, us, received(north, kettle, 10)))
		tables := []string{"inventory_products", "purchasing_stock", "purchasing_movements", "purchasing_warehouses", "audit_log"}
		before := stores.Rows(t, w.Store, tables...)
		for _, at := range [][2]string{
			{"INSERT", "purchasing_movements"}, {"UPDATE", "purchasing_stock"}, {"INSERT", "purchasing_stock"}, {"UPDATE", "inventory_products"},
		} {
			again := stores.Refuse(t, w.Store, at[0], at[1])
			require.ErrorContains(t, w.book(t, us, received(north, kettle, 1), received(north, pot, 1)), "refused by the test", "%v", at)
			again()
			require.Equal(t, before, stores.Rows(t, w.Store, tables...), "%v", at)
		}
		again := stores.Refuse(t, w.Store, "UPDATE", "inventory_products")
		_, err := w.warehouses.Update(t.Context(), us, north, purchasing.WarehousePatch{SellsDirectly: optional.Put(true)}, nil)
		require.ErrorContains(t, err, "refused by the test")
		again()
		require.Equal(t, before, stores.Rows(t, w.Store, tables...))
	})
}

// TestAWarehouseIsNotDeletedWhileUnitsCome deletes warehouses during receipts: one of the two is
// refused.
func TestAWarehouseIsNotDeletedWhileUnitsCome(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.house(t, us, "First", "own", false)
		var all sync.WaitGroup
		for n := range 8 {
			north := w.house(t, us, fmt.Sprint("N", n), "own", false)
			kettle := w.product(t, fmt.Sprint("Kettle", n))
			var booked, gone error
			all.Go(func() {
				booked = w.booked(t.Context(), us, []purchasing.Movement{received(north, kettle, 1)})
			})
			all.Go(func() { gone = w.warehouses.Delete(t.Context(), us, north, nil) })
			all.Wait()
			require.NotEqual(t, booked == nil, gone == nil, "%v, %v", booked, gone)
		}
		w.sums(t)
	})
}

func TestStockIsMoved(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		kettle := w.product(t, "Kettle")
		w.ships(t, kettle)
		north, shop := w.house(t, us, "North", "own", false), w.house(t, us, "Shop", "own", true)
		theirs := w.house(t, them, "South", "own", false)
		change := func(kind purchasing.StockChangeKind, at purchasing.WarehouseID, units int64) purchasing.StockChange {
			return purchasing.StockChange{Kind: kind, Product: kettle, Warehouse: at, Units: units}
		}
		transfer, away := change("transfer", north, 4), change("adjust", theirs, 1)
		transfer.To = optional.Some(shop)
		unknown := change("adjust", north, 1)
		unknown.Product = 999
		done, err := w.stock.Move(t.Context(), us, []purchasing.StockChange{
			change("adjust", north, 10), transfer, change("ship", north, 7), change("ship", north, 6), away, unknown, change("adjust", north, 0),
		})
		require.NoError(t, err)
		type row struct {
			outcome       edit.Outcome
			id, available int64
			code          fault.Code
		}
		var got []row
		for _, d := range done {
			r := row{outcome: d.Outcome, id: d.ID, available: d.Available}
			if d.Err != nil {
				r.code = d.Err.Code
			}
			got = append(got, r)
		}
		require.Equal(t, []row{
			{edit.Created, 1, 10, ""}, {edit.Created, 2, 6, ""}, {edit.Failed, 0, 6, fault.CodeInvalidState}, {edit.Created, 4, 0, ""},
			{edit.Failed, 0, 0, fault.CodeNotFound}, {edit.Failed, 0, 0, fault.CodeNotFound}, {edit.Failed, 0, 0, fault.CodeValidationFailed},
		}, got)
		require.Equal(t, int64(6), done[2].Err.Details["available"])
		require.Equal(t, int64(0), w.units(t, kettle).InWarehouse, "the shop sells its own stock")
		require.Equal(t, []int64{0, 4}, []int64{w.stats(t, north).Units, w.stats(t, shop).Units})
		w.sums(t)

		before := stores.Rows(t, w.Store, "purchasing_stock", "purchasing_movements", "inventory_products")
		again := stores.Refuse(t, w.Store, "UPDATE", "purchasing_stock")
		_, err = w.stock.Move(t.Context(), us, []purchasing.StockChange{change("adjust", north, 1)})
		require.ErrorContains(t, err, "refused by the test")
		again()
		require.Equal(t, before, stores.Rows(t, w.Store, "purchasing_stock", "purchasing_movements", "inventory_products"))
		_, err = w.stock.Move(t.Context(), us, make([]purchasing.StockChange, 101))
		refused(t, err, fault.CodeValidationFailed, "/movements")
	})
}

func TestStockIsListed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		var products []purchasing.ProductID
		for i := range 9 {
			products = append(products, w.product(t, fmt.Sprintf("%s %d", []string{"Äußere", "100%_inner"}[i%2], i)))
		}
		houses := []purchasing.WarehouseID{w.house(t, us, "North", "own", false), w.house(t, us, "Shop", "own", true), w.house(t, us, "South", "own", false)}
		for n := range 30 {
			require.NoError(t, w.book(t, us, received(houses[n%3], products[n*7%9], int64(n%4+1))))
		}
		require.NoError(t, w.book(t, us, received(houses[0], products[8], 5)))
		require.NoError(t, w.book(t, us, received(houses[0], products[8], -5)))
		all, err := w.stock.List(t.Context(), us, app.StockFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		for _, l := range all.Items {
			require.Positive(t, l.Units)
		}
		require.Greater(t, len(all.Items), 8)
		first := all.Items[0]
		require.Equal(t, []any{"North", "Äußere 0"}, []any{first.WarehouseName, first.Title})
		others, err := w.stock.List(t.Context(), them, app.StockFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		require.Empty(t, others.Items)
		for _, c := range []struct {
			f    app.StockFilter
			fits func(purchasing.StockLine) bool
		}{
			{app.StockFilter{}, func(purchasing.StockLine) bool { return true }},
			{app.StockFilter{Warehouses: houses[1:]}, func(l purchasing.StockLine) bool { return l.Warehouse != houses[0] }},
			{app.StockFilter{Products: products[:2]}, func(l purchasing.StockLine) bool { return l.Product <= products[1] }},
			{app.StockFilter{Query: "äussere"}, func(l purchasing.StockLine) bool { return strings.HasPrefix(l.Title, "Ä") }},
			{app.StockFilter{Query: "0%_i"}, func(l purchasing.StockLine) bool { return strings.HasPrefix(l.Title, "1") }},
		} {
			for field, less := range map[string]func(a, b purchasing.StockLine) int{
				"id":         func(purchasing.StockLine, purchasing.StockLine) int { return 0 },
				"units":      func(a, b purchasing.StockLine) int { return cmp.Compare(a.Units, b.Units) },
				"created_at": func(a, b purchasing.StockLine) int { return a.CreatedAt.Compare(b.CreatedAt) },
				"updated_at": func(a, b purchasing.StockLine) int { return a.Moved.Compare(b.Moved) },
			} {
				for _, desc := range []bool{false, true} {
					stores.Sweep(t, all.Items, func(l purchasing.StockLine) int64 { return l.ID }, c.fits, page.By{Field: field, Desc: desc}, less,
						func(r page.Request) (page.Page[purchasing.StockLine], error) {
							return w.stock.List(t.Context(), us, c.f, r)
						})
				}
			}
		}
	})
}
