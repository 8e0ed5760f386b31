package orderfile

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/sfnt"

	"sellingassistant/domain/purchasing/form"
)

// Writer writes forms. The built-in font has the letters of Latin, Greek and Cyrillic scripts.
type Writer struct {
	regular, bold []byte
	glyphs        *sfnt.Font
}

// New returns a writer with a TrueType font; nil keeps the built-in font.
func New(font []byte) (*Writer, error) {
	w := &Writer{regular: liberationsansregular.TTF, bold: liberationsansbold.TTF}
	if font != nil {
		w.regular, w.bold = font, font
	}
	var err error
	if w.glyphs, err = sfnt.Parse(w.regular); err != nil {
		return nil, fmt.Errorf("the font of PDFs cannot be read: %w", err)
	}
	if font != nil && !bytes.HasPrefix(font, []byte{0, 1, 0, 0}) {
		return nil, fmt.Errorf("the font of PDFs is not TrueType with outlines of its own")
	}
	return w, nil
}

// Write writes a form; the same form always gives the same bytes.
func (w *Writer) Write(f form.Form, as form.Format) ([]byte, error) {
	if as == form.CSV {
		return table(f)
	}
	return w.pdf(f)
}

// plain removes control characters except line ends, and marks that change the writing direction.
// Those could show other figures than the order has.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\ufeff':
			return -1
		}
		return r
	}, text)
}

// cell makes text safe from being taken for a formula by spreadsheets. Full-width signs begin a
// formula in some.
func cell(text string) string {
	text = plain(text)
	if strings.ContainsAny(firstOf(strings.TrimSpace(text)), "=+-@＝＋－＠") {
		return "'" + text
	}
	return text
}

func firstOf(text string) string {
	for _, r := range text {
		return string(r)
	}
	return ""
}

// table writes the facts, the table and the sums, one below the other. All lines have the same
// number of cells. A byte order mark identifies the text as UTF-8 for spreadsheets.
func table(f form.Form) ([]byte, error) {
	width := max(2, len(f.Columns))
	var lines [][]string
	add := func(cells ...string) {
		line := make([]string, width)
		for i, text := range cells {
			line[i] = cell(text)
		}
		lines = append(lines, line)
	}
	add(f.Title)
	for _, p := range f.Parties {
		add(p.Label, strings.Join(p.Lines, ", "))
	}
	for _, fact := range f.Facts {
		add(fact.Label, fact.Value)
	}
	add()
	labels := make([]string, len(f.Columns))
	for i, c := range f.Columns {
		labels[i] = c.Label
	}
	add(labels...)
	for _, row := range f.Rows {
		add(row...)
	}
	add()
	for _, sum := range f.Sums {
		add(sum.Label, sum.Value)
	}
	if f.Note != "" {
		add(f.Note)
	}
	var out bytes.Buffer
	out.WriteString("\ufeff")
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	err := w.WriteAll(lines)
	return out.Bytes(), err
}
