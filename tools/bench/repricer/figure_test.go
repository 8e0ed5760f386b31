package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPercentile(t *testing.T) {
	var all []time.Duration
	for n := 200; n > 0; n-- {
		all = append(all, time.Duration(n)*time.Millisecond)
	}
	require.Equal(t, 100*time.Millisecond, percentile(all, 50))
	require.Equal(t, 190*time.Millisecond, percentile(all, 95))
	require.Equal(t, 198*time.Millisecond, percentile(all, 99))
	require.Equal(t, 7*time.Second, percentile([]time.Duration{7 * time.Second}, 99))
	require.Zero(t, percentile(nil, 50))
}

func TestGoals(t *testing.T) {
	require.Equal(t, "yes", atLeast(3000).reached(3000))
	require.Equal(t, "no", atLeast(3000).reached(2999))
	require.Equal(t, "yes", atMost(0).reached(0))
	require.Equal(t, "no", atMost(10).reached(10.1))
	require.Equal(t, "<= 1.20", atMost(1.2).String())
	var none *goal
	require.Equal(t, "-", none.reached(7))
	require.Equal(t, "-", none.String())
}

// Each repeated or late event is about the row of an earlier event.
func TestWhatEventsAreAbout(t *testing.T) {
	w := &world{teams: []team{{id: 1, seller: "A", first: 1, rows: 50}, {id: 2, seller: "B", first: 51, rows: 5}}}
	s := &stream{w: w, begin: time.Unix(1_800_000_000, 0)}
	twins, lates := 0, 0
	for n := range 1000 {
		team, row, twin, late := s.what(n)
		require.True(t, row >= team.first && row < team.first+team.rows)
		switch {
		case twin:
			twins++
			require.Equal(t, string(s.body(n-10)), string(s.body(n)))
		case late:
			lates++
			_, before, _, _ := s.what(n - 10)
			require.Equal(t, before, row)
		}
	}
	require.Equal(t, 50, twins)
	require.Equal(t, 50, lates)
}
