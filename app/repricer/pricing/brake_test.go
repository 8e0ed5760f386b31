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
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/repricing"
)

// limited sets the minimum of rows as an import does, by which no row is named alone.
func (e *engine) limited(least, most string, rows ...decision.ProductID) {
	e.T.Helper()
	updates := make([]manage.ProductUpdate, len(rows))
	for i, row := range rows {
		updates[i] = manage.ProductUpdate{ID: row, Patch: repricer.ProductPatch{
			Mode:   optional.Some(decision.ModeAuto),
			Limits: optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(money.MustParse(least)), MaxPrice: optional.Put(money.MustParse(most))}),
		}}
	}
	done, err := e.Edit.UpdateEach(e.T.Context(), e.Who, updates)
	require.NoError(e.T, err)
	for _, d := range done {
		require.Nil(e.T, d.Err)
	}
}

func TestALimitFarAwayHoldsTheRow(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Lists("sku-000", "19")
		e.limited("35125", "61625", row)
		e.Work()
		const details = "A rise from €20.00 to €35,125.00 is more than 100 %, which ends at €40.00, so it was not sent. Resume the row to send it."
		require.Equal(t, map[decision.ProductID]repricer.Hold{row: {
			Reason: decision.HoldCircuitBreaker, Since: e.Clock.Now(), Details: details, Price: amount("35125"),
		}}, e.Holds())
		require.Equal(t, []string{"hold circuit_breaker 20 -"}, e.Told())
		// The same import again, with its mode, freezes the row again.
		e.Clock.Add(time.Minute)
		e.Lists("sku-000", "19")
		e.limited("35125", "61625", row)
		e.Work()
		require.Equal(t, details, e.Holds()[row].Details)
		require.Equal(t, repricer.RunIdle, e.Row(row).RunState)
		// A resume by name sends it.
		e.Clock.Add(time.Minute)
		e.Lists("sku-000", "19")
		out, err := e.Pricing.Reprice(t.Context(), e.Who, pricing.RepriceProduct{ID: row, Resume: true})
		require.NoError(t, err)
		require.Equal(t, decision.VerdictChange, out.Decision.Verdict)
		require.Equal(t, money.MustParse("35125"), out.Change.NewPrice)
		require.Equal(t, optional.Some(history.OutcomeProposed), out.Change.Outcome)
		require.Empty(t, e.Holds())
	})
}

func TestAResumeOfTheRowAloneSendsThePrice(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, nil)
		e.Live(nil)
		for _, row := range rows {
			e.Event(row, "11.99") // a fall of 40.05 %
		}
		e.Work()
		require.Len(t, e.Holds(), 2)
		require.Equal(t, "A fall from €20.00 to €11.99 is more than 40 %, which ends at €12.00, so it was not sent. Resume the row to send it.", e.Holds()[rows[0]].Details)
		e.Clock.Add(time.Minute)
		e.Lists("sku-000", "11.99")
		e.Lists("sku-001", "11.99")
		_, err := e.Edit.Update(t.Context(), e.Who, manage.UpdateProduct{ID: rows[0], Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto)}})
		require.NoError(t, err)
		e.resume(rows[1])
		e.Work()
		require.Equal(t, repricer.RunSubmitting, e.Row(rows[0]).RunState)
		require.Equal(t, amount("11.99"), e.Holds()[rows[1]].Price, "one call for many rows does not accept the price")
	})
}

func TestSuggestionsAreNotBraked(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(func(p *repricer.SettingsPatch) { p.SubmissionMode = optional.Put(decision.SubmitSuggest) })
		e.Event(row, "6")
		e.Work()
		require.Equal(t, []string{"suggest match_target 6 suggested"}, e.Told())
		// To send it is another matter.
		e.Clock.Add(time.Minute)
		e.Lists("sku-000", "6")
		out, err := e.Pricing.Reprice(t.Context(), e.Who, pricing.RepriceProduct{ID: row, Apply: true})
		require.NoError(t, err)
		require.Equal(t, decision.ReasonCircuitBreaker, out.Decision.Reason)
		require.Nil(t, out.Change)
		require.Equal(t, amount("6"), e.Holds()[row].Price)
	})
}

func TestAHigherLimitOfTheSettingsLetsThePriceRise(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(func(p *repricer.SettingsPatch) { p.MaxRisePercent = optional.Put(money.MustParsePercent("150")) })
		e.Lists("sku-000", "19")
		e.limited("50", "60", row)
		e.Work()
		require.Equal(t, []string{"change below_min_use_min 50 proposed"}, e.Told())
	})
}

// Offers that are missing are not known to be absent.
func TestIncompleteOffersAreAskedForAgain(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		p := repricing.Matching("Alone")
		p.CompeteWith, p.OnNoCompetition = optional.Put(decision.TargetLowest), optional.Put(decision.NoCompetitionMax)
		made, err := e.Rules.Create(t.Context(), e.Who, p)
		require.NoError(t, err)
		_, err = e.Edit.Assign(t.Context(), e.Who, manage.AssignStrategy{Strategy: made.ID, IDs: []decision.ProductID{row}})
		require.NoError(t, err)
		empty := func(total *int64) {
			e.Out.OfferAnswers["sku-000"] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.Clock.Now(), Total: total}}
		}
		three := int64(3)
		empty(&three)
		e.Work()
		require.Equal(t, []string{"keep offers_incomplete 20 -"}, e.Told())
		require.Equal(t, 1, e.Queued(), "asked again later")
		e.Clock.Add(15 * time.Minute)
		empty(nil)
		e.Work()
		require.Equal(t, []string{"keep offers_incomplete 20 -"}, e.Told())
		e.Clock.Add(15 * time.Minute)
		none := int64(0)
		empty(&none)
		e.Work()
		require.Equal(t, []string{"keep offers_incomplete 20 -", "hold circuit_breaker 20 -"}, e.Told())
		require.Equal(t, amount("50"), e.Holds()[row].Price, "a complete answer counts, and then the brake")
	})
}
