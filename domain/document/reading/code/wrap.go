package code

import (
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// wrap keeps a code and the rows of its column below it.
type wrap struct {
	line  *Line
	kind  label.Column
	words []*grid.Word
	below [][]*grid.Word
}

// joinCodes completes codes that continue in the rows below them. All rows of the table decide. It
// joins codes that end with a sign or continue with a sign, and codes that a join gives the shape
// of complete codes. It also joins the longest codes if they fill their column.
func joinCodes(lines []*Line) {
	for _, kind := range []label.Column{label.SKU, label.MPN, label.Own} {
		var all []*wrap
		for _, l := range lines {
			if w := l.wrapOf(kind); w != nil {
				all = append(all, w)
			}
		}
		broken := slices.ContainsFunc(all, func(w *wrap) bool { return endsWithSign(w.head()) && !w.goesOn() })
		filled := fillColumn(all)
		complete := map[string]bool{}
		for _, w := range all {
			if !w.goesOn() && !endsWithSign(w.head()) {
				complete[shapeOf(w.head())] = true
			}
		}
		for _, w := range all {
			for i := 0; w.goesOn(); i++ {
				head, rest := w.head(), w.below[0][0].Text
				alike := complete[shapeOf(head+rest)] && !complete[shapeOf(head)]
				if !(endsWithSign(head) && !broken) && !beginsWithSign(rest) && !alike && !(i == 0 && filled) {
					break
				}
				w.join()
			}
		}
	}
}

// wrapOf returns the words of a kind in the row of figures, or in the first row that has some, and
// the rows right below it. It is nil without words.
func (l *Line) wrapOf(kind label.Column) *wrap {
	w := &wrap{line: l, kind: kind}
	own := l.Words(kind)
	for _, r := range l.Block {
		var words []*grid.Word
		for _, word := range l.Texts[kind] {
			if slices.Contains(r.Words, word) {
				words = append(words, word)
			}
		}
		switch {
		case len(w.words) == 0 && len(words) > 0 && slices.Contains(own, words[0]):
			w.words = words
		case len(w.words) > 0 && len(words) == 0:
			return w
		case len(w.words) > 0:
			w.below = append(w.below, words)
		}
	}
	if len(w.words) == 0 {
		return nil
	}
	return w
}

// head returns the last word of the code.
func (w *wrap) head() string { return w.words[len(w.words)-1].Text }

// join makes the row below part of the code.
func (w *wrap) join() {
	last, rest := w.words[len(w.words)-1], w.below[0][0]
	whole := *last
	whole.Text += rest.Text
	for _, r := range w.line.Block {
		if i := slices.Index(r.Words, last); i >= 0 {
			r.Words[i] = &whole
		}
	}
	texts := w.line.Texts[w.kind]
	texts[slices.Index(texts, last)] = &whole
	w.line.Texts[w.kind] = slices.DeleteFunc(texts, func(other *grid.Word) bool { return other == rest })
	w.words[len(w.words)-1], w.below = &whole, w.below[1:]
}

// goesOn reports a row below with one word that codes can end with. It has small letters only if
// the code has some.
func (w *wrap) goesOn() bool {
	if len(w.below) == 0 || len(w.below[0]) != 1 {
		return false
	}
	small := strings.ContainsFunc(w.head(), unicode.IsLower)
	if small && !strings.ContainsFunc(w.head(), unicode.IsDigit) {
		return false // a word of a text
	}
	letters := 0
	for _, r := range w.below[0][0].Text {
		switch {
		case unicode.IsDigit(r), unicode.IsUpper(r), unicode.IsLower(r) && small:
			letters++
		case !strings.ContainsRune(codeSigns+"+*", r):
			return false
		}
	}
	return letters > 0
}

// codeSigns part a code.
const codeSigns = "-/._"

func endsWithSign(s string) bool { return len(s) > 1 && strings.Contains(codeSigns, s[len(s)-1:]) }

func beginsWithSign(s string) bool { return len(s) > 1 && strings.Contains(codeSigns, s[:1]) }

// shapeOf writes A for letters and 9 for digits.
func shapeOf(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '9'
		case unicode.IsLetter(r):
			return 'A'
		}
		return r
	}, s)
}

// fillColumn reports codes that are cut where their column ends: those that go on are equally long
// and reach the next column, and all others are shorter.
func fillColumn(all []*wrap) bool {
	most, cut := 0, 0
	for _, w := range all {
		n := len([]rune(w.head()))
		if !w.goesOn() || len(w.words) > 1 {
			continue
		}
		if cut++; most > 0 && n != most || n < 5 || !w.full(float64(n)) {
			return false
		}
		most = n
	}
	return cut > 1 && cut < len(all) && !slices.ContainsFunc(all, func(w *wrap) bool {
		return !w.goesOn() && len([]rune(w.head())) >= most
	})
}

// full reports a code of n letters that ends less than two letters before the next column.
func (w *wrap) full(n float64) bool {
	last := w.words[0]
	for _, c := range w.line.Table.Columns {
		if c.Left > last.Left+0.5*w.line.Row.H {
			return slices.Contains(grid.TextKinds, c.Kind) && c.Left-last.Right < 2*(last.Right-last.Left)/n
		}
	}
	return false
}
