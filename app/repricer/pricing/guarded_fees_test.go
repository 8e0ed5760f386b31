package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/repricing"
)

// fixedFees charges 15 % and a fixed fee that changes at a price.
func fixedFees(currency money.Currency, limit, below, from string) func(money.Amount) pricingports.FeeAnswer {
	return func(price money.Amount) pricingports.FeeAnswer {
		rate, fixed := money.MustParsePercent("15"), eur(below)
		if price.Cmp(eur(limit)) >= 0 {
			fixed = eur(from)
		}
		return pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{Currency: currency, ReferralRate: &rate, Parts: []money.Amount{fixed}}}
	}
}

// guardedRow makes a row of a marketplace with a low minimum under the loss guard.
func (e *engine) guardedRow(at marketplace.ID, currency money.Currency, live, cost string, fees func(money.Amount) pricingports.FeeAnswer) decision.ProductID {
	e.T.Helper()
	e.Out.Accounts[0].Marketplaces = []marketplace.ID{at}
	row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) {
		s.Key.MarketplaceID, s.Currency = at, currency
		s.Observed.CurrentPrice, s.Observed.Fulfillment = amount(live), optional.Some(decision.FBA)
		s.Limits.MinPrice, s.Limits.MaxPrice = amount("5"), optional.None[money.Amount]()
	})[0]
	e.Out.CostAnswers[e.Row(row).Key] = pricingports.Cost{Unit: amount(cost), Currency: currency}
	e.Out.FeesAt = fees
	e.Live(nil)
	return row
}

// The floor of a row with a minimum is the break-even price at the fees of that price, not at the
// fees of the live price.
func TestAGuardedFloorCountsTheFeesAtTheFloor(t *testing.T) {
	for name, c := range map[string]struct {
		at                          marketplace.ID
		currency                    money.Currency
		live, cost                  string
		limit, below, from, asFirst string
		floor                       string
	}{
		// 15.11 - 2.27 - 7.94 - 4.90 = 0; with the fees of 7.45 it would be 14.12, a loss of 0.84.
		"fees rise": {marketplace.US, "USD", "7.45", "4.9", "10", "7.1", "7.94", "14.12", "15.11"},
		// 20.96 / 1.19 - 3.14 - 14.47 = 0.00
		"fees rise under VAT": {de, "EUR", "9.5", "9.1", "10", "5", "5.37", "20.43", "20.96"},
		// 29.40 / 1.19 - 4.41 - 20.29 = 0.01
		"fees fall": {de, "EUR", "45", "15", "40", "5.29", "5.51", "29.72", "29.4"},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				row := e.guardedRow(c.at, c.currency, c.live, c.cost, fixedFees(c.currency, c.limit, c.below, c.from))
				e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
				require.Equal(e.T, []string{c.live, c.asFirst, c.floor}, e.Out.FeesFor)
				s := e.Row(row)
				require.Equal(e.T, amount(c.floor), s.Observed.BreakEven)
				require.Equal(e.T, amount(c.floor), s.Observed.DecidedFloor)
				require.Equal(e.T, c.floor, s.Observed.FloorFees.Or(repricer.FloorFees{}).Total.String())
			})
		})
	}
}

// Listed answers with the fulfilment of a listing.
func (e *engine) Listed(row decision.ProductID, currency money.Currency, ships decision.Fulfillment) {
	e.Out.ListingAnswer[e.Row(row).Key] = ports.Listing{Currency: currency, Fulfillment: optional.Some(ships), SeenAt: e.Clock.Now()}
}

// tabled has the fees of a table that estimates do not change.
type tabled struct{ fees profit.Fees }

func (t tabled) Storage(pricingports.FeeScheduleQuestion) money.Amount { return money.Amount{} }

func (t tabled) Fees(pricingports.FeeScheduleQuestion) (profit.Fees, error) { return t.fees, nil }

// A row with unknown fees sends no price. After ten minutes the tables count; without them it
// continues to wait.
func TestARowWaitsForItsFees(t *testing.T) {
	for name, c := range map[string]struct {
		schedule pricingports.FeeSchedule
		told     []string
	}{
		"with tables": {tabled{profit.Fees{Unit: 100, Pieces: []profit.Piece{{
			From: 100, To: profit.MaxPrice, Own: profit.Lines{Fixed: 20_000, Moving: []profit.Line{{Rate: 150_000, Over: 1_000_000}}},
		}}}}, []string{"skip waiting_for_fees 30 -", "change below_min_use_min 25.35 proposed"}}, // 25.35 / 1.19 - 3.80 - 2 - 15.5 = 0.00
		"without": {nil, []string{"skip waiting_for_fees 30 -"}},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				row := e.guardedRow(de, "EUR", "30", "15.5", func(money.Amount) pricingports.FeeAnswer {
					return pricingports.FeeAnswer{Err: repricing.Away()}
				})
				e.Out.Schedule = c.schedule
				rival := decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true}
				e.sees(row, rival)
				require.Equal(e.T, []string{"skip waiting_for_fees 30 -"}, e.Told())
				for range 9 {
					e.Clock.Add(time.Minute)
					e.Work()
				}
				require.Equal(e.T, []string{"skip waiting_for_fees 30 -"}, e.Told())
				e.Clock.Add(time.Hour)
				e.sees(row, rival)
				require.Equal(e.T, c.told, e.Told())
			})
		})
	}
}

// Fees of another fulfilment do not count.
func TestAnotherFulfilmentWaitsForItsFees(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.guardedRow(de, "EUR", "30", "10", fixedFees("EUR", "10", "3", "3"))
		rival := decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true}
		e.sees(row, rival)
		require.Len(e.T, e.Told(), 1)
		e.Landed(row, "12")
		e.Out.ListingAnswer[e.Row(row).Key] = ports.Listing{Currency: "EUR", Fulfillment: optional.Some(decision.FBM), SeenAt: e.Clock.Now()}
		e.Out.FeesAt = func(money.Amount) pricingports.FeeAnswer { return pricingports.FeeAnswer{Err: repricing.Away()} }
		e.Clock.Add(time.Hour)
		e.sees(row, rival)
		require.Contains(e.T, e.Told()[1], "skip waiting_for_fees")
	})
}
