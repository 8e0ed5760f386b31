package keepa

import (
	"math"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/market"
)

// windows lists the days of the provider's means.
var windows = map[string]int64{"30": 30, "90": 90, "180": 180, "365": 365}

// inMinutes turns days into minutes.
func inMinutes(days int64) int64 { return days * market.Day / 60 }

// stats returns the provider's figures at the last moment of the history, and the figures of an
// interval of its own.
func (h *history) stats(from, to int64, boxAsked bool) gateway.Object {
	now := minuteOf(h.last.At.Unix())
	stats := gateway.Object{
		"buyBoxPrice": -2, "buyBoxShipping": -2, "buyBoxSellerId": nil, "buyBoxIsFBA": nil, "buyBoxIsAmazon": nil, "buyBoxStats": nil,
		"offerCountFBA": -2, "offerCountFBM": -2, "retrievedOfferCount": -2, "tradeInPrice": -2, "totalOfferCount": len(h.last.Offers),
		"lastOffersUpdate": now, "lightningDealInfo": nil,
	}
	member := func(name string, of func(list int) any) {
		all := make([]any, lists)
		for i := range all {
			all[i] = of(i)
		}
		stats[name] = all
	}
	extreme := func(s *stretch) any {
		if s == nil {
			return nil
		}
		return []int64{s.at, s.value}
	}
	isLowest := func(list int, since int64) bool {
		s := h.summarize(list, since, now+1)
		return s.lowest != nil && h.current(list) == s.lowest.value
	}
	member("current", func(i int) any { return h.current(i) })
	for name, days := range windows {
		since := now - inMinutes(days)
		member("avg"+name, func(i int) any { return h.summarize(i, since, now).mean })
		member("outOfStockPercentage"+name, func(i int) any { return h.summarize(i, since, now).out })
		stats["salesRankDrops"+name] = drops(h.sold(since, now))
	}
	member("avg", func(i int) any { return h.summarize(i, from, to).mean })
	member("atIntervalStart", func(i int) any { return h.summarize(i, from, to).first })
	member("outOfStockPercentageInInterval", func(i int) any { return h.summarize(i, from, to).out })
	member("minInInterval", func(i int) any { return extreme(h.summarize(i, from, to).lowest) })
	member("maxInInterval", func(i int) any { return extreme(h.summarize(i, from, to).highest) })
	member("min", func(i int) any { return extreme(h.summarize(i, 0, now+1).lowest) })
	member("max", func(i int) any { return extreme(h.summarize(i, 0, now+1).highest) })
	member("isLowest", func(i int) any { return isLowest(i, 0) })
	member("isLowest90", func(i int) any { return isLowest(i, now-inMinutes(90)) })
	stats["deltaPercent90_monthlySold"] = h.badgeChange(now)
	if boxAsked {
		h.box(stats, now)
	}
	return stats
}

// drops estimates the drops of a rank from sales. Few sales give a drop each; many at once give a
// single drop.
func drops(units float64) int {
	const most = 100
	return int(most * (1 - math.Exp(-units/most)))
}

// badgeChange returns the change of the badge of monthly sales in ninety days, in percent.
func (h *history) badgeChange(now int64) int64 {
	before, last := int64(0), int64(0)
	for i := 0; i+1 < len(h.badges); i += 2 {
		if last = max(0, h.badges[i+1]); h.badges[i] <= now-inMinutes(90) {
			before = last
		}
	}
	if before == 0 {
		return 0
	}
	return (last - before) * 100 / before
}

// box adds the sellers with the buy box, now and in the last ninety days.
func (h *history) box(stats gateway.Object, now int64) {
	isFBA := map[string]bool{}
	for i := range h.last.Offers {
		o := &h.last.Offers[i]
		isFBA[o.Seller] = isFBA[o.Seller] || o.FBA
	}
	stats["buyBoxPrice"], stats["buyBoxShipping"], stats["lastBuyBoxUpdate"] = none, none, now
	if w := h.last.Winner(); w != nil {
		stats["buyBoxPrice"], stats["buyBoxShipping"], stats["buyBoxSellerId"] = w.Price, w.Shipping, w.Seller
		stats["buyBoxIsFBA"], stats["buyBoxIsAmazon"], stats["buyBoxIsPrimeEligible"] = w.FBA, w.Retailer, w.Prime
		stats["buyBoxIsUsed"], stats["buyBoxIsUnqualified"], stats["buyBoxCondition"] = false, false, 1
	}
	type share struct{ minutes, sum, last int64 }
	shares, all := map[string]*share{}, int64(0)
	since := now - inMinutes(90)
	for i := 0; i+1 < len(h.holders); i += 2 {
		begin, end := int64(catalog.PlainNumber(h.holders[i])), now
		if i+2 < len(h.holders) {
			end = int64(catalog.PlainNumber(h.holders[i+2]))
		}
		if begin = max(begin, since); end < begin {
			continue
		}
		all += end - begin
		if seller := h.holders[i+1]; seller != "-1" {
			s := shares[seller]
			if s == nil {
				s = &share{}
				shares[seller] = s
			}
			s.minutes, s.last = s.minutes+end-begin, end
			for p := range h.spans(ofBuyBox, begin, end) {
				s.sum += p.value * p.minutes
			}
		}
	}
	sellers := gateway.Object{}
	for seller, s := range shares {
		sellers[seller] = gateway.Object{
			"percentageWon": float64(s.minutes*1000/max(1, all)) / 10, "avgPrice": s.sum / max(1, s.minutes), "isFBA": isFBA[seller], "lastSeen": s.last,
			"avgNewOfferCount": h.summarize(ofCountNew, since, now).mean,
		}
	}
	stats["buyBoxStats"] = sellers
}
