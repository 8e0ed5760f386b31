package inbound

import "time"

// Statuses with a rule of their own. Other statuses are shown unchanged.
const (
	statusMixed     = "MIXED"
	statusClosed    = "CLOSED"
	statusCancelled = "CANCELLED"
	statusDeleted   = "DELETED"
)

// OpenStatuses lists the older API's words for shipments that are not over.
func OpenStatuses() []string {
	return []string{"WORKING", "READY_TO_SHIP", "SHIPPED", "IN_TRANSIT", "DELIVERED", "CHECKED_IN", "RECEIVING", "ERROR"}
}

// Shipment has a shipment from the newer API.
type Shipment struct {
	ID                             ShipmentID
	Confirmation                   ConfirmationID
	AmazonReferenceID              string
	Name                           string
	Status                         string
	PlacementOptionID              string
	Source                         *Source
	Destination                    *Destination
	ReadyToShip                    *Window
	SelectedDeliveryWindow         *DeliveryWindow
	SelectedTransportationOptionID string
	Tracking                       *Tracking
	Freight                        *Freight
	Contact                        *Contact
	Appointments                   []Appointment
}

// Source has the origin of a shipment.
type Source struct {
	Type    string
	Address *Address
}

// Destination has the destination of a shipment.
type Destination struct {
	Type, WarehouseID string
	Address           *Address
}

// Window has a span of time.
type Window struct{ Start, End, EditableUntil *time.Time }

// DeliveryWindow has the time in which a shipment is expected.
type DeliveryWindow struct {
	OptionID, AvailabilityType string
	Window
}

// Tracking identifies a shipment on its way: as freight or box by box.
type Tracking struct {
	BillOfLading       string
	FreightBillNumbers []string
	Boxes              []TrackedBox
}

// TrackedBox has a parcel and its tracking number.
type TrackedBox struct{ BoxID, TrackingID, ValidationStatus string }

// Freight has the details that a carrier of pallets needs.
type Freight struct {
	Class         string
	DeclaredValue *Sum
}

// Contact names the person to ask about a shipment.
type Contact struct{ Name, PhoneNumber, Email string }

// Appointment has a slot at the warehouse's dock.
type Appointment struct {
	ID         *int64
	Status     string
	Start, End *time.Time
}

// LegacyShipment has a shipment from the older API.
type LegacyShipment struct {
	ID                ConfirmationID
	Status            string
	FulfillmentCenter string
	BoxContentsFee    *BoxContentsFee
}

// BoxContentsFee has the marketplace's charge for finding out the contents of the boxes.
type BoxContentsFee struct {
	Units      *int64
	FeePerUnit *Sum
	Total      *Sum
}

// Merged has a shipment from both APIs. Status is the effective status; members of the older API
// are empty without its answer.
type Merged struct {
	Shipment
	LegacyStatus      string
	FulfillmentCenter string
	BoxContentsFee    *BoxContentsFee
}

// Merge merges the two sides of a shipment; legacy is nil if the older API did not name it.
func Merge(s Shipment, legacy *LegacyShipment) Merged {
	m := Merged{Shipment: s}
	if legacy == nil {
		return m
	}
	m.Status = StatusOf(s.Status, legacy.Status)
	m.LegacyStatus, m.FulfillmentCenter, m.BoxContentsFee = legacy.Status, legacy.FulfillmentCenter, legacy.BoxContentsFee
	return m
}

// StatusOf decides between the two APIs: the new API's status counts unless it is absent or MIXED,
// which only says that the boxes differ.
func StatusOf(status, legacy string) string {
	if (status == "" || status == statusMixed) && legacy != "" {
		return legacy
	}
	return status
}

// Settled reports whether a shipment will not change any more.
func (m Merged) Settled() bool {
	return m.Status == statusClosed || m.Status == statusCancelled || m.Status == statusDeleted
}

// Pair returns the part of a shipment worth caching.
func (s Shipment) Pair(plan PlanID) Pair {
	return Pair{Plan: plan, ID: s.ID, Confirmation: s.Confirmation}
}
