// Package dots changes grey pictures of pages.
package dots

import (
	"image"
	"math"
)

// whole has the weight of a whole dot.
const whole = 1 << 14

// part weighs neighbouring dots from first on. The weights add up to a whole dot.
type part struct {
	first   int
	weights []int32
}

// parts maps n dots to so many others by the curve of Catmull and Rom, which keeps edges sharp. To
// shrink, it widens the curve, so that every dot counts.
func parts(n, others int) []part {
	list := make([]part, others)
	step := float64(n) / float64(others)
	wide := max(1, step)
	for i := range list {
		middle := (float64(i)+0.5)*step - 0.5
		first := max(0, int(math.Ceil(middle-2*wide)))
		last := min(n-1, int(math.Floor(middle+2*wide)))
		shares, sum := make([]float64, last-first+1), 0.0
		for k := range shares {
			shares[k] = curve(math.Abs(float64(first+k)-middle) / wide)
			sum += shares[k]
		}
		weights, rest := make([]int32, len(shares)), int32(whole)
		for k, s := range shares {
			weights[k] = int32(math.Round(s / sum * whole))
			rest -= weights[k]
		}
		weights[len(weights)/2] += rest
		list[i] = part{first, weights}
	}
	return list
}

func curve(x float64) float64 {
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

// Scaled returns a picture of another size. A picture of this size is returned as it is.
func Scaled(m *image.Gray, width, height int) *image.Gray {
	size := m.Rect.Size()
	// The sequence with the smaller picture in between bounds its memory.
	if size.X*height < width*size.Y {
		return widened(heightened(m, height), width)
	}
	return heightened(widened(m, width), height)
}

func widened(m *image.Gray, width int) *image.Gray {
	size := m.Rect.Size()
	if size.X == width {
		return m
	}
	out := image.NewGray(image.Rect(0, 0, width, size.Y))
	columns := parts(size.X, width)
	for y := range size.Y {
		from, to := m.Pix[y*m.Stride:], out.Pix[y*out.Stride:]
		for x, c := range columns {
			sum := int32(whole / 2)
			for k, v := range from[c.first:][:len(c.weights)] {
				sum += c.weights[k] * int32(v)
			}
			to[x] = shade(sum)
		}
	}
	return out
}

func heightened(m *image.Gray, height int) *image.Gray {
	size := m.Rect.Size()
	if size.Y == height {
		return m
	}
	out := image.NewGray(image.Rect(0, 0, size.X, height))
	sums := make([]int32, size.X)
	for y, r := range parts(size.Y, height) {
		for x := range sums {
			sums[x] = whole / 2
		}
		for k, w := range r.weights {
			for x, v := range m.Pix[(r.first+k)*m.Stride:][:size.X] {
				sums[x] += w * int32(v)
			}
		}
		to := out.Pix[y*out.Stride:]
		for x, sum := range sums {
			to[x] = shade(sum)
		}
	}
	return out
}

func shade(sum int32) uint8 { return uint8(min(max(sum/whole, 0), 255)) }

// Turned turns a picture clockwise by quarters.
func Turned(m *image.Gray, quarters int) *image.Gray {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if quarters%2 != 0 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewGray(size)
	// A row of the new picture begins at a dot of the old, and steps over its dots.
	var start, down, right int
	switch quarters & 3 {
	case 0:
		return m
	case 1:
		start, down, right = (h-1)*m.Stride, 1, -m.Stride
	case 2:
		start, down, right = (h-1)*m.Stride+w-1, -m.Stride, -1
	case 3:
		start, down, right = w-1, -1, m.Stride
	}
	for y := range size.Dy() {
		at := start + y*down
		row := out.Pix[y*out.Stride:][:size.Dx()]
		for x := range row {
			row[x] = m.Pix[at]
			at += right
		}
	}
	return out
}
