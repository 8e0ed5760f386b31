package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/repricing"
)

func TestTheExpectedPriceIsAskedForWhereAStrategyAimsAtIt(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(5, func(i int, s *repricer.ProductSnapshot) {
			switch i {
			case 2:
				s.Condition = decision.ConditionUsed
			case 3:
				s.Mode = decision.ModeOff
			}
		})
		tag := func(price, currency string) pricingports.ExpectedPriceAnswer {
			return pricingports.ExpectedPriceAnswer{Price: &ports.PriceParts{Currency: money.Currency(currency), Price: eur(price)}}
		}
		e.Out.ExpectedAnswers = map[string]pricingports.ExpectedPriceAnswer{
			"sku-000": tag("18.76", "EUR"), "sku-001": tag("18.76", "USD"), "sku-002": tag("18.76", "EUR"), "sku-004": {Err: repricing.Away()},
		}
		for _, sku := range repricing.SKUs(5) {
			e.Lists(sku, "19")
		}
		plan := e.Live(nil)
		e.Work()
		require.Empty(t, repricing.Only(e.Out.Asked, "Expected.ExpectedPrices"), "no strategy aims at it")
		for _, row := range rows {
			e.Landed(row, "20")
		}
		_, err := e.Rules.Update(t.Context(), e.Who, manage.UpdateStrategy{ID: plan, Patch: strategy.Patch{
			CompeteWith:     optional.Put(decision.TargetFeaturedExpected),
			FallbackTargets: optional.Put([]decision.Target{decision.TargetLowest}),
		}})
		require.NoError(t, err)
		e.Work()
		require.Len(t, repricing.Only(e.Out.Asked, "Expected.ExpectedPrices"), 1, "in one question")
		require.Equal(t, []string{"sku-000", "sku-001", "sku-004"}, e.Out.Expecting, "of new offers that are looked at")
		got := map[decision.ProductID]string{}
		for _, c := range e.All(t, ours, history.ChangeFilter{Triggers: []history.Trigger{history.TriggerStrategy}}) {
			got[c.ProductID] = string(c.Reason) + " " + c.NewPrice.String()
		}
		require.Equal(t, map[decision.ProductID]string{
			rows[0]: "featured_expected_price 18.76",
			rows[1]: "match_target 19", // not the row's currency
			rows[4]: "match_target 19", // a hint without an event
		}, got)
	})
}

func TestVelocityKeepsPricesAsLongAsSalesAreNotKnown(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(3, func(i int, s *repricer.ProductSnapshot) {
			s.Observed.CurrentPrice = []optional.Maybe[money.Amount]{amount("20"), amount("60"), amount("4")}[i]
		})
		for _, sku := range repricing.SKUs(3) {
			e.Lists(sku, "19")
		}
		made, err := e.Rules.Create(t.Context(), e.Who, strategy.Patch{
			Name: optional.Put("By sales"), Type: optional.Put(decision.TypeVelocity), HighUnits: optional.Put(14), LowUnits: optional.Put(3),
			Step: optional.Put(eur("1")),
		})
		require.NoError(t, err)
		e.Live(func(p *repricer.SettingsPatch) { p.DefaultStrategyID = optional.Put(made.ID) })
		e.Work()
		got := map[decision.ProductID]string{}
		for _, c := range e.All(t, ours, history.ChangeFilter{}) {
			got[c.ProductID] = string(c.Verdict) + " " + string(c.Reason) + " " + c.NewPrice.String()
		}
		require.Equal(t, map[decision.ProductID]string{
			rows[0]: "keep velocity_unknown 20", rows[1]: "change lowered_to_ceiling 50", rows[2]: "change raised_to_floor 5",
		}, got)
	})
}

// A price requested right after an edit of the row knows the edit. The row's turn in the queue does
// not overtake it.
func TestAPriceAskedForAfterAnEditStays(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Mode = decision.ModeManual })[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.Lists("sku-000", "18.50")
		edit := func(most string) {
			_, err := e.Edit.BulkUpdate(e.T.Context(), e.Who, manage.UpdateProducts{IDs: []decision.ProductID{row}, Patch: repricer.ProductPatch{
				Limits: optional.Put(repricer.LimitsPatch{MaxPrice: optional.Put(eur(most))}),
			}})
			require.NoError(e.T, err)
		}
		overtaken := func() bool {
			found, err := e.Due.OutOfDate(e.T.Context(), ours, []decision.ProductID{row}, e.Clock.Now())
			require.NoError(e.T, err)
			return found[row]
		}
		edit("49")
		owner, claimed := e.Take()
		require.Len(e.T, claimed, 1, "a worker has it")
		prepared, err := e.Pricing.PrepareReprice(e.T.Context(), e.Who, pricing.RepriceProduct{ID: row, Apply: true})
		require.NoError(e.T, err)
		_, err = prepared.Write(e.T.Context())
		require.NoError(e.T, err)
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), owner, claimed))
		require.Equal(e.T, []string{"change match_target 18.5 proposed"}, e.Told())
		require.False(e.T, overtaken())
		edit("48")
		require.True(e.T, overtaken(), "it does not know later edits")
	})
}

// Does not ask the marketplace if the lease of the row would end first.
func TestAmazonIsNotAskedWhenTheLeaseEnds(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Selling(1, nil)
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.Lists("sku-000", "18.50")
		owner, claimed := e.Take()
		e.Clock.Add(50 * time.Second)
		require.NoError(e.T, e.Pricing.Evaluate(e.T.Context(), owner, claimed))
		require.Empty(e.T, e.Told())
		e.Clock.Add(15 * time.Minute)
		e.Lists("sku-000", "18.50")
		e.Work()
		require.Equal(e.T, []string{"change match_target 18.5 proposed"}, e.Told())
	})
}
