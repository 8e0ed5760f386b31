package code

import (
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// torn reports a word that is a part of a longer one: it ends with a hyphen, or begins its row
// below a word that does: IP- over 55-CLASS-F.
func (l *Line) torn(w *grid.Word) bool {
	if strings.HasSuffix(w.Text, "-") {
		return true
	}
	var above *grid.Word
	for _, kind := range []label.Column{label.Text, ""} {
		for _, other := range l.Texts[kind] {
			switch lower := other.Bottom - w.Bottom; {
			case other == w, lower > 0.35*l.Row.H:
			case lower >= -0.35*l.Row.H:
				if other.Left < w.Left {
					return false // a word before it in its row
				}
			case above == nil || l.inOrder(above, other) < 0:
				above = other
			}
		}
	}
	return above != nil && Torn(above, w)
}

// Torn reports two words that a row parts at the hyphen of a code: both have digits or are in
// capitals, and the lower begins left of the upper's end.
func Torn(above, below *grid.Word) bool {
	head, hyphen := strings.CutSuffix(above.Text, "-")
	if !hyphen || below.Bottom-above.Bottom <= 0.35*(above.Bottom-above.Top) || below.Left >= above.Right {
		return false
	}
	begins := func(r rune) bool { return unicode.IsDigit(r) || unicode.IsUpper(r) }
	return len([]rune(head)) > 1 && coded(head) && coded(below.Text) && strings.IndexFunc(below.Text, begins) == 0
}

// coded reports a word that has digits, or letters and all of them capitals.
func coded(s string) bool {
	return number.HasDigit(s) ||
		strings.IndexFunc(s, unicode.IsUpper) >= 0 && strings.IndexFunc(s, unicode.IsLower) < 0
}

// Whole joins the words of a text with spaces, and those that a row parts at a hyphen without.
func Whole(words []*grid.Word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && !Torn(words[i-1], w) {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}
