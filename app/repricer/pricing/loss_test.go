package pricing_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/test/repricing"
	"sellingassistant/test/stores"
	"sellingassistant/test/tier"
)

// market has random fees for each SKU. The marketplace answers late, in another currency, without a
// rate, or not at all.
type market struct {
	*rand.Rand
	fees  map[string]profit.Fees
	costs map[string]optional.Maybe[money.Amount]
	// meanwhile runs while the marketplace is asked for fees.
	meanwhile func(sku string)
}

// bands has a referral fee and a fixed fee that jump at prices of their own.
func (m *market) bands() profit.Fees {
	f := profit.Fees{Unit: 100}
	referral, fixed := (500+m.Int64N(2_000))*100, (500+m.Int64N(2_000))*100
	low, high := 50_000+m.Int64N(150_000), 50_000+m.Int64N(150_000)
	under, over := m.Int64N(50_000), m.Int64N(50_000)
	ends := []int64{min(referral, fixed), max(referral, fixed), profit.MaxPrice}
	from := int64(100)
	for _, to := range ends {
		if to < from {
			continue
		}
		rate, sum := low, under
		if from > referral {
			rate = high
		}
		if from > fixed {
			sum = over
		}
		f.Pieces = append(f.Pieces, profit.Piece{From: from, To: to, Own: profit.Lines{
			Fixed: sum / 100 * 100, Moving: []profit.Line{{Rate: rate, Over: 1_000_000}},
		}})
		from = to + 100
	}
	return f
}

func (m *market) Fees(_ context.Context, _ account.Seller, asked []pricingports.FeeQuestion) []pricingports.FeeAnswer {
	out := make([]pricingports.FeeAnswer, len(asked))
	for i, q := range asked {
		m.meanwhile(q.SKU)
		f := m.fees[q.SKU]
		sum, _ := f.At(q.Price, q.Shipping)
		rate := money.PercentFromUnits(100_000)
		tenth := money.FromUnits(q.Price.Units() / 10)
		e := pricingports.FeeEstimate{Currency: "EUR", ReferralRate: &rate, Parts: []money.Amount{money.FromUnits(sum.Units() - tenth.Units())}}
		switch m.IntN(10) {
		case 0, 1:
			out[i].Err = repricing.Away()
			continue
		case 2:
			e.Currency = "USD"
		case 3:
			e.ReferralRate = nil
		}
		out[i].Estimate = &e
	}
	return out
}

func (m *market) Schedules(_ context.Context, _ id.Team, keys []repricer.Key) (map[repricer.Key]pricingports.FeeSchedule, error) {
	out := map[repricer.Key]pricingports.FeeSchedule{}
	for _, k := range keys {
		out[k] = tabled{m.fees[k.SKU]}
	}
	return out, nil
}

func (m *market) Current(_ context.Context, _ id.Team, keys []repricer.Key) (map[repricer.Key]pricingports.Cost, error) {
	out := map[repricer.Key]pricingports.Cost{}
	for _, k := range keys {
		if cost, ok := m.costs[k.SKU].Get(); ok {
			out[k] = pricingports.Cost{Unit: optional.Some(cost), Currency: "EUR", VATRate: percent("19"), Postage: amount("0")}
		}
	}
	return out, nil
}

// earns counts the profit of a price in hundredths of a cent, apart from the formula under test:
// price/1.19 - fees - cost.
func (m *market) earns(sku string, price money.Amount) (int64, bool) {
	cost, ok := m.costs[sku].Get()
	f := m.fees[sku]
	sum, _ := f.At(price, money.Amount{})
	return price.Units()*100 - (sum.Units()+cost.Units())*119, ok
}

// In random markets no price leaves that would lose at the cost of that moment: fees jump, answers
// are late or wrong, and costs change while prices are decided, wait and are sent again.
func TestNoPriceLeavesBelowBreakEven(t *testing.T) {
	const rows = 40
	rounds := tier.Of(2_000, 10_000) / rows
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		e := &engine{repricing.NewEngine(t, s)}
		m := &market{Rand: rand.New(rand.NewPCG(8, 2026)), fees: map[string]profit.Fees{}, costs: map[string]optional.Maybe[money.Amount]{}}
		e.Parts.Market, e.Parts.FeeBands, e.Parts.Costs = charging{e.Out, m}, feeBands{m, e.Out}, m.Current
		e.Pricing = pricing.NewEngine(e.Parts)
		ids := e.Selling(rows, func(i int, s *repricer.ProductSnapshot) {
			s.Observed.Fulfillment = optional.Some(decision.FBA)
			s.Limits.MinPrice, s.Limits.MaxPrice = amount("1"), amount("90")
			if i%4 == 0 {
				s.Limits.MinPriceMode, s.Limits.TargetROI = decision.MinPriceROI, percent("5")
			}
		})
		e.Live(func(p *repricer.SettingsPatch) {
			p.AnomalyPercent, p.MaxRisePercent = optional.Put(money.MustParsePercent("100")), optional.Put(money.MustParsePercent("10000"))
			// Many rows fall together here, which withdraws their prices unless all of the rows may.
			p.CircuitBreaker = optional.Put(repricer.BreakerPatch{PerRunRowsPercent: optional.Put(money.MustParsePercent("100"))})
		})
		news := queue.NewCostChanges(e.Parts.Products, e.Parts.Settings, e.Due, e.Parts.FeeRequests, e.Parts.Tx, e.Clock)
		change := func(sku string) {
			m.costs[sku] = optional.Some(money.FromUnits((100 + m.Int64N(3_000)) * 100))
			if m.IntN(12) == 0 {
				delete(m.costs, sku)
			}
			key := repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: sku}
			require.NoError(t, news.CostsChanged(t.Context(), ours, []repricer.Key{key}))
		}
		m.meanwhile = func(sku string) {
			if m.IntN(15) == 0 {
				change(sku)
			}
		}
		desk := e.sender()
		checked, near := 0, 0
		desk.Shop.Answer = func(_ int, c sendingports.PriceChange) repricing.Reply {
			earned, known := m.earns(c.SKU, c.Price)
			if known {
				require.GreaterOrEqual(t, earned, int64(0), "%s at %s, cost %v", c.SKU, c.Price, m.costs[c.SKU])
				checked++
				if earned < 119*100*20 {
					near++
				}
			}
			switch m.IntN(8) {
			case 0:
				return repricing.Reply{Ignored: true, Err: repricing.Away()}
			case 1:
				return repricing.Reply{Ignored: true, Receipt: repricing.Taken().Receipt}
			}
			return repricing.Taken()
		}
		skus := repricing.SKUs(rows)
		for _, sku := range skus {
			m.fees[sku] = m.bands()
		}
		for range rounds {
			for i, row := range ids {
				if m.IntN(3) == 0 {
					change(skus[i])
				}
				e.Hears(row, decision.Offer{SellerID: "A3RIVAL", Price: money.FromUnits((200 + m.Int64N(6_000)) * 100), BuyBox: true, Featured: true})
			}
			e.Work()
			for range rows / 8 {
				change(skus[m.IntN(rows)])
			}
			l := desk.Lane(t)
			for repricing.Send(t, l) {
				e.Clock.Add(time.Second)
			}
			e.Clock.Add(time.Duration(1+m.IntN(40)) * time.Minute)
			repricing.Look(t, l)
			require.NoError(t, l.Close(t.Context()))
			_, err := e.DB.DB().ExecContext(t.Context(), "UPDATE repricer_products SET hold_reason = NULL, hold_since = NULL, hold_details = NULL, hold_price = NULL")
			require.NoError(t, err)
		}
		outcomes, waits := map[history.Outcome]int{}, 0
		for after, more := page.Key(nil), true; more; more = after != nil {
			found, err := e.History.List(t.Context(), ours, history.ChangeFilter{}, page.Request{
				Limit: 200, After: after, Order: []page.By{{Field: "created_at", Desc: true}},
			})
			require.NoError(t, err)
			for _, c := range found.Items {
				outcomes[c.Outcome.Or("")]++
				if c.Reason == decision.ReasonWaitingForFees {
					waits++
				}
			}
			after = found.Next
		}
		t.Logf("checked %d, near break-even %d, waits %d, %v", checked, near, waits, outcomes)
		require.Greater(t, checked, rounds*rows/10)
		require.Greater(t, near, checked/20)
		require.Greater(t, waits, rounds/4)
		require.Greater(t, outcomes[history.OutcomeSuperseded], rounds/2)
	})
}

// charging asks the market for fees, and outside for all other facts.
type charging struct {
	*outside
	fees *market
}

func (c charging) Fees(ctx context.Context, s account.Seller, asked []pricingports.FeeQuestion) []pricingports.FeeAnswer {
	return c.fees.Fees(ctx, s, asked)
}

// feeBands has the fees of the market at every price.
type feeBands struct {
	*market
	outside *outside
}

func (f feeBands) Bands(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error) {
	return f.outside.Bands(ctx, team, keys)
}
