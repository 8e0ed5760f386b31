package listings

import (
	"encoding/json"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/listingitem"
	port "sellingassistant/ports/listingitem"
)

// offerBody has the body of putListingsItem for an offer of an existing product. Each attribute has
// a list with one entry for the marketplace.
type offerBody struct {
	ProductType  string          `json:"productType"`
	Requirements string          `json:"requirements"`
	Attributes   json.RawMessage `json:"attributes"`
}

type offerAttributes struct {
	ASIN         []wordValue         `json:"merchant_suggested_asin"`
	Condition    []wordValue         `json:"condition_type"`
	Offer        []PurchasableOffer  `json:"purchasable_offer"`
	Availability []availabilityValue `json:"fulfillment_availability"`
}

type wordValue struct {
	Value         string `json:"value"`
	MarketplaceID string `json:"marketplace_id"`
}

// PurchasableOffer encodes the attribute purchasable_offer: the prices of an offer.
type PurchasableOffer struct {
	MarketplaceID string         `json:"marketplace_id"`
	Currency      string         `json:"currency"`
	Audience      string         `json:"audience"`
	OurPrice      []priceOverAll `json:"our_price"`
	Minimum       []priceOverAll `json:"minimum_seller_allowed_price,omitempty"`
	Maximum       []priceOverAll `json:"maximum_seller_allowed_price,omitempty"`
}

// priceOverAll encodes a price without a time limit.
type priceOverAll struct {
	Schedule []scheduledPrice `json:"schedule"`
}

// scheduledPrice keeps the amount as a number's text, so that no float rounds it.
type scheduledPrice struct {
	Value json.Number `json:"value_with_tax"`
}

type availabilityValue struct {
	Channel  string `json:"fulfillment_channel_code"`
	Quantity *int64 `json:"quantity,omitempty"`
	LeadTime *int64 `json:"lead_time_to_ship_max_days,omitempty"`
}

// ownShipping marks units that the seller ships: Amazon's channel code.
const ownShipping = "DEFAULT"

func encodeOffer(d port.Draft) ([]byte, error) {
	t, m := d.Offer.Terms(), d.Offer.Marketplace()
	id := string(m.ID)
	stock := availabilityValue{Channel: ownShipping, Quantity: t.Quantity, LeadTime: t.LeadTimeDays}
	if t.Channel == listingitem.ByMarketplace {
		stock = availabilityValue{Channel: d.ChannelCode}
	}
	own, err := json.Marshal(offerAttributes{
		ASIN:         []wordValue{{t.ASIN.String(), id}},
		Condition:    []wordValue{{string(t.Condition), id}},
		Offer:        []PurchasableOffer{Purchasable(m, t.Price, t.MinPrice, t.MaxPrice)},
		Availability: []availabilityValue{stock},
	})
	if err == nil && len(d.Attributes) > 0 {
		own, err = laidOver(d.Attributes, own)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(offerBody{ProductType: d.ProductType, Requirements: "LISTING_OFFER_ONLY", Attributes: own})
}

// Purchasable returns a consumer offer with the given bounds.
func Purchasable(m marketplace.Marketplace, price money.Amount, low, high *money.Amount) PurchasableOffer {
	return PurchasableOffer{
		MarketplaceID: string(m.ID), Currency: string(m.Currency), Audience: "ALL", OurPrice: at(&price), Minimum: at(low), Maximum: at(high),
	}
}

// laidOver merges two objects; members of upper win. Values keep their text.
func laidOver(lower, upper []byte) ([]byte, error) {
	members := map[string]json.RawMessage{}
	for _, object := range [][]byte{lower, upper} {
		if err := json.Unmarshal(object, &members); err != nil {
			return nil, err
		}
	}
	return json.Marshal(members)
}

// at returns a price without a time limit; nil stays nil.
func at(a *money.Amount) []priceOverAll {
	if a == nil {
		return nil
	}
	return []priceOverAll{{Schedule: []scheduledPrice{{json.Number(a.String())}}}}
}
