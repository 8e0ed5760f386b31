package dots_test

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/dots"
)

// TestUnruled erases rules of 300 dpi, also a little askew and through letters, and leaves letters,
// underlines and filled boxes.
func TestUnruled(t *testing.T) {
	const paper, black = 210, 10
	draw := func(rules bool) *image.Gray {
		m := image.NewGray(image.Rect(0, 0, 600, 400))
		for i := range m.Pix {
			m.Pix[i] = paper
		}
		fill := func(left, top, right, bottom int) {
			for y := top; y < bottom; y++ {
				for x := left; x < right; x++ {
					m.Pix[y*m.Stride+x] = black
				}
			}
		}
		fill(300, 20, 420, 380) // a box
		fill(20, 390, 500, 393) // an underline
		fill(100, 30, 110, 140) // a stem of a title
		fill(150, 40, 190, 60)  // a word
		if rules {
			fill(50, 0, 53, 400)
			fill(170, 0, 172, 400)
			for y := range 400 {
				fill(540+y/60, y, 543+y/60, y+1)
			}
		}
		return m
	}
	clean := draw(false)
	require.Same(t, clean, dots.Unruled(clean, 300))
	got := dots.Unruled(draw(true), 300)
	for y := range 390 {
		for x := range 600 {
			if x >= 168 && x < 175 && y >= 38 && y < 62 {
				continue // the word keeps a gap of the rule at most
			}
			require.Equal(t, clean.GrayAt(x, y), got.GrayAt(x, y), "%d %d", x, y)
		}
	}
	require.Equal(t, uint8(black), got.GrayAt(160, 50).Y)
	require.Equal(t, uint8(black), got.GrayAt(300, 391).Y)
}

func TestUnruledNeedsAPicture(t *testing.T) {
	for _, m := range []*image.Gray{picture(1), picture(1, 0), picture(3, 0, 0, 0), image.NewGray(image.Rect(0, 0, 2, 900))} {
		require.Same(t, m, dots.Unruled(m, 300))
		require.Same(t, m, dots.Unruled(m, 0))
	}
}
