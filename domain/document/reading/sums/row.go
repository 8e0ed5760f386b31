package sums

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// First returns the first sum that a row prints.
func (sh *Sheet) First(r *grid.Row) (Sum, bool) {
	if list := sh.In(r); len(list) > 0 {
		return list[0], true
	}
	return Sum{}, false
}

// In lists the sums that a row prints. A label begins the row, a part of it, or follows an
// amount. Of several labels each takes the first amount after it. A label alone takes the last
// amount of the row. The others count only in sums that add up.
func (sh *Sheet) In(r *grid.Row) (list []Sum) {
	begins := sh.sumLabels(r)
	for i, at := range begins {
		next := len(r.Words)
		if i+1 < len(begins) {
			next = begins[i+1].first
		}
		s := Sum{Field: at.field, After: sh.Lines.Len(), Row: r, Left: r.Words[at.first].Left, name: at.text}
		var values []*grid.Figure
		for k := range r.Figures {
			if f := &r.Figures[k]; f.First >= next {
				break
			} else if f.Percent && (f.First >= at.first || i == 0) {
				s.rated, s.rate = true, f.Value
			} else if f.Last >= at.end && f.First >= at.first && f.Unit == "" && sh.printsAmount(r, at, f) {
				values = append(values, f) // also after Total EUR
			}
		}
		if len(values) == 0 {
			continue
		}
		main := len(values) - 1
		if len(begins) > 1 && !s.rated {
			main = 0
		}
		s.worded = sh.unknown(r, at, values[main])
		s.loose = looseLabels[at.text] || s.Field == label.Sum && s.worded || included(at)
		if wide := values[main].Wide; wide != nil { // 24 500.00 with a wide space
			s.loose = true
			list = append(list, s.of(r, at, wide))
		}
		list = append(list, s.of(r, at, values[main]))
		if s.loose && s.rated && s.Field != label.Tax {
			s.Field = label.Tax // the total of an unknown tax
			list = append(list, s.of(r, at, values[main]))
		}
		for k, f := range values {
			if s.loose = true; k != main && at.field == label.Sum {
				list = append(list, s.of(r, at, f))
				s.Field = label.Tax // the total of the column of taxes
				list = append(list, s.of(r, at, f))
				s.Field = label.Sum
			}
		}
	}
	return list
}

// of takes the value of a figure. A dash between label and figure is no minus.
func (s Sum) of(r *grid.Row, at labelledSum, f *grid.Figure) Sum {
	s.Value, s.open, s.text = f.Value, f.Open, grid.Joined(r.Words[f.First:f.Last+1])
	if at.end <= at.last && f.First == at.end && strings.Trim(r.Words[f.First].Text, "-\u2013\u2014") == "" {
		s.Value = s.Value.Abs()
	}
	if s.Field == label.Rounding && strings.HasPrefix(at.text, "less") && s.Value.IsPos() {
		s.Value = s.Value.Neg()
	}
	return s
}

// looseLabels lists labels of amounts that lower or raise the total.
var looseLabels = map[string]bool{
	"adjustment": true, "adjustments": true, "savings": true, "gesamtbetrag der zuschlage": true,
	"gesamtbetrag der abschlage": true, "summe der zuschlage": true, "summe der abschlage": true,
	"summe zuschlage": true, "summe abschlage": true, "zuschlage": true, "abschlage": true,
	"sum of charges": true, "sum of allowances": true,
}

// labelledSum keeps a label of a sum: its first word, the next word, the last word of its chunk.
type labelledSum struct {
	field            label.Field
	text             string
	first, end, last int
}

// sumLabels finds the labels of sums in a row.
func (sh *Sheet) sumLabels(r *grid.Row) (list []labelledSum) {
	chunks := r.Chunks()
	for i, chunk := range chunks {
		all, places := r.WithoutRates(chunk)
		begin := chunk[0] // of the word, or of the rates before it
		for k := 0; k < len(places); k++ {
			words, from := all[k:], begin
			begin = places[k] + 1
			field, n := label.SumAt(words)
			if from > chunk[0] && !endsFigure(r, from-1) && (n == 0 || len(list) == 0 ||
				!strings.HasSuffix(words[n-1], ":") || enclosed(r.Words[chunk[0]:places[k+n-1]+1])) {
				continue
			}
			follows := func(c [2]int) bool { return beginsSum(r, c) }
			if !named[field] || len(words) > n+2 && slices.ContainsFunc(chunks[i+1:], follows) {
				continue // a sentence beside the label of a sum begins with such a word by chance
			}
			if field == label.Reduction && sh.underLabel(r, label.Subtotal) {
				field = label.Carried // a label of two rows: subtotal less discount
			}
			k += n - 1
			begin = places[k] + 1
			list = append(list, labelledSum{field, label.Fold(strings.Join(words[:n], " ")), from, begin, chunk[1]})
		}
	}
	return list
}

// enclosed reports words that end with the end of parentheses, which say more about a label:
// Total (incl. VAT).
func enclosed(words []*grid.Word) bool {
	open := 0
	for _, w := range words[:len(words)-1] {
		open = max(0, open+strings.Count(w.Text, "(")-strings.Count(w.Text, ")"))
	}
	last := words[len(words)-1].Text
	return strings.Count(last, ")") > 0 && open+strings.Count(last, "(") > 0
}

// endsFigure reports the last word of an amount.
func endsFigure(r *grid.Row, at int) bool {
	return slices.ContainsFunc(r.Figures, func(f grid.Figure) bool {
		return f.Last == at && !f.Percent && f.Value.Scale() == 2
	})
}

// Most words between the label of a sum and its amount: a figure without decimals and currency
// may have hardly any, because sentences have figures too.
const mostBefore, mostBeforeBare = 6, 1

// printsAmount reports a figure that can be the amount of a label. Others are counts, numbers of
// days or parties, or figures in a sentence such as Goods remain our property, call 0113 496.
func (sh *Sheet) printsAmount(r *grid.Row, at labelledSum, f *grid.Figure) bool {
	if sh.paid(f) {
		return strangers(r, at, min(f.First, at.last+1)) <= mostBefore
	}
	if (label.NamesAmount(at.text) || sh.cents()) && !f.Value.IsZero() || strangers(r, at, f.First) > mostBeforeBare {
		return false
	}
	return !slices.ContainsFunc(r.Words[min(at.end, f.First):f.First], func(w *grid.Word) bool {
		return strings.HasSuffix(w.Text, ":") && label.Fold(w.Text) != ""
	})
}

// unknown reports words after the label of a total that may change its meaning: Total customs.
func (sh *Sheet) unknown(r *grid.Row, at labelledSum, f *grid.Figure) bool {
	plain := 0
	for i := at.end; i < f.First; i++ {
		if label.PlainWord(r.Words[i].Text) {
			plain++
		}
	}
	return strangers(r, at, f.First) > plain
}

// strangers counts the words between the label of a sum and a place that are no figures and no
// currencies.
func strangers(r *grid.Row, at labelledSum, end int) (count int) {
	for i := at.end; i < end; i++ {
		if !r.Figured(i) && !onlyCurrency([]string{r.Words[i].Text}) {
			count++
		}
	}
	return count
}

// beginsSum reports a chunk that begins with the label of a sum.
func beginsSum(r *grid.Row, chunk [2]int) bool {
	words, _ := r.WithoutRates(chunk)
	field, n := label.SumAt(words)
	return n > 0 && named[field]
}

// underLabel reports a row under a row that has only this label.
func (sh *Sheet) underLabel(r *grid.Row, field label.Field) bool {
	if r.At == 0 {
		return false
	}
	above := sh.Rows[r.At-1]
	name, ok := label.Fields.Whole(above.Text())
	return ok && name == field && above.Page == r.Page && len(above.Figures) == 0
}

// mostBelow bounds the rows of amounts below labels of sums. A row that adds the others up is below
// a rule, at most farthestSum heights away.
const mostBelow, farthestSum = 6, 4.0

// Below reads a row of labels of sums and the amounts below them, which have to add up. It counts
// the rows of amounts. Of several rows, such as a row for each rate of tax, the last has to be
// their sum.
func (sh *Sheet) Below(i int) (list []Sum, rows int) {
	r := sh.Rows[i]
	if sh.Lines.Len() == 0 || r.Decimals() {
		return nil, 0
	}
	chunks := r.Chunks()
	fields, known := wholeLabels(r, chunks)
	if !slices.Contains(fields, label.Sum) || known < 2 || 2*known < len(chunks) {
		return nil, 0
	}
	var totals []decimal.Decimal
	var taxes []Sum
	last := r
	for k, next := range sh.Rows[i+1 : min(i+1+mostBelow, len(sh.Rows))] {
		distance := (next.Y - last.Y) / r.H
		if next.Page != r.Page || distance > farthestSum {
			break
		}
		amounts := append(sh.under(r, chunks, fields, next), taxes...)
		best, fits := sh.fitting(amounts)
		if tax, taxed := TaxOf(next); !fits && len(totals) == 0 && (taxed || k == 0 && len(next.Figures) == 0) {
			if tax.After = sh.Lines.Len(); taxed { // a tax in a table to the left, or more labels
				taxes = append(taxes, tax)
			}
			last = next
			continue
		}
		if !fits || len(next.Figures) < 2 {
			break
		}
		sum := total(totals).Or(decimal.Zero)
		whole := len(totals) > 1 && reading.Near(sum, best[inTotal].value)
		if distance > farthest && !whole {
			break
		}
		if len(totals) == 0 || whole {
			list, rows = amounts, k+1
		}
		totals, last = append(totals, best[inTotal].value), next
	}
	return list, rows
}

// under lists the amounts of a row below labels of sums.
func (sh *Sheet) under(r *grid.Row, chunks [][2]int, fields []label.Field, next *grid.Row) (list []Sum) {
	for k := range next.Figures {
		f := &next.Figures[k]
		at := nearest(r, chunks, f)
		if at < 0 || fields[at] == "" || f.Percent || f.Unit != "" {
			continue
		}
		list = append(list, Sum{Field: fields[at], Value: f.Value, open: f.Open, After: sh.Lines.Len(), Row: next})
	}
	return list
}

// wholeLabels finds chunks that are labels of sums and nothing else, and counts them.
func wholeLabels(r *grid.Row, chunks [][2]int) (fields []label.Field, known int) {
	fields = make([]label.Field, len(chunks))
	for k, c := range chunks {
		words, _ := r.WithoutRates(c)
		name, n := label.SumAt(words)
		if n > 0 && named[name] && onlyCurrency(words[n:]) {
			fields[k] = name
			known++
		}
	}
	return fields, known
}

// onlyCurrency reports words that are currencies or nothing.
func onlyCurrency(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		_, currency := number.Currency(strings.Trim(w, "()[]:"))
		return !currency && label.Fold(w) != ""
	})
}

// nearest finds the chunk over a figure: it has the largest overlap, or is the nearest within three
// heights. It returns -1 without a chunk.
func nearest(r *grid.Row, chunks [][2]int, f *grid.Figure) int {
	best, found := -3*r.H, -1
	for k, c := range chunks {
		overlap := min(r.Words[c[1]].Right, f.Right) - max(r.Words[c[0]].Left, f.Left)
		if overlap > best {
			best, found = overlap, k
		}
	}
	return found
}

func total(values []decimal.Decimal) reading.Figure {
	var sum decimal.Decimal
	for _, v := range values {
		next, err := sum.Add(v)
		if err != nil {
			return reading.Figure{}
		}
		sum = next
	}
	return optional.Some(sum)
}

// highestRate bounds rates of taxes that are printed without a percent sign.
var highestRate = decimal.MustParse("30")

// TaxOf reads the tax of a row of a table of taxes: rate, net amount and tax agree.
func TaxOf(r *grid.Row) (Sum, bool) {
	for i, rate := range r.Figures {
		if !rate.Percent && (!rate.Value.IsPos() || rate.Value.Cmp(highestRate) > 0) {
			continue
		}
		others := slices.Delete(slices.Clone(r.Figures), i, i+1)
		for k := 0; k+1 < len(others); k++ {
			base, tax := others[k], others[k+1]
			if !rate.Percent && i > 0 && (i != k+1 || rate.First != base.Last+1) {
				continue // without its sign a rate is first, or between base and tax, with no word before it
			}
			if base.Percent || tax.Percent || base.Open || tax.Open || !rate.Percent && tax.Value.IsZero() {
				continue
			}
			due, ok := reading.Net(rate.Value, base.Value, decimal.Hundred, decimal.Zero)
			if ok && reading.Near(due, tax.Value) {
				return Sum{Field: label.Tax, Value: twice(r, rate, tax), Row: r}, true
			}
		}
	}
	return Sum{}, false
}
