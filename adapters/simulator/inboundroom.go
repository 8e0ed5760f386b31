package simulator

import "sellingassistant/adapters/simulator/gateway"

const (
	inboundPath    = "/inbound/fba/2024-03-20/inboundPlans"
	planPath       = inboundPath + "/{inboundPlanId}"
	shipmentPath   = planPath + "/shipments/{shipmentId}"
	groupPath      = planPath + "/packingGroups/{packingGroupId}"
	oldInboundPath = "/fba/inbound/v0"
)

// oldItems and its like are called by name.
const (
	oldItems        = "getShipmentItems"
	transportations = "listTransportationOptions"
)

// inboundEndpoints are the operations this room answers.
func (m *Marketplace) inboundEndpoints() []gateway.Endpoint {
	return []gateway.Endpoint{
		gateway.Get("listInboundPlans", inboundPath, 2, 6, m.inboundPlans),
		gateway.Get("getInboundPlan", planPath, 2, 6, m.answerPlan),
		gateway.Get("listInboundPlanBoxes", planPath+"/boxes", 2, 6, m.partsOf("boxes", 1000)),
		gateway.Get("listInboundPlanItems", planPath+"/items", 2, 6, m.partsOf("items", 1000)),
		gateway.Get("listInboundPlanPallets", planPath+"/pallets", 2, 6, m.partsOf("pallets", 1000)),
		gateway.Get("listPlacementOptions", planPath+"/placementOptions", 2, 6, m.partsOf("placementOptions", 20)),
		gateway.Get("listPackingOptions", planPath+"/packingOptions", 2, 6, m.partsOf("packingOptions", 20)),
		gateway.Get(transportations, planPath+"/transportationOptions", 2, 6, m.partsOf("transportationOptions", 20)),
		gateway.Get("listPackingGroupBoxes", groupPath+"/boxes", 2, 30, m.partsOf("boxes", 100)),
		gateway.Get("listPackingGroupItems", groupPath+"/items", 2, 30, m.partsOf("items", 100)),
		gateway.Get("getShipment", shipmentPath, 2, 6, m.answerShipment),
		gateway.Get("listShipmentBoxes", shipmentPath+"/boxes", 2, 30, m.partsOf("boxes", 1000)),
		gateway.Get("listShipmentItems", shipmentPath+"/items", 2, 30, m.partsOf("items", 1000)),
		gateway.Get("listShipmentPallets", shipmentPath+"/pallets", 2, 30, m.partsOf("pallets", 1000)),
		gateway.Get("getShipments", oldInboundPath+"/shipments", 2, 30, m.oldShipments),
		gateway.Get("getShipmentItemsByShipmentId", oldInboundPath+"/shipments/{shipmentId}/items", 2, 30, m.oldItemsOfShipment),
		gateway.Get(oldItems, oldInboundPath+"/shipmentItems", 2, 30, m.oldItems),
	}
}
