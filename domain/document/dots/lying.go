package dots

import "image"

const (
	// strips parts a picture, because the lines of a whole page that is askew run into each other.
	strips = 8
	// skip passes over dots.
	skip = 2
	// level has the least sharpness of level lines, relative to lines from top to bottom.
	level = 0.75
)

// Sideways reports lines that seem to run from top to bottom: they have sharper edges on the left
// and right than above and below.
func Sideways(m *image.Gray) bool {
	if m.Rect.Dx() < strips*skip || m.Rect.Dy() < strips*skip {
		return false
	}
	rows, columns := profiles(m)
	return sharp(rows)*float64(m.Rect.Dy()) < level*sharp(columns)*float64(m.Rect.Dx())
}

// profiles counts the ink of the rows of each strip from top to bottom, and of the columns of each
// strip from left to right.
func profiles(m *image.Gray) (rows, columns [strips][]int) {
	w, h := m.Rect.Dx()/skip, m.Rect.Dy()/skip
	for i := range strips {
		rows[i], columns[i] = make([]int, h), make([]int, w)
	}
	least := inkOf(m)
	for y := range h {
		row := m.Pix[y*skip*m.Stride:]
		below := columns[y*strips/h]
		for x := range w {
			if row[x*skip] < least {
				rows[x*strips/w][y]++
				below[x]++
			}
		}
	}
	return rows, columns
}

// inkOf returns the threshold between ink and background.
func inkOf(m *image.Gray) uint8 {
	sum, n := 0, 0
	for y := 0; y < m.Rect.Dy(); y += 8 {
		for x := 0; x < m.Rect.Dx(); x += 8 {
			sum, n = sum+int(m.Pix[y*m.Stride+x]), n+1
		}
	}
	return uint8(max(0, sum/max(1, n)-darker))
}

// sharp rises with rows of much ink beside rows without.
func sharp(profiles [strips][]int) (sum float64) {
	for _, p := range profiles {
		for i := 1; i < len(p); i++ {
			step := float64(p[i] - p[i-1])
			sum += step * step
		}
	}
	return sum
}
