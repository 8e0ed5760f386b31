package table

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// shown has the decimal signs that columns show.
type shown struct{ dots, commas bool }

// add counts the figures of a column. Figures with both signs count for both.
func (s *shown) add(v number.Votes) {
	s.dots = s.dots || v.Shown() && v.Clear() != ','
	s.commas = s.commas || v.Shown() && v.Clear() != '.'
}

// sign returns the only sign, or Undecided.
func (s shown) sign() number.Sign {
	switch {
	case s.dots == s.commas:
		return number.Undecided
	case s.dots:
		return '.'
	}
	return ','
}

// against reports whether any column shows the other sign.
func (s shown) against(sign number.Sign) bool {
	return sign == '.' && s.commas || sign == ',' && s.dots
}

// signs gives each column the decimal sign of its own figures, else the sign that all columns of
// amounts show. Other figures, such as weights, ratings and rates, may come from elsewhere: they
// only raise a doubt. Codes show nothing. A column without a sign stays open if a figure has two
// readings.
func (m *Mapping) signs(amount func(at int) bool) {
	m.amounts, m.others = shown{}, shown{}
	for at, c := range m.Columns {
		switch {
		case amount(at):
			m.amounts.add(m.votes[at])
		case c.Kind == "", slices.Contains(numeric, c.Kind):
			m.others.add(m.votes[at])
		}
	}
	all := m.amounts.sign()
	if m.others.against(all) {
		all = number.Undecided
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		c.Base, c.Sign, c.Open = max(c.Base, 1), all, ""
		switch own := m.votes[i]; {
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

// anyColumn lets all columns show the sign, as long as their kinds are unknown.
func anyColumn(int) bool { return true }

// Amounts repeats the choice of decimal signs for a caller that knows more labels of amounts.
func (m *Mapping) Amounts(known func(text string) bool) {
	m.signs(func(at int) bool { return m.Columns[at].amount() || known(m.Columns[at].Label) })
}

// amount reports a column of amounts or quantities, by its kind or by a word of its label.
func (c Column) amount() bool {
	if c.Kind == label.Discount || c.Kind == label.TaxRate {
		return false
	}
	return slices.Contains(numeric, c.Kind) || c.Kind == "" && label.Amount(c.Label)
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
// uses English headers. Figures beside the amounts that contradict the language leave a column
// open.
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
		if m.others.against(sign) && m.amounts.sign() != sign && !withoutDecimals(c.Label) {
			sign = number.Undecided
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
