package inbound

import (
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/marketplace"
)

type wirePlan struct {
	InboundPlanID  inbound.PlanID   `json:"inboundPlanId"`
	Name           string           `json:"name"`
	Status         string           `json:"status"`
	CreatedAt      wireTime         `json:"createdAt"`
	LastUpdatedAt  wireTime         `json:"lastUpdatedAt"`
	MarketplaceIDs []marketplace.ID `json:"marketplaceIds"`
	SourceAddress  *wireAddress     `json:"sourceAddress"`
}

func (p wirePlan) summary() inbound.PlanSummary {
	return inbound.PlanSummary{
		ID: p.InboundPlanID, Name: p.Name, Status: p.Status, CreatedAt: p.CreatedAt.at, LastUpdatedAt: p.LastUpdatedAt.at,
		Marketplaces: p.MarketplaceIDs, SourceAddress: p.SourceAddress.address(),
	}
}

// pageAnswer decodes a page of any list: each operation fills its own member.
type pageAnswer struct {
	InboundPlans          []wirePlan           `json:"inboundPlans"`
	Items                 []wireItem           `json:"items"`
	Boxes                 []wireBox            `json:"boxes"`
	PlacementOptions      []wirePlacement      `json:"placementOptions"`
	TransportationOptions []wireTransportation `json:"transportationOptions"`
	Pagination            struct {
		NextToken string `json:"nextToken"`
	} `json:"pagination"`
}

var (
	decodePlans                 = pages(func(a pageAnswer) []wirePlan { return a.InboundPlans }, wirePlan.summary)
	decodeItems                 = pages(func(a pageAnswer) []wireItem { return a.Items }, wireItem.item)
	decodeBoxes                 = pages(func(a pageAnswer) []wireBox { return a.Boxes }, wireBox.box)
	decodePlacementOptions      = pages(func(a pageAnswer) []wirePlacement { return a.PlacementOptions }, wirePlacement.option)
	decodeTransportationOptions = pages(func(a pageAnswer) []wireTransportation { return a.TransportationOptions }, wireTransportation.option)
)

// pages returns a decoder of a page: rows selects its rows, to converts a row.
func pages[W, T any](rows func(pageAnswer) []W, to func(W) T) func(body []byte) (inbound.Page[T], error) {
	return func(body []byte) (inbound.Page[T], error) {
		var answer pageAnswer
		if err := decode(body, &answer); err != nil {
			return inbound.Page[T]{}, err
		}
		page := inbound.Page[T]{Next: answer.Pagination.NextToken}
		if found := rows(answer); len(found) > 0 {
			page.Items = each(found, to)
		}
		return page, nil
	}
}

// each converts rows; an empty list is not nil.
func each[W, T any](rows []W, to func(W) T) []T {
	list := make([]T, len(rows))
	for i, row := range rows {
		list[i] = to(row)
	}
	return list
}

func decodePlan(body []byte) (plan inbound.Plan, err error) {
	var answer struct {
		wirePlan
		Shipments []struct {
			ShipmentID inbound.ShipmentID `json:"shipmentId"`
			Status     string             `json:"status"`
		} `json:"shipments"`
		PlacementOptions []struct {
			PlacementOptionID string `json:"placementOptionId"`
			Status            string `json:"status"`
		} `json:"placementOptions"`
		PackingOptions []struct {
			PackingOptionID string `json:"packingOptionId"`
			Status          string `json:"status"`
		} `json:"packingOptions"`
	}
	if err := decode(body, &answer); err != nil {
		return plan, err
	}
	plan.PlanSummary = answer.summary()
	for _, s := range answer.Shipments {
		if s.ShipmentID != "" { // without an id it cannot be requested
			plan.Shipments = append(plan.Shipments, inbound.ShipmentSummary{ID: s.ShipmentID, Status: s.Status})
		}
	}
	for _, o := range answer.PlacementOptions {
		plan.PlacementOptions = append(plan.PlacementOptions, inbound.OptionSummary{ID: o.PlacementOptionID, Status: o.Status})
	}
	for _, o := range answer.PackingOptions {
		plan.PackingOptions = append(plan.PackingOptions, inbound.OptionSummary{ID: o.PackingOptionID, Status: o.Status})
	}
	return plan, nil
}

type wireItem struct {
	MSKU                 string    `json:"msku"`
	ASIN                 string    `json:"asin"`
	FNSKU                string    `json:"fnsku"`
	Quantity             wireCount `json:"quantity"`
	LabelOwner           string    `json:"labelOwner"`
	Expiration           string    `json:"expiration"`
	ManufacturingLotCode string    `json:"manufacturingLotCode"`
	PrepInstructions     []struct {
		PrepType  string   `json:"prepType"`
		PrepOwner string   `json:"prepOwner"`
		Fee       *wireSum `json:"fee"`
	} `json:"prepInstructions"`
}

func (w wireItem) item() inbound.Item {
	item := inbound.Item{
		MSKU: w.MSKU, ASIN: w.ASIN, FNSKU: w.FNSKU, Quantity: w.Quantity.n, LabelOwner: w.LabelOwner,
		Expiration: w.Expiration, ManufacturingLotCode: w.ManufacturingLotCode,
	}
	for _, p := range w.PrepInstructions {
		item.PrepInstructions = append(item.PrepInstructions, inbound.PrepInstruction{Type: p.PrepType, Owner: p.PrepOwner, Fee: p.Fee.sum()})
	}
	return item
}

type wireBox struct {
	PackageID                string     `json:"packageId"`
	BoxID                    string     `json:"boxId"`
	Quantity                 wireCount  `json:"quantity"`
	ContentInformationSource string     `json:"contentInformationSource"`
	Items                    []wireItem `json:"items"`
	Weight                   *struct {
		Unit  string     `json:"unit"`
		Value wireNumber `json:"value"`
	} `json:"weight"`
	Dimensions *struct {
		Length            wireNumber `json:"length"`
		Width             wireNumber `json:"width"`
		Height            wireNumber `json:"height"`
		UnitOfMeasurement string     `json:"unitOfMeasurement"`
	} `json:"dimensions"`
}

func (w wireBox) box() inbound.Box {
	b := inbound.Box{
		PackageID: w.PackageID, BoxID: w.BoxID, Quantity: w.Quantity.n, Items: each(w.Items, wireItem.item),
		ContentInformationSource: w.ContentInformationSource,
	}
	if w := w.Weight; w != nil {
		b.Weight = &inbound.Measure{Value: w.Value.d, Unit: w.Unit}
	}
	if d := w.Dimensions; d != nil {
		b.Dimensions = &inbound.Dimensions{Length: d.Length.d, Width: d.Width.d, Height: d.Height.d, Unit: d.UnitOfMeasurement}
	}
	return b
}

type wireIncentive struct {
	Type        string   `json:"type"`
	Target      string   `json:"target"`
	Description string   `json:"description"`
	Value       *wireSum `json:"value"`
}

func (w wireIncentive) incentive() inbound.Incentive {
	return inbound.Incentive{Type: w.Type, Target: w.Target, Description: w.Description, Value: w.Value.sum()}
}

type wirePlacement struct {
	PlacementOptionID string               `json:"placementOptionId"`
	Status            string               `json:"status"`
	Expiration        wireTime             `json:"expiration"`
	ShipmentIDs       []inbound.ShipmentID `json:"shipmentIds"`
	Fees              []wireIncentive      `json:"fees"`
	Discounts         []wireIncentive      `json:"discounts"`
}

func (w wirePlacement) option() inbound.PlacementOption {
	return inbound.PlacementOption{
		ID: w.PlacementOptionID, Status: w.Status, Expiration: w.Expiration.at, Shipments: w.ShipmentIDs,
		Fees: each(w.Fees, wireIncentive.incentive), Discounts: each(w.Discounts, wireIncentive.incentive),
	}
}

type wireTransportation struct {
	TransportationOptionID string             `json:"transportationOptionId"`
	ShipmentID             inbound.ShipmentID `json:"shipmentId"`
	ShippingMode           string             `json:"shippingMode"`
	ShippingSolution       string             `json:"shippingSolution"`
	Preconditions          []string           `json:"preconditions"`
	CarrierAppointment     *wireSlot          `json:"carrierAppointment"`
	Carrier                *struct {
		Name      string `json:"name"`
		AlphaCode string `json:"alphaCode"`
	} `json:"carrier"`
	Quote *struct {
		Cost          *wireSum `json:"cost"`
		Expiration    wireTime `json:"expiration"`
		VoidableUntil wireTime `json:"voidableUntil"`
	} `json:"quote"`
}

func (w wireTransportation) option() inbound.TransportationOption {
	o := inbound.TransportationOption{
		ID: w.TransportationOptionID, Shipment: w.ShipmentID, Mode: w.ShippingMode, Solution: w.ShippingSolution,
		Preconditions: w.Preconditions,
	}
	if c := w.Carrier; c != nil {
		o.Carrier = &inbound.Carrier{Name: c.Name, AlphaCode: c.AlphaCode}
	}
	if a := w.CarrierAppointment; a != nil {
		o.Appointment = &inbound.Window{Start: a.StartTime.at, End: a.EndTime.at}
	}
	if q := w.Quote; q != nil {
		o.Quote = &inbound.Quote{Cost: q.Cost.sum(), Expiration: q.Expiration.at, VoidableUntil: q.VoidableUntil.at}
	}
	return o
}
