package identity

import (
	"context"
	"io"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

// maxListedKeys bounds the list of keys at the command line.
const maxListedKeys = 1000

// Keys issues and revokes keys.
type Keys struct {
	tx      tx.Runner
	users   ports.Users
	keys    ports.Keys
	trail   audit.Log
	clock   clock.Clock
	peppers identity.Peppers
	random  io.Reader
	forget  func(id.Key)
}

// NewKeys uses random as its random source (crypto/rand.Reader outside tests) and calls forget for
// every revoked key (Authenticator.Forget).
func NewKeys(run tx.Runner, users ports.Users, keys ports.Keys, trail audit.Log, clk clock.Clock,
	peppers identity.Peppers, random io.Reader, forget func(id.Key),
) *Keys {
	return &Keys{run, users, keys, trail, clk, peppers, random, forget}
}

// CreateKey asks for a key of a member of the caller's team. A nil ExpiresAt means never.
type CreateKey struct {
	User      id.User
	Name      string
	Scopes    []caller.Scope
	ExpiresAt *time.Time
}

// NewKey has a key that was just made. Secret is the key itself and cannot be read again.
type NewKey struct {
	Key    identity.Key
	Secret secret.Text
}

// Create issues a key. A bad name, scope or expiry is Invalid; a user who is no
// member of the team is Missing.
func (s *Keys) Create(ctx context.Context, who caller.Caller, request CreateKey) (NewKey, error) {
	now := s.clock.Now()
	raw, err := identity.GenerateKey(s.random)
	if err != nil {
		return NewKey{}, err
	}
	k, err := identity.NewKey(who.Team, request.User, request.Name, request.Scopes, request.ExpiresAt, raw, s.peppers, now)
	if err != nil {
		return NewKey{}, err
	}
	return tx.Value(ctx, s.tx, func(ctx context.Context) (made NewKey, err error) {
		made.Secret = raw
		made.Key, err = s.add(ctx, who, k, nil)
		return made, err
	})
}

// add stores a new key with its line of the audit trail. replaced has the id of the key before it.
func (s *Keys) add(ctx context.Context, who caller.Caller, k identity.Key, replaced *id.Key) (
	made identity.Key, err error,
) {
	snap := k.Snapshot()
	if _, err := s.users.Member(ctx, who.Team, snap.User); err != nil {
		return made, err
	}
	if snap.ID, err = s.keys.Add(ctx, k); err != nil {
		return made, err
	}
	if made, err = identity.RestoreKey(snap); err != nil {
		return made, err
	}
	e := audit.For(who, "key", int64(snap.ID), "created", snap.CreatedAt)
	e.Changes = map[string]audit.Change{
		"name":    {New: snap.Name},
		"user_id": {New: snap.User},
		"prefix":  {New: snap.Prefix},
		"scopes":  {New: snap.Scopes},
	}
	if replaced != nil {
		e.Changes["replaces"] = audit.Change{New: *replaced}
	}
	return made, s.trail.Write(ctx, e)
}

// Rotated has a new key, and the key before it with its end.
type Rotated struct {
	NewKey
	Old identity.Key
}

// Rotate issues a key with the name, the user and the scopes of another one, which works on for
// overlap; with 0 it is revoked. The new key lives as long as the old one was given from its start.
// An unknown key, and a key of a user who left the team, is Missing; a key that does not work any
// more is a Rule fault.
func (s *Keys) Rotate(ctx context.Context, who caller.Caller, key id.Key, overlap time.Duration) (Rotated, error) {
	now := s.clock.Now()
	raw, err := identity.GenerateKey(s.random)
	if err != nil {
		return Rotated{}, err
	}
	done, err := tx.Value(ctx, s.tx, func(ctx context.Context) (done Rotated, err error) {
		if done.Old, err = s.keys.FindLocked(ctx, who.Team, key); err != nil {
			return done, err
		}
		next, err := done.Old.Successor(raw, s.peppers, now)
		if err != nil {
			return done, err
		}
		done.Secret = raw
		if done.Key, err = s.add(ctx, who, next, &key); err != nil {
			return done, err
		}
		return done, s.end(ctx, who, &done.Old, overlap, now)
	})
	if err == nil {
		s.forget(key)
	}
	return done, err
}

// end revokes a key, or lets it end after overlap.
func (s *Keys) end(
	ctx context.Context, who caller.Caller, k *identity.Key, overlap time.Duration, now time.Time,
) error {
	e := audit.For(who, "key", int64(k.Snapshot().ID), "revoked", now)
	if overlap <= 0 {
		k.Revoke(now)
		if err := s.keys.SaveRevoked(ctx, *k); err != nil {
			return err
		}
		return s.trail.Write(ctx, e)
	}
	before := k.Snapshot().ExpiresAt
	if !k.EndBy(now.Add(overlap)) {
		return nil
	}
	if err := s.keys.SaveExpiry(ctx, *k); err != nil {
		return err
	}
	e.Verb = "expiring"
	e.Changes = map[string]audit.Change{"expires_at": {Old: before, New: k.Snapshot().ExpiresAt}}
	return s.trail.Write(ctx, e)
}

// List returns the keys of the caller's team, newest first, without the keys themselves.
func (s *Keys) List(ctx context.Context, who caller.Caller) ([]identity.Key, error) {
	return s.keys.List(ctx, who.Team, maxListedKeys)
}

// Revoke ends a key of the caller's team, for good; again is fine. This process refuses it from
// then on. Every other process refuses it after its notice (see ports.Keys.Revoked), and within
// five seconds at most. An unknown key is Missing.
func (s *Keys) Revoke(ctx context.Context, who caller.Caller, key id.Key) (identity.Key, error) {
	now := s.clock.Now()
	revoked, err := tx.Value(ctx, s.tx, func(ctx context.Context) (identity.Key, error) {
		k, err := s.keys.FindLocked(ctx, who.Team, key)
		if err != nil || !k.Revoke(now) {
			return k, err
		}
		if err := s.keys.SaveRevoked(ctx, k); err != nil {
			return k, err
		}
		return k, s.trail.Write(ctx, audit.For(who, "key", int64(key), "revoked", now))
	})
	if err == nil {
		s.forget(key)
	}
	return revoked, err
}
