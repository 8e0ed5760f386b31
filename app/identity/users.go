package identity

import (
	"context"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

// Users adds people to teams.
type Users struct {
	tx    tx.Runner
	teams ports.Teams
	users ports.Users
	trail audit.Log
	clock clock.Clock
}

func NewUsers(run tx.Runner, teams ports.Teams, users ports.Users, trail audit.Log, clk clock.Clock) *Users {
	return &Users{run, teams, users, trail, clk}
}

// Name returns the name of the caller's user. A user who is not in the team is Missing.
func (s *Users) Name(ctx context.Context, who caller.Caller) (string, error) {
	m, err := s.users.Member(ctx, who.Team, who.User)
	return m.User.Name, err
}

// List returns the members of the caller's team by user id. An unknown team is
// Missing.
func (s *Users) List(ctx context.Context, who caller.Caller) ([]identity.Member, error) {
	if _, err := s.teams.Find(ctx, who.Team); err != nil {
		return nil, err
	}
	return s.users.List(ctx, who.Team)
}

// CreateUser describes a member to create. An empty Role means owner for the first member of a team
// and member for the rest.
type CreateUser struct {
	Email string
	Name  string
	Role  caller.Role
}

// Create makes a user of the caller's team. A user with an address that is known from another team
// joins with the name given there. A bad address, name or role is Invalid, an unknown team Missing,
// a member already is duplicate with existing_id (Rule), a full team Rule.
func (s *Users) Create(ctx context.Context, who caller.Caller, request CreateUser) (identity.Member, error) {
	now := s.clock.Now()
	u, err := identity.NewUser(request.Email, request.Name, now)
	if err != nil {
		return identity.Member{}, err
	}
	return tx.Value(ctx, s.tx, func(ctx context.Context) (made identity.Member, err error) {
		// The lock on the team makes the member count reliable, and so the choice of the first
		// member.
		team, err := s.teams.FindLocked(ctx, who.Team)
		if err != nil {
			return made, err
		}
		members, err := s.users.Members(ctx, who.Team)
		if err != nil {
			return made, err
		}
		role, err := identity.RoleFor(request.Role, members)
		if err != nil {
			return made, err
		}
		found, err := s.users.FindOrAdd(ctx, u)
		if err != nil {
			return made, err
		}
		joined, err := s.users.Join(ctx, identity.Membership{Team: who.Team, User: found.ID, Role: role, CreatedAt: now})
		if err != nil {
			return made, err
		}
		if !joined {
			return made, fault.New(fault.Rule, fault.CodeDuplicate, "The team has a member with this address.").
				At("/email").With("existing_id", int64(found.ID))
		}
		if err := team.CheckMembers(members); err != nil {
			return made, err
		}
		made = identity.Member{User: found, Role: role}
		e := audit.For(who, "user", int64(found.ID), "joined", now)
		e.Changes = map[string]audit.Change{"email": {New: found.Email}, "role": {New: role}}
		return made, s.trail.Write(ctx, e)
	})
}
