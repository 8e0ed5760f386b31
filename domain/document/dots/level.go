package dots

import (
	"image"
	"math"
)

const (
	// Programs for OCR read lines that fall by less than leastAngle. No scanner feeds paper askew by
	// more than mostAngle. Both are in radians.
	leastAngle, mostAngle = 1.2 * math.Pi / 180, 6 * math.Pi / 180
	// Tries angles in steps of coarse, then of fine.
	coarse, fine = math.Pi / 720, math.Pi / 3600
	// sharper requires so much clearer lines of another angle than of no angle.
	sharper = 1.15
	// every skips dots, and darker is the step from paper to ink.
	every, darker = 3, 60
)

// Levelled turns a picture around its middle, on white, so that its lines are level. It returns the
// angle in radians by which they fell to the right. It leaves a picture as it is that needs no
// turning, or has no lines.
func Levelled(m *image.Gray) (*image.Gray, float64) {
	ink := edges(m)
	if len(ink) == 0 {
		return m, 0
	}
	height := m.Rect.Dy()/every + 1
	slack := int(float64(m.Rect.Dx()/every)*math.Tan(mostAngle)) + 2
	rows := make([]int, height+2*slack)
	best, level := 0.0, sharpness(ink, 0, rows, slack)
	most := level
	try := func(angle float64) {
		if s := sharpness(ink, angle, rows, slack); s > most {
			best, most = angle, s
		}
	}
	for angle := -mostAngle; angle <= mostAngle; angle += coarse {
		try(angle)
	}
	for angle, last := best-coarse, best+coarse; angle <= last; angle += fine {
		try(min(max(angle, -mostAngle), mostAngle))
	}
	if math.Abs(best) < leastAngle || float64(most) < sharper*float64(level) {
		return m, 0
	}
	return tilted(m, -best), best
}

// edges lists the upper edges of ink, on a grid of every third dot.
func edges(m *image.Gray) []image.Point {
	var list []image.Point
	for y := every; y < m.Rect.Dy(); y += every {
		above, row := m.Pix[(y-every)*m.Stride:], m.Pix[y*m.Stride:]
		for x := 0; x < m.Rect.Dx(); x += every {
			if int(above[x])-int(row[x]) > darker {
				list = append(list, image.Pt(x/every, y/every))
			}
		}
	}
	return list
}

// sharpness rises with rows of much ink beside rows without, under the angle.
func sharpness(ink []image.Point, angle float64, rows []int, slack int) int {
	clear(rows)
	const unit = 1 << 16
	slope := int(math.Tan(angle) * unit)
	for _, p := range ink {
		rows[p.Y-(p.X*slope+unit/2)>>16+slack]++
	}
	sum := 0
	for i := 1; i < len(rows); i++ {
		step := rows[i] - rows[i-1]
		sum += step * step
	}
	return sum
}

// tilted turns a picture clockwise around its middle, by an angle in radians. It weighs the four
// dots around a place.
func tilted(m *image.Gray, angle float64) *image.Gray {
	const unit = 1 << 16
	w, h := m.Rect.Dx(), m.Rect.Dy()
	sin, cos := math.Sincos(angle)
	out := image.NewGray(image.Rect(0, 0, w, h))
	middleX, middleY := float64(w-1)/2, float64(h-1)/2
	stepX, stepY := int(cos*unit), int(-sin*unit)
	for y := range h {
		row := out.Pix[y*out.Stride:][:w]
		x0, y0 := -middleX, float64(y)-middleY
		atX, atY := int((x0*cos+y0*sin+middleX)*unit), int((y0*cos-x0*sin+middleY)*unit)
		for x := range row {
			left, top := atX>>16, atY>>16
			if left < 0 || top < 0 || left >= w-1 || top >= h-1 {
				row[x] = 255
			} else {
				right, below := atX&(unit-1), atY&(unit-1)
				at := m.Pix[top*m.Stride+left:]
				upper := int(at[0])*(unit-right) + int(at[1])*right
				lower := int(at[m.Stride])*(unit-right) + int(at[m.Stride+1])*right
				row[x] = uint8((upper>>8*(unit-below) + lower>>8*below) >> 24)
			}
			atX, atY = atX+stepX, atY+stepY
		}
	}
	return out
}
