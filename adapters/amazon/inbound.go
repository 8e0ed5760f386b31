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

// readInbound makes a call about inbound shipments.
func readInbound[T any](ctx context.Context, c *Client, s account.Seller, op *Operation, segments map[string]string, query url.Values, decode func([]byte) (T, error)) (T, error) {
	return Read(ctx, c, Call{
		Operation: op, Seller: s,
		Lane: Interactive, Segments: segments, Query: query,
	}, decode)
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
func (i *Inbound) Plans(ctx context.Context, s account.Seller, q inbound.PlanQuery) (inbound.Page[inbound.PlanSummary], error) {
	query := inboundPageQuery(q.PageRequest)
	for name, value := range map[string]string{"status": q.Status, "sortBy": q.SortBy, "sortOrder": q.SortOrder} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return readInbound(ctx, i.client, s, listInboundPlans, nil, query, decodeInboundPlans)
}

// Plan implements the port with getInboundPlan.
func (i *Inbound) Plan(ctx context.Context, s account.Seller, plan inbound.PlanID) (inbound.Plan, error) {
	found, err := readInbound(ctx, i.client, s, getInboundPlan, ofPlan(plan), nil, decodeInboundPlan)
	if found.ID == "" {
		found.ID = plan
	}
	return found, err
}

// PlanBoxes implements the port with listInboundPlanBoxes.
func (i *Inbound) PlanBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	return readInbound(ctx, i.client, s, listInboundPlanBoxes, ofPlan(plan), inboundPageQuery(p), decodeInboundBoxes)
}

// Shipment implements the port with getShipment.
func (i *Inbound) Shipment(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID) (inbound.Shipment, error) {
	found, err := readInbound(ctx, i.client, s, getShipment, ofShipment(plan, shipment), nil, decodeInboundShipment)
	if found.ID == "" {
		found.ID = shipment
	}
	return found, err
}

// ShipmentItems implements the port with listShipmentItems.
func (i *Inbound) ShipmentItems(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.Item], error) {
	return readInbound(ctx, i.client, s, listShipmentItems, ofShipment(plan, shipment), inboundPageQuery(p), decodeInboundItems)
}

// ShipmentBoxes implements the port with listShipmentBoxes.
func (i *Inbound) ShipmentBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	return readInbound(ctx, i.client, s, listShipmentBoxes, ofShipment(plan, shipment), inboundPageQuery(p), decodeInboundBoxes)
}

// Placement implements the port with listPlacementOptions.
func (i *Inbound) Placement(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (inbound.Page[inbound.PlacementOption], error) {
	return readInbound(ctx, i.client, s, listPlacementOptions, ofPlan(plan), inboundPageQuery(p), decodePlacementOptions)
}

// Transportation implements the port with listTransportationOptions.
func (i *Inbound) Transportation(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.TransportationOption], error) {
	query := inboundPageQuery(p)
	query.Set("shipmentId", string(shipment))
	return readInbound(ctx, i.client, s, listTransportationOptions, ofPlan(plan), query, decodeTransportationOptions)
}
