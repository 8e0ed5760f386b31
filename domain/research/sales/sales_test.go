package sales_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/sales"
	"sellingassistant/domain/research/series"
)

var (
	hour  = time.Hour
	curve = optional.Some(sales.Curve{A: 1_260_000, Beta: 0.86, Band: 0.642})
	rank  = optional.Some(11_218.0)
)

func badge(value int64, age time.Duration) optional.Maybe[sales.Badge] {
	return optional.Some(sales.Badge{Value: value, Age: age})
}

func high(n int64) optional.Maybe[int64] { return optional.Some(n) }

func TestStepsOfBadges(t *testing.T) {
	for value, next := range map[int64]int64{
		0: 50, 20: 50, 50: 100, 60: 100, 100: 200, 250: 300, 900: 1000, 1000: 2000, 1999: 2000, 9000: 10_000, 10_000: 20_000, 90_000: 100_000,
	} {
		low, end := sales.Badge{Value: value}.Range()
		require.Equal(t, value, low)
		require.Equal(t, optional.Some(next), end, value)
	}
	for _, value := range []int64{100_000, 200_000} {
		_, end := sales.Badge{Value: value}.Range()
		require.False(t, end.Known())
	}
	top := sales.Estimate(sales.Question{Badge: badge(100_000, 0)})
	require.Equal(t, sales.Evidence{Method: sales.ByBadge, Label: sales.Measured, Point: 100_000, Low: 100_000}, top.Evidence)
}

func TestTheStrongestEvidenceAnswers(t *testing.T) {
	own := optional.Some(sales.OwnSales{Units: 84, Share: 0.42, Known: 20 * 24 * hour})
	q := sales.Question{Badge: badge(300, 168*hour), Own: own, Rank: rank, Curve: curve, Drops: optional.Some[int64](13)}
	byBadge := sales.Evidence{Method: sales.ByBadge, Label: sales.Measured, Point: 346, Low: 300, High: high(399)}
	byOwn := sales.Evidence{Method: sales.ByOwn, Label: sales.Own, Point: 200, Low: 172, High: high(231)}
	byCurve := sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: 414, Low: 218, High: high(788)}
	byDrops := sales.Evidence{Method: sales.ByDrops, Label: sales.Floor, Point: 13, Low: 13}
	require.Equal(t, sales.Answer{Evidence: byBadge, Others: []sales.Evidence{byOwn, byCurve, byDrops}, Conflicting: true}, sales.Estimate(q))

	q.Badge = badge(300, 168*hour+1)
	require.Equal(t, sales.Answer{Evidence: byOwn, Others: []sales.Evidence{byCurve, byDrops}}, sales.Estimate(q))
	q.Badge = badge(200, 0)
	require.False(t, sales.Estimate(q).Conflicting, "200 to 299 and 172 to 231")
	q.Badge, q.Own = optional.None[sales.Badge](), optional.Some(sales.OwnSales{Units: 84, Share: 0.42, Known: 20*24*hour - 1})
	require.Equal(t, sales.Answer{Evidence: byCurve, Others: []sales.Evidence{byDrops}}, sales.Estimate(q))
	q.Drops = optional.Some[int64](300)
	require.Equal(t, sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: 414, Low: 300, High: high(788)}, sales.Estimate(q).Evidence)
	q.Drops = optional.Some[int64](900)
	require.Equal(t, sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: 900, Low: 900, High: high(900)}, sales.Estimate(q).Evidence)
	q.Rank = optional.None[float64]()
	require.Equal(t, sales.ByDrops, sales.Estimate(q).Method)
	require.Equal(t, sales.Answer{Evidence: sales.Evidence{Method: sales.Unknown}}, sales.Estimate(sales.Question{Rank: rank}))
}

func TestOwnSalesOfNothing(t *testing.T) {
	got := sales.Estimate(sales.Question{Own: optional.Some(sales.OwnSales{Share: 0.2, Known: 30 * 24 * hour})})
	require.Equal(t, sales.Evidence{Method: sales.ByOwn, Label: sales.Own, Low: 0, High: high(12)}, got.Evidence, "2.303 / 0.2 is 11.5")
	none := sales.Estimate(sales.Question{Own: optional.Some(sales.OwnSales{Units: 5, Share: 0.199, Known: 30 * 24 * hour})})
	require.Equal(t, sales.Unknown, none.Method)
}

func TestABadgeThatIsGoneBoundsTheCurve(t *testing.T) {
	q := sales.Question{Badge: optional.Some(sales.Badge{Age: hour, Gone: true}), Rank: rank, Curve: curve, Drops: optional.Some[int64](13)}
	got := sales.Estimate(q)
	require.Equal(t, sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: 49, Low: 49, High: high(49)}, got.Evidence)
	require.Equal(t, []sales.Evidence{{Method: sales.ByDrops, Label: sales.Floor, Point: 13, Low: 13, High: high(49)}}, got.Others)
	for _, b := range []sales.Badge{{Age: hour}, {Age: 200 * hour, Gone: true}} {
		q.Badge = optional.Some(b)
		require.EqualValues(t, 414, sales.Estimate(q).Point, "never had one, or not seen of late")
	}
}

func TestLabelsOfCurves(t *testing.T) {
	c := sales.Curve{A: 1e6, Beta: 0.86, Band: 0.5, Points: 30, From: 100, To: 5000, Coverage: optional.Some(sales.Coverage{Inside: 8, Of: 10})}
	label := func(c sales.Curve, rank float64) sales.Label {
		return sales.Estimate(sales.Question{Rank: optional.Some(rank), Curve: optional.Some(c)}).Label
	}
	require.Equal(t, sales.Calibrated, label(c, 100))
	require.Equal(t, sales.Calibrated, label(c, 5000))
	require.Equal(t, sales.Extrapolated, label(c, 99))
	require.Equal(t, sales.Extrapolated, label(c, 5001))
	c.Points = 29
	require.Equal(t, sales.Uncalibrated, label(c, 100))
	c.Points, c.Coverage = 30, optional.None[sales.Coverage]()
	require.Equal(t, sales.Uncalibrated, label(c, 100))
	c.Points = 0
	require.Equal(t, sales.Uncalibrated, label(c, 20))
	require.Equal(t, sales.Extrapolated, label(c, 19.9))
}

func TestStartingCurves(t *testing.T) {
	beauty, ok := sales.Start(sales.Cell{Marketplace: marketplace.US, Root: 3_760_911}, 0, 0).Get()
	require.True(t, ok)
	require.Equal(t, sales.Curve{A: 3_120_000, Beta: 0.86, Band: 1.15}, beauty)
	require.Equal(t, 1_260_000.0, sales.Start(sales.Cell{Marketplace: marketplace.US, Root: 16_310_091}, 1, 1).Or(sales.Curve{}).A)
	require.Equal(t, 1_040_000.0, sales.Start(sales.Cell{Marketplace: "A1PA6795UKMFR9", Root: 84_230_031}, 1_000_000, 3_000_000).Or(sales.Curve{}).A)
	require.False(t, sales.Start(sales.Cell{Root: 1}, 0, 5).Known())
	require.False(t, sales.Start(sales.Cell{Root: 1}, 5, 0).Known())
}

func TestCurvesBendAtTheirKnot(t *testing.T) {
	c := sales.Curve{A: 1000, Beta: 0.5, Knot: optional.Some(sales.Knot{Rank: 100, Beta: 1})}
	for rank, want := range map[float64]float64{0: 1000, 1: 1000, 4: 500, 100: 100, 200: 50, 1000: 10} {
		require.InDelta(t, want, c.Units(rank), 1e-9, rank)
	}
}

func TestFamilies(t *testing.T) {
	q := sales.Question{Rank: rank, Curve: curve, Drops: optional.Some[int64](13), Family: optional.Some(sales.Family{Share: optional.Some(0.25)})}
	whole := sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: 414, Low: 218, High: high(788)}
	part := sales.Evidence{Method: sales.ByCurve, Label: sales.Uncalibrated, Point: 104, Low: 54, High: high(197)}
	drops := sales.Evidence{Method: sales.ByDrops, Label: sales.Floor, Point: 3, Low: 3}
	require.Equal(t, sales.Answer{Evidence: part, Others: []sales.Evidence{drops}, Family: optional.Some(whole)}, sales.Estimate(q))
	q.Family = optional.Some(sales.Family{})
	require.Equal(t, sales.Answer{Evidence: sales.Evidence{Method: sales.Unknown}, Family: optional.Some(whole)}, sales.Estimate(q), "never the family's as the product's")

	build := func(badge int64, reviews int64) sales.Variation {
		v := sales.Variation{Badge: sales.Badge{Value: badge}}
		if reviews >= 0 {
			v.Reviews = optional.Some(reviews)
		}
		return v
	}
	require.InDelta(t, math.Sqrt(300*400)/(math.Sqrt(300*400)+math.Sqrt(50*100)), sales.FamilyOf([]sales.Variation{build(300, -1), build(50, -1)}).Share.Or(0), 1e-12)
	require.Equal(t, optional.Some(0.25), sales.FamilyOf([]sales.Variation{build(300, 5), build(0, 15)}).Share)
	require.Equal(t, sales.Family{}, sales.FamilyOf([]sales.Variation{build(300, 5), build(0, -1)}))
	require.Equal(t, sales.Family{}, sales.FamilyOf([]sales.Variation{build(0, 0), build(0, 0)}))
	require.Equal(t, sales.Family{}, sales.FamilyOf(nil))
}

// ranks makes a series of pairs of a minute and a rank, -1 for no rank.
func ranks(pairs ...int64) series.Series {
	s := series.Series{Step: series.Scale}
	for i := 0; i < len(pairs); i += 2 {
		s.Points = append(s.Points, series.Point{At: series.Minute(pairs[i]), Value: max(series.None, pairs[i+1]*series.Scale)})
	}
	return s
}

func TestOneRankOfAFamily(t *testing.T) {
	a := ranks(0, 100, 50, 90, 90, -1, 120, 80)
	require.True(t, sales.OneRank(a, ranks(5, 100, 60, 90, 95, 70)), "100 and 90 at the same times")
	require.False(t, sales.OneRank(a, ranks(5, 100, 60, 91, 95, -1, 119, 81)), "100 only")
	require.False(t, sales.OneRank(a, ranks(60, 100, 95, 90)), "at other times")
	require.False(t, sales.OneRank(a, ranks(90, -1)))
	require.False(t, sales.OneRank(a, ranks()))
}

func TestMeanRankAndSeasons(t *testing.T) {
	require.InDelta(t, math.Sqrt(200), sales.MeanRank(ranks(0, 10, 50, -1, 60, 20), 10, 100).Or(0), 1e-9)
	require.False(t, sales.MeanRank(ranks(0, 10), -5, 0).Known())
	require.False(t, sales.MeanRank(ranks(0, -1), 0, 100).Known())

	january := time.Date(2024, 1, 15, 0, 0, 0, 0, time.UTC)
	year := ranks()
	for i := range 13 {
		// A rank of 100 in every month but December, where it is 10.
		r := int64(100)
		if i == 11 {
			r = 10
		}
		year.Points = append(year.Points, ranks(int64(series.MinuteOf(january.AddDate(0, i, -14))), r).Points...)
	}
	year.Points[0].At = series.MinuteOf(january)
	after := func(months int) series.Minute { return series.MinuteOf(january.AddDate(0, months, 0)) }
	want := [12]float64{100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 10}
	got, ok := sales.MonthlyRanks(year, after(12)).Get()
	require.True(t, ok)
	require.InDeltaSlice(t, want[:], got[:], 1e-9)
	require.False(t, sales.MonthlyRanks(year, series.MinuteOf(time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC))).Known(), "twelve months")
	require.False(t, sales.MonthlyRanks(ranks(), after(12)).Known())
	months := sales.ByMonth(want, 1)
	require.InDelta(t, 12*0.1/(11*0.01+0.1), months[11], 1e-9)
	require.InDelta(t, 12*0.01/(11*0.01+0.1), months[0], 1e-9)
	require.InDelta(t, 100, sales.Trend(50, 100, 1), 1e-9)
	require.InDelta(t, -50, sales.Trend(200, 100, 1), 1e-9)
}

// market draws products with known sales: A·R^-0.9 units, times e to a normal number of the given
// spread, rounded to badges.
func market(n int, a, spread float64) []sales.Point {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	points := make([]sales.Point, n)
	for i := range points {
		rank := math.Exp(3 + 9*r.Float64())
		points[i], _ = sales.PointOf(rank, sold(a*math.Pow(rank, -0.9)*math.Exp(spread*r.NormFloat64())))
	}
	return points
}

// sold returns the badge for a number of units, 0 for fewer than fifty.
func sold(units float64) sales.Badge {
	value := int64(0)
	for next := int64(50); float64(next) <= units && next <= 100_000; {
		value = next
		_, end := sales.Badge{Value: next}.Range()
		next = end.Or(math.MaxInt64)
	}
	return sales.Badge{Value: value}
}

func TestFitFindsTheTruth(t *testing.T) {
	start := sales.Curve{A: 800_000, Beta: 0.86, Band: 1.15}
	points := market(3000, 2_000_000, 0.4)
	c := sales.Fit(start, points)
	for _, rank := range []float64{100, 1000, 10_000} {
		require.InDelta(t, 1, c.Units(rank)/(2_000_000*math.Pow(rank, -0.9)), 0.06, rank)
	}
	require.Equal(t, 3000, c.Points)
	require.True(t, c.Knot.Known())
	require.Less(t, c.Band, 0.55)
	require.GreaterOrEqual(t, c.Band, 0.25)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(points), func(i, k int) { points[i], points[k] = points[k], points[i] })
	require.Equal(t, c, sales.Fit(start, points), "the order of points does not count")

	inside := 0
	for _, p := range market(1001, 2_000_000, 0.4) {
		e := sales.Estimate(sales.Question{Rank: optional.Some(p.Rank), Curve: optional.Some(c)})
		if e.Judge(p).Inside {
			inside++
		}
	}
	require.InDelta(t, 0.82, float64(inside)/1001, 0.06)
}

func TestFitIsHeldByWhatWasBelieved(t *testing.T) {
	start := sales.Curve{A: 1_000_000, Beta: 0.86, Band: 1.15}
	require.Equal(t, start, sales.Fit(start, nil))
	point, _ := sales.PointOf(1000, sales.Badge{Value: 2000})
	c := sales.Fit(start, []sales.Point{point})
	require.Equal(t, 1.15, c.Band)
	require.Equal(t, 1, c.Points)
	require.False(t, c.Knot.Known())
	require.InDelta(t, 0.86, c.Beta, 0.01, "2,631 by the start is near to 2,000 to 3,000")
	require.InDelta(t, 1, c.A/1_000_000, 0.1)
	_, fresh := sales.PointOf(1000, sales.Badge{Age: 169 * hour})
	require.False(t, fresh)
}

// A tenth of products that sell a hundred times as much hardly move the curve.
func TestOutliersHaveLessWeight(t *testing.T) {
	start := sales.Curve{A: 1_000_000, Beta: 0.86, Band: 1.15}
	points := market(400, 2_000_000, 0.3)
	clean := sales.Fit(start, points).Units(5000)
	for i := 0; i < len(points); i += 10 {
		points[i], _ = sales.PointOf(points[i].Rank, sold(200_000_000*math.Pow(points[i].Rank, -0.9)))
	}
	require.InDelta(t, 1, sales.Fit(start, points).Units(5000)/clean, 0.25)
}

func TestCoverageChangesTheBand(t *testing.T) {
	c := sales.Curve{A: 1, Beta: 0.86, Band: 0.6}
	judged := func(inside, number int) []sales.Judged {
		all := make([]sales.Judged, number)
		for i := range all {
			all[i] = sales.Judged{Score: float64(i+1) / float64(number), Inside: i < inside}
		}
		return all
	}
	require.Equal(t, c, c.Covered(nil))
	for _, k := range []struct {
		inside, of int
		band       float64
	}{
		{20, 49, 0.6}, {36, 50, 0.6}, {35, 50, 0.82}, {45, 50, 0.6}, {46, 50, 0.6}, {0, 50, 0.82},
	} {
		got := c.Covered(judged(k.inside, k.of))
		require.Equal(t, k.band, got.Band, "%d of %d", k.inside, k.of)
		require.Equal(t, optional.Some(sales.Coverage{Inside: k.inside, Of: k.of}), got.Coverage)
	}
	c.Band = 0.9
	require.Equal(t, 0.82, c.Covered(judged(46, 50)).Band)
	require.Equal(t, 0.9, c.Covered(judged(45, 50)).Band)
	near := judged(50, 50)
	for i := range near {
		near[i].Score = 0.01
	}
	require.Equal(t, 0.25, c.Covered(near).Band)
}

func TestEstimatesAreJudged(t *testing.T) {
	e := sales.Evidence{Point: 100, Low: 60, High: high(160)}
	for _, c := range []struct {
		badge  int64
		inside bool
		score  float64
	}{{100, true, 0}, {50, true, 0}, {200, false, math.Log(2)}, {0, false, math.Log(2)}} {
		p, _ := sales.PointOf(1000, sales.Badge{Value: c.badge})
		got := e.Judge(p)
		require.Equal(t, c.inside, got.Inside, c.badge)
		require.InDelta(t, c.score, got.Score, 1e-12, c.badge)
	}
	p, _ := sales.PointOf(1000, sales.Badge{})
	require.Zero(t, sales.Evidence{High: high(3)}.Judge(p).Score, "none were foretold, and fewer than 50 sold")
}

func TestASampleIsBounded(t *testing.T) {
	var s sales.Sample
	for i := range sales.CellPoints {
		s.Add(sales.Point{Rank: float64(i)}, nil)
	}
	s.Add(sales.Point{Rank: -1}, func(n int) int { require.Equal(t, sales.CellPoints+1, n); return n - 1 })
	require.Len(t, s.Points, sales.CellPoints)
	require.False(t, slices.ContainsFunc(s.Points, func(p sales.Point) bool { return p.Rank < 0 }))
	s.Add(sales.Point{Rank: -2}, func(int) int { return 5 })
	require.Equal(t, -2.0, s.Points[5].Rank)
	require.Equal(t, sales.CellPoints+2, s.Seen)
}

func maybe[T any](t *rapid.T, name string, draw *rapid.Generator[T]) optional.Maybe[T] {
	if rapid.Bool().Draw(t, "has "+name) {
		return optional.Some(draw.Draw(t, name))
	}
	return optional.None[T]()
}

func TestIntervalsContainTheirPoint(t *testing.T) {
	badges := rapid.Custom(func(t *rapid.T) sales.Badge {
		return sales.Badge{
			Value: rapid.Int64Range(0, 300_000).Draw(t, "value"), Age: time.Duration(rapid.IntRange(0, 200).Draw(t, "hours")) * hour,
			Gone: rapid.Bool().Draw(t, "gone"),
		}
	})
	owns := rapid.Custom(func(t *rapid.T) sales.OwnSales {
		return sales.OwnSales{
			Units: rapid.Int64Range(0, 100_000).Draw(t, "units"), Share: rapid.Float64Range(0, 1).Draw(t, "share"),
			Known: time.Duration(rapid.IntRange(0, 30).Draw(t, "days")) * 24 * hour,
		}
	})
	curves := rapid.Custom(func(t *rapid.T) sales.Curve {
		return sales.Curve{A: rapid.Float64Range(1, 1e8).Draw(t, "a"), Beta: rapid.Float64Range(0.5, 1.2).Draw(t, "beta"), Band: rapid.Float64Range(0, 3).Draw(t, "band")}
	})
	families := rapid.Custom(func(t *rapid.T) sales.Family {
		return sales.Family{Share: maybe(t, "share", rapid.Float64Range(0, 1))}
	})
	rapid.Check(t, func(t *rapid.T) {
		q := sales.Question{
			Badge: maybe(t, "badge", badges), Own: maybe(t, "own", owns), Rank: maybe(t, "rank", rapid.Float64Range(1, 1e8)),
			Curve: maybe(t, "curve", curves), Drops: maybe(t, "drops", rapid.Int64Range(0, 2000)), Family: maybe(t, "family", families),
		}
		got := sales.Estimate(q)
		for _, e := range append([]sales.Evidence{got.Evidence}, got.Others...) {
			if e.Low < 0 || e.Point < e.Low || e.Point > e.High.Or(math.MaxInt64) {
				t.Fatalf("%+v", e)
			}
		}
	})
}

func BenchmarkFit(b *testing.B) {
	points := market(2000, 2_000_000, 0.4)
	for b.Loop() {
		sales.Fit(sales.Curve{A: 1_000_000, Beta: 0.86}, points)
	}
}
