package relay

import (
	"encoding/json"
	"net/http"

	"sellingassistant/domain/relay"
)

const (
	groupCatalog      = "sp-api-catalog-items"
	groupProductTypes = "sp-api-product-types"
)

var catalogSets = []string{
	"attributes", "classifications", "dimensions", "identifiers", "images", "productTypes", "relationships", "salesRanks", "summaries",
	"vendorDetails",
}

func locale(name, doc string) parameter { return text(name, 35, doc).shown("en_US") }

func catalog() []row {
	return []row{
		{
			id: "spApiSearchCatalogItems", upstream: "searchCatalogItems", method: http.MethodGet, path: "/catalog/2022-04-01/items", group: groupCatalog,
			summary:     "Search the catalogue",
			description: "Finds products by identifiers of one type or by keywords; the two exclude each other. Identifiers of the type SKU need sellerId.",
			own: []parameter{
				texts("identifiers", 20, 100, "Identifiers of products."),
				word("identifiersType", "Type of the identifiers; needed with them.", "ASIN", "EAN", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC"),
				texts("keywords", 20, 200, "Words to look for.").shown([]string{"steel"}),
				texts("brandNames", 50, 200, "Keeps these brands; only with keywords."),
				texts("classificationIds", 50, 50, "Keeps these categories; only with keywords."),
				locale("keywordsLocale", "The language of the keywords; only with keywords."),
				text("sellerId", 64, "Seller of the SKUs in identifiers: a seller account of the team, which then makes the call; "+
					"else 404.").shown("A7A9C0968CA6E8"),
				words("includedData", "Sets of data to return; summaries when absent.", catalogSets...),
				locale("locale", "The language of the answer."),
				number("pageSize", 1, 20, "Products a page; 10 when absent."),
				token("pageToken", 4096, "The pagination.nextToken"),
			},
			fill: []string{"marketplaceIds"},
			rules: []relay.Rule{
				relay.Excludes("identifiers", "keywords"), relay.Needs("identifiers", "identifiersType"), relay.Needs("brandNames", "keywords"),
				relay.Needs("classificationIds", "keywords"), relay.Needs("keywordsLocale", "keywords"),
			},
			answer: object("", members{
				"numberOfResults": count("Estimated matches."), "items": list("The products of the page."), "pagination": page(),
				"refinements": open("Brands and categories the search can be narrowed to."),
			}),
			example: json.RawMessage(`{"numberOfResults":1,"items":[{"asin":"B0SIM000SC","summaries":[{"marketplaceId":"ATVPDKIKX0DER","itemName":"Mug, red"}]}]}`),
		},
		{
			id: "spApiGetCatalogItem", upstream: "getCatalogItem", method: http.MethodGet, path: "/catalog/2022-04-01/items/{asin}", group: groupCatalog,
			summary:     "Get a product of the catalogue",
			description: "Returns the catalogue's data of one product.",
			own: []parameter{
				asin(),
				words("includedData", "Sets of data to return; summaries when absent.", catalogSets...),
				locale("locale", "The language of the answer."),
			},
			several: true, fill: []string{"marketplaceIds"},
			answer: object("", members{
				"asin": str("The product."), "attributes": open("Its attributes."), "classifications": list("Its categories."),
				"dimensions": list("Its measures."), "identifiers": list("Its codes."), "images": list("Its images."),
				"productTypes": list("Its product types."), "relationships": list("Its variations and packages."),
				"salesRanks": list("Its ranks."), "summaries": list("Its title, brand and so on."), "vendorDetails": list("For vendors."),
			}),
			example: json.RawMessage(`{"asin":"B0SIM000SC","summaries":[{"marketplaceId":"ATVPDKIKX0DER","itemName":"Mug, red","brand":"Example"}]}`),
		},
	}
}

func productTypes() []row {
	return []row{
		{
			id: "spApiSearchProductTypes", upstream: "searchDefinitionsProductTypes", method: http.MethodGet,
			path: "/definitions/2020-09-01/productTypes", group: groupProductTypes,
			summary:     "Search product types",
			description: "Finds product types by keywords or by the title of a product, which exclude each other; without either all are listed.",
			own: []parameter{
				texts("keywords", 20, 200, "Words to look for.").shown([]string{"ukulele"}),
				text("itemName", 500, "The title of a product to find types for."),
				locale("locale", "The language of the answer."),
				locale("searchLocale", "The language of keywords and title."),
			},
			several: true, fill: []string{"marketplaceIds"}, rules: []relay.Rule{relay.Excludes("keywords", "itemName")},
			answer: object("", members{
				"productTypes": list("The types that were found."), "productTypeVersion": str("The version of the definitions."),
			}),
			example: json.RawMessage(`{"productTypes":[{"name":"MUG","displayName":"Mug","marketplaceIds":["ATVPDKIKX0DER"]}],"productTypeVersion":"LATEST"}`),
		},
		{
			id: "spApiGetProductType", upstream: "getDefinitionsProductType", method: http.MethodGet,
			path: "/definitions/2020-09-01/productTypes/{productType}", group: groupProductTypes,
			summary:     "Get a product type",
			description: "Returns where the schema of a product type is and how its attributes are grouped. The address in schema.link.resource lives for a short time.",
			own: []parameter{
				formed("productType", "^[0-9A-Za-z_]{1,100}$", "letters, digits and underscores", "The product type.").shown("PRODUCT"),
				text("sellerId", 64, "The seller that the definition is for, with rights of this seller alone: a seller account of "+
					"the team, which then makes the call; else 404.").shown("A7A9C0968CA6E8"),
				text("productTypeVersion", 64, "A version, LATEST or RELEASE_CANDIDATE; LATEST when absent.").shown("LATEST"),
				word("requirements", "Purpose of the definition; LISTING when absent.", "LISTING", "LISTING_PRODUCT_ONLY", "LISTING_OFFER_ONLY"),
				word("requirementsEnforced", "Whether the schema has the required attributes; ENFORCED when absent.", "ENFORCED", "NOT_ENFORCED"),
				locale("locale", "The language of the texts; DEFAULT, the marketplace's own, when absent."),
				word("parentageLevel", "For which place in a variation family.", "NONE", "CHILD", "PARENT"),
			},
			several: true, fill: []string{"marketplaceIds"},
			answer: object("", members{
				"productType": str("The type."), "displayName": str("Its name for people."), "schema": open("Where its schema is."),
				"metaSchema": open("Where the schema of schemas is."), "requirements": str("Its purpose."),
				"requirementsEnforced": str("Whether required attributes are enforced."), "propertyGroups": open("Groups of attributes."),
				"locale":         str("The language of its texts."),
				"marketplaceIds": {Type: "array", Description: "Marketplaces that it applies to.", Items: str("")}, "productTypeVersion": open("Its version."),
			}),
			example: json.RawMessage(`{"productType":"MUG","requirements":"LISTING","requirementsEnforced":"ENFORCED","locale":"en_US",` +
				`"schema":{"link":{"resource":"https://example.com/schema.json","verb":"GET"},"checksum":"QFQDmPwMgRXcjKVyLyi7xA=="},"propertyGroups":{}}`),
		},
	}
}
