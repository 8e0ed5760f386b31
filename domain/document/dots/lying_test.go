package dots_test

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/dots"
)

// letters draws lines of letters: a third of them has a stem, a ninth reaches below the line.
func letters() *image.Gray {
	m := image.NewGray(image.Rect(0, 0, 600, 800))
	for i := range m.Pix {
		m.Pix[i] = 240
	}
	for line := range 24 {
		for n := range 60 {
			first, last := 30*line+20, 30*line+30
			if n%3 == 0 {
				first -= 6
			}
			if n%9 == 4 {
				last += 5
			}
			for y := first; y < last && n%7 > 0; y++ {
				for x := 10*n + 2; x < 10*n+8; x++ {
					m.Pix[y*m.Stride+(x+7*line)%600] = 30
				}
			}
		}
	}
	return m
}

func TestSideways(t *testing.T) {
	for quarters, want := range []bool{false, true, false, true} {
		require.Equal(t, want, dots.Sideways(dots.Turned(letters(), quarters)), quarters)
	}
	for name, m := range map[string]*image.Gray{
		"blank": image.NewGray(image.Rect(0, 0, 900, 1200)), "a dot": picture(1, 7), "nothing": picture(1),
		"askew": ruled(1, 255), "a slip": image.NewGray(image.Rect(0, 0, 900, 15)),
	} {
		require.False(t, dots.Sideways(m), name)
	}
}
