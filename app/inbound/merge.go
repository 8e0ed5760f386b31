package inbound

import (
	"context"
	"slices"
	"strings"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/fault"
	port "sellingassistant/ports/inbound"
)

func shipmentKey(s shop, plan inbound.PlanID, id inbound.ShipmentID) port.Key {
	return keyOf(s, "shipment", string(plan), string(id))
}

func legacyKey(s shop, c inbound.ConfirmationID) port.Key {
	return keyOf(s, "legacy shipment", string(c))
}

// keepOf returns how long a side of a shipment is kept.
func keepOf(m inbound.Merged) keep {
	if m.Settled() {
		return keep{port.KeepSettled, 1}
	}
	return shortly(1)
}

// shipment reads the newer API's side of a shipment and remembers its names.
func (s *Inbound) shipment(ctx context.Context, at shop, plan inbound.PlanID, id inbound.ShipmentID) (inbound.Shipment, error) {
	return recall(ctx, s, shipmentKey(at, plan, id), func(ctx context.Context) (inbound.Shipment, keep, error) {
		sh, err := s.market.Shipment(ctx, at.Seller, plan, id)
		if err != nil {
			return sh, keep{}, err
		}
		s.pairs.Remember(ctx, at.Seller, sh.Pair(plan))
		return sh, keepOf(inbound.Merge(sh, nil)), nil
	})
}

// merged reads both sides of a shipment.
func (s *Inbound) merged(ctx context.Context, at shop, plan inbound.PlanID, id inbound.ShipmentID) (inbound.Merged, error) {
	sh, err := s.shipment(ctx, at, plan, id)
	if err != nil {
		return inbound.Merged{}, err
	}
	all, err := s.merge(ctx, at, plan, []inbound.Shipment{sh})
	if err != nil {
		return inbound.Merged{}, err
	}
	return all[0], nil
}

// merge adds the older API's side to shipments. Shipments that this API does not know, or all if it
// is away, stay without that side.
func (s *Inbound) merge(ctx context.Context, at shop, plan inbound.PlanID, shipments []inbound.Shipment) ([]inbound.Merged, error) {
	sides := map[inbound.ConfirmationID]*inbound.LegacyShipment{}
	var unread []inbound.ConfirmationID
	for _, sh := range shipments {
		if sh.Confirmation == "" || slices.Contains(unread, sh.Confirmation) {
			continue
		}
		if v, ok := s.cache.Get(ctx, legacyKey(at, sh.Confirmation)); ok {
			sides[sh.Confirmation], _ = v.(*inbound.LegacyShipment)
			continue
		}
		unread = append(unread, sh.Confirmation)
	}
	short, cancel := inShort(ctx)
	defer cancel()
	read, err := s.named(short, at, unread)
	if err != nil && !away(err) {
		return nil, err
	}
	for i := range read {
		sides[read[i].ID] = &read[i]
	}
	merged := make([]inbound.Merged, len(shipments))
	for i, sh := range shipments {
		merged[i] = inbound.Merge(sh, sides[sh.Confirmation])
		if err == nil && slices.Contains(unread, sh.Confirmation) {
			s.keepSides(ctx, at, plan, sh, sides[sh.Confirmation])
		}
	}
	return merged, nil
}

// keepSides caches the answers of the older and the newer API for the same time: only together do
// they say whether the shipment is finished.
func (s *Inbound) keepSides(ctx context.Context, at shop, plan inbound.PlanID, sh inbound.Shipment, side *inbound.LegacyShipment) {
	m := inbound.Merge(sh, side)
	k := keepOf(m)
	s.cache.PutFor(ctx, legacyKey(at, sh.Confirmation), side, k.time, k.weight)
	if m.Settled() {
		s.cache.PutFor(ctx, shipmentKey(at, plan, sh.ID), sh, k.time, k.weight)
	}
}

// named reads shipments of the older API by their names.
func (s *Inbound) named(ctx context.Context, at shop, ids []inbound.ConfirmationID) ([]inbound.LegacyShipment, error) {
	var all []inbound.LegacyShipment
	for some := range slices.Chunk(ids, namesPerCall) {
		names := make([]string, len(some))
		for i, id := range some {
			names[i] = string(id)
		}
		// Not cached as a list, because merge caches each shipment separately.
		found, err := recall(ctx, s, keyOf(at, "named", strings.Join(names, ",")),
			func(ctx context.Context) ([]inbound.LegacyShipment, keep, error) {
				found, err := everyPage(ctx, func(ctx context.Context, token string) (inbound.Page[inbound.LegacyShipment], error) {
					return s.market.Named(ctx, at.Seller, at.market, some, token)
				})
				return found, keep{}, err
			})
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// find turns either form of a shipment's id into the form that the newer API takes. The stored pair
// answers for known shipments; a shipment of another plan is Missing. An unknown confirmed name is
// searched among the plan's shipments.
func (s *Inbound) find(ctx context.Context, at shop, plan inbound.PlanID, ref inbound.ShipmentRef) (inbound.ShipmentID, error) {
	var pair inbound.Pair
	var known bool
	if ref.ID != "" {
		pair, known = s.pairs.ByID(ctx, at.Seller, ref.ID)
	} else {
		pair, known = s.pairs.ByConfirmation(ctx, at.Seller, ref.Confirmation)
	}
	switch {
	case known && pair.Plan != plan:
		return "", fault.Missing()
	case known:
		return pair.ID, nil
	case ref.ID != "":
		return ref.ID, nil
	}
	return s.search(ctx, at, plan, ref.Confirmation)
}
