package inbound

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/marketplace"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/inbound"
)

const (
	// budget bounds a read if its caller brings no deadline.
	budget = 15 * time.Second
	// atOnce bounds the parallel calls of one operation to the burst of the marketplace's limit.
	atOnce = 6
	// maxPages bounds a list that is read to its end. The marketplace's lists of this kind have a
	// few pages; an endless list must not be followed.
	maxPages = 200
	// optionsPerPage bounds the options of a page.
	optionsPerPage = 20
	// plansPerPage bounds the plans of a page.
	plansPerPage = 30
	// namesPerCall bounds the shipments that the older API answers in one page.
	namesPerCall = 50
)

// Inbound reads plans and shipments. Every method first finds the team's seller account. It returns
// the faults of account.Sellers.For and of the readers, and Invalid for an unknown marketplace or
// malformed id. A shipment of another plan is NotFound.
type Inbound struct {
	sellers accounts.Sellers
	market  port.Marketplace
	cache   port.Cache
	pairs   port.Pairs
	clock   clock.Clock
	flights *flight.Group[port.Key, any]
}

func New(
	sellers accounts.Sellers, market port.Marketplace, cache port.Cache, pairs port.Pairs, clk clock.Clock,
) *Inbound {
	return &Inbound{
		sellers: sellers, market: market, cache: cache, pairs: pairs, clock: clk,
		flights: flight.New[port.Key, any](budget),
	}
}

// shop has the account of a call and its marketplace.
type shop struct {
	account.Seller
	market marketplace.ID
}

// shop picks the account of a call.
func (s *Inbound) shop(ctx context.Context, who caller.Caller, in marketplace.Choice) (shop, error) {
	m, err := in.Resolve(who.Home)
	if err != nil {
		return shop{}, err
	}
	seller, err := s.sellers.For(ctx, who.Team, m)
	return shop{seller, m.ID}, err
}

// planOf reads the common parameters of calls about one plan.
func (s *Inbound) planOf(ctx context.Context, who caller.Caller, in marketplace.Choice, plan string) (shop, inbound.PlanID, error) {
	id, err := inbound.ParsePlanID(plan)
	if err != nil {
		return shop{}, "", err
	}
	at, err := s.shop(ctx, who, in)
	return at, id, err
}

// ListPlans lists plans; pages and their tokens come from the marketplace.
func (s *Inbound) ListPlans(ctx context.Context, who caller.Caller, in marketplace.Choice, q inbound.PlanQuery) (inbound.Page[inbound.PlanSummary], error) {
	at, err := s.shop(ctx, who, in)
	if err != nil {
		return inbound.Page[inbound.PlanSummary]{}, err
	}
	k := keyOf(at, "plans", q.Status, q.SortBy, q.SortOrder, pageText(q.PageRequest))
	return recall(ctx, s, k, func(ctx context.Context) (inbound.Page[inbound.PlanSummary], keep, error) {
		page, err := s.market.Plans(ctx, at.Seller, q)
		return page, shortly(len(page.Items)), err
	})
}

// Plan shows a plan.
func (s *Inbound) Plan(ctx context.Context, who caller.Caller, in marketplace.Choice, plan string) (inbound.Plan, error) {
	at, id, err := s.planOf(ctx, who, in, plan)
	if err != nil {
		return inbound.Plan{}, err
	}
	return s.plan(ctx, at, id)
}

// PlanBoxes lists the boxes of a plan.
func (s *Inbound) PlanBoxes(ctx context.Context, who caller.Caller, in marketplace.Choice, plan string, p inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	at, id, err := s.planOf(ctx, who, in, plan)
	if err != nil {
		return inbound.Page[inbound.Box]{}, err
	}
	k := keyOf(at, "plan boxes", string(id), pageText(p))
	return recall(ctx, s, k, func(ctx context.Context) (inbound.Page[inbound.Box], keep, error) {
		page, err := s.market.PlanBoxes(ctx, at.Seller, id, p)
		return page, shortly(boxWeight(page)), err
	})
}

// PlanShipments has the shipments of a plan, and the plan.
type PlanShipments struct {
	Plan      inbound.Plan
	Shipments []inbound.Merged
}

// PlanShipments returns all shipments of a plan, in its order. A shipment that the marketplace
// does not find has only the members that the plan contains.
func (s *Inbound) PlanShipments(ctx context.Context, who caller.Caller, in marketplace.Choice, plan string) (PlanShipments, error) {
	at, id, err := s.planOf(ctx, who, in, plan)
	if err != nil {
		return PlanShipments{}, err
	}
	p, err := s.plan(ctx, at, id)
	if err != nil {
		return PlanShipments{}, err
	}
	found := make([]inbound.Shipment, len(p.Shipments))
	g, own := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for i, named := range p.Shipments {
		g.Go(func() error {
			sh, err := s.shipment(own, at, id, named.ID)
			if fault.Is(err, fault.CodeNotFound) {
				sh, err = inbound.Shipment{ID: named.ID, Status: named.Status}, nil
			}
			found[i] = sh
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return PlanShipments{}, err
	}
	merged, err := s.merge(ctx, at, id, found)
	return PlanShipments{Plan: p, Shipments: merged}, err
}

// plan reads a plan and remembers which shipments belong to it.
func (s *Inbound) plan(ctx context.Context, at shop, id inbound.PlanID) (inbound.Plan, error) {
	return recall(ctx, s, keyOf(at, "plan", string(id)), func(ctx context.Context) (inbound.Plan, keep, error) {
		p, err := s.market.Plan(ctx, at.Seller, id)
		if err != nil {
			return p, keep{}, err
		}
		for _, sh := range p.Shipments {
			s.pairs.Remember(ctx, at.Seller, inbound.Pair{Plan: id, ID: sh.ID})
		}
		return p, shortly(len(p.Shipments)), nil
	})
}
