package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// guarding makes a row that the seller ships, with fees of 15 % and a cost of 10. It is decided
// against a rival at 12.
func guarding(e *engine, change func(*repricer.SettingsPatch), row func(*repricer.ProductSnapshot)) repricer.ProductSnapshot {
	rows := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) {
		s.Observed.Fees = optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("15")})
		if row != nil {
			row(s)
		}
	})
	e.Out.CostAnswers[plainRow(0).Key] = pricingports.Cost{Unit: amount("10"), Currency: "EUR", VATRate: percent("0")}
	e.Out.PostageUnknown = true
	e.Live(change)
	e.Event(rows[0], "12")
	e.Work()
	return e.Row(rows[0])
}

// The floor of a row with a low minimum is break-even with the postage, unless the
// settings or the row say otherwise.
func TestTheLossGuardCountsThePostage(t *testing.T) {
	postage := func(p *repricer.SettingsPatch) { p.DefaultOutboundShipping = optional.Put(eur("4")) }
	for name, c := range map[string]struct {
		change  func(*repricer.SettingsPatch)
		row     func(*repricer.ProductSnapshot)
		floor   string
		by      decision.FloorSource
		even    string
		guarded bool
	}{
		"the team's postage":    {postage, nil, "16.47", "break_even", "16.47", true}, // 16.47 - 2.47
		"shipped by Amazon":     {postage, func(s *repricer.ProductSnapshot) { s.Observed.Fulfillment = optional.Some(decision.FBA) }, "11.76", "break_even", "11.76", true},
		"no postage known":      {nil, nil, "11.76", "break_even", "11.76", true},
		"the row allows a loss": {postage, func(s *repricer.ProductSnapshot) { s.AllowLoss = true }, "5", "manual", "16.47", false},
		"no guard": {func(p *repricer.SettingsPatch) {
			postage(p)
			p.LossGuard = optional.Put(repricer.LossGuardOff)
		}, nil, "5", "manual", "16.47", false},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				s := guarding(e, c.change, c.row)
				floor, source := s.FloorSource()
				require.Equal(e.T, optional.Some(eur(c.floor)), floor)
				require.Equal(e.T, c.by, source)
				require.Equal(e.T, amount(c.even), s.Observed.BreakEven)
				require.Equal(e.T, c.guarded, s.Observed.Guarded)
			})
		})
	}
}

// A cost that names its postage goes before the team's.
func TestThePostageOfTheCostGoesFirst(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := guarding(e, func(p *repricer.SettingsPatch) { p.DefaultOutboundShipping = optional.Put(eur("4")) },
			func(s *repricer.ProductSnapshot) { s.Mode = decision.ModeManual })
		require.Equal(e.T, amount("4"), row.Observed.Postage)
		e.Out.CostAnswers[plainRow(0).Key] = pricingports.Cost{Unit: amount("10"), Currency: "EUR", VATRate: percent("0"), Postage: amount("3")}
		e.Clock.Add(time.Hour)
		e.Event(row.ID, "12")
		e.Work()
		require.Equal(e.T, amount("15.29"), e.Row(row.ID).Observed.BreakEven, "15.29 - 2.29")
		require.Equal(e.T, amount("3"), e.Row(row.ID).Observed.Postage)
	})
}
