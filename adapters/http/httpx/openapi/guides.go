package openapi

import "github.com/danielgtaylor/huma/v2"

// guides maps groups to the guides that explain them.
var guides = map[string]string{
	"products": "research", "sales-estimation": "research", "price-history": "research",
	"price-list-analyzer": "price-lists", "documents": "documents", "imports": "imports", "repricer": "repricer",
	"suppliers": "tutorials/buy", "purchase-orders": "tutorials/buy", "warehouses": "tutorials/buy",
	"sp-api-catalog-items": "relay", "sp-api-fba-inventory": "relay", "sp-api-fba-shipments": "relay",
	"sp-api-listings-items": "relay", "sp-api-product-pricing": "relay", "sp-api-product-types": "relay",
	"sp-api-listings-restrictions": "relay", "sp-api-product-fees": "relay", "sp-api-sellers": "relay",
	"sp-api-orders": "relay",
}

// explained returns the tags with links to their guides.
func explained(tags []*huma.Tag) []*huma.Tag {
	linked := make([]*huma.Tag, len(tags))
	for i, tag := range tags {
		copied := *tag
		if guide := guides[tag.Name]; guide != "" {
			copied.ExternalDocs = &huma.ExternalDocs{Description: "Guide", URL: "/guides/" + guide}
		}
		linked[i] = &copied
	}
	return linked
}
