package pdf

import (
	"bytes"
	"image"
	"math"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"sellingassistant/domain/document/dots"
	ports "sellingassistant/ports/document"
)

const (
	// coarsest and finest bound the resolution of pictures that keep their dots.
	coarsest, finest = 250, 400
	// slack bounds distances that do not count, relative to the side of the page.
	slack = 0.01
	// darkest bounds the mean of dots. A darker picture may show less on its page.
	darkest = 128
)

// masked occurs in the dictionary of a picture with a mask, and of a mask. PDFs never pack the
// dictionaries of pictures.
var masked = []byte("Mask")

// scanned returns a page that shows only one picture, as scanners make them. To decode the picture
// takes a part of the time of drawing the page. It returns false for all other pages.
func (o *opened) scanned(file []byte, page int, lim ports.ScanLimits) (p ports.Picture, ok bool, err error) {
	if bytes.Contains(file, masked) {
		return p, false, nil
	}
	s, err := o.sheet(file, page)
	if err != nil {
		return p, false, err
	}
	object, ok := o.single(s.at)
	if !ok {
		return p, false, nil
	}
	turns, on, ok := o.placed(object, s)
	if !ok {
		return p, false, nil
	}
	found, err := o.FPDFImageObj_GetImagePixelSize(&requests.FPDFImageObj_GetImagePixelSize{ImageObject: object})
	if err != nil {
		return p, false, err
	}
	if size := float64(found.Width) * float64(found.Height); size == 0 || size > float64(lim.Pixels) {
		return p, false, nil
	}
	m, err := o.decoded(object)
	if err != nil {
		return p, false, err
	}
	if dark(m) {
		return p, false, nil
	}
	p, ok = s.laid(dots.Turned(m, turns), on, lim)
	return p, ok, nil
}

// dark looks at every 16th dot.
func dark(m *image.Gray) bool {
	sum, n := 0, 0
	for y := 0; y < m.Rect.Dy(); y += 4 {
		for x := 0; x < m.Rect.Dx(); x += 4 {
			sum, n = sum+int(m.Pix[y*m.Stride+x]), n+1
		}
	}
	return sum < darkest*n
}

// single returns the opaque picture of a page that shows nothing else.
func (o *opened) single(at requests.Page) (object references.FPDF_PAGEOBJECT, ok bool) {
	notes, err := o.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: at})
	if err != nil || notes.Count > 0 {
		return "", false
	}
	all, err := o.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: at})
	if err != nil || all.Count != 1 {
		return "", false
	}
	first, err := o.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: at})
	if err != nil {
		return "", false
	}
	kind, err := o.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: first.PageObject})
	if err != nil || kind.Type != enums.FPDF_PAGEOBJ_IMAGE {
		return "", false
	}
	clear, err := o.FPDFPageObj_HasTransparency(&requests.FPDFPageObj_HasTransparency{PageObject: first.PageObject})
	return first.PageObject, err == nil && !clear.HasTransparency
}

// area has the place of a picture on a page as it is shown, in points from its top left.
type area struct{ left, top, wide, high float64 }

// placed returns how many quarters clockwise a picture is turned as the page is shown, and its
// place. It returns false for pictures that are askew, mirrored or beyond the edges of the page.
func (o *opened) placed(object references.FPDF_PAGEOBJECT, s *sheet) (turns int, on area, ok bool) {
	found, err := o.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: object})
	if err != nil {
		return 0, on, false
	}
	rotation, err := o.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: s.at})
	if err != nil {
		return 0, on, false
	}
	bounds, err := o.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: s.at})
	if err != nil {
		return 0, on, false
	}
	m, b := found.Matrix, bounds.Rect
	near := func(is float32) bool { return math.Abs(float64(is)) <= slack*min(s.wide, s.high) }
	switch {
	case near(m.B) && near(m.C) && m.A > 0 && m.D > 0:
	case near(m.A) && near(m.D) && m.B < 0 && m.C > 0:
		turns = 1
	case near(m.B) && near(m.C) && m.A < 0 && m.D < 0:
		turns = 2
	case near(m.A) && near(m.D) && m.B > 0 && m.C < 0:
		turns = 3
	default:
		return 0, on, false
	}
	quarter := int(rotation.PageRotation) & 3
	w := &writer{
		quarter: quarter, left: float64(b.Left), top: float64(b.Top), right: float64(b.Right), bottom: float64(b.Bottom),
	}
	box := w.place(
		float64(m.E+min(m.A, 0)+min(m.C, 0)), float64(m.F+max(m.B, 0)+max(m.D, 0)),
		float64(m.E+max(m.A, 0)+max(m.C, 0)), float64(m.F+min(m.B, 0)+min(m.D, 0)),
	)
	on = area{box.Left, box.Top, box.Right - box.Left, box.Bottom - box.Top}
	inside := func(from, length, side float64) bool {
		return length > 0 && from >= -slack*side && from+length <= side*(1+slack)
	}
	return (turns + quarter) & 3, on, inside(on.left, on.wide, s.wide) && inside(on.top, on.high, s.high)
}

// decoded returns a picture in grey.
func (o *opened) decoded(object references.FPDF_PAGEOBJECT) (*image.Gray, error) {
	found, err := o.FPDFImageObj_GetBitmap(&requests.FPDFImageObj_GetBitmap{ImageObject: object})
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = o.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: found.Bitmap}) }()
	kind, err := o.FPDFBitmap_GetFormat(&requests.FPDFBitmap_GetFormat{Bitmap: found.Bitmap})
	if err != nil {
		return nil, err
	}
	width, err := o.FPDFBitmap_GetWidth(&requests.FPDFBitmap_GetWidth{Bitmap: found.Bitmap})
	if err != nil {
		return nil, err
	}
	height, err := o.FPDFBitmap_GetHeight(&requests.FPDFBitmap_GetHeight{Bitmap: found.Bitmap})
	if err != nil {
		return nil, err
	}
	stride, err := o.FPDFBitmap_GetStride(&requests.FPDFBitmap_GetStride{Bitmap: found.Bitmap})
	if err != nil {
		return nil, err
	}
	// The bytes belong to the sandbox, so they are copied.
	content, err := o.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: found.Bitmap})
	if err != nil {
		return nil, err
	}
	m := image.NewGray(image.Rect(0, 0, width.Width, height.Height))
	for y := range height.Height {
		from, to := content.Buffer[y*stride.Stride:], m.Pix[y*m.Stride:][:m.Stride]
		switch kind.Format {
		case enums.FPDF_BITMAP_FORMAT_GRAY:
			copy(to, from)
		case enums.FPDF_BITMAP_FORMAT_BGR:
			lighten(to, from, 3)
		default:
			lighten(to, from, 4)
		}
	}
	return m, nil
}

// lighten turns blue, green and red into grey.
func lighten(to, from []byte, step int) {
	for x := range to {
		dot := from[x*step:][:3]
		to[x] = uint8((7_471*uint32(dot[0]) + 38_470*uint32(dot[1]) + 19_595*uint32(dot[2]) + 1<<15) >> 16)
	}
}

// laid returns a page of a picture on white. It keeps the dots of a picture that needs no other
// resolution, and of its edges.
func (s *sheet) laid(m *image.Gray, on area, lim ports.ScanLimits) (p ports.Picture, ok bool) {
	across, down := float64(m.Rect.Dx())*72/on.wide, float64(m.Rect.Dy())*72/on.high
	dpi := across
	if across < coarsest || across > finest || math.Abs(across-down) > 2*slack*across {
		fit, err := s.dpi(lim)
		if err != nil {
			return p, false
		}
		dpi = float64(fit)
		m = dots.Scaled(m, int(math.Round(on.wide*dpi/72)), int(math.Round(on.high*dpi/72)))
	}
	p = ports.Picture{Gray: m, DPI: int(math.Round(dpi))}
	if s.wide-on.wide <= slack*s.wide && s.high-on.high <= slack*s.high {
		return p, true
	}
	wide, high := s.wide*dpi/72, s.high*dpi/72
	if wide*high > float64(lim.Pixels) {
		return p, false
	}
	p.Gray = image.NewGray(image.Rect(0, 0, int(math.Round(wide)), int(math.Round(high))))
	for i := range p.Pix {
		p.Pix[i] = 255
	}
	left, top := int(math.Round(on.left*dpi/72)), int(math.Round(on.top*dpi/72))
	for y := max(0, -top); y < min(m.Rect.Dy(), p.Rect.Dy()-top); y++ {
		row := m.Pix[y*m.Stride:][:m.Rect.Dx()]
		copy(p.Pix[(y+top)*p.Stride+max(0, left):][:p.Stride-max(0, left)], row[max(0, -left):])
	}
	return p, true
}
