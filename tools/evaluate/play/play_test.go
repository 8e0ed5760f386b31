package play

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// brief returns the settings of a short play.
func brief() Settings {
	s := Defaults()
	s.Days = 3
	return s
}

func every() []Player { return append(Templates(), Baselines()...) }

func TestTheSameSeedPlaysTheSame(t *testing.T) {
	s := brief()
	for n := range len(Mixes) {
		for _, who := range every() {
			once := Play(NewProduct(&s, 5, n), who)
			require.Equal(t, once, Play(NewProduct(&s, 5, n), who), "%s %d", who.Name, n)
		}
	}
	require.NotEqual(t, Play(NewProduct(&s, 5, 0), every()[0]), Play(NewProduct(&s, 6, 0), every()[0]))
}

// Every player sells no more than the demand, and the clock covers the whole time.
func TestNoSellerSellsMoreThanIsWanted(t *testing.T) {
	s := brief()
	for seed := range uint64(4) {
		for n := range 2 * len(Mixes) {
			p := NewProduct(&s, seed, n)
			for _, who := range every() {
				got := Play(p, who)
				require.LessOrEqual(t, got.Units, got.Sold)
				require.LessOrEqual(t, got.Sold, got.Shoppers)
				require.EqualValues(t, len(p.shoppers), got.Shoppers)
				require.EqualValues(t, s.Days*day, got.Time)
				require.LessOrEqual(t, got.Box, got.Time)
				require.LessOrEqual(t, got.Confirmed, got.Submissions)
			}
		}
	}
}

func TestNothingIsSentOutsideTheBandOrAfterAStop(t *testing.T) {
	s := brief()
	stops, sent := 0, int64(0)
	for seed := range uint64(8) {
		for n := range 2 * len(Mixes) {
			p := NewProduct(&s, seed, n)
			for _, b := range p.shocks {
				if b.what == reset || b.what == kill {
					stops++
				}
			}
			for _, who := range Templates() {
				got := Play(p, who)
				require.Zero(t, got.Outside, "%s, seed %d, product %d", who.Name, seed, n)
				require.Zero(t, got.Stopped, "%s, seed %d, product %d", who.Name, seed, n)
				sent += got.Submissions
			}
		}
	}
	require.Greater(t, stops, 10)
	require.Greater(t, sent, int64(1000))
}

// The counts that must be 0 can be something else.
func TestABaselineWithoutAFloorIsCaught(t *testing.T) {
	s := brief()
	outside := int64(0)
	for n := range 3 * len(Mixes) {
		for _, who := range Baselines() {
			if who.Name == NoFloor {
				outside += Play(NewProduct(&s, 1, n), who).Outside
			}
		}
	}
	require.Positive(t, outside)
	p := NewProduct(&s, 1, 0)
	p.shocks = []shock{{at: start, what: kill}}
	g := newGame(p, Strangers, Templates()[0])
	g.rows[0].submit(p.Most+1, "")
	require.EqualValues(t, 1, g.rows[0].tally.Outside)
	require.EqualValues(t, 1, g.rows[0].tally.Stopped)
	require.Zero(t, g.rows[0].tally.Submissions, "the last look before sending")
}

func TestFloorIsTheLeastPriceWithTheReturn(t *testing.T) {
	p := &Product{Fixed: 350, ROI: 10}
	// (350 + 1.1 × 800) / 0.85 = 1447.06
	require.EqualValues(t, 1448, p.floor(800))
	// Under 2 dollars the least referral fee counts: 50 + 30 + 1.1 × 100.
	require.EqualValues(t, 190, (&Product{Fixed: 50, ROI: 10}).floor(100))
	require.EqualValues(t, 100*2000-15*2000-35_000-80_000, p.profit(2000, 800))
}

func TestRowsOfOneRuleSettle(t *testing.T) {
	for _, who := range Templates() {
		for _, kin := range Kins {
			if kin == Strangers && who.Plan.Action == optional.Some(decision.ActionBelow) {
				continue
			}
			for seed := range uint64(5) {
				rounds, settled, _ := Duel(Defaults(), seed, int(seed), who, kin)
				require.True(t, settled, "%s, %s, seed %d", who.Name, kin, seed)
				require.LessOrEqual(t, rounds, 2, "%s, %s, seed %d", who.Name, kin, seed)
			}
		}
	}
}

// Cent by cent, two teams go to a floor; the templates are slow and stay above it.
func TestTwoTeamsThatUndercutEachOther(t *testing.T) {
	values := strategy.TemplateWinBox.Values()
	cent := values.Strategy
	cent.By, cent.ByType, cent.PriceWar = money.MustParse("0.01"), decision.ByAmount, optional.None[decision.PriceWar]()
	cent.SmallChangeIntervalMinutes = optional.Some(0)
	rounds, _, _ := Duel(Defaults(), 1, 1, Player{Name: "cent", Plan: &cent}, Strangers)
	require.Greater(t, rounds, 50)
	for _, who := range Templates() {
		if who.Plan.Action != optional.Some(decision.ActionBelow) {
			continue
		}
		for seed := range uint64(5) {
			rounds, _, above := Duel(Defaults(), seed, int(seed), who, Strangers)
			require.True(t, above, "%s, seed %d", who.Name, seed)
			// Four falls in twelve hours at most, and four days.
			require.LessOrEqual(t, rounds, 4*2*4+4, "%s, seed %d", who.Name, seed)
		}
	}
}

// still makes a market of own offers and rivals that never move.
func still(landed ...int64) *competition.Market {
	k := &competition.Market{Base: 2000}
	for _, price := range landed {
		k.Contenders = append(k.Contenders, competition.Contender{
			Behaviour: competition.Fixed, Listing: price, Floor: price, Ceiling: price,
			Standing: competition.Standing{Feedback: 1000, Positive: 99, Featured: true},
		})
	}
	k.Open(start)
	return k
}

func TestShoppersBuyWhatTheyLookAt(t *testing.T) {
	for name, c := range map[string]struct {
		shopper shopper
		market  *competition.Market
		want    int
	}{
		"the buy box":                {shopper{most: 2000, box: true}, still(1900, 1800), 1},
		"not if it is too dear":      {shopper{most: 1799, box: true}, still(1900, 1800), -1},
		"the cheapest of the list":   {shopper{most: 2000}, still(1900, 1800, 1850), 1},
		"the second":                 {shopper{most: 2000, place: 1}, still(1900, 1800, 1850), 2},
		"the third":                  {shopper{most: 2000, place: 2}, still(1900, 1800, 1850), 0},
		"the last of a shorter list": {shopper{most: 2000, place: 2}, still(1900, 1800), 0},
		"no seller":                  {shopper{most: 2000}, still(), -1},
	} {
		require.Equal(t, c.want, c.shopper.buys(c.market), name)
	}
	suppressed := still(1900)
	suppressed.External = 1000
	suppressed.Settle()
	require.Equal(t, -1, (&shopper{most: 2000, box: true}).buys(suppressed), "no box, no sale from it")
	require.Equal(t, 0, (&shopper{most: 2000}).buys(suppressed))
}

func TestDemandFallsWithThePrice(t *testing.T) {
	s := Defaults()
	s.Days = 30
	buy := map[int64]int{}
	for n := range 20 {
		p := NewProduct(&s, 3, n)
		for _, percent := range []int64{60, 80, 100, 120, 140, 160} {
			for _, x := range p.shoppers {
				if x.most >= p.Base*percent/100 {
					buy[percent]++
				}
			}
		}
	}
	require.Zero(t, buy[160])
	all := float64(buy[60])
	for percent, want := range map[int64]float64{80: 0.875, 100: 0.625, 120: 0.375, 140: 0.125} {
		require.InDelta(t, want, float64(buy[percent])/all, 0.03, percent)
	}
}

func TestWorldIsAsDescribed(t *testing.T) {
	s := Defaults()
	for n := range 300 {
		p := NewProduct(&s, 9, n)
		require.LessOrEqual(t, len(p.rivals), 16)
		require.NotEmpty(t, p.rivals)
		require.Less(t, p.floor(p.cost), p.Most)
		require.Positive(t, p.cost)
		for _, c := range p.rivals {
			require.True(t, c.Delay >= 60 && c.Delay <= 900)
			require.NotEmpty(t, c.Seller)
		}
	}
}
