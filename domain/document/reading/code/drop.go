package code

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

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

// dropSigns drops signs alone before and after a code, such as a dot in a row of its own.
func dropSigns(lines []*Line) {
	sign := func(w *grid.Word) bool {
		return !strings.ContainsFunc(w.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	}
	for _, l := range lines {
		words := l.Texts[label.SKU]
		for len(words) > 1 && sign(words[len(words)-1]) {
			words = words[:len(words)-1]
		}
		for len(words) > 1 && sign(words[0]) {
			words = words[1:]
		}
		if len(words) < len(l.Texts[label.SKU]) {
			l.Texts[label.SKU] = words
		}
	}
}

// dropOrdinals drops numbers of an order's lines where their label and the label of the codes both
// mean codes: 60 and 80 of Item # before Material #. They rise in tens, and are shorter than codes.
func dropOrdinals(lines []*Line) {
	last := 0
	for _, l := range lines {
		own := l.Words(label.SKU)
		if len(own) < 2 || len(own[1].Text) <= len(own[0].Text) {
			return
		}
		n, err := strconv.Atoi(own[0].Text)
		below := func(w *grid.Word) int { return l.Table.NearestTo(w.Left, w.Right, l.Row.H) }
		if err != nil || n <= last || n%10 != 0 || below(own[0]) == below(own[1]) {
			return
		}
		last = n
	}
	for _, l := range lines {
		ordinal := l.Words(label.SKU)[0]
		l.Texts[label.SKU] = slices.DeleteFunc(
			slices.Clone(l.Texts[label.SKU]), func(w *grid.Word) bool { return w == ordinal })
	}
}

// dropTexts gives words below the label of codes that are no code back to the text.
func dropTexts(lines []*Line) {
	for _, l := range lines {
		if words := l.Texts[label.SKU]; len(words) > 0 && !possible(words) {
			l.toText(slices.Clone(words))
		}
	}
}

// dropRates gives the rates of taxes back to the text.
func dropRates(lines []*Line) {
	for _, l := range lines {
		if words := l.Texts[label.SKU]; number.Rate(grid.Joined(words)) {
			l.toText(slices.Clone(words))
		}
	}
}

// dropNames gives words back to the text that are names: no label names codes, because the first of
// two columns of text is taken for them, and no word has digits or is in capitals.
func dropNames(lines []*Line) {
	var own []*grid.Word
	for _, l := range lines {
		if !l.nameColumn() {
			return
		}
		own = append(own, l.Texts[label.SKU]...)
	}
	if len(own) == 0 || slices.ContainsFunc(own, func(w *grid.Word) bool {
		return codeWord(w) || len(w.Text) > 1 && w.Text == strings.ToUpper(w.Text)
	}) {
		return
	}
	for _, l := range lines {
		if words := l.Texts[label.SKU]; len(words) > 0 {
			l.toText(slices.Clone(words))
		}
	}
}

// dropLabelled gives the words of a column without a label of codes back to the text where a line
// has its code after a label, and no other line has a code in the column.
func dropLabelled(lines []*Line) {
	like := func(w *grid.Word) bool { return Like(w.Text) }
	if !slices.ContainsFunc(lines, func(l *Line) bool { return l.SupplierSKU != "" && l.nameColumn() }) ||
		slices.ContainsFunc(lines, func(l *Line) bool { return slices.ContainsFunc(l.Words(label.SKU), like) }) {
		return
	}
	for _, l := range lines {
		if words := l.Texts[label.SKU]; len(words) > 0 {
			l.toText(slices.Clone(words))
			l.labelled()
		}
	}
}

// nameColumn reports a column of codes with a label of texts.
func (l *Line) nameColumn() bool {
	return slices.ContainsFunc(l.Table.Columns, func(c grid.Column) bool {
		named, ok := label.Columns.Whole(c.Text)
		return c.Kind == label.SKU && ok && named == label.Text
	})
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

// possible reports words that can be a code: at most 30 letters and one blank, no bars, no amount,
// no tax, and no quantity with its unit. Groups of digits may have more blanks.
func possible(words []*grid.Word) bool {
	text := grid.Joined(words)
	if len([]rune(text)) > mostCode || strings.Contains(text, "|") || amounts.MatchString(text) {
		return false
	}
	if name, ok := label.Fields.Whole(text); ok && name == label.Tax {
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
