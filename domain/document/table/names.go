package table

import (
	"strings"
	"unicode"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
)

// Percentages of rows. Names have words in as many rows, and as many different texts. Codes have a
// form in as many. From repeated on, texts name the figures of a column.
const (
	wordy    = 60
	distinct = 50
	repeated = 25
)

// Least rows that show the meaning of a column of counts, and the least significant count.
const (
	repeatedRows, repeatedCounts = 5, 3
	significantCount             = 4
)

// names separates names from codes by the contents, because labels such as Item and Model have
// both. A column of words is no column of codes. Of two columns of texts, one with codes alone is
// no name.
func (d *decision) names() {
	if packs := d.of(label.Pack); len(packs) > 1 {
		for _, at := range packs {
			if label.Inner(d.Columns[at].Label) {
				d.Columns[at].Kind = "" // inner packs of the case
			}
		}
	}
	for at, c := range d.Columns {
		switch coded := d.share(at, isCoded) >= most; {
		case c.Kind == label.Quantity && label.Nombre(c.Label) && d.share(at, isFigure) < half:
			d.Columns[at].Kind = label.Text
		case c.Kind == label.Unit && d.share(at, isBare) >= most:
			d.Columns[at].Kind = "" // numbers name no unit
		case c.Kind == label.Text && coded && label.Either(c.Label) && len(d.of(label.SKU)) == 0:
			d.Columns[at].Kind = label.SKU
		}
	}
	for at := range d.Columns {
		if d.Columns[at].Kind != label.SKU || d.share(at, isName) < wordy {
			continue
		}
		d.Columns[at].Kind = ""
		if d.differ(at) {
			d.Columns[at].Kind = label.Text
		}
	}
	texts := d.of(label.Text)
	for _, at := range texts {
		if len(texts) < 2 || d.share(at, isCoded) < most || !d.named(texts, at) {
			continue
		}
		d.Columns[at].Kind = ""
		if len(d.of(label.SKU)) == 0 {
			d.Columns[at].Kind = label.SKU
		}
	}
}

// named reports names in any of the columns but one.
func (d *decision) named(columns []int, but int) bool {
	for _, at := range columns {
		if at != but && d.share(at, isName) >= wordy {
			return true
		}
	}
	return false
}

// differ reports a column with few repeated texts. A column of categories repeats them.
func (d *decision) differ(at int) bool {
	texts, filled := map[string]bool{}, 0
	for _, r := range d.body {
		if r[at].Text != "" {
			filled++
			texts[r[at].Text] = true
		}
	}
	return 100*len(texts) >= distinct*filled
}

// leastLetters counts the letters of a word in a name.
const leastLetters = 3

// isName reports at least two words of letters alone.
func isName(c content) bool {
	words := 0
	for _, w := range strings.Fields(c.Text) {
		letters := 0
		for _, r := range w {
			switch {
			case unicode.IsDigit(r):
				letters = -len(w)
			case unicode.IsLetter(r):
				letters++
			}
		}
		if letters >= leastLetters {
			words++
		}
	}
	return words > 1
}

func isFigure(c content) bool { return c.isFigure }

// isBare reports a count without a unit.
func isBare(c content) bool { return isCount(c) && c.Unit == "" }

// isCoded reports a single word with digits.
func isCoded(c content) bool {
	return c.Text != "" && !strings.ContainsFunc(c.Text, unicode.IsSpace) && strings.ContainsFunc(c.Text, unicode.IsDigit)
}

// doubtQuantity asks about a column of quantities that no total proves, if it has fractions or the
// numbers of the names beside it: it can be the content of a pack.
func (d *decision) doubtQuantity() {
	at, text := d.Column(label.Quantity), d.Column(label.Text)
	if at < 0 || d.Column(label.Total) >= 0 || d.Column(label.Unit) >= 0 ||
		d.Column(label.Price) < 0 && d.Column(label.Cost) < 0 && d.Column(label.CasePrice) < 0 {
		return
	}
	filled, broken, large, same, counts := 0, 0, 0, 0, map[string]bool{}
	for _, r := range d.body {
		if !r[at].isFigure {
			continue
		}
		filled++
		if n := r[at].Value; !n.IsInt() && r[at].Unit == "" {
			broken++
		} else if text >= 0 && n.Cmp(decimal.MustNew(significantCount, 0)) >= 0 {
			large++
			if digits := n.Trim(0).String(); hasNumber(r[text].Text, digits) {
				same++
				counts[digits] = true
			}
		}
	}
	if 100*broken >= wordy*filled && broken > 0 ||
		same >= repeatedRows && len(counts) >= repeatedCounts && 100*same >= repeated*large {
		d.Columns[at].Kind = ""
		d.Candidates[label.Quantity] = []int{at}
	}
}

// hasNumber reports digits in a text without other digits beside them.
func hasNumber(text, digits string) bool {
	for _, n := range strings.FieldsFunc(text, notInNumber) {
		if strings.Trim(n, ".,") == digits {
			return true
		}
	}
	return false
}

func notInNumber(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' }

// free leaves out a price of zero without goods and total: a list has 0 where it has no price.
func free(l *reading.Line) {
	nothing := l.Quantity.Or(decimal.Zero).IsZero() && !l.LineTotal.Known()
	if nothing && l.UnitPrice.Known() && l.UnitPrice.Or(decimal.One).IsZero() {
		l.UnitPrice = reading.Figure{}
	}
}

// retailOnly reports a list with the price of consumers and no other price or quantity: its
// cost is unknown.
func (m *Mapping) retailOnly() bool {
	return m.HeaderRow > 0 && m.Column(label.Retail) >= 0 && !m.priced() && m.Column(label.Quantity) < 0 &&
		m.Column(label.Cases) < 0
}
