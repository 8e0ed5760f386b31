package code

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// dropPositions drops the numbers of a column that counts the lines: 1, 2, 3 or 0010, 0020. The
// only line has the number 1 or 10.
func dropPositions(lines []*Line) {
	step := 0
	for i, l := range lines {
		own := l.Words(label.SKU)
		if len(own) != 1 {
			return
		}
		n, err := strconv.Atoi(own[0].Text)
		if i == 0 {
			step = n
		}
		if err != nil || !slices.Contains(steps, step) || n != (i+1)*step {
			return
		}
	}
	for _, l := range lines {
		position := l.Words(label.SKU)[0]
		l.toText(slices.DeleteFunc(slices.Clone(l.Texts[label.SKU]), func(w *grid.Word) bool { return w == position }))
	}
}

// steps lists the distances of numbers that count lines.
var steps = []int{1, 10, 100}

// dropTexts gives words below the label of codes that are no code back to the text.
func dropTexts(lines []*Line) {
	for _, l := range lines {
		if words := l.Texts[label.SKU]; len(words) > 0 && !possible(words) {
			l.toText(slices.Clone(words))
		}
	}
}

// toText makes words of the column of codes a part of the text.
func (l *Line) toText(words []*grid.Word) {
	delete(l.Texts, label.SKU)
	l.Texts[label.Text] = append(words, l.Texts[label.Text]...)
	slices.SortStableFunc(l.Texts[label.Text], l.inOrder)
}

// mostCode bounds the letters of a code.
const mostCode = 30

// amounts matches amounts with thousands.
var amounts = regexp.MustCompile(`^(?:\d{1,3}(?:,\d{3})+\.\d{2}|\d{1,3}(?:\.\d{3})+,\d{2})$`)

// possible reports words that can be a code: at most 30 letters and one blank, no bars, no amount
// and no quantity with its unit. Groups of digits may have more blanks.
func possible(words []*grid.Word) bool {
	text := grid.Joined(words)
	if len([]rune(text)) > mostCode || strings.Contains(text, "|") || amounts.MatchString(text) {
		return false
	}
	if count, unit, cut := strings.Cut(text, "/"); cut {
		_, err := strconv.Atoi(count)
		if _, known := number.Unit(unit); known && err == nil {
			return false // 510/EA
		}
	}
	return len(words) <= 2 || !slices.ContainsFunc(words, func(w *grid.Word) bool {
		return !codeWord(w) && longWord(w)
	})
}
