package inbound

import (
	"slices"
	"time"
)

// Statuses of placement options that matter to fees.
const (
	optionAccepted = "ACCEPTED"
	optionOffered  = "OFFERED"
)

// PlacementOption has a way to distribute a plan over warehouses, with its fees, which belong to
// all shipments together.
type PlacementOption struct {
	ID, Status string
	Expiration *time.Time
	Shipments  []ShipmentID
	Fees       []Incentive
	Discounts  []Incentive
}

// Incentive has a fee or a discount.
type Incentive struct {
	Type, Target, Description string
	Value                     *Sum
}

// TransportationOption has a way to ship a shipment.
type TransportationOption struct {
	ID             string
	Shipment       ShipmentID
	Mode, Solution string
	Carrier        *Carrier
	Appointment    *Window
	Preconditions  []string
	Quote          *Quote
}

// Carrier names the company that ships.
type Carrier struct{ Name, AlphaCode string }

// Quote has the cost of carrying, and the end of its validity.
type Quote struct {
	Cost                      *Sum
	Expiration, VoidableUntil *time.Time
}

// Fees has all fees of a shipment.
type Fees struct {
	Placement      []PlacementOption
	Transportation []QuotedOption
	BoxContents    *BoxContentsFee
}

// QuotedOption has a transportation option and whether it was chosen.
type QuotedOption struct {
	TransportationOption
	Selected bool
}

// FeesOf composes the fees of a shipment out of the options of its plan. Of the placement options
// with the shipment, the accepted options count. Until an option is accepted, the offered options
// count.
func FeesOf(s Merged, placement []PlacementOption, transportation []TransportationOption) Fees {
	fees := Fees{BoxContents: s.BoxContentsFee}
	for _, status := range []string{optionAccepted, optionOffered} {
		for _, o := range placement {
			if o.Status == status && o.holds(s.Shipment) {
				fees.Placement = append(fees.Placement, o)
			}
		}
		if len(fees.Placement) > 0 {
			break
		}
	}
	for _, o := range transportation {
		if o.Shipment == "" { // they were asked for by the shipment
			o.Shipment = s.ID
		}
		if o.Shipment == s.ID {
			fees.Transportation = append(fees.Transportation, QuotedOption{o, o.ID != "" && o.ID == s.SelectedTransportationOptionID})
		}
	}
	return fees
}

// Reports whether a shipment is part of the option. A shipment also names its option, for answers
// that leave out the list.
func (o PlacementOption) holds(s Shipment) bool {
	return slices.Contains(o.Shipments, s.ID) || o.ID != "" && o.ID == s.PlacementOptionID
}
