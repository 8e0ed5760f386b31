package world

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTradingTimeIsLifesUntilThePaceBegins(t *testing.T) {
	began := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	p := Pace{Began: began.Unix(), Speed: 60}
	for life, trading := range map[time.Duration]time.Duration{
		-720 * time.Hour: -720 * time.Hour, -1: -time.Second, 0: 0, time.Second: time.Minute, 90 * time.Second: 90 * time.Minute,
		16 * time.Millisecond: 0, 17 * time.Millisecond: time.Second, 24 * time.Hour: 60 * 24 * time.Hour,
	} {
		require.Equal(t, began.Add(trading).Unix(), p.Trading(began.Add(life)), life)
	}
	require.Equal(t, began.Add(time.Second/60+1), p.Life(began.Unix()+1), "rounded up to the nanosecond")
	for _, still := range []Pace{{}, {Speed: 1}, {Began: began.Unix()}} {
		require.Equal(t, began.Unix()+7, still.Trading(began.Add(7*time.Second+999*time.Millisecond)))
		require.Equal(t, began.Add(7*time.Second), still.Life(began.Unix()+7))
	}
}

// TestPaceGoesThereAndBack converts both ways. An event at a second of trading has a moment at
// which the markets have reached it, and no moment is before the events of its markets.
func TestPaceGoesThereAndBack(t *testing.T) {
	d := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		p := Pace{Began: d.Int64N(1 << 31), Speed: d.Int64N(1_000)}
		life := time.Unix(p.Began+d.Int64N(1<<22)-(1<<21), d.Int64N(1e9))
		trading := p.Trading(life)
		require.False(t, p.Life(trading).After(life), "%v %v", p, life)
		require.True(t, p.Life(trading+1).After(life), "%v %v", p, life)
		require.Equal(t, trading, p.Trading(p.Life(trading)), "%v %v", p, life)
		require.Equal(t, life.Unix(), p.Life(p.Trading(time.Unix(life.Unix(), 0))).Unix(), "to the second")
		require.LessOrEqual(t, trading, p.Trading(life.Add(time.Duration(d.Int64N(1e10)))), "time does not go back")
	}
}
