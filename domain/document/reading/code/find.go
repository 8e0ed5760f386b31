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

// findCodes looks for the codes of a table that has no column of them: one word of such a shape in
// the row of the figures or in a row beside it, at the same place for all lines.
func findCodes(lines []*Line) {
	var open []*Line
	for _, l := range lines {
		if l.SupplierSKU == "" && len(l.Texts[label.SKU]) == 0 && len(l.Texts[label.Text])+len(l.Texts[""]) > 0 {
			open = append(open, l)
		}
	}
	if len(open) == 0 || len(open) < len(lines) && 100*len(open) < 80*len(lines) {
		return
	}
	places := []func(l *Line) *grid.Word{(*Line).leading, (*Line).numbered, (*Line).dashed}
	foreign := func(w string) bool { return noSupplier[w] }
	for i, c := range open[0].Table.Columns {
		if c.Kind == "" && !slices.ContainsFunc(strings.Fields(label.Fold(c.Text)), foreign) {
			places = append(places, func(l *Line) *grid.Word { return l.codeBelow(i) })
		}
	}
	alone := len(places) + 3 // the row of figures
	for at := -3; at <= 3; at++ {
		places = append(places, func(l *Line) *grid.Word { return l.codeIn(at) })
	}
	places = append(places, (*Line).codeAlone, (*Line).first)
	for i, place := range places {
		var texts []string
		for _, l := range open {
			if w := place(l); w != nil && !l.torn(w) {
				texts = append(texts, w.Text)
			}
		}
		if len(texts) < len(open) || len(texts) < 2 && i != alone || repeats(texts) || counts(texts) {
			continue
		}
		for _, l := range open {
			w := place(l)
			if l.SupplierSKU = w.Text; i < len(places)-1 && len(l.Texts[label.Text])+len(l.Texts[""]) > 1 {
				for _, kind := range []label.Column{label.Text, ""} {
					rest := slices.DeleteFunc(l.Texts[kind], func(other *grid.Word) bool { return other == w })
					if len(rest) > 0 && dash.MatchString(rest[0].Text) {
						rest = rest[1:]
					}
					l.Texts[kind] = rest
				}
			}
		}
		return
	}
}

// noSupplier lists words of labels of numbers that are no codes of products.
var noSupplier = map[string]bool{
	"lot": true, "batch": true, "charge": true, "lote": true, "lotto": true, "serial": true, "serie": true,
	"order": true, "delivery": true, "note": true, "lieferschein": true, "bon": true, "hs": true, "hsn": true,
	"tariff": true, "zoll": true, "warennr": true, "commodity": true, "po": true, "pedido": true, "commande": true,
	"bl": true, "albaran": true, "ddt": true, "date": true, "size": true, "account": true, "ticket": true,
}

// repeats reports that at most half of the texts differ, such as the numbers of a few deliveries.
func repeats(texts []string) bool {
	different := map[string]bool{}
	for _, text := range texts {
		different[text] = true
	}
	return len(texts) > 1 && 2*len(different) <= len(texts)
}

// codeBelow returns the only word below a label without a meaning, if it looks like a code.
func (l *Line) codeBelow(column int) *grid.Word {
	var only *grid.Word
	for i, w := range l.Row.Words {
		if l.Table.NearestTo(w.Left, w.Right, l.Row.H) != column {
			continue
		}
		if only != nil || l.isPart(i) || !Like(w.Text) || len(w.Text) < 4 || isShortNumber(w.Text) {
			return nil
		}
		only = w
	}
	return only
}

// isShortNumber reports digits alone that could count something.
func isShortNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil && len(s) < 6
}

// measures matches a decimal figure in a word, such as the power of IM-0.75.
var measures = regexp.MustCompile(`\d\.\d`)

// first returns the first word of the text in the row of figures, if it can be nothing but a code.
func (l *Line) first() *grid.Word {
	for _, w := range l.Row.Words {
		if l.byText(w) == 0 {
			continue
		}
		digits := 0
		for _, r := range w.Text {
			if unicode.IsDigit(r) {
				digits++
			}
		}
		if digits < 3 || len(w.Text) < 5 || measures.MatchString(w.Text) || !Like(w.Text) ||
			strings.ToUpper(w.Text) != w.Text {
			return nil
		}
		return w
	}
	return nil
}

// counts reports numbers that count the lines: 0010, 0020, 0030.
func counts(texts []string) bool {
	var last, step int
	for i, text := range texts {
		n, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return false
		case i == 1:
			step = n - last
		case i > 1 && n-last != step:
			return false
		}
		last = n
	}
	return len(texts) > 2 && step != 0
}

// leading returns the first word of the row of figures, if it looks like a code and a gap parts it
// from the text. The word belongs to the text, or is below a label without a meaning.
func (l *Line) leading() *grid.Word {
	w := l.Row.Words[0]
	if len(l.Row.Words) < 2 || l.Row.Gap(0) < 0.8 || len(w.Text) < 4 || !Like(w.Text) ||
		l.byText(w) == 0 && (l.isPart(0) || !l.nameless(w)) {
		return nil
	}
	return w
}

// dashed returns the first word of the text in the row of figures, if a dash parts it from the
// name: 32902.46 - Mugs.
func (l *Line) dashed() *grid.Word {
	for i, w := range l.Row.Words {
		if l.byText(w) == 0 {
			continue
		}
		if i+2 < len(l.Row.Words) && dash.MatchString(l.Row.Words[i+1].Text) && l.byText(l.Row.Words[i+1]) > 0 &&
			dashedCode.MatchString(w.Text) && !days.MatchString(w.Text) {
			return w
		}
		return nil
	}
	return nil
}

// dash matches a sign between a code and a name, dashedCode a code before it.
var (
	dash       = regexp.MustCompile(`^[-\x{2013}\x{2014}|:]$`)
	dashedCode = regexp.MustCompile(`^[A-Z]{0,4}[-./]?\d(?:[-./]?[\dA-Z]){3,}$`)
)

// nameless reports a word below a label without a meaning.
func (l *Line) nameless(w *grid.Word) bool {
	at := l.Table.NearestTo(w.Left, w.Right, l.Row.H)
	return at >= 0 && l.Table.Columns[at].Kind == ""
}

// numbered returns the word below the label of a number, such as No., if it has four signs or more
// and begins with no zero.
func (l *Line) numbered() *grid.Word {
	for i, w := range l.Row.Words {
		if !l.isPart(i) && l.Table.KindBelow(w, l.Row.H) == label.Position {
			if len(w.Text) < 4 || !codeWord(w) || w.Text[0] == '0' {
				return nil
			}
			return w
		}
	}
	return nil
}

// codeIn returns the only word of text in a row of the block, if it looks like a code. Rows count
// from the row of figures.
func (l *Line) codeIn(at int) *grid.Word {
	own := slices.Index(l.Block, l.Row)
	if own < 0 || own+at < 0 || own+at >= len(l.Block) {
		return nil
	}
	return l.onlyCode(l.Block[own+at])
}

// codeAlone returns a code that is the only word of text in any row of the block. It returns nil if
// several rows have a code.
func (l *Line) codeAlone() (only *grid.Word) {
	for _, r := range l.Block {
		w := l.onlyCode(r)
		if w != nil && only != nil {
			return nil
		}
		if w != nil {
			only = w
		}
	}
	return only
}

// onlyCode returns the only word of text in a row, if it looks like a code.
func (l *Line) onlyCode(r *grid.Row) *grid.Word {
	var only *grid.Word
	for _, kind := range []label.Column{label.Text, ""} {
		for _, w := range l.Texts[kind] {
			if !slices.Contains(r.Words, w) {
				continue
			}
			if only != nil {
				return nil
			}
			only = w
		}
	}
	if only == nil || !Like(only.Text) || len(only.Text) < 4 {
		return nil
	}
	if pack, ok := number.PackOf(only.Text); ok && pack.Case {
		return nil
	}
	return only
}
