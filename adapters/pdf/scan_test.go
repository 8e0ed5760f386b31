package pdf_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// The page of these tests is small, as drawing takes long. Its scan has 254 dots per inch.
const (
	wide, high = 526, 744
	whole      = "q 149 0 0 211 0 0 cm /X Do Q "
)

// corner makes a picture of a shade with a quarter of another one at its top left.
func corner(width, height int, shade, other uint8) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := shade
			if x < width/2 && y < height/2 {
				v = other
			}
			m.SetGray(x, y, color.Gray{Y: v})
		}
	}
	return m
}

func photo(t *testing.T, width, height int, shade, other uint8) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, corner(width, height, shade, other), nil))
	return b.Bytes()
}

// pixels lists the bytes of the usual picture, and calls dot for each of its dots.
func pixels(dot func(black bool) []byte) []byte {
	var b []byte
	for _, v := range corner(wide, high, 255, 0).Pix {
		b = append(b, dot(v == 0)...)
	}
	return b
}

func grey(black bool) []byte {
	if black {
		return []byte{0}
	}
	return []byte{255}
}

// bits packs ones and zeros.
func bits(text string) []byte {
	b := make([]byte, (len(text)+7)/8)
	for i, c := range text {
		if c == '1' {
			b[i/8] |= 0x80 >> (i % 8)
		}
	}
	return b
}

// rows writes the usual picture with a bit for each dot.
func rows(black, white string) []byte {
	upper := bits(strings.Repeat(black, wide/2) + strings.Repeat(white, wide/2))
	lower := bits(strings.Repeat(white, wide))
	return slices.Concat(bytes.Repeat(upper, high/2), bytes.Repeat(lower, high/2))
}

// group4 codes the usual picture by ITU-T T.6: a row of 263 black dots, rows like the row above, a
// row that passes over the black dots, white rows, the end.
var group4 = bits("001" + "00110101" + "000001011011" + "00011" + "1" + strings.Repeat("111", high/2-1) +
	"0001" + "1" + strings.Repeat("1", high/2-1) + strings.Repeat("000000000001", 2))

// group3 codes the usual picture by ITU-T T.4: runs of 0, 256 and 7 dots, or of 512 and 14 dots.
var group3 = bits(strings.Repeat("00110101"+"000001011011"+"00011"+"0110111"+"1111", high/2) +
	strings.Repeat("01100101"+"110100", high/2))

// jbig2 wraps group4 into a page with one region.
func jbig2() []byte {
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, wide), high)
	segment := func(number, kind byte, data []byte) []byte {
		head := []byte{0, 0, 0, number, kind, 0, 1}
		return append(binary.BigEndian.AppendUint32(head, uint32(len(data))), data...)
	}
	page := slices.Concat(size, make([]byte, 8), []byte{0, 0, 0})
	region := slices.Concat(size, make([]byte, 8), []byte{0, 1}, group4)
	return slices.Concat(segment(0, 48, page), segment(1, 38, region))
}

func deflated(content []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(content)
	_ = z.Close()
	return b.Bytes()
}

// predicted returns the packed rows of a PNG, which have the predictors of PDFs.
func predicted(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, corner(wide, high, 255, 0)))
	var parts []byte
	for rest := b.Bytes()[8:]; len(rest) > 0; {
		n := int(binary.BigEndian.Uint32(rest))
		if string(rest[4:8]) == "IDAT" {
			parts = append(parts, rest[8:8+n]...)
		}
		rest = rest[12+n:]
	}
	return parts
}

// scanned writes a page of a picture.
func scanned(content, entries, dictionary string, picture []byte) []byte {
	x := stream("/Type /XObject /Subtype /Image "+dictionary, string(picture))
	return onePage(stream("", content), "/CropBox [0 0 149 211] /Resources << /XObject << /X 6 0 R >> >> "+entries, x)
}

func sized(width, height int, more string) string {
	return fmt.Sprintf("/Width %d /Height %d ", width, height) + more
}

// TestScannedPagesAreDecoded decodes the only picture of a page, so it keeps its size. All other
// pages are drawn with 300 dots per inch.
func TestScannedPagesAreDecoded(t *testing.T) {
	const bitonal = "/BitsPerComponent 1 /ColorSpace /DeviceGray "
	usual := func(more string) string { return sized(wide, high, more) }
	fine := photo(t, wide, high, 255, 0)
	const dct = "/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode"
	black := image.Pt(60, 60)
	for name, c := range map[string]struct {
		content, entries, dictionary string
		picture                      []byte
		size                         [3]int
		black                        image.Point
	}{
		"JPEG": {whole, "", usual(dct), fine, [3]int{526, 744, 254}, black},
		"bits": {
			whole, "", usual(bitonal + "/Filter /FlateDecode"), deflated(rows("0", "1")), [3]int{526, 744, 254}, black,
		},
		"bits the other way": {
			whole, "", usual(bitonal + "/Decode [1 0] /Filter /FlateDecode"), deflated(rows("1", "0")),
			[3]int{526, 744, 254}, black,
		},
		"grey": {
			whole, "", usual("/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode"), deflated(pixels(grey)),
			[3]int{526, 744, 254}, black,
		},
		"grey with predictors": {
			whole, "", usual("/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode " +
				"/DecodeParms << /Predictor 15 /Columns 526 >>"), predicted(t), [3]int{526, 744, 254}, black,
		},
		"colours": {
			whole, "", usual("/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode"),
			deflated(pixels(func(black bool) []byte { return bytes.Repeat(grey(black), 3) })), [3]int{526, 744, 254}, black,
		},
		"printers' colours": {
			whole, "", usual("/BitsPerComponent 8 /ColorSpace /DeviceCMYK /Filter /FlateDecode"),
			deflated(pixels(func(black bool) []byte { return append([]byte{0, 0, 0}, ^grey(black)[0]) })),
			[3]int{526, 744, 254}, black,
		},
		"palette": {
			whole, "", usual("/BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 2 <808080000000FFFFFF>] /Filter /FlateDecode"),
			deflated(pixels(func(black bool) []byte { return []byte{1 + grey(black)[0]&1} })), [3]int{526, 744, 254}, black,
		},
		"palette of bits": {
			whole, "", usual("/BitsPerComponent 1 /ColorSpace [/Indexed /DeviceGray 1 <FF00>] /Filter /FlateDecode"),
			deflated(rows("1", "0")), [3]int{526, 744, 254}, black,
		},
		"group 4": {
			whole, "", usual(bitonal + "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 526 /Rows 744 >>"), group4,
			[3]int{526, 744, 254}, black,
		},
		"group 4 the other way": {
			whole, "", usual(bitonal + "/Decode [1 0] /Filter /CCITTFaxDecode " +
				"/DecodeParms << /K -1 /Columns 526 /Rows 744 /BlackIs1 true >>"), group4, [3]int{526, 744, 254}, black,
		},
		"group 3": {
			whole, "", usual(bitonal + "/Filter /CCITTFaxDecode /DecodeParms << /K 0 /Columns 526 /Rows 744 >>"), group3,
			[3]int{526, 744, 254}, black,
		},
		"JBIG2": {whole, "", usual(bitonal + "/Filter /JBIG2Decode"), jbig2(), [3]int{526, 744, 254}, black},
		"packed twice": {
			whole, "", usual("/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter [/FlateDecode /DCTDecode]"), deflated(fine),
			[3]int{526, 744, 254}, black,
		},
		"page turned right": {whole, "/Rotate 90", usual(dct), fine, [3]int{744, 526, 254}, image.Pt(684, 60)},
		"page turned round": {whole, "/Rotate 180", usual(dct), fine, [3]int{526, 744, 254}, image.Pt(466, 684)},
		"page turned left":  {whole, "/Rotate 270", usual(dct), fine, [3]int{744, 526, 254}, image.Pt(60, 466)},
		"turned right": {
			"q 0 -211 149 0 0 211 cm /X Do Q", "", sized(744, 526, dct), photo(t, 744, 526, 255, 0),
			[3]int{526, 744, 254}, image.Pt(466, 60),
		},
		"turned left": {
			"q 0 211 -149 0 149 0 cm /X Do Q", "", sized(744, 526, dct), photo(t, 744, 526, 255, 0),
			[3]int{526, 744, 254}, image.Pt(60, 684),
		},
		"turned left on a page turned right": {
			"q 0 211 -149 0 149 0 cm /X Do Q", "/Rotate 90", sized(744, 526, dct), photo(t, 744, 526, 255, 0),
			[3]int{744, 526, 254}, black,
		},
		"with a margin": {
			"q 125 0 0 177 24 0 cm /X Do Q", "", usual(dct), fine, [3]int{627, 888, 303}, image.Pt(120, 160),
		},
		"moved page": {
			"q 149 0 0 211 20 30 cm /X Do Q", "/CropBox [20 30 169 241]", usual(dct), fine, [3]int{526, 744, 254}, black,
		},
		"coarse": {whole, "", sized(250, 354, dct), photo(t, 250, 354, 255, 0), [3]int{621, 879, 300}, black},
		"fine":   {whole, "", sized(1252, 1772, dct), photo(t, 1252, 1772, 255, 0), [3]int{621, 879, 300}, black},
		"oblong dots": {
			whole, "", sized(wide, 440, dct), photo(t, wide, 440, 255, 0), [3]int{621, 879, 300}, black,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := reader.Draw(t.Context(), scanned(c.content, c.entries, c.dictionary, c.picture), 0, ports.PictureLimits)
			require.NoError(t, err)
			require.Equal(t, c.size, [3]int{p.Rect.Dx(), p.Rect.Dy(), p.DPI})
			require.Less(t, p.GrayAt(c.black.X, c.black.Y).Y, uint8(40)) // printers' black is 32
			middle := image.Pt(p.Rect.Dx()/2, p.Rect.Dy()/2)
			opposite := middle.Mul(2).Sub(c.black)
			require.Greater(t, p.GrayAt(opposite.X, opposite.Y).Y, uint8(246))
		})
	}
}

// TestOtherPagesAreDrawn draws pages that show more, or less, than a picture.
func TestOtherPagesAreDrawn(t *testing.T) {
	const dct = "/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode "
	fine := photo(t, wide, high, 255, 0)
	for name, c := range map[string]struct {
		content, entries, dictionary string
		picture                      []byte
		black                        image.Point
	}{
		"stamp":       {whole + "120 195 9 9 re f", "", dct, fine, image.Pt(520, 45)},
		"upside down": {"q 149 0 0 -211 0 211 cm /X Do Q", "", dct, fine, image.Pt(25, 850)},
		"askew":       {"q 149 9 -9 211 0 0 cm /X Do Q", "", dct, fine, image.Pt(60, 60)},
		"cut off":     {"q 298 0 0 422 0 -211 cm /X Do Q", "", dct, fine, image.Pt(600, 850)},
		"a note on it": {
			whole, "/Annots [<< /Type /Annot /Subtype /Square /Rect [120 195 129 204] >>]", dct, fine, image.Pt(60, 60),
		},
		"dark":   {whole, "", dct, photo(t, wide, high, 0, 255), image.Pt(600, 850)},
		"masked": {whole, "", dct + "/Mask [250 255] ", fine, image.Pt(60, 60)},
	} {
		t.Run(name, func(t *testing.T) {
			file := scanned(c.content, c.entries, sized(wide, high, c.dictionary), c.picture)
			p, err := reader.Draw(t.Context(), file, 0, ports.PictureLimits)
			require.NoError(t, err)
			require.Equal(t, [3]int{621, 880, 300}, [3]int{p.Rect.Dx(), p.Rect.Dy(), p.DPI})
			require.Less(t, p.GrayAt(c.black.X, c.black.Y).Y, uint8(9))
		})
	}
}

// TestHostileScans reads pictures that are cut, wrong, or too large for the sandbox. A page is
// drawn without them, or refused, and the next page is read.
func TestHostileScans(t *testing.T) {
	const bitonal = "/BitsPerComponent 1 /ColorSpace /DeviceGray "
	const fax = bitonal + "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns %d /Rows %d >>"
	flate := deflated(rows("0", "1"))
	for name, c := range map[string]struct {
		dictionary string
		picture    []byte
	}{
		"JPEG cut":       {sized(wide, high, "/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode"), photo(t, wide, high, 255, 0)[:600]},
		"Flate cut":      {sized(wide, high, bitonal+"/Filter /FlateDecode"), flate[:len(flate)/2]},
		"no Flate":       {sized(wide, high, bitonal+"/Filter /FlateDecode"), bytes.Repeat([]byte{0xA5}, 5_000)},
		"group 4 cut":    {sized(wide, high, fmt.Sprintf(fax, wide, high)), group4[:40]},
		"no group 4":     {sized(wide, high, fmt.Sprintf(fax, wide, high)), bytes.Repeat([]byte{0x5A}, 5_000)},
		"JBIG2 cut":      {sized(wide, high, bitonal+"/Filter /JBIG2Decode"), jbig2()[:60]},
		"no picture":     {sized(wide, high, bitonal+"/Filter /FlateDecode"), nil},
		"no dots":        {sized(0, 0, bitonal+"/Filter /FlateDecode"), flate},
		"unknown filter": {sized(wide, high, bitonal+"/Filter /NoSuchDecode"), flate},
		"wide as no page": {
			sized(30_000_000, 1, bitonal+"/Filter /FlateDecode"), deflated(make([]byte, 4_000_000)),
		},
		"high as no page":    {sized(1, 30_000_000, fmt.Sprintf(fax, 1, 30_000_000)), bytes.Repeat([]byte{0xFF}, 4_000_000)},
		"too many dots":      {sized(60_000, 60_000, fmt.Sprintf(fax, 60_000, 60_000)), bytes.Repeat([]byte{0xFF}, 8_000)},
		"negative dots":      {sized(-526, -744, fmt.Sprintf(fax, -526, -744)), group4},
		"columns of another": {sized(wide, high, fmt.Sprintf(fax, 2_000_000_000, 2_000_000_000)), group4},
		"a bomb": {
			sized(6_300, 6_300, "/BitsPerComponent 16 /ColorSpace /DeviceRGB /Filter /FlateDecode"), deflated(make([]byte, 6_300*6_300*6)),
		},
		"a bomb of colours": {
			sized(6_300, 6_300, "/BitsPerComponent 8 /ColorSpace /DeviceCMYK /Filter [/FlateDecode /FlateDecode]"),
			deflated(deflated(make([]byte, 6_300*6_300*4))),
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := reader.Draw(t.Context(), scanned(whole, "", c.dictionary, c.picture), 0, ports.PictureLimits)
			if err == nil {
				require.LessOrEqual(t, p.Rect.Dx()*p.Rect.Dy(), 40_000_000)
				return
			}
			var read *ports.ReadError
			require.ErrorAs(t, err, &read)
			require.Contains(t, []document.FailureCode{document.OverLimits, document.Unreadable}, read.Code)
		})
	}
	p, err := reader.Draw(t.Context(), scanned(whole, "", sized(wide, high, bitonal+"/Filter /FlateDecode"), flate), 0, ports.PictureLimits)
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, wide, high), p.Rect)
}
