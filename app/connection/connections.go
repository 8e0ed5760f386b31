// Package connection provides the use cases of seller accounts.
package connection

import (
	"context"
	"errors"
	"slices"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/connection"
	"sellingassistant/ports/tx"
)

// Connections links teams to seller accounts.
type Connections struct {
	tx          tx.Runner
	connections ports.Connections
	sealer      ports.Sealer
	followers   ports.Followers
	trail       audit.Log
	clock       clock.Clock
}

func NewConnections(run tx.Runner, connections ports.Connections, sealer ports.Sealer, followers ports.Followers,
	trail audit.Log, clk clock.Clock,
) *Connections {
	return &Connections{run, connections, sealer, followers, trail, clk}
}

// Add describes a connection to make.
type Add struct {
	connection.Account
	RefreshToken secret.Text
}

// Add connects the caller's team to a seller account. It stores its input without a call to Amazon,
// so the seller id is unproven: see Probes.Connect and Probes.Probe. A bad region, seller id,
// marketplace or token is Invalid; an account that is connected already is duplicate with
// existing_id (Rule).
func (s *Connections) Add(ctx context.Context, who caller.Caller, in Add) (connection.Connection, error) {
	c, err := connection.New(who.Team, in.Account, s.clock.Now())
	if err != nil {
		return connection.Connection{}, err
	}
	token, err := connection.CleanToken(in.RefreshToken)
	if err != nil {
		return connection.Connection{}, err
	}
	c, _, err = s.keep(ctx, who, c, token, false)
	return c, err
}

// keep stores a new connection with its token. With renew, an existing connection to the same
// account takes over both.
func (s *Connections) keep(ctx context.Context, who caller.Caller, c connection.Connection, token secret.Text, renew bool) (
	kept connection.Connection, renewed bool, err error,
) {
	now := s.clock.Now()
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		snap, before, verb := c.Snapshot(), connection.Snapshot{}, "added"
		var err error
		snap.ID, err = s.connections.Add(ctx, c)
		if renewed = renew && fault.Is(err, fault.CodeDuplicate); renewed {
			there, err := s.connections.AccountLocked(ctx, who.Team, snap.Region, snap.SellerID)
			if err != nil {
				return err
			}
			before, verb = there.Snapshot(), "renewed"
			there.Renew(c, now)
			if err := s.connections.Save(ctx, there); err != nil {
				return err
			}
			snap = there.Snapshot()
		} else if err != nil {
			return err
		}
		if kept, err = connection.Restore(snap); err != nil {
			return err
		}
		if err := keepToken(ctx, s.connections, s.sealer, who.Team, snap.ID, token); err != nil {
			return err
		}
		e := audit.For(who, "connection", int64(snap.ID), verb, now)
		e.Changes = changes(before, snap)
		if !renewed {
			e.Changes["region"], e.Changes["seller_id_last4"] = audit.Change{New: snap.Region}, audit.Change{New: kept.SellerIDLast4()}
		}
		if err := s.trail.Write(ctx, e); err != nil {
			return err
		}
		return s.follow(ctx, kept, before.ProvenAt != nil)
	})
	return kept, renewed, err
}

// changes returns the members of a connection that are found out by asking its account.
func changes(before, after connection.Snapshot) map[string]audit.Change {
	return map[string]audit.Change{
		"status":          {Old: before.Status, New: after.Status},
		"marketplace_ids": {Old: before.Marketplaces, New: after.Marketplaces},
		"proven":          {Old: before.ProvenAt != nil, New: after.ProvenAt != nil},
	}
}

// follow notifies the followers of a connection that works. After a new proof it also notifies the
// other teams that have proven the same account. Each gets a line in its own trail that does not
// name the new team.
func (s *Connections) follow(ctx context.Context, c connection.Connection, wasProven bool) error {
	if err := s.followers.Activated(ctx, c); err != nil || wasProven || !c.Seller().Proven {
		return err
	}
	own := c.Seller()
	// If two teams prove an account at the same time, the second one sees the first.
	if err := s.connections.LockSeller(ctx, own.Region, own.ID); err != nil {
		return err
	}
	all, err := s.connections.OfSeller(ctx, own.ID)
	if err != nil {
		return err
	}
	for _, other := range all {
		if !sharing(own, other.Seller()) {
			continue
		}
		e := audit.For(caller.Caller{Team: other.Team()}, "connection", int64(other.ID()), "shared", s.clock.Now())
		e.Source = audit.Job
		if err := s.trail.Write(ctx, e); err != nil {
			return err
		}
		if err := s.followers.Shared(ctx, other); err != nil {
			return err
		}
	}
	return nil
}

// sharing reports whether two teams have proven the same seller account.
func sharing(a, b account.Seller) bool {
	return a.Team != b.Team && a.Region == b.Region && a.ID == b.ID && a.Proven && b.Proven
}

// Shared lists the team's connections to seller accounts that another team has proven too.
func (s *Connections) Shared(ctx context.Context, own []connection.Connection) ([]id.Connection, error) {
	ids := make([]string, len(own))
	for i, c := range own {
		ids[i] = c.Seller().ID
	}
	all, err := s.connections.OfSellerTeams(ctx, ids)
	var shared []id.Connection
	for _, c := range own {
		if slices.ContainsFunc(all, func(o connection.Connection) bool { return sharing(c.Seller(), o.Seller()) }) {
			shared = append(shared, c.ID())
		}
	}
	return shared, err
}

// keepToken stores the sealed refresh token of a connection.
func keepToken(ctx context.Context, store ports.Connections, sealer ports.Sealer, team id.Team, cid id.Connection, token secret.Text) error {
	sealed, err := sealer.Seal([]byte(token.Reveal()), connection.TokenBinding(team, cid))
	if err != nil {
		return err
	}
	return store.SaveToken(ctx, team, cid, sealed)
}

// List returns the connections of the caller's team that were not removed, by id.
func (s *Connections) List(ctx context.Context, who caller.Caller) ([]connection.Connection, error) {
	return s.connections.OfTeam(ctx, who.Team)
}

// Remove removes a connection and deletes its token. An unknown or removed connection is Missing.
func (s *Connections) Remove(ctx context.Context, who caller.Caller, cid id.Connection) error {
	now := s.clock.Now()
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		c, err := s.connections.FindLocked(ctx, who.Team, cid)
		if err != nil {
			return err
		}
		before := c.Snapshot()
		if !c.Remove(now) {
			return nil
		}
		if err := s.connections.Save(ctx, c); err != nil {
			return err
		}
		e := audit.For(who, "connection", int64(cid), "removed", now)
		e.Changes = map[string]audit.Change{"status": {Old: before.Status, New: c.Snapshot().Status}}
		return s.trail.Write(ctx, e)
	})
}

// RefreshToken opens the refresh token of a connection. A removed or unknown connection is Missing.
// A token that was altered or belongs to another connection is integration_needs_attention
// (Forbidden), and the connection then needs a new grant. A token that was sealed with an unknown
// key is an unknown error, because the key may be configured again.
func (s *Connections) RefreshToken(ctx context.Context, team id.Team, cid id.Connection) (secret.Text, error) {
	sealed, err := s.connections.Token(ctx, team, cid)
	if err != nil {
		return secret.Text{}, err
	}
	plain, err := s.sealer.Open(sealed, connection.TokenBinding(team, cid))
	if errors.Is(err, ports.ErrAltered) {
		err = errors.Join(s.MarkNeedsAttention(ctx, caller.Caller{Team: team}, cid, "token_unreadable"),
			fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
				"The stored authorization of the seller account cannot be read: connect it again.").Because(err))
	}
	if err != nil {
		return secret.Text{}, err
	}
	return secret.New(string(plain)), nil
}

// MarkNeedsAttention records that the seller's grant was refused, with the upstream's word. A
// missing or already marked connection is no error. A caller without a key is a job.
func (s *Connections) MarkNeedsAttention(ctx context.Context, who caller.Caller, cid id.Connection, code string) error {
	now := s.clock.Now()
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		c, err := s.connections.FindLocked(ctx, who.Team, cid)
		if fault.Is(err, fault.CodeNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		before := c.Snapshot()
		if !c.MarkNeedsAttention(code, now) {
			return nil
		}
		if err := s.connections.Save(ctx, c); err != nil {
			return err
		}
		after := c.Snapshot()
		e := audit.For(who, "connection", int64(cid), "needs_attention", now)
		if who.Key == 0 {
			e.Source = audit.Job
		}
		e.Changes = map[string]audit.Change{
			"status":          {Old: before.Status, New: after.Status},
			"last_error_code": {Old: before.LastErrorCode, New: after.LastErrorCode},
		}
		return s.trail.Write(ctx, e)
	})
}
