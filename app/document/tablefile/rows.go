package tablefile

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/table"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	ports "sellingassistant/ports/document"
)

// Reader reads the rows of table files.
type Reader struct{ Sheets ports.Sheets }

// Rows calls row for each row of a file that has content. A file that cannot be read is a Rule
// fault.
func (r Reader) Rows(
	ctx context.Context, content []byte, row func(sheet string, n int, cells []table.Cell) error,
) error {
	lim := ports.TextLimits
	if bytes.HasPrefix(content, []byte("PK\x03\x04")) {
		lim = ports.WorkbookLimits
	}
	err := r.Sheets.Read(ctx, bytes.NewReader(content), int64(len(content)), lim, row)
	if broken, ok := errors.AsType[*ports.ReadError](err); ok {
		return fault.New(fault.Rule, fault.CodeNotSupported, "The file cannot be read: "+broken.Code.Message()).Because(err)
	}
	return err
}

// Decide determines the decimal signs that the figures leave open, and returns a figure of each
// column that stays open.
func (r Reader) Decide(content []byte, m *table.Mapping) (map[int]columns.Open, error) {
	if !m.Undecided() {
		return nil, nil
	}
	delimiter, err := r.Sheets.Delimiter(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	m.Decide(delimiter)
	open := map[int]columns.Open{}
	for at, c := range m.Columns {
		if c.Open != "" {
			point, comma := number.Readings(c.Open)
			open[at] = columns.Open{Text: Clean(c.Open), Point: point.Value.String(), Comma: comma.Value.String()}
		}
	}
	return open, nil
}

// Fits refuses a text in which most rows have more cells than the header.
func Fits(m table.Mapping) error {
	if !m.Surplus {
		return nil
	}
	return fault.New(fault.Rule, fault.CodeValidationFailed, "Most rows have more cells than the header: write amounts "+
		"with decimal commas in quotes, or save the file with semicolons.").At("/file")
}

// Mark returns the currency of a column in the row of units, or beside the table. Cells and labels
// come before it.
func Mark(m table.Mapping, at int) string {
	return cmp.Or(label.MarkIn(m.Columns[at].Units), m.Stated)
}

// Per returns the unit that an amount is for: kg in 3.20 kg, case in 12.00 €/Karton.
func Per(text string, n number.Number) string {
	unit := n.Unit
	if at := strings.LastIndexByte(text, '/'); at >= 0 && unit == "" {
		unit, _ = number.Unit(strings.Trim(text[at+1:], " )]"))
	}
	return unit
}

// Sign writes a decimal sign as mappings name it.
func Sign(s number.Sign) string {
	if s == number.Undecided {
		return ""
	}
	return string(rune(s))
}

// SignOf reads a decimal sign as Sign writes it.
func SignOf(text string) number.Sign {
	if text == "" {
		return number.Undecided
	}
	return number.Sign(text[0])
}

// small bounds the bytes of files that never wait. Only two larger files are surveyed at a time,
// because each may take its budget of memory.
const small = 64 << 10

var surveys = make(chan struct{}, 2)

// Survey surveys all rows of a file. It waits for other files until ctx ends.
func (r Reader) Survey(ctx context.Context, content []byte) (*table.Survey, error) {
	if len(content) > small {
		select {
		case surveys <- struct{}{}:
			defer func() { <-surveys }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s := &table.Survey{}
	return s, r.Rows(ctx, content, func(sheet string, n int, cells []table.Cell) error {
		s.Add(sheet, n, cells)
		return nil
	})
}

// Sample returns the first rows below a header, so that the caller can set the meanings of columns.
func Sample(s *table.Survey, m table.Mapping) [][]string {
	const rows, text = 20, 100
	all := s.Sample(m, rows)
	for _, row := range all {
		for i := range row {
			row[i] = Short(row[i], text)
		}
	}
	return all
}

// Short cuts a text to at most most characters.
func Short(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most])
}

// Clean replaces control characters and invalid UTF-8 by spaces.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
}
