package notes_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	hooks "sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/jobs"
)

// alertAddress returns the use cases of the alert address.
func (h *hooked) alertAddress() *hooks.Managed {
	return hooks.NewManaged(h.parts.Store, h.parts.Deliveries, h.queue, h, h.clock)
}

// all lists the endpoints of a team, the oldest first.
func (h *hooked) all(team id.Team) []webhook.Endpoint {
	h.t.Helper()
	who := us
	who.Team = team
	found, err := h.endpoints.List(h.t.Context(), who, webhook.EndpointFilter{}, page.Request{Limit: 50, Order: []page.By{{Field: "id"}}})
	require.NoError(h.t, err)
	return found.Items
}

func TestTheAlertAddressIsAnEndpoint(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		managed := h.alertAddress()
		h.endpoint("https://a.example", "*")
		set := func(address optional.Maybe[string]) {
			t.Helper()
			require.NoError(t, managed.Set(t.Context(), us.Team, address))
		}
		set(optional.None[string]())
		require.Len(t, h.all(us.Team), 1)
		set(optional.Some("https://alerts.example"))
		set(optional.Some("https://alerts.example"))
		require.Len(t, h.all(us.Team), 2)
		require.Empty(t, h.all(them.Team))
		made := h.all(us.Team)[1]
		require.Equal(t, []any{"https://alerts.example", []webhook.Pattern{"repricer.alerts"}, optional.Some(webhook.RepricerSettings), int64(1)},
			[]any{made.Values.URL, made.Values.Types, made.Values.ManagedBy, made.Version})

		h.happen(us.Team, event.RepricerRowHeld)
		h.work()
		require.Len(t, h.receiver.got["https://a.example"], 1)
		require.Empty(t, h.receiver.got["https://alerts.example"], "events go to other endpoints")
		require.NoError(t, h.endpoints.Delete(t.Context(), us, h.all(us.Team)[0].ID, nil))

		set(optional.Some("https://new.example"))
		require.Equal(t, []any{made.ID, "https://new.example", int64(2)},
			[]any{h.all(us.Team)[0].ID, h.all(us.Team)[0].Values.URL, h.all(us.Team)[0].Version})
		set(optional.None[string]())
		require.Empty(t, h.all(us.Team))
		set(optional.Some("https://alerts.example"))
		require.NotEqual(t, made.ID, h.all(us.Team)[0].ID)
	})
}

func TestTheAlertAddressIsOutOfTheLimit(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		require.NoError(t, h.alertAddress().Set(t.Context(), us.Team, optional.Some("https://alerts.example")))
		for range webhook.MaxEndpoints {
			h.endpoint("https://a.example", "*")
		}
		require.Len(t, h.all(us.Team), 21)
	})
}

func TestTheAlertAddressIsNotChangedHere(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		require.NoError(t, h.alertAddress().Set(t.Context(), us.Team, optional.Some("https://alerts.example")))
		made := h.all(us.Team)[0]
		require.NoError(t, h.alertAddress().Send(t.Context(), hooks.Message{
			Team: us.Team, To: "https://alerts.example", ID: "msg_1", At: noon, Body: []byte("{}"),
		}))
		h.work()
		delivery := h.deliveries(made)[0]
		for name, call := range map[string]func() error{
			"change": func() error {
				_, err := h.endpoints.Update(t.Context(), us, made.ID, webhook.EndpointPatch{Enabled: optional.Put(false)}, nil)
				return err
			},
			"delete": func() error { return h.endpoints.Delete(t.Context(), us, made.ID, nil) },
			"rotate": func() error { _, err := h.endpoints.RotateSecret(t.Context(), us, made.ID, 1); return err },
			"retry":  func() error { _, err := h.endpoints.Retry(t.Context(), us, made.ID, delivery.ID); return err },
			"replay": func() error {
				_, err := h.endpoints.Replay(t.Context(), us, made.ID, hooks.Replay{From: noon, To: noon, Which: webhook.ReplayAll})
				return err
			},
		} {
			require.True(t, fault.Is(call(), fault.CodeInvalidState), name)
		}
		require.Equal(t, h.all(us.Team)[0].Version, int64(1))
		_, err := h.endpoints.Secret(t.Context(), us, made.ID)
		require.NoError(t, err)
		got, err := h.endpoints.Ping(t.Context(), us, made.ID)
		require.NoError(t, err)
		require.Equal(t, int64(200), got.Status)
	})
}

// TestMessagesToTheAlertAddressAreDeliveries sends a message that fails twice, and one that is
// refused for ever.
func TestMessagesToTheAlertAddressAreDeliveries(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		const to, body = "https://alerts.example", `{"type": "repricer.alerts",  "data":{}}`
		send := func(message webhook.EventID, made time.Time) {
			t.Helper()
			require.NoError(t, h.alertAddress().Send(t.Context(), hooks.Message{
				Team: us.Team, To: to, ID: message, At: made, Body: []byte(body),
			}))
		}
		work := func(status int64, at time.Time) {
			t.Helper()
			h.receiver.answers[to], h.clock.At = status, at
			h.work()
		}
		send("msg_1", noon)
		send("msg_1", noon)
		endpoint := h.all(us.Team)[0]
		require.Equal(t, webhook.Counts{webhook.Pending: 1}, endpoint.Values.Recent)
		work(500, noon)
		endpoint = h.all(us.Team)[0]
		require.Equal(t, webhook.Failing, endpoint.Values.Status())
		require.Equal(t, webhook.Counts{webhook.Failed: 1}, endpoint.Values.Recent)
		work(503, noon.Add(6*time.Second))
		found := h.deliveries(endpoint)
		require.Len(t, found, 1)
		require.Equal(t, []any{webhook.Failed, int64(2), webhook.EventID("msg_1"), event.Type("repricer.alerts")},
			[]any{found[0].Status, found[0].Attempts, found[0].Event, found[0].Type})
		require.True(t, found[0].NextAt.Known(), "as of an event")
		work(200, noon.Add(2*time.Hour))
		shown, err := h.endpoints.Delivery(t.Context(), us, endpoint.ID, found[0].ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Succeeded, shown.Status)
		require.Equal(t, optional.Some(noon.Add(2*time.Hour)), shown.EndedAt)
		require.Equal(t, body, string(shown.Body), "byte for byte")
		require.Len(t, shown.Attempts, 3)
		require.Equal(t, int64(500), shown.Attempts[0].Status)
		require.Equal(t, webhook.Active, h.all(us.Team)[0].Values.Status())
		require.Equal(t, []string{body, body, body}, h.receiver.bodies)
		require.Equal(t, []webhook.EventID{"msg_1", "msg_1", "msg_1"}, h.receiver.got[to])
		require.Empty(t, h.types(us.Team, webhook.EventFilter{}), "a message is no event")
		_, err = h.endpoints.Delivery(t.Context(), them, endpoint.ID, found[0].ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))

		send("msg_2", noon.Add(time.Second))
		work(410, noon.Add(3*time.Hour))
		send("msg_3", noon.Add(2*time.Second))
		work(200, noon.Add(4*time.Hour))
		require.Equal(t, optional.Some(webhook.ForGone), h.all(us.Team)[0].Values.DisabledReason)
		found = h.deliveries(endpoint)
		require.Equal(t, []webhook.DeliveryStatus{webhook.Succeeded, webhook.GivenUp, webhook.GivenUp},
			[]webhook.DeliveryStatus{found[0].Status, found[1].Status, found[2].Status})
		require.Len(t, h.receiver.got[to], 4)
		require.Equal(t, []event.Type{event.WebhookEndpointDisabled}, h.types(us.Team, webhook.EventFilter{}))
		require.NoError(t, h.alertAddress().Set(t.Context(), us.Team, optional.Some("https://new.example")))
		require.Equal(t, webhook.Active, h.all(us.Team)[0].Values.Status(), "another address begins anew")

		h.clock.At = noon.Add(31 * 24 * time.Hour)
		_, err = h.queue.Enqueue(t.Context(), jobs.Request{Kind: hooks.SweepJob})
		require.NoError(t, err)
		h.work()
		require.Empty(t, h.deliveries(endpoint))
	})
}

// TestAMessageOfAnEarlierVersionIsSentAgain has a delivery that was called without a time of the next
// call.
func TestAMessageOfAnEarlierVersionIsSentAgain(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		message := hooks.Message{Team: us.Team, To: "https://alerts.example", ID: "msg_1", At: noon, Body: []byte("{}")}
		require.NoError(t, h.alertAddress().Send(t.Context(), message))
		h.receiver.answers[message.To] = 500
		h.work()
		endpoint := h.all(us.Team)[0]
		d := h.deliveries(endpoint)[0]
		d.NextAt = optional.None[time.Time]()
		require.NoError(t, h.parts.Deliveries.Save(t.Context(), d))
		h.receiver.answers[message.To] = 200
		h.clock.At = noon.Add(time.Hour)
		require.NoError(t, h.alertAddress().Send(t.Context(), message))
		h.work()
		require.Equal(t, webhook.Succeeded, h.deliveries(endpoint)[0].Status)
		require.Equal(t, []webhook.EventID{"msg_1", "msg_1"}, h.receiver.got[message.To])
		require.NoError(t, h.alertAddress().Send(t.Context(), message))
		h.work()
		require.Len(t, h.receiver.got[message.To], 2)
	})
}
