package purchasing_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// TestReceivingRunsAFixedNumberOfStatements books the receipts of 1 product and of 100. Stock,
// units and costs take the same number of statements.
func TestReceivingRunsAFixedNumberOfStatements(t *testing.T) {
	p := &pgtest.Tap{}
	w := newWorld(t, stores.Open(t, p.Listen(t, pgtest.URL(t))))
	north := w.house(t, us, "North", "own", false)
	var products []purchasing.ProductID
	for n := range 100 {
		products = append(products, w.product(t, fmt.Sprint("P", n)))
	}
	day := date.MustParse("2026-03-20")
	receive := func(n int, landed int64) int {
		return p.During(func() {
			require.NoError(t, w.InTx(t.Context(), func(ctx context.Context) error {
				var targets []purchasing.CostTarget
				var moved []purchasing.Movement
				var units []ports.UnitChange
				for _, product := range products[:n] {
					targets = append(targets, purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: int64(product)})
					moved, units = append(moved, received(north, product, 2)), append(units, ports.UnitChange{Product: product, OnOrder: -2})
				}
				taken, err := w.bought.Take(ctx, us, targets)
				if err != nil {
					return err
				}
				stock := taken.Stock()
				var all []purchasing.TargetCosts
				for _, target := range targets {
					all = append(all, purchasing.TargetCosts{Target: target, Days: []purchasing.CostDay{{
						Day: day, Stock: stock[target], Receipts: []purchasing.CostReceipt{
							{Order: 1, Units: 2, Landed: big.NewRat(landed, 7), Currency: "USD", CostCurrency: "USD", Rate: money.One},
						},
					}}})
				}
				answers, err := taken.Receive(ctx, true, all)
				require.Len(t, answers, n)
				for _, a := range answers {
					require.Equal(t, purchasing.CostAnswer{Written: true}, a)
				}
				if err != nil {
					return err
				}
				moves, err := w.stock.Book(ctx, us, moved)
				if err != nil {
					return err
				}
				return taken.Write(ctx, append(moves, units...))
			}))
		})
	}
	receive(100, 30) // the first movement of a product makes its balance
	number := receive(1, 31)
	require.Equal(t, number, receive(100, 32), "statements")
	require.LessOrEqual(t, number, 16, "BEGIN and COMMIT among them")

	move := func(n int) int {
		var changes []purchasing.StockChange
		for _, product := range products[:n] {
			changes = append(changes, purchasing.StockChange{Kind: purchasing.StockShip, Product: product, Warehouse: north, Units: 1})
		}
		return p.During(func() {
			done, err := w.stock.Move(t.Context(), us, changes)
			require.NoError(t, err)
			for _, d := range done {
				require.Nil(t, d.Err)
			}
		})
	}
	require.Equal(t, move(1), move(100), "statements")
	w.sums(t)
}

// TestOffersAreMadeInAFixedNumberOfStatements makes offers of 1 product and of 100, as the import
// of a document does.
func TestOffersAreMadeInAFixedNumberOfStatements(t *testing.T) {
	p := &pgtest.Tap{}
	w := newWorld(t, stores.Open(t, p.Listen(t, pgtest.URL(t))))
	seller, serial := w.seller(t, "S"), 0
	var products []purchasing.ProductID
	for n := range 100 {
		products = append(products, w.product(t, fmt.Sprint("P", n)))
	}
	create := func(n int) int {
		wanted := make([]purchasing.OfferPatch, n)
		for i := range wanted {
			serial++
			wanted[i] = offer(seller, fmt.Sprint("A-", serial), "4")
			wanted[i].Currency, wanted[i].Product = optional.Put(money.Currency("USD")), optional.Put(products[i])
			wanted[i].GTINs = optional.Put([]string{"4006381333931"})
		}
		return p.During(func() {
			made, faults, err := w.offers.CreateMany(t.Context(), us, seller, wanted)
			require.NoError(t, err)
			require.Len(t, made, n)
			require.Equal(t, make([]*fault.Error, n), faults)
		})
	}
	number := create(1)
	require.Equal(t, number, create(100), "statements")
	require.LessOrEqual(t, number, 26, "BEGIN, COMMIT and savepoints among them")
}
