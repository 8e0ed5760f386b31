package inventory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/inventory"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/reported"
)

// TestChangesOfSKUsAreReported has a SKU that comes, changes and goes.
func TestChangesOfSKUsAreReported(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		log := &reported.Log{}
		intake := w.intake.Reporting(log)
		a := seen(1)
		a.Price = euros("19.99")
		observe := func(at time.Time, all ...inventory.Observation) {
			t.Helper()
			_, err := intake.Observe(t.Context(), skuTeam, 1, at, all)
			require.NoError(t, err)
		}
		observe(skuNoon, a)
		about := w.find(t, keyOf(a))
		build := func(kind kernel.Type, version int64, changed []string, more ...string) event.Event {
			e := event.Event{
				Team: skuTeam, Type: kind, Record: optional.Some(int64(about.ID)), Version: optional.Some(version), Changed: changed,
				Details: map[string]string{"sku": "sku-001", "marketplace_id": string(skuDE)},
			}
			for i := 0; i < len(more); i += 2 {
				e.Details[more[i]] = more[i+1]
			}
			return e
		}
		require.Equal(t, []event.Event{build(kernel.SKUCreated, 1, nil)}, log.Take())
		observe(skuNoon.Add(time.Minute), a)
		require.Empty(t, log.Take(), "nothing changed")

		a.Price = euros("18")
		observe(skuNoon.Add(2*time.Minute), a)
		require.Equal(t, []event.Event{
			build(kernel.SKUPricesChanged, 2, []string{"price"}, "price_before", "19.99", "price", "18", "currency", "EUR"),
		}, log.Take())

		stock := []inventory.Stock{{SKU: "sku-001", Fulfillable: 4, Inbound: 3}}
		_, err := intake.ObserveStock(t.Context(), skuTeam, "A2SELLER", skuDE, skuNoon.Add(3*time.Minute), stock)
		require.NoError(t, err)
		require.Equal(t, []event.Event{build(kernel.SKUQuantitiesChanged, 3, []string{"fulfillable", "inbound", "reserved", "unfulfillable"},
			"fulfillable_before", "", "fulfillable", "4", "inbound_before", "", "inbound", "3", "reserved_before", "", "reserved", "0",
			"unfulfillable_before", "", "unfulfillable", "0")}, log.Take())

		a.Status = inventory.SKUSuppressed
		observe(skuNoon.Add(4*time.Minute), a)
		require.Equal(t, []event.Event{
			build(kernel.SKUUpdated, 4, []string{"listing_status"}, "status_before", "active", "status", "suppressed"),
		}, log.Take())

		later := skuNoon.Add(time.Hour)
		u := ports.Unseen{Team: skuTeam, Seller: "A2SELLER", Marketplace: skuDE, Run: 2, Started: later, At: later}
		closed, err := intake.CloseUnseen(t.Context(), u, []string{"sku-001"})
		require.NoError(t, err)
		require.Equal(t, 1, closed)
		require.Equal(t, []event.Event{build(kernel.SKUClosed, 5, []string{"status"})}, log.Take())
	})
}
