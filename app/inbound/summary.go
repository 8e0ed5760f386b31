package inbound

import (
	"context"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/inbound"
)

// Summary counts plans, open shipments and the units of the last 90 days. Lists that are too long
// for the budget are counted as far as it went. The parts only the older API knows are nil when it
// is away. It is kept for five minutes unless it lacks a part.
func (s *Inbound) Summary(ctx context.Context, who caller.Caller, in marketplace.Choice) (inbound.Summary, error) {
	at, err := s.shop(ctx, who, in)
	if err != nil {
		return inbound.Summary{}, err
	}
	return recall(ctx, s, keyOf(at, "summary"), func(ctx context.Context) (inbound.Summary, keep, error) {
		sum, err := s.summary(ctx, at)
		if err != nil || sum.Shipments == nil || sum.Units == nil {
			return sum, keep{}, err
		}
		return sum, keep{port.KeepSummary, 1}, nil
	})
}

func (s *Inbound) summary(ctx context.Context, at shop) (inbound.Summary, error) {
	now := s.clock.Now()
	paging, cancel := inShort(ctx)
	defer cancel()
	var plans inbound.PlanCounts
	var shipments inbound.ShipmentCounts
	var units inbound.UnitTally
	open := map[inbound.ConfirmationID]bool{}
	var ends [3]end
	g, own := errgroup.WithContext(paging)
	g.Go(func() error {
		ends[0] = follow(own, func(ctx context.Context, token string) (inbound.Page[inbound.PlanSummary], error) {
			return s.market.Plans(ctx, at.Seller, inbound.PlanQuery{PageRequest: inbound.PageRequest{Size: plansPerPage, Token: token}})
		}, plans.Add)
		if ends[0].usable() {
			return nil
		}
		return ends[0].err
	})
	g.Go(func() error {
		ends[1] = follow(own, func(ctx context.Context, token string) (inbound.Page[inbound.LegacyShipment], error) {
			return s.market.InStatus(ctx, at.Seller, at.market, inbound.OpenStatuses(), token)
		}, func(list []inbound.LegacyShipment) {
			shipments.Add(list)
			for _, shipment := range list {
				open[shipment.ID] = true
			}
		})
		return ends[1].mistake()
	})
	g.Go(func() error {
		ends[2] = follow(own, func(ctx context.Context, token string) (inbound.Page[inbound.LegacyItem], error) {
			return s.market.ItemsUpdated(ctx, at.Seller, at.market, now.Add(-inbound.UnitsOf), now, token)
		}, units.Add)
		return ends[2].mistake()
	})
	if err := g.Wait(); err != nil {
		return inbound.Summary{}, inTime(err)
	}
	sum := inbound.Summary{Plans: plans, AsOf: now, Complete: ends[0].err == nil && ends[1].err == nil && ends[2].err == nil}
	if ends[1].usable() {
		sum.Shipments = &shipments
	}
	if ends[2].usable() {
		// Without the whole list of open shipments, no shipment is known to be over.
		sum.Units = new(units.Counts(func(c inbound.ConfirmationID) bool { return ends[1].err != nil || open[c] }))
	}
	return sum, nil
}

// end says how the paging of a list ended.
type end struct {
	pages int
	err   error
	// late says that the budget ended the read: it is used up, or allows no more calls.
	late bool
}

func follow[T any](ctx context.Context, fetch func(ctx context.Context, token string) (inbound.Page[T], error), add func([]T)) end {
	pages, err := eachPage(ctx, fetch, add)
	f, ok := fault.As(err)
	return end{pages, err, err != nil && (ok && f.Kind == fault.Limited || ctx.Err() != nil)}
}

// usable reports whether a list may be shown: it is complete, or has the part that was read in
// time.
func (e end) usable() bool { return e.err == nil || e.pages > 0 && e.late }

// mistake returns the error of a list of the older API, unless time ran out or the API was away.
func (e end) mistake() error {
	if e.late || away(e.err) {
		return nil
	}
	return e.err
}
