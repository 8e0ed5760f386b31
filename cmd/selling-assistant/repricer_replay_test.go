package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/test/openapi/service"
)

func eur(s string) money.Amount { return money.MustParse(s) }

// kettle decides to go below a rival: from 20.00 to 18.36.
func kettle(t *testing.T, s *service.Service, team *service.Team) repricer.ChangeID {
	t.Helper()
	now, limits := s.Clock.Now(), decision.DefaultLimits()
	limits.MinPrice, limits.MaxPrice = optional.Some(eur("15")), optional.Some(eur("30"))
	row := team.Rows(t, repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A2SELLER", MarketplaceID: "A1PA6795UKMFR9", SKU: "KETTLE"},
		ASIN: "B000000001", Currency: "EUR", Mode: decision.ModeAuto, Priority: repricer.PriorityNormal, Condition: decision.ConditionNew,
		Limits: limits, RunState: repricer.RunIdle, Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: decision.BoxUnknown}},
		Version: 1, CreatedAt: now, UpdatedAt: now,
	})[0]
	in := decision.Input{
		Now: now, OffersAt: optional.Some(now),
		Policy: &decision.Policy{
			Enabled: true, SubmissionMode: decision.SubmitLive, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96,
			AnomalyPercent: money.MustParsePercent("40"),
		},
		Row: decision.Row{
			ID: row.ID, SellerID: "A2SELLER", MarketplaceID: marketplace.ID("A1PA6795UKMFR9"), Currency: "EUR", Condition: decision.ConditionNew,
			Fulfillment: decision.FBM, Mode: decision.ModeAuto, Price: eur("20"), Limits: limits,
		},
		Strategy: &decision.Strategy{
			Type: decision.TypeCompetitor, Enabled: true, CompeteWith: optional.Some(decision.TargetLowest),
			Action: optional.Some(decision.ActionBelow), By: eur("0.01"), ByType: decision.ByAmount,
		},
		Offers: []decision.Offer{
			{SellerID: "A3RIVAL", Price: eur("18.37"), Fulfillment: decision.FBM, Condition: decision.ConditionNew, BuyBox: true},
			{SellerID: "A4USED", Price: eur("9"), Fulfillment: decision.FBM, Condition: decision.ConditionUsed},
		},
	}
	return team.Decide(t, row, history.TriggerNotification, in)
}

func TestRepricerReplay(t *testing.T) {
	t.Parallel()
	service.Each(t, func(t *testing.T, s *service.Service) {
		team, other := s.Team(t, service.Wish{}), s.Team(t, service.Wish{})
		change := kettle(t, s, team)
		environ := []string{
			"SA_DATABASE_URL=" + s.DatabaseURL, "SA_DATA_DIR=" + s.DataDir, "SA_SECRET_KEY=" + service.SecretKey,
		}
		replay := func(args ...string) (int, string, string) {
			var out, errs bytes.Buffer
			args = append([]string{"repricer", "replay", "--change", strconv.FormatInt(int64(change), 10)}, args...)
			code := run(context.Background(), args, streams{strings.NewReader(""), &out, &errs}, environ)
			return code, out.String(), errs.String()
		}
		number := strconv.FormatInt(int64(change), 10)

		code, out, errs := replay()
		require.Equal(t, exitOK, code, errs)
		require.Equal(t, "change "+number+": 2026-11-17T09:30:00Z, KETTLE on A1PA6795UKMFR9, team 1\n"+
			"recorded: change, 20 to 18.36 EUR, beat_target\ndecided again: the same\n", out)

		code, out, errs = replay("--trace", "--team", "1")
		require.Equal(t, exitOK, code, errs)
		require.Contains(t, out, "STEP  RULE     IN     OUT    NOTE\n2     floor    -      15     manual\n")
		require.Contains(t, out, "OFFER OF  LANDED  CANDIDATE  DROPPED BECAUSE\nA4USED    9       -          other_condition\nA3RIVAL   18.37   18.36      -\n")

		code, out, errs = replay("--json")
		require.Equal(t, exitOK, code, errs)
		require.JSONEq(t, `{"change_id":`+number+`,"team_id":1,"product_id":1,"created_at":"2026-11-17T09:30:00Z","result":"same","differences":[],
			"decision":{"id":`+number+`,"action":"change","price":18.36,"reason":"beat_target","adjustments":[],"target_seller_id":"A3RIVAL"}}`, out)

		code, out, errs = replay("--team", strconv.FormatInt(int64(other.ID), 10))
		require.Equal(t, exitFault, code)
		require.Empty(t, out)
		require.Equal(t, "selling-assistant: There is no change "+number+".\n", errs)

		_, err := s.Store.Hot(t.Context()).Exec(t.Context(), "UPDATE repricer_changes SET new_price = 183700 WHERE id = $1", int64(change))
		require.NoError(t, err)
		code, out, errs = replay()
		require.Equal(t, exitFault, code)
		require.Contains(t, out, "MEMBER     RECORDED  DECIDED AGAIN\nnew_price  18.37     18.36\n")
		require.Equal(t, "selling-assistant: change "+number+" comes out differently: new_price\n", errs)
		code, out, _ = replay("--json")
		require.Equal(t, exitFault, code)
		var got map[string]any
		require.NoError(t, json.Unmarshal([]byte(out), &got))
		require.Equal(t, "different", got["result"])
		require.Equal(t, []any{map[string]any{"member": "new_price", "recorded": "18.37", "replayed": "18.36"}}, got["differences"])

		_, err = s.Store.Hot(t.Context()).Exec(t.Context(), "DELETE FROM repricer_change_inputs WHERE change_id = $1", int64(change))
		require.NoError(t, err)
		code, out, errs = replay("--json")
		require.Equal(t, exitFault, code)
		require.Contains(t, out, `"result":"no_input","differences":[],"decision":null`)
		require.Equal(t, "selling-assistant: change "+number+" cannot be decided again: nothing was kept of what it was decided from\n", errs)
	})
}

func TestRepricerReplayNeedsAChange(t *testing.T) {
	t.Parallel()
	code, _, errs := execute(t, "", "repricer", "replay")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "--change")
}
