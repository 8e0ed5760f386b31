package simulator

import (
	"time"

	"sellingassistant/adapters/simulator/world"
)

// What the rooms have that callers of a marketplace name.
type (
	// Clock is the simulated time.
	Clock = world.Clock
	// ClockChange says what happens to the clock.
	ClockChange = world.ClockChange
	// Kind is what is special about a seller account.
	Kind = world.Kind
	// Seller is a seller account.
	Seller = world.Seller
)

// The seller accounts of each region.
const (
	Full     = world.Full
	NoRole   = world.NoRole
	Revoked  = world.Revoked
	Empty    = world.Empty
	Enormous = world.Enormous
)

// MaxProducts is the largest catalogue.
const MaxProducts = world.MaxProducts

// ASIN is the identifier of the product with this index in the catalogue.
func ASIN(index int) string { return world.ASIN(index) }

// NewClock starts a clock. Speed 1 is real time, 0 stands still until it is stepped.
func NewClock(start time.Time, speed float64) *Clock { return world.NewClock(start, speed) }
