// Package account models the seller accounts of teams for other contexts.
package account

import (
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Seller has a seller account that a team has connected.
type Seller struct {
	Team       id.Team
	Connection id.Connection
	Region     marketplace.Region
	// ID has the seller's identifier at the marketplace.
	ID string
	// Marketplaces lists the marketplaces of the region in which the account sells.
	Marketplaces []marketplace.ID
	// Active stays false while the connection needs attention.
	Active bool
	// Proven says that the account accepted a call that names its seller id.
	Proven bool
}

// Notified reports whether the team gets the marketplace's notices about the seller.
func (s Seller) Notified() bool { return s.Active && s.Proven }
