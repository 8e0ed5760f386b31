package repricer_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
)

func TestARowWhoseAccountNeedsAttentionIsNotRepricedByHand(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.lists("sku-000", "18")
		e.work()
		told := e.told()
		e.landed(row, "20")
		e.out.sellers[0].Active = false
		s := e.site()
		path := "/products/" + strconv.FormatInt(int64(row), 10) + "/reprice"
		requireRefused(t, s.call(t, "POST", path, `{}`), 403, "integration_needs_attention")
		requireRefused(t, s.call(t, "POST", path+"?dry_run=true", `{"overrides":{"cost":3}}`), 403, "integration_needs_attention")
		require.Equal(t, told, e.told(), "nothing was decided")
		// Offers that the call brings need no account.
		own := s.call(t, "POST", path+"?dry_run=true", `{"overrides":{"offers":[{"seller_id":"A3RIVAL","price":17,"fulfillment":"fbm"}]}}`)
		require.Contains(t, own.Body, `"action":"change","price":17,`)
		e.out.sellers = nil
		requireRefused(t, s.call(t, "POST", path, `{}`), 403, "integration_required")
	})
}

func TestTheExpectedPriceIsAskedForWhereAStrategyAimsAtIt(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(5, func(i int, s *repricer.ProductSnapshot) {
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
		e.out.expected = map[string]pricingports.ExpectedPriceAnswer{
			"sku-000": tag("18.76", "EUR"), "sku-001": tag("18.76", "USD"), "sku-002": tag("18.76", "EUR"), "sku-004": {Err: away()},
		}
		for _, sku := range skus(5) {
			e.lists(sku, "19")
		}
		plan := e.live(nil)
		e.work()
		require.Empty(t, only(e.out.asked, "Expected.ExpectedPrices"), "no strategy aims at it")
		for _, row := range rows {
			e.landed(row, "20")
		}
		_, err := e.rules.Update(t.Context(), e.who, manage.UpdateStrategy{ID: plan, Patch: strategy.Patch{
			CompeteWith:     optional.Put(decision.TargetFeaturedExpected),
			FallbackTargets: optional.Put([]decision.Target{decision.TargetLowest}),
		}})
		require.NoError(t, err)
		e.work()
		require.Len(t, only(e.out.asked, "Expected.ExpectedPrices"), 1, "in one question")
		require.Equal(t, []string{"sku-000", "sku-001", "sku-004"}, e.out.expecting, "of new offers that are looked at")
		got := map[decision.ProductID]string{}
		for _, c := range e.all(t, ours, historyports.ChangeFilter{Triggers: []history.Trigger{history.TriggerStrategy}}) {
			got[c.ProductID] = string(c.Reason) + " " + c.NewPrice.String()
		}
		require.Equal(t, map[decision.ProductID]string{
			rows[0]: "featured_expected_price 18.76",
			rows[1]: "match_target 19", // not the row's currency
			rows[4]: "match_target 19", // a hint that was not told
		}, got)
	})
}

func TestVelocityKeepsPricesAsLongAsSalesAreNotKnown(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(3, func(i int, s *repricer.ProductSnapshot) {
			s.Observed.CurrentPrice = []optional.Maybe[money.Amount]{amount("20"), amount("60"), amount("4")}[i]
		})
		for _, sku := range skus(3) {
			e.lists(sku, "19")
		}
		made, err := e.rules.Create(t.Context(), e.who, strategy.Patch{
			Name: optional.Put("By sales"), Type: optional.Put(decision.TypeVelocity), HighUnits: optional.Put(14), LowUnits: optional.Put(3),
			Step: optional.Put(eur("1")),
		})
		require.NoError(t, err)
		e.live(func(p *repricer.SettingsPatch) { p.DefaultStrategyID = optional.Put(made.ID) })
		e.work()
		got := map[decision.ProductID]string{}
		for _, c := range e.all(t, ours, historyports.ChangeFilter{}) {
			got[c.ProductID] = string(c.Verdict) + " " + string(c.Reason) + " " + c.NewPrice.String()
		}
		require.Equal(t, map[decision.ProductID]string{
			rows[0]: "keep velocity_unknown 20", rows[1]: "change lowered_to_ceiling 50", rows[2]: "change raised_to_floor 5",
		}, got)
	})
}
