package catalog

import (
	"strings"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Names of attributes and their members in definitions and listings.
const (
	AttributeOffer        = "purchasable_offer"
	AttributeAvailability = "fulfillment_availability"
	AttributeCondition    = "condition_type"
	AttributeASIN         = "merchant_suggested_asin"
	OffShop               = "marketplace_id"
	OffChannel            = "fulfillment_channel_code"
	ChannelSeller         = "DEFAULT"
	ChannelMarketplace    = "AMAZON_"
	AudienceAll           = "ALL"
	AudienceBusiness      = "B2B"
)

// Sets of requirements for a listing, and the type that any product may be listed as.
const (
	offerOnly      = "LISTING_OFFER_ONLY"
	ProductOnly    = "LISTING_PRODUCT_ONLY"
	wholeListing   = "LISTING"
	AnyProductType = "PRODUCT"
)

// Channel returns the code for units that the marketplace ships: one per region, in the far east
// one per country.
func Channel(s *world.Shop) string {
	if s.Region == marketplace.FE {
		return ChannelMarketplace + s.Country
	}
	return ChannelMarketplace + strings.ToUpper(string(s.Region))
}
