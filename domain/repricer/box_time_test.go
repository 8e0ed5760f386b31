package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/repricer"
)

func TestBoxTimeOfDays(t *testing.T) {
	monday := date.MustParse("2026-11-02")
	now := monday.Add(2).Start().Add(6 * time.Hour)
	// Three rows are known before; one of them has the box. Another gets it on
	// Tuesday at 18:00, and the first loses it on Wednesday at 03:00.
	before := repricer.BoxMoves{Known: 3, Own: 1, Won: 7}
	moves := map[date.Date]repricer.BoxMoves{
		monday.Add(1): {Own: 1, OwnRest: 6 * 3600, Won: 1},
		monday.Add(2): {Own: -1, OwnRest: -21 * 3600, Lost: 1},
	}
	require.Equal(t, []repricer.BoxTime{
		{Own: 24 * 3600, Known: 72 * 3600},
		{Own: 30 * 3600, Known: 72 * 3600, Won: 1},
		{Own: 9 * 3600, Known: 18 * 3600, Lost: 1},
		{},
	}, repricer.BoxTimes(before, moves, monday, monday.Add(3), now))
	// What an event tells of tomorrow is no time yet.
	early := map[date.Date]repricer.BoxMoves{monday: {Own: 1, OwnRest: 3600, Known: 1, KnownRest: 3600, Won: 1}}
	require.Equal(t, []repricer.BoxTime{{Won: 1}}, repricer.BoxTimes(repricer.BoxMoves{}, early, monday, monday, monday.Start().Add(time.Hour)))
}

func TestBoxShare(t *testing.T) {
	for _, c := range []struct {
		own, known int64
		want       string
	}{
		{0, 10, "0"}, {10, 10, "100"}, {1, 3, "33.3333"}, {2, 3, "66.6667"}, {30_000_000_000_000, 60_000_000_000_000, "50"},
	} {
		share, ok := repricer.BoxTime{Own: c.own, Known: c.known}.Share().Get()
		require.True(t, ok)
		require.Equal(t, pct(c.want), share, c.want)
	}
	require.False(t, repricer.BoxTime{}.Share().Known())
}

// TestBoxTimeIsWhatWatchingWouldGive follows rows second by second.
func TestBoxTimeIsWhatWatchingWouldGive(t *testing.T) {
	first := date.MustParse("2026-11-02")
	rapid.Check(t, func(rt *rapid.T) {
		moves := map[date.Date]repricer.BoxMoves{}
		var want repricer.BoxTime
		now := rapid.Int64Range(0, 3*86_400).Draw(rt, "now")
		for range rapid.IntRange(0, 4).Draw(rt, "rows") {
			at, owns, known := int64(0), false, false
			for at < now {
				next := min(at+rapid.Int64Range(1, 90_000).Draw(rt, "for"), now)
				want.Known, want.Own = want.Known+step(known)*(next-at), want.Own+step(owns)*(next-at)
				if at = next; at == now {
					break
				}
				nowKnown := rapid.Bool().Draw(rt, "known")
				nowOwns := nowKnown && rapid.Bool().Draw(rt, "owns")
				rest := 86_400 - at%86_400
				m := moves[first.Add(int(at/86_400))]
				own, knows := step(nowOwns)-step(owns), step(nowKnown)-step(known)
				m.Own, m.OwnRest, m.Known, m.KnownRest = m.Own+own, m.OwnRest+own*rest, m.Known+knows, m.KnownRest+knows*rest
				moves[first.Add(int(at/86_400))] = m
				owns, known = nowOwns, nowKnown
			}
		}
		var got repricer.BoxTime
		for _, b := range repricer.BoxTimes(repricer.BoxMoves{}, moves, first, first.Add(4), first.Start().Add(time.Duration(now)*time.Second)) {
			got = got.Add(b)
		}
		require.Equal(rt, want, got)
	})
}

func step(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
