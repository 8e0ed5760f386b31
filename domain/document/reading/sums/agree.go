package sums

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// Settle fills a header with the sums that add up, else with the usual sums. It reports an amount
// with two readings that no sum decides.
func (sh *Sheet) Settle(h *reading.Header) (open bool) {
	open = sh.settle(h)
	if total, known := h.Total.Get(); known && !h.Tax.Known() {
		h.Tax = sh.included(total)
	}
	return open
}

func (sh *Sheet) settle(h *reading.Header) (open bool) {
	list := sh.lastSums(slices.Concat(sh.Sums, sh.placedSums(), sh.nameless()))
	all := slices.Clone(list)
	list = slices.DeleteFunc(list, func(s Sum) bool { return s.doubtful(all) })
	known := slices.DeleteFunc(slices.Clone(list), func(s Sum) bool { return s.open })
	open = slices.ContainsFunc(list, func(s Sum) bool { return s.open && !s.loose })
	usual := sh.usual(known)
	best, fits := sh.fitting(known)
	if open && !fits {
		for _, sign := range []number.Sign{'.', ','} {
			if other, ok := sh.fitting(readAs(list, sign)); ok {
				best, fits = other, !fits // both signs fit: no sum decides
			}
		}
		open = !fits
	}
	h.Subtotal, h.Tax, h.Total = usual.Subtotal, usual.Tax, usual.Total
	h.Shipping, h.Discount = usual.Shipping, usual.Discount
	if !fits {
		return open
	}
	h.Total, h.Shipping, h.Discount = best[inTotal].figure(), best[inShipping].figure(), best[inDiscount].figure()
	if best[inTax].known {
		h.Tax = best[inTax].figure()
	}
	if best[inSubtotal].known || !sh.partOfLines(h.Subtotal) {
		h.Subtotal = best[inSubtotal].figure()
	}
	lines := best[inSubtotal].value
	if !h.Subtotal.Known() && slices.ContainsFunc(known, func(s Sum) bool {
		return s.Field == label.Carried && !lines.IsZero() && s.Value.Equal(lines)
	}) {
		h.Subtotal = optional.Some(lines) // the net amount, without charges before it
	}
	return open
}

// doubtful reports a total with unknown words or without a label. It also reports a subtotal with
// unknown words that repeats a total with a plain label.
func (s Sum) doubtful(all []Sum) bool {
	return (s.Field == label.Sum && s.loose || s.Field == label.Subtotal && s.worded) &&
		slices.ContainsFunc(all, func(other Sum) bool {
			return other.Field == label.Sum && !other.loose && (s.Field == label.Sum || other.Value.Equal(s.Value))
		})
}

// lastSums leaves out sums before the last line, which belong to groups and pages. Without sums
// after it, a summary above the lines counts, if it adds up from their sum, else the totals and
// amounts that have to add up.
func (sh *Sheet) lastSums(all []Sum) []Sum {
	list := slices.DeleteFunc(slices.Clone(all), func(s Sum) bool { return s.After < sh.Lines.Len() })
	if slices.ContainsFunc(list, func(s Sum) bool { return !s.loose }) {
		return list
	}
	above := slices.DeleteFunc(slices.Clone(all), func(s Sum) bool { return s.After != 0 || s.open || s.loose })
	best, fits := sh.fitting(above)
	if lines, whole := sh.LinesTotal(); fits && whole && best[inSubtotal].known &&
		reading.Near(best[inSubtotal].value, lines) {
		return above
	}
	return slices.DeleteFunc(all, func(s Sum) bool { return s.Field != label.Sum && !s.loose })
}

// readAs reads amounts with two readings with a decimal sign.
func readAs(list []Sum, sign number.Sign) []Sum {
	list = slices.Clone(list)
	for i, s := range list {
		if n, ok := number.Parse(s.text, sign); s.open && ok {
			list[i].Value, list[i].open = n.Value.Abs(), false
		}
	}
	return slices.DeleteFunc(list, func(s Sum) bool { return s.open })
}

// usual takes the last subtotal, shipping and discount, the largest total, and the sum of taxes
// with their rates, else the last tax.
func (sh *Sheet) usual(list []Sum) (h reading.Header) {
	var rated, totals []decimal.Decimal
	for _, s := range list {
		if s.loose {
			continue
		}
		known := optional.Some(s.Value)
		switch s.Field {
		case label.Subtotal:
			if sh.rounded(totals, s.Value) {
				totals = append(totals, s.Value) // the net total below a rounding
			} else if lines, whole := sh.LinesTotal(); !sh.section(s) &&
				!(whole && h.Subtotal.Known() && reading.Near(h.Subtotal.Or(decimal.Zero), lines)) {
				h.Subtotal = known
			}
		case label.Shipping:
			h.Shipping = known
		case label.Reduction:
			h.Discount = known
		case label.Tax:
			if h.Tax = known; s.rated {
				rated = append(rated, s.Value)
				h.Tax = total(rated)
			}
		case label.Sum:
			if earlier(s, list) {
				continue
			}
			totals = append(totals, s.Value)
			if s.Value.CmpAbs(h.Total.Or(decimal.Zero)) >= 0 {
				h.Total = known
			}
		}
	}
	sh.roundDown(&h, totals)
	if tax, ok := halves(list); ok {
		h.Tax = optional.Some(tax)
	}
	if !h.Tax.Known() && len(sh.Taxes) > 0 {
		h.Tax = sh.tabledTax()
	}
	return h
}

// tabledTax adds up the table of taxes.
func (sh *Sheet) tabledTax() reading.Figure { return total(values(sh.Taxes)) }

// section reports a subtotal after others between the lines, which has only the last lines in it.
func (sh *Sheet) section(s Sum) bool {
	if !slices.ContainsFunc(sh.Sums, func(other Sum) bool {
		return other.Field == label.Subtotal && other.After > 0 && other.After < s.After
	}) {
		return false
	}
	lines, whole := sh.LinesTotal()
	return !whole || !reading.Near(lines, s.Value)
}

// partOfLines reports a subtotal of the first lines: freight and discounts follow them as lines.
func (sh *Sheet) partOfLines(subtotal reading.Figure) bool {
	want, known := subtotal.Get()
	sum := decimal.Zero
	for i := range sh.Lines.Len() {
		if known && reading.Near(sum, want) && !want.IsZero() {
			return true
		}
		sum, _ = sum.Add(sh.Lines.Line(i).Total.Or(decimal.Zero))
	}
	return known && reading.Near(sum, want)
}

// option keeps a choice for a sum: an amount, several added up, or nothing.
type option struct {
	value        decimal.Decimal
	known, loose bool
	// first says that the first of several totals is the subtotal.
	first bool
}

func (o option) figure() reading.Figure {
	if !o.known {
		return reading.Figure{}
	}
	return optional.Some(o.value)
}

// The places of sums in a set.
const (
	inSubtotal = iota
	inShipping
	inDiscount
	inTax
	inRounding
	inTotal
	members
)

// set has one choice for each sum.
type set [members]option

// mostOptions bounds the choices for a sum, because all sets of them are tried.
const mostOptions = 6

// options lists nothing, each amount, and all amounts beside their labels added up.
func options(list []Sum) []option {
	list = list[max(0, len(list)-mostOptions):]
	all := []option{{}}
	var beside, rated []decimal.Decimal
	for _, s := range list {
		all = append(all, option{value: s.Value, known: true, loose: s.loose})
		if !s.loose {
			beside = append(beside, s.Value)
		}
		if !s.loose && s.rated {
			rated = append(rated, s.Value)
		}
	}
	for _, values := range [][]decimal.Decimal{beside, rated} {
		if sum, ok := total(values).Get(); ok && len(values) > 1 {
			all = append(all, option{value: sum, known: true})
		}
	}
	return all
}

// choices lists the options of each sum. Without the label of a subtotal the lines make it, or the
// first of several totals.
func (sh *Sheet) choices(list []Sum) (all [members][]option) {
	fields := map[label.Field][]Sum{}
	var totals []decimal.Decimal
	for _, s := range list {
		if s.Field == label.Sum && !s.loose {
			totals = append(totals, s.Value)
		}
	}
	for _, s := range list {
		if s.Field == label.Subtotal && sh.rounded(totals, s.Value) {
			s.Field = label.Sum // the net total below a rounding
		}
		if s.Field != label.Subtotal || !sh.section(s) {
			fields[s.Field] = append(fields[s.Field], s)
		}
	}
	for field, at := range map[label.Field]int{
		label.Subtotal: inSubtotal, label.Shipping: inShipping, label.Reduction: inDiscount, label.Tax: inTax,
		label.Sum: inTotal,
	} {
		all[at] = options(fields[field])
	}
	if sum, ok := sh.tabledTax().Get(); ok && len(sh.Taxes) > 0 {
		all[inTax] = append(all[inTax], option{value: sum, known: true})
	}
	if sum, ok := halves(list); ok {
		all[inTax] = append(all[inTax], option{value: sum, known: true})
	}
	for field, at := range map[label.Field]int{label.Sum: inTotal, label.Subtotal: inSubtotal} { // one of them alone
		all[at] = all[at][1 : 1+min(mostOptions, len(fields[field]))]
	}
	all[inRounding] = []option{{}}
	if sum, ok := total(values(sh.Roundings())).Get(); ok && !sum.IsZero() {
		all[inRounding] = append(all[inRounding], option{value: sum, known: true})
	}
	lines, whole := sh.LinesTotal()
	made := func(o option) bool { return !o.loose && whole && reading.Near(o.value, lines) }
	if slices.ContainsFunc(all[inSubtotal], made) {
		all[inSubtotal] = slices.DeleteFunc(all[inSubtotal], func(o option) bool { return !made(o) })
		return all
	}
	if len(all[inSubtotal]) == 0 && len(totals) > 1 {
		all[inSubtotal] = append(all[inSubtotal], option{value: totals[0], known: true, first: true})
	}
	if whole {
		all[inSubtotal] = append(all[inSubtotal], option{value: lines})
	}
	return all
}

func values(list []Sum) (all []decimal.Decimal) {
	for _, s := range list {
		all = append(all, s.Value)
	}
	return all
}

// fitting finds the sums that add up: subtotal - discount + shipping + tax + rounding = total. Of
// several sets the best has a total beside its label and uses most amounts.
func (sh *Sheet) fitting(list []Sum) (best set, ok bool) {
	all := sh.choices(list)
	most := 0
	for _, parts := range products(all[:inTotal]) {
		want, fits := parts.sum()
		if !fits || !parts.proves() {
			continue
		}
		for _, t := range all[inTotal] {
			if !reading.Near(t.value, want) || t.value.IsZero() != want.IsZero() || t.loose && parts[inSubtotal].first {
				continue
			}
			parts[inTotal] = t
			if n := parts.rank(); !ok || n > most || n == most && t.value.CmpAbs(best[inTotal].value) > 0 {
				best, most, ok = parts, n, true
			}
		}
	}
	return best, ok
}

// products lists the sets with one option of each list.
func products(lists [][]option) []set {
	all := []set{{}}
	for at, list := range lists {
		var next []set
		for _, s := range all {
			for _, o := range list {
				s[at] = o
				next = append(next, s)
			}
		}
		all = next
	}
	return all
}

// sum adds the parts of a total up.
func (s *set) sum() (decimal.Decimal, bool) {
	want := s[inSubtotal].value
	discount := s[inDiscount].value.Abs()
	if !want.IsNeg() { // the discount of a credit note lowers the credit
		discount = discount.Neg()
	}
	for _, part := range []decimal.Decimal{s[inShipping].value, discount, s[inTax].value, s[inRounding].value} {
		next, err := want.Add(part)
		if err != nil {
			return want, false
		}
		want = next
	}
	return want, true
}

// proves reports a subtotal beside its label or made by the lines. Other subtotals need a part
// beside them, because a subtotal that equals the total proves nothing.
func (s *set) proves() bool {
	switch {
	case s[inSubtotal].first:
		return !s[inTax].value.IsZero() && !s[inTax].loose
	case s[inSubtotal].loose:
		return !s[inShipping].value.IsZero() || !s[inDiscount].value.IsZero() || !s[inTax].value.IsZero()
	}
	return true
}

// rank says how much speaks for a set that adds up.
func (s *set) rank() (rank int) {
	for _, o := range s {
		switch {
		case o.loose:
			rank++
		case o.known:
			rank += 10
		}
	}
	if s[inTotal].loose {
		rank -= 100
	}
	return rank
}
