package inbound

import (
	"time"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/inbound"
)

func shipmentOf(m inbound.Merged) Shipment {
	return Shipment{
		ShipmentID: string(m.ID), ShipmentConfirmationID: body.Text(m.Confirmation), AmazonReferenceID: body.Text(m.AmazonReferenceID),
		Name: body.Text(m.Name), Status: body.Text(m.Status), LegacyStatus: body.Text(m.LegacyStatus),
		PlacementOptionID: body.Text(m.PlacementOptionID),
		Source: body.Null(m.Source, func(s inbound.Source) Source {
			return Source{SourceType: body.Text(s.Type), Address: body.Null(s.Address, addressOf)}
		}),
		Destination: body.Null(m.Destination, func(d inbound.Destination) Destination {
			return Destination{DestinationType: body.Text(d.Type), WarehouseID: body.Text(d.WarehouseID), Address: body.Null(d.Address, addressOf)}
		}),
		DestinationFulfillmentCenterID: body.Text(m.FulfillmentCenter),
		Dates: body.Null(m.ReadyToShip, func(w inbound.Window) Dates {
			return Dates{ReadyToShipWindow: &Window{
				Start: body.NullTime(w.Start), End: body.NullTime(w.End), EditableUntil: body.NullTime(w.EditableUntil),
			}}
		}),
		SelectedDeliveryWindow: body.Null(m.SelectedDeliveryWindow, func(w inbound.DeliveryWindow) DeliveryWindow {
			return DeliveryWindow{
				DeliveryWindowOptionID: body.Text(w.OptionID), AvailabilityType: body.Text(w.AvailabilityType),
				StartDate: body.NullTime(w.Start), EndDate: body.NullTime(w.End), EditableUntil: body.NullTime(w.EditableUntil),
			}
		}),
		SelectedTransportationOptionID: body.Text(m.SelectedTransportationOptionID),
		TrackingDetails:                body.Null(m.Tracking, trackingOf),
		FreightInformation: body.Null(m.Freight, func(f inbound.Freight) Freight {
			return Freight{FreightClass: body.Text(f.Class), DeclaredValue: body.Null(f.DeclaredValue, sumOf)}
		}),
		ContactInformation: body.Null(m.Contact, func(c inbound.Contact) Contact {
			return Contact{Name: body.Text(c.Name), PhoneNumber: body.Text(c.PhoneNumber), Email: body.Text(c.Email)}
		}),
		SelfShipAppointmentDetails: body.Each(m.Appointments, func(a inbound.Appointment) Appointment {
			return Appointment{AppointmentID: a.ID, AppointmentStatus: body.Text(a.Status), AppointmentSlotTime: slotOf(a.Start, a.End)}
		}),
	}
}

// slotOf returns nil if both ends of the slot are unknown.
func slotOf(start, end *time.Time) *Slot {
	if start == nil && end == nil {
		return nil
	}
	return &Slot{StartTime: body.NullTime(start), EndTime: body.NullTime(end)}
}

// trackingOf converts the kinds of tracking that the shipment has.
func trackingOf(t inbound.Tracking) (out Tracking) {
	if t.BillOfLading != "" || len(t.FreightBillNumbers) > 0 {
		out.LtlTrackingDetail = &LtlTracking{BillOfLadingNumber: body.Text(t.BillOfLading), FreightBillNumber: body.Words[string](t.FreightBillNumbers)}
	}
	if len(t.Boxes) > 0 {
		out.SpdTrackingDetail = &SpdTracking{SpdTrackingItems: body.Each(t.Boxes, func(b inbound.TrackedBox) TrackedBox {
			return TrackedBox{BoxID: body.Text(b.BoxID), TrackingID: body.Text(b.TrackingID), TrackingNumberValidationStatus: body.Text(b.ValidationStatus)}
		})}
	}
	return out
}

func feesOf(f inbound.Fees) Fees {
	return Fees{
		PlacementFees: body.Each(f.Placement, func(o inbound.PlacementOption) PlacementFees {
			return PlacementFees{
				PlacementOptionID: body.Text(o.ID), Status: body.Text(o.Status), Expiration: body.NullTime(o.Expiration),
				ShipmentIDs: body.Words[string](o.Shipments), Fees: body.Each(o.Fees, incentiveOf), Discounts: body.Each(o.Discounts, incentiveOf),
			}
		}),
		TransportationFees: body.Each(f.Transportation, transportationFeeOf),
		BoxContentsFee: body.Null(f.BoxContents, func(b inbound.BoxContentsFee) BoxContentsFee {
			return BoxContentsFee{TotalUnits: b.Units, FeePerUnit: body.Null(b.FeePerUnit, sumOf), TotalFee: body.Null(b.Total, sumOf)}
		}),
	}
}

func incentiveOf(i inbound.Incentive) Incentive {
	return Incentive{Type: body.Text(i.Type), Target: body.Text(i.Target), Description: body.Text(i.Description), Value: body.Null(i.Value, sumOf)}
}

func transportationFeeOf(o inbound.QuotedOption) TransportationFee {
	return TransportationFee{
		TransportationOptionID: body.Text(o.ID), ShipmentID: string(o.Shipment), Selected: o.Selected,
		ShippingMode: body.Text(o.Mode), ShippingSolution: body.Text(o.Solution),
		Carrier: body.Null(o.Carrier, func(c inbound.Carrier) Carrier {
			return Carrier{Name: body.Text(c.Name), AlphaCode: body.Text(c.AlphaCode)}
		}),
		CarrierAppointment: body.Null(o.Appointment, func(w inbound.Window) Slot {
			return Slot{StartTime: body.NullTime(w.Start), EndTime: body.NullTime(w.End)}
		}),
		Preconditions: body.Words[string](o.Preconditions),
		Quote: body.Null(o.Quote, func(q inbound.Quote) Quote {
			return Quote{Cost: body.Null(q.Cost, sumOf), Expiration: body.NullTime(q.Expiration), VoidableUntil: body.NullTime(q.VoidableUntil)}
		}),
	}
}
