package dots

import (
	"image"
	"slices"
)

const (
	// ruleLength has the least height of a rule, in inches. Letters are lower.
	ruleLength = 0.4
	// ruleWidth has the distance of paper from the middle of a rule, in inches.
	ruleWidth = 0.027
	// dark bounds the shades of strokes.
	dark = 128
)

// Unruled returns a picture without the vertical rules of its tables, because programs for OCR take
// them for letters and read the letters beside them wrong.
func Unruled(m *image.Gray, dpi int) *image.Gray {
	least, beside := int(ruleLength*float64(dpi)), max(2, int(ruleWidth*float64(dpi)))
	w, h := m.Rect.Dx(), m.Rect.Dy()
	if least < 2 || h < least || w < 3 {
		return m
	}
	out := m
	began := make([]int, w) // the row after the last paper of each column
	end := func(x, last int) {
		first := began[x]
		if last-first < least || !thin(m, x, first, last, beside) {
			return
		}
		if out == m {
			out = &image.Gray{Pix: slices.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
		}
		erase(out, m, x, first, last, beside)
	}
	for y := range h {
		row := m.Pix[y*m.Stride:][:w]
		for x := 1; x < w-1; x++ {
			// A stroke that is a little askew goes on in the next column.
			if row[x] >= dark && row[x-1] >= dark && row[x+1] >= dark {
				if y-began[x] >= least {
					end(x, y)
				}
				began[x] = y + 1
			}
		}
	}
	for x := 1; x < w-1; x++ {
		end(x, h)
	}
	return out
}

// thin reports whether most of a stroke has paper on both sides.
func thin(m *image.Gray, x, first, last, beside int) bool {
	paper, all := 0, 0
	for y := first; y < last; y += 4 {
		left, right := sides(m, x, y, beside)
		if all++; left >= dark && right >= dark {
			paper++
		}
	}
	return paper*2 > all
}

// sides returns the shades at a distance from a dot. There is paper beyond the picture.
func sides(m *image.Gray, x, y, beside int) (left, right uint8) {
	left, right = 255, 255
	if x >= beside {
		left = m.Pix[y*m.Stride+x-beside]
	}
	if x+beside < m.Rect.Dx() {
		right = m.Pix[y*m.Stride+x+beside]
	}
	return left, right
}

// erase gives a stroke the shade of its paper.
func erase(out, m *image.Gray, x, first, last, beside int) {
	for y := first; y < last; y++ {
		left, right := sides(m, x, y, beside)
		row := out.Pix[y*out.Stride:]
		for at := x - 1; at <= x+1; at++ {
			row[at] = max(row[at], left, right)
		}
	}
}
