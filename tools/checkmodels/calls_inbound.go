package main

// callInbound makes calls for every plan and shipment of the account. Some of them are in every
// state.
func (c *caller) callInbound() {
	plans := c.do(request{op: "listInboundPlans", query: words{"pageSize": "30", "sortBy": "CREATION_TIME"}})
	for _, plan := range list(plans, "inboundPlans") {
		c.callPlan(words{"inboundPlanId": text(plan, "inboundPlanId")})
	}
	old := c.do(request{op: "getShipments", query: words{
		"QueryType": "SHIPMENT", "MarketplaceId": usa, "ShipmentStatusList": c.everyWord("getShipments", "ShipmentStatusList"),
	}})
	for _, s := range list(old, "payload", "ShipmentData") {
		c.do(request{op: "getShipmentItemsByShipmentId", path: words{"shipmentId": text(s, "ShipmentId")}})
	}
	if next := text(old, "payload", "NextToken"); next != "" {
		c.do(request{op: "getShipments", query: words{"QueryType": "NEXT_TOKEN", "MarketplaceId": usa, "NextToken": next}})
	}
	c.do(request{op: "getShipmentItems", query: words{
		"QueryType": "DATE_RANGE", "MarketplaceId": usa, "LastUpdatedAfter": "2026-01-01T00:00:00Z", "LastUpdatedBefore": "2026-11-01T00:00:00Z",
	}})
}

func (c *caller) callPlan(plan words) {
	all := words{"pageSize": "1000"}
	some := words{"pageSize": "20"}
	found := c.do(request{op: "getInboundPlan", path: plan})
	for _, op := range []string{"listInboundPlanBoxes", "listInboundPlanItems", "listInboundPlanPallets"} {
		c.do(request{op: op, path: plan, query: all})
	}
	c.do(request{op: "listPlacementOptions", path: plan, query: some})
	packings := c.do(request{op: "listPackingOptions", path: plan, query: some})
	for _, option := range list(packings, "packingOptions") {
		for _, id := range listOf(at(option, "packingGroups")) {
			group := words{"inboundPlanId": plan["inboundPlanId"], "packingGroupId": id}
			c.do(request{op: "listPackingGroupBoxes", path: group, query: words{"pageSize": "100"}})
			c.do(request{op: "listPackingGroupItems", path: group, query: words{"pageSize": "100"}})
		}
	}
	for _, s := range list(found, "shipments") {
		c.callShipment(words{"inboundPlanId": plan["inboundPlanId"], "shipmentId": text(s, "shipmentId")})
	}
}

func (c *caller) callShipment(shipment words) {
	all := words{"pageSize": "1000"}
	c.do(request{op: "getShipment", path: shipment})
	c.do(request{op: "listTransportationOptions", path: words{"inboundPlanId": shipment["inboundPlanId"]},
		query: words{"pageSize": "20", "shipmentId": shipment["shipmentId"]}})
	for _, op := range []string{"listShipmentBoxes", "listShipmentItems", "listShipmentPallets"} {
		c.do(request{op: op, path: shipment, query: all})
	}
}
