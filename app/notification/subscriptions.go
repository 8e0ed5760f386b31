package notification

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/notification"
)

// Subscriptions creates and replaces the notification subscriptions of accounts.
type Subscriptions struct {
	sellers    accounts.Sellers
	pace       ports.Pace
	wanted     ports.Subscriptions
	subscriber ports.Subscriber
	clock      clock.Clock
}

func NewSubscriptions(sellers accounts.Sellers, pace ports.Pace, wanted ports.Subscriptions, subscriber ports.Subscriber, clk clock.Clock) *Subscriptions {
	return &Subscriptions{sellers, pace, wanted, subscriber, clk}
}

// State describes one type of notification of an account.
type State struct {
	Type notification.Type
	// Wanted says that it was subscribed here.
	Wanted bool
	// Remote has the marketplace's subscription, or nil.
	Remote *ports.Remote
}

// Status asks the marketplace for the subscriptions of an account. An unknown connection is
// Missing.
func (s *Subscriptions) Status(ctx context.Context, who caller.Caller, c id.Connection) ([]State, error) {
	a, err := s.sellers.Of(ctx, who.Team, c)
	if err != nil {
		return nil, err
	}
	known, err := s.wanted.OfConnection(ctx, who.Team, c)
	if err != nil {
		return nil, err
	}
	states := make([]State, 0, len(notification.Types()))
	for _, t := range notification.Types() {
		found, err := s.subscriber.Find(ctx, a, t)
		if err != nil {
			return nil, err
		}
		wanted := slices.ContainsFunc(known, func(k ports.Subscription) bool { return k.Type == t })
		states = append(states, State{t, wanted, found})
	}
	return states, nil
}

// Subscribe subscribes an account to every type that the program handles. Existing subscriptions
// with the wanted settings stay. A connection that needs attention or is unproven is Forbidden.
func (s *Subscriptions) Subscribe(ctx context.Context, who caller.Caller, c id.Connection) ([]State, error) {
	return s.subscribe(ctx, who, c, false)
}

// subscribe works like Subscribe; interrupted says whether the account's subscriptions were
// interrupted, as far as known.
func (s *Subscriptions) subscribe(ctx context.Context, who caller.Caller, c id.Connection, interrupted bool) ([]State, error) {
	a, err := s.sellers.Of(ctx, who.Team, c)
	if err != nil {
		return nil, err
	}
	if !a.Active {
		return nil, fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
			"The seller account does not work any more: connect it again.")
	}
	if !a.Proven {
		return nil, fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
			"The seller id of the connection is unproven: probe the connection first.")
	}
	to, err := s.subscriber.Destination(ctx, a.Region)
	if err != nil {
		return nil, err
	}
	var known []ports.Subscription
	if !interrupted {
		if known, err = s.wanted.OfConnection(ctx, who.Team, c); err != nil {
			return nil, err
		}
	}
	states := make([]State, 0, len(notification.Types()))
	for _, t := range notification.Types() {
		there, err := s.ensure(ctx, a, t, to, known)
		if err != nil {
			return states, err
		}
		states = append(states, State{t, true, there})
	}
	return states, nil
}

// ensure creates or replaces one subscription and stores it. known has the account's uninterrupted
// subscriptions.
func (s *Subscriptions) ensure(ctx context.Context, a account.Seller, t notification.Type, to string, known []ports.Subscription) (*ports.Remote, error) {
	wanted := ports.Remote{DestinationID: to}
	if t == notification.AnyOfferChanged {
		fast, err := s.pace(ctx, a.Team, a.ID)
		if err != nil {
			return nil, err
		}
		wanted.Aggregated, wanted.Marketplaces = !fast, slices.Sorted(slices.Values(a.Marketplaces))
	}
	there, err := s.subscriber.Find(ctx, a, t)
	if err != nil {
		return nil, err
	}
	if there != nil && !serves(*there, wanted) {
		if err := s.subscriber.Delete(ctx, a.Region, t, there.ID); err != nil {
			return nil, err
		}
		there = nil
	}
	now := s.clock.Now()
	since := now
	if there == nil {
		if there, err = s.subscriber.Create(ctx, a, t, wanted); err != nil {
			return nil, err
		}
		known = nil // a subscription that had to be made did not exist before, under any name
	}
	for _, k := range known {
		if k.Connection == a.Connection && k.Type == t && k.ID == there.ID {
			since = k.Since
		}
	}
	return there, s.wanted.Put(ctx, ports.Subscription{
		Team: a.Team, Connection: a.Connection, Region: a.Region, Type: t, ID: there.ID,
		Aggregated: there.Aggregated, Marketplaces: there.Marketplaces, CheckedAt: now, Since: since,
	})
}

// serves reports whether a subscription is sufficient. Teams that share an account share its
// subscription, so a subscription with more or faster events is sufficient too.
func serves(there, wanted ports.Remote) bool {
	if there.DestinationID != wanted.DestinationID || there.Aggregated && !wanted.Aggregated {
		return false
	}
	return len(there.Marketplaces) == 0 || !slices.ContainsFunc(wanted.Marketplaces, func(m marketplace.ID) bool {
		return !slices.Contains(there.Marketplaces, m)
	})
}

// Unsubscribe ends an account's subscriptions. Those that another connection uses stay.
func (s *Subscriptions) Unsubscribe(ctx context.Context, who caller.Caller, c id.Connection) error {
	if _, err := s.sellers.Of(ctx, who.Team, c); err != nil {
		return err
	}
	known, err := s.wanted.OfConnection(ctx, who.Team, c)
	if err != nil {
		return err
	}
	for _, k := range known {
		if err := s.end(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

func (s *Subscriptions) end(ctx context.Context, k ports.Subscription) error {
	shared, err := s.wanted.Shared(ctx, k.ID, k.Connection)
	if err != nil {
		return err
	}
	if !shared {
		if err := s.subscriber.Delete(ctx, k.Region, k.Type, k.ID); err != nil {
			return err
		}
	}
	return s.wanted.Drop(ctx, k.Team, k.Connection, k.Type)
}

// Since returns since when the connections of a team have received every notification of a type.
// Connections without a subscription are left out.
func (s *Subscriptions) Since(ctx context.Context, team id.Team, t notification.Type) (map[id.Connection]time.Time, error) {
	return s.wanted.Since(ctx, team, t)
}

// Checked counts the results of a check.
type Checked struct{ Kept, Recreated, Added, Ended int }

// Check repairs all subscriptions: lost subscriptions are created again, types added to the program
// are subscribed, and subscriptions of removed connections are ended. Accounts that need attention
// or are unproven are skipped; their missed events are lost. An account that fails does not stop
// the others; the error joins all.
func (s *Subscriptions) Check(ctx context.Context) (Checked, error) {
	var done Checked
	known, err := s.wanted.All(ctx)
	if err != nil || len(known) == 0 {
		return done, err
	}
	all, err := s.sellers.All(ctx)
	if err != nil {
		return done, err
	}
	live := map[id.Connection]account.Seller{}
	for _, a := range all {
		live[a.Connection] = a
	}
	var failed []error
	to := map[marketplace.Region]string{}
	for _, k := range slices.Concat(known, lacking(known)) {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if err := s.check(ctx, k, live, to, &done); err != nil {
			failed = append(failed, err)
		}
	}
	return done, errors.Join(failed...)
}

// lacking returns the subscriptions, without an id, that connections with others do not have.
func lacking(known []ports.Subscription) []ports.Subscription {
	var out []ports.Subscription
	have, of := map[id.Connection]map[notification.Type]bool{}, map[id.Connection]ports.Subscription{}
	for _, k := range known {
		if have[k.Connection] == nil {
			have[k.Connection], of[k.Connection] = map[notification.Type]bool{}, k
		}
		have[k.Connection][k.Type] = true
	}
	for _, c := range slices.Sorted(maps.Keys(have)) {
		for _, t := range notification.Types() {
			if !have[c][t] {
				out = append(out, ports.Subscription{Team: of[c].Team, Connection: c, Region: of[c].Region, Type: t})
			}
		}
	}
	return out
}

// check repairs one subscription; to has the destinations found so far.
func (s *Subscriptions) check(ctx context.Context, k ports.Subscription, sellers map[id.Connection]account.Seller,
	to map[marketplace.Region]string, done *Checked,
) error {
	a, live := sellers[k.Connection]
	missing := k.ID == ""
	switch {
	case missing && (!live || !a.Notified()):
		return nil
	case !live:
		done.Ended++
		return s.end(ctx, k)
	case !a.Notified():
		k.Since = s.clock.Now()
		return s.wanted.Put(ctx, k)
	}
	if to[a.Region] == "" {
		found, err := s.subscriber.Destination(ctx, a.Region)
		if err != nil {
			return err
		}
		to[a.Region] = found
	}
	there, err := s.ensure(ctx, a, k.Type, to[a.Region], []ports.Subscription{k})
	switch {
	case err != nil:
		return err
	case missing:
		done.Added++
	case there.ID == k.ID:
		done.Kept++
	default:
		done.Recreated++
	}
	return nil
}
