package draw

import (
	"bytes"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"

	"sellingassistant/domain/document"
)

// Measures of a page in millimetres.
const (
	margin = 15.0
	width  = 180.0
	bottom = 268.0
	// point counts millimetres.
	point = 25.4 / 72
)

// sheet has a PDF that is being drawn, down to y.
type sheet struct {
	*content
	pdf    *fpdf.Fpdf
	family string
	size   float64
	high   float64
	y      float64
	// left and wide say where tables begin, and their width.
	left, wide float64
	encode     func(string) string
}

func (c *content) sheet() ([]byte, error) {
	s := &sheet{content: c, pdf: fpdf.New("P", "mm", "A4", ""), size: c.Size, left: margin, wide: width}
	s.encode = func(t string) string { return t }
	if s.size == 0 {
		s.size = 9
	}
	s.high = s.size * point * 1.25
	switch c.Renderer {
	case TrueType:
		s.family = "paper"
		s.pdf.AddUTF8FontFromBytes(s.family, "", liberationsansregular.TTF)
		s.pdf.AddUTF8FontFromBytes(s.family, "B", liberationsansbold.TTF)
	default:
		s.family = string(c.Renderer)
		s.encode = s.pdf.UnicodeTranslatorFromDescriptor("")
	}
	s.pdf.SetMargins(margin, margin, margin)
	s.pdf.SetAutoPageBreak(false, 0)
	s.pdf.SetCatalogSort(true)
	s.pdf.SetCreationDate(c.issued)
	s.pdf.SetModificationDate(c.issued)
	s.next()
	s.head()
	switch {
	case len(s.Card) > 0:
		s.cards()
	case s.Across > 0:
		s.list()
	default:
		s.table()
	}
	s.feet()
	var out bytes.Buffer
	err := s.pdf.Output(&out)
	return out.Bytes(), err
}

// put prints a text at a place: aligned L, R or C in a width.
func (s *sheet) put(x, y, w float64, align string, bold bool, text string) {
	s.font(bold, s.size)
	s.at(x, y, w, align, text)
}

func (s *sheet) font(bold bool, size float64) {
	style := ""
	if bold {
		style = "B"
	}
	s.pdf.SetFont(s.family, style, size)
}

func (s *sheet) at(x, y, w float64, align, text string) {
	s.pdf.SetXY(x, y)
	s.pdf.CellFormat(w, s.high, s.encode(text), "", 0, align, false, 0, "")
}

func (s *sheet) long(text string) float64 { return s.pdf.GetStringWidth(s.encode(text)) }

// wrapped parts a text into rows that fit into a width.
func (s *sheet) wrapped(text string, w float64) []string {
	var rows []string
	row := ""
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimSpace(row + " " + word)
		if row != "" && s.long(longer) > w-2 {
			rows, longer = append(rows, row), word
		}
		row = longer
	}
	return append(rows, row)
}

func (s *sheet) next() {
	s.pdf.AddPage()
	s.y = margin
	if s.Foot != "" {
		s.font(false, s.size-1.5)
		s.at(margin, 284, width, "C", s.Foot)
	}
	if s.Head != "" && s.pdf.PageNo() > 1 {
		s.put(margin, s.y, width, "L", false, s.fill(s.Head))
		s.put(margin, s.y, width, "R", false, s.number)
		s.y += 2 * s.high
	}
}

// fill puts the facts into a text.
func (c *content) fill(text string) string {
	for _, kind := range []string{"number", "date", "order", "due", "taxid"} {
		text = strings.ReplaceAll(text, "{"+kind+"}", c.value(kind))
	}
	return text
}

func containsFact(text, kind string) bool { return strings.Contains(text, "{"+kind+"}") }

// head prints sender, addressee, title and facts.
func (s *sheet) head() {
	if s.Parties != "" {
		s.letterhead()
		return
	}
	s.font(true, s.size+4)
	s.at(margin, s.y, width/2, "L", s.company)
	s.put(margin, s.y+1.8*s.high, width/2, "L", false, s.town)
	s.y += 4 * s.high
	top := s.y
	s.put(margin, s.y, 80, "L", false, s.buyer)
	s.put(margin, s.y+s.high, 80, "L", false, s.towns[0])
	s.y += 4 * s.high
	low := s.facts2(top)
	s.y = max(s.y, low) + s.high
	s.font(true, s.size+5)
	s.at(margin, s.y, width, "L", s.fill(s.Title))
	s.y += 2.2 * s.high
	if s.Place == Sentence {
		s.sentence()
	}
	if s.Type != document.PackingSlip && s.Type != document.PriceList {
		for _, row := range s.wrapped(s.greeting, width) {
			s.put(margin, s.y, width, "L", false, row)
			s.y += s.high
		}
	}
	s.y += s.high
}

// facts2 prints the facts beside the addressee, and returns where they end.
func (s *sheet) facts2(y float64) float64 {
	switch s.Place {
	case Right:
		for _, f := range s.facts {
			s.put(120, y, 35, "L", false, f.label)
			s.put(155, y, 40, "R", false, s.value(f.kind))
			y += s.high
		}
	case Left:
		y = s.y
		for _, f := range s.facts {
			s.put(margin, y, 100, "L", false, f.label+": "+s.value(f.kind))
			y += s.high
		}
	case Grid:
		y = s.y
		each := width / float64(max(1, len(s.facts)))
		for i, f := range s.facts {
			s.put(margin+float64(i)*each, y, each, "L", true, f.label)
			s.put(margin+float64(i)*each, y+1.2*s.high, each, "L", false, s.value(f.kind))
		}
		y += 2.4 * s.high
	case Boxes:
		y = s.boxes()
	}
	return y
}

func (s *sheet) sentence() {
	var parts []string
	for _, f := range s.facts {
		parts = append(parts, f.label+" "+s.value(f.kind))
	}
	s.put(margin, s.y, width, "L", false, strings.Join(parts, "   "))
	s.y += 1.6 * s.high
}

// feet prints the sums, the taxes and a closing sentence.
func (s *sheet) feet() {
	rows := s.sumRows()
	if s.y+float64(len(rows)+4)*s.high > bottom {
		s.next()
	}
	s.y += 0.5 * s.high
	if s.SumsAcross {
		s.sumsAcross(rows)
		rows = nil
	}
	end := margin
	if len(s.Card) > 0 {
		end += width
	}
	for _, c := range s.columns {
		end += c.width
	}
	for i, row := range rows {
		s.put(end-75, s.y, 45, "L", i == len(rows)-1, row[0])
		s.put(end-35, s.y, 35, "R", i == len(rows)-1, row[1])
		s.y += 1.15 * s.high
	}
	s.taxes()
	s.y += 2 * s.high
	for _, row := range s.wrapped(s.thanks, width) {
		if s.y > bottom {
			s.next()
		}
		s.put(margin, s.y, width, "L", false, row)
		s.y += s.high
	}
}

// taxes prints rate, base and tax of each rate.
func (s *sheet) taxes() {
	if s.TaxTable == "" {
		return
	}
	s.y += 1.5 * s.high
	if s.y+4*s.high > bottom {
		s.next()
	}
	print := func(bold bool, cells ...string) {
		for i, text := range cells {
			s.put(margin+float64(i)*35, s.y, 33, "R", bold, text)
		}
		s.y += s.high
	}
	print(true, strings.Split(s.TaxTable, "|")...)
	for n, rate := range s.Rates {
		base := s.bases[rate]
		if n == 0 {
			base = must(must(base.Sub(s.discount)).Add(s.freight))
		}
		print(false, itoa(rate)+"%", s.Figures.amount(base, 2), s.Figures.amount(taxOf(base, rate), 2))
	}
}
