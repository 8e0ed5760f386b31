package identity

import (
	"fmt"
	"slices"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// User has a person. The address names one person over all teams, in any letter case.
type User struct {
	ID        id.User
	Email     string
	Name      string
	CreatedAt time.Time
}

// NewUser checks address and name. Faults are of kind Invalid.
func NewUser(email, name string, now time.Time) (User, error) {
	email, err := cleanEmail("/email", email)
	if err != nil {
		return User{}, err
	}
	name, err = cleanName("/name", name)
	if err != nil {
		return User{}, err
	}
	return User{Email: email, Name: name, CreatedAt: now}, nil
}

// Membership gives a user a role in a team.
type Membership struct {
	Team      id.Team
	User      id.User
	Role      caller.Role
	CreatedAt time.Time
}

// RoleFor returns the role of a new member: the wanted role, or by default owner for the first
// member and member for the rest. An unknown word is Invalid.
func RoleFor(wanted caller.Role, members int64) (caller.Role, error) {
	switch wanted {
	case caller.Owner, caller.Admin, caller.Member, caller.Viewer:
		return wanted, nil
	case "":
		if members == 0 {
			return caller.Owner, nil
		}
		return caller.Member, nil
	}
	return "", invalid("/role", fmt.Sprintf("must be %s, %s, %s or %s", caller.Owner, caller.Admin, caller.Member, caller.Viewer))
}

// Member has a user seen from one team.
type Member struct {
	User
	Role caller.Role
}

// CheckLeaving refuses to take the last owner out of a team with other members (kind Rule). A user
// who is not among the members is Missing.
func CheckLeaving(members []Member, user id.User) error {
	at := slices.IndexFunc(members, func(m Member) bool { return m.ID == user })
	if at < 0 {
		return fault.Missing()
	}
	otherOwner := func(m Member) bool { return m.Role == caller.Owner && m.ID != user }
	if members[at].Role == caller.Owner && len(members) > 1 && !slices.ContainsFunc(members, otherOwner) {
		return fault.New(fault.Rule, fault.CodeValidationFailed,
			"The last owner of a team with other members stays. Create another owner first.")
	}
	return nil
}

// TeamRef names a team a user belongs to.
type TeamRef struct {
	ID   id.Team
	Name string
}
