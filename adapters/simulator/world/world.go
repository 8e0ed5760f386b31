package world

import "time"

// World has a seed, a clock, and everything that follows from them alone. Only its clock changes.
type World struct {
	Seed  uint64
	Clock *Clock
	// Pace sets how fast the markets trade.
	Pace Pace
	// Products counts the products of the catalogue.
	Products int
	// PlainSKUs leaves out the SKUs that are hard to carry through addresses and lists.
	PlainSKUs bool
	// Born has the time at which this world began; the seed's past counts back from it.
	Born time.Time
	// Accounts lists the seller accounts of all regions.
	Accounts []Seller
}

// New returns a world. Its enormous seller accounts begin with so many listings.
func New(seed uint64, clock *Clock, products, enormous int) *World {
	w := &World{Seed: seed, Clock: clock, Products: products, Born: clock.Now().UTC().Truncate(time.Second)}
	w.Accounts = w.seedSellers(enormous)
	return w
}
