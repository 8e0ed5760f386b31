// Package connection holds the use cases of seller accounts.
package connection

import (
	"context"

	"sellingassistant/domain/connection"
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

// Add is the wish for a connection.
type Add struct {
	connection.Account
	RefreshToken secret.Text
}

// Add connects the caller's team to a seller account. It stores what it is
// given without a call to Amazon. A bad region, seller id, marketplace or token
// is Invalid; an account that is connected already is duplicate with existing_id
// (Rule).
func (s *Connections) Add(ctx context.Context, who caller.Caller, in Add) (connection.Connection, error) {
	now := s.clock.Now()
	c, err := connection.New(who.Team, in.Account, now)
	if err != nil {
		return connection.Connection{}, err
	}
	token, err := connection.CleanToken(in.RefreshToken)
	if err != nil {
		return connection.Connection{}, err
	}
	return tx.Value(ctx, s.tx, func(ctx context.Context) (made connection.Connection, err error) {
		snap := c.Snapshot()
		if snap.ID, err = s.connections.Add(ctx, c); err != nil {
			return made, err
		}
		if err := keepToken(ctx, s.connections, s.sealer, who.Team, snap.ID, token); err != nil {
			return made, err
		}
		if made, err = connection.Restore(snap); err != nil {
			return made, err
		}
		e := audit.For(who, "connection", int64(snap.ID), "added", now)
		e.Changes = map[string]audit.Change{
			"region":          {New: snap.Region},
			"seller_id_last4": {New: made.SellerIDLast4()},
			"marketplace_ids": {New: snap.Marketplaces},
		}
		if err := s.trail.Write(ctx, e); err != nil {
			return made, err
		}
		return made, s.followers.Activated(ctx, made)
	})
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

// Remove takes a connection away and wipes its token. An unknown or removed
// one is Missing.
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

// RefreshToken opens the refresh token of a connection. A removed or unknown
// one is Missing; a token that does not open is an unknown error.
func (s *Connections) RefreshToken(ctx context.Context, team id.Team, cid id.Connection) (secret.Text, error) {
	sealed, err := s.connections.Token(ctx, team, cid)
	if err != nil {
		return secret.Text{}, err
	}
	plain, err := s.sealer.Open(sealed, connection.TokenBinding(team, cid))
	if err != nil {
		return secret.Text{}, err
	}
	return secret.New(string(plain)), nil
}

// MarkNeedsAttention notes that the seller's grant was refused with the
// upstream's word. A connection that is gone or marked already is fine. A
// caller without a key is a job.
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
