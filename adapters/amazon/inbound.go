package amazon

import (
	"context"
	"net/url"
	"strconv"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
)

// Inbound reads plans, shipments and options through the interface of
// 2024-03-20. It implements the ports Plans, Shipments and Options.
type Inbound struct{ client *Client }

// NewInbound makes a reader over the client.
func NewInbound(c *Client) *Inbound { return &Inbound{c} }

// readInbound makes a call about inbound shipments and turns its error into a fault.
func (c *Client) readInbound(ctx context.Context, s account.Seller, op *Operation, segments map[string]string, query url.Values, read func([]byte) error) error {
	_, err := c.Do(ctx, Call{
		Operation: op, Seller: s,
		Lane: Interactive, Segments: segments, Query: query, Read: read,
	})
	return faultOf(err)
}

// decodedBy keeps what a decoder makes of a body.
func decodedBy[T any](decode func([]byte) (T, error), into *T) func([]byte) error {
	return func(body []byte) (err error) {
		*into, err = decode(body)
		return err
	}
}

func inboundPageQuery(p inbound.PageRequest) url.Values {
	q := url.Values{"pageSize": {strconv.Itoa(p.Size)}}
	if p.Token != "" {
		q.Set("paginationToken", p.Token)
	}
	return q
}

func ofPlan(plan inbound.PlanID) map[string]string {
	return map[string]string{"inboundPlanId": string(plan)}
}

func ofShipment(plan inbound.PlanID, shipment inbound.ShipmentID) map[string]string {
	return map[string]string{"inboundPlanId": string(plan), "shipmentId": string(shipment)}
}

// Plans implements the port with listInboundPlans.
func (i *Inbound) Plans(ctx context.Context, s account.Seller, q inbound.PlanQuery) (page inbound.Page[inbound.PlanSummary], err error) {
	query := inboundPageQuery(q.PageRequest)
	for name, value := range map[string]string{"status": q.Status, "sortBy": q.SortBy, "sortOrder": q.SortOrder} {
		if value != "" {
			query.Set(name, value)
		}
	}
	err = i.client.readInbound(ctx, s, listInboundPlans, nil, query, decodedBy(decodeInboundPlans, &page))
	return page, err
}

// Plan implements the port with getInboundPlan.
func (i *Inbound) Plan(ctx context.Context, s account.Seller, plan inbound.PlanID) (found inbound.Plan, err error) {
	err = i.client.readInbound(ctx, s, getInboundPlan, ofPlan(plan), nil, decodedBy(decodeInboundPlan, &found))
	if found.ID == "" {
		found.ID = plan
	}
	return found, err
}

// PlanBoxes implements the port with listInboundPlanBoxes.
func (i *Inbound) PlanBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (page inbound.Page[inbound.Box], err error) {
	err = i.client.readInbound(ctx, s, listInboundPlanBoxes, ofPlan(plan), inboundPageQuery(p), decodedBy(decodeInboundBoxes, &page))
	return page, err
}

// Shipment implements the port with getShipment.
func (i *Inbound) Shipment(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID) (found inbound.Shipment, err error) {
	err = i.client.readInbound(ctx, s, getShipment, ofShipment(plan, shipment), nil, decodedBy(decodeInboundShipment, &found))
	if found.ID == "" {
		found.ID = shipment
	}
	return found, err
}

// ShipmentItems implements the port with listShipmentItems.
func (i *Inbound) ShipmentItems(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (page inbound.Page[inbound.Item], err error) {
	err = i.client.readInbound(ctx, s, listShipmentItems, ofShipment(plan, shipment), inboundPageQuery(p), decodedBy(decodeInboundItems, &page))
	return page, err
}

// ShipmentBoxes implements the port with listShipmentBoxes.
func (i *Inbound) ShipmentBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (page inbound.Page[inbound.Box], err error) {
	err = i.client.readInbound(ctx, s, listShipmentBoxes, ofShipment(plan, shipment), inboundPageQuery(p), decodedBy(decodeInboundBoxes, &page))
	return page, err
}

// Placement implements the port with listPlacementOptions.
func (i *Inbound) Placement(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (page inbound.Page[inbound.PlacementOption], err error) {
	err = i.client.readInbound(ctx, s, listPlacementOptions, ofPlan(plan), inboundPageQuery(p), decodedBy(decodePlacementOptions, &page))
	return page, err
}

// Transportation implements the port with listTransportationOptions.
func (i *Inbound) Transportation(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (page inbound.Page[inbound.TransportationOption], err error) {
	query := inboundPageQuery(p)
	query.Set("shipmentId", string(shipment))
	err = i.client.readInbound(ctx, s, listTransportationOptions, ofPlan(plan), query, decodedBy(decodeTransportationOptions, &page))
	return page, err
}
