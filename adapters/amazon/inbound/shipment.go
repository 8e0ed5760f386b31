package inbound

import "sellingassistant/domain/inbound"

type wireShipment struct {
	ShipmentID                     inbound.ShipmentID     `json:"shipmentId"`
	ShipmentConfirmationID         inbound.ConfirmationID `json:"shipmentConfirmationId"`
	AmazonReferenceID              string                 `json:"amazonReferenceId"`
	Name                           string                 `json:"name"`
	Status                         string                 `json:"status"`
	PlacementOptionID              string                 `json:"placementOptionId"`
	SelectedTransportationOptionID string                 `json:"selectedTransportationOptionId"`
	Source                         *struct {
		SourceType string       `json:"sourceType"`
		Address    *wireAddress `json:"address"`
	} `json:"source"`
	Destination *struct {
		DestinationType string       `json:"destinationType"`
		WarehouseID     string       `json:"warehouseId"`
		Address         *wireAddress `json:"address"`
	} `json:"destination"`
	Dates *struct {
		ReadyToShipWindow *wireWindow `json:"readyToShipWindow"`
	} `json:"dates"`
	SelectedDeliveryWindow *struct {
		DeliveryWindowOptionID string   `json:"deliveryWindowOptionId"`
		AvailabilityType       string   `json:"availabilityType"`
		StartDate              wireTime `json:"startDate"`
		EndDate                wireTime `json:"endDate"`
		EditableUntil          wireTime `json:"editableUntil"`
	} `json:"selectedDeliveryWindow"`
	TrackingDetails *struct {
		Ltl *struct {
			BillOfLadingNumber string   `json:"billOfLadingNumber"`
			FreightBillNumber  []string `json:"freightBillNumber"`
		} `json:"ltlTrackingDetail"`
		Spd *struct {
			Items []struct {
				BoxID                          string `json:"boxId"`
				TrackingID                     string `json:"trackingId"`
				TrackingNumberValidationStatus string `json:"trackingNumberValidationStatus"`
			} `json:"spdTrackingItems"`
		} `json:"spdTrackingDetail"`
	} `json:"trackingDetails"`
	FreightInformation *struct {
		DeclaredValue *wireSum `json:"declaredValue"`
		FreightClass  string   `json:"freightClass"`
	} `json:"freightInformation"`
	ContactInformation *struct {
		Name        string `json:"name"`
		PhoneNumber string `json:"phoneNumber"`
		Email       string `json:"email"`
	} `json:"contactInformation"`
	SelfShipAppointmentDetails []struct {
		AppointmentID       wireCount `json:"appointmentId"`
		AppointmentStatus   string    `json:"appointmentStatus"`
		AppointmentSlotTime *wireSlot `json:"appointmentSlotTime"`
	} `json:"selfShipAppointmentDetails"`
}

func decodeShipment(body []byte) (s inbound.Shipment, err error) {
	var answer wireShipment
	if err := decode(body, &answer); err != nil {
		return s, err
	}
	s = inbound.Shipment{
		ID: answer.ShipmentID, Confirmation: answer.ShipmentConfirmationID, AmazonReferenceID: answer.AmazonReferenceID,
		Name: answer.Name, Status: answer.Status, PlacementOptionID: answer.PlacementOptionID,
		SelectedTransportationOptionID: answer.SelectedTransportationOptionID, Tracking: answer.tracking(),
	}
	if from := answer.Source; from != nil {
		s.Source = &inbound.Source{Type: from.SourceType, Address: from.Address.address()}
	}
	if to := answer.Destination; to != nil {
		s.Destination = &inbound.Destination{Type: to.DestinationType, WarehouseID: to.WarehouseID, Address: to.Address.address()}
	}
	if d := answer.Dates; d != nil {
		s.ReadyToShip = d.ReadyToShipWindow.window()
	}
	if w := answer.SelectedDeliveryWindow; w != nil {
		s.SelectedDeliveryWindow = &inbound.DeliveryWindow{
			OptionID: w.DeliveryWindowOptionID, AvailabilityType: w.AvailabilityType,
			Window: inbound.Window{Start: w.StartDate.at, End: w.EndDate.at, EditableUntil: w.EditableUntil.at},
		}
	}
	if f := answer.FreightInformation; f != nil {
		s.Freight = &inbound.Freight{Class: f.FreightClass, DeclaredValue: f.DeclaredValue.sum()}
	}
	if c := answer.ContactInformation; c != nil {
		s.Contact = &inbound.Contact{Name: c.Name, PhoneNumber: c.PhoneNumber, Email: c.Email}
	}
	for _, row := range answer.SelfShipAppointmentDetails {
		a := inbound.Appointment{ID: row.AppointmentID.n, Status: row.AppointmentStatus}
		if slot := row.AppointmentSlotTime; slot != nil {
			a.Start, a.End = slot.StartTime.at, slot.EndTime.at
		}
		s.Appointments = append(s.Appointments, a)
	}
	return s, nil
}

func (s wireShipment) tracking() *inbound.Tracking {
	if s.TrackingDetails == nil {
		return nil
	}
	t := &inbound.Tracking{}
	if l := s.TrackingDetails.Ltl; l != nil {
		t.BillOfLading, t.FreightBillNumbers = l.BillOfLadingNumber, l.FreightBillNumber
	}
	if p := s.TrackingDetails.Spd; p != nil {
		for _, row := range p.Items {
			t.Boxes = append(t.Boxes, inbound.TrackedBox{BoxID: row.BoxID, TrackingID: row.TrackingID, ValidationStatus: row.TrackingNumberValidationStatus})
		}
	}
	return t
}
