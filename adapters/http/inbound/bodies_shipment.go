package inbound

import (
	"sellingassistant/adapters/http/httpx/body"
)

// Summary counts all plans, shipments and units on their way.
type Summary struct {
	Plans     PlanCounts      `json:"plans" doc:"All plans of the seller account."`
	Shipments *ShipmentCounts `json:"shipments" doc:"Shipments that are not closed, cancelled or deleted; null when the marketplace does not report it."`
	Units     *UnitCounts     `json:"units" doc:"Units of shipments with items that changed in the last 90 days; null when the marketplace does not report it."`
	AsOf      body.Time       `json:"asOf" doc:"When it was counted."`
	Complete  bool            `json:"complete" doc:"False when something is not counted: the lists were too long for one call, or shipments or units are null."`
}

// PlanCounts counts plans.
type PlanCounts struct {
	Active  int64 `json:"active"`
	Voided  int64 `json:"voided"`
	Shipped int64 `json:"shipped"`
	Total   int64 `json:"total" doc:"Those in other statuses included."`
}

// ShipmentCounts counts shipments.
type ShipmentCounts struct {
	Total    int64            `json:"total"`
	ByStatus map[string]int64 `json:"byStatus" doc:"How many are in each status, for the statuses there are."`
}

// UnitCounts counts units.
type UnitCounts struct {
	Shipped   int64 `json:"shipped" doc:"Units sent, or to be sent."`
	Received  int64 `json:"received" doc:"Units the warehouses have received."`
	InTransit int64 `json:"inTransit" doc:"Units sent and not received, line by line, of open shipments."`
	Missing   int64 `json:"missing" doc:"The same of shipments that are closed, cancelled or deleted; 0 while the list of open shipments is not complete."`
}

// PlanShipments has a plan and its shipments.
type PlanShipments struct {
	InboundPlan Plan       `json:"inboundPlan"`
	Shipments   []Shipment `json:"shipments" doc:"In the order of the plan."`
}

// Shipment combines a shipment's data from both of the marketplace's APIs.
type Shipment struct {
	ShipmentID                     string          `json:"shipmentId" doc:"Its id in the plan, sh…"`
	ShipmentConfirmationID         *string         `json:"shipmentConfirmationId" doc:"Its id once confirmed, FBA…"`
	AmazonReferenceID              *string         `json:"amazonReferenceId"`
	Name                           *string         `json:"name"`
	Status                         *string         `json:"status" doc:"UNCONFIRMED, WORKING, READY_TO_SHIP, SHIPPED, IN_TRANSIT, DELIVERED, CHECKED_IN, RECEIVING, CLOSED, CANCELLED, DELETED, ABANDONED, MIXED or ERROR. The old interface's word is used only if the new interface has no word or says MIXED."`
	LegacyStatus                   *string         `json:"legacyStatus" doc:"The old interface's word; null when it does not answer or does not know the shipment."`
	PlacementOptionID              *string         `json:"placementOptionId"`
	Source                         *Source         `json:"source" doc:"Where it comes from."`
	Destination                    *Destination    `json:"destination" doc:"Where it goes."`
	DestinationFulfillmentCenterID *string         `json:"destinationFulfillmentCenterId" doc:"The warehouse, from the older interface; null when it does not answer or does not know the shipment."`
	Dates                          *Dates          `json:"dates"`
	SelectedDeliveryWindow         *DeliveryWindow `json:"selectedDeliveryWindow"`
	SelectedTransportationOptionID *string         `json:"selectedTransportationOptionId"`
	TrackingDetails                *Tracking       `json:"trackingDetails"`
	FreightInformation             *Freight        `json:"freightInformation"`
	ContactInformation             *Contact        `json:"contactInformation"`
	SelfShipAppointmentDetails     []Appointment   `json:"selfShipAppointmentDetails"`
}

// Source names the origin of a shipment.
type Source struct {
	SourceType *string  `json:"sourceType" doc:"SELLER_FACILITY, for example."`
	Address    *Address `json:"address"`
}

// Destination names the destination of a shipment.
type Destination struct {
	DestinationType *string  `json:"destinationType" doc:"AMAZON_OPTIMIZED or AMAZON_WAREHOUSE."`
	WarehouseID     *string  `json:"warehouseId"`
	Address         *Address `json:"address"`
}

// Dates has the dates of a shipment.
type Dates struct {
	ReadyToShipWindow *Window `json:"readyToShipWindow"`
}

// Window has a span of time.
type Window struct {
	Start         *body.Time `json:"start"`
	End           *body.Time `json:"end"`
	EditableUntil *body.Time `json:"editableUntil" doc:"Until when it can be changed."`
}

// DeliveryWindow has the expected dates of delivery.
type DeliveryWindow struct {
	DeliveryWindowOptionID *string    `json:"deliveryWindowOptionId"`
	AvailabilityType       *string    `json:"availabilityType" doc:"AVAILABLE, DISCOUNTED, CONGESTED or BLOCKED."`
	StartDate              *body.Time `json:"startDate"`
	EndDate                *body.Time `json:"endDate"`
	EditableUntil          *body.Time `json:"editableUntil" doc:"Until when it can be changed."`
}

// Tracking has the tracking data of a shipment.
type Tracking struct {
	LtlTrackingDetail *LtlTracking `json:"ltlTrackingDetail" doc:"For pallets and truck loads."`
	SpdTrackingDetail *SpdTracking `json:"spdTrackingDetail" doc:"For single parcels."`
}

// LtlTracking has the tracking numbers of freight.
type LtlTracking struct {
	BillOfLadingNumber *string  `json:"billOfLadingNumber"`
	FreightBillNumber  []string `json:"freightBillNumber"`
}

// SpdTracking lists the tracking data of parcels.
type SpdTracking struct {
	SpdTrackingItems []TrackedBox `json:"spdTrackingItems"`
}

// TrackedBox has the tracking data of a parcel.
type TrackedBox struct {
	BoxID                          *string `json:"boxId"`
	TrackingID                     *string `json:"trackingId"`
	TrackingNumberValidationStatus *string `json:"trackingNumberValidationStatus" doc:"VALIDATED, NOT_VALIDATED or NOT_SUPPORTED."`
}

// Freight has the data for a carrier of pallets.
type Freight struct {
	FreightClass  *string `json:"freightClass"`
	DeclaredValue *Sum    `json:"declaredValue"`
}

// Contact names a person to ask about a shipment.
type Contact struct {
	Name        *string `json:"name"`
	PhoneNumber *string `json:"phoneNumber"`
	Email       *string `json:"email"`
}

// Appointment has a time slot at the warehouse's dock.
type Appointment struct {
	AppointmentID       *int64  `json:"appointmentId"`
	AppointmentStatus   *string `json:"appointmentStatus"`
	AppointmentSlotTime *Slot   `json:"appointmentSlotTime"`
}

// Slot has the start and end of a time at a dock.
type Slot struct {
	StartTime *body.Time `json:"startTime"`
	EndTime   *body.Time `json:"endTime"`
}

// Fees lists all fees of a shipment.
type Fees struct {
	PlacementFees      []PlacementFees     `json:"placementFees" doc:"The accepted placement option, or all offered options while no option is accepted. Its fees belong to all shipments in shipmentIds together; they are not split."`
	TransportationFees []TransportationFee `json:"transportationFees" doc:"The ways to carry the shipment."`
	BoxContentsFee     *BoxContentsFee     `json:"boxContentsFee" doc:"The marketplace's charge for finding out the content of the boxes itself; null if it charges nothing or does not report it."`
}

// PlacementFees has a placement option with its fees.
type PlacementFees struct {
	PlacementOptionID *string     `json:"placementOptionId"`
	Status            *string     `json:"status" doc:"ACCEPTED or OFFERED."`
	Expiration        *body.Time  `json:"expiration" doc:"Until when it can be accepted."`
	ShipmentIDs       []string    `json:"shipmentIds" doc:"The shipments the fees are for."`
	Fees              []Incentive `json:"fees"`
	Discounts         []Incentive `json:"discounts"`
}

// Incentive has a fee or a discount.
type Incentive struct {
	Type        *string `json:"type" doc:"FEE or DISCOUNT."`
	Target      *string `json:"target" doc:"Purpose: Placement Services or Fulfillment Fee Discount."`
	Description *string `json:"description"`
	Value       *Sum    `json:"value"`
}

// TransportationFee has a way to carry a shipment, with its price.
type TransportationFee struct {
	TransportationOptionID *string  `json:"transportationOptionId"`
	ShipmentID             string   `json:"shipmentId"`
	Selected               bool     `json:"selected" doc:"Whether the shipment goes this way."`
	ShippingMode           *string  `json:"shippingMode" doc:"GROUND_SMALL_PARCEL, FREIGHT_LTL and others."`
	ShippingSolution       *string  `json:"shippingSolution" doc:"AMAZON_PARTNERED_CARRIER or USE_YOUR_OWN_CARRIER."`
	Carrier                *Carrier `json:"carrier"`
	CarrierAppointment     *Slot    `json:"carrierAppointment"`
	Preconditions          []string `json:"preconditions" doc:"Conditions to meet before it can be chosen."`
	Quote                  *Quote   `json:"quote" doc:"The price of a partnered carrier; null for the seller's own carrier."`
}

// Carrier names the carrier.
type Carrier struct {
	Name      *string `json:"name"`
	AlphaCode *string `json:"alphaCode" doc:"The carrier's code, as UPSN."`
}

// Quote has the price of a transport.
type Quote struct {
	Cost          *Sum       `json:"cost"`
	Expiration    *body.Time `json:"expiration" doc:"Until when the price is valid."`
	VoidableUntil *body.Time `json:"voidableUntil" doc:"Until when it can be cancelled without cost."`
}

// BoxContentsFee has the price of counting the content of boxes.
type BoxContentsFee struct {
	TotalUnits *int64 `json:"totalUnits"`
	FeePerUnit *Sum   `json:"feePerUnit"`
	TotalFee   *Sum   `json:"totalFee"`
}
