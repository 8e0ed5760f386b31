package orders_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// TestChangesTakeFewStatements counts the statements on Postgres of changes of an order, with BEGIN
// and COMMIT, for orders of any length.
func TestChangesTakeFewStatements(t *testing.T) {
	tap := &pgtest.Tap{}
	w := open(t, stores.Open(t, tap.Listen(t, pgtest.URL(t))))
	ctx, s := t.Context(), w.shop(t, "S")
	var products []int64
	for n := range orders.MaxItems {
		products = append(products, w.product(t, fmt.Sprint("p", n)))
	}
	items := func(n int) (out []order.ItemPatch) {
		for i := range n {
			out = append(out, of(products[i%len(products)], 100, "5"))
		}
		return out
	}
	one := w.placed(t, from(s, items(5)...))
	bill := 0
	// Costs of received units do not change: writing them would take each of these eight more
	// statements.
	for _, c := range []struct {
		what string
		most int
		do   func()
	}{
		{"receive", 14, func() { w.received(t, one, arrived(1)) }},
		{"add", 25, func() {
			_, err := w.AddItems(ctx, us, one.ID, orders.Add{Items: items(orders.MaxItems)})
			require.NoError(t, err)
		}},
		{"bill", 25, func() {
			bill++
			_, err := w.Update(ctx, us, one.ID, orders.Update{Patch: order.Patch{ShippingCost: optional.Put(usd(fmt.Sprint(bill)))}}, nil)
			require.NoError(t, err)
		}},
	} {
		c.do() // prepares statements, and makes rows of the first change
		require.LessOrEqual(t, tap.During(c.do), c.most, c.what)
	}
}
