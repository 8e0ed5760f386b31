package dots_test

import (
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/dots"
)

// ruled draws lines of words that fall to the right by an angle, on paper of a shade.
func ruled(degrees float64, paper uint8) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, 900, 1200))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for y := range 1200 {
		for x := range 900 {
			m.Pix[y*m.Stride+x] = paper
			dx, dy := float64(x)-449.5, float64(y)-599.5
			across, down := dx*cos+dy*sin+2_000, dy*cos-dx*sin+2_000
			if int(down)%40 < 14 && int(across)%90 < 70 {
				m.Pix[y*m.Stride+x] = 20
			}
		}
	}
	return m
}

func TestPicturesAskewAreLevelled(t *testing.T) {
	for _, paper := range []uint8{255, 150} {
		level := ruled(0, paper)
		for _, degrees := range []float64{-5, -3, -1.5, 1.5, 2, 4} {
			got, angle := dots.Levelled(ruled(degrees, paper))
			require.InDelta(t, degrees, angle*180/math.Pi, 0.1, degrees)
			off := 0
			for y := 300; y < 900; y++ {
				for x := 200; x < 700; x++ {
					if math.Abs(float64(got.GrayAt(x, y).Y)-float64(level.GrayAt(x, y).Y)) > 60 {
						off++
					}
				}
			}
			require.Less(t, off, 600*500/12, degrees)
		}
	}
}

func TestPicturesThatNeedNoTurning(t *testing.T) {
	for name, m := range map[string]*image.Gray{
		"level": ruled(0, 255), "nearly level": ruled(1, 255), "upside down": ruled(180, 255),
		"on its side": ruled(90, 255), "blank": image.NewGray(image.Rect(0, 0, 900, 1200)), "a dot": picture(1, 7), "nothing": picture(1),
	} {
		got, angle := dots.Levelled(m)
		require.Zero(t, angle, name)
		require.Same(t, m, got, name)
	}
}
