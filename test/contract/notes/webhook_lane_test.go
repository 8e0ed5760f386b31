package notes_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	hooks "sellingassistant/app/webhook"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/ports/jobs"
)

// Calls wait for users' programs in a lane of their own. Slow programs of some teams would otherwise
// keep all workers from documents, alerts and the events of others.
func TestCallsOfEndpointsHaveTheirOwnLane(t *testing.T) {
	eachHooked(t, func(t *testing.T, h *hooked) {
		h.endpoint("https://a.example.com/hook", "*")
		lanes := map[string]jobs.QueueName{}
		h.receiver.after = func() {
			for _, j := range h.queue.Waiting() {
				lanes[j.Kind] = j.Queue
			}
		}
		h.happen(1, kernel.PurchaseOrderCreated)
		h.work()
		require.Equal(t, jobs.QueueName("calls"), lanes[hooks.DeliverJob])
	})
}
