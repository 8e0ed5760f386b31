package research

import (
	"time"

	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
)

// Statistics has present and past figures of a product. Unknown values are null, and dataGaps gives
// the reasons.
type Statistics struct {
	ASIN          string           `json:"asin" doc:"Amazon's identifier of the product."`
	Domain        string           `json:"domain" doc:"The marketplace."`
	MarketplaceID string           `json:"marketplaceId" doc:"Amazon's identifier of the marketplace."`
	Currency      string           `json:"currency" doc:"ISO 4217 code of all prices."`
	Prices        PriceStatistics  `json:"prices" doc:"Prices, with shipping where it is known."`
	Rank          RankStatistics   `json:"rank" doc:"Sales rank in the root category."`
	Offers        OfferStatistics  `json:"offers" doc:"How many offers there are."`
	Reviews       ReviewStatistics `json:"reviews" doc:"Customer reviews."`
	BuyBox        BoxStatistics    `json:"buyBox" doc:"Who had the buy box in 90 days."`
	Demand        DemandStatistics `json:"demand" doc:"How much is sold."`
	Meta          StatisticsMeta   `json:"meta" doc:"Where the figures come from."`
	DataGaps      []DataGap        `json:"dataGaps" doc:"Missing members, each with the reason."`
}

// PriceStatistics has the metrics of prices.
type PriceStatistics struct {
	Amazon *Metric `json:"amazon" doc:"Amazon's own offer."`
	New    *Metric `json:"new" doc:"The lowest new offer."`
	BuyBox *Metric `json:"buyBox" doc:"The buy box."`
	NewFBA *Metric `json:"newFba" doc:"The lowest new offer from Amazon's warehouse."`
	NewFBM *Metric `json:"newFbm" doc:"The lowest new offer from a seller's own stock."`
	Used   *Metric `json:"used" doc:"The lowest used offer."`
	List   *Metric `json:"list" doc:"The maker's price."`
}

// RankStatistics has the metrics of the sales rank.
type RankStatistics struct {
	BSR        *Metric       `json:"bsr" doc:"The rank."`
	Drops30    *int64        `json:"drops30" doc:"How often it rose in 30 days."`
	Drops90    *int64        `json:"drops90" doc:"How often it rose in 90 days."`
	Drops180   *int64        `json:"drops180" doc:"How often it rose in 180 days."`
	Drops365   *int64        `json:"drops365" doc:"How often it rose in 365 days."`
	TopPercent *body.Percent `json:"topPercent" doc:"The present rank in percent of the products of the category."`
	MeanRank30 *int64        `json:"meanRank30" doc:"Geometric mean of 30 days, which sales estimates go by."`
}

// OfferStatistics count offers.
type OfferStatistics struct {
	New    *Metric `json:"newCount" doc:"New offers."`
	NewFBA *Metric `json:"newFbaCount" doc:"New offers from Amazon's warehouse."`
	NewFBM *Metric `json:"newFbmCount" doc:"New offers from sellers' own stock."`
	Used   *Metric `json:"usedCount" doc:"Used offers."`
}

// ReviewStatistics has the metrics of reviews.
type ReviewStatistics struct {
	Rating *Metric `json:"rating" doc:"Mean of the stars, from 0 to 5."`
	Count  *Metric `json:"count" doc:"Reviews."`
}

// BoxStatistics sums up the buy box.
type BoxStatistics struct {
	Sellers          []BoxSeller   `json:"sellers" doc:"Sellers who had it, the largest share first."`
	AmazonShare90    *body.Percent `json:"amazonShare90" doc:"Share of the time in which Amazon itself had it, in percent."`
	SellerCount90    *int64        `json:"sellerCount90" doc:"How many sellers had it."`
	PriceDeviation30 *body.Percent `json:"priceDeviation30" doc:"Standard deviation of its price over the mean, weighted by time, of 30 days, in percent."`
	PriceDeviation90 *body.Percent `json:"priceDeviation90" doc:"The same of 90 days."`
}

// BoxSeller has a seller's share of the buy box.
type BoxSeller struct {
	SellerID      string       `json:"sellerId" doc:"The seller."`
	PercentageWon body.Percent `json:"percentageWon" doc:"Share of the time in which the holder is known, in percent."`
	AvgPrice      *body.Money  `json:"avgPrice" doc:"Mean price while the seller had it, weighted by time."`
	IsFBA         *bool        `json:"isFba" doc:"Whether Amazon ships for the seller."`
	LastSeen      body.Time    `json:"lastSeen" doc:"When the seller last had it."`
}

// DemandStatistics has figures of sales.
type DemandStatistics struct {
	Badge                *int64         `json:"badge" doc:"Lower end of the monthly sales that the product page shows."`
	BadgeChange90Percent *body.Money    `json:"badgeChange90Percent" doc:"By how much it changed in 90 days, in percent."`
	BadgeHistory         []BadgeChange  `json:"badgeHistory" doc:"Its last 60 changes, the oldest first."`
	ByMonth              []body.Percent `json:"byMonth" doc:"Sales of each month of the year, from January, of the mean month, 2 for twice as much; empty without thirteen months of ranks."`
}

// BadgeChange has a change of the badge.
type BadgeChange struct {
	At    body.Time `json:"at" doc:"Since when."`
	Badge *int64    `json:"badge" doc:"Lower end of the monthly sales; null without a badge."`
}

// StatisticsMeta names the sources of the figures.
type StatisticsMeta struct {
	TrackingSince *body.Time `json:"trackingSince" doc:"Since when the source watches the product."`
	LastUpdate    *body.Time `json:"lastUpdate" doc:"When the source last looked."`
	Source        string     `json:"source" doc:"keepa."`
	TokensUsed    int        `json:"tokensUsed" doc:"Tokens of the plan that the answer cost."`
}

// Metric has the present value of a figure, its means over past days, and its extremes of all time.
type Metric struct {
	Current    *body.Money   `json:"current" doc:"Now; null for a gap."`
	Avg30      *body.Money   `json:"avg30" doc:"Mean of 30 days, weighted by time, without gaps."`
	Avg90      *body.Money   `json:"avg90" doc:"Mean of 90 days."`
	Avg180     *body.Money   `json:"avg180" doc:"Mean of 180 days."`
	Avg365     *body.Money   `json:"avg365" doc:"Mean of 365 days."`
	Interval   *body.Money   `json:"interval" doc:"Mean of days; null unless these were asked for."`
	Min        *MetricAt     `json:"min" doc:"The lowest."`
	Max        *MetricAt     `json:"max" doc:"The highest."`
	IsLowest90 bool          `json:"isLowest90" doc:"Whether it was not lower in 90 days."`
	OutPercent MetricOutages `json:"outPercent" doc:"Share of the time without a value, in percent."`
}

// MetricAt has a value and its first time.
type MetricAt struct {
	Value body.Money `json:"value" doc:"The value."`
	At    body.Time  `json:"at" doc:"Since when."`
}

// MetricOutages has shares of time.
type MetricOutages struct {
	D30  *body.Percent `json:"d30" doc:"Of 30 days."`
	D90  *body.Percent `json:"d90" doc:"Of 90 days."`
	D180 *body.Percent `json:"d180" doc:"Of 180 days."`
	D365 *body.Percent `json:"d365" doc:"Of 365 days."`
}

type statisticsInput struct {
	productPath
	Days int `query:"days" minimum:"1" maximum:"3650" doc:"Adds the mean of so many days to each metric." example:"60"`
}

func (in *statisticsInput) days() optional.Maybe[int] {
	if in.Days == 0 {
		return optional.None[int]()
	}
	return optional.Some(in.Days)
}

// mostBadges bounds the history of the badge.
const mostBadges = 60

func statisticsOf(s app.Statistics) Statistics {
	metric := func(name series.Name) *Metric { return metricOf(s.Series[name].Landed(), s.Now, s.Days) }
	return Statistics{
		ASIN: s.ASIN.String(), Domain: s.Marketplace.Domain, MarketplaceID: string(s.Marketplace.ID), Currency: string(s.Marketplace.Currency),
		Prices: PriceStatistics{
			metric(series.Amazon), metric(series.New), metric(series.BuyBox), metric(series.NewFBA), metric(series.NewFBM), metric(series.Used), metric(series.List),
		},
		Rank: RankStatistics{
			BSR: metric(series.Rank), Drops30: s.RankDrops[0].Ptr(), Drops90: s.RankDrops[1].Ptr(), Drops180: s.RankDrops[2].Ptr(), Drops365: s.RankDrops[3].Ptr(),
			TopPercent: body.Maybe(s.Top, body.PercentOf), MeanRank30: body.Maybe(s.Mean30, nearest),
		},
		Offers:  OfferStatistics{metric(series.CountNew), metric(series.CountFBA), metric(series.CountFBM), metric(series.CountUsed)},
		Reviews: ReviewStatistics{metric(series.Rating), metric(series.Reviews)}, BuyBox: boxOf(s), Demand: demandOf(s),
		Meta:     StatisticsMeta{momentOf(s.TrackingSince), momentOf(s.LastUpdate), "keepa", s.Tokens},
		DataGaps: gapsOf(s.Gaps),
	}
}

func momentOf(t time.Time) *body.Time {
	if t.IsZero() {
		return nil
	}
	return new(body.TimeOf(t))
}

// metricOf returns nil for a series without points.
func metricOf(s series.Series, now series.Minute, days optional.Maybe[int]) *Metric {
	if len(s.Points) == 0 {
		return nil
	}
	m := s.MetricAt(now)
	value := func(v optional.Maybe[int64]) *body.Money { return body.Maybe(v, valueOf) }
	at := func(p optional.Maybe[series.Point]) *MetricAt {
		return body.Maybe(p, func(p series.Point) MetricAt { return MetricAt{valueOf(p.Value), body.TimeOf(p.At.Time())} })
	}
	out := Metric{
		Current: value(m.Current), Avg30: value(m.Mean[0]), Avg90: value(m.Mean[1]), Avg180: value(m.Mean[2]), Avg365: value(m.Mean[3]), Min: at(m.Min), Max: at(m.Max),
		IsLowest90: m.Lowest90, OutPercent: MetricOutages{
			body.Maybe(m.Out[0], body.PercentOf), body.Maybe(m.Out[1], body.PercentOf), body.Maybe(m.Out[2], body.PercentOf), body.Maybe(m.Out[3], body.PercentOf),
		},
	}
	if n, ok := days.Get(); ok {
		out.Interval = value(s.Mean(now-series.Minute(n)*series.Day, now))
	}
	return &out
}

// valueOf converts ten-thousandths.
func valueOf(units int64) body.Money { return body.MoneyOf(money.FromUnits(units)) }

func boxOf(s app.Statistics) BoxStatistics {
	const days30, days90 = 30 * series.Day, 90 * series.Day
	price := s.Series[series.BuyBox].Landed()
	out := BoxStatistics{
		Sellers:          []BoxSeller{},
		PriceDeviation30: body.Maybe(price.Deviation(s.Now-days30, s.Now), body.PercentOf),
		PriceDeviation90: body.Maybe(price.Deviation(s.Now-days90, s.Now), body.PercentOf),
	}
	if len(s.Holders) == 0 {
		return out
	}
	shares, own := series.Shares(s.Holders, price, s.Now-days90, s.Now), marketplace.OwnSeller(s.Marketplace.ID)
	out.SellerCount90 = new(int64(len(shares)))
	if own != "" {
		out.AmazonShare90 = new(body.PercentOf(money.Percent{}))
	}
	for _, share := range shares {
		if share.Seller == own {
			out.AmazonShare90 = new(body.PercentOf(share.Won))
		}
		seller := BoxSeller{share.Seller, body.PercentOf(share.Won), body.Maybe(share.Mean, valueOf), nil, body.TimeOf(share.LastSeen.Time())}
		if fba, ok := s.FBA[share.Seller]; ok {
			seller.IsFBA = &fba
		}
		out.Sellers = append(out.Sellers, seller)
	}
	return out
}

func demandOf(s app.Statistics) DemandStatistics {
	changes := s.Series[series.Badge].Points
	out := DemandStatistics{
		Badge: s.MonthlySold.Ptr(), ByMonth: []body.Percent{},
		BadgeChange90Percent: body.Maybe(s.BadgeChange90, func(n int64) body.Money { return valueOf(max(-1e8, min(n, 1e8)) * series.Scale) }),
		BadgeHistory: body.Each(changes[max(0, len(changes)-mostBadges):], func(p series.Point) BadgeChange {
			if p.Gap() {
				return BadgeChange{body.TimeOf(p.At.Time()), nil}
			}
			return BadgeChange{body.TimeOf(p.At.Time()), new(p.Value / series.Scale)}
		}),
	}
	if months, ok := s.ByMonth.Get(); ok {
		out.ByMonth = body.Each(months[:], func(m float64) body.Percent { return rounded(m, 1) })
	}
	return out
}

func exampleStatistics() Statistics {
	us, to := marketplace.All()[0], body.Time("2026-11-20T12:00:00.000000Z").Time()
	now := series.MinuteOf(to)
	points := func(step int64, values ...int64) series.Series {
		s := series.Series{Step: step}
		for i, v := range values {
			s.Points = append(s.Points, series.Point{At: now - series.Minute(len(values)-i)*20*series.Day, Value: v})
		}
		return s
	}
	some := optional.Some[int64]
	return statisticsOf(app.Statistics{
		ASIN: exampleASIN, Now: now, Days: optional.Some(60), Mean30: optional.Some(11218.0), Tokens: 1,
		Product: lookup.Product{
			Marketplace: us, MonthlySold: some(300), BadgeChange90: some(50), RankDrops: [4]optional.Maybe[int64]{some(13), some(35), some(84), some(160)},
			TrackingSince: to.AddDate(-1, 0, 0), LastUpdate: to, FBA: map[string]bool{"A1EXAMPLE": true},
			History: series.History{
				Series: map[series.Name]series.Series{
					series.BuyBox: points(100, 249_900, 259_900), series.Rank: points(10_000, 112_530_000, 112_180_000), series.Badge: points(10_000, 2_000_000, 3_000_000),
				},
				Holders: []series.Holder{{At: now - 90*series.Day, Seller: "A1EXAMPLE", Known: true}},
			},
		},
		Gaps: gap.List{{Field: "prices.amazon", Reason: gap.NotFound}},
	})
}
