package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

func TestBoxLogIsWrittenInTurns(t *testing.T) {
	start := time.Unix(36, 0)
	var l repricer.BoxLog
	for _, seen := range []struct {
		after time.Duration
		owner decision.BoxOwner
		want  repricer.BoxLog
	}{
		{0, decision.BoxUnknown, ""},
		{0, decision.BoxOwn, "10O"},
		{time.Second, decision.BoxOwn, "10O"},
		{36 * time.Second, decision.BoxCompetitor, "10O10E"},
		{37 * time.Second, decision.BoxNone, "10O10E"},
		{38 * time.Second, decision.BoxTeam, "10O10E"},
		{39 * time.Second, decision.BoxAmazon, "10O10E"},
		{72 * time.Second, decision.BoxUnknown, "10O10E10U"},
		{72*time.Second + 300*time.Millisecond, decision.BoxOwn, "10O10E10O"},
		{72*time.Second + 900*time.Millisecond, decision.BoxNone, "10O10E"},
		{8 * 24 * time.Hour, decision.BoxOwn, "10O10Eetb0O"},
		{40 * 24 * time.Hour, decision.BoxAmazon, "etd0O1n9c0E"},
	} {
		l = l.Add(start.Add(seen.after), seen.owner)
		require.Equal(t, seen.want, l, "after %s", seen.after)
	}
}

func TestBoxShares(t *testing.T) {
	at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	share := func(l repricer.BoxLog, span time.Duration) string {
		p, ok := l.Share(at, span).Get()
		if !ok {
			return "not known"
		}
		return p.String()
	}
	const day = 24 * time.Hour
	require.Equal(t, "not known", share("", day))
	l := repricer.BoxLog("").Add(at.Add(-3*day), decision.BoxOwn)
	require.Equal(t, "100", share(l, day))
	l = l.Add(at.Add(-18*time.Hour), decision.BoxAmazon)
	require.Equal(t, "25", share(l, day))
	require.Equal(t, "75", share(l, 7*day), "of the three days that are known")
	l = l.Add(at.Add(-6*time.Hour), decision.BoxUnknown)
	require.Equal(t, "33.33", share(l, day), "6 of 18 hours")
	l = l.Add(at.Add(-2*time.Hour), decision.BoxOwn)
	require.Equal(t, "40", share(l, day), "8 of 20 hours")
	l = l.Add(at, decision.BoxCompetitor)
	require.Equal(t, "40", share(l, day), "what begins then is not part of it")
	require.Equal(t, "not known", share(repricer.BoxLog("").Add(at, decision.BoxOwn), day))
}

// TestBoxSharesAgainstSeconds compares a log with a list of all seconds of eight
// days.
func TestBoxSharesAgainstSeconds(t *testing.T) {
	owners := []decision.BoxOwner{
		decision.BoxOwn, decision.BoxTeam, decision.BoxCompetitor, decision.BoxAmazon, decision.BoxNone, decision.BoxUnknown,
	}
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		var l repricer.BoxLog
		seconds := make([]decision.BoxOwner, 0, 8*86_400)
		now := decision.BoxUnknown
		for range rapid.IntRange(1, 150).Draw(t, "turns") {
			for range rapid.IntRange(0, 7000).Draw(t, "wait") {
				seconds = append(seconds, now)
			}
			now = rapid.SampledFrom(owners).Draw(t, "owner")
			l = l.Add(start.Add(time.Duration(len(seconds))*time.Second), now)
		}
		until := start.Add(time.Duration(len(seconds)) * time.Second)
		for _, span := range []time.Duration{24 * time.Hour, 7 * 24 * time.Hour} {
			own, known := 0, 0
			for _, owner := range seconds[max(0, len(seconds)-int(span/time.Second)):] {
				if owner != decision.BoxUnknown {
					known++
				}
				if owner == decision.BoxOwn {
					own++
				}
			}
			got, ok := l.Share(until, span).Get()
			require.Equal(t, known > 0, ok)
			if ok {
				require.InDelta(t, float64(own)/float64(known)*100, float64(got.Units())/10_000, 0.005001)
			}
		}
	})
}

func TestBoxLogIsBounded(t *testing.T) {
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	var l repricer.BoxLog
	for i := range 10_000 {
		owner := decision.BoxOwn
		if i%2 == 1 {
			owner = decision.BoxCompetitor
		}
		l = l.Add(at.Add(time.Duration(i)*40*time.Second), owner)
	}
	require.Less(t, len(l), 700)
	require.Equal(t, optional.Some(money.MustParsePercent("50")), l.Share(at.Add(10_000*40*time.Second), time.Hour))
}

func TestBoxTimeOfDays(t *testing.T) {
	monday := date.MustParse("2026-11-02")
	now := monday.Add(2).Start().Add(6 * time.Hour)
	// Three rows are known before, and the first has the box. The second gets it on Tuesday at
	// 18:00, and the first loses it on Wednesday at 03:00.
	before := repricer.BoxChanges{Known: 3, Own: 1, Won: 7}
	moves := map[date.Date]repricer.BoxChanges{
		monday.Add(1): {Own: 1, OwnRest: 6 * 3600, Won: 1},
		monday.Add(2): {Own: -1, OwnRest: -21 * 3600, Lost: 1},
	}
	require.Equal(t, []repricer.BoxTime{
		{Own: 24 * 3600, Known: 72 * 3600},
		{Own: 30 * 3600, Known: 72 * 3600, Won: 1},
		{Own: 9 * 3600, Known: 18 * 3600, Lost: 1},
		{},
	}, repricer.BoxTimes(before, moves, monday, monday.Add(3), now))
	// Time after now does not count, although an event dates from tomorrow.
	early := map[date.Date]repricer.BoxChanges{monday: {Own: 1, OwnRest: 3600, Known: 1, KnownRest: 3600, Won: 1}}
	require.Equal(t, []repricer.BoxTime{{Won: 1}}, repricer.BoxTimes(repricer.BoxChanges{}, early, monday, monday, monday.Start().Add(time.Hour)))
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
		moves := map[date.Date]repricer.BoxChanges{}
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
		for _, b := range repricer.BoxTimes(repricer.BoxChanges{}, moves, first, first.Add(4), first.Start().Add(time.Duration(now)*time.Second)) {
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
