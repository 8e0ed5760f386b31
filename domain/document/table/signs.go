package table

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// signs gives each column the decimal sign of its own figures, else the sign that all other columns
// show. A column without a sign stays open if a figure has two readings. Every column has votes.
func (m *Mapping) signs(votes []number.Votes) {
	all, mixed := number.Undecided, false
	for _, v := range votes {
		switch sign := v.Clear(); {
		case v.Sign() != sign:
			mixed = true
		case all == number.Undecided:
			all = sign
		case sign != number.Undecided && sign != all:
			mixed = true
		}
	}
	if mixed {
		all = number.Undecided
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		c.Base, c.Sign = 1, all
		switch own := votes[i]; {
		case own.Clear() != number.Undecided:
			c.Sign = own.Clear()
		case own.Open() == "" && own.Sign() != number.Undecided:
			c.Sign = own.Sign()
		case own.Shown():
			c.Sign, c.Open = number.Undecided, own.Open()
		case all == number.Undecided:
			c.Open = own.Open()
		}
	}
}

// Undecided reports whether any column is open.
func (m *Mapping) Undecided() bool {
	for _, c := range m.Columns {
		if c.Open != "" {
			return true
		}
	}
	return false
}

// unread reports whether a column of amounts or quantities is open.
func (m *Mapping) unread() bool {
	for _, c := range m.Columns {
		if c.Open != "" && slices.Contains(numeric, c.Kind) {
			return true
		}
	}
	return false
}

// figure reads a cell of the column. In an open column a cell with two readings is no figure.
func (c Column) figure(cell Cell) (number.Number, bool) {
	n, ok := cell.Figure(c.Sign)
	if slices.Contains(amounts, c.Kind) {
		n, ok = cell.Amount(c.Sign)
	}
	if ok && c.Open != "" && cell.Kind == Text {
		point, comma := number.Readings(cell.Text)
		ok = point == comma
	}
	return n, ok
}

// Decide closes open columns by the language of the header, the delimiter between the cells
// (0 for a workbook) and the currency that a label names. German with semicolons writes a
// comma, English with commas a point. Where language and delimiter contradict each other,
// columns stay open. In a workbook the language only confirms decimals, because everybody
// uses English headers.
func (m *Mapping) Decide(delimiter rune) {
	speaks := m.language()
	for i := range m.Columns {
		c := &m.Columns[i]
		if c.Open == "" {
			continue
		}
		at := number.Sign(c.Open[strings.LastIndexAny(c.Open, ".,")])
		sign := number.Undecided
		switch {
		case withoutDecimals(c.Label):
			sign = '.' + ',' - at
		case speaks == '.' && delimiter == ',', speaks == ',' && delimiter == ';':
			sign = speaks
		case speaks == '.' && delimiter == ';', speaks == ',' && delimiter == ',':
		case speaks == at:
			sign = at
		}
		if sign != number.Undecided {
			c.Sign, c.Open = sign, ""
		}
	}
}

// withoutDecimals reports whether a label names a currency without decimals: Price (JPY).
func withoutDecimals(text string) bool {
	for _, w := range strings.Fields(label.Fold(text)) {
		if w == "jpy" || w == "yen" || w == "krw" {
			return true
		}
	}
	return strings.ContainsAny(text, "¥₩")
}

// language returns the decimal sign of the header's language.
func (m *Mapping) language() number.Sign {
	texts := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		texts[i] = c.Label
	}
	return label.DecimalOf(texts)
}
