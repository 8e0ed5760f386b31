package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/card"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/sums"
	"sellingassistant/domain/kernel/optional"
)

// walkCards reads blocks of one shape, each with a quantity and an amount. They count only if they
// add up to a printed sum. Nameless takes blocks without a word for quantities too; a price has to
// prove each of these quantities.
func (rd *reader) walkCards(sign number.Sign, nameless bool) bool {
	var rows []card.Row
	var printed []sums.Sum
	for _, r := range rd.rows {
		if rd.ended() != nil {
			return false
		}
		if rd.roles[r] == recurring {
			continue
		}
		s, ok := rd.printed().First(r)
		ok = ok && printsMoney(r, s.Value, sign)
		if rows = append(rows, card.Row{Row: r, Sum: ok, Left: s.Left}); ok {
			printed = append(printed, s)
		}
	}
	if rd.readCards(rows, printed, sign, nameless) {
		return true
	}
	rest := sums.WithoutRepeated(printed)
	for i := range rows {
		rows[i].Sum = slices.ContainsFunc(rest, func(s sums.Sum) bool { return s.Row == rows[i].Row })
	}
	if len(rest) > 0 && len(rest) < len(printed) && rd.readCards(rows, rest, sign, nameless) {
		return true
	}
	parted, places, aside := card.Aside(rows)
	byRow := make([]sums.Sum, 0, len(places))
	for _, at := range places {
		byRow = append(byRow, rest[slices.IndexFunc(rest, func(s sums.Sum) bool { return s.Row == rows[at].Row })])
	}
	return aside && rd.readCards(parted, byRow, sign, nameless)
}

// namelessCards reads cards without a word for quantities. Without labels, cards of one row each
// are a table, which has columns to remember.
func (rd *reader) namelessCards(sign number.Sign, headed bool) bool {
	kept := *rd
	if headed && rd.walkCards(sign, false) {
		return true
	}
	if !rd.walkCards(sign, true) {
		return false
	}
	if headed || slices.ContainsFunc(rd.lines, func(f *found) bool { return len(f.block) > 1 }) {
		return true
	}
	*rd = kept
	return false
}

// againAsCards reads cards instead of a table if its lines do not make the printed sum. The cards
// have to make it, and are more than the lines, or surer. Cards without prices are no better than
// lines with them: 12 x 330ml below Pack is no quantity.
func (rd *reader) againAsCards(sign number.Sign) bool {
	makes := func() bool {
		r := reading.Reading{Header: rd.header(sign)}
		want, printed := r.LinesShouldBe()
		var all decimal.Decimal
		for _, f := range rd.lines {
			all, _ = all.Add(f.LineTotal.Or(decimal.Zero))
		}
		return !printed || reading.Near(all, want)
	}
	if len(rd.sums) == 0 || makes() {
		return false
	}
	kept := *rd
	rd.roles = map[*grid.Row]role{}
	for r, is := range kept.roles {
		if is == recurring {
			rd.roles[r] = is
		}
	}
	rd.lines, rd.candidates, rd.rest, rd.heads, rd.sums, rd.taxes, rd.first = nil, nil, nil, nil, nil, nil, nil
	unsure := slices.ContainsFunc(kept.lines, func(f *found) bool { return f.Evidence == reading.Placed })
	if (rd.walkCards(sign, false) || rd.walkCards(sign, true)) && makes() &&
		(!unproved(rd.lines) || unproved(kept.lines)) &&
		(len(rd.lines) > len(kept.lines) || unsure && len(rd.lines) == len(kept.lines)) {
		return true
	}
	*rd = kept
	return false
}

// readCards reads cards between the given sums.
func (rd *reader) readCards(rows []card.Row, printed []sums.Sum, sign number.Sign, nameless bool) bool {
	roles, before := rd.roles, rd.sums
	return card.Read(rows, sign, nameless, func(list []*card.Product, after []int) bool {
		if rd.ended() != nil {
			return false
		}
		rd.roles, rd.sums = maps.Clone(roles), nil
		for i, s := range printed {
			if s.After = after[i]; s.After >= 0 {
				rd.roles[s.Row], rd.sums = summing, append(rd.sums, s)
			}
		}
		for _, k := range list {
			rd.lines = append(rd.lines, cardLine(k))
			for _, r := range k.Pages {
				rd.roles[r] = lining
			}
		}
		if rd.addUp(sign) && !(nameless && unproved(rd.lines)) {
			return true
		}
		rd.lines, rd.sums, rd.roles = nil, before, roles
		return false
	})
}

// unproved reports lines with quantities that neither a price nor a word proves.
func unproved(lines []*found) bool {
	return slices.ContainsFunc(lines, func(f *found) bool { return f.Quantity.Known() && !f.UnitPrice.Known() })
}

// walkPriced reads a table of quantities and prices without totals, as mails of web shops have. The
// printed sum decides whether a price is for a unit or for the line.
func (rd *reader) walkPriced(sign number.Sign) bool {
	roles, before := rd.roles, rd.sums
	rd.roles, rd.sums = maps.Clone(roles), nil
	var t *grid.Table
	for _, r := range rd.rows {
		if rd.ended() != nil || rd.roles[r] == recurring {
			continue
		}
		if h := pricedHead(r); h != nil {
			t, rd.roles[r] = h, heading
			continue
		}
		if s, ok := rd.printed().First(r); ok && printsMoney(r, s.Value, sign) {
			t, rd.roles[r], rd.sums = nil, summing, append(rd.sums, s)
			continue
		}
		if t == nil {
			continue
		}
		f := &found{row: r, table: t, cells: t.Cells(r)}
		q, counted := f.cells.Get(grid.QuantityKinds...)
		p, priced := f.cells.Get(label.Price, label.Cost)
		if counted && priced && worded(r) {
			f.Kind, f.PriceBase = reading.Product, decimal.One
			rd.lines, rd.roles[r] = append(rd.lines, f.take(q, nil, p, reading.Joined)), lining
		}
	}
	if len(rd.lines) > 0 && rd.addUp(sign) {
		return true
	}
	rd.lines, rd.sums, rd.roles = nil, before, roles
	return false
}

// counted matches a row of a slip without a table: 2 x Mug blue (SKU: A-77).
var counted = regexp.MustCompile(`^(\d{1,5}) ?[x×] (.*\pL.*) ` +
	`\((?:SKU|Art\.?(?:-?Nr\.?)?|Item|Ref\.?|Code):? ?([^() ]+)\)$`)

// walkCounted reads the rows of a slip that has counts, texts and codes, and neither labels nor
// amounts.
func (rd *reader) walkCounted() {
	for _, r := range rd.rows {
		m := counted.FindStringSubmatch(r.Text())
		if m == nil || rd.roles[r] == recurring {
			continue
		}
		n, err := decimal.Parse(m[1])
		if err != nil || !n.IsPos() {
			continue
		}
		t := &grid.Table{}
		f := &found{row: r, table: t, cells: t.Cells(r), block: []*grid.Row{r}}
		f.Kind, f.PriceBase, f.Evidence, f.Quantity = reading.Product, decimal.One, reading.Columns, optional.Some(n)
		f.SupplierSKU, f.texts = m[3], map[label.Column][]*grid.Word{label.Text: textBetween(r)}
		rd.lines, rd.roles[r] = append(rd.lines, f), lining
	}
}

// textBetween returns the words after a count and before the last bracket.
func textBetween(r *grid.Row) []*grid.Word {
	first, end := 1, len(r.Words)-1
	if text := r.Words[0].Text; !strings.HasSuffix(text, "x") && !strings.HasSuffix(text, "×") {
		first++
	}
	for end > first && !strings.HasPrefix(r.Words[end].Text, "(") {
		end--
	}
	return r.Words[first:end]
}

// pricedHead reads labels of texts, quantities and prices without totals, nil for other rows.
func pricedHead(r *grid.Row) *grid.Table {
	if r.Decimals() || len(r.Words) > maxHead {
		return nil
	}
	t := &grid.Table{Columns: grid.ColumnsOf([]*grid.Row{r}), Rows: 1}
	if slices.ContainsFunc(grid.QuantityKinds, t.Has) && (t.Has(label.Price) || t.Has(label.Cost)) &&
		(t.Has(label.Text) || t.Has(label.SKU)) && !t.Has(label.Total) && !t.Has(label.Gross) {
		return t
	}
	return nil
}

// maxHead bounds the words of labels.
const maxHead = 60

// printsMoney reports an amount with a currency or decimals, because a sentence can begin like a
// sum and end with a telephone number.
func printsMoney(r *grid.Row, value decimal.Decimal, sign number.Sign) bool {
	return slices.ContainsFunc(r.Figures, func(f grid.Figure) bool {
		_, ok := card.Money(grid.Joined(r.Words[f.First:f.Last+1]), sign)
		return ok && f.Value.CmpAbs(value) == 0
	})
}

// addUp decides whether lone amounts are totals or prices, and reports whether the lines make the
// printed sum. Without one each line has to agree in itself. The sum of several lines can have any
// label.
func (rd *reader) addUp(sign number.Sign) bool {
	r := reading.Reading{Header: rd.header(sign)}
	want, printed := r.LinesShouldBe()
	var totals, extended, prices decimal.Decimal
	whole, summed := true, false
	for _, f := range rd.lines {
		total, ok := f.LineTotal.Get()
		price, priced := f.UnitPrice.Get()
		if whole = whole && ok && priced; !ok && !priced {
			return false
		}
		summed = summed || ok
		prices, _ = prices.Add(price)
		if !priced {
			price = total
		}
		product, _ := f.Quantity.Or(decimal.Zero).Mul(price)
		if !ok {
			total = product
		}
		whole = whole && reading.Near(product, total)
		totals, _ = totals.Add(total)
		extended, _ = extended.Add(product)
	}
	makes := func(sum decimal.Decimal) bool {
		return printed && reading.Near(sum, want) ||
			len(rd.lines) > 1 && (rd.printsSum(sum, sign) || reduced(r.Header, sum))
	}
	switch {
	case makes(totals):
	case !summed && len(rd.lines) > 1 && printed && reading.Near(prices, want): // Price: 14.00 of 2 pieces
		for _, f := range rd.lines {
			f.LineTotal, f.UnitPrice = f.UnitPrice, optional.None[decimal.Decimal]()
			f.parts[1], f.parts[2] = nil, f.parts[1]
		}
	case makes(extended):
		for _, f := range rd.lines {
			if !f.UnitPrice.Known() {
				f.UnitPrice, f.LineTotal = f.LineTotal, optional.None[decimal.Decimal]()
				f.parts[1], f.parts[2] = f.parts[2], nil
			} else if f.Arithmetic().Result == reading.Fail { // an amount of something else beside the card
				f.LineTotal, f.parts[2] = optional.None[decimal.Decimal](), nil
			}
		}
	default:
		return !printed && whole && len(rd.lines) > 1
	}
	for _, f := range rd.lines {
		if p, ok := f.UnitPrice.Get(); ok && !f.LineTotal.Known() {
			total, _ := f.Quantity.Or(decimal.Zero).Mul(p)
			f.LineTotal = optional.Some(total)
		}
	}
	return true
}

// reduced reports lines with savings taken off: the subtotal less the discount, or the total
// without tax and shipping.
func reduced(h reading.Header, sum decimal.Decimal) bool {
	less := func(first reading.Figure, others ...reading.Figure) bool {
		rest, known := first.Get()
		for i, o := range others {
			amount, ok := o.Get()
			known = known && (ok || i > 0)
			rest, _ = rest.Sub(amount.Abs())
		}
		return known && reading.Near(rest, sum)
	}
	return less(h.Subtotal, h.Discount) || less(h.Total, h.Tax, h.Shipping)
}

// printsSum reports an amount at the end of a row of words that is no line.
func (rd *reader) printsSum(value decimal.Decimal, sign number.Sign) bool {
	return slices.ContainsFunc(rd.rows, func(r *grid.Row) bool {
		last := len(r.Figures) - 1
		return rd.roles[r] != lining && last >= 0 && r.Figures[last].Last == len(r.Words)-1 && r.Figures[last].First > 0 &&
			r.Figures[last].Value.CmpAbs(value) == 0 && printsMoney(r, value, sign)
	})
}

func cardLine(k *card.Product) *found {
	t := &grid.Table{}
	f := &found{row: k.Row, table: t, cells: t.Cells(k.Row), block: k.Rows}
	f.Kind, f.PriceBase, f.Evidence = reading.Product, decimal.One, reading.ByProduct
	f.Quantity, f.UnitPrice, f.LineTotal = k.Quantity, k.Price, k.Total
	f.Unit, f.SupplierSKU = k.Unit, k.Code
	f.texts = map[label.Column][]*grid.Word{label.Text: withoutOrdinal(k.Texts())}
	return f
}

// withoutOrdinal leaves out the number of a line: 1. or 2).
func withoutOrdinal(words []*grid.Word) []*grid.Word {
	if len(words) > 1 && ordinal.MatchString(words[0].Text) {
		return words[1:]
	}
	return words
}

var ordinal = regexp.MustCompile(`^\d{1,3}[.)]$`)
