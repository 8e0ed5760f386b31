package fee

import (
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/fault"
)

// Lengths in nanometres and weights in nanograms.
const (
	Millimetre int64 = 1_000_000
	Inch             = 254 * Millimetre / 10
	Gram       int64 = 1_000_000_000
	Ounce      int64 = 28_349_523_125
	Pound            = 16 * Ounce
)

// The largest size and weight that fees are found for: ten metres a side and ten tonnes.
const (
	MaxSide   = 10_000 * Millimetre
	MaxWeight = 10_000_000 * Gram
)

// Size has the size of the packaged unit.
type Size struct {
	// sides go from the longest to the shortest.
	sides  [3]int64
	weight int64
}

// NewSize checks sides in nanometres, in any order, and a weight in nanograms; a figure that is not
// above 0 or too large is a Rule fault.
func NewSize(length, width, height, weight int64) (Size, error) {
	s := Size{sides: [3]int64{length, width, height}, weight: weight}
	slices.Sort(s.sides[:])
	slices.Reverse(s.sides[:])
	if s.sides[2] <= 0 || weight <= 0 || s.sides[0] > MaxSide || weight > MaxWeight {
		return Size{}, fault.New(fault.Rule, fault.CodeValidationFailed,
			"dimensions must be above 0, at most 10000 mm a side and at most 10000000 g").At("/dimensions")
	}
	return s, nil
}

// MetricSize works like NewSize for ten-thousandths of millimetres and grams.
func MetricSize(length, width, height, weight int64) (Size, error) {
	const side, scale = Millimetre / 10_000, Gram / 10_000
	bounded := func(n, most int64) int64 { return min(max(n, 0), most+1) }
	return NewSize(bounded(length, MaxSide/side)*side, bounded(width, MaxSide/side)*side, bounded(height, MaxSide/side)*side,
		bounded(weight, MaxWeight/scale)*scale)
}

func volume(sides [3]int64) *big.Int {
	v := new(big.Int).Mul(big.NewInt(sides[0]), big.NewInt(sides[1]))
	return v.Mul(v, big.NewInt(sides[2]))
}

func (s Size) girth() int64 { return 2 * (s.sides[1] + s.sides[2]) }

// Tier has a class of sizes. A limit of 0 does not limit.
type Tier struct {
	Name string
	// Sides limits from the longest to the shortest.
	Sides              [3]int64
	Girth, LengthGirth int64
	// Unit limits the weight on the scale, Dimensional the weight by volume, Shipping the larger of
	// both.
	Unit, Dimensional, Shipping int64
	// ByUnit tiers charge by the weight on the scale.
	ByUnit bool
	// LeastSide raises the median and the shortest side to a minimum in the dimensional weight.
	LeastSide int64
	// Oversize marks a non-standard size.
	Oversize bool
}

// Sizing finds tiers: the first that fits. A dimensional weight is a volume in cubic
// nanometres times Weight over Volume.
type Sizing struct {
	Tiers          []Tier
	Weight, Volume *big.Int
}

// Fit has the tier of a size with the weights that it is charged by, in nanograms.
type Fit struct {
	Tier                  Tier
	Shipping, Dimensional int64
}

// fit finds the tier; false if the size fits no tier.
func (z *Sizing) fit(s Size) (Fit, bool) {
	plain := z.dimensional(s.sides)
	for _, t := range z.Tiers {
		if f, ok := z.within(t, s, plain); ok {
			return f, true
		}
	}
	return Fit{}, false
}

func (z *Sizing) within(t Tier, s Size, plain int64) (Fit, bool) {
	f := Fit{Tier: t, Dimensional: plain}
	if t.LeastSide > s.sides[2] {
		f.Dimensional = z.dimensional([3]int64{s.sides[0], max(s.sides[1], t.LeastSide), max(s.sides[2], t.LeastSide)})
	}
	f.Shipping = max(s.weight, f.Dimensional)
	if t.ByUnit {
		f.Shipping = s.weight
	}
	for _, c := range [...][2]int64{
		{s.sides[0], t.Sides[0]}, {s.sides[1], t.Sides[1]}, {s.sides[2], t.Sides[2]}, {s.girth(), t.Girth},
		{s.sides[0] + s.girth(), t.LengthGirth}, {s.weight, t.Unit}, {f.Dimensional, t.Dimensional}, {f.Shipping, t.Shipping},
	} {
		if c[1] != 0 && c[0] > c[1] {
			return Fit{}, false
		}
	}
	return f, true
}

func (z *Sizing) dimensional(sides [3]int64) int64 {
	v := volume(sides)
	v.Mul(v, z.Weight)
	v.Add(v, z.Volume).Sub(v, big.NewInt(1))
	return v.Div(v, z.Volume).Int64()
}

// parcel finds the size of a parcel of selected categories.
func (f *Fulfillment) parcel(s Size, at Fit) (Fit, Scale, bool) {
	for _, p := range f.Parcels {
		if fit, ok := f.Sizing.within(p.Tier, s, at.Dimensional); ok {
			return fit, p.Scale, true
		}
	}
	return at, Scale{}, false
}

// Pounds returns the charged weight in ten-thousandths of a pound, rounded half up.
func (f Fit) Pounds() int64 { return (2*f.Shipping + Pound/10_000) / (Pound / 5_000) }

// Grams returns the charged weight in ten-thousandths of a gram, rounded half up.
func (f Fit) Grams() int64 { return (2*f.Shipping + Gram/10_000) / (Gram / 5_000) }
