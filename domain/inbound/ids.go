package inbound

import (
	"regexp"

	"sellingassistant/domain/kernel/fault"
)

// PlanID names an inbound plan: 38 letters, digits and hyphens, wf… by custom.
type PlanID string

// ShipmentID names a shipment within its plan: 38 letters, digits and hyphens,
// sh… by custom.
type ShipmentID string

// ConfirmationID names a confirmed shipment in the older API and on its labels: FBA and capital
// letters or digits.
type ConfirmationID string

// The published forms of the ids.
var (
	planForm         = regexp.MustCompile(`^[0-9A-Za-z-]{38}$`)
	confirmationForm = regexp.MustCompile(`^FBA[0-9A-Z]{1,30}$`)
)

// ShipmentRef names a shipment in either form; a single member is set.
type ShipmentRef struct {
	ID           ShipmentID
	Confirmation ConfirmationID
}

// ParsePlanID reads a plan's id. Anything else is an Invalid fault that names
// the parameter inboundPlanId.
func ParsePlanID(s string) (PlanID, error) {
	if !planForm.MatchString(s) {
		return "", malformed("inboundPlanId", "must be 38 letters, digits or hyphens")
	}
	return PlanID(s), nil
}

// ParseShipmentRef reads either form of a shipment's id. Anything else is an
// Invalid fault that names the parameter shipmentId.
func ParseShipmentRef(s string) (ShipmentRef, error) {
	switch {
	case confirmationForm.MatchString(s):
		return ShipmentRef{Confirmation: ConfirmationID(s)}, nil
	case planForm.MatchString(s): // the same form
		return ShipmentRef{ID: ShipmentID(s)}, nil
	}
	return ShipmentRef{}, malformed("shipmentId", "must be FBA… or 38 letters, digits or hyphens")
}

// Pair has the unchanging facts about a shipment: its plan and its two ids. Confirmation is ""
// until the marketplace assigns it.
type Pair struct {
	Plan         PlanID
	ID           ShipmentID
	Confirmation ConfirmationID
}

func malformed(parameter, rule string) error {
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, parameter+" "+rule).In(parameter)
	e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: rule, Parameter: parameter}}
	return e
}
