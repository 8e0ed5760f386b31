package simulator

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
)

const noon = 1_793_534_400 // 2026-11-01 12:00 UTC

func still() *Clock { return NewClock(time.Unix(noon, 0).UTC(), 0) }

// bench is a market with exactly these sellers, who know no price outside.
func bench(sellers ...contender) *market {
	k := &market{m: New(Config{Clock: still()}), shop: shops[marketplace.US], key: 7, base: 2000, kept: true, opened: noon, at: noon}
	for i, c := range sellers {
		c.account, c.featured, c.feedback, c.positive = uint32(i), true, 1000, 99
		if c.delay == 0 {
			c.delay = int32(60 + 10*i)
		}
		k.contenders = append(k.contenders, c)
	}
	k.winner, k.second = -1, -1
	k.award()
	k.wake(k.at, -1)
	return k
}

func seller(b behaviour, price, floor, ceiling, step int64) contender {
	return contender{behaviour: b, listing: price, floor: floor, ceiling: ceiling, step: step}
}

func (k *market) prices() []int64 {
	var all []int64
	for i := range k.contenders {
		all = append(all, k.contenders[i].landed())
	}
	return all
}

func TestBehaviours(t *testing.T) {
	fixed := func(price int64) contender { return seller(behaveFixed, price, price, price, 1) }
	for name, c := range map[string]struct {
		sellers []contender
		want    []int64 // after an hour
	}{
		"fixed stays":                      {[]contender{fixed(1500), fixed(2000)}, []int64{1500, 2000}},
		"undercut is a step below":         {[]contender{fixed(1500), seller(behaveUndercut, 2000, 1000, 2500, 5)}, []int64{1500, 1495}},
		"undercut follows up":              {[]contender{fixed(1500), seller(behaveUndercut, 1200, 1000, 2500, 5)}, []int64{1500, 1495}},
		"undercut stops at its floor":      {[]contender{fixed(1500), seller(behaveUndercut, 2000, 1700, 2500, 5)}, []int64{1500, 1700}},
		"undercut alone stays":             {[]contender{seller(behaveUndercut, 2000, 1700, 2500, 5)}, []int64{2000}},
		"match takes the lowest":           {[]contender{fixed(1500), seller(behaveMatchLowest, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"match stops at its ceiling":       {[]contender{fixed(1500), seller(behaveMatchLowest, 1200, 1000, 1400, 5)}, []int64{1500, 1400}},
		"box match takes the box":          {[]contender{fixed(1500), seller(behaveMatchBox, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"box match stays as winner":        {[]contender{fixed(1500), seller(behaveMatchBox, 1400, 1000, 2500, 5)}, []int64{1500, 1400}},
		"cooperative goes down":            {[]contender{fixed(1500), seller(behaveCooperative, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"cooperative goes up":              {[]contender{fixed(1500), seller(behaveCooperative, 1200, 1000, 2500, 5)}, []int64{1500, 1500}},
		"two cooperatives meet":            {[]contender{seller(behaveCooperative, 2000, 1000, 2500, 5), seller(behaveCooperative, 1200, 1000, 2500, 5)}, []int64{1200, 1200}},
		"two bounds jump at the floor":     {[]contender{fixed(1500), seller(behaveTwoBound, 2000, 1500, 2500, 5)}, []int64{1500, 2500}},
		"two bounds undercut above it":     {[]contender{fixed(1500), seller(behaveTwoBound, 2000, 1400, 2500, 5)}, []int64{1500, 1495}},
		"mirror comes down to the box":     {[]contender{fixed(1500), seller(behaveMirror, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"mirror keeps a price that wins":   {[]contender{fixed(1500), seller(behaveMirror, 1400, 1000, 2500, 5)}, []int64{1500, 1400}},
		"mirror below the box stays":       {[]contender{{behaviour: behaveFixed, listing: 1500, fba: true, prime: true}, seller(behaveMirror, 1480, 1000, 2500, 5)}, []int64{1500, 1480}},
		"the marketplace itself matches":   {[]contender{fixed(1500), seller(behaveRetailer, 2000, 1000, 2500, 5)}, []int64{1500, 1500}},
		"two undercutters go to the floor": {[]contender{seller(behaveUndercut, 2000, 1900, 2500, 100), seller(behaveUndercut, 2000, 1700, 2500, 100)}, []int64{1900, 1800}},
		"shipping counts": {
			[]contender{{behaviour: behaveFixed, listing: 1000, shipping: 500}, {behaviour: behaveMatchLowest, listing: 2000, shipping: 300, floor: 900, ceiling: 2500}},
			[]int64{1500, 1500},
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := bench(c.sellers...)
			k.advance(noon + 3600)
			require.Equal(t, c.want, k.prices())
		})
	}
}

func TestClimberRaisesUntilItLosesAndStepsBack(t *testing.T) {
	k := bench(seller(behaveFixed, 1500, 1500, 1500, 1), seller(behaveClimber, 1400, 1000, 2500, 30))
	highest := int64(0)
	k.changed = func(int64, changeType) { highest = max(highest, k.contenders[1].landed()) }
	k.advance(noon + 6*3600)
	require.EqualValues(t, 1520, highest)
	require.EqualValues(t, 1490, k.contenders[1].landed())
	require.Equal(t, 1, k.winner)
}

func TestReactionsTakeTheSellersTime(t *testing.T) {
	slow := seller(behaveMatchLowest, 2000, 1000, 2500, 1)
	slow.delay = 900
	k := bench(seller(behaveFixed, 1500, 1500, 1500, 1), slow)
	k.advance(noon + 899)
	require.EqualValues(t, 2000, k.contenders[1].landed())
	k.advance(noon + 900)
	require.EqualValues(t, 1500, k.contenders[1].landed())
}

func TestStockersLeaveAndReturn(t *testing.T) {
	k := bench(seller(behaveStocker, 1500, 1500, 1500, 1))
	k.plan(0, noon)
	states := map[bool]int{}
	for at := int64(noon); at < noon+10*day; at += 3600 {
		k.advance(at)
		states[k.contenders[0].away]++
		require.Equal(t, k.contenders[0].away, k.winner < 0)
	}
	require.InDelta(t, 0.35, float64(states[true])/240, 0.15)
}

func TestGlitchesLastAMinute(t *testing.T) {
	k := bench(seller(behaveGlitch, 1500, 1500, 1500, 1))
	k.plan(0, noon)
	seen, seconds := map[int64]bool{}, 0
	for at := int64(noon); at < noon+5*day; at++ {
		k.advance(at)
		if p := k.contenders[0].price(); p != 1500 {
			seen[p] = true
			seconds++
			require.Equal(t, p > 0, k.winner == 0, "an offer for nothing does not win")
		}
	}
	require.Equal(t, map[int64]bool{0: true, 1: true, 15000: true}, seen)
	require.InDelta(t, 30*glitchTime, seconds, 2*glitchTime)
}

func TestBuyBox(t *testing.T) {
	mfn := func(price int64) contender { return seller(behaveFixed, price, price, price, 1) }
	fba := func(price int64) contender {
		c := mfn(price)
		c.fba, c.prime = true, true
		return c
	}
	with := func(c contender, change func(*contender)) contender {
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		sellers        []contender
		external       int64
		split          bool
		change         func(k *market)
		winner, second int
	}{
		"the lowest landed price":         {sellers: []contender{mfn(1500), mfn(1400)}, winner: 1, second: -1},
		"shipping counts":                 {sellers: []contender{mfn(1500), with(mfn(1400), func(c *contender) { c.shipping = 101 })}, winner: 0, second: -1},
		"FBA may cost three percent more": {sellers: []contender{mfn(1000), fba(1030)}, winner: 1, second: -1},
		"but not four":                    {sellers: []contender{mfn(1000), fba(1040)}, winner: 0, second: -1},
		"little feedback costs a percent": {sellers: []contender{mfn(1000), mfn(1005)}, change: func(k *market) { k.contenders[0].feedback = 50 }, winner: 1, second: -1},
		"unknown sellers never":           {sellers: []contender{mfn(1000), mfn(2000)}, change: func(k *market) { k.contenders[0].featured = false }, winner: 1, second: -1},
		"used goods never":                {sellers: []contender{with(mfn(1000), func(c *contender) { c.sub = 2 })}, winner: -1, second: -1},
		"nobody away":                     {sellers: []contender{with(mfn(1000), func(c *contender) { c.away = true })}, winner: -1, second: -1},
		"the marketplace wins ties":       {sellers: []contender{fba(1000), with(fba(1000), func(c *contender) { c.behaviour = behaveRetailer })}, winner: 1, second: -1},
		"a fifth over the price outside":  {sellers: []contender{mfn(1200)}, external: 1000, winner: 0, second: -1},
		"more suppresses the box":         {sellers: []contender{mfn(1201), fba(1300)}, external: 1000, winner: -1, second: -1},
		"a second without Prime":          {sellers: []contender{fba(1000), mfn(1200), mfn(1100)}, split: true, winner: 0, second: 2},
		"no second after one without":     {sellers: []contender{mfn(1000), mfn(1100)}, split: true, winner: 0, second: -1},
	} {
		t.Run(name, func(t *testing.T) {
			k := bench(c.sellers...)
			k.external, k.split = c.external, c.split
			if c.change != nil {
				c.change(k)
			}
			k.award()
			require.Equal(t, []int{c.winner, c.second}, []int{k.winner, k.second})
		})
	}
	wins := map[int]int{}
	for key := range uint64(200) {
		k := bench(fba(1000), fba(1000))
		k.key = key
		k.award()
		wins[k.winner]++
	}
	require.InDelta(t, 100, wins[0], 30, "ties fall either way")
}

func TestPointsCountInJapan(t *testing.T) {
	k := bench(seller(behaveFixed, 1500, 1500, 1500, 1), contender{behaviour: behaveMatchLowest, listing: 2000, floor: 1, ceiling: 9000, points: true})
	k.shop = shops["A1VC38T7YXB528"]
	k.advance(noon + 3600)
	require.Equal(t, []int64{1500, 1500}, k.prices())
	require.EqualValues(t, 1515, k.contenders[1].listing)
	for landed := int64(1); landed < 3000; landed++ {
		c := contender{points: true, floor: 1, ceiling: 9000}
		c.ask(landed)
		require.Equal(t, landed, c.landed())
	}
}

// state is all that a market has come to.
func (k *market) state() string { return fmt.Sprintf("%+v", *k.board()) }

func TestWhoLooksAndHowOftenDoesNotMatter(t *testing.T) {
	a, b := New(Config{Seed: 3, Clock: still()}), New(Config{Seed: 3, Clock: still()})
	for i := range 60 {
		p := a.productAt(i)
		for _, id := range []marketplace.ID{marketplace.US, "A1PA6795UKMFR9", "A1VC38T7YXB528"} {
			once := a.newMarket(p, shops[id], noon+2*day)
			once.bring(noon + 2*day)
			often := b.newMarket(p, shops[id], noon)
			for at := int64(noon); at <= noon+2*day; at += 977 {
				often.bring(at)
			}
			often.bring(noon + 2*day)
			require.Equal(t, once.state(), often.state())
		}
	}
}

func TestBoundsHoldForThirtyDays(t *testing.T) {
	m := New(Config{Seed: 5, Clock: still()})
	changes, suppressed, looks := 0, 0, 0
	for i := range 50 {
		p, s := m.productAt(i*7), shops[marketplace.US]
		k := m.newMarket(p, s, noon)
		k.kept = true
		k.changed = func(int64, changeType) { changes++ }
		for at := int64(noon); at <= noon+30*day; at += 3600 {
			k.bring(at)
			looks++
			if k.winner < 0 {
				suppressed++
			}
			for j := range k.contenders[:len(k.contenders)-len(k.mine)] {
				c := &k.contenders[j]
				if c.listing < 1 || (c.glitch == 0 && c.sub == 0 && (c.landed() < c.floor || c.landed() > c.ceiling)) {
					t.Fatalf("%s: %+v", p.ASIN, c)
				}
			}
			if p.isHead() != (k.rank() == 0) {
				t.Fatal(p.ASIN, k.rank())
			}
		}
	}
	require.Greater(t, changes, 5_000)
	require.InDelta(t, 0.05, float64(suppressed)/float64(looks), 0.05, "without a winner")
}

func TestMirrorsSettleInTwoRounds(t *testing.T) {
	for first := int64(1000); first <= 3000; first += 37 {
		k := bench(seller(behaveMirror, first, 1000, 3000, 1), seller(behaveMirror, 2000, 1000, 3000, 1))
		moves := map[int64]int{}
		k.changed = func(int64, changeType) { moves[k.contenders[0].listing<<32|k.contenders[1].listing]++ }
		k.advance(noon + 30*day)
		require.LessOrEqual(t, len(moves), 2)
		require.Equal(t, min(first, 2000), k.contenders[0].landed())
		require.Equal(t, min(first, 2000), k.contenders[1].landed())
	}
}

func TestRankMovesWithThePriceInTheBox(t *testing.T) {
	at := func(price, external int64) int {
		k := bench(seller(behaveFixed, price, price, price, 1))
		k.product, k.external = k.m.productAt(12), external
		k.award()
		return k.rank()
	}
	require.Less(t, at(1500, 0), at(2000, 0))
	require.Less(t, at(2000, 0), at(2600, 0))
	require.Equal(t, at(1200, 0), at(100, 0), "there is a limit")
	require.Less(t, at(2000, 0), at(2000, 1000), "nobody in the box")
}
