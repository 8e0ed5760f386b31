package table

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/number"
)

// Kind names the type that a file declares for a cell.
type Kind uint8

// Text and three types of workbooks; a CSV has Text alone.
const (
	Text Kind = iota
	Number
	Date
	Percent
)

// Cell has the stored content of a cell, without blanks around it.
type Cell struct {
	// Text has the content. A Number is a plain decimal number with a point. A Percent is the same,
	// in hundredths: 19 for 19 %. A Date is YYYY-MM-DD; T and the time of day follow if the file
	// has a time.
	Text string
	Kind Kind
	// Mark has the sign or code of a currency that the file shows beside a Number, "" without a
	// currency.
	Mark string
}

// Figure reads a stored number, or a number as people write it with the column's decimal sign.
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
