package orders_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/stores"
)

func TestAnOrderKeepsItsMembers(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		in := from(w.shop(t, "S"), line("Kettle", 100, "21.6"), line("Cup", 200, "35.5"))
		p := &in.Patch
		p.Currency, p.ExchangeRate = optional.Put(money.Currency("CNY")), optional.Put(money.MustParseRate("0.1389"))
		p.OrderDate, p.ExpectedDate, p.PaymentDueDate = optional.Put(date.MustParse("2026-03-01")), optional.Put(date.MustParse("2026-04-01")), optional.Put(date.MustParse("2026-05-01"))
		p.SupplierReference, p.PaymentTerms, p.TrackingNumbers = optional.Put("A-1"), optional.Put("net"), optional.Put([]string{"T1", "T2"})
		p.ShippingCost, p.Discount = optional.Put(usd("50")), optional.Put(usd("10"))
		p.OtherCosts = optional.Put([]landed.OtherCost{{Label: "Duty", Amount: usd("186.3"), Currency: "USD"}})
		p.Payments = optional.Put([]order.Payment{{PaidOn: date.MustParse("2026-03-02"), Amount: usd("100"), Kind: order.Deposit}})
		p.AssigneeID, p.Note, p.SentAt = optional.Put(id.User(3)), optional.Put("two\nlines"), optional.Put(start.Add(time.Hour))
		made := w.made(t, in)
		require.Equal(t, []any{"PO-000001", order.Draft, int64(2), int64(300), landed.ByValue},
			[]any{made.Values.Number, made.Status, made.Counts.Items, made.Counts.Ordered, made.Values.OtherCosts[0].Allocation})
		require.Equal(t, []any{optional.Some(usd("9260")), optional.Some(usd("9300"))}, []any{made.Sums.Subtotal, made.Sums.Total})
		require.Len(t, made.Items, 2)
		found, err := w.Get(ctx, us, made.ID)
		require.NoError(t, err)
		found.Today = made.Today
		require.Equal(t, made, found)
		_, err = w.Get(ctx, them, made.ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))

		// A patch without a change stores nothing.
		same, err := w.Update(ctx, us, made.ID, orders.Update{Patch: order.Patch{Note: optional.Put("two\nlines")}}, new(int64(1)))
		require.NoError(t, err)
		require.Equal(t, int64(1), same.Version)
		next, err := w.Update(ctx, us, made.ID, orders.Update{Patch: order.Patch{Discount: optional.Put(usd("0"))}}, new(int64(1)))
		require.NoError(t, err)
		require.Equal(t, []any{int64(2), optional.Some(usd("9310")), optional.Some(usd("0"))}, []any{next.Version, next.Sums.Total, next.Items[0].Landed.DiscountShare})
		_, err = w.Update(ctx, us, made.ID, orders.Update{}, new(int64(1)))
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
	})
}

func TestOrdersNameWhatTheTeamHas(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		_, err := w.Create(ctx, us, from(99))
		refused(t, err, fault.CodeValidationFailed, "/warehouse_id") // no warehouse exists
		s := w.shop(t, "S")
		_, err = w.Create(ctx, us, orders.Create{})
		refused(t, err, fault.CodeValidationFailed, "/supplier_id")
		for pointer, change := range map[string]func(in *orders.Create){
			"/supplier_id":                  func(in *orders.Create) { in.Patch.SupplierID = optional.Put(int64(99)) },
			"/warehouse_id":                 func(in *orders.Create) { in.Patch.WarehouseID = optional.Put(int64(99)) },
			"/assignee_id":                  func(in *orders.Create) { in.Patch.AssigneeID = optional.Put(id.User(4)) },
			"/copy_from":                    func(in *orders.Create) { in.CopyFrom = optional.Some(order.ID(99)) },
			"/items/1/inventory_product_id": func(in *orders.Create) { in.Items[1].ProductID = optional.Put(int64(99)) },
			"/items/0/sku_id":               func(in *orders.Create) { in.Items[0].SKUID = optional.Put(int64(99)) },
			"/items/0/supplier_offer_id":    func(in *orders.Create) { in.Items[0].OfferID = optional.Put(int64(99)) },
		} {
			in := from(s, line("a", 1, "1"), line("b", 1, "1"))
			change(&in)
			_, err := w.Create(ctx, us, in)
			refused(t, err, fault.CodeNotFound, pointer)
		}
		_, err = w.Create(ctx, them, from(s))
		require.Error(t, err)
		first := w.made(t, from(s))
		taken := from(s)
		taken.Patch.Number = optional.Put("po-000001")
		_, err = w.Create(ctx, us, taken)
		require.Equal(t, int64(first.ID), refused(t, err, fault.CodeDuplicate, "/number").Details["existing_id"])
		taken.Patch.Number = optional.Put("PO-000002")
		w.made(t, taken)
		require.Equal(t, "PO-000003", w.made(t, from(s)).Values.Number, "a number that was taken is left out")
		require.NoError(t, w.Delete(ctx, us, first.ID, nil))
		taken.Patch.Number = optional.Put("po-000001")
		w.made(t, taken)
		require.Equal(t, map[string]int{"purchasing_items": 0}, map[string]int{"purchasing_items": len(stores.Rows(t, w.Store, "purchasing_items")["purchasing_items"])})
	})
}

func TestAnItemIsCompletedByWhatItNames(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		s := w.shop(t, "S")
		product := w.product(t, "Bottle")
		offer, err := w.offers.Create(ctx, us, purchasing.OfferPatch{
			Supplier: optional.Put(purchasing.SupplierID(s)), SupplierSKU: optional.Put("N-1"), Product: optional.Put(purchasing.ProductID(product)),
			UnitCost: optional.Put(usd("4")), PackSize: optional.Put(12), MOQ: optional.Put(24),
			PriceBreaks: optional.Put([]purchasing.PriceBreak{{MinQuantity: 240, UnitCost: usd("3.5")}}),
		})
		require.NoError(t, err)
		item := order.ItemPatch{OfferID: optional.Put(int64(offer.ID)), CaseQuantity: optional.Put(int64(20))}
		made := w.made(t, from(s, item))
		v := made.Items[0].Values
		require.Equal(t, []any{int64(240), optional.Some(int64(12)), optional.Some(usd("3.5")), optional.Some("Bottle")},
			[]any{v.Quantity, v.UnitsPerCase, v.UnitCost, v.Title})
		require.Equal(t, purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: product}, made.Items[0].Target)
		require.Empty(t, made.Items[0].Warnings)

		other := w.product(t, "Cup")
		item.ProductID = optional.Put(other)
		_, err = w.Create(ctx, us, from(s, item))
		refused(t, err, fault.CodeValidationFailed, "/items/0/supplier_offer_id")
		_, err = w.Create(ctx, us, from(w.shop(t, "T"), order.ItemPatch{OfferID: optional.Put(int64(offer.ID)), Quantity: optional.Put(int64(1))}))
		refused(t, err, fault.CodeValidationFailed, "/items/0/supplier_offer_id")

		// A SKU that belongs to no product is the target itself.
		sku := w.sku(t, "K-1")
		alone := w.made(t, from(s, order.ItemPatch{SKUID: optional.Put(sku), Quantity: optional.Put(int64(5))}, order.ItemPatch{Quantity: optional.Put(int64(5)), SKUID: optional.Put(sku)},
			order.ItemPatch{SupplierSKU: optional.Put("x"), Quantity: optional.Put(int64(5))}))
		require.Equal(t, []any{purchasing.CostTarget{Kind: purchasing.CostOfSKU, ID: sku}, optional.Some("Title of K-1"), optional.Some("K-1")},
			[]any{alone.Items[0].Target, alone.Items[0].Values.Title, alone.Items[0].SKU})
		require.Equal(t, [][]order.Warning{{order.DuplicateItem}, {order.DuplicateItem}, {order.NoCostTarget}},
			[][]order.Warning{alone.Items[0].Warnings, alone.Items[1].Warnings, alone.Items[2].Warnings})
	})
}

// TestPacksAreNeverTakenForUnits orders by SKUs. A SKU that sells single units orders the product.
// A SKU that sells six at once is a thing of its own, unless the product is named.
func TestPacksAreNeverTakenForUnits(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		bottle, err := w.products.Create(ctx, us, inventoryapp.CreateProduct{Patch: inventory.ProductPatch{Title: optional.Some("Bottle"), WeightG: optional.Put(310)}})
		require.NoError(t, err)
		single, six := w.sku(t, "ONE"), w.sku(t, "SIX")
		_, err = w.products.SetMatches(ctx, us, inventoryapp.SetMatches{Product: bottle.ID, Matches: []inventory.WantedMatch{
			{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: single}, UnitsPerSale: 1},
			{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: six}, UnitsPerSale: 6},
		}})
		require.NoError(t, err)
		by := func(sku int64, quantity int64, cost string) order.ItemPatch {
			return order.ItemPatch{SKUID: optional.Put(sku), Quantity: optional.Put(quantity), UnitCost: optional.Put(usd(cost))}
		}
		named := by(six, 5, "5")
		named.ProductID = optional.Put(int64(bottle.ID))
		one := w.placed(t, from(s, by(single, 10, "2"), by(six, 4, "12"), named))
		product, pack := purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: int64(bottle.ID)}, purchasing.CostTarget{Kind: purchasing.CostOfSKU, ID: six}
		weight, none := optional.Some(int64(310)), optional.None[int64]()
		for i, want := range []struct {
			target purchasing.CostTarget
			weight optional.Maybe[int64]
		}{{product, weight}, {pack, none}, {product, weight}} {
			require.Equal(t, []any{want.target, want.weight}, []any{one.Items[i].Target, one.Items[i].Values.WeightG}, "item %d", i)
		}
		w.to(t, one.ID, order.Received)
		on, in := w.units(t, int64(bottle.ID))
		require.Equal(t, []int64{0, 15}, []int64{on, in})
		costs, err := w.Inventory.Costs(ctx, 1, []purchasing.CostTarget{product, pack}, date.MustParse("2026-03-20"))
		require.NoError(t, err)
		require.Equal(t, map[purchasing.CostTarget]money.Sum{
			product: {Amount: usd("3"), Currency: "USD"}, pack: {Amount: usd("12"), Currency: "USD"},
		}, costs)
	})
}

func TestItemsAreAddedChangedAndDeleted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		a := w.product(t, "a")
		one := w.placed(t, from(w.shop(t, "S"), of(a, 10, "2")))
		bad := line("b", 1, "1")
		bad.ProductID = optional.Put(int64(99))
		costless := order.ItemPatch{Title: optional.Put("c"), Quantity: optional.Put(int64(1))}
		rows, err := w.AddItems(ctx, us, one.ID, orders.Add{Merge: true, Items: []order.ItemPatch{of(a, 5, "2"), bad, line("new", 7, "1"), line("new", 3, "1"), costless}})
		require.NoError(t, err)
		outcomes := make([]edit.Outcome, len(rows))
		for i, r := range rows {
			outcomes[i] = r.Outcome
		}
		require.Equal(t, []edit.Outcome{edit.Updated, edit.Failed, edit.Created, edit.Updated, edit.Failed}, outcomes)
		require.Equal(t, []any{one.Items[0].ID, int64(15), rows[2].Item.ID, int64(10)},
			[]any{rows[0].Item.ID, rows[0].Item.Values.Quantity, rows[3].Item.ID, rows[3].Item.Values.Quantity})
		require.Equal(t, []fault.Code{fault.CodeNotFound, fault.CodeValidationFailed}, []fault.Code{rows[1].Err.Code, rows[4].Err.Code})
		on, _ := w.units(t, a)
		require.Equal(t, int64(15), on)

		item := rows[2].Item
		changed, err := w.UpdateItem(ctx, us, one.ID, item.ID, order.ItemPatch{Quantity: optional.Put(int64(4)), Cancelled: optional.Put(int64(1))}, new(int64(1)))
		require.NoError(t, err)
		require.Equal(t, []any{int64(2), int64(3), int64(18)}, []any{changed.Version, changed.Outstanding(), changed.Of.Counts.Outstanding})
		_, err = w.UpdateItem(ctx, us, one.ID, item.ID, order.ItemPatch{Note: optional.Put("n")}, new(int64(1)))
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
		_, err = w.UpdateItem(ctx, us, one.ID, item.ID, order.ItemPatch{ProductID: optional.Put(a)}, nil)
		refused(t, err, fault.CodeInvalidState, "/inventory_product_id")
		_, err = w.UpdateItem(ctx, them, one.ID, item.ID, order.ItemPatch{Note: optional.Put("n")}, nil)
		require.True(t, fault.Is(err, fault.CodeNotFound))

		results, err := w.DeleteItems(ctx, us, one.ID, edit.Many[order.ItemID]{IDs: []order.ItemID{one.Items[0].ID, 99, item.ID}})
		require.NoError(t, err)
		require.Equal(t, []edit.Outcome{edit.Deleted, edit.Failed, edit.Failed}, []edit.Outcome{results[0].Outcome, results[1].Outcome, results[2].Outcome})
		require.Equal(t, fault.CodeInvalidState, results[2].Err.Code, "the last one stays")
		on, _ = w.units(t, a)
		require.Zero(t, on)
		left, err := w.Get(ctx, us, one.ID)
		require.NoError(t, err)
		require.Equal(t, []any{1, int64(1), optional.Some(usd("3"))}, []any{len(left.Items), left.Counts.Items, left.Sums.Total})
	})
}

func TestStatusesMoveUnitsAndCounts(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		a, s := w.product(t, "a"), w.shop(t, "S")
		one := w.made(t, from(s, of(a, 10, "2")))
		seen := func() (n int64, placed optional.Maybe[time.Time]) {
			one, err := w.suppliers.Get(ctx, us, purchasing.SupplierID(s))
			require.NoError(t, err)
			return one.Values.Seen.OpenOrders, one.Values.Seen.LastOrderAt
		}
		state := func(on, open int64, status order.Status) {
			t.Helper()
			got, _ := w.units(t, a)
			n, _ := seen()
			require.Equal(t, []any{on, open, status}, []any{got, n, one.Status})
		}
		state(0, 1, order.Draft)
		one = w.to(t, one.ID, order.Ordered)
		state(10, 1, order.Ordered)
		_, placed := seen()
		require.Equal(t, one.OrderedAt, placed)
		require.Equal(t, optional.Some(date.MustParse("2026-03-20")), one.Values.OrderDate)
		one = w.to(t, one.ID, order.Draft)
		state(0, 1, order.Draft)
		one = w.to(t, one.ID, order.Ordered)
		one = w.to(t, one.ID, order.Cancelled)
		state(0, 0, order.Cancelled)
		_, err := w.Update(ctx, us, one.ID, orders.Update{Status: optional.Some(order.Closed)}, nil)
		require.Equal(t, []order.Status{order.Draft}, refused(t, err, fault.CodeInvalidTransition, "/status").Details["allowed"])
		one = w.to(t, one.ID, order.Draft)
		state(0, 1, order.Draft)
		require.NoError(t, w.Delete(ctx, us, one.ID, nil))
		n, _ := seen()
		require.Zero(t, n)

		// Lists each missing member of an order by its place.
		in := from(s, order.ItemPatch{Title: optional.Put("c"), Quantity: optional.Put(int64(1))})
		in.Ordered, in.Patch.Currency = true, optional.Put(money.Currency("EUR"))
		_, err = w.Create(ctx, us, in)
		e := refused(t, err, fault.CodeValidationFailed, "/exchange_rate")
		require.Equal(t, []string{"/exchange_rate", "/items/0/unit_cost"}, []string{e.Errors[0].Pointer, e.Errors[1].Pointer})
		_, err = w.suppliers.Update(ctx, us, purchasing.SupplierID(s), purchasing.SupplierPatch{Status: optional.Put(purchasing.Inactive)}, nil)
		require.NoError(t, err)
		_, err = w.Create(ctx, us, from(s))
		refused(t, err, fault.CodeInvalidState, "/supplier_id")
	})
}

func TestAnOrderIsCopied(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		s := w.shop(t, "S")
		in := from(s, line("a", 10, "2"), line("b", 5, "3"))
		in.Patch.ShippingCost, in.Patch.SupplierReference = optional.Put(usd("7")), optional.Put("R")
		one := w.placed(t, in)
		again := w.made(t, orders.Create{CopyFrom: optional.Some(one.ID), Patch: order.Patch{Note: optional.Put("again")}})
		require.Equal(t, []any{order.Draft, "PO-000002", usd("7"), optional.None[string](), optional.Some("again"), int64(15)},
			[]any{again.Status, again.Values.Number, again.Values.ShippingCost, again.Values.SupplierReference, again.Values.Note, again.Counts.Outstanding})
	})
}

func TestReceivingTheRestMovesStock(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		a := w.product(t, "a")
		one := w.placed(t, from(w.shop(t, "S"), of(a, 10, "2"), line("b", 5, "1")))
		again := stores.Refuse(t, w.Store, "INSERT", "purchasing_movements")
		_, err := w.Update(ctx, us, one.ID, orders.Update{Status: optional.Some(order.Received)}, nil)
		require.Error(t, err)
		again()
		require.Empty(t, stores.Rows(t, w.Store, "purchasing_receipts")["purchasing_receipts"], "nothing is half booked")

		delivery := order.Delivery{Day: optional.Some(date.MustParse("2026-03-10")), Reference: optional.Some("DN-7")}
		done, err := w.Update(ctx, us, one.ID, orders.Update{Status: optional.Some(order.Received), Delivery: delivery}, nil)
		require.NoError(t, err)
		on, in := w.units(t, a)
		require.Equal(t, []any{order.Received, int64(15), int64(0), int64(10)}, []any{done.Status, done.Counts.Received, on, in})
		lines, err := w.store.Receipts(ctx, 1, one.Items[0].ID)
		require.NoError(t, err)
		require.Len(t, lines, 1)
		lines[0].ID = 0
		require.Equal(t, order.Receipt{
			Order: one.ID, Item: one.Items[0].ID, Line: 1, Target: one.Items[0].Target, Kind: order.Arrival, Accepted: 10,
			Reference: optional.Some("DN-7"), WarehouseID: one.Values.WarehouseID, Day: date.MustParse("2026-03-10"),
			StockBefore: optional.Some(int64(0)), Cost: purchasing.CostAnswer{Written: true},
		}, lines[0])
		got, err := w.suppliers.Get(ctx, us, purchasing.SupplierID(one.Values.SupplierID))
		require.NoError(t, err)
		require.Zero(t, got.Values.Seen.OpenOrders)
	})
}
