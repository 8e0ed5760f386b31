package alerts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/alerts"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/event"
	"sellingassistant/test/reported"
	"sellingassistant/test/repricing"
)

// fullRow returns a row with an id.
func fullRow() repricer.ProductSnapshot {
	s := repricing.FullRow()
	s.ID, s.Team = 3, 7
	return s
}

// rowDetails has the details of all events about fullRow.
func rowDetails(more ...string) map[string]string {
	s := fullRow()
	out := map[string]string{"sku": s.Key.SKU, "asin": "B0FULLROW1", "marketplace_id": string(s.Key.MarketplaceID)}
	for i := 0; i < len(more); i += 2 {
		out[more[i]] = more[i+1]
	}
	return out
}

func TestReleasedRowsAreReported(t *testing.T) {
	t.Parallel()
	log := &reported.Log{}
	a := alerts.NewAlerts(nil, nil, nil).Reporting(log)
	held, err := repricer.RestoreProduct(fullRow())
	require.NoError(t, err)
	require.NoError(t, a.Released(t.Context(), []*repricer.Product{held}))
	require.Empty(t, log.Take(), "it is held still")
	require.True(t, held.Resume(repricing.Noon))
	require.NoError(t, a.Released(t.Context(), []*repricer.Product{held}))
	require.Equal(t, []event.Event{{
		Team: 7, Type: kernel.RepricerRowReleased, Record: optional.Some[int64](3), Changed: []string{"hold"},
		Details: rowDetails("reason", "listing_issue"),
	}}, log.Take())
	held.PutOnHold(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: repricing.Noon})
	require.NoError(t, a.Released(t.Context(), []*repricer.Product{held}))
	require.Empty(t, log.Take(), "another stop followed")
	require.NoError(t, (*alerts.Alerts)(nil).Released(t.Context(), []*repricer.Product{held}))
}

func TestLivePricesAreReported(t *testing.T) {
	t.Parallel()
	log := &reported.Log{}
	a := alerts.NewAlerts(nil, nil, nil).Reporting(log)
	require.NoError(t, a.Priced(t.Context(), 7, []history.ChangeSnapshot{{
		ProductID: 3, SKU: "A", MarketplaceID: "A1PA6795UKMFR9", Currency: "EUR", OldPrice: money.MustParse("19.99"),
		NewPrice: money.MustParse("18.5"),
	}}))
	require.Equal(t, []event.Event{{
		Team: 7, Type: kernel.RepricerPricesChanged, Record: optional.Some[int64](3), Changed: []string{"price"},
		Details: map[string]string{
			"sku": "A", "marketplace_id": "A1PA6795UKMFR9", "price_before": "19.99", "price": "18.5", "currency": "EUR",
		},
	}}, log.Take())
}

func TestDecidedRowsAreReported(t *testing.T) {
	t.Parallel()
	box := func(was, is decision.BoxOwner) alerts.Decided {
		d := alerts.Decided{Before: fullRow(), After: fullRow()}
		d.Before.Observed.BuyBox.Owner, d.After.Observed.BuyBox.Owner = was, is
		return d
	}
	even := func(was, is string) alerts.Decided {
		d := alerts.Decided{Before: fullRow(), After: fullRow()}
		d.Before.Observed.BreakEven, d.After.Observed.BreakEven = repricing.Amount(was), repricing.Amount(is)
		return d
	}
	unknown := even("9", "9")
	unknown.Before.Observed.BreakEven = optional.None[money.Amount]()
	loss := event.Event{
		Team: 7, Type: kernel.RepricerRowLosing, Record: optional.Some[int64](3), Changed: []string{"break_even"},
		Details: rowDetails("price", "19.99", "break_even", "20", "currency", "GBP"),
	}
	moved := func(change, was, is string) event.Event {
		return event.Event{
			Team: 7, Type: kernel.RepricerBuyBoxChanged, Record: optional.Some[int64](3), Changed: []string{"buy_box"},
			Details: rowDetails("change", change, "owner_before", was, "owner", is),
		}
	}
	for name, c := range map[string]struct {
		decided alerts.Decided
		want    []event.Event
	}{
		"lost":                 {box("own", "competitor"), []event.Event{moved("lost", "own", "competitor")}},
		"won":                  {box("amazon", "team"), []event.Event{moved("won", "amazon", "team")}},
		"to the team":          {box("own", "team"), nil},
		"among rivals":         {box("competitor", "amazon"), nil},
		"unknown before":       {box("unknown", "own"), nil},
		"never known":          {box("", "competitor"), nil},
		"unknown now":          {box("own", "unknown"), nil},
		"begins to lose":       {even("9.87", "20"), []event.Event{loss}},
		"loses still":          {even("20", "21"), nil},
		"earns again":          {even("20", "9"), nil},
		"as much as its costs": {even("9", "19.99"), nil},
		"known now":            {unknown, nil},
	} {
		log := &reported.Log{}
		require.NoError(t, alerts.NewAlerts(nil, nil, nil).Reporting(log).Decided(t.Context(), []alerts.Decided{c.decided}), name)
		require.Equal(t, c.want, log.Take(), name)
	}
}
