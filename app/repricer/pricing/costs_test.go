package pricing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

func TestACostMakesRowsDueWhoseFloorItMakes(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(5, func(i int, s *repricer.ProductSnapshot) {
			switch i {
			case 0, 2, 4:
				s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("10"), optional.None[money.Amount]()
			case 1:
				s.AllowLoss = true
			case 3:
				s.Hold = optional.Some(repricer.Hold{Reason: decision.HoldCurrencyMismatch, Since: noon})
			}
			if i == 2 {
				s.Mode = decision.ModeOff
			}
		})
		e.Out.CostAnswers[repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "sku-003"}] = pricingports.Cost{Unit: amount("7"), Currency: "USD"}
		news := queue.NewCostChanges(e.Parts.Products, e.Parts.Settings, e.Due, e.Parts.FeeRequests, e.Parts.Tx, e.Clock)
		var keys []repricer.Key
		for _, row := range rows[:4] {
			keys = append(keys, e.Row(row).Key)
		}
		keys = append(keys, repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "nobody"})
		require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, keys))
		require.Zero(e.T, e.Queued(), "without settings no row is queued")
		e.Live(nil)
		owner, first := e.Take()
		require.Len(e.T, first, 4)
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), owner, first))
		e.Clock.Add(time.Second)
		require.NoError(e.T, news.CostsChanged(e.T.Context(), theirs, keys))
		require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, nil))
		require.Zero(e.T, e.Queued())
		undo := errors.New("undo")
		gone := e.Parts.Tx.InTx(e.T.Context(), func(ctx context.Context) error {
			require.NoError(e.T, news.CostsChanged(ctx, ours, keys))
			return undo
		})
		require.ErrorIs(e.T, gone, undo)
		require.Zero(e.T, e.Queued(), "a cost that was not stored")
		require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, keys))
		_, claimed := e.Take()
		var woken []decision.ProductID
		for _, c := range claimed {
			require.Equal(e.T, history.TriggerCostChange, c.Trigger)
			woken = append(woken, c.ID)
		}
		require.Equal(e.T, []decision.ProductID{rows[0], rows[3]}, woken)
		require.Equal(e.T, repricer.RunQueued, e.Row(rows[0]).RunState)
		require.Equal(e.T, repricer.RunIdle, e.Row(rows[4]).RunState)
	})
}

// breakingEven makes a row of a team that suggests prices. Its floor is the break-even price, by a
// referral fee of 15 %.
func (e *engine) breakingEven(change func(s *repricer.ProductSnapshot)) decision.ProductID {
	e.T.Helper()
	row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) {
		s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("0"), optional.None[money.Amount]()
		if change != nil {
			change(s)
		}
	})[0]
	rate := money.MustParsePercent("15")
	e.Out.FeeAnswer = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{Currency: e.Row(row).Currency, ReferralRate: &rate}}
	e.Live(func(p *repricer.SettingsPatch) { p.SubmissionMode = optional.Put(decision.SubmitSuggest) })
	e.Work()
	return row
}

func TestTheVATOfACostIsTakenOverEachTime(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.breakingEven(nil)
		for _, c := range []struct {
			named         optional.Maybe[money.Percent]
			stored, floor string
		}{
			{percent("7"), "7 cost_layer", "12.75"},                 // 10 / (1/1.07 - 0.15)
			{percent("19"), "19 cost_layer", "14.49"},               // corrected: 10 / (1/1.19 - 0.15)
			{percent("0"), "0 cost_layer", "11.76"},                 // no VAT is owed: 11.76 - 1.76
			{optional.None[money.Percent](), "19 assumed", "14.49"}, // removed: the standard rate
		} {
			e.Out.CostAnswers[e.Row(row).Key] = pricingports.Cost{Unit: amount("10"), Currency: "EUR", VATRate: c.named}
			e.Clock.Add(time.Hour)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("5"), BuyBox: true})
			s := e.Row(row)
			require.Equal(e.T, c.stored, s.VAT().Rate.String()+" "+string(s.VAT().Basis))
			require.Equal(e.T, []optional.Maybe[money.Amount]{amount(c.floor), amount(c.floor)},
				[]optional.Maybe[money.Amount]{s.Observed.DecidedFloor, s.Observed.BreakEven})
		}
		require.Equal(e.T, "suggest below_min_use_min 14.49 suggested", e.Told()[len(e.Told())-1])
	})
}

func TestTheVATOfACostIsTakenOverWithoutADecision(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := appraising(e)[0]
		e.Work()
		news := queue.NewCostChanges(e.Parts.Products, e.Parts.Settings, e.Due, e.Parts.FeeRequests, e.Parts.Tx, e.Clock)
		for _, c := range []struct {
			named     optional.Maybe[money.Percent]
			breakEven string
		}{
			{percent("7"), "10.2"},                   // (5 + 3) / (1/1.07 - 0.15)
			{percent("19"), "11.6"},                  // 9.748 - 1.74 - 8
			{optional.None[money.Percent](), "11.6"}, // the standard rate
			{percent("0"), "9.41"},                   // 9.41 - 1.41
		} {
			e.Out.CostAnswers[plainRow(0).Key] = pricingports.Cost{Unit: amount("5"), Currency: "EUR", VATRate: c.named}
			require.NoError(e.T, news.CostsChanged(e.T.Context(), ours, []repricer.Key{plainRow(0).Key}))
			e.appraise()
			require.Equal(e.T, c.named.Or(money.MustParsePercent("19")), e.Row(row).VAT().Rate)
			require.Equal(e.T, amount(c.breakEven), e.Row(row).Observed.BreakEven)
		}
	})
}

// The class of the product and the scheme of the team make the floor, break-even and the figures.
func TestTheVATOfARowFollowsClassAndScheme(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.breakingEven(nil)
		for _, c := range []struct {
			class         vat.Class
			scheme        vat.Scheme
			source, floor string
			notes         []string
		}{
			{"", "", "19 assumed", "14.49", []string{"vat_rate_assumed"}},
			{vat.ClassReduced, "", "7 class", "12.75", nil}, // 10 / (1/1.07 - 0.15)
			{vat.ClassStandard, "", "19 class", "14.49", nil},
			{vat.ClassZero, "", "19 assumed", "14.49", []string{"vat_rate_assumed"}}, // DE has no such rate
			{vat.ClassStandard, vat.SchemeNotRegistered, "19 class", "12.18", nil},   // 12.18 - 1.83 × 1.19 = 10.00
			{vat.ClassReduced, vat.SchemeFlat, "7 class", "13.62", nil},              // 13.62 × 0.895 - 2.04 × 1.07 = 10.01
			{vat.ClassReduced, vat.SchemeNone, "7 class", "11.76", nil},              // 11.76 - 1.76 = 10.00
		} {
			cost := pricingports.Cost{Unit: amount("10"), Currency: "EUR"}
			if c.class != "" {
				cost.VATClass = optional.Some(c.class)
			}
			e.Out.CostAnswers[e.Row(row).Key], e.Out.Expenses = cost, pricingports.Expenses{}
			if c.scheme != "" {
				e.Out.Expenses.VAT = vat.Defaults{Scheme: optional.Some(c.scheme), Flat: percent("10.5")}
			}
			e.Clock.Add(time.Hour)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("5"), BuyBox: true})
			s := e.Row(row)
			require.Equal(e.T, c.source, s.VAT().Rate.String()+" "+string(s.VAT().Basis))
			require.Equal(e.T, c.notes, s.VAT().Notes())
			require.Equal(e.T, []optional.Maybe[money.Amount]{amount(c.floor), amount(c.floor)},
				[]optional.Maybe[money.Amount]{s.Observed.DecidedFloor, s.Observed.BreakEven}, "%v", c)
		}
	})
}

// The rate of a book in Great Britain is doubted twice, until a class or a rate is entered.
func TestABookWithoutAClassIsUnsure(t *testing.T) {
	const gb = marketplace.ID("A1F83G8C2ARO7P")
	eachEngine(t, func(e *engine) {
		e.Out.Accounts[0].Marketplaces = []marketplace.ID{gb}
		row := e.breakingEven(func(s *repricer.ProductSnapshot) { s.Key.MarketplaceID, s.Currency = gb, "GBP" })
		key := e.Row(row).Key
		for _, c := range []struct {
			reduced bool
			cost    pricingports.Cost
			shown   string
			notes   []string
		}{
			{false, pricingports.Cost{}, "20 assumed", []string{"vat_rate_assumed"}},
			{true, pricingports.Cost{}, "20 assumed", []string{"vat_rate_assumed", "vat_class_unsure"}},
			{true, pricingports.Cost{VATClass: optional.Some(vat.ClassZero)}, "0 class", nil},
			{true, pricingports.Cost{VATRate: percent("0")}, "0 cost_layer", nil},
		} {
			c.cost.Unit, c.cost.Currency = amount("10"), "GBP"
			e.Out.CostAnswers[key], e.Out.ReducedAnswer = c.cost, map[string]bool{key.SKU: c.reduced}
			e.Clock.Add(time.Hour)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("5"), BuyBox: true})
			s := e.Row(row)
			require.Equal(e.T, c.shown, s.VAT().Rate.String()+" "+string(s.VAT().Basis))
			require.Equal(e.T, c.notes, s.VAT().Notes())
		}
	})
}

func TestPricesWithoutTaxContainNoVAT(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Out.Accounts[0].Marketplaces = []marketplace.ID{marketplace.US}
		row := e.breakingEven(func(s *repricer.ProductSnapshot) { s.Key.MarketplaceID, s.Currency = marketplace.US, "USD" })
		for _, named := range []optional.Maybe[money.Percent]{percent("19"), optional.None[money.Percent]()} {
			e.Out.CostAnswers[e.Row(row).Key] = pricingports.Cost{Unit: amount("10"), Currency: "USD", VATRate: named}
			e.Clock.Add(time.Hour)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("5"), BuyBox: true})
			require.Equal(e.T, amount("11.76"), e.Row(row).Observed.DecidedFloor) // 11.76 - 1.76
			require.Equal(e.T, vat.Settings{Scheme: vat.SchemeNone}, e.Row(row).VAT())
		}
	})
}

// The MAP price of a SKU is a floor of its row, from its entry until its removal.
func TestTheMapPriceOfASKUIsAFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, func(i int, s *repricer.ProductSnapshot) {
			if i == 1 {
				s.Mode = decision.ModeOff
			}
		})
		e.Live(nil)
		news := queue.NewCostChanges(e.Parts.Products, e.Parts.Settings, e.Due, e.Parts.FeeRequests, e.Parts.Tx, e.Clock)
		keys := []repricer.Key{e.Row(rows[0]).Key, e.Row(rows[1]).Key}
		enter := func(price optional.Maybe[money.Amount]) {
			e.Clock.Add(time.Hour)
			for _, k := range keys {
				e.Out.ListingAnswer[k] = ports.Listing{Currency: "EUR", MapPrice: price, SeenAt: noon}
			}
			e.Lists("sku-000", "16")
			require.NoError(e.T, news.MapPricesChanged(e.T.Context(), theirs, keys))
			require.NoError(e.T, news.MapPricesChanged(e.T.Context(), ours, append(keys, repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "nobody"})))
			require.LessOrEqual(e.T, e.Queued(), 1, "rows that are off need no turn")
			e.Work()
		}
		enter(amount("18.50"))
		require.Equal(e.T, []string{"change below_min_use_min 18.5 proposed"}, e.Told())
		require.Equal(e.T, amount("18.50"), e.Row(rows[0]).Observed.MapPrice)
		require.Equal(e.T, amount("18.50"), e.Row(rows[0]).Observed.DecidedFloor)

		e.Landed(rows[0], "18.50")
		enter(optional.None[money.Amount]())
		require.Equal(e.T, "change match_target 16 proposed", e.Told()[1])
		require.False(e.T, e.Row(rows[0]).Observed.MapPrice.Known())
		require.Equal(e.T, history.TriggerSettings, e.All(e.T, ours, history.ChangeFilter{})[0].Trigger)
	})
}
