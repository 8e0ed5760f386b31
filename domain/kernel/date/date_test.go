package date_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
)

func TestParse(t *testing.T) {
	for _, good := range []string{"0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"} {
		d, err := date.Parse(good)
		require.NoError(t, err)
		require.Equal(t, good, d.String())
	}
	for _, bad := range []string{"", "2026-02-29", "2026-13-01", "0000-01-01", "26-01-01", "2026-1-1", "2026-01-01T00:00:00Z", " 2026-01-01", "10000-01-01"} {
		_, err := date.Parse(bad)
		require.Error(t, err, bad)
	}
}

func TestDaysCountFrom1970(t *testing.T) {
	require.Equal(t, int64(0), date.MustParse("1970-01-01").Days())
	require.Equal(t, int64(-1), date.MustParse("1969-12-31").Days())
	require.Equal(t, int64(20454), date.MustParse("2026-01-01").Days())
	require.Equal(t, date.Date{}, date.FromDays(0))
}

func TestTheDayIsThatOfTheZone(t *testing.T) {
	late := time.Date(2026, 3, 1, 23, 30, 0, 0, time.FixedZone("", -3600))
	require.Equal(t, "2026-03-01", date.Of(late).String())
	require.Equal(t, "2026-03-02", date.Of(late.UTC()).String())
	require.Equal(t, "1969-12-31", date.Of(time.Date(1969, 12, 31, 23, 59, 0, 0, time.UTC)).String())
}

func TestOrderAndDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := date.FromDays(rapid.Int64Range(-700_000, 2_900_000).Draw(t, "day"))
		n := rapid.IntRange(0, 1000).Draw(t, "later")
		later := d.Add(n)
		require.Equal(t, d, later.Add(-n))
		require.Equal(t, d, date.Of(d.Start()))
		require.Equal(t, d, date.MustParse(d.String()))
		require.Equal(t, n > 0, later.After(d))
		require.Equal(t, n > 0, d.Before(later))
		require.Equal(t, min(n, 1), later.Cmp(d))
		require.Equal(t, -min(n, 1), d.Cmp(later))
	})
}

func TestMustParsePanicsOnAFault(t *testing.T) {
	require.Equal(t, "2026-02-28", date.MustParse("2026-02-28").String())
	require.Panics(t, func() { date.MustParse("2026-02-30") })
}
