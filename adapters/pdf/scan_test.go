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
// size. All other pages are drawn with 300 dots per inch.
func TestScannedPagesAreDecoded(t *testing.T) {
	const whole = "q 595 0 0 842 0 0 cm /X Do Q "
	fine := photo(t, 2100, 2972, 255, 0)
	camera := slices.Concat(fine[:2], []byte("\xff\xe1\x00\x08Exif\x00\x00"), fine[2:])
	for name, c := range map[string]struct {
		content, entries string
		jpeg             []byte
		decoded          bool
		black            image.Point
	}{
		"scan":           {whole, "", fine, true, image.Pt(100, 100)},
		"stamp":          {whole + "500 800 9 9 re f", "", fine, false, image.Pt(100, 100)},
		"turned":         {whole, "/Rotate 180", fine, false, image.Pt(2400, 3400)},
		"upside down":    {"q 595 0 0 -842 0 842 cm /X Do Q", "", fine, false, image.Pt(100, 3400)},
		"with a margin":  {"q 500 0 0 842 0 0 cm /X Do Q", "", fine, false, image.Pt(100, 100)},
		"a note on it":   {whole, "/Annots [<< /Type /Annot /Subtype /Square /Rect [500 800 509 809] >>]", fine, false, image.Pt(100, 100)},
		"of a camera":    {whole, "", camera, false, image.Pt(100, 100)},
		"coarse":         {whole, "", photo(t, 1000, 1415, 255, 0), false, image.Pt(100, 100)},
		"oblong pixels":  {whole, "", photo(t, 2100, 3508, 255, 0), false, image.Pt(100, 100)},
		"dark":           {whole, "", photo(t, 2100, 2972, 0, 255), false, image.Pt(2400, 3400)},
		"no JPEG inside": {whole, "", fine[:600], false, image.Pt(-1, -1)},
	} {
		t.Run(name, func(t *testing.T) {
			at, err := jpeg.DecodeConfig(bytes.NewReader(c.jpeg))
			require.NoError(t, err)
			x := stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 "+
				"/ColorSpace /DeviceGray /Filter /DCTDecode", at.Width, at.Height), string(c.jpeg))
			file := onePage(stream("", c.content), "/Resources << /XObject << /X 6 0 R >> >> "+c.entries, x)
			p, err := reader.Draw(t.Context(), file, 0, ports.PictureLimits)
			require.NoError(t, err)
			want := []int{2480, 3509, 300}
			if c.decoded {
				want = []int{2100, 2972, 254}
			}
			require.Equal(t, want, []int{p.Rect.Dx(), p.Rect.Dy(), p.DPI})
			if c.black.X >= 0 {
				require.Less(t, p.GrayAt(c.black.X, c.black.Y).Y, uint8(9))
			}
		})
	}
}
