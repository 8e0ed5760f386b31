// Package identity is what the identity context needs from outside: stores of
// teams, users, keys and tokens, and what other contexts know about a team.
//
// Every method takes part in the transaction of ctx, if there is one. A store
// that is away is a fault of kind Unavailable.
package identity

import (
	"context"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Teams keeps teams.
type Teams interface {
	// Add stores a new team and returns its id.
	Add(ctx context.Context, t identity.Team) (id.Team, error)
	// Find returns a team, or the fault Missing.
	Find(ctx context.Context, team id.Team) (identity.Team, error)
	// FindLocked is Find and locks the team for the rest of the transaction.
	FindLocked(ctx context.Context, team id.Team) (identity.Team, error)
	// Save writes a team found before; Missing when it is not there.
	Save(ctx context.Context, t identity.Team) error
	// List returns all teams by id: for the operator alone, since a caller knows no
	// other team.
	List(ctx context.Context) ([]identity.Team, error)
}

// Users keeps people and their places in teams.
type Users interface {
	// FindOrAdd returns the user with the address of u ignoring letter case, or stores u. It is
	// safe against another one adding the same address.
	FindOrAdd(ctx context.Context, u identity.User) (identity.User, error)
	// Join stores a membership and reports false when there is one already.
	Join(ctx context.Context, m identity.Membership) (bool, error)
	// Member returns a member of the team, or Missing.
	Member(ctx context.Context, team id.Team, user id.User) (identity.Member, error)
	// List returns the members of the team by user id.
	List(ctx context.Context, team id.Team) ([]identity.Member, error)
	// Members counts the members of the team.
	Members(ctx context.Context, team id.Team) (int64, error)
	// TeamsOf lists the teams of a user who is a member of team, by id; none
	// for anybody else.
	TeamsOf(ctx context.Context, team id.Team, user id.User) ([]identity.TeamRef, error)
}

// Use is a use of a key.
type Use struct {
	Team id.Team
	Key  id.Key
	At   time.Time
	// Digest is the key's digest under the primary pepper; it replaces the stored one.
	Digest identity.Digest
}

// Keys keeps keys.
type Keys interface {
	// Access finds the key with one of the digests, together with the role of
	// its user in its team. It is nil when there is no such key, or its user
	// is not a member of its team. It is the one method without a team: the
	// key is what names the team.
	Access(ctx context.Context, digests []identity.Digest) (*identity.Access, error)
	// Add stores a new key and returns its id.
	Add(ctx context.Context, k identity.Key) (id.Key, error)
	// Find returns a key of the team, or Missing.
	Find(ctx context.Context, team id.Team, key id.Key) (identity.Key, error)
	// FindLocked is Find and locks the key for the rest of the transaction.
	FindLocked(ctx context.Context, team id.Team, key id.Key) (identity.Key, error)
	// List returns the keys of the team, newest first, at most limit.
	List(ctx context.Context, team id.Team, limit int64) ([]identity.Key, error)
	// SaveRevoked writes the time of revocation of a key found before.
	SaveRevoked(ctx context.Context, k identity.Key) error
	// Revoked calls heard for each key of any team that a process on the same
	// database revokes, until ctx ends or the store is away. What was revoked before
	// is not told.
	Revoked(ctx context.Context, heard func(id.Key)) error
	// Used notes a use and reports whether it is the first one. A later use
	// less than a minute after the noted one changes nothing.
	Used(ctx context.Context, u Use) (first bool, err error)
}

// Tokens keeps the monthly usage and the live reservations.
type Tokens interface {
	// Used returns the tokens spent in a month, 0 when there were none.
	Used(ctx context.Context, team id.Team, p identity.Period) (int64, error)
	// Lock is Used and locks the month of the team for the rest of the
	// transaction, waiting for its holder.
	Lock(ctx context.Context, team id.Team, p identity.Period) (int64, error)
	// Reserved sums the reservations of a month that are live at now.
	Reserved(ctx context.Context, team id.Team, p identity.Period, now time.Time) (int64, error)
	// Reserve stores a reservation and returns its id.
	Reserve(ctx context.Context, r identity.Reservation) (int64, error)
	// Drop removes a reservation and reports whether it was there.
	Drop(ctx context.Context, team id.Team, reservation int64) (bool, error)
	// Spend adds to the month's usage. The month is locked.
	Spend(ctx context.Context, team id.Team, p identity.Period, tokens int64) error
	// Sweep removes some reservations of the team that ended before a time.
	Sweep(ctx context.Context, team id.Team, before time.Time) error
}

// Figures are what a team holds or has used this month, in the units of Limits.
type Figures struct {
	DocumentBytes      int64
	PriceListRowsMonth int64
	RepricerProducts   int64
}

// Usage asks the other contexts what a team holds.
type Usage interface {
	// Figures returns what the team holds at now; contexts that do not exist count 0.
	Figures(ctx context.Context, team id.Team, now time.Time) (Figures, error)
}

// Connection is a seller account as the account page shows it.
type Connection struct {
	ID            id.Connection
	Region        marketplace.Region
	SellerIDLast4 string
	Marketplaces  []marketplace.ID
	// Status is active, needs_attention or revoked.
	Status      string
	ConnectedAt time.Time
	// ProvenAt is nil for a seller id that is only claimed.
	ProvenAt *time.Time
	// Shared says that another team has proven the same seller account.
	Shared        bool
	LastSyncAt    *time.Time
	LastErrorCode *string
}

// Connections asks for a team's seller accounts.
type Connections interface {
	// OfTeam lists the accounts that were not removed, by id.
	OfTeam(ctx context.Context, team id.Team) ([]Connection, error)
}
