package body

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// MarketplaceID takes Amazon's id of a marketplace in a request; the program must know the
// marketplace.
type MarketplaceID string

func (MarketplaceID) Schema(huma.Registry) *huma.Schema {
	return Enum(Each(marketplace.All(), func(m marketplace.Marketplace) marketplace.ID { return m.ID }))
}

// ASIN takes Amazon's product id in a request, in either letter case.
type ASIN string

func (ASIN) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^[A-Za-z0-9]{10}$`, PatternDescription: "an ASIN: 10 letters or digits"}
}

// Country takes the code of a country in a request.
type Country string

func (Country) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^[A-Z]{2}$`, PatternDescription: "an ISO 3166-1 code of two capitals"}
}

// Currency takes the code of a currency in a request.
type Currency string

func (Currency) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^[A-Z]{3}$`, PatternDescription: "an ISO 4217 code of three capitals"}
}

// CurrencyField converts a currency of a request to the kernel's type.
func CurrencyField(f Field[Currency]) optional.Field[money.Currency] {
	return optional.Map(f.Field, func(c Currency) money.Currency { return money.Currency(c) })
}

// RecordID takes the id of a record in a member of a request.
type RecordID int64

func (RecordID) Schema(huma.Registry) *huma.Schema {
	number := 1.0
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &number}
}

// IDField converts a record id of a request to a domain's type.
func IDField[T ~int64](f Field[RecordID]) optional.Field[T] {
	return optional.Map(f.Field, func(n RecordID) T { return T(n) })
}
