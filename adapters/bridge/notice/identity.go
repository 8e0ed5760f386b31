package notice

import (
	"context"

	"sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/notice"
)

// People knows the members of teams.
type People struct {
	users *identity.Users
	teams *identity.Teams
}

// NewPeople returns the people.
func NewPeople(users *identity.Users, teams *identity.Teams) *People { return &People{users, teams} }

var _ ports.People = (*People)(nil)

// Member finds a member of a team.
func (p *People) Member(ctx context.Context, team id.Team, user id.User) (string, caller.Role, error) {
	all, err := p.users.List(ctx, caller.Caller{Team: team})
	if err != nil {
		return "", "", err
	}
	for _, m := range all {
		if m.ID == user {
			return m.Email, m.Role, nil
		}
	}
	return "", "", fault.Missing()
}

// Timezone returns the time zone of a team.
func (p *People) Timezone(ctx context.Context, team id.Team) (string, error) {
	found, err := p.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return "", err
	}
	return found.Snapshot().Timezone, nil
}
