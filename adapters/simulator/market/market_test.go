package market

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const noon = 1_793_534_400 // 2026-11-01 12:00 UTC

// bench makes a market with exactly these sellers, who know no price outside.
func bench(sellers ...competition.Contender) *market {
	k := &market{floor: open(settings{}).Floor, shop: world.Shops[marketplace.US], kept: true, opened: noon}
	k.Key, k.Base = 7, 2000
	for i, c := range sellers {
		c.Account, c.Featured, c.Feedback, c.Positive = uint32(i), true, 1000, 99
		c.Delay = int32(60 + 10*i)
		k.Contenders = append(k.Contenders, c)
	}
	k.Open(noon)
	return k
}

// state writes the whole state of a market.
func (k *market) state() string { return fmt.Sprintf("%+v", *k.board()) }

func TestWhoLooksAndHowOftenDoesNotMatter(t *testing.T) {
	a, b := open(settings{Seed: 3}), open(settings{Seed: 3})
	for i := range 60 {
		p := a.Catalog.ProductAt(i)
		for _, id := range []marketplace.ID{marketplace.US, "A1PA6795UKMFR9", "A1VC38T7YXB528"} {
			once := a.newMarket(p, world.Shops[id], noon+2*Day)
			once.bring(noon + 2*Day)
			often := b.newMarket(p, world.Shops[id], noon)
			for at := int64(noon); at <= noon+2*Day; at += 977 {
				often.bring(at)
			}
			often.bring(noon + 2*Day)
			require.Equal(t, once.state(), often.state())
		}
	}
}

func TestBoundsHoldForThirtyDays(t *testing.T) {
	m := open(settings{Seed: 5})
	changes, suppressed, looks := 0, 0, 0
	for i := range 50 {
		p, s := m.Catalog.ProductAt(i*7), world.Shops[marketplace.US]
		k := m.newMarket(p, s, noon)
		k.kept = true
		k.Changed = func(int64, competition.Change) { changes++ }
		for at := int64(noon); at <= noon+30*Day; at += 3600 {
			k.bring(at)
			looks++
			if k.Winner < 0 {
				suppressed++
			}
			for j := range k.Contenders[:len(k.Contenders)-len(k.mine)] {
				c := &k.Contenders[j]
				if c.Listing < 1 || (c.Behaviour != competition.Glitch && c.Sub == 0 && (c.Landed() < c.Floor || c.Landed() > c.Ceiling)) {
					t.Fatalf("%s: %+v", p.ASIN, c)
				}
			}
			if p.IsHead() != (k.rank() == 0) {
				t.Fatal(p.ASIN, k.rank())
			}
		}
	}
	require.Greater(t, changes, 5_000)
	require.InDelta(t, 0.05, float64(suppressed)/float64(looks), 0.05, "without a winner")
}

func TestRankMovesWithThePriceInTheBox(t *testing.T) {
	at := func(price, external int64) int {
		k := bench(competition.Contender{Listing: price, Floor: price, Ceiling: price, Behaviour: competition.Fixed})
		k.product, k.External = k.floor.catalog.ProductAt(12), external
		k.Settle()
		return k.rank()
	}
	require.Less(t, at(1500, 0), at(2000, 0))
	require.Less(t, at(2000, 0), at(2600, 0))
	require.Equal(t, at(1200, 0), at(100, 0), "there is a limit")
	require.Less(t, at(2000, 0), at(2000, 1000), "an empty box")
}
