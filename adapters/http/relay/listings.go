package relay

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/relay"
)

const (
	groupListings = "sp-api-listings-items"

	sellerPath = "/listings/2021-08-01/items/{sellerId}"
	skuPath    = sellerPath + "/{sku}"
)

func seller() parameter {
	return formed("sellerId", "^[0-9A-Za-z]{1,64}$", "letters and digits",
		"A seller account of the team by Amazon's identifier; any other is not found.").shown("A7A9C0968CA6E8")
}

func sku() parameter {
	return text("sku", 100, "The SKU. A slash or any other character with a meaning in addresses is percent-encoded once.").shown("SIM-0000")
}

func issueLocale() parameter { return locale("issueLocale", "The language of the issues.") }

func listingSets() parameter {
	return words("includedData", "Sets of data to return; summaries when absent.",
		"summaries", "attributes", "issues", "offers", "fulfillmentAvailability", "procurement", "relationships", "productTypes")
}

func aListing() members {
	return members{
		"sku": str("The SKU."), "summaries": list("Title, status and so on by marketplace."), "attributes": open("Its attributes."),
		"issues": list("Problems with it."), "offers": list("Its prices."), "fulfillmentAvailability": list("Its quantities."),
		"procurement": list("For vendors."), "relationships": list("Its variations."), "productTypes": list("Its product types."),
	}
}

func listings() []row {
	return []row{
		{
			id: "spApiSearchListingsItems", upstream: "searchListingsItems", method: http.MethodGet, path: sellerPath, group: groupListings,
			summary: "Search listings",
			description: "Lists the seller's listings, all or those chosen by identifiers, by their variation parent or by their package hierarchy, " +
				"which exclude each other. At most 1,000 can be paged through.",
			own: []parameter{
				seller(),
				texts("identifiers", 20, 100, "Identifiers of listings.").shown([]string{"SIM-0000"}),
				word("identifiersType", "Type of the identifiers; needed with them.", "ASIN", "EAN", "FNSKU", "GTIN", "ISBN", "JAN", "MINSAN", "SKU", "UPC").shown("SKU"),
				text("variationParentSku", 100, "Variations of this SKU."),
				text("packageHierarchySku", 100, "Listings that contain this SKU or are contained in it."),
				instant("createdAfter", "Created at this time or later."), instant("createdBefore", "Created at this time or earlier."),
				instant("lastUpdatedAfter", "Changed at this time or later."), instant("lastUpdatedBefore", "Changed at this time or earlier."),
				words("withIssueSeverity", "With issues of this severity.", "WARNING", "ERROR"),
				words("withStatus", "With this status.", "BUYABLE", "DISCOVERABLE"),
				words("withoutStatus", "Without this status.", "BUYABLE", "DISCOVERABLE"),
				word("sortBy", "Sort field; lastUpdatedDate when absent.", "sku", "createdDate", "lastUpdatedDate"),
				word("sortOrder", "The direction of the order; DESC when absent.", "ASC", "DESC"),
				listingSets(), issueLocale(),
				number("pageSize", 1, 20, "Listings a page; 10 when absent."),
				token("pageToken", 4096, "The pagination.nextToken"),
			},
			several: true, fill: []string{"marketplaceIds"},
			rules: []relay.Rule{
				relay.Excludes("identifiers", "variationParentSku", "packageHierarchySku"), relay.Needs("identifiers", "identifiersType"),
			},
			answer: object("", members{
				"numberOfResults": count("Listings that match."), "items": list("The listings of the page."), "pagination": page(),
			}),
			example: json.RawMessage(`{"numberOfResults":1,"items":[{"sku":"SIM-0000","summaries":[{"marketplaceId":"ATVPDKIKX0DER","asin":"B0SIM000SC","status":["BUYABLE"]}]}]}`),
		},
		{
			id: "spApiGetListingsItem", upstream: "getListingsItem", method: http.MethodGet, path: skuPath, group: groupListings,
			summary:     "Get a listing",
			description: "Returns one listing of the seller.",
			own:         []parameter{seller(), sku(), listingSets(), issueLocale()},
			several:     true, fill: []string{"marketplaceIds"},
			answer:  object("", aListing()),
			example: json.RawMessage(`{"sku":"SIM-0000","summaries":[{"marketplaceId":"ATVPDKIKX0DER","asin":"B0SIM000SC","status":["BUYABLE","DISCOVERABLE"]}]}`),
		},
	}
}

// written describes the answer to a change of a listing.
func written() *huma.Schema {
	return object("", members{
		"sku": str("The SKU."), "status": str("ACCEPTED is queued and not yet applied, INVALID comes with issues, VALID is the answer of a preview."),
		"submissionId": str("Amazon's name of the submission."), "issues": list("Problems with it."), "identifiers": list("ASINs, where asked for."),
	})
}

var accepted = json.RawMessage(`{"sku":"SIM-0000","status":"ACCEPTED","submissionId":"f1dc2914-75dd-11ea-bc55-0242ac130003","issues":[]}`)

// writes lists the parameters of a change.
func writes() []parameter {
	return []parameter{
		seller(), sku(),
		words("includedData", "Sets of data to return; issues when absent.", "identifiers", "issues"),
		word("mode", "Checks the change and applies nothing.", "VALIDATION_PREVIEW"),
		issueLocale(),
	}
}

func listingWrites() []row {
	productType, one := str("The product type of the listing."), 1
	return []row{
		{
			id: "spApiPutListingsItem", upstream: "putListingsItem", method: http.MethodPut, path: skuPath, group: groupListings,
			summary:     "Create or replace a listing",
			description: "Creates a listing or replaces all of it, in one marketplace. It is sent again when Amazon does not answer, which does no harm.",
			own:         writes(), fill: []string{"marketplaceIds"},
			body: required(object("", members{
				"productType": productType, "requirements": oneOf("Scope of the attributes.", "LISTING", "LISTING_PRODUCT_ONLY", "LISTING_OFFER_ONLY"),
				"attributes": open("The attributes by name, as the product type's schema wants them."),
			}), "productType", "attributes"),
			sent: json.RawMessage(`{"productType":"PRODUCT","requirements":"LISTING_OFFER_ONLY","attributes":{` +
				`"condition_type":[{"value":"new_new","marketplace_id":"ATVPDKIKX0DER"}],` +
				`"merchant_suggested_asin":[{"value":"B0SIM000SC","marketplace_id":"ATVPDKIKX0DER"}],` +
				`"fulfillment_availability":[{"fulfillment_channel_code":"DEFAULT","quantity":3}],` +
				`"purchasable_offer":[{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":19.99}]}]}]}}`),
			answer: written(), example: accepted,
		},
		{
			id: "spApiPatchListingsItem", upstream: "patchListingsItem", method: http.MethodPatch, path: skuPath, group: groupListings,
			summary: "Change a listing",
			description: "Changes attributes of a listing, one operation each. It is sent once: where Amazon does not answer, " +
				"whether it was applied is found out by reading the listing.",
			own: writes(), several: true, fill: []string{"marketplaceIds"},
			body: required(object("", members{
				"productType": productType,
				"patches": {Type: huma.TypeArray, MinItems: &one, Description: "The changes.", Items: required(object("", members{
					"op":    oneOf("The operation.", "add", "replace", "merge", "delete"),
					"path":  str("One attribute at the top: /attributes/purchasable_offer."),
					"value": list("The new values."),
				}), "op", "path")},
			}), "productType", "patches"),
			sent: json.RawMessage(`{"productType":"PRODUCT","patches":[{"op":"merge","path":"/attributes/purchasable_offer","value":[` +
				`{"marketplace_id":"ATVPDKIKX0DER","currency":"USD","audience":"ALL","our_price":[{"schedule":[{"value_with_tax":19.49}]}]}]}]}`),
			answer: written(), example: accepted,
		},
		{
			id: "spApiDeleteListingsItem", upstream: "deleteListingsItem", method: http.MethodDelete, path: skuPath, group: groupListings,
			summary:     "Delete a listing",
			description: "Deletes a listing in one marketplace.",
			own:         []parameter{seller(), sku(), issueLocale()}, fill: []string{"marketplaceIds"},
			answer: written(), example: accepted,
		},
	}
}
