package dots_test

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/document/dots"
)

func picture(width int, pix ...uint8) *image.Gray {
	return &image.Gray{Pix: pix, Stride: width, Rect: image.Rect(0, 0, width, len(pix)/width)}
}

func TestTurned(t *testing.T) {
	m := picture(3, 1, 2, 3, 4, 5, 6)
	for quarters, want := range []*image.Gray{
		m, picture(2, 4, 1, 5, 2, 6, 3), picture(3, 6, 5, 4, 3, 2, 1), picture(2, 3, 6, 2, 5, 1, 4), m,
	} {
		require.Equal(t, want, dots.Turned(m, quarters), quarters)
	}
}

// A part of a wider picture has a longer stride.
func TestTurnedPart(t *testing.T) {
	m := &image.Gray{Pix: []uint8{1, 2, 9, 3, 4}, Stride: 3, Rect: image.Rect(0, 0, 2, 2)}
	require.Equal(t, picture(2, 3, 1, 4, 2), dots.Turned(m, 1))
}

func TestScaled(t *testing.T) {
	m := picture(4, 0, 0, 255, 255, 0, 0, 255, 255)
	require.Same(t, m, dots.Scaled(m, 4, 2))
	require.Equal(t, picture(2, 21, 234), dots.Scaled(m, 2, 1))
	// The curve leaves the edge sharp: it reaches beyond black and white, where it is cut.
	require.Equal(t, picture(8, 0, 0, 0, 52, 203, 255, 255, 255), dots.Scaled(m, 8, 1))
}

// Pictures of a shade keep it at every size, also where one side is far longer.
func TestAShadeRemains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 60)
		shade := rapid.Byte().Draw(t, "shade")
		width, height := side.Draw(t, "width"), side.Draw(t, "height")
		m := image.NewGray(image.Rect(0, 0, width, height))
		for i := range m.Pix {
			m.Pix[i] = shade
		}
		out := dots.Scaled(m, side.Draw(t, "new width"), side.Draw(t, "new height"))
		for _, v := range out.Pix {
			if v != shade {
				t.Fatalf("%d became %d", shade, v)
			}
		}
	})
}
