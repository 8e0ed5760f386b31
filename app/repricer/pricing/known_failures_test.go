package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/repricing"
)

// Sellers report these failures of repricers. Each test shows that a failure does not happen.

// sees sends offers of a product to its row and decides it.
func (e *engine) sees(row decision.ProductID, offers ...decision.Offer) {
	e.T.Helper()
	e.Hears(row, offers...)
	e.Work()
}

// A row without a minimum is not repriced, for every cause of the missing minimum: not to 0, not to
// 0.01, not to the rival's price.
func TestABlankMinimumNeverBecomesOneCent(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, func(i int, s *repricer.ProductSnapshot) {
			s.Limits.MinPrice = optional.None[money.Amount]()
			if i == 1 { // it follows from a cost that is not known
				s.Limits.MinPriceMode, s.Limits.TargetROI = decision.MinPriceROI, percent("10")
			}
		})
		e.Live(nil)
		for _, rival := range []string{"19", "0.02", "0.01"} {
			e.Clock.Add(time.Hour)
			for _, row := range rows {
				e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur(rival)})
			}
		}
		require.ElementsMatch(t, []string{"error missing_cost 20 -", "error missing_min_price 20 -"}, e.Told())
	})
}

// The cheapest offers are the team's own: another SKU of the account and another account. The rival
// is above them.
func TestTheOwnOfferIsNeverUndercut(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Out.Accounts = append(e.Out.Accounts, account.Seller{Team: ours, Connection: 6, Region: "eu", ID: "A4SISTER", Marketplaces: []marketplace.ID{de}, Active: true})
		row := e.Selling(1, nil)[0]
		e.Live(func(p *repricer.SettingsPatch) { p.OwnSellerIDs = optional.Put([]string{"A5COUSIN"}) })
		e.Clock.Add(time.Hour)
		e.sees(row,
			decision.Offer{SellerID: "A2SELLER", Price: eur("16")}, decision.Offer{SellerID: "A4SISTER", Price: eur("17")},
			decision.Offer{SellerID: "A5COUSIN", Price: eur("18")}, decision.Offer{SellerID: "A3RIVAL", Price: eur("19.50"), BuyBox: true, Featured: true})
		last := e.All(t, ours, history.ChangeFilter{})[0]
		require.Equal(t, eur("19.50"), last.NewPrice)
		require.Equal(t, "A3RIVAL", last.TargetSellerID)
	})
}

// The largest change at once is 0.50, and the price is 10.00 below its floor: it
// goes to the floor at once.
func TestACapNeverHoldsAPriceUnderItsFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) {
			s.Limits.MinPrice, s.Limits.MaxChange = amount("30"), amount("0.50")
		})[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("15")})
		last := e.All(t, ours, history.ChangeFilter{})[0]
		require.Equal(t, "change raised_to_floor 30", string(last.Verdict)+" "+string(last.Reason)+" "+last.NewPrice.String())
		require.Equal(t, []decision.Adjustment{decision.AdjustFloor, decision.AdjustCapOverridden}, last.Adjustments)
	})
}

// A confirmed price is not sent again after any number of events of the same market. A price that
// the marketplace takes and never shows is sent once more and then given up.
func TestTheSamePriceIsNeverSentInALoop(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		rival := decision.Offer{SellerID: "A3RIVAL", Price: eur("18.50"), BuyBox: true, Featured: true}
		e.sees(row, rival)
		require.Equal(t, []string{"change match_target 18.5 proposed"}, e.Told()[len(e.Told())-1:])
		sender := e.sender()
		l := sender.Lane(t)
		sender.Shop.Answer = func(int, sendingports.PriceChange) repricing.Reply {
			return repricing.Reply{Ignored: true, Receipt: repricing.Taken().Receipt}
		}
		for range 200 {
			e.Clock.Add(time.Minute)
			e.sees(row, rival)
			repricing.Send(t, l)
			repricing.Look(t, l)
		}
		require.Equal(t, []repricing.SentPrice{{SKU: "sku-000", Price: eur("18.50"), Min: eur("5")}, {SKU: "sku-000", Price: eur("18.50"), Min: eur("5"), Reads: 4}}, sender.Shop.Sent)
		require.Equal(t, decision.HoldSubmissionFailed, e.Row(row).Hold.Or(repricer.Hold{}).Reason)
	})
}

// sender makes a desk that sends the engine's decisions.
func (e *engine) sender() *repricing.Desk {
	d := repricing.NewDesk(e.T, e.DB)
	d.Parts.Clock = e.Clock
	return d
}
