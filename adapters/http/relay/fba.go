package relay

import (
	"encoding/json"
	"net/http"

	"sellingassistant/domain/relay"
)

const (
	groupShipments = "sp-api-fba-shipments"
	groupInventory = "sp-api-fba-inventory"

	plansPath = "/inbound/fba/2024-03-20/inboundPlans"
	planPath  = plansPath + "/{inboundPlanId}"
)

// shipments lists the operations on shipments of the older interface.
func shipments() []row {
	return []row{
		{
			id: "spApiGetShipmentsV0", upstream: "getShipments", method: http.MethodGet, path: "/fba/inbound/v0/shipments", group: groupShipments,
			summary: "List inbound shipments (v0)",
			description: "Lists shipments to Amazon's warehouses by their status, by their ids or by the time of their last change, 50 a page. " +
				"SHIPMENT goes with shipmentStatusList and shipmentIdList, DATE_RANGE needs both times, NEXT_TOKEN the token.",
			own: []parameter{
				word("queryType", "How shipments are chosen.", "SHIPMENT", "DATE_RANGE", "NEXT_TOKEN").must().shown("SHIPMENT"),
				words("shipmentStatusList", "Statuses to list.", "WORKING", "READY_TO_SHIP", "SHIPPED", "RECEIVING", "CANCELLED", "DELETED",
					"CLOSED", "ERROR", "IN_TRANSIT", "DELIVERED", "CHECKED_IN"),
				texts("shipmentIdList", 999, 64, "Shipments to list, as many as fit into a query of 8 KiB.").shown([]string{"FBABPISJ3UGH"}),
				instant("lastUpdatedAfter", "Changed at this time or later."),
				instant("lastUpdatedBefore", "Changed at this time or earlier."),
				token("nextToken", 4096, "The payload's NextToken"),
			},
			capitals: true, fill: []string{"MarketplaceId"},
			rules: []relay.Rule{
				relay.With("queryType", "DATE_RANGE", "lastUpdatedAfter"), relay.With("queryType", "DATE_RANGE", "lastUpdatedBefore"),
				relay.With("queryType", "NEXT_TOKEN", "nextToken"),
			},
			answer: object("", members{"payload": object("The page.", members{
				"ShipmentData": list("The shipments."), "NextToken": str("The token of the next page; absent on the last page."),
			})}),
			example: json.RawMessage(`{"payload":{"ShipmentData":[{"ShipmentId":"FBABPISJ3UGH","ShipmentName":"November","ShipmentStatus":"WORKING"}]}}`),
		},
		{
			id: "spApiGetShipmentItemsV0", upstream: "getShipmentItemsByShipmentId", method: http.MethodGet,
			path: "/fba/inbound/v0/shipments/{shipmentId}/items", group: groupShipments,
			summary:     "List a shipment's items (v0)",
			description: "Lists the items of one shipment with the quantities shipped and received.",
			own: []parameter{formed("shipmentId", "^[0-9A-Za-z-]{1,64}$", "a shipment id",
				"The shipment, by the id that starts with FBA.").shown("FBABPISJ3UGH")},
			fill: []string{"MarketplaceId"},
			answer: object("", members{"payload": object("The page.", members{
				"ItemData": list("The items."), "NextToken": str("The token of the next page; absent on the last page."),
			})}),
			example: json.RawMessage(`{"payload":{"ItemData":[{"ShipmentId":"FBABPISJ3UGH","SellerSKU":"SIM-0000","QuantityShipped":24,"QuantityReceived":20}]}}`),
		},
		{
			id: "spApiListShipmentItemsV0", upstream: "getShipmentItems", method: http.MethodGet,
			path: "/fba/inbound/v0/shipmentItems", group: groupShipments, beside: true,
			summary: "List items of inbound shipments (v0)",
			description: "Lists the items of all shipments that changed between two times, page by page. " +
				"DATE_RANGE needs both times, NEXT_TOKEN the token.",
			own: []parameter{
				word("queryType", "How items are chosen.", "DATE_RANGE", "NEXT_TOKEN").must().shown("DATE_RANGE"),
				instant("lastUpdatedAfter", "Changed at this time or later.").shown("2026-10-01T00:00:00Z"),
				instant("lastUpdatedBefore", "Changed at this time or earlier.").shown("2026-11-01T00:00:00Z"),
				token("nextToken", 4096, "The payload's NextToken"),
			},
			capitals: true, fill: []string{"MarketplaceId"},
			rules: []relay.Rule{
				relay.With("queryType", "DATE_RANGE", "lastUpdatedAfter"),
				relay.With("queryType", "DATE_RANGE", "lastUpdatedBefore"),
				relay.With("queryType", "NEXT_TOKEN", "nextToken"),
			},
			answer: object("", members{"payload": object("The page.", members{
				"ItemData": list("The items."), "NextToken": str("The token of the next page; absent on the last page."),
			})}),
			example: json.RawMessage(`{"payload":{"ItemData":[{"ShipmentId":"FBABPISJ3UGH","SellerSKU":"SIM-0000",` +
				`"QuantityShipped":24,"QuantityReceived":20}],"NextToken":"dG9rZW4r/w=="}}`),
		},
	}
}

// inboundID describes an id of the newer interface.
func inboundID(name, example, doc string) parameter {
	return formed(name, "^[0-9A-Za-z-]{38}$", "38 letters, digits or hyphens", doc).shown(example)
}

func planID() parameter {
	return inboundID("inboundPlanId", "wf1865a8f5-ebf8-da82-165b-7daa8c198618", "The inbound plan.")
}

func shipmentID() parameter {
	return inboundID("shipmentId", "sh8934c71e-2be0-53ff-2bcc-4c00e16990cc", "The shipment, by the id that starts with sh.")
}

func groupID() parameter {
	return inboundID("packingGroupId", "pgdb9cf15b-c012-0bd6-29d5-194ebc08d973", "The packing group.")
}

// paged adds the two parameters of a page.
func paged(most float64, own ...parameter) []parameter {
	return append(own,
		number("pageSize", 1, most, "Records a page; 10 when absent."),
		token("paginationToken", 1024, "The pagination.nextToken"))
}

// plans lists the operations on inbound plans and shipments of the newer interface.
func plans() []row {
	return []row{
		{
			id: "spApiListInboundPlans", upstream: "listInboundPlans", method: http.MethodGet, path: plansPath, group: groupShipments,
			summary:     "List inbound plans",
			description: "Lists the inbound plans of the seller account.",
			own: append(paged(30),
				word("status", "Plans in this status.", "ACTIVE", "VOIDED", "SHIPPED"),
				word("sortBy", "Field to sort by.", "LAST_UPDATED_TIME", "CREATION_TIME"),
				word("sortOrder", "The direction of the order.", "ASC", "DESC")),
			answer: object("", members{"inboundPlans": list("The plans."), "pagination": page()}),
			example: json.RawMessage(`{"inboundPlans":[{"inboundPlanId":"wf1865a8f5-ebf8-da82-165b-7daa8c198618","name":"November",` +
				`"status":"ACTIVE","marketplaceIds":["ATVPDKIKX0DER"]}],"pagination":{"nextToken":"dG9rZW4r/w=="}}`),
		},
		{
			id: "spApiGetInboundPlan", upstream: "getInboundPlan", method: http.MethodGet, path: planPath, group: groupShipments,
			summary:     "Get an inbound plan",
			description: "Returns one inbound plan with its shipments and options.",
			own:         []parameter{planID()},
			answer: object("", members{
				"inboundPlanId": str("The plan."), "name": str("Its name."), "status": str("ACTIVE, VOIDED, SHIPPED or ERRORED."),
				"createdAt": str("When it was made."), "lastUpdatedAt": str("When it was changed."),
				"marketplaceIds": {Type: "array", Description: "Where it is for.", Items: str("")},
				"sourceAddress":  open("Where the goods come from."),
				"shipments":      list("Its shipments."), "placementOptions": list("Its placement options."), "packingOptions": list("Its packing options."),
			}),
			example: json.RawMessage(`{"inboundPlanId":"wf1865a8f5-ebf8-da82-165b-7daa8c198618","name":"November","status":"ACTIVE",` +
				`"marketplaceIds":["ATVPDKIKX0DER"],"shipments":[{"shipmentId":"sh8934c71e-2be0-53ff-2bcc-4c00e16990cc","status":"WORKING"}]}`),
		},
		{
			id: "spApiGetShipment", upstream: "getShipment", method: http.MethodGet, path: planPath + "/shipments/{shipmentId}", group: groupShipments,
			summary:     "Get a shipment",
			description: "Returns one shipment of an inbound plan.",
			own:         []parameter{planID(), shipmentID()},
			answer: object("", members{
				"shipmentId": str("The shipment."), "shipmentConfirmationId": str("Its id that starts with FBA, once it is confirmed."),
				"name": str("Its name."), "status": str("Its status."), "placementOptionId": str("The placement it belongs to."),
				"amazonReferenceId": str("Amazon's reference."), "source": open("Where it comes from."), "destination": open("Where it goes."),
				"dates": open("When it is ready."), "selectedDeliveryWindow": open("When it may arrive."),
				"selectedTransportationOptionId": str("How it travels."), "trackingDetails": open("Its tracking numbers."),
				"freightInformation": open("Its freight class and value."), "contactInformation": open("Whom to ask."),
				"selfShipAppointmentDetails": list("Appointments at the warehouse."),
			}),
			example: json.RawMessage(`{"shipmentId":"sh8934c71e-2be0-53ff-2bcc-4c00e16990cc","shipmentConfirmationId":"FBABPISJ3UGH",` +
				`"name":"November","status":"WORKING","destination":{"destinationType":"AMAZON_WAREHOUSE","warehouseId":"PHX3"}}`),
		},
	}
}

// part describes an operation that lists records of a plan or of a part of it.
func part(id, upstream, path, member, example, summary, description string, most float64, own ...parameter) row {
	return row{
		id: id, upstream: upstream, method: http.MethodGet, path: path, group: groupShipments,
		summary: summary, description: description, own: paged(most, own...),
		answer:  object("", members{member: list("The records of the page."), "pagination": page()}),
		example: json.RawMessage(`{"` + member + `":[` + example + `],"pagination":{"nextToken":"dG9rZW4r/w=="}}`),
	}
}

const (
	anItem = `{"msku":"SIM-0000","asin":"B0SIM000SC","fnsku":"X0SIM000A1","quantity":24,"labelOwner":"SELLER","prepInstructions":[]}`
	aBox   = `{"packageId":"pk1234abcd-1234-abcd-5678-1234abcd5678","boxId":"FBABPISJ3UGHU000001","quantity":1,"items":[` + anItem + `]}`
)

func planParts() []row {
	group, shipment := planPath+"/packingGroups/{packingGroupId}", planPath+"/shipments/{shipmentId}"
	options := part("spApiListTransportationOptions", "listTransportationOptions", planPath+"/transportationOptions", "transportationOptions",
		`{"transportationOptionId":"to1234abcd-1234-abcd-5678-1234abcd5678","shippingMode":"GROUND_SMALL_PARCEL","shippingSolution":"USE_YOUR_OWN_CARRIER"}`,
		"List transportation options", "Lists the ways the shipments of a plan can travel. Name a placement option or a shipment.", 20, planID())
	options.own = append(options.own,
		inboundID("placementOptionId", "pl8934c71e-2be0-53ff-2bcc-4c00e16990cc", "Options of this placement."),
		inboundID("shipmentId", "sh8934c71e-2be0-53ff-2bcc-4c00e16990cc", "Options of this shipment."))
	return []row{
		part("spApiListInboundPlanItems", "listInboundPlanItems", planPath+"/items", "items", anItem,
			"List a plan's items", "Lists the items of an inbound plan.", 1000, planID()),
		part("spApiListInboundPlanBoxes", "listInboundPlanBoxes", planPath+"/boxes", "boxes", aBox,
			"List a plan's boxes", "Lists the boxes of an inbound plan.", 1000, planID()),
		part("spApiListPlacementOptions", "listPlacementOptions", planPath+"/placementOptions", "placementOptions",
			`{"placementOptionId":"pl8934c71e-2be0-53ff-2bcc-4c00e16990cc","status":"OFFERED","shipmentIds":["sh8934c71e-2be0-53ff-2bcc-4c00e16990cc"]}`,
			"List placement options", "Lists how Amazon would spread a plan over its warehouses, with the fees; status is OFFERED, ACCEPTED or EXPIRED.", 20, planID()),
		options,
		part("spApiListPackingOptions", "listPackingOptions", planPath+"/packingOptions", "packingOptions",
			`{"packingOptionId":"po1234abcd-1234-abcd-5678-1234abcd5678","status":"OFFERED","packingGroups":["pgdb9cf15b-c012-0bd6-29d5-194ebc08d973"]}`,
			"List packing options", "Lists how the items of a plan can be packed together.", 20, planID()),
		part("spApiListPackingGroupBoxes", "listPackingGroupBoxes", group+"/boxes", "boxes", aBox,
			"List a packing group's boxes", "Lists the boxes of a packing group.", 100, planID(), groupID()),
		part("spApiListPackingGroupItems", "listPackingGroupItems", group+"/items", "items", anItem,
			"List a packing group's items", "Lists the items of a packing group.", 100, planID(), groupID()),
		part("spApiListShipmentItems", "listShipmentItems", shipment+"/items", "items", anItem,
			"List a shipment's items", "Lists the items of a shipment.", 1000, planID(), shipmentID()),
		part("spApiListShipmentBoxes", "listShipmentBoxes", shipment+"/boxes", "boxes", aBox,
			"List a shipment's boxes", "Lists the boxes of a shipment.", 1000, planID(), shipmentID()),
	}
}

func inventory() []row {
	return []row{{
		id: "spApiGetInventorySummaries", upstream: "getInventorySummaries", method: http.MethodGet, path: "/fba/inventory/v1/summaries",
		group:   groupInventory,
		summary: "List stock in Amazon's warehouses",
		description: "Lists the quantities of the account's SKUs at Amazon in one marketplace. A token for the next page " +
			"lives 30 seconds. With startDateTime the SKUs are ignored.",
		own: []parameter{
			word("granularityType", "Scope of the quantities; only a marketplace.", "Marketplace"),
			flag("details", "Adds quantities on their way, reserved and unsellable."),
			instant("startDateTime", "Only changes since then, at most 18 months ago."),
			texts("sellerSkus", 50, 100, "SKUs to list.").shown([]string{"SIM-0000"}),
			text("sellerSku", 100, "One SKU to list, which may have a comma in it.").shown("SIM-0000"),
			token("nextToken", 4096, "The pagination.nextToken"),
		},
		fill: []string{"granularityId", "marketplaceIds"}, preset: relay.Parameters{"granularityType": "Marketplace"},
		answer: object("", members{
			"payload": object("The page.", members{
				"granularity": open("The marketplace."), "inventorySummaries": list("One entry for each SKU."),
			}),
			"pagination": page(),
		}),
		example: json.RawMessage(`{"payload":{"granularity":{"granularityType":"Marketplace","granularityId":"ATVPDKIKX0DER"},` +
			`"inventorySummaries":[{"asin":"B0SIM000SC","sellerSku":"SIM-0000","condition":"NewItem","totalQuantity":40}]},"pagination":{"nextToken":"dG9rZW4r/w=="}}`),
	}}
}
