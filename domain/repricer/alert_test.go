package repricer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

func TestAHoldIsNewsOnce(t *testing.T) {
	at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	quiet := row(t, nil)
	_, news := quiet.Alert(at)
	require.False(t, news)

	p := row(t, nil)
	p.PutOnHold(repricer.Hold{Reason: decision.HoldExternalChange, Since: at, Details: "First."})
	p.PutOnHold(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: at, Details: "Second."})
	a, news := p.Alert(at)
	require.True(t, news)
	require.Equal(t, "hold external_change_anomaly First.", string(a.Event)+" "+string(a.Reason)+" "+a.Details)

	// The stored hold equals the hold before.
	held, err := repricer.RestoreProduct(p.Snapshot())
	require.NoError(t, err)
	held.PriceFailed("Refused.", at)
	_, news = held.Alert(at)
	require.False(t, news)

	p = row(t, nil)
	p.PutOnHold(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: at, Details: "Too far."})
	a, _ = p.Alert(at)
	require.Equal(t, repricer.NotifyCircuitBreaker, a.Event)
	require.Equal(t, repricer.AlertRowBreaker, a.Reason)
}

func TestWhatIsWanted(t *testing.T) {
	all := []repricer.Alert{{Event: repricer.NotifyHold}, {Event: repricer.NotifyPriceRejected}, {Event: repricer.NotifyHold}}
	events := []repricer.NotifyEvent{repricer.NotifyHold, repricer.NotifyCircuitBreaker}
	require.Empty(t, repricer.Notify{Events: events}.Wanted(all))
	for _, n := range []repricer.Notify{
		{Events: events, Email: optional.Some("a@example.com")}, {Events: events, WebhookURL: optional.Some("https://a.example")},
	} {
		require.Equal(t, []repricer.Alert{all[0], all[2]}, n.Wanted(all))
		require.Empty(t, repricer.Notify{Email: n.Email, WebhookURL: n.WebhookURL}.Wanted(all))
	}
}

func TestDetailsAreNotTooLong(t *testing.T) {
	a := repricer.Alert{Details: strings.Repeat("é", 250)}
	require.Equal(t, a, a.Brief())
	a.Details = "x" + strings.Repeat("é", 250)
	require.Equal(t, "x"+strings.Repeat("é", 249)+" …", a.Brief().Details, "no character is cut in two")
}
