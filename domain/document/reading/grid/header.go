package grid

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
)

// Column keeps a label of a table and the place below it. A word that says nothing has an empty
// kind.
type Column struct {
	Kind        label.Column
	Base        int64
	Left, Right float64
	Text        string
	// Mixed says that the label has words without a meaning beside it, as in Ship to.
	Mixed bool
}

// Table keeps the columns of a header and counts its rows.
type Table struct {
	Columns []Column
	Rows    int
	// Taught keeps the same table with the columns that an import confirmed.
	Taught *Table
}

// Has reports a column of a kind.
func (t *Table) Has(kind label.Column) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind == kind })
}

// Fingerprint returns the header of a table as text: a layout is known again by it.
func (t *Table) Fingerprint() string {
	var b strings.Builder
	for _, c := range t.Columns {
		b.WriteString(label.Fold(c.Text))
		b.WriteByte('|')
	}
	return b.String()
}

// headerAt reads the labels of up to three rows; the best number of rows wins. Up to two rows more
// that only add to labels are part of it. It is nil where the rows are no header of lines.
func headerAt(rows []*Row, slip bool) *Table {
	var best *Table
	score := 0.0
	for n := 1; n <= min(3, len(rows)); n++ {
		last := rows[n-1]
		if n > 1 && (rows[0].keyed() || last.keyed()) {
			break
		}
		if last.Page != rows[0].Page || last.Decimals() || n > 1 && last.Y-rows[n-2].Y > 2.2*last.H || last.data() {
			break
		}
		t := &Table{Columns: ColumnsOf(rows[:n]), Rows: n}
		if s := t.score(slip) - 0.5*float64(n-1); s > score {
			best, score = t, s
		}
	}
	for best != nil && best.Rows < min(5, len(rows)) {
		next := rows[best.Rows]
		if next.Page != rows[0].Page || len(next.Figures) > 0 || next.Y-rows[best.Rows-1].Y > 2.2*next.H ||
			!next.onlyLabels() && !best.continuedBy(next) && !best.beside(next, next.Y-rows[best.Rows-1].Y) {
			break
		}
		best = &Table{Columns: ColumnsOf(rows[:best.Rows+1]), Rows: best.Rows + 1}
	}
	return best
}

// HeaderOf reads the header that begins at the first row, nil where any of the next two rows begins
// a better header.
func HeaderOf(rows []*Row, slip bool) *Table {
	h := headerAt(rows, slip)
	if h == nil {
		return nil
	}
	score := h.score(slip) - 0.5*float64(h.Rows-1)
	for k := 1; k < min(h.Rows, len(rows)); k++ {
		if other := headerAt(rows[k:], slip); other != nil && other.score(slip)-0.5*float64(other.Rows-1) > score {
			return nil
		}
	}
	return h
}

func (r *Row) onlyLabels() bool {
	return !slices.ContainsFunc(r.labels(), func(c Column) bool { return c.Kind == "" })
}

// data reports a row of figures and codes, which no header is, whatever its words mean.
func (r *Row) data() bool {
	figures := 0
	for _, f := range r.Figures {
		whole, _, ok := f.Value.Int64(0)
		switch {
		case ok && bases100[whole]:
		case f.Unit != "":
			return true
		case ok && whole >= 10:
			figures++
		}
	}
	return figures > 1 || slices.ContainsFunc(r.Words, func(w *Word) bool {
		_, dated := field.Day([]string{w.Text}, field.DayFirst)
		return dated || isCode(w.Text)
	})
}

// bases100 lists numbers that labels of prices have.
var bases100 = map[int64]bool{10: true, 100: true, 1000: true}

// isCode reports a word of at least eight digits and nothing else.
func isCode(s string) bool {
	return len(s) >= 8 && strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// continuedBy reports a row with all its words below labels, also labels of figures. Such rows end
// labels of two rows.
func (t *Table) continuedBy(r *Row) bool {
	below, numeric := map[int]bool{}, false
	for _, chunk := range r.Chunks() {
		left, right := r.Words[chunk[0]].Left, r.Words[chunk[1]].Right
		at := slices.IndexFunc(t.Columns, func(c Column) bool { return left < c.Right && c.Left < right })
		if at < 0 {
			return false
		}
		below[at] = true
		numeric = numeric || t.Columns[at].Kind != "" && !slices.Contains(TextKinds, t.Columns[at].Kind)
	}
	return numeric && len(below) > 1
}

// beside reports a row that is closer to the labels than a row of a text is, and right of the first
// label of figures: the end of a label that is centred beside the others.
func (t *Table) beside(r *Row, distance float64) bool { return distance < closest*r.H && t.RightOf(r) }

// closest bounds the distance of a label and its second row, in heights. Rows of a text have more.
const closest = 0.9

// RightOf reports a row that begins right of the first label of figures.
func (t *Table) RightOf(r *Row) bool {
	at := slices.IndexFunc(t.Columns, func(c Column) bool { return !slices.Contains(TextKinds, c.Kind) })
	return at >= 0 && r.Words[0].Left >= t.Columns[at].Left
}

// Decimals reports a figure with decimals.
func (r *Row) Decimals() bool {
	return slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.Value.Scale() > 0 })
}

// score counts the kinds of a header, 0 for rows without a header.
func (t *Table) score(slip bool) float64 {
	kinds, strangers := map[label.Column]int{}, 0
	for _, c := range t.Columns {
		switch c.Kind {
		case "":
			strangers++
		case label.Weight: // sentences have such words too
		default:
			kinds[c.Kind]++
		}
	}
	prices := kinds[label.Price] + kinds[label.Cost] + kinds[label.CasePrice]
	counts := kinds[label.Quantity] + kinds[label.Cases]
	total := kinds[label.Total] + kinds[label.Gross]
	switch {
	case slip && t.counts() && len(kinds) >= 2:
	case len(kinds) < 3 && prices < 2, counts+prices == 0, total == 0 && prices < 2:
		return 0
	case counts == 0 && kinds[label.TaxBase] > 0:
		return 0
	}
	return max(0, float64(len(kinds))-unknown*float64(strangers))
}

// counts reports labels of quantities and of goods that fill their cells. The words of an address
// or a sentence, such as Ship to and Item fulfillment, are no labels of a packing slip.
func (t *Table) counts() bool {
	clean := func(kinds ...label.Column) bool {
		return slices.ContainsFunc(t.Columns, func(c Column) bool { return !c.Mixed && slices.Contains(kinds, c.Kind) })
	}
	return clean(label.Quantity, label.Cases) && clean(label.Text, label.SKU, label.GTIN)
}

// unknown lowers the score for each word without a meaning: sentences have many of them.
const unknown = 0.3

// TaxTable reports the head of a table of taxes: it has no lines below it.
func TaxTable(r *Row) bool {
	t := Table{Columns: ColumnsOf([]*Row{r})}
	alone := len(t.Columns) > 2 && !slices.ContainsFunc(t.Columns, func(c Column) bool { // Taux TVA, Total HT, TVA
		return c.Kind != label.TaxRate && c.Kind != label.TaxAmount && c.Kind != label.Total && c.Kind != label.Gross
	})
	return len(t.Columns) > 1 && !r.Decimals() && !t.Has(label.Quantity) &&
		(t.Has(label.TaxBase) && (t.Has(label.TaxRate) || t.Has(label.TaxAmount)) ||
			t.Has(label.TaxRate) && (t.Has(label.TaxAmount) || alone))
}

// ColumnsOf reads the labels of rows above each other.
func ColumnsOf(rows []*Row) []Column {
	var columns []Column
	for _, r := range rows {
		for _, c := range r.labels() {
			i := slices.IndexFunc(columns, func(o Column) bool { return c.Left < o.Right && o.Left < c.Right })
			if i < 0 {
				columns = append(columns, c)
				continue
			}
			o := &columns[i]
			text := o.Text + " " + c.Text
			kind, base, ok := label.Printed(text)
			if !ok && o.Kind != "" && (o.Kind != label.Own || c.Kind != label.SKU) {
				kind, base = o.Kind, o.Base
			} else if !ok {
				kind, base = c.Kind, c.Base
			}
			*o = Column{kind, base, min(o.Left, c.Left), max(o.Right, c.Right), text, o.Mixed && c.Mixed}
		}
	}
	slices.SortFunc(columns, func(a, b Column) int {
		if a.Left < b.Left {
			return -1
		}
		return 1
	})
	kinds, texts := make([]label.Column, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		kinds[i], texts[i] = c.Kind, c.Text
	}
	label.Settle(kinds, texts)
	settlePrices(kinds)
	for i := range columns {
		columns[i].Kind = kinds[i]
	}
	settleCases(columns)
	return columns
}

// settleCases makes a container alone the column of cases where nothing else counts and the table
// has totals: Karton beside Stk/Kt.
func settleCases(columns []Column) {
	t := Table{Columns: columns}
	for i, c := range columns {
		if c.Kind == label.Pack && label.Inner(c.Text) && t.Packs() > 1 {
			columns[i].Kind = "" // inner packs of the case
		}
	}
	if slices.ContainsFunc(QuantityKinds, t.Has) || t.Has(label.Weight) || !t.Has(label.Total) && !t.Has(label.Gross) {
		return
	}
	at := slices.IndexFunc(columns, func(c Column) bool {
		return c.Kind == label.Pack && (label.Container(c.Text) || label.Counted(c.Text))
	})
	if at >= 0 {
		columns[at].Kind = label.Cases
	}
}

// Packs counts the columns of contents of cases.
func (t *Table) Packs() (n int) {
	for _, c := range t.Columns {
		if c.Kind == label.Pack {
			n++
		}
	}
	return n
}

// settlePrices makes the right of two prices the total where no label names a total.
func settlePrices(kinds []label.Column) {
	var prices []int
	for i, k := range kinds {
		switch k {
		case label.Total:
			return
		case label.Price, label.Cost:
			prices = append(prices, i)
		}
	}
	if i := slices.Index(kinds, label.Gross); i >= 0 {
		kinds[i] = label.Total
	} else if len(prices) > 1 {
		kinds[prices[len(prices)-1]] = label.Total
	}
}

// labels reads the words of a row as labels, the longest first.
func (r *Row) labels() []Column {
	var list []Column
	for _, chunk := range r.Chunks() {
		first := len(list)
		for i := chunk[0]; i <= chunk[1]; {
			n := min(6, chunk[1]-i+1)
			c := Column{}
			for ; n > 0; n-- {
				text := Joined(r.Words[i : i+n])
				if kind, base, ok := label.Printed(text); ok {
					c = Column{Kind: kind, Base: base, Text: text}
					break
				}
			}
			if n == 0 {
				if k := r.tariffBeside(i, chunk[1], list[first:]); k > 0 {
					i += k
					continue
				}
				n = max(1, label.Tariff(TextsOf(r.Words[i:chunk[1]+1])))
				c.Text = Joined(r.Words[i : i+n])
			}
			c.Left, c.Right = r.Words[i].Left, r.Words[i+n-1].Right
			list = append(list, c)
			i += n
		}
		mixed := slices.ContainsFunc(list[first:], func(c Column) bool { return c.Kind == "" })
		for i := range list[first:] {
			list[first+i].Mixed = mixed
		}
	}
	return r.totalBesideTax(list)
}

// totalBesideTax parts the label of a tax into a total and a rate where the row has no other total:
// Importe IVA above 24,25 and 21,00.
func (r *Row) totalBesideTax(list []Column) []Column {
	if slices.ContainsFunc(list, func(c Column) bool {
		return c.Kind == label.Total || c.Kind == label.Gross || c.Kind == label.TaxBase
	}) {
		return list
	}
	for i, c := range list {
		at := slices.IndexFunc(r.Words, func(w *Word) bool { return w.Left == c.Left }) + 1
		if c.Kind != label.TaxAmount || at >= len(r.Words) || r.Words[at].Right != c.Right {
			continue
		}
		before, after := r.Words[at-1], r.Words[at]
		total, _, _ := label.ColumnOf(before.Text)
		if rate, _, _ := label.ColumnOf(after.Text); total == label.Total && rate == label.TaxRate {
			return slices.Concat(list[:i], []Column{
				{Kind: total, Base: 1, Left: before.Left, Right: before.Right, Text: before.Text},
				{Kind: rate, Base: 1, Left: after.Left, Right: after.Right, Text: after.Text},
			}, list[i+1:])
		}
	}
	return list
}

// keyed reports a key with a colon and its value, as in State Name : Ohio, Code : 39. Such a row is
// an address and no part of labels over several rows.
func (r *Row) keyed() bool {
	return slices.ContainsFunc(r.Chunks(), func(c [2]int) bool {
		return slices.ContainsFunc(r.Words[c[0]:c[1]], func(w *Word) bool { return strings.HasSuffix(w.Text, ":") })
	})
}

// tariffBeside adds the label of tariff numbers to the label of texts before it: Description & HSN
// Code. It returns the words that it added.
func (r *Row) tariffBeside(i, last int, before []Column) int {
	n := len(before) - 1
	if n < 0 || before[n].Kind != label.Text || r.Words[i].Text != "&" {
		return 0
	}
	k := label.Tariff(TextsOf(r.Words[i+1 : last+1]))
	if k == 0 {
		return 0
	}
	before[n].Text += " " + Joined(r.Words[i:i+1+k])
	before[n].Right = r.Words[i+k].Right
	return 1 + k
}
