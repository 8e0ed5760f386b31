package identity

import (
	"fmt"
	"slices"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

const maxScopes = 50

// Key models an API key of one user in one team, without the key itself.
type Key struct{ s KeySnapshot }

// KeySnapshot has the whole state of a key.
type KeySnapshot struct {
	ID   id.Key
	Team id.Team
	User id.User
	Name string
	// Prefix and Last4 have the parts of the key that may be shown.
	Prefix     string
	Last4      string
	Digest     Digest
	Scopes     []caller.Scope
	LastUsedAt *time.Time
	ExpiresAt  *time.Time
	RevokedAt  *time.Time
	CreatedAt  time.Time
}

// NewKey describes a generated key. Faults are of kind Invalid: a bad name, no
// or unknown scopes, an expiry that is over.
func NewKey(team id.Team, user id.User, name string, scopes []caller.Scope, expires *time.Time, raw secret.Text, p Peppers, now time.Time) (Key, error) {
	name, err := cleanName("/name", name)
	if err != nil {
		return Key{}, err
	}
	if len(scopes) == 0 || len(scopes) > maxScopes {
		return Key{}, invalid("/scopes", fmt.Sprintf("must name 1 to %d scopes", maxScopes))
	}
	for _, s := range scopes {
		if err := checkScope(s); err != nil {
			return Key{}, err
		}
	}
	if expires != nil && !expires.After(now) {
		return Key{}, invalid("/expires_at", "must be in the future")
	}
	if !WellFormed(raw) {
		return Key{}, fault.New(fault.Internal, fault.CodeInternal, "A key without a check sum was made.")
	}
	text := raw.Reveal()
	scopes = slices.Clone(scopes)
	slices.Sort(scopes)
	return Key{KeySnapshot{
		Team: team, User: user, Name: name, Prefix: text[:keyShown], Last4: text[keyLength-4:], Digest: p.Digest(raw),
		Scopes: slices.Compact(scopes), ExpiresAt: expires, CreatedAt: now,
	}}, nil
}

// RestoreKey restores a stored key. It checks shape, not policy.
func RestoreKey(s KeySnapshot) (Key, error) {
	if s.ID <= 0 || s.Team <= 0 || s.User <= 0 || s.Digest == (Digest{}) {
		return Key{}, fmt.Errorf("identity: stored key %d is damaged", s.ID)
	}
	s.Scopes = slices.Clone(s.Scopes)
	return Key{s}, nil
}

// Snapshot returns the whole state.
func (k Key) Snapshot() KeySnapshot {
	s := k.s
	s.Scopes = slices.Clone(s.Scopes)
	return s
}

// Usable reports whether the key is accepted at a time.
func (k Key) Usable(now time.Time) bool {
	return k.s.RevokedAt == nil && (k.s.ExpiresAt == nil || now.Before(*k.s.ExpiresAt))
}

// Revoke revokes the key and reports whether it was not revoked before.
func (k *Key) Revoke(now time.Time) bool {
	if k.s.RevokedAt != nil {
		return false
	}
	k.s.RevokedAt = &now
	return true
}

// Successor describes a key that replaces this one: with the same name, user and scopes, and as
// long a life. A key that is not usable at now is a Rule fault.
func (k Key) Successor(raw secret.Text, p Peppers, now time.Time) (Key, error) {
	if !k.Usable(now) {
		return Key{}, fault.New(fault.Rule, fault.CodeValidationFailed, "The key does not work any more. Create a new one.")
	}
	var expires *time.Time
	if k.s.ExpiresAt != nil {
		at := now.Add(k.s.ExpiresAt.Sub(k.s.CreatedAt))
		expires = &at
	}
	return NewKey(k.s.Team, k.s.User, k.s.Name, k.s.Scopes, expires, raw, p, now)
}

// EndBy lets the key end at a time, unless it ends before. It reports whether that changed it.
func (k *Key) EndBy(at time.Time) bool {
	if k.s.RevokedAt != nil || k.s.ExpiresAt != nil && !at.Before(*k.s.ExpiresAt) {
		return false
	}
	k.s.ExpiresAt = &at
	return true
}

// Access has a key, the role of its user and the default marketplace of its team.
type Access struct {
	Key  Key
	Role caller.Role
	Home marketplace.ID
}

// Caller returns the caller who uses the key from an address.
func (a Access) Caller(address string) caller.Caller {
	return caller.Caller{
		Team: a.Key.s.Team, User: a.Key.s.User, Key: a.Key.s.ID, Role: a.Role, Scopes: a.Key.s.Scopes,
		Home: a.Home, Address: address,
	}
}

// Denied returns the same fault for a key that is malformed, unknown, revoked, expired or without a
// team, so that callers cannot distinguish these.
func Denied() *fault.Error {
	return fault.New(fault.Forbidden, fault.CodeAccessDenied, "The API key is not valid. Send your key in the X-Api-Key header.")
}
