// Package caller describes the caller of a use case. Use cases take the caller as an explicit
// parameter, so that no query can forget the team.
package caller

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Role limits the actions of a user in a team.
type Role string

// The roles, strongest first.
const (
	Owner  Role = "owner"
	Admin  Role = "admin"
	Member Role = "member"
	Viewer Role = "viewer" // reads only, with any scopes of the key
)

// Scope names a permission of a key: "read", "write", or one of them for a single group
// ("documents:read", "repricer:write").
type Scope string

// The scopes that apply to every group. Write includes read.
const (
	Read  Scope = "read"
	Write Scope = "write"
)

// Valid reports whether s has one of the forms of a scope.
func (s Scope) Valid() bool {
	group, verb, ok := strings.Cut(string(s), ":")
	if !ok {
		return s == Read || s == Write
	}
	if group == "" || len(group) > 40 || (Scope(verb) != Read && Scope(verb) != Write) {
		return false
	}
	for _, r := range group {
		if (r < 'a' || r > 'z') && r != '-' {
			return false
		}
	}
	return true
}

// Caller has an authenticated user in a team, and the key that proved it.
type Caller struct {
	Team   id.Team
	User   id.User
	Key    id.Key
	Role   Role
	Scopes []Scope
	// Home has the default marketplace of the team, "" if unknown.
	Home marketplace.ID
	// Address has the peer's network address, for the audit trail.
	Address string
}

// May reports whether the caller may read, or with write also change, records
// of a group.
func (c Caller) May(group string, write bool) bool {
	if write && c.Role == Viewer {
		return false
	}
	if slices.Contains(c.Scopes, Write) || slices.Contains(c.Scopes, Scope(group+":write")) {
		return true
	}
	return !write && (slices.Contains(c.Scopes, Read) || slices.Contains(c.Scopes, Scope(group+":read")))
}
