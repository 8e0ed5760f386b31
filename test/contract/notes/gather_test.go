package notes_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	audits "sellingassistant/adapters/persistence/audit"
	hooks "sellingassistant/app/webhook"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// TestAChangeWithoutASubscriberCostsNoStatement changes prices of offers with and without events.
// Other types are always in the feed: two statements for all events of a transaction.
func TestAChangeWithoutASubscriberCostsNoStatement(t *testing.T) {
	p := &pgtest.Tap{}
	s := stores.Open(t, p.Listen(t, pgtest.URL(t)))
	stores.Teams(t, s)
	h := hook(t, s)
	plain := audits.New(s, nil)
	write := func(trail audit.Log, n int, record, member string) int {
		return p.During(func() {
			require.NoError(t, h.InTx(t.Context(), func(ctx context.Context) error {
				var lines []audit.Entry
				for i := range n {
					line := audit.For(us, record, int64(i+1), "updated", noon)
					line.Version, line.Changes = 2, map[string]audit.Change{member: {Old: 1, New: 2}}
					lines = append(lines, line)
				}
				return trail.Write(ctx, lines...)
			}))
		})
	}
	write(plain, 1, "supplier_offer", "unit_cost") // prepares the statements
	write(plain, 100, "supplier_offer", "unit_cost")
	write(h.parts.Trail, 1, "supplier_offer", "unit_cost") // the wishes are known for 5 s
	for _, n := range []int{1, 100} {
		without := write(plain, n, "supplier_offer", "unit_cost")
		require.Equal(t, without, write(h.parts.Trail, n, "supplier_offer", "unit_cost"), n)
		require.Equal(t, without, write(h.parts.Trail, n, "supplier", "name"), "no event")
	}
	require.Empty(t, h.types(1, webhook.EventFilter{}))
	write(h.parts.Trail, 1, "sku", "title") // prepares the statements
	write(h.parts.Trail, 100, "sku", "title")
	for _, n := range []int{1, 100} {
		require.Equal(t, 2, write(h.parts.Trail, n, "sku", "title")-write(plain, n, "sku", "title"), n)
	}
	require.Zero(t, h.reads, "no record is read for an event that nobody wants")
	require.Zero(t, p.During(func() { h.happen(1, kernel.SupplierOfferCostChanged) }))
}

// TestManyChangesBecomeFewEvents gathers 250 changes of one type.
func TestManyChangesBecomeFewEvents(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.endpoint("https://a.example", "supplier_offer.*", "sku.*")
		change := func(kind kernel.Type, from, to int, details map[string]string) {
			require.NoError(t, h.InTx(t.Context(), func(ctx context.Context) error {
				for i := from; i <= to; i++ {
					if err := h.log.Write(ctx, event.Event{
						Team: 1, Type: kind, Record: optional.Some(int64(i)), Version: optional.Some[int64](2), Changed: []string{"unit_cost"}, Details: details,
					}); err != nil {
						return err
					}
				}
				return nil
			}))
		}
		change(kernel.SupplierOfferCostChanged, 1, 150, nil)
		change(kernel.SupplierOfferCostChanged, 151, 250, nil)
		change(kernel.SKUPricesChanged, 1, 2, map[string]string{"marketplace_id": "A1PA6795UKMFR9"})
		change(kernel.SKUPricesChanged, 3, 3, map[string]string{"marketplace_id": "A1F83G8C2ARO7P"})
		h.work()
		require.Empty(t, h.types(1, webhook.EventFilter{}), "they wait for others")
		h.clock.At = noon.Add(5*time.Second - 1)
		h.work()
		require.Empty(t, h.types(1, webhook.EventFilter{}))
		h.clock.At = noon.Add(5 * time.Second)
		h.work()
		found, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, page.Request{Limit: 9, Order: []page.By{{Field: "created_at"}}}, 0)
		require.NoError(t, err)
		var got []string
		for _, e := range found.Items {
			first, last := e.Data.Changes[0], e.Data.Changes[len(e.Data.Changes)-1]
			got = append(got, fmt.Sprint(e.Type, " ", first.Record.Or(0), "-", last.Record.Or(0), " ", e.Data.Details["marketplace_id"]))
		}
		require.Equal(t, []string{
			"supplier_offer.cost_changed 1-100 ", "supplier_offer.cost_changed 101-200 ", "supplier_offer.cost_changed 201-250 ",
			"sku.prices_changed 1-2 A1PA6795UKMFR9", "sku.prices_changed 3-3 A1F83G8C2ARO7P",
		}, got)
		require.Len(t, h.receiver.got["https://a.example"], 5)
		text, err := hooks.Body(found.Items[4])
		require.NoError(t, err)
		require.JSONEq(t, `{"id":"`+string(found.Items[4].ID)+`","type":"sku.prices_changed","timestamp":"`+noon.Add(5*time.Second).Format("2006-01-02T15:04:05.000000Z")+`","data":{"id":null,"version":null,
			"changed":[],"details":{"marketplace_id":"A1F83G8C2ARO7P"},"object":null,"changes":[{"id":3,"version":2,"changed":["unit_cost"],
			"details":{"marketplace_id":"A1F83G8C2ARO7P"}}]}}`, string(text))
		require.Empty(t, stores.Rows(t, h.Store, "webhook_changes")["webhook_changes"])
	})
}

// TestNoGatheredChangeIsLost loses the job of waiting changes, and a transaction of the job.
func TestNoGatheredChangeIsLost(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.endpoint("https://a.example", "*")
		h.happen(1, kernel.SupplierOfferCostChanged)
		h.clock.At = noon.Add(5 * time.Second)
		again := stores.Refuse(t, h.Store, "INSERT", "webhook_events")
		require.Error(t, h.queue.Work(t.Context(), h.handlers...))
		again()
		require.Len(t, stores.Rows(t, h.Store, "webhook_changes")["webhook_changes"], 1)
		require.NoError(t, h.queue.Work(t.Context(), jobs.Handler{Kind: hooks.GatherJob, Run: func(context.Context, jobs.Job) error { return nil }},
			jobs.Handler{Kind: hooks.FanOutJob, Run: func(context.Context, jobs.Job) error { return nil }}))
		h.clock.At = noon.Add(5*time.Second + 2*time.Minute)
		_, err := h.queue.Enqueue(t.Context(), jobs.Request{Kind: hooks.SweepJob})
		require.NoError(t, err)
		h.work()
		require.Equal(t, []kernel.Type{kernel.SupplierOfferCostChanged}, h.types(1, webhook.EventFilter{}))
		require.Len(t, h.receiver.got["https://a.example"], 1)
	})
}

// TestEventsShowTheRecord wants events of SKUs alone.
func TestEventsShowTheRecord(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.happen(1, kernel.SKUUpdated)
		require.Zero(t, h.reads, "nobody wants it")
		h.endpoint("https://a.example", "sku.*")
		line := audit.For(us, "sku", 5, "updated", noon)
		line.Changes = map[string]audit.Change{"title": {Old: "a", New: "b"}}
		require.NoError(t, h.InTx(t.Context(), func(ctx context.Context) error { return h.parts.Trail.Write(ctx, line) }))
		h.happen(1, kernel.PurchaseOrderCreated)
		found, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, page.Request{Limit: 9, Order: []page.By{{Field: "created_at"}}}, 0)
		require.NoError(t, err)
		require.Nil(t, found.Items[0].Data.Object)
		require.JSONEq(t, `{"id":5,"lines":2}`, string(found.Items[1].Data.Object), "of the transaction of the change")
		require.Nil(t, found.Items[2].Data.Object)
		require.Equal(t, 1, h.reads)
	})
}

// TestEndpointsChooseMarketplaces has events of two marketplaces and of none.
func TestEndpointsChooseMarketplaces(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		e, err := h.endpoints.Create(t.Context(), us, webhook.EndpointPatch{
			URL: optional.Put("https://a.example"), Types: optional.Put([]webhook.Pattern{"*"}),
			MarketplaceIDs: optional.Put([]marketplace.ID{"A1PA6795UKMFR9"}),
		})
		require.NoError(t, err)
		e, err = h.endpoints.Get(t.Context(), us, e.ID)
		require.NoError(t, err)
		require.Equal(t, []marketplace.ID{"A1PA6795UKMFR9"}, e.Values.MarketplaceIDs)
		happen := func(kind kernel.Type, m string) {
			require.NoError(t, h.log.Write(t.Context(), event.Event{Team: 1, Type: kind, Details: map[string]string{"marketplace_id": m}}))
		}
		happen(kernel.SyncCompleted, "A1PA6795UKMFR9")
		happen(kernel.SyncFailed, "A1F83G8C2ARO7P")
		h.happen(1, kernel.DocumentReady)
		h.work()
		var types []kernel.Type
		for _, d := range h.deliveries(e) {
			types = append(types, d.Type)
		}
		require.Equal(t, []kernel.Type{kernel.SyncCompleted, kernel.DocumentReady}, types)
		all := hooks.Replay{From: noon, To: noon, Which: webhook.ReplayMissing, DryRun: true}
		n, err := h.endpoints.Replay(t.Context(), us, e.ID, all)
		require.NoError(t, err)
		require.Zero(t, n.Deliveries)
		e, err = h.endpoints.Update(t.Context(), us, e.ID, webhook.EndpointPatch{MarketplaceIDs: optional.Put([]marketplace.ID{})}, nil)
		require.NoError(t, err)
		require.Empty(t, e.Values.MarketplaceIDs)
		n, err = h.endpoints.Replay(t.Context(), us, e.ID, all)
		require.NoError(t, err)
		require.Equal(t, int64(1), n.Deliveries)
	})
}

// TestStatesAreReportedWhenTheyBegin has an order that is overdue, in time, and overdue again.
func TestStatesAreReportedWhenTheyBegin(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		overdue := webhook.State{Type: kernel.PurchaseOrderOverdue, Key: "4 2026-11-20", Data: webhook.Data{Part: webhook.Part{
			Record: optional.Some[int64](4), Details: map[string]string{"expected_on": "2026-11-20"},
		}}}
		expiring := webhook.State{Type: kernel.KeyExpiring, Key: "3", Data: webhook.Data{Part: webhook.Part{Record: optional.Some[int64](3)}}}
		watch := func(states ...webhook.State) {
			h.states = states
			_, err := h.queue.Enqueue(t.Context(), jobs.Request{Kind: hooks.WatchJob})
			require.NoError(t, err)
			h.work()
		}
		watch(overdue)
		watch(overdue, expiring)
		require.Equal(t, []kernel.Type{kernel.PurchaseOrderOverdue, kernel.KeyExpiring}, h.types(1, webhook.EventFilter{}))
		watch(expiring)
		watch(expiring, overdue)
		require.Equal(t, []kernel.Type{kernel.PurchaseOrderOverdue, kernel.KeyExpiring, kernel.PurchaseOrderOverdue},
			h.types(1, webhook.EventFilter{}))
		require.Empty(t, h.types(2, webhook.EventFilter{}))
		found, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "created_at"}}}, 0)
		require.NoError(t, err)
		require.Equal(t, overdue.Data, found.Items[0].Data)
	})
}

// TestPeopleWantEventsToo has no endpoint.
func TestPeopleWantEventsToo(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.people = []kernel.Type{kernel.SKUQuantitiesChanged}
		h.happen(1, kernel.SKUQuantitiesChanged, kernel.SKUPricesChanged)
		h.happen(2, kernel.SKUQuantitiesChanged)
		h.clock.At = noon.Add(5 * time.Second)
		h.work()
		require.Equal(t, []kernel.Type{kernel.SKUQuantitiesChanged}, h.types(1, webhook.EventFilter{}))
		require.Empty(t, h.types(2, webhook.EventFilter{}))
	})
}

// TestAFailingReceiverFreesTheWorker has more deliveries than one round calls.
func TestAFailingReceiverFreesTheWorker(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		e := h.endpoint("https://a.example", "*")
		h.receiver.answers["https://a.example"] = 500
		for range 50 {
			h.happen(1, kernel.SKUUpdated)
		}
		h.work()
		require.Len(t, h.receiver.got["https://a.example"], 36, "a round of 32, and one of 4")
		h.work()
		require.Len(t, h.receiver.got["https://a.example"], 36, "the worker rests")
		h.clock.At = noon.Add(30 * time.Second)
		h.work()
		require.Len(t, h.receiver.got["https://a.example"], 40)
		delete(h.receiver.answers, "https://a.example")
		h.clock.At = noon.Add(60 * time.Second)
		h.work()
		for _, d := range h.deliveries(e) {
			require.True(t, d.Status == webhook.Succeeded || d.NextAt.Or(noon).After(h.clock.At), "%v", d)
		}
	})
}
