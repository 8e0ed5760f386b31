package simulator

import "math/bits"

// entity names what a series of numbers is about, so that a product and its
// offers never share one.
type entity uint64

const (
	ofProduct entity = iota + 1
	ofFamily
	ofBlock
	ofPrice
	ofRival
	ofAccount
	ofMarket
	ofTick
	ofAnswer
	ofSchema
)

// draws is a series of numbers that follows from (seed, entity, key, tick)
// alone. It costs a few instructions a number, where hash costs a digest.
type draws struct{ state uint64 }

func (m *Marketplace) draws(e entity, key, tick uint64) draws {
	return draws{mix(mix(mix(m.cfg.Seed+uint64(e)*golden)+key) + tick)}
}

const golden = 0x9E3779B97F4A7C15

// mix spreads every bit of x over the whole word (the finalizer of SplitMix64).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

func (d *draws) next() uint64 {
	d.state += golden
	return mix(d.state)
}

// below is a number from 0 to n-1.
func (d *draws) below(n int) int {
	hi, _ := bits.Mul64(d.next(), uint64(n))
	return int(hi)
}

// between is a number from low to high, both included.
func (d *draws) between(low, high int) int { return low + d.below(high-low+1) }

// chance is true in so many of a thousand cases.
func (d *draws) chance(perMille int) bool { return d.below(1000) < perMille }

// octave is a number from 1<<low to 1<<high, small ones as likely as large
// ones on a logarithmic scale. It stays with whole numbers: powers and
// logarithms differ in the last bit between machines.
func (d *draws) octave(low, high int) int {
	k := d.between(low, high-1)
	return 1<<k + d.below(1<<k)
}
