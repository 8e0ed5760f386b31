package pdf_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	ports "sellingassistant/ports/document"
)

// photo makes a JPEG of one shade with a corner of another.
func photo(t *testing.T, width, height int, shade, corner uint8) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := shade
			if x < width/2 && y < height/2 {
				v = corner
			}
			m.SetGray(x, y, color.Gray{Y: v})
		}
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, m, nil))
	return b.Bytes()
}

// TestScannedPagesAreDecoded decodes the JPEG of a page that shows nothing else, so it keeps its
// size. All other pages are drawn with 300 dots per inch. The page is small, as drawing takes long.
func TestScannedPagesAreDecoded(t *testing.T) {
	const whole = "q 149 0 0 211 0 0 cm /X Do Q "
	fine := photo(t, 526, 744, 255, 0)
	camera := slices.Concat(fine[:2], []byte("\xff\xe1\x00\x08Exif\x00\x00"), fine[2:])
	for name, c := range map[string]struct {
		content, entries string
		jpeg             []byte
		decoded          bool
		black            image.Point
	}{
		"scan":          {whole, "", fine, true, image.Pt(25, 25)},
		"stamp":         {whole + "120 195 9 9 re f", "", fine, false, image.Pt(25, 25)},
		"turned":        {whole, "/Rotate 180", fine, false, image.Pt(600, 850)},
		"upside down":   {"q 149 0 0 -211 0 211 cm /X Do Q", "", fine, false, image.Pt(25, 850)},
		"with a margin": {"q 125 0 0 211 0 0 cm /X Do Q", "", fine, false, image.Pt(25, 25)},
		"a note on it": {
			whole, "/Annots [<< /Type /Annot /Subtype /Square /Rect [120 195 129 204] >>]",
			fine, false, image.Pt(25, 25),
		},
		"of a camera":    {whole, "", camera, false, image.Pt(25, 25)},
		"coarse":         {whole, "", photo(t, 250, 354, 255, 0), false, image.Pt(25, 25)},
		"oblong pixels":  {whole, "", photo(t, 526, 879, 255, 0), false, image.Pt(25, 25)},
		"dark":           {whole, "", photo(t, 526, 744, 0, 255), false, image.Pt(600, 850)},
		"no JPEG inside": {whole, "", fine[:600], false, image.Pt(-1, -1)},
	} {
		t.Run(name, func(t *testing.T) {
			at, err := jpeg.DecodeConfig(bytes.NewReader(c.jpeg))
			require.NoError(t, err)
			x := stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 "+
				"/ColorSpace /DeviceGray /Filter /DCTDecode", at.Width, at.Height), string(c.jpeg))
			file := onePage(stream("", c.content),
				"/CropBox [0 0 149 211] /Resources << /XObject << /X 6 0 R >> >> "+c.entries, x)
			p, err := reader.Draw(t.Context(), file, 0, ports.PictureLimits)
			require.NoError(t, err)
			want := []int{621, 880, 300}
			if c.decoded {
				want = []int{526, 744, 254}
			}
			require.Equal(t, want, []int{p.Rect.Dx(), p.Rect.Dy(), p.DPI})
			if c.black.X >= 0 {
				require.Less(t, p.GrayAt(c.black.X, c.black.Y).Y, uint8(9))
			}
		})
	}
}
