package pdf

import (
	"math"
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
)

const (
	// A word ends at a horizontal gap to the next character, or at a step of its baseline. Both are
	// in heights of the font's box. The parser puts spaces into narrower gaps, which kerning makes
	// inside words too: there a word ends at kerned.
	gap, kerned, step = 0.18, 0.14, 0.25
	// turned limits the angle between text and reading direction, in radians: 17 degrees.
	turned = 17 * math.Pi / 180
)

// page reads the words of a page.
func (o *opened) page(i int) (grid.Page, error) {
	loaded, err := o.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: o.doc, Index: i})
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = o.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page}) }()
	page := requests.Page{ByReference: &loaded.Page}
	bounds, err := o.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: page})
	if err != nil {
		return nil, err
	}
	rotation, err := o.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: page})
	if err != nil {
		return nil, err
	}
	text, err := o.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = o.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage}) }()
	count, err := o.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: text.TextPage})
	if err != nil {
		return nil, err
	}
	if o.characters += count.Count; o.characters > o.lim.Characters {
		return nil, over("more than %d characters", o.lim.Characters)
	}
	b := bounds.Rect
	w := &writer{quarter: int(rotation.PageRotation) % 4, left: float64(b.Left), top: float64(b.Top), right: float64(b.Right), bottom: float64(b.Bottom)}
	for c := range count.Count {
		if err := o.character(w, text.TextPage, c); err != nil {
			return nil, err
		}
	}
	w.end()
	if o.words += len(w.page); o.words > o.lim.Words {
		return nil, over("more than %d words", o.lim.Words)
	}
	return w.page, nil
}

// character adds a character to the word it belongs to.
func (o *opened) character(w *writer, text references.FPDF_TEXTPAGE, c int) error {
	code, err := o.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: text, Index: c})
	if err != nil {
		return err
	}
	r := rune(code.Unicode)
	switch {
	case r == 2 || r == '\u00ad': // a hyphen at the end of a row
		r = '-'
	case r == ' ':
		made, err := o.FPDFText_IsGenerated(&requests.FPDFText_IsGenerated{TextPage: text, Index: c})
		if err != nil {
			return err
		}
		if w.spaced = made.IsGenerated; !w.spaced {
			w.end()
		}
		return nil
	case r == 0 || unicode.IsSpace(r) || unicode.IsControl(r) || r > unicode.MaxRune:
		w.end()
		return nil
	}
	angle, err := o.FPDFText_GetCharAngle(&requests.FPDFText_GetCharAngle{TextPage: text, Index: c})
	if err != nil {
		return err
	}
	box, err := o.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: text, Index: c})
	if err != nil {
		return err
	}
	origin, err := o.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: text, Index: c})
	if err != nil {
		return err
	}
	place := w.place(float64(box.Rect.Left), float64(box.Rect.Top), float64(box.Rect.Right), float64(box.Rect.Bottom))
	base := w.place(origin.X, origin.Y, origin.X, origin.Y).Top
	if off := math.Mod(float64(angle.CharAngle)+float64(w.quarter)*math.Pi/2, 2*math.Pi); off > turned && off < 2*math.Pi-turned {
		w.end()
		return nil
	}
	w.add(r, place, base)
	return nil
}

// writer joins characters into words.
type writer struct {
	// quarter counts the clockwise quarter turns with which the page is shown. The sides belong to
	// the page before turning.
	quarter                  int
	left, top, right, bottom float64
	page                     grid.Page
	// spaced says that the parser put a space after the last character.
	spaced bool
	text   strings.Builder
	box    reading.Box
	base   float64
}

// place converts a box to the page as shown, from its top left.
func (w *writer) place(left, top, right, bottom float64) reading.Box {
	switch w.quarter {
	case 1:
		return reading.Box{Left: bottom - w.bottom, Right: top - w.bottom, Top: left - w.left, Bottom: right - w.left}
	case 2:
		return reading.Box{Left: w.right - right, Right: w.right - left, Top: bottom - w.bottom, Bottom: top - w.bottom}
	case 3:
		return reading.Box{Left: w.top - top, Right: w.top - bottom, Top: w.right - right, Bottom: w.right - left}
	}
	return reading.Box{Left: left - w.left, Right: right - w.left, Top: w.top - top, Bottom: w.top - bottom}
}

func (w *writer) add(r rune, box reading.Box, base float64) {
	height := max(box.Bottom-box.Top, w.box.Bottom-w.box.Top)
	widest := gap * height
	if w.spaced {
		widest = kerned * height
	}
	right := box.Left - w.box.Right
	if w.text.Len() > 0 && (math.Abs(base-w.base) >= step*height || right >= widest || box.Left < w.box.Left-gap*height) {
		w.end()
	}
	w.spaced = false
	if w.text.Len() == 0 {
		w.box = box
	}
	w.base = base
	w.text.WriteRune(r)
	w.box = reading.Box{
		Left: min(w.box.Left, box.Left), Top: min(w.box.Top, box.Top), Right: max(w.box.Right, box.Right), Bottom: max(w.box.Bottom, box.Bottom),
	}
}

func (w *writer) end() {
	if w.text.Len() > 0 {
		w.page = append(w.page, grid.Word{Text: w.text.String(), Box: w.box})
		w.text.Reset()
	}
}
