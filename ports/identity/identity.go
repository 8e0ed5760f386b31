// Package identity has the ports of the identity context: stores of teams, users, keys and tokens,
// and the data of other contexts about a team.
//
// Every method takes part in the transaction of ctx, if any. An unreachable store is a fault of
// kind Unavailable.
package identity

import (
	"context"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Teams stores teams.
type Teams interface {
	// Add stores a new team and returns its id.
	Add(ctx context.Context, t identity.Team) (id.Team, error)
	// Find returns a team, or the fault Missing.
	Find(ctx context.Context, team id.Team) (identity.Team, error)
	// FindLocked returns a team and locks it for the rest of the transaction.
	FindLocked(ctx context.Context, team id.Team) (identity.Team, error)
	// Save writes a team found before; Missing if it is absent.
	Save(ctx context.Context, t identity.Team) error
	// List returns all teams by id. It is for the operator only, since callers must not see other
	// teams.
	List(ctx context.Context) ([]identity.Team, error)
}

// Users stores people and their memberships in teams.
type Users interface {
	// FindOrAdd returns the user with the address of u, ignoring letter case, or stores u. It is
	// safe if another process adds the same address at the same time.
	FindOrAdd(ctx context.Context, u identity.User) (identity.User, error)
	// Join stores a membership and reports false if it exists already.
	Join(ctx context.Context, m identity.Membership) (bool, error)
	// Leave removes a membership, or returns Missing.
	Leave(ctx context.Context, team id.Team, user id.User) error
	// Member returns a member of the team, or Missing.
	Member(ctx context.Context, team id.Team, user id.User) (identity.Member, error)
	// List returns the members of the team by user id.
	List(ctx context.Context, team id.Team) ([]identity.Member, error)
	// Members counts the members of the team.
	Members(ctx context.Context, team id.Team) (int64, error)
	// TeamsOf lists the teams of a user who is a member of team, by id. For other users the list is
	// empty.
	TeamsOf(ctx context.Context, team id.Team, user id.User) ([]identity.TeamRef, error)
}

// Use records a use of a key.
type Use struct {
	Team id.Team
	Key  id.Key
	At   time.Time
	// Digest has the key's digest under the primary pepper; it replaces the stored digest.
	Digest identity.Digest
}

// Keys stores API keys.
type Keys interface {
	// Access finds the key with one of the digests, and the role of its user in its team. It
	// returns nil if the key is absent or its user is not a member of its team. This method takes
	// no team, because the key determines the team.
	Access(ctx context.Context, digests []identity.Digest) (*identity.Access, error)
	// Add stores a new key and returns its id.
	Add(ctx context.Context, k identity.Key) (id.Key, error)
	// Find returns a key of the team, or Missing.
	Find(ctx context.Context, team id.Team, key id.Key) (identity.Key, error)
	// FindLocked returns a key and locks it for the rest of the transaction.
	FindLocked(ctx context.Context, team id.Team, key id.Key) (identity.Key, error)
	// List returns the keys of the team, newest first, at most limit.
	List(ctx context.Context, team id.Team, limit int64) ([]identity.Key, error)
	// OfUser returns the keys of a user in the team by id, and locks them for the rest of the
	// transaction.
	OfUser(ctx context.Context, team id.Team, user id.User) ([]identity.Key, error)
	// SaveExpiry writes the end of a key found before.
	SaveExpiry(ctx context.Context, k identity.Key) error
	// SaveRevoked writes the time of revocation of a key found before.
	SaveRevoked(ctx context.Context, k identity.Key) error
	// Revoked calls heard for each key of any team that a process on the same database revokes or
	// lets end. It
	// ends with ctx or when the store becomes unreachable. Earlier revocations are not reported.
	Revoked(ctx context.Context, heard func(id.Key)) error
	// Used records a use and reports whether it is the first use. A use less than a minute after
	// the recorded use changes nothing.
	Used(ctx context.Context, u Use) (first bool, err error)
}

// Logins stores the logins of people to the console.
type Logins interface {
	// Access finds the login of a team with one of the digests, its key, and the role of the key's
	// user. It returns nil if the login is absent or the user is not a member of the team.
	Access(ctx context.Context, team id.Team, digests []identity.Digest) (*identity.Login, *identity.Access, error)
	// Add stores a new login, and removes the team's logins that ended.
	Add(ctx context.Context, l identity.Login) error
	// Remove removes a login, or all logins of its key, and lets every process read them anew.
	Remove(ctx context.Context, l identity.Login, all bool) error
}

// Tokens stores the monthly usage and the live reservations.
type Tokens interface {
	// Used returns the tokens spent in a month, 0 without usage.
	Used(ctx context.Context, team id.Team, p identity.Period) (int64, error)
	// Lock returns the tokens spent in a month and locks the month of the team for the rest of the
	// transaction.
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

// Figures has a team's stored bytes, its price list rows of this month and its repricer products,
// in the units of Limits.
type Figures struct {
	DocumentBytes      int64
	PriceListRowsMonth int64
	RepricerProducts   int64
}

// Usage collects the figures of a team from other contexts.
type Usage interface {
	// Figures returns the team's figures at now. Contexts that do not exist count 0.
	Figures(ctx context.Context, team id.Team, now time.Time) (Figures, error)
	// Amounts counts the records with amounts of money.
	Amounts(ctx context.Context, team id.Team) (identity.Recorded, error)
}

// Connection has a seller account as the account page shows it.
type Connection struct {
	ID            id.Connection
	Region        marketplace.Region
	SellerIDLast4 string
	Marketplaces  []marketplace.ID
	// Status has the values active, needs_attention and revoked.
	Status      string
	ConnectedAt time.Time
	// ProvenAt stays nil for a seller id that was claimed but not proven.
	ProvenAt *time.Time
	// Shared says that another team has proven the same seller account.
	Shared        bool
	LastSyncAt    *time.Time
	LastErrorCode *string
}

// Connections reads a team's seller accounts. It lists the accounts that were not removed, by id.
type Connections func(ctx context.Context, team id.Team) ([]Connection, error)
