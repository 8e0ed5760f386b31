package inbound

import (
	"time"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/inbound"
)

func shipmentOf(m inbound.Merged) Shipment {
	return Shipment{
		ShipmentID: string(m.ID), ShipmentConfirmationID: text(m.Confirmation), AmazonReferenceID: text(m.AmazonReferenceID),
		Name: text(m.Name), Status: text(m.Status), LegacyStatus: text(m.LegacyStatus),
		PlacementOptionID: text(m.PlacementOptionID),
		Source: known(m.Source, func(s inbound.Source) Source {
			return Source{SourceType: text(s.Type), Address: known(s.Address, addressOf)}
		}),
		Destination: known(m.Destination, func(d inbound.Destination) Destination {
			return Destination{DestinationType: text(d.Type), WarehouseID: text(d.WarehouseID), Address: known(d.Address, addressOf)}
		}),
		DestinationFulfillmentCenterID: text(m.FulfillmentCenter),
		Dates: known(m.ReadyToShip, func(w inbound.Window) Dates {
			return Dates{ReadyToShipWindow: &Window{
				Start: body.NullTime(w.Start), End: body.NullTime(w.End), EditableUntil: body.NullTime(w.EditableUntil),
			}}
		}),
		SelectedDeliveryWindow: known(m.SelectedDeliveryWindow, func(w inbound.DeliveryWindow) DeliveryWindow {
			return DeliveryWindow{
				DeliveryWindowOptionID: text(w.OptionID), AvailabilityType: text(w.AvailabilityType),
				StartDate: body.NullTime(w.Start), EndDate: body.NullTime(w.End), EditableUntil: body.NullTime(w.EditableUntil),
			}
		}),
		SelectedTransportationOptionID: text(m.SelectedTransportationOptionID),
		TrackingDetails:                known(m.Tracking, trackingOf),
		FreightInformation: known(m.Freight, func(f inbound.Freight) Freight {
			return Freight{FreightClass: text(f.Class), DeclaredValue: known(f.DeclaredValue, sumOf)}
		}),
		ContactInformation: known(m.Contact, func(c inbound.Contact) Contact {
			return Contact{Name: text(c.Name), PhoneNumber: text(c.PhoneNumber), Email: text(c.Email)}
		}),
		SelfShipAppointmentDetails: each(m.Appointments, func(a inbound.Appointment) Appointment {
			return Appointment{AppointmentID: a.ID, AppointmentStatus: text(a.Status), AppointmentSlotTime: slotOf(a.Start, a.End)}
		}),
	}
}

// slotOf is null when neither end of the slot is told.
func slotOf(start, end *time.Time) *Slot {
	if start == nil && end == nil {
		return nil
	}
	return &Slot{StartTime: body.NullTime(start), EndTime: body.NullTime(end)}
}

// trackingOf shows the kinds of tracking there are.
func trackingOf(t inbound.Tracking) (out Tracking) {
	if t.BillOfLading != "" || len(t.FreightBillNumbers) > 0 {
		out.LtlTrackingDetail = &LtlTracking{BillOfLadingNumber: text(t.BillOfLading), FreightBillNumber: texts(t.FreightBillNumbers)}
	}
	if len(t.Boxes) > 0 {
		out.SpdTrackingDetail = &SpdTracking{SpdTrackingItems: each(t.Boxes, func(b inbound.TrackedBox) TrackedBox {
			return TrackedBox{BoxID: text(b.BoxID), TrackingID: text(b.TrackingID), TrackingNumberValidationStatus: text(b.ValidationStatus)}
		})}
	}
	return out
}

func feesOf(f inbound.Fees) Fees {
	return Fees{
		PlacementFees: each(f.Placement, func(o inbound.PlacementOption) PlacementFees {
			return PlacementFees{
				PlacementOptionID: text(o.ID), Status: text(o.Status), Expiration: body.NullTime(o.Expiration),
				ShipmentIDs: texts(o.Shipments), Fees: each(o.Fees, incentiveOf), Discounts: each(o.Discounts, incentiveOf),
			}
		}),
		TransportationFees: each(f.Transportation, transportationFeeOf),
		BoxContentsFee: known(f.BoxContents, func(b inbound.BoxContentsFee) BoxContentsFee {
			return BoxContentsFee{TotalUnits: b.Units, FeePerUnit: known(b.FeePerUnit, sumOf), TotalFee: known(b.Total, sumOf)}
		}),
	}
}

func incentiveOf(i inbound.Incentive) Incentive {
	return Incentive{Type: text(i.Type), Target: text(i.Target), Description: text(i.Description), Value: known(i.Value, sumOf)}
}

func transportationFeeOf(o inbound.QuotedOption) TransportationFee {
	return TransportationFee{
		TransportationOptionID: text(o.ID), ShipmentID: string(o.Shipment), Selected: o.Selected,
		ShippingMode: text(o.Mode), ShippingSolution: text(o.Solution),
		Carrier: known(o.Carrier, func(c inbound.Carrier) Carrier {
			return Carrier{Name: text(c.Name), AlphaCode: text(c.AlphaCode)}
		}),
		CarrierAppointment: known(o.Appointment, func(w inbound.Window) Slot {
			return Slot{StartTime: body.NullTime(w.Start), EndTime: body.NullTime(w.End)}
		}),
		Preconditions: each(o.Preconditions, func(p string) string { return p }),
		Quote: known(o.Quote, func(q inbound.Quote) Quote {
			return Quote{Cost: known(q.Cost, sumOf), Expiration: body.NullTime(q.Expiration), VoidableUntil: body.NullTime(q.VoidableUntil)}
		}),
	}
}
