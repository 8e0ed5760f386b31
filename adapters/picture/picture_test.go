package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/tiff"

	"sellingassistant/adapters/picture"
	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

func encoded(t *testing.T, media document.Media, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	switch media {
	case document.PNG:
		require.NoError(t, png.Encode(&b, m))
	case document.JPEG:
		require.NoError(t, jpeg.Encode(&b, m, &jpeg.Options{Quality: 100}))
	case document.TIFF:
		require.NoError(t, tiff.Encode(&b, m, &tiff.Options{Compression: tiff.Deflate}))
	}
	return b.Bytes()
}

// half paints the left white and the right black.
func half(m interface {
	image.Image
	Set(x, y int, c color.Color)
}) image.Image {
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			shade := color.Gray{255}
			if 2*x >= m.Bounds().Dx() {
				shade = color.Gray{0}
			}
			m.Set(x, y, shade)
		}
	}
	return m
}

func decode(t *testing.T, media document.Media, file []byte, page int) ports.Picture {
	t.Helper()
	p, err := picture.Reader{}.Decode(t.Context(), media, file, page, ports.PictureLimits)
	require.NoError(t, err)
	return p
}

func code(t *testing.T, err error) document.FailureCode {
	t.Helper()
	var read *ports.ReadError
	require.True(t, errors.As(err, &read), "%v", err)
	return read.Code
}

func TestPicturesBecomeGrey(t *testing.T) {
	bounds := image.Rect(0, 0, 32, 16)
	for name, c := range map[string]struct {
		media document.Media
		m     image.Image
	}{
		"png grey":     {document.PNG, half(image.NewGray(bounds))},
		"png colour":   {document.PNG, half(image.NewNRGBA(bounds))},
		"png 16 bits":  {document.PNG, half(image.NewNRGBA64(bounds))},
		"png palette":  {document.PNG, half(image.NewPaletted(bounds, color.Palette{color.White, color.Black}))},
		"jpeg colour":  {document.JPEG, half(image.NewNRGBA(bounds))},
		"jpeg grey":    {document.JPEG, half(image.NewGray(bounds))},
		"tiff grey":    {document.TIFF, half(image.NewGray(bounds))},
		"tiff colour":  {document.TIFF, half(image.NewNRGBA(bounds))},
		"tiff palette": {document.TIFF, half(image.NewPaletted(bounds, color.Palette{color.White, color.Black}))},
	} {
		t.Run(name, func(t *testing.T) {
			file := encoded(t, c.media, c.m)
			pages, width, err := picture.Reader{}.Look(c.media, file, ports.PictureLimits)
			require.NoError(t, err)
			require.Equal(t, []int{1, 32}, []int{pages, width})
			p := decode(t, c.media, file, 0)
			require.Equal(t, bounds, p.Rect)
			for y := range 16 {
				require.Greater(t, p.GrayAt(3, y).Y, uint8(250))
				require.Less(t, p.GrayAt(28, y).Y, uint8(5))
			}
		})
	}
}

func TestWhatIsTransparentIsWhite(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 3, 1))
	m.SetNRGBA(1, 0, color.NRGBA{0, 0, 0, 128})
	m.SetNRGBA(2, 0, color.NRGBA{0, 0, 0, 255})
	p := decode(t, document.PNG, encoded(t, document.PNG, m), 0)
	require.Equal(t, []byte{255, 127, 0}, p.Pix)
}

// A picture counts as a page of A4 that it fits into; fine pictures are shrunk.
func TestPicturesFitAPage(t *testing.T) {
	for size, want := range map[image.Point][3]int{
		{2481, 3507}: {2481, 3507, 300}, // A4
		{2550, 3300}: {2550, 3300, 308}, // Letter
		{3507, 2481}: {3507, 2481, 300},
		{1700, 5000}: {1192, 3507, 300}, // a receipt
		{4962, 7014}: {2481, 3507, 300},
		{10, 12}:     {10, 12, 1},
	} {
		p := decode(t, document.PNG, encoded(t, document.PNG, half(image.NewGray(image.Rectangle{Max: size}))), 0)
		require.Equal(t, want, [3]int{p.Rect.Dx(), p.Rect.Dy(), p.DPI})
		require.Equal(t, uint8(0), p.GrayAt(p.Rect.Dx()-1, 0).Y)
	}
}

// oriented adds an orientation to a JPEG, as cameras do.
func oriented(file []byte, turn uint16) []byte {
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01"), 1, 18, 0, 3, 0, 0, 0, 1)
	exif = binary.BigEndian.AppendUint16(exif, turn)
	exif = append(exif, 0, 0, 0, 0, 0, 0)
	part := binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(exif)+2))
	return slices.Concat(file[:2], part, exif, file[2:])
}

// The corner names the visible place of the black quarter, which is at the top right of the pixels.
func TestPicturesAreTurnedUpright(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 64, 32))
	for i := range m.Pix {
		m.Pix[i] = 255
		if x, y := i%64, i/64; x >= 32 && y < 16 {
			m.Pix[i] = 0
		}
	}
	file := encoded(t, document.JPEG, m)
	for turn, corner := range map[uint16]string{
		0: "top right", 1: "top right", 2: "top left", 3: "bottom left", 4: "bottom right",
		5: "bottom left", 6: "bottom right", 7: "top right", 8: "top left", 9: "top right",
	} {
		turned := oriented(file, turn)
		_, width, err := picture.Reader{}.Look(document.JPEG, turned, ports.PictureLimits)
		require.NoError(t, err)
		p := decode(t, document.JPEG, turned, 0)
		require.Equal(t, p.Rect.Dx(), width)
		require.Equal(t, turn >= 5 && turn <= 8, width == 32, turn)
		seen := ""
		for name, at := range map[string]image.Point{
			"top left": {4, 4}, "top right": {width - 4, 4}, "bottom left": {4, p.Rect.Dy() - 4}, "bottom right": {width - 4, p.Rect.Dy() - 4},
		} {
			if p.GrayAt(at.X, at.Y).Y < 20 {
				seen += name
			}
		}
		require.Equal(t, corner, seen, turn)
	}
}

// pagesOf joins TIFFs of a page each, with their directories at the end.
func pagesOf(files ...[]byte) []byte {
	order := binary.LittleEndian
	out := bytes.Clone(files[0])
	for _, next := range files[1:] {
		at := uint32(len(out))
		link := func(place uint32) { order.PutUint32(out[place:], at+order.Uint32(next[4:])) }
		end := order.Uint32(out[4:])
		for {
			place := end + 2 + 12*uint32(order.Uint16(out[end:]))
			if end = order.Uint32(out[place:]); end == 0 {
				link(place)
				break
			}
		}
		moved := bytes.Clone(next)
		directory := order.Uint32(moved[4:])
		for i := range uint32(order.Uint16(moved[directory:])) {
			entry := moved[directory+2+12*i:]
			size := map[uint16]uint32{1: 1, 2: 1, 3: 2, 4: 4, 5: 8}[order.Uint16(entry[2:])] * order.Uint32(entry[4:])
			if order.Uint16(entry) == 273 || size > 4 { // places
				order.PutUint32(entry[8:], order.Uint32(entry[8:])+at)
			}
		}
		out = append(out, moved...)
	}
	return out
}

func TestTIFFsHavePages(t *testing.T) {
	var files [][]byte
	for _, width := range []int{10, 20, 30} {
		files = append(files, encoded(t, document.TIFF, half(image.NewGray(image.Rect(0, 0, width, 8)))))
	}
	file := pagesOf(files...)
	pages, width, err := picture.Reader{}.Look(document.TIFF, file, ports.PictureLimits)
	require.NoError(t, err)
	require.Equal(t, []int{3, 10}, []int{pages, width})
	for i, want := range []int{10, 20, 30} {
		p := decode(t, document.TIFF, file, i)
		require.Equal(t, want, p.Rect.Dx())
		require.Equal(t, []byte{255, 0}, []byte{p.GrayAt(0, 7).Y, p.GrayAt(want-1, 7).Y})
	}
	_, err = picture.Reader{}.Decode(t.Context(), document.TIFF, file, 3, ports.PictureLimits)
	require.Equal(t, document.Unreadable, code(t, err))
}

// header writes the beginning of a PNG of a size, with a colour type and a depth.
func header(width, height uint32, depth, colour byte) []byte {
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
	b = binary.BigEndian.AppendUint32(b, width)
	b = binary.BigEndian.AppendUint32(b, height)
	return append(b, depth, colour, 0, 0, 0)
}

// frame writes the beginning of a JPEG in three parts of the same size.
func frame(marker byte, width, height uint16) []byte {
	b := append([]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 16}, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"...)
	b = append(b, 0xFF, marker, 0, 17, 8)
	b = binary.BigEndian.AppendUint16(b, height)
	b = binary.BigEndian.AppendUint16(b, width)
	return append(b, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
}

func TestHostilePicturesAreRefusedBeforeTheyAreDecoded(t *testing.T) {
	small := encoded(t, document.PNG, image.NewGray(image.Rect(0, 0, 300, 300)))
	circle := encoded(t, document.TIFF, image.NewGray(image.Rect(0, 0, 8, 8)))
	at := binary.LittleEndian.Uint32(circle[4:])
	binary.LittleEndian.PutUint32(circle[at+2+12*uint32(binary.LittleEndian.Uint16(circle[at:])):], at)
	for name, c := range map[string]struct {
		media document.Media
		file  []byte
		want  document.FailureCode
	}{
		"huge jpeg":        {document.JPEG, frame(0xC0, 65_500, 65_500), document.OverLimits},
		"progressive jpeg": {document.JPEG, frame(0xC2, 6_000, 6_000), document.OverLimits},
		"no jpeg":          {document.JPEG, []byte{0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF}, document.Unreadable},
		"header alone":     {document.PNG, header(100, 100, 8, 0), document.Unreadable},
		"circle":           {document.TIFF, circle, document.Unreadable},
		"cut off":          {document.TIFF, circle[:len(circle)-8], document.Unreadable},
		"no tiff":          {document.TIFF, []byte("II*\x00\xff\xff\xff\xff"), document.Unreadable},
		"no webp":          {document.WEBP, []byte("RIFF\x24\x00\x00\x00WEBPVP8 "), document.Unreadable},
		"another":          {document.PDF, small, document.UnsupportedContent},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := picture.Reader{}.Look(c.media, c.file, ports.PictureLimits)
			require.Equal(t, c.want, code(t, err))
		})
	}
	lim := ports.PictureLimits
	lim.Pixels = 300*300 - 1
	_, _, err := picture.Reader{}.Look(document.PNG, small, lim)
	require.Equal(t, document.OverLimits, code(t, err))
	lim = ports.PictureLimits
	lim.Memory = 2*300*300 - 1
	_, _, err = picture.Reader{}.Look(document.PNG, small, lim)
	require.Equal(t, document.OverLimits, code(t, err))
}

func TestDamagedPicturesAreUnreadable(t *testing.T) {
	for _, media := range []document.Media{document.PNG, document.JPEG} {
		file := encoded(t, media, half(image.NewNRGBA(image.Rect(0, 0, 400, 400))))
		_, err := picture.Reader{}.Decode(t.Context(), media, file[:len(file)/2], 0, ports.PictureLimits)
		require.Equal(t, document.Unreadable, code(t, err))
	}
}

func TestDecodingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := encoded(t, document.PNG, image.NewGray(image.Rect(0, 0, 300, 300)))
	_, err := picture.Reader{}.Decode(ctx, document.PNG, file, 0, ports.PictureLimits)
	require.ErrorIs(t, err, context.Canceled)
}

// Decodes or refuses any bytes.
func FuzzPictures(f *testing.F) {
	for _, media := range []document.Media{document.PNG, document.JPEG, document.TIFF} {
		var b bytes.Buffer
		m := image.NewGray(image.Rect(0, 0, 16, 16))
		switch media {
		case document.PNG:
			_ = png.Encode(&b, m)
		case document.JPEG:
			_ = jpeg.Encode(&b, m, nil)
		case document.TIFF:
			_ = tiff.Encode(&b, m, nil)
		}
		f.Add(string(media), b.Bytes())
	}
	lim := ports.PictureLimits
	lim.Pixels = 1 << 20
	f.Fuzz(func(t *testing.T, media string, file []byte) {
		pages, _, err := picture.Reader{}.Look(document.Media(media), file, lim)
		if err != nil {
			var read *ports.ReadError
			require.True(t, errors.As(err, &read), "%v", err)
			return
		}
		if _, err = (picture.Reader{}).Decode(t.Context(), document.Media(media), file, pages-1, lim); err != nil {
			var read *ports.ReadError
			require.True(t, errors.As(err, &read), "%v", err)
		}
	})
}
