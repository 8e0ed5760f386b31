package simulator

import (
	"strings"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

// healthPayload is the payload of PRICING_HEALTH for an own offer that costs
// too much to be in the buy box: the market in other words than elsewhere.
func (v *offersView) healthPayload(own *offer) any {
	b := v.board
	price := func(o *offer) gateway.Object {
		p := gateway.Object{
			"condition": o.broad(), "landedPrice": amount(b.Shop, o.Landed()), "listingPrice": amount(b.Shop, o.Price),
			"shipping": amount(b.Shop, o.Shipping),
		}
		if o.Points > 0 {
			p["points"] = gateway.Object{"pointsNumber": o.Points}
		}
		return p
	}
	merchant := price(own)
	merchant["fulfillmentType"] = own.fulfilment()
	reference, box, ranks := gateway.Object{}, []gateway.Object{}, []gateway.Object{}
	if b.External > 0 {
		reference["competitivePriceThreshold"] = amount(b.Shop, b.External)
	}
	if b.List > 0 {
		reference["msrpPrice"] = amount(b.Shop, b.List)
	}
	if w := b.winner(); w != nil {
		box = append(box, price(w))
	}
	if b.Rank > 0 {
		ranks = append(ranks, gateway.Object{"productCategoryId": b.Product.Category.Group, "rank": b.Rank})
	}
	counts, eligible, _ := b.counts(func(o *offer, n int) gateway.Object {
		return gateway.Object{"condition": o.broad(), "fulfillmentType": o.fulfilment(), "offerCount": n}
	})
	return gateway.Object{
		"issueType": "BuyBoxDisqualification", "sellerId": v.seller,
		"offerChangeTrigger": gateway.Object{
			"marketplaceId": b.Shop.ID, "asin": b.Product.ASIN, "itemCondition": v.condition(), "timeOfOfferChange": world.Stamp(v.at),
		},
		"merchantOffer": merchant,
		"summary": gateway.Object{
			"numberOfOffers": counts, "buyBoxEligibleOffers": eligible, "buyBoxPrices": box, "salesRankings": ranks, "referencePrice": reference,
		},
	}
}

func smallFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }
