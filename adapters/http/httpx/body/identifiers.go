package body

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/marketplace"
)

// MarketplaceID is Amazon's id of a marketplace in a request; it must be known to the program.
type MarketplaceID string

func (MarketplaceID) Schema(huma.Registry) *huma.Schema {
	return Enum(Each(marketplace.All(), func(m marketplace.Marketplace) marketplace.ID { return m.ID }))
}

// ASIN is Amazon's product id in a request, in either letter case.
type ASIN string

func (ASIN) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^[A-Za-z0-9]{10}$`, PatternDescription: "an ASIN: 10 letters or digits"}
}

// Currency is the code of a currency in a request.
type Currency string

func (Currency) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^[A-Z]{3}$`, PatternDescription: "an ISO 4217 code of three capitals"}
}
