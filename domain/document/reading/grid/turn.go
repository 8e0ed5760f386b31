package grid

import (
	"cmp"
	"math"
	"slices"

	"sellingassistant/domain/document/reading"
)

// steepest bounds the slope of lines of a page that is askew, and level is the slope that needs no
// turning.
const steepest, level = 0.1, 0.0005

// Askew returns the angle in radians by which the lines of a scan fall to the right. It expects the
// words of a line in sequence. Each pair of neighbours has a slope, and the wide pairs decide.
func (p Page) Askew() float64 {
	type pair struct{ slope, width float64 }
	var pairs []pair
	all := 0.0
	for i := range len(p) - 1 {
		x, y := p[i].Middle()
		nextX, nextY := p[i+1].Middle()
		width := nextX - x
		if slope := (nextY - y) / width; width > 0 && math.Abs(slope) <= steepest {
			pairs = append(pairs, pair{slope, width})
			all += width
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.slope, b.slope) })
	passed := 0.0
	for _, pair := range pairs {
		if passed += pair.width; passed >= all/2 {
			if math.Abs(pair.slope) < level {
				return 0
			}
			return math.Atan(pair.slope)
		}
	}
	return 0
}

// Straightened turns the words of a page that is askew by the angle, so that its lines are level.
func (p Page) Straightened(angle float64) Page {
	if angle == 0 {
		return p
	}
	out := make(Page, len(p))
	for i, w := range p {
		out[i] = Word{w.Text, w.Turned(-angle)}
		// The box around a turned word is higher than the word.
		slack := min((w.Right-w.Left)*math.Abs(math.Sin(angle)), (w.Bottom-w.Top)/2) / 2
		out[i].Top, out[i].Bottom = out[i].Top+slack, out[i].Bottom-slack
	}
	return out
}

// Tilted returns the box around a box of a straightened page, where it is seen on the page that is
// askew.
func Tilted(b reading.Box, angle float64) reading.Box {
	out := b.Turned(angle)
	slack := (b.Right - b.Left) * math.Abs(math.Sin(angle)) / 2
	out.Top, out.Bottom = out.Top-slack, out.Bottom+slack
	return out
}
