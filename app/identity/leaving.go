package identity

import (
	"context"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

// Leaving takes people out of teams.
type Leaving struct {
	tx     tx.Runner
	teams  ports.Teams
	users  ports.Users
	keys   ports.Keys
	trail  audit.Log
	clock  clock.Clock
	forget func(id.Key)
}

// NewLeaving calls forget for every revoked key (Authenticator.Forget).
func NewLeaving(run tx.Runner, teams ports.Teams, users ports.Users, keys ports.Keys, trail audit.Log, clk clock.Clock,
	forget func(id.Key),
) *Leaving {
	return &Leaving{run, teams, users, keys, trail, clk, forget}
}

// Remove takes a user out of the caller's team, revokes the user's keys of the team and returns
// their number. A user who is not a member is Missing. The last owner of a team with other members
// is a Rule fault.
func (s *Leaving) Remove(ctx context.Context, who caller.Caller, user id.User) (int, error) {
	var revoked []id.Key
	err := s.tx.InTx(ctx, func(ctx context.Context) (err error) {
		// The lock on the team keeps two owners from leaving at once.
		if _, err := s.teams.FindLocked(ctx, who.Team); err != nil {
			return err
		}
		members, err := s.users.List(ctx, who.Team)
		if err != nil {
			return err
		}
		if err := identity.CheckLeaving(members, user); err != nil {
			return err
		}
		if revoked, err = s.revoke(ctx, who, user); err != nil {
			return err
		}
		if err := s.users.Leave(ctx, who.Team, user); err != nil {
			return err
		}
		return s.trail.Write(ctx, audit.For(who, "user", int64(user), "left", s.clock.Now()))
	})
	if err != nil {
		return 0, err
	}
	for _, key := range revoked {
		s.forget(key)
	}
	return len(revoked), nil
}

func (s *Leaving) revoke(ctx context.Context, who caller.Caller, user id.User) (revoked []id.Key, err error) {
	now := s.clock.Now()
	keys, err := s.keys.OfUser(ctx, who.Team, user)
	for _, k := range keys {
		if err != nil || !k.Revoke(now) {
			continue
		}
		key := k.Snapshot().ID
		if err = s.keys.SaveRevoked(ctx, k); err == nil {
			err = s.trail.Write(ctx, audit.For(who, "key", int64(key), "revoked", now))
		}
		revoked = append(revoked, key)
	}
	return revoked, err
}
