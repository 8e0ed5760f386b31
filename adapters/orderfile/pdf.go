package orderfile

import (
	"bytes"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"

	"sellingassistant/domain/purchasing/form"
)

// Measures of an A4 page in millimetres, and sizes of letters in points.
const (
	margin = 15.0
	bottom = 280.0
	width  = 180.0
	high   = 3.8
	gap    = 5.0
	// sums has the left edge of the labels of sums, figures the width of their values.
	sums    = 105.0
	figures = 35.0

	small  = 8.0
	normal = 9.0
	large  = 16.0
)

const (
	family = "form"
	// The number of pages replaces pages when all are written.
	pages = "{pages}"
)

// sheet has a PDF that is being written, down to y.
type sheet struct {
	*fpdf.Fpdf
	form   form.Form
	glyphs *sfnt.Font
	buffer sfnt.Buffer
	shown  map[rune]bool
	widths []float64
	y      float64
}

func (w *Writer) pdf(f form.Form) ([]byte, error) {
	s := &sheet{Fpdf: fpdf.New("P", "mm", "A4", ""), form: f, glyphs: w.glyphs, shown: map[rune]bool{}}
	s.AddUTF8FontFromBytes(family, "", w.regular)
	s.AddUTF8FontFromBytes(family, "B", w.bold)
	s.SetMargins(margin, margin, margin)
	s.SetAutoPageBreak(false, 0)
	s.SetCatalogSort(true)
	s.SetCreationDate(f.At.UTC())
	s.SetModificationDate(f.At.UTC())
	s.SetTitle(s.text(f.Title), true)
	s.AliasNbPages(pages)
	s.SetFooterFunc(func() {
		s.SetFont(family, "", small)
		s.line(margin, bottom+gap, width, "L", s.text(f.Number))
		s.line(margin, bottom+gap, width, "R", s.text(f.Page)+" "+strconv.Itoa(s.PageNo())+" / "+pages)
	})
	s.next()
	s.head()
	s.table()
	s.foot()
	var out bytes.Buffer
	err := s.Output(&out)
	return out.Bytes(), err
}

// text replaces letters that the font lacks by question marks.
func (s *sheet) text(text string) string {
	return strings.Map(func(r rune) rune {
		shown, known := s.shown[r]
		if !known {
			glyph, err := s.glyphs.GlyphIndex(&s.buffer, r)
			// The library embeds no characters of further planes.
			shown = r == '\n' || err == nil && glyph != 0 && r <= 0xFFFF
			s.shown[r] = shown
		}
		if !shown {
			return '?'
		}
		return r
	}, plain(text))
}

// next begins a page.
func (s *sheet) next() {
	s.AddPage()
	s.y = margin
}

// line prints one line at a place.
func (s *sheet) line(x, y, w float64, align, text string) {
	s.SetXY(x, y)
	s.CellFormat(w, high, text, "", 0, align, false, 0, "")
}

// block prints text in a column, line by line, and returns its lower edge.
func (s *sheet) block(x, y, w, step float64, align, text string) float64 {
	for _, line := range s.SplitText(s.text(text), w) {
		s.line(x, y, w, align, line)
		y += step
	}
	return y
}

// head prints title, addresses side by side, and facts.
func (s *sheet) head() {
	s.SetFont(family, "B", large)
	top := s.block(margin, s.y, width, 2*high, "L", s.form.Title) + gap
	each := width / float64(max(1, len(s.form.Parties)))
	s.y = top
	for i, p := range s.form.Parties {
		x := margin + float64(i)*each
		s.SetFont(family, "B", normal)
		y := s.block(x, top, each, high, "L", p.Label)
		s.SetFont(family, "", normal)
		for _, line := range p.Lines {
			y = s.block(x, y, each, high, "L", line)
		}
		s.y = max(s.y, y)
	}
	s.y += gap
	const label = 45
	for _, f := range s.form.Facts {
		s.line(margin, s.y, label, "L", s.text(f.Label))
		s.y = s.block(margin+label, s.y, width-label, high, "L", f.Value)
	}
	s.y += gap
}

// table prints the rows without splitting a row between pages.
func (s *sheet) table() {
	total := 0
	for _, c := range s.form.Columns {
		total += c.Width
	}
	for _, c := range s.form.Columns {
		s.widths = append(s.widths, width*float64(c.Width)/float64(total))
	}
	s.columns()
	for _, row := range s.form.Rows {
		cells, lines := make([][]string, len(row)), 0
		for i, text := range row {
			cells[i] = s.SplitText(s.text(text), s.widths[i])
			lines = max(lines, len(cells[i]))
		}
		if s.y+float64(lines)*high > bottom {
			s.next()
			s.columns()
		}
		s.cells(cells)
	}
	s.y += gap
}

// columns prints the names of the columns.
func (s *sheet) columns() {
	s.SetFont(family, "B", small)
	cells := make([][]string, len(s.form.Columns))
	for i, c := range s.form.Columns {
		cells[i] = s.SplitText(s.text(c.Label), s.widths[i])
	}
	s.cells(cells)
	s.SetFont(family, "", small)
}

// cells prints the lines of a row and draws one below it.
func (s *sheet) cells(cells [][]string) {
	x, low := margin, s.y
	for i, lines := range cells {
		align := "L"
		if s.form.Columns[i].Number {
			align = "R"
		}
		for n, line := range lines {
			s.line(x, s.y+float64(n)*high, s.widths[i], align, line)
		}
		x, low = x+s.widths[i], max(low, s.y+float64(len(lines))*high)
	}
	s.Line(margin, low+high/8, margin+width, low+high/8)
	s.y = low + high/4
}

// foot prints sums and the note.
func (s *sheet) foot() {
	s.SetFont(family, "", normal)
	if s.y+float64(len(s.form.Sums))*2*high > bottom {
		s.next()
	}
	for _, sum := range s.form.Sums {
		s.line(margin+width-figures, s.y, figures, "R", s.text(sum.Value))
		s.y = s.block(sums, s.y, margin+width-figures-sums, high, "L", sum.Label)
	}
	s.y += gap
	for _, line := range s.SplitText(s.text(s.form.Note), width) {
		if s.y+high > bottom {
			s.next()
		}
		s.line(margin, s.y, width, "L", line)
		s.y += high
	}
}
