package card

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

// Card has the quantity and the amounts of a product, and the words that print them.
type Card struct {
	Quantity, Price, Total reading.Figure
	Unit                   string
	Used                   map[*grid.Word]bool
	// Weak says that only a sign of multiplication marks the count, which can be part of a size.
	Weak bool
	// Named says that a label marks the count.
	Named bool
}

// Of reads a row with a quantity, and the amounts of the row.
func Of(r *grid.Row, sign number.Sign) (Card, bool) {
	k := Card{Used: map[*grid.Word]bool{}}
	setPrice := func(text string) bool {
		n, ok := Money(text, sign)
		if ok {
			k.Price = optional.Some(n.Value)
		}
		return ok
	}
	setCount := func(text string) bool {
		n, ok := number.Parse(text, sign)
		if ok = ok && n.Value.IsPos(); ok {
			k.Quantity = optional.Some(n.Value)
		}
		return ok
	}
	switch {
	case k.take(r, factors, func(g []string) bool {
		k.Unit, _ = number.Unit(g[4])
		return setPrice(g[3]) && setCount(g[1])
	}):
		k.take(r, counted, func(g []string) bool { return setCount(g[1]) })
	case k.take(r, priceFirst, func(g []string) bool { return setPrice(g[1]) && setCount(g[2]) }):
	case k.take(r, of, func(g []string) bool { return setCount(g[1]) }),
		k.take(r, shipped, func(g []string) bool { return setCount(g[1]) }),
		k.take(r, counted, func(g []string) bool { return setCount(g[1]) }):
		k.Named = true
	case k.take(r, times, func(g []string) bool { return setCount(g[1] + g[2]) }):
		k.Weak = true
	default:
		return k, false
	}
	k.amountsOf(r, sign)
	return k, true
}

// under reads a row with a quantity below its label in the row above.
func under(above, r *grid.Row, sign number.Sign) (Card, bool) {
	for i := range r.Figures {
		f := &r.Figures[i]
		if !whole(f) || !r.Apart(f.First) || !r.Apart(f.Last+1) || r.Y-above.Y > maxGap*max(r.H, above.H) {
			continue
		}
		for _, c := range above.Chunks() {
			kind, ok := label.Columns.Whole(grid.Joined(above.Words[c[0] : c[1]+1]))
			if !ok || !slices.Contains(grid.QuantityKinds, kind) || above.Words[c[0]].Left > f.Right ||
				above.Words[c[1]].Right < f.Left {
				continue
			}
			k := Card{Quantity: f.Known(), Named: true, Used: map[*grid.Word]bool{}}
			k.use(r, f)
			for _, w := range above.Words[c[0] : c[1]+1] {
				k.Used[w] = true
			}
			k.amountsOf(r, sign)
			return k, true
		}
	}
	return Card{}, false
}

// whole reports a positive whole number that can count goods.
func whole(f *grid.Figure) bool {
	return f.Value.IsPos() && f.Value.IsInt() && f.Currency == "" && f.Mark == "" && !f.Percent && !f.Open &&
		f.Value.Cmp(mostGoods) < 0
}

// mostGoods bounds a quantity that no label names.
var mostGoods = decimal.MustNew(100_000, 0)

// amountsOf reads the amounts of the row with the quantity.
func (k *Card) amountsOf(r *grid.Row, sign number.Sign) {
	k.labelled(r, sign)
	if !k.Total.Known() {
		if list := amounts(r, sign, k.Used); len(list) > 0 {
			k.Total = list[len(list)-1].Known()
			k.use(r, list[len(list)-1])
		}
	}
}

// use marks the words of a figure of a row.
func (k *Card) use(r *grid.Row, f *grid.Figure) {
	for _, w := range r.Words[f.First : f.Last+1] {
		k.Used[w] = true
	}
}

// labelled takes the amounts of a row that have a label: 4.00 each, Price: 4.00, Total 8.00.
func (k *Card) labelled(r *grid.Row, sign number.Sign) {
	for _, x := range []struct {
		form *regexp.Regexp
		to   *reading.Figure
	}{{each, &k.Price}, {priced, &k.Price}, {summedUp, &k.Total}} {
		if x.to.Known() {
			continue
		}
		k.take(r, x.form, func(groups []string) bool {
			n, ok := Money(groups[len(groups)-1], sign)
			if ok {
				*x.to = optional.Some(n.Value)
			}
			return ok
		})
	}
}

// take finds a form in the text of a row, and marks its words where to accepts its groups.
func (k *Card) take(r *grid.Row, form *regexp.Regexp, to func(groups []string) bool) bool {
	groups, words := match(r, form)
	if groups == nil || !to(groups) {
		return false
	}
	for _, w := range words {
		k.Used[w] = true
	}
	return true
}

// match finds a form in the text of a row: its groups and the words that it covers.
func match(r *grid.Row, form *regexp.Regexp) (groups []string, words []*grid.Word) {
	text := textOf(r)
	at := form.FindStringSubmatchIndex(text)
	if at == nil {
		return nil, nil
	}
	for i := 0; i < len(at); i += 2 {
		if at[i] < 0 {
			groups = append(groups, "")
			continue
		}
		groups = append(groups, strings.TrimSpace(text[at[i]:at[i+1]]))
	}
	begin := 0
	for i, w := range r.Words {
		end := begin + len(w.Text)
		if begin < at[1] && at[0] < end {
			words = append(words, w)
		}
		if begin = end + 1; r.Apart(i + 1) {
			begin++
		}
	}
	return groups, words
}

// textOf joins the words of a row with a space, and its cells with two.
func textOf(r *grid.Row) string {
	var b strings.Builder
	for i, w := range r.Words {
		switch {
		case i == 0:
		case r.Apart(i):
			b.WriteString("  ")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// Money reads an amount: with a currency or two decimals.
func Money(text string, sign number.Sign) (n number.Number, ok bool) {
	text = strings.Trim(text, " ()")
	n, ok = number.Parse(text, sign)
	return n, ok && !n.Percent &&
		(n.Currency != "" || n.Value.Scale() == 2 || strings.ContainsAny(text, grid.CurrencySigns))
}

// amounts lists the unused amounts of a row.
func amounts(r *grid.Row, sign number.Sign, used map[*grid.Word]bool) (list []*grid.Figure) {
	for i := range r.Figures {
		f := &r.Figures[i]
		words := r.Words[f.First : f.Last+1]
		if _, ok := Money(grid.Joined(words), sign); ok &&
			!slices.ContainsFunc(words, func(w *grid.Word) bool { return used[w] }) {
			list = append(list, f)
		}
	}
	return list
}
