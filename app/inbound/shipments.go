package inbound

import (
	"context"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/inbound"
)

// Of names a shipment of a plan; Shipment takes either form of its id.
type Of struct{ Plan, Shipment string }

// shipmentOf reads the common parameters of calls about one shipment.
func (s *Inbound) shipmentOf(ctx context.Context, who caller.Caller, in marketplace.Choice, of Of) (shop, inbound.PlanID, inbound.ShipmentID, error) {
	ref, err := inbound.ParseShipmentRef(of.Shipment)
	if err != nil {
		return shop{}, "", "", err
	}
	at, plan, err := s.planOf(ctx, who, in, of.Plan)
	if err != nil {
		return shop{}, "", "", err
	}
	id, err := s.find(ctx, at, plan, ref)
	return at, plan, id, err
}

// Shipment shows a shipment.
func (s *Inbound) Shipment(ctx context.Context, who caller.Caller, in marketplace.Choice, of Of) (inbound.Merged, error) {
	at, plan, id, err := s.shipmentOf(ctx, who, in, of)
	if err != nil {
		return inbound.Merged{}, err
	}
	return s.merged(ctx, at, plan, id)
}

// ShipmentBoxes lists the boxes of a shipment.
func (s *Inbound) ShipmentBoxes(ctx context.Context, who caller.Caller, in marketplace.Choice, of Of, p inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	at, plan, id, err := s.shipmentOf(ctx, who, in, of)
	if err != nil {
		return inbound.Page[inbound.Box]{}, err
	}
	k := keyOf(at, "boxes", string(plan), string(id), pageText(p))
	return recall(ctx, s, k, func(ctx context.Context) (inbound.Page[inbound.Box], keep, error) {
		page, err := s.market.ShipmentBoxes(ctx, at.Seller, plan, id, p)
		return page, shortly(boxWeight(page)), err
	})
}

// ShipmentItems lists the items of a shipment with the received units of their SKUs.
func (s *Inbound) ShipmentItems(ctx context.Context, who caller.Caller, in marketplace.Choice, of Of, p inbound.PageRequest) (inbound.Page[inbound.MergedItem], error) {
	at, plan, id, err := s.shipmentOf(ctx, who, in, of)
	if err != nil {
		return inbound.Page[inbound.MergedItem]{}, err
	}
	var page inbound.Page[inbound.Item]
	var arrived []inbound.LegacyItem
	g, own := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		k := keyOf(at, "items", string(plan), string(id), pageText(p))
		page, err = recall(own, s, k, func(ctx context.Context) (inbound.Page[inbound.Item], keep, error) {
			page, err := s.market.ShipmentItems(ctx, at.Seller, plan, id, p)
			return page, shortly(len(page.Items)), err
		})
		return err
	})
	g.Go(func() (err error) {
		arrived, err = s.arrived(own, at, plan, id)
		return err
	})
	if err := g.Wait(); err != nil {
		return inbound.Page[inbound.MergedItem]{}, err
	}
	return inbound.Page[inbound.MergedItem]{Items: inbound.Join(page.Items, arrived), Next: page.Next}, nil
}

// arrived lists the older API's items of a shipment, nothing when that API is away or does not know
// the shipment.
func (s *Inbound) arrived(ctx context.Context, at shop, plan inbound.PlanID, id inbound.ShipmentID) ([]inbound.LegacyItem, error) {
	pair, ok := s.pairs.ByID(ctx, at.Seller, id)
	if !ok || pair.Confirmation == "" {
		sh, err := s.shipment(ctx, at, plan, id)
		if err != nil || sh.Confirmation == "" {
			return nil, err
		}
		pair = sh.Pair(plan)
	}
	short, cancel := inShort(ctx)
	defer cancel()
	k := keyOf(at, "legacy items", string(pair.Confirmation))
	lines, err := recall(short, s, k, func(ctx context.Context) ([]inbound.LegacyItem, keep, error) {
		lines, err := everyPage(ctx, func(ctx context.Context, token string) (inbound.Page[inbound.LegacyItem], error) {
			return s.market.Items(ctx, at.Seller, at.market, pair.Confirmation, token)
		})
		return lines, shortly(len(lines)), err
	})
	if away(err) {
		return nil, nil
	}
	return lines, err
}

// ShipmentFees shows the fees of a shipment and of the options it has.
func (s *Inbound) ShipmentFees(ctx context.Context, who caller.Caller, in marketplace.Choice, of Of) (inbound.Fees, error) {
	at, plan, id, err := s.shipmentOf(ctx, who, in, of)
	if err != nil {
		return inbound.Fees{}, err
	}
	var shipment inbound.Merged
	var placement []inbound.PlacementOption
	var transportation []inbound.TransportationOption
	g, own := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		shipment, err = s.merged(own, at, plan, id)
		return err
	})
	g.Go(func() (err error) {
		placement, err = allOf(own, s, keyOf(at, "placement", string(plan)),
			func(ctx context.Context, p inbound.PageRequest) (inbound.Page[inbound.PlacementOption], error) {
				return s.market.Placement(ctx, at.Seller, plan, p)
			})
		return err
	})
	g.Go(func() (err error) {
		transportation, err = allOf(own, s, keyOf(at, "transportation", string(plan), string(id)),
			func(ctx context.Context, p inbound.PageRequest) (inbound.Page[inbound.TransportationOption], error) {
				return s.market.Transportation(ctx, at.Seller, plan, id, p)
			})
		return err
	})
	if err := g.Wait(); err != nil {
		return inbound.Fees{}, err
	}
	return inbound.FeesOf(shipment, placement, transportation), nil
}

// allOf reads a list of options to its end.
func allOf[T any](ctx context.Context, s *Inbound, k port.Key, fetch func(context.Context, inbound.PageRequest) (inbound.Page[T], error)) ([]T, error) {
	return recall(ctx, s, k, func(ctx context.Context) ([]T, keep, error) {
		all, err := everyPage(ctx, func(ctx context.Context, token string) (inbound.Page[T], error) {
			return fetch(ctx, inbound.PageRequest{Size: optionsPerPage, Token: token})
		})
		return all, shortly(len(all)), err
	})
}
