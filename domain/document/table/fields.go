package table

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/sums"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// fieldOf reads the label at the beginning of a text. It drops percentages, and rated reports them.
func fieldOf(text string) (f label.Field, rest string, rated, ok bool) {
	plain := number.WithoutRates(text)
	rated = plain != strings.TrimSpace(text)
	words := strings.Fields(plain)
	if len(words) > 12 {
		return "", "", false, false
	}
	f, n := label.Fields.At(words)
	if n == 0 {
		return "", "", false, false
	}
	if !sum[f] {
		words = strings.Fields(text)
		if _, n = label.Fields.At(words); n == 0 {
			return "", "", false, false
		}
	}
	words = words[n:]
	for len(words) > 0 {
		_, currency := number.Currency(strings.Trim(words[0], "()"))
		if label.Fold(words[0]) != "" && !(currency && sum[f]) {
			break
		}
		words = words[1:]
	}
	rest = strings.TrimSpace(strings.TrimPrefix(strings.Join(words, " "), ":"))
	if sum[f] && rated && label.BeforeBase(words) {
		return f, "", true, true // VAT 20 % on 190.00: its amount is the next figure
	}
	if _, figure := number.Marked(rest, number.Undecided); sum[f] && rest != "" && !figure {
		return "", "", false, false // the name of a product that begins like a sum
	}
	return f, rest, rated, true
}

// field reads a row beside the table: labels, each with its value after it or in the next cell with
// content. Several labels alone have their values in the next row.
func (l *Lines) field(cells []Cell) {
	l.around.add(cells, !l.below && l.read == 0)
	l.numberAndDate(cells)
	if l.grid(cells) {
		return
	}
	for i, c := range cells {
		name, value, rated, ok := fieldOf(c.Text)
		if !ok {
			l.terms(c.Text)
			l.issuer(i, cells)
			continue
		}
		if sum[name] && l.Header.Currency == "" {
			if l.Header.Currency = label.CurrencyIn(c.Text); l.Header.Currency == "" {
				l.mark = cmp.Or(l.mark, label.MarkIn(c.Text))
			}
		}
		var values []Cell
		if value != "" {
			values = append(values, Cell{Text: value})
		}
		rates := ""
		if rated || name == label.Tax && label.TaxShare(c.Text) != "" {
			rates = c.Text
		}
		for k, next := range cells[i+1:] {
			switch {
			case next.Kind == Percent || sum[name] && number.Rate(next.Text):
				rates += " " + next.Text // the next figure can be the amount
			case next.Text != "" && !(sum[name] && l.counted(i+1+k, next)):
				values = append(values, next)
			}
		}
		alone := name == label.Sum || name == label.Subtotal || onlyFigures(cells[i+1:])
		if total, ok := l.totalCell(cells, i); ok && alone {
			values = append([]Cell{total}, values...)
		}
		l.set(name, values, rates)
	}
}

// counted reports a figure below the table in a column of counts or measures, which is no amount.
// An amount there has a currency, or decimals that the number of all pieces has not.
func (l *Lines) counted(at int, cell Cell) bool {
	if !l.below || at >= len(l.Columns) {
		return false
	}
	c := l.Columns[at]
	n, _ := cell.Amount(c.Sign)
	switch {
	case n.Currency != "":
		return false
	case counts[c.Kind]:
		return n.Value.Scale() == 0 || n.Value.Equal(l.pieces) || cell.Kind == Text && n.Mark != ""
	}
	return c.Kind == "" && measures.MatchString(label.Fold(c.Label))
}

// counts lists the kinds of columns that count, measures matches labels of weights and volumes.
var (
	counts = map[label.Column]bool{label.Quantity: true, label.Cases: true, label.Ordered: true,
		label.Open: true, label.Pack: true}
	measures = regexp.MustCompile(`weight|gewicht|poids|peso\b|cbm|volum|measurement`)
)

// totalCell returns the cell of a row below the table in the column of its totals, after a label.
func (l *Lines) totalCell(cells []Cell, after int) (Cell, bool) {
	at := l.Column(label.Total)
	if !l.below || at <= after || at >= len(cells) {
		return Cell{}, false
	}
	n, ok := cells[at].Amount(l.Columns[at].Sign)
	return cells[at], ok && !n.Percent
}

// onlyFigures reports cells without a text that is no figure.
func onlyFigures(cells []Cell) bool {
	return !slices.ContainsFunc(cells, func(c Cell) bool {
		_, figure := c.Amount(number.Undecided)
		_, currency := number.Currency(c.Text)
		return c.Text != "" && !figure && !currency && !number.Rate(c.Text)
	})
}

// numberOfBill matches a label above both the number and the date of an invoice.
var numberOfBill = regexp.MustCompile(`^(?:no|number|nr) (?:and )?date of (?:the )?(?:\w+ )?invoice$`)

// monthDot matches the dot after the name of a month.
var monthDot = regexp.MustCompile(`^(\p{L}{3,9})\.\s*`)

// numberAndDate reads the number and the date of an invoice in the row below their label: in a
// cell, or in two.
func (l *Lines) numberAndDate(cells []Cell) {
	at := l.around.numbered - 1
	for i, c := range cells {
		if numberOfBill.MatchString(label.Fold(unnumbered(c.Text))) {
			l.around.numbered = i + 1
			return
		}
	}
	l.around.numbered = 0
	if at < 0 || at >= len(cells) || !number.HasDigit(cells[at].Text) {
		return
	}
	words := strings.Fields(cells[at].Text)
	day := strings.Join(words[1:], " ")
	for _, c := range cells[at+1:] {
		day = cmp.Or(day, c.Text)
	}
	day = strings.Join(strings.FieldsFunc(day, func(r rune) bool { return r == ',' || r == '\uff0c' || r == ' ' }), " ")
	l.set(label.InvoiceNumber, []Cell{{Text: words[0]}}, "")
	l.set(label.IssueDate, []Cell{{Text: monthDot.ReplaceAllString(day, "$1 ")}}, "")
}

// grid takes values below labels. It is true for a row of labels alone.
func (l *Lines) grid(cells []Cell) bool {
	above := l.around.above
	filled := slices.ContainsFunc(cells, func(c Cell) bool { return c.Text != "" })
	if filled {
		l.around.above = nil
	}
	alone := map[int]label.Field{}
	for i, c := range cells {
		if c.Text == "" {
			continue
		}
		name, value, _, ok := fieldOf(c.Text)
		switch {
		case ok && value == "" && !sum[name]:
			alone[i] = name
		case above[i] != "" && !ok:
			l.set(above[i], []Cell{c}, "")
		case number.HasDigit(c.Text):
			return false
		}
	}
	if len(alone) > 1 {
		l.around.above = alone
	}
	return len(alone) > 1
}

// terms reads payment terms without a label.
func (l *Lines) terms(text string) {
	if !field.Terms(text) {
		return
	}
	if l.Header.PaymentTerms == "" {
		l.Header.PaymentTerms = short(text, maxText)
	}
	if field.Discounts(text) {
		l.around.dates = append(l.around.dates, dated{label.DueDate, text})
	}
}

// issuer takes the name of a company above the table, unless it is a buyer's.
func (l *Lines) issuer(i int, cells []Cell) {
	text := cells[i].Text
	words := strings.Fields(text)
	if n := field.Company(words); n > 1 && n == len(words) && l.read == 0 && l.Header.Issuer.Name == "" &&
		!l.around.buyer(i, cells) {
		l.Header.Issuer.Name = short(text, maxCode)
	}
}

// currency returns the currency in the labels of prices and totals, or a sign in them that names no
// currency for sure.
func (m *Mapping) currency(dollars *field.Dollars) (c money.Currency, mark string) {
	for _, column := range m.Columns {
		switch column.Kind {
		case label.Price, label.Cost, label.CasePrice, label.Total:
			for _, text := range []string{column.Label, column.Units} {
				sign := label.MarkIn(text)
				dollars.Count(sign)
				if named, _ := number.Currency(sign); named != "" && !(sign == "$" && m.pesos()) {
					return named, ""
				}
				mark = cmp.Or(mark, sign)
			}
		}
	}
	return "", mark
}

// amounts reads the values that are no percentages, and leaves out figures with two readings.
func (l *Lines) amounts(values []Cell) []decimal.Decimal {
	var all []decimal.Decimal
	sign := l.sign()
	for _, v := range values {
		n, ok := v.Amount(sign)
		if !ok || n.Percent {
			continue
		}
		if v.Kind == Text && sign == number.Undecided && number.Doubtful(v.Text) {
			l.around.unread = true
			continue
		}
		l.Header.Currency = cmp.Or(l.Header.Currency, l.paid(n))
		all = append(all, n.Value)
	}
	return all
}

// set takes the first value that fits. Rates has the percentages of the row with their words.
func (l *Lines) set(name label.Field, values []Cell, rates string) {
	h := &l.Header
	take := func(to *reading.Figure) {
		if all := l.amounts(values); len(all) > 0 && !to.Known() {
			*to = optional.Some(all[0])
		}
	}
	value := ""
	if len(values) > 0 {
		value = values[0].Text
	}
	if l.below && sum[name] {
		if all := l.amounts(values); len(all) > 0 {
			l.feet = append(l.feet, sums.Foot{Field: name, Value: all[0], Read: l.read, Goods: l.goods})
		}
	}
	switch name {
	case label.Subtotal:
		if l.subtotalled = l.read; !l.grouped && !l.payable(values) {
			take(&h.Subtotal)
		}
	case label.Shipping:
		take(&h.Shipping)
	case label.Reduction:
		take(&h.Discount)
	case label.Tax:
		if all := l.amounts(values); len(all) > 0 {
			l.tax(all, rates)
		}
	case label.Sum:
		if !l.payable(values) {
			take(&h.Total)
		}
		l.summed = l.summed || h.Total.Known()
	case label.IssueDate, label.DueDate, label.OtherDate:
		l.around.dates = append(l.around.dates, dated{name, value})
	default:
		field.Take(h, name, strings.Fields(value), field.Certain)
	}
}

// tax adds up the taxes of several rates. A tax without a rate counts if it is the first. A
// repeated rate with the same amount counts once, but CGST and SGST are two taxes. If a row has two
// amounts, the tax is the amount that is the rate of the other.
func (l *Lines) tax(amounts []decimal.Decimal, rates string) {
	value := amounts[0]
	if tax, rate, ok := l.unsigned(amounts); ok && rates == "" {
		value, rates = tax, rate
	}
	percent, rated := number.Percentage(rates)
	for i := 1; rated && i < len(amounts); i++ {
		if share, err := amounts[i-1].Mul(percent); err == nil && reading.IsHundredth(amounts[i], share) {
			value = amounts[i]
			break
		}
	}
	part := label.TaxShare(rates)
	entry := [3]string{part, percent.Trim(0).String(), value.Trim(0).String()}
	named := func(e [3]string) bool { return part != "" && e[0] == part }
	sum, err := l.rated.Add(value)
	switch known := l.Header.Tax.Known(); {
	case slices.Contains(l.taxes, entry), !rated && slices.ContainsFunc(l.taxes, named):
	case rates != "" && err == nil && (!known || len(l.taxes) > 0):
		l.rated = sum
		l.taxes = append(l.taxes, entry)
		l.Header.Tax = optional.Some(sum)
	case !known:
		l.Header.Tax = optional.Some(value)
	}
}

// unsigned finds a tax beside its rate without a percent sign, by the amount that it taxes.
func (l *Lines) unsigned(amounts []decimal.Decimal) (tax decimal.Decimal, rate string, ok bool) {
	bases := append([]decimal.Decimal{l.goods, l.Header.Subtotal.Or(decimal.Zero)}, amounts...)
	for _, percent := range amounts {
		if !percent.IsPos() || percent.Cmp(highestRate) > 0 {
			continue
		}
		for _, tax := range amounts {
			if slices.ContainsFunc(bases, func(base decimal.Decimal) bool {
				due, err := base.Mul(percent)
				return err == nil && !due.IsZero() && reading.IsHundredth(tax, due)
			}) {
				return tax, percent.String() + "%", true
			}
		}
	}
	return tax, "", false
}

// highestRate bounds rates of taxes that are printed without a percent sign.
var highestRate = decimal.MustParse("30")

// sign returns the decimal sign of the totals, else of the prices.
func (l *Lines) sign() number.Sign {
	for _, kind := range []label.Column{label.Total, label.Price} {
		if at := l.Column(kind); at >= 0 && l.Columns[at].Sign != number.Undecided {
			return l.Columns[at].Sign
		}
	}
	return number.Undecided
}
