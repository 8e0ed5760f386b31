package inbound

import (
	"context"
	"net/url"
	"strconv"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
)

// Client reads plans, shipments and options with the API of 2024-03-20, and received units with the
// older API.
type Client struct{ client *spapi.Client }

func New(c *spapi.Client) *Client { return &Client{c} }

// read calls an operation about inbound shipments.
func read[T any](ctx context.Context, c *Client, s account.Seller, op *spapi.Operation, segments map[string]string, query url.Values, decode func([]byte) (T, error)) (T, error) {
	return spapi.Read(ctx, c.client, spapi.Call{
		Operation: op, Seller: s,
		Priority: spapi.Interactive, Segments: segments, Query: query,
	}, decode)
}

func pageQuery(p inbound.PageRequest) url.Values {
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

func (c *Client) Plans(ctx context.Context, s account.Seller, q inbound.PlanQuery) (inbound.Page[inbound.PlanSummary], error) {
	query := pageQuery(q.PageRequest)
	for name, value := range map[string]string{"status": q.Status, "sortBy": q.SortBy, "sortOrder": q.SortOrder} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return read(ctx, c, s, spapi.ListInboundPlans, nil, query, decodePlans)
}

func (c *Client) Plan(ctx context.Context, s account.Seller, plan inbound.PlanID) (inbound.Plan, error) {
	found, err := read(ctx, c, s, spapi.GetInboundPlan, ofPlan(plan), nil, decodePlan)
	if found.ID == "" {
		found.ID = plan
	}
	return found, err
}

func (c *Client) PlanBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	return read(ctx, c, s, spapi.ListInboundPlanBoxes, ofPlan(plan), pageQuery(p), decodeBoxes)
}

func (c *Client) Shipment(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID) (inbound.Shipment, error) {
	found, err := read(ctx, c, s, spapi.GetShipment, ofShipment(plan, shipment), nil, decodeShipment)
	if found.ID == "" {
		found.ID = shipment
	}
	return found, err
}

func (c *Client) ShipmentItems(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.Item], error) {
	return read(ctx, c, s, spapi.ListShipmentItems, ofShipment(plan, shipment), pageQuery(p), decodeItems)
}

func (c *Client) ShipmentBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	return read(ctx, c, s, spapi.ListShipmentBoxes, ofShipment(plan, shipment), pageQuery(p), decodeBoxes)
}

func (c *Client) Placement(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (inbound.Page[inbound.PlacementOption], error) {
	return read(ctx, c, s, spapi.ListPlacementOptions, ofPlan(plan), pageQuery(p), decodePlacementOptions)
}

func (c *Client) Transportation(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.TransportationOption], error) {
	query := pageQuery(p)
	query.Set("shipmentId", string(shipment))
	return read(ctx, c, s, spapi.ListTransportationOptions, ofPlan(plan), query, decodeTransportationOptions)
}
