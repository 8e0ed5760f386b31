package market

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBadgesAreSteps(t *testing.T) {
	for units, want := range map[float64]int{
		0: 0, 49.9: 0, 50: 50, 99: 50, 100: 100, 399: 300, 999: 900, 1000: 1000, 2999: 2000, 9999: 9000, 10_000: 10_000, 37_000: 30_000, 1e6: 100_000,
	} {
		require.Equal(t, want, Badge(units), units)
	}
}

// The demand falls with the rank as published, products of one rank differ by the spread, and
// seasons are even over a year.
func TestDemandByRankProductAndSeason(t *testing.T) {
	m := open(settings{})
	sum, squares, n, families := 0.0, 0.0, 0.0, map[string][2]float64{}
	for i := range m.World.Products {
		p := m.Catalog.ProductAt(i)
		if p.IsHead() {
			require.Zero(t, p.Rank)
			continue
		}
		require.InEpsilon(t, math.Pow(0.1, steepness), Sells(p, 0, 10_000)/Sells(p, 0, 1000), 1e-9)
		if p.Siblings > 0 {
			f := families[p.Parent]
			require.True(t, f[1] == 0 || f[1] == float64(p.Rank), "one rank")
			families[p.Parent] = [2]float64{f[0] + share(p, 0), float64(p.Rank)}
			continue
		}
		log := math.Log(share(p, 0))
		sum, squares, n = sum+log, squares+log*log, n+1
		if n < 20 {
			year := 0.0
			for at := int64(0); at < 365; at++ {
				s := season(p, 0, at*Day)
				require.True(t, s > 0.6 && s < 1.4)
				year += s
			}
			require.InDelta(t, 1, year/365, 0.01)
		}
	}
	require.InDelta(t, 0, sum/n, 0.03)
	require.InDelta(t, spread, math.Sqrt(squares/n), 0.02)
	require.Greater(t, len(families), 50)
	for _, f := range families {
		require.InDelta(t, 1, f[0], 1e-9, "the members divide the family's sales")
	}
}
