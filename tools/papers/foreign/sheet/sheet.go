// Package sheet draws text and shapes by millimetres: fonts, wrapped text, handwriting, stamps.
package sheet

import (
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/liberation/liberationmonoregular"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifitalic"
	"github.com/go-fonts/liberation/liberationserifregular"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/gofont/gosmallcaps"
)

// embedded has fonts with letters beyond Latin-1. Each viewer of PDFs has the other families.
var embedded = map[string][]byte{
	"sans": liberationsansregular.TTF, "sansB": liberationsansbold.TTF,
	"serif": liberationserifregular.TTF, "serifB": liberationserifbold.TTF, "serifI": liberationserifitalic.TTF,
	"mono": liberationmonoregular.TTF,
	"go":   goregular.TTF, "goB": gobold.TTF, "gomedium": gomedium.TTF, "caps": gosmallcaps.TTF,
	"gomono": gomono.TTF, "gomonoB": gomonobold.TTF,
}

// AllPages marks the place of the number of pages in a text.
const AllPages = "{pages}"

// Sheet draws text by the end of its line, in millimetres.
type Sheet struct {
	*fpdf.Fpdf
	latin  func(string) string
	added  map[string]bool
	native bool
}

// New begins a file of a size and an orientation of pages.
func New(orientation, size string, at time.Time) *Sheet {
	f := fpdf.New(orientation, "mm", size, "")
	f.SetAutoPageBreak(false, 0)
	f.SetCatalogSort(true)
	f.SetCreationDate(at)
	f.SetModificationDate(at)
	f.AliasNbPages(AllPages)
	return &Sheet{Fpdf: f, latin: f.UnicodeTranslatorFromDescriptor(""), added: map[string]bool{}}
}

// Font sets family, style and size of the text that follows.
func (s *Sheet) Font(family, style string, size float64) {
	ttf, ok := embedded[family+style]
	if ok && !s.added[family+style] {
		// The library writes into the bytes of some fonts, so that the next file would differ.
		s.AddUTF8FontFromBytes(family, style, slices.Clone(ttf))
		s.added[family+style] = true
	}
	s.native = !ok
	s.SetFont(family, style, size)
}

func (s *Sheet) encoded(text string) string {
	if s.native {
		return s.latin(text)
	}
	return text
}

// Wide measures a text in the current font.
func (s *Sheet) Wide(text string) float64 { return s.GetStringWidth(s.encoded(text)) }

// Put writes text from x (L), up to x (R) or around x (C).
func (s *Sheet) Put(x, y float64, align, text string) {
	switch align {
	case "R":
		x -= s.Wide(text)
	case "C":
		x -= s.Wide(text) / 2
	}
	if w, h := s.GetPageSize(); text != "" && (x < 0 || x+s.Wide(text) > w || y > h) {
		s.SetErrorf("%q is off the page at %.0f, %.0f", text, x, y)
	}
	if text != "" {
		s.Text(x, y, s.encoded(text))
	}
}

// Block writes lines below each other and returns the place after them.
func (s *Sheet) Block(x, y, lead float64, align string, lines ...string) float64 {
	for _, text := range lines {
		s.Put(x, y, align, text)
		y += lead
	}
	return y
}

// Wrapped parts text where a line is full. Line ends of the text stay.
func (s *Sheet) Wrapped(text string, width float64) []string {
	var lines []string
	for part := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(part) {
			if line != "" && s.Wide(line+" "+word) > width {
				lines = append(lines, line)
				line = word
				continue
			}
			line = strings.TrimPrefix(line+" "+word, " ")
		}
		lines = append(lines, line)
	}
	return lines
}

// Ink colours text and lines.
func (s *Sheet) Ink(r, g, b int) {
	s.SetTextColor(r, g, b)
	s.SetDrawColor(r, g, b)
}

// Fill colours a rectangle.
func (s *Sheet) Fill(x, y, w, h float64, r, g, b int) {
	s.SetFillColor(r, g, b)
	s.Rect(x, y, w, h, "F")
}

// Scrawl writes as if by hand: blue letters that lean and dance.
func (s *Sheet) Scrawl(x, y, size float64, text string) {
	s.Ink(30, 50, 150)
	s.Font("times", "I", size)
	for n, r := range text {
		up := float64(n*7%5)*0.22 - 0.4
		s.TransformBegin()
		s.TransformRotate(float64(n*37%13-4), x, y)
		s.Put(x, y+up, "L", string(r))
		s.TransformEnd()
		x += s.Wide(string(r))
	}
	s.Ink(0, 0, 0)
}

// Stamp prints a framed word askew.
func (s *Sheet) Stamp(x, y, turn float64, red, green, blue int, lines ...string) {
	s.TransformBegin()
	s.TransformRotate(turn, x, y)
	s.Ink(red, green, blue)
	s.SetLineWidth(0.7)
	s.Font("helvetica", "B", 15)
	w := 0.0
	for _, text := range lines {
		w = max(w, s.Wide(text))
	}
	s.RoundedRect(x, y, w+8, 6*float64(len(lines))+4, 2, "1234", "D")
	s.Block(x+4+w/2, y+6.5, 6, "C", lines...)
	s.TransformEnd()
	s.Ink(0, 0, 0)
	s.SetLineWidth(0.2)
}
