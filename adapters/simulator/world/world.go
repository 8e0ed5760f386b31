package world

import "time"

// World is a seed, a clock, and what follows from them alone. It does not change, but for its clock.
type World struct {
	Seed  uint64
	Clock *Clock
	// Pace is how fast the markets trade.
	Pace Pace
	// Products is the size of the catalogue.
	Products int
	// PlainSKUs gives accounts no SKUs that are hard to carry through addresses and lists.
	PlainSKUs bool
	// Born is when this world began; what happened before counts back from it.
	Born time.Time
	// Accounts are the seller accounts of all regions.
	Accounts []Seller
}

// New makes a world whose enormous seller accounts begin with so many listings.
func New(seed uint64, clock *Clock, products, enormous int) *World {
	w := &World{Seed: seed, Clock: clock, Products: products, Born: clock.Now().UTC().Truncate(time.Second)}
	w.Accounts = w.seedSellers(enormous)
	return w
}
