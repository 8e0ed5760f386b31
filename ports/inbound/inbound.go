// Package inbound has the ports of the view of inbound shipments.
package inbound

import (
	"context"
	"time"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/cache"
)

// Marketplace reads plans with their shipments and options. The last four methods use the older
// API, which has the received units: it sets the page size, and token is "" for the first page.
type Marketplace interface {
	Plans(ctx context.Context, s account.Seller, q inbound.PlanQuery) (inbound.Page[inbound.PlanSummary], error)
	Plan(ctx context.Context, s account.Seller, plan inbound.PlanID) (inbound.Plan, error)
	PlanBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (inbound.Page[inbound.Box], error)
	Shipment(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID) (inbound.Shipment, error)
	ShipmentItems(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.Item], error)
	ShipmentBoxes(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.Box], error)
	Placement(ctx context.Context, s account.Seller, plan inbound.PlanID, p inbound.PageRequest) (inbound.Page[inbound.PlacementOption], error)
	Transportation(ctx context.Context, s account.Seller, plan inbound.PlanID, shipment inbound.ShipmentID, p inbound.PageRequest) (inbound.Page[inbound.TransportationOption], error)

	// Named lists the named shipments. Unknown shipments are left out.
	Named(ctx context.Context, s account.Seller, m marketplace.ID, ids []inbound.ConfirmationID, token string) (inbound.Page[inbound.LegacyShipment], error)
	// InStatus lists the shipments in one of the statuses.
	InStatus(ctx context.Context, s account.Seller, m marketplace.ID, statuses []string, token string) (inbound.Page[inbound.LegacyShipment], error)
	// Items lists the items of a shipment.
	Items(ctx context.Context, s account.Seller, m marketplace.ID, shipment inbound.ConfirmationID, token string) (inbound.Page[inbound.LegacyItem], error)
	// ItemsUpdated lists the items of all shipments that changed in a period.
	ItemsUpdated(ctx context.Context, s account.Seller, m marketplace.ID, from, to time.Time, token string) (inbound.Page[inbound.LegacyItem], error)
}

// How long answers are cached.
const (
	KeepSettled = 24 * time.Hour  // a shipment that is closed, cancelled or deleted
	KeepSummary = 5 * time.Minute // a summary
	KeepOther   = 30 * time.Second
)

// Key names a cached answer by its kind and its parameters.
type Key struct {
	Team        id.Team
	Connection  id.Connection
	Marketplace marketplace.ID
	What        string
	Of          string
}

// Cache has answers of any kind. The weight of an answer counts its records.
type Cache = cache.Cache[Key, any]

// Pairs caches the shipments of plans with their ids, per team and connection. Entries may be lost;
// they never change.
type Pairs interface {
	Remember(ctx context.Context, s account.Seller, p inbound.Pair)
	ByID(ctx context.Context, s account.Seller, shipment inbound.ShipmentID) (inbound.Pair, bool)
	ByConfirmation(ctx context.Context, s account.Seller, c inbound.ConfirmationID) (inbound.Pair, bool)
}
