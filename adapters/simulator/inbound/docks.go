package inbound

import (
	"sync"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
)

const (
	inboundPath    = "/inbound/fba/2024-03-20/inboundPlans"
	planPath       = inboundPath + "/{inboundPlanId}"
	shipmentPath   = planPath + "/shipments/{shipmentId}"
	groupPath      = planPath + "/packingGroups/{packingGroupId}"
	oldInboundPath = "/fba/inbound/v0"
)

// Operations that the code compares by name.
const (
	oldItems        = "getShipmentItems"
	transportations = "listTransportationOptions"
)

// Docks has the plans and shipments of sellers to the fulfilment centres of the marketplace.
type Docks struct {
	world   *world.World
	gateway *gateway.Gateway
	ledger  *ledger.Ledger

	mu    sync.Mutex
	books map[string]*inboundBook
}

func New(w *world.World, g *gateway.Gateway, l *ledger.Ledger) *Docks {
	return &Docks{world: w, gateway: g, ledger: l, books: map[string]*inboundBook{}}
}

// Forget drops the plans, so that they are made anew.
func (docks *Docks) Forget() {
	docks.mu.Lock()
	defer docks.mu.Unlock()
	docks.books = map[string]*inboundBook{}
}

// Endpoints returns the operations of this package.
func (docks *Docks) Endpoints() []gateway.Endpoint {
	return []gateway.Endpoint{
		gateway.Get("listInboundPlans", inboundPath, 2, 6, docks.inboundPlans),
		gateway.Get("getInboundPlan", planPath, 2, 6, docks.answerPlan),
		gateway.Get("listInboundPlanBoxes", planPath+"/boxes", 2, 6, docks.partsOf("boxes", 1000)),
		gateway.Get("listInboundPlanItems", planPath+"/items", 2, 6, docks.partsOf("items", 1000)),
		gateway.Get("listInboundPlanPallets", planPath+"/pallets", 2, 6, docks.partsOf("pallets", 1000)),
		gateway.Get("listPlacementOptions", planPath+"/placementOptions", 2, 6, docks.partsOf("placementOptions", 20)),
		gateway.Get("listPackingOptions", planPath+"/packingOptions", 2, 6, docks.partsOf("packingOptions", 20)),
		gateway.Get(transportations, planPath+"/transportationOptions", 2, 6, docks.partsOf("transportationOptions", 20)),
		gateway.Get("listPackingGroupBoxes", groupPath+"/boxes", 2, 30, docks.partsOf("boxes", 100)),
		gateway.Get("listPackingGroupItems", groupPath+"/items", 2, 30, docks.partsOf("items", 100)),
		gateway.Get("getShipment", shipmentPath, 2, 6, docks.answerShipment),
		gateway.Get("listShipmentBoxes", shipmentPath+"/boxes", 2, 30, docks.partsOf("boxes", 1000)),
		gateway.Get("listShipmentItems", shipmentPath+"/items", 2, 30, docks.partsOf("items", 1000)),
		gateway.Get("listShipmentPallets", shipmentPath+"/pallets", 2, 30, docks.partsOf("pallets", 1000)),
		gateway.Get("getShipments", oldInboundPath+"/shipments", 2, 30, docks.oldShipments),
		gateway.Get("getShipmentItemsByShipmentId", oldInboundPath+"/shipments/{shipmentId}/items", 2, 30, docks.oldItemsOfShipment),
		gateway.Get(oldItems, oldInboundPath+"/shipmentItems", 2, 30, docks.oldItems),
	}
}
