package code

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// Line has the words of a line by their columns, without the values that are already found.
type Line struct {
	*reading.Line
	// Row has the figures of the line, Block its rows from top to bottom.
	Row   *grid.Row
	Block []*grid.Row
	Table *grid.Table
	Texts map[label.Column][]*grid.Word
	// Parts lists quantity, price and total, nil where missing.
	Parts []*grid.Figure
}

// Complete finds the codes of the lines of a table.
func Complete(lines []*Line) {
	dropLabelled(lines)
	dropNotes(lines)
	dropRates(lines)
	dropSigns(lines)
	dropPositions(lines)
	dropOrdinals(lines)
	joinCodes(lines)
	partCodes(lines)
	dropTexts(lines)
	dropNames(lines)
	takeRows(lines)
	findCodes(lines)
}

// Words returns the words of a kind in the row of figures, else all.
func (l *Line) Words(kind label.Column) []*grid.Word {
	var own []*grid.Word
	for _, w := range l.Texts[kind] {
		if slices.Contains(l.Row.Words, w) {
			own = append(own, w)
		}
	}
	if len(own) == 0 {
		return l.Texts[kind]
	}
	return own
}

// isPart reports a word of the quantity, the price or the total.
func (l *Line) isPart(at int) bool {
	return slices.ContainsFunc(l.Parts, func(x *grid.Figure) bool { return x != nil && x.First <= at && at <= x.Last })
}

// byText counts the words of text beside a word of text.
func (l *Line) byText(w *grid.Word) int {
	for _, kind := range []label.Column{label.Text, ""} {
		if slices.Contains(l.Texts[kind], w) {
			return len(l.Texts[label.Text]) + len(l.Texts[""]) - 1
		}
	}
	return 0
}

// inOrder sorts words of a block from top to bottom and left to right.
func (l *Line) inOrder(a, b *grid.Word) int {
	if d := a.Bottom - b.Bottom; d > 0.35*l.Row.H || d < -0.35*l.Row.H {
		return cmp.Compare(d, 0)
	}
	return cmp.Compare(a.Left, b.Left)
}

// codeWord reports a word with digits, such as codes have.
func codeWord(w *grid.Word) bool { return number.HasDigit(w.Text) }

// longWord reports a word that is too long for the letters before a number, or no letters in
// capitals.
func longWord(w *grid.Word) bool { return len(w.Text) > 4 || w.Text != strings.ToUpper(w.Text) }

// notCodes matches sizes, dates and rates.
var notCodes = regexp.MustCompile(`(?i)^(?:\d+(?:[.,x×/]\d+)*(?:ml|cl|l|g|kg|mm|cm|m|oz|lb|lbs|in|ft|w|v|%|` +
	`pcs|pc|er)?|\d{1,4}[-./]\d{1,2}[-./]\d{1,4})$`)

// days matches dates with hyphens.
var days = regexp.MustCompile(`^\d{1,4}-\d{1,2}-\d{1,4}$`)

// Like reports a word of capitals, digits and signs between them. Digits alone are at least
// four. A word that ends with a hyphen goes on elsewhere.
func Like(s string) bool {
	if strings.HasSuffix(s, "-") {
		return false
	}
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			letters++
		case unicode.IsLetter(r):
			letters++
		case !strings.ContainsRune("-_./", r):
			return false
		}
	}
	if letters == 0 {
		return digits >= 4 && !strings.ContainsAny(s, ".,/") && !days.MatchString(s)
	}
	return digits > 0 && len(s) >= 3 && !notCodes.MatchString(s)
}
