package notes_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	audits "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	hookstore "sellingassistant/adapters/persistence/webhook"
	hooks "sellingassistant/app/webhook"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/webhook"
	memoryjobs "sellingassistant/test/jobs"
	"sellingassistant/test/moving"
	"sellingassistant/test/stores"
)

// receiver is a user's program: it answers a call by its address.
type receiver struct {
	clock   *moving.Clock
	mu      sync.Mutex
	answers map[string]int64
	got     map[string][]webhook.EventID
	bodies  []string
	after   func() // runs after a call, before its result is stored
}

func (r *receiver) Call(_ context.Context, c ports.Call) webhook.Attempt {
	r.mu.Lock()
	r.got[c.To] = append(r.got[c.To], c.ID)
	r.bodies = append(r.bodies, string(c.Body))
	status, known := r.answers[c.To]
	r.mu.Unlock()
	if !known {
		status = 200
	}
	a := webhook.Attempt{At: r.clock.Now(), Status: status, Answer: "thanks"}
	if !a.OK() {
		a.Failure = optional.Some(webhook.BadStatus)
	}
	if r.after != nil {
		r.after()
	}
	return a
}

// shown has the records that events show: each SKU with the number of events in the database.
type shown struct{ h *hooked }

func (s shown) Of(ctx context.Context, team id.Team, t kernel.Type, ids []int64) (map[int64][]byte, error) {
	out := map[int64][]byte{}
	if t.Noun() != "sku" {
		return out, nil
	}
	var n int
	if err := s.h.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM audit_log WHERE team_id = $1", int64(team)).Scan(&n); err != nil {
		return nil, err
	}
	s.h.reads++
	for _, record := range ids {
		out[record] = fmt.Appendf(nil, `{"id":%d,"lines":%d}`, record, n)
	}
	return out, nil
}

type derived struct{}

func (derived) Keys(id.Team, webhook.EndpointID, int64) []secret.Text {
	return []secret.Text{secret.New("whsec_eA==")}
}

// hooked has the use cases of events over a database.
type hooked struct {
	*db.Store
	t         *testing.T
	clock     *moving.Clock
	queue     *memoryjobs.Queue
	receiver  *receiver
	log       *hooks.Log
	feed      *hooks.Feed
	endpoints *hooks.Endpoints
	parts     hooks.EndpointParts
	handlers  []jobs.Handler
	reads     int // of records that events show
	states    []webhook.State
	people    []kernel.Type // that people hear of at once
}

func (h *hooked) Teams(context.Context) ([]id.Team, error) { return []id.Team{1, 2}, nil }

func (h *hooked) States(_ context.Context, team id.Team, _ time.Time) ([]webhook.State, error) {
	if team != 1 {
		return nil, nil
	}
	return h.states, nil
}

func (h *hooked) Types(_ context.Context, team id.Team) ([]kernel.Type, error) {
	if team != 1 {
		return nil, nil
	}
	return h.people, nil
}

func hook(t *testing.T, s *db.Store) *hooked {
	t.Helper()
	clock := &moving.Clock{At: noon}
	h := &hooked{
		Store: s, t: t, clock: clock, queue: memoryjobs.New(clock.Now),
		receiver: &receiver{clock: clock, answers: map[string]int64{}, got: map[string][]webhook.EventID{}},
	}
	events, all, deliveries := hookstore.NewEvents(s), hookstore.NewEndpoints(s), hookstore.NewDeliveries(s)
	wanted := hooks.NewWanted(all, h.Types, clock)
	changes := hookstore.NewChanges(s)
	h.log = hooks.NewLog(hooks.LogParts{Events: events, Changes: changes, Objects: shown{h}.Of, Wanted: wanted, Queue: h.queue, On: s.AtEnd, Clock: clock})
	h.feed = hooks.NewFeed(events)
	h.parts = hooks.EndpointParts{
		Store: all, Events: events, Deliveries: deliveries, Wanted: wanted, Secrets: derived{}.Keys, Caller: h.receiver.Call, Queue: h.queue,
		Trail: hooks.NewTrail(audits.New(s, nil), h.log), Tx: s, Clock: clock,
	}
	h.endpoints = hooks.NewEndpoints(h.parts)
	bodies := hooks.NewBodies()
	h.handlers = hooks.Handlers(hooks.NewFanOut(all, events, deliveries, bodies, h.queue, s, clock), hooks.NewGathering(changes, events, h.queue, s, clock), hooks.NewDeliverer(hooks.DelivererParts{
		Endpoints: all, Events: events, Changes: changes, Deliveries: deliveries, Bodies: bodies, Secrets: derived{}.Keys, Caller: h.receiver.Call, Log: h.log, Queue: h.queue,
		Tx: s, Clock: clock,
	}), hooks.NewWatch(h, hookstore.NewStates(s).Replace, h.log, s, clock))
	return h
}

func eachHooked(t *testing.T, test func(t *testing.T, h *hooked)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		stores.Teams(t, s)
		test(t, hook(t, s))
	})
}

// happen commits an event of each type.
func (h *hooked) happen(team id.Team, types ...kernel.Type) {
	h.t.Helper()
	require.NoError(h.t, h.InTx(h.t.Context(), func(ctx context.Context) error {
		for _, kind := range types {
			if err := h.log.Write(ctx, event.Event{Team: team, Type: kind, Record: optional.Some[int64](5)}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// types lists the feed of a team, by pages of two.
func (h *hooked) types(team id.Team, f webhook.EventFilter) (out []kernel.Type) {
	h.t.Helper()
	who := us
	who.Team = team
	for e, err := range page.All(page.Request{Limit: 2, Order: []page.By{{Field: "created_at"}}}, func(r page.Request) (page.Page[webhook.Event], error) {
		return h.feed.List(h.t.Context(), who, f, r, 0)
	}) {
		require.NoError(h.t, err)
		out = append(out, e.Type)
	}
	return out
}

func (h *hooked) endpoint(url string, types ...webhook.Pattern) webhook.Endpoint {
	h.t.Helper()
	made, err := h.endpoints.Create(h.t.Context(), us, webhook.EndpointPatch{URL: optional.Put(url), Types: optional.Put(types)})
	require.NoError(h.t, err)
	return made
}

func (h *hooked) work() {
	h.t.Helper()
	require.NoError(h.t, h.queue.Work(h.t.Context(), h.handlers...))
}

func (h *hooked) deliveries(e webhook.Endpoint) []webhook.Delivery {
	h.t.Helper()
	found, err := h.endpoints.Deliveries(h.t.Context(), us, e.ID, webhook.DeliveryFilter{},
		page.Request{Limit: 100, Order: []page.By{{Field: "created_at"}}})
	require.NoError(h.t, err)
	return found.Items
}

func TestEventsCommitWithTheirChange(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.happen(1, kernel.SKUUpdated, kernel.PurchaseOrderCreated)
		h.happen(2, kernel.DocumentApplied)
		stop := errors.New("stop")
		require.ErrorIs(t, h.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, h.log.Write(ctx, event.Event{Team: 1, Type: kernel.SKUUpdated}))
			return stop
		}), stop)
		require.NoError(t, h.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, h.log.Write(ctx, event.Event{Team: 1, Type: kernel.DocumentTakenBack}))
			require.ErrorIs(t, h.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, h.log.Write(ctx, event.Event{Team: 1, Type: kernel.SKUUpdated}))
				return stop
			}), stop)
			return h.log.Write(ctx, event.Event{Team: 1, Type: kernel.ConnectionRemoved})
		}))
		require.NoError(t, h.log.Write(t.Context(), event.Event{Team: 1, Type: kernel.ListingStatusChanged}), "without a transaction")
		h.happen(1, kernel.SupplierOfferCostChanged)
		all := []kernel.Type{
			kernel.SKUUpdated, kernel.PurchaseOrderCreated, kernel.DocumentTakenBack, kernel.ConnectionRemoved, kernel.ListingStatusChanged,
		}
		require.Equal(t, all, h.types(1, webhook.EventFilter{}))
		require.Equal(t, []kernel.Type{kernel.DocumentApplied}, h.types(2, webhook.EventFilter{}))
		require.Equal(t, []kernel.Type{kernel.PurchaseOrderCreated, kernel.ConnectionRemoved},
			h.types(1, webhook.EventFilter{Types: []kernel.Type{kernel.ConnectionRemoved, kernel.PurchaseOrderCreated}}))
		require.Equal(t, all, h.types(1, webhook.EventFilter{From: new(noon), To: new(noon.Add(time.Microsecond))}))
		require.Empty(t, h.types(1, webhook.EventFilter{To: new(noon)}))
		require.Empty(t, h.types(1, webhook.EventFilter{From: new(noon.Add(time.Microsecond))}))

		first, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "created_at", Desc: true}}}, 0)
		require.NoError(t, err)
		require.Equal(t, kernel.ListingStatusChanged, first.Items[0].Type)
		found, err := h.feed.Get(t.Context(), us, first.Items[0].ID)
		require.NoError(t, err)
		require.Equal(t, first.Items[0], found)
		_, err = h.feed.Get(t.Context(), them, first.Items[0].ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))
	})
}

func TestAFeedLeadsOn(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.happen(1, kernel.SKUUpdated)
		r := page.Request{Limit: 10, Order: []page.By{{Field: "created_at"}}}
		got, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, r, time.Millisecond)
		require.NoError(t, err)
		require.Len(t, got.Items, 1)
		r.After = got.Next
		require.NotNil(t, r.After)
		empty, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, r, time.Millisecond)
		require.NoError(t, err)
		require.Empty(t, empty.Items)
		require.Equal(t, r.After, empty.Next)
		h.happen(1, kernel.ConnectionRemoved)
		next, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, r, time.Millisecond)
		require.NoError(t, err)
		require.Equal(t, kernel.ConnectionRemoved, next.Items[0].Type)
		require.Len(t, next.Items, 1)
	})
}

func TestLinesOfTheTrailAreEvents(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		require.NoError(t, h.InTx(t.Context(), func(ctx context.Context) error {
			line := audit.For(us, "purchase_order", 4, "updated", noon)
			line.Version, line.Changes = 2, map[string]audit.Change{"status": {Old: "draft", New: "ordered"}}
			return h.parts.Trail.Write(ctx, line, audit.For(us, "key", 1, "created", noon))
		}))
		found, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, page.Request{Limit: 9, Order: []page.By{{Field: "created_at"}}}, 0)
		require.NoError(t, err)
		require.Len(t, found.Items, 1)
		require.Equal(t, webhook.Data{Part: webhook.Part{
			Record: optional.Some[int64](4), Version: optional.Some[int64](2), Changed: []string{"status"},
			Details: map[string]string{"status_before": "draft", "status": "ordered"},
		}}, found.Items[0].Data)
		text, err := hooks.Body(found.Items[0])
		require.NoError(t, err)
		require.Equal(t, `{"id":"`+string(found.Items[0].ID)+`","type":"purchase_order.status_changed","timestamp":"`+
			noon.UTC().Format("2006-01-02T15:04:05.000000Z")+`","data":{"id":4,"version":2,"changed":["status"],`+
			`"details":{"status":"ordered","status_before":"draft"},"object":null,"changes":[]}}`, string(text))
	})
}

func TestEndpointsGetTheirEvents(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.happen(1, kernel.SKUUpdated)
		all, some := h.endpoint("https://a.example", "*"), h.endpoint("https://b.example", "purchase_order.*")
		h.happen(1, kernel.PurchaseOrderCreated, kernel.SKUUpdated)
		h.happen(2, kernel.PurchaseOrderCreated)
		h.happen(1, kernel.SupplierOfferCostChanged)
		h.work()
		h.work()
		require.Len(t, h.receiver.got["https://a.example"], 2, "none from before")
		h.clock.At = noon.Add(5 * time.Second)
		h.work()
		h.clock.At = noon
		require.Len(t, h.receiver.got["https://a.example"], 3, "frequent events too")
		require.Len(t, h.receiver.got["https://b.example"], 1)
		got := h.deliveries(some)
		require.Len(t, got, 1)
		require.Equal(t, webhook.Succeeded, got[0].Status)
		shown, err := h.endpoints.Get(t.Context(), us, all.ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Counts{webhook.Succeeded: 3}, shown.Values.Recent)
		require.Equal(t, optional.Some(noon.Add(5*time.Second)), shown.Values.Progress.LastSuccessAt)
		require.Equal(t, int64(1), shown.Version)
		delivery, err := h.endpoints.Delivery(t.Context(), us, some.ID, got[0].ID)
		require.NoError(t, err)
		require.Contains(t, string(delivery.Body), `"type":"purchase_order.created"`)
		require.Len(t, delivery.Attempts, 1)
		require.Equal(t, "thanks", delivery.Attempts[0].Answer)
		for name, refused := range map[string]error{
			"of another endpoint": func() error { _, err := h.endpoints.Delivery(t.Context(), us, all.ID, got[0].ID); return err }(),
			"of another team":     func() error { _, err := h.endpoints.Delivery(t.Context(), them, some.ID, got[0].ID); return err }(),
			"their endpoint":      func() error { _, err := h.endpoints.Ping(t.Context(), them, some.ID); return err }(),
		} {
			require.True(t, fault.Is(refused, fault.CodeNotFound), name)
		}
	})
}

// TestNoCallIsLost ends a process between a call and its result.
func TestNoCallIsLost(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		e := h.endpoint("https://a.example", "*")
		h.happen(1, kernel.SKUUpdated)
		ctx, kill := context.WithCancel(t.Context())
		h.receiver.after = kill
		require.Error(t, h.queue.Work(ctx, h.handlers...))
		require.Equal(t, webhook.Pending, h.deliveries(e)[0].Status)
		h.receiver.after = nil
		h.work()
		got := h.receiver.got["https://a.example"]
		require.Len(t, got, 2)
		require.Equal(t, got[0], got[1], "the same id")
		require.Equal(t, webhook.Succeeded, h.deliveries(e)[0].Status)
	})
}

// TestTheSweepAsksAgain loses all jobs.
func TestTheSweepAsksAgain(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		e := h.endpoint("https://a.example", "*")
		h.happen(1, kernel.SKUUpdated)
		lose := func() {
			var dead []jobs.Handler
			for _, handler := range h.handlers {
				dead = append(dead, jobs.Handler{Kind: handler.Kind, Run: func(context.Context, jobs.Job) error {
					return jobs.Dead(errors.New("lost"))
				}})
			}
			require.Error(t, h.queue.Work(t.Context(), dead...))
		}
		lose()
		sweep := func() {
			_, err := h.queue.Enqueue(t.Context(), jobs.Request{Kind: hooks.SweepJob})
			require.NoError(t, err)
		}
		sweep()
		h.receiver.answers["https://a.example"] = 500
		h.work()
		require.Equal(t, webhook.Failed, h.deliveries(e)[0].Status)
		h.receiver.answers["https://a.example"] = 200
		h.clock.At = h.clock.At.Add(2 * time.Minute)
		lose()
		sweep()
		h.work()
		require.Equal(t, webhook.Succeeded, h.deliveries(e)[0].Status)

		h.clock.At = h.clock.At.Add(31 * 24 * time.Hour)
		sweep()
		h.work()
		require.Empty(t, h.deliveries(e))
		require.Empty(t, h.types(1, webhook.EventFilter{}))
		for name, rows := range stores.Rows(t, h.Store, "webhook_attempts", "webhook_deliveries", "webhook_events") {
			require.Empty(t, rows, name)
		}
	})
}

func TestCallsAreMadeAgain(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		e := h.endpoint("https://a.example", "*")
		h.receiver.answers["https://a.example"] = 500
		h.happen(1, kernel.SKUUpdated)
		h.work()
		d := h.deliveries(e)[0]
		require.Equal(t, webhook.Failed, d.Status)
		for d.Status == webhook.Failed {
			h.clock.At = d.NextAt.Or(noon)
			h.work()
			d = h.deliveries(e)[0]
		}
		require.Equal(t, webhook.GivenUp, d.Status)
		require.Len(t, h.receiver.got["https://a.example"], 8)
		shown, err := h.endpoints.Get(t.Context(), us, e.ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Failing, shown.Values.Status())

		h.receiver.answers["https://a.example"] = 204
		again, err := h.endpoints.Retry(t.Context(), us, e.ID, d.ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Pending, again.Status)
		h.work()
		delivery, err := h.endpoints.Delivery(t.Context(), us, e.ID, d.ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Succeeded, delivery.Status)
		require.Equal(t, int64(9), delivery.Delivery.Attempts)
		require.Len(t, delivery.Attempts, 9)
	})
}

func TestAGoneReceiverIsDisabled(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		gone, other := h.endpoint("https://gone.example", "*"), h.endpoint("https://b.example", "webhook_endpoint.*")
		h.receiver.answers["https://gone.example"] = 410
		h.happen(1, kernel.SKUUpdated)
		h.work()
		h.work()
		shown, err := h.endpoints.Get(t.Context(), us, gone.ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Disabled, shown.Values.Status())
		require.Equal(t, optional.Some(webhook.ForGone), shown.Values.DisabledReason)
		require.Equal(t, int64(2), shown.Version)
		require.Len(t, h.deliveries(other), 1, "the others hear of it")
		require.Len(t, h.receiver.got["https://gone.example"], 1)
		h.happen(1, kernel.SKUUpdated)
		h.clock.At = h.clock.At.Add(time.Hour)
		h.work()
		require.Len(t, h.receiver.got["https://gone.example"], 1)
		_, err = h.endpoints.Retry(t.Context(), us, gone.ID, h.deliveries(gone)[0].ID)
		require.True(t, fault.Is(err, fault.CodeInvalidState))

		delete(h.receiver.answers, "https://gone.example")
		on, err := h.endpoints.Update(t.Context(), us, gone.ID, webhook.EndpointPatch{Enabled: optional.Put(true)}, nil)
		require.NoError(t, err)
		require.Equal(t, webhook.Active, on.Values.Status())
		h.happen(1, kernel.ConnectionRemoved)
		h.work()
		require.Len(t, h.receiver.got["https://gone.example"], 2, "the events from now on")
		got, err := h.endpoints.Replay(t.Context(), us, gone.ID, hooks.Replay{From: noon, To: h.clock.At, Which: webhook.ReplayFailed})
		require.NoError(t, err)
		require.Equal(t, int64(1), got.Deliveries)
	})
}

func TestAReplayEqualsTheFeed(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.happen(1, kernel.SKUUpdated, kernel.ConnectionRemoved, kernel.PurchaseOrderCreated)
		h.happen(2, kernel.SKUUpdated)
		e := h.endpoint("https://a.example", "*")
		all := hooks.Replay{From: noon, To: noon, Which: webhook.ReplayMissing, DryRun: true}
		n, err := h.endpoints.Replay(t.Context(), us, e.ID, all)
		require.NoError(t, err)
		require.Equal(t, int64(3), n.Deliveries)
		require.Empty(t, h.deliveries(e))
		all.DryRun = false
		n, err = h.endpoints.Replay(t.Context(), us, e.ID, all)
		require.NoError(t, err)
		require.Equal(t, int64(3), n.Deliveries)
		h.work()
		feed, err := h.feed.List(t.Context(), us, webhook.EventFilter{}, page.Request{Limit: 9, Order: []page.By{{Field: "created_at"}}}, 0)
		require.NoError(t, err)
		var bodies []string
		for _, e := range feed.Items {
			text, err := hooks.Body(e)
			require.NoError(t, err)
			bodies = append(bodies, string(text))
		}
		slices.Sort(h.receiver.bodies)
		slices.Sort(bodies)
		require.Equal(t, bodies, h.receiver.bodies)
		n, err = h.endpoints.Replay(t.Context(), us, e.ID, all)
		require.NoError(t, err)
		require.Zero(t, n.Deliveries, "nothing is missing any more")
		all.Which, all.Types = webhook.ReplayAll, []webhook.Pattern{"sku.*"}
		n, err = h.endpoints.Replay(t.Context(), us, e.ID, all)
		require.NoError(t, err)
		require.Equal(t, int64(1), n.Deliveries)
		all.To = noon.Add(-1)
		_, err = h.endpoints.Replay(t.Context(), us, e.ID, all)
		require.True(t, fault.Is(err, fault.CodeInvalidRange))
		_, err = h.endpoints.Replay(t.Context(), them, e.ID, hooks.Replay{From: noon, To: noon, Which: webhook.ReplayAll})
		require.True(t, fault.Is(err, fault.CodeNotFound))
	})
}

func TestEndpointsAreLimited(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		for range webhook.MaxEndpoints {
			h.endpoint("https://a.example", "*")
		}
		_, err := h.endpoints.Create(t.Context(), us, webhook.EndpointPatch{
			URL: optional.Put("https://a.example"), Types: optional.Put([]webhook.Pattern{"*"}),
		})
		require.True(t, fault.Is(err, fault.CodeLimitReached))
		_, err = h.endpoints.Create(t.Context(), them, webhook.EndpointPatch{
			URL: optional.Put("https://a.example"), Types: optional.Put([]webhook.Pattern{"*"}),
		})
		require.NoError(t, err)
	})
}

func TestSecretsAreShownAndRotated(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		e := h.endpoint("https://a.example", "*")
		_, err := h.endpoints.Secret(t.Context(), us, e.ID)
		require.NoError(t, err)
		s, err := h.endpoints.RotateSecret(t.Context(), us, e.ID, 24)
		require.NoError(t, err)
		require.Equal(t, noon.Add(24*time.Hour), *s.PreviousUntil)
		got, err := h.endpoints.Get(t.Context(), us, e.ID)
		require.NoError(t, err)
		require.Equal(t, int64(2), got.Values.Generation)
		require.Equal(t, int64(2), got.Version)
		lines, err := audits.New(h.Store, nil).List(t.Context(), 1, audit.Filter{Record: "webhook_endpoint", Limit: 9})
		require.NoError(t, err)
		var verbs []string
		for _, l := range lines {
			verbs = append(verbs, l.Verb)
		}
		require.Equal(t, "secret_rotated secret_shown created", strings.Join(verbs, " "))
		for _, refused := range []func() error{
			func() error { _, err := h.endpoints.Secret(t.Context(), them, e.ID); return err },
			func() error { _, err := h.endpoints.RotateSecret(t.Context(), them, e.ID, 1); return err },
		} {
			require.True(t, fault.Is(refused(), fault.CodeNotFound))
		}
	})
}
