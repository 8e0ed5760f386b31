package research

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
)

func TestStatisticsOfAHistory(t *testing.T) {
	now := series.MinuteOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	us := marketplace.All()[0]
	own := marketplace.OwnSeller(us.ID)
	s := statisticsOf(app.Statistics{ASIN: exampleASIN, Now: now, Days: optional.Some(10), Product: lookup.Product{
		Marketplace: us, FBA: map[string]bool{own: true}, History: series.History{
			Series: map[series.Name]series.Series{
				series.BuyBox: {Step: 100, WithShipping: true, Points: []series.Point{
					{At: now - 40*series.Day, Value: 100_000, Shipping: 20_000}, {At: now - 10*series.Day, Value: 200_000}, {At: now - 5*series.Day, Value: series.None, Shipping: series.None},
				}},
				series.Badge: {Step: 10_000, Points: []series.Point{{At: now - 9*series.Day, Value: 1_000_000}, {At: now - series.Day, Value: series.None}}},
			},
			Holders: []series.Holder{{At: now - 20*series.Day, Seller: own, Known: true}, {At: now - 5*series.Day, Seller: "A1", Known: true}},
		},
	}})
	amount := func(text string) *body.Money { return new(body.MoneyOf(money.MustParse(text))) }
	percent := func(text string) *body.Percent { return new(body.PercentOf(money.MustParsePercent(text))) }
	at := func(days int) body.Time { return body.TimeOf((now - series.Minute(days)*series.Day).Time()) }
	require.Equal(t, &Metric{
		// 20 days of 12 with shipping, 5 days of 20, and 5 without.
		Avg30: amount("13.6"), Avg90: amount("13.14"), Avg180: amount("13.14"), Avg365: amount("13.14"), Interval: amount("20"),
		Min: &MetricAt{*amount("12"), at(40)}, Max: &MetricAt{*amount("20"), at(10)},
		OutPercent: MetricOutages{percent("16.67"), percent("12.5"), percent("12.5"), percent("12.5")},
	}, s.Prices.BuyBox)
	require.Nil(t, s.Prices.Amazon)
	require.Equal(t, percent("75"), s.BuyBox.AmazonShare90)
	require.EqualValues(t, 2, *s.BuyBox.SellerCount90)
	require.Equal(t, []BoxSeller{
		{SellerID: own, PercentageWon: *percent("75"), AvgPrice: amount("14.67"), IsFBA: new(true), LastSeen: at(5)},
		{SellerID: "A1", PercentageWon: *percent("25"), LastSeen: at(0)},
	}, s.BuyBox.Sellers)
	require.Equal(t, []BadgeChange{{at(9), new(int64(100))}, {at(1), nil}}, s.Demand.BadgeHistory)
}

func TestFeesOfAProduct(t *testing.T) {
	price := money.MustParse("20")
	p := app.Product{FeePrice: optional.Some(price), Bill: fee.Bill{
		Lines: []fee.Line{{Type: fee.TypeReferral, Amount: money.MustParse("3.01")}}, Total: money.MustParse("3.01"),
		Status: fee.StatusPartial, Missing: []fee.Type{fee.TypeFulfillment, fee.TypeStorage},
	}}
	amount := func(text string) *body.Money { return new(body.MoneyOf(money.MustParse(text))) }
	require.Equal(t, &ProductFees{
		ReferralFee: amount("3.01"), ReferralFeeRate: new(body.PercentOf(money.MustParsePercent("15.05"))), ClosingFee: amount("0"),
		Total: *amount("3.01"), Price: *amount("20"), Status: "partial",
	}, productFeesOf(p), "what is missing is null, what is not charged is 0")
	p.FeePrice = optional.None[money.Amount]()
	require.Nil(t, productFeesOf(p))
}

func TestSizesToATenthOfAMicrometre(t *testing.T) {
	amount := func(text string) *body.Money { return new(body.MoneyOf(money.MustParse(text))) }
	require.Nil(t, sizeOf(lookup.Dimensions{}))
	require.Equal(t, &ProductSize{LengthMm: amount("25.4"), WeightG: amount("453.5924")}, sizeOf(lookup.Dimensions{Length: fee.Inch, Weight: fee.Pound}))
}
