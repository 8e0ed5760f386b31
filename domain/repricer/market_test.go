package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

var eventTime = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func seen(t require.TestingT, change func(*repricer.ProductSnapshot)) *repricer.Product {
	s := repricer.ProductSnapshot{
		ID: 1, Team: 7, Key: repricer.Key{SellerID: "OWN", MarketplaceID: marketplace.US, SKU: "S"}, ASIN: "B000000001",
		Currency: "USD", Mode: decision.ModeAuto, Priority: repricer.PriorityNormal, Condition: decision.ConditionNew,
		Limits: decision.DefaultLimits(), RunState: repricer.RunIdle,
		Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: decision.BoxUnknown}}, Version: 3,
	}
	if change != nil {
		change(&s)
	}
	p, err := repricer.RestoreProduct(s)
	require.NoError(t, err)
	return p
}

func usd(s string) money.Sum { return money.Sum{Amount: money.MustParse(s), Currency: "USD"} }

func at(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }

func offered(seller, price string, facts ...string) repricer.MarketOffer {
	o := repricer.MarketOffer{SellerID: seller, Landed: usd(price)}
	for _, f := range facts {
		switch f {
		case "featured":
			o.Featured = optional.Some(true)
		case "winner":
			o.Winner = optional.Some(true)
		case "loser":
			o.Winner = optional.Some(false)
		}
	}
	return o
}

func TestWhoHasTheBox(t *testing.T) {
	ten := optional.Some(usd("10"))
	for name, c := range map[string]struct {
		market repricer.MarketState
		box    decision.BuyBox
	}{
		"not told":     {repricer.MarketState{Offers: []repricer.MarketOffer{offered("B1", "10", "winner")}}, decision.BuyBox{Owner: "unknown"}},
		"no box":       {repricer.MarketState{BoxKnown: true, Offers: []repricer.MarketOffer{offered("B1", "10", "featured")}}, decision.BuyBox{Owner: "none"}},
		"own":          {repricer.MarketState{BoxKnown: true, Box: ten, Offers: []repricer.MarketOffer{offered("OWN", "10", "winner")}}, decision.BuyBox{Owner: "own", SellerID: "OWN", Price: at("10")}},
		"team":         {repricer.MarketState{BoxKnown: true, Box: ten, Offers: []repricer.MarketOffer{offered("OURS", "10", "winner")}}, decision.BuyBox{Owner: "team", SellerID: "OURS", Price: at("10")}},
		"rival":        {repricer.MarketState{BoxKnown: true, Box: ten, Offers: []repricer.MarketOffer{offered("B1", "11", "winner")}}, decision.BuyBox{Owner: "competitor", SellerID: "B1", Price: at("10")}},
		"Amazon":       {repricer.MarketState{BoxKnown: true, Box: ten, Offers: []repricer.MarketOffer{offered("ATVPDKIKX0DER", "10", "winner")}}, decision.BuyBox{Owner: "amazon", SellerID: "ATVPDKIKX0DER", Price: at("10")}},
		"box unpriced": {repricer.MarketState{BoxKnown: true, Offers: []repricer.MarketOffer{offered("B1", "11", "winner")}}, decision.BuyBox{Owner: "competitor", SellerID: "B1", Price: at("11")}},
		"concluded": {repricer.MarketState{BoxKnown: true, Box: ten, Offers: []repricer.MarketOffer{
			offered("B1", "10", "featured"), offered("B2", "10"), offered("B3", "9", "featured"),
		}}, decision.BuyBox{Owner: "competitor", SellerID: "B1", Price: at("10"), Inferred: true}},
		"two could be it": {repricer.MarketState{BoxKnown: true, Box: ten, Offers: []repricer.MarketOffer{
			offered("B1", "10", "featured", "loser"), offered("OWN", "10", "featured"),
		}}, decision.BuyBox{Owner: "unknown", Price: at("10")}},
		"two winners": {repricer.MarketState{BoxKnown: true, Box: ten, Offers: []repricer.MarketOffer{
			offered("B1", "10", "winner", "featured"), offered("OWN", "10", "winner"),
		}}, decision.BuyBox{Owner: "unknown", Price: at("10")}},
		"nobody at the price": {repricer.MarketState{BoxKnown: true, Box: ten}, decision.BuyBox{Owner: "unknown", Price: at("10")}},
		"another currency": {repricer.MarketState{
			BoxKnown: true, Box: optional.Some(money.Sum{Amount: money.MustParse("10"), Currency: "CAD"}),
			Offers: []repricer.MarketOffer{offered("B1", "10", "featured")},
		}, decision.BuyBox{Owner: "unknown"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := seen(t, nil)
			c.market.At = eventTime
			require.True(t, p.OfferEvent(c.market, []string{"OWN", "OURS"}, eventTime))
			require.Equal(t, c.box, p.Snapshot().Observed.BuyBox)
		})
	}
}

func TestCompetitorsAreTheOthers(t *testing.T) {
	list := []repricer.MarketOffer{offered("OWN", "10"), offered("OURS", "11"), offered("B1", "12")}
	for _, c := range []struct {
		market repricer.MarketState
		want   optional.Maybe[int]
	}{
		{repricer.MarketState{}, optional.None[int]()},
		{repricer.MarketState{Offers: list}, optional.Some(1)},
		{repricer.MarketState{Offers: list, Total: optional.Some(45)}, optional.Some(43)},
		{repricer.MarketState{Offers: list, Total: optional.Some(1)}, optional.Some(1)},
		{repricer.MarketState{Total: optional.Some(0)}, optional.Some(0)},
	} {
		p := seen(t, nil)
		c.market.At = eventTime
		p.OfferEvent(c.market, []string{"OWN", "OURS"}, eventTime)
		require.Equal(t, c.want, p.Snapshot().Observed.CompetitorsCount)
	}
}

func TestAnOlderMarketChangesNothing(t *testing.T) {
	p := seen(t, nil)
	require.True(t, p.OfferEvent(repricer.MarketState{At: eventTime, BoxKnown: true}, nil, eventTime))
	before := p.Snapshot()
	for _, at := range []time.Time{eventTime, eventTime.Add(-time.Microsecond)} {
		require.False(t, p.OfferEvent(repricer.MarketState{At: at}, nil, eventTime.Add(time.Hour)))
		require.Equal(t, before, p.Snapshot())
	}
}

func TestWake(t *testing.T) {
	later := eventTime.Add(time.Hour)
	for name, c := range map[string]struct {
		mode decision.Mode
		due  optional.Maybe[time.Time]
		want optional.Maybe[time.Time]
	}{
		"automatic":    {decision.ModeAuto, optional.None[time.Time](), optional.Some(eventTime)},
		"due already":  {decision.ModeAuto, optional.Some(eventTime.Add(-time.Hour)), optional.Some(eventTime.Add(-time.Hour))},
		"due later":    {decision.ModeAuto, optional.Some(later), optional.Some(eventTime)},
		"by hand":      {decision.ModeManual, optional.None[time.Time](), optional.None[time.Time]()},
		"switched off": {decision.ModeOff, optional.Some(later), optional.Some(later)},
	} {
		t.Run(name, func(t *testing.T) {
			p := seen(t, func(s *repricer.ProductSnapshot) {
				s.Mode, s.Observed.NextDueAt, s.Observed.LastEventAt = c.mode, c.due, optional.Some(eventTime)
			})
			p.Wake(eventTime.Add(-time.Minute), eventTime)
			got := p.Snapshot()
			require.Equal(t, c.want, got.Observed.NextDueAt)
			require.Equal(t, optional.Some(eventTime), got.Observed.LastEventAt, "the newest event stays the last")
			require.Equal(t, int64(3), got.Version)
		})
	}
}

func TestAListingInTroubleIsHeld(t *testing.T) {
	trouble := repricer.ListingState{At: eventTime, Problem: "No price.", Since: eventTime.Add(-time.Minute)}
	fine := repricer.ListingState{At: eventTime.Add(time.Minute)}
	held := optional.Some(repricer.Hold{Reason: decision.HoldListingIssue, Since: eventTime.Add(-time.Minute), Details: "No price."})

	p := seen(t, nil)
	p.ListingEvent(trouble, eventTime)
	require.Equal(t, held, p.Snapshot().Hold)
	p.ListingEvent(trouble, eventTime)
	require.Equal(t, held, p.Snapshot().Hold)
	p.ListingEvent(fine, eventTime)
	require.False(t, p.Snapshot().Hold.Known())

	other := optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: eventTime})
	p = seen(t, func(s *repricer.ProductSnapshot) { s.Hold = other })
	p.ListingEvent(trouble, eventTime)
	p.ListingEvent(fine, eventTime)
	require.Equal(t, other, p.Snapshot().Hold)
}

func TestWhatIsReadOfAListingHoldsItsRowOrLetsGoOfIt(t *testing.T) {
	at := func(d time.Duration, trouble string) repricer.ListingState {
		return repricer.ListingState{At: eventTime.Add(d), Problem: trouble, Since: eventTime.Add(d)}
	}
	none := optional.None[repricer.Hold]()
	held := optional.Some(repricer.Hold{Reason: decision.HoldListingIssue, Since: eventTime, Details: "No price."})
	other := optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: eventTime})
	for name, c := range map[string]struct {
		hold    optional.Maybe[repricer.Hold]
		found   repricer.ListingState
		want    optional.Maybe[repricer.Hold]
		matters bool
	}{
		"in trouble":                   {none, at(0, "No price."), held, true},
		"all right":                    {none, at(0, ""), none, false},
		"solved":                       {held, at(30*time.Second, ""), none, true},
		"read before it shows":         {held, at(29*time.Second, ""), held, false},
		"read before the hold":         {held, at(-time.Hour, ""), held, false},
		"still in trouble":             {held, at(time.Hour, "Not on sale."), held, false},
		"another hold":                 {other, at(time.Hour, ""), other, false},
		"in trouble with another hold": {other, at(time.Hour, "No price."), other, false},
	} {
		p := seen(t, func(s *repricer.ProductSnapshot) { s.Hold = c.hold })
		before := p.Snapshot()
		require.Equal(t, c.matters, p.ListingRead(c.found), name)
		before.Hold = c.want
		require.Equal(t, before, p.Snapshot(), name)
	}
	known := seen(t, func(s *repricer.ProductSnapshot) { s.Observed.LastEventAt = optional.Some(eventTime) })
	require.False(t, known.ListingRead(at(-time.Second, "No price.")), "a later event wins")
	require.True(t, known.ListingRead(at(0, "No price.")))
	p := seen(t, func(s *repricer.ProductSnapshot) {
		s.Observed.LastDecision = optional.Some(repricer.LastDecision{Verdict: decision.VerdictError, Reason: decision.ReasonMissingPrice})
	})
	require.True(t, p.ListingRead(at(0, "")), "the price may be known now")
}

func TestSeeingTouchesWhatIsSeenOnly(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := seen(rt, nil)
		before := p.Snapshot()
		market := repricer.MarketState{At: eventTime, BoxKnown: rapid.Bool().Draw(rt, "told")}
		for range rapid.IntRange(0, 5).Draw(rt, "offers") {
			market.Offers = append(market.Offers, offered(rapid.SampledFrom([]string{"OWN", "OURS", "B1"}).Draw(rt, "seller"), "10"))
		}
		p.OfferEvent(market, []string{"OWN"}, eventTime)
		p.ListingEvent(repricer.ListingState{At: eventTime, Problem: rapid.SampledFrom([]string{"", "x"}).Draw(rt, "trouble")}, eventTime)
		after := p.Snapshot()
		if n, ok := after.Observed.CompetitorsCount.Get(); ok {
			require.GreaterOrEqual(rt, n, 0)
		}
		after.Hold, after.Observed = before.Hold, before.Observed
		require.Equal(rt, before, after)
	})
}

// Shares change with observations at or after each full quarter of an hour, from events and from
// decisions.
func TestBoxSharesOfARow(t *testing.T) {
	p := seen(t, nil)
	known := func(after time.Duration, seller string) {
		t.Helper()
		m := repricer.MarketState{At: eventTime.Add(after), BoxKnown: true, Box: optional.Some(usd("10")), Offers: []repricer.MarketOffer{offered(seller, "10", "winner")}}
		require.True(t, p.OfferEvent(m, []string{"OWN"}, m.At))
	}
	read := func(after time.Duration, owner decision.BoxOwner) {
		p.Observe(repricer.Observation{
			OffersAt: optional.Some(eventTime.Add(after)), BuyBox: decision.BuyBox{Owner: owner}, Competitors: optional.Some(1),
		})
	}
	shares := func(day, week string) {
		t.Helper()
		o, build := p.Snapshot().Observed, func(s string) optional.Maybe[money.Percent] {
			if s == "" {
				return optional.None[money.Percent]()
			}
			return optional.Some(money.MustParsePercent(s))
		}
		require.Equal(t, build(day), o.BuyBoxShare24h)
		require.Equal(t, build(week), o.BuyBoxShare7d)
	}
	known(0, "OWN")
	shares("", "")
	read(5*time.Minute, decision.BoxOwn)
	shares("", "")
	known(16*time.Minute, "B1")
	shares("100", "100")
	known(29*time.Minute, "B1")
	shares("100", "100")
	read(32*time.Minute, decision.BoxNone)
	shares("53.33", "53.33") // 16 of 30 minutes
	known(30*time.Hour, "OWN")
	shares("0", "0.89") // 16 minutes of 30 hours
	read(29*time.Hour, decision.BoxOwn)
	shares("0", "0.89")
	known(54*time.Hour, "B1")
	shares("100", "44.94") // 24 h 16 min of 54 h
}
