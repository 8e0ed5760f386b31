package inbound

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/fault"
)

// search reads the shipments of a plan until a shipment has the name. A shipment that cannot be
// read matters only if no other shipment has the name.
func (s *Inbound) search(ctx context.Context, at shop, plan inbound.PlanID, name inbound.ConfirmationID) (inbound.ShipmentID, error) {
	p, err := s.plan(ctx, at, plan)
	if err != nil {
		return "", err
	}
	looking, stop := context.WithCancel(ctx)
	defer stop()
	var found struct {
		sync.Mutex
		id  inbound.ShipmentID
		err error
	}
	var g errgroup.Group
	g.SetLimit(atOnce)
	for _, named := range p.Shipments {
		if pair, ok := s.pairs.ByID(ctx, at.Seller, named.ID); ok && pair.Confirmation != "" && pair.Confirmation != name {
			continue
		}
		if looking.Err() != nil {
			break
		}
		g.Go(func() error {
			sh, err := s.shipment(looking, at, plan, named.ID)
			found.Lock()
			defer found.Unlock()
			switch {
			case err == nil && sh.Confirmation == name:
				found.id = named.ID
				stop()
			case err != nil && found.err == nil && !fault.Is(err, fault.CodeNotFound):
				found.err = err
			}
			return nil
		})
	}
	_ = g.Wait()
	switch {
	case found.id != "":
		return found.id, nil
	case found.err != nil:
		return "", found.err
	case ctx.Err() != nil:
		return "", inTime(ctx.Err())
	}
	return "", fault.Missing()
}
