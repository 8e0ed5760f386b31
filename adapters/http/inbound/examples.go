package inbound

import (
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/money"
)

func at(day, hour int) *body.Time {
	t := body.TimeOf(time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC))
	return &t
}

func count(n int64) *int64 { return &n }

func dollars(amount string) *Sum {
	return &Sum{Amount: body.MoneyOf(money.MustParse(amount)), Code: body.Text("USD")}
}

func number(s string) *Number { return &Number{decimal.MustParse(s)} }

const (
	examplePlanID      = "wf1865a8f5-ebf8-da82-165b-7daa8c198618"
	exampleShipmentID  = "sh8934c71e-2be0-53ff-2bcc-4c00e16990cc"
	examplePlacementID = "pl8934c71e-2be0-53ff-2bcc-4c00e16990cc"
	exampleTransportID = "to1234abcd-1234-abcd-5678-1234abcd5678"
)

var (
	exampleAddress = &Address{
		Name: body.Text("Acme Trading"), AddressLine1: body.Text("12 Harbour Road"), City: body.Text("Portland"), StateOrProvinceCode: body.Text("OR"),
		PostalCode: body.Text("97201"), CountryCode: body.Text("US"), PhoneNumber: body.Text("+1 503 555 0100"),
	}

	exampleSummary = Summary{
		Plans:     PlanCounts{Active: 3, Voided: 1, Shipped: 12, Total: 16},
		Shipments: &ShipmentCounts{Total: 5, ByStatus: map[string]int64{"WORKING": 2, "IN_TRANSIT": 1, "RECEIVING": 2}},
		Units:     &UnitCounts{Shipped: 1200, Received: 950, InTransit: 240, Missing: 12},
		AsOf:      *at(21, 9), Complete: true,
	}

	examplePlanSummary = PlanSummary{
		InboundPlanID: examplePlanID, Name: body.Text("November restock"), Status: body.Text("ACTIVE"),
		CreatedAt: at(19, 8), LastUpdatedAt: at(20, 16), MarketplaceIDs: []string{"ATVPDKIKX0DER"}, SourceAddress: exampleAddress,
	}

	examplePlans = Plans{
		InboundPlans: []PlanSummary{examplePlanSummary},
		Pagination:   Pagination{NextToken: body.Text("bmV4dCBwYWdl")},
	}

	examplePlan = Plan{examplePlanSummary, PlanParts{
		Shipments:        []ShipmentSummary{{ShipmentID: exampleShipmentID, Status: body.Text("WORKING")}},
		PlacementOptions: []PlacementRef{{PlacementOptionID: body.Text(examplePlacementID), Status: body.Text("ACCEPTED")}},
		PackingOptions:   []PackingRef{},
	}}

	exampleItem = Item{
		MSKU: body.Text("TEA-GREEN-100"), ASIN: body.Text("B0SIM000SC"), FNSKU: body.Text("X001ABCDEF"), Quantity: count(24), LabelOwner: body.Text("SELLER"),
		PrepInstructions: []PrepInstruction{{PrepType: body.Text("ITEM_LABELING"), PrepOwner: body.Text("SELLER")}},
		Expiration:       body.Text("2027-10-31"),
	}

	exampleBoxes = Boxes{
		Boxes: []Box{{
			PackageID: body.Text("pk1234abcd-1234-abcd-5678-1234abcd5678"), BoxID: body.Text("FBABPISJ3UGHU000001"), Quantity: count(1),
			Items: []Item{exampleItem}, Weight: &Weight{Value: number("18.5"), Unit: body.Text("LB")},
			Dimensions:               &Dimensions{Length: number("18"), Width: number("14"), Height: number("12.25"), UnitOfMeasurement: body.Text("IN")},
			ContentInformationSource: body.Text("BOX_CONTENT_PROVIDED"),
		}},
	}

	exampleShipment = Shipment{
		ShipmentID: exampleShipmentID, ShipmentConfirmationID: body.Text("FBABPISJ3UGH"), AmazonReferenceID: body.Text("4ZHK92QS"),
		Name: body.Text("November restock, part 1"), Status: body.Text("IN_TRANSIT"), LegacyStatus: body.Text("SHIPPED"),
		PlacementOptionID: body.Text(examplePlacementID), Source: &Source{SourceType: body.Text("SELLER_FACILITY"), Address: exampleAddress},
		Destination:                    &Destination{DestinationType: body.Text("AMAZON_WAREHOUSE"), WarehouseID: body.Text("PDX9")},
		DestinationFulfillmentCenterID: body.Text("PDX9"),
		Dates:                          &Dates{ReadyToShipWindow: &Window{Start: at(22, 0)}},
		SelectedTransportationOptionID: body.Text(exampleTransportID),
		TrackingDetails: &Tracking{SpdTrackingDetail: &SpdTracking{SpdTrackingItems: []TrackedBox{{
			BoxID: body.Text("FBABPISJ3UGHU000001"), TrackingID: body.Text("1Z999AA10123456784"), TrackingNumberValidationStatus: body.Text("VALIDATED"),
		}}}},
		SelfShipAppointmentDetails: []Appointment{},
	}

	examplePlanShipments = PlanShipments{InboundPlan: examplePlan, Shipments: []Shipment{exampleShipment}}

	exampleShipmentItems = ShipmentItems{
		Items: []ShipmentItem{{exampleItem, Arrival{QuantityShipped: count(24), QuantityReceived: count(22), QuantityInCase: count(0)}}},
	}

	exampleFees = Fees{
		PlacementFees: []PlacementFees{{
			PlacementOptionID: body.Text(examplePlacementID), Status: body.Text("ACCEPTED"), ShipmentIDs: []string{exampleShipmentID},
			Fees: []Incentive{{
				Type: body.Text("FEE"), Target: body.Text("Placement Services"), Description: body.Text("Placement service fee"), Value: dollars("6.48"),
			}},
			Discounts: []Incentive{},
		}},
		TransportationFees: []TransportationFee{{
			TransportationOptionID: body.Text(exampleTransportID), ShipmentID: exampleShipmentID, Selected: true,
			ShippingMode: body.Text("GROUND_SMALL_PARCEL"), ShippingSolution: body.Text("AMAZON_PARTNERED_CARRIER"),
			Carrier: &Carrier{Name: body.Text("United Parcel Service"), AlphaCode: body.Text("UPSN")}, Preconditions: []string{},
			Quote: &Quote{Cost: dollars("14.2"), VoidableUntil: at(23, 9)},
		}},
	}
)
