// Package restriction is the use case of the restriction check.
package restriction

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
	port "sellingassistant/ports/restriction"
)

const (
	// tokensPerCall is what one answer from the marketplace costs a plan.
	tokensPerCall = 1
	// budget bounds a check whose caller brings no deadline.
	budget = 15 * time.Second
	// settleWithin bounds giving tokens back or spending them, which has to
	// happen also when the caller has gone.
	settleWithin = 5 * time.Second
)

// Checks answers whether a team's seller account may sell a product.
type Checks struct {
	connections port.Connections
	checker     port.RestrictionChecker
	meter       port.Meter
	cache       port.Cache
	flights     *flight.Group[port.Key, restriction.Status]
}

// NewChecks makes the use case.
func NewChecks(connections port.Connections, checker port.RestrictionChecker, meter port.Meter, cache port.Cache) *Checks {
	return &Checks{
		connections: connections, checker: checker, meter: meter, cache: cache,
		flights: flight.New[port.Key, restriction.Status](budget),
	}
}

// Query is a check as asked for. Domain and MarketplaceID may be empty; Domain wins.
type Query struct {
	ASIN          string
	Domain        string
	MarketplaceID string
}

// Check tells the status of a product. Faults come in this order: Invalid for
// the parameters, what Connections.For says, then Payment for the plan, then
// what the marketplace says. Only an answer of the marketplace costs a token:
// one from the cache, one shared with an equal check that runs already, a
// refusal and a failure cost nothing.
func (s *Checks) Check(ctx context.Context, who caller.Caller, q Query) (restriction.Status, error) {
	asin, m, err := parse(q)
	if err != nil {
		return "", err
	}
	connection, err := s.connections.For(ctx, who.Team, m)
	if err != nil {
		return "", err
	}
	key := port.Key{Team: who.Team, Connection: connection.ID, Marketplace: m.ID, ASIN: asin}
	if status, ok := s.cache.Get(ctx, key); ok {
		return status, nil
	}
	status, err := s.flights.Do(ctx, key, func(ctx context.Context) (restriction.Status, error) {
		return s.ask(ctx, connection, key)
	})
	return status, inTime(err)
}

// parse reads the parameters and reports all their faults at once.
func parse(q Query) (restriction.ASIN, marketplace.Marketplace, error) {
	asin, err := restriction.ParseASIN(q.ASIN)
	m, err2 := marketplace.Resolve(q.Domain, q.MarketplaceID)
	first, ok := fault.As(err)
	second, ok2 := fault.As(err2)
	if ok && ok2 {
		both := *first
		both.Errors = append(append([]fault.Item{}, first.Errors...), second.Errors...)
		return asin, m, &both
	}
	return asin, m, errors.Join(err, err2)
}

// ask spends one token on one call of the marketplace.
func (s *Checks) ask(ctx context.Context, c port.Connection, key port.Key) (status restriction.Status, err error) {
	// An equal check may have ended between the look into the cache and here.
	if status, ok := s.cache.Get(ctx, key); ok {
		return status, nil
	}
	hold, err := s.meter.Reserve(ctx, key.Team, tokensPerCall)
	if err != nil {
		return "", err
	}
	settled := false
	defer func() {
		if settled {
			return
		}
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
		defer cancel()
		if released := hold.Release(own); released != nil {
			err = errors.Join(err, released)
		}
	}()
	records, err := s.checker.Restrictions(ctx, c, key.Marketplace, key.ASIN)
	if err != nil {
		return "", err
	}
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	if err := hold.Commit(own); err != nil {
		return "", err
	}
	settled = true
	status = restriction.Decide(records, key.Marketplace)
	s.cache.Put(own, key, status)
	return status, nil
}

// inTime says in our words that the budget ran out while waiting for others.
func inTime(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		if _, ok := fault.As(err); !ok {
			return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace did not answer in time.").
				After(time.Second).Because(err)
		}
	}
	return err
}
