package words

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// packWords bounds the words of the content of a case.
const packWords = 6

// readPack finds the content of a case: below its label any, elsewhere outside of texts one that
// names a case or the size of its units.
func (f *found) readPack() {
	labelled := false
	for _, chunk := range f.row.chunks() {
		for i := chunk[0]; i <= chunk[1]; i++ {
			for j := i; j <= chunk[1] && j < i+packWords; j++ {
				at := f.table.nearestTo(f.row.words[i].Left, f.row.words[j].Right, f.row.h)
				if at < 0 {
					continue
				}
				text := joined(f.row.words[i : j+1])
				pack, ok := number.PackOf(text)
				kind := f.table.columns[at].kind
				better := kind == label.Pack && !labelled || (kind == label.Pack) == labelled && len(text) > len(f.pack)
				if ok && better && (kind == label.Pack || pack.Case && packKinds[kind]) {
					f.pack, f.packed, labelled = text, [2]int{i, j + 1}, kind == label.Pack
				}
			}
		}
	}
}

// packKinds lists columns that can have the content of a case beside their figure.
var packKinds = map[label.Column]bool{
	"": true, label.Unit: true, label.Quantity: true, label.Cases: true, label.Price: true, label.CasePrice: true,
}

// single matches quantities of a case that was split: 2S.
var single = regexp.MustCompile(`^(\d{1,5})(?:S|SP|E|EA|U)$`)

// splitQuantity finds the missing quantity in a word: below its label with a letter for single
// units, or at the end of the word before the price, where price and total say so. It changes the
// words of the row.
func (f *found) splitQuantity() bool {
	r, digits := f.row, ""
	at, unit := -1, ""
	for i, w := range r.words {
		if m := single.FindStringSubmatch(w.Text); m != nil && f.table.kindBelow(w, r.h) == label.Quantity {
			at, digits, unit = i, m[1], "piece"
			break
		}
	}
	if p, ok := f.cells.get(priceKinds...); ok && at < 0 && p.first > 0 && p.Value.IsPos() {
		total, summed := f.cells.get(totalKinds...)
		w := r.words[p.first-1]
		if summed {
			n, err := total.Value.Quo(p.Value)
			reaches := func(c column) bool {
				return c.kind == label.Quantity && w.Right > c.left-0.5*r.h && w.Left < c.left-r.h
			}
			digits = n.Trim(0).String()
			if err == nil && n.IsInt() && n.IsPos() && len(w.Text) > len(digits) && strings.HasSuffix(w.Text, digits) &&
				slices.ContainsFunc(f.table.columns, reaches) {
				at = p.first - 1
			}
		}
	}
	if at < 0 {
		return false
	}
	value, err := decimal.Parse(digits)
	if err != nil {
		return false
	}
	r.split(at, digits, figure{Number: number.Number{Value: value, Unit: unit}})
	return true
}

// kindBelow returns the kind of the label above a word.
func (t *table) kindBelow(w *Word, h float64) label.Column {
	if at := t.nearestTo(w.Left, w.Right, h); at >= 0 {
		return t.columns[at].kind
	}
	return ""
}

// split parts digits from a word and makes them a figure.
func (r *row) split(at int, digits string, f figure) {
	w := *r.words[at]
	f.Left, f.Right, f.first, f.last = w.Left, w.Right, at, at
	if strings.HasSuffix(w.Text, digits) {
		w.Text = strings.TrimSuffix(w.Text, digits)
		w.Right -= (w.Right - w.Left) * float64(len(digits)) / float64(len(digits)+len(w.Text))
		last := Word{digits, w.Box}
		last.Left, last.Right = w.Right, f.Right
		r.words = slices.Concat(r.words[:at], []*Word{&w, &last}, r.words[at+1:])
		for i := range r.figures {
			if r.figures[i].first > at {
				r.figures[i].first, r.figures[i].last = r.figures[i].first+1, r.figures[i].last+1
			}
		}
		f.Left, f.first, f.last = w.Right, at+1, at+1
	}
	i := slices.IndexFunc(r.figures, func(other figure) bool { return other.first > f.first })
	if i < 0 {
		i = len(r.figures)
	}
	r.figures = slices.Insert(r.figures, i, f)
}

// count completes quantity and prices where labels name cases.
func (f *found) count() {
	if f.Unit == "" {
		text := joined(f.texts[label.Unit])
		_, known := number.Unit(text)
		if p, ok := number.PackOf(text); known || ok && p.Case {
			f.Measure(text)
		}
	}
	if f.pack != "" {
		f.Pack(f.pack)
	} else if small, ok := f.upc(); ok {
		f.UnitsPerCase = small
	}
	q, p := f.parts[0], f.parts[1]
	if f.cells.below(q) == label.Cases {
		f.InCases()
	}
	if f.cells.below(p) == label.CasePrice {
		f.CasePrice, f.UnitPrice = f.UnitPrice, optional.None[decimal.Decimal]()
	}
	units, counted := f.cells.get(label.Quantity)
	if cases, ok := f.cells.get(label.Cases); ok && counted {
		f.Contain(units.Value, cases.Value)
	}
	if retail, ok := f.cells.get(label.Retail); ok {
		f.AboveRetail(f.UnitPrice, retail.known())
	}
	f.Each()
}

// upc reads units per case in a column that is called like a barcode.
func (f *found) upc() (int64, bool) {
	for i, c := range f.table.columns {
		if x := f.cells.byColumn[i]; x != nil && c.kind == label.GTIN && label.Fold(c.text) == "upc" {
			n, _, ok := x.Value.Int64(0)
			return n, ok && x.Value.IsInt() && n > 0 && n < 10_000
		}
	}
	return 0, false
}
