package browser_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

func eur(s string) money.Amount { return money.MustParse(s) }

func some(s string) repricer.Maybe[money.Amount] { return repricer.Some(eur(s)) }

func percent(s string) repricer.Maybe[money.Percent] {
	return repricer.Some(money.MustParsePercent(s))
}

// wish is a plain team.
var wish = service.Wish{}

const germany marketplace.ID = "A1PA6795UKMFR9"

// shop is a team with offers.
type shop struct {
	t    *testing.T
	s    *service.Service
	team *service.Team
	// strategy goes one cent below the box.
	strategy repricer.StrategySnapshot
}

// listen starts the service at today's time, which is the browser's.
func listen(t *testing.T, environ ...string) *service.Service {
	t.Helper()
	clock := service.NewClock()
	clock.Add(time.Since(clock.Now()).Truncate(time.Second))
	o := service.Options{Environ: environ, Listen: true, Clock: clock}
	o.DatabaseURL = stores.SQLiteURL(t)
	return service.Start(t, o)
}

// openShop makes a team whose repricer is on.
func openShop(t *testing.T, s *service.Service) *shop {
	t.Helper()
	out := &shop{t: t, s: s, team: s.Team(t, wish)}
	made, err := s.Operator.Strategies.Create(t.Context(), out.team.Who(), repricer.StrategyPatch{
		Name: repricer.Put("Win the box"), Type: repricer.Put(repricer.TypeCompetitor), CompeteWith: repricer.Put(repricer.TargetBuyBox),
		FallbackTargets: repricer.Put([]repricer.Target{repricer.TargetLowest}), Action: repricer.Put(repricer.ActionBelow), By: repricer.Put(eur("0.01")),
		RaiseWhenNotWinning: repricer.Put(true),
	})
	require.NoError(t, err)
	out.strategy = made.StrategySnapshot
	_, err = s.Operator.Settings.Update(t.Context(), out.team.Who(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
		SubmissionMode: repricer.Put(repricer.SubmitLive), DefaultStrategyID: repricer.Put(out.strategy.ID),
	}})
	require.NoError(t, err)
	return out
}

// in is the shop in another part of the test.
func (s *shop) in(t *testing.T) *shop {
	other := *s
	other.t = t
	return &other
}

// row is an offer at 24.90, between 14.50 and 29.90.
func (s *shop) row(n int, title string) repricer.ProductSnapshot {
	now, limits := s.s.Clock.Now(), repricer.DefaultLimits()
	limits.MinPrice, limits.MaxPrice = some("14.5"), some("29.9")
	return repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A2SELLER", MarketplaceID: germany, SKU: fmt.Sprintf("SKU-%03d", n)},
		ASIN: fmt.Sprintf("B0%08d", n), Currency: "EUR", StrategyID: repricer.Some(s.strategy.ID), Mode: repricer.ModeAuto,
		Priority: repricer.PriorityNormal, Condition: repricer.ConditionNew, Limits: limits, RunState: repricer.RunIdle,
		Observed: repricer.Observed{
			Title: repricer.Some(title), Fulfillment: repricer.Some(repricer.FBA), Quantity: repricer.Some(int64(40 + n)),
			CurrentPrice: some("24.9"), Shipping: some("0"), Cost: some("8.2"),
			BuyBox: repricer.BuyBox{Price: some("24.9"), Owner: repricer.BoxOwn}, CompetitorsCount: repricer.Some(3),
			BuyBoxShare24h: percent("71.5"), BuyBoxShare7d: percent("64"),
			LastEventAt: repricer.Some(now.Add(-90 * time.Second)), OffersAt: repricer.Some(now.Add(-90 * time.Second)),
			NextDueAt: repricer.Some(now.Add(10 * time.Minute)),
		},
		Version: 1, CreatedAt: now.Add(-30 * 24 * time.Hour), UpdatedAt: now,
	}
}

// rival is another seller's offer.
func rival(seller, price string) repricer.Offer {
	return repricer.Offer{
		SellerID: seller, Price: eur(price), Fulfillment: repricer.FBA, Condition: repricer.ConditionNew, Featured: true,
		FeedbackCount: repricer.Some(900), RatingPercent: percent("97"),
	}
}

// input is what a row is decided from at a moment: its price and the offers, the
// first of which has the box.
func (s *shop) input(row repricer.ProductSnapshot, at time.Time, price money.Amount, offers ...repricer.Offer) repricer.Input {
	values := s.strategy.Values
	if len(offers) > 0 {
		offers[0].BuyBox = true
	}
	return repricer.Input{
		Now: at, OffersAt: repricer.Some(at),
		Policy: &repricer.Policy{
			Enabled: true, SubmissionMode: repricer.SubmitLive, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96,
			AnomalyPercent: money.MustParsePercent("40"), OwnSellers: []string{"A2SELLER"},
		},
		Row: repricer.Facts{
			ID: row.ID, SellerID: row.Key.SellerID, MarketplaceID: row.Key.MarketplaceID, Currency: "EUR", Condition: row.Condition,
			Fulfillment: repricer.FBA, Mode: row.Mode, Price: price, Limits: row.Limits,
		},
		Strategy: &values, Offers: offers,
	}
}

// sent is what happens to a price that goes live four minutes later.
func sent(at time.Time) func(*repricer.PriceChange) error {
	return func(c *repricer.PriceChange) error {
		return errors.Join(c.Submit(repricer.LanePatch, at.Add(time.Second)),
			c.Accept(repricer.Told{ID: "S-1", Status: "ACCEPTED"}, at.Add(2*time.Second)), c.Confirm(at.Add(4*time.Minute)))
	}
}

// trade lets a row live for six days beside a rival whose price moves, and
// returns the last price.
func (s *shop) trade(row repricer.ProductSnapshot) money.Amount {
	s.t.Helper()
	price := eur("24.9")
	begin := s.s.Clock.Now().Add(-6 * 24 * time.Hour)
	for i, theirs := range []string{
		"24.5", "24.2", "23.99", "23.4", "22.9", "22.1", "21.5", "20.8", "20.2", "19.4", "18.3", "17.2", "16.1", "15.2", "14.2", "13.9",
		"17.5", "18.9", "20.5", "21.99", "23.5", "24.1", "23.7", "22.8", "22.2", "21.9", "21.4", "20.9", "20.4", "19.9",
	} {
		at := begin.Add(time.Duration(i) * 280 * time.Minute)
		in := s.input(row, at, price, rival("A3RIVAL", theirs), rival("A4SLOW", "27.45"), rival("A5DEAR", "31"))
		in.Offers[1].Condition = repricer.ConditionUsed
		var goes []func(*repricer.PriceChange) error
		if d := repricer.Decide(in); d.Verdict == repricer.VerdictChange {
			price, goes = d.Price, append(goes, sent(at))
		}
		s.team.Decide(s.t, row, repricer.TriggerNotification, in, goes...)
	}
	return price
}

// exec changes the database past the program.
func (s *shop) exec(query string, args ...any) {
	s.t.Helper()
	_, err := s.s.Store.Hot(s.t.Context()).Exec(s.t.Context(), query, args...)
	require.NoError(s.t, err)
}

// live makes a price the live one of a row.
func (s *shop) live(row repricer.ProductSnapshot, price money.Amount) {
	s.t.Helper()
	s.exec("UPDATE repricer_products SET current_price = $2 WHERE id = $1", int64(row.ID), price.Units())
}
