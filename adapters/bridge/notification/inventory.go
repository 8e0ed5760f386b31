package notification

import (
	"context"

	syncapp "sellingassistant/app/inventory/syncing"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	notificationports "sellingassistant/ports/notification"
)

// SyncEvents extends Events: it also requests a read of listings with a changed state.
type SyncEvents struct {
	*Events
	syncs *syncapp.Syncs
}

func NewSyncEvents(e *Events, s *syncapp.Syncs) *SyncEvents { return &SyncEvents{e, s} }

var _ notificationports.Handler = (*SyncEvents)(nil)

func (e *SyncEvents) ListingChanged(ctx context.Context, l notification.Listing) error {
	if err := e.Events.ListingChanged(ctx, l); err != nil {
		return err
	}
	all, err := e.sellers.OfSeller(ctx, l.SellerID)
	if err != nil {
		return err
	}
	shop, known := marketplace.ByID(l.Marketplace)
	for _, s := range all {
		if !known || s.Region != shop.Region {
			continue
		}
		err := e.syncs.Changed(ctx, s.Team, syncapp.SKU{Connection: s.Connection, Marketplace: l.Marketplace, SKU: l.SKU})
		if err != nil {
			return err
		}
	}
	return nil
}
