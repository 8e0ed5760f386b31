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

func decodePlans(body []byte) (page inbound.Page[inbound.PlanSummary], err error) {
	var answer struct {
		InboundPlans []wirePlan     `json:"inboundPlans"`
		Pagination   wirePagination `json:"pagination"`
	}
	if err := decode(body, &answer); err != nil {
		return page, err
	}
	page.Next = answer.Pagination.NextToken
	for _, p := range answer.InboundPlans {
		page.Items = append(page.Items, p.summary())
	}
	return page, nil
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
		if s.ShipmentID != "" { // nothing can be asked about one without a name
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

func itemsOf(rows []wireItem) []inbound.Item {
	items := make([]inbound.Item, len(rows))
	for i, row := range rows {
		items[i] = inbound.Item{
			MSKU: row.MSKU, ASIN: row.ASIN, FNSKU: row.FNSKU, Quantity: row.Quantity.n, LabelOwner: row.LabelOwner,
			Expiration: row.Expiration, ManufacturingLotCode: row.ManufacturingLotCode,
		}
		for _, p := range row.PrepInstructions {
			items[i].PrepInstructions = append(items[i].PrepInstructions, inbound.PrepInstruction{Type: p.PrepType, Owner: p.PrepOwner, Fee: p.Fee.sum()})
		}
	}
	return items
}

func decodeItems(body []byte) (page inbound.Page[inbound.Item], err error) {
	var answer struct {
		Items      []wireItem     `json:"items"`
		Pagination wirePagination `json:"pagination"`
	}
	if err := decode(body, &answer); err != nil {
		return page, err
	}
	return inbound.Page[inbound.Item]{Items: itemsOf(answer.Items), Next: answer.Pagination.NextToken}, nil
}

func decodeBoxes(body []byte) (page inbound.Page[inbound.Box], err error) {
	var answer struct {
		Boxes []struct {
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
		} `json:"boxes"`
		Pagination wirePagination `json:"pagination"`
	}
	if err := decode(body, &answer); err != nil {
		return page, err
	}
	page.Next = answer.Pagination.NextToken
	for _, row := range answer.Boxes {
		b := inbound.Box{
			PackageID: row.PackageID, BoxID: row.BoxID, Quantity: row.Quantity.n, Items: itemsOf(row.Items),
			ContentInformationSource: row.ContentInformationSource,
		}
		if w := row.Weight; w != nil {
			b.Weight = &inbound.Measure{Value: w.Value.d, Unit: w.Unit}
		}
		if d := row.Dimensions; d != nil {
			b.Dimensions = &inbound.Dimensions{Length: d.Length.d, Width: d.Width.d, Height: d.Height.d, Unit: d.UnitOfMeasurement}
		}
		page.Items = append(page.Items, b)
	}
	return page, nil
}

type wireIncentive struct {
	Type        string   `json:"type"`
	Target      string   `json:"target"`
	Description string   `json:"description"`
	Value       *wireSum `json:"value"`
}

func incentivesOf(rows []wireIncentive) []inbound.Incentive {
	incentives := make([]inbound.Incentive, len(rows))
	for i, row := range rows {
		incentives[i] = inbound.Incentive{Type: row.Type, Target: row.Target, Description: row.Description, Value: row.Value.sum()}
	}
	return incentives
}

func decodePlacementOptions(body []byte) (page inbound.Page[inbound.PlacementOption], err error) {
	var answer struct {
		PlacementOptions []struct {
			PlacementOptionID string               `json:"placementOptionId"`
			Status            string               `json:"status"`
			Expiration        wireTime             `json:"expiration"`
			ShipmentIDs       []inbound.ShipmentID `json:"shipmentIds"`
			Fees              []wireIncentive      `json:"fees"`
			Discounts         []wireIncentive      `json:"discounts"`
		} `json:"placementOptions"`
		Pagination wirePagination `json:"pagination"`
	}
	if err := decode(body, &answer); err != nil {
		return page, err
	}
	page.Next = answer.Pagination.NextToken
	for _, row := range answer.PlacementOptions {
		page.Items = append(page.Items, inbound.PlacementOption{
			ID: row.PlacementOptionID, Status: row.Status, Expiration: row.Expiration.at, Shipments: row.ShipmentIDs,
			Fees: incentivesOf(row.Fees), Discounts: incentivesOf(row.Discounts),
		})
	}
	return page, nil
}

func decodeTransportationOptions(body []byte) (page inbound.Page[inbound.TransportationOption], err error) {
	var answer struct {
		TransportationOptions []struct {
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
		} `json:"transportationOptions"`
		Pagination wirePagination `json:"pagination"`
	}
	if err := decode(body, &answer); err != nil {
		return page, err
	}
	page.Next = answer.Pagination.NextToken
	for _, row := range answer.TransportationOptions {
		o := inbound.TransportationOption{
			ID: row.TransportationOptionID, Shipment: row.ShipmentID, Mode: row.ShippingMode, Solution: row.ShippingSolution,
			Preconditions: row.Preconditions,
		}
		if c := row.Carrier; c != nil {
			o.Carrier = &inbound.Carrier{Name: c.Name, AlphaCode: c.AlphaCode}
		}
		if a := row.CarrierAppointment; a != nil {
			o.Appointment = &inbound.Window{Start: a.StartTime.at, End: a.EndTime.at}
		}
		if q := row.Quote; q != nil {
			o.Quote = &inbound.Quote{Cost: q.Cost.sum(), Expiration: q.Expiration.at, VoidableUntil: q.VoidableUntil.at}
		}
		page.Items = append(page.Items, o)
	}
	return page, nil
}
