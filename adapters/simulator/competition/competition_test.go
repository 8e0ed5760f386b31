package competition

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const noon = 1_793_534_400 // 2026-11-01 12:00 UTC

// bench makes a market with exactly these sellers, who know no price outside.
func bench(sellers ...Contender) *Market {
	k := &Market{Key: 7, Base: 2000}
	for i, c := range sellers {
		c.Account, c.Featured, c.Feedback, c.Positive = uint32(i), true, 1000, 99
		if c.Delay == 0 {
			c.Delay = int32(60 + 10*i)
		}
		k.Contenders = append(k.Contenders, c)
	}
	k.Open(noon)
	return k
}

func seller(b Behaviour, price, floor, ceiling, step int64) Contender {
	return Contender{Behaviour: b, Listing: price, Floor: floor, Ceiling: ceiling, Step: step}
}

func (k *Market) prices() []int64 {
	var all []int64
	for i := range k.Contenders {
		all = append(all, k.Contenders[i].Landed())
	}
	return all
}

func TestBehaviours(t *testing.T) {
	fixed := func(price int64) Contender { return seller(Fixed, price, price, price, 1) }
	for name, c := range map[string]struct {
		sellers []Contender
		want    []int64 // after an hour
	}{
		"fixed stays":                      {[]Contender{fixed(1500), fixed(2000)}, []int64{1500, 2000}},
		"undercut is a step below":         {[]Contender{fixed(1500), seller(Undercut, 2000, 1000, 2500, 5)}, []int64{1500, 1495}},
		"undercut follows up":              {[]Contender{fixed(1500), seller(Undercut, 1200, 1000, 2500, 5)}, []int64{1500, 1495}},
		"undercut stops at its floor":      {[]Contender{fixed(1500), seller(Undercut, 2000, 1700, 2500, 5)}, []int64{1500, 1700}},
		"undercut alone stays":             {[]Contender{seller(Undercut, 2000, 1700, 2500, 5)}, []int64{2000}},
		"match takes the lowest":           {[]Contender{fixed(1500), seller(MatchLowest, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"match stops at its ceiling":       {[]Contender{fixed(1500), seller(MatchLowest, 1200, 1000, 1400, 5)}, []int64{1500, 1400}},
		"box match takes the box":          {[]Contender{fixed(1500), seller(MatchBox, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"box match stays as winner":        {[]Contender{fixed(1500), seller(MatchBox, 1400, 1000, 2500, 5)}, []int64{1500, 1400}},
		"cooperative goes down":            {[]Contender{fixed(1500), seller(Cooperative, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"cooperative goes up":              {[]Contender{fixed(1500), seller(Cooperative, 1200, 1000, 2500, 5)}, []int64{1500, 1500}},
		"two cooperatives meet":            {[]Contender{seller(Cooperative, 2000, 1000, 2500, 5), seller(Cooperative, 1200, 1000, 2500, 5)}, []int64{1200, 1200}},
		"two bounds jump at the floor":     {[]Contender{fixed(1500), seller(TwoBound, 2000, 1500, 2500, 5)}, []int64{1500, 2500}},
		"two bounds undercut above it":     {[]Contender{fixed(1500), seller(TwoBound, 2000, 1400, 2500, 5)}, []int64{1500, 1495}},
		"mirror comes down to the box":     {[]Contender{fixed(1500), seller(Mirror, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"mirror keeps a price that wins":   {[]Contender{fixed(1500), seller(Mirror, 1400, 1000, 2500, 5)}, []int64{1500, 1400}},
		"mirror below the box stays":       {[]Contender{{Behaviour: Fixed, Listing: 1500, FBA: true, Prime: true}, seller(Mirror, 1480, 1000, 2500, 5)}, []int64{1500, 1480}},
		"the marketplace itself matches":   {[]Contender{fixed(1500), seller(Retailer, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"two undercutters go to the floor": {[]Contender{seller(Undercut, 2000, 1900, 2500, 100), seller(Undercut, 2000, 1700, 2500, 100)}, []int64{1900, 1800}},
		"shipping counts": {
			[]Contender{{Behaviour: Fixed, Listing: 1000, Shipping: 500}, {Behaviour: MatchLowest, Listing: 2000, Shipping: 300, Floor: 900, Ceiling: 2500}},
			[]int64{1500, 1500},
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := bench(c.sellers...)
			k.Advance(noon + 3600)
			require.Equal(t, c.want, k.prices())
		})
	}
}

func TestClimberRaisesUntilItLosesAndStepsBack(t *testing.T) {
	k := bench(seller(Fixed, 1500, 1500, 1500, 1), seller(Climber, 1400, 1000, 2500, 30))
	highest := int64(0)
	k.Changed = func(int64, Change) { highest = max(highest, k.Contenders[1].Landed()) }
	k.Advance(noon + 6*3600)
	require.EqualValues(t, 1520, highest)
	require.EqualValues(t, 1490, k.Contenders[1].Landed())
	require.Equal(t, 1, k.Winner)
}

func TestReactionsTakeTheSellersTime(t *testing.T) {
	slow := seller(MatchLowest, 2000, 1000, 2500, 1)
	slow.Delay = 900
	k := bench(seller(Fixed, 1500, 1500, 1500, 1), slow)
	k.Advance(noon + 899)
	require.EqualValues(t, 2000, k.Contenders[1].Landed())
	k.Advance(noon + 900)
	require.EqualValues(t, 1500, k.Contenders[1].Landed())
}

func TestStockersLeaveAndReturn(t *testing.T) {
	k := bench(seller(Stocker, 1500, 1500, 1500, 1))
	k.plan(0, noon)
	states := map[bool]int{}
	for at := int64(noon); at < noon+10*day; at += 3600 {
		k.Advance(at)
		states[k.Contenders[0].Away]++
		require.Equal(t, k.Contenders[0].Away, k.Winner < 0)
	}
	require.InDelta(t, 0.35, float64(states[true])/240, 0.15)
}

func TestGlitchesLastAMinute(t *testing.T) {
	k := bench(seller(Glitch, 1500, 1500, 1500, 1))
	k.plan(0, noon)
	seen, seconds := map[int64]bool{}, 0
	for at := int64(noon); at < noon+5*day; at++ {
		k.Advance(at)
		if p := k.Contenders[0].Price(); p != 1500 {
			seen[p] = true
			seconds++
			require.Equal(t, p > 0, k.Winner == 0, "an offer for nothing does not win")
		}
	}
	require.Equal(t, map[int64]bool{0: true, 1: true, 15000: true}, seen)
	require.InDelta(t, 30*glitchTime, seconds, 2*glitchTime)
}

func TestBuyBox(t *testing.T) {
	mfn := func(price int64) Contender { return seller(Fixed, price, price, price, 1) }
	fba := func(price int64) Contender {
		c := mfn(price)
		c.FBA, c.Prime = true, true
		return c
	}
	with := func(c Contender, change func(*Contender)) Contender {
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		sellers        []Contender
		external       int64
		split          bool
		change         func(k *Market)
		winner, second int
	}{
		"the lowest landed price":         {sellers: []Contender{mfn(1500), mfn(1400)}, winner: 1, second: -1},
		"shipping counts":                 {sellers: []Contender{mfn(1500), with(mfn(1400), func(c *Contender) { c.Shipping = 101 })}, winner: 0, second: -1},
		"FBA may cost three percent more": {sellers: []Contender{mfn(1000), fba(1030)}, winner: 1, second: -1},
		"but not four":                    {sellers: []Contender{mfn(1000), fba(1040)}, winner: 0, second: -1},
		"little feedback costs a percent": {sellers: []Contender{mfn(1000), mfn(1005)}, change: func(k *Market) { k.Contenders[0].Feedback = 50 }, winner: 1, second: -1},
		"unknown sellers never":           {sellers: []Contender{mfn(1000), mfn(2000)}, change: func(k *Market) { k.Contenders[0].Featured = false }, winner: 1, second: -1},
		"used goods never":                {sellers: []Contender{with(mfn(1000), func(c *Contender) { c.Sub = 2 })}, winner: -1, second: -1},
		"nobody away":                     {sellers: []Contender{with(mfn(1000), func(c *Contender) { c.Away = true })}, winner: -1, second: -1},
		"the marketplace wins ties":       {sellers: []Contender{fba(1000), with(fba(1000), func(c *Contender) { c.Behaviour = Retailer })}, winner: 1, second: -1},
		"a fifth over the price outside":  {sellers: []Contender{mfn(1200)}, external: 1000, winner: 0, second: -1},
		"more suppresses the box":         {sellers: []Contender{mfn(1201), fba(1300)}, external: 1000, winner: -1, second: -1},
		"a second without Prime":          {sellers: []Contender{fba(1000), mfn(1200), mfn(1100)}, split: true, winner: 0, second: 2},
		"no second after a first without": {sellers: []Contender{mfn(1000), mfn(1100)}, split: true, winner: 0, second: -1},
	} {
		t.Run(name, func(t *testing.T) {
			k := bench(c.sellers...)
			k.External, k.Split = c.external, c.split
			if c.change != nil {
				c.change(k)
			}
			k.award()
			require.Equal(t, []int{c.winner, c.second}, []int{k.Winner, k.Second})
		})
	}
	wins := map[int]int{}
	for key := range uint64(200) {
		k := bench(fba(1000), fba(1000))
		k.Key = key
		k.award()
		wins[k.Winner]++
	}
	require.InDelta(t, 100, wins[0], 30, "ties fall either way")
}

func TestPointsCountInJapan(t *testing.T) {
	k := bench(seller(Fixed, 1500, 1500, 1500, 1), Contender{Behaviour: MatchLowest, Listing: 2000, Floor: 1, Ceiling: 9000, Points: true})
	k.Advance(noon + 3600)
	require.Equal(t, []int64{1500, 1500}, k.prices())
	require.EqualValues(t, 1515, k.Contenders[1].Listing)
	for landed := int64(1); landed < 3000; landed++ {
		c := Contender{Points: true, Floor: 1, Ceiling: 9000}
		c.ask(landed)
		require.Equal(t, landed, c.Landed())
	}
}

func TestMirrorsSettleInTwoRounds(t *testing.T) {
	for first := int64(1000); first <= 3000; first += 37 {
		k := bench(seller(Mirror, first, 1000, 3000, 1), seller(Mirror, 2000, 1000, 3000, 1))
		moves := map[int64]int{}
		k.Changed = func(int64, Change) { moves[k.Contenders[0].Listing<<32|k.Contenders[1].Listing]++ }
		k.Advance(noon + 30*day)
		require.LessOrEqual(t, len(moves), 2)
		require.Equal(t, min(first, 2000), k.Contenders[0].Landed())
		require.Equal(t, min(first, 2000), k.Contenders[1].Landed())
	}
}
func TestRandomWalksStayInTheirBounds(t *testing.T) {
	k := bench(seller(RandomWalk, 1500, 1400, 1600, 20))
	seen := map[int64]bool{}
	for at := int64(noon); at < noon+30*day; at += 3600 {
		k.Advance(at)
		landed := k.Contenders[0].Landed()
		seen[landed] = true
		require.True(t, landed >= 1400 && landed <= 1600, landed)
	}
	require.True(t, seen[1400] && seen[1600])
	require.Len(t, seen, 11)
}

// shares counts who had the box at the end of each hour of thirty days.
func shares(k *Market) []int {
	wins := make([]int, len(k.Contenders))
	for at := int64(noon); at < noon+30*day; at += 3600 {
		k.Advance(at)
		wins[k.Winner]++
	}
	return wins
}

func TestTiesTakeTurnsWhereTheMarketTurns(t *testing.T) {
	fixed := func(price int64) Contender { return seller(Fixed, price, price, price, 1) }
	require.Contains(t, [][]int{{720, 0}, {0, 720}}, shares(bench(fixed(1000), fixed(1000))))
	for name, c := range map[string]struct {
		noise, second int64
		least, most   int
	}{
		"equal":               {0, 1000, 300, 420},
		"a cent less":         {0, 999, 720, 720},
		"a cent within noise": {4, 999, 370, 560},
		"more than the noise": {4, 990, 720, 720},
	} {
		k := bench(fixed(1000), fixed(c.second))
		k.Turn, k.Noise = 1800, c.noise
		wins := shares(k)
		require.True(t, wins[1] >= c.least && wins[1] <= c.most, "%s: %v", name, wins)
	}
}

func TestNextTellsWhenSomethingHappens(t *testing.T) {
	k := bench(seller(Fixed, 1500, 1500, 1500, 1), Contender{Behaviour: MatchLowest, Listing: 2000, Floor: 1000, Ceiling: 2500, Delay: 900})
	require.EqualValues(t, noon+900, k.Next())
	k.Advance(k.Next())
	require.Equal(t, []int64{1500, 1500}, k.prices())
	require.Equal(t, Never, k.Next())
}
