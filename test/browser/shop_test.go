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
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

func eur(s string) money.Amount { return money.MustParse(s) }

func some(s string) optional.Maybe[money.Amount] { return optional.Some(eur(s)) }

func percent(s string) optional.Maybe[money.Percent] {
	return optional.Some(money.MustParsePercent(s))
}

// wish asks for a plain team.
var wish = service.Wish{}

const germany marketplace.ID = "A1PA6795UKMFR9"

// shop has a team with offers.
type shop struct {
	t    *testing.T
	s    *service.Service
	team *service.Team
	// strategy goes one cent below the box.
	strategy strategy.Snapshot
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

// openShop makes a team that has its repricer on.
func openShop(t *testing.T, s *service.Service) *shop {
	t.Helper()
	out := &shop{t: t, s: s, team: s.Team(t, wish)}
	made, err := s.Operator.Strategies.Create(t.Context(), out.team.Who(), strategy.Patch{
		Name: optional.Put("Win the box"), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetBuyBox),
		FallbackTargets: optional.Put([]decision.Target{decision.TargetLowest}), Action: optional.Put(decision.ActionBelow), By: optional.Put(eur("0.01")),
		RaiseWhenNotWinning: optional.Put(true),
	})
	require.NoError(t, err)
	out.strategy = made.Snapshot
	_, err = s.Operator.Settings.Update(t.Context(), out.team.Who(), manage.UpdateSettings{Patch: repricer.SettingsPatch{
		SubmissionMode: optional.Put(decision.SubmitLive), DefaultStrategyID: optional.Put(out.strategy.ID),
	}})
	require.NoError(t, err)
	return out
}

// in returns the shop for another part of the test.
func (s *shop) in(t *testing.T) *shop {
	other := *s
	other.t = t
	return &other
}

// row makes an offer at 24.90, between 14.50 and 29.90.
func (s *shop) row(n int, title string) repricer.ProductSnapshot {
	now, limits := s.s.Clock.Now(), decision.DefaultLimits()
	limits.MinPrice, limits.MaxPrice = some("14.5"), some("29.9")
	return repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A2SELLER", MarketplaceID: germany, SKU: fmt.Sprintf("SKU-%03d", n)},
		ASIN: fmt.Sprintf("B0%08d", n), Currency: "EUR", StrategyID: optional.Some(s.strategy.ID), Mode: decision.ModeAuto,
		Priority: repricer.PriorityNormal, Condition: decision.ConditionNew, Limits: limits, RunState: repricer.RunIdle,
		Observed: repricer.Observed{
			Title: optional.Some(title), Fulfillment: optional.Some(decision.FBA), Quantity: optional.Some(int64(40 + n)),
			CurrentPrice: some("24.9"), Shipping: some("0"), Cost: some("8.2"),
			BuyBox: decision.BuyBox{Price: some("24.9"), Owner: decision.BoxOwn}, CompetitorsCount: optional.Some(3),
			BuyBoxShare24h: percent("71.5"), BuyBoxShare7d: percent("64"),
			LastEventAt: optional.Some(now.Add(-90 * time.Second)), OffersAt: optional.Some(now.Add(-90 * time.Second)),
			NextDueAt: optional.Some(now.Add(10 * time.Minute)),
		},
		Version: 1, CreatedAt: now.Add(-30 * 24 * time.Hour), UpdatedAt: now,
	}
}

// rival makes another seller's offer.
func rival(seller, price string) decision.Offer {
	return decision.Offer{
		SellerID: seller, Price: eur(price), Fulfillment: decision.FBA, Condition: decision.ConditionNew, Featured: true,
		FeedbackCount: optional.Some(900), RatingPercent: percent("97"),
	}
}

// input makes the input of a decision at a moment: the row's price and the offers. The first offer
// has the box.
func (s *shop) input(row repricer.ProductSnapshot, at time.Time, price money.Amount, offers ...decision.Offer) decision.Input {
	values := s.strategy.Values
	if len(offers) > 0 {
		offers[0].BuyBox = true
	}
	return decision.Input{
		Now: at, OffersAt: optional.Some(at),
		Policy: &decision.Policy{
			Enabled: true, SubmissionMode: decision.SubmitLive, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96,
			AnomalyPercent: money.MustParsePercent("40"), OwnSellers: []string{"A2SELLER"},
		},
		Row: decision.Row{
			ID: row.ID, SellerID: row.Key.SellerID, MarketplaceID: row.Key.MarketplaceID, Currency: "EUR", Condition: row.Condition,
			Fulfillment: decision.FBA, Mode: row.Mode, Price: price, Limits: row.Limits,
		},
		Strategy: &values.Strategy, Offers: offers,
	}
}

// sent makes a price go live four minutes later.
func sent(at time.Time) func(*history.PriceChange) error {
	return func(c *history.PriceChange) error {
		return errors.Join(c.Submit(history.RoutePatch, at.Add(time.Second)),
			c.Accept(history.Answer{ID: "S-1", Status: "ACCEPTED"}, at.Add(2*time.Second)), c.Confirm(at.Add(4*time.Minute)))
	}
}

// trade lets a row live for six days beside a rival with a moving price, and returns the last
// price.
func (s *shop) trade(row repricer.ProductSnapshot) money.Amount {
	s.t.Helper()
	price := eur("24.9")
	begin := s.s.Clock.Now().Add(-6 * 24 * time.Hour)
	for i, theirs := range []string{
		"24.5", "24.2", "23.99", "23.4", "22.9", "22.1", "21.5", "20.8", "20.2", "19.4", "18.3", "17.2", "16.1", "15.2", "14.2", "13.9",
		"17.5", "18.9", "20.5", "21.99", "23.5", "24.1", "23.7", "22.8", "22.2", "21.9", "21.4", "20.9", "20.4", "19.9",
	} {
		at := begin.Add(time.Duration(i) * 280 * time.Minute)
		input := s.input(row, at, price, rival("A3RIVAL", theirs), rival("A4SLOW", "27.45"), rival("A5DEAR", "31"))
		input.Offers[1].Condition = decision.ConditionUsed
		var goes []func(*history.PriceChange) error
		if d := decision.Decide(input); d.Verdict == decision.VerdictChange {
			price, goes = d.Price, append(goes, sent(at))
		}
		s.team.Decide(s.t, row, history.TriggerNotification, input, goes...)
	}
	return price
}

// exec changes the database past the program.
func (s *shop) exec(query string, args ...any) {
	s.t.Helper()
	_, err := s.s.Store.Hot(s.t.Context()).Exec(s.t.Context(), query, args...)
	require.NoError(s.t, err)
}

// live makes a price the live price of a row.
func (s *shop) live(row repricer.ProductSnapshot, price money.Amount) {
	s.t.Helper()
	s.exec("UPDATE repricer_products SET current_price = $2 WHERE id = $1", int64(row.ID), price.Units())
}
