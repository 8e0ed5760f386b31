package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

func TestBoxLogIsWrittenInTurns(t *testing.T) {
	start := time.Unix(36, 0)
	var l repricer.BoxLog
	for _, seen := range []struct {
		after time.Duration
		owner repricer.BoxOwner
		want  repricer.BoxLog
	}{
		{0, repricer.BoxUnknown, ""},
		{0, repricer.BoxOwn, "10O"},
		{time.Second, repricer.BoxOwn, "10O"},
		{36 * time.Second, repricer.BoxCompetitor, "10O10E"},
		{37 * time.Second, repricer.BoxNone, "10O10E"},
		{38 * time.Second, repricer.BoxTeam, "10O10E"},
		{39 * time.Second, repricer.BoxAmazon, "10O10E"},
		{72 * time.Second, repricer.BoxUnknown, "10O10E10U"},
		{72*time.Second + 300*time.Millisecond, repricer.BoxOwn, "10O10E10O"},
		{72*time.Second + 900*time.Millisecond, repricer.BoxNone, "10O10E"},
		{8 * 24 * time.Hour, repricer.BoxOwn, "20Eetb0O"},
	} {
		l = l.Seen(start.Add(seen.after), seen.owner)
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
	l := repricer.BoxLog("").Seen(at.Add(-3*day), repricer.BoxOwn)
	require.Equal(t, "100", share(l, day))
	l = l.Seen(at.Add(-18*time.Hour), repricer.BoxAmazon)
	require.Equal(t, "25", share(l, day))
	require.Equal(t, "75", share(l, 7*day), "of the three days that are known")
	l = l.Seen(at.Add(-6*time.Hour), repricer.BoxUnknown)
	require.Equal(t, "33.33", share(l, day), "6 of 18 hours")
	l = l.Seen(at.Add(-2*time.Hour), repricer.BoxOwn)
	require.Equal(t, "40", share(l, day), "8 of 20 hours")
	l = l.Seen(at, repricer.BoxCompetitor)
	require.Equal(t, "40", share(l, day), "what begins then is not part of it")
	require.Equal(t, "not known", share(repricer.BoxLog("").Seen(at, repricer.BoxOwn), day))
}

// TestBoxSharesAgainstSeconds compares a log with a list of all seconds of eight
// days.
func TestBoxSharesAgainstSeconds(t *testing.T) {
	owners := []repricer.BoxOwner{
		repricer.BoxOwn, repricer.BoxTeam, repricer.BoxCompetitor, repricer.BoxAmazon, repricer.BoxNone, repricer.BoxUnknown,
	}
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		var l repricer.BoxLog
		seconds := make([]repricer.BoxOwner, 0, 8*86_400)
		now := repricer.BoxUnknown
		for range rapid.IntRange(1, 150).Draw(t, "turns") {
			for range rapid.IntRange(0, 7000).Draw(t, "wait") {
				seconds = append(seconds, now)
			}
			now = rapid.SampledFrom(owners).Draw(t, "owner")
			l = l.Seen(start.Add(time.Duration(len(seconds))*time.Second), now)
		}
		until := start.Add(time.Duration(len(seconds)) * time.Second)
		for _, span := range []time.Duration{24 * time.Hour, 7 * 24 * time.Hour} {
			own, known := 0, 0
			for _, owner := range seconds[max(0, len(seconds)-int(span/time.Second)):] {
				if owner != repricer.BoxUnknown {
					known++
				}
				if owner == repricer.BoxOwn {
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
		owner := repricer.BoxOwn
		if i%2 == 1 {
			owner = repricer.BoxCompetitor
		}
		l = l.Seen(at.Add(time.Duration(i)*40*time.Second), owner)
	}
	require.Less(t, len(l), 700)
	require.Equal(t, repricer.Some(money.MustParsePercent("50")), l.Share(at.Add(10_000*40*time.Second), time.Hour))
}
