package table

import (
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/sums"
)

// around gathers the rows beside a table.
type around struct {
	place field.Place
	// dollars counts the signs of the dollar beside amounts.
	dollars field.Dollars
	// dates wait for the end, because any row can show the order of day and month.
	dates []dated
	// above has labels by column. Their values are in the next row.
	above map[int]label.Field
	// numbered has the column after the label of a number and a date, 0 without such a label above.
	numbered int
	// buyers counts the rows that belong to an address of a buyer, by column.
	buyers map[int]int
	// name has the only text of its row. addressed reports whether an address follows below it.
	name      string
	addressed bool
	rows      int
	// unread reports whether a sum has two readings.
	unread bool
}

// dated has a date as text, and its label.
type dated struct {
	name label.Field
	text string
}

func newAround() around { return around{buyers: map[int]int{}} }

// Sizes of an address and a letterhead, in rows.
const addressRows, headRows = 4, 3

// add reads places of a row, and names above the table.
func (a *around) add(cells []Cell, above bool) {
	for column := range a.buyers {
		a.buyers[column]--
	}
	filled := 0
	for i, c := range cells {
		if c.Text == "" {
			continue
		}
		filled++
		a.place.Add(c.Text)
		if party, n := field.Parties.At(strings.Fields(c.Text)); n > 0 && party == field.Buyer {
			a.buyers[i] = addressRows
		}
		a.addressed = a.addressed || above && a.name != "" && field.Address(c.Text)
	}
	if a.rows++; !above || a.rows > headRows || filled != 1 || a.name != "" {
		return
	}
	for _, c := range cells {
		if field.Name(c.Text) {
			a.name = short(c.Text, maxCode)
		}
	}
}

// buyer reports whether a cell is beside or below the label of a buyer.
func (a *around) buyer(i int, cells []Cell) bool {
	for k := i - 1; k >= 0; k-- {
		if cells[k].Text == "" {
			continue
		}
		party, n := field.Parties.At(strings.Fields(cells[k].Text))
		return n > 0 && party == field.Buyer || a.buyers[i] > 0
	}
	return a.buyers[i] > 0
}

// Finish completes the header when all rows were read: the currency by the country, dates, and the
// name of a letterhead. Found lists its problems: a date with two readings, such a sum, and a sign
// of amounts that names no currency.
func (l *Lines) Finish() (h reading.Header, found []reading.Code) {
	a := &l.around
	var unproved bool
	if l.charges, unproved = sums.Below(l.feet, l.read, l.goods, &l.Header, l.tax); unproved {
		found = append(found, reading.TotalMismatch)
	}
	var unknown bool
	if l.Header.Currency, unknown = a.place.Settle(l.mark, l.Header.Currency, a.dollars); unknown {
		found = append(found, reading.CurrencyUnknown)
	}
	order := a.place.Order(l.Header.Currency, l.sign() == ',')
	if l.sign() == number.Undecided && order == field.Certain && l.language() == ',' {
		order = field.DayFirst
	}
	if l.Header.Issuer.Name == "" && a.addressed {
		l.Header.Issuer.Name = a.name
	}
	var other reading.Header
	open := false
	for _, d := range a.dates {
		to, name := &l.Header, d.name
		words := strings.Fields(d.text)
		switch name {
		case label.OtherDate:
			to, name = &other, label.IssueDate
		case label.DueDate:
			if day, known, _ := field.Due(words, order); known && !to.DueDate.Known() {
				words = []string{day.String()}
			} else {
				continue
			}
		case label.IssueDate:
			open = open || order == field.Certain && field.Undecided(words)
		}
		field.Take(to, name, words, order)
	}
	if !l.Header.IssueDate.Known() {
		l.Header.IssueDate = other.IssueDate
	}
	if open && !l.Header.IssueDate.Known() {
		found = append(found, reading.DateUnsure)
	}
	if a.unread || l.untaxed() {
		found = append(found, reading.ColumnsUnsure)
	}
	return l.Header, found
}
