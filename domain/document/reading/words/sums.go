package words

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

// sumOf returns the first sum that a row prints.
func (rd *reader) sumOf(r *grid.Row) (sum, bool) {
	if list := rd.sumsOf(r); len(list) > 0 {
		return list[0], true
	}
	return sum{}, false
}

// sumsOf lists the sums that a row prints. A label begins the row, a part of it, or follows an
// amount. The last amount before the next label is its value.
func (rd *reader) sumsOf(r *grid.Row) (list []sum) {
	begins := rd.sumLabels(r)
	for i, at := range begins {
		next := len(r.Words)
		if i+1 < len(begins) {
			next = begins[i+1].first
		}
		s := sum{field: at.field, after: len(rd.lines), row: r}
		var value *grid.Figure
		for k := range r.Figures {
			if f := &r.Figures[k]; f.First >= next {
				break
			} else if f.Percent && (f.First >= at.first || i == 0) {
				s.rated = true
			} else if f.Last >= at.end && f.First >= at.first && f.Unit == "" { // also after Total EUR
				s.value, s.open, value = f.Value, f.Open, f
			}
		}
		if value == nil || inSentence(r, at, value) {
			continue
		}
		if (amounts[at.text] != "" || rd.cents()) && !paid(value) && !value.Value.IsZero() {
			continue // a count or a number of days
		}
		if s.field == label.Rounding && strings.HasPrefix(at.text, "less") && s.value.IsPos() {
			s.value = s.value.Neg()
		}
		list = append(list, s)
	}
	return list
}

// labelledSum keeps a label of a sum: its first word, the next word, the last word of its chunk.
type labelledSum struct {
	field            label.Field
	text             string
	first, end, last int
}

// sumLabels finds the labels of sums in a row.
func (rd *reader) sumLabels(r *grid.Row) (list []labelledSum) {
	chunks := r.Chunks()
	for i, chunk := range chunks {
		all, places := r.WithoutRates(chunk)
		begin := chunk[0] // of the word, or of the rates before it
		for k := 0; k < len(places); k++ {
			words, from := all[k:], begin
			begin = places[k] + 1
			field, n := sumLabel(words)
			if from > chunk[0] && !endsFigure(r, from-1) && (n == 0 || len(list) == 0 || !strings.HasSuffix(words[n-1], ":")) {
				continue
			}
			if !sums[field] || len(words) > n+2 && slices.ContainsFunc(chunks[i+1:], func(c [2]int) bool { return beginsSum(r, c) }) {
				continue // a sentence beside the label of a sum begins with such a word by chance
			}
			if field == label.Reduction && rd.below(r, label.Subtotal) {
				field = label.Carried // a label of two rows: subtotal less discount
			}
			k += n - 1
			begin = places[k] + 1
			list = append(list, labelledSum{field, label.Fold(strings.Join(words[:n], " ")), from, begin, chunk[1]})
		}
	}
	return list
}

// endsFigure reports the last word of an amount.
func endsFigure(r *grid.Row, at int) bool {
	return slices.ContainsFunc(r.Figures, func(f grid.Figure) bool {
		return f.Last == at && !f.Percent && f.Value.Scale() == 2
	})
}

// sumLabel finds the label of a sum at the beginning of words. Due and Net name amounts, if one
// follows.
func sumLabel(words []string) (label.Field, int) {
	field, n := label.Fields.At(words)
	if short := max(n, 1); len(words) > 0 {
		if sum, ok := amounts[label.Fold(strings.Join(words[:short], " "))]; ok {
			return sum, short
		}
	}
	return field, n
}

// amounts lists labels of sums that are labels of days, terms and counts too.
var amounts = map[string]label.Field{
	"due": label.Sum, "payment due": label.Sum, "net due": label.Sum, "now due": label.Sum, "payable": label.Sum,
	"balance": label.Sum, "gross": label.Sum, "brutto": label.Sum, "net": label.Subtotal, "nett": label.Subtotal,
	"goods": label.Subtotal, "base": label.Subtotal,
}

// paid reports a figure that is an amount: with its currency or two decimals.
func paid(f *grid.Figure) bool { return f.Currency != "" || f.Mark != "" || f.Value.Scale() == 2 }

// Most words between the label of a sum and its amount: a figure without decimals and currency
// may have hardly any, because sentences have figures too.
const mostBefore, mostBeforeBare = 6, 1

// cents reports lines with totals in cents. Figures without decimals count pieces there: Total 27.
func (rd *reader) cents() bool {
	return slices.ContainsFunc(rd.lines, func(f *found) bool { return f.parts[2] != nil && f.parts[2].Value.Scale() == 2 })
}

// inSentence reports a figure in a sentence that begins with the label of a sum, such as Goods
// remain our property, call 0113 496.
func inSentence(r *grid.Row, at labelledSum, value *grid.Figure) bool {
	between := 0
	for i := at.end; i < min(value.First, at.last+1); i++ {
		inFigure := slices.ContainsFunc(r.Figures, func(f grid.Figure) bool { return f.First <= i && i <= f.Last })
		if text := r.Words[i].Text; !inFigure && label.Fold(text) != "" {
			if _, currency := number.Currency(strings.Trim(text, "()")); !currency {
				between++
			}
		}
	}
	return between > mostBefore || between > mostBeforeBare && !paid(value)
}

// sums lists the fields that a row of a sum can have.
var sums = map[label.Field]bool{
	label.Subtotal: true, label.Shipping: true, label.Reduction: true, label.Tax: true, label.Sum: true, label.Carried: true,
	label.Paid: true, label.Rounding: true,
}

// beginsSum reports a chunk that begins with the label of a sum.
func beginsSum(r *grid.Row, chunk [2]int) bool {
	words, _ := r.WithoutRates(chunk)
	field, n := sumLabel(words)
	return n > 0 && sums[field]
}

// below reports a row under a row that has only this label.
func (rd *reader) below(r *grid.Row, field label.Field) bool {
	if r.At == 0 {
		return false
	}
	above := rd.rows[r.At-1]
	name, ok := label.Fields.Whole(above.Text())
	return ok && name == field && above.Page == r.Page && len(above.Figures) == 0
}

// sumsBelow reads a row of labels of sums and the amounts below them, which have to add up.
func (rd *reader) sumsBelow(i int) (list []sum) {
	r := rd.rows[i]
	if i+1 >= len(rd.rows) || len(rd.lines) == 0 || r.Decimals() {
		return nil
	}
	next := rd.rows[i+1]
	if next.Page != r.Page || next.Y-r.Y > 2.5*r.H || len(next.Figures) < 2 {
		return nil
	}
	chunks := r.Chunks()
	fields, known := make([]label.Field, len(chunks)), 0
	for k, c := range chunks {
		words, _ := r.WithoutRates(c)
		name, n := sumLabel(words)
		if n > 0 && sums[name] && onlyCurrency(words[n:]) {
			fields[k] = name
			known++
		}
	}
	if !slices.Contains(fields, label.Sum) || known < 2 || 2*known <= len(chunks) {
		return nil
	}
	for k := range next.Figures {
		f := &next.Figures[k]
		at := nearest(r, chunks, f)
		if at < 0 || fields[at] == "" || f.Percent || f.Unit != "" {
			continue
		}
		list = append(list, sum{field: fields[at], value: f.Value, open: f.Open, after: len(rd.lines), row: next})
	}
	if !rd.sumsAgree(list) {
		return nil
	}
	return list
}

// sumsAgree reports a total that subtotal or lines, shipping, tax and discount make.
func (rd *reader) sumsAgree(list []sum) bool {
	had, header := rd.sums, reading.Header{}
	rd.sums = list
	rd.sumUp(&header)
	rd.sums = had
	whole := rd.whole(header)
	return header.Total.Known() && whole.AddsUp()
}

// onlyCurrency reports words that are currencies or nothing.
func onlyCurrency(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		_, currency := number.Currency(strings.Trim(w, "()[]:"))
		return !currency && label.Fold(w) != ""
	})
}

// nearest finds the chunk over a figure: the one that overlaps most, else the nearest within three
// heights, else -1.
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

// sumUp takes the sums behind the last line; those before it belong to groups
// and pages. Where nothing stands behind it, the others count.
func (rd *reader) sumUp(h *reading.Header) {
	sums := slices.Clone(rd.sums)
	if last := slices.DeleteFunc(sums, func(s sum) bool { return s.after < len(rd.lines) }); len(last) > 0 {
		sums = last
	} else {
		sums = slices.DeleteFunc(slices.Clone(rd.sums), func(s sum) bool { return s.field != label.Sum })
	}
	var subtotals, rated, unrated, totals, reductions []decimal.Decimal
	for _, s := range sums {
		if s.open {
			rd.unsure = true
			continue
		}
		known := optional.Some(s.value)
		switch s.field {
		case label.Subtotal:
			if rd.rounded(totals, s.value) {
				totals = append(totals, s.value) // the net total below a rounding
			} else {
				h.Subtotal, subtotals = known, append(subtotals, s.value)
			}
		case label.Shipping:
			h.Shipping = known
		case label.Reduction:
			h.Discount, reductions = known, append(reductions, s.value)
		case label.Tax:
			if h.Tax = known; s.rated {
				rated = append(rated, s.value)
				h.Tax = total(rated)
			} else {
				unrated = append(unrated, s.value)
			}
		case label.Sum:
			totals = append(totals, s.value)
		}
	}
	for _, t := range totals {
		if best, ok := h.Total.Get(); !ok || t.CmpAbs(best) > 0 {
			h.Total = optional.Some(t)
		}
	}
	rd.roundDown(h, totals)
	if len(rated) == 0 && len(unrated) > 1 {
		// Taxes of several rates under one label are added up where the total says so.
		if all := rd.whole(*h); !all.AddsUp() {
			if all.Tax = total(unrated); all.AddsUp() {
				h.Tax = all.Tax
			}
		}
	}
	if !h.Tax.Known() && len(rd.taxes) > 0 {
		values := make([]decimal.Decimal, len(rd.taxes))
		for i, s := range rd.taxes {
			values[i] = s.value
		}
		h.Tax = total(values)
	}
	// The first of two totals, with a tax between them, is the sum of the lines.
	if tax, ok := h.Tax.Get(); ok && !h.Subtotal.Known() && len(totals) > 1 {
		if gross, err := totals[0].Add(tax); err == nil && reading.Near(gross, h.Total.Or(decimal.Zero)) {
			h.Subtotal = optional.Some(totals[0])
		}
	}
	rd.settle(h, subtotals, totals, reductions)
}

// settle chooses among several subtotals and totals those that agree with the other sums. A
// subtotal that the lines make counts more. Shipping and discount go where the sums add up
// without them.
func (rd *reader) settle(h *reading.Header, subtotals, totals, reductions []decimal.Decimal) {
	fits := func(h reading.Header) (n int) {
		if all := rd.whole(h); all.AddsUp() {
			n++
		}
		subtotal, known := h.Subtotal.Get()
		if lines, ok := rd.linesTotal(); known && ok && reading.Near(lines, subtotal) {
			n += 2
		}
		return n
	}
	best, most := *h, fits(*h)
	try := func(other reading.Header) {
		if n := fits(other); n > most {
			best, most = other, n
		}
	}
	choices := []reading.Header{*h}
	for _, s := range subtotals {
		other := *h
		other.Subtotal = optional.Some(s)
		choices = append(choices, other)
	}
	for _, r := range reductions {
		other := *h
		other.Discount = optional.Some(r)
		choices = append(choices, other)
	}
	if h.Tax.Known() {
		for _, c := range slices.Clone(choices) {
			for _, t := range totals {
				c.Total = optional.Some(t)
				choices = append(choices, c)
			}
		}
	}
	for _, c := range choices {
		try(c)
		for _, less := range []func(*reading.Header){
			func(o *reading.Header) { o.Discount = reading.Figure{} },
			func(o *reading.Header) { o.Shipping = reading.Figure{} },
			func(o *reading.Header) { o.Discount, o.Shipping = reading.Figure{}, reading.Figure{} },
		} {
			other := c
			less(&other)
			try(other)
		}
	}
	*h = best
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

// taxRow adds what a row of a table of taxes says: rate, net amount and tax agree.
func (rd *reader) taxRow(r *grid.Row) {
	for i, rate := range r.Figures {
		if !rate.Percent && i > 0 {
			continue
		}
		for k := 0; k+1 < len(r.Figures); k++ {
			base, tax := r.Figures[k], r.Figures[k+1]
			if k == i || k+1 == i || base.Percent || tax.Percent || base.Open || tax.Open {
				continue
			}
			if due, ok := reading.Net(rate.Value, base.Value, decimal.MustParse("100"), decimal.Zero); ok && reading.Near(due, tax.Value) {
				rd.taxes = append(rd.taxes, sum{field: label.Tax, value: tax.Value})
				rd.roles[r] = summing
				return
			}
		}
	}
}
