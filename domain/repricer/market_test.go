package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

var eventTime = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func seen(t require.TestingT, change func(*repricer.ProductSnapshot)) *repricer.Product {
	s := repricer.ProductSnapshot{
		ID: 1, Team: 7, Key: repricer.Key{SellerID: "OWN", MarketplaceID: marketplace.US, SKU: "S"}, ASIN: "B000000001",
		Currency: "USD", Mode: repricer.ModeAuto, Priority: repricer.PriorityNormal, Condition: repricer.ConditionNew,
		Limits: repricer.DefaultLimits(), RunState: repricer.RunIdle,
		Observed: repricer.Observed{BuyBox: repricer.BuyBox{Owner: repricer.BoxUnknown}}, Version: 3,
	}
	if change != nil {
		change(&s)
	}
	p, err := repricer.RestoreProduct(s)
	require.NoError(t, err)
	return p
}

func usd(s string) repricer.Price { return repricer.Price{Amount: money.MustParse(s), Currency: "USD"} }

func at(s string) repricer.Maybe[money.Amount] { return repricer.Some(money.MustParse(s)) }

func offered(seller, price string, facts ...string) repricer.MarketOffer {
	o := repricer.MarketOffer{SellerID: seller, Landed: usd(price)}
	for _, f := range facts {
		switch f {
		case "featured":
			o.Featured = repricer.Some(true)
		case "winner":
			o.Winner = repricer.Some(true)
		case "loser":
			o.Winner = repricer.Some(false)
		}
	}
	return o
}

func TestWhoHasTheBox(t *testing.T) {
	ten := repricer.Some(usd("10"))
	for name, c := range map[string]struct {
		market repricer.Market
		box    repricer.BuyBox
	}{
		"not told":     {repricer.Market{Offers: []repricer.MarketOffer{offered("B1", "10", "winner")}}, repricer.BuyBox{Owner: "unknown"}},
		"no box":       {repricer.Market{Told: true, Offers: []repricer.MarketOffer{offered("B1", "10", "featured")}}, repricer.BuyBox{Owner: "none"}},
		"own":          {repricer.Market{Told: true, Box: ten, Offers: []repricer.MarketOffer{offered("OWN", "10", "winner")}}, repricer.BuyBox{Owner: "own", Price: at("10")}},
		"team":         {repricer.Market{Told: true, Box: ten, Offers: []repricer.MarketOffer{offered("OURS", "10", "winner")}}, repricer.BuyBox{Owner: "team", Price: at("10")}},
		"rival":        {repricer.Market{Told: true, Box: ten, Offers: []repricer.MarketOffer{offered("B1", "11", "winner")}}, repricer.BuyBox{Owner: "competitor", Price: at("10")}},
		"Amazon":       {repricer.Market{Told: true, Box: ten, Offers: []repricer.MarketOffer{offered("ATVPDKIKX0DER", "10", "winner")}}, repricer.BuyBox{Owner: "amazon", Price: at("10")}},
		"box unpriced": {repricer.Market{Told: true, Offers: []repricer.MarketOffer{offered("B1", "11", "winner")}}, repricer.BuyBox{Owner: "competitor", Price: at("11")}},
		"concluded": {repricer.Market{Told: true, Box: ten, Offers: []repricer.MarketOffer{
			offered("B1", "10", "featured"), offered("B2", "10"), offered("B3", "9", "featured"),
		}}, repricer.BuyBox{Owner: "competitor", Price: at("10"), Inferred: true}},
		"two could be it": {repricer.Market{Told: true, Box: ten, Offers: []repricer.MarketOffer{
			offered("B1", "10", "featured", "loser"), offered("OWN", "10", "featured"),
		}}, repricer.BuyBox{Owner: "unknown", Price: at("10")}},
		"two winners": {repricer.Market{Told: true, Box: ten, Offers: []repricer.MarketOffer{
			offered("B1", "10", "winner", "featured"), offered("OWN", "10", "winner"),
		}}, repricer.BuyBox{Owner: "unknown", Price: at("10")}},
		"nobody at the price": {repricer.Market{Told: true, Box: ten}, repricer.BuyBox{Owner: "unknown", Price: at("10")}},
		"another currency": {repricer.Market{
			Told: true, Box: repricer.Some(repricer.Price{Amount: money.MustParse("10"), Currency: "CAD"}),
			Offers: []repricer.MarketOffer{offered("B1", "10", "featured")},
		}, repricer.BuyBox{Owner: "unknown"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := seen(t, nil)
			c.market.At = eventTime
			require.True(t, p.SeeMarket(c.market, []string{"OWN", "OURS"}, eventTime))
			require.Equal(t, c.box, p.Snapshot().Observed.BuyBox)
		})
	}
}

func TestCompetitorsAreTheOthers(t *testing.T) {
	list := []repricer.MarketOffer{offered("OWN", "10"), offered("OURS", "11"), offered("B1", "12")}
	for _, c := range []struct {
		market repricer.Market
		want   repricer.Maybe[int]
	}{
		{repricer.Market{}, repricer.None[int]()},
		{repricer.Market{Offers: list}, repricer.Some(1)},
		{repricer.Market{Offers: list, Total: repricer.Some(45)}, repricer.Some(43)},
		{repricer.Market{Offers: list, Total: repricer.Some(1)}, repricer.Some(1)},
		{repricer.Market{Total: repricer.Some(0)}, repricer.Some(0)},
	} {
		p := seen(t, nil)
		c.market.At = eventTime
		p.SeeMarket(c.market, []string{"OWN", "OURS"}, eventTime)
		require.Equal(t, c.want, p.Snapshot().Observed.CompetitorsCount)
	}
}

func TestAnOlderMarketChangesNothing(t *testing.T) {
	p := seen(t, nil)
	require.True(t, p.SeeMarket(repricer.Market{At: eventTime, Told: true}, nil, eventTime))
	before := p.Snapshot()
	for _, at := range []time.Time{eventTime, eventTime.Add(-time.Microsecond)} {
		require.False(t, p.SeeMarket(repricer.Market{At: at}, nil, eventTime.Add(time.Hour)))
		require.Equal(t, before, p.Snapshot())
	}
}

func TestWake(t *testing.T) {
	later := eventTime.Add(time.Hour)
	for name, c := range map[string]struct {
		mode repricer.Mode
		due  repricer.Maybe[time.Time]
		want repricer.Maybe[time.Time]
	}{
		"automatic":    {repricer.ModeAuto, repricer.None[time.Time](), repricer.Some(eventTime)},
		"due already":  {repricer.ModeAuto, repricer.Some(eventTime.Add(-time.Hour)), repricer.Some(eventTime.Add(-time.Hour))},
		"due later":    {repricer.ModeAuto, repricer.Some(later), repricer.Some(eventTime)},
		"by hand":      {repricer.ModeManual, repricer.None[time.Time](), repricer.None[time.Time]()},
		"switched off": {repricer.ModeOff, repricer.Some(later), repricer.Some(later)},
	} {
		t.Run(name, func(t *testing.T) {
			p := seen(t, func(s *repricer.ProductSnapshot) {
				s.Mode, s.Observed.NextDueAt, s.Observed.LastEventAt = c.mode, c.due, repricer.Some(eventTime)
			})
			p.Wake(eventTime.Add(-time.Minute), eventTime)
			got := p.Snapshot()
			require.Equal(t, c.want, got.Observed.NextDueAt)
			require.Equal(t, repricer.Some(eventTime), got.Observed.LastEventAt, "the newest event stays the last")
			require.Equal(t, int64(3), got.Version)
		})
	}
}

func TestAListingInTroubleIsHeld(t *testing.T) {
	trouble := repricer.ListingState{At: eventTime, Trouble: "No price.", Since: eventTime.Add(-time.Minute)}
	fine := repricer.ListingState{At: eventTime.Add(time.Minute)}
	held := repricer.Some(repricer.Hold{Reason: repricer.HoldListingIssue, Since: eventTime.Add(-time.Minute), Details: "No price."})

	p := seen(t, nil)
	p.SeeListing(trouble, eventTime)
	require.Equal(t, held, p.Snapshot().Hold)
	p.SeeListing(trouble, eventTime)
	require.Equal(t, held, p.Snapshot().Hold)
	p.SeeListing(fine, eventTime)
	require.False(t, p.Snapshot().Hold.Known())

	other := repricer.Some(repricer.Hold{Reason: repricer.HoldCircuitBreaker, Since: eventTime})
	p = seen(t, func(s *repricer.ProductSnapshot) { s.Hold = other })
	p.SeeListing(trouble, eventTime)
	p.SeeListing(fine, eventTime)
	require.Equal(t, other, p.Snapshot().Hold)
}

func TestWhatIsReadOfAListingHoldsItsRowOrLetsGoOfIt(t *testing.T) {
	at := func(d time.Duration, trouble string) repricer.ListingState {
		return repricer.ListingState{At: eventTime.Add(d), Trouble: trouble, Since: eventTime.Add(d)}
	}
	none := repricer.None[repricer.Hold]()
	held := repricer.Some(repricer.Hold{Reason: repricer.HoldListingIssue, Since: eventTime, Details: "No price."})
	other := repricer.Some(repricer.Hold{Reason: repricer.HoldCircuitBreaker, Since: eventTime})
	for name, c := range map[string]struct {
		hold    repricer.Maybe[repricer.Hold]
		found   repricer.ListingState
		want    repricer.Maybe[repricer.Hold]
		matters bool
	}{
		"in trouble":               {none, at(0, "No price."), held, true},
		"all right":                {none, at(0, ""), none, false},
		"solved":                   {held, at(30*time.Second, ""), none, true},
		"read before it shows":     {held, at(29*time.Second, ""), held, false},
		"read before the hold":     {held, at(-time.Hour, ""), held, false},
		"still in trouble":         {held, at(time.Hour, "Not on sale."), held, false},
		"held for another reason":  {other, at(time.Hour, ""), other, false},
		"in trouble and held else": {other, at(time.Hour, "No price."), other, false},
	} {
		p := seen(t, func(s *repricer.ProductSnapshot) { s.Hold = c.hold })
		before := p.Snapshot()
		require.Equal(t, c.matters, p.FindListing(c.found), name)
		before.Hold = c.want
		require.Equal(t, before, p.Snapshot(), name)
	}
	told := seen(t, func(s *repricer.ProductSnapshot) { s.Observed.LastEventAt = repricer.Some(eventTime) })
	require.False(t, told.FindListing(at(-time.Second, "No price.")), "what was told since knows more")
	require.True(t, told.FindListing(at(0, "No price.")))
	p := seen(t, func(s *repricer.ProductSnapshot) {
		s.Observed.LastDecision = repricer.Some(repricer.LastDecision{Verdict: repricer.VerdictError, Reason: repricer.ReasonMissingPrice})
	})
	require.True(t, p.FindListing(at(0, "")), "the price may be known now")
}

func TestSeeingTouchesWhatIsSeenOnly(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := seen(rt, nil)
		before := p.Snapshot()
		market := repricer.Market{At: eventTime, Told: rapid.Bool().Draw(rt, "told")}
		for range rapid.IntRange(0, 5).Draw(rt, "offers") {
			market.Offers = append(market.Offers, offered(rapid.SampledFrom([]string{"OWN", "OURS", "B1"}).Draw(rt, "seller"), "10"))
		}
		p.SeeMarket(market, []string{"OWN"}, eventTime)
		p.SeeListing(repricer.ListingState{At: eventTime, Trouble: rapid.SampledFrom([]string{"", "x"}).Draw(rt, "trouble")}, eventTime)
		after := p.Snapshot()
		if n, ok := after.Observed.CompetitorsCount.Get(); ok {
			require.GreaterOrEqual(rt, n, 0)
		}
		after.Hold, after.Observed = before.Hold, before.Observed
		require.Equal(rt, before, after)
	})
}

// Shares move with what is seen at or after each full quarter of an hour, and
// whoever tells of offers, an event or a decision, has a part in them.
func TestBoxSharesOfARow(t *testing.T) {
	p := seen(t, nil)
	told := func(after time.Duration, seller string) {
		t.Helper()
		m := repricer.Market{At: eventTime.Add(after), Told: true, Box: repricer.Some(usd("10")), Offers: []repricer.MarketOffer{offered(seller, "10", "winner")}}
		require.True(t, p.SeeMarket(m, []string{"OWN"}, m.At))
	}
	read := func(after time.Duration, owner repricer.BoxOwner) {
		p.Learn(repricer.Learnt{
			OffersAt: repricer.Some(eventTime.Add(after)), BuyBox: repricer.BuyBox{Owner: owner}, Competitors: repricer.Some(1),
		})
	}
	shares := func(day, week string) {
		t.Helper()
		o, of := p.Snapshot().Observed, func(s string) repricer.Maybe[money.Percent] {
			if s == "" {
				return repricer.None[money.Percent]()
			}
			return repricer.Some(money.MustParsePercent(s))
		}
		require.Equal(t, of(day), o.BuyBoxShare24h)
		require.Equal(t, of(week), o.BuyBoxShare7d)
	}
	told(0, "OWN")
	shares("", "")
	read(5*time.Minute, repricer.BoxOwn)
	shares("", "")
	told(16*time.Minute, "B1")
	shares("100", "100")
	told(29*time.Minute, "B1")
	shares("100", "100")
	read(32*time.Minute, repricer.BoxNone)
	shares("53.33", "53.33") // 16 of 30 minutes
	told(30*time.Hour, "OWN")
	shares("0", "0.89") // 16 minutes of 30 hours
	read(29*time.Hour, repricer.BoxOwn)
	shares("0", "0.89")
	told(54*time.Hour, "B1")
	shares("100", "44.94") // 24 h 16 min of 54 h
}
