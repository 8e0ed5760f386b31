// Package connection is what the connection context needs from outside: a
// store of connections and a way to seal their secrets.
package connection

import (
	"context"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
)

// Connections keeps the seller accounts of teams. Every method takes part in
// the transaction of ctx, if there is one. A store that is away is a fault of
// kind Unavailable.
type Connections interface {
	// OfTeam lists the connections that were not removed, by id.
	OfTeam(ctx context.Context, team id.Team) ([]connection.Connection, error)
	// FindLocked returns a connection of the team that was not removed and
	// locks it for the rest of the transaction, or the fault Missing.
	FindLocked(ctx context.Context, team id.Team, c id.Connection) (connection.Connection, error)
	// Add stores a new connection and returns its id. A live one with the same
	// region and seller id is the fault duplicate with existing_id.
	Add(ctx context.Context, c connection.Connection) (id.Connection, error)
	// Save writes a connection found before. The sealed token of a removed one
	// is wiped.
	Save(ctx context.Context, c connection.Connection) error
	// SaveToken stores the sealed refresh token of a live connection.
	SaveToken(ctx context.Context, team id.Team, c id.Connection, sealed []byte) error
	// Token returns the sealed refresh token of a live connection, or Missing.
	Token(ctx context.Context, team id.Team, c id.Connection) ([]byte, error)
}

// Sealer keeps secrets unreadable at rest.
type Sealer interface {
	// Seal encrypts a secret for the place the binding names.
	Seal(plain []byte, binding string) ([]byte, error)
	// Open decrypts what Seal made for the same binding. Anything altered,
	// moved to another place or sealed with an unknown key is an error.
	Open(sealed []byte, binding string) ([]byte, error)
}
