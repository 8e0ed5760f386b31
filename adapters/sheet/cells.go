package sheet

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/document/table"
)

// readSheet reads the rows of a sheet. It takes stored values, not formulas.
func (w *workbook) readSheet(name, at string) error {
	s := &sheetRows{workbook: w, name: name}
	return w.walk(at, math.MaxUint64, func(p *part, e xml.StartElement) error {
		switch e.Name.Local {
		case "row":
			return s.row(p, e)
		case "c":
			return unreadable("part %s has a cell outside of rows", at)
		}
		return nil
	})
}

// sheetRows reads row after row into the same cells.
type sheetRows struct {
	*workbook
	name  string
	n     int
	cells []table.Cell
	text  []byte
}

func (s *sheetRows) row(p *part, row xml.StartElement) error {
	s.n++
	if n, err := strconv.Atoi(attr(row, "r")); err == nil && n > 0 {
		s.n = n
	}
	s.cells = s.cells[:0]
	column, depth := 0, p.depth
	for {
		t, err := p.next()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case nil:
			return nil
		case xml.EndElement:
			if p.depth < depth {
				return s.out.add(s.name, s.n, s.cells)
			}
		case xml.StartElement:
			if t.Name.Local != "c" {
				continue
			}
			column++
			if named := columnOf(attr(t, "r")); named > 0 {
				column = named
			}
			c, err := s.cell(p, t)
			if err != nil {
				return err
			}
			if c.Text == "" {
				continue
			}
			if err := s.out.shows(c.Text); err != nil {
				return err
			}
			if column > s.out.lim.Columns {
				return over("more than %d columns", s.out.lim.Columns)
			}
			for len(s.cells) < column {
				s.cells = append(s.cells, table.Cell{})
			}
			s.cells[column-1] = c
		}
	}
}

// columnOf returns the number of the column in a name such as AB12, 0 without a column.
func columnOf(name string) int {
	n := 0
	for i := range len(name) {
		c := name[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			return n
		}
		if n = 26*n + int(c-'A') + 1; n > 1<<20 {
			return n
		}
	}
	return 0
}

func (s *sheetRows) cell(p *part, e xml.StartElement) (table.Cell, error) {
	kind, style := attr(e, "t"), attr(e, "s")
	s.text = s.text[:0]
	depth := p.depth
	for {
		t, err := p.next()
		if err != nil {
			return table.Cell{}, err
		}
		switch t := t.(type) {
		case nil:
			return table.Cell{}, nil
		case xml.EndElement:
			if p.depth < depth {
				return s.value(kind, style)
			}
		case xml.StartElement:
			if t.Name.Local == "v" || t.Name.Local == "is" {
				if s.text, err = p.text(s.text, "rPh"); err != nil {
					return table.Cell{}, err
				}
			}
		}
	}
}

func (s *sheetRows) value(kind, style string) (table.Cell, error) {
	text := trim(string(s.text))
	switch kind {
	case "s":
		i, err := strconv.Atoi(text)
		if text != "" && (err != nil || i < 0 || i >= len(s.strings.ends)) {
			return table.Cell{}, unreadable("a cell of sheet %q names a text that does not exist", s.name)
		}
		return table.Cell{Text: s.strings.at(i)}, nil
	case "b":
		return table.Cell{Text: map[bool]string{true: "TRUE", false: "FALSE"}[truth(text)]}, nil
	case "d":
		return table.Cell{Text: text, Kind: table.Date}, nil
	case "", "n":
		how := s.shown(style)
		switch how.as {
		case table.Date:
			if date, ok := s.date(text); ok {
				return table.Cell{Text: date, Kind: table.Date}, nil
			}
		case table.Percent:
			return percent(text), nil
		}
		c := plain(text)
		if c.Kind == table.Number {
			c.Mark = how.mark
		}
		return c, nil
	}
	return table.Cell{Text: text}, nil
}

func (s *sheetRows) shown(style string) shown {
	if i, err := strconv.Atoi(style); err == nil && i >= 0 && i < len(s.shows) {
		return s.shows[i]
	}
	return shown{as: table.Number}
}

// percent converts a stored share to the displayed percentage.
func percent(text string) table.Cell {
	share, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return plain(text)
	}
	c := plain(strconv.FormatFloat(100*share, 'g', -1, 64))
	if c.Kind == table.Number {
		c.Kind = table.Percent
	}
	return c
}

// plain writes a stored number without an exponent, in the 15 digits that spreadsheets show and
// use. Further digits are noise of the binary form.
func plain(text string) table.Cell {
	const digits = 15
	if len(text) <= digits && strings.Trim(text, "-.0123456789") == "" {
		return table.Cell{Text: text, Kind: numberKind(text)}
	}
	stored, err := strconv.ParseFloat(text, 64)
	if err != nil || stored > 1e18 || stored < -1e18 || stored != stored {
		return table.Cell{Text: text}
	}
	shown, _ := strconv.ParseFloat(strconv.FormatFloat(stored, 'g', digits, 64), 64)
	return table.Cell{Text: strconv.FormatFloat(shown, 'f', -1, 64), Kind: table.Number}
}

func numberKind(text string) table.Kind {
	if text == "" {
		return table.Text
	}
	return table.Number
}

// date reads a count of days. Every spreadsheet gets days before March 1900 wrong, so these remain
// numbers.
func (s *sheetRows) date(text string) (string, bool) {
	days, err := strconv.ParseFloat(text, 64)
	epoch, first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC), 61.0
	if s.from1904 {
		epoch, first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC), 0
	}
	if err != nil || !(days >= first && days < 2_958_466) { // the year 9999
		return "", false
	}
	seconds := int64(days*86_400 + 0.5)
	day := epoch.AddDate(0, 0, int(seconds/86_400))
	if seconds %= 86_400; seconds == 0 {
		return day.Format("2006-01-02"), true
	}
	return day.Add(time.Duration(seconds) * time.Second).Format("2006-01-02T15:04:05"), true
}
