package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// breakingEven is a row of a team that suggests prices, whose floor is the price
// without loss, by a referral fee of 15 %.
func (e *engine) breakingEven(change func(s *repricer.ProductSnapshot)) decision.ProductID {
	e.t.Helper()
	row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) {
		s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("0"), optional.None[money.Amount]()
		if change != nil {
			change(s)
		}
	})[0]
	rate := money.MustParsePercent("15")
	e.out.fees = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{Currency: e.row(row).Currency, ReferralRate: &rate}}
	e.live(func(p *repricer.SettingsPatch) { p.SubmissionMode = optional.Put(decision.SubmitSuggest) })
	e.work()
	return row
}

func TestTheVATOfACostIsTakenOverEachTime(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.breakingEven(nil)
		for _, c := range []struct {
			named, stored optional.Maybe[money.Percent]
			floor         string
		}{
			{percent("7"), percent("7"), "12.75"},                                     // 10 / (1/1.07 - 0.15)
			{percent("19"), percent("19"), "14.49"},                                   // corrected: 10 / (1/1.19 - 0.15)
			{percent("0"), percent("0"), "11.77"},                                     // none is owed: 10 / 0.85
			{optional.None[money.Percent](), optional.None[money.Percent](), "14.49"}, // taken back: the standard rate
		} {
			e.out.costs[e.row(row).Key] = pricingports.Cost{Landed: eur("10"), Currency: "EUR", VATRate: c.named}
			e.clock.add(time.Hour)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("5"), BuyBox: true})
			s := e.row(row)
			require.Equal(e.t, c.stored, s.Observed.VATPercent)
			require.Equal(e.t, []optional.Maybe[money.Amount]{amount(c.floor), amount(c.floor)},
				[]optional.Maybe[money.Amount]{s.Observed.DecidedFloor, s.Observed.BreakEven})
		}
		require.Equal(e.t, "suggest below_min_use_min 14.49 suggested", e.told()[len(e.told())-1])
	})
}

func TestTheVATOfACostIsTakenOverWithoutADecision(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := appraising(e)[0]
		e.work()
		news := queue.NewCostChanges(e.parts.Products, e.parts.Settings, e.due, e.parts.FeeRequests, e.parts.Tx, e.clock)
		for _, c := range []struct {
			named     optional.Maybe[money.Percent]
			breakEven string
		}{
			{percent("7"), "10.2"},                    // (5 + 3) / (1/1.07 - 0.15)
			{percent("19"), "11.59"},                  // (5 + 3) / (1/1.19 - 0.15)
			{optional.None[money.Percent](), "11.59"}, // the standard rate
			{percent("0"), "9.42"},                    // (5 + 3) / 0.85
		} {
			e.out.costs[plainRow(0).Key] = pricingports.Cost{Landed: eur("5"), Currency: "EUR", VATRate: c.named}
			require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, []repricer.Key{plainRow(0).Key}))
			e.appraise()
			require.Equal(e.t, c.named, e.row(row).Observed.VATPercent)
			require.Equal(e.t, amount(c.breakEven), e.row(row).Observed.BreakEven)
		}
	})
}

func TestPricesWithoutTaxContainNoVAT(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.out.sellers[0].Marketplaces = []marketplace.ID{marketplace.US}
		row := e.breakingEven(func(s *repricer.ProductSnapshot) { s.Key.MarketplaceID, s.Currency = marketplace.US, "USD" })
		for _, named := range []optional.Maybe[money.Percent]{percent("19"), optional.None[money.Percent]()} {
			e.out.costs[e.row(row).Key] = pricingports.Cost{Landed: eur("10"), Currency: "USD", VATRate: named}
			e.clock.add(time.Hour)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("5"), BuyBox: true})
			require.Equal(e.t, amount("11.77"), e.row(row).Observed.DecidedFloor) // 10 / 0.85
			require.False(e.t, e.row(row).Observed.VATPercent.Known())
		}
	})
}
