package alerts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/ports/event"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/reported"
	"sellingassistant/test/repricing"
)

// reportedAlert has the event of an alert about the first row.
func reportedAlert(kind kernel.Type, row decision.ProductID, reason, text string) event.Event {
	return event.Event{Team: ours, Type: kind, Record: optional.Some(int64(row)), Details: map[string]string{
		"reason": reason, "text": text, "sku": "sku-000", "marketplace_id": string(repricing.Germany),
	}}
}

// only returns the events of some types, in order.
func only(log *reported.Log, kinds ...kernel.Type) (out []event.Event) {
	for _, e := range log.Take() {
		for _, kind := range kinds {
			if e.Type == kind {
				out = append(out, e)
			}
		}
	}
	return out
}

// TestRefusedPricesAreReported has a team without settings for alerts.
func TestRefusedPricesAreReported(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		log := &reported.Log{}
		d.Parts.Alerts = d.ringing(t).parts.Alerts.Reporting(log)
		row := d.Priced(t, "18")[0]
		d.Shop.Answer = func(int, sendingports.PriceChange) reply {
			return reply{Ignored: true, Receipt: sendingports.Receipt{
				State: sendingports.ReceiptInvalid, Issues: []sendingports.PriceIssue{{Code: "1", Message: "Too odd."}},
			}}
		}
		require.True(t, repricing.Send(t, d.Lane(t)))
		const refused = "The marketplace refused the price: Too odd."
		require.Equal(t, []event.Event{
			reportedAlert(kernel.RepricerRowHeld, row.ID, "submission_failed", refused),
			reportedAlert(kernel.RepricerPriceRejected, row.ID, "rejected", refused),
		}, only(log, kernel.RepricerRowHeld, kernel.RepricerPriceRejected))
	})
}

// TestBreakersAreReported has a price that would fall too far.
func TestBreakersAreReported(t *testing.T) {
	eachEngine(t, func(e *engine) {
		b, log := e.ringing(), &reported.Log{}
		e.noting(b.parts.Alerts.Reporting(log))
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Event(row, "14.99")
		e.Work()
		require.Equal(e.T, []event.Event{reportedAlert(kernel.RepricerBreakerTripped, row, "row_breaker",
			"One change would have lowered the price from 20 to 14.99.")}, only(log, kernel.RepricerBreakerTripped))
	})
}
