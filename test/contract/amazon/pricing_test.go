package amazon_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
	port "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/tier"
)

// SKUs of the simulated seller that are hard to write into an address.
var hardSKUs = []string{"A/B", "A%2FB", "A+B", "50%", "ä b", "..", "A,B", "#?", ".", "a&b=c", `"quoted"`, "100%25"}

const america = "ATVPDKIKX0DER"

func (w *world) repricerSeller() account.Seller {
	return account.Seller{Team: 7, Connection: 3, Region: w.team.seller.Region, ID: w.team.seller.ID}
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

func (w *world) offersOf(t *testing.T, questions ...pricingports.OfferQuestion) []pricingports.OfferAnswer {
	t.Helper()
	return pricing.New(w.client, spapi.Repricer).Offers(within(t, 2*time.Minute), w.repricerSeller(), questions)
}

func newSKU(sku string) pricingports.OfferQuestion {
	return pricingports.OfferQuestion{SKUOrASIN: port.SKUOrASIN{Marketplace: america, SKU: sku}, Condition: "new"}
}

func newASIN(asin string) pricingports.OfferQuestion {
	return pricingports.OfferQuestion{SKUOrASIN: port.SKUOrASIN{Marketplace: america, ASIN: asin}, Condition: "new"}
}

func TestOffersOfTheMarketplace(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		var questions []pricingports.OfferQuestion
		for _, sku := range hardSKUs {
			questions = append(questions, newSKU(sku))
		}
		questions = append(questions, newSKU("nobody's"))
		for n := range 25 {
			questions = append(questions, newASIN(simulator.ASIN(n)))
		}
		questions = append(questions, newASIN("B0NOTTHERE"))
		answers := w.offersOf(t, questions...)
		require.Len(t, answers, len(questions))
		sold := 0
		for n, a := range answers {
			if q := questions[n]; q.SKU == "nobody's" || q.ASIN == "B0NOTTHERE" {
				require.True(t, fault.Is(a.Err, fault.CodeNotFound), "%v", a.Err)
				e, _ := fault.As(a.Err)
				require.Contains(t, e.Errors[0].Message, "NotFound", "the marketplace's words")
				continue
			}
			if fault.Is(a.Err, fault.CodeNotFound) { // some products are not sold everywhere
				continue
			}
			require.NoError(t, a.Err, "%+v", questions[n])
			sold += len(a.Offers.Offers)
			require.True(t, slices.IsSortedFunc(a.Offers.Offers, func(a, b pricingports.MarketOffer) int { return landed(a).Cmp(landed(b)) }))
			if q := questions[n]; q.ASIN != "" {
				require.Equal(t, q.ASIN, a.Offers.ASIN)
			}
			for _, o := range a.Offers.Offers {
				require.Equal(t, money.Currency("USD"), o.Currency)
				require.NotEmpty(t, o.Fulfillment)
			}
		}
		require.Positive(t, sold)
		counters := w.market.Counters()
		require.Equal(t, 1, counters["getListingOffersBatch"].Calls)
		require.Equal(t, 2, counters["getItemOffersBatch"].Calls)
		require.Zero(t, counters["getListingOffers"].Calls+counters["getItemOffers"].Calls)
	})
}

func landed(o pricingports.MarketOffer) money.Amount {
	if o.Shipping == nil {
		return o.Price
	}
	return money.FromUnits(o.Price.Units() + o.Shipping.Units())
}

// With any faults of entries, every question gets its own answer in the end.
func TestOffersThroughFaults(t *testing.T) {
	for name, faults := range map[string][]simulator.Fault{
		"entries fail":         {{Mode: simulator.ItemFail, Times: 1}},
		"entries are limited":  {{Mode: simulator.ItemFail, Status: 429, Times: 1}},
		"entries are missing":  {{Mode: simulator.ItemMissing, Times: 1}},
		"all are missing":      {{Mode: simulator.ItemMissing, Items: 1, Times: 1}},
		"in another order":     {{Mode: simulator.ItemReorder}},
		"failing, then less":   {{Mode: simulator.ItemFail, Times: 1}, {Mode: simulator.ItemMissing, Times: 1}},
		"the call fails":       {{Mode: simulator.Error503, Times: 2}},
		"the call is too fast": {{Mode: simulator.Throttle, Times: 1}},
		"half an answer":       {{Mode: simulator.Half, Times: 1}},
		"junk":                 {{Mode: simulator.WrongTypes, Times: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				var questions []pricingports.OfferQuestion
				for _, sku := range hardSKUs {
					questions = append(questions, newSKU(sku))
				}
				healthy := w.offersOf(t, questions...)
				time.Sleep(time.Minute)
				for _, f := range faults {
					f.Operation = "getListingOffersBatch"
					w.market.Inject(f)
				}
				for n, a := range w.offersOf(t, questions...) {
					require.NoError(t, a.Err, "%s %v", name, questions[n])
					require.Equal(t, healthy[n].Offers.ASIN, a.Offers.ASIN)
				}
			})
		})
	}
}

// An honest answer about offers is complete unless a rival asks for nothing, and an answer that
// lies never is.
func TestOffersThatLieAreIncomplete(t *testing.T) {
	for seed := range uint64(tier.Of(4, 40)) {
		inWorld(t, simulator.Config{Seed: seed}, func(t *testing.T, w *world) {
			var questions []pricingports.OfferQuestion
			for _, sku := range hardSKUs {
				questions = append(questions, newSKU(sku))
			}
			us := marketplace.All()[0]
			for n, a := range w.offersOf(t, questions...) {
				require.NoError(t, a.Err)
				free := slices.ContainsFunc(a.Offers.Offers, func(o pricingports.MarketOffer) bool { return !o.Price.Positive() })
				incomplete := a.Offers.Incomplete(decision.ConditionNew, us.Currency)
				require.Equal(t, free, incomplete, "%v: %+v", questions[n], a.Offers)
			}
			time.Sleep(time.Minute)
			w.market.Inject(simulator.Fault{Mode: simulator.OffersLie})
			lies := 0
			for n, a := range w.offersOf(t, questions...) {
				require.NoError(t, a.Err)
				if a.Offers.Total == nil || *a.Offers.Total > 0 {
					lies++
					require.True(t, a.Offers.Incomplete(decision.ConditionNew, us.Currency), "%v: %+v", questions[n], a.Offers)
				}
			}
			require.Positive(t, lies)
		})
	}
}

// Does not ask again after a final refusal.
func TestEntriesRefusedForGood(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		w.market.Inject(simulator.Fault{Mode: simulator.ItemFail, Operation: "getListingOffersBatch", Items: 1, Status: 400})
		for _, a := range w.offersOf(t, newSKU("A/B"), newSKU("50%")) {
			e, ok := fault.As(a.Err)
			require.True(t, ok)
			require.Equal(t, fault.CodeUpstreamRejected, e.Code)
			require.Equal(t, []fault.Item{{Code: "invalid", Message: "BadRequest: The item could not be answered."}}, e.Errors)
		}
		require.Equal(t, 1, w.market.Counters()["getListingOffersBatch"].Calls)
	})
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		answers := w.offersOf(t, newASIN(simulator.CaseRejected), newASIN(simulator.CaseForbidden), newASIN(simulator.CaseMissing), newASIN(simulator.ASIN(1)))
		for n, want := range []fault.Code{fault.CodeUpstreamRejected, fault.CodeUpstreamRejected, fault.CodeNotFound} {
			require.True(t, fault.Is(answers[n].Err, want), "%v", answers[n].Err)
		}
		require.Empty(t, w.team.told(), "an entry says nothing about the grant")
		require.Equal(t, 1, w.market.Counters()["getItemOffersBatch"].Calls)
	})
}

func TestOtherPricesOfTheMarketplace(t *testing.T) {
	for name, mode := range map[string]simulator.Mode{"healthy": "", "entries fail": simulator.ItemFail, "missing": simulator.ItemMissing, "reordered": simulator.ItemReorder} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				if mode != "" {
					for _, operation := range []string{
						"getPricing", "getFeaturedOfferExpectedPriceBatch", "getMyFeesEstimates",
					} {
						w.market.Inject(simulator.Fault{Mode: mode, Operation: operation, Times: 1})
					}
				}
				var skus []port.SKUOrASIN
				var fees []pricingports.FeeQuestion
				usa, err := marketplace.Choice{Domain: "amazon.com"}.Resolve("")
				require.NoError(t, err)
				for _, sku := range hardSKUs {
					skus = append(skus, port.SKUOrASIN{Marketplace: america, SKU: sku})
					fees = append(fees, pricingports.FeeQuestion{Marketplace: usa, SKU: sku, Fulfillment: "fba", Price: money.MustParse("20")})
				}
				own := w.offersOf(t, newSKU("A/B"))
				require.NoError(t, own[0].Err)
				prices := pricing.New(w.client, spapi.Repricer)
				for n, a := range prices.OwnPrices(within(t, time.Minute), w.repricerSeller(), skus) {
					require.NoError(t, a.Err, skus[n])
				}
				for n, a := range pricing.New(w.client, spapi.Repricer).Fees(within(t, time.Minute), w.repricerSeller(), fees) {
					require.NoError(t, a.Err, skus[n])
					require.True(t, a.Estimate.Fixed().Positive())
					require.NotNil(t, a.Estimate.ReferralRate)
					require.Equal(t, a.Estimate.Total.Units(), a.Estimate.Referral.Units()+a.Estimate.Fixed().Units())
				}
				for n, a := range pricing.New(w.client, spapi.Repricer).ExpectedPrices(within(t, 5*time.Minute), w.repricerSeller(), skus) {
					require.NoError(t, a.Err, skus[n])
				}
			})
		})
	}
}

func TestSingleQuestionsOfTheMarketplace(t *testing.T) {
	inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
		require.NoError(t, w.offersOf(t, newSKU("A%2FB"))[0].Err)
		require.NoError(t, w.offersOf(t, newASIN(simulator.ASIN(1)))[0].Err)
		usa, err := marketplace.Choice{Domain: "amazon.com"}.Resolve("")
		require.NoError(t, err)
		q := pricingports.FeeQuestion{Marketplace: usa, SKU: "ä b", Fulfillment: "fbm", Price: money.MustParse("20")}
		fees := pricing.New(w.client, spapi.Interactive)
		a := fees.Fees(within(t, time.Minute), w.repricerSeller(), []pricingports.FeeQuestion{q})
		require.NoError(t, a[0].Err)
		q.SKU, q.ASIN = "", "B0NOTTHERE"
		a = fees.Fees(within(t, time.Minute), w.repricerSeller(), []pricingports.FeeQuestion{q})
		require.True(t, fault.Is(a[0].Err, fault.CodeUpstreamRejected), "%v", a[0].Err)
		for _, operation := range []string{"getListingOffers", "getItemOffers", "getMyFeesEstimateForSKU", "getMyFeesEstimateForASIN"} {
			require.Equal(t, 1, w.market.Counters()[operation].Calls, operation)
		}
	})
}

// prices returns the own prices of SKUs at the marketplace.
func (w *world) prices(t *testing.T, skus ...string) map[string]money.Amount {
	t.Helper()
	var asked []port.SKUOrASIN
	for _, sku := range skus {
		asked = append(asked, port.SKUOrASIN{Marketplace: america, SKU: sku})
	}
	live := map[string]money.Amount{}
	for n, a := range pricing.New(w.client, spapi.Repricer).OwnPrices(within(t, time.Minute), w.repricerSeller(), asked) {
		require.NoError(t, a.Err)
		for _, o := range a.Offers {
			live[skus[n]] = o.Price
		}
	}
	return live
}

func TestPricesSentToTheMarketplace(t *testing.T) {
	for name, mode := range map[string]simulator.Mode{"healthy": "", "lost": simulator.LostWrite, "failed": simulator.FailedWrite, "refused": simulator.Error503} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				if mode != "" {
					w.market.Inject(simulator.Fault{Mode: mode, Operation: "patchListingsItem", Times: 1})
				}
				usa, err := marketplace.Choice{Domain: "amazon.com"}.Resolve("")
				require.NoError(t, err)
				low, high := money.MustParse("30"), money.MustParse("60")
				sink := pricing.New(w.client, spapi.Repricer)
				change := sendingports.PriceChange{SKU: "A/B", Marketplace: usa, Price: money.MustParse("44.44"), Min: &low, Max: &high}
				receipt, err := sink.Submit(within(t, time.Minute), w.repricerSeller(), change, nil, false)
				require.NoError(t, err)
				require.Equal(t, sendingports.ReceiptAccepted, receipt.State)
				require.NotEmpty(t, receipt.ID)
				time.Sleep(20 * time.Minute)
				require.Equal(t, money.MustParse("44.44"), w.prices(t, "A/B")["A/B"])
				change.Price = money.MustParse("45")
				receipt, err = sink.Submit(within(t, time.Minute), w.repricerSeller(), change, nil, true)
				require.NoError(t, err)
				require.Equal(t, sendingports.ReceiptValid, receipt.State)
				time.Sleep(20 * time.Minute)
				require.Equal(t, money.MustParse("44.44"), w.prices(t, "A/B")["A/B"], "a preview changes nothing")
			})
		})
	}
}

func TestFeedsThroughFaults(t *testing.T) {
	for name, c := range map[string]struct {
		fault  simulator.Fault
		failed bool
	}{
		"healthy":                {},
		"start is lost":          {fault: simulator.Fault{Mode: simulator.LostWrite, Operation: "createFeed", Times: 1}},
		"start fails afterwards": {fault: simulator.Fault{Mode: simulator.FailedWrite, Operation: "createFeed", Times: 1}},
		"start fails before":     {fault: simulator.Fault{Mode: simulator.Error503, Operation: "createFeed", Times: 1}, failed: true},
		"the store is away once": {fault: simulator.Fault{Mode: simulator.Error503, Operation: "feedDocument", Times: 1}},
		"half a report":          {fault: simulator.Fault{Mode: simulator.Half, Operation: "feedDocument", Nth: 2}},
		"the report is late":     {fault: simulator.Fault{Mode: simulator.Error500, Operation: "getFeedDocument", Times: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, simulator.Config{}, func(t *testing.T, w *world) {
				if c.fault.Mode != "" {
					w.market.Inject(c.fault)
				}
				usa, err := marketplace.Choice{Domain: "amazon.com"}.Resolve("")
				require.NoError(t, err)
				var messages []sendingports.FeedMessage
				for n, sku := range append(slices.Clone(hardSKUs), "nobody's") {
					messages = append(messages, sendingports.FeedMessage{Number: int64(n + 1), PriceChange: sendingports.PriceChange{
						SKU: sku, Marketplace: usa, Price: money.MustParse(fmt.Sprintf("40.%02d", n)),
					}})
				}
				feeds := pricing.New(w.client, spapi.Repricer)
				file, err := feeds.Upload(within(t, time.Minute), w.repricerSeller(), messages)
				require.NoError(t, err)
				feed, err := feeds.Start(within(t, time.Minute), w.repricerSeller(), file, nil, nil)
				require.Equal(t, 1, w.market.Counters()["createFeed"].Calls, "never twice")
				if c.failed {
					require.True(t, fault.Is(err, fault.CodeUpstreamUnavailable), "%v", err)
					require.NotErrorIs(t, err, sendingports.ErrFeedUnknown)
					return
				}
				require.NoError(t, err)
				state, err := feeds.State(within(t, time.Minute), w.repricerSeller(), feed)
				require.NoError(t, err)
				require.Equal(t, feed, state.ID)
				require.Contains(t, []sendingports.FeedStatus{sendingports.FeedQueued, sendingports.FeedRunning}, state.Status)
				require.Empty(t, state.Result)
				time.Sleep(20 * time.Minute)
				state, err = feeds.State(within(t, time.Minute), w.repricerSeller(), feed)
				require.NoError(t, err)
				require.Equal(t, sendingports.FeedDone, state.Status)
				report, err := feeds.Report(within(t, time.Minute), w.repricerSeller(), state.Result)
				require.NoError(t, err)
				require.EqualValues(t, 13, *report.Processed)
				live := w.prices(t, hardSKUs...)
				for n, sku := range hardSKUs {
					require.False(t, report.Refused(int64(n+1)))
					require.Equal(t, messages[n].Price, live[sku], sku)
				}
				require.True(t, report.Refused(13))
				require.NotEmpty(t, report.Issues[13][0].Message)
				_, err = feeds.State(within(t, time.Minute), w.repricerSeller(), "404")
				require.True(t, fault.Is(err, fault.CodeNotFound))
			})
		})
	}
}
