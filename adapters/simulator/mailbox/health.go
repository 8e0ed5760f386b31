package mailbox

import (
	"strings"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
)

// healthPayload returns the payload of PRICING_HEALTH for an own offer that is too expensive for
// the buy box. It describes the market in other words than the other notifications.
func (v *offersView) healthPayload(own *market.Offer) any {
	b := v.board
	price := func(o *market.Offer) gateway.Object {
		p := gateway.Object{
			"condition": o.Broad(), "landedPrice": market.Amount(b.Shop, o.Landed()), "listingPrice": market.Amount(b.Shop, o.Price),
			"shipping": market.Amount(b.Shop, o.Shipping),
		}
		if o.Points > 0 {
			p["points"] = gateway.Object{"pointsNumber": o.Points}
		}
		return p
	}
	merchant := price(own)
	merchant["fulfillmentType"] = own.Fulfilment()
	reference, box, ranks := gateway.Object{}, []gateway.Object{}, []gateway.Object{}
	if b.External > 0 {
		reference["competitivePriceThreshold"] = market.Amount(b.Shop, b.External)
	}
	if b.List > 0 {
		reference["msrpPrice"] = market.Amount(b.Shop, b.List)
	}
	if w := b.Winner(); w != nil {
		box = append(box, price(w))
	}
	if b.Rank > 0 {
		ranks = append(ranks, gateway.Object{"productCategoryId": b.Product.Category.Group, "rank": b.Rank})
	}
	counts, eligible, _ := b.Counts(func(o *market.Offer, n int) gateway.Object {
		return gateway.Object{"condition": o.Broad(), "fulfillmentType": o.Fulfilment(), "offerCount": n}
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
