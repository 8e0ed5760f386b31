package repricer_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	web "sellingassistant/adapters/http/repricer"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	callports "sellingassistant/ports/ratelimit"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// siteOf serves the operation of the engine.
func siteOf(e *engine) *site {
	e.T.Helper()
	server := httpx.New(httpx.Config{
		CursorKey: []byte("key"), BaseURL: func(*http.Request) string { return "https://api.example.org" },
		Limits: map[string]callports.Limit{"repricer": {Calls: 100_000, Window: time.Minute}},
	}, zap.NewNop(), keys{}, ratelimit.NewMemory(still{}.Now), forgetful{}, e.Tx, still{},
		func(context.Context) error { return nil }, nil)
	web.RepriceRoutes(e.Pricing)(server.Router())
	routes, err := read(server.Handler())
	require.NoError(e.T, err)
	return &site{world: e.World, handler: server.Handler(), routes: routes}
}

func TestRepriceOverHTTP(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(5, func(i int, s *repricer.ProductSnapshot) {
			switch i {
			case 1:
				s.Mode = decision.ModeManual
			case 2:
				s.Mode = decision.ModeOff
			case 3:
				s.Hold = optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: noon})
			case 4:
				s.Key.SellerID = "A9OTHER"
			}
		})
		for _, sku := range []string{"sku-000", "sku-001", "sku-002", "sku-003"} {
			e.Lists(sku, "18")
		}
		s := siteOf(e)
		call := func(row decision.ProductID, query, body string) answer {
			return s.call(t, "POST", "/products/"+strconv.FormatInt(int64(row), 10)+"/reprice"+query, body)
		}
		requireRefused(t, call(rows[0], "", `{}`), 422, "invalid_state") // no settings
		e.Live(nil)
		requireRefused(t, call(999999, "", `{}`), 404, "not_found")
		requireRefused(t, call(rows[2], "", `{}`), 422, "invalid_state") // off
		requireRefused(t, call(rows[3], "", `{}`), 422, "invalid_state") // the row has a hold
		requireRefused(t, call(rows[0], "", `{"overrides":{"cost":3}}`), 422, "invalid_state", "invalid_state /overrides")
		requireRefused(t, call(rows[4], "", `{}`), 403, "integration_required")
		requireRefused(t, call(rows[0], "?dry_run=true", `{"overrides":{"strategy_id":999}}`), 422, "strategy_not_found", "strategy_not_found /overrides/strategy_id")
		require.Empty(t, e.Told())

		preview := call(rows[2], "?dry_run=true", `{}`)
		require.Equal(t, 200, preview.Status, preview.Body)
		require.Contains(t, preview.Body, `"action":"suggest","price":18,"currency":"EUR","reason":"match_target"`)
		require.Contains(t, preview.Body, `"change":null`)
		other := call(rows[0], "?dry_run=true", `{"overrides":{"limits":{"min_price":19},"offers":[{"seller_id":"A3RIVAL","price":17,"fulfillment":"fbm"}]}}`)
		require.Contains(t, other.Body, `"action":"change","price":19,"currency":"EUR","reason":"below_min_use_min"`)
		require.Empty(t, e.Told(), "a dry run writes nothing")

		// A strategy that is only tried needs no name.
		for body, want := range map[string]string{
			`{"overrides":{"strategy":{"type":"fixed","fixed_price":12}}}`:                "\"price\":12,\"currency\":\"EUR\",\"reason\":\"fixed_price\"",
			`{"overrides":{"strategy":{"name":"Any","type":"fixed","fixed_price":12.5}}}`: "\"price\":12.5,\"currency\":\"EUR\",\"reason\":\"fixed_price\"",
			`{"overrides":{"strategy":{"template":"liquidate"}}}`:                         "\"price\":17.96,\"currency\":\"EUR\",\"reason\":\"beat_target\"",
			``: "\"price\":18,\"currency\":\"EUR\",\"reason\":\"match_target\"",
		} {
			tried := call(rows[0], "?dry_run=true", body)
			require.Equal(t, 200, tried.Status, tried.Body)
			require.Contains(t, tried.Body, want, body)
		}
		requireRefused(t, call(rows[0], "?dry_run=true", `{"overrides":{"strategy":{"name":"","fixed_price":12}}}`), 400, "validation_failed", "out_of_range /overrides/strategy/name")
		requireRefused(t, call(rows[0], "?dry_run=true", `{"overrides":{"strategy":{"fixed_price":12}}}`), 400, "validation_failed", "required /overrides/strategy/type")
		require.Empty(t, e.Told(), "a dry run writes nothing")

		done := call(rows[0], "", ``)
		require.Equal(t, 200, done.Status, done.Body)
		require.Contains(t, done.Body, `"outcome":"proposed"`)
		require.Contains(t, done.Body, `"trigger":"manual"`)
		requireRefused(t, call(rows[0], "", `{}`), 422, "invalid_state") // on its way
		suggested := call(rows[1], "", `{}`).Body
		require.Contains(t, suggested, `"outcome":"suggested"`)
		e.Clock.Add(time.Minute)
		again := call(rows[1], "", `{}`).Body
		require.Contains(t, again, suggested[strings.Index(suggested, `"change":{"id":`):strings.Index(suggested, `"trigger":"manual"`)], "the suggestion that stays")
		require.Contains(t, call(rows[1], "", `{"apply":true}`).Body, `"outcome":"proposed"`)
		require.Contains(t, call(rows[3], "", `{"resume":true}`).Body, `"outcome":"proposed"`)
		require.False(t, e.Row(rows[3]).Hold.Known())
		require.Equal(t, repricer.RunSubmitting, e.Row(rows[3]).RunState)

		away := fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "Away.")
		e.Out.OfferAnswers["sku-002"] = pricingports.OfferAnswer{Err: away}
		requireRefused(t, call(rows[2], "?dry_run=true", `{}`), 503, "upstream_unavailable")
	})
}

func TestARowWhoseAccountNeedsAttentionIsNotRepricedByHand(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Lists("sku-000", "18")
		e.Work()
		told := e.Told()
		e.Landed(row, "20")
		e.Out.Accounts[0].Active = false
		s := siteOf(e)
		path := "/products/" + strconv.FormatInt(int64(row), 10) + "/reprice"
		requireRefused(t, s.call(t, "POST", path, `{}`), 403, "integration_needs_attention")
		requireRefused(t, s.call(t, "POST", path+"?dry_run=true", `{"overrides":{"cost":3}}`), 403, "integration_needs_attention")
		require.Equal(t, told, e.Told(), "nothing was decided")
		// Offers that the call brings need no account.
		own := s.call(t, "POST", path+"?dry_run=true", `{"overrides":{"offers":[{"seller_id":"A3RIVAL","price":17,"fulfillment":"fbm"}]}}`)
		require.Contains(t, own.Body, `"action":"change","price":17,`)
		e.Out.Accounts = nil
		requireRefused(t, s.call(t, "POST", path, `{}`), 403, "integration_required")
	})
}
