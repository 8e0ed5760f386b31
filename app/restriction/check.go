// Package restriction provides the use case of the restriction check.
package restriction

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/meter"
	port "sellingassistant/ports/restriction"
)

const (
	// tokensPerCall has the tokens that an answer from the marketplace costs a plan.
	tokensPerCall = 1
	// budget bounds a check if its caller brings no deadline.
	budget = 15 * time.Second
)

// Checks answers whether a team's seller account may sell a product.
type Checks struct {
	sellers accounts.Sellers
	checker port.RestrictionChecker
	meter   meter.Meter
	cache   port.Cache
	flights *flight.Group[port.Key, restriction.Status]
}

func NewChecks(sellers accounts.Sellers, checker port.RestrictionChecker, m meter.Meter, cache port.Cache) *Checks {
	return &Checks{
		sellers: sellers, checker: checker, meter: m, cache: cache,
		flights: flight.New[port.Key, restriction.Status](budget),
	}
}

// Query asks for a restriction check.
type Query struct {
	ASIN string
	marketplace.Choice
}

// Check returns whether a product may be sold in new condition. Faults in this order: Invalid for
// the parameters, then from account.Sellers.For, Payment for the plan, then from the marketplace.
// Only an answer of the marketplace costs a token. A cached answer, an answer shared with an equal
// check in progress, a refusal and a failure cost nothing.
func (s *Checks) Check(ctx context.Context, who caller.Caller, q Query) (restriction.Status, error) {
	product, m, err := parse(who.Home, q)
	if err != nil {
		return "", err
	}
	seller, key, err := s.key(ctx, who.Team, m, product, restriction.ConditionNew)
	if err != nil {
		return "", err
	}
	return s.kept(ctx, seller, key, func(context.Context) error { return nil })
}

// Admitted does the check as a step of another operation that pays for it, in any condition. It
// costs and is kept like Check. It calls admit before the marketplace, and returns admit's fault.
func (s *Checks) Admitted(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN,
	condition restriction.Condition, admit func(context.Context) error,
) (restriction.Status, error) {
	seller, key, err := s.key(ctx, team, m, product, condition)
	if err != nil {
		return "", err
	}
	return s.kept(ctx, seller, key, admit)
}

// kept returns the answer from the cache, or else the marketplace's.
func (s *Checks) kept(ctx context.Context, seller account.Seller, key port.Key, admit func(context.Context) error) (restriction.Status, error) {
	if status, ok := s.cache.Get(ctx, key); ok {
		return status, nil
	}
	status, err := s.flights.Do(ctx, key, func(ctx context.Context) (restriction.Status, error) {
		return s.ask(ctx, seller, key, admit)
	})
	return status, fault.InTime(err)
}

// Within does a check, in any condition, as a step of another operation. It costs no token, so its
// answer is not cached for paying callers. It returns the faults of Check.
func (s *Checks) Within(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN, condition restriction.Condition) (restriction.Status, error) {
	seller, key, err := s.key(ctx, team, m, product, condition)
	if err != nil {
		return "", err
	}
	if status, ok := s.cache.Get(ctx, key); ok {
		return status, nil
	}
	records, err := s.checker(ctx, seller, key.Item)
	if err != nil {
		return "", err
	}
	return restriction.Decide(records, key.Item), nil
}

// key finds the account of a check and names its answer.
func (s *Checks) key(ctx context.Context, team id.Team, m marketplace.Marketplace, product asin.ASIN, condition restriction.Condition) (account.Seller, port.Key, error) {
	seller, err := s.sellers.For(ctx, team, m)
	if err != nil {
		return account.Seller{}, port.Key{}, err
	}
	return seller, port.Key{
		Team: team, Connection: seller.Connection,
		Item: restriction.Item{Marketplace: m.ID, ASIN: product, Condition: condition},
	}, nil
}

// parse reads the parameters and reports all their faults at once.
func parse(home marketplace.ID, q Query) (asin.ASIN, marketplace.Marketplace, error) {
	product, err := asin.Parse(q.ASIN)
	m, err2 := q.Resolve(home)
	return product, m, fault.Both(err, err2)
}

// ask spends one token on one call of the marketplace.
func (s *Checks) ask(ctx context.Context, seller account.Seller, key port.Key, admit func(context.Context) error) (restriction.Status, error) {
	// An equal check may have ended since the look into the cache.
	if status, ok := s.cache.Get(ctx, key); ok {
		return status, nil
	}
	if err := admit(ctx); err != nil {
		return "", err
	}
	records, err := meter.Spend(ctx, s.meter, key.Team, tokensPerCall, func(ctx context.Context) ([]restriction.Record, error) {
		return s.checker(ctx, seller, key.Item)
	})
	if err != nil {
		return "", err
	}
	status := restriction.Decide(records, key.Item)
	s.cache.Put(context.WithoutCancel(ctx), key, status)
	return status, nil
}
