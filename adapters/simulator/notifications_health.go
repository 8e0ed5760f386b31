package simulator

import "strings"

type members map[string]any

// healthPayload is the payload of PRICING_HEALTH for an own offer that costs
// too much to be in the buy box: the market in other words than elsewhere.
func (v *offersView) healthPayload(own *offer) any {
	s := v.summary()
	merchant := healthPrice(v.price(own))
	merchant["fulfillmentType"] = fulfilment(channel(own))
	reference, box, ranks := members{}, []members{}, []members{}
	if s.CompetitivePriceThreshold != nil {
		reference["competitivePriceThreshold"] = healthSum(*s.CompetitivePriceThreshold)
	}
	if s.ListPrice != nil {
		reference["msrpPrice"] = healthSum(*s.ListPrice)
	}
	for _, p := range s.BuyBoxPrices {
		box = append(box, healthPrice(p))
	}
	for _, r := range s.SalesRankings {
		ranks = append(ranks, members{"productCategoryId": r.ProductCategoryID, "rank": r.Rank})
	}
	return members{
		"issueType": "BuyBoxDisqualification", "sellerId": v.seller,
		"offerChangeTrigger": members{
			"marketplaceId": v.board.Shop.ID, "asin": v.board.Product.ASIN, "itemCondition": v.condition(), "timeOfOfferChange": stamp(v.at),
		},
		"merchantOffer": merchant,
		"summary": members{
			"numberOfOffers": healthCounts(s.NumberOfOffers), "buyBoxEligibleOffers": healthCounts(s.NumberOfBuyBoxEligibleOffers),
			"buyBoxPrices": box, "salesRankings": ranks, "referencePrice": reference,
		},
	}
}

func healthSum(s toldSum) members { return members{"amount": s.Amount, "currencyCode": s.CurrencyCode} }

func healthPrice(p toldPrice) members {
	h := members{
		"condition": p.Condition, "landedPrice": healthSum(p.LandedPrice), "listingPrice": healthSum(p.ListingPrice), "shipping": healthSum(p.Shipping),
	}
	if p.Points != nil {
		h["points"] = members{"pointsNumber": p.Points.PointsNumber}
	}
	return h
}

func healthCounts(all []toldCount) []members {
	counts := []members{}
	for _, c := range all {
		counts = append(counts, members{"condition": c.Condition, "fulfillmentType": fulfilment(c.FulfillmentChannel), "offerCount": c.OfferCount})
	}
	return counts
}

func fulfilment(channel string) string {
	if channel == "Amazon" {
		return "AFN"
	}
	return "MFN"
}

func smallFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }
