package main

import "strings"

// leniency lists wanted differences from the models. Amazon's own answers have them too, so clients
// must accept them.
var leniency = []struct{ operation, difference string }{
	{"createDestination", "/payload/resource/eventBridge: got null, want object"},
	{"getDestination", "/payload/resource/eventBridge: got null, want object"},
	{"getDestinations", "/payload/*/resource/eventBridge: got null, want object"},
	{"getCatalogItem", "/images/*/images/*: missing properties 'height', 'width'"},
	{"getCatalogItem", "/salesRanks/*/classificationRanks/*: missing property 'title'"},
	{"getCatalogItem", "/summaries/*/itemClassification: value must be one of"},
	{"searchCatalogItems", "/items/*/images/*/images/*: missing properties 'height', 'width'"},
	{"searchCatalogItems", "/items/*/salesRanks/*/classificationRanks/*: missing property 'title'"},
	{"searchCatalogItems", "/items/*/summaries/*/itemClassification: value must be one of"},
	{"getDefinitionsProductType", "/: missing properties 'displayName', 'propertyGroups'"},
	{"getItemOffers", "/payload/Offers/*/ShippingTime/availabilityType: value must be one of"},
	{"getItemOffers", "/payload/Summary: missing property 'TotalOfferCount'"},
	{"getListingOffers", "/payload/Offers/*/ShippingTime/availabilityType: value must be one of"},
	{"getListingOffers", "/payload/Summary: missing property 'TotalOfferCount'"},
	{"getListingOffersBatch", "/responses/*/body/payload/Offers/*/ShippingTime/availabilityType: value must be one of"},
	{"getListingOffersBatch", "/responses/*/body/payload/Summary: missing property 'TotalOfferCount'"},
	{"getMyFeesEstimateForASIN", "/payload/FeesEstimateResult/FeesEstimate/TimeOfFeesEstimation: 'Sun Nov 01 12:00:00 UTC 2026' is not valid date-time"},
	{"getMyFeesEstimateForSKU", "/payload/FeesEstimateResult/FeesEstimate/TimeOfFeesEstimation: 'Sun Nov 01 12:00:00 UTC 2026' is not valid date-time"},
	{"getMyFeesEstimates", "/*/FeesEstimate/TimeOfFeesEstimation: 'Sun Nov 01 12:00:00 UTC 2026' is not valid date-time"},
	{"getShipments", "/payload/ShipmentData/*/ShipmentStatus: value must be one of"},
	{"getShipments", "/payload/ShipmentData/*: missing property 'AreCasesRequired'"},
}

// lenient reports whether a difference is wanted, and records that it was seen.
func (c *caller) lenient(operation, difference string) bool {
	for i, l := range leniency {
		if l.operation == operation && strings.HasPrefix(difference, l.difference) {
			c.wanted[i] = true
			return true
		}
	}
	return false
}

// lookForUnseen finds wanted differences that no longer occur.
func (c *caller) lookForUnseen() {
	for i, l := range leniency {
		if c.called[l.operation] && !c.wanted[i] {
			c.problem("%s: the wanted difference was not seen: %s", l.operation, l.difference)
		}
	}
}
