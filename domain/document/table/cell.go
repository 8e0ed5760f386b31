package table

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/number"
)

// Kind says what a file declares the content of a cell to be.
type Kind uint8

// The kinds. Text is all a CSV has.
const (
	Text Kind = iota
	Number
	Date
	Percent
)

// Cell is what a file stores in one place of a table, without blanks around it.
type Cell struct {
	// Text of a Number is a plain decimal number with a point, as is that of a Percent, in hundredths; of a Date it is YYYY-MM-DD,
	// with a time of day behind a T where it has one.
	Text string
	Kind Kind
	// Mark has the sign or code of a currency that the file shows beside a Number, "" for none.
	Mark string
}

// Figure reads a stored number, or one as people write them with the column's decimal sign.
func (c Cell) Figure(sign number.Sign) (number.Number, bool) {
	switch c.Kind {
	case Number, Percent:
		value, err := decimal.Parse(c.Text)
		return number.Number{Value: value, Percent: c.Kind == Percent}.In(c.Mark), err == nil
	case Date:
		return number.Number{}, false
	}
	return number.Parse(c.Text, sign)
}

// Amount reads a figure of a column of amounts, where any letters beside it name a currency.
func (c Cell) Amount(sign number.Sign) (number.Number, bool) {
	if c.Kind == Text {
		return number.Marked(c.Text, sign)
	}
	return c.Figure(sign)
}
