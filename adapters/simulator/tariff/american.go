package tariff

// Weights count billionths of a pound, so that ounces and dimensional weights are whole.
const (
	pound = 1_000_000_000
	ounce = pound / 16
)

// americanSizes lists the sizes above the standard sizes; the largest differ by weight only. Fees
// grow by each pound begun above a weight.
var americanSizes = [...]struct {
	inches [3]int64
	// most bounds the weight, girth bounds the sum of length and girth, in inches; 0 for any.
	most, girth  int64
	above, added int64
	// overlong has the surcharge of packages that are too long for a belt.
	overlong int64
}{
	{[3]int64{37, 28, 20}, 50, 130, 1, 38, 0},
	{[3]int64{59, 33, 33}, 50, 130, 1, 38, 0},
	{most: 50, above: 1, added: 38, overlong: 1700},
	{most: 70, above: 51, added: 75, overlong: 2100},
	{most: 150, above: 71, added: 75, overlong: 2500},
	{above: 151, added: 19},
}

func (s *Sale) american() (shipped, overlong int64) {
	group := s.americanGroup()
	column := 0
	switch {
	case s.Price > 5000:
		column = 2
	case s.Price >= 1000:
		column = 1
	}
	base, overlong := s.byAmericanSize(group, column)
	return s.fuelled(base, 35), overlong
}

func (s *Sale) americanGroup() *americanGroup {
	choose := func(usual, season *americanGroup) *americanGroup {
		if s.season() {
			return season
		}
		return usual
	}
	switch {
	case s.Hazardous:
		return choose(&hazardous, &hazardousPeak)
	case classOf(s.Type) == clothing:
		return choose(&apparel, &apparelPeak)
	}
	return choose(&regular, &regularPeak)
}

// byAmericanSize finds the size of a package, and returns its fee before the fuel surcharge.
func (s *Sale) byAmericanSize(g *americanGroup, column int) (fee, overlong int64) {
	weight := s.Weight * (pound / 1000)
	fits := func(long, median, short int64) bool {
		return s.Sides[0] <= long && s.Sides[1] <= median && s.Sides[2] <= short
	}
	if fits(15_000, 12_000, 750) && weight <= pound {
		return g.small[(weight-1)/(2*ounce)][column], 0
	}
	// 139 cubic inches count as a pound.
	counted := max(weight, cubic(s.Sides, 1, 139))
	if fits(18_000, 14_000, 8_000) && counted <= 20*pound {
		if n := (counted - 1) / (4 * ounce); n < int64(len(g.large)) {
			return g.large[n][column], 0
		}
		return g.heavy[column] + begun(counted, 3*pound, g.step*ounce)*g.added, 0
	}
	thick := [3]int64{s.Sides[0], max(s.Sides[1], 2000), max(s.Sides[2], 2000)}
	counted = max(weight, cubic(thick, 1, 139))
	around := s.Sides[0] + 2*(s.Sides[1]+s.Sides[2])
	for i, z := range americanSizes {
		small := z.inches[0] == 0 || fits(z.inches[0]*1000, z.inches[1]*1000, z.inches[2]*1000) && around <= z.girth*1000
		switch {
		case z.most == 0:
			counted = weight
		case !small || counted > z.most*pound:
			continue
		}
		if s.Sides[0] > 96_000 || around > 130_000 {
			overlong = z.overlong
		}
		return g.bulky[i][column] + begun(counted, z.above*pound, pound)*z.added, overlong
	}
	return 0, 0
}
