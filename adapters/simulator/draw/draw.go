// Package draw draws the random numbers of the simulated marketplace. They follow from a seed and
// the name of a thing, independent of the order in which they are drawn.
package draw

import "math/bits"

// Entity separates series of numbers by subject, so that a product and its offers never share a
// series.
type Entity uint64

// The entities of the catalogue and of the market.
const (
	OfProduct Entity = iota + 1
	OfFamily
	OfBlock
	OfPrice
	OfRival
	OfAccount
	OfMarket
	OfTick
	OfAnswer
	OfSchema
	OfSale
	OfDemand
	OfTracking
	OfLevel
)

// Series draws numbers. A number costs a few instructions, a hash would cost a digest.
type Series struct{ state uint64 }

// From begins the series that follows from (seed, entity, key, tick) alone.
func From(seed uint64, e Entity, key, tick uint64) Series {
	return Series{Mix(Mix(Mix(seed+uint64(e)*Golden)+key) + tick)}
}

// At begins the series of a saved state.
func At(state uint64) Series { return Series{Mix(state)} }

// Golden spreads consecutive numbers over the whole word.
const Golden = 0x9E3779B97F4A7C15

// Mix spreads every bit of x over the whole word (the finalizer of SplitMix64).
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Next returns any number.
func (d *Series) Next() uint64 {
	d.state += Golden
	return Mix(d.state)
}

// Below returns a number from 0 to n-1.
func (d *Series) Below(n int) int {
	hi, _ := bits.Mul64(d.Next(), uint64(n))
	return int(hi)
}

// Between returns a number from low to high, both included.
func (d *Series) Between(low, high int) int { return low + d.Below(high-low+1) }

// Chance returns true in so many of a thousand cases.
func (d *Series) Chance(perMille int) bool { return d.Below(1000) < perMille }

// Octave returns a number from 1<<low to 1<<high; on a logarithmic scale small numbers are as
// likely as large numbers. It uses whole numbers only: powers and logarithms differ in the last bit
// between machines.
func (d *Series) Octave(low, high int) int {
	k := d.Between(low, high-1)
	return 1<<k + d.Below(1<<k)
}
