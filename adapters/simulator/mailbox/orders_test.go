package mailbox

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// toldOrder has the members of an order that a seller reads.
type toldOrder struct {
	SellerID           string
	AmazonOrderID      string
	OrderChangeTrigger struct{ TimeOfOrderChange time.Time }
	Summary            struct {
		MarketplaceID, OrderStatus string
		PurchaseDate               time.Time
		OrderItems                 []struct {
			OrderItemID, SellerSKU string
			Quantity               int
		}
	}
}

// selling makes a marketplace with buyers, with notices of US orders to its full account.
func selling(t *testing.T) *wire {
	w := wireTo(t, open(settings{Limits: gateway.Limits{Off: true}, Products: 2000, Sales: true}))
	w.subscribe(`,"processingDirective":{"eventFilter":{"eventFilterType":"ORDER_CHANGE","marketplaceIds":["ATVPDKIKX0DER"],
		"orderChangeTypes":["OrderStatusChange"]}}`, gateway.TypeOrder)
	require.Empty(t, w.told(), "nothing was sold before")
	return w
}

// orders returns the orders sent after each of several steps.
func (w *wire) orders(steps int, each time.Duration) (all []toldOrder) {
	for range steps {
		w.m.World.Clock.Step(each)
		for _, n := range w.told() {
			require.Equal(w, gateway.TypeOrder, n["NotificationType"])
			b, err := json.Marshal(n["Payload"])
			require.NoError(w, err)
			var entry struct{ OrderChangeNotification toldOrder }
			require.NoError(w, json.Unmarshal(b, &entry))
			all = append(all, entry.OrderChangeNotification)
		}
	}
	return all
}

func TestOwnOffersSell(t *testing.T) {
	w := selling(t)
	all := w.orders(1, 24*time.Hour)
	require.Equal(t, all, selling(t).orders(96, 15*time.Minute), "how often orders are read does not matter")

	bought, cancelled, last := map[string]toldOrder{}, 0, testStart
	for _, o := range all {
		at := o.OrderChangeTrigger.TimeOfOrderChange
		require.False(t, at.Before(last), "in the order of time")
		last = at
		require.Equal(t, w.seller.ID, o.SellerID)
		require.Equal(t, string(marketplace.US), o.Summary.MarketplaceID)
		require.Len(t, o.Summary.OrderItems, 1)
		item := o.Summary.OrderItems[0]
		l, ok := w.m.Ledger.ListingOf(w.seller.ID, item.SellerSKU)
		require.True(t, ok)
		offer, ok := l.Offer(marketplace.US)
		require.True(t, ok && offer.Buyable, item.SellerSKU)
		require.Positive(t, item.Quantity)
		if o.Summary.OrderStatus == "Unshipped" {
			require.NotContains(t, bought, o.AmazonOrderID)
			require.Equal(t, at, o.Summary.PurchaseDate)
			bought[o.AmazonOrderID] = o
			continue
		}
		require.Equal(t, "Canceled", o.Summary.OrderStatus)
		before := bought[o.AmazonOrderID]
		require.Equal(t, before.Summary.OrderItems, o.Summary.OrderItems)
		require.Equal(t, before.Summary.PurchaseDate, o.Summary.PurchaseDate)
		require.True(t, at.After(before.Summary.PurchaseDate))
		cancelled++
	}
	require.Equal(t, "531 24", fmt.Sprint(len(bought), " ", cancelled))
}

// TestDearOffersSellLess has the same listing cheap and dear for a day.
func TestDearOffersSellLess(t *testing.T) {
	units := func(percent int64) (n int) {
		w := selling(t)
		l := w.buyableListing()
		p, ok := w.m.Catalog.Product(l.ASIN)
		require.True(t, ok)
		price := string(world.Shops[marketplace.US].Number(p.BasePrice(marketplace.US) * percent / 100))
		w.patchPrice(l.SKU, price, "0.10", "99999.00")
		for _, o := range w.orders(1, 24*time.Hour) {
			if i := o.Summary.OrderItems[0]; i.SellerSKU == l.SKU {
				n += i.Quantity
			}
		}
		return n
	}
	require.Equal(t, []int{240, 2, 0}, []int{units(70), units(100), units(140)})
}

func TestNothingSellsUnlessAskedFor(t *testing.T) {
	w := overTheWire(t)
	w.subscribe("", gateway.TypeOrder)
	require.Empty(t, w.told())
	require.Empty(t, w.orders(1, 24*time.Hour))

	w = wireTo(t, open(settings{Limits: gateway.Limits{Off: true}, Sales: true}))
	w.subscribe("", gateway.TypeStatus)
	require.Empty(t, w.told())
	w.m.World.Clock.Step(24 * time.Hour)
	require.Empty(t, w.told(), "a seller without notices of orders has no buyers")
}
