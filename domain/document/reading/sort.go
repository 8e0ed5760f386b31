package reading

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/gtin"
)

// Sort sets the kind, by the same rule for all files. Lines without amounts become comments.
// Negative lines that name a discount become discounts. Words of freight, fees and deposits count
// more than an article number. A line that may be either has a warning.
func (l *Line) Sort() {
	if l.Kind == Comment {
		return
	}
	words := strings.Fields(label.Fold(l.Description))
	sure := true
	switch sort, ok := label.Sorts.Whole(l.Description); {
	case l.empty():
		l.Kind = Comment
	case l.Negative() && (Reduces(l.Description) || l.coupon(words)):
		l.Kind = Discount
	case ok && (sort != label.Reduced || l.Negative()):
		l.Kind = Kind(sort)
	case deposits(words):
		l.Kind = Deposit
	default:
		l.Kind, sure = l.named(words)
	}
	if !sure && !l.Negative() {
		l.Note(KindUnsure)
	}
}

// coded reports an article number.
func (l *Line) coded() bool { return l.SupplierSKU != "" || l.MPN != "" || l.GTIN != (gtin.Code{}) }

// single reports one unit. Lines without an article number may have no number of units.
func (l *Line) single() bool {
	q, counted := l.Quantity.Get()
	return counted && q.CmpAbs(decimal.One) == 0 || !counted && !l.coded()
}

// named looks for freight and fees. Words that are never goods name any number of units, the others
// a single unit. It also returns whether the words leave no doubt.
func (l *Line) named(words []string) (kind Kind, sure bool) {
	single := l.single()
	sort, n := label.Sorts.At(words)
	charge := n > 0 && (sort == label.Freight || sort == label.Fee)
	switch {
	case costs(words, single), single && charges(words):
		return chargeOf(words), true
	case single && charge && (n > 1 || chargeCodes[label.Fold(l.SupplierSKU)]):
		return Kind(sort), n == len(words) || chargeWords[words[n]] != 0 || figured(words[n])
	case single && charge && !l.coded() && leads(words):
		return Kind(sort), false
	}
	for i := 1; i < len(words) && single && !l.coded(); i++ {
		sort, ok := label.Sorts.Whole(strings.Join(words[i:], " "))
		if ok && (sort == label.Freight || sort == label.Fee) && (i < len(words)-1 || goodsToo(words[i]) == 0) {
			return Kind(sort), false
		}
	}
	doubt := l.Quantity.Known() && (single || !l.coded()) && mayCharge(words)
	return Product, !doubt && !mayDeposit(words)
}

// sortUncoded makes doubtful lines charges if they begin with a word of charges and all other
// products have an article number.
func (r *Reading) sortUncoded() {
	var doubtful []*Line
	coded := false
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Kind != Product {
			continue
		}
		words := strings.Fields(label.Fold(l.Description))
		sort, n := label.Sorts.At(words)
		switch charge := n > 0 && (sort == label.Freight || sort == label.Fee); {
		case l.coded():
			coded = true
		case charge && l.single() && slices.Contains(l.Problems, ProblemOf(KindUnsure)):
			doubtful = append(doubtful, l)
		default:
			return
		}
	}
	for _, l := range doubtful {
		if coded {
			l.Kind = chargeOf(strings.Fields(label.Fold(l.Description)))
		}
	}
}

// Negative reports a line that lowers the amount due.
func (l *Line) Negative() bool {
	if total, ok := l.LineTotal.Get(); ok && !total.IsZero() {
		return total.IsNeg()
	}
	price := l.UnitPrice.Or(l.CasePrice.Or(decimal.One))
	return l.Quantity.Or(decimal.One).IsNeg() != price.IsNeg()
}

// empty reports a line that counts nothing and costs nothing.
func (l *Line) empty() bool {
	total, summed := l.LineTotal.Get()
	quantity, counted := l.Quantity.Get()
	return summed && total.IsZero() && l.UnitPrice.Or(decimal.Zero).IsZero() && l.CasePrice.Or(decimal.Zero).IsZero() &&
		(!counted || quantity.IsZero())
}

// coupon reports the code of a discount in the place of an article: /SPRING10 or Code SPRING10.
func (l *Line) coupon(words []string) bool {
	for _, text := range []string{l.Description, l.SupplierSKU} {
		if code, ok := strings.CutPrefix(strings.TrimSpace(text), "/"); ok && label.Fold(code) != "" {
			return true
		}
	}
	return !l.coded() && len(words) > 1 && words[0] == "code"
}
