package series_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/series"
)

// of makes a series of cents: pairs of a minute and cents, -1 for a gap.
func of(pairs ...int64) series.Series {
	s := series.Series{Step: 100}
	for i := 0; i < len(pairs); i += 2 {
		v := int64(series.None)
		if pairs[i+1] >= 0 {
			v = pairs[i+1] * 100
		}
		s.Points = append(s.Points, series.Point{At: series.Minute(pairs[i]), Value: v})
	}
	return s
}

func amount(s string) optional.Maybe[int64] { return optional.Some(money.MustParse(s).Units()) }

func percent(s string) optional.Maybe[money.Percent] { return optional.Some(money.MustParsePercent(s)) }

func TestMinutes(t *testing.T) {
	for text, want := range map[string]series.Minute{
		"1970-01-01T00:00:00Z": 0, "1970-01-01T00:00:59Z": 0, "1969-12-31T23:59:59Z": -1, "1969-12-31T23:59:00Z": -1,
		"2011-01-01T00:00:00Z": 21_564_000, "2026-05-10T06:16:30+02:00": 29_639_776,
	} {
		at, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		require.Equal(t, want, series.MinuteOf(at), text)
		require.Equal(t, at.UTC().Truncate(time.Minute), want.Time(), text)
	}
}

func TestOrderedKeepsTheLastOfAMinute(t *testing.T) {
	require.Equal(t, of(1, 7, 3, 5, 4, 9).Points, series.Ordered(of(3, 1, 4, 9, 1, 7, 3, 2, 3, 5).Points))
	require.Equal(t, of(1, 7, 3, 5).Points, series.Ordered(of(1, 2, 1, 7, 3, 5).Points))
	require.Empty(t, series.Ordered(nil))
}

func TestValuesInForce(t *testing.T) {
	s := of(10, 5, 20, -1, 30, 7)
	for at, want := range map[series.Minute]int64{10: 500, 19: 500, 20: -1, 29: -1, 30: 700, 1000: 700} {
		p, ok := s.At(at)
		require.True(t, ok, at)
		require.Equal(t, want, p.Value, at)
	}
	_, ok := s.At(9)
	require.False(t, ok)
	require.Equal(t, of(15, 5, 20, -1).Points, s.Window(15, 29).Points)
	require.Equal(t, of(10, 5, 20, -1, 30, 7).Points, s.Window(0, 30).Points)
	require.Equal(t, of(20, -1, 30, 7).Points, s.Window(20, 30).Points)
	require.Equal(t, of(40, 7).Points, s.Window(40, 90).Points)
	require.Empty(t, s.Window(0, 9).Points)
	require.Equal(t, of(10, 5, 20, -1, 30, 7).Points, s.Points, "a window shares nothing with its series")
}

func TestDays(t *testing.T) {
	const day = int64(series.Day)
	s := of(day+5, 1, day+50, 2, 3*day, -1, 4*day+1, 3, 5*day+10, 4)
	require.Equal(t, of(day, 2, 2*day, 2, 3*day, -1, 4*day, 3, 5*day, 3).Points, s.Daily(7, series.Minute(5*day+9)).Points)
	require.Empty(t, s.Daily(0, 1000).Points)
}

func TestMetric(t *testing.T) {
	const day = int64(series.Day)
	// 400 days: 10.00, then in the last 45 days 20.00 for 15, a gap for 15 and 15.01 for 15.
	s := of(0, 1000, 355*day, 2000, 370*day, -1, 385*day, 1501)
	m := s.MetricAt(series.Minute(400 * day))
	require.Equal(t, amount("15.01"), m.Current)
	require.Equal(t, [4]optional.Maybe[int64]{amount("15.01"), amount("13"), amount("11.36"), amount("10.64")}, m.Mean)
	require.Equal(t, [4]optional.Maybe[money.Percent]{percent("50"), percent("16.67"), percent("8.33"), percent("4.11")}, m.Out)
	require.Equal(t, optional.Some(series.Point{At: 0, Value: 100_000}), m.Min)
	require.Equal(t, optional.Some(series.Point{At: series.Minute(355 * day), Value: 200_000}), m.Max)
	require.False(t, m.Lowest90)
	require.True(t, of(0, 1000, 100*day, 900).MetricAt(series.Minute(101*day)).Lowest90)
	require.True(t, of(0, 1000).MetricAt(5).Lowest90, "nothing was lower")
	require.False(t, s.MetricAt(series.Minute(360*day)).Lowest90)

	out := s.MetricAt(series.Minute(375 * day))
	require.False(t, out.Current.Known())
	require.False(t, out.Lowest90)
	require.Equal(t, series.Metric{}, s.MetricAt(-1), "nothing is known before the first change")
	require.Equal(t, series.Metric{}, series.Series{Step: 100}.MetricAt(5))
}

func TestMeanOfLargeValuesIsExact(t *testing.T) {
	// 2,147,483,647 yen for ten years and 2,147,483,646 for as long and a minute.
	const years = 10 * 365 * int64(series.Day)
	s := series.Series{Step: series.Scale, Points: []series.Point{
		{At: 0, Value: 2_147_483_647 * series.Scale}, {At: series.Minute(years), Value: 2_147_483_646 * series.Scale},
	}}
	require.Equal(t, amount("2147483646"), s.Mean(0, series.Minute(2*years+1)))
	require.Equal(t, amount("2147483647"), s.Mean(0, series.Minute(2*years)))
}

func TestDeviation(t *testing.T) {
	// 10 and 20 for as long: mean 15, standard deviation 5.
	require.Equal(t, percent("33.33"), of(0, 1000, 10, 2000).Deviation(0, 20))
	require.Equal(t, percent("0"), of(0, 1000, 10, -1).Deviation(0, 20))
	// 1 for 1 minute and 0 for 3: mean 1/4, variance 3/16.
	require.Equal(t, percent("173.21"), of(0, 100, 1, 0).Deviation(0, 4))
	require.False(t, of(0, 0).Deviation(0, 4).Known())
	require.False(t, of(0, -1).Deviation(0, 4).Known())
	require.False(t, of().Deviation(0, 4).Known())
}

func TestSharesOfTheBox(t *testing.T) {
	holders := []series.Holder{
		{At: 0, Seller: "A", Known: true}, {At: 40, Seller: "B", Known: true}, {At: 60, Known: true}, {At: 70}, {At: 90, Seller: "A", Known: true},
	}
	price := of(0, 1000, 20, 1100, 45, -1, 50, 1201)
	require.Equal(t, []series.BoxShare{
		{Seller: "A", Won: money.MustParsePercent("57.14"), Mean: amount("11"), LastSeen: 100},
		{Seller: "B", Won: money.MustParsePercent("28.57"), Mean: amount("11.67"), LastSeen: 60},
	}, series.Shares(holders, price, 10, 100))
	require.Empty(t, series.Shares(holders[3:4], price, 0, 80))
	require.Empty(t, series.Shares(nil, price, 0, 80))
	require.Equal(t, []series.BoxShare{{Seller: "A", Won: money.MustParsePercent("100"), LastSeen: 5}}, series.Shares(holders, of(), 0, 5))
}

// drawn draws a series of up to 200 changes within 2,000 minutes, whole numbers up to 50.
func drawn(t *rapid.T) series.Series {
	s := series.Series{Step: series.Scale}
	at := series.Minute(rapid.IntRange(0, 100).Draw(t, "first"))
	for range rapid.IntRange(0, 200).Draw(t, "changes") {
		s.Points = append(s.Points, series.Point{At: at, Value: max(series.None, rapid.Int64Range(-10, 50).Draw(t, "value")*series.Scale)})
		at += series.Minute(rapid.IntRange(1, 20).Draw(t, "later"))
	}
	return s
}

// pixel models a column of a chart: the line that enters it, the lowest and highest value, the gap,
// and the line that leaves it.
type pixel struct {
	enters, leaves, low, high int64
	gap                       bool
}

func pixels(s series.Series, from, to series.Minute, n int) []pixel {
	columns := make([]pixel, n)
	for i := range columns {
		columns[i] = pixel{series.None, series.None, series.None, series.None, false}
	}
	add := func(i int, v int64) {
		c := &columns[i]
		if c.leaves = v; v < 0 {
			c.gap = true
			return
		}
		if c.low < 0 || v < c.low {
			c.low = v
		}
		c.high = max(c.high, v)
	}
	next, last := 0, int64(series.None)
	for i := range columns {
		columns[i].enters = last
		if last >= 0 {
			add(i, last)
		}
		for ; next < len(s.Points) && min(int64(n-1), int64(s.Points[next].At-from)*int64(n)/int64(to-from)) == int64(i); next++ {
			last = s.Points[next].Value
			add(i, last)
		}
		columns[i].leaves = last
	}
	return columns
}

func TestThinning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		from := series.Minute(rapid.IntRange(0, 500).Draw(t, "from"))
		to := from + series.Minute(rapid.IntRange(1, 3000).Draw(t, "minutes"))
		n := rapid.IntRange(5, 120).Draw(t, "n")
		all := s.Window(from, to)
		thin, fewer := s.Thin(from, to, n)
		if len(thin.Points) > n {
			t.Fatalf("%d points, more than %d", len(thin.Points), n)
		}
		if fewer != (len(all.Points) > n) || !fewer && len(all.Points) != len(thin.Points) {
			t.Fatalf("%d of %d points, thinned: %t", len(thin.Points), len(all.Points), fewer)
		}
		next := 0
		for _, p := range thin.Points {
			for all.Points[next] != p { // out of range unless it is one of all, in order
				next++
			}
			next++
		}
		if want, got := pixels(all, from, to, n/5), pixels(thin, from, to, n/5); !equal(want, got) {
			t.Fatalf("the chart is\n%v, not\n%v", got, want)
		}
	})
}

func equal(a, b []pixel) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// Every value counts until the next. A walk over all minutes finds the same sums.
func TestWindowsAgreeWithAWalkOverMinutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		from := series.Minute(rapid.IntRange(0, 500).Draw(t, "from"))
		to := from + series.Minute(rapid.IntRange(1, 900).Draw(t, "minutes"))
		sum, known, gap := int64(0), int64(0), int64(0)
		for m := from; m < to; m++ {
			p, ok := s.At(m)
			switch {
			case ok && p.Gap():
				gap++
			case ok:
				known++
				sum += p.Value / series.Scale
			}
		}
		mean, ok := s.Mean(from, to).Get()
		if ok != (known > 0) || ok && mean != (2*sum+known)/(2*known)*series.Scale {
			t.Fatalf("mean %d of sum %d over %d", mean, sum, known)
		}
		out, ok := s.Out(from, to).Get()
		if ok != (known+gap > 0) || ok && out.Units() != (2*gap*10_000+known+gap)/(2*(known+gap))*100 {
			t.Fatalf("out %s of %d over %d", out, gap, known+gap)
		}
	})
}
