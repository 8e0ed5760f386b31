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
	ports "sellingassistant/ports/webhook"
)

// alertAddress returns the use cases of the alert address.
func (h *hooked) alertAddress() *hooks.Managed {
	return hooks.NewManaged(h.parts.Store, h.parts.Deliveries, h, h.clock)
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
		require.NoError(t, h.alertAddress().Note(t.Context(), ports.Message{
			Team: us.Team, To: "https://alerts.example", ID: "msg_1", At: noon, Body: []byte("{}"), Call: webhook.Attempt{At: noon, Status: 200},
		}))
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
		note := func(message webhook.EventID, made, at time.Time, status int64) {
			t.Helper()
			a := webhook.Attempt{At: at, Took: time.Second, Status: status, Answer: "thanks"}
			if status != 200 {
				a.Failure = optional.Some(webhook.BadStatus)
			}
			require.NoError(t, h.alertAddress().Note(t.Context(), ports.Message{
				Team: us.Team, To: to, ID: message, At: made, Body: []byte(body), Call: a,
			}))
		}
		note("msg_1", noon, noon, 500)
		endpoint := h.all(us.Team)[0]
		require.Equal(t, webhook.Failing, endpoint.Values.Status())
		require.Equal(t, webhook.Counts{webhook.Failed: 1}, endpoint.Values.Recent)
		note("msg_1", noon, noon.Add(time.Minute), 503)
		note("msg_2", noon.Add(time.Second), noon.Add(time.Hour), 410)
		found := h.deliveries(endpoint)
		require.Len(t, found, 2)
		require.Equal(t, []any{webhook.Failed, int64(2), webhook.EventID("msg_1"), event.Type("repricer.alerts")},
			[]any{found[0].Status, found[0].Attempts, found[0].Event, found[0].Type})
		require.False(t, found[0].NextAt.Known(), "the sender of alerts decides")
		require.Equal(t, webhook.GivenUp, found[1].Status)
		require.True(t, h.all(us.Team)[0].Values.Enabled)

		note("msg_1", noon, noon.Add(2*time.Hour), 200)
		shown, err := h.endpoints.Delivery(t.Context(), us, endpoint.ID, found[0].ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Succeeded, shown.Status)
		require.Equal(t, optional.Some(noon.Add(2*time.Hour+time.Second)), shown.EndedAt)
		require.Equal(t, body, string(shown.Body), "byte for byte")
		require.Len(t, shown.Attempts, 3)
		require.Equal(t, int64(500), shown.Attempts[0].Status)
		require.Equal(t, webhook.Active, h.all(us.Team)[0].Values.Status())
		require.Empty(t, h.types(us.Team, webhook.EventFilter{}), "a message is no event")
		require.Empty(t, h.receiver.got, "nothing is sent again")
		_, err = h.endpoints.Delivery(t.Context(), them, endpoint.ID, found[0].ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))

		h.clock.At = noon.Add(31 * 24 * time.Hour)
		_, err = h.queue.Enqueue(t.Context(), jobs.Request{Kind: hooks.SweepJob})
		require.NoError(t, err)
		h.work()
		require.Empty(t, h.deliveries(endpoint))
	})
}
