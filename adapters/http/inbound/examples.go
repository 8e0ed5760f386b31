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
	return &Sum{Amount: body.MoneyOf(money.MustParse(amount)), Code: text("USD")}
}

func number(s string) *Number { return &Number{decimal.MustParse(s)} }

const (
	examplePlanID      = "wf1234abcd-1234-abcd-5678-1234abcd5678"
	exampleShipmentID  = "sh1234abcd-1234-abcd-5678-1234abcd5678"
	examplePlacementID = "pl1234abcd-1234-abcd-5678-1234abcd5678"
	exampleTransportID = "to1234abcd-1234-abcd-5678-1234abcd5678"
)

var (
	exampleAddress = &Address{
		Name: text("Acme Trading"), AddressLine1: text("12 Harbour Road"), City: text("Portland"), StateOrProvinceCode: text("OR"),
		PostalCode: text("97201"), CountryCode: text("US"), PhoneNumber: text("+1 503 555 0100"),
	}

	exampleSummary = Summary{
		Plans:     PlanCounts{Active: 3, Voided: 1, Shipped: 12, Total: 16},
		Shipments: &ShipmentCounts{Total: 5, ByStatus: map[string]int64{"WORKING": 2, "IN_TRANSIT": 1, "RECEIVING": 2}},
		Units:     &UnitCounts{Shipped: 1200, Received: 950, Missing: 252},
		AsOf:      *at(21, 9), Complete: true,
	}

	examplePlans = Plans{
		InboundPlans: []PlanSummary{{
			InboundPlanID: examplePlanID, Name: text("November restock"), Status: text("ACTIVE"),
			CreatedAt: at(19, 8), LastUpdatedAt: at(20, 16), MarketplaceIDs: []string{"ATVPDKIKX0DER"}, SourceAddress: exampleAddress,
		}},
		Pagination: Pagination{NextToken: text("bmV4dCBwYWdl")},
	}

	examplePlan = Plan{
		InboundPlanID: examplePlanID, Name: text("November restock"), Status: text("ACTIVE"),
		CreatedAt: at(19, 8), LastUpdatedAt: at(20, 16), MarketplaceIDs: []string{"ATVPDKIKX0DER"}, SourceAddress: exampleAddress,
		Shipments:        []ShipmentSummary{{ShipmentID: exampleShipmentID, Status: text("WORKING")}},
		PlacementOptions: []PlacementRef{{PlacementOptionID: text(examplePlacementID), Status: text("ACCEPTED")}},
		PackingOptions:   []PackingRef{},
	}

	exampleItem = Item{
		MSKU: text("TEA-GREEN-100"), ASIN: text("B0SIM000A1"), FNSKU: text("X001ABCDEF"), Quantity: count(24), LabelOwner: text("SELLER"),
		PrepInstructions: []PrepInstruction{{PrepType: text("ITEM_LABELING"), PrepOwner: text("SELLER")}},
		Expiration:       text("2027-10-31"),
	}

	exampleBoxes = Boxes{
		Boxes: []Box{{
			PackageID: text("pk1234abcd-1234-abcd-5678-1234abcd5678"), BoxID: text("FBA15DJ8K2LMU000001"), Quantity: count(1),
			Items: []Item{exampleItem}, Weight: &Weight{Value: number("18.5"), Unit: text("LB")},
			Dimensions:               &Dimensions{Length: number("18"), Width: number("14"), Height: number("12.25"), UnitOfMeasurement: text("IN")},
			ContentInformationSource: text("BOX_CONTENT_PROVIDED"),
		}},
	}

	exampleShipment = Shipment{
		ShipmentID: exampleShipmentID, ShipmentConfirmationID: text("FBA15DJ8K2LM"), AmazonReferenceID: text("4ZHK92QS"),
		Name: text("November restock, part 1"), Status: text("IN_TRANSIT"), LegacyStatus: text("SHIPPED"),
		PlacementOptionID: text(examplePlacementID), Source: &Source{SourceType: text("SELLER_FACILITY"), Address: exampleAddress},
		Destination:                    &Destination{DestinationType: text("AMAZON_WAREHOUSE"), WarehouseID: text("PDX9")},
		DestinationFulfillmentCenterID: text("PDX9"),
		Dates:                          &Dates{ReadyToShipWindow: &Window{Start: at(22, 0)}},
		SelectedTransportationOptionID: text(exampleTransportID),
		TrackingDetails: &Tracking{SpdTrackingDetail: &SpdTracking{SpdTrackingItems: []TrackedBox{{
			BoxID: text("FBA15DJ8K2LMU000001"), TrackingID: text("1Z999AA10123456784"), TrackingNumberValidationStatus: text("VALIDATED"),
		}}}},
		SelfShipAppointmentDetails: []Appointment{},
	}

	examplePlanShipments = PlanShipments{InboundPlan: examplePlan, Shipments: []Shipment{exampleShipment}}

	exampleShipmentItems = ShipmentItems{
		Items: []ShipmentItem{{
			MSKU: exampleItem.MSKU, ASIN: exampleItem.ASIN, FNSKU: exampleItem.FNSKU, Quantity: exampleItem.Quantity,
			LabelOwner: exampleItem.LabelOwner, PrepInstructions: exampleItem.PrepInstructions, Expiration: exampleItem.Expiration,
			QuantityShipped: count(24), QuantityReceived: count(22), QuantityInCase: count(0),
		}},
	}

	exampleFees = Fees{
		PlacementFees: []PlacementFees{{
			PlacementOptionID: text(examplePlacementID), Status: text("ACCEPTED"), ShipmentIDs: []string{exampleShipmentID},
			Fees: []Incentive{{
				Type: text("FEE"), Target: text("Placement Services"), Description: text("Placement service fee"), Value: dollars("6.48"),
			}},
			Discounts: []Incentive{},
		}},
		TransportationFees: []TransportationFee{{
			TransportationOptionID: text(exampleTransportID), ShipmentID: exampleShipmentID, Selected: true,
			ShippingMode: text("GROUND_SMALL_PARCEL"), ShippingSolution: text("AMAZON_PARTNERED_CARRIER"),
			Carrier: &Carrier{Name: text("United Parcel Service"), AlphaCode: text("UPSN")}, Preconditions: []string{},
			Quote: &Quote{Cost: dollars("14.2"), VoidableUntil: at(23, 9)},
		}},
	}
)
