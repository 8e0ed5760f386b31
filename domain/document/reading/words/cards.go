package words

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// Parts of the forms of cards: 2 @ 23.88 / pack, Qty: 2 Price: 23.88, x10 $4,999.90.
const (
	moneyForm = `(-?(?:(?:\p{Sc}|[A-Z]{1,3}\$|[A-Z]{3}|Rs\.?|kr\.?) ?)?-?\d[\d.,']*(?: \d{3})*(?:[.,]\d+)?` +
		`(?: ?(?:\p{Sc}|[A-Z]{3}|kr|zł|Kč)(?:[ ).,;=/]|$))?)`
	countForm = `(\d{1,6}(?:[.,]\d{1,3})?)`
	// unitForm matches a unit between a quantity and its price.
	unitForm = `(?: ?(?:pcs?|pieces?|units?|ea|st|stk|stück|pz|pce|uds?|szt|ks|cs|cases?|ctn|cartons?|packs?|pk|` +
		`boxes|box)\.?)?`
	perForm = `(?: ?(?:/|per|pro|je|par|por) ?(\pL+)\.?(?:[ )]|$))?`
)

var (
	factors = regexp.MustCompile(`(?i)(?:^|[ (:])` + countForm + unitForm + ` ?(@|x|×|\*|à|at|je|a) ?` +
		moneyForm + perForm)
	priceFirst = regexp.MustCompile(`(?i)(?:^|[ (:])` + moneyForm + ` ?(?:x|×|\*) ?` + countForm + `(?:[ )=]|$)`)
	counted    = regexp.MustCompile(`(?i)(?:^|[ (])(?:qty|quantity|qté|quantité|menge|anzahl|stückzahl|cantidad|cant|` +
		`quantità|qtà|q\.tà|aantal|antal|ilość|množství|mængde)\.? ?[:#=]? ?` + countForm + `(?:[ ),;]|$)`)
	times = regexp.MustCompile(`(?i)(?:^| )(?:[x×] ?` + countForm + `|` + countForm + ` ?[x×])(?: |$)`)
	each  = regexp.MustCompile(`(?i)` + moneyForm + ` ?(?:/ ?|per |pro |je |par |por |al |p\. ?)?(?:each|ea|unit|piece|` +
		`pc|pcs|stk|stück|pièce|unité|ud|unidad|c/u|cad|pezzo|pz|stuk|st)\b`)
	priced = regexp.MustCompile(`(?i)(?:^|[ (,;])(?:unit price|price each|price|einzelpreis|stückpreis|preis|` +
		`prix unitaire|prix|precio unitario|precio|prezzo unitario|prezzo|stuksprijs|prijs|pris|cena)\.? ?[:=]? ?` +
		moneyForm)
	summedUp = regexp.MustCompile(`(?i)(?:= ?|(?:^|[ (,;])(?:line total|item total|total|amount|gesamt|summe|betrag|` +
		`montant|importe|importo|totale|totaal|bedrag)\.? ?[:=]? ?)` + moneyForm)
)

// card keeps a product of a page without a table.
type card struct {
	row, last *grid.Row
	// rows have the figures, above and below are the rows of text around them; words are the text
	// beside them.
	rows, above, below     []*grid.Row
	words                  []*grid.Word
	quantity, price, total reading.Figure
	unit                   string
}

// cards reads blocks of one shape, each with a quantity and an amount. They count only where they
// add up to a printed sum.
type cards struct {
	rd   *reader
	sign number.Sign
	list []*card
	// pending has rows of text since the last figures.
	pending []*grid.Row
	open    bool
}

// walkCards reads cards; false where they do not add up.
func (rd *reader) walkCards(sign number.Sign) bool {
	roles, sums := map[*grid.Row]role{}, rd.sums
	rd.sums = nil
	c := cards{rd: rd, sign: sign}
	for _, r := range rd.rows {
		if rd.ended() != nil {
			return false
		}
		if rd.roles[r] == recurring {
			continue
		}
		if r.At > 0 && (rd.rows[r.At-1].Page != r.Page || (r.Y-rd.rows[r.At-1].Y)/r.H > 1.9) {
			c.end()
			c.pending = nil
		}
		switch s, ok := rd.sumOf(r); {
		case c.count(r):
			roles[r] = lining
		case c.open && c.amounts(r):
			roles[r] = lining
		case ok:
			s.after = len(c.list)
			roles[r], rd.sums = summing, append(rd.sums, s)
			c.end()
			c.open = false
		default:
			if c.pending = append(c.pending, r); len(c.pending) > maxCardText {
				c.pending = c.pending[1:]
			}
		}
	}
	c.end()
	lines := c.lines()
	rd.lines = lines
	before := rd.roles
	rd.roles = map[*grid.Row]role{}
	for r, x := range before {
		rd.roles[r] = x
	}
	for r, x := range roles {
		rd.roles[r] = x
	}
	h := rd.header(sign)
	if len(lines) == 0 || !c.addUp(h) {
		rd.lines, rd.sums, rd.roles = nil, sums, before
		return false
	}
	return true
}

// end keeps the text below the last card.
func (c *cards) end() {
	if n := len(c.list); n > 0 && c.list[n-1].below == nil {
		c.list[n-1].below = c.pending
	}
}

// maxCardText bounds the rows of text above the figures of a card.
const maxCardText = 4

// match finds a form in the text of a row: its groups and the words that it covers.
func match(r *grid.Row, form *regexp.Regexp) (groups []string, first, last int) {
	text := r.Text()
	at := form.FindStringSubmatchIndex(text)
	if at == nil {
		return nil, 0, -1
	}
	for i := 0; i < len(at); i += 2 {
		if at[i] < 0 {
			groups = append(groups, "")
			continue
		}
		groups = append(groups, strings.TrimSpace(text[at[i]:at[i+1]]))
	}
	first, last = -1, -1
	begin := 0
	for i, w := range r.Words {
		end := begin + len(w.Text)
		if begin < at[1] && at[0] < end {
			if first < 0 {
				first = i
			}
			last = i
		}
		begin = end + 1
	}
	return groups, first, last
}

// money reads an amount: with a currency or two decimals.
func (c *cards) money(text string) (n number.Number, ok bool) {
	text = strings.Trim(text, " ()")
	n, ok = number.Parse(text, c.sign)
	return n, ok && !n.Percent && (n.Currency != "" || n.Value.Scale() == 2 || strings.ContainsAny(text, grid.CurrencySigns))
}

func (c *cards) whole(text string) (reading.Figure, bool) {
	n, ok := number.Parse(text, c.sign)
	return optional.Some(n.Value), ok && n.Value.IsPos()
}

// count reads a row with a quantity, which begins a card.
func (c *cards) count(r *grid.Row) bool {
	k := &card{row: r, last: r, rows: []*grid.Row{r}, above: c.pending}
	used := map[int]bool{}
	take := func(form *regexp.Regexp, to func(groups []string) bool) bool {
		groups, first, last := match(r, form)
		if groups == nil || !to(groups) {
			return false
		}
		for i := first; i <= last; i++ {
			used[i] = true
		}
		return true
	}
	setPrice := func(text string) bool {
		n, ok := c.money(text)
		if ok {
			k.price = optional.Some(n.Value)
		}
		return ok
	}
	setCount := func(text string) (ok bool) {
		k.quantity, ok = c.whole(text)
		return ok
	}
	alone := true // other rows can have the amounts of the quantity
	switch {
	case take(factors, func(g []string) bool {
		k.unit, _ = number.Unit(g[4])
		return setPrice(g[3]) && setCount(g[1])
	}):
		take(counted, func(g []string) bool { return setCount(g[1]) })
	case take(priceFirst, func(g []string) bool { return setPrice(g[1]) && setCount(g[2]) }):
	case take(counted, func(g []string) bool { return setCount(g[1]) }):
	case take(times, func(g []string) bool { return setCount(g[1] + g[2]) }):
		alone = false
	default:
		return false
	}
	if c.readAmounts(k, r, used); !k.price.Known() && !k.total.Known() && (!alone || len(r.Words) > 12) {
		return false // a size, or a sentence
	}
	for i, w := range r.Words {
		if !used[i] {
			k.words = append(k.words, w)
		}
	}
	c.end()
	c.list, c.pending, c.open = append(c.list, k), nil, true
	return true
}

func wordsIn(rows []*grid.Row) (all []*grid.Word) {
	for _, r := range rows {
		all = append(all, r.Words...)
	}
	return all
}

// readAmounts takes the price and the total of a row.
func (c *cards) readAmounts(k *card, r *grid.Row, used map[int]bool) (any bool) {
	for _, x := range []struct {
		form *regexp.Regexp
		to   *reading.Figure
	}{{each, &k.price}, {priced, &k.price}, {summedUp, &k.total}} {
		groups, first, last := match(r, x.form)
		if groups == nil || x.to.Known() {
			continue
		}
		if n, ok := c.money(groups[len(groups)-1]); ok {
			*x.to, any = optional.Some(n.Value), true
			for i := first; i <= last; i++ {
				used[i] = true
			}
		}
	}
	for i := len(r.Figures) - 1; i >= 0 && !k.total.Known(); i-- {
		f := &r.Figures[i]
		if _, ok := c.money(grid.Joined(r.Words[f.First : f.Last+1])); !ok || used[f.First] {
			continue
		}
		k.total, any = f.Known(), true
		for w := f.First; w <= f.Last; w++ {
			used[w] = true
		}
	}
	return any
}

// amounts reads a row that adds price or total to the open card: it has nothing else.
func (c *cards) amounts(r *grid.Row) bool {
	k := c.list[len(c.list)-1]
	if len(c.pending) > 0 || k.total.Known() && k.price.Known() || r.Page != k.last.Page || (r.Y-k.last.Y)/r.H > 1.9 {
		return false
	}
	before, used := *k, map[int]bool{}
	if !c.readAmounts(k, r, used) || len(used) < len(r.Words) || !k.agrees() {
		*k = before
		return false
	}
	k.rows, k.last = append(k.rows, r), r
	return true
}

// agrees reports whether quantity x price is the total, where all are known.
func (k *card) agrees() bool {
	p, ok := k.price.Get()
	t, summed := k.total.Get()
	return !ok || !summed || grid.Exact(k.quantity.Or(decimal.Zero), p, t)
}

// addUp decides whether lone amounts are totals or prices, and reports whether the cards make the
// printed sum. Without one each card has to agree in itself.
func (c *cards) addUp(h reading.Header) bool {
	r := reading.Reading{Header: h}
	want, printed := r.LinesShouldBe()
	var totals, extended decimal.Decimal
	whole := true
	for _, f := range c.rd.lines {
		total, ok := f.LineTotal.Get()
		price, priced := f.UnitPrice.Get()
		if whole = whole && ok && priced; !ok && !priced {
			return false
		}
		if !priced {
			price = total
		}
		product, _ := f.Quantity.Or(decimal.Zero).Mul(price)
		if !ok {
			total = product
		}
		totals, _ = totals.Add(total)
		extended, _ = extended.Add(product)
	}
	switch {
	case !printed:
		return whole && len(c.rd.lines) > 1
	case reading.Near(totals, want):
	case reading.Near(extended, want):
		for _, f := range c.rd.lines {
			if !f.UnitPrice.Known() {
				f.UnitPrice, f.LineTotal = f.LineTotal, optional.None[decimal.Decimal]()
			}
		}
	default:
		return false
	}
	for _, f := range c.rd.lines {
		if p, ok := f.UnitPrice.Get(); ok && !f.LineTotal.Known() {
			total, _ := f.Quantity.Or(decimal.Zero).Mul(p)
			f.LineTotal = optional.Some(total)
		}
	}
	return true
}

// lines makes lines of the cards. Texts come before the figures, unless the first card has no text
// there.
func (c *cards) lines() (list []*found) {
	t := &grid.Table{}
	under := len(c.list) > 0 && len(c.list[0].above)+len(c.list[0].words) == 0
	for _, k := range c.list {
		beside := k.above
		if under {
			beside = k.below
		}
		f := &found{row: k.row, table: t, cells: t.Cells(k.row), block: slices.Concat(beside, k.rows)}
		slices.SortFunc(f.block, func(a, b *grid.Row) int { return a.At - b.At })
		f.Kind, f.PriceBase, f.Evidence = reading.Product, decimal.One, reading.ByProduct
		f.Quantity, f.UnitPrice, f.LineTotal = k.quantity, k.price, k.total
		f.Unit = k.unit
		f.texts = map[label.Column][]*grid.Word{label.Text: withoutOrdinal(slices.Concat(wordsIn(beside), k.words))}
		list = append(list, f)
	}
	return list
}

// withoutOrdinal leaves out the number of a line: 1. or 2).
func withoutOrdinal(words []*grid.Word) []*grid.Word {
	if len(words) > 1 && ordinal.MatchString(words[0].Text) {
		return words[1:]
	}
	return words
}

var ordinal = regexp.MustCompile(`^\d{1,3}[.)]$`)
