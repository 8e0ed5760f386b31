// Package relay provides the use case of passing a call on to Amazon.
package relay

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/flight"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/relay"
	accounts "sellingassistant/ports/account"
	port "sellingassistant/ports/relay"
)

// budget bounds a call if its caller brings no deadline.
const budget = 15 * time.Second

// sellerID names the parameter, of the path or the query, that names the account of a call.
const sellerID = "sellerId"

// Relays passes calls on.
type Relays struct {
	sellers accounts.Sellers
	amazon  port.Marketplace
	reads   *flight.Group[key, relay.Answer]
}

// key identifies equal reads.
type key struct {
	team       id.Team
	connection id.Connection
	call       string
}

func NewRelays(sellers accounts.Sellers, amazon port.Marketplace) *Relays {
	return &Relays{sellers, amazon, flight.New[key, relay.Answer](budget)}
}

// Call describes a call to pass on.
type Call struct {
	relay.Request
	relay.Choice
	// Given has the caller's parameters under the caller's names, for Rules.
	Given relay.Parameters
	Rules []relay.Rule
	// Fill names the parameters of the request that take the marketplaces.
	Fill []string
	// Inside lists marketplaces the body names.
	Inside []string
	// Hosted says that the call came to a host of Amazon's paths, and Region has the region of the
	// host, "" without one. Both count if the call names no marketplace.
	Hosted bool
	Region marketplace.Region
	// Reads says that equal calls at the same time may share one answer.
	Reads bool
}

// Call passes a call on for the caller's team. Faults come in this order: from the marketplaces and
// rules, from accounts.Sellers, from port.Marketplace. It costs no tokens of the plan.
func (s *Relays) Call(ctx context.Context, who caller.Caller, c Call) (relay.Answer, error) {
	all, err := s.marketplaces(ctx, who, c)
	if err != nil {
		return relay.Answer{}, err
	}
	for _, rule := range c.Rules {
		if err := rule(c.Given); err != nil {
			return relay.Answer{}, err
		}
	}
	if err := relay.Within(c.Inside, all[0]); err != nil {
		return relay.Answer{}, err
	}
	seller, err := s.seller(ctx, who.Team, c, all[0])
	if err != nil {
		return relay.Answer{}, err
	}
	if err := relay.Serves(seller.Marketplaces, all); err != nil {
		return relay.Answer{}, err
	}
	for _, name := range c.Fill {
		c.Query[name] = relay.IDs(all)
	}
	if !c.Reads {
		a, err := s.amazon(ctx, seller, c.Request)
		return a, inTime(err)
	}
	a, err := s.reads.Do(ctx, key{who.Team, seller.Connection, text(c.Request)}, func(ctx context.Context) (relay.Answer, error) {
		return s.amazon(ctx, seller, c.Request)
	})
	return a, inTime(err)
}

// marketplaces returns the marketplaces of a call. Clients made for Amazon name them in the body,
// or only by the host.
func (s *Relays) marketplaces(ctx context.Context, who caller.Caller, c Call) ([]marketplace.Marketplace, error) {
	choice := c.Or(c.Inside)
	if !choice.Empty() || !c.Hosted {
		return choice.Marketplaces(who.Home)
	}
	ours, err := s.sellers.OfTeam(ctx, who.Team)
	if err != nil {
		return nil, err
	}
	m, err := relay.Only(ours, c.Region)
	return []marketplace.Marketplace{m}, err
}

// seller returns the account that makes the call: the one that the call names, or the team's for
// the marketplace. Amazon would refuse any other seller in a query as if the account were broken.
func (s *Relays) seller(ctx context.Context, team id.Team, c Call, m marketplace.Marketplace) (account.Seller, error) {
	if named := cmp.Or(c.Segments[sellerID], c.Query[sellerID]); named != "" {
		return s.sellers.ForSeller(ctx, team, named, m)
	}
	return s.sellers.For(ctx, team, m)
}

// text writes a text for the cache key; no name or value contains a NUL.
func text(r relay.Request) string {
	parts := []string{r.Operation}
	for _, from := range []relay.Parameters{r.Segments, r.Query} {
		for _, name := range slices.Sorted(maps.Keys(from)) {
			parts = append(parts, name, from[name])
		}
		parts = append(parts, "")
	}
	return strings.Join(parts, "\x00")
}

// inTime turns an exceeded budget into a fault of this program.
func inTime(err error) error {
	if _, ok := fault.As(err); !ok && errors.Is(err, context.DeadlineExceeded) {
		return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace did not answer in time.").
			After(time.Second).Because(err)
	}
	return err
}
