// Package connection has the ports of the connection context: a store of connections, and the
// encryption of their secrets.
package connection

import (
	"context"
	"errors"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// Connections stores the seller accounts of teams. Every method takes part in the transaction of
// ctx, if any. An unreachable store is an Unavailable fault.
type Connections interface {
	// OfTeam lists the connections that were not removed, by id.
	OfTeam(ctx context.Context, team id.Team) ([]connection.Connection, error)
	// FindLocked returns a connection of the team that was not removed and
	// locks it for the rest of the transaction, or the fault Missing.
	FindLocked(ctx context.Context, team id.Team, c id.Connection) (connection.Connection, error)
	// AccountLocked works like FindLocked, for the seller account of a region.
	AccountLocked(ctx context.Context, team id.Team, region marketplace.Region, sellerID string) (connection.Connection, error)
	// OfSeller lists the connections of all teams with a seller id that were not
	// removed, by id: several teams may share an account.
	OfSeller(ctx context.Context, sellerID string) ([]connection.Connection, error)
	// LockSeller locks a seller account of a region over all teams for the rest of the transaction.
	LockSeller(ctx context.Context, region marketplace.Region, sellerID string) error
	// OfSellerTeams lists all live connections of the teams that have one of the seller ids, by id.
	OfSellerTeams(ctx context.Context, sellerIDs []string) ([]connection.Connection, error)
	// Live lists the connections of all teams that were not removed, by id.
	Live(ctx context.Context) ([]connection.Connection, error)
	// Add stores a new connection and returns its id. If a live connection has the same region and
	// seller id, it returns the fault duplicate with existing_id.
	Add(ctx context.Context, c connection.Connection) (id.Connection, error)
	// Save writes a connection found before. It wipes the sealed token of a removed connection.
	Save(ctx context.Context, c connection.Connection) error
	// SaveToken stores the sealed refresh token of a live connection.
	SaveToken(ctx context.Context, team id.Team, c id.Connection, sealed []byte) error
	// Token returns the sealed refresh token of a live connection, or Missing.
	Token(ctx context.Context, team id.Team, c id.Connection) ([]byte, error)
}

// Followers react to changes of connections.
type Followers interface {
	// Activated takes part in the transaction of the change. It runs when a connection works: it is
	// new, has a new grant, works again or serves other marketplaces. It may run more often. An
	// error rolls the change back.
	Activated(ctx context.Context, c connection.Connection) error
	// Shared informs the team of a proven connection that another team has proven the same seller
	// account. It is called in the transaction of that proof.
	Shared(ctx context.Context, c connection.Connection) error
}

// Consents stores the consents in progress. Every method takes part in the transaction of ctx, if
// any.
type Consents interface {
	// Add stores a new consent, and deletes expired consents.
	Add(ctx context.Context, c connection.Consent) error
	// Take removes and returns the consent with the digest of this state, so that only the first of
	// two callers gets it. An absent consent is the fault Missing.
	Take(ctx context.Context, state connection.Digest) (connection.Consent, error)
}

// Grants gets sellers' grants from Amazon.
type Grants interface {
	// ConsentAddress returns Amazon's address where a seller of the marketplace grants access to
	// the application. Amazon then sends the seller to redirect with the state. Without an
	// application it returns an Unavailable fault.
	ConsentAddress(m marketplace.Marketplace, state secret.Text, redirect string) (string, error)
	// Exchange exchanges an authorization code of the last five minutes for a refresh token;
	// redirect is the consent's address. A code that Amazon refuses is upstream_rejected
	// (Invalid), everything else is Unavailable.
	Exchange(ctx context.Context, code secret.Text, redirect string) (secret.Text, error)
}

// Accounts calls Amazon for seller accounts, with the given grant, or else with the grant of the
// connection. A refused grant is integration_needs_attention (Forbidden). A missing answer is
// Unavailable or Limited.
type Accounts interface {
	// Marketplaces lists the marketplaces of the account as Amazon names them, pseudo marketplaces
	// included. Amazon needs no seller id for this call: it answers any grant.
	Marketplaces(ctx context.Context, s account.Seller, grant secret.Text) ([]marketplace.ID, error)
	// Prove makes a call that names the seller id. Amazon accepts it only with a grant of that
	// account. It uses the account's first marketplace. A grant of another account is link_invalid
	// (Forbidden).
	Prove(ctx context.Context, s account.Seller, grant secret.Text) error
}

// ErrAltered refuses a sealed secret that no key can ever open in its place.
var ErrAltered = errors.New("the sealed secret was altered, cut or moved to another place")

// Sealer encrypts stored secrets.
type Sealer interface {
	// Seal encrypts a secret for the place that the binding names.
	Seal(plain []byte, binding string) ([]byte, error)
	// Open decrypts a secret that Seal encrypted for the same binding. A secret that was altered or
	// moved to another place is ErrAltered; an unknown key is another error.
	Open(sealed []byte, binding string) ([]byte, error)
}
