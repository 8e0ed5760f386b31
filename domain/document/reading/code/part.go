package code

import (
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// partCodes cuts words of the text off the codes that they touch.
func partCodes(lines []*Line) {
	dropNumbers(lines)
	var cells [][]*grid.Word
	for _, l := range lines {
		if own := l.Words(label.SKU); len(own) > 0 {
			cells = append(cells, own)
		}
	}
	begins := func(c []*grid.Word) bool { return codeWord(c[0]) }
	n := codeLength(cells)
	if n > 0 && apart(lines) {
		n = maxRow
	}
	if n == 0 {
		for _, l := range lines {
			l.keepCode()
		}
		return
	}
	for _, l := range lines {
		own, all := l.Words(label.SKU), l.Texts[label.SKU]
		if len(own) == 0 {
			continue
		}
		var code, rest []*grid.Word
		switch n := min(n, len(own)); {
		case !slices.ContainsFunc(own[:n], codeWord) && slices.ContainsFunc(cells, begins):
			rest = all // the text of a line without a code
		default:
			code = own[:n]
			rest = slices.DeleteFunc(slices.Clone(all), func(w *grid.Word) bool { return slices.Contains(code, w) })
		}
		l.Texts[label.SKU] = code
		l.Texts[label.Text] = append(rest, l.Texts[label.Text]...)
		if len(code) > 0 && len(rest) > 0 {
			slices.SortStableFunc(l.Texts[label.Text], l.inOrder)
		}
	}
}

// keepCode leaves the words of the row of figures to the code, and the other rows to the text. A
// code is no longer than three words, and several words have digits.
func (l *Line) keepCode() {
	own, all := l.Words(label.SKU), l.Texts[label.SKU]
	if len(own) > maxCodeWords || len(own) > 1 && !slices.ContainsFunc(own, codeWord) {
		own = nil
	}
	if len(own) == len(all) {
		return
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(w *grid.Word) bool { return slices.Contains(own, w) })
	l.Texts[label.SKU] = own
	l.Texts[label.Text] = append(rest, l.Texts[label.Text]...)
	slices.SortStableFunc(l.Texts[label.Text], l.inOrder)
}

// maxCodeWords bounds the words of a code.
const maxCodeWords = 3

// dropNotes drops words in parentheses without digits above and below codes, such as (GLN).
func dropNotes(lines []*Line) {
	for _, l := range lines {
		words := l.Texts[label.SKU]
		note := func(w *grid.Word) bool {
			return strings.HasPrefix(w.Text, "(") && strings.HasSuffix(w.Text, ")") && !codeWord(w) &&
				!slices.Contains(l.Row.Words, w)
		}
		rest := slices.DeleteFunc(slices.Clone(words), note)
		if n := len(rest); n > 0 && n < len(words) && codeWord(rest[n-1]) {
			l.Texts[label.SKU] = rest
		}
	}
}

// dropNumbers drops the line numbers if all codes of a table begin with a line number: 1 A-154, 2
// 14.745.
func dropNumbers(lines []*Line) {
	step := 0
	for i, l := range lines {
		own := l.Words(label.SKU)
		if len(own) < 2 {
			return
		}
		n, err := strconv.Atoi(own[0].Text)
		if i == 0 {
			step = n
		}
		if err != nil || step < 1 || n != (i+1)*step {
			return
		}
	}
	for _, l := range lines {
		if number := l.Words(label.SKU)[0]; len(lines) > 1 {
			l.Texts[label.SKU] = slices.DeleteFunc(l.Texts[label.SKU], func(w *grid.Word) bool { return w == number })
		}
	}
}

// maxRow exceeds the words of any code, so that the whole cell becomes the code.
const maxRow = 1_000

// apart reports codes that fill a column of their own: gaps part them from the text, and each of
// their words has digits, or is short and in capitals.
func apart(lines []*Line) bool {
	for _, l := range lines {
		own := l.Words(label.SKU)
		if len(own) == 0 {
			continue
		}
		r := l.Row
		first, last := slices.Index(r.Words, own[0]), slices.Index(r.Words, own[len(own)-1])
		if first < 0 || last-first != len(own)-1 || !r.Apart(first) || !r.Apart(last+1) || !l.Table.Has(label.Text) {
			return false
		}
		for _, w := range own {
			if !codeWord(w) && (len(w.Text) > 3 || longWord(w)) {
				return false
			}
		}
	}
	return true
}

// codeLength counts the words of the codes of a column, 0 for unknown. Either all cells have as
// many words, with digits in the last words. Or codes end with the first word that has digits in
// most cells.
func codeLength(cells [][]*grid.Word) int {
	if len(cells) == 0 {
		return 0
	}
	share := func(is func(c []*grid.Word) bool) int {
		n := 0
		for _, c := range cells {
			if is(c) {
				n++
			}
		}
		return 100 * n / len(cells)
	}
	const most = 80
	length := len(cells[0])
	alike := share(func(c []*grid.Word) bool {
		return len(c) == length && !slices.ContainsFunc(c[1:], func(w *grid.Word) bool { return !codeWord(w) })
	})
	if alike == 100 {
		return length
	}
	for n := 1; n <= 3; n++ {
		if share(func(c []*grid.Word) bool {
			return len(c) >= n && codeWord(c[n-1]) && !slices.ContainsFunc(c[:n-1], longWord)
		}) >= most {
			return n
		}
	}
	if share(func(c []*grid.Word) bool { return c[0].Text == strings.ToUpper(c[0].Text) }) == 100 &&
		share(func(c []*grid.Word) bool { return len(c) == 1 }) >= 50 {
		return 1
	}
	return 0
}
