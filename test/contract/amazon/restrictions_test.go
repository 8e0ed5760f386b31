package amazon_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	app "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
)

func TestAnswers(t *testing.T) {
	for asin, want := range map[string]restriction.Status{
		simulator.CaseUnrestricted:                 "ALLOWED_TO_SELL",
		simulator.CaseUnknownProduct:               "ALLOWED_TO_SELL",
		simulator.CaseMissing:                      "ALLOWED_TO_SELL",
		simulator.CaseNotEligible:                  "NOT_ELIGIBLE",
		simulator.CaseApproval:                     "APPROVAL_REQUIRED",
		simulator.CaseApprovalUnknown:              "APPROVAL_REQUIRED",
		simulator.CaseBoth:                         "NOT_ELIGIBLE",
		simulator.CaseNoCodeLink:                   "APPROVAL_REQUIRED",
		simulator.CaseNewCodeLink:                  "APPROVAL_REQUIRED",
		simulator.CaseNoCode:                       "NOT_ELIGIBLE",
		simulator.CaseNewCode:                      "NOT_ELIGIBLE",
		simulator.CaseNoReason:                     "NOT_ELIGIBLE",
		simulator.CaseOtherCondition:               "ALLOWED_TO_SELL",
		simulator.CaseOtherMarketplace:             "ALLOWED_TO_SELL",
		simulator.CaseEveryCondition:               "NOT_ELIGIBLE",
		"B0NOTTHERE":                               "ALLOWED_TO_SELL",
		strings.ToLower(simulator.CaseNotEligible): "NOT_ELIGIBLE",
	} {
		t.Run(asin, func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				for range 2 { // the second one comes from the cache
					status, err := w.check(asin)
					require.NoError(t, err)
					require.Equal(t, want, status)
				}
				_, held, spent := w.meter.balance()
				require.Zero(t, held)
				require.EqualValues(t, 1, spent)
				require.Equal(t, 1, w.market.Counters()["getListingsRestrictions"].Calls)
				time.Sleep(10 * time.Minute)
				_, err := w.check(asin)
				require.NoError(t, err)
				require.Equal(t, 2, w.market.Counters()["getListingsRestrictions"].Calls)
			})
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		asin  string
		kind  fault.Kind
		code  fault.Code
		calls int
	}{
		{simulator.CaseRejected, fault.Invalid, "upstream_rejected", 1},
		{simulator.CaseRejectedByGateway, fault.Invalid, "upstream_rejected", 1},
		{simulator.CaseUnauthorized, fault.Forbidden, "integration_needs_attention", 2},
		{simulator.CaseForbidden, fault.Forbidden, "integration_needs_attention", 2},
		{simulator.CaseTooLarge, fault.Internal, "internal_error", 1},
		{simulator.CaseUnsupported, fault.Internal, "internal_error", 1},
		{simulator.CaseThrottled, fault.Limited, "upstream_rate_limited", 0},
		{simulator.CaseError, fault.Unavailable, "upstream_unavailable", 3},
		{simulator.CaseUnavailable, fault.Unavailable, "upstream_unavailable", 3},
		{simulator.CasePage, fault.Unavailable, "upstream_unavailable", 3},
		{simulator.CaseRedirect, fault.Unavailable, "upstream_unavailable", 3},
		{simulator.CaseJunk, fault.Unavailable, "upstream_unavailable", 3},
		{simulator.CaseWrongTypes, fault.Unavailable, "upstream_unavailable", 3},
		{simulator.CaseNothing, fault.Unavailable, "upstream_unavailable", 3},
		// Go's transport repeats a GET by itself when a kept connection ends
		// before the first byte.
		{simulator.CaseReset, fault.Unavailable, "upstream_unavailable", 4},
		{simulator.CaseHalf, fault.Unavailable, "upstream_unavailable", 3},
		{simulator.CaseStall, fault.Unavailable, "upstream_unavailable", 2},
		{simulator.CaseDrip, fault.Unavailable, "upstream_unavailable", 2},
	} {
		t.Run(c.asin, func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				began := time.Now()
				e := w.refusal(t, c.asin)
				require.Equal(t, c.kind, e.Kind)
				require.Equal(t, c.code, e.Code)
				require.LessOrEqual(t, time.Since(began), 15*time.Second, "the budget")
				if c.calls > 0 {
					synctest.Wait()
					require.Equal(t, c.calls, w.market.Counters()["getListingsRestrictions"].Calls)
				}
				left, held, spent := w.meter.balance()
				require.Zero(t, held)
				require.Zero(t, spent)
				require.EqualValues(t, 1_000_000, left)
				switch c.kind {
				case fault.Forbidden:
					require.Equal(t, []string{"Unauthorized"}, w.team.told())
				case fault.Limited:
					require.GreaterOrEqual(t, e.RetryAfter, time.Second)
					require.Zero(t, e.RetryAfter%time.Second)
				default:
					require.Empty(t, w.team.told())
				}
				if c.code == "upstream_rejected" {
					require.Len(t, e.Errors, 1)
					require.Contains(t, e.Errors[0].Message, "InvalidInput: ")
				}
				// Does not cache a failure.
				w.market.Heal()
				w.team.words = nil
				calls := w.market.Counters()["getListingsRestrictions"].Calls
				_, err := w.check(c.asin)
				require.Error(t, err)
				synctest.Wait()
				require.Greater(t, w.market.Counters()["getListingsRestrictions"].Calls, calls)
			})
		})
	}
}

func TestOrderOfRefusals(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.meter.inactive = true
		w.team.fault = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "Connect first.")
		ask := func(q app.Query) *fault.Error {
			_, err := w.checks.Check(context.Background(), who, q)
			e, ok := fault.As(err)
			require.True(t, ok)
			return e
		}
		e := ask(app.Query{ASIN: "short", Choice: marketplace.Choice{Domain: "amazon.example"}})
		require.Equal(t, fault.Invalid, e.Kind)
		require.Len(t, e.Errors, 2, "all parameters at once")
		require.Equal(t, []string{"asin", "domain"}, []string{e.Errors[0].Parameter, e.Errors[1].Parameter})
		require.Equal(t, "marketplaceId", ask(app.Query{ASIN: "B0CASE0001", Choice: marketplace.Choice{MarketplaceID: "X"}}).Parameter)
		require.Equal(t, fault.CodeIntegrationRequired, ask(app.Query{ASIN: "B0CASE0001"}).Code)
		w.team.fault = nil
		require.Equal(t, fault.CodeSubscriptionInactive, ask(app.Query{ASIN: "B0CASE0001"}).Code)
		w.meter.inactive, w.meter.left = false, 0
		require.Equal(t, fault.CodeQuotaExhausted, ask(app.Query{ASIN: "B0CASE0001"}).Code)
		require.Empty(t, w.market.Counters(), "the marketplace was not called")
		w.meter.left = 1
		_, err := w.check("B0CASE0001")
		require.NoError(t, err)
		_, err = w.check("B0CASE0001")
		require.NoError(t, err, "the cache answers without a token")
		require.Equal(t, fault.CodeQuotaExhausted, ask(app.Query{ASIN: "B0CASE0002"}).Code)
	})
}

func TestEqualChecksShareOneCall(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.Inject(simulator.Fault{Mode: simulator.Slow, Seconds: 2})
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() {
				status, err := w.check(simulator.CaseNotEligible)
				require.NoError(t, err)
				require.Equal(t, restriction.NotEligible, status)
			})
		}
		wg.Wait()
		require.Equal(t, 1, w.market.Counters()["getListingsRestrictions"].Calls)
		require.Equal(t, 1, w.market.Counters()["token"].Calls)
		_, _, spent := w.meter.balance()
		require.EqualValues(t, 1, spent)
	})
}

func TestCallersWhoLeave(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.Inject(simulator.Fault{Mode: simulator.Slow, Seconds: 5})
		ask := func(ctx context.Context) error {
			_, err := w.checks.Check(ctx, who, app.Query{ASIN: simulator.CaseNotEligible})
			return err
		}
		var wg sync.WaitGroup
		first, leave := context.WithCancel(context.Background())
		wg.Go(func() { require.ErrorIs(t, ask(first), context.Canceled) })
		synctest.Wait()
		wg.Go(func() { require.NoError(t, ask(context.Background())) })
		synctest.Wait()
		leave()
		wg.Wait()
		_, held, spent := w.meter.balance()
		require.EqualValues(t, []int64{0, 1}, []int64{held, spent}, "the call went on for the one who stayed")

		alone, leave := context.WithCancel(context.Background())
		wg.Go(func() {
			_, err := w.checks.Check(alone, who, app.Query{ASIN: simulator.CaseApproval})
			require.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		leave()
		wg.Wait()
		synctest.Wait()
		_, held, spent = w.meter.balance()
		require.EqualValues(t, []int64{0, 1}, []int64{held, spent}, "the call was called off and cost nothing")
	})
}

func TestTwoHundredChecksAtOnce(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		var wg sync.WaitGroup
		var mu sync.Mutex
		answered, limited := 0, 0
		for i := range 200 {
			wg.Go(func() {
				_, err := w.check(simulator.ASIN(i))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					answered++
					return
				}
				e, ok := fault.As(err)
				require.True(t, ok)
				require.Equal(t, fault.CodeUpstreamRateLimited, e.Code)
				require.Greater(t, e.RetryAfter, time.Second)
				limited++
			})
		}
		wg.Wait()
		require.Equal(t, 200, answered+limited)
		require.GreaterOrEqual(t, answered, 75)
		counter := w.market.Counters()["getListingsRestrictions"]
		require.Equal(t, map[int]int{200: answered}, counter.Statuses, "none was refused by the marketplace")
		_, held, spent := w.meter.balance()
		require.EqualValues(t, []int64{0, int64(answered)}, []int64{held, spent})
	})
}

// The balance is right to the unit after many calls with many failures.
func TestBalanceAfterTenThousandCalls(t *testing.T) {
	inWorld(t, simulator.Config{Limits: simulator.Limits{Off: true}}, func(t *testing.T, w *world) {
		for _, f := range []simulator.Fault{
			{Mode: simulator.Error500, Share: 0.1},
			{Mode: simulator.Error503, Share: 0.05},
			{Mode: simulator.Half, Share: 0.05},
			{Mode: simulator.Junk, Share: 0.03},
			{Mode: simulator.Reset, Share: 0.03},
			{Mode: simulator.Throttle, Share: 0.02},
			{Mode: simulator.HTML, Share: 0.03},
			{Mode: simulator.Slow, Share: 0.02, Seconds: 12},
			{Mode: simulator.Error503, Operation: "token", Share: 0.3},
		} {
			w.market.Inject(f)
		}
		cases := simulator.Cases()
		random := rand.New(rand.NewPCG(1, 2))
		var wg sync.WaitGroup
		var mu sync.Mutex
		outcomes := map[string]int{}
		const callers, each = 20, 500
		for range callers {
			asins := make([]string, each)
			for i := range asins {
				switch n := random.IntN(10); {
				case n == 0:
					asins[i] = cases[random.IntN(len(cases))].ASIN
				case n == 1:
					asins[i] = "not an ASIN"
				default:
					asins[i] = simulator.ASIN(random.IntN(3000))
				}
				if asins[i] == simulator.CaseForbidden || asins[i] == simulator.CaseUnauthorized {
					asins[i] = simulator.CaseThrottled // else the connection would end the run
				}
				if asins[i] == simulator.CaseBig {
					asins[i] = simulator.CaseJunk // 8 MiB through a pipe, hundreds of times
				}
			}
			wg.Go(func() {
				for i, asin := range asins {
					ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
					if i%50 == 0 {
						ctx, cancel = context.WithTimeout(context.Background(), time.Millisecond)
					}
					_, err := w.checks.Check(ctx, who, app.Query{ASIN: asin})
					cancel()
					mu.Lock()
					e, _ := fault.As(err)
					switch {
					case err == nil:
						outcomes["answered"]++
					case e != nil:
						outcomes[string(e.Code)]++
					default:
						t.Error(err)
					}
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		synctest.Wait()
		left, held, spent := w.meter.balance()
		t.Log(outcomes, "spent", spent)
		require.Zero(t, held)
		require.Zero(t, w.meter.misused)
		require.EqualValues(t, 1_000_000, left+spent)
		// Every answer that the marketplace gave and the client took is one
		// token. The client's own count of successes is the witness.
		require.EqualValues(t, w.number(t, "amazon_calls_total", "ok")+w.number(t, "amazon_calls_total", "missing"), spent)
		require.Greater(t, spent, int64(1000))
		require.Greater(t, outcomes["upstream_unavailable"], 100)
		require.Greater(t, outcomes["validation_failed"], 500)
		require.Len(t, outcomes, 6, fmt.Sprint(outcomes))
	})
}

// number reads a counter by its outcome.
func (w *world) number(t *testing.T, name, outcome string) int64 {
	t.Helper()
	families, err := w.reg.Gather()
	require.NoError(t, err)
	var sum float64
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if l.GetName() == "outcome" && l.GetValue() == outcome {
					sum += m.GetCounter().GetValue()
				}
			}
		}
	}
	return int64(sum)
}

func TestEveryMarketplace(t *testing.T) {
	for _, region := range marketplace.Regions() {
		inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
			w.team.seller = w.market.Seller(region, simulator.Full)
			for _, m := range marketplace.All() {
				if m.Region != region {
					continue
				}
				status, err := w.checks.Check(context.Background(), who, app.Query{ASIN: simulator.CaseNotEligible, Choice: marketplace.Choice{Domain: "www." + m.Domain}})
				require.NoError(t, err, m.Domain)
				require.Equal(t, restriction.NotEligible, status)
			}
		})
	}
}
