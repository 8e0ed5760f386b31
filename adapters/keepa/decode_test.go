package keepa_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/keepa"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
)

// answer has oddities of real answers: a rank of -1 beside a badge, -2 in stats, histories of null,
// a date that lies ahead.
const answer = `{"processingTimeInMs": 243, "products": [{
	"asin": "B0F7XPYCSJ", "domainId": 1, "productType": 0, "title": "10 pcs Glass Tubes", "brand": "POWTHX", "type": "LAB_SUPPLY", "parentAsin": null, "rootCategory": 16310091,
	"monthlySold": 300, "monthlySoldHistory": [7673166, 100, 7687352, 200, 7709596, -1, 7862860, 300],
	"trackingSince": 7554276, "listedSince": 8676420, "lastUpdate": 8075776, "itemHeight": 0, "referralFeePercentage": 12.0,
	"buyBoxSellerIdHistory": ["7554276", "A1SELLER", "7554300", "-1", "7554400", "-2", "7554500", "A2SELLER", "7554600"],
	"csv": [[7554276, -1], [7554276, 2599, 7930604, -1, 7933390, 2599], [7554276, -1], [7554664, 151481, 7574724, -1], [7554664, 3599],
		null, null, [7554276, 1999, 350, 7554300, -1, -1], null, null, null, [7554276, 1, 7930604, -1], null, null, null, [1, 2, 3],
		[7554276, 45], [7554276, 12], [7554276, 2499, 0, 7554300]],
	"stats": {"avg30": [-1, 2599, -1, 11218, 3599], "avg90": [-1, 2599, -1, 11253], "salesRankDrops30": 13, "salesRankDrops90": 35,
		"salesRankDrops180": 84, "salesRankDrops365": -2, "buyBoxPrice": -2, "buyBoxStats": {"A1SELLER": {"isFBA": true}, "A2SELLER": {"isFBA": false}}}
}], "refillIn": 18815, "refillRate": 60, "timestamp": 1778386622667, "tokenFlowReduction": 0.0, "tokensConsumed": 1, "tokensLeft": -42}`

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func point(minute int64, value, shipping int64) series.Point {
	return series.Point{At: series.Minute(21_564_000 + minute), Value: value, Shipping: shipping}
}

func TestDecode(t *testing.T) {
	a, err := keepa.Decode([]byte(answer))
	require.NoError(t, err)
	require.Equal(t, keepa.Meter{Left: optional.Some[int64](-42), RefillIn: 18815 * time.Millisecond, Rate: 60, Consumed: 1}, a.Meter)
	require.Len(t, a.Products, 1)
	p := a.Products[0]
	require.Equal(t, map[series.Name]series.Series{
		series.Amazon:   {Step: 100, Points: []series.Point{point(7554276, -1, 0)}},
		series.New:      {Step: 100, Points: []series.Point{point(7554276, 259_900, 0), point(7930604, -1, 0), point(7933390, 259_900, 0)}},
		series.Used:     {Step: 100, Points: []series.Point{point(7554276, -1, 0)}},
		series.Rank:     {Step: 10_000, Points: []series.Point{point(7554664, 1_514_810_000, 0), point(7574724, -1, 0)}},
		series.List:     {Step: 100, Points: []series.Point{point(7554664, 359_900, 0)}},
		series.NewFBM:   {Step: 100, WithShipping: true, Points: []series.Point{point(7554276, 199_900, 35_000), point(7554300, -1, -1)}},
		series.CountNew: {Step: 10_000, Points: []series.Point{point(7554276, 10_000, 0), point(7930604, -1, 0)}},
		series.Rating:   {Step: 1000, Points: []series.Point{point(7554276, 45_000, 0)}},
		series.Reviews:  {Step: 10_000, Points: []series.Point{point(7554276, 120_000, 0)}},
		series.BuyBox:   {Step: 100, WithShipping: true, Points: []series.Point{point(7554276, 249_900, 0)}},
		series.Badge: {Step: 10_000, Points: []series.Point{
			point(7673166, 1_000_000, 0), point(7687352, 2_000_000, 0), point(7709596, -1, 0), point(7862860, 3_000_000, 0),
		}},
	}, p.Series)
	require.Equal(t, []series.Holder{
		{At: 21_564_000 + 7554276, Seller: "A1SELLER", Known: true}, {At: 21_564_000 + 7554300, Known: true}, {At: 21_564_000 + 7554400},
		{At: 21_564_000 + 7554500, Seller: "A2SELLER", Known: true},
	}, p.Holders)
	us, err := marketplace.Choice{}.Resolve("")
	require.NoError(t, err)
	p.History = series.History{}
	require.Equal(t, keepa.Product{
		ASIN: "B0F7XPYCSJ", Marketplace: us, Type: keepa.Standard,
		Facts:       lookup.Facts{Title: "10 pcs Glass Tubes", Brand: "POWTHX", Type: "LAB_SUPPLY", Root: optional.Some[int64](16310091)},
		Referral:    optional.Some(money.MustParsePercent("12")),
		MonthlySold: optional.Some[int64](300), RankMean30: optional.Some[int64](11218), RankMean90: optional.Some[int64](11253),
		RankDrops:     [4]optional.Maybe[int64]{optional.Some[int64](13), optional.Some[int64](35), optional.Some[int64](84)},
		FBA:           map[string]bool{"A1SELLER": true, "A2SELLER": false},
		TrackingSince: at("2025-05-13T00:36:00Z"), ListedSince: at("2027-07-01T07:00:00Z"), LastUpdate: at("2026-05-10T04:16:00Z"),
	}, p)
}

func TestOddAnswersAreRead(t *testing.T) {
	series18 := func(members string) series.Series {
		a, err := keepa.Decode([]byte(`{"products":[{"asin":"B0F7XPYCSJ","domainId":5,` + members + `}]}`))
		require.NoError(t, err, members)
		require.Len(t, a.Products, 1, members)
		return a.Products[0].Series[series.Amazon]
	}
	for members, want := range map[string][]series.Point{
		`"csv":[[5,2599]]`:   {point(5, 25_990_000, 0)},
		`"csv":[[5,2599,6]]`: {point(5, 25_990_000, 0)},
		`"csv":[[ 5 , 2599.0 , "6", null, 7, -2, 8, 1e2]]`: {point(5, 25_990_000, 0), point(6, -1, 0), point(7, -1, 0), point(8, 1_000_000, 0)},
		`"csv":[[6,1,5,2,6,3]]`:                            {point(5, 20_000, 0), point(6, 30_000, 0)},
		`"csv":[[-1,1,99999999999,2,7,99999999999]]`:       {point(7, -1, 0)},
		`"csv":[[[1,2],3]]`:                                nil,
		`"csv":[{"a":1},[1,2]]`:                            nil,
		`"csv":[[]]`:                                       nil,
		`"csv":[5]`:                                        nil,
		`"csv":5,"title":7,"stats":[],"rootCategory":"x","monthlySoldHistory":{},"buyBoxSellerIdHistory":[1,2]`: nil,
		`"csv":null,"stats":{"avg30":null,"buyBoxStats":{"A":5}}`:                                               nil,
	} {
		require.Equal(t, want, series18(members).Points, members)
	}
	for text, products := range map[string]int{
		`{"products":[]}`: 0, `{"products":[null,{}]}`: 0, `{"products":[{"asin":"B0F7XPYCSJ","domainId":7}]}`: 0,
		`{"products":[{"asin":5,"domainId":1}]}`: 0, `{"products":[{"asin":"B0F7XPYCSJ","domainId":1,"csv":[` + strings.Repeat("[1,2],", 50) + `[1,2]]}]}`: 1,
	} {
		a, err := keepa.Decode([]byte(text))
		require.NoError(t, err, text)
		require.Len(t, a.Products, products, text)
	}
	for _, junk := range []string{``, `[]`, `null`, `"x"`, `{}`, `{"products":null}`, `{"products":[`, `<html>`, `{"products":[{"asin":"B0F7XPYCSJ"`} {
		_, err := keepa.Decode([]byte(junk))
		require.ErrorIs(t, err, keepa.ErrJunk, junk)
	}
}

// A list with anything after its pairs has the points of its pairs.
func TestOddListsKeepTheirPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		index := rapid.SampledFrom([]int{0, 3, 7, 16, 18, 32}).Draw(t, "index")
		width := 2
		if slices.Contains([]int{7, 18, 32}, index) {
			width = 3
		}
		list := []int64{}
		for i := range rapid.IntRange(0, 20).Draw(t, "points") {
			list = append(list, int64(i*10))
			for range width - 1 {
				list = append(list, rapid.Int64Range(-2, 1_000_000).Draw(t, "value"))
			}
		}
		whole, ok := keepa.SeriesOf(index, list, "USD")
		if !ok || len(whole.Points) != len(list)/width {
			t.Fatalf("%d points of %v", len(whole.Points), list)
		}
		for i, p := range whole.Points {
			if raw := list[i*width+1]; p.Gap() != (raw < 0) || !p.Gap() && p.Value != raw*whole.Step {
				t.Fatalf("%v of %d", p, raw)
			}
		}
		odd := append(slices.Clone(list), rapid.SliceOfN(rapid.Int64(), 0, width-1).Draw(t, "rest")...)
		same, _ := keepa.SeriesOf(index, odd, "USD")
		if !slices.Equal(whole.Points, same.Points) {
			t.Fatalf("%v and %v", whole.Points, same.Points)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(answer))
	f.Add([]byte(`{"products":[{"asin":"B0F7XPYCSJ","domainId":5,"csv":[[5,2599.0,"6",null,7],5,{"a":[1]}],"stats":{"buyBoxStats":{"A":5}}}]}`))
	f.Add([]byte(`{"products":[{"csv":[[1,` + strings.Repeat("[", 50)))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := keepa.Decode(text)
		if err != nil {
			return
		}
		for _, p := range a.Products {
			for name, s := range p.Series {
				for i, q := range s.Points {
					if q.Value < series.None || q.Shipping < series.None || i > 0 && q.At <= s.Points[i-1].At {
						t.Fatalf("%s of %q: %v", name, text, s.Points)
					}
				}
				s.MetricAt(40_000_000)
				s.Thin(21_564_000, 40_000_000, 20)
			}
		}
	})
}
